"""Acts on an entry: who may do what, and to which state it leads, in one table of transitions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import ClassVar, NamedTuple

from carteado.record import Node
from carteado.regulation import Regulation
from carteado.regulation.event_rules import Authority
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.people import PersonId, read_choice


class EntryState(StrEnum):
    """The state of an entry. It is incomplete while the pair owes the partner's word or what was asked back."""

    INCOMPLETE = "incomplete"
    ENTERED = "entered"
    UNDER_REVIEW = "under_review"
    RESERVE = "reserve"
    INVITED = "invited"
    SELECTED = "selected"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


FINAL = frozenset({EntryState.DECLINED, EntryState.WITHDRAWN, EntryState.DISQUALIFIED})


class Role(StrEnum):
    """The capacity in which a person acts. The organiser is whom the regulation lets decide: producer or committee."""

    REGISTRANT = "registrant"
    PARTNER = "partner"
    ORGANISER = "organiser"
    REFEREE = "referee"


class Actor(NamedTuple):
    role: Role
    id: str

    def to_json(self) -> dict[str, object]:
        return {"role": str(self.role), "id": self.id}

    @classmethod
    def from_json(cls, node: Node) -> "Actor":
        node.mapping(known_keys=frozenset({"role", "id"}))
        return cls(read_choice(node["role"], Role), node["id"].name())


class Ground(StrEnum):
    """The closed list of grounds for disqualifying a pair. A regulation has those whose key it has."""

    BREACH = "breach"
    BEHAVIOUR = "behaviour"
    HIDDEN_TIE = "hidden_tie"
    IRREGULAR_ENTRY = "irregular_entry"
    UNSIGNED_DOCUMENTS = "unsigned_documents"
    REPORTED_FACT = "reported_fact"
    ABSENCE = "absence"
    REFEREE = "referee"


GROUND_KEYS: Mapping[Ground, str] = {
    Ground.BREACH: "disqualification.breach",
    Ground.BEHAVIOUR: "disqualification.behaviour",
    Ground.HIDDEN_TIE: "disqualification.hidden_tie",
    Ground.IRREGULAR_ENTRY: "disqualification.irregular_entry",
    Ground.UNSIGNED_DOCUMENTS: "disqualification.unsigned_documents",
    Ground.REPORTED_FACT: "disqualification.reported_fact",
    Ground.ABSENCE: "clock.absence_minutes",
    Ground.REFEREE: "referee.disqualify",
}
GROUNDS_FOR_ALL = frozenset({Ground.HIDDEN_TIE, Ground.IRREGULAR_ENTRY})
"""Faults of an entry apply to every pair; the other grounds only to pairs that take part."""


def grounds(regulation: Regulation) -> tuple[Ground, ...]:
    """The grounds for disqualification that a regulation has."""
    return tuple(ground for ground, key in GROUND_KEYS.items() if key in regulation.citations)


def authority_for(regulation: Regulation, ground: Ground) -> Authority | None:
    """Who alone may disqualify on that ground; None if a referee may. Key: disqualification.by."""
    rules = regulation.event.disqualification
    return rules.by if rules is not None and GROUND_KEYS[ground].startswith("disqualification.") else None


# --- what may be done ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An act on an entry: by whom, when, why. ``rule`` is the key that allows it, ``whose`` the key that says who may
    do it."""

    name: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    whose: ClassVar[str] = ""
    by: Actor
    at: datetime
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(Act):
    """A new entry of two people. ``registrant`` answers for it, and is one of them where a regulation requires it."""

    id: PairId
    people: tuple[PersonId, PersonId]
    registrant: PersonId
    delegation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter(Opening):
    """The registrant or the organiser enters a pair."""

    name = "enter"
    rule = "entries.one_enters_the_pair"
    whose = "entries.one_enters_the_pair"


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitePair(Opening):
    """The organiser invites a pair that has not entered. ``registrant`` is the person who is asked."""

    name = "invite_pair"
    rule = "selection.sources"
    whose = "selection.by"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Act):
    """An act on an existing entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmPartner(Change):
    """The partner agrees in person to be in the pair."""

    name = "confirm_partner"
    rule = "consents.partner"
    whose = "consents.partner"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskBack(Change):
    """The organiser asks the pair for something; ``why`` says what."""

    name = "ask_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Complete(Change):
    """The pair supplies what was asked back."""

    name = "complete"


@dataclass(frozen=True, slots=True, kw_only=True)
class SendToReview(Change):
    name = "send_to_review"
    rule = "selection.criteria"
    whose = "selection.by"


