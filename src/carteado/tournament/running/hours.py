"""Publishing the hours of rounds and matches, and moving them with a day of the event that moves."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple

from carteado.regulation import Refusal, Regulation, forbidden_by, out_of_order
from carteado.tournament.formats.slots import LoserOf, Slot, WinnerOf
from carteado.tournament.formats.stages import Fixture
from carteado.tournament.matches.timetable import Shift, Timetable, round_of, rounds_of, timetable
from carteado.tournament.operations import SetHours
from carteado.tournament.registrations.eligibility import (
    EventSettings,
    at_the_event,
    cited,
    event_day,
    local_midnight,
)
from carteado.tournament.running.lateness import with_all_awaited
from carteado.tournament.state.championship import Championship, HoursVersion, Next

_EVER = datetime(9000, 1, 1, tzinfo=UTC)


class _Start(NamedTuple):
    """When a day of the event begins: its midnight, and its hour if it has one."""

    midnight: datetime
    hour: datetime | None


def set_hours(before: Championship, operation: SetHours) -> Next:
    """Keys: schedule.set_by, schedule.published."""
    hours = timetable(operation.rounds, operation.matches)
    if refused := _refusal_of_hours(before, operation, hours):
        return cited(before.regulation, refused)
    version = HoursVersion(hours, operation.at, operation.why)
    after = replace(before, hours=hours, hours_versions=(*before.hours_versions, version))
    return with_all_awaited(after)


def _refusal_of_hours(before: Championship, operation: SetHours, hours: Timetable) -> Refusal | None:
    there = partial(at_the_event, before.regulation)
    instants = [*hours.rounds.values(), *hours.matches.values()]
    if unzoned := [at for at in instants if at.utcoffset() is None]:
        return out_of_order("clock_without_zone", at=unzoned[0])
    if hours == before.hours:
        return out_of_order("schedule_nothing_new")
    if before.hours and not operation.why.strip():
        return forbidden_by("schedule.published", "schedule_change_without_reason", version=len(before.hours_versions))
    begins = before.settings.begins
    if begins is not None and (early := [at for at in instants if at < begins]):
        return forbidden_by("schedule.set_by", "hour_before_the_event", at=there(early[0]), begins=there(begins))
    return _refusal_if_unknown(before, hours) or _refusal_out_of_turn(before, hours)


def _refusal_if_unknown(before: Championship, hours: Timetable) -> Refusal | None:
    """Before the field is settled any round may have an hour: which there are is known only then."""
    if not before.plan.stages:
        return None
    known = {*rounds_of(before.plan), *map(round_of, before.fixtures.values())}
    if unknown := [one for one in hours.rounds if one not in known]:
        return out_of_order("no_such_round", phase=unknown[0].phase, number=unknown[0].round)
    unknown_match = next((one for one in hours.matches if one not in before.fixtures), None)
    return out_of_order("no_such_match", match=unknown_match) if unknown_match else None


def _refusal_out_of_turn(before: Championship, hours: Timetable) -> Refusal | None:
    """No match is played before those whose winner or loser it waits for."""
    for fixture in before.fixtures.values():
        at = hours.hour_of(fixture)
        for feeder in _feeders(before, fixture) if at is not None else ():
            other = hours.hour_of(feeder)
            if at is not None and other is not None and at <= other:
                there = at_the_event(before.regulation, at)
                return forbidden_by(
                    "schedule.set_by", "hour_out_of_turn", phase=fixture.phase, at=there, other=feeder.phase
                )
    return None


def _feeders(before: Championship, fixture: Fixture) -> Iterator[Fixture]:
    waits_for: Iterable[Slot] = fixture.slots
    stage = before.plan.stage(fixture.stage)
    if all(not isinstance(slot, WinnerOf | LoserOf) for slot in fixture.slots):
        waits_for = stage.fill
        for name in {slot.stage for slot in stage.fill if hasattr(slot, "stage")} - {stage.id}:
            yield from (one for one in before.fixtures.values() if one.stage == name)
    for slot in waits_for:
        if isinstance(slot, WinnerOf | LoserOf) and slot.match in before.fixtures:
            yield before.fixtures[slot.match]


# --- a day that moves ---------------------------------------------------------------------------------------------


def shift_between(regulation: Regulation, before: EventSettings, after: EventSettings) -> Shift:
    """How hours move with the days of the event: the first day with the first, the second with the second. A day that
    the event has no longer moves like the last one that it still has."""
    days, news = _starts(regulation, before), _starts(regulation, after)
    if not (days and news):
        return Shift(())
    last = min(len(days), len(news)) - 1
    by = [_moved(days[min(place, last)], news[min(place, last)]) for place in range(len(days))]
    ends = [*(start for start, _hour in days[1:]), _EVER]
    moves = ((start, end, one) for (start, _hour), end, one in zip(days, ends, by, strict=True))
    return Shift(tuple(one for one in moves if one[2]))


def _starts(regulation: Regulation, settings: EventSettings) -> list[_Start]:
    if settings.days:
        return [_Start(local_midnight(regulation, one.begins), one.begins) for one in settings.days]
    day = event_day(regulation, settings)
    return [_Start(local_midnight(regulation, day), None)] if day else []


def _moved(old: _Start, new: _Start) -> timedelta:
    """From hour to hour where both days have one, otherwise by whole days."""
    return new.hour - old.hour if old.hour and new.hour else new.midnight - old.midnight
