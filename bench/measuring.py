"""Measurement in rounds in which every benchmark takes a turn, so that a machine that slows down slows them all.

Time is processor time of this process with all its threads; the time of other programs does not count.
"""

from collections.abc import Sequence
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from bench.registry import Comparison
from bench.workload import Benchmark, Play

WARM_UP = 2.0
GAMES_BETWEEN_LOOKS = 2


class Figures(NamedTuple):
    """One number a round, in the order of the rounds."""

    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.rounds)

    @property
    def lowest(self) -> float:
        return min(self.rounds)

    @property
    def highest(self) -> float:
        return max(self.rounds)


def measure(benchmarks: Sequence[Benchmark], *, rounds: int, seconds: float, seed: int) -> dict[Benchmark, Figures]:
    """Steps per second of each benchmark. They take turns of ``seconds`` each."""
    plays = {one: one.prepare(Random(seed)) for one in benchmarks}
    for play in plays.values():
        steps_per_second(play, WARM_UP)
    rates: dict[Benchmark, list[float]] = {one: [] for one in benchmarks}
    for _ in range(rounds):
        for one, play in plays.items():
            rates[one].append(steps_per_second(play, seconds))
    return {one: Figures(tuple(measured)) for one, measured in rates.items()}


def steps_per_second(play: Play, seconds: float) -> float:
    """Play whole games until the time is over. The clock is read only now and then, because reading it takes time."""
    steps, start = 0, process_time()
    now = start
    while now < start + seconds:
        steps += sum(play() for _ in range(GAMES_BETWEEN_LOOKS))
        now = process_time()
    return steps / (now - start)


def compare(measured: dict[Benchmark, Figures], comparison: Comparison) -> Figures | None:
    """The ratio in each round, or None unless both were measured."""
    one, other = measured.get(comparison.one), measured.get(comparison.other)
    if one is None or other is None:
        return None
    return Figures(tuple(a / b for a, b in zip(one.rounds, other.rounds, strict=True)))
