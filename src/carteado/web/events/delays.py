"""Delays: the public sees a match some seconds later than the team.

A delay is set for a match, for a table with whichever match is there, or for the whole event. The closest one counts.
What is done at a match is stored at once. The team, the desk and the players of the match see it at once. The public,
which is all other readers, sees the championship as it was that many seconds ago. Every public page, file and message
reads it from ``store.shown_to_all``, so none is ahead of the delay.

A delay may be changed while a match is on. A shorter one shows nothing sooner than the longer one before it would have,
and a longer one takes nothing back that the public knew. So the delays of the last hour are stored too: an hour is the
longest delay.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.operations import CallMatch
from carteado.tournament.running import withholding
from carteado.tournament.state.championship import Championship
from carteado.web.events.log_actions import OperationDone
from carteado.web.events.models import Event
from carteado.web.log.models import LogEntry

MOST_DELAY_S = 3600
EVENT, TABLES, MATCHES, HALL_AT_ONCE, EARLIER, UNTIL = "event", "tables", "matches", "hall_at_once", "earlier", "until"
"""Keys of ``Event.delays``."""
NEVER = datetime.min.replace(tzinfo=UTC)
"""Before everything that was ever done."""
MOMENT = timedelta(microseconds=1)
"""The smallest difference between two times."""


class Earlier(NamedTuple):
    """Delays that were in force until they were changed."""

    until: datetime
    delays: "Delays"


class Delays(NamedTuple):
    """The delays of an event, in seconds: ``tables`` by table, ``matches`` by match, ``event`` for all others.

    A table or match with 0 has no delay, even if the event has one. ``hall_at_once`` if the projector in the hall,
    opened by the team, shows everything at once. ``earlier`` are the delays in force before, the oldest first, as long
    as they may withhold something.
    """

    event: int = 0
    tables: Mapping[str, int] = {}
    matches: Mapping[MatchId, int] = {}
    hall_at_once: bool = False
    earlier: tuple[Earlier, ...] = ()

    @property
    def longest(self) -> int:
        """The longest delay set now. Earlier ones are not counted."""
        return max((self.event, *self.tables.values(), *self.matches.values()))

    def of_match(self, match: MatchId, tables: Iterable[str]) -> int:
        """The delay of a match that was called to these tables. A table without a delay of its own has the event's, so
        that a call to another table never shortens the delay."""
        if match in self.matches:
            return self.matches[match]
        return max(map(self.of_table, tables), default=self.event)

    def of_table(self, table: str) -> int:
        """The delay of whichever match is at the table, unless it has one of its own."""
        return self.tables.get(table, self.event)

    # --- over time ----------------------------------------------------------------------------------------------------

    def seconds_at(self, now: datetime, of: "SecondsOf") -> int:
        """After how many seconds the public learns what is done at ``now``. An earlier delay counts until all that it
        withheld is known."""
        still = (of(one.delays) for one in self.earlier if now < one.until + timedelta(seconds=of(one.delays)))
        return max((of(self), *still))

    def known_until(self, now: datetime, of: "SecondsOf") -> datetime:
        """The last instant of which the public may know at ``now``.

        Each delay, earlier or in force, sets a limit, and the lowest limit counts. A delay that has ended still
        withholds what was done before its end, until that is older than the delay. No delay withholds what was known
        when it began.
        """
        limits: list[_Limit] = []
        for begins, ends, delays in self._in_order():
            if begins <= now:
                # what is done at the very moment of the change falls under the new delay
                known = min(_known_at(begins, limits), begins - MOMENT) if limits else NEVER
                limits.append(_Limit(known, ends, timedelta(seconds=of(delays))))
        return _known_at(now, limits)

    def _in_order(self) -> Iterator[tuple[datetime, datetime | None, "Delays"]]:
        """From when until when each of the delays was in force."""
        begins = NEVER
        for one in self.earlier:
            yield begins, one.until, one.delays
            begins = one.until
        yield begins, None, self

    def changed_to(self, after: "Delays", now: datetime) -> "Delays":
        """The delays to store for a change at ``now``: those in force ``after`` it, with these ones as earlier."""
        so_far = Earlier(now, self._replace(hall_at_once=False, earlier=()))
        return after._replace(earlier=(*self.at(now).earlier, so_far))

    def at(self, now: datetime) -> "Delays":
        """Without the earlier ones that no longer withhold anything."""
        matters = (one for one in self.earlier if now < one.until + timedelta(seconds=MOST_DELAY_S))
        return self._replace(earlier=tuple(matters))

    # --- changing -----------------------------------------------------------------------------------------------------

    def with_delay(self, seconds: int, *, table: str = "", match: MatchId = "") -> "Delays":
        """The delays with another one for the match, or for the table, or else for the whole event."""
        if match:
            return self._replace(matches={**self.matches, match: seconds})
        if table:
            return self._replace(tables={**self.tables, table: seconds})
        return self._replace(event=seconds)

    def without_delay(self, *, table: str = "", match: MatchId = "") -> "Delays":
        """The delays without the one for the match or table, for which the wider one then counts: a match has its
        table's, and a table the event's."""
        return self._replace(
            tables={name: one for name, one in self.tables.items() if name != table},
            matches={name: one for name, one in self.matches.items() if name != match},
        )

    def document(self) -> dict[str, Any]:
        """As ``Event.delays`` stores it; empty if there is no delay, and none withholds anything. ``hall_at_once`` is
        stored only together with a delay."""
        document: dict[str, Any] = {}
        if self.event:
            document[EVENT] = self.event
        if self.tables:
            document[TABLES] = dict(self.tables)
        if self.matches:
            document[MATCHES] = dict(self.matches)
        if document and self.hall_at_once:
            document[HALL_AT_ONCE] = True
        if self.earlier:
            document[EARLIER] = [{**one.delays.document(), UNTIL: one.until.isoformat()} for one in self.earlier]
        return document


SecondsOf = Callable[[Delays], int]
"""Chooses from delays the one in question: of a match, of a table, or the longest."""


class _Limit(NamedTuple):
    """What one of the delays lets the public know: all until ``known``, which was known when the delay began, and what
    is older than ``delay``. ``ends`` is None for the delay in force."""

    known: datetime
    ends: datetime | None
    delay: timedelta

    def at(self, now: datetime) -> datetime:
        """The last instant that it lets the public know."""
        is_over = self.ends is not None and now >= self.ends + self.delay
        return now if is_over else max(self.known, now - self.delay)


def _known_at(now: datetime, limits: Iterable[_Limit]) -> datetime:
    return min(limit.at(now) for limit in limits)


NO_DELAYS = Delays()


def delays_of(event: Event) -> Delays:
    """The delays as set now, with the earlier ones that are stored."""
    return _read(event.delays) if event.delays else NO_DELAYS


def _read(stored: Mapping[str, Any]) -> Delays:
    earlier = (Earlier(datetime.fromisoformat(one[UNTIL]), _read(one)) for one in stored.get(EARLIER, ()))
    return Delays(
        stored.get(EVENT, 0),
        stored.get(TABLES, {}),
        stored.get(MATCHES, {}),
        stored.get(HALL_AT_ONCE, False),
        tuple(earlier),
    )


def longest_delay(event: Event, now: datetime) -> int:
    """The longest delay of the event in force at ``now``, in seconds."""
    return delays_of(event).seconds_at(now, lambda one: one.longest)


class Floor:
    """What the public may know of an event's matches at ``now``: for each match, all that was done up to an instant.

    ``championship`` must be the whole one, because where a match is played may be withheld too.
    """

    def __init__(self, event: Event, championship: Championship, now: datetime) -> None:
        self.delays, self.now = delays_of(event), now
        self._championship = championship
        self._known_until: dict[MatchId, datetime] = {}

    def seconds(self, match: MatchId) -> int:
        """After how many seconds the public learns what is done at the match now."""
        return self.delays.seconds_at(self.now, self._of(match))

    def seconds_set(self, match: MatchId) -> int:
        """The match's delay as it is set now, though an earlier one may still withhold more."""
        return self._of(match)(self.delays)

    def known_until(self, match: MatchId) -> datetime:
        """The instant up to which the public may know what was done at the match."""
        if match not in self._known_until:
            self._known_until[match] = self.delays.known_until(self.now, self._of(match))
        return self._known_until[match]

    @cached_property
    def all_known_until(self) -> datetime:
        """The instant up to which the public may know what was done at any match."""
        return self.delays.known_until(self.now, lambda one: one.longest)

    def _of(self, match: MatchId) -> SecondsOf:
        tables = self._tables.get(match, ())
        return lambda one: one.of_match(match, tables)

    @cached_property
    def _tables(self) -> Mapping[MatchId, set[str]]:
        """All tables to which each match was ever called. A move to another table does not shorten a delay."""
        found: dict[MatchId, set[str]] = {}
        for one in self._championship.log:
            if isinstance(one, CallMatch):
                found.setdefault(one.match, set()).add(one.table or "")
        return found


