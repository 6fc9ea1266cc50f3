"""Messages about a match: the news for all readers at once, and the whole state for a reader who comes."""

from bisect import bisect_left

from carteado.cards import Observer
from carteado.web.tables.match.observer_view import Scene, alike, seen
from carteado.web.tables.match.position import Known
from carteado.web.tables.protocol import Hello, State, Told, encode

MOST_RESUMED = 200
"""Rows that a reader who comes back gets one by one. If more were missed, the reader gets a snapshot."""


class News:
    """News for readers who know the log up to ``since``, and are behind by ``late`` milliseconds.

    What all of them see alike is worked out once.
    """

    __slots__ = ("_alike", "_known", "_scene", "_since", "_told")

    def __init__(self, known: Known, since: int, now: int, late: int = 0) -> None:
        self._known, self._since = known, since
        self._scene = Scene(known.play, now, late)
        self._alike = [alike(known.play, entry) for entry in known.here.log[since : known.upto]]
        self._told: dict[int, list[Told]] = {}

    def message(self, observer: Observer) -> bytes | None:
        """The message for the observer. None if they have seen nothing of the news."""
        indices = self._known.here.seen[observer]
        begin, end = bisect_left(indices, self._since), self._known.seen_by(observer)
        if begin == end:
            return None
        acts = self._told.get(begin)
        if acts is None:
            acts = [self._one(observer, begin + step, index) for step, index in enumerate(indices[begin:end], start=1)]
            if None not in self._alike:
                self._told[begin] = acts
        return encode(self._scene.state(observer, seq=end, acts=acts, whole=False))

    def _one(self, observer: Observer, seq: int, index: int) -> Told:
        entry, act = self._known.here.log[index], self._alike[index - self._since]
        return Told(seq, entry.at, seen(self._known.play, entry, observer) if act is None else act)


def standing(known: Known, observer: Observer, hello: Hello, now: int, late: int = 0) -> State:
    """The match from where the reader left off. A snapshot, if that was long ago or in another match."""
    here, upto, play = known
    indices = here.seen[observer][: known.seen_by(observer)]
    missed = len(indices) - hello.seq
    goes_on = hello.match == play.terms.match and 0 <= missed <= MOST_RESUMED and hello.seq > 0
    new = indices[hello.seq :] if goes_on else indices[bisect_left(indices, here.hand_before(upto)) :]
    first = len(indices) - len(new) + 1
    acts = [
        Told(seq, here.log[index].at, seen(play, here.log[index], observer))
        for seq, index in enumerate(new, start=first)
    ]
    return Scene(play, now, late).state(observer, seq=len(indices), acts=acts, whole=not goes_on)
