"""What is a meld, tried out place by place."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tests.melds.naive.regulations import PLACES, SET_RANKS, SUITS


class Reading(NamedTuple):
    """``of`` is the suit of a run or the rank of a set; ``wilds`` are the 2s that stand for another card."""

    kind: str
    of: str
    wilds: int


def read_meld(cards: Sequence[str], regulation: str) -> Reading | None:
    """The meld as it is written, or None: a run from low to high with the wild in its place, a set in any order."""
    readings = [*_as_runs(cards, regulation), *_as_sets(cards, regulation)]
    allowed = [reading for reading in readings if len(cards) >= 3 and reading.wilds <= 1]  # C-1
    return min(allowed, key=lambda reading: reading.wilds, default=None)


def _as_runs(cards: Sequence[str], regulation: str) -> list[Reading]:
    places = PLACES[regulation]
    readings = []
    for suit in SUITS:
        for start in range(len(places) - len(cards) + 1):
            naturals = [rank + suit for rank in places[start : start + len(cards)]]
            # C-2: the 2 of the suit in the place of the 2 is natural; every other 2 stands for another card.
            others = [card for card, natural in zip(cards, naturals, strict=True) if card != natural]
            if all(card[0] == "2" for card in others):
                readings.append(Reading("run", suit, len(others)))
    return readings


def _as_sets(cards: Sequence[str], regulation: str) -> list[Reading]:
    readings = []
    for rank in SET_RANKS[regulation]:
        others = [card for card in cards if card[0] != rank]
        if all(card[0] == "2" for card in others):
            readings.append(Reading("set", rank, len(others)))
    return readings


def is_canastra(cards: Sequence[str]) -> bool:
    return len(cards) >= 7  # C-6


def is_clean_canastra(cards: Sequence[str], regulation: str) -> bool:
    reading = read_meld(cards, regulation)
    assert reading is not None
    return is_canastra(cards) and reading.wilds == 0


def ways_to_write(cards: Sequence[str], regulation: str) -> set[tuple[str, ...]]:
    """Every way to write exactly these cards as a meld; a set just once."""
    ways = {run for run in _runs_of_length(regulation, len(cards)) if _all_among(run, cards)}
    if read_meld(sorted(cards), regulation):
        ways.add(tuple(sorted(cards)))
    return ways


def naive_legal_melds(hand_cards: Sequence[str], regulation: str) -> list[tuple[str, ...]]:
    """Every single meld that these cards can form, sorted, each once: runs as written from low to high, sets sorted.

    Only the form is asked: neither the turn, nor a vulnerable pair's minimum, nor what must stay in the hand.
    """
    melds = {run for run in _all_runs(regulation) if _all_among(run, hand_cards)}
    for rank in SET_RANKS[regulation]:
        of_rank = [card for card in hand_cards if card[0] == rank]
        twos = [[], *([card] for card in set(hand_cards) if card[0] == "2")]
        for size in range(2, len(of_rank) + 1):
            for naturals in combinations(of_rank, size):
                melds |= {tuple(sorted([*naturals, *two])) for two in twos if size + len(two) >= 3}
    assert all(read_meld(meld, regulation) for meld in melds)
    return sorted(melds)


def _all_among(run: Sequence[str], cards: Sequence[str]) -> bool:
    return all(card in cards for card in run) and Counter(run) <= Counter(cards)


@cache
def _all_runs(regulation: str) -> frozenset[tuple[str, ...]]:
    lengths = range(3, len(PLACES[regulation]) + 1)
    return frozenset(run for length in lengths for run in _runs_of_length(regulation, length))


@cache
def _runs_of_length(regulation: str, length: int) -> frozenset[tuple[str, ...]]:
    """Every run of that length that can be written at all."""
    places = PLACES[regulation]
    runs = set()
    for suit in SUITS:
        for start in range(len(places) - length + 1):
            naturals = [rank + suit for rank in places[start : start + length]]
            candidates = [naturals]
            for place in range(length):
                candidates += [[*naturals[:place], "2" + any_suit, *naturals[place + 1 :]] for any_suit in SUITS]
            runs |= {tuple(run) for run in candidates if read_meld(run, regulation)}
    return frozenset(runs)
