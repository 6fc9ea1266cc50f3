"""Operations at the table before there is a result: calling and starting a match, clock marks, and W.O."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from carteado.regulation import Refusal, forbidden_by, out_of_order
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.clocks import Mark, Moment, recorded
from carteado.tournament.matches.match_log import MatchLog, State, new_log
from carteado.tournament.operations import CallMatch, MarkTime, StartMatch, WalkOver
from carteado.tournament.outcomes import PairId
from carteado.tournament.running.departures import left
from carteado.tournament.running.lateness import refusal_without_reason, with_awaited
from carteado.tournament.running.registrations import with_seated
from carteado.tournament.state.championship import Championship, Departure, Next


def open_log(championship: Championship, match: MatchId) -> MatchLog | Refusal:
    """The record of a match that is still to be decided, with the pairs that play it."""
    if match not in championship.fixtures:
        return out_of_order("no_such_match", match=match)
    log = championship.logs.get(match)
    if log is not None and log.state in (State.OFFICIAL, State.WALKOVER):
        return out_of_order("match_decided", match=match)
    pairs = championship.bracket.pairs(match)
    if pairs is None:
        return out_of_order("pairs_not_known", match=match)
    if championship.bracket.ended(match):
        return out_of_order("match_decided", match=match)
    log = log or new_log(pairs)
    return log if log.has_begun else with_awaited(championship, match, log)


def with_log(championship: Championship, match: MatchId, log: MatchLog) -> Championship:
    return replace(championship, logs={**championship.logs, match: log})


def refusal_while_busy(
    championship: Championship, match: MatchId, log: MatchLog, table: str | None = None
) -> Refusal | None:
    """A pair plays one match at a time, and a table holds one match."""
    for name, other in championship.logs.items():
        if name == match or not other.is_on:
            continue
        if both := set(log.pairs) & set(other.pairs):
            return out_of_order("pair_is_playing", pair=min(both), match=name)
        if table is not None and other.table == table:
            return out_of_order("table_in_use", table=table, match=name)
    return None


def call_match(championship: Championship, operation: CallMatch) -> Next:
    log = open_log(championship, operation.match)
    if isinstance(log, Refusal):
        return log
    if log.has_begun:
        return out_of_order("match_has_begun", match=operation.match)
    if refused := refusal_while_busy(championship, operation.match, log, operation.table):
        return refused
    after = marked(championship, operation, replace(log, table=operation.table), Moment.CALLED)
    if isinstance(after, Refusal):
        return after
    return with_log(after, operation.match, with_awaited(after, operation.match, after.logs[operation.match]))


def start_match(championship: Championship, operation: StartMatch) -> Next:
    log = open_log(championship, operation.match)
    if isinstance(log, Refusal):
        return log
    if refused := refusal_while_busy(championship, operation.match, log):
        return refused
    seated = with_seated(championship, operation, log)
    return seated if isinstance(seated, Refusal) else marked(seated, operation, log, Moment.STARTED)


def refusal_unless_all_sit(championship: Championship, operation: StartMatch) -> Refusal | None:
    """The referee's start says that all sit at the table. If the arrival of one pair was noted, that of the other must
    be as well. Key: presence.before_start."""
    log = championship.logs.get(operation.match)
    missing = None if log is None else pair_not_noted(championship, log)
    return None if missing is None else forbidden_by("presence.before_start", "pair_not_at_the_table", pair=missing)


def pair_not_noted(championship: Championship, log: MatchLog) -> PairId | None:
    """The pair whose arrival was not noted although that of its opponents was, where all must sit at the table before
    the start. Key: presence.before_start."""
    if championship.regulation.event.presence is None:
        return None
    missing = [pair for pair in log.pairs if log.clock.last(Moment.ARRIVED, pair=pair) is None]
    return missing[0] if len(missing) == 1 else None


def starting(championship: Championship, match: MatchId, *, by: str, at: datetime) -> Sequence[MarkTime | StartMatch]:
    """The operations by which a match starts that is seen to be played: who plays is at the table."""
    log = championship.logs.get(match)
    missing = None if log is None else pair_not_noted(championship, log)
    start = StartMatch(by=by, at=at, match=match)
    if missing is None:
        return (start,)
    return (MarkTime(by=by, at=at, match=match, moment=Moment.ARRIVED, pair=missing), start)


def mark_time(championship: Championship, operation: MarkTime) -> Next:
    log = open_log(championship, operation.match)
    if isinstance(log, Refusal):
        return log
    if operation.moment in (Moment.CALLED, Moment.STARTED, Moment.ENDED):
        return out_of_order("moment_by_its_operation", moment=operation.moment)
    return marked(championship, operation, log, operation.moment, operation.pair)


def marked(
    championship: Championship,
    operation: CallMatch | StartMatch | MarkTime,
    log: MatchLog,
    moment: Moment,
    pair: PairId | None = None,
) -> Next:
    phase = championship.fixtures[operation.match].phase
    since = operation.since if isinstance(operation, MarkTime) else None
    if since is not None and (since.utcoffset() is None or since > operation.at):
        return out_of_order("clock_goes_ahead", at=since, now=operation.at)
    mark = Mark(moment, since or operation.at, pair)
    clock = recorded(championship.regulation_of(operation.match), phase, log.clock, mark)
    return clock if isinstance(clock, Refusal) else with_log(championship, operation.match, replace(log, clock=clock))


def walk_over(championship: Championship, operation: WalkOver) -> Next:
    """Keys: lateness.tolerance_minutes, lateness.result, walkover.score."""
    log = open_log(championship, operation.match)
    if isinstance(log, Refusal):
        return log
    if log.has_begun:
        return out_of_order("match_has_begun", match=operation.match)
    absent = tuple(pair for pair in log.pairs if pair in operation.absent)
    if not absent or set(operation.absent) - set(log.pairs):
        return out_of_order("absent_not_in_match", match=operation.match)
    if refused := _refusal_if_present(championship, operation.match, absent):
        return refused
    after = with_log(championship, operation.match, replace(log, absent=absent))
    if championship.regulation.event.lateness is None:
        return after
    departure = Departure("lateness.result", operation.at, operation.why, operation.match)
    for pair in absent:
        after = left(after, pair, departure)
    return after


def refusal_of_early_walkover(championship: Championship, operation: WalkOver) -> Refusal | None:
    """Key: lateness.tolerance_minutes."""
    log = open_log(championship, operation.match)
    return log if isinstance(log, Refusal) else refusal_without_reason(championship, log, operation)


def _refusal_if_present(championship: Championship, match: MatchId, absent: Sequence[PairId]) -> Refusal | None:
    """A pair that is playing at another table is not absent."""
    for name, other in championship.logs.items():
        if name != match and other.state is State.PLAYING and (there := set(absent) & set(other.pairs)):
            return out_of_order("pair_is_playing", pair=min(there), match=name)
    return None
