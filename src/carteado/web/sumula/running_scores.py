"""Live scores: the matches that are being played, as far as their súmulas are written."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from carteado import sumula
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.state.championship import Championship
from carteado.web.display.phases import Running
from carteado.web.events import store
from carteado.web.events.delays import Floor
from carteado.web.events.models import Event
from carteado.web.sumula.match_sheets import current_sheets, has_result, read_entries, terms_of
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.sheet_columns import counted_columns

COLUMNS = ("code", "match", "first", "second", "playing", "counted", "in_time", "shown", "frozen_at", "written_at")
"""The columns of sheets that are read here. Others would cost a query for each sheet."""


def scores_of(event: Event) -> dict[MatchId, Running]:
    """The scores that the public may see: behind the delays of their matches, and none during an embargo.

    One database query finds the sheets, and one more the entries of those that are ahead of what may be seen.
    """
    if event.is_embargoed:
        return {}
    championship = store.shown_to_all(event)
    sheets = _current_sheets(event, championship)
    if event.delays:
        _go_back(event, championship, sheets, timezone.now())
    return _scores(championship, sheets, is_team=False)


def scores_for_team(event: Event) -> dict[MatchId, Running]:
    """The scores as they stand, also during an embargo, a delay or a freeze."""
    championship = store.championship_of(event)
    return _scores(championship, _current_sheets(event, championship), is_team=True)


def _current_sheets(event: Event, championship: Championship) -> list[Sheet]:
    return list(current_sheets(championship, Sheet.objects.filter(event=event).only(*COLUMNS)))


def _scores(championship: Championship, sheets: Iterable[Sheet], *, is_team: bool) -> dict[MatchId, Running]:
    """The scores of matches that are not over. For the public, ``championship`` is as it may know it, and a match that
    was not called in it is left out."""
    scores = {}
    for sheet in sheets:
        running = _running(championship, sheet, is_team=is_team)
        if not is_team and sheet.match not in championship.logs:
            continue
        if championship.bracket.ended(sheet.match) is None and (_has_score(running) or running.is_frozen):
            scores[sheet.match] = running
    return scores


def _has_score(running: Running) -> bool:
    """True once a hand is written, or the referee gave points before the first one."""
    return running.hands > 0 or any(running.score)


def _running(championship: Championship, sheet: Sheet, *, is_team: bool) -> Running:
    """The score of one sheet. Of a frozen sheet, the public gets the score at which it was frozen."""
    shows_frozen = sheet.shown is not None and not is_team
    # the sheet is not saved: this only sets what its properties below read
    sheet.counted = sheet.shown if shows_frozen else standing_score(championship, sheet)
    return Running(sheet.code, sheet.score, sheet.won, sheet.hands, sheet.is_frozen)


def standing_score(championship: Championship, sheet: Sheet) -> dict[str, Any]:
    """The counted score, without the entries that came after the championship had a result."""
    counted: dict[str, Any] = sheet.in_time if has_result(championship, sheet.match) else sheet.counted
    return counted


# --- behind a delay -----------------------------------------------------------------------------------------------


def _go_back(event: Event, championship: Championship, sheets: Sequence[Sheet], now: datetime) -> None:
    """Set the sheets of delayed matches back to the last instant that the public may know. They are not saved."""
    floor = Floor(event, store.championship_of(event), now)
    instants = {sheet.pk: floor.known_until(sheet.match) for sheet in sheets}
    for sheet in sheets:
        if sheet.frozen_at is not None and sheet.frozen_at > instants[sheet.pk]:
            sheet.frozen_at = sheet.shown = None
    ahead = [one for one in sheets if one.written_at is not None and one.written_at > instants[one.pk]]
    rows = _rows_by_sheet(ahead)
    for sheet in ahead:
        known = [row for row in rows[sheet.pk] if row.received <= instants[sheet.pk]]
        sheet.counted = _count(championship, sheet, known)
        sheet.in_time = _count(championship, sheet, [row for row in known if not row.late])


def _rows_by_sheet(sheets: Sequence[Sheet]) -> Mapping[int, list[SheetEntry]]:
    rows: dict[int, list[SheetEntry]] = defaultdict(list)
    if sheets:
        for row in SheetEntry.objects.filter(sheet__in=sheets).select_related("access").order_by("sheet", "seq"):
            rows[row.sheet_id].append(row)
    return rows


def _count(championship: Championship, sheet: Sheet, rows: Iterable[SheetEntry]) -> dict[str, Any]:
    terms = terms_of(championship, sheet.match)
    return dict(counted_columns(sumula.count(terms, read_entries(terms, rows))))
