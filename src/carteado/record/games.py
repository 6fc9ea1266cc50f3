"""One interface to the engines of all games, for records, bots and tables. A regulation selects the engine."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from carteado import melds, truco
from carteado.cards import Adjust, Card, Disqualify, Observer, PartCache, Pass, Redeal, uncached
from carteado.fair import Fair
from carteado.record.notation import SHARED_ACTS, SHARED_RULINGS, Act, Notation, as_json
from carteado.record.reading import Node
from carteado.regulation import MeldsRules, Refusal, Regulation, TrucoRules

FINAL = "final"
"""The phase whose matches have another target or clock."""

Match = Any
"""A match of any engine: an immutable value with ``players``, ``dealer``, ``score``, ``winner`` and ``hand_is_on``."""


class CeremonySeconds(NamedTuple):
    cut: int | None
    deal: int | None


class Engine(Protocol):
    """The interface of an engine under one regulation; the conformance suite tests every engine against it."""

    notation: Notation

    @property
    def seatings(self) -> tuple[int, ...]:
        """The numbers of players that a table may have."""

    def target(self, phase: str | None) -> int:
        """The target score of a match of that phase."""

    def start(
        self, *, players: int, first_dealer: int, target: int | None = None, score: tuple[int, int] = (0, 0)
    ) -> Match: ...

    def refusal_of_start(self, match: Match) -> Refusal | None:
        """Why a match cannot begin with that score."""

    def refusal(self, match: Match, act: Act) -> Refusal | None: ...

    def refusal_in_any_order(self, match: Match, act: Act) -> Refusal | None:
        """The same, for a player who named the right cards in an order that has no meaning."""

    def legal_acts(self, match: Match, seat: int) -> list[Act]: ...

    def valued_melds(self, match: Match, seat: int) -> Sequence[melds.ValuedMeld]:
        """Every meld of the seat's cards with its points, if the pair must reach a minimum with them."""

    def apply(self, match: Match, act: Act) -> tuple[Match, tuple[Any, ...]]: ...

    def seats_to_ask(self, match: Match) -> tuple[int, ...]:
        """The seats to ask in turn; each but the last may pass. Empty when no hand is being played."""

    def default_act(self, match: Match, seat: int) -> Act: ...

    def view(self, match: Match, observer: Observer) -> Any:
        """The match as the observer may know it, in plain JSON values."""

    def views_of(self, match: Match, cached: PartCache = uncached) -> Callable[[Observer], Any]:
        """A function that gives each observer's view of this moment.

        The views share their public part, which is built once, so no view may be changed. Parts that stay the same from
        act to act come from ``cached``.
        """

    def act_seen_by(self, act: Act, observer: Observer) -> Act | None:
        """The act as the observer sees it happen, or None if they do not see it."""

    def hand_winner(self, match: Match) -> int | None:
        """The pair that scored the hand on the table."""

    def deck(self) -> tuple[Card, ...]: ...

    def dealt_from(self, match: Match, shuffled: Sequence[Card], *, cuts: Sequence[int], burn: int) -> Act: ...

    def ceremony(self, match: Match, fair: Fair) -> Iterator[Act]:
        """The acts between the shuffle and the deal, each by the seat that must do it."""

    def cutter(self, match: Match) -> int | None:
        """The seat that must cut for the next deal, if the regulation names one."""

    def most_burnt(self, match: Match) -> int:
        """How many cards the dealer may burn at the next deal."""

    def seconds(self) -> "CeremonySeconds":
        """The seconds that the seats have for the acts before a deal; None if the regulation sets no limit."""

    def minutes_to_bell(self, match: Match, phase: str | None) -> int | None:
        """The length of the period that runs now, the match or its extension; None when no bell ends it."""

    def waits_for_referee(self, match: Match) -> bool:
        """Whether the match cannot go on until the referee decides."""

    def absence_minutes(self) -> int | None:
        """How long a player may be away, if the regulation sets a limit."""

    def first_dealer(self, players: int, drawn: Sequence[Sequence[Card | None]]) -> int | Refusal: ...

    def read_deal(self, node: Node) -> Act: ...

    def write_deal(self, deal: Act) -> dict[str, object]: ...


