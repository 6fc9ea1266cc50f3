"""Events that every game has."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scored:
    """A line of the score sheet: how many of the item, the points credited, and the key of the rule that gives them."""

    pair: int
    item: str
    number: int
    points: int
    key: str


@dataclass(frozen=True, slots=True)
class MatchWon:
    """``key`` is the rule that ended the match."""

    pair: int
    key: str
