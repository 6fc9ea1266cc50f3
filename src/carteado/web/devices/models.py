"""Phones that keep súmulas and screens that show them, each identified by a secret of which only the hash is stored."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from carteado.web.events.models import Event


class Right(models.TextChoices):
    """All that a device may do: keep the súmulas of its tables, or show one of them in a broadcast."""

    SUMULA = "sumula"
    OVERLAY = "overlay"


class Purpose(models.TextChoices):
    """The purpose of a broadcast's address.

    A public address shows only what the public may know. A programme's address also shows the score under an embargo,
    so that a production can record a show today and broadcast it in weeks.
    """

    PUBLIC = "public", _("on the air now")
    PROGRAMME = "programme", _("recorded, for later")


class DeviceQuerySet(models.QuerySet["Device"]):
    def open(self) -> "DeviceQuerySet":
        """Devices that may still be used."""
        return self.filter(revoked_at=None, event__archived_at=None)

    def keeping_sumulas(self) -> "DeviceQuerySet":
        """Phones, also revoked ones."""
        return self.filter(right=Right.SUMULA)

    def on_air(self) -> "DeviceQuerySet":
        """Addresses of broadcasts, also revoked ones."""
        return self.filter(right=Right.OVERLAY)


class Device(models.Model):
    """A phone or screen of an event.

    ``number`` is its number in the event. For a phone, ``table`` is the only table it serves; empty for all. An overlay
    has either a ``table``, and shows any match there, or a ``match``, which it shows at any table. ``delay``: an
    overlay shows what was known that many seconds ago, or more if the match has a longer delay. ``purpose`` says for
    whom an overlay is. ``last_seen_at`` is when it last sent a request, to the minute; None if it never did.
    ``revoked_at`` is None for a device that may be used. ``form`` identifies the form that created it, so that sending
    the form twice creates the devices once.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="devices")
    number = models.PositiveIntegerField()
    right = models.CharField(max_length=8, choices=Right)
    table = models.CharField(max_length=40, blank=True)
    match = models.CharField(max_length=80, blank=True)
    delay = models.PositiveIntegerField(default=0)
    purpose = models.CharField(max_length=9, choices=Purpose, default=Purpose.PUBLIC)
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
        """True if the phone serves the table; None for a match without a table, which needs a phone of all tables."""
        return not self.table or self.table == table
