from django.apps import AppConfig


class DrawConfig(AppConfig):
    name = "carteado.web.draw"
    label = "draw"
    default_auto_field = "django.db.models.BigAutoField"
