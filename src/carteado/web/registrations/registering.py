"""Register a pair, and change its entry afterwards. Each change happens completely or not at all, and only once.

The pages are open to anybody with the link, so every writer locks the event first and reads the rows again. A page
carries what it was made from (the form's id, the number of steps, the link's secret), so that sending it twice does the
thing once, and an outdated one does nothing.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from carteado.regulation import Refusal, out_of_order
from carteado.tournament.operations import ChangeEntry, OpenEntry, Operation, WithdrawPair
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.acts import CONVOCATION_ANSWERS, FINAL, Actor, AnyChange, Enter, Role, Withdraw
from carteado.tournament.registrations.delegations import LineUp
from carteado.tournament.registrations.entries import Entry, refusal_to_join
from carteado.tournament.running.dispatch import refusal
from carteado.tournament.state.championship import Championship
from carteado.web.events import room_for_pairs as places
from carteado.web.events import store
from carteado.web.events.models import Event, Pair
from carteado.web.kit.push import topics
from carteado.web.log.models import LogEntry
from carteado.web.people.models import User
from carteado.web.registrations.consents import ConsentText, agree, record_confirmation
from carteado.web.registrations.eligibility_facts import people_of
from carteado.web.registrations.log_actions import LinkRenewed
from carteado.web.registrations.models import Entrant, Erased, Registration, index_of
from carteado.web.registrations.own_link import LinkClosed, has_unclaimed_link, replace_with_own_link
from carteado.web.registrations.person_forms import PersonForm

LONGEST_NAME = 120
"""Of a pair, in characters."""
SENT_TWICE_WITHIN = timedelta(minutes=15)
"""So long a form that is sent again opens the page of the registrant whom it entered."""


class RegistrationRefused(Exception):
    """The championship refused. Raised inside the transaction, so that everything written for the change is undone."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class FormUsed(Exception):
    """This form has already entered a pair, and sending it again may not open the registrant's page."""


class DocumentTaken(Exception):
    """The document belongs to a person who has an account, and the visitor is not signed in to it."""


def new_code(letter: str) -> str:
    """A random code by which operations name a person (``p``), a pair (``d``) or a delegation (``g``)."""
    return f"{letter}{secrets.token_hex(4)}"


def pair_name(called: Sequence[str]) -> str:
    return " e ".join(called)[:LONGEST_NAME]


def author_of(user: User | None, entrant: Entrant) -> str:
    """How an operation names its author: the account if there is one, otherwise the person's code."""
    return store.author(user) if user is not None else entrant.code


# --- a pair enters ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPair:
    """Two people who are not in the database yet. ``form`` identifies the page on which they were entered.

    The registrant comes with all their data, the partner with name and contact only: partners enter the rest
    themselves. ``agreed`` are the texts that the registrant accepted, ``answers`` those to the organiser's questions.
    """

    form: UUID
    registrant: Entrant
    partner: Entrant
    agreed: tuple[ConsentText, ...]
    answers: Mapping[str, object]


def enter_pair(event: Event, new: NewPair, *, by: User | None) -> Entrant | Refusal:
    """Enter the pair and return its registrant. Raises DocumentTaken, FormUsed."""
    return once_per_form(event, new.form, lambda locked: _enter(locked, new, by))


def once_per_form(event: Event, form: UUID, enter: Callable[[Event], Entrant]) -> Entrant | Refusal:
    """Run ``enter`` on the locked event, in one transaction, and return the registrant that it gives.

    If the same form was sent a moment ago, return the registrant whom it entered then. Raises FormUsed.
    """
    try:
        with transaction.atomic():
            event = Event.objects.select_for_update().get(pk=event.pk)
            return registrant_entered_by(form, event) or enter(event)
    except RegistrationRefused as refused:
        return refused.refusal


def registrant_entered_by(form: UUID, event: Event) -> Entrant | None:
    """The registrant whom this form entered a moment ago. None if the form can still enter a pair.

    Raises FormUsed if the form entered a pair but must not open the registrant's page: it was long ago or in another
    event, the organiser made the entry, or the registrant was erased or has got another link.
    """
    registration = Registration.objects.select_related("pair").filter(form=form).first()
    if registration is None:
        return None
    pair = registration.pair
    entry = store.championship_of(event).entries.get(pair.code) if pair.event_id == event.pk else None
    if entry is None and pair.event_id == event.pk:  # the entry was taken back, so the form may be sent again
        Registration.objects.filter(pk=registration.pk).update(form=None)
        return None
    is_old = timezone.now() - registration.created_at > SENT_TWICE_WITHIN
    if entry is None or _is_of_the_desk(entry) or is_old:  # without an entry, the form is one of another event
        raise FormUsed
    registrant = event.entrants.get(code=entry.registrant)
    if registrant.erased_at is not None or _has_another_link(registrant):
        raise FormUsed
    return registrant


