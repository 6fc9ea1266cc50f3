"""Message bus from the code that changes something to the pages that show it.

A message contains the whole current state, so a listener who comes late needs only the latest. Publishing never waits:
a listener who falls behind is dropped, and starts again with the latest message.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

QUEUE_LENGTH = 16
"""Messages that may wait for one listener before it counts as fallen behind."""


class Dropped(Exception):
    """The listener fell behind, or the site is closing."""


class Listener:
    """The messages of one topic for one reader, in order and without gaps until it falls behind.

    ``previous`` is the message or remembered state that preceded the last one returned, None if it is not known. A
    reader that has it can be sent only the difference.
    """

    def __init__(self) -> None:
        self._queue: asyncio.Queue[tuple[str, str | None] | None] = asyncio.Queue(QUEUE_LENGTH)
        self._is_dropped = False
        self.previous: str | None = None

    async def next(self) -> str:
        if self._is_dropped:
            raise Dropped
        entry = await self._queue.get()
        if entry is None:
            raise Dropped
        message, self.previous = entry
        return message

    def put(self, message: str, previous: str | None = None) -> None:
        if self._queue.full():
            self.drop()
        else:
            self._queue.put_nowait((message, previous))

    def drop(self) -> None:
        self._is_dropped = True
        if not self._queue.full():  # a waiting reader is woken; one that is not waiting notices at its next call
            self._queue.put_nowait(None)


class InProcessBus:
    """For a site on one node: any thread publishes, and the server's event loop delivers."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None  # known from the first subscription on
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._latest: dict[str, str] = {}

    def listeners(self, topic: str) -> int:
        """The number of listeners, as far as another thread can see it. A later listener loads the committed state
        itself."""
        return len(self._listeners.get(topic, ()))

    def topics(self) -> list[str]:
        """The topics that have listeners, as far as another thread can see them."""
        return list(self._listeners)

    def publish(self, topic: str, message: str) -> None:
        """Send a message to a topic's listeners, from any thread. A message equal to the last one is not sent."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver, topic, message)

    @contextmanager
    def subscribe(self, topic: str) -> Iterator[Listener]:
        """Receive the messages of a topic from now on."""
        self._loop = asyncio.get_running_loop()
        listener = Listener()
        self._listeners[topic].add(listener)
        try:
            yield listener
        finally:
            self._listeners[topic].discard(listener)
            if not self._listeners[topic]:
                del self._listeners[topic]
                self._latest.pop(topic, None)

    def latest(self, topic: str) -> str | None:
        """The topic's last message or remembered state. None if it has no listeners, or nothing is known yet."""
        return self._latest.get(topic)

    def remember(self, topic: str, message: str) -> None:
        """Set the current state, which a listener has loaded. A message that was published meanwhile stays."""
        if topic in self._listeners:
            self._latest.setdefault(topic, message)

    def close(self) -> None:
        """Drop all listeners, because the site stops."""
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.drop()

    def _deliver(self, topic: str, message: str) -> None:
        previous = self._latest.get(topic)
        if topic in self._listeners and previous != message:
            self._latest[topic] = message
            for listener in self._listeners[topic]:
                listener.put(message, previous)


bus = InProcessBus()
