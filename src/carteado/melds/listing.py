"""Everything a seat may do, listed: single melds of every shape, every way to add to a meld, every discard.

Several melds in one lay are legal though not listed, but for a vulnerable pair: it is offered one lay that reaches its
minimum whenever there is one.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from carteado.cards import pair_of
from carteado.melds.acts import (
    Discard,
    Draw,
    Exchange,
    Extend,
    Lay,
    PlayerAct,
    Redraw,
    Take,
    TakeExtending,
    TakeLaying,
)
from carteado.melds.conditions import is_discardable, is_red_three, why_not_empty
from carteado.melds.deck import RED_THREES, CardId, face, faces, found
from carteado.melds.forms import Holding, holding, longer, melds_in, melds_with
from carteado.melds.legality import refusal, why_pile_stays, wild_needs_new_meld
from carteado.melds.shapes import Cards, Shapes, shapes_of
from carteado.melds.state import Hand, Match, Phase
from carteado.melds.tally import points_of
from carteado.melds.vulnerability import is_bound, minimum
from carteado.regulation import MeldsRules
from carteado.regulation.melds_rules import Exchange as ExchangeRule
from carteado.regulation.melds_rules import Taking


def legal_acts(match: Match, seat: int) -> list[PlayerAct]:
    """Everything the seat may do; nothing unless it is on turn."""
    hand = match.hand
    if hand is None or hand.result is not None or match.winner is not None or hand.turn != seat:
        return []
    shapes = shapes_of(match.rules.melds)
    if hand.phase is Phase.START:
        return [*_exchanges(match, hand, seat), Draw(seat), *_takes(match, hand, seat, shapes)]
    held = holding(shapes, hand.hands[seat])
    barred = _not_discardable(match, hand, seat)
    spare = len(hand.hands[seat]) - len(barred) - KEPT_SAFELY
    return [
        *_redraws(match, hand, seat),
        *_lays(match, hand, seat, shapes, held, spare),
        *_extends(match, hand, seat, shapes, held, spare),
        *_discards(match, hand, seat, barred),
    ]


def has_legal_act(match: Match, seat: int) -> bool:
    """Whether the seat on turn can go on; almost always by a discard."""
    hand = match.hand
    if hand is None or hand.phase is Phase.START:
        return True
    cards = hand.hands[seat]
    if len(cards) > 1 and any(is_discardable(match.rules, hand, card) for card in cards):
        return True
    return bool(legal_acts(match, seat))


# --- the start of a turn ------------------------------------------------------------------------------------------


def _exchanges(match: Match, hand: Hand, seat: int) -> list[PlayerAct]:
    threes = match.rules.red_threes
    if threes is None or threes.exchange is not ExchangeRule.BY_ACT:
        return []
    return [Exchange(seat)] if any(is_red_three(match.rules, card) for card in hand.hands[seat]) else []


def _takes(match: Match, hand: Hand, seat: int, shapes: Shapes) -> Iterator[PlayerAct]:
    """Keys: pile.taking, pile.two_on_top."""
    if hand.top is None or why_pile_stays(match, seat):
        return
    only_new = wild_needs_new_meld(match, hand)
    if match.rules.pile.taking is Taking.FREE and not only_new:
        if refusal(match, Take(seat)) is None:
            yield Take(seat)
        return
    held = holding(shapes, hand.hands[seat] | {hand.top})
    spare = len(hand.hands[seat]) + len(hand.pile) - len(_not_discardable(match, hand, seat)) - KEPT_SAFELY
    yield from _takes_laying(match, hand, seat, shapes, held, spare)
    if not only_new:
        yield from _takes_extending(match, hand, seat, shapes, held, spare)


def _takes_laying(
    match: Match, hand: Hand, seat: int, shapes: Shapes, held: Holding, spare: int
) -> Iterator[PlayerAct]:
    top = face(hand.pile[-1])
    least = match.rules.pile.two_on_top if wild_needs_new_meld(match, hand) else 0
    for cards in melds_with(shapes, held, top):
        if len(cards) - 1 < least or not _reaches_minimum(match, hand, seat, cards):
            continue
        act = TakeLaying(seat, cards)
        if _may_lay(match, act, len(cards) <= spare):
            yield act


def _takes_extending(
    match: Match, hand: Hand, seat: int, shapes: Shapes, held: Holding, spare: int
) -> Iterator[PlayerAct]:
    top = face(hand.pile[-1])
    for index, meld in enumerate(hand.side(seat).melds):
        if meld.shape.of not in top and not shapes.is_wild(top):
            continue
        old = meld.faces
        for to in longer(shapes, meld, held):
            act = TakeExtending(seat, index, to)
            if to.count(top) > old.count(top) and (len(to) - len(old) <= spare or refusal(match, act) is None):
                yield act


# --- within a turn ------------------------------------------------------------------------------------------------


def _redraws(match: Match, hand: Hand, seat: int) -> list[PlayerAct]:
    return [Redraw(seat)] if hand.second_card and refusal(match, Redraw(seat)) is None else []


def _lays(match: Match, hand: Hand, seat: int, shapes: Shapes, held: Holding, spare: int) -> list[PlayerAct]:
    """Every single meld; those that surely leave a card to discard need no question."""
    melds: Iterable[Cards] = melds_in(shapes, held)
    bound = is_bound(hand.side(seat))
    if bound:
        melds = [cards for cards in melds if _reaches_minimum(match, hand, seat, cards)]
    if not match.rules.melds.repeated_sets:
        spare = 0
    acts: list[PlayerAct] = []
    for cards in melds:
        act = Lay(seat, (cards,))
        if len(cards) <= spare or refusal(match, act) is None:
            acts.append(act)
    return acts or (list(_sufficient_lay(match, hand, seat)) if bound else [])


def _may_lay(match: Match, act: Lay | TakeLaying, safe: bool) -> bool:
    """Whether a well-shaped meld may be laid; the rule itself is asked where it could matter."""
    return (safe and match.rules.melds.repeated_sets) or refusal(match, act) is None


def _extends(match: Match, hand: Hand, seat: int, shapes: Shapes, held: Holding, spare: int) -> Iterator[PlayerAct]:
    for index, meld in enumerate(hand.side(seat).melds):
        for to in longer(shapes, meld, held):
            act = Extend(seat, index, to)
            if len(to) - len(meld.cards) <= spare or refusal(match, act) is None:
                yield act


def _discards(match: Match, hand: Hand, seat: int, barred: frozenset[CardId]) -> list[PlayerAct]:
    cards = hand.hands[seat]
    if len(cards) == 1 and why_not_empty(match, hand, seat, hand.side(seat).melds, by_discard=True):
        return []
    return [_discard(seat, card) for card in dict.fromkeys(faces(sorted(cards - barred)))]


_discard = cache(Discard)
"""There are two hundred discards: each is made once."""


KEPT_SAFELY = 2
"""With one card to discard and one more a turn can surely end. Key: going_out.never_stuck."""


def _not_discardable(match: Match, hand: Hand, seat: int) -> frozenset[CardId]:
    """Keys: red_threes.never_discarded, pile.single_card_discardable."""
    barred = hand.hands[seat] & RED_THREES if match.rules.red_threes is not None else frozenset()
    return barred if hand.not_discardable is None else barred | (hand.hands[seat] & {hand.not_discardable})


def _reaches_minimum(match: Match, hand: Hand, seat: int, cards: Cards) -> bool:
    side = hand.side(seat)
    return not is_bound(side) or points_of(match.rules, cards) >= minimum(match.rules, side)


def _sufficient_lay(match: Match, hand: Hand, seat: int) -> Iterator[PlayerAct]:
    """One lay of several melds that a vulnerable pair may make, if there is any. Key: vulnerable.first_lay."""
    needed = minimum(match.rules, hand.sides[pair_of(seat)])
    for melds in _combinations(match.rules, hand.hands[seat], needed, ()):
        if refusal(match, Lay(seat, melds)) is None:
            yield Lay(seat, melds)
            return


def _combinations(
    rules: MeldsRules, cards: frozenset[CardId], needed: int, floor: Cards
) -> Iterator[tuple[Cards, ...]]:
    """Every choice of disjoint melds worth what is needed, in a fixed order so that none comes twice."""
    melds = sorted(
        meld for meld in melds_in(shapes_of(rules.melds), holding(shapes_of(rules.melds), cards)) if meld >= floor
    )
    useful = {card for meld in melds for card in meld}
    if points_of(rules, (card for card in faces(cards) if card in useful)) < needed:
        return
    for meld in melds:
        points = points_of(rules, meld)
        if points >= needed:
            yield (meld,)
            continue
        used = found(meld, cards)
        assert used is not None
        for others in _combinations(rules, cards.difference(used), needed - points, meld):
            yield (meld, *others)
