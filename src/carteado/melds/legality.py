"""The one source of legality: why an act is refused.

Each ``refusal_of_…`` function returns the first refusal that applies, or None.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

from carteado.cards import Adjust, Card, Disqualify, Pause, Redeal, Resume, Sign, Sit
from carteado.melds.acts import (
    Act,
    Cut,
    Deal,
    Discard,
    Draw,
    Exchange,
    Extend,
    Lay,
    Redraw,
    Take,
    TakeExtending,
    TakeLaying,
)
from carteado.melds.conditions import (
    is_black_three,
    is_discardable,
    is_red_three,
    refusal_of_cards_left,
    refusal_of_empty_hand,
)
from carteado.melds.dealing import refusal_of_cut, refusal_of_deal
from carteado.melds.deck import CardId, cards_with_faces, copies_of, face, faces
from carteado.melds.forms import extended_forms, meld_forms
from carteado.melds.shapes import Kind, shapes_of
from carteado.melds.state import Hand, Match, Meld, Phase
from carteado.regulation import MeldsRules, Refusal, forbidden_by, out_of_order
from carteado.regulation.melds_rules import Exchange as ExchangeRule
from carteado.regulation.melds_rules import Taking


def refusal(match: Match, act: Act) -> Refusal | None:
    """Why the act cannot be done now, or None when it can."""
    if match.winner is not None:
        return forbidden_by("match.over", "match_over")
    seat = getattr(act, "seat", 0)
    if not 0 <= seat < match.players:
        return forbidden_by("table.pairs", "no_such_seat", seat=seat, players=match.players)
    return _REFUSALS[type(act)](match, act)


def refusal_in_any_order(match: Match, act: Act) -> Refusal | None:
    """Why the act cannot be done, judged by its cards and not by the order in which they were named.

    A player who lays cards means the meld that they form. If another order of them would be legal, the refusal is
    the one for the order as written.
    """
    refused = refusal(match, act)
    if refused is None:
        return None
    in_other_orders = [refusal(match, one) for one in islice(_in_other_orders(match, act), _MOST_ORDERS)]
    return in_other_orders[0] if in_other_orders and all(in_other_orders) else refused


_MOST_ORDERS = 64


def _in_other_orders(match: Match, act: Act) -> Iterator[Act]:
    """A lay or an extension of the same cards, in every order in which they are melds."""
    if match.hand is None:
        return
    if isinstance(act, Lay):
        ways = [meld_forms(match.rules, cards) for cards in act.melds]
        yield from (replace(act, melds=melds) for melds in product(*ways))
    elif isinstance(act, Extend):
        melds = match.hand.side(act.seat).melds[act.meld :][:1] if act.meld >= 0 else ()
        for old in melds:
            added = Counter(act.to) - Counter(old.faces)
            forms = extended_forms(match.rules, old, list(added.elements())) if added else []
            yield from (replace(act, to=to) for to in forms)


def is_legal(match: Match, act: Act) -> bool:
    return refusal(match, act) is None


# --- turns --------------------------------------------------------------------------------------------------------


def refusal_of_turn(match: Match, seat: int, phase: Phase) -> Refusal | None:
    """Keys: turn.order, turn.draw."""
    hand = match.hand
    if hand is None:
        return forbidden_by("turn.order", "no_hand")
    if hand.result is not None:
        return forbidden_by("turn.order", "hand_over")
    if seat != hand.turn:
        return forbidden_by("turn.order", "not_on_turn", turn=hand.turn)
    if hand.phase is not phase:
        return forbidden_by("turn.draw", "draw_first" if phase is Phase.PLAY else "already_drawn")
    return None


def _refusal_of_draw(match: Match, act: Draw) -> Refusal | None:
    return refusal_of_turn(match, act.seat, Phase.START)


def _refusal_of_redraw(match: Match, act: Redraw) -> Refusal | None:
    """Keys: turn.second_card, turn.second_card_lost."""
    if refused := refusal_of_turn(match, act.seat, Phase.PLAY):
        return refused
    if not match.rules.turn.second_card:
        return forbidden_by("turn.second_card", "no_second_card")
    hand = _hand(match)
    return (
        None
        if hand.second_card and hand.drawn is not None
        else forbidden_by("turn.second_card_lost", "second_card_lost")
    )


def _refusal_of_exchange(match: Match, act: Exchange) -> Refusal | None:
    """Key: red_threes.exchange."""
    red_threes = match.rules.red_threes
    if red_threes is None:
        return forbidden_by("turn.draw", "no_exchange_here")
    if red_threes.exchange is not ExchangeRule.BY_ACT:
        return forbidden_by("red_threes.exchange", "exchanged_by_itself")
    if match.hand is not None and match.hand.phase is Phase.PLAY and match.hand.turn == act.seat:
        return forbidden_by("red_threes.exchange", "exchange_before_drawing")
    if refused := refusal_of_turn(match, act.seat, Phase.START):
        return refused
    if not any(is_red_three(match.rules, card) for card in _hand(match).hands[act.seat]):
        return forbidden_by("red_threes.exchange", "no_red_three_held")
    return None


# --- melds --------------------------------------------------------------------------------------------------------


def _refusal_of_lay(match: Match, act: Lay) -> Refusal | None:
    if refused := refusal_of_turn(match, act.seat, Phase.PLAY):
        return refused
    if not act.melds:
        return forbidden_by("turn.lay", "nothing_laid")
    hand = _hand(match)
    laid = new_melds(match.rules, hand, act.seat, act.melds, hand.hands[act.seat])
    if isinstance(laid, Refusal):
        return laid
    left = hand.hands[act.seat].difference(*(meld.cards for meld in laid))
    return refusal_of_cards_left(match, hand, act.seat, left, (*hand.side(act.seat).melds, *laid))


def new_melds(
    rules: MeldsRules, hand: Hand, seat: int, melds: Sequence[Sequence[Card]], among: frozenset[CardId]
) -> tuple[Meld, ...] | Refusal:
    """The melds that these faces form with cards from ``among``, or why they form none. Keys: melds, turn.own_cards."""
    shapes = shapes_of(rules.melds)
    laid: list[Meld] = []
    for cards in melds:
        if refused := refusal_of_threes(rules, cards):
            return refused
        shape = shapes.read(tuple(cards))
        if isinstance(shape, Refusal):
            return shape
        ids = cards_with_faces(cards, among)
        if ids is None:
            return _refusal_of_missing_card(cards, among)
        if repeats_a_set(rules, (*hand.side(seat).melds, *laid), shape.of):
            return forbidden_by("melds.repeated_sets", "set_repeated", rank=shape.of)
        laid.append(Meld(ids, tuple(cards), shape))
        among = among.difference(ids)
    return tuple(laid)


def refusal_of_threes(rules: MeldsRules, cards: Sequence[Card]) -> Refusal | None:
    """Keys: black_threes.never_melded, red_threes.never_melded."""
    for card in cards:
        if card.rank != "3":
            continue
        if rules.black_threes is not None and card.suit in "cs":
            return forbidden_by("black_threes.never_melded", "three_melded", card=card)
        if rules.red_threes is not None and card.suit in "hd":
            return forbidden_by("red_threes.never_melded", "three_melded", card=card)
    return None


def _refusal_of_missing_card(cards: Sequence[Card], among: frozenset[CardId]) -> Refusal:
    lacking = Counter(cards) - Counter(faces(among))
    return forbidden_by("turn.own_cards", "card_not_held", card=next(iter(lacking)))


def repeats_a_set(rules: MeldsRules, melds: Sequence[Meld], of: str) -> bool:
    """Whether the pair has a set of the rank already and may have only one. Key: melds.repeated_sets."""
    if rules.melds.repeated_sets:
        return False
    return any(meld.shape.kind is Kind.SET and meld.shape.of == of for meld in melds)


def _refusal_of_extend(match: Match, act: Extend) -> Refusal | None:
    if refused := refusal_of_turn(match, act.seat, Phase.PLAY):
        return refused
    hand = _hand(match)
    meld = extended_meld(match.rules, hand, act.seat, act.meld, act.to, hand.hands[act.seat])
    if isinstance(meld, Refusal):
        return meld
    left = hand.hands[act.seat].difference(meld.cards)
    return refusal_of_cards_left(match, hand, act.seat, left, with_meld(hand, act.seat, act.meld, meld))


def extended_meld(
    rules: MeldsRules, hand: Hand, seat: int, index: int, to: Sequence[Card], among: frozenset[CardId]
) -> Meld | Refusal:
    """The pair's meld with cards of the hand added, or why not. Keys: melds.extending, turn.own_cards.

    The suit or rank stays the same: at least one of the old cards is never wild and fixes it.
    """
    melds = hand.side(seat).melds
    if not 0 <= index < len(melds):
        return forbidden_by("melds.extending", "no_such_meld", meld=index, count=len(melds))
    old = melds[index]
    if refused := refusal_of_threes(rules, to):
        return refused
    ids = cards_with_faces(to, among, first=old.cards)
    if ids is None or len(ids) == len(old.cards) or not set(ids).issuperset(old.cards):
        return _refusal_of_addition(melds, old, to, among)
    shape = shapes_of(rules.melds).read_as(old.shape.kind, tuple(to))
    if isinstance(shape, Refusal):
        return shape
    return Meld(ids, tuple(to), shape)


def _refusal_of_addition(melds: Sequence[Meld], old: Meld, to: Sequence[Card], among: frozenset[CardId]) -> Refusal:
    """Why these cards are not the old ones with some of the hand added. Keys: melds.extending, melds.never_joined."""
    if Counter(old.faces) - Counter(to):
        return forbidden_by("melds.extending", "old_card_left_out", cards=old.faces)
    if len(to) == len(old.cards):
        return forbidden_by("melds.extending", "nothing_added")
    missing = _refusal_of_missing_card(to, among.union(old.cards))
    elsewhere = [card for meld in melds if meld is not old for card in meld.faces]
    joined = missing.details["card"] in elsewhere
    return forbidden_by("melds.never_joined", "melds_joined") if joined else missing


def with_meld(hand: Hand, seat: int, index: int, meld: Meld) -> tuple[Meld, ...]:
    melds = hand.side(seat).melds
    return (*melds[:index], meld, *melds[index + 1 :])


# --- the pile -----------------------------------------------------------------------------------------------------


def refusal_of_pile(match: Match, seat: int) -> Refusal | None:
    """Why the pile may not be taken in any way. Keys: pile.whole, black_threes.locks, pile.one_card_draws."""
    if refused := refusal_of_turn(match, seat, Phase.START):
        return refused
    hand, rules = _hand(match), match.rules
    if hand.top is None:
        return forbidden_by("pile.whole", "pile_is_empty")
    if rules.black_threes is not None and rules.black_threes.locks and is_black_three(rules, hand.top):
        return forbidden_by("black_threes.locks", "pile_is_locked", card=face(hand.top))
    if rules.pile.one_card_draws and len(hand.hands[seat]) == 1:
        return forbidden_by("pile.one_card_draws", "one_card_draws")
    return None


def wild_needs_new_meld(match: Match, hand: Hand) -> bool:
    """Whether a wild on top may serve only for a new meld. Key: pile.two_on_top."""
    return match.rules.pile.two_on_top > 0 and hand.top is not None and _is_wild(match, hand.top)


def _is_wild(match: Match, card: CardId) -> bool:
    return face(card).rank in match.rules.melds.wild_ranks


def _refusal_of_take(match: Match, act: Take) -> Refusal | None:
    """Key: pile.taking."""
    if refused := refusal_of_pile(match, act.seat):
        return refused
    hand = _hand(match)
    if match.rules.pile.taking is not Taking.FREE:
        return forbidden_by("pile.taking", "top_card_must_be_laid", card=face(hand.pile[-1]))
    if wild_needs_new_meld(match, hand):
        return forbidden_by("pile.two_on_top", "wild_only_for_new_meld", cards=match.rules.pile.two_on_top)
    return refusal_of_cards_left(
        match, hand, act.seat, hand.hands[act.seat].union(hand.pile), hand.side(act.seat).melds
    )


def _refusal_of_take_laying(match: Match, act: TakeLaying) -> Refusal | None:
    """Keys: pile.taking, pile.two_on_top."""
    if refused := _refusal_of_taking_by_laying(match, act.seat):
        return refused
    hand = _hand(match)
    if face(hand.pile[-1]) not in act.lay:
        return forbidden_by("pile.taking", "top_card_must_be_laid", card=face(hand.pile[-1]))
    if wild_needs_new_meld(match, hand) and len(act.lay) - 1 < match.rules.pile.two_on_top:
        return forbidden_by("pile.two_on_top", "wild_only_for_new_meld", cards=match.rules.pile.two_on_top)
    laid = new_melds(match.rules, hand, act.seat, [act.lay], hand.hands[act.seat].union([hand.pile[-1]]))
    if isinstance(laid, Refusal):
        return laid
    cards = with_top(laid[0].cards, hand)
    left = hand.hands[act.seat].union(hand.pile).difference(cards)
    return refusal_of_cards_left(match, hand, act.seat, left, (*hand.side(act.seat).melds, *laid))


def _refusal_of_take_extending(match: Match, act: TakeExtending) -> Refusal | None:
    """Keys: pile.taking, pile.two_on_top."""
    if refused := _refusal_of_taking_by_laying(match, act.seat):
        return refused
    hand = _hand(match)
    if wild_needs_new_meld(match, hand):
        return forbidden_by("pile.two_on_top", "wild_only_for_new_meld", cards=match.rules.pile.two_on_top)
    among = hand.hands[act.seat].union([hand.pile[-1]])
    meld = extended_meld(match.rules, hand, act.seat, act.meld, act.to, among)
    if isinstance(meld, Refusal):
        return meld
    added = Counter(act.to) - Counter(hand.side(act.seat).melds[act.meld].faces)
    if not added[face(hand.pile[-1])]:
        return forbidden_by("pile.taking", "top_card_must_be_laid", card=face(hand.pile[-1]))
    left = hand.hands[act.seat].union(hand.pile).difference(with_top(meld.cards, hand))
    return refusal_of_cards_left(match, hand, act.seat, left, with_meld(hand, act.seat, act.meld, meld))


def _refusal_of_taking_by_laying(match: Match, seat: int) -> Refusal | None:
    if refused := refusal_of_pile(match, seat):
        return refused
    if match.rules.pile.taking is Taking.FREE and not wild_needs_new_meld(match, _hand(match)):
        return forbidden_by("pile.taking", "pile_is_taken_freely")
    return None


def with_top(cards: Sequence[CardId], hand: Hand) -> tuple[CardId, ...]:
    """The cards with the pile's top card in place of another copy of its face: the top card itself must be laid."""
    top = hand.pile[-1]
    if top in cards:
        return tuple(cards)
    twin = next(card for card in cards if face(card) == face(top) and card in hand.hands[hand.turn])
    return tuple(top if card == twin else card for card in cards)


