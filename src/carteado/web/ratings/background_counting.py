"""Counting ratings in the background: when a live match ends, and when a championship decides something.

The work runs in threads beside the event loop, which never waits for it.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from django.db import DatabaseError, transaction

from carteado.web.events.models import Operation
from carteado.web.kit.process.database_threads import in_thread, in_writing_thread
from carteado.web.ratings.rating_storage import (
    findings_at_table,
    next_batch,
    recount_withdrawn,
    store_findings,
    withdraw_verdicts,
)
from carteado.web.ratings.verdicts import OVER

_log = logging.getLogger(__name__)

RETRY_AFTER_S = (1.0, 5.0, 30.0, 120.0, 600.0)
"""Seconds to wait between attempts after a database error. After the last one the match is left to the hourly check."""
CHECK_EVERY_S = 3600.0
"""Seconds between two checks for matches that were left uncounted."""


async def count_match(code: str, delay: float) -> None:
    """Count the match that has just ended at the table with this code. It waits ``delay`` seconds, until onlookers have
    seen the end too."""
    for pause in (delay, *RETRY_AFTER_S):
        await asyncio.sleep(pause)
        try:
            await in_writing_thread(store_findings, await in_thread(findings_at_table, code))
            return
        except DatabaseError:
            _log.exception("the match of a live table could not be counted")
        except Exception:
            _log.exception("the match of a live table was not counted")
            return
    _log.critical("the database failed %d times: a match is left to the next look, or start", 1 + len(RETRY_AFTER_S))


class Alarm:
    """Wakes the background task that counts what is left, from any thread. Does nothing where no such task runs."""

    def __init__(self) -> None:
        self._wake: Callable[[], object] | None = None

    def arm(self) -> asyncio.Event:
        """Return a new event, which is set when the alarm rings. Called from the event loop."""
        woken = asyncio.Event()
        self._wake = partial(asyncio.get_running_loop().call_soon_threadsafe, woken.set)
        return woken

    def ring(self) -> None:
        if self._wake is not None:
            with suppress(RuntimeError):  # the loop has closed since
                self._wake()


alarm = Alarm()


async def count_uncounted() -> None:
    """Count all uncounted matches at the start, every hour, and when a championship decides something.

    A championship's matches count only once it is over, and only with the result that it has recorded.
    """
    woken = alarm.arm()
    while True:
        woken.clear()
        try:
            await _count_all()
        except DatabaseError:
            _log.exception("finished matches could not be counted")
        except Exception:
            _log.exception("finished matches were not counted")
        with suppress(TimeoutError):
            await asyncio.wait_for(woken.wait(), CHECK_EVERY_S)


async def _count_all() -> None:
    """The same as ``rating_storage.catch_up``, in the threads for reading and writing."""
    await in_writing_thread(recount_withdrawn)
    last = None
    while True:
        batch = await in_thread(next_batch, last)
        await in_writing_thread(store_findings, batch.findings)
        if (last := batch.last) is None:
            return


def judge_again(events: Iterable[int]) -> None:
    """Judge the matches of these championships by what everybody knows of them now, since a delay has ended. The
    background task does it soon after."""
    for event in events:
        withdraw_verdicts(event)
    alarm.ring()


def on_operation(instance: Operation, created: bool, **_more: Any) -> None:
    """Receiver of ``post_save``: in the operation's own transaction, withdraw the verdicts of its championship's
    matches, since it may change which of them count. After it, the background task judges and counts them again, if
    there were any or the championship is over."""
    if created and (withdraw_verdicts(instance.event_id) or instance.event.stage in OVER):
        transaction.on_commit(alarm.ring)
