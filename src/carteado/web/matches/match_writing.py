"""Append operations for one match while others act at other tables.

On a day with many tables the log has usually grown since a page was loaded. An act on another match is no conflict and
the append is tried again. An act on the same match is a conflict: nothing is done, and the page shows that act instead.
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

_FAR = (Undo, Correct, WalkOver, WithdrawPair, DisqualifyPair, HoldDraw, ChangeRules, Suspend, Resume, Cancel)
"""Operations that may change matches besides their own."""
_NEAR = (CallMatch, StartMatch, MarkTime, Submit, Dispute, AgreeHouseRule, Decide, Substitute)
"""Operations that change only their own match."""
OF_THE_DAY = (
    *(CallMatch, StartMatch, MarkTime, Submit, Confirm, Dispute, Correct, WalkOver, WithdrawPair, DisqualifyPair),
    *(AgreeHouseRule, Decide, Substitute),
)
"""Operations made on the pages of the day."""
_ATTEMPTS = 25
"""How often an append is tried again because of acts elsewhere. Enough even for a full hall."""
_ANY_TIME = datetime.min

Concerns = Callable[[Operation], bool]


class Overtaken(NamedTuple):
    """A conflict: the operations of others that came first. Nothing was appended."""

    by: tuple[Operation, ...]


def do(
    event: Event, operations: Sequence[Operation], *, by: User | None, seen: int | None, concerns: Concerns
) -> Championship | Overtaken | Refusal:
    """Append all operations or none. ``seen`` is the number of operations that the page knew.

    A form sent twice has its operations appended once.
    """
    for _attempt in range(_ATTEMPTS):
        result = store.append_all(event, operations, by=by, expected=seen)
        if not isinstance(result, store.Stale):
            return result
        event.refresh_from_db()
        championship = store.championship_of(event)
        since = championship.log[seen:]
        if _are_among(operations, since):
            return championship
        in_the_way = tuple(one for one in since if concerns(one))
        if in_the_way or seen is None or seen > event.seq:
            return Overtaken(in_the_way)
        seen = event.seq
    return Overtaken(())


def at_match(match: MatchId) -> Concerns:
    """Conflicts with an act at this match."""
    return lambda one: isinstance(one, _FAR) or getattr(one, "match", None) == match


def to_a_version(match: MatchId) -> Concerns:
    """Conflicts with a confirmation or dispute of one version of a result: a newer version.

    Another party's confirmation is no conflict. The championship decides if this party's confirmation is still needed.
    """
    return lambda one: isinstance(one, Submit | Correct) and one.match == match


def to_a_player(matches: Container[MatchId]) -> Concerns:
    """What a player should see at once: acts at their matches, and operations that may bring them another match."""
    return lambda one: not isinstance(one, _NEAR) or one.match in matches


def has_news(championship: Championship, seen: int, concerns: Concerns) -> bool:
    """True if a page that knew the first ``seen`` operations is out of date."""
    return any(map(concerns, championship.log[seen:]))


def at_the_board(operation: Operation) -> bool:
    """Conflicts with calling matches: other calls, and operations that change who meets whom."""
    return isinstance(operation, (CallMatch, StartMatch, *_FAR))


def everywhere(_operation: Operation) -> bool:
    return True


def _are_among(operations: Sequence[Operation], since: Sequence[Operation]) -> bool:
    """True if the same operations are already in the log, one right after another: the form was sent twice."""
    wanted = [_but_for_time(one) for one in operations]
    there = [_but_for_time(one) for one in since]
    return any(there[start : start + len(wanted)] == wanted for start in range(len(there) - len(wanted) + 1))


def _but_for_time(operation: Operation) -> Operation:
    return replace(operation, at=_ANY_TIME)
