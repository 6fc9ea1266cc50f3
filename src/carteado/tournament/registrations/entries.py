"""Entries: a pair on its way into an event or out of it, with who changed what, when, why and under which rule.

``refusal`` says why a change is not allowed, ``changed`` returns the entry after it. ``refusal_to_open`` and
``new_entry`` do the same for a new entry. ``acts`` holds which change may follow which, and who may make it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from carteado.record import Node
from carteado.regulation import IllegalAct, Refusal, Regulation, forbidden_by, out_of_order
from carteado.regulation.event_rules import LateResult, Source
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.acts import (
    CONVOCATION_ANSWERS,
    FINAL,
    GROUND_KEYS,
    GROUNDS_FOR_ALL,
    OPENINGS,
    TRANSITIONS,
    AcceptInvitation,
    Act,
    Actor,
    AskBack,
    CannotCome,
    Change,
    Complete,
    ConfirmPartner,
    Disqualify,
    EntryState,
    FailToAppear,
    Invite,
    InvitePair,
    KeepInReserve,
    Opening,
    Role,
    Select,
    WillCome,
    Withdraw,
    authority_for,
    grounds,
)
from carteado.tournament.registrations.eligibility import (
    ACCEPTANCES,
    Circumstances,
    EventSettings,
    Requirement,
    Verdict,
    VerdictState,
    cited,
    refusal_by_time,
    unmet,
    verdicts,
)
from carteado.tournament.registrations.people import Person, PersonId, read_choice, read_instant, write_instant

# --- entries ------------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """An act on an entry: the state that it led to, by whom, when, why and under which rule."""

    act: str
    state: EntryState
    by: Actor
    at: datetime
    why: str = ""
    key: str = ""

    def to_json(self) -> dict[str, object]:
        return {
            "act": self.act,
            "state": str(self.state),
            "by": self.by.to_json(),
            "at": write_instant(self.at),
            "why": self.why,
            "key": self.key,
        }

    @classmethod
    def from_json(cls, node: Node) -> "Step":
        node.mapping(known_keys=frozenset(cls._fields))
        return cls(
            act=node["act"].name(),
            state=read_choice(node["state"], EntryState),
            by=Actor.from_json(node["by"]),
            at=read_instant(node["at"]),
            why=node["why"].text(),
            key=node["key"].text(),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A pair in an event. Its history starts with the opening and is never empty; the last step holds the current
    state."""

    id: PairId
    people: tuple[PersonId, PersonId]
    registrant: PersonId
    delegation: str | None = None
    history: tuple[Step, ...]

    @property
    def state(self) -> EntryState:
        return self.history[-1].state

    @property
    def entered_at(self) -> datetime:
        return self.history[0].at

    @property
    def was_invited(self) -> bool:
        """Whether it began with an invitation."""
        return self.history[0].act == InvitePair.name

    @property
    def was_selected(self) -> bool:
        return any(step.state is EntryState.SELECTED for step in self.history)

    @property
    def partner_confirmed(self) -> bool:
        return any(step.act == ConfirmPartner.name for step in self.history)

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "people": list(self.people),
            "registrant": self.registrant,
            "delegation": self.delegation,
            "history": [step.to_json() for step in self.history],
        }

    @classmethod
    def from_json(cls, node: Node) -> "Entry":
        """Read an entry whose history is possible. Whether its regulation allowed it is not checked again."""
        node.mapping(known_keys=frozenset({"id", "people", "registrant", "delegation", "history"}))
        entry = cls(
            id=node["id"].name(),
            people=_read_two_people(node["people"]),
            registrant=node["registrant"].name(),
            delegation=node.optional("delegation", Node.name),
            history=tuple(Step.from_json(one) for one in node["history"].elements()),
        )
        _check_history(entry, node["history"])
        return entry


def _read_two_people(node: Node) -> tuple[PersonId, PersonId]:
    people = [one.name() for one in node.elements()]
    if len(people) != 2 or people[0] == people[1]:
        raise node.wrong("not_two_people")
    return people[0], people[1]


