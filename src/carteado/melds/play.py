"""``apply`` an act to a match: returns the match afterwards and the events."""

from collections.abc import Callable
from typing import Any, NamedTuple

from carteado.cards import Adjust, Disqualify, Redeal, Scored, other, pair_of
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
from carteado.melds.conditions import is_discardable, is_red_three, may_take_morto, nothing_to_draw
from carteado.melds.deck import CardId, card_ids, copies_of, face
from carteado.melds.drawing import draw, exchange, hands_with, take_morto, take_morto_if_emptied, with_cards, with_side
from carteado.melds.events import (
    CardDiscarded,
    Event,
    HandDealt,
    LayFailed,
    MeldExtended,
    MeldLaid,
    PileTaken,
)
from carteado.melds.legality import extended_meld, new_melds, refusal, with_meld, with_top
from carteado.melds.listing import has_legal_act
from carteado.melds.scoring import adjust, end_hand, win_match
from carteado.melds.state import Ending, Hand, Match, Meld, Phase, Side
from carteado.melds.tally import points_of
from carteado.melds.vulnerability import is_bound, minimum
from carteado.regulation import IllegalAct, Refusal
from carteado.regulation.melds_rules import Exchange as ExchangeRule


class Step(NamedTuple):
    match: Match
    events: tuple[Event, ...] = ()


def apply(match: Match, act: Act) -> Step:
    """The match after the act. Acts that are only recorded (signs, seats, pauses) do not change it."""
    if refused := refusal(match, act):
        raise IllegalAct(refused)
    effect = _EFFECTS.get(type(act))
    return effect(match, act) if effect else Step(match)


# --- before the first turn ----------------------------------------------------------------------------------------


def _cut(match: Match, act: Cut) -> Step:
    return Step(match._replace(cuts=(*match.cuts, act.at)))


def _deal(match: Match, act: Deal) -> Step:
    """Deal, and in order of play replace the red threes if that is automatic. Key: red_threes.exchange."""
    ids = card_ids([*act.hands, *act.mortos, act.stock])
    first = (match.dealer + 1) % match.players
    hand = Hand(
        dealer=match.dealer,
        hands=tuple(frozenset(cards) for cards in ids[: match.players]),
        stock=ids[-1],
        mortos=tuple(ids[match.players : -1]),
        pile=(),
        sides=(_fresh_side(match, 0), _fresh_side(match, 1)),
        turn=first,
        phase=Phase.START,
        drawn=None,
        second_card=True,
        not_discardable=None,
        drew_from_stock=False,
        idle_turns=0,
        unplayed=frozenset(),
        from_morto=frozenset(),
        ordinary_threes=frozenset(),
        converted=0,
        result=None,
    )
    events: tuple[Event, ...] = (HandDealt(match.dealer),)
    if _exchanged_by_itself(match):
        for turn in range(match.players):
            hand, laid = exchange(match.rules, hand, (first + turn) % match.players)
            events += laid
    return Step(match._replace(hand=hand._replace(drew_from_stock=False), cuts=()), events)


def _fresh_side(match: Match, pair: int) -> Side:
    rules = match.rules.vulnerable
    return Side(vulnerable=rules is not None and match.score[pair] >= rules.from_score)


def _exchanged_by_itself(match: Match) -> bool:
    threes = match.rules.red_threes
    return threes is not None and threes.exchange is ExchangeRule.AUTOMATIC


# --- the start of a turn ------------------------------------------------------------------------------------------


def _begin_turn(match: Match, hand: Hand, seat: int, events_before: tuple[Event, ...]) -> Step:
    """Begin the seat's turn. If red threes are replaced automatically, replace those of a morto taken earlier."""
    hand = hand._replace(
        turn=seat,
        phase=Phase.START,
        drawn=None,
        not_discardable=None,
        drew_from_stock=False,
        unplayed=hand.unplayed - {seat},
    )
    if _exchanged_by_itself(match) and any(is_red_three(match.rules, card) for card in hand.hands[seat]):
        return _after_exchange(match, hand, seat, events_before)
    return Step(match._replace(hand=hand), events_before)


def _exchange(match: Match, act: Exchange) -> Step:
    return _after_exchange(match, _hand(match), act.seat, ())


def _after_exchange(match: Match, hand: Hand, seat: int, events_before: tuple[Event, ...]) -> Step:
    """Exchange red threes; the hand ends at once if that leaves nothing to draw. Key: red_threes.nothing_to_draw."""
    hand, events = exchange(match.rules, hand, seat)
    hand, morto_events = take_morto_if_emptied(match.rules, hand, seat)
    events = (*events_before, *events, *morto_events)
    if nothing_to_draw(match.rules, hand):
        return Step(*end_hand(match, hand, Ending.NOTHING_TO_DRAW, None, events_before=events))
    return Step(match._replace(hand=hand), events)


