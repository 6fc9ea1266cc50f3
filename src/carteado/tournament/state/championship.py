"""The state of a championship: what was settled, drawn, played and decided. A value; ``running`` makes the next one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from carteado.regulation import Override, Refusal, Regulation
from carteado.regulation.event_rules import LateResult
from carteado.tournament.formats.plans import NO_PLAN, Plan
from carteado.tournament.formats.slots import MatchId, StageId
from carteado.tournament.formats.stages import Fixture
from carteado.tournament.matches.match_log import MatchLog, Party
from carteado.tournament.matches.timetable import NO_HOURS, Timetable
from carteado.tournament.operations import Operation
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.acts import GROUND_KEYS
from carteado.tournament.registrations.decided import as_decided
from carteado.tournament.registrations.delegations import Delegation, LineUp
from carteado.tournament.registrations.eligibility import EventSettings
from carteado.tournament.registrations.entries import Entry, Notice, Roll
from carteado.tournament.registrations.people import Person, PersonId
from carteado.tournament.state.bracket import Bracket

NOTHING_SET = EventSettings()


class Status(StrEnum):
    RUNNING = "running"
    SUSPENDED = "suspended"
    CANCELLED = "cancelled"


class Leaving(StrEnum):
    """How a pair left the event. ``ELIMINATED`` is a W.O. that only puts a pair out. Key: lateness.result."""

    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"
    ELIMINATED = "eliminated"


class Departure(NamedTuple):
    """How a pair left the event for good: the rule's key, when, why, and the match that it missed, if any."""

    key: str
    at: datetime
    why: str
    match: MatchId | None = None


class Ruled(NamedTuple):
    """A decision where no rule applies."""

    question: str
    decision: str
    by: str
    at: datetime
    why: str
    match: MatchId | None


class HoursVersion(NamedTuple):
    """A version of the published hours: when it was published, and why it differs from the one before."""

    timetable: Timetable
    at: datetime
    why: str


class RulesVersion(NamedTuple):
    """A version of the regulation for this event: what changed, who changed it, why, and when it was published."""

    changes: tuple[Override, ...]
    at: datetime
    why: str


@dataclass(frozen=True, kw_only=True)
class Championship:
    """A championship at one moment.

    ``notices`` are the announced dates and ``hours_versions`` the published hours so far, the earliest first.
    ``lots`` are pairs in the order drawn, by where they were level. ``sat_out`` is the pair without an opponent in each
    round of a Swiss. Two championships are equal if their state is equal, whatever operations led to it.
    """

    event: str
    regulation: Regulation
    settings: EventSettings = NOTHING_SET
    notices: tuple[Notice, ...] = ()
    hours: Timetable = NO_HOURS
    hours_versions: tuple[HoursVersion, ...] = ()
    confirmed_by: frozenset[Party] = frozenset(Party)
    people: Mapping[PersonId, Person] = field(default_factory=dict)
    entries: Mapping[PairId, Entry] = field(default_factory=dict)
    delegations_entered: Mapping[str, Delegation] = field(default_factory=dict)
    line_ups: Mapping[str, LineUp] = field(default_factory=dict)
    forms: tuple[str, ...] = ()
    plan: Plan = NO_PLAN
    pairs: tuple[PairId, ...] = ()
    delegations: Mapping[PairId, str] = field(default_factory=dict)
    fixtures: Mapping[MatchId, Fixture] = field(default_factory=dict)
    commitments: Mapping[str, str] = field(default_factory=dict)
    committed_at: Mapping[str, datetime] = field(default_factory=dict)
    draws: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    places: Mapping[StageId, tuple[PairId, ...]] = field(default_factory=dict)
    rounds_ended: frozenset[StageId] = frozenset()
    lots: Mapping[str, tuple[PairId, ...]] = field(default_factory=dict)
    sat_out: Mapping[StageId, tuple[PairId | None, ...]] = field(default_factory=dict)
    logs: Mapping[MatchId, MatchLog] = field(default_factory=dict)
    departures: Mapping[PairId, Departure] = field(default_factory=dict)
    versions: tuple[RulesVersion, ...] = ()
    decisions: tuple[Ruled, ...] = ()
    status: Status = Status.RUNNING
    log: tuple[Operation, ...] = field(default=(), compare=False)
    opening: "Championship | None" = field(default=None, compare=False, repr=False)
    asks_acceptance: bool = field(default=True, compare=False, repr=False)

    @cached_property
    def bracket(self) -> Bracket:
        """Which pair stands in which match, computed on demand."""
        return Bracket(self)

    @property
    def roll(self) -> Roll:
        """The entries with everything that eligibility needs. No pair can join once the first draw is held."""
        return Roll(
            regulation=self.regulation,
            entries=tuple(self.entries.values()),
            people=self.people,
            settings=self.settings,
            drawn=bool(self.places),
            notices=self.notices,
            asks_acceptance=self.asks_acceptance,
        )

    @cached_property
    def rules_as_decided(self) -> Regulation:
        """The regulation for reading, with the event's own dates and place."""
        return as_decided(self.regulation, self.settings)

    @property
    def day(self) -> date | None:
        """The day of the event, as announced or as in the regulation. Key: edition.day."""
        edition = self.regulation.event.edition
        return self.settings.day or (edition.day if edition else None)

    def leaving(self, pair: PairId) -> Leaving | None:
        """How the pair left the event for good; None if it did not."""
        departure = self.departures.get(pair)
        if departure is None:
            return None
        if departure.key in GROUND_KEYS.values():
            return Leaving.DISQUALIFIED
        lateness = self.regulation.event.lateness
        if departure.key == "lateness.result" and lateness and lateness.result is LateResult.ELIMINATED:
            return Leaving.ELIMINATED
        return Leaving.WITHDRAWN

    @cached_property
    def without_place(self) -> frozenset[PairId]:
        """Pairs that withdrew or were disqualified. They take no place."""
        return frozenset(pair for pair in self.departures if self.leaving(pair) is not Leaving.ELIMINATED)

    def hour_of(self, match: MatchId) -> datetime | None:
        """The published hour of a match. Keys: schedule.set_by, schedule.published."""
        fixture = self.fixtures.get(match)
        return self.hours.hour_of(fixture) if fixture else None

    def delegation_name(self, code: str) -> str:
        """The name of a delegation. One that never entered as a delegation has only its code."""
        known = self.delegations_entered.get(code)
        return known.name if known else code

    def regulation_of(self, match: MatchId) -> Regulation:
        """The regulation for that match, with the rules agreed for it. Key: house_rules.one_match."""
        log = self.logs.get(match)
        return self.regulation.with_overrides(log.house_rules) if log and log.house_rules else self.regulation


Next = Championship | Refusal
"""The result of an operation: the next championship, or a refusal."""
