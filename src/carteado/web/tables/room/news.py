"""Messages about a match: the news for all readers at once, and the whole state for a reader who comes."""

from bisect import bisect_left

from carteado.cards import Observer
from carteado.web.tables.match.observer_view import StateBuilder, row_alike_for_all, visible_row
from carteado.web.tables.match.position import KnownPosition
from carteado.web.tables.protocol import Hello, SeenAct, State, encode

MOST_RESUMED_ROWS = 200
"""Rows that a reader who comes back gets one by one. If more were missed, the reader gets a snapshot."""


class MatchUpdate:
    """News for readers who know the first ``since`` rows of the log.

    ``late_ms`` is the delay of these readers in milliseconds, 0 for players and referees. What all of them see alike is
    worked out once.
    """

    __slots__ = ("_acts_by_start", "_known", "_public_rows", "_scene", "_since")

    def __init__(self, known: KnownPosition, since: int, now: int, late_ms: int = 0) -> None:
        self._known, self._since = known, since
        self._scene = StateBuilder(known.play, now, late_ms)
        self._public_rows = [row_alike_for_all(known.play, row) for row in known.position.log[since : known.upto]]
        self._acts_by_start: dict[int, list[SeenAct]] = {}

    def message(self, observer: Observer) -> bytes | None:
        """The message for the observer. None if they have seen nothing of the news."""
        indices = self._known.position.seen_indices[observer]
        begin, end = bisect_left(indices, self._since), self._known.seen_by(observer)
        if begin == end:
            return None
        acts = self._acts_by_start.get(begin)
        if acts is None:
            acts = [
                self._seen_act(observer, begin + step, index) for step, index in enumerate(indices[begin:end], start=1)
            ]
            if None not in self._public_rows:  # all see the same rows, so only their numbers can differ
                self._acts_by_start[begin] = acts
        return encode(self._scene.state(observer, seq=end, acts=acts, whole=False))

    def _seen_act(self, observer: Observer, seq: int, index: int) -> SeenAct:
        row, act = self._known.position.log[index], self._public_rows[index - self._since]
        return SeenAct(seq, row.at, visible_row(self._known.play, row, observer) if act is None else act)


def state_on_arrival(known: KnownPosition, observer: Observer, hello: Hello, now: int, late_ms: int = 0) -> State:
    """What a reader gets who comes, or comes back.

    ``hello`` says how far they have seen which match. They get the acts since then. If they have seen nothing, or
    another match, or missed too much, they get a snapshot with the acts of the present hand.
    """
    position, upto, play = known
    indices = position.seen_indices[observer][: known.seen_by(observer)]
    missed = len(indices) - hello.seq
    goes_on = hello.match == play.terms.match and 0 <= missed <= MOST_RESUMED_ROWS and hello.seq > 0
    new = indices[hello.seq :] if goes_on else indices[bisect_left(indices, position.hand_start_before(upto)) :]
    first = len(indices) - len(new) + 1
    acts = [
        SeenAct(seq, position.log[index].at, visible_row(play, position.log[index], observer))
        for seq, index in enumerate(new, start=first)
    ]
    return StateBuilder(play, now, late_ms).state(observer, seq=len(indices), acts=acts, whole=not goes_on)
