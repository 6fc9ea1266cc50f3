"""The engines by the game that a regulation names, behind one face: what records, bots and tables need of any game."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from carteado import truco
from carteado.cards import Card, Observer, Pass
from carteado.fair import Fair
from carteado.record.errors import InputError
from carteado.record.notation import SHARED_ACTS, SHARED_RULINGS, Act, Notation
from carteado.record.reading import Node
from carteado.regulation import Refusal, Regulation, TrucoRules

Match = Any
"""A match of any engine: an immutable value with ``players``, ``dealer``, ``score``, ``winner`` and ``hand_is_on``."""


class Engine(Protocol):
    """The face that every engine shows under one regulation; the conformance suite holds each one to it."""

    notation: Notation

    @property
    def seatings(self) -> tuple[int, ...]:
        """How many may sit at a table."""

    def start(
        self, *, players: int, first_dealer: int, target: int | None = None, score: tuple[int, int] = (0, 0)
    ) -> Match: ...

    def refusal(self, match: Match, act: Act) -> Refusal | None: ...

    def legal_acts(self, match: Match, seat: int) -> list[Act]: ...

    def apply(self, match: Match, act: Act) -> tuple[Match, tuple[Any, ...]]: ...

    def asked(self, match: Match) -> tuple[int, ...]:
        """The seats to be asked in turn, each but the last free to pass; empty when no hand is on."""

    def default_act(self, match: Match, seat: int) -> Act: ...

    def view(self, match: Match, observer: Observer) -> Any:
        """What the observer may know, in plain JSON values."""

    def seen(self, act: Act, observer: Observer) -> Act | None:
        """The act as the observer sees it happen; None when he does not."""

    def hand_winner(self, match: Match) -> int | None:
        """The pair that scored the hand on the table."""

    def deck(self) -> tuple[Card, ...]: ...

    def dealt_from(self, match: Match, shuffled: Sequence[Card], *, cuts: Sequence[int], burn: int) -> Act: ...

    def ceremony(self, match: Match, fair: Fair) -> Iterator[Act]:
        """The acts between the shuffle and the deal, by the seats that owe them."""

    def first_dealer(self, players: int, drawn: Sequence[Sequence[Card | None]]) -> int | Refusal: ...

    def read_deal(self, node: Node) -> Act: ...

    def write_deal(self, deal: Act) -> dict[str, object]: ...


class TrucoEngine:
    """Truco under one regulation."""

    notation = Notation(
        acts={
            "play": (truco.Play, truco.PlayBlind),
            "hide": (truco.Hide,),
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
        told={"hide": truco.Concealed, "pass": Pass, "cut": truco.Cut, "burn": truco.Burn},
    )

    def __init__(self, rules: TrucoRules) -> None:
        self.rules = rules

    refusal = staticmethod(truco.refusal)
    legal_acts = staticmethod(truco.legal_acts)
    apply = staticmethod(truco.apply)
    asked = staticmethod(truco.asked)
    default_act = staticmethod(truco.default_act)
    view = staticmethod(truco.view)
    seen = staticmethod(truco.seen)
    dealt_from = staticmethod(truco.dealt_from)

    @property
    def seatings(self) -> tuple[int, ...]:
        return self.rules.table.players

    def start(
        self, *, players: int, first_dealer: int, target: int | None = None, score: tuple[int, int] = (0, 0)
    ) -> truco.Match:
        return truco.start(self.rules, players=players, first_dealer=first_dealer, target=target, score=score)

    def hand_winner(self, match: truco.Match) -> int | None:
        return match.hand.result.winner if match.hand and match.hand.result else None

    def deck(self) -> tuple[Card, ...]:
        return truco.deck(self.rules)

    def ceremony(self, match: truco.Match, fair: Fair) -> Iterator[Act]:
        for at in fair.cuts:
            yield truco.Cut(match.cutter, at)
        yield truco.Burn(match.dealer, fair.burn)

    def first_dealer(self, players: int, drawn: Sequence[Sequence[Card | None]]) -> int | Refusal:
        return truco.first_dealer(self.rules, players, drawn)

    def read_deal(self, node: Node) -> truco.Deal:
        node.mapping(known=frozenset({"hands", "vira"}))
        return truco.Deal(tuple(hand.cards() for hand in node["hands"].elements()), node["vira"].card())

    def write_deal(self, deal: truco.Deal) -> dict[str, object]:
        return {"hands": [[str(card) for card in hand] for hand in deal.hands], "vira": str(deal.vira)}


def engine_for(regulation: Regulation) -> Engine:
    """The engine that plays the regulation's game."""
    if isinstance(regulation.rules, TrucoRules):
        return TrucoEngine(regulation.rules)
    raise InputError("not_yet", regulation=regulation.id)
