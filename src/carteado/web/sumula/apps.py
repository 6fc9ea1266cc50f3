from django.apps import AppConfig
from django.db.models.signals import post_migrate


class SumulaConfig(AppConfig):
    name = "carteado.web.sumula"
    label = "sumula"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from carteado.web.sumula import triggers

        post_migrate.connect(triggers.install, sender=self)
