"""What a benchmark does over and over."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

T = TypeVar("T")

Play = Callable[[], int]
"""Plays one game, or one match, from the shuffle to the end, and returns how many decisions the players made."""


class Benchmark(NamedTuple):
    """``prepare`` imports and builds what playing needs, outside the time; ``package`` is the one that is measured."""

    name: str
    about: str
    package: str
    prepare: Callable[[Random], Play]


def any_of(options: Sequence[T], rng: Random) -> T:
    """The one random choice of all benchmarks: much cheaper than ``rng.choice``, so that engines weigh more."""
    return options[int(rng.random() * len(options))]
