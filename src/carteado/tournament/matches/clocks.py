"""The clocks of a match and of the event's opening, computed from recorded times; nothing counts ticks.

Every question takes a time and looks only at what was recorded up to it, so a clock can be read again for any moment of
the past. A regulation that sets no time has no clock: the answer is None, not zero.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from carteado.regulation import Refusal, Regulation, TrucoRules, forbidden_by, out_of_order
from carteado.regulation.event_rules import CountedFrom, LateResult
from carteado.regulation.truco_rules import Clock, Dealing
from carteado.tournament.outcomes import PairId

FINAL = "final"
_NO_TIME = timedelta()


class Moment(StrEnum):
    """What was recorded. A mark about one pair names that pair."""

    CALLED = "called"
    ARRIVED = "arrived"
    STARTED = "started"
    PAUSED = "paused"
    RESUMED = "resumed"
    SHUFFLING = "shuffling"
    CUTTING = "cutting"
    DEALING = "dealing"
    DEALT = "dealt"
    ABSENT = "absent"
    RETURNED = "returned"
    EXTRA_STARTED = "extra_started"
    ENDED = "ended"


class Mark(NamedTuple):
    """A recorded moment with its time, which has a time zone."""

    moment: Moment
    at: datetime
    pair: PairId | None = None


class Awaited(NamedTuple):
    """From when a pair's lateness counts in a match, for how long it is tolerated, and the rule that says so.

    ``since`` is a published hour; None if it counts from the call.
    """

    pair: PairId
    minutes: int
    since: datetime | None = None
    key: str = "lateness.tolerance_minutes"


@dataclass(frozen=True, slots=True)
class ClockLog:
    """What happened at one table, or at the door of the event, in order of time.

    ``awaited`` says from when each pair's lateness counts. If it is None, lateness counts from the call.
    """

    pairs: tuple[PairId, ...]
    marks: tuple[Mark, ...] = ()
    of: CountedFrom = CountedFrom.MATCH
    awaited: tuple[Awaited, ...] | None = None

    def until(self, now: datetime) -> "ClockLog":
        """The log as it was at that time."""
        now = as_utc(now)
        return replace(self, marks=tuple(mark for mark in self.marks if mark.at <= now))

    def last(self, *moments: Moment, pair: PairId | None = None) -> Mark | None:
        """The latest mark of these moments; only that pair's if one is given."""
        wanted = (mark for mark in reversed(self.marks) if mark.moment in moments and pair in (None, mark.pair))
        return next(wanted, None)

    def has(self, moment: Moment) -> bool:
        return self.last(moment) is not None

    @property
    def is_paused(self) -> bool:
        mark = self.last(Moment.PAUSED, Moment.RESUMED)
        return mark is not None and mark.moment is Moment.PAUSED

    def is_absent(self, pair: PairId | None) -> bool:
        mark = self.last(Moment.ABSENT, Moment.RETURNED, pair=pair)
        return mark is not None and mark.moment is Moment.ABSENT


class Limit(StrEnum):
    """What ends at a deadline."""

    LATENESS = "lateness"
    MATCH_TIME = "match_time"
    EXTRA_TIME = "extra_time"
    ABSENCE = "absence"
    SHUFFLE = "shuffle_time"
    CUT = "cut_time"
    DEAL = "deal_time"


_TOLERATED = (Limit.LATENESS, Limit.ABSENCE)


class Deadline(NamedTuple):
    """The time at which a limit ends if nothing is paused, and the key of the rule that sets it."""

    kind: Limit
    at: datetime
    key: str
    pair: PairId | None = None

    def is_past(self, now: datetime) -> bool:
        """Whether the deadline has passed. Playing time ends at its last instant; a tolerance is exceeded only after
        it."""
        now = as_utc(now)
        return now > self.at if self.kind in _TOLERATED else now >= self.at


class Late(NamedTuple):
    """A pair that was not there in time, and what the regulation does about it."""

    pair: PairId
    result: LateResult
    key: str = "lateness.result"


def as_utc(at: datetime) -> datetime:
    """The time in UTC, so that seconds can be counted across changes of the local hour."""
    if at.utcoffset() is None:
        raise ValueError(f"an instant needs a time zone: {at}")
    return at.astimezone(UTC)


# --- recording ----------------------------------------------------------------------------------------------------


