"""Talk at a live table without a site around it: people who hear, and pages on sockets."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from starlette.types import Message

from carteado.web.tables.match.from_database import load_table
from carteado.web.tables.models import Guest, Seat, Table
from carteado.web.tables.protocol import PROTOCOL, Hello, Mute, Report, Say, encode
from carteado.web.tables.room.room import Room
from carteado.web.tables.talk.chat import Chat
from carteado.web.tables.transport.sockets import TableSocket
from tests.web.tables.bots.table_bots import Onlooking
from tests.web.tables.room.table_rooms import FakeServices

TM, AP = "truco-masters-2025", "apcef-sc-2022-canastra"
NAMES = ("Ana", "Bia", "Caio", "Davi")


def seated(**what: Any) -> Table:
    table = Table.objects.create(**{"regulation": TM, "free_chat": True, **what})
    for number, name in enumerate(NAMES):
        Seat.objects.create(table=table, number=number, who=f"guest:{Guest.objects.create(name=name).code}")
    return table


class Scene:
    """A table with people at it; ``people`` are by seat, one more watches."""

    def __init__(self, table: Table, **settings: Any) -> None:
        self.table = table
        found = load_table(table.code)
        assert found is not None
        self.services = FakeServices()
        self.room = Room(found[0]._replace(**settings), found[1], self.services)
        self.chat = Chat()
        self.people = [Onlooking(one.who, one.name) for one in self.room.settings.seats if one is not None]
        self.onlooker = Onlooking()

    async def enter(self, *readers: Onlooking) -> None:
        for reader in readers or (*self.people, self.onlooker):
            await self.chat.enter(reader, self.room, Hello(PROTOCOL))

    async def say(self, reader: Onlooking, text: str | None = None, *, preset: str | None = None) -> None:
        self.chat.receive(reader, self.room, Say(preset, text))
        await self.settle()

    async def does(self, reader: Onlooking, message: Mute | Report) -> None:
        self.chat.receive(reader, self.room, message)
        await self.settle()

    async def settle(self) -> None:
        while self.chat._tasks:
            await asyncio.sleep(0.001)


def heard(reader: Onlooking) -> list[str]:
    """The words that came, in order."""
    return [one.get("text") or one["preset"] for one in reader.heard if one["type"] == "said"]


def refused(reader: Onlooking) -> list[str]:
    return [one["code"] for one in reader.heard if one["type"] == "refusal"]


def run(scene: Coroutine[Any, Any, None]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(20):
            await scene

    asyncio.run(in_time())


class Page:
    """An open page at a table."""

    def __init__(self, code: str, key: str = "") -> None:
        headers = [(b"host", b"testserver"), *([(b"cookie", f"sessionid={key}".encode())] if key else [])]
        self.scope: dict[str, Any] = {
            "type": "websocket",
            "path_params": {"code": code},
            "headers": headers,
            "client": ("192.0.2.1", 50_000),
        }
        self.to_server: asyncio.Queue[Message] = asyncio.Queue()
        self.heard: list[dict[str, Any]] = []

    async def open(self) -> None:
        await TableSocket("en")(self.scope, self.to_server.get, self._send)

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.heard.extend(json.loads(message["text"]))

    def say(self, *messages: Any) -> None:
        self.to_server.put_nowait({"type": "websocket.receive", "text": encode(list(messages)).decode()})

    async def until(self, kind: str, count: int = 1) -> list[dict[str, Any]]:
        while len(found := [one for one in self.heard if one["type"] == kind]) < count:
            await asyncio.sleep(0.005)
        return found


@asynccontextmanager
async def page(code: str, key: str = "") -> AsyncIterator[Page]:
    made = Page(code, key)
    task = asyncio.create_task(made.open())
    made.to_server.put_nowait({"type": "websocket.connect"})
    made.say(Hello(PROTOCOL))
    try:
        await made.until("welcome")
        yield made
    finally:
        made.to_server.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await task
