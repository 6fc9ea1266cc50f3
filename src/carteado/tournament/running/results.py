"""Results in versions: submitted, confirmed, disputed, corrected; and which later slots a correction gives to other
pairs."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from carteado.regulation import Refusal, out_of_order
from carteado.tournament.formats.slots import MatchId, Slot, StageId
from carteado.tournament.formats.stages import SWISS, Kind
from carteado.tournament.matches import clocks
from carteado.tournament.matches.match_log import Ending, Party, Submission
from carteado.tournament.matches.results import refusal_of_games
from carteado.tournament.operations import Confirm, Correct, Dispute, Submit
from carteado.tournament.outcomes import PairId
from carteado.tournament.running.tables import open_log, refusal_while_busy, with_log
from carteado.tournament.state.bracket import NOBODY, Occupant
from carteado.tournament.state.championship import Championship, Next


def submit(championship: Championship, operation: Submit) -> Next:
    """Add a version of the result, which does not count until it is confirmed."""
    log = open_log(championship, operation.match)
    if isinstance(log, Refusal):
        return log
    fixture = championship.fixtures[operation.match]
    if refused := refusal_of_games(championship.regulation_of(operation.match), fixture, operation.games):
        return refused
    if refused := refusal_while_busy(championship, operation.match, log):
        return refused
    submission = Submission(games=operation.games, by=operation.by, at=operation.at, why=operation.why.strip())
    return with_log(championship, operation.match, replace(log, submissions=(*log.submissions, submission)))


def refusal_to_end_by_time(championship: Championship, operation: Submit) -> Refusal | None:
    """Why the clock does not let these games end by time. The referee's reason lets them.

    A game's tie goes into the extra time first. Keys: clock.time_up, clock.extra_minutes.
    """
    by_time = [game for game in operation.games if game.ending is Ending.TIME_UP]
    log = open_log(championship, operation.match)
    if not by_time or operation.why.strip() or isinstance(log, Refusal):
        return None
    bell = operation.bell
    if bell is not None and bell.utcoffset() is None:
        return out_of_order("clock_without_zone", at=bell)
    at = operation.at if bell is None else min(bell, operation.at)
    fixture, regulation = championship.fixtures[operation.match], championship.regulation_of(operation.match)
    ties = sum(game.points[0] == game.points[1] for game in by_time)
    if fixture.best_of == 1:
        return clocks.refusal_to_end_by_time(regulation, fixture.phase, log.clock, at, is_tied=ties > 0)
    return clocks.refusal_of_series(regulation, fixture.phase, log.clock, at, ended_by_time=len(by_time), ties=ties)


def _last_version(championship: Championship, operation: Confirm | Dispute) -> Submission | Refusal:
    """The version that can still be confirmed or disputed: the last one, while no version counts."""
    log = open_log(championship, operation.match)
    if isinstance(log, Refusal):
        return log
    if not log.submissions or operation.version != len(log.submissions) - 1:
        return out_of_order("not_the_last_version", version=operation.version, last=len(log.submissions) - 1)
    return log.submissions[-1]


def confirm(championship: Championship, operation: Confirm) -> Next:
    """Confirm the last version. It counts once all parties have confirmed it."""
    last = _last_version(championship, operation)
    if isinstance(last, Refusal):
        return last
    if last.disputed:
        return out_of_order("result_disputed", match=operation.match)
    if operation.party in last.confirmed:
        return out_of_order("already_confirmed", party=operation.party)
    confirmed = last.confirmed | {operation.party}
    log = championship.logs[operation.match].with_last(replace(last, confirmed=confirmed))
    counts = operation.version if confirmed >= championship.confirmed_by else None
    return with_log(championship, operation.match, replace(log, official=counts))


def dispute(championship: Championship, operation: Dispute) -> Next:
    """Dispute the last version, with a reason."""
    last = _last_version(championship, operation)
    if isinstance(last, Refusal):
        return last
    if not operation.why.strip():
        return out_of_order("reason_needed")
    disputed = {**last.disputed, operation.party: operation.why}
    confirmed = last.confirmed - {operation.party}
    log = championship.logs[operation.match].with_last(replace(last, disputed=disputed, confirmed=confirmed))
    return with_log(championship, operation.match, log)


def correct(championship: Championship, operation: Correct) -> Next:
    """Add the referee's version, which counts at once, and discard later draws and matches that it overturns."""
    log = championship.logs.get(operation.match)
    if log is None or not (log.submissions or log.absent):
        return out_of_order("nothing_to_correct", match=operation.match)
    if not operation.why.strip():
        return out_of_order("reason_needed")
    fixture = championship.fixtures[operation.match]
    if refused := refusal_of_games(championship.regulation_of(operation.match), fixture, operation.games):
        return refused
    corrected = Submission(
        games=operation.games,
        by=operation.by,
        at=operation.at,
        why=operation.why,
        confirmed=frozenset({Party.REFEREE}),
        is_correction=True,
    )
    versions = (*log.submissions, corrected)
    log = replace(log, submissions=versions, official=len(versions) - 1, absent=(), follows=False)
    after = _with_those_who_came(with_log(championship, operation.match, log), {operation.match})
    return without_moved(championship, after, force=operation.force)