@dataclass(frozen=True, slots=True, kw_only=True)
class Select(Change):
    name = "select"
    rule = "selection.by"
    whose = "selection.by"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepInReserve(Change):
    name = "keep_in_reserve"
    rule = "selection.by"
    whose = "selection.by"


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite(Change):
    """The organiser offers a pair in reserve a place that has become free."""

    name = "invite"
    rule = "selection.called"
    whose = "selection.by"


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInvitation(Change):
    name = "accept_invitation"
    rule = "selection.called"
    whose = "selection.called"


@dataclass(frozen=True, slots=True, kw_only=True)
class WillCome(Change):
    """The pair answers the convocation: it will come on the day, at the hour and to the place named there."""

    name = "will_come"
    rule = "selection.called"
    whose = "selection.called"


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotCome(Change):
    """The pair answers the convocation: it cannot come. It keeps its place until it withdraws or is replaced."""

    name = "cannot_come"
    rule = "selection.called"
    whose = "selection.called"


CONVOCATION_ANSWERS = (WillCome, CannotCome)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline(Change):
    """The pair declines an invitation, or the organiser declines an entry or takes an invitation back."""

    name = "decline"
    rule = "entries.no_right_to_a_place"
    whose = "selection.by"


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw(Change):
    """A member of the pair gives up the event."""

    name = "withdraw"
    rule = "withdrawal.request"
    whose = "withdrawal.request"
    in_writing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FailToAppear(Change):
    """One of the pair was late or absent, which counts as giving up."""

    name = "fail_to_appear"
    rule = "lateness.result"
    whose = "lateness.result"


@dataclass(frozen=True, slots=True, kw_only=True)
class Disqualify(Change):
    name = "disqualify"
    whose = "disqualification.by"
    ground: Ground


AnyChange = (
    ConfirmPartner
    | AskBack
    | Complete
    | SendToReview
    | Select
    | KeepInReserve
    | Invite
    | AcceptInvitation
    | WillCome
    | CannotCome
    | Decline
    | Withdraw
    | FailToAppear
    | Disqualify
)


# --- the table ----------------------------------------------------------------------------------------------------


class Transition(NamedTuple):
    """Where a change leads, and who may make it."""

    to: EntryState
    by: frozenset[Role]


def _rows() -> Iterator[tuple[type[Change], tuple[EntryState, ...], EntryState, frozenset[Role]]]:
    state = EntryState
    pair = frozenset({Role.REGISTRANT, Role.PARTNER})
    registrant, partner = frozenset({Role.REGISTRANT}), frozenset({Role.PARTNER})
    organiser, officials = frozenset({Role.ORGANISER}), frozenset({Role.ORGANISER, Role.REFEREE})
    waiting = (state.ENTERED, state.UNDER_REVIEW, state.RESERVE)
    not_final = (state.INCOMPLETE, *waiting, state.INVITED, state.SELECTED)
    yield ConfirmPartner, (state.INCOMPLETE,), state.ENTERED, partner
    yield ConfirmPartner, (state.INVITED,), state.INVITED, partner
    yield AskBack, (state.ENTERED, state.UNDER_REVIEW), state.INCOMPLETE, organiser
    yield Complete, (state.INCOMPLETE,), state.ENTERED, pair
    yield SendToReview, (state.ENTERED, state.RESERVE), state.UNDER_REVIEW, organiser
    yield Select, waiting, state.SELECTED, organiser
    yield KeepInReserve, (state.ENTERED, state.UNDER_REVIEW, state.SELECTED), state.RESERVE, organiser
    yield Invite, (state.RESERVE,), state.INVITED, organiser
    yield AcceptInvitation, (state.INVITED,), state.SELECTED, registrant
    yield WillCome, (state.SELECTED,), state.SELECTED, pair | organiser
    yield CannotCome, (state.SELECTED,), state.SELECTED, pair | organiser
    yield Decline, (state.INVITED,), state.DECLINED, pair | organiser
    yield Decline, (state.INCOMPLETE, *waiting), state.DECLINED, organiser
    yield Withdraw, not_final, state.WITHDRAWN, pair
    yield FailToAppear, (state.SELECTED,), state.WITHDRAWN, officials
    yield Disqualify, not_final, state.DISQUALIFIED, officials


TRANSITIONS: Mapping[tuple[str, EntryState], Transition] = {
    (change.name, before): Transition(to, by) for change, states, to, by in _rows() for before in states
}
OPENINGS: Mapping[str, frozenset[EntryState]] = {
    Enter.name: frozenset({EntryState.INCOMPLETE, EntryState.ENTERED}),
    InvitePair.name: frozenset({EntryState.INVITED}),
}
