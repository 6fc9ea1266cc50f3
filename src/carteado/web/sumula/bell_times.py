"""When the bells on a súmula rang. A bell is an entry that says that the playing time is up.

The times are estimates: a phone may send its entries late, and its clock may be wrong.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from carteado.sumula.entries import SITE, EntryId
from carteado.web.sumula.models import SheetEntry

CLOCKS_AGREE_WITHIN = timedelta(seconds=10)
"""Added to the time of every bell, in favour of the players. The clock that a phone shows may be off by the delay of
its network, so a bell that seems to be at most this much too early counts as in time."""


def bell_times(rows: Iterable[SheetEntry]) -> Mapping[EntryId, datetime]:
    """The time of each bell by the server's clock, by the id of its entry; never after the server received it.

    ``rows`` are all entries of the sheet. Entries received after a bell do not change its time.
    """
    rows = list(rows)
    return {row.entry_id: _time_of(row, rows) for row in rows if row.content["kind"] == "bell"}


def _time_of(bell: SheetEntry, rows: Iterable[SheetEntry]) -> datetime:
    """The time of one bell, from the device's clock if that can be read, else from when the bell was received."""
    written = _written_at(bell)
    if written is None:
        return bell.received
    if bell.device == SITE:  # written by the server's own clock, so no clock has to be compared
        return min(bell.received, written + CLOCKS_AGREE_WITHIN)
    # at least the bell itself is among them
    known = [row for row in rows if row.device == bell.device and row.received <= bell.received]
    return min(bell.received, written + _shortest_delay(known) + CLOCKS_AGREE_WITHIN)


def _shortest_delay(rows: Iterable[SheetEntry]) -> timedelta:
    """By how much a device's clock is behind the server's; negative if it is ahead.

    It is the shortest time from an entry's time on the device to its arrival. Entries that waited for a network took
    longer, so they do not change it.
    """
    return min(row.received - written for row in rows if (written := _written_at(row)) is not None)


def _written_at(row: SheetEntry) -> datetime | None:
    """The time by the device's own clock. None if the text is not a time that Python can hold."""
    try:
        at = datetime.fromisoformat(row.content["at"])
        return at.replace(tzinfo=UTC) if at.utcoffset() is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
