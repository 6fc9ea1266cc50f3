"""All benchmarks, and the ratios between them that are reported."""

from typing import NamedTuple

from bench.engines import AFIA, APCEF, FARAES, TRUCO
from bench.openspiel_games import EUCHRE, EUCHRE_TUNED
from bench.openspiel_games import GIN as OPENSPIEL_GIN
from bench.rlcard_games import GIN as RLCARD_GIN
from bench.rlcard_games import HOLDEM, HOLDEM_TUNED
from bench.workload import Benchmark

BENCHMARKS: tuple[Benchmark, ...] = (
    TRUCO,
    HOLDEM,
    HOLDEM_TUNED,
    EUCHRE,
    EUCHRE_TUNED,
    AFIA,
    FARAES,
    APCEF,
    RLCARD_GIN,
    OPENSPIEL_GIN,
)


class Comparison(NamedTuple):
    """How many times as fast ``one`` is as ``other``; ``bar`` is the lowest ratio that we want, if any."""

    one: Benchmark
    other: Benchmark
    bar: float | None = None


COMPARISONS: tuple[Comparison, ...] = (
    Comparison(TRUCO, HOLDEM, bar=3.0),
    Comparison(TRUCO, HOLDEM_TUNED),
    Comparison(TRUCO, EUCHRE, bar=0.3),
    Comparison(TRUCO, EUCHRE_TUNED),
    *(Comparison(ours, RLCARD_GIN, bar=1.0) for ours in (AFIA, FARAES, APCEF)),
    *(Comparison(ours, OPENSPIEL_GIN) for ours in (AFIA, FARAES, APCEF)),
)
