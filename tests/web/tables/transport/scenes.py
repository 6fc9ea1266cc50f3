"""Scenes at live tables: who comes, what is waited for, and that nobody is left there afterwards."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

from tests.web.tables.transport.client import OPENED, Tab
from tests.web.tables.transport.site import Site, Table


def play(scene: Coroutine[Any, Any, None], timeout: float = 60) -> None:
    async def in_time() -> None:
        try:
            async with asyncio.timeout(timeout):
                await scene
        finally:
            while OPENED:
                OPENED.pop().abort()
            await asyncio.sleep(0.01)

    asyncio.run(in_time())


def tab_of(site: Site, table: Table, seat: int | None, name: str = "x", **options: Any) -> Tab:
    return Tab(site.address, table.code, None if seat is None else table.keys[seat], f"{seat}{name}", **options)


async def open_tab(site: Site, table: Table, seat: int | None, name: str = "x") -> Tab:
    tab = tab_of(site, table, seat, name)
    await tab.connect()
    await tab.until(lambda: tab.table)
    return tab


async def tab_that_is_asked(tab: Tab) -> Tab:
    """The first deck is shuffled, and somebody is to do something."""
    await tab.until(lambda: tab.state.get("asked"))
    return tab


async def seconds_until_closed(tab: Tab, within: float) -> float:
    """How long it took until the server let it go."""
    begun = time.monotonic()
    async with asyncio.timeout(within):
        await tab.ended()
    return time.monotonic() - begun
