"""Which device asks. It says its secret in a header, never in an address: addresses stand in logs."""

from datetime import timedelta

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from carteado.web.devices.models import Device, Right
from carteado.web.people.models import fingerprint

SCHEME = "Bearer "
LONGEST = 200
"""No secret of ours is as long: the rest is not worth the arithmetic."""
SEEN_EACH = timedelta(minutes=1)
"""How exactly it is known when a device was last there: not every question is worth a write."""


def device_for(request: HttpRequest) -> Device | None:
    """The phone that keeps súmulas; None for one unknown or revoked, or whose event is archived."""
    return with_secret(_secret(request), Right.SUMULA)


def overlay_for(request: HttpRequest) -> Device | None:
    """Likewise the broadcast that asks for what it shows."""
    return with_secret(_secret(request), Right.OVERLAY)


def _secret(request: HttpRequest) -> str:
    said = request.headers.get("Authorization", "")
    return said.removeprefix(SCHEME) if said.startswith(SCHEME) else ""


def with_secret(secret: str, right: Right) -> Device | None:
    """It is looked for by the trace of the secret: how long that takes tells nothing of the secret itself."""
    if not secret or len(secret) > LONGEST:
        return None
    devices = Device.objects.open().select_related("event")
    device = devices.filter(right=right, secret_hash=fingerprint(secret)).first()
    if device is not None:
        _note_seen(device)
    return device


def _note_seen(device: Device) -> None:
    now = timezone.now()
    if device.last_seen_at is None or device.last_seen_at < now - SEEN_EACH:
        long_ago = Q(last_seen_at=None) | Q(last_seen_at__lt=now - SEEN_EACH)
        Device.objects.filter(long_ago, pk=device.pk).update(last_seen_at=now)
        device.last_seen_at = now
