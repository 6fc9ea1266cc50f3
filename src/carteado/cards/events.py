"""Events that every game has."""

from typing import NamedTuple


class Scored(NamedTuple):
    """A line of the score sheet: how many of the item, the points credited, and the key of the rule that gives them."""

    pair: int
    item: str
    number: int
    points: int
    key: str


class MatchWon(NamedTuple):
    """``key`` is the rule by which the match ended."""

    pair: int
    key: str
