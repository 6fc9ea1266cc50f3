"""The list of all that a seat may do: single melds of every shape, every way to add to a meld, every discard.

Several melds in one lay are legal but not listed. The exception is a vulnerable pair: its list has one lay that reaches
the minimum whenever there is one.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Generic, NamedTuple, TypeVar

from carteado.cards import Card, pair_of
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
from carteado.melds.conditions import is_discardable, is_red_three, refusal_of_empty_hand
from carteado.melds.deck import RED_THREES, CardId, cards_with_faces, face, faces
from carteado.melds.forms import Holding, Part, holding, longer_forms, melds_in, melds_of, part_for, parts
from carteado.melds.legality import refusal, refusal_of_pile, repeats_a_set, wild_needs_new_meld
from carteado.melds.shapes import Cards, Shapes, shapes_of
from carteado.melds.state import Hand, Match, Phase, Side
from carteado.melds.tally import points_of
from carteado.melds.vulnerability import is_bound, minimum
from carteado.regulation import MeldsRules
from carteado.regulation.melds_rules import Exchange as ExchangeRule
from carteado.regulation.melds_rules import Taking

_CACHE_SIZE = 1 << 11
OneAct = TypeVar("OneAct", bound=PlayerAct)


def legal_acts(match: Match, seat: int) -> list[PlayerAct]:
    """All acts that the seat may do; empty unless it is on turn."""
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
    """Whether the seat on turn has a legal act; almost always a discard."""
    hand = match.hand
    if hand is None or hand.phase is Phase.START:
        return True
    cards = hand.hands[seat]
    if len(cards) > 1 and any(is_discardable(match.rules, hand, card) for card in cards):
        return True
    return bool(legal_acts(match, seat))


class ValuedMeld(NamedTuple):
    """A meld that a hand can form, and its points."""

    cards: Cards
    points: int


def valued_melds(match: Match, seat: int) -> list[ValuedMeld]:
    """Every single meld of the seat's cards with its points, to combine into a first lay. Key: vulnerable.first_lay.

    Empty unless the pair is bound by a minimum and the seat may lay now.
    """
    hand = match.hand
    if hand is None or hand.result is not None or match.winner is not None:
        return []
    if hand.turn != seat or hand.phase is not Phase.PLAY or not is_bound(hand.side(seat)):
        return []
    melds = melds_in(shapes_of(match.rules.melds), hand.hands[seat])
    return [ValuedMeld(meld, points_of(match.rules, meld)) for meld in melds]


# --- the start of a turn ------------------------------------------------------------------------------------------


def _exchanges(match: Match, hand: Hand, seat: int) -> list[PlayerAct]:
    threes = match.rules.red_threes
    if threes is None or threes.exchange is not ExchangeRule.BY_ACT:
        return []
    return [Exchange(seat)] if any(is_red_three(match.rules, card) for card in hand.hands[seat]) else []


def _takes(match: Match, hand: Hand, seat: int, shapes: Shapes) -> list[PlayerAct]:
    """Keys: pile.taking, pile.two_on_top."""
    if hand.top is None:
        return []
    only_new = wild_needs_new_meld(match, hand)
    if match.rules.pile.taking is Taking.FREE and not only_new:
        return [Take(seat)] if refusal(match, Take(seat)) is None else []
    if refusal_of_pile(match, seat):
        return []
    held = holding(shapes, (*hand.hands[seat], hand.top))
    spare = len(hand.hands[seat]) + len(hand.pile) - len(_not_discardable(match, hand, seat)) - KEPT_SAFELY
    acts = _takes_laying(match, hand, seat, shapes, held, spare)
    return [*acts] if only_new else [*acts, *_takes_extending(match, hand, seat, shapes, held, spare)]


def _takes_laying(match: Match, hand: Hand, seat: int, shapes: Shapes, held: Holding, spare: int) -> list[TakeLaying]:
    top, side = face(hand.pile[-1]), hand.side(seat)
    least = match.rules.pile.two_on_top if wild_needs_new_meld(match, hand) else 0
    acts: list[TakeLaying] = []
    for part in parts(shapes, held, None if shapes.is_wild(top) else top):
        if not repeats_a_set(match.rules, side.melds, part.of):
            acts += _allowed(match, _ways_to_take_laying(shapes, seat, part, top), spare)
    acts = [act for act in _each_once(shapes, acts) if len(act.lay) > least]
    return [act for act in acts if _reaches_minimum(match, side, act.lay)] if is_bound(side) else acts


def _takes_extending(
    match: Match, hand: Hand, seat: int, shapes: Shapes, held: Holding, spare: int
) -> list[TakeExtending]:
    top = face(hand.pile[-1])
    acts: list[TakeExtending] = []
    for index, meld in enumerate(hand.side(seat).melds):
        fits = meld.shape.of in top or shapes.is_wild(top)
        if fits and (part := part_for(shapes, held, meld)):
            acts += _allowed(match, _ways_to_take_extending(shapes, seat, index, meld.faces, part, top), spare)
    return acts


# --- within a turn ------------------------------------------------------------------------------------------------


def _redraws(match: Match, hand: Hand, seat: int) -> list[PlayerAct]:
    return [Redraw(seat)] if hand.second_card and refusal(match, Redraw(seat)) is None else []


def _lays(match: Match, hand: Hand, seat: int, shapes: Shapes, held: Holding, spare: int) -> list[Lay]:
    """Every single meld, each once; for a vulnerable pair only those that reach its minimum."""
    side = hand.side(seat)
    acts: list[Lay] = []
    for part in parts(shapes, held):
        if not repeats_a_set(match.rules, side.melds, part.of):
            acts += _allowed(match, _ways_to_lay(shapes, seat, part), spare)
    acts = _each_once(shapes, acts)
    if is_bound(side):
        acts = [act for act in acts if _reaches_minimum(match, side, act.melds[0])]
        return acts or list(_sufficient_lay(match, hand, seat))
    return acts


def _extends(match: Match, hand: Hand, seat: int, shapes: Shapes, held: Holding, spare: int) -> list[Extend]:
    acts: list[Extend] = []
    for index, meld in enumerate(hand.side(seat).melds):
        if part := part_for(shapes, held, meld):
            acts += _allowed(match, _ways_to_extend(shapes, seat, index, meld.faces, part), spare)
    return acts


def _discards(match: Match, hand: Hand, seat: int, barred: frozenset[CardId]) -> list[PlayerAct]:
    cards = hand.hands[seat]
    if len(cards) == 1 and refusal_of_empty_hand(match, hand, seat, hand.side(seat).melds, by_discard=True):
        return []
    return [_discard(seat, card) for card in dict.fromkeys(faces(sorted(cards - barred)))]


_discard = cache(Discard)
"""There are two hundred discards, so each is created once."""


KEPT_SAFELY = 2
"""With one card to discard and one more, the seat can always end its turn. Key: going_out.never_stuck."""


def _not_discardable(match: Match, hand: Hand, seat: int) -> frozenset[CardId]:
    """Keys: red_threes.never_discarded, pile.single_card_discardable."""
    barred = hand.hands[seat] & RED_THREES if match.rules.red_threes is not None else frozenset()
    return barred if hand.not_discardable is None else barred | (hand.hands[seat] & {hand.not_discardable})


# --- ways to meld, remembered from one turn to the next -----------------------------------------------------------


class Ways(NamedTuple, Generic[OneAct]):
    """Acts that differ in the meld they write; ``cards`` is how many each takes from the hand or the pile."""

    acts: tuple[OneAct, ...]
    cards: tuple[int, ...]
    most: int


def _ways(acts: Iterable[OneAct], cards: Iterable[int]) -> Ways[OneAct]:
    numbers = tuple(cards)
    return Ways(tuple(acts), numbers, max(numbers, default=0))


def _each_once(shapes: Shapes, acts: list[OneAct]) -> list[OneAct]:
    return list(dict.fromkeys(acts)) if shapes.ambiguous else acts


def _allowed(match: Match, ways: Ways[OneAct], spare: int) -> Sequence[OneAct]:
    """The legal acts among these. Acts that leave enough cards to end the turn need no check."""
    if ways.most <= spare:
        return ways.acts
    pairs = zip(ways.acts, ways.cards, strict=True)
    return [act for act, cards in pairs if cards <= spare or refusal(match, act) is None]


@lru_cache(_CACHE_SIZE)
def _ways_to_lay(shapes: Shapes, seat: int, part: Part) -> Ways[Lay]:
    melds = melds_of(shapes, part)
    return _ways([Lay(seat, (meld,)) for meld in melds], map(len, melds))


@lru_cache(_CACHE_SIZE)
def _ways_to_take_laying(shapes: Shapes, seat: int, part: Part, top: Card) -> Ways[TakeLaying]:
    melds = [meld for meld in melds_of(shapes, part) if top in meld]
    return _ways([TakeLaying(seat, meld) for meld in melds], map(len, melds))


@lru_cache(_CACHE_SIZE)
def _ways_to_extend(shapes: Shapes, seat: int, index: int, old: Cards, part: Part) -> Ways[Extend]:
    melds = longer_forms(shapes, old, part)
    return _ways([Extend(seat, index, to) for to in melds], [len(to) - len(old) for to in melds])


def _ways_to_take_extending(
    shapes: Shapes, seat: int, index: int, old: Cards, part: Part, top: Card
) -> Ways[TakeExtending]:
    melds = [to for to in longer_forms(shapes, old, part) if to.count(top) > old.count(top)]
    return _ways([TakeExtending(seat, index, to) for to in melds], [len(to) - len(old) for to in melds])


# --- the first lay of a vulnerable pair ---------------------------------------------------------------------------


def _reaches_minimum(match: Match, side: Side, cards: Cards) -> bool:
    return points_of(match.rules, cards) >= minimum(match.rules, side)


def _sufficient_lay(match: Match, hand: Hand, seat: int) -> Iterator[Lay]:
    """One legal lay of several melds that reaches the pair's minimum, if there is any. Key: vulnerable.first_lay."""
    needed = minimum(match.rules, hand.sides[pair_of(seat)])
    for melds in _combinations(match.rules, hand.hands[seat], needed, ()):
        if refusal(match, Lay(seat, melds)) is None:
            yield Lay(seat, melds)
            return


def _combinations(
    rules: MeldsRules, cards: frozenset[CardId], needed: int, floor: Cards
) -> Iterator[tuple[Cards, ...]]:
    """Every choice of disjoint melds worth at least ``needed``, in a fixed order so that none comes twice."""
    melds = sorted(meld for meld in melds_in(shapes_of(rules.melds), cards) if meld >= floor)
    useful = {card for meld in melds for card in meld}
    if points_of(rules, (card for card in faces(cards) if card in useful)) < needed:
        return
    for meld in melds:
        points = points_of(rules, meld)
        if points >= needed:
            yield (meld,)
            continue
        used = cards_with_faces(meld, cards)
        assert used is not None
        for others in _combinations(rules, cards.difference(used), needed - points, meld):
            yield (meld, *others)
