"""The points of a hand, C-18 to C-20, and the score sheets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.melds.naive.regulations import AF, AP, FA

Lines = dict[str, int]
AP_GROUPS = {"A": 15, "2": 10, "8-K": 10, "3-7": 5}


@dataclass(kw_only=True)
class Side:
    """What one pair has at the end of a hand. ``melded`` and ``in_hand`` are points, the rest are numbers of things."""

    went_out: bool = False
    clean: int = 0
    dirty: int = 0
    red_threes: int = 0
    melded: int = 0
    in_hand: int = 0
    costly_red_threes: int = 0
    black_threes: int = 0
    pays_morto: bool = False


def lines_of(side: Side) -> Lines:
    """The lines of the score sheet; what there is none of is left out."""
    has_canastra = side.clean + side.dirty > 0
    lines = {
        "went_out": 100 * side.went_out,
        "clean_canastas": 200 * side.clean,
        "dirty_canastas": 100 * side.dirty,
        "red_threes": (100 if has_canastra else -100) * side.red_threes,
        "melded_cards": side.melded,
        "hand_cards": -side.in_hand,
        "red_threes_in_hand": -100 * side.costly_red_threes,
        "black_threes": -100 * side.black_threes,
        "no_morto": -100 * side.pays_morto,
    }
    return {item: points for item, points in lines.items() if points}


def pays_morto(*, regulation: str, taken_and_played: bool, others_went_out: bool) -> bool:
    """C-18: in AF a pair pays for a morto that it did not take only when the other pair went out."""
    return not taken_and_played and (regulation != AF or others_went_out)


def naive_sheet(sheet: Mapping[str, Any]) -> list[list[int]]:
    """The points of each hand of a score sheet."""
    return [
        [sum(lines_of(_entered(hand, pair, sheet["regulation"])).values()) for pair in (0, 1)]
        for hand in sheet["hands"]
    ]


def _entered(hand: Mapping[str, Any], pair: int, regulation: str) -> Side:
    entry = hand["pairs"][pair]
    went_out = hand.get("went_out") == pair
    red_in_hand = entry.get("red_threes_in_hand", 0)
    side = Side(
        went_out=went_out,
        clean=entry.get("clean", 0),
        dirty=entry.get("dirty", 0),
        red_threes=entry.get("red_threes", 0),
        melded=_worth(entry.get("melded", 0), regulation),
        in_hand=_worth(entry.get("in_hand", 0), regulation),
        black_threes=entry.get("black_threes_in_hand", 0),
        pays_morto=pays_morto(
            regulation=regulation,
            taken_and_played=entry["morto"] == "taken",
            others_went_out=hand.get("went_out") == 1 - pair,
        ),
    )
    if regulation == FA:
        side.costly_red_threes = red_in_hand  # C-11
    else:
        side.in_hand += 10 * red_in_hand  # C-10
    return side


def _worth(cards: int | Mapping[str, int], regulation: str) -> int:
    if isinstance(cards, int):
        return cards * 10
    assert regulation == AP
    return sum(AP_GROUPS[group] * number for group, number in cards.items())
