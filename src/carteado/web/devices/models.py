"""A phone that keeps súmulas, or a screen that shows them: known by a secret of which only a trace is kept."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from carteado.web.events.models import Event


class Right(models.TextChoices):
    """All that a device may do: keep the súmulas of its tables, or show one of them to a camera."""

    SUMULA = "sumula"
    OVERLAY = "overlay"


class DeviceQuerySet(models.QuerySet["Device"]):
    def open(self) -> "DeviceQuerySet":
        """Those that still open something."""
        return self.filter(revoked_at=None, event__archived_at=None)

    def keeping_sumulas(self) -> "DeviceQuerySet":
        return self.filter(right=Right.SUMULA)

    def on_air(self) -> "DeviceQuerySet":
        return self.filter(right=Right.OVERLAY)


class Device(models.Model):
    """``table`` is the only one that it serves, empty for all; ``match`` the only match, empty for whichever is there.
    ``number`` tells it from the event's others. ``delay``: an overlay shows what was known so many seconds ago.
    ``form`` is the page on which it was made: sent twice, it makes the devices once."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="devices")
    number = models.PositiveIntegerField()
    right = models.CharField(max_length=8, choices=Right)
    table = models.CharField(max_length=40, blank=True)
    match = models.CharField(max_length=80, blank=True)
    delay = models.PositiveIntegerField(default=0)
    secret_hash = models.CharField(max_length=64, unique=True, editable=False)
    form = models.UUIDField(null=True, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    last_seen_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = DeviceQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["event", "number"], name="one_device_a_number")
        ]

    def serves(self, table: str | None) -> bool:
        """Whether the table is one of its own; a match that has none yet is only for who serves all."""
        return not self.table or self.table == table
