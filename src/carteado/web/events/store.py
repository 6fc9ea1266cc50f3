"""Events in the database: versions of what was decided and operations of the championship, each appended exactly once.

Whoever writes the next number first has done it. Everybody else is told, with what is there now; nothing is overwritten
and nothing is lost. All of it happens in one transaction with its entry in the log.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import takewhile
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from carteado.record import Node
from carteado.regulation import Refusal, out_of_order
from carteado.tournament.championship import Championship
from carteado.tournament.codec import from_json, tag, to_json
from carteado.tournament.operations import (
    Announce,
    AnyOperation,
    CallMatch,
    ChangeEntry,
    ChangeRules,
    Confirm,
    Correct,
    Dispute,
    MarkTime,
    OfferForms,
    OpenEntry,
    Operation,
    StartMatch,
    Submit,
    WalkOver,
)
from carteado.tournament.people import Person, PersonId
from carteado.tournament.running import apply, fold, refusal
from carteado.web.events import models
from carteado.web.events import room_for_pairs as places
from carteado.web.events.details import Details, read_details
from carteado.web.events.formats import is_drawn_by_lot
from carteado.web.events.list_columns import take_over_details, take_over_results
from carteado.web.events.models import Event, Stage
from carteado.web.events.readiness import Missing, lost
from carteado.web.history.reading import record
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.push import topics
from carteado.web.log.action import EventCreated, EventEdited, EventPublished, OperationDone
from carteado.web.people.models import Membership, User
from carteado.web.people.public_names import shown_name
from carteado.web.registrations.eligibility_facts import people_of

RESERVED_SLUGS = frozenset({"novo"})
"""Words that an address of the site has in the place of an event."""


class Stale(NamedTuple):
    """Somebody was first: the number that is current now."""

    current: int


class Incomplete(NamedTuple):
    """Everybody can see the event, and it would lack what it was published with."""

    lost: list[Missing]


# --- what was decided ---------------------------------------------------------------------------------------------


def create(details: Details, *, by: User, form: UUID | None = None) -> Event:
    """A draft, with its author as the first organiser. A form that was sent twice finds the event that it began."""
    try:
        return _begun_by(form, by) or _create(details, by, form)
    except IntegrityError:  # the same form at the same moment, an event of the same name, or another's form
        return _begun_by(form, by) or _create(details, by, None)


def _begun_by(form: UUID | None, user: User) -> Event | None:
    return None if form is None else Event.objects.filter(form=form, memberships__user=user).first()


def _create(details: Details, by: User, form: UUID | None) -> Event:
    with transaction.atomic():
        event = Event(form=form, slug=free_slug(details.name), created_at=timezone.now())
        take_over_details(event, details)
        event.save()
        Membership.objects.create(event=event, user=by, role=Role.ORGANISER)
        _write_version(event, details, by)
        record(EventCreated(regulation=details.regulation), actor=by, event=event)
    return event


def details_of(event: Event) -> Details:
    return details_at(event, event.version)


def details_at(event: Event, version: int) -> Details:
    return read_details(event.versions.get(number=version).details)


def locked(event: Event) -> Event | Refusal:
    """The event as it is now, for whoever changes something of it to the end of the transaction; not one that a
    colleague has archived since the form was shown."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    return event if event.archived_at is None else out_of_order("event_is_archived")


def save_details(
    event: Event, details: Details, *, expected: int, step: str, by: User, why: str = ""
) -> Event | Stale | Incomplete | Refusal:
    """The next version, if ``expected`` is still the current one. Saying the same twice is saying it once.

    Of a published event, what the championship depends on changes by its operations, which may refuse; and nothing
    that publishing needs is taken away.
    """
    with transaction.atomic():
        now = locked(event)
        if isinstance(now, Refusal):
            return now
        event, before = now, details_of(now)
        if details == before:
            return event
        if event.version != expected:
            return Stale(event.version)
        if not event.is_draft and (missing := lost(before, details, now=timezone.now())):
            return Incomplete(missing)
        if not event.is_draft and (refused := _change_published(event, before, details, by, why)):
            transaction.set_rollback(True)
            return refused
        take_over_details(event, details)
        if not event.is_draft:
            event.entering = places.entering(event, championship_of(event))
        _write_version(event, details, by)
        record(EventEdited(step=step, version=event.version), actor=by, event=event)
        if not event.is_draft:
            topics.changed("evento", event.slug)
    return event


