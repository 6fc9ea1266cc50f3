"""Puts a championship's live match on its súmula, hand by hand. Score, result and standings follow without retyping.

The sheet entries follow from the log alone, and their ids are always the same. So the next try writes what a crash left
out, and writes nothing twice. The sheet has every hand at once, as the referee sees it. ``events.delays`` sees to it
that no public page shows a hand before the table's onlookers may see it, as for every match.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from carteado import sumula
from carteado.record import sheet_game
from carteado.sumula.entries import LIVE_TABLE, MOST_ATTEMPTS, SITE
from carteado.sumula.rulings import four_cards_at
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.operations import MarkTime
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import User
from carteado.web.sumula.match_sheets import terms_of as sheet_terms_of
from carteado.web.sumula.models import Reason
from carteado.web.sumula.received_entries import instant_text, read_received_entry
from carteado.web.sumula.sheet_writing import Writer, write
from carteado.web.tables.match.championship_match import event_of, sheet_of
from carteado.web.tables.match.fold import Play, Terms, apply_row, start_play
from carteado.web.tables.match.from_database import terms_of
from carteado.web.tables.match.log_rows import LogRow
from carteado.web.tables.match.log_storage import log_of
from carteado.web.tables.models import Table

_log = logging.getLogger(__name__)

ABSENCE = "clock.absence_minutes"
DECIDING_RULINGS = frozenset({"tento", "disqualify"})
"""Rulings that end a match. The pairs are not asked to accept them."""

Document = dict[str, Any]


class LiveSheetEntry(NamedTuple):
    """A sheet entry as JSON. ``by`` is the reference of the referee who ruled, if one did. ``client`` is the id of the
    act that it follows from, ``LogRow.client``."""

    document: Document
    by: str = ""
    client: str = ""


class Game(NamedTuple):
    """A match at the table, which is one game of the championship's match. ``code`` is its code."""

    code: str
    terms: Terms
    log: Sequence[LogRow]


def instant(at: int) -> datetime:
    """``at`` is in milliseconds since 1970."""
    return datetime.fromtimestamp(at / 1000, UTC)


# --- the referee's own words --------------------------------------------------------------------------------------


def store_reason(table: Table, client: str, text: str, *, by: User) -> None:
    """Keep a referee's reason before its act is written, so that it is not lost before the súmula has it.

    ``client`` is the id that the act is going to have in the log.
    """
    Reason.objects.update_or_create(mark=client, defaults={"sheet": sheet_of(table), "text": text, "user": by})


def delete_reason(client: str) -> None:
    """Drop the reason for an act that was not done."""
    Reason.objects.filter(mark=client).delete()


# --- from log to sheet entries ------------------------------------------------------------------------------------


