"""The match, and who is there, as onlookers may know it: at a delayed table, as it was a while ago."""

from collections import deque
from collections.abc import Iterator

from carteado.web.tables.match.fold import apply_row, start_play
from carteado.web.tables.match.position import KnownPosition, MatchPosition
from carteado.web.tables.room.attendance import SeatPresence

Present = tuple[SeatPresence, ...]


class OnlookerDelay:
    """``known`` is what onlookers may know by now. The rest is held, in order, until it is old enough."""

    def __init__(self) -> None:
        self.known: KnownPosition | None = None
        self._queue: deque[tuple[int, KnownPosition]] = deque()

    def queue(self, until: int, known: KnownPosition) -> None:
        self._queue.append((until, known))

    def passes_at_once(self, known: KnownPosition, since: int) -> bool:
        """True if onlookers get at once what is new from that place on, because nothing before it is held."""
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
        """Hold what was written of the match before the table was opened in this process.

        It is released when it is old enough, after what onlookers have not seen of the match before. That a first match
        has begun is no secret.
        """
        if position.log[-1].at + delay <= now or not delay:
            self.queue(now, position.whole_position)
            return
        known = KnownPosition(position, 1, start_play(position.play.terms, position.log[0]))
        self.known = self.known or known
        self.queue(position.log[0].at + delay, known)
        for upto, row in enumerate(position.log[1:], start=2):
            known = KnownPosition(position, upto, apply_row(known.play, row))
            self.queue(row.at + delay, known)

    def release(self, now: int) -> Iterator[tuple[KnownPosition | None, KnownPosition]]:
        """What onlookers knew, and what they may know now, step by step."""
        while self._queue and self._queue[0][0] <= now:
            known_before, self.known = self.known, self._queue.popleft()[1]
            yield known_before, self.known

    @property
    def due(self) -> int | None:
        """When there is more to release."""
        return self._queue[0][0] if self._queue else None


class LatePresence:
    """Who is at the table, as onlookers may know it.

    Four players who leave at once would tell them that the match is over.
    """

    def __init__(self, known: Present) -> None:
        self.known = known
        self._queue: deque[tuple[int, Present]] = deque()

    def note(self, present: Present, until: int) -> None:
        """Hold what has changed until that time, and until all that changed before is known."""
        if present != (self._queue[-1][1] if self._queue else self.known):
            self._queue.append((until, present))

    def release(self, now: int) -> bool:
        """True if onlookers may know more by now."""
        before = self.known
        while self._queue and self._queue[0][0] <= now:
            self.known = self._queue.popleft()[1]
        return self.known != before

    @property
    def due(self) -> int | None:
        """When there is more to release."""
        return self._queue[0][0] if self._queue else None
