"""Append operations for one match while others act at other tables.

On a day with many tables the log has usually grown since a page was loaded. An act on another match is no conflict and
the append is tried again. An act on the same match is a conflict: nothing is done, and the page shows that act instead.
What is a conflict differs a little from act to act, so the caller passes a test for it.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from carteado.regulation import Refusal
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.operations import (
    AgreeHouseRule,
    CallMatch,
    Cancel,
    ChangeRules,
    Confirm,
    Correct,
    Decide,
    Dispute,
    DisqualifyPair,
    HoldDraw,
    MarkTime,
    Operation,
    Resume,
    StartMatch,
    Submit,
    Substitute,
    Suspend,
    Undo,
    WalkOver,
    WithdrawPair,
)
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import User

_OF_MANY_MATCHES = (
    Undo,
    Correct,
    WalkOver,
    WithdrawPair,
    DisqualifyPair,
    HoldDraw,
    ChangeRules,
    Suspend,
    Resume,
    Cancel,
)
"""Operations that may change matches besides their own."""
_OF_ONE_MATCH = (CallMatch, StartMatch, MarkTime, Submit, Dispute, AgreeHouseRule, Decide, Substitute)
"""Operations that change only their own match. ``Confirm`` is not one: it may make a result official, and so bring a
pair its next match."""
OPERATIONS_OF_THE_DAY = (
    *(CallMatch, StartMatch, MarkTime, Submit, Confirm, Dispute, Correct, WalkOver, WithdrawPair, DisqualifyPair),
    *(AgreeHouseRule, Decide, Substitute),
)
"""Operations made on the pages from which the team runs the day. The board shows the last one."""
_ATTEMPTS = 25
"""How often an append is tried again because of acts elsewhere. Enough even for a full hall."""
_ANY_TIME = datetime.min

ConflictTest = Callable[[Operation], bool]


class Overtaken(NamedTuple):
    """Nothing was appended, because others were faster. ``by`` are their operations that are in conflict. It is empty
    if the page knew more operations than there are, or if acts elsewhere came before every attempt."""

    by: tuple[Operation, ...]


def append_unless_overtaken(
    event: Event,
    operations: Sequence[Operation],
    *,
    by: User | None,
    operations_seen: int,
    is_conflict: ConflictTest,
) -> Championship | Overtaken | Refusal:
    """Append all operations or none. ``operations_seen`` is the number of operations that the page knew.

    A form sent twice has its operations appended once. ``by`` is None for a player, who acts by their own link.
    """
    for _attempt in range(_ATTEMPTS):
        result = store.append_all(event, operations, by=by, expected=operations_seen)
        if not isinstance(result, store.Stale):
            return result
        event.refresh_from_db()
        championship = store.championship_of(event)
        meanwhile = done_meanwhile(championship, operations, operations_seen=operations_seen, is_conflict=is_conflict)
        if meanwhile is not None:
            return meanwhile
        operations_seen = event.seq
    return Overtaken(())


def done_meanwhile(
    championship: Championship, operations: Sequence[Operation], *, operations_seen: int, is_conflict: ConflictTest
) -> Championship | Overtaken | None:
    """The championship if it has the operations already, from a form sent twice. ``Overtaken`` if what was done after
    ``operations_seen`` is in conflict with them. None if they may still be made."""
    since = championship.log[operations_seen:]
    if _are_among(operations, since):
        return championship
    in_the_way = tuple(one for one in since if is_conflict(one))
    return Overtaken(in_the_way) if in_the_way or operations_seen > len(championship.log) else None


def conflicts_at_match(match: MatchId) -> ConflictTest:
    """Conflicts with an act at this match."""
    return lambda one: isinstance(one, _OF_MANY_MATCHES) or getattr(one, "match", None) == match


def conflicts_with_version(match: MatchId) -> ConflictTest:
    """Conflicts with a confirmation or dispute of a result: a newer version of it.

    Another party's confirmation is no conflict. The championship decides if this party's confirmation is still needed.
    """
    return lambda one: isinstance(one, Submit | Correct) and one.match == match


def conflicts_for_player(matches: Container[MatchId]) -> ConflictTest:
    """Operations after which a player's page is out of date: acts at their matches, and whatever may bring them another
    match."""
    return lambda one: not isinstance(one, _OF_ONE_MATCH) or one.match in matches


def is_out_of_date(championship: Championship, operations_seen: int, is_conflict: ConflictTest) -> bool:
    """True if a page that knew the first ``operations_seen`` operations is out of date."""
    return any(map(is_conflict, championship.log[operations_seen:]))


def conflicts_with_calls(operation: Operation) -> bool:
    """Conflicts with calling matches: other calls, and operations that change who meets whom."""
    return isinstance(operation, (CallMatch, StartMatch, *_OF_MANY_MATCHES))


def always_conflicts(_operation: Operation) -> bool:
    """For acts that are only right for the state that the page showed."""
    return True


def _are_among(operations: Sequence[Operation], since: Sequence[Operation]) -> bool:
    """True if the same operations are already in the log, one right after another: the form was sent twice."""
    new = [_but_for_time(one) for one in operations]
    stored = [_but_for_time(one) for one in since]
    return any(stored[start : start + len(new)] == new for start in range(len(stored) - len(new) + 1))


def _but_for_time(operation: Operation) -> Operation:
    return replace(operation, at=_ANY_TIME)
