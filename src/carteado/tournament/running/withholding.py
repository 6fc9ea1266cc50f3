"""A championship without the operations that a delay still withholds from the public.

A match may be shown with a delay. The public learns of what is done at it later, and also of anything that would reveal
it: an operation that would be refused without a withheld one is withheld with it.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.operations import (
    AgreeHouseRule,
    Announce,
    CallMatch,
    Cancel,
    Confirm,
    Correct,
    Decide,
    Dispute,
    DisqualifyPair,
    EndRounds,
    HoldDraw,
    MarkTime,
    Operation,
    PairRound,
    Resume,
    SetHours,
    Settle,
    StartMatch,
    Submit,
    Suspend,
    Undo,
    WalkOver,
    WithdrawPair,
)
from carteado.tournament.running.dispatch import apply, fold, refusal
from carteado.tournament.state.championship import Championship

AT_TABLES = (CallMatch, StartMatch, MarkTime, Submit, Confirm, Dispute, Correct, WalkOver)
"""Operations made at tables, which reveal what is played."""
OF_ONE_MATCH = (StartMatch, MarkTime, Submit, Confirm, Dispute, Correct, WalkOver)
"""What they reveal is their own match. A call reveals nothing of it: the pairs must come to the table at once."""
NOTICES = (Announce, SetHours, Suspend, Resume, Cancel)
"""Operations that the public sees at once: dates, hours, and whether the event goes on. They reveal no results."""
OF_ANY_MATCH = (HoldDraw, PairRound, EndRounds, WithdrawPair, DisqualifyPair, Decide, AgreeHouseRule)
"""Operations that may follow from any match, once one is on."""


_OF_A_CALENDAR = (Settle, HoldDraw, PairRound, EndRounds, *AT_TABLES, WithdrawPair, DisqualifyPair)
"""Operations that change when, where or between whom matches are."""


class Revealed(NamedTuple):
    """What an operation reveals: how one match stands. With ``match`` None, it may reveal how any match stands."""

    match: MatchId | None


def revealed_by(log: Sequence[Operation], index: int) -> Revealed | None:
    """What the operation at that place in the log reveals; None if it reveals nothing."""
    operation = log[index]
    if isinstance(operation, Undo):
        undone = _undone(log).get(index)
        return None if undone is None else revealed_by(log, undone)
    if isinstance(operation, OF_ONE_MATCH):
        return Revealed(operation.match)
    if isinstance(operation, OF_ANY_MATCH) and any(isinstance(one, AT_TABLES) for one in log[:index]):
        return Revealed(None)
    return None


def revision(shown: Championship, whole: Championship) -> int:
    """How often a calendar has changed for a reader to whom the championship is ``shown``.

    A program replaces what it took before only by a higher number, so it grows when an act is taken back, too. What
    everybody may know is counted in the ``whole`` log: withholding drops acts that were taken back.
    """
    return _count(whole.log, NOTICES) + _count(shown.log, _OF_A_CALENDAR)


def _count(log: Sequence[Operation], kinds: tuple[type[Operation], ...]) -> int:
    undone = _undone(log)
    return sum(isinstance(log[undone.get(index, index)], kinds) for index in range(len(log)))


def without(championship: Championship, withheld: Container[int], *, after: Championship | None = None) -> Championship:
    """The championship without the operations at these places in its log, nor any that would be refused without them.

    ``after`` is the championship after the first operations of the log, none of them withheld, to go on from there.
    """
    opening, log = championship.opening, championship.log
    assert opening is not None  # something was done, so there is something to withhold
    known = [index for index in range(len(log)) if index not in withheld]
    if any(isinstance(log[index], Undo) for index in known):
        taken_back = {undone for index, undone in _undone(log).items() if index not in withheld}
        standing = (log[index] for index in known if index not in taken_back and not isinstance(log[index], Undo))
        return _with_all_that_stands(opening, standing)
    begin = after if after is not None and after.opening is not None else opening
    return _with_all_that_stands(begin, (log[index] for index in known if index >= len(begin.log)))


def _with_all_that_stands(championship: Championship, operations: Iterable[Operation]) -> Championship:
    for operation in operations:
        if refusal(championship, operation) is None:
            championship = apply(championship, operation)
    return championship


def up_to(championship: Championship, count: int, *, after: Championship | None = None) -> Championship:
    """The championship after its first ``count`` operations.

    ``after`` is the championship after fewer of them, to go on from there.
    """
    opening, log = championship.opening, championship.log
    if opening is None or count >= len(log):
        return championship
    if after is not None and len(after.log) <= count and after.log == log[: len(after.log)]:
        return fold(after, log[len(after.log) : count])
    return fold(opening, log[:count])


def _undone(log: Sequence[Operation]) -> dict[int, int]:
    """By the place of each Undo, the place of the operation that it took back."""
    return dict(_pairs_undone(log))


def _pairs_undone(log: Sequence[Operation]) -> Iterator[tuple[int, int]]:
    standing: list[int] = []
    for index, operation in enumerate(log):
        if isinstance(operation, Undo):
            yield index, standing.pop()
        else:
            standing.append(index)
