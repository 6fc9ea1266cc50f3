"""What a broadcast shows: one strip with the score, made of public data that the broadcast's delay lets through.

Everything is read as it was some seconds ago: operations by the time they were written, hands by the time they were
received. These are the seconds of the broadcast, or those of the match if it is more behind: no address is ahead of the
match's own delay. Under an embargo a public address shows only the event's name, and a programme's address goes on. A
score that the referee has frozen stands still.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado import sumula, truco
from carteado.regulation import TrucoRules
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import Fixture
from carteado.tournament.matches import clocks
from carteado.tournament.matches.match_log import MatchLog, State
from carteado.tournament.outcomes import Outcome
from carteado.tournament.state.championship import Championship
from carteado.web.broadcast.championship_at import championship_at
from carteado.web.devices.models import Device, Purpose
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.delays import Floor, behind_floor, delays_of
from carteado.web.events.models import Event
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.sumula.match_sheets import SheetKey, key_of, read_entries, terms_of
from carteado.web.sumula.models import Sheet, SheetEntry

SIGNS = ("sol", "lua")
"""The signs of the first and the second pair."""
LONG_NAME_LETTERS, TWO_LINE_NAME_LETTERS = 26, 46
"""A name with more letters than the first number is set smaller, with more than the second in two lines."""


class Side(NamedTuple):
    """One pair. ``score`` is empty before play, in a match without a sheet until its result counts, and after a W.O.

    ``games`` are the games it has won so far, empty unless several decide; at the end ``score`` has them instead.
    ``mark`` is W.O. for the pair that lost by it.
    """

    sign: str
    name: str
    score: str = ""
    games: str = ""
    mark: str = ""
    is_winner: bool = False

    @property
    def size(self) -> str:
        """The CSS class for the name's length."""
        return (
            "is-two-lines"
            if len(self.name) > TWO_LINE_NAME_LETTERS
            else "is-long"
            if len(self.name) > LONG_NAME_LETTERS
            else ""
        )


class StripClock(NamedTuple):
    """A clock: it runs towards ``until``, or from ``since``, or stands still with the text ``left``."""

    until: datetime | None = None
    since: datetime | None = None
    left: str = ""


class LastHand(NamedTuple):
    """The last hand played. ``number`` counts the hands of the match from 1. ``points`` are each pair's for this hand.
    ``stamp`` says what the hand was worth, or that a pair ran; empty if it was worth what every hand is."""

    number: int
    points: tuple[str, str]
    stamp: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """All that the strip shows. Without sides there is no match to show: none was at the table yet, its pairs are not
    known, or an embargo hides it.

    ``event`` is its name. ``note`` is a word on how the match stands, shown in place of ``phase``; empty during play.
    ``match`` tells the script when another match is shown. ``clock`` is None unless the match is in play, ``hand``
    before the first hand and after the end.
    """

    event: str
    table: str = ""
    phase: str = ""
    note: str = ""
    match: MatchId = ""
    sides: tuple[Side, ...] = ()
    clock: StripClock | None = None
    hand: LastHand | None = None
    is_over: bool = False

    @property
    def is_wide(self) -> bool:
        """True if a score has more than two digits."""
        return any(len(side.score) > 2 for side in self.sides)


class StripAt(NamedTuple):
    """The strip as it was at an instant. The page runs its clocks from there."""

    strip: Strip
    instant: datetime


def strip_of(device: Device, now: datetime) -> StripAt:
    """The strip for a device at ``now``: behind the broadcast's delay, and behind that of the match it shows."""
    event = device.event
    floor = Floor(event, store.championship_of(event), now)
    instant = min(now - timedelta(seconds=device.delay), _table_known_until(device, now))
    # an earlier instant may show another match, whose own delay is longer: go back until the match shown may be known
    while True:
        # without what a delay still holds back at other matches, such as who goes on from them
        championship = behind_floor(event, championship_at(event, instant), floor)
        match = device.match or match_at(championship, device.table)
        if not match or floor.known_until(match) >= instant:
            return StripAt(_strip_at(device, championship, match, instant), instant)
        instant = floor.known_until(match)


