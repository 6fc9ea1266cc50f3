"""The secret of a draw, from the commitment to the day on which everybody learns it."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from carteado.web.events.models import Event
from carteado.web.kit.guarding.sealed import SealedField


class DrawSecret(models.Model):
    """Sealed until the draw is held. ``entropy_from`` is what was announced: whose number, and of which day."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="draw_secrets")
    draw = models.CharField(max_length=80)
    secret = SealedField()
    entropy_from = models.CharField(max_length=200)
    planned_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["event", "draw"], name="one_secret_a_draw")
        ]
