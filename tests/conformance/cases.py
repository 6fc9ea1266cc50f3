"""The engines that the suite holds to their face.

A new one brings its adapter into ``ADAPTERS`` and a line for each seating into ``CASES``.
"""

from dataclasses import dataclass
from functools import cache

from carteado.record import Engine, engine_for
from carteado.regulation import EngineKind, Regulation, load
from tests.conformance.adapter import Adapter
from tests.conformance.melds_adapter import MeldsAdapter
from tests.conformance.truco_adapter import TrucoAdapter

CASES = (
    ("truco-masters-2025", 4),
    ("truco-masters-2025", 2),
    ("afia-2026-tranca", 4),
    ("faraes-2023-tranca", 4),
    ("apcef-sc-2022-canastra", 4),
)

QUICK_SEEDS = {EngineKind.TRUCO: range(16), EngineKind.MELDS: range(3)}
SLOW_SEEDS = {EngineKind.TRUCO: range(16, 120), EngineKind.MELDS: range(3, 40)}
"""The matches played at random in each case, the slow ones only by ``make test-all``."""
VARIED_SEEDS = {EngineKind.TRUCO: range(40), EngineKind.MELDS: range(6)}
"""In these something of everything happens."""

ADAPTERS: dict[EngineKind, type[Adapter]] = {EngineKind.TRUCO: TrucoAdapter, EngineKind.MELDS: MeldsAdapter}


@dataclass(frozen=True, eq=False)
class Case:
    """A regulation at a table of so many."""

    regulation: Regulation
    engine: Engine
    players: int
    adapter: Adapter

    @property
    def quick_seeds(self) -> range:
        return QUICK_SEEDS[self.regulation.engine_kind]

    @property
    def varied_seeds(self) -> range:
        return VARIED_SEEDS[self.regulation.engine_kind]

    @property
    def slow_seeds(self) -> range:
        return SLOW_SEEDS[self.regulation.engine_kind]

    def __str__(self) -> str:
        return f"{self.regulation.id}-{self.players}"


@cache
def case_of(regulation_id: str, players: int) -> Case:
    regulation = load(regulation_id)
    engine = engine_for(regulation)
    return Case(regulation, engine, players, ADAPTERS[regulation.engine_kind](engine, players, regulation_id))
