"""Whole matches of every regulation over real sockets, on networks that drop, double, hold back and reorder, with a
server that is stopped and started in the middle of a hand."""

import asyncio
import signal
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from tests.web.tables.transport.playing import ROUGH, Player, check, check_over, play_all, seated
from tests.web.tables.transport.site import Site, Table, site

TRUCO, AFIA, FARAES, APCEF = (
    "truco-masters-2025",
    "afia-2026-tranca",
    "faraes-2023-tranca",
    "apcef-sc-2022-canastra",
)
QUICK = [(TRUCO, 4, 15), (TRUCO, 2, 25), (AFIA, 4, 300), (FARAES, 4, 300), (APCEF, 4, 300)]
WHOLE = [(TRUCO, 4, 48), (TRUCO, 2, 48), (AFIA, 4, None), (FARAES, 4, None), (APCEF, 4, None)]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("tables") / "data") as made:
        made.start()
        yield made
        assert "Traceback" not in made.stderr


async def restarted(site: Site, players: Sequence[Player], after: int) -> None:
    """The server is told to end in the middle of a hand, and started again, until somebody has come back."""
    tab = players[0].tab
    while tab.seq < after or (tab.state["asked"] or {}).get("step") != "act":
        assert not tab.is_over
        await asyncio.sleep(0.002)
    assert await asyncio.to_thread(site.end, signal.SIGTERM) == 0
    before = tab.connections
    await asyncio.to_thread(site.start)
    while tab.connections == before and not tab.is_over:
        await asyncio.sleep(0.002)


async def played(site: Site, players: Sequence[Player], restarts: Sequence[int]) -> None:
    async def restart() -> None:
        for after in restarts:
            await restarted(site, players, after)

    async with asyncio.TaskGroup() as group:
        group.create_task(play_all(players))
        group.create_task(restart())


def hold_match(site: Site, table: Table, seed: int, restarts: Sequence[int]) -> list[Player]:
    seats = seated(site, table, Random(seed), ROUGH, second_tabs=(0, len(table.keys) - 1))
    asyncio.run(played(site, seats, restarts))
    written = site.ask("written", match=table.match)
    check(written, [one.tab for one in seats])
    check_over(written)
    return seats


@pytest.mark.parametrize(("regulation", "players", "target"), QUICK)
def test_nothing_is_lost_and_nothing_doubled(served: Site, regulation: str, players: int, target: int | None) -> None:
    [table] = served.tables(regulation=regulation, players=players, target=target)
    seats = hold_match(served, table, 8, restarts=(10,))
    tabs = [one.tab for one in seats]
    assert all(tab.connections > 1 for tab in tabs), "all came back after the restart"
    assert sum(tab.connections for tab in tabs) > 2 * len(tabs), "and lost their connection besides"
    assert sum(tab.resumed for tab in tabs) > len(tabs)
    assert "stale" in {code for tab in tabs for code in tab.refused.values()}


@pytest.mark.slow
@pytest.mark.parametrize(("regulation", "players", "target"), WHOLE)
@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_in_long_matches(
    served: Site, regulation: str, players: int, target: int | None, seed: int
) -> None:
    [table] = served.tables(regulation=regulation, players=players, target=target)
    hold_match(served, table, seed, restarts=(30, 60, 90))