def _is_of_the_desk(entry: Entry) -> bool:
    """True if the organiser made the entry, by invitation or from a list.

    Its form must not open the registrant's page.
    """
    return entry.history[0].by.role is Role.ORGANISER


def _has_another_link(entrant: Entrant) -> bool:
    """True if the person's link was renewed. The form with which they entered belongs to the old link."""
    renewed = LogEntry.objects.filter(event=entrant.event_id, action=LinkRenewed.code)
    return renewed.filter(details__entrant=entrant.number).exists()


def people_entered_by(form: UUID) -> list[Entrant]:
    """Every person entered by this form, which has entered a pair: their links are mailed to them."""
    pair = Pair.objects.select_related("event").get(registration__form=form)
    championship = store.championship_of(pair.event)
    codes = people_of_entry(championship, championship.entries[pair.code])
    return list(pair.event.entrants.filter(code__in=list(codes)))


def _enter(event: Event, new: NewPair, by: User | None) -> Entrant:
    """Write the pair and its people, and append the operation that enters it. Returns the registrant."""
    registrant = new.registrant
    take_document(event, registrant, by)  # the partner has no document yet
    saved = write_people(event, [registrant, new.partner])
    pair = Pair.objects.create(event=event, code=new_code("d"), name=pair_name([one.called for one in saved]))
    Registration.objects.create(pair=pair, form=new.form, answers=dict(new.answers))
    agree(registrant, new.agreed)
    people = (registrant.code, new.partner.code)
    append_or_raise([opening_operation(pair.code, people, registrant, by=by)], event, by)
    return registrant


def opening_operation(
    pair: PairId, people: tuple[str, str], registrant: Entrant, *, by: User | None, delegation: str | None = None
) -> OpenEntry:
    """The operation with which a registrant enters the pair. Key: entries.one_enters_the_pair."""
    now = timezone.now()
    entered = Enter(
        by=Actor(Role.REGISTRANT, registrant.code),
        at=now,
        id=pair,
        people=people,
        registrant=registrant.code,
        delegation=delegation,
    )
    return OpenEntry(by=author_of(by, registrant), at=now, opening=entered)


def append_or_raise(operations: Sequence[Operation], event: Event, by: User | None) -> Championship:
    """Append the operations; the championship after them.

    Raises RegistrationRefused, which rolls back the transaction.
    """
    championship = store.append_all(event, operations, by=by)
    if isinstance(championship, Refusal):
        raise RegistrationRefused(championship)
    assert isinstance(championship, Championship)  # no ``expected`` number was passed, so the answer is never "stale"
    return championship


def take_document(event: Event, entrant: Entrant, by: User | None) -> None:
    """Give the document to the person who enters it now: ``entrant``, whose row has it but may not be saved yet.

    Raises RegistrationRefused if the person with that document is in a pair already or may not come back,
    DocumentTaken if they entered with an account that is not ``by``.

    Another row of the event that had the document loses it. That row keeps its link and its other data, which the
    document alone does not open.
    """
    index = index_of(entrant.document_kind, entrant.document)
    same = event.entrants.filter(document_index=index).exclude(pk=entrant.pk).first() if index else None
    if same is None:
        return
    # The rules are checked first: a barred person reads the same refusal whether or not the document has an account.
    if refused := refusal_to_join(store.championship_of(event).roll, same.code):
        raise RegistrationRefused(refused)
    if same.user_id is not None and (by is None or same.user_id != by.pk):
        raise DocumentTaken
    same.document_kind = same.document = ""
    same.save(update_fields=["document_kind", "document", "document_index"])


def write_people(event: Event, people: Sequence[Entrant]) -> list[Entrant]:
    """Save the people, giving new ones the next numbers. The caller has locked the event."""
    last = event.entrants.aggregate(last=Max("number"))["last"] or 0
    for entrant in people:
        if entrant.pk is None:
            last += 1
            entrant.event, entrant.code, entrant.number = event, new_code("p"), last
        entrant.save()
    return list(people)


def refusal_to_enter(event: Event, championship: Championship) -> Refusal | None:
    """Why no pair can enter now: entries are closed, the draw was held, or the event is full, suspended or cancelled.

    Asks with a pair that does not exist. It plays for a delegation, so that the rule that asks for one is met.
    """
    now, people = timezone.now(), ("?a", "?b")
    actor = Actor(Role.REGISTRANT, people[0])
    entered = Enter(by=actor, at=now, id="?", people=people, registrant=people[0], delegation="?")
    operation = OpenEntry(by=people[0], at=now, opening=entered)
    return refusal(championship, operation) or places.refusal_if_full(event, championship)


# --- changes that people make to their entry ----------------------------------------------------------------------


