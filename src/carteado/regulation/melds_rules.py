"""The rules that a regulation of Tranca or Canastra must give. The annotations are the schema of its file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from carteado.cards import RANKS, SUITS
from carteado.regulation.common_rules import Direction
from carteado.regulation.schema import Problem, Stated


class Requirement(StrEnum):
    """A condition that a pair may have to meet before it does something."""

    MORTO_TAKEN = "morto_taken"
    MORTO_TAKEN_OR_BOTH_STOCK = "morto_taken_or_both_stock"
    MORTO_TAKEN_OR_NONE_LEFT = "morto_taken_or_none_left"
    CANASTRA = "canastra"
    CLEAN_CANASTRA = "clean_canastra"


class CutBy(StrEnum):
    """Who cuts the shuffled deck."""

    LEFT_OF_DEALER = "left_of_dealer"
    RIGHT_OF_DEALER = "right_of_dealer"
    ANYBODY = "anybody"
    NOBODY = "nobody"


class MortosBy(StrEnum):
    """Who sets the mortos aside."""

    DEALER = "dealer"
    LEFT_OF_DEALER = "left_of_dealer"


class Taking(StrEnum):
    """The condition for taking the pile."""

    TOP_CARD_LAID = "top_card_laid"
    FREE = "free"


class PileSight(StrEnum):
    """How much of the pile all players see."""

    TOP = "top"
    WHOLE = "whole"


class Exchange(StrEnum):
    """How red threes that were dealt, or came with a morto, are laid and replaced."""

    AUTOMATIC = "automatic"
    BY_ACT = "by_act"


class MortoUnreplaced(StrEnum):
    """What happens to a morto's red threes when the stock cannot replace them all."""

    LAID = "laid"
    HAND_ENDS = "hand_ends"


class RetainedThrees(StrEnum):
    """The cost of red threes that are still in hand at the end."""

    ORDINARY = "ordinary"
    EACH = "each"
    ALL = "all"


class LaidThrees(StrEnum):
    """Where a red three lies once it is laid."""

    BY_ITSELF = "by_itself"
    BESIDE_THE_PLAYER = "beside_the_player"


class FinalDiscard(StrEnum):
    """Whether a player must go out with a discard."""

    OPTIONAL = "optional"
    REQUIRED = "required"


class WhenStockEmpty(StrEnum):
    """What happens when a player must draw and the stock is empty."""

    END_HAND = "end_hand"
    MORTO_ENTERS = "morto_enters"


class NoMortoPaidBy(StrEnum):
    """Which of the pairs that took no morto pay for it."""

    EVERY_PAIR = "every_pair"
    NOT_THE_PAIR_THAT_WENT_OUT = "not_the_pair_that_went_out"
    ONLY_WHEN_SOMEBODY_WENT_OUT = "only_when_somebody_went_out"


class GoingOutPaid(StrEnum):
    """In which ways of going out a pair scores for it."""

    EVERY_WAY = "every_way"
    AFTER_MORTO = "after_morto"


class UnplayedMorto(StrEnum):
    """Which players' going out makes a morto count as not taken, if it was taken but not yet played from."""

    OPPONENTS_GO_OUT = "opponents_go_out"
    ANYONE_GOES_OUT = "anyone_goes_out"
    ALWAYS_COUNTED = "always_counted"


class EqualAtTarget(StrEnum):
    """What decides the extra hand that is played when both pairs end with equal totals."""

    TOTALS = "totals"
    HAND_ALONE = "hand_alone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    copies: int
    no_jokers: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    pairs: Stated
    places: Stated
    seating: Stated
    direction: Direction


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    target: int
    final_target: int
    over: Stated
    both_reach: Stated
    equal_at_target: EqualAtTarget


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """``draw_ranks`` goes from low to high: the highest card drawn deals first."""

    draw_ranks: tuple[str, ...]
    draw_tied: Stated
    next_dealer: Stated
    cut_by: CutBy
    one_by_one: Stated
    hand_size: int
    mortos: int
    morto_size: int
    mortos_by: MortosBy
    rest: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    first_player: Stated
    order: Stated
    own_cards: Stated
    draw: Stated
    second_card: bool
    second_card_lost: Stated
    lay: Stated
    discard: Stated
    discard_stands: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Melds:
    """``run_order`` lists the places of a run from low to high; a rank at both ends is low and high."""

    min_cards: int
    same_suit: Stated
    run_order: tuple[str, ...]
    run_limit: int
    set_ranks: tuple[str, ...]
    repeated_sets: bool
    wild_ranks: tuple[str, ...]
    wild_limit: int
    natural_two: bool
    extending: Stated
    never_joined: Stated
    canastra_cards: int
    clean: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """``two_on_top``: 0 if a wild on top serves like any card; n if only for a new meld with n cards of the hand."""

    taking: Taking
    whole: Stated
    one_card_draws: bool
    two_on_top: int
    single_card_discardable: bool
    visible: PileSight


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackThrees:
    locks: bool
    never_melded: Stated
    discard: Stated
    penalty: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RedThrees:
    exchange: Exchange
    drawn: Stated
    morto: Stated
    morto_unreplaced: MortoUnreplaced
    drawn_unreplaced: Stated
    nothing_to_draw: Stated
    emptied: Stated
    never_melded: Stated
    never_discarded: Stated
    place: LaidThrees
    value: int
    requires: tuple[Requirement, ...]
    card_added: bool
    retained: RetainedThrees