class TrucoEngine:
    """Truco under one regulation."""

    notation = Notation(
        acts={
            "play": (truco.Play, truco.PlayBlind),
            "hide": (truco.Hide, truco.HideBlind),
            "call": (truco.Call,),
            "accept": (truco.Accept,),
            "refuse": (truco.Refuse,),
            **SHARED_ACTS,
        },
        rulings={
            "tento": truco.Tento,
            "tento_rejected": truco.TentoRejected,
            "four_cards": truco.FourCards,
            **SHARED_RULINGS,
        },
        sent_only={"hide": truco.Concealed, "pass": Pass, "cut": truco.Cut, "burn": truco.Burn},
    )

    def __init__(self, rules: TrucoRules) -> None:
        self.rules = rules

    refusal_of_start = staticmethod(truco.refusal_of_start)
    refusal = staticmethod(truco.refusal)
    refusal_in_any_order = staticmethod(truco.refusal)
    legal_acts = staticmethod(truco.legal_acts)
    apply = staticmethod(truco.apply)
    seats_to_ask = staticmethod(truco.seats_to_ask)
    default_act = staticmethod(truco.default_act)
    view = staticmethod(truco.view)
    views_of = staticmethod(truco.views_of)
    act_seen_by = staticmethod(truco.act_seen_by)
    dealt_from = staticmethod(truco.dealt_from)

    @property
    def seatings(self) -> tuple[int, ...]:
        return self.rules.table.players

    def target(self, _phase: str | None) -> int:
        return self.rules.match.target

    def start(
        self, *, players: int, first_dealer: int, target: int | None = None, score: tuple[int, int] = (0, 0)
    ) -> truco.Match:
        return truco.start(self.rules, players=players, first_dealer=first_dealer, target=target, score=score)

    def valued_melds(self, _match: truco.Match, _seat: int) -> Sequence[melds.ValuedMeld]:
        return ()

    def hand_winner(self, match: truco.Match) -> int | None:
        return match.hand.result.winner if match.hand and match.hand.result else None

    def deck(self) -> tuple[Card, ...]:
        return truco.deck(self.rules)

    def ceremony(self, match: truco.Match, fair: Fair) -> Iterator[Act]:
        for at in fair.cuts:
            yield truco.Cut(match.cutter, at)
        yield truco.Burn(match.dealer, fair.burn)

    def cutter(self, match: truco.Match) -> int | None:
        return match.cutter

    most_burnt = staticmethod(truco.most_burnt)

    def seconds(self) -> CeremonySeconds:
        return CeremonySeconds(self.rules.dealing.cut_seconds, self.rules.dealing.deal_seconds)

    def minutes_to_bell(self, match: truco.Match, phase: str | None) -> int | None:
        """Keys: clock.match_minutes, clock.final_minutes, clock.extra_minutes."""
        clock = self.rules.clock
        whole = clock.final_minutes if phase == FINAL else clock.match_minutes
        return {truco.Clock.REGULAR: whole, truco.Clock.EXTRA: clock.extra_minutes}.get(match.clock)

    def waits_for_referee(self, match: truco.Match) -> bool:
        return match.clock is truco.Clock.REFEREE_DECIDES

    def absence_minutes(self) -> int | None:
        return self.rules.clock.absence_minutes

    def first_dealer(self, players: int, drawn: Sequence[Sequence[Card | None]]) -> int | Refusal:
        return truco.first_dealer(self.rules, players, drawn)

    def read_deal(self, node: Node) -> truco.Deal:
        node.mapping(known_keys=frozenset({"hands", "vira"}))
        return truco.Deal(tuple(hand.cards() for hand in node["hands"].elements()), node["vira"].card())

    def write_deal(self, deal: truco.Deal) -> dict[str, object]:
        return {"hands": [[str(card) for card in hand] for hand in deal.hands], "vira": str(deal.vira)}


