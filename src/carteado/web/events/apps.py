"""The Django app of events."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "carteado.web.events"
    label = "events"
    default_auto_field = "django.db.models.BigAutoField"
