"""Where each card of a deck goes in a deal. With seed, cuts and burn, this is all that is needed to recompute one.

The plan of a deal has the shape of the deal itself. Where the deal has cards, the plan has places in the deck, counted
after cuts and burn. The engine makes it, so that no other program has to know how a game is dealt. Pages send it to the
browser, in which a visitor deals the hands of a record again.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from carteado.record import FINAL, Engine, Record, engine_for
from carteado.record.games import Match
from carteado.regulation import Regulation, available, load

Places = dict[str, Any]
"""For each part of a deal, the places in the deck from which its cards come."""
Plan = dict[str, Any]
"""``deal`` has the places; ``most_burnt`` is how many cards may be burnt before the deal."""
Short = tuple[int | None, int | None]
"""How far each pair is from the target; None for any distance."""

NEAR = 12
"""At most this many points before the target, a score may change how a hand is dealt."""
ANYWHERE: Short = (None, None)
CHANGES_DEALING = (
    *("dealing.cards", "dealing.hand_size", "dealing.morto_size", "dealing.mortos"),
    *("deck.without", "eleven.short_of_target", "iron.packet", "table.players"),
)
"""With an override of one of these keys, the plans of a regulation no longer apply."""
BURN_LIMIT = "dealing.burn_limit"
"""An override of this key matters only where cards may be burnt at all."""


def plans_of_record(record: Record, stages: Sequence[Match]) -> dict[str, Any]:
    """The deck in canonical order, the plans, and the number of each hand's plan.

    ``stages`` are the match before each hand.
    """
    plans: list[Plan] = []
    hands: list[int] = []
    for match in stages[: len(record.hands)]:  # the last stage is the match after its last hand
        plan = plan_of(record.engine, match)
        if plan not in plans:
            plans.append(plan)
        hands.append(plans.index(plan))
    return {"deck": [str(card) for card in record.engine.deck()], "plans": plans, "hands": hands}


def plans_of_all() -> dict[str, Any]:
    """The plans of every regulation, for records from elsewhere.

    The dealer and the distance of both pairs from the target decide which plan applies: the first that fits.
    """
    return {name: _plans_of_regulation(name) for name in available()}


@cache
def _plans_of_regulation(name: str) -> dict[str, Any]:
    regulation = load(name)
    engine = engine_for(regulation)
    return {
        "name": regulation.name,
        "deck": [str(card) for card in engine.deck()],
        "target": {phase: {"points": engine.target(phase or None), "key": key} for phase, key in _targets(regulation)},
        "changes": CHANGES_DEALING,
        "burn_limit": BURN_LIMIT,
        "plans": list(_plans(engine)),
    }


def _targets(regulation: Regulation) -> Iterator[tuple[str, str]]:
    """For each phase the key of the target, which an override may change."""
    yield "", "match.target"
    yield FINAL, "match.final_target" if "match.final_target" in regulation.citations else "match.target"


def _plans(engine: Engine) -> Iterator[dict[str, Any]]:
    """The plans of a regulation, for each number of players and each dealer, special scores first."""
    for players in engine.seatings:
        shorts = [*_special(engine, players), ANYWHERE]
        for short, dealer in product(shorts, range(players)):
            plan = plan_of(engine, _match_short_of_target(engine, players, dealer, short))
            yield {"players": players, "dealer": dealer, "short": list(short), **plan}


def _special(engine: Engine, players: int) -> Iterator[Short]:
    """The scores with which a hand is dealt differently: those of both pairs first, then those of one pair whatever the
    other has."""

    def plan(short: Short) -> Plan:
        return plan_of(engine, _match_short_of_target(engine, players, 0, short))

    near = range(1, NEAR + 1)
    # the engine does not say which scores matter, so all that are near the target are tried
    sides: list[Short] = [*((points, None) for points in near), *((None, points) for points in near)]
    one_sided = [short for short in sides if plan(short) != plan(ANYWHERE)]
    for both in product(near, near):
        fitting = next((side for side in one_sided if _fits(side, both)), ANYWHERE)
        if plan(both) != plan(fitting):
            yield both
    yield from one_sided


def _fits(short: Short, points: Sequence[int]) -> bool:
    return all(side is None or side == far for side, far in zip(short, points, strict=True))


def _match_short_of_target(engine: Engine, players: int, dealer: int, short: Short) -> Any:
    """A match at that distance from its target. A pair at any distance is farther away than ``NEAR``."""
    # The number of points of the target changes no deal.
    target = 3 * NEAR
    first, second = (target - (2 * NEAR if side is None else side) for side in short)
    return engine.start(players=players, first_dealer=dealer, target=target, score=(first, second))


def plan_of(engine: Engine, match: Match) -> Plan:
    """Where the cards of the next deal come from, and how many may be burnt before it."""
    places: Any = range(len(engine.deck()))  # dealt in place of the cards
    deal = engine.dealt_from(match, places, cuts=(), burn=0)
    numbers: Places = {name: _numbers(of) for name, of in engine.write_deal(deal).items()}
    return {"deal": numbers, "most_burnt": engine.most_burnt(match)}


def _numbers(value: Any) -> Any:
    return [_numbers(one) for one in value] if isinstance(value, list | tuple) else int(value)