def _with_those_who_came(after: Championship, matches: Collection[MatchId]) -> Championship:
    """Bring back pairs that had left only because they missed these matches, in their other matches too."""
    back = {pair for pair, left in after.departures.items() if left.match in matches}
    return replace(
        after,
        departures={pair: left for pair, left in after.departures.items() if pair not in back},
        logs={match: log for match, log in after.logs.items() if not (log.follows and back.intersection(log.absent))},
    )


class Moved(NamedTuple):
    """A slot that a change would give to another pair, in a match or in a stage already drawn, and whether that has
    begun."""

    where: MatchId | StageId
    slot: int
    before: Occupant
    after: Occupant
    has_begun: bool


class RankMoved(NamedTuple):
    """A rank of a group or of a Swiss that a change would give to another pair."""

    stage: StageId
    group: int
    rank: int
    before: PairId
    after: PairId


def ranks_moved(before: Championship, after: Championship) -> Iterator[RankMoved]:
    """Ranks that change, in groups and Swiss stages whose pairs are all known."""
    ranked = (stage for stage in before.plan.stages if stage.kind in (Kind.GROUPS, Kind.SWISS))
    for stage in (one for one in ranked if before.bracket.is_filled(one) and after.plan == before.plan):
        for group in range(stage.groups):
            tables = [[one.pair for one in each.bracket.ranking(stage.id, group)] for each in (before, after)]
            for rank, (was, becomes) in enumerate(zip(*tables, strict=False), start=1):
                if was != becomes:
                    yield RankMoved(stage.id, group, rank, was, becomes)


def moved(before: Championship, after: Championship) -> list[Moved]:
    """Slots that were known before and go to another pair. Those of a stage that must be drawn again come first."""
    found: list[Moved] = []
    for stage in before.plan.stages:
        if stage.id in before.places and after.plan == before.plan:
            found += _moved_slots(before, after, stage.id, stage.fill, has_begun=True)
    for match in before.fixtures:
        if match in after.fixtures:
            log = before.logs.get(match)
            slots = before.fixtures[match].slots
            found += _moved_slots(before, after, match, slots, has_begun=log is not None and log.has_begun)
    return found


def _moved_slots(
    before: Championship, after: Championship, where: str, slots: Sequence[Slot], *, has_begun: bool
) -> Iterator[Moved]:
    for index, slot in enumerate(slots):
        was, becomes = before.bracket.occupant(slot), after.bracket.occupant(slot)
        if was is not None and was != becomes:
            yield Moved(where, index, was, becomes, has_begun)


def without_moved(before: Championship, after: Championship, *, force: bool) -> Next:
    """Discard draws and match records that have lost a pair, so that they are made again. Those that had begun are
    discarded only with ``force``."""
    while lost := [one for one in moved(before, after) if _has_lost_a_pair(after, one.where)]:
        begun = tuple(dict.fromkeys(one.where for one in lost if one.has_begun))
        if begun and not force:
            return out_of_order("later_match_played", matches=begun)
        for where in {one.where for one in lost}:
            after = _begun_again(after, where)
    return after


def _has_lost_a_pair(after: Championship, where: str) -> bool:
    if where in after.places:
        fill = (after.bracket.occupant(slot) for slot in after.plan.stage(where).fill)
        return {pair for pair in fill if pair is not NOBODY} != set(after.places[where])
    return where in after.logs and after.logs[where].pairs != after.bracket.pairs(where)


def _begun_again(after: Championship, where: str) -> Championship:
    """Discard the match's record, or the stage's draw with all its records. Pairs that left because of them are
    back."""
    gone = {match for match, fixture in after.fixtures.items() if where in (match, fixture.stage)}
    paired = {match for match in gone if after.fixtures[match].phase == SWISS and after.fixtures[match].stage == where}
    after = replace(
        after,
        fixtures={match: fixture for match, fixture in after.fixtures.items() if match not in paired},
        sat_out={stage: pairs for stage, pairs in after.sat_out.items() if stage != where},
        logs={match: log for match, log in after.logs.items() if match not in gone},
        places={stage: pairs for stage, pairs in after.places.items() if stage != where},
        draws={name: protocol for name, protocol in after.draws.items() if name != where},
        commitments={name: sealed for name, sealed in after.commitments.items() if name != where},
    )
    return _with_those_who_came(after, gone)
