"""Storage of events: versions of what was decided and operations of the championship, each appended exactly once.

Writers lock the event, so that no two take the same number, and nothing is overwritten or lost. A writer may say which
number it expects to be the latest. If another was faster, it gets ``Stale`` with the number now; without an expected
number its operation follows the other's. Each write is one transaction together with its log entry.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial, reduce
from itertools import takewhile
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from carteado.record import Node
from carteado.regulation import Refusal, out_of_order
from carteado.tournament.files.codec import from_json, tag, to_json
from carteado.tournament.operations import (
    Announce,
    AnyOperation,
    ChangeEntry,
    ChangeRules,
    HoldDraw,
    OfferForms,
    OpenEntry,
    Operation,
    Settle,
)
from carteado.tournament.registrations.people import Person, PersonId
from carteado.tournament.running.dispatch import apply, fold, in_force, refusal
from carteado.tournament.running.withholding import AT_TABLES, NOTICES
from carteado.tournament.state.championship import Championship
from carteado.web.events import delays, models
from carteado.web.events import room_for_pairs as places
from carteado.web.events.delays import Delays, behind_delays
from carteado.web.events.details import Details, read_details
from carteado.web.events.formats import is_drawn_by_lot
from carteado.web.events.list_columns import copy_details_to_columns, copy_results_to_columns
from carteado.web.events.log_actions import EventCreated, EventEdited, EventPublished, OperationDone
from carteado.web.events.models import Event, Stage
from carteado.web.events.readiness import Missing, newly_missing
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.push import topics
from carteado.web.log.action import Action
from carteado.web.log.recording import record
from carteado.web.people.models import Membership, User
from carteado.web.people.public_names import shown_name

RESERVED_SLUGS = frozenset({"novo"})
"""Words that the site uses as addresses in the place of an event's slug."""


EligibilityFacts = Callable[[Event], Mapping[PersonId, Person]]


def _no_facts(_event: Event) -> Mapping[PersonId, Person]:
    return {}


ELIGIBILITY_FACTS: list[EligibilityFacts] = [_no_facts]
"""One slot, filled by ``EntriesConfig.ready``: what is known of an event's people, by their codes, read under the
event's lock."""


Listener = Callable[[Event, Championship], None]
LISTENERS: list[Listener] = []
"""Filled by ``EntriesConfig.ready``: called after the commit of each operation, with the championship after it."""
JUDGES_PEOPLE = (OpenEntry, ChangeEntry, Settle, HoldDraw)
"""Operations that depend on facts about people: who may enter, and whether they accepted what they must."""


class Stale(NamedTuple):
    """Another writer was first. ``current`` is the number now: of the latest version, or of the latest operation."""

    current: int


class Incomplete(NamedTuple):
    """The change would leave a published event without something that publishing requires."""

    newly_missing: list[Missing]


# --- versions of the details --------------------------------------------------------------------------------------


def create(details: Details, *, by: User, form: UUID | None = None) -> Event:
    """Create a draft with its author as first organiser. A form sent twice finds the event that it created.

    ``form`` is the id of the form, None if no form created the event.
    """
    try:
        return _created_by_form(form, by) or _create(details, by, form)
    except IntegrityError:  # the same form at the same moment, an event of the same name, or another author's form
        return _created_by_form(form, by) or _create(details, by, None)


def _created_by_form(form: UUID | None, user: User) -> Event | None:
    """The event that this form created before, if the user is in its team."""
    return None if form is None else Event.objects.filter(form=form, memberships__user=user).first()


def _create(details: Details, by: User, form: UUID | None) -> Event:
    with transaction.atomic():
        event = Event(form=form, slug=free_slug(details.name), created_at=timezone.now())
        copy_details_to_columns(event, details)
        event.save()
        Membership.objects.create(event=event, user=by, role=Role.ORGANISER)
        _write_version(event, details, by)
        record(EventCreated(regulation=details.regulation), actor=by, event=event)
    return event


def details_of(event: Event) -> Details:
    """The details as last saved."""
    return details_at(event, event.version)


def details_at(event: Event, version: int) -> Details:
    return read_details(event.versions.get(number=version).details)