def _check_history(entry: Entry, node: Node) -> None:
    steps = node.elements()
    if not steps:
        raise node.wrong("no_history")
    for index, (step, where) in enumerate(zip(entry.history, steps, strict=True)):
        before = entry.history[index - 1] if index else None
        if not (_may_follow(before, step) if before else step.state in OPENINGS.get(step.act, ())):
            raise where.wrong("impossible_step", act=step.act, state=step.state)
        if before and step.at < before.at:
            raise where["at"].wrong("instants_go_back")


def _may_follow(before: Step, step: Step) -> bool:
    transition = TRANSITIONS.get((step.act, before.state))
    return transition is not None and step.state is transition.to and step.by.role in transition.by


# --- the roll of an event -----------------------------------------------------------------------------------------


class Notice(NamedTuple):
    """The event's settings as announced at one time, with the reason for a change. Keys: entries.may_move,
    edition.may_move."""

    settings: EventSettings
    at: datetime
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """All entries of an event, with what is needed to check them. ``drawn`` is true once the bracket is: no pair joins
    then. ``notices`` are the event's dates so far, the earliest first. ``asks_acceptance`` is false while stored acts
    are applied again: whether people had accepted what they must was checked when the acts were made."""

    regulation: Regulation
    entries: tuple[Entry, ...] = ()
    people: Mapping[PersonId, Person] = field(default_factory=dict)
    settings: EventSettings = field(default_factory=EventSettings)
    drawn: bool = False
    notices: tuple[Notice, ...] = ()
    asks_acceptance: bool = True

    def settings_at(self, at: datetime) -> EventSettings:
        """The event's dates as they stood at that time. Before the first notice, those of the regulation."""
        return next((one.settings for one in reversed(self.notices) if one.at <= at), EventSettings())

    def with_entry(self, entry: Entry) -> "Roll":
        """The roll with this entry replaced, or added at the end if it is new."""
        if all(other.id != entry.id for other in self.entries):
            return replace(self, entries=(*self.entries, entry))
        return replace(self, entries=tuple(entry if other.id == entry.id else other for other in self.entries))


def free_places(roll: Roll) -> int | None:
    """The places not yet taken; an open invitation holds one. None if any number may play. Key: selection.pairs."""
    selection = roll.regulation.event.selection
    if selection is None:
        return None
    holding = (EntryState.SELECTED, EntryState.INVITED)
    return selection.pairs - sum(entry.state in holding for entry in roll.entries)


def takes_part(entry: Entry, regulation: Regulation) -> bool:
    """Whether a pair plays: it is selected or, where the regulation has no selection, entered. Key: selection.by."""
    if regulation.event.selection is None and entry.state is EntryState.ENTERED:
        return True
    return entry.state is EntryState.SELECTED


def taking_part(roll: Roll) -> tuple[Entry, ...]:
    return tuple(entry for entry in roll.entries if takes_part(entry, roll.regulation))


def next_reserve(roll: Roll) -> Entry | None:
    """The pair that moves up when a place becomes free before the draw: the one longest in reserve."""
    reserves = [entry for entry in roll.entries if entry.state is EntryState.RESERVE]
    free = free_places(roll)
    if roll.drawn or free is None or free < 1:
        return None
    return min(reserves, key=lambda entry: entry.history[-1].at, default=None)


def circumstances(entry: Entry, person: PersonId, roll: Roll | None = None) -> Circumstances:
    """The situation of one of the pair, as eligibility needs it."""
    return Circumstances(
        entered_at=entry.entered_at,
        invited=entry.was_invited,
        is_partner=entry.registrant in entry.people and person != entry.registrant,
        confirmed=entry.partner_confirmed,
        selected=entry.state is EntryState.SELECTED,
        delegation=entry.delegation,
        settings_then=roll.settings_at(entry.entered_at) if roll and roll.notices else None,
    )