def publish(event: Event, *, expected: int, by: User) -> Event | Stale:
    """Shows the event to everybody, as the current version has it. Publishing twice is publishing once."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        if not event.is_draft:
            return event
        if event.version != expected:
            return Stale(event.version)
        event.stage, event.published_at, event.published_version = Stage.PUBLISHED, timezone.now(), event.version
        event.save()
        record(EventPublished(version=event.version), actor=by, event=event)
        for operation in _opening_operations(details_of(event), by):
            _write_operation(event, apply(championship_of(event), operation), operation, by)
    return event


def _opening_operations(details: Details, by: User) -> Iterator[Operation]:
    """What the championship is told as soon as everybody can see it: its dates, and what a lot may choose from."""
    name, now = author(by), timezone.now()
    yield Announce(by=name, at=now, settings=details.settings)
    if details.forms and is_drawn_by_lot(details.rules):
        yield OfferForms(by=name, at=now, forms=details.forms)


def _write_version(event: Event, details: Details, by: User) -> None:
    event.version += 1
    event.save()
    models.Version.objects.create(event=event, number=event.version, details=to_json(details), by=by)


def free_slug(name: str) -> str:
    base = slugify(name)[:50].strip("-") or "evento"
    taken = {*RESERVED_SLUGS, *Event.objects.filter(slug__startswith=base).values_list("slug", flat=True)}
    numbered = (f"{base}-{number}" for number in range(2, len(taken) + 3))
    return base if base not in taken else next(slug for slug in numbered if slug not in taken)


def _change_published(event: Event, before: Details, after: Details, by: User, why: str) -> Refusal | None:
    """Moves dates by notice and rules by a new version of the regulation; what was drawn is no longer chosen."""
    championship = championship_of(event)
    if after.regulation != before.regulation:
        return out_of_order("rules_are_fixed")
    if (after.stages, after.forms) != (before.stages, before.forms) and championship.plan.stages:
        return out_of_order("draw_held_already")
    now, name = timezone.now(), author(by)
    moved = after.settings != before.settings
    if moved and (refused := _append(event, Announce(by=name, at=now, settings=after.settings), by)):
        return refused
    offered = after.forms != before.forms
    if offered and (refused := _append(event, OfferForms(by=name, at=now, forms=after.forms), by)):
        return refused
    if changed := _changed_rules(before, after):
        return _append(event, ChangeRules(by=name, at=now, changes=changed, why=why), by)
    return None


def _changed_rules(before: Details, after: Details) -> tuple[tuple[str, object], ...]:
    """What is set anew; a change taken back is set to what the regulation has."""
    old, new = dict(before.changes), dict(after.changes)
    original = {entry.key: entry.value for entry in replace(before, changes=()).rules.entries()}
    back = {key: to_json(original[key]) for key in old if key not in new}
    return tuple({**{key: value for key, value in new.items() if old.get(key) != value}, **back}.items())


# --- the championship ---------------------------------------------------------------------------------------------


def append(
    event: Event, operation: Operation, *, by: User | None, expected: int | None = None
) -> Championship | Stale | Refusal:
    """The championship after the operation, which is committed. ``expected`` is the number of operations that the
    person saw; a form sent twice finds its own operation there and is content."""
    return append_all(event, [operation], by=by, expected=expected)


def append_all(
    event: Event, operations: Sequence[Operation], *, by: User | None, expected: int | None = None
) -> Championship | Stale | Refusal:
    """Like ``append``, for operations that are done together or not at all."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        if expected is not None and event.seq != expected:
            if all(_is_there(event, expected + place, one) for place, one in enumerate(operations, start=1)):
                return championship_of(event)
            return Stale(event.seq)
        championship, people = championship_of(event), _people_for(event, operations)
        for operation in operations:
            after = _appended(event, championship, operation, by, people)
            if isinstance(after, Refusal):
                transaction.set_rollback(True)
                return after
            championship = after
        return championship


def _append(event: Event, operation: Operation, by: User | None) -> Refusal | None:
    after = _appended(event, championship_of(event), operation, by, _people_for(event, [operation]))
    return after if isinstance(after, Refusal) else None


def _appended(
    event: Event, championship: Championship, operation: Operation, by: User | None, people: Mapping[PersonId, Person]
) -> Championship | Refusal:
    """The championship with one operation more. What is known of people is asked where an entry is judged, and is never
    among the operations."""
    if event.archived_at is not None:
        return out_of_order("event_is_archived")
    judges_people = isinstance(operation, OpenEntry | ChangeEntry)
    if refused := refusal(replace(championship, people=people) if judges_people else championship, operation):
        return refused
    if isinstance(operation, OpenEntry) and (refused := places.why_full(event, championship)):
        return refused
    after = apply(championship, operation)
    _write_operation(event, after, operation, by)
    return after


