"""Moves after a draw that keep entrants of one group apart in the first round. No chance is involved."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple


class Move(NamedTuple):
    """An entrant who changed places so as not to meet ``opponent``, of the same group, in the first round."""

    entrant: str
    origin: int
    target: int
    exchanged_with: str
    opponent: str
    group: str

    def to_json(self) -> dict[str, object]:
        return {
            "entrant": self.entrant,
            "from": self.origin,
            "to": self.target,
            "exchanged_with": self.exchanged_with,
            "why": {"opponent": self.opponent, "group": self.group},
        }


class Clash(NamedTuple):
    """Two entrants of one group who still meet in the first round, at ``place`` and the next place."""

    place: int
    entrants: tuple[str, str]
    group: str

    def to_json(self) -> dict[str, object]:
        return {
            "places": [self.place, self.place + 1],
            "entrants": list(self.entrants),
            "group": self.group,
        }


class Separated(NamedTuple):
    """The order after the moves, and the clashes that no move could avoid."""

    order: tuple[str, ...]
    moves: tuple[Move, ...]
    unavoidable: tuple[Clash, ...]

    def to_json(self) -> dict[str, object]:
        return {
            "moves": [move.to_json() for move in self.moves],
            "unavoidable": [clash.to_json() for clash in self.unavoidable],
        }


def separated(order: Sequence[str], apart: Mapping[str, str], *, byes: int = 0) -> Separated:
    """Walk the pairs of places (0, 1), (2, 3), … and move the second entrant of each that clashes.

    The last ``byes`` places have no opponent. No other rule leaves fewer clashes: a clash stays only when every pair of
    places already has an entrant of its group.
    """
    places, moves = list(order), []
    meeting = (len(places) - byes) & ~1
    for clash in _clashes(places, apart, meeting):
        target = _place_for(clash, places, apart, meeting)
        if target is None:
            break  # every pair has an entrant of this group, so no later clash can be avoided either
        moves.append(_move(clash, target, places))
    return Separated(tuple(places), tuple(moves), tuple(_clashes(places, apart, meeting)))


def _clashes(places: Sequence[str], apart: Mapping[str, str], meeting: int) -> Iterator[Clash]:
    """Check each pair of places only when the walk reaches it, so that earlier moves count."""
    for place in range(0, meeting, 2):
        first, second = places[place], places[place + 1]
        if _same_group(first, second, apart):
            yield Clash(place, (first, second), apart[first])


def _same_group(one: str, two: str, apart: Mapping[str, str]) -> bool:
    return one in apart and apart[one] == apart.get(two)


def _place_for(clash: Clash, places: Sequence[str], apart: Mapping[str, str], meeting: int) -> int | None:
    """The first later place, or else the nearest earlier one, where the exchange leaves no clash."""
    stays, mover = clash.entrants
    for place in chain(range(clash.place + 2, len(places)), range(clash.place - 1, -1, -1)):
        if _same_group(stays, places[place], apart):
            continue
        opponent = place ^ 1
        if place >= meeting or not _same_group(mover, places[opponent], apart):
            return place
    return None


def _move(clash: Clash, target: int, places: list[str]) -> Move:
    origin, (stays, mover), replacement = clash.place + 1, clash.entrants, places[target]
    places[origin], places[target] = replacement, mover
    return Move(mover, origin, target, exchanged_with=replacement, opponent=stays, group=clash.group)