def entry_verdicts(roll: Roll, entry: Entry) -> dict[PersonId, tuple[Verdict, ...]]:
    """The verdicts on both people. A person about whom nothing is known is left out."""
    return {
        person: verdicts(roll.regulation, roll.people[person], circumstances(entry, person, roll), roll.settings)
        for person in entry.people
        if person in roll.people
    }


# --- the convocation ----------------------------------------------------------------------------------------------

_ANSWERS = frozenset(kind.name for kind in CONVOCATION_ANSWERS)


def convoked_since(roll: Roll) -> datetime | None:
    """When day, hours and place became what they are: answers given before that are to another convocation."""
    since = None
    before = EventSettings()
    for notice in roll.notices:
        if _when_and_where(notice.settings) != _when_and_where(before):
            since = notice.at
        before = notice.settings
    return since


def _when_and_where(settings: EventSettings) -> tuple[object, ...]:
    return settings.day, settings.days, settings.place


def answer_to_convocation(roll: Roll, entry: Entry) -> Step | None:
    """What the pair answered to the convocation as it stands; None while it owes the answer. Key: selection.called."""
    since, step = convoked_since(roll), next((one for one in reversed(entry.history) if one.act in _ANSWERS), None)
    return None if step is None or (since is not None and step.at < since) else step


class Unaccepted(NamedTuple):
    """Something that a person must accept or sign, and has not."""

    pair: PairId
    person: PersonId
    verdict: Verdict


def unaccepted(roll: Roll, entry: Entry) -> tuple[Unaccepted, ...]:
    """What the pair has not accepted of what the regulation requires. Papers count once the pair is selected.

    Keys: consents.regulation and the others, consents.documents.
    """
    return tuple(
        Unaccepted(entry.id, person, verdict)
        for person, found in entry_verdicts(roll, entry).items()
        for verdict in found
        if verdict.requirement in ACCEPTANCES and verdict.state is not VerdictState.MET
    )


def refusal_of_field(roll: Roll, pairs: Iterable[PairId]) -> Refusal | None:
    """Why these pairs may not be settled or drawn: one of them has not accepted or signed what is required.

    Keys: consents.regulation and the others, consents.documents.
    """
    if not roll.asks_acceptance:
        return None
    entries = {entry.id: entry for entry in taking_part(roll)}
    missing = next((one for pair in pairs if pair in entries for one in unaccepted(roll, entries[pair])), None)
    if missing is None:
        return None
    key, pair, person = missing.verdict.key, missing.pair, missing.person
    if missing.verdict.requirement is Requirement.DOCUMENTS_SIGNED:
        return forbidden_by(key, "pair_has_not_signed", pair=pair, person=person)
    return forbidden_by(key, "pair_has_not_accepted", pair=pair, person=person)


# --- opening an entry ---------------------------------------------------------------------------------------------


def new_entry(opening: Opening, *, roll: Roll) -> Entry:
    """The new entry. Raises IllegalAct if ``refusal_to_open`` refuses it."""
    if refused := refusal_to_open(opening, roll=roll):
        raise IllegalAct(refused)
    step = _step(opening, _first_state(opening, roll.regulation), roll.regulation)
    return Entry(
        id=opening.id,
        people=opening.people,
        registrant=opening.registrant,
        delegation=opening.delegation,
        history=(step,),
    )


def _first_state(opening: Opening, regulation: Regulation) -> EntryState:
    """Where the partner must confirm in person, a pair is incomplete until then. Key: consents.partner."""
    if isinstance(opening, InvitePair):
        return EntryState.INVITED
    return EntryState.INCOMPLETE if "consents.partner" in regulation.citations else EntryState.ENTERED


def refusal_to_open(opening: Opening, *, roll: Roll) -> Refusal | None:
    """Why a pair may not be entered or invited; None if it may."""
    return (
        _refusal_of_pair(opening, roll)
        or (
            _refusal_of_invitation(opening, roll)
            if isinstance(opening, InvitePair)
            else _refusal_of_entry(opening, roll)
        )
        or next((why for person in opening.people if (why := refusal_to_join(roll, person))), None)
    )


