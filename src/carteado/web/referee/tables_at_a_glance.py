"""All tables at a glance, the one that most needs the referee first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from carteado.sumula import resolve
from carteado.sumula.entries import CallReferee
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.outcomes import PairId
from carteado.tournament.state.championship import Championship
from carteado.web.devices.models import Device
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.matches.match_desk import Desk
from carteado.web.matches.tables_board import Board, Card, Clock, TableState, match_state_label
from carteado.web.matches.tables_board import Side as BoardSide
from carteado.web.referee import sheet_review
from carteado.web.referee.changed_matches import ChangedMatches
from carteado.web.referee.penalties import warnings_in
from carteado.web.sumula.match_sheets import current_sheets, read_entries, terms_of
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.running_scores import scores_for_team

ABSENCE_LIMIT = "clock.absence_minutes"
"""Key of the rule on how long a pair may be away from its table."""
_NEVER = datetime.max.replace(tzinfo=UTC)


class Call(NamedTuple):
    """An open call for the referee from a table. ``id`` is that of its sheet entry, ``about`` the text typed there."""

    id: str
    about: str
    since: datetime


class AbsenceButton(NamedTuple):
    """A button to mark that a pair left the table; or, if it ``is_away``, that it is back. ``value`` is what the button
    sends: a moment and the pair."""

    value: str
    is_away: bool


class Side(NamedTuple):
    """A pair at a table. ``mark`` is a text on whether it came or is away, ``warnings`` their number in the event."""

    pair: PairId
    name: str
    mark: str
    score: str
    warnings: int
    absence: AbsenceButton | None


class Urgency(IntEnum):
    """Reasons to go to a table, the most pressing first. A row has the first that applies. A match that is played or
    called without any of them has one of the last two."""

    CALL = 0
    DISPUTED = 1
    OVERDUE = 2
    QUESTION = 3
    SUBMITTED = 4
    ABSENT = 5
    CALLED = 6
    PLAYING = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A row of the overview: a match and its table, which is "" for a match at none.

    ``state`` is a word for the style sheet, ``state_words`` is for readers. ``hands`` is None without a score sheet,
    ``won`` has the games won, and is None if the match is no series. ``questions`` counts the doubts on the sheet, and
    ``unreviewed`` the changes on it that no referee has reviewed. ``is_frozen`` while the public score stands still: a
    referee froze it, and only a referee lets it go on. ``contact`` is the last time its phone contacted the site.
    """

    match: MatchId
    table: str
    title: str
    state: str
    state_words: str
    sides: tuple[Side, ...]
    clocks: tuple[Clock, ...] = ()
    calls: tuple[Call, ...]
    hands: int | None
    won: tuple[int, int] | None = None
    is_frozen: bool
    questions: int
    unreviewed: int
    contact: datetime | None = None
    urgency: Urgency

    @property
    def order(self) -> tuple[int, datetime, int, str]:
        """Sort key: the most urgent first, then the earliest call or time limit, then the table's number."""
        calls = [call.since for call in self.calls]
        ends = [clock.at for clock in self.clocks if clock.at]
        first = min(calls or ends, default=_NEVER)
        return self.urgency, first, int(self.table) if self.table.isdecimal() else 10_000, self.table


