"""A pair's fee: how much it is, how to pay it, and whether the organiser has received it."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from carteado.regulation import Refusal
from carteado.web.events import pix_payment as pix
from carteado.web.events.details import Details
from carteado.web.events.differences import reais
from carteado.web.events.models import Event, Pair
from carteado.web.events.store import locked
from carteado.web.log.recording import record
from carteado.web.people.models import User
from carteado.web.registrations.log_actions import PaymentMarked, PaymentTakenBack
from carteado.web.registrations.models import Registration


@dataclass(frozen=True, slots=True, kw_only=True)
class Fee:
    """What ``registrations/pix.html`` shows. ``note`` is the organiser's word on how to pay. ``code`` is the Pix text
    to copy; empty unless the organiser gave a Pix key, a name and a city. ``paid_at`` is None until the organiser has
    marked the fee."""

    amount: str
    note: str
    code: str
    paid_at: datetime | None


def fee_of(details: Details, pair: Pair, registration: Registration | None) -> Fee | None:
    """The pair's fee; None if the event has none."""
    if not details.fee_cents:
        return None
    return Fee(
        amount=reais(details.fee_cents),
        note=details.fee_note,
        code=_code(details, pair),
        paid_at=registration.paid_at if registration else None,
    )


def _code(details: Details, pair: Pair) -> str:
    """The Pix text. Its identifier lets the organiser see which pair a payment belongs to."""
    if not (details.pix_key and details.pix_name and details.pix_city):
        return ""
    return pix.brcode(
        key=details.pix_key,
        name=details.pix_name,
        city=details.pix_city,
        cents=details.fee_cents,
        txid=f"{pair.event_id}x{pair.code}",
    )


def mark_paid(event: Event, pair: Pair, *, paid: bool, by: User) -> bool | Refusal:
    """Mark the fee as paid or not; True if that changed anything. A second press changes nothing and logs nothing.

    A refusal if the event was archived.
    """
    with transaction.atomic():
        if isinstance(event_or_refusal := locked(event), Refusal):
            return event_or_refusal
        registration, _is_new = Registration.objects.get_or_create(pair=pair)
        if (registration.paid_at is not None) == paid:
            return False
        registration.paid_at = timezone.now() if paid else None
        registration.paid_marked_by = by if paid else None
        registration.save(update_fields=["paid_at", "paid_marked_by"])
        action = PaymentMarked(registration=registration.pk) if paid else PaymentTakenBack(registration=registration.pk)
        record(action, actor=by, event=event)
    return True
