"""The secret of a draw: made when the draw is announced, sealed until it is held, and seen by nobody before.

A draw has one secret for as long as nobody knows it. Whoever settles the field anew and announces the draw again
publishes the same commitment; only after a draw that was held and taken back, or in the place of an announcement that
was wrong, is there another.
"""

from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.utils import timezone

from carteado.fair import DRAW_FORMAT, commitment, new_seed
from carteado.regulation import Refusal
from carteado.tournament.championship import Championship
from carteado.tournament.operations import CommitDraw, HoldDraw
from carteado.web.draw.models import DrawSecret
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import User


class Hindrance(StrEnum):
    """Why the site itself cannot hold a draw, whatever the regulation says."""

    LOST = "lost"
    """No key of this server opens the secret, or it was never here."""
    TOO_EARLY = "too_early"
    """The hour that was announced has not come."""
    KNOWN = "known"
    """It was held with this secret and taken back: whoever chooses the entropy now knows what comes out."""


def commit(
    event: Event, draw: str, *, entropy_from: str, planned_at: datetime, by: User, expected: int, why: str = ""
) -> Championship | store.Stale | Refusal:
    """Publishes the hash of a secret that is made and sealed in the same transaction. A form sent twice finds it.
    ``why`` says what was wrong with the announcement whose place it takes."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        sealed = event.draw_secrets.filter(draw=draw).first()
        if event.seq == expected:
            sealed = _announced(event, draw, sealed, entropy_from, planned_at, is_new=bool(why))
        if sealed is None or not sealed.secret or not _says(sealed, entropy_from, planned_at):
            return store.Stale(event.seq)
        published = commitment(f"{DRAW_FORMAT}|{event.slug}|{draw}", bytes.fromhex(sealed.secret))
        operation = CommitDraw(by=store.author(by), at=timezone.now(), draw=draw, commitment=published, why=why)
        result = store.append(event, operation, by=by, expected=expected)
        if not isinstance(result, Championship):
            transaction.set_rollback(True)
        return result


def _says(sealed: DrawSecret, entropy_from: str, planned_at: datetime) -> bool:
    return (sealed.entropy_from, sealed.planned_at) == (entropy_from, planned_at)


def _announced(
    event: Event, draw: str, sealed: DrawSecret | None, entropy_from: str, planned_at: datetime, *, is_new: bool
) -> DrawSecret:
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
    """Draws from the sealed secret and what everybody saw; from now on the secret is everybody's."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        sealed = event.draw_secrets.filter(draw=draw).first()
        hindrance = hindrance_to(store.championship_of(event), sealed)
        if sealed is None or hindrance is not None:
            return hindrance or Hindrance.LOST
        operation = HoldDraw(by=store.author(by), at=timezone.now(), draw=draw, secret=sealed.secret, entropy=entropy)
        return store.append(event, operation, by=by, expected=expected)


def hindrance_to(championship: Championship, sealed: DrawSecret | None) -> Hindrance | None:
    """Of a draw that is announced and not held; one that was held is the championship's own matter."""
    if sealed is None or not sealed.secret:
        return Hindrance.LOST
    if sealed.draw in championship.draws:
        return None
    if is_known(championship, sealed.draw, sealed.secret):
        return Hindrance.KNOWN
    return Hindrance.TOO_EARLY if sealed.planned_at and timezone.now() < sealed.planned_at else None


def is_known(championship: Championship, draw: str, secret: str) -> bool:
    """Whether the draw was ever held with it, taken back or not."""
    return any(isinstance(one, HoldDraw) and (one.draw, one.secret) == (draw, secret) for one in championship.log)
