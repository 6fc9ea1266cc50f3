"""Finished matches as they were folded, kept for a while: what is over never changes, and whoever looks at one hand of
it asks for the next.

Nobody's name is kept: people stand in it by reference, and what they are called is asked each time.
"""

from collections import OrderedDict
from datetime import datetime
from functools import partial
from threading import Lock
from typing import NamedTuple

from django.db import transaction

from carteado.record import Record, Report, replay, stages
from carteado.record.games import Match as Stage
from carteado.web.tables.match.match_record import nameless
from carteado.web.tables.models import Match

MOST_ACTS = 20_000
"""Of all that is kept together: about 15 MB. The last match is kept, however long it was."""

Key = tuple[int, str, datetime | None]


class Folded(NamedTuple):
    """``stages`` are the match before each hand, and after the last."""

    record: Record
    report: Report
    stages: tuple[Stage, ...]

    @property
    def acts(self) -> int:
        return 1 + sum(1 + len(hand.acts) for hand in self.record.hands)


class Recall:
    """For all threads that serve pages. Two who ask for one match at once may both fold it."""

    def __init__(self, most_acts: int = MOST_ACTS) -> None:
        self._most_acts = most_acts
        self._kept: OrderedDict[Key, Folded] = OrderedDict()
        self._lock = Lock()

    def of(self, match: Match) -> Folded:
        """Of a match that is over. Whether whoever asks may see it was asked before."""
        key = match.pk, match.code, match.finished_at
        with self._lock:
            if (known := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return known
        found = _folded(match)
        transaction.on_commit(partial(self._keep, key, found))  # what is rolled back was never so
        return found

    def _keep(self, key: Key, found: Folded) -> None:
        with self._lock:
            self._kept[key] = found
            self._kept.move_to_end(key)
            self._let_go()

    def _let_go(self) -> None:
        acts = sum(one.acts for one in self._kept.values())
        while acts > self._most_acts and len(self._kept) > 1:
            acts -= self._kept.popitem(last=False)[1].acts


def _folded(match: Match) -> Folded:
    record = nameless(match)
    return Folded(record, replay(record), stages(record))


recall = Recall()