def entry_of(championship: Championship, code: str) -> Entry | None:
    """The person's latest entry: where they play or answer for the pair, otherwise where they may step in."""
    entries = list(championship.entries.values())[::-1]
    of_person = (entry for entry in entries if code == entry.registrant or code in entry.people)
    delegations = {name for name, line_up in championship.line_ups.items() if code in line_up.players}
    may_step_in = (entry for entry in entries if entry.delegation in delegations)
    return next(of_person, None) or next(may_step_in, None)


def line_up_of(championship: Championship, code: str) -> LineUp | None:
    """The line-up of the delegation for which the person plays or may step in."""
    return next((one for one in championship.line_ups.values() if code in one.players), None)


def pair_of_delegation(championship: Championship, delegation: str) -> PairId | None:
    """The pair that plays for the delegation; None until the pairs are known."""
    return next((pair for pair, name in championship.delegations.items() if name == delegation), None)


def is_of_pair(entry: Entry, code: str) -> bool:
    """True if the person plays or answers for the pair. A substitute does neither."""
    return code == entry.registrant or code in entry.people


def actor_of(entry: Entry, code: str) -> Actor:
    return Actor(Role.REGISTRANT if code == entry.registrant else Role.PARTNER, code)


def with_people(championship: Championship, event: Event) -> Championship:
    """The championship with the facts about people on which its refusals depend, for pages that show what is possible.
    The stored one has none."""
    return replace(championship, people=people_of(event))


MakeChange = Callable[[Actor, datetime], AnyChange]
"""Makes a change, given who makes it and when."""


@dataclass(frozen=True, slots=True)
class RequestedChange:
    """A change that a person asks for on their page.

    ``steps`` is the number of steps of the entry when the page was shown. ``by`` is the user who is signed in, if any.
    ``own_secret`` is the secret of the link that becomes the person's own if they confirm; see ``own_link``.
    """

    entrant: Entrant
    make: MakeChange
    steps: int
    by: User | None = None
    own_secret: str = ""


class Outdated(Exception):
    """The entry has changed since the person's page was shown."""


def make_change(requested: RequestedChange) -> Refusal | None:
    """Make the change, or return why not. Raises Outdated, LinkClosed, Erased.

    If the same form is sent again, its step is already there, and nothing more happens.
    """
    try:
        with transaction.atomic():
            event = Event.objects.select_for_update().get(pk=requested.entrant.event_id)
            current_entrant(requested.entrant)  # raises if the person's link is closed by now
            if operation := _operation_unless_made(event, requested):
                append_or_raise([operation], event, requested.by)
    except RegistrationRefused as refused:
        return refused.refusal
    return None


def current_entrant(entrant: Entrant, own_secret: str = "") -> Entrant:
    """The person's current row; call it with the event locked, because the page may have read an older one.

    ``own_secret`` is the secret sent with the form. If the form was sent twice, it is already the person's secret.
    Raises LinkClosed if the link was replaced by any other, Erased.
    """
    current = Entrant.objects.select_related("event", "user").get(pk=entrant.pk)
    if current.erased_at is not None:
        raise Erased
    if current.secret not in (entrant.secret, own_secret):
        raise LinkClosed
    return current


@contextmanager
def locked_entrant(entrant: Entrant) -> Iterator[Entrant]:
    """The person's current row, with the event locked until the end of the block. Raises LinkClosed, Erased."""
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=entrant.event_id)
        yield current_entrant(entrant)


def _operation_unless_made(event: Event, requested: RequestedChange) -> Operation | None:
    """The operation for the change; None if it was already made. Raises Outdated."""
    championship = store.championship_of(event)
    entry = entry_of(championship, requested.entrant.code)
    if entry is None:
        raise Outdated
    operation = operation_for(championship, entry, requested)
    is_outdated = len(entry.history) != requested.steps
    is_answer = isinstance(operation, ChangeEntry) and isinstance(operation.change, CONVOCATION_ANSWERS)
    # The same answer is given once more to a convocation to another day, hour or place.
    is_given_anew = is_answer and not is_outdated
    if _is_already_made(championship, entry, operation) and not is_given_anew:
        return None
    if is_outdated:
        raise Outdated
    return operation


def operation_for(championship: Championship, entry: Entry, requested: RequestedChange) -> Operation:
    """The operation that makes the change. Key: withdrawal.request.

    A pair that gives up after the draw leaves the field, and its entry stays as it was. Any other refusal of the change
    comes again when the operation is appended.
    """
    at, by = timezone.now(), author_of(requested.by, requested.entrant)
    change = requested.make(actor_of(entry, requested.entrant.code), at)
    operation = ChangeEntry(by=by, at=at, entry=entry.id, change=change)
    refused = refusal(championship, operation)
    if isinstance(change, Withdraw) and refused is not None and refused.code == "pair_is_in_the_field":
        return WithdrawPair(by=by, at=at, pair=entry.id, why=change.why, in_writing=change.in_writing)
    return operation


