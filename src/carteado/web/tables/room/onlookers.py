"""The match, and who is there, as onlookers may know it: at a delayed table, as it was a while ago."""

from collections import deque
from collections.abc import Iterator

from carteado.web.tables.match.fold import apply_row, start_play
from carteado.web.tables.match.position import KnownPosition, MatchPosition
from carteado.web.tables.room.attendance import SeatPresence

Present = tuple[SeatPresence, ...]
"""Who is at the table, by seat."""


class OnlookerDelay:
    """What onlookers may know of the match.

    ``known`` is what they may know by now; None if they may not know of a match yet. The rest is held, in order, until
    it is old enough. Times are in milliseconds since 1970.
    """

    def __init__(self) -> None:
        self.known: KnownPosition | None = None
        self._queue: deque[tuple[int, KnownPosition]] = deque()

    def queue(self, until: int, known: KnownPosition) -> None:
        """Hold this until that time."""
        self._queue.append((until, known))

    def pass_at_once(self, known: KnownPosition, since: int) -> bool:
        """Let onlookers know what is new from that place on, if they know all before it.

        False if they do not, because something is held or they know another match. Then nothing changes.
        """
        known_before = self.known
        if (
            self._queue
            or known_before is None
            or known_before.position is not known.position
            or known_before.upto != since
        ):
            return False
        self.known = known
        return True

    def queue_log(self, position: MatchPosition, delay: int, now: int) -> None:
        """Hold a match that this room did not write row by row: it was read from the database, or a page began it.

        Each row is released when it is old enough, after what onlookers have not seen of the match before. That a first
        match has begun is no secret. ``delay`` is in milliseconds.
        """
        if position.log[-1].at + delay <= now or not delay:  # nothing is too new: no step in between is needed
            self.queue(now, position.whole_position)
            return
        known = KnownPosition(position, 1, start_play(position.play.terms, position.log[0]))
        self.known = self.known or known
        self.queue(position.log[0].at + delay, known)
        for upto, row in enumerate(position.log[1:], start=2):
            known = KnownPosition(position, upto, apply_row(known.play, row))
            self.queue(row.at + delay, known)

    def release(self, now: int) -> Iterator[tuple[KnownPosition | None, KnownPosition]]:
        """Release what is due. For each step: what onlookers knew before it, and what they may know after it."""
        while self._queue and self._queue[0][0] <= now:
            known_before, self.known = self.known, self._queue.popleft()[1]
            yield known_before, self.known

    @property
    def due(self) -> int | None:
        """When there is more to release. None if nothing is held."""
        return self._queue[0][0] if self._queue else None


class LatePresence:
    """Who is at the table, as onlookers may know it. ``known`` is what they may know by now.

    This is delayed too: four players who leave at once would reveal that the match is over.
    """

    def __init__(self, known: Present) -> None:
        self.known = known
        self._queue: deque[tuple[int, Present]] = deque()

    def note(self, present: Present, until: int) -> None:
        """Hold this until that time, and until all that changed before is known. Does nothing if nothing changed."""
        if present != (self._queue[-1][1] if self._queue else self.known):
            self._queue.append((until, present))

    def release(self, now: int) -> bool:
        """Release what is due. True if onlookers know something else by that."""
        before = self.known
        while self._queue and self._queue[0][0] <= now:
            self.known = self._queue.popleft()[1]
        return self.known != before

    @property
    def due(self) -> int | None:
        """When there is more to release."""
        return self._queue[0][0] if self._queue else None