class SheetEntryBuilder:
    """Makes the sheet entries for the games of one table, in their order.

    ``lines`` are the entries so far. ``_place`` is the place on the sheet of the next hand, counted over all games, and
    ``_games`` counts the games before this one. ``_bells`` and ``_number`` count the bells and the entries of this
    game. ``_rung`` is the row of a bell that rang in the hand that is on. ``reasons`` are the referees' own words by
    the ids of their acts.
    """

    def __init__(self, terms: sumula.Terms, reasons: Mapping[str, str]) -> None:
        self.terms, self.reasons = terms, reasons
        self.sheet_game = sheet_game(terms.regulation.rules)
        self.lines: list[LiveSheetEntry] = []
        self._place = 0
        self._games = 0
        self._bells = 0
        self._rung: LogRow | None = None
        self._code = ""
        self._number = 0

    def add_game(self, game: Game) -> Play:
        """Add the entries for one more game, as far as its log goes. Returns how that game stands."""
        self._code, self._number, self._bells, self._rung = game.code, 0, 0, None
        play = start_play(game.terms, game.log[0])
        for row in game.log[1:]:
            play_before, play = play, apply_row(play, row)
            self._add_row(play_before, play, row)
        self._games += 1
        return play

    def _add_row(self, play_before: Play, play: Play, row: LogRow) -> None:
        self._add_attempts(play_before, play, row)
        if row.act == "ruling":
            self._add_ruling(play_before, play, row)
        if play_before.match.hand_is_on and not play.match.hand_is_on:
            self._add_hand_end(play, row)

    def _add_attempts(self, play_before: Play, play: Play, row: LogRow) -> None:
        """Note attempts of a vulnerable pair that laid too little. Key: vulnerable.failed."""
        for pair in (0, 1):
            number = _failed(play, pair)
            if _failed(play_before, pair) < number <= MOST_ATTEMPTS and play_before.match.hand_is_on:
                self._add(row, "attempt", place=self._place, pair=pair, number=number)

    def _add_ruling(self, play_before: Play, play: Play, row: LogRow) -> None:
        """Note a ruling. The bell, and a player with four cards, have their own form on a sheet."""
        ruling = row.data["ruling"]
        if ruling == "time_up":
            self._add_bell(play_before, row)
        elif ruling == "four_cards":
            self._add_four_cards(play, row)
        else:
            act = {name: value for name, value in row.data.items() if name != "by"}
            self._add(row, "rule", place=self._place, act=act, why=self._reason(row))

    def _add_bell(self, play_before: Play, row: LogRow) -> None:
        """Note the bell. Key: clock.time_up.

        A bell in the middle of a hand is noted with that hand. A hand that no pair wins is on no sheet; then the bell
        is noted as if it had rung after it.
        """
        if play_before.match.hand_is_on:
            self._rung = row
        else:
            self._add_rung_bell(row, during=False)

    def _add_rung_bell(self, row: LogRow, *, during: bool) -> None:
        self._rung, self._bells = None, self._bells + 1
        self._add(row, "bell", place=self._place, number=self._bells, during=during, game=self._games)

    def _add_four_cards(self, play: Play, row: LogRow) -> None:
        """Note a ruling on a player with four cards as on paper: a warning to the pair, and what it costs.

        Key: referee.four_cards.
        """
        pair, value, key, reason = row.data["pair"], play.match.hand.value, "referee.four_cards", self._reason(row)
        self._add(row, "warn", pair=pair, key=key, why=reason)
        counts = four_cards_at(self._place, self.terms.regulation, pair=pair, value=value, key=key)
        if counts["kind"] == "hand":
            self._add_hand(row, counts["hand"])
        else:
            self._add(row, **counts, why=reason)

    def _add_hand_end(self, play: Play, row: LogRow) -> None:
        """Note the hand that has ended. A hand that no pair wins has no line; only its bell is noted."""
        line = self.sheet_game.write(play.match)
        if line is not None:
            self._add_hand(row, line)
        elif self._rung is not None and not (play.is_over and row.act == "ruling"):
            # if a ruling ended the match, the bell decided nothing and is left out
            self._add_rung_bell(self._rung, during=False)

    def _add_hand(self, row: LogRow, line: Mapping[str, Any]) -> None:
        """Note a hand, after the bell if it rang during that hand."""
        if self._rung is not None:
            self._add_rung_bell(self._rung, during=True)
        self._add(row, "hand", place=self._place, hand=dict(line))
        self._place += 1

    def _reason(self, row: LogRow) -> str:
        """The referee's own words, or else the article of the ruling."""
        return self.reasons.get(row.client or "", "") or row.data["article"]

    def _add(self, row: LogRow, kind: str, **fields: Any) -> None:
        """Add an entry with the next number of this game, so that its id is the same each time it is made."""
        by = row.data.get("by", "") if row.act == "ruling" else ""
        self._number += 1
        head = {"id": f"{LIVE_TABLE}{self._code}-{self._number}", "device": SITE, "at": instant_text(instant(row.at))}
        whose = by if by.startswith("user:") else ""
        self.lines.append(LiveSheetEntry({**head, "kind": kind, **fields}, whose, row.client or ""))


def _failed(play: Play, pair: int) -> int:
    """How often the pair has laid too little in this hand. 0 in a game that does not count it."""
    sides = getattr(play.match.hand, "sides", ())
    return int(sides[pair].failed) if sides else 0


# --- writing ------------------------------------------------------------------------------------------------------


def update_sheet(code: str) -> None:
    """Write on the súmula of a table's match what is missing there. Does nothing for a table without championship."""
    table = Table.objects.filter(code=code).exclude(event=None).first()
    if table is None:
        return
    games = [Game(one.code, terms_of(table, one), log_of(one.pk)) for one in table.matches.order_by("number")]
    _write_missing_entries(table, [game for game in games if game.log])
    if games:
        _mark_time(table, games[-1])


def sheet_entries_of(
    event: Event, fixture: str, games: Sequence[Game], reasons: Mapping[str, str]
) -> list[LiveSheetEntry]:
    """All sheet entries for the games, with those that close the match once it is over (``_closing_entries``).

    ``reasons`` are the referees' reasons by the ids of their acts.
    """
    builder = SheetEntryBuilder(sheet_terms_of(store.championship_of(event), fixture), reasons)
    plays = [builder.add_game(game) for game in games]
    return [*builder.lines, *_closing_entries(builder, games, plays)] if plays else []