@dataclass(frozen=True)
class RefereeBoard:
    """All rows of an event. ``may_rule`` if the reader is a referee, who may answer calls and rule."""

    event: Event
    championship: Championship
    in_words: ChampionshipInWords
    now: datetime
    may_rule: bool

    @classmethod
    def of(cls, event: Event, *, may_rule: bool) -> "RefereeBoard":
        championship = store.championship_of(event)
        return cls(event, championship, ChampionshipInWords(event, championship), timezone.now(), may_rule)

    @cached_property
    def _board(self) -> Board:
        tables = store.details_of(self.event).tables
        return Board(self.championship, self.in_words, tables, self.now, scores_for_team(self.event))

    @cached_property
    def rows(self) -> list[TableRow]:
        """The undecided matches that have been called, and other matches whose sheet has an open call or a frozen
        score; the most urgent first."""
        at_tables = [self._row(card) for card in self._board.occupied]
        listed = {row.match for row in at_tables}
        others = [
            self._elsewhere(sheet)
            for match, sheet in self.sheets.items()
            if match not in listed and _needs_referee(sheet)
        ]
        return sorted([*at_tables, *others], key=lambda row: row.order)

    @property
    def free_tables(self) -> list[str]:
        return self._board.free_tables

    @property
    def calls(self) -> int:
        """Number of open calls."""
        return sum(len(row.calls) for row in self.rows)

    @property
    def unreviewed(self) -> int:
        """Number of changes and doubts to review on all sheets, also those of finished matches and those that no longer
        count."""
        sheets = self.sheets.values()
        return sum(self._unreviewed.get(one.pk, 0) + one.questions for one in sheets) + self.for_changed

    @cached_property
    def for_changed(self) -> int:
        """Number of entries that no referee has seen, written for matches that were removed, given to other pairs, or
        are played again."""
        return ChangedMatches(self.event, self.championship, self.in_words).unseen

    # --- from the database, one query each ---------------------------------------------------------------------------

    @cached_property
    def sheets(self) -> Mapping[MatchId, Sheet]:
        """The sheets of matches as they are played now, by match."""
        found = Sheet.objects.filter(event=self.event, seq__gt=0)  # 0: nothing was written on it yet
        return {one.match: one for one in current_sheets(self.championship, found)}

    @cached_property
    def _unreviewed(self) -> Mapping[int, int]:
        """Number of changes to review, by sheet."""
        return sheet_review.unreviewed_counts(self.event)

    @cached_property
    def _warnings(self) -> Mapping[PairId, int]:
        return warnings_in(self.event)

    @cached_property
    def _contacts(self) -> Mapping[str, datetime]:
        """The last contact with a phone of each table. Phones of all tables are under ""."""
        phones = Device.objects.open().keeping_sumulas().filter(event=self.event).exclude(last_seen_at=None)
        return dict(phones.values_list("table").annotate(Max("last_seen_at")))

    @cached_property
    def _calls(self) -> Mapping[int, tuple[Call, ...]]:
        """Open calls by sheet."""
        with_calls = {one.pk: one for one in self.sheets.values() if one.calls_open}
        rows: dict[int, list[SheetEntry]] = {number: [] for number in with_calls}
        for row in SheetEntry.objects.filter(sheet__in=with_calls).select_related("access").order_by("sheet", "seq"):
            rows[row.sheet_id].append(row)
        return {number: tuple(self._open(with_calls[number], found)) for number, found in rows.items()}

    def _open(self, sheet: Sheet, rows: Sequence[SheetEntry]) -> Iterator[Call]:
        """The calls on a sheet that no referee has answered."""
        received = {row.entry_id: row.received for row in rows}
        for entry in resolve(read_entries(terms_of(self.championship, sheet.match), rows)).calls:
            assert isinstance(entry.content, CallReferee)
            yield Call(entry.id, entry.content.about, received[entry.id])

    # --- a table ------------------------------------------------------------------------------------------------------

    def _row(self, card: Card) -> TableRow:
        sheet = self.sheets.get(card.match)
        calls = self._calls.get(sheet.pk, ()) if sheet else ()
        questions = sheet.questions if sheet else 0
        return TableRow(
            match=card.match,
            table=card.table,
            title=card.title,
            state=str(card.state),
            state_words=card.state.label,
            sides=tuple(self._side(card, side) for side in card.sides),
            clocks=card.clocks,
            calls=calls,
            hands=sheet.hands if sheet else None,
            won=sheet.won if sheet and self.championship.fixtures[card.match].best_of > 1 else None,
            is_frozen=sheet.is_frozen if sheet else False,
            questions=questions,
            unreviewed=self._unreviewed.get(sheet.pk, 0) if sheet else 0,
            contact=self._contact(card.table, sheet),
            urgency=self._urgency(card, has_call=bool(calls), has_question=bool(questions)),
        )

    def _urgency(self, card: Card, *, has_call: bool, has_question: bool) -> Urgency:
        """The most pressing reason to go to a table. ``has_question`` if its sheet has a doubt."""
        if has_call:
            return Urgency.CALL
        usual = _URGENCY[card.state]
        if has_question:
            return min(usual, Urgency.QUESTION)
        log = self.championship.logs[card.match]
        is_away = any(log.clock.is_absent(pair) for pair in log.pairs)
        return min(usual, Urgency.ABSENT) if is_away else usual

    def _side(self, card: Card, side: BoardSide) -> Side:
        warnings = self._warnings.get(side.pair, 0)
        return Side(side.pair, side.name, side.mark, side.score, warnings, self._absence(card.match, side.pair))

    def _absence(self, match: MatchId, pair: PairId) -> AbsenceButton | None:
        """The absence button. None unless the regulation limits how long a pair may be away, and the match is on.

        Key: clock.absence_minutes.
        """
        desk = Desk(self.event, self.championship, match, self.in_words, self.now, may_rule=self.may_rule)
        if ABSENCE_LIMIT not in desk.regulation.citations:
            return None
        # the clock accepts a return only while the pair is away
        for moment in (Moment.RETURNED, Moment.ABSENT):
            if desk.may_mark(moment, pair):
                return AbsenceButton(f"{moment}:{pair}", is_away=moment is Moment.RETURNED)
        return None

    def _contact(self, table: str, sheet: Sheet | None) -> datetime | None:
        """Last contact with the table's phone, None if there was none. A phone of all tables counts when it last wrote
        on this sheet."""
        times = (self._contacts.get(table) if table else None, sheet.written_at if sheet else None)
        return max((one for one in times if one), default=None)

    def _elsewhere(self, sheet: Sheet) -> TableRow:
        """A row for a match that is at no table now but still needs a referee, most often because it is over."""
        log = self.championship.logs.get(sheet.match)
        calls = self._calls.get(sheet.pk, ())
        return TableRow(
            match=sheet.match,
            table=(log.table or "") if log else "",
            title=self.in_words.match(sheet.match),
            state="decided",
            state_words=match_state_label(log.state) if log else _("not called yet"),
            sides=tuple(
                Side(pair, self.in_words.pair(pair), "", figure(sheet.score[place]), self._warnings.get(pair, 0), None)
                for place, pair in enumerate(sheet.pairs)
            ),
            calls=calls,
            hands=sheet.hands,
            is_frozen=sheet.is_frozen,
            questions=sheet.questions,
            unreviewed=self._unreviewed.get(sheet.pk, 0),
            urgency=Urgency.CALL if calls else Urgency.QUESTION,  # without a call its score is frozen
        )


def _needs_referee(sheet: Sheet) -> bool:
    """True if a call on the sheet is open, or if a referee froze its public score, which a referee has to lift."""
    return bool(sheet.calls_open or sheet.is_frozen)


_URGENCY = {
    TableState.DISPUTED: Urgency.DISPUTED,
    TableState.OVERDUE: Urgency.OVERDUE,
    TableState.SUBMITTED: Urgency.SUBMITTED,
    TableState.CALLED: Urgency.CALLED,
    TableState.PLAYING: Urgency.PLAYING,
}
