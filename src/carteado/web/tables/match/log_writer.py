"""Writes the logs of live matches, in one thread of the process that serves them.

It commits together all that waits, and confirms it after that. Only the first row of a match is written elsewhere
(``first_row``). A row is unique by match and number: if another process has written that number, the later write fails.
What the database did not confirm counts as not written, and the table reads its log again.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from enum import Enum, auto
from queue import SimpleQueue
from typing import NamedTuple

from django.db import IntegrityError, connection, connections, transaction

from carteado.web.tables.match.log_storage import StoredRow, Summary, insert_rows, update_summaries

_log = logging.getLogger(__name__)


GATHERING_S = 0.005
"""Seconds that a busy writer waits for more, before it commits."""


class Outcome(Enum):
    WRITTEN = auto()
    NOT_WRITTEN = auto()
    """Another process wrote that number, or the database failed. The log must be read again."""


OnOutcome = Callable[[Outcome], None]


class Batch(NamedTuple):
    """Rows of one match, of which all are written or none. ``summary`` is None if the match's columns stay as they
    are."""

    rows: Sequence[StoredRow]
    summary: Summary | None
    on_outcome: OnOutcome


class GroupWriter:
    """A thread with its own database connection. ``deliver`` runs a function in the event loop where the tables
    live."""

    def __init__(self, deliver: Callable[[Callable[[], None]], None]) -> None:
        self._deliver = deliver
        self._waiting: SimpleQueue[Batch | None] = SimpleQueue()
        self._is_busy = False
        self._thread = threading.Thread(target=self._run, name="table-writer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Write what waits, and end."""
        self._waiting.put(None)
        self._thread.join()

    def write(self, batch: Batch) -> None:
        """Have a batch written. Returns at once; ``on_outcome`` is called in the tables' event loop, after the
        commit."""
        self._waiting.put(batch)

    def _run(self) -> None:
        is_on = True
        while is_on:
            batches = self._waiting_batches()
            if batches and batches[-1] is None:
                is_on = False
            self._commit([batch for batch in batches if batch is not None])
        connections.close_all()

    def _waiting_batches(self) -> list[Batch | None]:
        """All batches that wait, up to the order to end.

        If the last commit had several batches, more are on their way. A moment later there is more to commit at once.
        """
        batches = [self._waiting.get()]
        if self._is_busy:
            time.sleep(GATHERING_S)
        while batches[-1] is not None and not self._waiting.empty():
            batches.append(self._waiting.get())
        self._is_busy = len(batches) > 1
        return batches

    def _commit(self, batches: list[Batch]) -> None:
        if not batches:
            return
        outcomes = (
            [Outcome.WRITTEN] * len(batches) if _write_together(batches) else [_write_one(one) for one in batches]
        )

        def report_outcomes() -> None:
            for batch, outcome in zip(batches, outcomes, strict=True):
                try:
                    batch.on_outcome(outcome)
                except Exception:
                    _log.exception("a table could not go on")

        self._deliver(report_outcomes)


def _write_together(batches: Sequence[Batch]) -> bool:
    """Write all of them in one transaction. False if that failed; each is then tried alone."""
    try:
        with transaction.atomic():
            insert_rows([row for batch in batches for row in batch.rows])
            if summaries := [batch.summary for batch in batches if batch.summary is not None]:
                update_summaries(*summaries)
    except IntegrityError:
        return False
    except Exception:  # whatever it was, the other tables need this thread
        _log.exception("live matches could not be written")
        connection.close()  # it may be broken; the next write opens another
        return False
    return True


def _write_one(batch: Batch) -> Outcome:
    return Outcome.WRITTEN if _write_together([batch]) else Outcome.NOT_WRITTEN