def locked(event: Event) -> Event | Refusal:
    """Lock the event until the end of the transaction and return it as it is now. Refuse if a colleague has archived it
    since the form was shown."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    return event if event.archived_at is None else out_of_order("event_is_archived")


def save_details(
    event: Event, details: Details, *, expected: int, step: str, by: User, why: str = ""
) -> Event | Stale | Incomplete | Refusal:
    """Save the next version, if ``expected`` is still the current one. Saving the same details again changes nothing.

    Returns the event as it is then. ``step`` is the step of the wizard for the log, ``why`` a reason that the public
    reads with changed dates and rules. In a published event, changes that concern the championship are made by
    operations, which it may refuse. Nothing that publishing requires can be removed.
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
        if not event.is_draft and (missing := newly_missing(before, details, now=timezone.now())):
            return Incomplete(missing)
        if not event.is_draft and (refused := _change_published(event, before, details, by, why)):
            transaction.set_rollback(True)
            return refused
        copy_details_to_columns(event, details)
        if not event.is_draft:
            event.entering = places.entering(event, championship_of(event))
        _write_version(event, details, by)
        record(EventEdited(step=step, version=event.version), actor=by, event=event)
        if not event.is_draft:
            topics.changed("evento", event.slug)
    return event


def publish(event: Event, *, expected: int, by: User) -> Event | Stale:
    """Publish the current version, which the caller has found complete. Publishing twice changes nothing."""
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
    """The first operations after publishing: the event's dates, and the forms that a lot may choose from."""
    name, now = author(by), timezone.now()
    yield Announce(by=name, at=now, settings=details.announced)
    if details.forms and is_drawn_by_lot(details.rules):
        yield OfferForms(by=name, at=now, forms=details.forms)


def _write_version(event: Event, details: Details, by: User) -> None:
    event.version += 1
    event.save()
    models.Version.objects.create(event=event, number=event.version, details=to_json(details), by=by)


def free_slug(name: str) -> str:
    """A slug for the name that no event has and no address of the site uses."""
    base = slugify(name)[:50].strip("-") or "evento"
    taken = {*RESERVED_SLUGS, *Event.objects.filter(slug__startswith=base).values_list("slug", flat=True)}
    numbered = (f"{base}-{number}" for number in range(2, len(taken) + 3))
    return base if base not in taken else next(slug for slug in numbered if slug not in taken)


def _change_published(event: Event, before: Details, after: Details, by: User, why: str) -> Refusal | None:
    """Announce changed dates, formats to draw from and rules to the championship. The format is fixed once it is
    settled with the pairs. Until then the championship does not know it, and no operation announces it."""
    championship = championship_of(event)
    if after.regulation != before.regulation:
        return out_of_order("rules_are_fixed")
    if (after.stages, after.forms) != (before.stages, before.forms) and championship.plan.stages:
        return out_of_order("draw_held_already")
    now, name = timezone.now(), author(by)
    moved = after.announced != before.announced
    if moved and (refused := _append(event, Announce(by=name, at=now, settings=after.announced, why=why), by)):
        return refused
    offered = after.forms != before.forms
    if offered and (refused := _append(event, OfferForms(by=name, at=now, forms=after.forms), by)):
        return refused
    if changed := _changed_rules(before, after):
        return _append(event, ChangeRules(by=name, at=now, changes=changed, why=why), by)
    return None


def _changed_rules(before: Details, after: Details) -> tuple[tuple[str, object], ...]:
    """The rules by which the two versions differ, by key, with the values after. A rule that no longer differs from
    the regulation gets the regulation's value back."""
    old, new = dict(before.changes), dict(after.changes)
    original = {entry.key: entry.value for entry in replace(before, changes=()).rules.entries()}
    back = {key: to_json(original[key]) for key in old if key not in new}
    return tuple({**{key: value for key, value in new.items() if old.get(key) != value}, **back}.items())


# --- the championship ---------------------------------------------------------------------------------------------


def append(
    event: Event, operation: Operation, *, by: User | None, expected: int | None = None
) -> Championship | Stale | Refusal:
    """Append an operation, commit, and return the championship after it.

    ``by`` is None for a person without an account. ``expected`` is the number of operations that the person had seen,
    None if it does not matter what others did meanwhile. If a form is sent twice, its operation is found at the next
    number, and that counts as success.
    """
    return append_all(event, [operation], by=by, expected=expected)


def append_all(
    event: Event, operations: Sequence[Operation], *, by: User | None, expected: int | None = None
) -> Championship | Stale | Refusal:
    """Like ``append``, for operations that are appended together or not at all."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        if expected is not None and event.seq != expected:
            if all(_is_appended_as(event, expected + place, one) for place, one in enumerate(operations, start=1)):
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
    """Append an operation in the caller's transaction, to the event that the caller has locked."""
    after = _appended(event, championship_of(event), operation, by, _people_for(event, [operation]))
    return after if isinstance(after, Refusal) else None


