"""Chance as a function of a seed and a label: the same seed and label always give the same numbers."""

import hmac
import struct
from collections.abc import Iterable, Iterator
from itertools import count
from typing import TypeVar

from carteado.fair.commitments import checked_seed
from carteado.fair.errors import FairError

T = TypeVar("T")

_WORD_RANGE = 2**32


def random_words(*, label: str, seed: bytes) -> Iterator[int]:
    """32-bit big-endian words of HMAC-SHA256 with the seed as key over ``LABEL|0``, ``LABEL|1``, …"""
    if not label.isascii():
        raise FairError("bad_id", what="label", value=label)
    return _hmac_words(label, checked_seed(seed))


def _hmac_words(label: str, seed: bytes) -> Iterator[int]:
    for block in count():
        yield from struct.unpack(">8L", hmac.digest(seed, f"{label}|{block}".encode("ascii"), "sha256"))


def number_below(n: int, stream: Iterator[int]) -> int:
    """The first word below n · ⌊2³² / n⌋, modulo n; words above it would favour the low numbers."""
    if not 1 <= n <= _WORD_RANGE:
        raise FairError("bad_range", value=n)
    limit = n * (_WORD_RANGE // n)
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % n


def shuffled(items: Iterable[T], *, label: str, seed: bytes) -> tuple[T, ...]:
    """For i from the last place to 1, swap the items at i and at a number below i + 1."""
    places, stream = list(items), random_words(label=label, seed=seed)
    for i in range(len(places) - 1, 0, -1):
        j = number_below(i + 1, stream)
        places[i], places[j] = places[j], places[i]
    return tuple(places)
