"""The results as files for other programs: spreadsheets, a calendar, and a zip with all records."""

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from carteado.record.record import overrides_document
from carteado.sheets.championship import (
    Writer,
    appointments,
    delegations_sheet,
    matches_sheet,
    standings_sheet,
)
from carteado.sheets.files import SheetTable, csv_of, ics_of, xlsx_of
from carteado.tournament.files.codec import to_json
from carteado.tournament.files.event_file import event_document
from carteado.tournament.running import withholding
from carteado.tournament.state.championship import Championship

CSV, XLSX, ICS = (
    "text/csv; charset=utf-8",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "text/calendar; charset=utf-8",
)
MARK = b"\xef\xbb\xbf"
"""A byte order mark, from which spreadsheet programs recognise UTF-8."""


class File(NamedTuple):
    """A file's content and its content type."""

    content: bytes
    kind: str


FILES = ("classificacao.csv", "partidas.csv", "delegacoes.csv", "resultado.xlsx", "partidas.ics")
"""The files that a results sheet offers, by name."""


def file_of(name: str, championship: Championship, writer: Writer, title: str, *, revision: int) -> File | None:
    """One of ``FILES``; None if the event has no content for it. ``revision`` counts changes of the calendar: a program
    replaces the appointments that it has only by those of a higher number. ``championship`` is what this reader may
    see: nothing is left out here."""
    match name:
        case "resultado.xlsx":
            return File(xlsx_of(sheets_of(championship, writer).values()), XLSX)
        case "partidas.ics":
            return File(ics_of(title, list(appointments(championship, writer)), sequence=revision), ICS)
        case _:
            table = sheets_of(championship, writer).get(name.removesuffix(".csv"))
            return File(MARK + csv_of(table, writer.language).encode(), CSV) if table else None


def sheets_of(championship: Championship, writer: Writer) -> dict[str, SheetTable]:
    """The sheets by the names of their files without ending. That of the delegations is missing if there are none."""
    delegations = delegations_sheet(championship, writer)
    return {
        "classificacao": standings_sheet(championship, writer),
        "partidas": matches_sheet(championship, writer),
        **({"delegacoes": delegations} if delegations else {}),
    }


# --- records ------------------------------------------------------------------------------------------------------

_SAFE_NAME = re.compile(r"[^\w.-]+", re.ASCII)


def records_of(championship: Championship, names: Mapping[str, str], language: str, title: str) -> bytes:
    """A zip of plain files for those who may export the event, with all that an embargo or a delay keeps from others.
    If ``names`` is empty, pairs appear by their codes, and only free texts could reveal who they were: the reasons that
    operations give, and the wording of decisions."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _records(championship, Writer(language, names), title):
            # always the same time, so that the same records give the same bytes
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _records(championship: Championship, writer: Writer, title: str) -> Iterator[tuple[str, bytes]]:
    yield "event.json", _json(event_document(championship))
    yield "regulation.json", _json(_regulation(championship))
    yield "decisions.json", _json(_decided(championship))
    for name, protocol in championship.draws.items():
        yield f"draws/{_SAFE_NAME.sub('-', name)}.json", _json(protocol)
    if writer.names:
        yield "pairs.json", _json(writer.names)
    sheets = sheets_of(championship, writer)
    for name, table in sheets.items():
        yield f"{name}.csv", MARK + csv_of(table, writer.language).encode()
    yield "resultado.xlsx", xlsx_of(sheets.values())
    revision = withholding.revision(championship, championship)
    yield "partidas.ics", ics_of(title, list(appointments(championship, writer)), sequence=revision)


def _regulation(championship: Championship) -> dict[str, object]:
    """Every rule in force, with the articles it comes from, and the event's own dates and place."""
    regulation = championship.regulation
    rules = {
        one.key: {
            "value": to_json(one.value),
            "articles": list(one.citation.articles),
            "ruling": one.citation.ruling,
            "changed_by": one.citation.changed_by,
        }
        for one in championship.rules_as_decided.entries()
    }
    return {"id": regulation.id, "name": regulation.name, "overrides": overrides_document(regulation), "rules": rules}


def _decided(championship: Championship) -> dict[str, object]:
    """Decisions on omitted cases, the versions of the rules, and the pairs that left."""
    return {
        "decisions": [to_json(one) for one in championship.decisions],
        "versions": [to_json(one) for one in championship.versions],
        "departures": {pair: to_json(one) for pair, one in championship.departures.items()},
    }


def _json(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, indent=2, default=str).encode()
