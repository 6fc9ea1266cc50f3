"""The definition of a benchmark: the work that it repeats."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

Play = Callable[[], int]
"""Plays a game, or a match, from the shuffle to the end; returns how many decisions its players made."""


class Benchmark(NamedTuple):
    """``prepare`` imports and builds what playing needs, outside the time; ``package`` is what is measured."""

    name: str
    about: str
    package: str
    prepare: Callable[[Random], Play]
