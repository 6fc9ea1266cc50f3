"""The app of score sheets. After every migration it installs the triggers that protect their entries."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class SumulaConfig(AppConfig):
    name = "carteado.web.sumula"
    label = "sumula"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from carteado.web.sumula import triggers

        post_migrate.connect(triggers.install, sender=self)
