"""A player's statistics in a game, added up from the counts of each of their matches."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from carteado.web.people.references import ENTRANT
from carteado.web.ratings.models import Played
from carteado.web.ratings.names import NamesByEvent, called, event_of, is_forgotten, names_by_event
from carteado.web.ratings.plackett_luce import Who
from carteado.web.regulations.games import GameName
from carteado.web.tables.players.names import EventNumber

MOST = 500
"""Matches to add up: the most recent ones."""
DRAWN, DRAWN_POINTS = 120, 30
"""Matches that fit into a plot: of the smooth rating line, and of the jagged points line."""
PARTNERS = 10
"""Partners to list: those with the most matches."""


class Step(NamedTuple):
    """A player's rating after a match that counted: ``value`` is almost certainly reached, ``upper`` is the greatest
    that is likely, and ``change`` is how far the match moved ``value``."""

    at: datetime
    value: int
    upper: int
    change: int


class Hands(NamedTuple):
    """Points a hand in one match: of the player's pair, and of the opponents."""

    at: datetime
    ours: float
    theirs: float


class PartnerRecord(NamedTuple):
    """Matches won and lost with one partner, by the name to show."""

    name: str
    won: int
    lost: int


class Statistics(NamedTuple):
    """Statistics of the most recent matches, whether they counted for the rating or not.

    ``total`` adds up the counts of all of them, by the names in ``match_facts.Counts``. ``steps`` and ``hands`` are in
    the order of time.
    """

    matches: int
    wins: int
    total: Counter[str]
    steps: tuple[Step, ...]
    hands: tuple[Hands, ...]
    partners: tuple[PartnerRecord, ...]

    @property
    def losses(self) -> int:
        return self.matches - self.wins

    def a_hand(self, name: str) -> float:
        """Average of a count in a hand."""
        return self.total[name] / self.total["hands"] if self.total["hands"] else 0.0

    def percent(self, name: str, of: str) -> int:
        """One count in percent of another."""
        return round(100 * self.total[name] / self.total[of]) if self.total[of] else 0


def statistics_of(user: int, game: GameName) -> Statistics:
    newest = Played.objects.filter(user=user, game=game).select_related("judged__match__table")
    newest = newest.order_by("-at", "-pk")[:MOST]
    parts = list(newest)[::-1]
    total = Counter[str]()
    for one in parts:
        total.update(one.counts)  # adding two counters with + would drop counts below 0
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
    return tuple(found[-DRAWN_POINTS:])


def partner_of(part: Played) -> Who | None:
    """Reference of the player who sat opposite. None if each side was one player."""
    side, place = part.judged.sides[part.seat % 2], part.seat // 2
    return side[1 - place] if len(side) == 2 else None


def _partners(parts: Sequence[Played]) -> tuple[PartnerRecord, ...]:
    names, labels = names_by_event(parts), dict[_Partner, str]()
    won, lost = Counter[_Partner](), Counter[_Partner]()
    for part in parts:
        event, who = event_of(part), partner_of(part)
        if who is None:
            continue
        partner = _partner(event, who, names)
        (won if part.is_won else lost)[partner] += 1
        if event is None or partner not in labels:  # the name of now, else the earliest
            labels[partner] = called(who, names[event])
    often = sorted(labels, key=lambda one: (-won[one] - lost[one], -won[one], one.who, one.event or 0))
    return tuple(PartnerRecord(labels[one], won[one], lost[one]) for one in often[:PARTNERS])


class _Partner(NamedTuple):
    """A partner. ``event`` is set if they are known only within that event."""

    event: EventNumber
    who: Who


def _partner(event: EventNumber, who: Who, names: NamesByEvent) -> _Partner:
    """Identify a partner. An account is the same person everywhere, except in an event that erased them: their matches
    there must not be joined with what is known of them elsewhere."""
    is_known_there_alone = who.startswith(f"{ENTRANT}:") or is_forgotten(who, names[event])
    return _Partner(event if is_known_there_alone else None, who)
