"""Conditions on what a pair may do: canastras, taking a morto, going out, and never being stuck."""

from collections.abc import Callable, Collection, Iterator, Sequence

from carteado.cards import pair_of
from carteado.melds.deck import BLACK_THREES, RED_THREES, CardId, faces
from carteado.melds.forms import extended_forms
from carteado.melds.shapes import Shape, shapes_of
from carteado.melds.state import Hand, Match, Meld
from carteado.regulation import MeldsRules, Refusal, forbidden_by
from carteado.regulation.melds_rules import FinalDiscard, Requirement, WhenStockEmpty


def canastras(rules: MeldsRules, melds: Sequence[Meld]) -> list[Meld]:
    """Key: melds.canastra_cards."""
    return [meld for meld in melds if len(meld.cards) >= rules.melds.canastra_cards]


def is_red_three(rules: MeldsRules, card: CardId) -> bool:
    """Whether the card is a red three and the regulation sets those apart. Keys: red_threes."""
    return card in RED_THREES and rules.red_threes is not None


def is_black_three(rules: MeldsRules, card: CardId) -> bool:
    """Whether the card is a black three and the regulation sets those apart. Keys: black_threes."""
    return card in BLACK_THREES and rules.black_threes is not None


_REQUIREMENTS: dict[Requirement, Callable[[MeldsRules, Hand, int, Sequence[Meld]], bool]] = {
    Requirement.MORTO_TAKEN: lambda _rules, hand, pair, _melds: hand.sides[pair].took_morto,
    Requirement.MORTO_TAKEN_OR_BOTH_STOCK: lambda rules, hand, pair, _melds: (
        hand.sides[pair].took_morto or hand.converted == rules.dealing.mortos
    ),
    Requirement.MORTO_TAKEN_OR_NONE_LEFT: lambda _rules, hand, pair, _melds: (
        hand.sides[pair].took_morto or not hand.mortos
    ),
    Requirement.CANASTRA: lambda rules, _hand, _pair, melds: bool(canastras(rules, melds)),
    Requirement.CLEAN_CANASTRA: lambda rules, _hand, _pair, melds: any(
        meld.is_clean for meld in canastras(rules, melds)
    ),
}


def unmet_requirements(
    rules: MeldsRules, requires: Sequence[Requirement], hand: Hand, pair: int, melds: Sequence[Meld]
) -> Iterator[Requirement]:
    """The requirements that the pair does not meet with these melds."""
    return (one for one in requires if not _REQUIREMENTS[one](rules, hand, pair, melds))


def may_take_morto(rules: MeldsRules, hand: Hand, pair: int, melds: Sequence[Meld]) -> bool:
    """Keys: morto.one_per_pair, morto.requires."""
    if hand.sides[pair].took_morto or not hand.mortos:
        return False
    return not any(unmet_requirements(rules, rules.morto.requires, hand, pair, melds))


def nothing_to_draw(rules: MeldsRules, hand: Hand) -> bool:
    """Whether there is no stock, and no morto that may replace it. Keys: stock.when_empty, stock.hand_ends."""
    return not hand.stock and (not hand.mortos or rules.stock.when_empty is WhenStockEmpty.END_HAND)


def is_discardable(rules: MeldsRules, hand: Hand, card: CardId) -> bool:
    """Keys: red_threes.never_discarded, pile.single_card_discardable."""
    return card != hand.not_discardable and not is_red_three(rules, card)


def refusal_of_empty_hand(
    match: Match, hand: Hand, seat: int, melds: Sequence[Meld], *, by_discard: bool
) -> Refusal | None:
    """Why the seat may not run out of cards: it can neither take a morto nor go out. Keys: going_out."""
    rules, pair = match.rules, pair_of(seat)
    if may_take_morto(rules, hand, pair, melds):
        return None
    if not by_discard and rules.going_out.final_discard is FinalDiscard.REQUIRED:
        return forbidden_by("going_out.final_discard", "last_card_is_discarded")
    missing = next(unmet_requirements(rules, rules.going_out.requires, hand, pair, melds), None)
    return None if missing is None else forbidden_by("going_out.requires", "going_out_needs", missing=missing)


def _melds_with(rules: MeldsRules, cards: Collection[CardId], melds: Sequence[Meld]) -> Iterator[tuple[Meld, ...]]:
    """The pair's melds after each way to add these cards to one of them; a clean canastra may become a dirty one."""
    for index, meld in enumerate(melds):
        for form in extended_forms(rules, meld, faces(cards)):
            shape = shapes_of(rules.melds).read_as(meld.shape.kind, form)
            if isinstance(shape, Shape):
                yield (*melds[:index], Meld((*meld.cards, *cards), form, shape), *melds[index + 1 :])


def refusal_of_cards_left(
    match: Match, hand: Hand, seat: int, left: Collection[CardId], melds: Sequence[Meld]
) -> Refusal | None:
    """Why the seat may not go on with these cards: it must be able to end its turn. Key: going_out.never_stuck."""
    if not left:
        return refusal_of_empty_hand(match, hand, seat, melds, by_discard=False)
    if not any(is_discardable(match.rules, hand, card) for card in left):
        ways = (melds, *_melds_with(match.rules, left, melds))
        as_is, *extended = (refusal_of_empty_hand(match, hand, seat, one, by_discard=False) is None for one in ways)
        return None if as_is and any(extended) else forbidden_by("going_out.never_stuck", "nothing_to_discard")
    if len(left) > 1:
        return None
    refused = refusal_of_empty_hand(match, hand, seat, melds, by_discard=True)
    return refused and forbidden_by("going_out.never_stuck", "last_card_stranded", **refused.details)
