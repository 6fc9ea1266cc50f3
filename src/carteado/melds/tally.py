"""The counts at the end of a hand, played on a screen or with real cards, and the points they give. Keys: scoring."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from carteado.cards import Card, Scored
from carteado.regulation import MeldsRules
from carteado.regulation.melds_rules import GoingOutPaid, NoMortoPaidBy, Requirement, RetainedThrees, points_by_rank


class MortoState(StrEnum):
    """``unplayed``: taken, but a player went out before it could be used, so it counts as not taken."""

    TAKEN = "taken"
    NOT_TAKEN = "not_taken"
    UNPLAYED = "unplayed"


class Tally(NamedTuple):
    """The counts of one pair.

    ``melded`` and ``in_hand`` have a count for each row of the table of card values. They leave out threes that have a
    separate line, and the cards of an unplayed morto.
    """

    went_out: bool
    clean: int
    dirty: int
    red_threes: int
    red_threes_in_hand: int
    black_threes_in_hand: int
    melded: Mapping[str, int]
    in_hand: Mapping[str, int]
    morto: MortoState
    morto_converted: bool = False


_values = lru_cache(64)(points_by_rank)


def points_of(rules: MeldsRules, cards: Iterable[Card]) -> int:
    """The points of the cards. Key: scoring.card_values."""
    values = _values(rules.scoring.card_values)
    return sum(values[card.rank] for card in cards)


def lines_of(rules: MeldsRules, pair: int, tally: Tally, *, others_went_out: bool) -> Iterator[Scored]:
    """The score lines of a pair, in the order in which a table counts. Lines with a count of 0 are left out."""
    scoring = rules.scoring
    for item, number, worth, key in (
        ("went_out", int(_is_paid_for_going_out(rules, tally)), scoring.going_out, "scoring.going_out"),
        ("clean_canastas", tally.clean, scoring.clean_canastra, "scoring.clean_canastra"),
        ("dirty_canastas", tally.dirty, scoring.dirty_canastra, "scoring.dirty_canastra"),
        ("red_threes", tally.red_threes, _red_three_worth(rules, tally), "red_threes.value"),
    ):
        if number and (item != "red_threes" or rules.red_threes is not None):
            yield Scored(pair, item, number, number * worth, key)
    if any(tally.melded.values()):
        yield Scored(pair, "melded_cards", sum(tally.melded.values()), _worth(rules, tally.melded), "scoring.melded")
    yield from _in_hand(rules, pair, tally)
    if _pays_for_no_morto(rules, tally, others_went_out=others_went_out):
        yield Scored(pair, "no_morto", 1, -scoring.no_morto, "scoring.no_morto")


def _is_paid_for_going_out(rules: MeldsRules, tally: Tally) -> bool:
    """Key: scoring.going_out_paid."""
    every_way = rules.scoring.going_out_paid is GoingOutPaid.EVERY_WAY
    return tally.went_out and (every_way or tally.morto is MortoState.TAKEN)


def _worth(rules: MeldsRules, counts: Mapping[str, int]) -> int:
    return sum(count * rules.scoring.card_values[span] for span, count in counts.items())


def _red_three_worth(rules: MeldsRules, tally: Tally) -> int:
    """The value of each red three, positive or negative, by what the pair has.

    Keys: red_threes.value, red_threes.requires, red_threes.retained, red_threes.card_added.
    """
    threes = rules.red_threes
    if threes is None:
        return 0
    spoilt = threes.retained is RetainedThrees.ALL and tally.red_threes_in_hand > 0
    earned = all(meets_requirement(requirement, tally) for requirement in threes.requires)
    card = _values(rules.scoring.card_values)["3"] if threes.card_added else 0
    return card + (threes.value if earned and not spoilt else -threes.value)


_MET: dict[Requirement, Callable[[Tally], bool]] = {
    Requirement.MORTO_TAKEN: lambda tally: tally.morto is MortoState.TAKEN,
    Requirement.MORTO_TAKEN_OR_BOTH_STOCK: lambda tally: tally.morto is MortoState.TAKEN or tally.morto_converted,
    Requirement.MORTO_TAKEN_OR_NONE_LEFT: lambda tally: tally.morto is MortoState.TAKEN or tally.morto_converted,
    Requirement.CANASTRA: lambda tally: tally.clean + tally.dirty > 0,
    Requirement.CLEAN_CANASTRA: lambda tally: tally.clean > 0,
}


def meets_requirement(requirement: Requirement, tally: Tally) -> bool:
    """Whether the counts of a pair meet a requirement."""
    return _MET[requirement](tally)


def _in_hand(rules: MeldsRules, pair: int, tally: Tally) -> Iterator[Scored]:
    """Keys: scoring.in_hand, black_threes.penalty, red_threes.retained."""
    number, points = sum(tally.in_hand.values()), _worth(rules, tally.in_hand)
    red = tally.red_threes_in_hand if rules.red_threes is not None else 0
    if rules.red_threes is not None and rules.red_threes.retained is RetainedThrees.ORDINARY:
        number, points, red = number + red, points + red * _values(rules.scoring.card_values)["3"], 0
    if number:
        yield Scored(pair, "hand_cards", number, -points, "scoring.in_hand")
    if tally.black_threes_in_hand and rules.black_threes is not None:
        cost = tally.black_threes_in_hand * rules.black_threes.penalty
        yield Scored(pair, "black_threes", tally.black_threes_in_hand, -cost, "black_threes.penalty")
    if red and rules.red_threes is not None:
        yield Scored(pair, "red_threes_in_hand", red, -red * rules.red_threes.value, "red_threes.retained")


def _pays_for_no_morto(rules: MeldsRules, tally: Tally, *, others_went_out: bool) -> bool:
    """Keys: scoring.no_morto_paid_by, scoring.converted_morto_pays, scoring.unplayed_morto."""
    if tally.morto is MortoState.TAKEN or rules.dealing.mortos == 0:
        return False
    if tally.morto is MortoState.NOT_TAKEN and tally.morto_converted and not rules.scoring.converted_morto_pays:
        return False
    return {
        NoMortoPaidBy.EVERY_PAIR: True,
        NoMortoPaidBy.NOT_THE_PAIR_THAT_WENT_OUT: not tally.went_out,
        NoMortoPaidBy.ONLY_WHEN_SOMEBODY_WENT_OUT: others_went_out,
    }[rules.scoring.no_morto_paid_by]
