"""When and where each match is played: planning, checking any plan for conflicts, and published versions.

Matches come as tasks that name their pairs and the matches that must be over before. Nothing here knows how a bracket
works.
"""

from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from graphlib import CycleError, TopologicalSorter
from heapq import heappop, heappush
from itertools import chain
from typing import NamedTuple

from carteado.regulation import Refusal, Regulation, forbidden_by, out_of_order
from carteado.regulation.event_rules import Authority
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.clocks import as_utc
from carteado.tournament.outcomes import PairId

TableId = str
Person = str
_NO_TIME = timedelta()


class Task(NamedTuple):
    """A match to be held. More than two ``pairs`` are the possible ones, none of which is sure to play."""

    id: MatchId
    phase: str
    pairs: tuple[PairId, ...] = ()
    after: tuple[MatchId, ...] = ()

    @property
    def known_pairs(self) -> tuple[PairId, ...]:
        return self.pairs if len(self.pairs) <= 2 else ()


class Hours(NamedTuple):
    """A period from one time up to another."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the organiser decides: how long matches last, when the hall is open, how long pairs rest, who referees.

    ``durations`` are those of the phases that differ from ``duration``. If there are ``referees``, every match gets
    one.
    """

    duration: timedelta
    hours: tuple[Hours, ...]
    durations: Mapping[str, timedelta] = field(default_factory=dict)
    breaks: tuple[Hours, ...] = ()
    rest: timedelta = _NO_TIME
    referees: tuple[Person, ...] = ()
    people: Mapping[PairId, tuple[Person, ...]] = field(default_factory=dict)

    def length_of(self, task: Task) -> timedelta:
        return self.durations.get(task.phase, self.duration)

    def players_of(self, task: Task) -> Iterator[Person]:
        return chain.from_iterable(self.people.get(pair, ()) for pair in task.known_pairs)

    def open_hours(self) -> tuple[Hours, ...]:
        """When matches may be played: the opening hours without the breaks, in order."""
        hours = _joined(self.hours)
        for pause in _joined(self.breaks):
            hours = [part for one in hours for part in _without(one, pause)]
        return tuple(hours)


class Booking(NamedTuple):
    """A match at its table and time."""

    match: MatchId
    table: TableId
    start: datetime
    end: datetime
    referee: Person | None = None


class Change(NamedTuple):
    """A match's booking in two versions; None where it is not on the schedule."""

    match: MatchId
    before: Booking | None
    after: Booking | None


