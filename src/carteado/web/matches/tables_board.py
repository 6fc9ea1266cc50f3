"""The tables of an event at one moment: the match at each, its clocks, and the matches that can be called."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import Fixture
from carteado.tournament.matches import clocks
from carteado.tournament.matches.clocks import Deadline, Limit, Moment
from carteado.tournament.matches.match_log import MatchLog, State
from carteado.tournament.outcomes import PairId
from carteado.tournament.ranking.standings import played_order
from carteado.tournament.state.championship import Championship
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.display.phases import Scores
from carteado.web.kit.forms.form_numbers import figure


class TableState(StrEnum):
    """State of a table, the most urgent first."""

    DISPUTED = "disputed"
    OVERDUE = "overdue"
    SUBMITTED = "submitted"
    CALLED = "called"
    PLAYING = "playing"
    FREE = "free"

    @property
    def label(self) -> str:
        return str(_STATES[self])

    @property
    def urgency(self) -> int:
        return list(TableState).index(self)


_STATES = {
    TableState.DISPUTED: gettext_lazy("with the referee"),
    TableState.OVERDUE: gettext_lazy("time is up"),
    TableState.SUBMITTED: gettext_lazy("to be confirmed"),
    TableState.CALLED: gettext_lazy("called"),
    TableState.PLAYING: gettext_lazy("being played"),
    TableState.FREE: pgettext_lazy("table", "free"),
}
_OF_MATCH = {
    State.CALLED: TableState.CALLED,
    State.PLAYING: TableState.PLAYING,
    State.SUBMITTED: TableState.SUBMITTED,
    State.DISPUTED: TableState.DISPUTED,
}


class Clock(NamedTuple):
    """A time limit that ends ``at`` a moment, or a stopped clock with ``left`` to go. ``key`` is the rule to cite, ""
    for a stopped clock. ``past_label`` replaces ``label`` once it is over."""

    label: str
    key: str
    at: datetime | None = None
    left: timedelta | None = None
    past_label: str = ""
    is_past: bool = False

    @property
    def left_in_words(self) -> str:
        """The time left on a stopped clock, as minutes and seconds: 4:05."""
        minutes, seconds = divmod(int(self.left.total_seconds()), 60) if self.left is not None else (0, 0)
        return f"{minutes}:{seconds:02}"


class Side(NamedTuple):
    """A pair at a table. ``mark`` says in words when it came, or that it is absent. ``score`` is its points by the
    score sheet; "" without one."""

    pair: PairId
    name: str
    mark: str = ""
    score: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A table and the match at it, or a match without a table, for which ``table`` is "".

    ``since`` is the time of the last act at the match. ``note`` says how many have confirmed its result; "" without a
    result to confirm. ``is_under_review`` while the referee has frozen its public score.
    """

    table: str
    state: TableState
    match: MatchId = ""
    title: str = ""
    sides: tuple[Side, ...] = ()
    clocks: tuple[Clock, ...] = ()
    since: datetime | None = None
    note: str = ""
    is_under_review: bool = False


class ReadyMatch(NamedTuple):
    """A match that can be called, and the free table suggested for it; "" if none is left. ``is_due`` once its
    published ``hour`` has come."""

    match: MatchId
    title: str
    sides: tuple[Side, Side]
    table: str
    hour: datetime | None = None
    is_due: bool = False


class ListedMatch(NamedTuple):
    """A match in the list of all matches."""

    match: MatchId
    title: str
    names: tuple[str, str]
    state: str


