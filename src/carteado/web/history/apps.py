from django.apps import AppConfig
from django.db.models.signals import post_migrate


class HistoryConfig(AppConfig):
    name = "carteado.web.history"
    label = "history"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from carteado.web.history import guards

        post_migrate.connect(guards.install, sender=self)