def _table_known_until(device: Device, now: datetime) -> datetime:
    """The instant up to which everybody may know what was done at the device's table, whichever match is there.

    Now for a device that shows one match.
    """
    return delays_of(device.event).known_until(now, lambda one: one.of_table(device.table)) if device.table else now


def least_delay(device: Device, now: datetime) -> int:
    """Seconds by which the device is behind at least, whichever match it shows."""
    event = device.event
    if device.match:
        return max(device.delay, Floor(event, store.championship_of(event), now).seconds(device.match))
    return max(device.delay, delays_of(event).seconds_at(now, lambda one: one.of_table(device.table)))


def _strip_at(device: Device, championship: Championship, match: MatchId, instant: datetime) -> Strip:
    """The strip of a match, or with the names of event and table alone if ``match`` is empty or its pairs are not
    known.

    A public address shows the event's name alone while ``instant`` is under an embargo.
    """
    event = device.event
    is_hidden = event.embargo_until is not None and instant < event.embargo_until
    if is_hidden and device.purpose != Purpose.PROGRAMME:
        return Strip(event=event.name)
    key = key_of(championship, match) if match else None
    if key is None:
        return Strip(event=event.name, table=device.table)
    return _MatchAt(event, championship, key, instant).strip()


def match_at(championship: Championship, table: str) -> MatchId:
    """The match played at the table or waiting there for its result, otherwise the last one that ended there.

    Empty if no match was there yet.
    """
    at_table = [match for match, log in championship.logs.items() if table and log.table == table]
    return max(at_table, key=lambda match: _urgency(championship.logs[match]), default="")


def _urgency(log: MatchLog) -> tuple[bool, bool, datetime]:
    """Sort key of which the highest is shown: undecided matches first, of these any that were called or are in play, of
    these the one whose clock was marked last."""
    is_undecided = log.state not in (State.OFFICIAL, State.WALKOVER)
    marks = [mark.at for mark in log.clock.marks]
    return is_undecided, log.is_on, max(marks, default=datetime.min.replace(tzinfo=UTC))


