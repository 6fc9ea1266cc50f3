"""What a referee has looked at on a súmula. The entries themselves stay where they are."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from carteado.web.sumula.models import Sheet


class Look(models.Model):
    """Somebody who rules looked at an entry of a sheet and let it stand, or answered it with another."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="looks")
    entry_id = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["sheet", "entry_id"], name="one_look_an_entry")
        ]
