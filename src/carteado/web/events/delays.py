"""Delays: the public sees a match some seconds later than the team.

A delay is set for a match, for a table with whichever match is there, or for the whole event. The closest one counts.
What is done at a match is stored at once. The team, the desk and the players of the match see it at once. The public,
which is all other readers, sees the championship as it was that many seconds ago. Every public page, file and message
reads it from ``store.shown_to_all``, so none is ahead of the delay.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.operations import CallMatch
from carteado.tournament.running import withholding
from carteado.tournament.state.championship import Championship
from carteado.web.events.log_actions import OperationDone
from carteado.web.events.models import Event
from carteado.web.log.models import LogEntry

MOST_DELAY_S = 3600
EVENT, TABLES, MATCHES, HALL_AT_ONCE = "event", "tables", "matches", "hall_at_once"
"""Keys of ``Event.delays``."""


class Delays(NamedTuple):
    """The delays of an event, in seconds. ``hall_at_once`` if the projector in the hall, opened by the team, shows
    everything at once."""

    event: int = 0
    tables: Mapping[str, int] = {}
    matches: Mapping[MatchId, int] = {}
    hall_at_once: bool = False

    @property
    def longest(self) -> int:
        return max((self.event, *self.tables.values(), *self.matches.values()))

    def of_match(self, match: MatchId, tables: Iterable[str]) -> int:
        """The delay of a match that was called to these tables."""
        if match in self.matches:
            return self.matches[match]
        return max((self.tables[table] for table in tables if table in self.tables), default=self.event)

    def of_table(self, table: str) -> int:
        """The delay of whichever match is at the table, unless it has one of its own."""
        return self.tables.get(table, self.event)

    def with_delay(self, seconds: int, *, table: str = "", match: MatchId = "") -> "Delays":
        """The delays with another one for the match, or for the table, or else for the whole event."""
        if match:
            return self._replace(matches={**self.matches, match: seconds})
        if table:
            return self._replace(tables={**self.tables, table: seconds})
        return self._replace(event=seconds)

    def without_delay(self, *, table: str = "", match: MatchId = "") -> "Delays":
        """The delays without the one for the match or table, for which the wider one then counts."""
        return self._replace(
            tables={name: one for name, one in self.tables.items() if name != table},
            matches={name: one for name, one in self.matches.items() if name != match},
        )

    def document(self) -> dict[str, object]:
        """As ``Event.delays`` stores it; empty if there is no delay."""
        document: dict[str, object] = {}
        if self.event:
            document[EVENT] = self.event
        if self.tables:
            document[TABLES] = dict(self.tables)
        if self.matches:
            document[MATCHES] = dict(self.matches)
        if document and self.hall_at_once:
            document[HALL_AT_ONCE] = True
        return document


NO_DELAYS = Delays()


def delays_of(event: Event) -> Delays:
    stored = event.delays
    if not stored:
        return NO_DELAYS
    return Delays(
        stored.get(EVENT, 0), stored.get(TABLES, {}), stored.get(MATCHES, {}), stored.get(HALL_AT_ONCE, False)
    )


def delay_by_match(event: Event, championship: Championship) -> Callable[[MatchId], int]:
    """A function that gives the delay of each match, in seconds.

    ``championship`` is the whole one, because the delay may follow from a call to a table that is itself withheld.
    """
    delays = delays_of(event)
    tables = _tables_by_match(championship) if delays.tables else {}
    return lambda match: delays.of_match(match, tables.get(match, ()))


def _tables_by_match(championship: Championship) -> dict[MatchId, set[str]]:
    """All tables to which each match was ever called. A move to another table does not shorten a delay."""
    found: dict[MatchId, set[str]] = {}
    for one in championship.log:
        if isinstance(one, CallMatch) and one.table:
            found.setdefault(one.match, set()).add(one.table)
    return found


class Written(NamedTuple):
    """An operation written lately: its place in the log, and the time from which the public may know of it."""

    place: int
    known_at: datetime


def lately_written(event: Event, championship: Championship, since: datetime) -> list[Written]:
    """The operations that were written after ``since``, or so shortly before that a delay may have held them back."""
    # The log's time of writing counts, because an operation may carry an earlier time.
    delays, delay_of = delays_of(event), delay_by_match(event, championship)
    entries = LogEntry.objects.filter(
        event=event, action=OperationDone.code, at__gt=since - timedelta(seconds=delays.longest)
    )
    written = []
    for at, details in entries.values_list("at", "details"):
        index = details["seq"] - 1
        if index < len(championship.log):
            revealed = withholding.revealed_by(championship.log, index)
            if revealed is None:
                seconds = 0
            else:
                seconds = delays.longest if revealed.match is None else delay_of(revealed.match)
            written.append(Written(index, at + timedelta(seconds=seconds)))
    return written


# --- the championship behind its delays ---------------------------------------------------------------------------


class _Cached(NamedTuple):
    """``known`` is the ``whole`` championship without what is withheld."""

    whole: Championship
    withheld: frozenset[int]
    known: Championship


_MOST_CACHED = 32
_cache: dict[tuple[int, int], _Cached] = {}
"""By event and number of operations."""
_prefixes: dict[int, Championship] = {}
"""The championships before the first operation that was withheld, to go on from there."""


def behind_delays(event: Event, championship: Championship, now: datetime) -> Championship:
    """The championship as the public may know it at ``now``: without the operations that a delay holds back."""
    if not delays_of(event).longest or championship.opening is None:
        return championship
    written = lately_written(event, championship, now)
    withheld = frozenset(one.place for one in written if one.known_at > now)
    return _without(event, championship, withheld) if withheld else championship


def _without(event: Event, championship: Championship, withheld: frozenset[int]) -> Championship:
    key = event.pk, len(championship.log)
    cached = _cache.pop(key, None)
    if cached is None or cached.whole is not championship or cached.withheld != withheld:
        prefix = withholding.up_to(championship, min(withheld), after=_prefixes.get(event.pk))
        cached = _Cached(championship, withheld, withholding.without(championship, withheld, after=prefix))
        _prefixes[event.pk] = prefix
    _cache[key] = cached
    for oldest in tuple(_cache)[:-_MOST_CACHED]:
        _cache.pop(oldest, None)
        _prefixes.pop(oldest[0], None)
    return cached.known


def forget(event: int) -> None:
    _prefixes.pop(event, None)
    for key in tuple(_cache):
        if key[0] == event:
            _cache.pop(key, None)
