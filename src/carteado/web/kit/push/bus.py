"""Messages from whoever changed something to the pages that show it.

A message says how things stand, so the latest is enough for somebody who comes late. Publishing never waits: a listener
who does not keep up is dropped, and starts again with the latest.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

QUEUE_LENGTH = 16


class Dropped(Exception):
    """The listener did not keep up, or the site is closing."""


class Listener:
    """One reader's messages, in order and without gaps, for as long as he keeps up. ``before`` is what everybody was
    told before the one that he got last."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[tuple[str, str | None] | None] = asyncio.Queue(QUEUE_LENGTH)
        self._is_dropped = False
        self.before: str | None = None

    async def next(self) -> str:
        if self._is_dropped:
            raise Dropped
        told = await self._queue.get()
        if told is None:
            raise Dropped
        message, self.before = told
        return message

    def put(self, message: str, before: str | None = None) -> None:
        if self._queue.full():
            self.drop()
        else:
            self._queue.put_nowait((message, before))

    def drop(self) -> None:
        self._is_dropped = True
        if not self._queue.full():  # a reader who waits is told; one who does not, finds out
            self._queue.put_nowait(None)


class InProcessBus:
    """For a site on one node: any thread publishes, the event loop of the server delivers."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._latest: dict[str, str] = {}

    def listeners(self, topic: str) -> int:
        """How many there are, as far as another thread can tell; who comes later sees for himself what is committed."""
        return len(self._listeners.get(topic, ()))

    def topics(self) -> list[str]:
        """Those that somebody listens to, as far as another thread can tell."""
        return list(self._listeners)

    def publish(self, topic: str, message: str) -> None:
        """May be called from any thread. What was told last is not told again."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver, topic, message)

    @contextmanager
    def subscribe(self, topic: str) -> Iterator[Listener]:
        """The messages of a topic from now on."""
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
        """What was last told to those who listen."""
        return self._latest.get(topic)

    def remember(self, topic: str, message: str) -> None:
        """How things stand, found out by a listener when nothing had been published yet."""
        if topic in self._listeners:
            self._latest.setdefault(topic, message)

    def close(self) -> None:
        """Lets every listener go."""
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.drop()

    def _deliver(self, topic: str, message: str) -> None:
        before = self._latest.get(topic)
        if topic in self._listeners and before != message:
            self._latest[topic] = message
            for listener in self._listeners[topic]:
                listener.put(message, before)


bus = InProcessBus()
