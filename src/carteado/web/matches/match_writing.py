"""Doing something at a match while others do something at others.

On a day with many tables the next number is seldom the one that a page saw. Who acted elsewhere is not in the way; who
acted on the same match is named, with what he did, and nothing is done over it.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from carteado.regulation import Refusal
from carteado.tournament.championship import Championship
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
from carteado.tournament.slots import MatchId
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import User

_FAR = (Undo, Correct, WalkOver, WithdrawPair, DisqualifyPair, HoldDraw, ChangeRules, Suspend, Resume, Cancel)
"""What may change other matches than its own."""
_NEAR = (CallMatch, StartMatch, MarkTime, Submit, Dispute, AgreeHouseRule, Decide, Substitute)
"""What changes its own match alone."""
OF_THE_DAY = (
    *(CallMatch, StartMatch, MarkTime, Submit, Confirm, Dispute, Correct, WalkOver, WithdrawPair, DisqualifyPair),
    *(AgreeHouseRule, Decide, Substitute),
)
"""What is done on these pages."""
_ATTEMPTS = 25
"""So many may act elsewhere between two of one's own attempts, however full the hall is."""
_ANY_TIME = datetime.min

Concerns = Callable[[Operation], bool]


class Overtaken(NamedTuple):
    """Somebody was first: what he did that this would have been done over."""

    by: tuple[Operation, ...]


def do(
    event: Event, operations: Sequence[Operation], *, by: User | None, seen: int | None, concerns: Concerns
) -> Championship | Overtaken | Refusal:
    """All of them or none. ``seen`` is the number of operations on the page; sent twice, they are done once."""
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
    """What somebody at this match must know of before he acts."""
    return lambda one: isinstance(one, _FAR) or getattr(one, "match", None) == match


def to_a_version(match: MatchId) -> Concerns:
    """What somebody must know of who gives his word on one version of a result: that there is another. The word of the
    others is not in his way; whether his is still needed, the championship says."""
    return lambda one: isinstance(one, Submit | Correct) and one.match == match


def to_a_player(matches: Container[MatchId]) -> Concerns:
    """What a player should see at once: what is done at his matches, and what may bring him another."""
    return lambda one: not isinstance(one, _NEAR) or one.match in matches


def has_news(championship: Championship, seen: int, concerns: Concerns) -> bool:
    """Whether a page that had the first ``seen`` operations shows what is no longer so."""
    return any(map(concerns, championship.log[seen:]))


def at_the_board(operation: Operation) -> bool:
    """What somebody must know of who calls matches: other calls, and what changes who meets whom."""
    return isinstance(operation, (CallMatch, StartMatch, *_FAR))


def everywhere(_operation: Operation) -> bool:
    return True


def _are_among(operations: Sequence[Operation], since: Sequence[Operation]) -> bool:
    """Whether the same was done already, one right after another: the form was sent twice."""
    wanted = [_but_for_time(one) for one in operations]
    there = [_but_for_time(one) for one in since]
    return any(there[start : start + len(wanted)] == wanted for start in range(len(there) - len(wanted) + 1))


def _but_for_time(operation: Operation) -> Operation:
    return replace(operation, at=_ANY_TIME)
