from django.apps import AppConfig
from django.db.models.signals import post_migrate


class TablesConfig(AppConfig):
    name = "carteado.web.tables"
    label = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from carteado.web.tables import guards

        post_migrate.connect(guards.install, sender=self)
