"""Impossible counts of a hand played with real cards, written as sums, so that a phone can warn without the server.

A limit is broken when every one of its sums is above zero. The fields are those of ``Tally``; ``melded:8-K`` is one
row of the table of values, ``morto:taken`` is 1 or 0, and ``others:`` marks a field of the other pair.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from carteado.cards import SUITS
from carteado.melds.tally import MortoState, Tally
from carteado.regulation import MeldsRules
from carteado.regulation.melds_rules import Requirement, UnplayedMorto, ranks_in

OTHERS = "others:"


class Sum(NamedTuple):
    terms: Mapping[str, int]
    constant: int = 0

    def value(self, fields: Mapping[str, int]) -> int:
        return self.constant + sum(factor * fields.get(name, 0) for name, factor in self.terms.items())


class Limit(NamedTuple):
    """With ``of_pair`` a limit on each pair, otherwise on both together. ``details`` fill in the warning's sentence."""

    key: str
    code: str
    of_pair: bool
    sums: tuple[Sum, ...]
    details: Mapping[str, Sum | object]

    def is_broken(self, fields: Mapping[str, int]) -> bool:
        return all(one.value(fields) > 0 for one in self.sums)


@lru_cache(64)
def limits_of(rules: MeldsRules) -> tuple[Limit, ...]:
    """All limits in the order of the warnings: those of a pair, then those of the deck."""
    return (*_of_melds(rules), *_of_threes(rules), *_of_the_end(rules), *_of_the_deck(rules))


def fields_of(tally: Tally) -> dict[str, int]:
    """The fields of a tally that the sums use."""
    counts = ("clean", "dirty", "red_threes", "red_threes_in_hand", "black_threes_in_hand")
    return {
        "went_out": int(tally.went_out),
        **{name: getattr(tally, name) for name in counts},
        "melded": sum(tally.melded.values()),
        "in_hand": sum(tally.in_hand.values()),
        **{f"melded:{span}": count for span, count in tally.melded.items()},
        **{f"in_hand:{span}": count for span, count in tally.in_hand.items()},
        **{f"morto:{state}": int(tally.morto is state) for state in MortoState},
    }


def _is_present(*names: str) -> Sum:
    """Above zero if at least one of these fields is."""
    return Sum(dict.fromkeys(names, 1))


def _is_absent(*names: str) -> Sum:
    return Sum(dict.fromkeys(names, -1), 1)


def _of_melds(rules: MeldsRules) -> Iterator[Limit]:
    """Keys: melds.canastra_cards, melds.min_cards."""
    full = rules.melds.canastra_cards
    needed, laid = Sum({"clean": full, "dirty": full}), Sum({"melded": 1})
    details = {"canastras": _is_present("clean", "dirty"), "cards": laid, "least": needed}
    missing = Sum({"clean": full, "dirty": full, "melded": -1})
    yield Limit("melds.canastra_cards", "canastras_without_cards", True, (missing,), details)
    least = rules.melds.min_cards
    few = (laid, Sum({"melded": -1}, least), _is_absent("clean", "dirty"))
    yield Limit("melds.min_cards", "too_few_cards", True, few, {"count": laid, "least": least})


def _of_threes(rules: MeldsRules) -> Iterator[Limit]:
    """Threes have separate lines only if the regulation sets them apart."""
    red, black = ("red_threes", "red_threes_in_hand"), ("black_threes_in_hand",)
    for are_apart, names in ((rules.red_threes is not None, red), (rules.black_threes is not None, black)):
        if not are_apart:
            yield Limit("scoring.card_values", "threes_are_ordinary", True, (_is_present(*names),), {})


_UNMET: dict[Requirement, Sum] = {
    Requirement.MORTO_TAKEN: _is_absent("morto:taken"),
    Requirement.CANASTRA: _is_absent("clean", "dirty"),
    Requirement.CLEAN_CANASTRA: _is_absent("clean"),
}
"""The requirements that a sheet can check. It does not say whether mortos became stock, so those that this could
replace are left out."""


def _of_the_end(rules: MeldsRules) -> Iterator[Limit]:
    """Keys: going_out.requires, scoring.unplayed_morto."""
    for requirement in rules.going_out.requires:
        if requirement in _UNMET:
            sums = (_is_present("went_out"), _UNMET[requirement])
            yield Limit("going_out.requires", "sheet_going_out_needs", True, sums, {"missing": requirement})
    unplayed = _is_present("morto:unplayed")
    impossible = {
        UnplayedMorto.OPPONENTS_GO_OUT: (unplayed, _is_absent(f"{OTHERS}went_out")),
        UnplayedMorto.ANYONE_GOES_OUT: (unplayed, _is_absent("went_out", f"{OTHERS}went_out")),
        UnplayedMorto.ALWAYS_COUNTED: (unplayed,),
    }[rules.scoring.unplayed_morto]
    yield Limit("scoring.unplayed_morto", "unplayed_morto_counts", True, impossible, {})


def _of_the_deck(rules: MeldsRules) -> Iterator[Limit]:
    """Counts of more cards than the decks have. Key: deck.copies."""
    copies, suits = rules.deck.copies, len(SUITS)
    red, black = ("red_threes", "red_threes_in_hand"), ("black_threes_in_hand",)
    of_a_colour = suits // 2 * copies
    yield Limit("deck.copies", "too_many_red_threes", False, *_at_most(of_a_colour, _is_present(*red)))
    yield Limit("deck.copies", "too_many_black_threes", False, *_at_most(of_a_colour, _is_present(*black)))
    for span in rules.scoring.card_values:
        count = _is_present(f"melded:{span}", f"in_hand:{span}")
        most = len(ranks_in(span)) * suits * copies
        yield Limit("deck.copies", "too_many_cards", False, *_at_most(most, count, span=span))
    cards = _is_present("melded", "in_hand", *red, *black)
    whole = Sum({**cards.terms, "morto:unplayed": rules.dealing.morto_size})
    yield Limit("deck.copies", "more_than_the_deck", False, *_at_most(13 * suits * copies, whole))


def _at_most(most: int, count: Sum, **details: object) -> tuple[tuple[Sum], Mapping[str, Sum | object]]:
    return (count._replace(constant=-most),), {**details, "count": count, "most": most}
