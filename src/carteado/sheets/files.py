"""Reading and writing of CSV and XLSX without text that a spreadsheet would run as a formula, and of calendars."""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from enum import Enum, StrEnum, auto
from typing import NamedTuple

from defusedcsv import csv as safe_csv
from icalendar import Calendar, Event, vText
from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from carteado import __version__
from carteado.record import InputError
from carteado.record.errors import quoted

Cell = str | int | float | datetime
"""A ``datetime`` in a cell is a local time without a time zone."""
MOST_ROWS, MOST_COLUMNS, MOST_BYTES = 20_000, 64, 64 * 1024 * 1024
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_BEGINS = r"""((?:^|[,;\t\r\n])[\s"']*)"""
"""The beginning of a cell. It may follow any separator, because a spreadsheet in another language splits at others than
this file does. Spaces and quotes may come first."""
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
    """A table as CSV, with texts that look like formulas marked as text. Spreadsheets in Brazil expect semicolons."""
    text = io.StringIO(newline="")
    delimiter = ";" if language == "pt" else ","
    writer = safe_csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerows([_marked(_clean(_timed(value))) for value in row] for row in (table.heading, *table.rows))
    return text.getvalue()


def xlsx_of(tables: Iterable[SheetTable]) -> bytes:
    """A workbook with one sheet for each table. Texts stay texts, also if they look like formulas."""
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
    """A text without control characters and without surrounding spaces, which would hide its first character."""
    return _CONTROL.sub(" ", value).strip() if isinstance(value, str) else value


def _marked(value: Cell) -> Cell:
    """A text with a mark before each part that a spreadsheet could take for a formula; ``_plain`` removes the marks."""
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


class AppointmentStatus(StrEnum):
    """Whether an appointment takes place, in the words of calendar files."""

    CONFIRMED = "CONFIRMED"
    TENTATIVE = "TENTATIVE"
    CANCELLED = "CANCELLED"


class Appointment(NamedTuple):
    """A match in a calendar, or a whole day, which ends when the next one begins."""

    id: str
    start: date
    end: date
    title: str
    place: str = ""
    about: str = ""
    status: AppointmentStatus = AppointmentStatus.CONFIRMED


def ics_of(name: str, appointments: Sequence[Appointment], *, sequence: int = 0) -> bytes:
    """A calendar file for any calendar program. Its stamp is the first match's time, not the current one.

    A file that people took before is replaced by one with a higher ``sequence``, entry by entry.
    """
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
        event.add("sequence", sequence)
        event.add("status", str(one.status))
        for key, at in (("dtstamp", stamp), ("dtstart", one.start), ("dtend", one.end)):
            event.add(key, at.astimezone(UTC).replace(microsecond=0) if isinstance(at, datetime) else at)
        calendar.add_component(event)
    return bytes(calendar.to_ical())


# --- reading ------------------------------------------------------------------------------------------------------


class CellContent(Enum):
    """The kind of content of a cell that was read."""

    TEXT = auto()
    FORMULA = auto()
    VALUE = auto()
    """A number, a date, or true or false."""


class ReadCell(NamedTuple):
    text: str
    content: CellContent = CellContent.TEXT


def read_cells(data: bytes) -> list[list[ReadCell]]:
    """The rows of a CSV or XLSX file. The first bytes decide which it is; anything else raises InputError."""
    rows = _xlsx_rows(data) if data.startswith(b"PK\x03\x04") else _csv_rows(data)
    while rows and not any(cell.text for cell in rows[-1]):
        rows.pop()
    if len(rows) > MOST_ROWS or max(map(len, rows), default=0) > MOST_COLUMNS:
        raise InputError("sheet_too_large", rows=MOST_ROWS, columns=MOST_COLUMNS)
    return rows


def _plain(value: str) -> str:
    """A text without the marks that keep a spreadsheet from running it."""
    return _MARKED.sub(r"\1", value.strip()).strip()


def _csv_cell(value: str) -> ReadCell:
    """A cell that begins like a formula is one, unless it is marked as text."""
    return ReadCell(_plain(value), CellContent.FORMULA if value.strip().startswith("=") else CellContent.TEXT)


def _csv_rows(data: bytes) -> list[list[ReadCell]]:
    """The rows of a CSV file.

    The separator is a comma, semicolon or tab, whichever is most frequent in the heading. The encoding is UTF-8, or
    that of older spreadsheets in Brazil.
    """
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
    """The rows of the first sheet. The unpacked size is checked before anything is unpacked."""
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
    except Exception as error:  # the reader raises errors of XML, of zip and its own
        raise InputError("sheet_unreadable", reason=str(error)) from None


def _xlsx_cell(value: object, data_type: str) -> ReadCell:
    """Formulas are not computed: the file may have their last result, or none."""
    if value is None:
        return ReadCell("")
    if data_type == "f":
        return ReadCell(str(value), CellContent.FORMULA)
    is_text = isinstance(value, str) and data_type != "e"
    return ReadCell(_plain(_number(value)), CellContent.TEXT if is_text else CellContent.VALUE)


def _without_empty_end(row: list[ReadCell]) -> list[ReadCell]:
    """Remove empty cells at the end: a sheet's rows all have the largest number of columns requested."""
    while row and not row[-1].text:
        row.pop()
    return row


def _number(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def fields_of_columns(titles: Sequence[str], names: Mapping[str, str]) -> tuple[dict[int, str], list[str]]:
    """The field of each column, found by the names that a heading may have, and the unknown headings.

    Two columns for the same field raise InputError, because it is unclear which one is meant.
    """
    fields: dict[int, str] = {}
    unknown = []
    for column, title in enumerate(titles):
        name = names.get(re.sub(r"[\s_.º°]+", " ", title).strip().casefold())
        if name is None:
            unknown += [title] if title else []
            continue
        for earlier, earlier_name in fields.items():
            if earlier_name == name:
                raise InputError("columns_alike", first=quoted(titles[earlier]), second=quoted(title))
        fields[column] = name
    return fields, unknown
