"""Apply operations to a championship, or say why they are refused.

Each operation has one function, which returns the next championship or a refusal, so that ``refusal`` and ``apply``
cannot disagree.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from carteado.regulation import IllegalAct, Refusal, out_of_order
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.operations import (
    AgreeHouseRule,
    Announce,
    CallMatch,
    Cancel,
    ChangeEntry,
    ChangeRules,
    CommitDraw,
    Confirm,
    Correct,
    Decide,
    Describe,
    Dispute,
    DisqualifyPair,
    EndRounds,
    EnterDelegation,
    HoldDraw,
    MarkTime,
    OfferForms,
    OpenEntry,
    Operation,
    PairRound,
    Resume,
    SetHours,
    Settle,
    StartMatch,
    Submit,
    Substitute,
    Suspend,
    Undo,
    WalkOver,
    WithdrawPair,
)
from carteado.tournament.running.departures import disqualify, with_walkovers, withdraw
from carteado.tournament.running.draws import (
    commit_draw,
    end_rounds,
    hold_draw,
    offer_forms,
    pair_round,
    refusal_of_changed_field,
    settle,
)
from carteado.tournament.running.hours import set_hours
from carteado.tournament.running.registrations import (
    announce,
    change_entry,
    describe,
    enter_delegation,
    open_entry,
    refusal_without_reason,
    substitute,
)
from carteado.tournament.running.results import (
    Moved,
    RankMoved,
    confirm,
    correct,
    dispute,
    moved,
    ranks_moved,
    refusal_to_end_by_time,
    submit,
)
from carteado.tournament.running.rulings import agree_house_rule, change_rules, decide, resume, suspend
from carteado.tournament.running.tables import (
    call_match,
    mark_time,
    refusal_of_early_walkover,
    refusal_unless_all_sit,
    start_match,
    walk_over,
)
from carteado.tournament.state.championship import Championship, Next, Status


def refusal(championship: Championship, operation: Operation) -> Refusal | None:
    """Why the operation is not allowed now; None if it is."""
    result = _result_when_made(championship, operation)
    return result if isinstance(result, Refusal) else None


def apply(championship: Championship, operation: Operation) -> Championship:
    """The championship after the operation, which is added to its log. Raises IllegalAct if it is refused."""
    return _added(championship, operation, _result_when_made(championship, operation))


def apply_again(championship: Championship, operation: Operation) -> Championship:
    """Apply an operation that was made before, without the checks that belong only to the moment when it is made."""
    # Events from before these checks existed must still fold. What people have accepted is not checked either, because
    # a log rarely contains facts about people.
    if not championship.people:
        return _added(championship, operation, _result_of(championship, operation))
    unasked = replace(championship, asks_acceptance=False)
    after = _added(unasked, operation, _result_of(unasked, operation))
    return replace(after, asks_acceptance=True, opening=championship.opening or championship)


def _added(championship: Championship, operation: Operation, result: Next) -> Championship:
    if isinstance(result, Refusal):
        raise IllegalAct(result)
    opening = championship if championship.opening is None else championship.opening
    return replace(result, log=(*championship.log, operation), opening=opening)


def fold(opening: Championship, operations: Iterable[Operation]) -> Championship:
    """The championship after all the operations, each of which was allowed when it was made."""
    for operation in operations:
        opening = apply_again(opening, operation)
    return opening


def _result_when_made(championship: Championship, operation: Operation) -> Next:
    result = _result_of(championship, operation)
    asked = _ASKED_WHEN_MADE.get(type(operation))
    if asked is None or isinstance(result, Refusal):
        return result
    return asked(championship, operation) or result


def _result_of(championship: Championship, operation: Operation) -> Next:
    if refused := _refusal_by_status(championship, operation):
        return refused
    result = _STEPS[type(operation)](championship, operation)
    return with_walkovers(result) if isinstance(result, Championship) and result.departures else result


def _refusal_by_status(championship: Championship, operation: Operation) -> Refusal | None:
    """A suspended event waits, though its dates and hours may move; a cancelled one is over. Keys:
    suspension.recorded, edition.may_move."""
    if operation.at.utcoffset() is None:
        return out_of_order("clock_without_zone", at=operation.at)
    if isinstance(operation, Undo | Decide | Cancel) or championship.status is Status.RUNNING:
        return None
    if championship.status is Status.SUSPENDED and isinstance(operation, Resume | Announce | SetHours):
        return None
    code = "event_cancelled" if championship.status is Status.CANCELLED else "event_suspended"
    return out_of_order(code)


def moved_by(championship: Championship, operation: Operation) -> tuple[Moved, ...] | Refusal:
    """The later slots that an operation would give to other pairs, among those known now."""
    result = _forced(championship, operation)
    return result if isinstance(result, Refusal) else tuple(moved(championship, result))


def ranks_moved_by(championship: Championship, operation: Operation) -> tuple[RankMoved, ...] | Refusal:
    """The ranks in groups and Swisses that an operation would give to other pairs."""
    result = _forced(championship, operation)
    return result if isinstance(result, Refusal) else tuple(ranks_moved(championship, result))


def _forced(championship: Championship, operation: Operation) -> Next:
    return _result_of(championship, replace(operation, force=True) if isinstance(operation, Correct) else operation)


def _undo(championship: Championship, _operation: Undo) -> Next:
    """Apply all operations still in force again, from the opening, without the last one."""
    standing = in_force(championship.log)
    if not standing or championship.opening is None:
        return out_of_order("nothing_to_undo")
    return fold(championship.opening, standing[:-1])


def in_force(log: Iterable[Operation]) -> list[Operation]:
    """The operations that have not been undone."""
    standing: list[Operation] = []
    for operation in log:
        if isinstance(operation, Undo):
            standing.pop()
        else:
            standing.append(operation)
    return standing


def acts_off_record(championship: Championship) -> Counter[MatchId]:
    """For each match, how many acts are missing from its record because it began again. Zero if it never did, and a
    different number each time it is played. Acts that were undone do not count."""
    act_count = Counter(one.match for one in in_force(championship.log) if isinstance(one, _ON_RECORD))
    for match, log in championship.logs.items():
        marks = sum(mark.moment in (Moment.CALLED, Moment.STARTED) for mark in log.clock.marks)
        act_count[match] -= marks + len(log.submissions)
    return act_count


_ON_RECORD = (CallMatch, StartMatch, Submit, Correct)
"""Each of these adds one mark, or one version of the result, to the match's record."""
_ASKED_WHEN_MADE: dict[type[Operation], Callable[[Championship, Any], Refusal | None]] = {
    HoldDraw: refusal_of_changed_field,
    StartMatch: refusal_unless_all_sit,
    Submit: refusal_to_end_by_time,
    Substitute: refusal_without_reason,
    WalkOver: refusal_of_early_walkover,
}
"""Refusals of new operations alone. Events from before they were asked play on."""
_STEPS: dict[type[Operation], Callable[[Championship, Any], Next]] = {
    Announce: announce,
    Describe: describe,
    OpenEntry: open_entry,
    ChangeEntry: change_entry,
    EnterDelegation: enter_delegation,
    Substitute: substitute,
    OfferForms: offer_forms,
    Settle: settle,
    SetHours: set_hours,
    CommitDraw: commit_draw,
    HoldDraw: hold_draw,
    PairRound: pair_round,
    EndRounds: end_rounds,
    CallMatch: call_match,
    StartMatch: start_match,
    MarkTime: mark_time,
    Submit: submit,
    Confirm: confirm,
    Dispute: dispute,
    Correct: correct,
    WalkOver: walk_over,
    WithdrawPair: withdraw,
    DisqualifyPair: disqualify,
    ChangeRules: change_rules,
    AgreeHouseRule: agree_house_rule,
    Decide: decide,
    Suspend: suspend,
    Cancel: suspend,
    Resume: resume,
    Undo: _undo,
}
