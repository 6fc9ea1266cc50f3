"""The schedule of an event: when matches were played, and a forecast for the others. As a page and as a calendar."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from carteado.planning.tasks import tasks_of
from carteado.regulation import Refusal
from carteado.sheets.championship import Writer, about_match, appointment_status, walkover_mark, where_played
from carteado.sheets.files import Appointment, AppointmentStatus, ics_of
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.schedule import Hours, Settings, Task, plan
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.eligibility import EventDay
from carteado.tournament.registrations.entries import Notice
from carteado.tournament.state.championship import Status
from carteado.web.display.event_news import stop_in_force
from carteado.web.display.phases import Match, ResultsBuilder
from carteado.web.events.models import Event
from carteado.web.kit.words.catalogue import language
from carteado.web.watch.visible_event import VisibleEvent

REST_BETWEEN_MATCHES = timedelta(minutes=5)
"""A forecast lets a pair rest for this long, or for the length of a match if that is less."""
FORECAST_HORIZON = timedelta(days=2)
"""From the last operation on, matches are placed within this time."""
FORECAST_STEP = timedelta(minutes=5)
"""Forecasts are rounded up to this, so that they do not look exact. A match that begins less than this after its hour
does not count as late."""
DEFAULT_MATCH_LENGTH = timedelta(hours=1)
"""Length of a match in a calendar until the first match is over."""
MOST_MATCHES_FORECAST = 600
"""With more open matches there is no forecast, because it would take too long."""
PLAYING_PHASE = "on"
"""Stands for the phase of matches already called, which are forecast to need half the usual time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledMatch:
    """A match and its time: when it began, its published hour, when it was called, or a forecast.

    ``is_forecast`` for every open match whose time is not known otherwise; ``at`` is None if there is no forecast
    either. A decided match without a known time has neither. ``is_late`` if it began after its published hour, which is
    shown beside.
    """

    match: Match
    at: datetime | None
    is_forecast: bool = False
    is_late: bool = False


class PhaseSchedule(NamedTuple):
    """The matches of one phase, in order of time."""

    title: str
    matches: tuple[ScheduledMatch, ...]


def agenda_of(visible: VisibleEvent, tables: int) -> tuple[PhaseSchedule, ...]:
    """The matches by phase; empty before the draw. ``tables`` is how many the event has, 0 if it does not say."""
    if not visible.championship.fixtures:
        return ()
    forecasts = forecast_starts(visible, tables)
    by_phase: dict[str, list[ScheduledMatch]] = {}
    for match in visible.results_builder.matches():
        by_phase.setdefault(match.phase, []).append(_scheduled(match, forecasts))
    return tuple(
        PhaseSchedule(title, tuple(sorted(scheduled, key=_time_order))) for title, scheduled in by_phase.items()
    )


def _scheduled(match: Match, forecasts: Mapping[MatchId, datetime]) -> ScheduledMatch:
    # a decided match gets no forecast, even if its time is not known
    known_at = match.started_at or match.hour or match.called_at
    if known_at or match.is_decided:
        is_late = bool(match.hour and match.started_at and match.started_at >= match.hour + FORECAST_STEP)
        return ScheduledMatch(match=match, at=known_at, is_late=is_late)
    return ScheduledMatch(match=match, at=forecasts.get(match.id), is_forecast=True)


def _time_order(scheduled: ScheduledMatch) -> tuple[bool, datetime, int]:
    """Sort key: by time, matches without a time last, then by number."""
    return scheduled.at is None, scheduled.at or datetime.max.replace(tzinfo=UTC), scheduled.match.number


def count_days(phases: Iterable[PhaseSchedule]) -> int:
    """On how many days matches have a time: with more than one, each hour needs its day."""
    days = {timezone.localtime(turn.at).date() for one in phases for turn in one.matches if turn.at}
    return len(days)


# --- what can be foreseen -----------------------------------------------------------------------------------------


def forecast_starts(visible: VisibleEvent, tables: int) -> dict[MatchId, datetime]:
    """Forecast start of each open match without a published hour.

    It follows from the event's number of tables and the pace of its matches so far. A start that has passed is left
    out. Empty until the first match is over, while the event is suspended, and once it is over or cancelled. Also empty
    if too many matches are open, or they do not fit into ``FORECAST_HORIZON``.
    """
    championship = visible.championship
    pace = median_match_length(visible)
    if pace is None or championship.status is not Status.RUNNING or championship.bracket.is_over:
        return {}
    tasks = _open_tasks(visible)
    since = championship.log[-1].at
    settings = Settings(
        duration=pace,
        durations={PLAYING_PHASE: pace / 2},
        hours=(Hours(since, since + FORECAST_HORIZON),),
        rest=min(REST_BETWEEN_MATCHES, pace),
    )
    if len(tasks) > MOST_MATCHES_FORECAST:
        return {}
    planned = plan(tasks, [str(number) for number in range(1, (tables or _most_at_once(visible)) + 1)], settings)
    if isinstance(planned, Refusal):
        return {}
    begins = {one.match: _rounded(one.start) for one in planned.bookings if championship.hour_of(one.match) is None}
    return {match: at for match, at in begins.items() if at > timezone.now() - FORECAST_STEP}