def recorded(regulation: Regulation, phase: str, log: ClockLog, *marks: Mark) -> ClockLog | Refusal:
    """The log with these marks, or the refusal of the first that does not fit."""
    for mark in marks:
        if refused := refusal(regulation, phase, log, mark):
            return refused
        log = replace(log, marks=(*log.marks, mark._replace(at=as_utc(mark.at))))
    return log


def refusal(regulation: Regulation, phase: str, log: ClockLog, mark: Mark) -> Refusal | None:
    """Why this mark cannot be recorded now. Keys: clock.time_up."""
    if mark.at.utcoffset() is None:
        return out_of_order("clock_without_zone", at=mark.at)
    if log.marks and mark.at < log.marks[-1].at:
        return out_of_order("clock_goes_back", at=mark.at, last=log.marks[-1].at)
    if log.has(Moment.ENDED):
        return out_of_order("clock_ended")
    if log.of is CountedFrom.EVENT and mark.moment not in _AT_THE_DOOR:
        return out_of_order("clock_of_the_event", moment=mark.moment)
    if mark.moment in _OF_A_PAIR and mark.pair not in log.pairs:
        return out_of_order("clock_of_other_pairs", pair=mark.pair or "–")
    refused = _REFUSALS[mark.moment](log, mark)
    if refused is None and mark.moment is Moment.EXTRA_STARTED:
        return _refusal_of_extra_time(regulation, phase, log, mark.at)
    return refused


_AT_THE_DOOR = (Moment.CALLED, Moment.ARRIVED, Moment.ENDED)
_OF_A_PAIR = (Moment.ARRIVED, Moment.ABSENT, Moment.RETURNED)
_CEREMONY = (Moment.SHUFFLING, Moment.CUTTING, Moment.DEALING, Moment.DEALT)


def _refusal_once_started(log: ClockLog, mark: Mark) -> Refusal | None:
    if log.has(Moment.STARTED):
        return out_of_order("clock_already_started")
    if mark.moment is Moment.ARRIVED and log.last(Moment.ARRIVED, pair=mark.pair):
        return out_of_order("clock_pair_already_there", pair=mark.pair)
    return None


def _refusal_until_started(log: ClockLog, _mark: Mark) -> Refusal | None:
    return None if log.has(Moment.STARTED) else out_of_order("clock_not_started")


def _refusal_unless_running(log: ClockLog, mark: Mark) -> Refusal | None:
    return _refusal_until_started(log, mark) or (out_of_order("clock_paused") if log.is_paused else None)


def _refusal_unless_paused(log: ClockLog, mark: Mark) -> Refusal | None:
    return _refusal_until_started(log, mark) or (None if log.is_paused else out_of_order("clock_not_paused"))


def _refusal_if_absent(log: ClockLog, mark: Mark) -> Refusal | None:
    if log.is_absent(mark.pair):
        return out_of_order("clock_pair_already_absent", pair=mark.pair)
    return _refusal_until_started(log, mark)


def _refusal_unless_absent(log: ClockLog, mark: Mark) -> Refusal | None:
    return None if log.is_absent(mark.pair) else out_of_order("clock_pair_not_absent", pair=mark.pair)


def _refusal_of_step(log: ClockLog, mark: Mark) -> Refusal | None:
    """The order of the steps: shuffling, which may start again at any time, then cutting, then dealing."""
    step = _CEREMONY.index(mark.moment)
    before = log.last(*_CEREMONY)
    if step > 0 and (before is None or before.moment is not _CEREMONY[step - 1]):
        return out_of_order("clock_ceremony_order", moment=mark.moment, before=_CEREMONY[step - 1])
    return _refusal_unless_running(log, mark)


def _no_refusal(_log: ClockLog, _mark: Mark) -> Refusal | None:
    return None


_REFUSALS: dict[Moment, Callable[[ClockLog, Mark], Refusal | None]] = {
    Moment.CALLED: _refusal_once_started,
    Moment.ARRIVED: _refusal_once_started,
    Moment.STARTED: _refusal_once_started,
    Moment.PAUSED: _refusal_unless_running,
    Moment.RESUMED: _refusal_unless_paused,
    Moment.SHUFFLING: _refusal_of_step,
    Moment.CUTTING: _refusal_of_step,
    Moment.DEALING: _refusal_of_step,
    Moment.DEALT: _refusal_of_step,
    Moment.ABSENT: _refusal_if_absent,
    Moment.RETURNED: _refusal_unless_absent,
    Moment.EXTRA_STARTED: _refusal_unless_running,
    Moment.ENDED: _no_refusal,
}


