"""The published hours of rounds and matches: which rounds a plan has, and when each of its matches is played."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.slots import MatchId, StageId
from carteado.tournament.formats.stages import SWISS, Fixture, Kind, fixtures_of


class RoundId(NamedTuple):
    """A round of a phase: matches that are played together. It has a name before its pairs or matches are known."""

    stage: StageId
    phase: str
    round: int


class RoundHour(NamedTuple):
    """The day and hour of a round."""

    stage: StageId
    phase: str
    round: int
    at: datetime


class MatchHour(NamedTuple):
    """The day and hour of one match that is not played when its round is."""

    match: MatchId
    at: datetime


@dataclass(frozen=True, slots=True)
class Timetable:
    """The hours in force. A match has its own hour, or else that of its round."""

    rounds: Mapping[RoundId, datetime] = field(default_factory=dict)
    matches: Mapping[MatchId, datetime] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.rounds or self.matches)

    def hour_of(self, fixture: Fixture) -> datetime | None:
        return self.matches.get(fixture.id) or self.rounds.get(round_of(fixture))

    def within(self, plan: Plan) -> "Timetable":
        """The hours of the rounds and matches that the plan has."""
        rounds, matches = frozenset(rounds_of(plan)), frozenset(one.id for one in plan.fixtures)
        return Timetable(
            {one: at for one, at in self.rounds.items() if one in rounds},
            {one: at for one, at in self.matches.items() if one in matches},
        )

    def moved(self, shift: "Shift") -> "Timetable":
        return Timetable(
            {one: shift(at) for one, at in self.rounds.items()},
            {one: shift(at) for one, at in self.matches.items()},
        )


NO_HOURS = Timetable()


class Shift(NamedTuple):
    """Days of the event that moved: each from one instant up to another, and by how much."""

    parts: tuple[tuple[datetime, datetime, timedelta], ...]

    def __call__(self, at: datetime) -> datetime:
        """The hour after the move. Hours on days that stay where they were do not change."""
        return next((at + by for start, end, by in self.parts if start <= at < end), at)


def round_of(fixture: Fixture) -> RoundId:
    return RoundId(fixture.stage, fixture.phase, fixture.round)


def timetable(rounds: Iterable[RoundHour], matches: Iterable[MatchHour]) -> Timetable:
    return Timetable(
        {RoundId(one.stage, one.phase, one.round): one.at for one in rounds}, {one.match: one.at for one in matches}
    )


def rounds_of(plan: Plan) -> tuple[RoundId, ...]:
    """Every round of the plan, stage by stage, in the order of its matches. A Swiss has its rounds before they are
    paired."""
    return tuple(dict.fromkeys(_rounds(plan)))


def _rounds(plan: Plan) -> Iterator[RoundId]:
    for stage in plan.stages:
        if stage.kind is Kind.SWISS:
            yield from (RoundId(stage.id, SWISS, number) for number in range(1, stage.rounds + 1))
        else:
            yield from map(round_of, fixtures_of(stage))
