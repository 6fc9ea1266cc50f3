"""The secret of a draw: made at the announcement, stored encrypted, published when the draw is held.

A draw keeps its secret for as long as it is unknown. Settling the field again and announcing the draw again publishes
the same commitment. A new secret is made only after a draw that was held and undone, to replace a wrong announcement,
or if no key of this server decrypts the old one.
"""

from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.utils import timezone

from carteado.fair import DRAW_FORMAT, commitment, new_seed
from carteado.regulation import Refusal
from carteado.tournament.operations import CommitDraw, HoldDraw
from carteado.tournament.state.championship import Championship
from carteado.web.draw.models import DrawSecret
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import User


class Hindrance(StrEnum):
    """Reasons of the site for not holding a draw. The regulation may have others."""

    LOST = "lost"
    """No key of this server decrypts the secret, or it was never stored here."""
    TOO_EARLY = "too_early"
    """The announced time has not come."""
    KNOWN = "known"
    """The draw was held with this secret and undone, so the person who chooses the entropy would know the result."""


def commit(
    event: Event, draw: str, *, entropy_from: str, planned_at: datetime, by: User, expected: int, why: str = ""
) -> Championship | store.Stale | Refusal:
    """Announce a draw: publish the hash of its secret, which is made and stored encrypted in the same transaction.

    ``expected`` is the number of operations that the page knew. ``why`` is the reason for replacing an earlier
    announcement with a new secret; "" for a first one. A form sent twice announces once.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        sealed = event.draw_secrets.filter(draw=draw).first()
        if event.seq == expected:
            sealed = _announced(event, draw, sealed, entropy_from, planned_at, is_new=bool(why))
        # otherwise something was done meanwhile; if that was this very form, ``append`` finds its operation
        if sealed is None or not sealed.secret or not _is_same_announcement(sealed, entropy_from, planned_at):
            return store.Stale(event.seq)
        published = commitment(f"{DRAW_FORMAT}|{event.slug}|{draw}", bytes.fromhex(sealed.secret))
        operation = CommitDraw(by=store.author(by), at=timezone.now(), draw=draw, commitment=published, why=why)
        result = store.append(event, operation, by=by, expected=expected)
        if not isinstance(result, Championship):
            transaction.set_rollback(True)
        return result


def _is_same_announcement(sealed: DrawSecret, entropy_from: str, planned_at: datetime) -> bool:
    return (sealed.entropy_from, sealed.planned_at) == (entropy_from, planned_at)


def _announced(
    event: Event, draw: str, sealed: DrawSecret | None, entropy_from: str, planned_at: datetime, *, is_new: bool
) -> DrawSecret:
    """Store the announcement. The secret stays unless it ``is_new`` on purpose, cannot be decrypted, or is known."""
    if sealed is None:
        sealed = DrawSecret(event=event, draw=draw)
    if is_new or not sealed.secret or is_known(store.championship_of(event), draw, sealed.secret):
        sealed.secret = new_seed().hex()
    sealed.entropy_from, sealed.planned_at = entropy_from, planned_at
    sealed.save()
    return sealed


def hold(
    event: Event, draw: str, *, entropy: str, by: User, expected: int
) -> Championship | store.Stale | Refusal | Hindrance:
    """Hold the draw with the stored secret and the public entropy. The operation publishes the secret: everybody can
    repeat the draw."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        sealed = event.draw_secrets.filter(draw=draw).first()
        hindrance = hindrance_to(store.championship_of(event), sealed)
        if sealed is None or hindrance is not None:
            return hindrance or Hindrance.LOST
        operation = HoldDraw(by=store.author(by), at=timezone.now(), draw=draw, secret=sealed.secret, entropy=entropy)
        return store.append(event, operation, by=by, expected=expected)


def hindrance_to(championship: Championship, sealed: DrawSecret | None) -> Hindrance | None:
    """Why the site cannot hold an announced draw. For a draw already held, the championship has its own refusals."""
    if sealed is None or not sealed.secret:  # a secret that cannot be decrypted reads as ""
        return Hindrance.LOST
    if sealed.draw in championship.draws:
        return None
    if is_known(championship, sealed.draw, sealed.secret):
        return Hindrance.KNOWN
    return Hindrance.TOO_EARLY if sealed.planned_at and timezone.now() < sealed.planned_at else None


def is_known(championship: Championship, draw: str, secret: str) -> bool:
    """True if the draw was ever held with this secret, even if that was undone."""
    return any(isinstance(one, HoldDraw) and (one.draw, one.secret) == (draw, secret) for one in championship.log)