def _refusal_of_extra_time(regulation: Regulation, phase: str, log: ClockLog, at: datetime) -> Refusal | None:
    if _clock(regulation) is None:
        return out_of_order("clock_no_extra_time")
    if log.has(Moment.EXTRA_STARTED):
        return out_of_order("clock_extra_already_started")
    if not is_up(regulation, phase, log, at):
        return forbidden_by(
            "clock.time_up", "clock_time_not_up", left=_in_seconds(time_left(regulation, phase, log, at))
        )
    return None


# --- the time of a match ------------------------------------------------------------------------------------------


def elapsed_playing(log: ClockLog, now: datetime) -> timedelta:
    """Time played so far without pauses, up to the end of the match if it has ended."""
    return _played(_spans(log.until(now)), now)


def time_left(regulation: Regulation, phase: str, log: ClockLog, now: datetime) -> timedelta | None:
    """What is left of the match time, or of the extra time once that has begun; never negative.

    Keys: clock.match_minutes, clock.final_minutes, clock.extra_minutes.
    """
    log = log.until(now)
    period = _period(regulation, phase, log)
    if period is None:
        return None
    return max(_NO_TIME, period.length - _played(_spans(log, since=period.since), now))


def deadline(regulation: Regulation, phase: str, log: ClockLog, now: datetime) -> Deadline | None:
    """When the match time or the extra time ends or ended. None while it is not running."""
    log = log.until(now)
    period = _period(regulation, phase, log)
    if period is None or period.since is None:
        return None
    at = _instant_after(_spans(log, since=period.since), period.length)
    return None if at is None else Deadline(period.kind, at, period.key)


def is_up(regulation: Regulation, phase: str, log: ClockLog, now: datetime) -> bool:
    """Whether time is up: no new hand is dealt, and the current one is played to its end. Keys: clock.time_up."""
    return time_left(regulation, phase, log, now) == _NO_TIME


def refusal_to_end_by_time(
    regulation: Regulation, phase: str, log: ClockLog, at: datetime, *, is_tied: bool
) -> Refusal | None:
    """Why a game cannot have ended by time at that moment: the match time is not up, or with a tie the extra time.

    A clock that was never started shows nothing, so the referee must say. Extra time that began with this very bell
    was for a tie that is none after a correction. Keys: clock.time_up, clock.extra_minutes.
    """
    log = log.until(at)
    marks = (mark for mark in log.marks if mark.moment is not Moment.EXTRA_STARTED or mark.at < as_utc(at))
    log = replace(log, marks=tuple(marks))
    clock, left = _clock(regulation), time_left(regulation, phase, log, at)
    if clock is None or left is None:
        return None
    if not log.has(Moment.STARTED):
        return forbidden_by("clock.time_up", "clock_never_started")
    if log.has(Moment.EXTRA_STARTED):
        return (
            forbidden_by("clock.extra_minutes", "extra_time_ended_early", left=_in_seconds(left))
            if left > _NO_TIME
            else None
        )
    if left > _NO_TIME:
        return forbidden_by("clock.time_up", "time_ended_early", left=_in_seconds(left))
    if is_tied:
        return forbidden_by("clock.extra_minutes", "tie_before_extra_time", minutes=clock.extra_minutes)
    return None


def refusal_of_series(
    regulation: Regulation, phase: str, log: ClockLog, at: datetime, *, ended_by_time: int, ties: int
) -> Refusal | None:
    """Why so many games of a series cannot have ended by time: less time was played than they take together.

    Keys: clock.time_up, clock.extra_minutes.
    """
    clock, log = _clock(regulation), log.until(at)
    if clock is None:
        return None
    if not log.has(Moment.STARTED):
        return forbidden_by("clock.time_up", "clock_never_started")
    minutes = clock.final_minutes if phase == FINAL else clock.match_minutes
    needed = timedelta(minutes=ended_by_time * minutes + ties * clock.extra_minutes)
    left = needed - elapsed_playing(log, at)
    return forbidden_by("clock.time_up", "time_ended_early", left=_in_seconds(left)) if left > _NO_TIME else None


def _in_seconds(left: timedelta | None) -> timedelta:
    """Time left in whole seconds, begun ones included, as a clock shows it."""
    return timedelta(seconds=math.ceil((left or _NO_TIME).total_seconds()))


class _Period(NamedTuple):
    """A limit with its length, and the time from which playing time counts; None before that."""

    kind: Limit
    key: str
    length: timedelta
    since: datetime | None


