"""``kill -9`` under load: no acknowledged act is lost, none is there twice, no table is stuck."""

import asyncio
import signal
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from tests.web.tables.transport.client import Broken, Tab, require
from tests.web.tables.transport.playing import CALM, Player, check, check_over, play_all, seated
from tests.web.tables.transport.scenes import open_tab, play, tab_that_is_asked
from tests.web.tables.transport.site import Site, Table, site_on_the_database_of_the_tests

pytestmark = pytest.mark.every_database

AT_ONCE = 8
"""Tables that are played at the same time."""
UNLIMITED: dict[str, Any] = {
    f"carteado.web.tables.transport.sockets.{name}": 1e9
    for name in ("PER_SECOND", "AT_ONCE", "OF_PERSON_PER_SECOND", "OF_PERSON_AT_ONCE")
}
WHIMS = CALM._replace(twice=0.1, again_later=0.05)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site_on_the_database_of_the_tests(tmp_path_factory.mktemp("tables") / "data") as made:
        yield made


@pytest.fixture
def tables_site(made: Site) -> Iterator[Site]:
    """Nothing runs yet, and nothing is left running."""
    yield made
    if made.pid:
        made.end(signal.SIGKILL)


class Hall:
    """Tables at which as many play at once as fit; when one match is over another begins."""

    def __init__(self, site: Site, tables: Sequence[Table], rng: Random, mutant: str | None = None) -> None:
        self.site, self.waiting, self.rng, self.mutant = site, list(tables), rng, mutant
        self.begun: list[tuple[Table, list[Player]]] = []
        self.over = 0
        self.closes = False
        self.in_flight_and_written = 0
        self.in_flight_and_lost = 0

    async def play(self) -> None:
        while self.waiting and not self.closes:
            table = self.waiting.pop()
            players = seated(self.site, table, self.rng, WHIMS, second_tabs=(0,))
            self.begun.append((table, players))
            await play_all(players, timeout=300)
            self.over += 1

    @property
    def tabs(self) -> list[tuple[str, Tab]]:
        return [(table.match, player.tab) for table, players in self.begun for player in players]

    async def kill(self, times: int) -> None:
        for _ in range(times):
            await self.have_done(self.rng.randint(10, 100))
            require(bool(self.waiting), "nobody plays any more")
            await asyncio.to_thread(self.site.end, signal.SIGKILL)
            while any(tab.is_open for _, tab in self.tabs):
                await asyncio.sleep(0.002)
            self.compare(await asyncio.to_thread(self.site.ask, "rows"))
            await asyncio.to_thread(self.site.start, mutant=self.mutant)
        self.closes = True

    async def have_done(self, acts: int) -> None:
        """So many acts more are acknowledged."""
        enough = self.acknowledged + acts
        async with asyncio.timeout(60):
            while self.acknowledged < enough:
                await asyncio.sleep(0.001)

    @property
    def acknowledged(self) -> int:
        return sum(len(tab.acks) for _, tab in self.tabs)

    def compare(self, rows: list[list[str | int]]) -> None:
        """What was acknowledged is written, once; what has no answer may be, once; what was refused is not."""
        written = {(match, observer, name): times for match, observer, name, times in rows}
        require(all(times == 1 for times in written.values()), "an act stands twice")
        for match, tab in self.tabs:
            for name in tab.acks:
                require((match, str(tab.observer), name) in written, "acknowledged and lost", tab.name, name)
            for name in tab.refused:
                require((match, str(tab.observer), name) not in written, "refused and done", tab.name, name)
            for one in tab.unanswered:
                if (match, str(tab.observer), one.id) in written:
                    self.in_flight_and_written += 1
                else:
                    self.in_flight_and_lost += 1

    async def hold(self, kills: int) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self.kill(kills))
                for _ in range(AT_ONCE):
                    group.create_task(self.play())
        except* Broken as broken:
            first: BaseException = broken
            while isinstance(first, BaseExceptionGroup):
                first = first.exceptions[0]
            raise first from None


