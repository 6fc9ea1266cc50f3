"""When the bells on a súmula rang, as well as that can be known of phones without a network and with clocks of their
own."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from carteado.sumula.entries import SITE, EntryId
from carteado.web.sumula.models import SheetEntry

CLOCKS_AGREE_WITHIN = timedelta(seconds=10)
"""A phone shows our clock with the delay of its network. A bell that looks this much too early was in time."""


def bell_times(rows: Iterable[SheetEntry]) -> Mapping[EntryId, datetime]:
    """The time of each bell, in our time and never after it came here. What comes later does not move it."""
    rows = list(rows)
    return {row.entry_id: _time_of(row, rows) for row in rows if row.content["kind"] == "bell"}


def _time_of(bell: SheetEntry, rows: Iterable[SheetEntry]) -> datetime:
    written = _written_at(bell)
    if written is None:
        return bell.received
    if bell.device == SITE:
        return min(bell.received, written + CLOCKS_AGREE_WITHIN)
    known = [row for row in rows if row.device == bell.device and row.received <= bell.received]
    return min(bell.received, written + _shortest_delay(known) + CLOCKS_AGREE_WITHIN)


def _shortest_delay(rows: Iterable[SheetEntry]) -> timedelta:
    """By how much a device's clock is behind ours: the shortest way that one of its entries had, from its time to the
    time here. An entry that waited for a network only took longer."""
    return min(row.received - written for row in rows if (written := _written_at(row)) is not None)


def _written_at(row: SheetEntry) -> datetime | None:
    """The time by the device's own clock. None if that is no time."""
    try:
        at = datetime.fromisoformat(row.content["at"])
        return at.replace(tzinfo=UTC) if at.utcoffset() is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
