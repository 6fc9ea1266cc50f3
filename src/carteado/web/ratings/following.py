"""Ratings follow the tables: counted beside the event loop, which never waits for them."""

import asyncio
import logging

from django.db import DatabaseError

from carteado.web.ratings.keeping import found_after, found_at, take
from carteado.web.threads import in_thread, in_writing_thread

_log = logging.getLogger(__name__)

RETRY = 1.0
"""Seconds after which the database is asked again, when it failed."""
LOOK_AROUND = 3600.0
"""Seconds after which it is looked whether something was left uncounted."""


async def count_match(code: str, *, delay: float) -> None:
    """A match at that table is over; those who watch it know in ``delay`` seconds."""
    await asyncio.sleep(delay)
    while True:
        try:
            await in_writing_thread(take, await in_thread(found_at, code))
            return
        except DatabaseError:
            _log.exception("the match of a live table could not be counted")
            await asyncio.sleep(RETRY)
        except Exception:
            _log.exception("the match of a live table was not counted")
            return


async def count_what_is_left() -> None:
    """At the start of the site, and from time to time: matches of championships count when their event is over."""
    while True:
        try:
            await _count_all()
        except DatabaseError:
            _log.exception("finished matches could not be counted")
        except Exception:
            _log.exception("finished matches were not counted")
        await asyncio.sleep(LOOK_AROUND)


async def _count_all() -> None:
    last = None
    while True:
        lot = await in_thread(found_after, last)
        await in_writing_thread(take, lot.found)
        if (last := lot.last) is None:
            return