def _appended(
    event: Event, championship: Championship, operation: Operation, by: User | None, people: Mapping[PersonId, Person]
) -> Championship | Refusal:
    """Write one more operation, and return the championship after it.

    ``people`` are what ``_people_for`` gave: the operation is judged with them, but they never become part of the
    championship.
    """
    if event.archived_at is not None:
        return out_of_order("event_is_archived")
    judges_people = isinstance(operation, JUDGES_PEOPLE)
    if refused := refusal(replace(championship, people=people) if judges_people else championship, operation):
        return refused
    if isinstance(operation, OpenEntry) and (refused := places.refusal_if_full(event, championship)):
        return refused
    after = apply(championship, operation)
    _write_operation(event, after, operation, by)
    return after


def _people_for(event: Event, operations: Iterable[Operation]) -> Mapping[PersonId, Person]:
    """Facts about the event's people, loaded only if one of the operations is judged with them."""
    judges_people = any(isinstance(one, JUDGES_PEOPLE) for one in operations)
    return ELIGIBILITY_FACTS[0](event) if judges_people else {}


def _write_operation(event: Event, after: Championship, operation: Operation, by: User | None) -> None:
    """Store an operation that the championship accepted, ``after`` being the championship with it.

    The caller has locked the event. Open pages learn of it, and ``LISTENERS`` are called, once it is committed.
    """
    document = to_json(operation, tagged=True)
    event.seq, event.chain = event.seq + 1, next_chain_hash(event.chain, document)
    record(OperationDone(kind=tag(type(operation)), seq=event.seq), actor=by, event=event)
    copy_results_to_columns(event, after, behind_delays(event, after, timezone.now()))
    event.save()
    models.Operation.objects.create(event=event, seq=event.seq, document=document, at=operation.at, by=by)
    remember(event, after)
    topics.changed("evento", event.slug)
    for listener in LISTENERS:
        transaction.on_commit(partial(listener, event, after))


def _is_appended_as(event: Event, seq: int, operation: Operation) -> bool:
    """True if this operation has that number. Its time does not count: it is that of the request."""
    row = event.operations.filter(seq=seq).first()
    return row is not None and _without_time(row.document) == _without_time(to_json(operation, tagged=True))


def _without_time(document: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in document.items() if name != "at"}


# --- folding the operations ---------------------------------------------------------------------------------------


def championship_of(event: Event) -> Championship:
    """The championship, folded from the event's operations. A cached one is continued only if its hash chain leads to
    the event's."""
    known = _championships.get(event.pk)
    if known is None or known.published != event.published_version or known.seq > event.seq:
        known = _at_the_opening(event)
    added = _added_since(known, event)
    if reduce(next_chain_hash, added, known.chain) != event.chain:
        # The cached one is outdated: a backup was restored, or a person was erased.
        forget(event.pk)
        known = _at_the_opening(event)
        added = _added_since(known, event)
    championship = fold(known.championship, (from_json(AnyOperation, Node(document)) for document in added))
    if added or event.pk not in _championships:
        remember(event, championship)
    return championship


def shown_to_all(event: Event) -> Championship:
    """The championship as the public may see it: behind its delays.

    Under an embargo it is the one from before the first operation at a table, with the later ``NOTICES``: dates,
    hours, and whether the event goes on. A delay withholds none of these.
    """
    championship = championship_of(event)
    if not event.is_embargoed or championship.opening is None:  # without an opening there is no operation yet
        return behind_delays(event, championship, timezone.now())
    before = tuple(takewhile(lambda one: not isinstance(one, AT_TABLES), championship.log))
    since_play = in_force(championship.log)[len(in_force(before)) :]
    notices = tuple(one for one in since_play if isinstance(one, NOTICES))
    known = _before_play.get(event.pk)
    if known is None or known.log[: len(before)] != before or _notices.get(event.pk) != notices:
        known = _before_play[event.pk] = _with_notices(fold(championship.opening, before), notices)
        _notices[event.pk] = notices
    return known


def _with_notices(before_play: Championship, notices: Sequence[Operation]) -> Championship:
    """Add the notices to a championship from before the first card. A notice that is refused there is left out."""
    for one in notices:
        if refusal(before_play, one) is None:
            before_play = apply(before_play, one)
    return before_play


