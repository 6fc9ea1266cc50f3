"""The view of a match that each observer may have, built from an allow-list, in plain JSON values.

All observers see the melds, the red threes, the pile's top card, and how many cards are in each place.
Key: pile.visible.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, TypedDict

from carteado.cards import Observer, Onlooker, PartCache, Sign, partners, uncached
from carteado.melds.acts import Act, Deal
from carteado.melds.deck import CardId, face
from carteado.melds.shapes import Kind
from carteado.melds.state import Hand, Match, Meld, Phase, Side
from carteado.melds.vulnerability import is_bound, minimum
from carteado.regulation.melds_rules import MeldsRules, PileSight


class MeldView(TypedDict):
    """``wilds`` are the indices of the cards that stand for another."""

    kind: str
    cards: list[str]
    wilds: list[int]
    canastra: Literal["clean", "dirty"] | None


class SideView(TypedDict):
    """``minimum`` is what a vulnerable pair must still lay the first time, null when nothing binds it."""

    melds: list[MeldView]
    red_threes: list[str]
    took_morto: bool
    minimum: int | None


class HandView(TypedDict):
    """``cards`` has the cards of the seats that the observer may see, null for the others; ``pile`` is what is seen of
    it, the top card last; ``drawn`` is the observer's own card of the last draw."""

    dealer: int
    turn: int | None
    phase: str
    cards: list[list[str] | None]
    counts: list[int]
    stock: int
    mortos: list[int]
    pile: list[str]
    pile_count: int
    sides: list[SideView]
    unplayed_mortos: list[int]
    may_redraw: bool
    drawn: str | None
    result: dict[str, Any] | None


class MeldsView(TypedDict):
    """``observer`` is a seat, ``spectator`` or ``referee``."""

    game: Literal["melds"]
    observer: int | str
    players: int
    target: int
    score: list[int]
    dealer: int
    hand: HandView | None
    winner: int | None


def view(match: Match, observer: Observer) -> MeldsView:
    """The match as one observer may know it."""
    return views_of(match)(observer)


def views_of(match: Match, cached: PartCache = uncached) -> Callable[[Observer], MeldsView]:
    """A function that gives each observer's view of this moment.

    The views share their public part, which is built once, so no view may be changed. Parts that stay the same from act
    to act come from ``cached``.
    """
    public, hand = _public_view(match, cached), match.hand

    def of(observer: Observer) -> MeldsView:
        own = public.copy()
        own["observer"] = observer if isinstance(observer, int) else observer.value
        if hand is not None and own["hand"] is not None:
            own["hand"] = _with_visible_cards(hand, own["hand"], observer, cached)
        return own

    return of


def _public_view(match: Match, cached: PartCache) -> MeldsView:
    return {
        "game": "melds",
        "observer": Onlooker.SPECTATOR.value,
        "players": match.players,
        "target": match.target,
        "score": list(match.score),
        "dealer": match.dealer,
        "hand": None if match.hand is None else _hand_view(match, match.hand, cached),
        "winner": match.winner,
    }


def _hand_view(match: Match, hand: Hand, cached: PartCache) -> HandView:
    """The hand as a spectator sees it."""
    on = hand.result is None
    pile = hand.pile if match.rules.pile.visible is PileSight.WHOLE else hand.pile[-1:]
    return {
        "dealer": hand.dealer,
        "turn": hand.turn if on else None,
        "phase": hand.phase.value,
        "cards": [None] * match.players,
        "counts": [len(cards) for cards in hand.hands],
        "stock": len(hand.stock),
        "mortos": [len(morto) for morto in hand.mortos],
        "pile": _pile(pile),
        "pile_count": len(hand.pile),
        "sides": [cached(side, partial(_side_view, match.rules)) for side in hand.sides],
        "unplayed_mortos": sorted(hand.unplayed),
        "may_redraw": False,
        "drawn": None,
        "result": hand.result and {"ending": hand.result.ending.value, "winner": hand.result.winner},
    }


def _with_visible_cards(hand: Hand, public: HandView, observer: Observer, cached: PartCache) -> HandView:
    """The public view plus the cards that this observer may see."""
    own = public.copy()
    shown = own["cards"] = public["cards"].copy()
    for seat in range(len(shown)) if observer is Onlooker.REFEREE else (observer,):
        if isinstance(seat, int) and may_see_cards(seat, observer, hand):
            shown[seat] = cached(hand.hands[seat], _cards)
    if observer is Onlooker.REFEREE:
        own["pile"] = _pile(hand.pile)
    if observer in (hand.turn, Onlooker.REFEREE) and hand.drawn is not None:
        own["drawn"] = str(face(hand.drawn))
        own["may_redraw"] = hand.result is None and hand.phase is Phase.PLAY and hand.second_card
    return own


def may_see_cards(seat: int, observer: Observer, hand: Hand) -> bool:
    """Whether the observer sees the cards of the seat.

    The referee sees all cards. Players see their own, but not a morto that they may use only from their next turn.
    """
    return observer is Onlooker.REFEREE or (observer == seat and seat not in hand.unplayed)


def _pile(pile: tuple[CardId, ...]) -> list[str]:
    return [str(face(card)) for card in pile]


def _cards(cards: frozenset[CardId]) -> list[str]:
    return [str(face(card)) for card in sorted(cards)]


def _side_view(rules: MeldsRules, side: Side) -> SideView:
    return {
        "melds": [_meld_view(rules, meld) for meld in side.melds],
        "red_threes": [str(face(card)) for card in side.red_threes],
        "took_morto": side.took_morto,
        "minimum": minimum(rules, side) if is_bound(side) else None,
    }


def _meld_view(rules: MeldsRules, meld: Meld) -> MeldView:
    full = len(meld.cards) >= rules.melds.canastra_cards
    return {
        "kind": "run" if meld.shape.kind is Kind.RUN else "set",
        "cards": [str(card) for card in meld.faces],
        "wilds": list(meld.shape.wilds),
        "canastra": ("clean" if meld.is_clean else "dirty") if full else None,
    }


def act_seen_by(act: Act, observer: Observer) -> Act | None:
    """The act as one observer sees it happen, or None if they do not see it.

    Every act is public except the deal, which is seen through the view, and a sign, which is for the partner.
    """
    if isinstance(act, Deal):
        return None
    if isinstance(act, Sign) and observer not in (act.seat, Onlooker.REFEREE) and not partners(act.seat, observer):
        return None
    return act
