"""The Django app of the log. Its label is older than its folder: tables and migrations are named after it."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.module_loading import autodiscover_modules


class HistoryConfig(AppConfig):
    name = "carteado.web.log"
    label = "history"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from carteado.web.log import triggers as guards

        # Each of these modules registers its actions when it is imported.
        autodiscover_modules("log_actions")

        # They make the database refuse to change the log.
        post_migrate.connect(guards.install, sender=self)
