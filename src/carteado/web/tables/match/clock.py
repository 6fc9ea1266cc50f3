"""The instants of live tables: those of the machine's clock, but never backwards, and never ahead in a jump that
nobody is told of."""

import time


class Clock:
    """Runs by itself from the instant at which the process started: a machine's clock may be put right at any time."""

    def __init__(self) -> None:
        self._ahead = time.time_ns() - time.monotonic_ns()

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return (time.monotonic_ns() + self._ahead) // 1_000_000

    def catch_up(self) -> None:
        """The machine slept, or its clock was put forward: from now on it is as late as the machine says."""
        self._ahead = max(self._ahead, time.time_ns() - time.monotonic_ns())


clock = Clock()
now_ms = clock.now_ms
