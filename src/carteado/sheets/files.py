"""Tables in and out: CSV and XLSX that no spreadsheet takes for formulas, and calendars."""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from enum import Enum, auto
from typing import NamedTuple

from defusedcsv import csv as safe_csv
from icalendar import Calendar, Event, vText
from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from carteado import __version__
from carteado.record import InputError
from carteado.record.errors import shown

Cell = str | int | float | datetime
"""A time is that of the clock on the wall, without a zone."""
MOST_ROWS, MOST_COLUMNS, MOST_BYTES = 20_000, 64, 64 * 1024 * 1024
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_BEGINS = r"""((?:^|[,;\t\r\n])[\s"']*)"""
"""Where a cell begins: also after a separator that this file does not have, because a spreadsheet in another language
parts there; spaces and quotes may come first."""
_FORMULA = re.compile(_BEGINS + r"(?=[=+\-@|%])")
_MARKED = re.compile(_BEGINS + r"'(?=[=+\-@|%])")
_NUMBER = re.compile(r"-?[\d.,]+", re.ASCII)
_QUOTED = re.compile(r'"[^"]*"')


class SheetTable(NamedTuple):
    """A sheet: its name, its heading and its rows."""

    name: str
    heading: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


# --- writing ------------------------------------------------------------------------------------------------------


def csv_of(table: SheetTable, language: str = "en") -> str:
    """With what looks like a formula made plain text. Spreadsheets in Brazil part cells by semicolons."""
    text = io.StringIO(newline="")
    delimiter = ";" if language == "pt" else ","
    writer = safe_csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerows([_marked(_clean(_timed(value))) for value in row] for row in (table.heading, *table.rows))
    return text.getvalue()


def xlsx_of(tables: Iterable[SheetTable]) -> bytes:
    """A workbook with a sheet a table; texts stay texts, whatever they begin with."""
    book = Workbook(write_only=True)
    for table in tables:
        sheet = book.create_sheet(_sheet_name(table.name))
        sheet.freeze_panes = "A2"
        for column, width in enumerate(_widths(table), start=1):
            sheet.column_dimensions[get_column_letter(column)].width = width
        sheet.append([_cell(sheet, name, bold=True) for name in table.heading])
        for row in table.rows:
            sheet.append([_cell(sheet, value) for value in row])
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def _timed(value: Cell) -> Cell:
    return value.isoformat(sep=" ", timespec="minutes") if isinstance(value, datetime) else value


def _clean(value: Cell) -> Cell:
    """A text without control characters, nor spaces around it that would hide how it begins."""
    return _CONTROL.sub(" ", value).strip() if isinstance(value, str) else value


def _marked(value: Cell) -> Cell:
    """A text with a mark before whatever a spreadsheet could take for a formula; ``_plain`` takes it away again."""
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    return _FORMULA.sub(r"\1'", value)


def _cell(sheet: object, value: Cell, *, bold: bool = False) -> WriteOnlyCell:
    cell = WriteOnlyCell(sheet, value=_clean(value))
    if isinstance(value, str):
        cell.data_type = "s"
    if isinstance(value, datetime):
        cell.number_format = "yyyy-mm-dd hh:mm"
    if bold:
        cell.font = Font(bold=True)
    return cell


def _sheet_name(name: str) -> str:
    return re.sub(r"[\[\]:*?/\\]", " ", name)[:31]


def _widths(table: SheetTable) -> list[int]:
    columns = zip(table.heading, *table.rows, strict=True)
    return [min(60, max(len(str(value)) for value in column) + 2) for column in columns]


class Appointment(NamedTuple):
    """A match in a calendar, or a whole day, which ends where the next one begins."""

    id: str
    start: date
    end: date
    title: str
    place: str = ""
    about: str = ""


def ics_of(name: str, appointments: Sequence[Appointment]) -> bytes:
    """A calendar that any calendar program reads; its stamp is that of the matches, not of the clock on the wall."""
    calendar = Calendar()
    calendar.add("prodid", f"-//carteado//{__version__}//")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", vText(name))
    begun = (one.start for one in appointments if isinstance(one.start, datetime))
    stamp = min(begun, default=datetime(2026, 1, 1, tzinfo=UTC))
    for one in appointments:
        event = Event()
        for key, value in (("uid", f"{one.id}@carteado"), ("summary", one.title), ("location", one.place)):
            event.add(key, value)
        event.add("description", one.about)
        for key, at in (("dtstamp", stamp), ("dtstart", one.start), ("dtend", one.end)):
            event.add(key, at.astimezone(UTC).replace(microsecond=0) if isinstance(at, datetime) else at)
        calendar.add_component(event)
    return bytes(calendar.to_ical())