def survive(site: Site, kills: int, *, seed: int, mutant: str | None = None) -> Hall:
    hall = Hall(site, site.tables(kills * 3, target=12), Random(seed), mutant)
    site.start(UNLIMITED, mutant=mutant)
    asyncio.run(hall.hold(kills))
    for table, players in hall.begun:
        written = site.ask("written", match=table.match)
        check(written, [one.tab for one in players])
        check_over(written)
    print(hall.acknowledged, "acts;", hall.in_flight_and_written, hall.in_flight_and_lost, "in flight when killed")
    return hall


def test_eight_kills_lose_nothing(tables_site: Site) -> None:
    hall = survive(tables_site, 8, seed=9)
    assert hall.over == len(hall.begun) >= AT_ONCE
    assert hall.in_flight_and_written + hall.in_flight_and_lost > 0, "some were on their way"


@pytest.mark.parametrize(
    ("mutant", "broken"),
    [
        ("acknowledges_first", "acknowledged and lost|told anew what it had|went back"),
        ("forgets_ids", "first done, then refused|refused and done|an act stands twice"),
    ],
)
def test_a_server_that_breaks_its_word_is_caught(tables_site: Site, mutant: str, broken: str) -> None:
    with pytest.raises(Broken, match=broken):
        survive(tables_site, 20, seed=9, mutant=mutant)


@pytest.mark.slow
def test_a_hundred_kills_lose_nothing(tables_site: Site) -> None:
    survive(tables_site, 100, seed=10)


# --- two at one number, and a database that is away -------------------------------------------------------------------


def test_two_servers_of_one_table_write_every_number_once(tables_site: Site) -> None:
    """Whoever is first has done it; whoever was not is told so, and goes on from what is there."""
    [table] = tables_site.tables(target=12)
    tables_site.start({**UNLIMITED, "carteado.web.tables.serving.rooms.RETRY_S": 0.02})
    second = tables_site.beside()
    second.start(tables_site.settings)
    tabs: list[Tab] = []

    async def scene() -> None:
        rng = Random(11)
        here = [await tab_that_is_asked(await open_tab(tables_site, table, seat)) for seat in range(4)]
        there = [await tab_that_is_asked(await open_tab(second, table, seat, "y")) for seat in range(4)]
        tabs.extend((*here, *there))
        for _ in range(12):
            question = here[0].state["asked"]
            [seat, *_] = question["seats"]
            act = Player(here[seat], rng).answer(question["step"], here[seat].state.get("legal", []))
            done = await here[seat].do(act)
            late = await there[seat].do(act)
            assert there[seat].refused[late.id] == "stale"
            for tab in tabs:
                await tab.until(lambda tab=tab, seq=here[seat].acks[done.id]: tab.seq >= seq)
            here, there = there, here

    try:
        play(scene())
    finally:
        second.end(signal.SIGKILL)
    check(tables_site.ask("written", match=table.match), tabs)


def test_a_database_that_is_taken_for_a_while_delays_and_loses_nothing(tables_site: Site) -> None:
    [table] = tables_site.tables(target=12)
    tables_site.start(UNLIMITED)
    players = seated(tables_site, table, Random(12), WHIMS)

    async def scene() -> None:
        async def take_it() -> None:
            for _ in range(3):
                await asyncio.sleep(0.2)
                await asyncio.to_thread(tables_site.ask, "take_database", seconds=0.7)

        await asyncio.gather(play_all(players), take_it())

    asyncio.run(scene())
    written = tables_site.ask("written", match=table.match)
    check(written, [one.tab for one in players])
    check_over(written)


@pytest.mark.postgres
def test_connections_to_the_database_that_break_lose_nothing(tables_site: Site) -> None:
    tables = tables_site.tables(AT_ONCE, target=12)
    tables_site.start(UNLIMITED)
    halls = [seated(tables_site, table, Random(13), WHIMS) for table in tables]

    async def scene() -> None:
        async def break_them() -> None:
            while not all(one.tab.is_over for players in halls for one in players):
                await asyncio.sleep(0.3)
                await asyncio.to_thread(tables_site.ask, "terminate_others")

        await asyncio.gather(break_them(), *(play_all(players) for players in halls))

    asyncio.run(scene())
    for table, players in zip(tables, halls, strict=True):
        written = tables_site.ask("written", match=table.match)
        check(written, [one.tab for one in players])
        check_over(written)