class Publication(NamedTuple):
    """A published version, numbered from 1. Every version after the first gives a reason."""

    version: int
    at: datetime
    by: str
    bookings: tuple[Booking, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """The current bookings, the matches they are for, and every version published so far."""

    tasks: tuple[Task, ...]
    tables: tuple[TableId, ...]
    settings: Settings
    bookings: tuple[Booking, ...] = ()
    publications: tuple[Publication, ...] = ()

    def booking_of(self, match: MatchId) -> Booking | None:
        return next((booking for booking in self.bookings if booking.match == match), None)

    def unscheduled(self) -> tuple[MatchId, ...]:
        booked = {booking.match for booking in self.bookings}
        return tuple(task.id for task in self.tasks if task.id not in booked)


def _joined(hours: Iterable[Hours]) -> list[Hours]:
    """The same hours in order, with overlaps merged."""
    joined: list[Hours] = []
    for start, end in sorted(Hours(as_utc(start), as_utc(end)) for start, end in hours if start < end):
        if joined and start <= joined[-1].end:
            joined[-1] = Hours(joined[-1].start, max(end, joined[-1].end))
        else:
            joined.append(Hours(start, end))
    return joined


def _without(hours: Hours, pause: Hours) -> Iterator[Hours]:
    before = Hours(hours.start, min(hours.end, pause.start))
    behind = Hours(max(hours.start, pause.end), hours.end)
    yield from (part for part in (before, behind) if part.start < part.end)


# --- planning -----------------------------------------------------------------------------------------------------


def plan(tasks: Sequence[Task], tables: Sequence[TableId], settings: Settings) -> Schedule | Refusal:
    """Give every match a table and a time, or say why that is impossible.

    Whenever something becomes free, the matches that may start take the free tables. The match with the longest chain
    of matches waiting for it comes first, then the one named first. The same input gives the same plan.
    """
    empty = Schedule(tasks=tuple(tasks), tables=tuple(dict.fromkeys(tables)), settings=settings)
    if refused := _refusal_of(empty):
        return refused
    planner = _Planner(empty)
    planner.run()
    if left := len(tasks) - len(planner.bookings):
        return out_of_order("schedule_not_enough_time", count=left, match=planner.first_left())
    return replace(empty, bookings=_in_order(planner.bookings.values()))


def _refusal_of(schedule: Schedule) -> Refusal | None:
    """Why no plan can be made of this input."""
    known: set[MatchId] = set()
    for task in schedule.tasks:
        if task.id in known:
            return out_of_order("schedule_match_twice", match=task.id)
        if schedule.settings.length_of(task) <= _NO_TIME:
            return out_of_order("schedule_without_length", match=task.id)
        known.add(task.id)
    for task in schedule.tasks:
        if unknown := [match for match in task.after if match not in known]:
            return out_of_order("schedule_unknown_match", match=unknown[0])
    try:
        TopologicalSorter({task.id: task.after for task in schedule.tasks}).prepare()
    except CycleError as error:
        return out_of_order("schedule_circle", matches=list(error.args[1]))
    return None if schedule.tables or not schedule.tasks else out_of_order("schedule_no_tables")


def _chains(tasks: Sequence[Task], settings: Settings) -> dict[MatchId, timedelta]:
    """The least time from the start of each match to the end of all matches that wait for it."""
    lengths = {task.id: settings.length_of(task) for task in tasks}
    feeders = {task.id: task.after for task in tasks}
    behind = dict.fromkeys(lengths, _NO_TIME)
    chains: dict[MatchId, timedelta] = {}
    for match in reversed(list(TopologicalSorter(feeders).static_order())):
        chains[match] = lengths[match] + behind[match]
        for feeder in feeders[match]:
            behind[feeder] = max(behind[feeder], settings.rest + chains[match])
    return chains


class _Planner:
    """The state of a plan while it is made. It goes forward in time and never takes a booking back."""

    def __init__(self, schedule: Schedule) -> None:
        self.settings, self.tables = schedule.settings, schedule.tables
        self.tasks = {task.id: task for task in schedule.tasks}
        chains = _chains(schedule.tasks, schedule.settings)
        self.turn = {task.id: (-chains[task.id], place) for place, task in enumerate(schedule.tasks)}
        self.hours = schedule.settings.open_hours()
        self.feeds: dict[MatchId, list[MatchId]] = {match: [] for match in self.tasks}
        for task in schedule.tasks:
            for feeder in set(task.after):
                self.feeds[feeder].append(task.id)
        self.missing = {task.id: len(set(task.after)) for task in schedule.tasks}
        self.bookings: dict[MatchId, Booking] = {}
        self.free_from: dict[tuple[str, str], datetime] = {}
        self.refereed: dict[Person, int] = dict.fromkeys(schedule.settings.referees, 0)
        self.ready: list[tuple[tuple[timedelta, int], MatchId]] = sorted(
            (self.turn[match], match) for match, count in self.missing.items() if count == 0
        )
        self.waiting: list[tuple[datetime, MatchId]] = []
        self.instants: list[datetime] = [hours.start for hours in self.hours]

    def run(self) -> None:
        while self.instants and len(self.bookings) < len(self.tasks):
            now = heappop(self.instants)
            while self.waiting and self.waiting[0][0] <= now:
                match = heappop(self.waiting)[1]
                insort(self.ready, (self.turn[match], match))
            closing = self._closing(now)
            if closing is not None:
                self._start_matches(now, closing)
            while self.instants and self.instants[0] == now:
                heappop(self.instants)

    def first_left(self) -> MatchId:
        return min((match for match in self.tasks if match not in self.bookings), key=self.turn.__getitem__)

    def _closing(self, now: datetime) -> datetime | None:
        """When the opening hours that include this time end."""
        place = bisect_right(self.hours, now, key=lambda hours: hours.start) - 1
        return self.hours[place].end if place >= 0 and now < self.hours[place].end else None

    def _start_matches(self, now: datetime, closing: datetime) -> None:
        tables = [table for table in self.tables if self._is_free("table", table, now)]
        left = []
        for place, (turn, match) in enumerate(self.ready):
            if not tables:
                left += self.ready[place:]
                break
            task = self.tasks[match]
            end = now + self.settings.length_of(task)
            if end > closing or not self._may_play(task, now) or not self._has_referee(task, now):
                left.append((turn, match))
                continue
            self._book(task, tables.pop(0), now, end)
        self.ready = left

    def _may_play(self, task: Task, now: datetime) -> bool:
        pairs = all(self._is_free("pair", pair, now) for pair in task.known_pairs)
        return pairs and all(self._is_free("person", person, now) for person in self.settings.players_of(task))

    def _has_referee(self, task: Task, now: datetime) -> bool:
        return not self.settings.referees or self._referee(task, now) is not None

    def _referee(self, task: Task, now: datetime) -> Person | None:
        """The referee with fewest matches so far, among those who are free and do not play in it."""
        players = set(self.settings.players_of(task))
        free = (one for one in self.settings.referees if one not in players and self._is_free("person", one, now))
        return min(free, key=self.refereed.__getitem__, default=None)

    def _is_free(self, kind: str, name: str, now: datetime) -> bool:
        since = self.free_from.get((kind, name))
        return since is None or since <= now

    def _book(self, task: Task, table: TableId, start: datetime, end: datetime) -> None:
        referee = self._referee(task, start)
        self.bookings[task.id] = Booking(task.id, table, start, end, referee)
        rested = end + self.settings.rest
        self.free_from["table", table] = end
        self.free_from.update({("pair", pair): rested for pair in task.known_pairs})
        self.free_from.update({("person", person): end for person in self.settings.players_of(task)})
        if referee is not None:
            self.free_from["person", referee] = end
            self.refereed[referee] += 1
        for instant in {end, rested}:
            heappush(self.instants, instant)
        self._release(task)

    def _release(self, task: Task) -> None:
        """A match whose feeders are all booked may start once the last of them is over and its players have rested."""
        for match in self.feeds[task.id]:
            self.missing[match] -= 1
            if self.missing[match] == 0:
                ends = (self.bookings[feeder].end for feeder in self.tasks[match].after)
                heappush(self.waiting, (max(ends) + self.settings.rest, match))


def _in_order(bookings: Iterable[Booking]) -> tuple[Booking, ...]:
    return tuple(sorted(bookings, key=lambda booking: (booking.start, booking.table, booking.match)))


# --- checking -----------------------------------------------------------------------------------------------------


def conflicts(schedule: Schedule) -> tuple[Refusal, ...]:
    """Everything that cannot be held as it is booked, however the schedule was made; each refusal says what and where.

    A match that is not booked yet is no conflict: see ``Schedule.unscheduled``.
    """
    tasks = {task.id: task for task in schedule.tasks}
    known = [booking for booking in schedule.bookings if booking.match in tasks]
    return (
        *_wrong_bookings(schedule, tasks),
        *_outside_hours(schedule),
        *_clashes(known, lambda booking: [booking.table], _table_twice),
        *_pair_conflicts(known, tasks, schedule.settings),
        *_person_conflicts(known, tasks, schedule.settings),
        *_too_early(known, tasks, schedule.settings.rest),
    )


def _wrong_bookings(schedule: Schedule, tasks: Mapping[MatchId, Task]) -> Iterator[Refusal]:
    booked: set[MatchId] = set()
    for booking in schedule.bookings:
        if booking.match not in tasks:
            yield out_of_order("schedule_unknown_match", match=booking.match)
        if booking.end <= booking.start:
            yield out_of_order("schedule_without_length", match=booking.match)
        if booking.match in booked:
            yield out_of_order("schedule_match_twice", match=booking.match)
        if booking.table not in schedule.tables:
            yield out_of_order("schedule_unknown_table", match=booking.match, table=booking.table)
        booked.add(booking.match)


def _outside_hours(schedule: Schedule) -> Iterator[Refusal]:
    hours = schedule.settings.open_hours()
    for booking in schedule.bookings:
        place = bisect_right(hours, as_utc(booking.start), key=lambda one: one.start) - 1
        if place < 0 or booking.end > hours[place].end:
            yield out_of_order("schedule_closed", match=booking.match, table=booking.table, at=booking.start)


def _clashes(
    bookings: Sequence[Booking],
    users: Callable[[Booking], Iterable[str]],
    refusal_of_clash: Callable[[str, Booking, Booking], Refusal | None],
    *,
    rest: timedelta = _NO_TIME,
) -> Iterator[Refusal]:
    """The refusals for two bookings of one user, where the second starts before the first and the rest after it are
    over."""
    by_user: dict[str, list[Booking]] = {}
    for booking in _in_order(bookings):
        for user in dict.fromkeys(users(booking)):
            by_user.setdefault(user, []).append(booking)
    for user, used in by_user.items():
        still_on: list[Booking] = []
        for booking in used:
            still_on = [before for before in still_on if before.end + rest > booking.start]
            yield from filter(None, (refusal_of_clash(user, before, booking) for before in still_on))
            still_on.append(booking)


def _table_twice(table: TableId, before: Booking, behind: Booking) -> Refusal:
    return out_of_order("schedule_table_twice", table=table, match=before.match, other=behind.match, at=behind.start)


def _pair_conflicts(
    bookings: Sequence[Booking], tasks: Mapping[MatchId, Task], settings: Settings
) -> Iterator[Refusal]:
    def refusal_of_clash(pair: str, before: Booking, behind: Booking) -> Refusal:
        if before.end > behind.start:
            return out_of_order(
                "schedule_pair_twice", pair=pair, match=before.match, other=behind.match, at=behind.start
            )
        return out_of_order(
            "schedule_rest_too_short",
            pair=pair,
            match=before.match,
            other=behind.match,
            rest=behind.start - before.end,
        )

    return _clashes(bookings, lambda booking: tasks[booking.match].known_pairs, refusal_of_clash, rest=settings.rest)


def _person_conflicts(
    bookings: Sequence[Booking], tasks: Mapping[MatchId, Task], settings: Settings
) -> Iterator[Refusal]:
    """People needed twice at once: players of two pairs, and referees. A clash reported for a pair is not repeated for
    its players."""

    def people(booking: Booking) -> Iterator[Person]:
        yield from settings.players_of(tasks[booking.match])
        if booking.referee is not None:
            yield booking.referee

    def refusal_of_clash(person: str, before: Booking, behind: Booking) -> Refusal | None:
        pairs = [
            {pair for pair in tasks[booking.match].known_pairs if person in settings.people.get(pair, ())}
            for booking in (before, behind)
        ]
        if pairs[0] & pairs[1]:
            return None
        return out_of_order(
            "schedule_person_twice", person=person, match=before.match, other=behind.match, at=behind.start
        )

    return _clashes(bookings, people, refusal_of_clash)


def _too_early(bookings: Sequence[Booking], tasks: Mapping[MatchId, Task], rest: timedelta) -> Iterator[Refusal]:
    """Matches that start before their feeders are over and their players have rested."""
    ends = {booking.match: booking.end for booking in bookings}
    for booking in bookings:
        for feeder in tasks[booking.match].after:
            if feeder in ends and booking.start < ends[feeder] + rest:
                yield out_of_order(
                    "schedule_before_feeder", match=booking.match, feeder=feeder, at=booking.start, rest=rest
                )


# --- changing and publishing --------------------------------------------------------------------------------------


def moved(
    schedule: Schedule, match: MatchId, *, table: TableId, at: datetime, referee: Person | None = None
) -> Schedule | Refusal:
    """The schedule with one match moved by hand, even if that causes conflicts. Its length stays, and its referee
    unless one is given."""
    task = next((task for task in schedule.tasks if task.id == match), None)
    if task is None:
        return out_of_order("schedule_unknown_match", match=match)
    if table not in schedule.tables:
        return out_of_order("schedule_unknown_table", match=match, table=table)
    before, start = schedule.booking_of(match), as_utc(at)
    length = before.end - before.start if before else schedule.settings.length_of(task)
    booking = Booking(match, table, start, start + length, referee or (before.referee if before else None))
    others = (one for one in schedule.bookings if one.match != match)
    return replace(schedule, bookings=_in_order([*others, booking]))


def published(
    regulation: Regulation, schedule: Schedule, *, at: datetime, by: str, role: Authority, reason: str = ""
) -> Schedule | Refusal:
    """The schedule with its bookings on record as the next version, published by the authority that sets it.

    A published version never changes; a change is another version, with a reason. Keys: schedule.set_by,
    schedule.published.
    """
    rules, last = regulation.event.schedule, schedule.publications[-1] if schedule.publications else None
    if rules is not None and role is not rules.set_by:
        return forbidden_by("schedule.set_by", "schedule_set_by_another", authority=rules.set_by)
    if not unpublished(schedule):
        return out_of_order("schedule_nothing_new")
    if found := conflicts(schedule):
        return out_of_order("schedule_has_conflicts", count=len(found))
    if last is not None and not reason:
        return out_of_order("schedule_change_without_reason", version=last.version)
    if last is not None and as_utc(at) < last.at:
        return out_of_order("schedule_published_before", at=at, last=last.at)
    version = last.version + 1 if last else 1
    publication = Publication(version, as_utc(at), by, schedule.bookings, reason)
    return replace(schedule, publications=(*schedule.publications, publication))


def unpublished(schedule: Schedule) -> tuple[Change, ...]:
    """Changes since the last published version; all bookings if there is none."""
    last = schedule.publications[-1].bookings if schedule.publications else ()
    return changes(last, schedule.bookings)


def changes_of(schedule: Schedule, version: int) -> tuple[Change, ...]:
    """What a version changed, compared with the one before it."""
    published_bookings = [(), *(publication.bookings for publication in schedule.publications)]
    return changes(published_bookings[version - 1], published_bookings[version])


def changes(before: Sequence[Booking], after: Sequence[Booking]) -> tuple[Change, ...]:
    """The matches that differ, in the order of the schedule."""
    old, new = ({booking.match: booking for booking in bookings} for bookings in (before, after))
    return tuple(
        Change(match, old.get(match), new.get(match)) for match in {**old, **new} if old.get(match) != new.get(match)
    )
