"""Bots at a real site: they play to the end, also after a restart, and no process of theirs is left."""

import asyncio
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.web.tables.bots.table_bots import PATIENCE
from tests.web.tables.transport.client import Tab
from tests.web.tables.transport.playing import CALM, check, check_over, play_all, seated
from tests.web.tables.transport.site import Site, Table, site

TM, AF, FA, AP = "truco-masters-2025", "afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("bots") / "data") as made:
        made.start()
        yield made
        assert "Traceback" not in made.stderr
        assert "the default act" not in made.stderr


def bots_at(served: Site, **what: Any) -> Table:
    [found] = served.ask("tables_of_bots", **what)
    return Table(found["code"], found["match"], tuple(found["keys"]))


def check_all(served: Site, table: Table, *tabs: Tab) -> None:
    written = served.ask("written", match=table.match)
    check(written, tabs)
    check_over(written)


@pytest.mark.parametrize(("regulation", "target"), [(TM, None), (AF, 500), (FA, 500), (AP, 500)])
def test_an_onlooker_sees_four_bots_play_to_the_end(served: Site, regulation: str, target: int | None) -> None:
    table = bots_at(served, regulation=regulation, target=target)
    onlooker = Tab(served.address, table.code, None, "onlooker")

    async def look() -> None:
        await onlooker.connect()
        await onlooker.until(lambda: onlooker.is_over, PATIENCE)
        await onlooker.disconnect()

    asyncio.run(look())
    check_all(served, table, onlooker)


def test_somebody_plays_with_three_bots(served: Site) -> None:
    table = bots_at(served, regulation=FA, target=300, people=1)
    players = seated(served, table, Random(3), CALM)
    asyncio.run(play_all(players))
    check_all(served, table, *(one.tab for one in players))


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_after_a_restart_bots_go_on_where_they_were_and_no_process_is_left(served: Site, how: signal.Signals) -> None:
    table = bots_at(served, regulation=FA, target=500)
    onlooker = Tab(served.address, table.code, None, "onlooker")
    left: list[int] = []

    async def look() -> None:
        await onlooker.connect()
        await onlooker.until(lambda: onlooker.seq > 40, PATIENCE)
        left.extend(_children(served.pid))
        await asyncio.to_thread(served.end, how)
        await asyncio.to_thread(served.start)
        await onlooker.connect()
        await onlooker.until(lambda: onlooker.is_over, PATIENCE)
        await onlooker.disconnect()

    asyncio.run(look())
    check_all(served, table, onlooker)
    assert left
    until = time.monotonic() + 5
    while any(_runs(pid) for pid in left):
        assert time.monotonic() < until
        time.sleep(0.01)


def _runs(pid: int) -> bool:
    """One that has ended and that nobody has asked for yet runs no longer."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _children(pid: int) -> list[int]:
    return [
        int(child) for one in Path(f"/proc/{pid}/task").iterdir() for child in (one / "children").read_text().split()
    ]
