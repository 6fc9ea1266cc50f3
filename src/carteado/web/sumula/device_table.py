"""What a device finds at its table: the match whose súmula it keeps, or the one that comes next."""

from typing import Any

from django.urls import reverse
from django.utils import timezone

from carteado.tournament.state.championship import Championship
from carteado.web.devices.models import Device
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.matches.tables_board import Board
from carteado.web.sumula.match_sheets import sheet_of
from carteado.web.sumula.received_entries import instant_text

Json = dict[str, Any]


def table_document(device: Device) -> Json:
    """The answer to a device that asks for its table, as JSON.

    ``table`` is "" for a device that serves all tables. ``tables`` has each occupied table that the device serves.
    ``sheet`` is the code of the sheet to open at once; None if the device must choose, or if there is no match.
    """
    event = device.event
    championship = store.championship_of(event)
    board = _board(event, championship)
    tables = [_at_table(board, device, table) for table in sorted(board.at_tables) if device.serves(table)]
    return {
        "event": {"name": event.name, "url": reverse("event", args=[event.slug])},
        "table": device.table,
        "sheet": tables[0]["sheet"] if device.table and tables else None,
        "tables": tables,
        "next": None if tables else _next_match(event, device.table),
        "now": instant_text(timezone.now()),
    }


def _board(event: Event, championship: Championship) -> Board:
    in_words = ChampionshipInWords(event, championship)
    return Board(championship, in_words, store.details_of(event).tables, timezone.now())


def _at_table(board: Board, device: Device, table: str) -> Json:
    match = board.at_tables[table]
    sheet = sheet_of(device.event, match)
    pairs = board.championship.logs[match].pairs
    return {
        "table": table,
        "sheet": sheet.code if sheet else None,
        "title": board.in_words.match(match),
        "names": [board.in_words.pair(pair) for pair in pairs],
    }


def _next_match(event: Event, table: str) -> Json | None:
    """The match that would be called to that table now, by what the public knows.

    Players who wait at the table read its phone, and which match comes next follows from results. None if there is no
    such match, for a device of all tables, and during an embargo.
    """
    if not table or event.is_embargoed:
        return None
    ready = next((one for one in _board(event, store.shown_to_all(event)).ready if one.table == table), None)
    return {"title": ready.title, "names": [side.name for side in ready.sides]} if ready else None