def withheld_at(event: Event, championship: Championship, floor: Floor) -> frozenset[int]:
    """The indices in ``championship.log`` of the operations that the public may not know yet.

    What counts is when an operation was written, as its log entry says: the operation itself may carry an earlier time.
    """
    entries = LogEntry.objects.filter(event=event, action=OperationDone.code, at__gt=floor.all_known_until)
    written = ((details["seq"] - 1, at) for at, details in entries.values_list("at", "details"))
    return frozenset(
        index
        for index, at in written
        # a championship as it was some time ago lacks the operations since
        if index < len(championship.log) and _is_withheld(withholding.revealed_by(championship.log, index), at, floor)
    )


def _is_withheld(revealed: withholding.Revealed | None, at: datetime, floor: Floor) -> bool:
    """True if an operation written ``at`` that time may not be known yet, given what it reveals: nothing (None), how
    one match stands, or how any may stand."""
    if revealed is None:
        return False
    return at > (floor.all_known_until if revealed.match is None else floor.known_until(revealed.match))


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
"""By event, the championship before the first operation that was withheld last, to go on from there."""


def behind_delays(event: Event, championship: Championship, now: datetime) -> Championship:
    """The championship as the public may know it at ``now``: without the operations that a delay holds back."""
    return behind_floor(event, championship, Floor(event, championship, now))


def behind_floor(event: Event, championship: Championship, floor: Floor) -> Championship:
    """The championship without the operations that the floor holds back. It may be the one of some time ago; the floor
    is that of the whole one."""
    if not event.delays or championship.opening is None:
        return championship
    withheld = withheld_at(event, championship, floor)
    return _without(event, championship, withheld) if withheld else championship


def _without(event: Event, championship: Championship, withheld: frozenset[int]) -> Championship:
    """The championship without the operations at these places in its log, from the cache if it is there."""
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
    """Remove the event from the caches."""
    _prefixes.pop(event, None)
    for key in tuple(_cache):
        if key[0] == event:
            _cache.pop(key, None)
