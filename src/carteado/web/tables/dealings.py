"""Where each card of a deck goes when it is dealt: what whoever recomputes a deal needs beside seed, cuts and burn.

The plan of a deal has the shape of the deal itself, with places in the deck (after cuts and burn) where the deal has
cards. It is made by asking the engine, so that no other program has to know how a game is dealt."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from carteado.record import Engine, Record, engine_for
from carteado.record.games import Match
from carteado.regulation import available, load

Plan = dict[str, Any]

NEAR = 12
"""So many points before the target a score may change how a hand is dealt."""


def of_record(record: Record, stages: Sequence[Match]) -> dict[str, Any]:
    """The deck in canonical order, the plans, and for each hand which of them it was dealt by; ``stages`` are the match
    before each hand."""
    plans: list[Plan] = []
    hands: list[int] = []
    for before in stages[: len(record.hands)]:
        plan = plan_of(record.engine, before)
        if plan not in plans:
            plans.append(plan)
        hands.append(plans.index(plan))
    return {"deck": [str(card) for card in record.engine.deck()], "plans": plans, "hands": hands}


def of_all() -> dict[str, Any]:
    """By regulation, for records that come from elsewhere: who deals and how far from the target both pairs are says
    which plan it is."""
    return {name: _of_regulation(name) for name in available()}


@cache
def _of_regulation(name: str) -> dict[str, Any]:
    regulation = load(name)
    engine = engine_for(regulation)
    return {
        "name": regulation.name,
        "deck": [str(card) for card in engine.deck()],
        "target": {"": engine.target(None), "final": engine.target("final")},
        "plans": list(_plans(engine)),
    }


def _plans(engine: Engine) -> Iterator[dict[str, Any]]:
    """``short`` is how far both pairs are from the target, None for every other score."""
    target = engine.target(None)
    for players in engine.seatings:
        special = list(_special(engine, players, target))
        for dealer, short in product(range(players), (None, *special)):
            match = _started(engine, players, dealer, target, short)
            yield {"players": players, "dealer": dealer, "short": short and list(short), "deal": plan_of(engine, match)}


def _special(engine: Engine, players: int, target: int) -> Iterator[tuple[int, int]]:
    """The scores with which a hand is dealt otherwise."""
    usual = plan_of(engine, _started(engine, players, 0, target, None))
    near = range(1, min(NEAR, target) + 1)
    for short in product(near, near):
        match = _started(engine, players, 0, target, short)
        if engine.why_not_start(match) is None and plan_of(engine, match) != usual:
            yield short


def _started(engine: Engine, players: int, dealer: int, target: int, short: tuple[int, int] | None) -> Any:
    score = (0, 0) if short is None else (target - short[0], target - short[1])
    return engine.start(players=players, first_dealer=dealer, target=target, score=score)


def plan_of(engine: Engine, match: Any) -> Plan:
    """Where the cards of the next deal come from."""
    places: Any = range(len(engine.deck()))
    deal = engine.dealt_from(match, places, cuts=(), burn=0)
    return {name: _numbers(of) for name, of in engine.write_deal(deal).items()}


def _numbers(value: Any) -> Any:
    return [_numbers(one) for one in value] if isinstance(value, list | tuple) else int(value)
