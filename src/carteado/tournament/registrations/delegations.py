"""Delegations: which people each enters, who plays in which match, and until when that may change."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from carteado.record import Node
from carteado.regulation import IllegalAct, Refusal, Regulation, forbidden_by, out_of_order
from carteado.regulation.event_rules import Delegations
from carteado.tournament.registrations.eligibility import cited
from carteado.tournament.registrations.people import PersonId, read_instant, write_instant

DelegationId = str
MatchId = str


@dataclass(frozen=True, slots=True, kw_only=True)
class Delegation:
    id: DelegationId
    name: str

    def to_json(self) -> dict[str, object]:
        return {"id": self.id, "name": self.name}

    @classmethod
    def from_json(cls, node: Node) -> "Delegation":
        node.mapping(known_keys=frozenset({"id", "name"}))
        return cls(id=node["id"].name(), name=node["name"].name())


class Substitution(NamedTuple):
    """Before one match, another person of the delegation takes the place of one of the pair."""

    match: MatchId
    leaves: PersonId
    enters: PersonId
    by: str
    at: datetime
    why: str = ""

    def to_json(self) -> dict[str, object]:
        return {**self._asdict(), "at": write_instant(self.at)}

    @classmethod
    def from_json(cls, node: Node) -> "Substitution":
        node.mapping(known_keys=frozenset(cls._fields))
        return cls(
            match=node["match"].name(),
            leaves=node["leaves"].name(),
            enters=node["enters"].name(),
            by=node["by"].name(),
            at=read_instant(node["at"]),
            why=node["why"].text(),
        )


class Seating(NamedTuple):
    """Who played in a match, recorded when it started."""

    match: MatchId
    pair: tuple[PersonId, ...]
    at: datetime

    def to_json(self) -> dict[str, object]:
        return {"match": self.match, "pair": list(self.pair), "at": write_instant(self.at)}

    @classmethod
    def from_json(cls, node: Node) -> "Seating":
        node.mapping(known_keys=frozenset(cls._fields))
        return cls(node["match"].name(), _read_people(node["pair"]), read_instant(node["at"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUp:
    """The people a delegation enters: who starts each match, who may step in, and what happened match by match."""

    delegation: DelegationId
    starters: tuple[PersonId, ...]
    substitutes: tuple[PersonId, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    seatings: tuple[Seating, ...] = ()

    @property
    def players(self) -> tuple[PersonId, ...]:
        return self.starters + self.substitutes

    def pair_for(self, match: MatchId) -> tuple[PersonId, ...]:
        """Who plays that match: the starters, with the substitutions made for it."""
        pair = self.starters
        for made in self.substitutions:
            if made.match == match:
                pair = tuple(made.enters if person == made.leaves else person for person in pair)
        return pair

    def seated(self, match: MatchId) -> Seating | None:
        """The pair recorded at the start of a match; None before."""
        return next((seating for seating in self.seatings if seating.match == match), None)

    def to_json(self) -> dict[str, object]:
        return {
            "delegation": self.delegation,
            "starters": list(self.starters),
            "substitutes": list(self.substitutes),
            "substitutions": [made.to_json() for made in self.substitutions],
            "seatings": [seating.to_json() for seating in self.seatings],
        }

    @classmethod
    def from_json(cls, node: Node) -> "LineUp":
        """Read a line-up. What was done to it must have been possible; how many people it may have is not checked
        here."""
        node.mapping(known_keys=frozenset({"delegation", "starters", "substitutes", "substitutions", "seatings"}))
        line_up = cls(
            delegation=node["delegation"].name(),
            starters=_read_people(node["starters"]),
            substitutes=_read_people(node["substitutes"]),
            substitutions=tuple(Substitution.from_json(one) for one in node["substitutions"].elements()),
            seatings=tuple(Seating.from_json(one) for one in node["seatings"].elements()),
        )
        _check(line_up, node)
        return line_up


def _read_people(node: Node) -> tuple[PersonId, ...]:
    people = tuple(one.name() for one in node.elements())
    if len(set(people)) < len(people):
        raise node.wrong("person_twice")
    return people


def _check(line_up: LineUp, node: Node) -> None:
    """Reject substitutions that could not be made, and seatings that do not follow from them."""
    if set(line_up.starters) & set(line_up.substitutes):
        raise node["substitutes"].wrong("person_twice")
    so_far = replace(line_up, substitutions=(), seatings=())
    for made, where in zip(line_up.substitutions, node["substitutions"].elements(), strict=True):
        if _refusal_of_people(so_far, made):
            raise where.wrong("impossible_substitution", match=made.match)
        so_far = replace(so_far, substitutions=(*so_far.substitutions, made))
    for seating, where in zip(line_up.seatings, node["seatings"].elements(), strict=True):
        if refusal_to_seat(so_far, seating.match, seating.at) or seating.pair != so_far.pair_for(seating.match):
            raise where.wrong("impossible_seating", match=seating.match)
        so_far = replace(so_far, seatings=(*so_far.seatings, seating))


# --- entering a line-up -------------------------------------------------------------------------------------------


def refusal_to_line_up(regulation: Regulation, line_up: LineUp, others: Iterable[LineUp] = ()) -> Refusal | None:
    """Why a delegation may not enter these people. Keys: delegations.players, .starters, .substitutes, .represented."""
    if len(set(line_up.players)) < len(line_up.players):
        return out_of_order("person_twice")
    return _refusal_of_numbers(regulation.event.delegations, line_up) or _refusal_of_second_entry(
        regulation, line_up, others
    )


def _refusal_of_numbers(rules: Delegations | None, line_up: LineUp) -> Refusal | None:
    if rules is None:
        return None if len(line_up.players) == len(line_up.starters) == 2 else out_of_order("pair_without_substitutes")
    if len(line_up.players) > rules.players:
        return forbidden_by("delegations.players", "too_many_players", players=rules.players)
    if len(line_up.starters) != rules.starters:
        return forbidden_by("delegations.starters", "wrong_number_of_starters", starters=rules.starters)
    if len(line_up.substitutes) > rules.substitutes:
        return forbidden_by("delegations.substitutes", "too_many_substitutes", substitutes=rules.substitutes)
    return None


def _refusal_of_second_entry(regulation: Regulation, line_up: LineUp, others: Iterable[LineUp]) -> Refusal | None:
    """A delegation enters only once, and a person represents only one delegation."""
    for other in others:
        if other.delegation == line_up.delegation:
            return cited(regulation, forbidden_by("delegations.players", "delegation_entered_already"))
        if both := [person for person in line_up.players if person in other.players]:
            refused = forbidden_by("delegations.represented", "person_in_two_delegations", person=both[0])
            return cited(regulation, refused)
    return None


# --- substitutions, until the match starts ------------------------------------------------------------------------


def substituted(
    regulation: Regulation, line_up: LineUp, substitution: Substitution, *, started: datetime | None = None
) -> LineUp:
    """The line-up after a substitution. Raises IllegalAct if ``refusal_to_substitute`` refuses it."""
    if refused := refusal_to_substitute(regulation, line_up, substitution, started=started):
        raise IllegalAct(refused)
    return replace(line_up, substitutions=(*line_up.substitutions, substitution))


def refusal_to_substitute(
    regulation: Regulation, line_up: LineUp, substitution: Substitution, *, started: datetime | None = None
) -> Refusal | None:
    """Why a substitution may not be made. ``started`` is when the match started, None before.

    One or both of a pair may be replaced, with one substitution each. Keys: delegations.substitution,
    delegations.players.
    """
    if is_locked(line_up, substitution.match, substitution.at, started=started):
        return cited(
            regulation, forbidden_by("delegations.substitution", "match_has_started", match=substitution.match)
        )
    refused = _refusal_of_people(line_up, substitution)
    return cited(regulation, refused) if refused else None


def is_locked(line_up: LineUp, match: MatchId, at: datetime, *, started: datetime | None = None) -> bool:
    """Whether the pair of a match can no longer change: it is seated, or the match has started by then."""
    return line_up.seated(match) is not None or (started is not None and at >= started)


def _refusal_of_people(line_up: LineUp, substitution: Substitution) -> Refusal | None:
    pair = line_up.pair_for(substitution.match)
    if substitution.enters not in line_up.players:
        return forbidden_by("delegations.players", "substitute_not_entered", person=substitution.enters)
    if substitution.leaves not in pair:
        return out_of_order("not_in_this_pair", person=substitution.leaves)
    if substitution.enters in pair:
        return out_of_order("in_this_pair_already", person=substitution.enters)
    return None


def refusal_to_seat(line_up: LineUp, match: MatchId, at: datetime) -> Refusal | None:
    """Why a pair cannot be seated at that time. A match starts once, and after the substitutions made for it."""
    if line_up.seated(match):
        return out_of_order("seated_already", match=match)
    if any(made.match == match and made.at >= at for made in line_up.substitutions):
        return out_of_order("substitution_after_the_start", match=match)
    return None


def seated_at(line_up: LineUp, match: MatchId, at: datetime) -> LineUp:
    """The line-up once a match has started, with its pair locked. Raises IllegalAct if ``refusal_to_seat`` refuses."""
    if refused := refusal_to_seat(line_up, match, at):
        raise IllegalAct(refused)
    return replace(line_up, seatings=(*line_up.seatings, Seating(match, line_up.pair_for(match), at)))
