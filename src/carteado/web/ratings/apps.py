"""Connects the counting of ratings to the matches of live tables that end, and to the operations of championships."""

from django.apps import AppConfig
from django.db.models.signals import post_save


class RatingsConfig(AppConfig):
    name = "carteado.web.ratings"
    label = "ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from carteado.web.events.models import Operation
        from carteado.web.ratings.background_counting import count_match, on_operation
        from carteado.web.tables.serving.championship_news import WHEN_A_MATCH_ENDS

        if count_match not in WHEN_A_MATCH_ENDS:  # Django may call this twice
            WHEN_A_MATCH_ENDS.append(count_match)
        post_save.connect(on_operation, sender=Operation)