def _draw(match: Match, act: Draw) -> Step:
    hand, events = draw(match.rules, _hand(match), act.seat)
    return _go_on(match, hand._replace(phase=Phase.PLAY), act.seat, events)


def _redraw(match: Match, act: Redraw) -> Step:
    """Key: turn.second_card."""
    hand = _hand(match)
    card = hand.drawn
    assert card is not None
    hands = hands_with(hand, act.seat, hand.hands[act.seat] - {card})
    hand = hand._replace(hands=hands, pile=(*hand.pile, card), second_card=False)
    hand, events = draw(match.rules, hand, act.seat)
    return _go_on(match, hand, act.seat, (CardDiscarded(act.seat, face(card)), *events))


# --- the pile -----------------------------------------------------------------------------------------------------


def _take(match: Match, act: Take) -> Step:
    """Take the pile. The card of a one-card pile may not be the next discard. Key: pile.single_card_discardable."""
    hand = _hand(match)
    single = len(hand.pile) == 1 and not match.rules.pile.single_card_discardable
    hand = hand._replace(not_discardable=hand.pile[0] if single else None)
    return _after_taking_pile(match, hand, act.seat, ())


def _take_laying(match: Match, act: TakeLaying) -> Step:
    hand = _hand(match)
    laid = new_melds(match.rules, hand, act.seat, [act.lay], hand.hands[act.seat] | {hand.pile[-1]})
    assert not isinstance(laid, Refusal)
    if failed := _failed_lay(match, hand, act.seat, laid):
        return failed
    meld = laid[0]._replace(cards=with_top(laid[0].cards, hand))
    return _after_taking_pile(match, _with_melds(hand, act.seat, (meld,)), act.seat, (MeldLaid(act.seat, act.lay),))


def _take_extending(match: Match, act: TakeExtending) -> Step:
    hand = _hand(match)
    among = hand.hands[act.seat] | {hand.pile[-1]}
    meld = extended_meld(match.rules, hand, act.seat, act.meld, act.to, among)
    assert not isinstance(meld, Refusal)
    meld = meld._replace(cards=with_top(meld.cards, hand))
    extended = _with_extended(hand, act.seat, act.meld, meld)
    return _after_taking_pile(match, extended, act.seat, (MeldExtended(act.seat, act.meld, act.to),))


def _after_taking_pile(match: Match, hand: Hand, seat: int, events_before: tuple[Event, ...]) -> Step:
    """The cards of the pile that were not laid on the table join the hand. Key: pile.whole."""
    on_table = {card for meld in hand.side(seat).melds for card in meld.cards}
    rest = [card for card in hand.pile if card not in on_table]
    events = (PileTaken(seat, len(hand.pile)), *events_before)
    hands = hands_with(hand, seat, hand.hands[seat].union(rest))
    return _go_on(match, hand._replace(hands=hands, pile=(), phase=Phase.PLAY, second_card=False), seat, events)


# --- melds --------------------------------------------------------------------------------------------------------


def _lay(match: Match, act: Lay) -> Step:
    hand = _hand(match)
    laid = new_melds(match.rules, hand, act.seat, act.melds, hand.hands[act.seat])
    assert not isinstance(laid, Refusal)
    if failed := _failed_lay(match, hand, act.seat, laid):
        return failed
    hand = _with_melds(hand, act.seat, laid)._replace(second_card=False)
    return _go_on(match, hand, act.seat, tuple(MeldLaid(act.seat, meld.faces) for meld in laid))


def _failed_lay(match: Match, hand: Hand, seat: int, laid: tuple[Meld, ...]) -> Step | None:
    """A vulnerable pair that lays too little takes its cards back, and its minimum rises. Key: vulnerable.failed."""
    side = hand.side(seat)
    if not is_bound(side):
        return None
    points = points_of(match.rules, (card for meld in laid for card in meld.faces))
    if points >= minimum(match.rules, side):
        return None
    event = LayFailed(seat, points, minimum(match.rules, side))
    hand = with_side(hand, pair_of(seat), side._replace(failed=side.failed + 1))
    return Step(match._replace(hand=hand._replace(second_card=False)), (event,))


def _extend(match: Match, act: Extend) -> Step:
    hand = _hand(match)
    meld = extended_meld(match.rules, hand, act.seat, act.meld, act.to, hand.hands[act.seat])
    assert not isinstance(meld, Refusal)
    hand = _with_extended(hand, act.seat, act.meld, meld)._replace(second_card=False)
    return _go_on(match, hand, act.seat, (MeldExtended(act.seat, act.meld, act.to),))


