"""Slots: where a pair in a match comes from. A bracket is its matches and these edges, nothing else."""

from dataclasses import dataclass

from carteado.tournament.outcomes import PairId

MatchId = str
StageId = str


@dataclass(frozen=True, slots=True)
class Entrant:
    """The pair at a place of the list of entrants, from 0."""

    place: int


@dataclass(frozen=True, slots=True)
class Place:
    """The pair at a place of a stage, from 0: as drawn, or as the stage is filled."""

    stage: StageId
    place: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    match: MatchId


@dataclass(frozen=True, slots=True)
class LoserOf:
    match: MatchId


@dataclass(frozen=True, slots=True)
class RankOf:
    """The pair at a rank of a group, from 1. A stage without groups is one group."""

    stage: StageId
    group: int
    rank: int


@dataclass(frozen=True, slots=True)
class BestOfRank:
    """The nth best among the pairs at one rank of their groups."""

    stage: StageId
    rank: int
    nth: int


@dataclass(frozen=True, slots=True)
class LuckyLoser:
    """The nth of the pairs that a phase eliminates and the regulation takes back. Key: lucky_losers.places."""

    stage: StageId
    phase: str
    nth: int


@dataclass(frozen=True, slots=True)
class Paired:
    """The pair that a Swiss round placed there."""

    pair: PairId


@dataclass(frozen=True, slots=True)
class Bye:
    """An empty place: the pair opposite advances."""


Slot = Entrant | Place | WinnerOf | LoserOf | RankOf | BestOfRank | LuckyLoser | Paired | Bye
