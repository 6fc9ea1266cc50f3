"""Live scores: the matches that are being played, as far as their súmulas are written."""

from typing import Any

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.state.championship import Championship
from carteado.web.display.phases import Running
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.sumula.match_sheets import current_sheets, has_result
from carteado.web.sumula.models import Sheet

COLUMNS = ("code", "match", "first", "second", "playing", "counted", "in_time", "shown", "frozen_at")


def scores_of(event: Event) -> dict[MatchId, Running]:
    """The scores that the public may see, with one database query for the sheets. Empty during an embargo."""
    return {} if event.is_embargoed else _scores(event, is_team=False)


def scores_for_team(event: Event) -> dict[MatchId, Running]:
    """The scores as they stand, also during an embargo or a freeze."""
    return _scores(event, is_team=True)


def _scores(event: Event, *, is_team: bool) -> dict[MatchId, Running]:
    championship = store.championship_of(event)
    scores = {}
    for sheet in current_sheets(championship, Sheet.objects.filter(event=event).only(*COLUMNS)):
        running = _running(championship, sheet, is_team=is_team)
        if championship.bracket.ended(sheet.match) is None and (running.hands or running.is_frozen):
            scores[sheet.match] = running
    return scores


def _running(championship: Championship, sheet: Sheet, *, is_team: bool) -> Running:
    """For the public, only ``shown`` is read of a frozen sheet."""
    shows_frozen = sheet.shown is not None and not is_team
    sheet.counted = sheet.shown if shows_frozen else standing_score(championship, sheet)
    return Running(sheet.code, sheet.score, sheet.won, sheet.hands, sheet.is_frozen)


def standing_score(championship: Championship, sheet: Sheet) -> dict[str, Any]:
    """The counted score, without the entries that came after the championship had a result."""
    counted: dict[str, Any] = sheet.in_time if has_result(championship, sheet) else sheet.counted
    return counted
