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
from carteado.web.tables.match.match_record import record_without_names
from carteado.web.tables.models import Match

MOST_CACHED_ACTS = 20_000
"""Acts of all kept matches together: about 15 MB. The last match is kept, however long it was."""

Key = tuple[int, str, datetime | None]
"""A match's primary key, code and end."""


class FoldedMatch(NamedTuple):
    """A folded match, without names. ``stages`` are the match before each hand and after the last one."""

    record: Record
    report: Report
    stages: tuple[Stage, ...]

    @property
    def acts(self) -> int:
        """A measure of its size: the acts, and one for each deal and for the start."""
        return 1 + sum(1 + len(hand.acts) for hand in self.record.hands)


class FinishedMatchCache:
    """Serves all threads that make pages. Two threads that ask for the same match at once may both fold it."""

    def __init__(self, most_acts: int = MOST_CACHED_ACTS) -> None:
        self._most_acts = most_acts
        self._matches: OrderedDict[Key, FoldedMatch] = OrderedDict()
        self._lock = Lock()

    def folded(self, match: Match) -> FoldedMatch:
        """A finished match, from memory if it is there. The caller has checked access."""
        # After the database was restored, another match may have the same ``pk``.
        key = match.pk, match.code, match.finished_at
        with self._lock:
            if (cached := self._matches.get(key)) is not None:
                self._matches.move_to_end(key)
                return cached
        found = _fold_match(match)
        transaction.on_commit(partial(self._add, key, found))  # not if the transaction is rolled back
        return found

    def _add(self, key: Key, found: FoldedMatch) -> None:
        with self._lock:
            self._matches[key] = found
            self._matches.move_to_end(key)
            self._drop_longest_unused()

    def _drop_longest_unused(self) -> None:
        acts = sum(one.acts for one in self._matches.values())
        while acts > self._most_acts and len(self._matches) > 1:
            acts -= self._matches.popitem(last=False)[1].acts


def _fold_match(match: Match) -> FoldedMatch:
    record = record_without_names(match)
    return FoldedMatch(record, replay(record), matches_between_hands(record))


finished_matches = FinishedMatchCache()