def _is_already_made(championship: Championship, entry: Entry, operation: Operation) -> bool:
    """True if the last step of the entry is this change, or the pair has left the field with this reason."""
    if isinstance(operation, WithdrawPair):
        departure = championship.departures.get(operation.pair)
        return departure is not None and departure.why == operation.why
    if not isinstance(operation, ChangeEntry):
        return False
    change, last = operation.change, entry.history[-1]
    return (last.act, last.by, last.why) == (change.name, change.by, change.why)


# --- a person's data ----------------------------------------------------------------------------------------------


def correct(entrant: Entrant, form: PersonForm, *, by: User | None) -> Refusal | None:
    """Replace the person's data with the form's, and rename the pair to match.

    Raises DocumentTaken, LinkClosed, Erased.
    """
    try:
        with transaction.atomic():
            event = Event.objects.select_for_update().get(pk=entrant.event_id)
            replace_data(event, current_entrant(entrant), form, by)
    except RegistrationRefused as refused:
        return refused.refusal
    return None


def confirm(requested: RequestedChange, form: PersonForm, agreed: tuple[ConsentText, ...]) -> Refusal | None:
    """The partner agrees, enters their data and owns the link from now on.

    Raises Outdated, DocumentTaken, LinkClosed, Erased.
    """
    try:
        with transaction.atomic():
            event = Event.objects.select_for_update().get(pk=requested.entrant.event_id)
            entrant = current_entrant(requested.entrant, requested.own_secret)
            if operation := _operation_unless_made(event, requested):
                replace_data(event, entrant, form, requested.by, own_secret=requested.own_secret)
                agree(entrant, agreed)
                append_or_raise([operation], event, requested.by)
    except RegistrationRefused as refused:
        return refused.refusal
    return None


def claim_link(entrant: Entrant, *, own_secret: str) -> Entrant:
    """Replace the link that another person passed on with one of the person's own, and return their row.

    Taking the page is also their confirmation that they are in the pair. For a person who has a link of their own
    already, nothing changes. Raises LinkClosed, Erased.
    """
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=entrant.event_id)
        current = current_entrant(entrant, own_secret)
        if has_unclaimed_link(current):
            record_confirmation(current)
        replace_with_own_link(current, own_secret)
        current.save(update_fields=["secret", "secret_hash"])
    return current


def put_into_account(entrant: Entrant, user: User) -> bool:
    """Put the row into the user's account, because its person says that it is theirs. False if it is in another
    account, or if the user is another person of this event (``account_for``). Raises LinkClosed, Erased."""
    with locked_entrant(entrant) as current:
        current.user = account_for(current, user)
        current.save(update_fields=["user"])
    return current.user == user


def account_for(entrant: Entrant, visitor: User | None) -> User | None:
    """The account that the row may be in: the one that it has, or else the visitor's.

    None if the visitor is another person of this event, as when a partner's link is opened on the registrant's phone.
    """
    if entrant.user_id is not None or visitor is None:
        return entrant.user
    others = entrant.event.entrants.filter(user=visitor).exclude(pk=entrant.pk)
    championship = store.championship_of(entrant.event)
    entries = (entry_of(championship, one.code) for one in others)
    return None if any(entry is not None and entry.state not in FINAL for entry in entries) else visitor


def replace_data(event: Event, entrant: Entrant, form: PersonForm, by: User | None, *, own_secret: str = "") -> None:
    """Write the form's data to the person's row, make the link their own, and rename the pair.

    Raises RegistrationRefused, DocumentTaken.
    """
    if event.archived_at is not None:
        raise RegistrationRefused(out_of_order("event_is_archived"))
    form.copy_to(entrant)
    take_document(event, entrant, by)
    replace_with_own_link(entrant, own_secret)
    entrant.save()
    rename_pair(event, entrant.code)


def rename_pair(event: Event, code: str) -> None:
    """Name the pair after its two people, by their names at the table, once both are known.

    A pair that plays for a delegation keeps that name. ``code`` is the code of one of the people.
    """
    entry = entry_of(store.championship_of(event), code)
    if entry is None or code not in entry.people or entry.delegation is not None:
        return
    called = dict(event.entrants.filter(code__in=entry.people).values_list("code", "called"))
    if all(called.get(one) for one in entry.people):
        event.pairs_named.filter(code=entry.id).update(name=pair_name([called[one] for one in entry.people]))
        topics.changed("evento", event.slug)


def people_of_entry(championship: Championship, entry: Entry) -> Iterator[str]:
    """The codes of all people of an entry: the pair, the registrant, and those who may step in."""
    yield from entry.people
    if entry.registrant not in entry.people:
        yield entry.registrant
    line_up = championship.line_ups.get(entry.delegation or "")
    if line_up is not None:
        yield from (code for code in line_up.players if code not in entry.people)