@dataclass(frozen=True)
class Board:
    """All tables of an event at the time ``now``.

    ``tables`` is the number of tables in the hall; 0 if the event has not set it, or if the caller needs no free
    tables. A match may be called to a table beyond that number; such tables are shown as well. ``running`` holds the
    scores of matches that have a score sheet; empty if the caller shows no scores.
    """

    championship: Championship
    in_words: ChampionshipInWords
    tables: int
    now: datetime
    running: Scores = field(default_factory=dict)

    @cached_property
    def at_tables(self) -> Mapping[str, MatchId]:
        """The undecided match at each table. A match that is called or played comes before one whose result waits for
        confirmation; of several, the latest counts."""
        logs = self.championship.logs
        undecided = [match for match, log in logs.items() if log.table and log.state in _OF_MATCH]
        in_order = sorted(undecided, key=lambda match: (logs[match].is_on, _last_mark(logs[match])))
        return {logs[match].table or "": match for match in in_order}  # of several at one table, the last stays

    @cached_property
    def cards(self) -> list[Card]:
        """A card for every table, free or not, and for every match without a table; the most urgent first."""
        others = sorted(table for table in self.at_tables if table not in self.hall_tables)
        cards = [*map(self._table, (*self.hall_tables, *others)), *self._at_no_table()]
        return sorted(cards, key=lambda card: card.state.urgency)

    @cached_property
    def counts(self) -> list[tuple[TableState, int]]:
        """How many cards there are in each state, without states in which there is none."""
        states = [card.state for card in self.cards]
        return [(state, states.count(state)) for state in TableState if state in states]

    @property
    def occupied(self) -> list[Card]:
        """The cards that are not free tables."""
        return [card for card in self.cards if card.state is not TableState.FREE]

    @cached_property
    def free_tables(self) -> list[str]:
        return [card.table for card in self.cards if card.state is TableState.FREE]

    def _table(self, table: str) -> Card:
        match = self.at_tables.get(table)
        return Card(table=table, state=TableState.FREE) if match is None else self.card(match)

    def _at_no_table(self) -> Iterator[Card]:
        """Undecided matches that are at no table of ``at_tables``: called without one, or with an unconfirmed result
        while another match is at their table."""
        at_tables = set(self.at_tables.values())
        for match, log in self.championship.logs.items():
            if match not in at_tables and log.state in _OF_MATCH and self.championship.bracket.ended(match) is None:
                yield self.card(match)

    def _side(self, match: MatchId, log: MatchLog, place: int) -> Side:
        """The first or second pair of the match, ``place`` 0 or 1."""
        pair, running = log.pairs[place], self.running.get(match)
        score = figure(running.score[place]) if running else ""
        return Side(pair, self.in_words.pair(pair), self._mark(log, pair), score)

    def card(self, match: MatchId) -> Card:
        log = self.championship.logs[match]
        running = self.clocks(match)
        late = any(clock.is_past for clock in running)
        return Card(
            table=log.table or "",
            state=TableState.OVERDUE if late else _OF_MATCH[log.state],
            match=match,
            title=self.in_words.match(match),
            sides=tuple(self._side(match, log, place) for place in (0, 1)),
            clocks=running,
            since=_last_mark(log),
            note=self._confirmed(log),
            is_under_review=match in self.running and self.running[match].is_frozen,
        )

    def _confirmed(self, log: MatchLog) -> str:
        """How many of the parties whose confirmation is needed have confirmed the last version, in words; "" if no
        result waits for confirmation."""
        if log.state is not State.SUBMITTED:
            return ""
        needed = self.championship.confirmed_by
        count = len(log.submissions[-1].confirmed & needed)
        return _("{count} of {all} have confirmed").format(count=count, all=len(needed))

    def _mark(self, log: MatchLog, pair: PairId) -> str:
        arrived = log.clock.last(Moment.ARRIVED, pair=pair)
        if log.state is State.CALLED and arrived:
            return _("came at {hour}").format(hour=f"{timezone.localtime(arrived.at):%H:%M}")
        return _("absent") if log.state is State.PLAYING and log.clock.is_absent(pair) else ""

    # --- tables -----------------------------------------------------------------------------------------------------

    @cached_property
    def hall_tables(self) -> list[str]:
        """The names of the hall's tables."""
        return [str(number) for number in range(1, self.tables + 1)]

    def warning_about(self, match: MatchId, table: str) -> str:
        """A warning to show before a match is called to a table, or "".

        It says that the hall has no such table, or that a result still waits for confirmation there. A table where
        another match is being played needs no warning: the championship refuses it.
        """
        other = self.at_tables.get(table)
        if other is not None and other != match and not self.championship.logs[other].is_on:
            details = {"table": table, "match": self.in_words.match(other)}
            return _("At table {table} a result still waits to be confirmed: {match}.").format(**details)
        if table and self.tables and table not in self.hall_tables:
            text = ngettext(
                "There is no table {table}: the event has one.",
                "There is no table {table}: the event has {count}.",
                self.tables,
            )
            return text.format(table=table, count=self.tables)
        return ""

    # --- clocks -------------------------------------------------------------------------------------------------------

    def clocks(self, match: MatchId) -> tuple[Clock, ...]:
        """Every time limit running at a match. A result stops the clock."""
        log, fixture = self.championship.logs.get(match), self.championship.fixtures[match]
        if log is None or not log.is_on:
            return ()
        regulation = self.championship.regulation_of(match)
        running = clocks.running(regulation, fixture.phase, log.clock, self.now)
        limits = tuple(self._clock(together) for together in _by_moment(running))
        left = clocks.time_left(regulation, fixture.phase, log.clock, self.now) if log.clock.is_paused else None
        return (Clock(_("paused with"), "", left=left), *limits) if left is not None else limits

    def _clock(self, together: Sequence[Deadline]) -> Clock:
        """One clock for deadlines of the same limit and moment."""
        first = together[0]
        label, past_label = (str(text) for text in _LIMITS[first.kind])
        names = ", ".join(self.in_words.pair(one.pair) for one in together if one.pair)
        return Clock(
            label=label.format(pairs=names),
            key=first.key,
            at=first.at,
            past_label=past_label.format(pairs=names),
            is_past=first.is_past(self.now),
        )

    # --- what can be called -----------------------------------------------------------------------------------------

    @cached_property
    def ready(self) -> list[ReadyMatch]:
        """Matches that can be called now, in the order of play. The free tables go to the first of them."""
        free = iter(self.free_tables)
        claimed: set[PairId] = set()
        ready = []
        for match in self._open:
            pairs = self.championship.bracket.pairs(match)
            if pairs is None or claimed.intersection(pairs) or self._busy.intersection(pairs):
                continue
            claimed.update(pairs)
            one, two = (Side(pair, self.in_words.pair(pair)) for pair in pairs)
            hour = self.championship.hour_of(match)
            is_due = hour is not None and hour <= self.now
            ready.append(ReadyMatch(match, self.in_words.match(match), (one, two), next(free, ""), hour, is_due))
        return ready

    @cached_property
    def waiting(self) -> int:
        """Number of matches with known pairs that cannot be called yet, because a pair plays another match first."""
        return len(self._open) - len(self.ready)

    @cached_property
    def _open(self) -> list[MatchId]:
        """Matches with both pairs known that have not been called."""
        fixtures = sorted(self.championship.fixtures.values(), key=in_order_of_play)
        logs = self.championship.logs
        uncalled = [one.id for one in fixtures if one.id not in logs or logs[one.id].state is State.OPEN]
        known = [match for match in uncalled if self.championship.bracket.is_open(match)]
        return sorted(known, key=self._by_hour)

    def _by_hour(self, match: MatchId) -> tuple[bool, float]:
        """Matches with a published hour first, in its order; the others stay in the order of play."""
        hour = self.championship.hour_of(match)
        return hour is None, hour.timestamp() if hour else 0.0

    @cached_property
    def _busy(self) -> set[PairId]:
        """Pairs whose match is called or being played."""
        return {pair for log in self.championship.logs.values() if log.is_on for pair in log.pairs}

    @property
    def next_calls(self) -> list[ReadyMatch]:
        """The ready matches for which there is a free table."""
        return [one for one in self.ready if one.table]

    # --- all of them --------------------------------------------------------------------------------------------------

    @property
    def all_matches(self) -> list[ListedMatch]:
        """Every match with both pairs known, the latest phase first. From here the team finds a result to correct."""
        fixtures = sorted(self.championship.fixtures.values(), key=in_order_of_play, reverse=True)
        return [self._listed(one.id) for one in fixtures if self.championship.bracket.pairs(one.id)]

    def _listed(self, match: MatchId) -> ListedMatch:
        one, two = self.championship.bracket.occupants(match)
        log = self.championship.logs.get(match)
        state = log.state if log else State.OPEN
        return ListedMatch(
            match,
            self.in_words.match(match),
            (self.in_words.pair(one), self.in_words.pair(two)),
            match_state_label(state),
        )