def _refusal_of_pair(opening: Opening, roll: Roll) -> Refusal | None:
    if opening.people[0] == opening.people[1]:
        return out_of_order("pair_of_one")
    if any(entry.id == opening.id for entry in roll.entries):
        return out_of_order("entry_id_taken", id=opening.id)
    if "delegations.represented" in roll.regulation.citations and opening.delegation is None:
        return forbidden_by("delegations.represented", "delegation_missing")
    return None


def _refusal_of_entry(opening: Opening, roll: Roll) -> Refusal | None:
    """Keys: entries.one_enters_the_pair, entries.web_form, entries.opens, entries.closes, entries.may_move."""
    by, one_of_them = opening.by, "entries.one_enters_the_pair" in roll.regulation.citations
    if by.role not in (Role.REGISTRANT, Role.ORGANISER):
        return cited(roll.regulation, forbidden_by(opening.whose, "not_for_this_role", role=by.role))
    if by.role is Role.REGISTRANT and by.id != opening.registrant:
        return out_of_order("not_who_it_says", id=by.id, role=by.role)
    if by.role is Role.ORGANISER and "entries.web_form" in roll.regulation.citations:
        return forbidden_by("entries.web_form", "entered_by_the_pair_only")
    if one_of_them and opening.registrant not in opening.people:
        return forbidden_by("entries.one_enters_the_pair", "registrant_not_of_the_pair")
    return refusal_by_time(roll.regulation, opening.at, roll.settings) or _refusal_once_drawn(roll)


def _refusal_of_invitation(opening: Opening, roll: Roll) -> Refusal | None:
    """Keys: selection.sources, selection.by."""
    selection = roll.regulation.event.selection
    if opening.by.role is not Role.ORGANISER:
        return cited(roll.regulation, forbidden_by(opening.whose, "not_for_this_role", role=opening.by.role))
    if opening.registrant not in opening.people:
        return out_of_order("registrant_not_of_the_pair")
    if selection and Source.INVITED not in selection.sources:
        return forbidden_by("selection.sources", "nobody_is_invited")
    return _refusal_without_place(roll)


def refusal_to_join(roll: Roll, person: PersonId) -> Refusal | None:
    """A person is in one pair of an event. A person who left it for good does not come back.

    Keys: disqualification.final, withdrawal.effect.
    """
    for entry in roll.entries:
        if person not in entry.people:
            continue
        if entry.state not in FINAL:
            return out_of_order("person_in_two_pairs", person=person, pair=entry.id)
        if entry.state is EntryState.DISQUALIFIED and "disqualification.final" in roll.regulation.citations:
            return forbidden_by("disqualification.final", "person_was_disqualified", person=person)
        left = entry.state is EntryState.WITHDRAWN and entry.was_selected
        if left and "withdrawal.effect" in roll.regulation.citations:
            return forbidden_by("withdrawal.effect", "person_withdrew", person=person)
    return None


# --- changing an entry --------------------------------------------------------------------------------------------


def changed(entry: Entry, change: Change, *, roll: Roll) -> Entry:
    """The entry after the change. Raises IllegalAct if ``refusal`` refuses it."""
    if refused := refusal(entry, change, roll=roll):
        raise IllegalAct(refused)
    step = _step(change, TRANSITIONS[change.name, entry.state].to, roll.regulation)
    return replace(entry, history=(*entry.history, step))


def _step(act: Act, state: EntryState, regulation: Regulation) -> Step:
    key = GROUND_KEYS[act.ground] if isinstance(act, Disqualify) else act.rule
    return Step(act.name, state, act.by, act.at, act.why, key if key in regulation.citations else "")


def refusal(entry: Entry, change: Change, *, roll: Roll) -> Refusal | None:
    """Why this change is not allowed; None if it is."""
    return (
        _refusal_once_final(entry, roll)
        or _refusal_from_state(entry, change, roll)
        or _refusal_by_role(entry, change, roll)
        or _refusal_of_change_now(entry, change)
        or _OWN_RULES.get(change.name, _no_rule)(entry, change, roll)
    )


