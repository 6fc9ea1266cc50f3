"""Entertaining numbers derived from the matches: the closest match, the longest, the most wins."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _

from carteado.sheets.championship import played_from
from carteado.tournament.matches.clocks import elapsed_playing
from carteado.tournament.state.championship import Championship
from carteado.web.display.phases import Match, ResultsBuilder
from carteado.web.watch.visible_event import VisibleEvent

TOP_MATCHES = 5
"""Length of the lists of top matches."""
MOST_BARS = 32
"""Most pairs in the chart of wins."""


class PlayedMatch(NamedTuple):
    """A match with a result from its table, so no W.O.

    ``margin`` is the difference between the points of the pairs, ``points`` their sum, both over all games.
    ``time`` leaves out pauses; None if nobody noted when the match began.
    """

    match: Match
    margin: int
    points: int
    games: int
    time: timedelta | None

    @property
    def minutes(self) -> int | None:
        return None if self.time is None else round(self.time.total_seconds() / 60)


class Bar(NamedTuple):
    """A bar of a chart. ``share`` is its length in percent of the longest. ``of`` is the total of which ``number`` is a
    part, such as the matches that a pair played. ``link`` leads to the pair; "" for a table. ``note`` is a remark, such
    as how many wins were by W.O."""

    label: str
    number: int
    share: int
    of: int | None = None
    link: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """The numbers of an event. ``matches``, ``games`` and ``points`` leave out W.O.s, which ``walkovers`` counts.

    ``minutes`` is the total playing time of the matches whose beginning was noted. ``wins`` has a bar for each of the
    best pairs, ``tables`` one for each table, by its number of matches.
    """

    pairs: int
    matches: int
    games: int
    points: int
    walkovers: int
    minutes: int
    closest: tuple[PlayedMatch, ...]
    largest: tuple[PlayedMatch, ...]
    longest: tuple[PlayedMatch, ...]
    wins: tuple[Bar, ...]
    tables: tuple[Bar, ...]


def statistics_of(visible: VisibleEvent) -> Statistics | None:
    """The statistics, or None until a match has a result that counts, or a W.O."""
    championship, builder = visible.championship, ResultsBuilder(visible.championship, visible.names)
    decided = [one for one in builder.matches() if one.is_decided]
    played = [found for one in decided if (found := _played(championship, one))]
    walkovers = sum(outcome.walkover for outcome in championship.bracket.outcomes())
    if not played and not walkovers:
        return None
    timed = [one for one in played if one.time]
    return Statistics(
        pairs=len(championship.pairs),
        matches=len(played),
        games=sum(one.games for one in played),
        points=sum(one.points for one in played),
        walkovers=walkovers,
        minutes=round(sum((one.time or timedelta() for one in played), timedelta()).total_seconds() / 60),
        closest=_top_matches(played, lambda one: -one.margin),
        largest=_top_matches(played, lambda one: one.margin),
        longest=_top_matches(timed, lambda one: (one.time or timedelta()).total_seconds()),
        wins=_wins(visible, builder),
        tables=_tables(played),
    )


def _played(championship: Championship, match: Match) -> PlayedMatch | None:
    """The numbers of a match; None for a W.O., and for a match that needed no play."""
    log, ended = championship.logs.get(match.id), championship.bracket.ended(match.id)
    if log is None or log.counted is None or ended is None or ended.outcome is None or ended.outcome.walkover:
        return None
    one, two = log.counted.points
    start, end = played_from(championship, match.id)
    time = elapsed_playing(log.clock, end) if start and end else None
    return PlayedMatch(match, abs(one - two), one + two, len(log.counted.games), time)


def _top_matches(played: Sequence[PlayedMatch], by: Callable[[PlayedMatch], float]) -> tuple[PlayedMatch, ...]:
    """The matches with the highest values, the highest first."""
    return tuple(sorted(played, key=by, reverse=True)[:TOP_MATCHES])


def _wins(visible: VisibleEvent, builder: ResultsBuilder) -> tuple[Bar, ...]:
    """Wins of the pairs, with how many matches each played, because pairs that went far played more. Equal numbers stay
    in the order of the places."""
    placings = visible.championship.bracket.placings()
    most = max((one.wins for one in placings), default=0)
    ordered = sorted(placings, key=lambda one: -one.wins)[:MOST_BARS]
    return tuple(
        Bar(
            visible.name(one.pair),
            one.wins,
            _share(one.wins, most),
            one.played,
            builder.link(one.pair),
            _("{count} by W.O.").format(count=one.walkovers) if one.walkovers else "",
        )
        for one in ordered
    )


def _tables(played: Iterable[PlayedMatch]) -> tuple[Bar, ...]:
    count = Counter(one.match.table for one in played if one.match.table)
    ordered = sorted(count, key=lambda table: (not table.isdecimal(), int(table) if table.isdecimal() else 0, table))
    most = max(count.values(), default=0)
    return tuple(Bar(table, count[table], _share(count[table], most)) for table in ordered)


def _share(number: int, most: int) -> int:
    """Percent of the largest number, 0 if that is 0."""
    return round(100 * number / most) if most else 0
