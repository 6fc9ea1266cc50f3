"""The secret of a draw. Its hash, the commitment, is published when the draw is announced, and the secret itself with
the result: everybody can check that it was not chosen afterwards."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from carteado.web.events.models import Event
from carteado.web.kit.guarding.sealed import SealedField


class DrawSecret(models.Model):
    """The secret of an announced draw, encrypted in the database.

    ``draw`` is the draw's name in the championship: the id of the stage that it fills, ``form`` for the draw that
    decides the form of dispute, or ``lots-`` and the place of a tie. The result follows from the secret and from a
    public fact that is not known yet, such as a lottery's numbers. ``entropy_from`` says which fact, ``planned_at``
    when it will be known. The draw cannot be held before that time; at any time if it is empty.

    The row stays after the draw. If the draw is undone, its secret is known to everybody and is not used again.
    """

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
