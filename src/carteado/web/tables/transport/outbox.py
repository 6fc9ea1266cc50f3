"""The messages that wait to be sent on one connection.

A client that stops reading is dropped, so that nothing waits for it.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import lru_cache

from carteado.web.tables.protocol import frame
from carteado.web.tables.transport.uvicorn_protocol import WriteAtOnce, never

_log = logging.getLogger(__name__)

MOST_MESSAGES = 256
LONGEST_SEND_S = 10.0
"""Seconds that one send may take."""

Send = Callable[[bytes], Awaitable[None]]


class _Due:
    """All outboxes that have something to send. One callback starts them in the order in which they came."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._call_soon = loop.call_soon
        self._outboxes: list[Outbox] = []

    def add(self, outbox: "Outbox") -> None:
        if not self._outboxes:
            self._call_soon(self._begin)
        self._outboxes.append(outbox)

    def _begin(self) -> None:
        outboxes, self._outboxes = self._outboxes, []
        for outbox in outboxes:
            try:
                outbox.begin()
            except Exception:
                _log.exception("a connection could not be written to")
                outbox.drop()


@lru_cache(maxsize=1)
def _due_in(loop: asyncio.AbstractEventLoop) -> _Due:
    return _Due(loop)


class Outbox:
    """Messages in their order.

    Those put in together are sent together; those that come during a send wait for the next.
    """

    __slots__ = ("_drop", "_due", "_is_dropped", "_is_due", "_messages", "_send", "_sending", "_write_at_once", "since")

    def __init__(self, send: Send, drop: Callable[[], None], write_at_once: WriteAtOnce = never) -> None:
        self._send, self._drop, self._write_at_once = send, drop, write_at_once
        self._due = _due_in(asyncio.get_running_loop())
        self._messages: list[bytes] = []
        self._sending: asyncio.Task[None] | None = None
        self._is_due = False
        self._is_dropped = False
        self.since = 0.0

    def put(self, message: bytes) -> None:
        if self._is_dropped:
            return
        self._messages.append(message)
        if not self._is_due:
            self._is_due = True
            self._due.add(self)
        elif len(self._messages) > MOST_MESSAGES:
            self.drop()

    def begin(self) -> None:
        """Send what is there. Most often the kernel takes it all, and no task has to wait."""
        if self._is_dropped:
            return
        text = self._next_frame()
        if self._write_at_once(text):
            self._is_due = False
        else:
            self._sending = asyncio.get_running_loop().create_task(self._empty(text))

    def _next_frame(self) -> bytes:
        messages, self._messages = self._messages, []
        return frame(messages)

    async def _empty(self, text: bytes) -> None:
        try:
            self.since = time.monotonic()
            await self._send(text)
            while self._messages:
                self.since = time.monotonic()
                await self._send(self._next_frame())
        except Exception:  # the connection is gone, and the task that reads from it will notice
            self._messages.clear()
            self._is_dropped = True
        finally:
            self.since = 0.0
            self._is_due = False

    @property
    def is_stuck(self) -> bool:
        return self.since > 0 and time.monotonic() - self.since > LONGEST_SEND_S

    def drop(self) -> None:
        """Send nothing more, and end the connection."""
        if not self._is_dropped:
            self._is_dropped = True
            self._messages.clear()
            if self._sending is not None:
                self._sending.cancel()
            self._drop()
