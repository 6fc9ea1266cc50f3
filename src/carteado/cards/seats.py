"""Seats are numbered in order of play, so partners sit two apart; one against one, each seat is a pair."""

from enum import StrEnum


class Onlooker(StrEnum):
    """A person who watches a match without a seat."""

    SPECTATOR = "spectator"
    REFEREE = "referee"


Observer = int | Onlooker
"""The seat or onlooker that a view is made for."""


def pair_of(seat: int) -> int:
    return seat % 2


def other(pair: int) -> int:
    return 1 - pair


def partners(seat: int, one: Observer) -> bool:
    """Whether the observer sits opposite, in the same pair."""
    return isinstance(one, int) and one != seat and pair_of(one) == pair_of(seat)


def in_order(first: int, players: int) -> tuple[int, ...]:
    """Every seat once, in order of play."""
    return tuple((first + step) % players for step in range(players))
