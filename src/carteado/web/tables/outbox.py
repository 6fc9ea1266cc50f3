"""What waits to be sent on one connection. Nobody waits for a reader: one that stops is let go."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from carteado.web.tables.messages import frame

MOST_MESSAGES = 256
LONGEST = 10.0
"""Seconds that one sending may take."""

Send = Callable[[str], Awaitable[None]]


class Outbox:
    """Messages in order. While one sending is under way those that come are gathered, and go together in the next."""

    __slots__ = ("_drop", "_is_dropped", "_messages", "_send", "_sending", "since")

    def __init__(self, send: Send, drop: Callable[[], None]) -> None:
        self._send, self._drop = send, drop
        self._messages: list[bytes] = []
        self._sending: asyncio.Task[None] | None = None
        self._is_dropped = False
        self.since = 0.0

    def put(self, message: bytes) -> None:
        if self._is_dropped:
            return
        self._messages.append(message)
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._empty())
        elif len(self._messages) > MOST_MESSAGES:
            self.drop()

    async def _empty(self) -> None:
        try:
            while self._messages:
                messages, self._messages = self._messages, []
                self.since = time.monotonic()
                await self._send(frame(messages))
        except Exception:  # the connection is gone: whoever reads from it finds that out
            self._messages.clear()
            self._is_dropped = True
        finally:
            self.since = 0.0
            self._sending = None

    @property
    def is_stuck(self) -> bool:
        return self.since > 0 and time.monotonic() - self.since > LONGEST

    def drop(self) -> None:
        """Sends nothing more, and lets the reader go."""
        if not self._is_dropped:
            self._is_dropped = True
            self._messages.clear()
            if self._sending is not None:
                self._sending.cancel()
            self._drop()