@dataclass(frozen=True, slots=True, kw_only=True)
class Morto:
    first_to_empty: Stated
    requires: tuple[Requirement, ...]
    one_per_pair: Stated
    upper_first: Stated
    direct: Stated
    indirect: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class GoingOut:
    requires: tuple[Requirement, ...]
    final_discard: FinalDiscard
    ends_hand: Stated
    never_stuck: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    when_empty: WhenStockEmpty
    hand_ends: Stated
    no_legal_act: Stated
    no_progress_turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """``card_values`` is a table by rank or by a span of ranks, as a score sheet lists them: ``8-K``."""

    going_out: int
    going_out_paid: GoingOutPaid
    clean_canastra: int
    dirty_canastra: int
    card_values: Mapping[str, int]
    melded: Stated
    in_hand: Stated
    no_morto: int
    no_morto_paid_by: NoMortoPaidBy
    converted_morto_pays: bool
    unplayed_morto: UnplayedMorto


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """How the cards are set out to be counted at a table with real cards."""

    pile_size: int
    face_up: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Vulnerable:
    """``minimums``: the first, then one for each attempt that failed; the last one stays."""

    from_score: int
    minimums: tuple[int, ...]
    first_lay: Stated
    failed: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Referee:
    redeal: Stated
    disqualify: Stated
    adjust: Stated


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldsRules:
    """A regulation of Tranca or Canastra, section by section in the order in which a match meets them.

    Without the sections on threes, a three is a card like any other. Without ``counting``, a table counts as it likes.
    """

    deck: Deck
    table: Table
    match: Match
    dealing: Dealing
    turn: Turn
    melds: Melds
    pile: Pile
    black_threes: BlackThrees | None
    red_threes: RedThrees | None
    morto: Morto
    going_out: GoingOut
    stock: Stock
    scoring: Scoring
    counting: Counting | None
    vulnerable: Vulnerable | None
    referee: Referee


def points_by_rank(card_values: Mapping[str, int]) -> dict[str, int]:
    """The points of each rank, from a table whose rows may span several ranks."""
    return {rank: points for span, points in card_values.items() for rank in ranks_in(span)}


def ranks_in(span: str) -> tuple[str, ...]:
    """``A`` is one rank, ``8-K`` those from the 8 to the king. Empty if the span names no ranks."""
    low, _, high = span.partition("-")
    if low not in RANKS or (high or low) not in RANKS:
        return ()
    return RANKS[RANKS.index(low) : RANKS.index(high or low) + 1]


_MORTO_REQUIREMENTS = {
    Requirement.MORTO_TAKEN,
    Requirement.MORTO_TAKEN_OR_BOTH_STOCK,
    Requirement.MORTO_TAKEN_OR_NONE_LEFT,
}


MOST_COPIES = 4
"""The engine can distinguish the cards of at most this many decks."""


def impossible_melds(rules: MeldsRules) -> Iterator[Problem]:
    """Find the combinations of values that make a hand unplayable."""
    yield from _impossible_amounts(rules)
    yield from _impossible_deals(rules)
    yield from _impossible_ranks(rules)
    yield from _impossible_melds(rules.melds, longest_set=len(SUITS) * rules.deck.copies + rules.melds.wild_limit)
    yield from _impossible_threes(rules)
    yield from _impossible_requirements(rules)
    yield from _impossible_scores(rules)


def _impossible_amounts(rules: MeldsRules) -> Iterator[Problem]:
    for key, value in (
        ("deck.copies", rules.deck.copies),
        ("match.target", rules.match.target),
        ("match.final_target", rules.match.final_target),
        ("dealing.hand_size", rules.dealing.hand_size),
        ("dealing.morto_size", rules.dealing.morto_size),
        ("stock.no_progress_turns", rules.stock.no_progress_turns),
        ("counting.pile_size", rules.counting.pile_size if rules.counting else 1),
    ):
        if value < 1:
            yield Problem(key, "must_be_positive")
    for key, value in (
        ("dealing.mortos", rules.dealing.mortos),
        ("melds.wild_limit", rules.melds.wild_limit),
        ("pile.two_on_top", rules.pile.two_on_top),
        ("scoring.going_out", rules.scoring.going_out),
        ("scoring.clean_canastra", rules.scoring.clean_canastra),
        ("scoring.dirty_canastra", rules.scoring.dirty_canastra),
        ("scoring.no_morto", rules.scoring.no_morto),
        ("black_threes.penalty", rules.black_threes.penalty if rules.black_threes else 0),
        ("red_threes.value", rules.red_threes.value if rules.red_threes else 0),
        ("scoring.card_values", min(rules.scoring.card_values.values(), default=0)),
    ):
        if value < 0:
            yield Problem(key, "must_not_be_negative")