class _MatchAt:
    """A match at a given time. ``championship`` is the one of that time; the sheet is today's, and is cut off there."""

    def __init__(self, event: Event, championship: Championship, key: SheetKey, instant: datetime) -> None:
        self.championship, self.match, self.instant = championship, key.match, instant
        self.pairs = key.first, key.second
        self.in_words = ChampionshipInWords(event, championship)
        self.event = event
        self.log = championship.logs.get(key.match)
        self.fixture: Fixture = championship.fixtures[key.match]
        self.sheet = Sheet.objects.filter(event=event, **key._asdict()).first()

    def strip(self) -> Strip:
        ended = self.championship.bracket.ended(self.match)
        counted = self._count() if ended is None else None  # once it has ended, the result stands alone
        # a match that ended unplayed, such as a decider that was not needed, has no outcome: the names stand alone
        outcome = ended.outcome if ended else None
        return Strip(
            event=self.event.name,
            table=(self.log.table or "") if self.log else "",
            phase=self.in_words.phase(self.fixture),
            note=self._note(is_over=ended is not None),
            match=self.match,
            sides=tuple(self._final_sides(outcome) if outcome else self._sides_in_play(counted)),
            clock=None if ended else self._clock(),
            hand=self._last_hand(counted),
            is_over=ended is not None,
        )

    # --- the score ----------------------------------------------------------------------------------------------------

    def _count(self) -> sumula.Sheet | None:
        """The count of hands received by then, without those that came after the referee froze the score or after the
        championship had a result. None if the match has no sheet."""
        if self.sheet is None:
            return None
        frozen = self.sheet.frozen_at
        until = self.instant if frozen is None else min(self.instant, frozen)
        entries = self.sheet.entries.select_related("access")
        rows: Iterator[SheetEntry] = takewhile(lambda row: row.received <= until, entries)
        terms = terms_of(self.championship, self.match)
        return sumula.count(terms, read_entries(terms, (row for row in rows if not row.late)))

    def _sides_in_play(self, counted: sumula.Sheet | None) -> Iterator[Side]:
        """The pairs with the score so far. Without scores before play, and for a match without a sheet."""
        for place, pair in enumerate(self.pairs):
            name = self.in_words.pair(pair)
            if counted is None or not self._has_begun:
                yield Side(SIGNS[place], name)
            else:
                games = str(counted.won[place]) if self.fixture.best_of > 1 else ""
                yield Side(SIGNS[place], name, figure(counted.score[place]), games)

    @property
    def _has_begun(self) -> bool:
        return self.log is not None and self.log.has_begun

    def _final_sides(self, outcome: Outcome) -> Iterator[Side]:
        """The pairs with the result. After a W.O. the pair that lost has a mark, and there is no score."""
        for place, pair in enumerate(self.pairs):
            is_winner = outcome.winner == pair
            name = self.in_words.pair(pair)
            if outcome.walkover:
                yield Side(SIGNS[place], name, mark="" if is_winner else "W.O.", is_winner=is_winner)
            else:
                yield Side(SIGNS[place], name, self._final_score(outcome, place), is_winner=is_winner)

    def _final_score(self, outcome: Outcome, place: int) -> str:
        """The points; in a series, the games won."""
        counted = self.log.counted if self.log else None
        if self.fixture.best_of > 1 and counted:
            return str(sum(game.winner == place for game in counted.games))
        return figure(outcome.points[place])

    # --- other parts of the strip -------------------------------------------------------------------------------------

    def _note(self, *, is_over: bool) -> str:
        """How the match stands, in a word. Empty during play."""
        if is_over:
            return _("over")
        if self.sheet is not None and self.sheet.frozen_at is not None and self.sheet.frozen_at <= self.instant:
            return _("under review")
        return str(_NOTES.get(self.log.state, "")) if self.log else ""

    def _clock(self) -> StripClock | None:
        """The time left, if the regulation limits the match; otherwise the time played. None unless it is in play."""
        if self.log is None or self.log.state is not State.PLAYING:
            return None
        regulation, clock = self.championship.regulation_of(self.match), self.log.clock
        left = clocks.time_left(regulation, self.fixture.phase, clock, self.instant)
        if clock.is_paused:
            return StripClock(left=_in_digits(left.total_seconds()) if left is not None else _("paused"))
        if (deadline := clocks.deadline(regulation, self.fixture.phase, clock, self.instant)) is not None:
            return StripClock(until=deadline.at)
        return StripClock(since=self.instant - clocks.elapsed_playing(clock, self.instant))

    def _last_hand(self, counted: sumula.Sheet | None) -> LastHand | None:
        """The last hand that was counted. None without a count or a hand."""
        if counted is None or not counted.hands:
            return None
        last = counted.hands[-1]
        one, two = (f"+{points}" if points > 0 else figure(points) for points in last.report.points)
        return LastHand(len(counted.hands), (one, two), _stamp(counted.terms, last.standing.hand))


_NOTES = {
    State.CALLED: gettext_lazy("called"),
    State.SUBMITTED: gettext_lazy("to be confirmed"),
    State.DISPUTED: gettext_lazy("with the referee"),
}


def _stamp(terms: sumula.Terms, hand: object) -> str:
    """The hand's value if it was raised, or that a pair ran. Empty for any other hand, and in games without calls.

    A súmula does not record who raised it. Key: calls.ladder.
    """
    rules = terms.regulation.rules
    if not isinstance(hand, truco.SheetLine) or not isinstance(rules, TrucoRules):
        return ""
    if hand.value <= rules.calls.ladder[0] and not hand.refused:
        return ""
    return _("they ran") if hand.refused else _("worth {value}").format(value=hand.value)


def _in_digits(seconds: float) -> str:
    """``12:05``: minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