def _closing_entries(
    builder: SheetEntryBuilder, games: Sequence[Game], plays: Sequence[Play]
) -> Iterator[LiveSheetEntry]:
    """The entries after the last hand of the last game.

    The referee is called if the sheet does not count as the table did. Otherwise both pairs accept a match that is won,
    unless a ruling ended it. After a game that is not the last there is none.
    """
    last, game = plays[-1], games[-1]
    if last.match.hand_is_on:
        return
    entries = [read_received_entry(line.document, builder.terms).entry for line in builder.lines]
    counted, head = sumula.count(builder.terms, entries), {"device": SITE, "at": instant_text(instant(game.log[-1].at))}
    # of each game on the sheet, its score and winner
    if [one[:2] for one in counted.games[: len(plays)]] != [(play.match.score, play.match.winner) for play in plays]:
        yield LiveSheetEntry(
            {**head, "id": f"{LIVE_TABLE}{game.code}-differs", "kind": "call", "about": _differs(last)}
        )
    elif counted.winner is not None and last.is_over and not _is_decided_by_referee(game):
        for pair in (0, 1):
            mark = f"{LIVE_TABLE}{game.code}-accept-{pair}"
            versions = list(counted.resolved.versions)
            yield LiveSheetEntry({**head, "id": mark, "kind": "accept", "pair": pair, "versions": versions})


def _is_decided_by_referee(game: Game) -> bool:
    """True if the last ruling of the game ended it."""
    rulings = [entry.data["ruling"] for entry in game.log if entry.act == "ruling"]
    return bool(rulings) and rulings[-1] in DECIDING_RULINGS


def _differs(play: Play) -> str:
    """What the call says. The sheet counts a ruling before the hand in which it was made, which can give another
    score."""
    one, two = play.match.score
    return _("The live table has {one} × {two}, and the score sheet does not: put the sheet right.").format(
        one=one, two=two
    )


def _write_missing_entries(table: Table, games: Sequence[Game]) -> None:
    """Write the entries that the sheet lacks, and delete the reasons that it has by now."""
    sheet = sheet_of(table)
    reasons = dict(sheet.reasons.values_list("mark", "text"))
    lines = sheet_entries_of(sheet.event, table.fixture, games, reasons)
    existing = set(sheet.entries.filter(entry_id__startswith=LIVE_TABLE).values_list("entry_id", flat=True))
    missing = [line for line in lines if line.document["id"] not in existing]
    for by, some in groupby(missing, key=lambda line: line.by):
        writer = Writer(user=_user(by), may_rule=True, on_site=True)
        outcome = write(sheet, [line.document for line in some], writer)
        existing |= {entry.entry_id for entry in outcome.stored}
        # entries of a match that is no more are kept for the referee, which is no error
        for refusal in (one for one in outcome.refused if not one.for_referee):
            _log.error("a score sheet did not take %s of a live table: %s", refusal.id, refusal.message)
    if reasons:
        sheet.reasons.filter(mark__in={line.client for line in lines if line.document["id"] in existing}).delete()


def _mark_time(table: Table, game: Game) -> None:
    """Stop the clock of the match on the boards while a referee has stopped the table.

    The referee's last act counts, unless the time was marked after it.
    """
    stops = (one for one in reversed(game.log) if one.act in _MOMENTS and ":" in one.data.get("by", ""))
    last, event = next(stops, None), event_of(table)
    log = store.championship_of(event).logs.get(table.fixture)
    if last is None or log is None or log.pairs != (table.first, table.second):
        return
    mark, at, by = log.clock.last(*_MOMENTS.values()), instant(last.at), last.data["by"]
    moment = _MOMENTS[last.act]
    if mark is None or mark.at < at or (mark.at == at and mark.moment is not moment):
        store.append(event, MarkTime(by=by, at=at, match=table.fixture, moment=moment), by=_user(by))


_MOMENTS = {"pause": Moment.PAUSED, "resume": Moment.RESUMED}


def _user(by: str) -> User | None:
    return User.objects.filter(pk=by.removeprefix("user:")).first() if by else None


# --- absent players -----------------------------------------------------------------------------------------------


def call_for_absence(code: str, *, seat: int, since: int) -> None:
    """Call the referee on the súmula, and let them decide what follows. Key: clock.absence_minutes.

    ``since`` is when the player left, in milliseconds since 1970. One absence makes one call, however often it is made.
    """
    table = Table.objects.get(code=code)
    match = table.matches.order_by("number").last()
    assert match is not None  # a player is missed only in a match
    regulation = sheet_terms_of(store.championship_of(event_of(table)), table.fixture).regulation
    article = f" ({regulation.cite(ABSENCE)})" if ABSENCE in regulation.citations else ""
    whose = _("first pair") if seat % 2 == 0 else _("second pair")
    hour = date_format(timezone.localtime(instant(since)), "H:i")
    about = _("Away from the live table since {hour}: seat {seat}, {pair}{article}.").format(
        hour=hour, seat=seat + 1, pair=whose, article=article
    )
    mark = f"{LIVE_TABLE}{match.code}-absent-{seat}-{since}"
    call = {"id": mark, "device": SITE, "at": instant_text(instant(since)), "kind": "call", "about": about}
    write(sheet_of(table), [call], Writer(on_site=True))
