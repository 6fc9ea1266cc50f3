"""Where the match of a sheet is now, for the phone that keeps it: still at its table, at another one, over, or no more.
And the sheet to go on with instead."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.match_log import MatchLog
from carteado.tournament.state.championship import Championship
from carteado.web.devices.models import Device
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.matches.tables_board import Board
from carteado.web.sumula.match_sheets import Gone, gone, has_result, pairs_of, sheet_of
from carteado.web.sumula.models import Sheet

RESULT, TABLE = "result", "table"
"""Kinds of change, as the phone reads them: the match has a result; it is at another table, or waits for its call. The
other kinds are those of ``Gone``."""


class Whereabouts:
    """The whereabouts of one sheet's match, for one phone. ``device`` is None if the phone is signed in as a member of
    the team. ``table`` is the only table that the phone serves; "" if it serves all, or is one of the team."""

    def __init__(
        self, sheet: Sheet, championship: Championship, in_words: ChampionshipInWords, device: Device | None
    ) -> None:
        self.sheet, self.championship, self.in_words = sheet, championship, in_words
        self.table = device.table if device else ""

    @cached_property
    def change(self) -> Mapping[str, str] | None:
        """Why the phone has nothing more to write on the sheet; None if it has."""
        if self._gone is not None:
            return {"kind": str(self._gone), "message": self._gone_message(self._gone)}
        if has_result(self.championship, self.sheet.match):
            return {"kind": RESULT, "message": _("The result of this match is in.")}
        if self._is_elsewhere:
            return {"kind": TABLE, "message": self._elsewhere_message()}
        return None

    @property
    def instead(self) -> Mapping[str, Any] | None:
        """The sheet that the phone goes on with. A phone of one table goes on with the match there, any other with its
        match, if that is played again."""
        match = None if self.change is None else self._at_table if self.table else self._played_again
        sheet = sheet_of(self.sheet.event, match) if match else None
        if match is None or sheet is None or sheet.pk == self.sheet.pk:
            return None
        return {
            "code": sheet.code,
            "table": self.championship.logs[match].table or "",
            "title": self.in_words.match(match),
            "names": [self.in_words.pair(pair) for pair in sheet.pairs],
        }

    @cached_property
    def _gone(self) -> Gone | None:
        return gone(self.championship, self.sheet)

    @property
    def _log(self) -> MatchLog | None:
        return self.championship.logs.get(self.sheet.match)

    @cached_property
    def _at_table(self) -> MatchId | None:
        """The match that is called to the phone's table, or played there. For a sheet whose match is no more also one
        whose result is in: another phone was quicker."""
        board = Board(self.championship, self.in_words, 0, timezone.now())  # free tables do not matter here
        match = board.at_tables.get(self.table)
        is_shown = match and (self._gone is not None or self.championship.logs[match].is_on)
        return match if is_shown else None

    @property
    def _played_again(self) -> MatchId | None:
        """The match of this sheet, if it is on with a new sheet."""
        is_on = self._log is not None and self._log.is_on
        return self.sheet.match if self._gone is not None and is_on else None

    @property
    def _is_elsewhere(self) -> bool:
        """True if the match is on at another table, or waits for its call while another match is at this table."""
        if not self.table:
            return False
        if self._log is not None and self._log.is_on:
            return self._log.table != self.table
        return self._at_table not in (None, self.sheet.match)

    def _gone_message(self, reason: Gone) -> str:
        if reason is Gone.REMOVED:
            return _("This match was removed. What you noted no longer counts; the referee keeps it.")
        if reason is Gone.AGAIN:
            return _(
                "This match is played again from the beginning. What you noted no longer counts; the referee keeps it."
            )
        if reason is Gone.DECIDED:
            return _(
                "{pair} left the event: this match is decided by W.O. What you noted no longer counts; the referee "
                "keeps it."
            ).format(pair=self._absent)
        pairs = pairs_of(self.championship, self.sheet.match)
        if pairs is None:
            return _("Others will play this match. What you noted no longer counts; the referee keeps it.")
        one, two = map(self.in_words.pair, pairs)
        return _(
            "After a correction {one} and {two} play this match. What you noted no longer counts; the referee keeps it."
        ).format(one=one, two=two)

    @property
    def _absent(self) -> str:
        """The pairs that lost the match by W.O."""
        return " × ".join(self.in_words.pair(pair) for pair in (self._log.absent if self._log else ()))

    def _elsewhere_message(self) -> str:
        if self._log is not None and self._log.is_on and self._log.table:
            return _("This match was called to table {table}.").format(table=self._log.table)
        return _("This match is not called to this table now. What you noted stays with it.")
