"""Creates and revokes devices, and logs it in the same transaction. A secret is shown once and never stored.

The functions that create devices return them with their secrets, or ``AlreadyLetIn`` for a form that is sent twice, or
a refusal if the event is archived. ``form`` identifies the form.
"""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from carteado.regulation import Refusal
from carteado.web.devices.log_actions import DeviceRevoked, DevicesMade, OverlayMade, OverlayRevoked, ProgrammeMade
from carteado.web.devices.models import Device, Purpose, Right
from carteado.web.events.models import Event
from carteado.web.events.store import locked
from carteado.web.log.action import Action
from carteado.web.log.recording import record
from carteado.web.people.models import User, fingerprint, new_secret


class NewDevice(NamedTuple):
    """A new device with its secret, which cannot be looked up later."""

    device: Device
    secret: str


class AlreadyLetIn(NamedTuple):
    """The form was sent before: its devices exist, and their secrets have been shown. ``devices`` counts them."""

    devices: int


def let_in_for_tables(
    event: Event, tables: Sequence[str], *, form: UUID, by: User
) -> list[NewDevice] | AlreadyLetIn | Refusal:
    """Create one device per table, of which there is at least one. The table "" stands for all tables."""
    return _create_devices(event, [Device(right=Right.SUMULA, table=table) for table in tables], form=form, by=by)


def let_in_for_broadcast(
    event: Event, *, table: str, match: str, delay: int, purpose: Purpose, form: UUID, by: User
) -> list[NewDevice] | AlreadyLetIn | Refusal:
    """Create the device of a broadcast, which shows one match, or whichever is played at a table.

    One of ``table`` and ``match`` is empty. ``delay`` is the least delay in seconds; the match may have a longer one.
    With the purpose of a programme it also shows scores under an embargo.
    """
    overlay = Device(right=Right.OVERLAY, table=table, match=match, delay=delay, purpose=purpose)
    return _create_devices(event, [overlay], form=form, by=by)


def _create_devices(
    event: Event, devices: Sequence[Device], *, form: UUID, by: User
) -> list[NewDevice] | AlreadyLetIn | Refusal:
    with transaction.atomic():
        current = locked(event)
        if isinstance(current, Refusal):
            return current
        if created_before := current.devices.filter(form=form).count():
            return AlreadyLetIn(created_before)
        last = current.devices.aggregate(last=Max("number"))["last"] or 0
        created = []
        for number, device in enumerate(devices, start=last + 1):
            secret = new_secret()
            device.event, device.number, device.form, device.created_by = current, number, form, by
            device.secret_hash = fingerprint(secret)
            created.append(NewDevice(device, secret))
        Device.objects.bulk_create(devices)
        record(_log_action(devices), actor=by, event=current)
    return created


def _log_action(devices: Sequence[Device]) -> Action:
    [first, *_others] = devices
    if first.right == Right.OVERLAY:
        made = ProgrammeMade if first.purpose == Purpose.PROGRAMME else OverlayMade
        return made(number=first.number)
    return DevicesMade(count=len(devices), number=first.number)


@transaction.atomic
def revoke(device: Device, *, by: User) -> bool:
    """Revoke the device at once: its next request is refused. False if it was already revoked."""
    if not Device.objects.filter(pk=device.pk, revoked_at=None).update(revoked_at=timezone.now()):
        return False
    action = OverlayRevoked if device.right == Right.OVERLAY else DeviceRevoked
    record(action(number=device.number), actor=by, event=device.event)
    return True