def _impossible_deals(rules: MeldsRules) -> Iterator[Problem]:
    dealing = rules.dealing
    deck = len(RANKS) * len(SUITS) * rules.deck.copies
    dealt = 4 * dealing.hand_size + dealing.mortos * dealing.morto_size
    if rules.deck.copies > MOST_COPIES:
        yield Problem("deck.copies", "too_many_decks", {"most": MOST_COPIES})
    if dealt >= deck:
        yield Problem("dealing.hand_size", "nothing_left_to_draw", {"dealt": dealt, "deck": deck})
    if dealing.mortos > 2:
        yield Problem("dealing.mortos", "more_mortos_than_pairs")
    if sorted(dealing.draw_ranks) != sorted(RANKS):
        yield Problem("dealing.draw_ranks", "not_the_ranks_of_the_deck", {"expected": list(RANKS)})
    if rules.pile.two_on_top > dealing.hand_size:
        yield Problem("pile.two_on_top", "more_cards_than_a_hand", {"size": dealing.hand_size})


def _impossible_ranks(rules: MeldsRules) -> Iterator[Problem]:
    melds = rules.melds
    for name in ("run_order", "set_ranks", "wild_ranks"):
        ranks: tuple[str, ...] = getattr(melds, name)
        both_ends = name == "run_order" and len(ranks) > 1 and ranks[0] == ranks[-1]
        single = ranks[:-1] if both_ends else ranks
        if not set(ranks) <= set(RANKS):
            yield Problem(f"melds.{name}", "unknown_rank", {"value": list(ranks)})
        elif len(set(single)) != len(single):
            yield Problem(f"melds.{name}", "rank_listed_twice", {"value": list(ranks)})
    if set(melds.set_ranks) & set(melds.wild_ranks):
        yield Problem("melds.set_ranks", "set_of_wilds", {"value": list(melds.wild_ranks)})
    if melds.natural_two and not set(melds.wild_ranks) & set(melds.run_order):
        yield Problem("melds.natural_two", "no_place_for_a_natural_two")


def _impossible_melds(melds: Melds, *, longest_set: int) -> Iterator[Problem]:
    longest = max(melds.run_limit, longest_set if melds.set_ranks else 0)
    if melds.min_cards < 2:
        yield Problem("melds.min_cards", "meld_of_one_card")
    if melds.wild_limit >= melds.min_cards:
        yield Problem("melds.wild_limit", "meld_of_wilds_alone", {"min_cards": melds.min_cards})
    if melds.wild_limit and not melds.wild_ranks:
        yield Problem("melds.wild_limit", "no_wild_card")
    if not melds.min_cards <= melds.run_limit <= len(melds.run_order):
        yield Problem("melds.run_limit", "run_without_room", {"places": len(melds.run_order)})
    if not melds.min_cards <= melds.canastra_cards <= longest:
        yield Problem("melds.canastra_cards", "canastra_out_of_reach", {"longest": longest})


def _impossible_threes(rules: MeldsRules) -> Iterator[Problem]:
    if rules.black_threes is None and rules.red_threes is None:
        return
    for name in ("run_order", "set_ranks", "wild_ranks"):
        if "3" in getattr(rules.melds, name):
            yield Problem(f"melds.{name}", "threes_are_not_melded")


def _impossible_requirements(rules: MeldsRules) -> Iterator[Problem]:
    if _MORTO_REQUIREMENTS & set(rules.morto.requires):
        yield Problem("morto.requires", "morto_needs_itself")
    if rules.dealing.mortos == 0 and Requirement.MORTO_TAKEN in rules.going_out.requires:
        yield Problem("going_out.requires", "no_morto_to_take")
    if rules.dealing.mortos == 0 and rules.scoring.going_out_paid is GoingOutPaid.AFTER_MORTO:
        yield Problem("scoring.going_out_paid", "no_morto_to_take")


def _impossible_scores(rules: MeldsRules) -> Iterator[Problem]:
    spans = [rank for span in rules.scoring.card_values for rank in ranks_in(span) or (span,)]
    if sorted(spans) != sorted(RANKS):
        yield Problem("scoring.card_values", "values_for_every_rank_once", {"expected": list(RANKS)})
    if rules.vulnerable is None:
        return
    minimums = rules.vulnerable.minimums
    if not minimums or minimums[0] < 1 or list(minimums) != sorted(set(minimums)):
        yield Problem("vulnerable.minimums", "minimums_must_rise")
    if rules.vulnerable.from_score < 1:
        yield Problem("vulnerable.from_score", "must_be_positive")