def _with_melds(hand: Hand, seat: int, laid: tuple[Meld, ...]) -> Hand:
    side = hand.side(seat)
    hand = with_side(hand, pair_of(seat), side._replace(melds=(*side.melds, *laid)))
    return with_cards(hand, seat, hand.hands[seat].difference(*(meld.cards for meld in laid)))


def _with_extended(hand: Hand, seat: int, index: int, meld: Meld) -> Hand:
    side = hand.side(seat)._replace(melds=with_meld(hand, seat, index, meld))
    hand = with_side(hand, pair_of(seat), side)
    return with_cards(hand, seat, hand.hands[seat].difference(meld.cards))


def _go_on(match: Match, hand: Hand, seat: int, events: tuple[Event, ...]) -> Step:
    """After an act within a turn: an empty hand takes a morto direct or goes out; without a legal act the hand ends.

    Keys: morto.direct, going_out.ends_hand, stock.no_legal_act.
    """
    pair = pair_of(seat)
    if not hand.hands[seat]:
        if not may_take_morto(match.rules, hand, pair, hand.sides[pair].melds):
            return Step(*end_hand(match, hand, Ending.WENT_OUT, pair, events_before=events))
        hand, morto_events = take_morto(match.rules, hand, seat, direct=True)
        events += morto_events
        if any(card in hand.ordinary_threes for card in hand.hands[seat]):
            return Step(*end_hand(match, hand, Ending.NOTHING_TO_DRAW, None, events_before=events))
    match = match._replace(hand=hand)
    if not has_legal_act(match, seat):
        return Step(*end_hand(match, hand, Ending.NO_LEGAL_ACT, None, events_before=events))
    return Step(match, events)


# --- the end of a turn --------------------------------------------------------------------------------------------


def _discard(match: Match, act: Discard) -> Step:
    """Keys: turn.discard, morto.indirect, going_out.ends_hand, stock.hand_ends, stock.no_progress_turns."""
    rules, hand, pair = match.rules, _hand(match), pair_of(act.seat)
    card = _copy_to_discard(match, hand, act)
    hand = hand._replace(
        hands=hands_with(hand, act.seat, hand.hands[act.seat] - {card}),
        pile=(*hand.pile, card),
        second_card=False,
        idle_turns=0 if hand.drew_from_stock else hand.idle_turns + 1,
    )
    events: tuple[Event, ...] = (CardDiscarded(act.seat, act.card),)
    if not hand.hands[act.seat]:
        if not may_take_morto(rules, hand, pair, hand.sides[pair].melds):
            return Step(*end_hand(match, hand, Ending.WENT_OUT, pair, events_before=events))
        hand, morto_events = take_morto(rules, hand, act.seat, direct=False)
        events += morto_events
    if nothing_to_draw(rules, hand):
        return Step(*end_hand(match, hand, Ending.NOTHING_TO_DRAW, None, events_before=events))
    if hand.idle_turns >= rules.stock.no_progress_turns:
        return Step(*end_hand(match, hand, Ending.NO_PROGRESS, None, events_before=events))
    return _begin_turn(match, hand, (act.seat + 1) % match.players, events)


def _copy_to_discard(match: Match, hand: Hand, act: Discard) -> CardId:
    """Of two copies, one that may be discarded."""
    copies = copies_of(act.card, hand.hands[act.seat])
    return next(card for card in copies if is_discardable(match.rules, hand, card))


# --- the referee --------------------------------------------------------------------------------------------------


def _redeal(match: Match, _act: Redeal) -> Step:
    return Step(*end_hand(match, _hand(match), Ending.REDEALT, None))


def _disqualify(match: Match, act: Disqualify) -> Step:
    """End the match, and with it the hand being played, which counts for neither pair."""
    hand = match.hand
    if hand is not None and hand.result is None:
        match, events = end_hand(match, hand, Ending.STOPPED, None)
        return Step(*win_match(match, other(act.pair), "referee.disqualify", events_before=events))
    return Step(*win_match(match, other(act.pair), "referee.disqualify"))


def _adjust(match: Match, act: Adjust) -> Step:
    return Step(*adjust(match, Scored(act.pair, "adjustment", 1, act.points, "referee.adjust")))


def _hand(match: Match) -> Hand:
    assert match.hand is not None
    return match.hand


_EFFECTS: dict[type, Callable[[Match, Any], Step]] = {
    Cut: _cut,
    Deal: _deal,
    Exchange: _exchange,
    Draw: _draw,
    Redraw: _redraw,
    Take: _take,
    TakeLaying: _take_laying,
    TakeExtending: _take_extending,
    Lay: _lay,
    Extend: _extend,
    Discard: _discard,
    Redeal: _redeal,
    Disqualify: _disqualify,
    Adjust: _adjust,
}
