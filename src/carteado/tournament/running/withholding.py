"""A championship as those know it from whom some operations are still withheld.

A match may be shown with a delay. What is done at it reaches everybody later, and so does what would give it away: an
operation that could not have been done without a withheld one waits for it.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.operations import (
    AgreeHouseRule,
    CallMatch,
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
    StartMatch,
    Submit,
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
OF_ANY_MATCH = (HoldDraw, PairRound, EndRounds, WithdrawPair, DisqualifyPair, Decide, AgreeHouseRule)
"""Operations that may follow from any match, once one is on."""


class Revealed(NamedTuple):
    """What an operation gives away: how one match stands, or ``match`` None: how any of them may."""

    match: MatchId | None


def revealed_by(log: Sequence[Operation], index: int) -> Revealed | None:
    """What the operation at that place in the log gives away. None if nothing."""
    operation = log[index]
    if isinstance(operation, Undo):
        undone = _undone(log).get(index)
        return None if undone is None else revealed_by(log, undone)
    if isinstance(operation, OF_ONE_MATCH):
        return Revealed(operation.match)
    if isinstance(operation, OF_ANY_MATCH) and any(isinstance(one, AT_TABLES) for one in log[:index]):
        return Revealed(None)
    return None


def without(championship: Championship, withheld: Container[int], *, after: Championship | None = None) -> Championship:
    """The championship without the operations at these places in its log, and without what cannot stand without them.

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
