"""The Django app of devices."""

from django.apps import AppConfig


class DevicesConfig(AppConfig):
    name = "carteado.web.devices"
    label = "devices"
    default_auto_field = "django.db.models.BigAutoField"
