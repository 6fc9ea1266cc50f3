"""The schedule of an event: when matches were played, and a forecast for the others. As a page and as a calendar."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from carteado.planning.tasks import tasks_of
from carteado.regulation import Refusal
from carteado.sheets.championship import Writer
from carteado.sheets.files import Appointment, ics_of
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.schedule import Hours, Settings, Task, plan
from carteado.tournament.outcomes import PairId
from carteado.tournament.state.championship import Status
from carteado.web.display.phases import Match, ResultsBuilder
from carteado.web.kit.words.catalogue import language
from carteado.web.watch.shown_event import Shown

REST = timedelta(minutes=5)
HORIZON = timedelta(days=2)
STEP = timedelta(minutes=5)
"""Forecasts are rounded to this, so that they do not look exact."""
UNTOLD = timedelta(hours=1)
"""Length of a match in a calendar until the first match is over."""
MOST_FORESEEN = 600
ON = "on"
"""Phase name for matches already in play, which need only part of their time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A match and its time: when it began or was called, or a forecast."""

    match: Match
    at: datetime | None
    is_foreseen: bool = False


class Sitting(NamedTuple):
    """The matches of one phase, in order of time."""

    title: str
    turns: tuple[Turn, ...]


def agenda_of(shown: Shown, tables: int) -> tuple[Sitting, ...]:
    """The matches by phase; empty before the draw."""
    if not shown.championship.fixtures:
        return ()
    foreseen = foreseen_of(shown, tables)
    by_phase: dict[str, list[Turn]] = {}
    for match in shown.teller.matches():
        by_phase.setdefault(match.phase, []).append(_turn(match, foreseen))
    return tuple(Sitting(title, tuple(sorted(turns, key=_hour))) for title, turns in by_phase.items())


def _turn(match: Match, foreseen: Mapping[MatchId, datetime]) -> Turn:
    known = match.started_at or match.called_at
    if known or match.is_decided:
        return Turn(match=match, at=known)
    return Turn(match=match, at=foreseen.get(match.id), is_foreseen=True)


def _hour(turn: Turn) -> tuple[bool, datetime, int]:
    return turn.at is None, turn.at or datetime.max.replace(tzinfo=UTC), turn.match.number


# --- what can be foreseen -----------------------------------------------------------------------------------------


def foreseen_of(shown: Shown, tables: int) -> dict[MatchId, datetime]:
    """Forecast start of each open match, from the event's number of tables and the pace of its matches so far.

    Empty until the first match is over, and while the event is suspended.
    """
    championship = shown.championship
    pace = pace_of(shown)
    if pace is None or championship.status is not Status.RUNNING or championship.bracket.is_over:
        return {}
    tasks = _open_tasks(shown)
    since = championship.log[-1].at
    settings = Settings(
        duration=pace, durations={ON: pace / 2}, hours=(Hours(since, since + HORIZON),), rest=min(REST, pace)
    )
    if len(tasks) > MOST_FORESEEN:
        return {}
    planned = plan(tasks, [str(number) for number in range(1, (tables or _most_at_once(shown)) + 1)], settings)
    if isinstance(planned, Refusal):
        return {}
    begins = {one.match: _rounded(one.start) for one in planned.bookings}
    return {match: at for match, at in begins.items() if at > timezone.now() - STEP}


def pace_of(shown: Shown) -> timedelta | None:
    """Median length of the event's finished matches; None without any."""
    lengths = [
        (one.ended_at - one.started_at).total_seconds()
        for one in ResultsBuilder(shown.championship, shown.names).matches()
        if one.started_at and one.ended_at and one.ended_at > one.started_at
    ]
    return timedelta(seconds=median(lengths)) if lengths else None


def _open_tasks(shown: Shown) -> list[Task]:
    championship, bracket = shown.championship, shown.championship.bracket
    left = {match for match in championship.fixtures if bracket.ended(match) is None}
    tasks = [task for task in tasks_of(championship.plan) if task.id in left]
    return [
        Task(
            task.id,
            ON if task.id in championship.logs else task.phase,
            bracket.pairs(task.id) or (),
            tuple(feeder for feeder in task.after if feeder in left),
        )
        for task in sorted(tasks, key=lambda task: task.id not in championship.logs)
    ]


def _most_at_once(shown: Shown) -> int:
    """The number of tables seen so far, for an event that does not state it."""
    return max(1, len({log.table for log in shown.championship.logs.values() if log.table}))


def _rounded(at: datetime) -> datetime:
    past = timedelta(minutes=at.minute % 5, seconds=at.second, microseconds=at.microsecond)
    return at - past + STEP if past else at


# --- as a calendar ------------------------------------------------------------------------------------------------


def calendar_of(shown: Shown, tables: int, *, pair: PairId | None = None) -> bytes:
    """A calendar for phones: the day of the event, and the matches with a known or forecast time, perhaps of one
    pair."""
    event = shown.event
    found = [one for one in _appointments(shown, tables) if pair is None or _plays(shown, pair, one.id)]
    if event.day is not None:
        found.insert(0, Appointment(event.slug, event.day, event.day + timedelta(days=1), event.name, event.place))
    title = event.name if pair is None else f"{shown.name(pair)} · {event.name}"
    return ics_of(title, found)


def _appointments(shown: Shown, tables: int) -> Iterator[Appointment]:
    championship, writer = shown.championship, Writer(language())
    length = pace_of(shown) or UNTOLD
    foreseen = foreseen_of(shown, tables)
    for match in ResultsBuilder(championship, shown.names).matches():
        known = match.started_at or match.called_at or match.ended_at
        at = known or (None if match.is_decided else foreseen.get(match.id))
        if at is None:
            continue
        table = writer.say("at_table", table=match.table) if match.table else ""
        yield Appointment(
            id=f"{championship.event}-{match.id}",
            start=at,
            end=max(at, match.ended_at or at + length),
            title=" × ".join(side.name for side in match.sides),
            place=" · ".join(filter(None, (table, shown.event.place))),
            about=_("%(phase)s, hour foreseen") % {"phase": match.phase} if known is None else match.phase,
        )


def _plays(shown: Shown, pair: PairId, appointment: str) -> bool:
    match = appointment.removeprefix(f"{shown.championship.event}-")
    return pair in shown.championship.bracket.occupants(match)
