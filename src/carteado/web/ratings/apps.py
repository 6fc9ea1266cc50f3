from django.apps import AppConfig
from django.db.models.signals import post_save


class RatingsConfig(AppConfig):
    name = "carteado.web.ratings"
    label = "ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from carteado.web.events.models import Operation
        from carteado.web.ratings.background_counting import on_operation

        post_save.connect(on_operation, sender=Operation)
