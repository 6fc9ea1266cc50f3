"""The fee of a pair: what it is, how it is paid, and whether the organiser has it."""

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
from carteado.web.history.reading import record
from carteado.web.log.action import PaymentMarked, PaymentTakenBack
from carteado.web.people.models import User
from carteado.web.registrations.models import Registration


@dataclass(frozen=True, slots=True, kw_only=True)
class Fee:
    """What ``entries/pix.html`` shows. ``code`` is the Pix to copy, where the organiser gave a key."""

    amount: str
    note: str
    code: str
    paid_at: datetime | None


def fee_of(details: Details, pair: Pair, registration: Registration | None) -> Fee | None:
    """None where nobody pays."""
    if not details.fee_cents:
        return None
    return Fee(
        amount=reais(details.fee_cents),
        note=details.fee_note,
        code=_code(details, pair),
        paid_at=registration.paid_at if registration else None,
    )


def _code(details: Details, pair: Pair) -> str:
    """The organiser sees by the identifier which pair a payment is of."""
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
    """Whether it was otherwise before: marked twice is marked once, and the log has it once."""
    with transaction.atomic():
        if isinstance(now := locked(event), Refusal):
            return now
        registration, _is_new = Registration.objects.get_or_create(pair=pair)
        if (registration.paid_at is not None) == paid:
            return False
        registration.paid_at = timezone.now() if paid else None
        registration.paid_marked_by = by if paid else None
        registration.save(update_fields=["paid_at", "paid_marked_by"])
        action = PaymentMarked(registration=registration.pk) if paid else PaymentTakenBack(registration=registration.pk)
        record(action, actor=by, event=event)
    return True