_before_play: dict[int, Championship] = {}
"""Cache of the championships that the public sees under an embargo, by event."""
_notices: dict[int, tuple[Operation, ...]] = {}
"""The notices that the championship in ``_before_play`` contains, by event."""


def change_delays(event: Event, change: Callable[[Delays], Delays], *, action: Action, by: User) -> Event | Refusal:
    """Change the event's delays. ``action`` is logged, unless the change has no effect."""
    with transaction.atomic():
        current = locked(event)
        if isinstance(current, Refusal):
            return current
        now, before = timezone.now(), delays.delays_of(current)
        after = change(before)
        if after != before:
            current.delays = before.changed_to(after, now).document()
            championship = championship_of(current)
            copy_results_to_columns(current, championship, behind_delays(current, championship, now))
            current.save()
            record(action, actor=by, event=current)
            topics.changed("evento", current.slug)
    return current


def forget_earlier_delays(event: Event, now: datetime) -> None:
    """Delete the earlier delays that no longer withhold anything.

    If the delays were changed meanwhile, nothing is done: that change has deleted them too.
    """
    document = delays.delays_of(event).at(now).document()
    if document != event.delays:
        Event.objects.filter(pk=event.pk, delays=event.delays).update(delays=document)


def refresh_known_columns(event: Event) -> None:
    """Copy to the columns what the public may know by now, because a delay has ended."""
    championship = championship_of(event)
    before = event.stage, event.headline
    copy_results_to_columns(event, championship, behind_delays(event, championship, timezone.now()))
    if (event.stage, event.headline) == before:
        return
    # Another request may have changed the event meanwhile. It has then updated the columns, too.
    same = Event.objects.filter(pk=event.pk, seq=event.seq, version=event.version)
    same.update(stage=event.stage, headline=event.headline)


def _at_the_opening(event: Event) -> "_Remembered":
    return _Remembered(event.published_version, 0, "", opening_of(event))


def opening_of(event: Event) -> Championship:
    """The championship before any operation."""
    number = event.published_version or event.version
    return Championship(event=event.slug, regulation=read_details(event.versions.get(number=number).details).rules)


def _added_since(known: "_Remembered", event: Event) -> list[Mapping[str, object]]:
    """The documents of operations that came after the cached state."""
    if known.seq == event.seq:
        return []
    rows = event.operations.filter(seq__gt=known.seq, seq__lte=event.seq).order_by("seq")
    return list(rows.values_list("document", flat=True))


def next_chain_hash(chain: str, document: Mapping[str, object]) -> str:
    """The hash chain after one more operation. Keys are sorted, because databases order the fields of a document
    differently."""
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(f"{chain}|{text}".encode()).hexdigest()


# --- the cache ----------------------------------------------------------------------------------------------------


class _Remembered(NamedTuple):
    """A championship after ``seq`` operations. It is outdated if the event was published with another version, or if
    its operations no longer give ``chain``."""

    published: int | None
    seq: int
    chain: str
    championship: Championship


_MOST_REMEMBERED = 64
_championships: dict[int, _Remembered] = {}
"""By event. The ones remembered last come last."""


def remember(event: Event, championship: Championship) -> None:
    """Cache the championship once the transaction is committed. A rollback must leave no trace."""
    remembered = _Remembered(event.published_version, event.seq, event.chain, championship)
    transaction.on_commit(partial(_cache, event.pk, remembered))


def _cache(event: int, remembered: _Remembered) -> None:
    _championships.pop(event, None)
    _championships[event] = remembered
    for oldest in tuple(_championships)[:-_MOST_REMEMBERED]:
        _championships.pop(oldest, None)


def forget(event: int) -> None:
    """Remove all that is cached of an event. Its championship is folded again when it is next needed."""
    _championships.pop(event, None)
    _before_play.pop(event, None)
    _notices.pop(event, None)
    delays.forget(event)


# --- names --------------------------------------------------------------------------------------------------------


def names_of(event: Event) -> dict[str, str]:
    """Names of the pairs by their codes. What stands for an erased name is in the language of the page."""
    return {code: shown_name(name) for code, name in event.pairs_named.values_list("code", "name")}


def author(user: User | None) -> str:
    """How operations name their author: by number, because operations outlive the name. Without an account it is
    ``system``."""
    return f"user:{user.pk}" if user else "system"
