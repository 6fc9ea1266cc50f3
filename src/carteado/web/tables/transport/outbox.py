"""The messages that wait to be sent on one connection.

A client that stops reading is dropped: at once if too many messages wait for it, otherwise by the sockets' watch, which
asks ``is_stuck`` every few seconds.
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
"""Messages that may wait on one connection."""
LONGEST_SEND_S = 10.0
"""Seconds that one send may take."""

Send = Callable[[bytes], Awaitable[None]]


class _DueOutboxes:
    """The outboxes of an event loop that have something to send.

    They all begin in the loop's next turn, in the order in which they came. So the messages that one turn puts into an
    outbox leave as one frame.
    """

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


@lru_cache(maxsize=1)  # a process has one event loop; each test has another
def _due_in(loop: asyncio.AbstractEventLoop) -> _DueOutboxes:
    return _DueOutboxes(loop)


class Outbox:
    """The messages of one connection, sent in their order.

    ``send`` sends a frame and may wait; ``write_at_once`` sends it without waiting, or returns False. ``drop`` ends the
    connection. ``send_began`` is the monotonic time when the current send began; 0 while none waits. ``_is_due`` means
    that the outbox is about to begin or is sending; a message put in then waits for the next frame.
    """

    __slots__ = (
        "_drop",
        "_due",
        "_is_dropped",
        "_is_due",
        "_messages",
        "_send",
        "_sending",
        "_write_at_once",
        "send_began",
    )

    def __init__(self, send: Send, drop: Callable[[], None], write_at_once: WriteAtOnce = never) -> None:
        self._send, self._drop, self._write_at_once = send, drop, write_at_once
        self._due = _due_in(asyncio.get_running_loop())
        self._messages: list[bytes] = []
        self._sending: asyncio.Task[None] | None = None
        self._is_due = False
        self._is_dropped = False
        self.send_began = 0.0

    def put(self, message: bytes) -> None:
        """Have a message sent. Never waits; with too many messages the connection is dropped."""
        if self._is_dropped:
            return
        self._messages.append(message)
        if not self._is_due:
            self._is_due = True
            self._due.add(self)
        elif len(self._messages) > MOST_MESSAGES:
            self.drop()

    def begin(self) -> None:
        """Send the messages that are there."""
        if self._is_dropped:
            return
        text = self._next_frame()
        if self._write_at_once(text):  # nearly always: the kernel takes the whole frame, and no task has to wait
            self._is_due = False
        else:
            self._sending = asyncio.get_running_loop().create_task(self._empty(text))

    def _next_frame(self) -> bytes:
        messages, self._messages = self._messages, []
        return frame(messages)

    async def _empty(self, text: bytes) -> None:
        """Send this frame, and then all messages that have come meanwhile."""
        try:
            self.send_began = time.monotonic()
            await self._send(text)
            while self._messages:
                self.send_began = time.monotonic()
                await self._send(self._next_frame())
        except Exception:  # the connection is gone, and the task that reads from it will notice
            self._messages.clear()
            self._is_dropped = True
        finally:
            self.send_began = 0.0
            self._is_due = False

    @property
    def is_stuck(self) -> bool:
        """True if the current send takes too long, because the client does not read."""
        return self.send_began > 0 and time.monotonic() - self.send_began > LONGEST_SEND_S

    def drop(self) -> None:
        """Send nothing more, and end the connection."""
        if not self._is_dropped:
            self._is_dropped = True
            self._messages.clear()
            if self._sending is not None:
                self._sending.cancel()
            self._drop()