class MeldsEngine:
    """Tranca or Canastra under one regulation."""

    notation = Notation(
        acts={
            "exchange": (melds.Exchange,),
            "draw": (melds.Draw,),
            "redraw": (melds.Redraw,),
            "take": (melds.TakeExtending, melds.TakeLaying, melds.Take),
            "lay": (melds.Lay,),
            "extend": (melds.Extend,),
            "discard": (melds.Discard,),
            **SHARED_ACTS,
        },
        rulings={"disqualify": Disqualify, "redeal": Redeal, "adjust": Adjust},
        sent_only={"pass": Pass, "cut": melds.Cut},
    )

    def __init__(self, rules: MeldsRules) -> None:
        self.rules = rules

    refusal_of_start = staticmethod(melds.refusal_of_start)
    refusal = staticmethod(melds.refusal)
    refusal_in_any_order = staticmethod(melds.refusal_in_any_order)
    legal_acts = staticmethod(melds.legal_acts)
    valued_melds = staticmethod(melds.valued_melds)
    apply = staticmethod(melds.apply)
    seats_to_ask = staticmethod(melds.seats_to_ask)
    default_act = staticmethod(melds.default_act)
    view = staticmethod(melds.view)
    views_of = staticmethod(melds.views_of)
    act_seen_by = staticmethod(melds.act_seen_by)
    dealt_from = staticmethod(melds.dealt_from)

    @property
    def seatings(self) -> tuple[int, ...]:
        return (4,)

    def target(self, phase: str | None) -> int:
        return self.rules.match.final_target if phase == FINAL else self.rules.match.target

    def start(
        self, *, players: int, first_dealer: int, target: int | None = None, score: tuple[int, int] = (0, 0)
    ) -> melds.Match:
        return melds.start(self.rules, players=players, first_dealer=first_dealer, target=target, score=score)

    def hand_winner(self, match: melds.Match) -> int | None:
        return match.hand.result.winner if match.hand and match.hand.result else None

    def deck(self) -> tuple[Card, ...]:
        return melds.deck(self.rules)

    def ceremony(self, match: melds.Match, fair: Fair) -> Iterator[Act]:
        for at in fair.cuts:
            yield melds.Cut(melds.cutter(match), at)

    def cutter(self, match: melds.Match) -> int | None:
        return melds.cutter(match) if melds.is_cut(self.rules) else None

    def most_burnt(self, _match: melds.Match) -> int:
        return 0

    def seconds(self) -> CeremonySeconds:
        return CeremonySeconds(None, None)

    def minutes_to_bell(self, _match: melds.Match, _phase: str | None) -> int | None:
        return None

    def waits_for_referee(self, _match: melds.Match) -> bool:
        return False

    def absence_minutes(self) -> int | None:
        return None

    def first_dealer(self, players: int, drawn: Sequence[Sequence[Card | None]]) -> int | Refusal:
        return melds.first_dealer(self.rules, players, drawn)

    def read_deal(self, node: Node) -> melds.Deal:
        node.mapping(known_keys=frozenset({"hands", "mortos", "stock"}))
        return melds.Deal(
            tuple(hand.cards() for hand in node["hands"].elements()),
            tuple(morto.cards() for morto in node["mortos"].elements()),
            node["stock"].cards(),
        )

    def write_deal(self, deal: melds.Deal) -> dict[str, object]:
        return {name: as_json(getattr(deal, name)) for name in ("hands", "mortos", "stock")}


def engine_for(regulation: Regulation) -> Engine:
    """The engine that plays the regulation's game."""
    if isinstance(regulation.rules, TrucoRules):
        return TrucoEngine(regulation.rules)
    return MeldsEngine(regulation.rules)