def median_match_length(visible: VisibleEvent) -> timedelta | None:
    """Median length of the event's finished matches; None without any."""
    lengths = [
        (one.ended_at - one.started_at).total_seconds()
        for one in ResultsBuilder(visible.championship, visible.names).matches()
        if one.started_at and one.ended_at and one.ended_at > one.started_at
    ]
    return timedelta(seconds=median(lengths)) if lengths else None


def _open_tasks(visible: VisibleEvent) -> list[Task]:
    """What is still to be played, for the planner: matches already called first, so that they keep their tables."""
    championship, bracket = visible.championship, visible.championship.bracket
    left = {match for match in championship.fixtures if bracket.ended(match) is None}
    tasks = [task for task in tasks_of(championship.plan) if task.id in left]
    return [
        Task(
            task.id,
            PLAYING_PHASE if task.id in championship.logs else task.phase,
            bracket.pairs(task.id) or (),
            tuple(feeder for feeder in task.after if feeder in left),
        )
        for task in sorted(tasks, key=lambda task: task.id not in championship.logs)
    ]


def _most_at_once(visible: VisibleEvent) -> int:
    """The number of tables seen so far, for an event that does not state it."""
    return max(1, len({log.table for log in visible.championship.logs.values() if log.table}))


def _rounded(at: datetime) -> datetime:
    """Up to the next ``FORECAST_STEP``."""
    beyond_step = timedelta(minutes=at.minute % 5, seconds=at.second, microseconds=at.microsecond)
    return at - beyond_step + FORECAST_STEP if beyond_step else at


# --- as a calendar ------------------------------------------------------------------------------------------------


def calendar_of(visible: VisibleEvent, tables: int, *, pair: PairId | None = None, revision: int = 0) -> bytes:
    """A calendar for phones: the days of the event, and the matches with a known or forecast time.

    With ``pair``, only its matches. ``revision`` counts the calendar's changes: phones replace what they have only by a
    higher one.
    """
    event = visible.event
    found = [one for one in _appointments(visible, tables) if pair is None or _plays(visible, pair, one.id)]
    title = event.name if pair is None else f"{visible.name(pair)} · {event.name}"
    return ics_of(title, [*_event_days(visible), *found], sequence=revision)


def _event_days(visible: VisibleEvent) -> Iterator[Appointment]:
    """The days of the event: with their hours, or as whole days while no hours are known.

    A day that fell away is called off, because people may have it in their calendars.
    """
    event, championship = visible.event, visible.championship
    news, status = stop_in_force(championship), appointment_status(championship)
    about = ". ".join(filter(None, (news.title, news.why))) if news else ""
    days = championship.settings.days
    for number, one in enumerate(days):
        yield Appointment(_day_id(event, number), one.begins, _end_of(one), event.name, event.place, about, status)
    if not days and event.day is not None:
        midnight = event.day + timedelta(days=1)
        yield Appointment(_day_id(event, 0), event.day, midnight, event.name, event.place, about, status)
    called_off = AppointmentStatus.CANCELLED
    for number, one in _days_fallen_away(championship.notices, max(1, len(days))).items():
        yield Appointment(_day_id(event, number), one.begins, _end_of(one), event.name, event.place, status=called_off)


def _end_of(day: EventDay) -> datetime:
    """The end of a day of the event in a calendar, which needs one."""
    return day.ends or day.begins + DEFAULT_MATCH_LENGTH


def _day_id(event: Event, number: int) -> str:
    """The calendar's id of a day of the event, whose ``number`` counts from 0. The first day has the event's own.

    The second day of an event never has the id of another event, because no event has a dot in its address.
    """
    return f"{event.slug}.{number + 1}" if number else event.slug


def _days_fallen_away(notices: Iterable[Notice], count: int) -> dict[int, EventDay]:
    """Days that an earlier announcement had, and that an event of ``count`` days has no longer.

    By the number of the day, from 0, and as they were announced last.
    """
    return {number: one for notice in notices for number, one in enumerate(notice.settings.days) if number >= count}


def _appointments(visible: VisibleEvent, tables: int) -> Iterator[Appointment]:
    """The matches that have a time. ``_plays`` finds the match by an appointment's id again."""
    championship, writer = visible.championship, Writer(language())
    length = median_match_length(visible) or DEFAULT_MATCH_LENGTH
    forecasts = forecast_starts(visible, tables)
    for match in ResultsBuilder(championship, visible.names).matches():
        known_at = match.started_at or match.hour or match.called_at or match.ended_at
        at = known_at or (None if match.is_decided else forecasts.get(match.id))
        if at is None:
            continue
        yield Appointment(
            id=f"{championship.event}-{match.id}",
            start=at,
            end=max(at, match.ended_at or at + length),
            title=" × ".join(side.name for side in match.sides),
            place=where_played(writer, match.table, visible.event.place),
            about=about_match(
                _("%(phase)s, hour foreseen") % {"phase": match.phase} if known_at is None else match.phase,
                walkover_mark(championship, match.id, writer),
            ),
            status=appointment_status(championship),
        )


def _plays(visible: VisibleEvent, pair: PairId, appointment: str) -> bool:
    """True if the appointment with this id is a match of the pair."""
    match = appointment.removeprefix(f"{visible.championship.event}-")
    return pair in visible.championship.bracket.occupants(match)