# --- reading ------------------------------------------------------------------------------------------------------


class Holds(Enum):
    """What a cell that was read holds."""

    TEXT = auto()
    FORMULA = auto()
    VALUE = auto()
    """A number, a date, yes or no."""


class ReadCell(NamedTuple):
    text: str
    holds: Holds = Holds.TEXT


def read_cells(data: bytes) -> list[list[ReadCell]]:
    """The rows of a CSV or XLSX file, told apart by how the file begins; an InputError for anything else."""
    found = _xlsx_rows(data) if data.startswith(b"PK\x03\x04") else _csv_rows(data)
    while found and not any(cell.text for cell in found[-1]):
        found.pop()
    if len(found) > MOST_ROWS or max(map(len, found), default=0) > MOST_COLUMNS:
        raise InputError("sheet_too_large", rows=MOST_ROWS, columns=MOST_COLUMNS)
    return found


def _plain(value: str) -> str:
    """Without what was put before a text, or within it, so that no spreadsheet runs it."""
    return _MARKED.sub(r"\1", value.strip()).strip()


def _csv_cell(value: str) -> ReadCell:
    """What begins like a formula is one, unless it was marked as text."""
    return ReadCell(_plain(value), Holds.FORMULA if value.strip().startswith("=") else Holds.TEXT)


def _csv_rows(data: bytes) -> list[list[ReadCell]]:
    """Comma, semicolon or tab, whichever the heading has most of; UTF-8, or what older spreadsheets in Brazil write."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    if "\x00" in text:
        raise InputError("not_a_sheet")
    heading = _QUOTED.sub("", text.partition("\n")[0])
    delimiter = max(",;\t", key=heading.count)
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        return [[_csv_cell(value) for value in row] for row in rows]
    except csv.Error as error:
        raise InputError("sheet_unreadable", reason=str(error)) from None


def _xlsx_rows(data: bytes) -> list[list[ReadCell]]:
    """The first sheet. What the file unpacks to is looked at before anything is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            if sum(part.file_size for part in parts.infolist()) > MOST_BYTES:
                raise InputError("sheet_too_large", rows=MOST_ROWS, columns=MOST_COLUMNS)
        book = load_workbook(io.BytesIO(data), read_only=True)
        sheet = book.worksheets[0]
        rows = sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS + 1)
        return [_without_empty_end([_xlsx_cell(cell.value, cell.data_type) for cell in row]) for row in rows]
    except InputError:
        raise
    except Exception as error:  # the reader raises whatever it stumbles over: of XML, of zip, of its own
        raise InputError("sheet_unreadable", reason=str(error)) from None


def _xlsx_cell(value: object, data_type: str) -> ReadCell:
    """A formula is not worked out: the file may hold what it came to once, or nothing."""
    if value is None:
        return ReadCell("")
    if data_type == "f":
        return ReadCell(str(value), Holds.FORMULA)
    is_text = isinstance(value, str) and data_type != "e"
    return ReadCell(_plain(_number(value)), Holds.TEXT if is_text else Holds.VALUE)


def _without_empty_end(row: list[ReadCell]) -> list[ReadCell]:
    """A sheet's rows are as long as the longest column asked for."""
    while row and not row[-1].text:
        row.pop()
    return row


def _number(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def headed(titles: Sequence[str], names: Mapping[str, str]) -> tuple[dict[int, str], list[str]]:
    """Which column is what, by the names that a heading may have; and the names that nobody knows.

    Two columns that are the same are an InputError: nobody knows which one is meant.
    """
    found: dict[int, str] = {}
    unknown = []
    for column, title in enumerate(titles):
        name = names.get(re.sub(r"[\s_.º°]+", " ", title).strip().casefold())
        if name is None:
            unknown += [title] if title else []
            continue
        for before, taken in found.items():
            if taken == name:
                raise InputError("columns_alike", first=shown(titles[before]), second=shown(title))
        found[column] = name
    return found, unknown
