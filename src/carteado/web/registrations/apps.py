from django.apps import AppConfig


class EntriesConfig(AppConfig):
    name = "carteado.web.registrations"
    label = "entries"
    default_auto_field = "django.db.models.BigAutoField"
