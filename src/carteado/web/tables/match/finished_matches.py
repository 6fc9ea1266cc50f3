"""Finished matches, folded and kept in memory for a while.

A finished match never changes, and a visitor who looks at one hand soon asks for the next. No names are kept: people
are references, and their names are looked up each time.
"""

from collections import OrderedDict
from datetime import datetime
from functools import partial
from threading import Lock
from typing import NamedTuple

from django.db import transaction

from carteado.record import Record, Report, matches_between_hands, replay
from carteado.record.games import Match as Stage
from carteado.web.tables.match.match_record import nameless
from carteado.web.tables.models import Match

MOST_ACTS = 20_000
"""Acts of all kept matches together: about 15 MB. The last match is kept, however long it was."""

Key = tuple[int, str, datetime | None]


class Folded(NamedTuple):
    """A folded match. ``stages`` are the match before each hand and after the last one."""

    record: Record
    report: Report
    stages: tuple[Stage, ...]

    @property
    def acts(self) -> int:
        return 1 + sum(1 + len(hand.acts) for hand in self.record.hands)


class Recall:
    """Serves all threads that make pages. Two threads that ask for the same match at once may both fold it."""

    def __init__(self, most_acts: int = MOST_ACTS) -> None:
        self._most_acts = most_acts
        self._kept: OrderedDict[Key, Folded] = OrderedDict()
        self._lock = Lock()

    def of(self, match: Match) -> Folded:
        """A finished match. The caller has checked access."""
        key = match.pk, match.code, match.finished_at
        with self._lock:
            if (known := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return known
        found = _folded(match)
        transaction.on_commit(partial(self._keep, key, found))  # not if the transaction is rolled back
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
    return Folded(record, replay(record), matches_between_hands(record))


recall = Recall()
