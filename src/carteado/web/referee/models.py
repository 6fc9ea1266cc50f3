"""Which entries of a súmula a referee has reviewed. The entries themselves are in ``sumula.models``."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from carteado.web.sumula.models import Sheet


class Look(models.Model):
    """A referee reviewed an entry: let it stand, answered it with another entry, or saw it on a sheet that no longer
    counts.

    ``entry_id`` names an entry of the sheet, or one set aside for it. ``by`` is None once their account is deleted.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="looks")
    entry_id = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["sheet", "entry_id"], name="one_look_an_entry")
        ]
