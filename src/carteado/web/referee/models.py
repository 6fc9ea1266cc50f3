"""Which entries of a súmula a referee has reviewed. The entries themselves belong to the súmula."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from carteado.web.sumula.models import Sheet


class Look(models.Model):
    """A referee reviewed an entry of a sheet: let it stand, or answered it with another entry."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="looks")
    entry_id = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["sheet", "entry_id"], name="one_look_an_entry")
        ]
