"""Tables that change while they are read: what is read last is what is there."""

import asyncio
import threading
from typing import Any

import pytest

from carteado.web.tables.match.position import StoredMatch
from carteado.web.tables.match.settings import TableSettings
from carteado.web.tables.serving import rooms as running
from carteado.web.tables.serving.rooms import Rooms

A_TABLE = TableSettings(
    code="mesa",
    regulation="truco-masters-2025",
    players=4,
    direction="anticlockwise",
    seats=(None, None, None, None),
    owner="",
    act_seconds=None,
    delay=0,
    free_chat=False,
    pace="human",
    is_official=False,
    bot="matreiro",
)


class Database:
    """A table whose owner changes; a reading takes as long as the test wants."""

    def __init__(self) -> None:
        self.owner = "user:1"
        self.readings = 0
        self.slow: dict[int, threading.Event] = {}

    def load_table(self, _code: str) -> tuple[TableSettings, StoredMatch | None]:
        number, self.readings = self.readings, self.readings + 1
        found = A_TABLE._replace(owner=self.owner)
        if number in self.slow:
            self.slow[number].wait(5)
        return found, None


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Database:
    made = Database()
    monkeypatch.setattr(running, "load_table", made.load_table)
    return made


async def settled(database: Database, readings: int) -> None:
    async with asyncio.timeout(5):
        while database.readings < readings:
            await asyncio.sleep(0.005)
    await asyncio.sleep(0.05)


def rooms_here() -> Any:
    rooms = Rooms()
    rooms._loop = asyncio.get_running_loop()
    return rooms


def test_a_change_while_the_table_is_opened_is_not_missed(database: Database) -> None:
    async def scene() -> None:
        rooms, database.slow[0] = rooms_here(), threading.Event()
        opening = asyncio.create_task(rooms.room("mesa"))
        await settled(database, 1)
        database.owner = "user:2"
        rooms.changed("mesa")
        await asyncio.sleep(0.05)
        database.slow[0].set()
        room = await opening
        await settled(database, 2)
        assert room.settings.owner == "user:2"

    asyncio.run(scene())


def test_an_older_reading_never_replaces_a_newer_one(database: Database) -> None:
    async def scene() -> None:
        rooms, database.slow[1] = rooms_here(), threading.Event()
        room = await rooms.room("mesa")
        database.owner = "user:2"
        rooms.changed("mesa")
        await settled(database, 2)
        database.owner = "user:3"
        rooms.changed("mesa")
        await asyncio.sleep(0.1)
        database.slow[1].set()
        await settled(database, 3)
        assert room.settings.owner == "user:3"

    asyncio.run(scene())


def test_a_page_hears_of_nobody_while_the_event_loop_hangs(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "THREAD_WAITS_S", 0.01)
    loop, rooms = asyncio.new_event_loop(), Rooms()
    rooms._loop = loop
    assert rooms.seats_present("mesa") == frozenset()
    loop.run_until_complete(settled(database, 1))  # what was asked is answered later
    loop.close()