def _period(regulation: Regulation, phase: str, log: ClockLog) -> _Period | None:
    """Keys: clock.match_minutes, clock.final_minutes, clock.extra_minutes."""
    clock = _clock(regulation)
    if clock is None:
        return None
    if extra := log.last(Moment.EXTRA_STARTED):
        return _Period(Limit.EXTRA_TIME, "clock.extra_minutes", timedelta(minutes=clock.extra_minutes), extra.at)
    started = log.last(Moment.STARTED)
    since = None if started is None else started.at
    if phase == FINAL:
        return _Period(Limit.MATCH_TIME, "clock.final_minutes", timedelta(minutes=clock.final_minutes), since)
    return _Period(Limit.MATCH_TIME, "clock.match_minutes", timedelta(minutes=clock.match_minutes), since)


def _clock(regulation: Regulation) -> Clock | None:
    return regulation.rules.clock if isinstance(regulation.rules, TrucoRules) else None


# --- playing time -------------------------------------------------------------------------------------------------


class _Span(NamedTuple):
    """A stretch of play between pauses. Without an end it is still running."""

    start: datetime
    end: datetime | None


def _spans(log: ClockLog, *, since: datetime | None = None, until: datetime | None = None) -> list[_Span]:
    """The stretches in which the match was played, cut to ``since`` and ``until`` if given."""
    spans = []
    start = None
    for mark in log.marks:
        if mark.moment in (Moment.STARTED, Moment.RESUMED):
            start = mark.at
        elif mark.moment in (Moment.PAUSED, Moment.ENDED) and start is not None:
            spans.append(_Span(start, mark.at))
            start = None
    if start is not None:
        spans.append(_Span(start, None))
    return list(_clipped(spans, since, until))


def _clipped(spans: list[_Span], since: datetime | None, until: datetime | None) -> Iterator[_Span]:
    for start, end in spans:
        later = start if since is None else max(start, since)
        sooner = end if until is None else until if end is None else min(end, until)
        if sooner is None or later <= sooner:
            yield _Span(later, sooner)


def _played(spans: list[_Span], now: datetime) -> timedelta:
    return sum(((end or as_utc(now)) - start for start, end in spans), start=_NO_TIME)


def _instant_after(spans: list[_Span], length: timedelta) -> datetime | None:
    """The time at which play had lasted this long. None if play stopped earlier and has not resumed."""
    for start, end in spans:
        if end is None or end - start >= length:
            return start + length
        length -= end - start
    return None


# --- absence ------------------------------------------------------------------------------------------------------


def absent_too_long(regulation: Regulation, log: ClockLog, now: datetime) -> tuple[PairId, ...]:
    """Pairs that stayed away longer than allowed, without returning in between. Keys: clock.absence_minutes.

    Pauses of the match do not count: no hand is played from which a pair could be absent.
    """
    clock, log = _clock(regulation), log.until(now)
    if clock is None:
        return ()
    allowed = timedelta(minutes=clock.absence_minutes)
    return tuple(pair for pair in log.pairs if any(time > allowed for time in _absences(log, pair, now)))


def _absences(log: ClockLog, pair: PairId, now: datetime) -> Iterator[timedelta]:
    left = None
    for mark in log.marks:
        if mark.pair == pair and mark.moment is Moment.ABSENT:
            left = mark.at
        elif mark.pair == pair and mark.moment is Moment.RETURNED:
            yield _played(_spans(log, since=left, until=mark.at), now)
            left = None
    if left is not None:
        yield _played(_spans(log, since=left), now)


# --- lateness -----------------------------------------------------------------------------------------------------


def late_pairs(regulation: Regulation, log: ClockLog, now: datetime) -> tuple[Late, ...]:
    """Pairs that arrived too late, or have not arrived and are too late. Once the match has started, a pair without a
    recorded arrival is not late.

    Lateness counts from the published hour of the match or of the event, or from the call. Keys:
    lateness.tolerance_minutes, lateness.counted_from, lateness.result, clock.absence_minutes.
    """
    lateness, log = regulation.event.lateness, log.until(now)
    if lateness is None:
        return ()
    limits = ((pair, latest_arrival(regulation, log, pair)) for pair in log.pairs)
    return tuple(
        Late(pair, lateness.result, "lateness.result" if limit.key == "lateness.tolerance_minutes" else limit.key)
        for pair, limit in limits
        if limit is not None and _is_late(log, pair, limit.at, as_utc(now))
    )


