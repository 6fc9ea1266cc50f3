"""The view of a match that each observer may have, built from an allow-list.

A view is plain JSON values: the same object goes to a bot, to the browser and to a golden file. It contains only what
is named here. Keys: hiding.secrecy, eleven.partner_seen, iron.blind.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypedDict

from carteado.cards import Observer, Onlooker, PartCache, Sign, pair_of, partners, uncached
from carteado.truco.acts import Act, Deal, Hide
from carteado.truco.dealing import packet_of
from carteado.truco.legality import is_blind
from carteado.truco.state import Hand, Kind, Match, Played, Round
from carteado.truco.strength import manilha_rank


class PlayedView(TypedDict):
    """``card`` is null when the observer may not know it."""

    seat: int
    card: str | None
    hidden: bool


class RoundView(TypedDict):
    """``winner`` is the pair, ``seat`` whose card it was."""

    plays: list[PlayedView]
    winner: int | None
    seat: int | None


class CallView(TypedDict):
    seat: int
    value: int


class ResultView(TypedDict):
    ending: str
    winner: int | None


class HandView(TypedDict):
    """``cards`` has a list for each seat, in the positions as dealt, ``packet`` of them at a time: a card, null for one
    not to be known, and ``""`` where a card has been played."""

    kind: str
    dealer: int
    first_player: int
    packet: int
    vira: str
    manilha: str
    value: int
    pending: CallView | None
    last_caller: int | None
    deciding_pair: int | None
    turn: int | None
    round: int
    cards: list[list[str | None]]
    rounds: list[RoundView]
    plays: list[PlayedView]
    result: ResultView | None


class TrucoView(TypedDict):
    """``observer`` is a seat, ``spectator`` or ``referee``."""

    game: Literal["truco"]
    observer: int | str
    players: int
    target: int
    score: list[int]
    dealer: int
    clock: str
    hand: HandView | None
    winner: int | None


def view(match: Match, observer: Observer) -> TrucoView:
    """The match as one observer may know it."""
    return views_of(match)(observer)


def views_of(match: Match, cached: PartCache = uncached) -> Callable[[Observer], TrucoView]:
    """A function that gives each observer's view of this moment.

    The views share their public part, which is built once, so no view may be changed. Finished rounds come from
    ``cached``.
    """
    public, hand = _public_view(match, cached), match.hand
    hiders = frozenset[Observer]() if hand is None else _hiders(hand)

    def of(observer: Observer) -> TrucoView:
        own = public.copy()
        own["observer"] = observer if isinstance(observer, int) else observer.value
        if hand is not None and own["hand"] is not None:
            own["hand"] = _with_visible_cards(match, hand, own["hand"], observer, hid=observer in hiders)
        return own

    return of


def _public_view(match: Match, cached: PartCache) -> TrucoView:
    return {
        "game": "truco",
        "observer": Onlooker.SPECTATOR.value,
        "players": match.players,
        "target": match.target,
        "score": list(match.score),
        "dealer": match.dealer,
        "clock": match.clock.value,
        "hand": None if match.hand is None else _hand_view(match, match.hand, cached),
        "winner": match.winner,
    }


def _hand_view(match: Match, hand: Hand, cached: PartCache) -> HandView:
    """The hand as a spectator sees it."""
    on = hand.result is None
    return {
        "kind": hand.kind.value,
        "dealer": hand.dealer,
        "first_player": hand.first_player,
        "packet": packet_of(match.rules, hand.kind),
        "vira": str(hand.vira),
        "manilha": manilha_rank(match.rules.strength, hand.vira),
        "value": hand.value,
        "pending": {"seat": hand.pending.seat, "value": hand.pending.value} if hand.pending else None,
        "last_caller": hand.last_caller,
        "deciding_pair": hand.eleven_pair if on and hand.undecided else None,
        "turn": hand.turn if on and not hand.undecided and hand.pending is None else None,
        "round": min(hand.round_number, 3),
        "cards": [[None if card else "" for card in held] for held in hand.held],
        "rounds": cached(hand.rounds, _rounds_to_all) if hand.rounds else [],
        "plays": _plays_view(hand.plays, Onlooker.SPECTATOR),
        "result": hand.result and {"ending": hand.result.ending.value, "winner": hand.result.winner},
    }


def _with_visible_cards(match: Match, hand: Hand, public: HandView, observer: Observer, *, hid: bool) -> HandView:
    """The public view plus the cards that this observer may see."""
    own = public.copy()
    cards = own["cards"] = public["cards"].copy()
    for seat in _seats_seen_by(match, hand, observer):
        cards[seat] = [card.rank + card.suit if card else "" for card in hand.held[seat]]
    if hid:
        own["rounds"], own["plays"] = _rounds_view(hand.rounds, observer), _plays_view(hand.plays, observer)
    return own


def _hiders(hand: Hand) -> frozenset[Observer]:
    """The observers who know cards that lie face down: the players who laid them, and the referee."""
    hidden = [played.seat for one in hand.rounds for played in one.plays if played.hidden]
    hidden += [played.seat for played in hand.plays if played.hidden]
    return frozenset((*hidden, Onlooker.REFEREE)) if hidden else frozenset()


def _rounds_to_all(rounds: tuple[Round, ...]) -> list[RoundView]:
    return _rounds_view(rounds, Onlooker.SPECTATOR)


def _rounds_view(rounds: tuple[Round, ...], observer: Observer) -> list[RoundView]:
    return [{"plays": _plays_view(one.plays, observer), "winner": one.winner, "seat": one.seat} for one in rounds]


def _plays_view(plays: tuple[Played, ...], observer: Observer) -> list[PlayedView]:
    return [_played_view(played, observer) for played in plays]


def _seats_seen_by(match: Match, hand: Hand, observer: Observer) -> Iterable[int]:
    """The seats whose cards the observer sees; in an ordinary hand players see only their own."""
    if hand.kind is Kind.ORDINARY and isinstance(observer, int):
        return (observer,)
    return [seat for seat in range(hand.players) if may_see_cards(match, hand, seat, observer)]


def may_see_cards(match: Match, hand: Hand, seat: int, observer: Observer) -> bool:
    """Whether the observer sees the cards of the seat.

    The referee sees all cards, and players see their own unless the hand is played blind. In a mão de onze the partners
    of the pair that has eleven see each other's.
    """
    if observer is Onlooker.REFEREE:
        return True
    if observer == seat:
        return not is_blind(match, hand)
    return (
        hand.kind is Kind.ELEVEN
        and pair_of(seat) == hand.eleven_pair
        and match.rules.eleven.partner_seen
        and partners(seat, observer)
    )


def _played_view(played: Played, observer: Observer) -> PlayedView:
    known = not played.hidden or observer in (played.seat, Onlooker.REFEREE)
    return {"seat": played.seat, "card": str(played.card) if known else None, "hidden": played.hidden}


@dataclass(frozen=True, slots=True)
class Concealed:
    """A card that another player laid face down, without its face."""

    seat: int


def act_seen_by(act: Act, observer: Observer) -> Act | Concealed | None:
    """The act as one observer sees it happen, or None if they do not see it.

    A hidden card stays hidden, a sign is for the partner, and a deal is seen through the view.
    """
    if isinstance(act, Deal):
        return None
    if observer is Onlooker.REFEREE or observer == getattr(act, "seat", None):
        return act
    if isinstance(act, Hide):
        return Concealed(act.seat)
    if isinstance(act, Sign) and not partners(act.seat, observer):
        return None
    return act
