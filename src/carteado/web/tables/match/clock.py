"""The clock of live tables: it never goes backwards, and jumps forward only when ``catch_up`` is called. The rooms call
it when they look for time in which they did not serve, so that no player loses that time."""

import time


class Clock:
    """Counts from the start of the process, because the machine's clock may be corrected at any time."""

    def __init__(self) -> None:
        self._ahead = time.time_ns() - time.monotonic_ns()

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return (time.monotonic_ns() + self._ahead) // 1_000_000

    def catch_up(self) -> None:
        """Go forward to the machine's time, after it slept or its clock was put forward."""
        self._ahead = max(self._ahead, time.time_ns() - time.monotonic_ns())


clock = Clock()
now_ms = clock.now_ms