def _refusal_once_final(entry: Entry, roll: Roll) -> Refusal | None:
    """Keys: disqualification.final, withdrawal.effect."""
    if entry.state is EntryState.DISQUALIFIED:
        return cited(roll.regulation, forbidden_by("disqualification.final", "disqualification_is_final"))
    if entry.state is EntryState.WITHDRAWN:
        return cited(roll.regulation, forbidden_by("withdrawal.effect", "withdrawal_is_final"))
    return out_of_order("entry_was_declined") if entry.state is EntryState.DECLINED else None


def _refusal_from_state(entry: Entry, change: Change, roll: Roll) -> Refusal | None:
    """Cites the rule of the act, if the regulation has one, because it says which entries the act is for."""
    if (change.name, entry.state) in TRANSITIONS:
        return None
    if entry.state is EntryState.INCOMPLETE and owes_partners_word(entry, roll.regulation):
        return forbidden_by("consents.partner", "partner_has_not_confirmed")
    return cited(roll.regulation, forbidden_by(change.rule, "not_in_this_state", state=entry.state))


def _refusal_by_role(entry: Entry, change: Change, roll: Roll) -> Refusal | None:
    """The actor must be the person they claim to be, and their role must allow the act."""
    by = change.by
    members = {
        Role.REGISTRANT: by.id == entry.registrant,
        Role.PARTNER: by.id in entry.people and by.id != entry.registrant,
    }
    if not members.get(by.role, True):
        return out_of_order("not_who_it_says", id=by.id, role=by.role)
    if by.role not in TRANSITIONS[change.name, entry.state].by:
        return cited(roll.regulation, forbidden_by(change.whose, "not_for_this_role", role=by.role))
    return None


def _refusal_of_change_now(entry: Entry, change: Change) -> Refusal | None:
    if change.at < entry.history[-1].at:
        return out_of_order("before_the_last_step", last=entry.history[-1].at)
    if isinstance(change, AskBack | Disqualify | CannotCome) and not change.why.strip():
        return out_of_order("reason_missing")
    return None


def owes_partners_word(entry: Entry, regulation: Regulation) -> bool:
    """Whether the partner still has to agree in person. Key: consents.partner."""
    return "consents.partner" in regulation.citations and not entry.partner_confirmed


# --- the rules of single changes ----------------------------------------------------------------------------------


def _no_rule(_entry: Entry, _change: Change, _roll: Roll) -> Refusal | None:
    return None


def _refusal_of_confirm(entry: Entry, _change: Change, roll: Roll) -> Refusal | None:
    return None if owes_partners_word(entry, roll.regulation) else out_of_order("partner_owes_no_word")


def _refusal_while_incomplete(entry: Entry, _change: Change, roll: Roll) -> Refusal | None:
    """Key: consents.partner."""
    if owes_partners_word(entry, roll.regulation):
        return forbidden_by("consents.partner", "partner_has_not_confirmed")
    return None


def _refusal_of_select(entry: Entry, _change: Change, roll: Roll) -> Refusal | None:
    return _refusal_without_place(roll) or _refusal_of_eligibility(entry, roll) or _refusal_of_acceptance(entry, roll)


def _refusal_of_invite(_entry: Entry, _change: Change, roll: Roll) -> Refusal | None:
    return _refusal_without_place(roll)


def _refusal_of_accept(entry: Entry, change: Change, roll: Roll) -> Refusal | None:
    """The invitation already holds the place. Both people must agree and be eligible. Key: consents.partner."""
    return (
        _refusal_once_drawn(roll)
        or _refusal_while_incomplete(entry, change, roll)
        or _refusal_of_eligibility(entry, roll)
        or _refusal_of_acceptance(entry, roll)
    )


