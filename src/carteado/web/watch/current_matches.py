"""The current matches: called, in play, waiting for confirmation, and next."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from carteado.tournament.matches.match_log import State
from carteado.tournament.state.championship import Status
from carteado.web.display.phases import Match
from carteado.web.watch.visible_event import VisibleEvent

MOST_NEXT, MOST_ENDED = 6, 4
"""Matches to come, and recent results, that are shown."""
RESULT_IS_NEWS_FOR = timedelta(minutes=30)
"""For this long, a result counts as news."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentMatches:
    """The current matches of an event by state, and its champion, empty until there is one.

    ``waiting`` are matches whose result waits for confirmation or for the referee. ``next_up`` are those that can be
    called; none while an event does not go on. ``ended`` are recent results.
    """

    champion: str
    called: tuple[Match, ...]
    playing: tuple[Match, ...]
    waiting: tuple[Match, ...]
    next_up: tuple[Match, ...]
    ended: tuple[Match, ...]

    @property
    def at_tables(self) -> tuple[Match, ...]:
        """All matches that have a table now, in the order of the tables."""
        return tuple(sorted((*self.called, *self.playing, *self.waiting), key=table_order))

    @property
    def is_quiet(self) -> bool:
        """True if there is nothing to show."""
        return not (self.champion or self.called or self.playing or self.waiting or self.next_up or self.ended)


def current_matches_of(visible: VisibleEvent) -> CurrentMatches:
    championship = visible.championship
    if not championship.fixtures:
        return CurrentMatches(champion="", called=(), playing=(), waiting=(), next_up=(), ended=())
    matches = list(visible.results_builder.matches())
    champion = championship.bracket.champion
    open_ones = [replace(one, live_table=visible.tables.get(one.id, "")) for one in matches if not one.is_decided]
    return CurrentMatches(
        champion=visible.name(champion) if champion else "",
        called=tuple(_in(open_ones, State.CALLED)),
        playing=tuple(_in(open_ones, State.PLAYING)),
        waiting=tuple(_in(open_ones, State.SUBMITTED, State.DISPUTED)),
        next_up=tuple(_ready(visible, open_ones))[:MOST_NEXT] if championship.status is Status.RUNNING else (),
        ended=tuple(_just_ended(matches, championship.log[-1].at if championship.log else None))[:MOST_ENDED],
    )


def table_order(match: Match) -> tuple[bool, int, str, int]:
    """Sort key: tables by number, then tables with a name, then matches without a table."""
    number = int(match.table) if match.table.isascii() and match.table.isdecimal() else 0
    return not match.table, number or 10**6, match.table, match.number


def _in(matches: Iterable[Match], *states: State) -> Iterable[Match]:
    return sorted((one for one in matches if one.state in states), key=table_order)


def _ready(visible: VisibleEvent, matches: Iterable[Match]) -> Iterable[Match]:
    """Matches with both pairs known that have not been called, those with an hour first and in its order."""
    bracket = visible.championship.bracket
    ready = (one for one in matches if one.state in (None, State.OPEN) and bracket.pairs(one.id))
    return sorted(ready, key=lambda one: (one.hour is None, one.hour.timestamp() if one.hour else 0))


def _just_ended(matches: Iterable[Match], last: datetime | None) -> Iterable[Match]:
    """Recent results, the latest first. Recent means close to ``last``, the time of the last operation and not the
    current time, so that the same state always gives the same page."""
    recent = [
        one for one in matches if one.is_decided and one.ended_at and last and last - one.ended_at < RESULT_IS_NEWS_FOR
    ]
    return sorted(recent, key=lambda one: one.ended_at or one.number, reverse=True)  # each has ``ended_at``
