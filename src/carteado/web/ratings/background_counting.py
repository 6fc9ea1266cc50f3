"""Counting ratings in the background: when a live match ends, and when a championship decides something.

The work runs in threads beside the event loop, which never waits for it.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from django.db import DatabaseError, transaction

from carteado.web.events.models import Operation
from carteado.web.kit.process.database_threads import in_thread, in_writing_thread
from carteado.web.ratings.rating_storage import count_no_more, found_after, found_at, judge_again, take
from carteado.web.ratings.verdicts import OVER

_log = logging.getLogger(__name__)

RETRIES = (1.0, 5.0, 30.0, 120.0, 600.0)
"""Seconds to wait between attempts after a database error. After the last one the match is left to the hourly check."""
LOOK_AROUND = 3600.0
"""Seconds between two checks for matches that were left uncounted."""


async def count_match(code: str, delay: float) -> None:
    """Count the match that has just ended at a table. Its onlookers see the end ``delay`` seconds later."""
    for pause in (delay, *RETRIES):
        await asyncio.sleep(pause)
        try:
            await in_writing_thread(take, await in_thread(found_at, code))
            return
        except DatabaseError:
            _log.exception("the match of a live table could not be counted")
        except Exception:
            _log.exception("the match of a live table was not counted")
            return
    _log.critical("the database failed %d times: a match is left to the next look, or start", 1 + len(RETRIES))


class Alarm:
    """Wakes the background task that counts what is left, from any thread. Does nothing where no such task runs."""

    def __init__(self) -> None:
        self._wake: Callable[[], object] | None = None

    def armed(self) -> asyncio.Event:
        """Return a new event, which is set when the alarm rings."""
        woken = asyncio.Event()
        self._wake = partial(asyncio.get_running_loop().call_soon_threadsafe, woken.set)
        return woken

    def ring(self) -> None:
        if self._wake is not None:
            with suppress(RuntimeError):  # the loop has closed since
                self._wake()


alarm = Alarm()


async def count_what_is_left() -> None:
    """Count all uncounted matches at the start, every hour, and when a championship decides something.

    A championship's matches count only once it is over, and only with the result that it has recorded.
    """
    woken = alarm.armed()
    while True:
        woken.clear()
        try:
            await _count_all()
        except DatabaseError:
            _log.exception("finished matches could not be counted")
        except Exception:
            _log.exception("finished matches were not counted")
        with suppress(TimeoutError):
            await asyncio.wait_for(woken.wait(), LOOK_AROUND)


async def _count_all() -> None:
    await in_writing_thread(count_no_more)
    last = None
    while True:
        lot = await in_thread(found_after, last)
        await in_writing_thread(take, lot.found)
        if (last := lot.last) is None:
            return


def on_operation(instance: Operation, created: bool, **_more: Any) -> None:
    """Receiver of ``post_save``: in the operation's own transaction, withdraw the verdicts of its championship's
    matches."""
    if created and (judge_again(instance.event_id) or instance.event.stage in OVER):
        transaction.on_commit(alarm.ring)
