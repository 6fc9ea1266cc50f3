"""Hours for the rounds of an event: proposed from its days, tables and the length of its matches, and checked."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import NamedTuple

from carteado.planning.tasks import matches_of, tasks_of
from carteado.regulation import Refusal, out_of_order
from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import FINAL, Fixture
from carteado.tournament.matches.schedule import Hours, Settings, Task, plan
from carteado.tournament.matches.timetable import RoundId, Timetable, round_of

STEP = timedelta(minutes=5)
"""Hours are proposed in these steps. A round is announced for 14:35, never for 14:37."""
LONGEST_DAY = timedelta(hours=14)
"""A day whose hall has no closing hour is taken to last this long."""
MOST_MATCHES = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """What hours depend on. ``days`` are the opening hours, ``length`` is that of one game, ``final`` that of one game
    of the final if it differs."""

    days: tuple[Hours, ...]
    tables: int
    length: timedelta
    rest: timedelta
    final: timedelta | None = None

    def length_of(self, fixture: Fixture) -> timedelta:
        """The length of a match with all its games."""
        game = self.final if self.final and fixture.phase == FINAL else self.length
        return game * fixture.best_of


def day_of(begins: datetime, ends: datetime | None) -> Hours:
    return Hours(begins, ends or begins + LONGEST_DAY)


def with_long_last_day(days: tuple[Hours, ...], since: datetime | None = None) -> tuple[Hours, ...]:
    """The days with a last one that is long enough for anything: what comes after its closing hour is for people to
    see and to change."""
    last = days[-1]
    start = max(last.start, since) if since else last.start
    return (*days[:-1], Hours(last.start, max(last.end, start + 4 * LONGEST_DAY)))


# --- proposing ----------------------------------------------------------------------------------------------------


def proposed(
    form: Plan, hall: Hall, *, done: Collection[MatchId] = (), since: datetime | None = None
) -> Timetable | Refusal:
    """Hours for the matches that are not done. A round begins with its first match; matches that have to wait for a
    table get hours of their own, except in a Swiss, where nobody knows them yet. Nothing begins before ``since``."""
    fixtures = _fixtures(form)
    tasks = [one for one in tasks_of(form) if one.id not in done]
    if len(tasks) > MOST_MATCHES:
        return out_of_order("schedule_not_enough_time", count=len(tasks), match=tasks[0].id)
    left = {one.id for one in tasks}
    open_tasks = [Task(one.id, one.phase, one.pairs, tuple(set(one.after) & left)) for one in tasks]
    days = tuple(Hours(max(one.start, since), one.end) if since else one for one in hall.days)
    settings = Settings(
        duration=_stepped(hall.length),
        durations=_lengths(fixtures.values(), hall),
        hours=tuple(one for one in days if one.start < one.end),
        rest=_stepped(hall.rest),
    )
    made = plan(open_tasks, [str(number) for number in range(1, max(1, hall.tables) + 1)], settings)
    if isinstance(made, Refusal):
        return made
    starts = {one.match: one.start for one in made.bookings if one.match in fixtures}
    rounds: dict[RoundId, datetime] = {}
    for match, at in sorted(starts.items(), key=lambda one: one[1]):
        rounds.setdefault(round_of(fixtures[match]), at)
    known = {one.id for one in form.fixtures}
    own = {match: at for match, at in starts.items() if match in known and rounds[round_of(fixtures[match])] != at}
    return Timetable(rounds, own)


def _fixtures(form: Plan) -> dict[MatchId, Fixture]:
    """Every match of the plan, also those of a Swiss that are not paired yet."""
    return {one.id: one for one in (*form.fixtures, *chain.from_iterable(map(matches_of, form.stages)))}


def _lengths(fixtures: Iterable[Fixture], hall: Hall) -> dict[str, timedelta]:
    """How long a match of each phase lasts, the longest if they differ."""
    found: dict[str, timedelta] = {}
    for one in fixtures:
        found[one.phase] = max(found.get(one.phase, timedelta()), _stepped(hall.length_of(one)))
    return found


def _stepped(length: timedelta) -> timedelta:
    """Rounded up to a step."""
    return -(-length // STEP) * STEP


# --- checking -----------------------------------------------------------------------------------------------------


class TooLittleRest(NamedTuple):
    """A round that begins before another one is over and its pairs have rested."""

    round: RoundId
    other: RoundId
    at: datetime
    free_from: datetime


class TooFewTables(NamedTuple):
    """More matches at once than there are tables."""

    at: datetime
    matches: int
    tables: int


class HallClosed(NamedTuple):
    """A round that begins when the hall is closed, or lasts longer than it is open."""

    round: RoundId
    at: datetime


Doubt = TooLittleRest | TooFewTables | HallClosed


def doubts(form: Plan, hours: Timetable, hall: Hall) -> list[Doubt]:
    """What speaks against these hours. None of it forbids them: lengths are only forecast."""
    fixtures = _fixtures(form)
    at = {match: hour for match, one in fixtures.items() if (hour := hours.hour_of(one)) is not None}
    return [*_rest(form, fixtures, at, hall), *_tables(fixtures, at, hall), *_closed(fixtures, at, hall)]


def _rest(
    form: Plan, fixtures: Mapping[MatchId, Fixture], at: Mapping[MatchId, datetime], hall: Hall
) -> Iterator[TooLittleRest]:
    waits = {one.id: set(one.after) for one in tasks_of(form)}
    before = _rounds_before(fixtures.values())
    found: dict[tuple[RoundId, RoundId], TooLittleRest] = {}
    for match, hour in at.items():
        own = round_of(fixtures[match])
        for feeder in (*waits.get(match, ()), *before.get(match, ())):
            if feeder not in at or feeder not in fixtures:
                continue
            free = at[feeder] + hall.length_of(fixtures[feeder]) + hall.rest
            other = round_of(fixtures[feeder])
            known = found.get((own, other))
            if hour < free and (known is None or free > known.free_from):
                found[own, other] = TooLittleRest(own, other, hour, free)
    yield from found.values()


def _rounds_before(fixtures: Collection[Fixture]) -> dict[MatchId, list[MatchId]]:
    """In groups and leagues every pair plays in every round: the matches of the round before, in the same group."""
    by_round: defaultdict[tuple[str, str, int, int], list[MatchId]] = defaultdict(list)
    for one in fixtures:
        by_round[one.stage, one.phase, one.group, one.round].append(one.id)
    return {one.id: by_round.get((one.stage, one.phase, one.group, one.round - 1), []) for one in fixtures}


def _tables(fixtures: Mapping[MatchId, Fixture], at: Mapping[MatchId, datetime], hall: Hall) -> Iterator[TooFewTables]:
    if not hall.tables:
        return
    last_count = -1
    for hour in sorted(set(at.values())):
        matches = [one for one in at if at[one] <= hour < at[one] + hall.length_of(fixtures[one])]
        if len(matches) > hall.tables and len(matches) != last_count:
            yield TooFewTables(hour, len(matches), hall.tables)
        last_count = len(matches)


def _closed(fixtures: Mapping[MatchId, Fixture], at: Mapping[MatchId, datetime], hall: Hall) -> Iterator[HallClosed]:
    reported: set[RoundId] = set()
    for match, hour in sorted(at.items(), key=lambda one: one[1]):
        own, ends = round_of(fixtures[match]), hour + hall.length_of(fixtures[match])
        if own not in reported and hall.days and not _is_open(hall.days, hour, ends):
            reported.add(own)
            yield HallClosed(own, hour)


def _is_open(days: Sequence[Hours], start: datetime, end: datetime) -> bool:
    return any(one.start <= start and end <= one.end for one in days)
