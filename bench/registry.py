"""Every benchmark, and the ratios between them that are reported."""

from typing import NamedTuple

from bench.euchre import OPENSPIEL, OPENSPIEL_BY_NODES
from bench.limit_holdem import RLCARD, RLCARD_GAME
from bench.truco import TRUCO
from bench.workload import Benchmark

BENCHMARKS: tuple[Benchmark, ...] = (TRUCO, RLCARD, RLCARD_GAME, OPENSPIEL, OPENSPIEL_BY_NODES)


class Comparison(NamedTuple):
    """How many times as fast ``one`` is as ``other``; ``bar`` is the least we want, where we want one."""

    one: Benchmark
    other: Benchmark
    bar: float | None = None


COMPARISONS: tuple[Comparison, ...] = (
    Comparison(TRUCO, RLCARD, bar=3.0),
    Comparison(TRUCO, RLCARD_GAME),
    Comparison(TRUCO, OPENSPIEL, bar=0.3),
    Comparison(TRUCO, OPENSPIEL_BY_NODES, bar=0.3),
)
