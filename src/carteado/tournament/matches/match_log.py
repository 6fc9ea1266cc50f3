"""The record of a match: versions of its result, who confirmed them, who stayed away."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Literal, NamedTuple

from carteado.regulation import Override
from carteado.tournament.matches.clocks import ClockLog, Moment
from carteado.tournament.outcomes import PairId

Side = Literal[0, 1]


class Party(StrEnum):
    """Who confirms a result: the pair in the first slot, the pair in the second, and the referee."""

    FIRST = "first"
    SECOND = "second"
    REFEREE = "referee"


class Ending(StrEnum):
    """How a game ended. An extra hand decides between two that reached the target level."""

    TARGET = "target"
    EXTRA_HAND = "extra_hand"
    TIME_UP = "time_up"
    RULING = "ruling"


class Game(NamedTuple):
    """One *partida*: the final score and the side that won it."""

    points: tuple[int, int]
    winner: Side
    ending: Ending = Ending.TARGET


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """One version of a result, from the table or the referee.

    ``is_correction`` is true for the referee's correction of a W.O. or of an earlier version. ``why`` is the referee's
    reason for it, or for a first version that needs one.
    """

    games: tuple[Game, ...]
    by: str
    at: datetime
    why: str = ""
    confirmed: frozenset[Party] = frozenset()
    disputed: Mapping[Party, str] = field(default_factory=dict)
    is_correction: bool = False

    @property
    def points(self) -> tuple[int, int]:
        """Points over all games of the match."""
        return sum(game.points[0] for game in self.games), sum(game.points[1] for game in self.games)

    @property
    def winner(self) -> Side:
        """The side that won more games."""
        first = sum(game.winner == 0 for game in self.games)
        return 0 if 2 * first > len(self.games) else 1


class State(StrEnum):
    """How far a match has come."""

    OPEN = "open"
    CALLED = "called"
    PLAYING = "playing"
    SUBMITTED = "submitted"
    DISPUTED = "disputed"
    OFFICIAL = "official"
    WALKOVER = "walkover"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLog:
    """Everything recorded of a match since it was called. ``pairs`` are the pairs that were called.

    ``official`` is the number of the version that counts, from 0. ``absent`` are the pairs that lost by W.O.;
    ``follows`` is true if they had left the event, and false if the W.O. was given for this match.
    """

    pairs: tuple[PairId, PairId]
    clock: ClockLog
    table: str | None = None
    submissions: tuple[Submission, ...] = ()
    official: int | None = None
    absent: tuple[PairId, ...] = ()
    follows: bool = False
    house_rules: tuple[Override, ...] = ()

    @property
    def state(self) -> State:
        if self.absent:
            return State.WALKOVER
        if self.official is not None:
            return State.OFFICIAL
        if self.submissions:
            return State.DISPUTED if self.submissions[-1].disputed else State.SUBMITTED
        if self.clock.has(Moment.STARTED):
            return State.PLAYING
        return State.CALLED if self.clock.has(Moment.CALLED) else State.OPEN

    @property
    def is_on(self) -> bool:
        """Whether its pairs are at the table, or called to it."""
        return self.state in (State.CALLED, State.PLAYING)

    @property
    def has_begun(self) -> bool:
        """Whether anything was played or decided, so that its pairs may no longer change."""
        return self.state not in (State.OPEN, State.CALLED)

    @property
    def counted(self) -> Submission | None:
        """The version that counts."""
        return None if self.official is None else self.submissions[self.official]

    def with_last(self, submission: Submission) -> "MatchLog":
        """The log with its last version replaced, after a confirmation or a dispute."""
        return replace(self, submissions=(*self.submissions[:-1], submission))


def new_log(pairs: tuple[PairId, PairId]) -> MatchLog:
    return MatchLog(pairs=pairs, clock=ClockLog(pairs))
