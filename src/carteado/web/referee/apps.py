from django.apps import AppConfig


class RefereeConfig(AppConfig):
    name = "carteado.web.referee"
    label = "referee"
    default_auto_field = "django.db.models.BigAutoField"
