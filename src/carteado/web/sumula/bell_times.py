"""When the bells on a súmula rang. A bell is an entry that says that the playing time is up.

The times are estimates: a phone may send its entries late, and its clock may be wrong.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from carteado.sumula.entries import SITE, EntryId
from carteado.web.sumula.models import SheetEntry
from carteado.web.sumula.received_entries import instant_of

CLOCKS_AGREE_WITHIN = timedelta(seconds=10)
"""Added to the time of every bell, in favour of the players. The clock that a phone shows may be off by the delay of
its network, so a bell that seems to be at most this much too early counts as in time."""
LONGEST_WAIT = timedelta(days=3650)
"""No entry waits on a phone for longer. A clock that says so would lead to times that Python cannot hold."""


def bell_times(rows: Iterable[SheetEntry]) -> Mapping[EntryId, datetime]:
    """The time of each bell by the server's clock, by the id of its entry; never after the server received it.

    ``rows`` are all entries of the sheet. Entries received after a bell do not change its time.
    """
    rows = list(rows)
    return {row.entry_id: _time_of(row, rows) for row in rows if row.content["kind"] == "bell"}


def _time_of(bell: SheetEntry, rows: Iterable[SheetEntry]) -> datetime:
    """The time of one bell, from the device's clock if that can be read, else from when the bell was received.

    A phone says what its clock shows when it sends. Without that, its clock is compared by what it sent until then.
    """
    written = instant_of(bell.content["at"])
    if written is None:
        return bell.received
    if bell.sent is not None:  # what it waited for on the device does not depend on whether that clock is right
        return _earlier_by(bell.sent - written - CLOCKS_AGREE_WITHIN, bell.received)
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
    return min(row.received - written for row in rows if (written := instant_of(row.content["at"])) is not None)


def _earlier_by(wait: timedelta, received: datetime) -> datetime:
    """The instant that long before ``received``, but never after it."""
    return received - min(max(wait, timedelta()), LONGEST_WAIT)