# --- discarding ---------------------------------------------------------------------------------------------------


def _refusal_of_discard(match: Match, act: Discard) -> Refusal | None:
    """Keys: turn.own_cards, red_threes.never_discarded, pile.single_card_discardable, going_out.requires."""
    if refused := refusal_of_turn(match, act.seat, Phase.PLAY):
        return refused
    hand = _hand(match)
    copies = copies_of(act.card, hand.hands[act.seat])
    if not copies:
        return forbidden_by("turn.own_cards", "card_not_held", card=act.card)
    if is_red_three(match.rules, copies[0]):
        return forbidden_by("red_threes.never_discarded", "red_three_discarded", card=act.card)
    if not any(is_discardable(match.rules, hand, card) for card in copies):
        return forbidden_by("pile.single_card_discardable", "single_pile_card", card=act.card)
    if len(hand.hands[act.seat]) == 1:
        return refusal_of_empty_hand(match, hand, act.seat, hand.side(act.seat).melds, by_discard=True)
    return None


# --- the referee --------------------------------------------------------------------------------------------------


def _refusal_of_redeal(match: Match, _act: Redeal) -> Refusal | None:
    """Key: referee.redeal."""
    return None if match.hand_is_on else forbidden_by("referee.redeal", "ruling_needs_hand")


def _refusal_of_sign(_match: Match, act: Sign) -> Refusal | None:
    """These games have no signs of their own, so that only the bare fact of one can be recorded, and no words."""
    return None if act.sign is None else out_of_order("sign_in_words")


def _always_allowed(_match: Match, _act: object) -> None:
    return None


def _hand(match: Match) -> Hand:
    assert match.hand is not None
    return match.hand


_REFUSALS: dict[type, Callable[[Match, Any], Refusal | None]] = {
    Cut: refusal_of_cut,
    Deal: refusal_of_deal,
    Exchange: _refusal_of_exchange,
    Draw: _refusal_of_draw,
    Redraw: _refusal_of_redraw,
    Take: _refusal_of_take,
    TakeLaying: _refusal_of_take_laying,
    TakeExtending: _refusal_of_take_extending,
    Lay: _refusal_of_lay,
    Extend: _refusal_of_extend,
    Discard: _refusal_of_discard,
    Disqualify: _always_allowed,
    Redeal: _refusal_of_redeal,
    Adjust: _always_allowed,
    Pause: _always_allowed,
    Resume: _always_allowed,
    Sign: _refusal_of_sign,
    Sit: _always_allowed,
}