def _refusal_of_answer(_entry: Entry, _change: Change, roll: Roll) -> Refusal | None:
    """Only where pairs are convoked is there anything to answer. Key: selection.called."""
    return None if "selection.called" in roll.regulation.citations else out_of_order("nobody_is_convoked")


def _refusal_of_reserve(_entry: Entry, _change: Change, roll: Roll) -> Refusal | None:
    return _refusal_once_drawn(roll)


def _refusal_without_place(roll: Roll) -> Refusal | None:
    """Key: selection.pairs."""
    free = free_places(roll)
    if free is not None and free < 1 and roll.regulation.event.selection:
        return forbidden_by("selection.pairs", "all_places_taken", places=roll.regulation.event.selection.pairs)
    return _refusal_once_drawn(roll)


def _refusal_once_drawn(roll: Roll) -> Refusal | None:
    """No pair joins after the draw; the opponent of one that leaves advances. Key: format.draw."""
    return cited(roll.regulation, forbidden_by("format.draw", "bracket_is_drawn")) if roll.drawn else None


def _refusal_of_eligibility(entry: Entry, roll: Roll) -> Refusal | None:
    """The first requirement that one of the pair does not meet. An unknown fact bars no pair, unless it is an
    acceptance."""
    failed = (verdict for found in entry_verdicts(roll, entry).values() for verdict in unmet(found))
    return next((verdict.reason for verdict in failed), None)


def _refusal_of_acceptance(entry: Entry, roll: Roll) -> Refusal | None:
    """The first acceptance that one of the pair owes. Unlike an open question, it keeps the pair out.

    Keys: consents.regulation and the others.
    """
    if not roll.asks_acceptance:
        return None
    missing = next(iter(unaccepted(roll, entry)), None)
    return None if missing is None else forbidden_by(missing.verdict.key, "consent_missing", person=missing.person)


def _refusal_of_withdraw(_entry: Entry, change: Change, roll: Roll) -> Refusal | None:
    """Key: withdrawal.request."""
    asked = "withdrawal.request" in roll.regulation.citations
    if asked and isinstance(change, Withdraw) and not change.in_writing:
        return forbidden_by("withdrawal.request", "withdrawal_not_in_writing")
    return None


def _refusal_of_fail_to_appear(_entry: Entry, _change: Change, roll: Roll) -> Refusal | None:
    """Key: lateness.result."""
    lateness = roll.regulation.event.lateness
    if lateness and lateness.result is LateResult.WITHDRAWN:
        return None
    return cited(roll.regulation, forbidden_by("lateness.result", "late_is_no_withdrawal"))


def _refusal_of_disqualify(entry: Entry, change: Change, roll: Roll) -> Refusal | None:
    """Keys: disqualification.by, referee.disqualify."""
    assert isinstance(change, Disqualify)
    if change.ground not in grounds(roll.regulation):
        return out_of_order("ground_of_another_regulation", ground=change.ground)
    if change.by.role is Role.REFEREE and authority_for(roll.regulation, change.ground) is not None:
        return forbidden_by("disqualification.by", "not_for_this_role", role=change.by.role)
    if change.ground not in GROUNDS_FOR_ALL and not takes_part(entry, roll.regulation):
        return forbidden_by(GROUND_KEYS[change.ground], "ground_for_pairs_taking_part")
    return None


_OWN_RULES: Mapping[str, Callable[[Entry, Change, Roll], Refusal | None]] = {
    ConfirmPartner.name: _refusal_of_confirm,
    Complete.name: _refusal_while_incomplete,
    Select.name: _refusal_of_select,
    KeepInReserve.name: _refusal_of_reserve,
    Invite.name: _refusal_of_invite,
    AcceptInvitation.name: _refusal_of_accept,
    WillCome.name: _refusal_of_answer,
    CannotCome.name: _refusal_of_answer,
    Withdraw.name: _refusal_of_withdraw,
    FailToAppear.name: _refusal_of_fail_to_appear,
    Disqualify.name: _refusal_of_disqualify,
}
