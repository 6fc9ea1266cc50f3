"""Rounds in which every benchmark has its turn, so that a machine that slows down slows them all.

Time is that of the processor: what other programs take of it is not counted, what a thread adds is.
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
    """Steps per second of each, ``seconds`` at a time in turn."""
    plays = {one: one.prepare(Random(seed)) for one in benchmarks}
    for play in plays.values():
        steps_per_second(play, WARM_UP)
    rates: dict[Benchmark, list[float]] = {one: [] for one in benchmarks}
    for _ in range(rounds):
        for one, play in plays.items():
            rates[one].append(steps_per_second(play, seconds))
    return {one: Figures(tuple(measured)) for one, measured in rates.items()}


def steps_per_second(play: Play, seconds: float) -> float:
    """Whole games until the time is over; the clock is looked at now and then, for looking takes time too."""
    steps, start = 0, process_time()
    now = start
    while now < start + seconds:
        steps += sum(play() for _ in range(GAMES_BETWEEN_LOOKS))
        now = process_time()
    return steps / (now - start)


def compare(measured: dict[Benchmark, Figures], comparison: Comparison) -> Figures | None:
    """The ratio in each round, where both were measured."""
    one, other = measured.get(comparison.one), measured.get(comparison.other)
    if one is None or other is None:
        return None
    return Figures(tuple(a / b for a, b in zip(one.rounds, other.rounds, strict=True)))
