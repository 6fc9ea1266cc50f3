"""From when lateness counts in a match, and when a W.O. needs the referee's reason."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from carteado.regulation import Refusal, TrucoRules, forbidden_by
from carteado.regulation.event_rules import CountedFrom
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.clocks import Awaited, Moment, latest_arrival
from carteado.tournament.matches.match_log import MatchLog
from carteado.tournament.operations import WalkOver
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.eligibility import at_the_event, cited, local_midnight
from carteado.tournament.state.championship import Championship

TOLERANCE = "lateness.tolerance_minutes"


def with_awaited(championship: Championship, match: MatchId, log: MatchLog) -> MatchLog:
    """The record with the hours from which its pairs' lateness counts now."""
    awaited = tuple(_awaited(championship, match, log))
    return log if awaited == log.clock.awaited else replace(log, clock=replace(log.clock, awaited=awaited))


def with_all_awaited(championship: Championship) -> Championship:
    """Every match that has not begun, with hours and tolerance as they stand now. For when either changes."""
    logs = {
        match: log if log.has_begun else with_awaited(championship, match, log)
        for match, log in championship.logs.items()
    }
    return replace(championship, logs=logs)


def _awaited(championship: Championship, match: MatchId, log: MatchLog) -> Iterator[Awaited]:
    """Counted from each match: its published hour, or its call where it has none. Counted from the event: the event's
    hour, on the day of the match, for a pair's first match; for a later one the minutes of an absence run from its
    call.

    Keys: lateness.tolerance_minutes, lateness.counted_from, clock.absence_minutes.
    """
    regulation = championship.regulation_of(match)
    lateness, rules = regulation.event.lateness, regulation.rules
    if lateness is None:
        return
    for pair in log.pairs:
        if lateness.counted_from is CountedFrom.MATCH:
            yield Awaited(pair, lateness.tolerance_minutes, championship.hour_of(match), TOLERANCE)
        elif _has_played(championship, pair, match):
            if isinstance(rules, TrucoRules):
                yield Awaited(pair, rules.clock.absence_minutes, None, "clock.absence_minutes")
        elif (begins := _hour_of_the_day(championship, match, log)) is not None:
            yield Awaited(pair, lateness.tolerance_minutes, begins, TOLERANCE)


def _hour_of_the_day(championship: Championship, match: MatchId, log: MatchLog) -> datetime | None:
    """When the event begins on the day of the match, which its published hour or its call tells."""
    called = log.clock.last(Moment.CALLED)
    when = championship.hour_of(match) or (called.at if called else None)
    days = championship.settings.days
    if when is None:
        return championship.settings.begins
    midnight = local_midnight(championship.regulation, when)
    so_far = (one for one in reversed(days) if local_midnight(championship.regulation, one.begins) <= midnight)
    return next((one.begins for one in so_far), championship.settings.begins)


def _has_played(championship: Championship, pair: PairId, match: MatchId) -> bool:
    return any(
        name != match and pair in log.pairs and log.has_begun and not log.follows
        for name, log in championship.logs.items()
    )


def refusal_without_reason(championship: Championship, log: MatchLog, operation: WalkOver) -> Refusal | None:
    """Refuse a W.O. without the referee's reason, unless the tolerance has run out.

    The reason is also needed for a match that was never called, and where no text says from when a pair is late.

    Key: lateness.tolerance_minutes.
    """
    refused = _refusal_if_in_time(championship, log, operation)
    if refused is None and not operation.why.strip():
        refused = _refusal_if_early(championship, log, operation)
    return refused and cited(championship.regulation, refused)


def _refusal_if_in_time(championship: Championship, log: MatchLog, operation: WalkOver) -> Refusal | None:
    """Where each match has its tolerance, no reason makes a pair absent that came within it. Key:
    lateness.tolerance_minutes."""
    lateness, clock = championship.regulation.event.lateness, log.clock.until(operation.at)
    if lateness is None or lateness.counted_from is not CountedFrom.MATCH or not clock.has(Moment.CALLED):
        return None
    for pair in (one for one in log.pairs if one in operation.absent):
        limit = latest_arrival(championship.regulation_of(operation.match), clock, pair)
        arrived = clock.last(Moment.ARRIVED, pair=pair)
        if limit is not None and arrived is not None and arrived.at <= limit.at:
            return forbidden_by(limit.key, "pair_came_in_time", pair=pair, at=_there(championship, arrived.at))
    return None


def _there(championship: Championship, at: datetime) -> datetime:
    return at_the_event(championship.regulation, at)


def _refusal_if_early(championship: Championship, log: MatchLog, operation: WalkOver) -> Refusal | None:
    if not log.clock.has(Moment.CALLED):
        return forbidden_by(TOLERANCE, "walkover_of_uncalled_match")
    clock = log.clock.until(operation.at)
    for pair in (one for one in log.pairs if one in operation.absent):
        limit = latest_arrival(championship.regulation_of(operation.match), clock, pair)
        if limit is None:
            return forbidden_by(TOLERANCE, "walkover_needs_reason")
        if not limit.is_past(operation.at):
            return forbidden_by(limit.key, "not_late_yet", pair=pair, until=_there(championship, limit.at))
    return None