def in_order_of_play(fixture: Fixture) -> tuple[int, int]:
    """Sort key: earlier phases first, and earlier rounds within a phase."""
    return played_order(fixture.phase), fixture.round


def match_state_label(state: State) -> str:
    return str(_MATCH_STATES[state])


_MATCH_STATES = {
    State.OPEN: gettext_lazy("not called yet"),
    State.CALLED: gettext_lazy("called"),
    State.PLAYING: gettext_lazy("being played"),
    State.SUBMITTED: gettext_lazy("to be confirmed"),
    State.DISPUTED: gettext_lazy("with the referee"),
    State.OFFICIAL: gettext_lazy("official"),
    State.WALKOVER: gettext_lazy("W.O."),
}

_LIMITS = {
    Limit.LATENESS: (gettext_lazy("tolerance until"), gettext_lazy("the tolerance is over: missing {pairs}")),
    Limit.MATCH_TIME: (gettext_lazy("the match ends at"), gettext_lazy("the time of the match is up")),
    Limit.EXTRA_TIME: (gettext_lazy("the extra time ends at"), gettext_lazy("the extra time is up")),
    Limit.ABSENCE: (gettext_lazy("{pairs} must be back by"), gettext_lazy("{pairs} has been away too long")),
    Limit.SHUFFLE: (gettext_lazy("shuffling until"), gettext_lazy("the time for shuffling is up")),
    Limit.CUT: (gettext_lazy("cutting until"), gettext_lazy("the time for cutting is up")),
    Limit.DEAL: (gettext_lazy("dealing until"), gettext_lazy("the time for dealing is up")),
}
"""Label of each limit while it runs, and once it is over."""


def _by_moment(deadlines: Iterable[Deadline]) -> list[list[Deadline]]:
    """Group deadlines of the same limit and moment: two pairs called at the same time are shown with one clock."""
    groups: dict[tuple[Limit, datetime], list[Deadline]] = {}
    for one in deadlines:
        groups.setdefault((one.kind, one.at), []).append(one)
    return list(groups.values())


def _last_mark(log: MatchLog) -> datetime:
    """Time of the last result, or else of the last mark on the clock. A match without either was never called."""
    if log.submissions:
        return log.submissions[-1].at
    return log.clock.marks[-1].at if log.clock.marks else datetime.min.replace(tzinfo=UTC)
