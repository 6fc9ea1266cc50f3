"""Finds the device behind a request, by the secret in its header. Not in the address, because logs store addresses."""

from datetime import timedelta

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from carteado.web.devices.models import Device, Right
from carteado.web.people.models import fingerprint

SCHEME = "Bearer "
LONGEST_SECRET = 200
"""No secret of ours is as long as this. Longer ones are refused without hashing them."""
LAST_SEEN_PRECISION = timedelta(minutes=1)
"""Precision of ``last_seen_at``: writing it at every request is not worth it."""


def device_for(request: HttpRequest) -> Device | None:
    """The phone that keeps súmulas, by the secret in ``Authorization``. None if there is no secret, if it is unknown or
    revoked, or if its event is archived."""
    return _seen_device(request, Right.SUMULA)


def overlay_for(request: HttpRequest) -> Device | None:
    """The same for a broadcast's page, which asks for its score strip."""
    return _seen_device(request, Right.OVERLAY)


def _seen_device(request: HttpRequest, right: Right) -> Device | None:
    """The device that sent the request, and note that it was seen."""
    device = device_with_secret(_secret(request), right)
    if device is not None:
        _update_last_seen(device)
    return device


def _secret(request: HttpRequest) -> str:
    header = request.headers.get("Authorization", "")
    return header.removeprefix(SCHEME) if header.startswith(SCHEME) else ""


def device_with_secret(secret: str, right: Right) -> Device | None:
    """The open device with this secret and right. None if there is none. Writes nothing.

    It is found by the hash of its secret, so that the time this takes reveals nothing about the secret.
    """
    if not secret or len(secret) > LONGEST_SECRET:
        return None
    devices = Device.objects.open().select_related("event")
    return devices.filter(right=right, secret_hash=fingerprint(secret)).first()


def _update_last_seen(device: Device) -> None:
    now = timezone.now()
    if device.last_seen_at is None or device.last_seen_at < now - LAST_SEEN_PRECISION:
        # asked again in the database, because another request may have written it meanwhile
        long_ago = Q(last_seen_at=None) | Q(last_seen_at__lt=now - LAST_SEEN_PRECISION)
        Device.objects.filter(long_ago, pk=device.pk).update(last_seen_at=now)
        device.last_seen_at = now
