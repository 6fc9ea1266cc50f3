"""Limits on what one connection, one person or one address may do."""

import time
from collections import Counter
from collections.abc import Hashable
from contextlib import ExitStack


class TokenBucket:
    """A token bucket: it fills by ``rate`` tokens a second, up to ``burst`` tokens. Each act takes some."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self, number: int = 1) -> bool:
        """Take tokens. False if there are too few, and none is taken."""
        self._fill()
        if self._left < number:
            return False
        self._left -= number
        return True

    @property
    def is_full(self) -> bool:
        """True if nothing was taken lately. Such a bucket can be forgotten: a new one is as full."""
        self._fill()
        return self._left >= self._burst

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now


class OpenConnections:
    """Counts open connections by person or address, and allows ``most`` of each."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[Hashable] = Counter()

    def take(self, key: Hashable, undo: ExitStack) -> bool:
        """Count one more until ``undo`` ends. False if that is too many, and it is not counted."""
        if self._open[key] >= self._most:
            return False
        self._open[key] += 1
        undo.callback(self._give_back, key)
        return True

    def _give_back(self, key: Hashable) -> None:
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]