def _people_for(event: Event, operations: Iterable[Operation]) -> Mapping[PersonId, Person]:
    return people_of(event) if any(isinstance(one, OpenEntry | ChangeEntry) for one in operations) else {}


def _write_operation(event: Event, after: Championship, operation: Operation, by: User | None) -> None:
    document = to_json(operation, tagged=True)
    event.seq, event.chain = event.seq + 1, linked(event.chain, document)
    take_over_results(event, after)
    event.save()
    models.Operation.objects.create(event=event, seq=event.seq, document=document, at=operation.at, by=by)
    record(OperationDone(kind=tag(type(operation)), seq=event.seq), actor=by, event=event)
    remember(event, after)
    topics.changed("evento", event.slug)


def _is_there(event: Event, seq: int, operation: Operation) -> bool:
    row = event.operations.filter(seq=seq).first()
    return row is not None and _but_for_time(row.document) == _but_for_time(to_json(operation, tagged=True))


def _but_for_time(document: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in document.items() if name != "at"}


# --- as it is known -----------------------------------------------------------------------------------------------


def championship_of(event: Event) -> Championship:
    """The fold of the event's operations. What is remembered is only continued, if it leads to where the event is."""
    known = _championships.get(event.pk)
    if known is None or known.published != event.published_version or known.seq > event.seq:
        known = _at_the_opening(event)
    added = _added_since(known, event)
    if reduce(linked, added, known.chain) != event.chain:
        # Not what was remembered: a backup was put in its place, or somebody is forgotten.
        forget(event.pk)
        known = _at_the_opening(event)
        added = _added_since(known, event)
    championship = fold(known.championship, (from_json(AnyOperation, Node(document)) for document in added))
    if added or event.pk not in _championships:
        remember(event, championship)
    return championship


def shown_to_all(event: Event) -> Championship:
    """The championship as everybody may see it: under an embargo, as it stood before the first card."""
    championship = championship_of(event)
    if not event.is_embargoed or championship.opening is None:
        return championship
    before = tuple(takewhile(lambda one: not isinstance(one, OF_MATCHES), championship.log))
    known = _before_play.get(event.pk)
    if known is None or known.log != before:
        known = _before_play[event.pk] = fold(championship.opening, before)
    return known


OF_MATCHES = (CallMatch, StartMatch, MarkTime, Submit, Confirm, Dispute, Correct, WalkOver)
"""What is done at tables, and tells how it went there."""
_before_play: dict[int, Championship] = {}


def _at_the_opening(event: Event) -> "_Remembered":
    return _Remembered(event.published_version, 0, "", opening_of(event))


def opening_of(event: Event) -> Championship:
    """Before anything was done."""
    number = event.published_version or event.version
    return Championship(event=event.slug, regulation=read_details(event.versions.get(number=number).details).rules)


def _added_since(known: "_Remembered", event: Event) -> list[Mapping[str, object]]:
    """The operations that came after what is remembered, as documents."""
    if known.seq == event.seq:
        return []
    rows = event.operations.filter(seq__gt=known.seq, seq__lte=event.seq).order_by("seq")
    return list(rows.values_list("document", flat=True))


def linked(chain: str, document: Mapping[str, object]) -> str:
    """The chain with one operation more; databases keep the fields of a document in an order of their own."""
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(f"{chain}|{text}".encode()).hexdigest()


# --- what is remembered -------------------------------------------------------------------------------------------


class _Remembered(NamedTuple):
    published: int | None
    seq: int
    chain: str
    championship: Championship


_MOST_REMEMBERED = 64
_championships: dict[int, _Remembered] = {}


def remember(event: Event, championship: Championship) -> None:
    """Once it is committed: what is rolled back was never so."""
    remembered = _Remembered(event.published_version, event.seq, event.chain, championship)
    transaction.on_commit(partial(_keep, event.pk, remembered))


def _keep(event: int, remembered: _Remembered) -> None:
    _championships.pop(event, None)
    _championships[event] = remembered
    for oldest in tuple(_championships)[:-_MOST_REMEMBERED]:
        _championships.pop(oldest, None)


def forget(event: int) -> None:
    """What is remembered of an event; it is worked out again when somebody asks."""
    _championships.pop(event, None)
    _before_play.pop(event, None)


# --- how it names people ------------------------------------------------------------------------------------------


def names_of(event: Event) -> dict[str, str]:
    """The pairs' names by their codes, in the language of the page."""
    return {code: shown_name(name) for code, name in event.pairs_named.values_list("code", "name")}


def author(user: User | None) -> str:
    """How operations name who acts: by number, because they outlive the name."""
    return f"user:{user.pk}" if user else "system"
