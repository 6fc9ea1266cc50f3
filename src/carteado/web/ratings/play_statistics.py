"""How somebody plays, added up from what was counted of each of his matches."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from carteado.web.ratings.models import Played
from carteado.web.ratings.names import NamesByEvent, called, event_of, is_forgotten, names_by_event
from carteado.web.ratings.plackett_luce import Who
from carteado.web.regulations.games import GameName
from carteado.web.tables.players.names import ENTRANT, EventNumber

MOST = 500
"""Matches that are looked at: the last ones."""
DRAWN, DRAWN_HANDS = 120, 30
"""Matches that a plot has room for: of a line that is smooth, and of one that is not."""
PARTNERS = 10


class Step(NamedTuple):
    """Where somebody stood after a match that counted."""

    at: datetime
    value: int
    upper: int
    change: int


class Hands(NamedTuple):
    """Points a hand in one match: his pair's, and the other's."""

    at: datetime
    ours: float
    theirs: float


class With(NamedTuple):
    """With one partner, by what he is called."""

    name: str
    won: int
    lost: int


class Statistics(NamedTuple):
    matches: int
    wins: int
    total: Counter[str]
    steps: tuple[Step, ...]
    hands: tuple[Hands, ...]
    partners: tuple[With, ...]

    @property
    def losses(self) -> int:
        return self.matches - self.wins

    def a_hand(self, name: str) -> float:
        """How many of something a hand has, on the average."""
        return self.total[name] / self.total["hands"] if self.total["hands"] else 0.0

    def percent(self, name: str, of: str) -> int:
        return round(100 * self.total[name] / self.total[of]) if self.total[of] else 0


def statistics_of(user: int, game: GameName) -> Statistics:
    newest = Played.objects.filter(user=user, game=game).select_related("judged__match__table")
    newest = newest.order_by("-at", "-pk")[:MOST]
    parts = list(newest)[::-1]
    total = Counter[str]()
    for one in parts:
        total.update(one.counts)  # a sum of counters would leave out what is below nought
    return Statistics(
        matches=len(parts),
        wins=sum(one.is_won for one in parts),
        total=total,
        steps=_steps(parts),
        hands=_hands(parts),
        partners=_partners(parts),
    )


def _steps(parts: Sequence[Played]) -> tuple[Step, ...]:
    found = [
        Step(one.at, one.value, one.upper, one.change)
        for one in parts
        if one.value is not None and one.upper is not None and one.change is not None
    ]
    return tuple(found[-DRAWN:])


def _hands(parts: Sequence[Played]) -> tuple[Hands, ...]:
    counted = [(one.at, one.counts) for one in parts if one.counts.get("hands")]
    found = [
        Hands(at, counts.get("points", 0) / counts["hands"], counts.get("against", 0) / counts["hands"])
        for at, counts in counted
    ]
    return tuple(found[-DRAWN_HANDS:])


def partner_of(part: Played) -> Who | None:
    """Who sat opposite."""
    side, place = part.judged.sides[part.seat % 2], part.seat // 2
    return side[1 - place] if len(side) == 2 else None


def _partners(parts: Sequence[Played]) -> tuple[With, ...]:
    names, labels = names_by_event(parts), dict[_Partner, str]()
    won, lost = Counter[_Partner](), Counter[_Partner]()
    for part in parts:
        event, who = event_of(part), partner_of(part)
        if who is None:
            continue
        partner = _partner(event, who, names)
        (won if part.is_won else lost)[partner] += 1
        if event is None or partner not in labels:
            labels[partner] = called(who, names[event])
    often = sorted(labels, key=lambda one: (-won[one] - lost[one], -won[one], one.who, one.event or 0))
    return tuple(With(labels[one], won[one], lost[one]) for one in often[:PARTNERS])


class _Partner(NamedTuple):
    """``event`` is the one in which alone he is known so."""

    event: EventNumber
    who: Who


def _partner(event: EventNumber, who: Who, names: NamesByEvent) -> _Partner:
    """An account is the same one everywhere, but where it was forgotten: what was played there adds nothing to what is
    known of it elsewhere."""
    is_known_there_alone = who.startswith(f"{ENTRANT}:") or is_forgotten(who, names[event])
    return _Partner(event if is_known_there_alone else None, who)