def _is_late(log: ClockLog, pair: PairId, limit: datetime, now: datetime) -> bool:
    if arrived := log.last(Moment.ARRIVED, pair=pair):
        return arrived.at > limit
    ended = log.last(Moment.ENDED)
    return not log.has(Moment.STARTED) and (ended.at if ended else now) > limit


def latest_arrival(regulation: Regulation, log: ClockLog, pair: PairId) -> Deadline | None:
    """The last moment at which the pair is in time. If there were several calls, the latest counts. None while nothing
    counts: there is no published hour, and no call that counts."""
    called = log.last(Moment.CALLED)
    awaited = next((one for one in _awaited(regulation, log) if one.pair == pair), None)
    since = awaited.since or (called.at if called else None) if awaited else None
    if awaited is None or since is None:
        return None
    return Deadline(Limit.LATENESS, as_utc(since) + timedelta(minutes=awaited.minutes), awaited.key, pair)


def _awaited(regulation: Regulation, log: ClockLog) -> tuple[Awaited, ...]:
    if log.awaited is not None:
        return log.awaited
    lateness = regulation.event.lateness
    if lateness is None or lateness.counted_from is not log.of:
        return ()
    return tuple(Awaited(pair, lateness.tolerance_minutes) for pair in log.pairs)


# --- the referee's desk -------------------------------------------------------------------------------------------


def running(regulation: Regulation, phase: str, log: ClockLog, now: datetime) -> tuple[Deadline, ...]:
    """Every deadline that is running, or has passed without being resolved, nearest first. Empty once the match has
    ended."""
    log = log.until(now)
    if log.has(Moment.ENDED):
        return ()
    match = deadline(regulation, phase, log, now)
    deadlines = [
        *([match] if match else []),
        *_lateness_deadlines(regulation, log, now),
        *_absence_deadlines(regulation, log),
        *_ceremony_deadlines(regulation, log),
    ]
    return tuple(sorted(deadlines, key=lambda one: one.at))


def _lateness_deadlines(regulation: Regulation, log: ClockLog, now: datetime) -> Iterator[Deadline]:
    """Where nothing is tolerated there is nothing to count down once the hour has come, so no deadline is shown.

    Keys: lateness.tolerance_minutes, clock.absence_minutes.
    """
    if log.has(Moment.STARTED):
        return
    silent = {one.pair for one in log.awaited or () if one.minutes == 0}
    for pair in log.pairs:
        limit = latest_arrival(regulation, log, pair)
        if limit is None or log.last(Moment.ARRIVED, pair=pair) or (pair in silent and limit.is_past(now)):
            continue
        yield limit


def _absence_deadlines(regulation: Regulation, log: ClockLog) -> Iterator[Deadline]:
    """Keys: clock.absence_minutes."""
    clock = _clock(regulation)
    if clock is None:
        return
    for pair in log.pairs:
        left = log.last(Moment.ABSENT, pair=pair)
        if left is None or not log.is_absent(pair):
            continue
        at = _instant_after(_spans(log, since=left.at), timedelta(minutes=clock.absence_minutes))
        if at is not None:
            yield Deadline(Limit.ABSENCE, at, "clock.absence_minutes", pair)


class _Step(NamedTuple):
    """A step before a hand is played, and the seconds that the regulation allows for it."""

    kind: Limit
    key: str
    seconds: Callable[[Dealing], int]


_STEPS: dict[Moment, _Step] = {
    Moment.SHUFFLING: _Step(Limit.SHUFFLE, "dealing.shuffle_seconds", lambda dealing: dealing.shuffle_seconds),
    Moment.CUTTING: _Step(Limit.CUT, "dealing.cut_seconds", lambda dealing: dealing.cut_seconds),
    Moment.DEALING: _Step(Limit.DEAL, "dealing.deal_seconds", lambda dealing: dealing.deal_seconds),
}


def _ceremony_deadlines(regulation: Regulation, log: ClockLog) -> Iterator[Deadline]:
    """The deadline of the current step: shuffling, cutting or dealing.

    Keys: dealing.shuffle_seconds, dealing.cut_seconds, dealing.deal_seconds.
    """
    begun = log.last(*_CEREMONY)
    if begun is None or begun.moment not in _STEPS or not isinstance(regulation.rules, TrucoRules):
        return
    step = _STEPS[begun.moment]
    allowed = timedelta(seconds=step.seconds(regulation.rules.dealing))
    at = _instant_after(_spans(log, since=begun.at), allowed)
    if at is not None:
        yield Deadline(step.kind, at, step.key)
