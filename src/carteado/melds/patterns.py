"""Runs as stretches of places in the order of runs, for any suit, that natural cards and wilds can fill.

A set of places is a number with one bit a place. Keys: melds.run_order, melds.run_limit, melds.min_cards.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from carteado.regulation.melds_rules import Melds


class Order(NamedTuple):
    """The order of runs: how many places it has, how few and how many a run takes, and which are never wild."""

    size: int
    least: int
    most: int
    never_wild: int

    @property
    def places(self) -> int:
        return (1 << self.size) - 1


class Pattern(NamedTuple):
    """A run from the place ``start`` up to but not including ``end``.

    ``slots`` are the positions of its wilds, counted from its start; ``naturals`` are the places of its natural
    cards, as bits.
    """

    start: int
    end: int
    slots: tuple[int, ...]
    naturals: int


def order_of(rules: Melds) -> Order:
    never_wild = sum(1 << place for place, rank in enumerate(rules.run_order) if rank not in rules.wild_ranks)
    return Order(len(rules.run_order), rules.min_cards, rules.run_limit, never_wild)


def patterns(order: Order, pool: int, fixed: int, slots: int) -> Iterator[Pattern]:
    """Every run that has cards in places of ``pool`` and at most ``slots`` wilds, and that covers the ``fixed`` places.

    No wild takes a fixed place. At least one card of a run is never wild, so that its suit is known.
    """
    first, last = (_lowest(fixed), fixed.bit_length()) if fixed else (order.size - 1, 0)
    for start in range(first + 1):
        missing: list[int] = []
        for end in range(start + 1, min(order.size, start + order.most) + 1):
            if not pool >> end - 1 & 1:
                missing.append(end - 1 - start)
                if len(missing) > slots:
                    break
            if end >= last and end - start >= order.least:
                for pattern in _with_wilds(start, end, pool, fixed, missing, slots):
                    if pattern.naturals & order.never_wild:
                        yield pattern


def _with_wilds(start: int, end: int, pool: int, fixed: int, missing: list[int], slots: int) -> Iterator[Pattern]:
    """A stretch with wilds where cards are missing, and wherever else there are slots for them."""
    naturals = pool & (1 << end) - (1 << start)
    yield Pattern(start, end, tuple(missing), naturals)
    for more in range(1, slots - len(missing) + 1):
        free = [slot for slot in range(end - start) if (naturals & ~fixed) >> start + slot & 1]
        for others in combinations(free, more):
            left = naturals - sum([1 << start + slot for slot in others])
            yield Pattern(start, end, tuple(sorted((*missing, *others))), left)


def useful(order: Order, pool: int, slots: int) -> int:
    """The places of ``pool`` that are in some run: with neighbours and ``slots`` wilds they fill the shortest one."""
    places = 0
    for start in range(order.size - order.least + 1):
        window = pool & (1 << start + order.least) - (1 << start)
        if window.bit_count() >= order.least - slots:
            places |= window
    return places


def reach(pool: int, fixed: int, gaps: int) -> int:
    """The places that a run over ``fixed`` can grow to, with cards in ``pool`` and at most ``gaps`` gaps on a side."""
    above = ~pool & -(1 << fixed.bit_length())
    below = ~pool & (1 << _lowest(fixed)) - 1
    for _ in range(gaps):
        above &= above - 1
        below &= ~(1 << below.bit_length() >> 1)
    return (1 << _lowest(above)) - (1 << below.bit_length())


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
