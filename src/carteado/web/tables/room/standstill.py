"""When a match stands still although no referee stopped it, and when it goes on."""

from carteado.web.tables.match import log_rows
from carteado.web.tables.match.fold import Play
from carteado.web.tables.match.log_rows import CLOSED, DOWN, NOBODY, Data
from carteado.web.tables.match.position import MatchPosition
from carteado.web.tables.room.attendance import Attendance

SHORTEST_DOWNTIME_MS = 5_000
"""Milliseconds without service after which the log gets a pause. A shorter downtime is left to the players' clocks."""


class Standstill:
    """Decides on pauses and resumptions that no referee orders. What it returns are rows to write; None for none.

    One more is in ``Room``: the alarm that pauses a match when no one has been at the table for a while.

    ``down_since`` is when the site stopped running or writing (milliseconds since 1970); None if it did not. The time
    after that counts against no player.
    """

    def __init__(self, attendance: Attendance, down_since: int | None) -> None:
        self._attendance = attendance
        self.down_since = down_since

    def note_downtime(self, since: int) -> None:
        """The site was down since then. If it was down before already, the earlier time counts."""
        self.down_since = since if self.down_since is None else min(since, self.down_since)

    def down_from(self, position: MatchPosition) -> int | None:
        """Since when a match that would go on is not served: at the earliest since its last row.

        None if there was no downtime, or if the match is over or stopped anyway.
        """
        if self.down_since is None or position.play.is_over or position.play.stopped_by is not None:
            return None
        return max(self.down_since, position.log[-1].at)

    def resume_if_attended(self, play: Play) -> Data | None:
        """Resume when a player is here, if the match stands still because of an empty table or a downtime.

        An official match goes on at once.
        """
        if play.stopped_by not in (NOBODY, DOWN):
            return None
        is_due = self._attendance.is_attended or self._attendance.settings.is_official
        return log_rows.resume_data(play.stopped_by) if is_due else None

    def pause_or_resume_if_closed(self, play: Play) -> Data | None:
        """Pause a match that is closed, and resume it when it is open again.

        A championship's match is closed once it is decided otherwise or others play it, and while the event rests. Any
        other match is closed when the site's team has closed its table, which is for good.
        """
        is_closed = bool(self._attendance.settings.closing)
        if play.is_over:
            return None
        if is_closed and play.stopped_by is None:
            return log_rows.pause_data(CLOSED)
        return log_rows.resume_data(CLOSED) if not is_closed and play.stopped_by == CLOSED else None
