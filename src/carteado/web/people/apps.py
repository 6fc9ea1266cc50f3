"""The Django app of accounts."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "carteado.web.people"
    label = "people"
    default_auto_field = "django.db.models.BigAutoField"
