"""A live table whose bots think in real processes, and whose rows are written nowhere."""

import asyncio
import json
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from carteado.cards import Observer, Onlooker
from carteado.fair import new_seed
from carteado.record import engine_for
from carteado.regulation import load
from carteado.web.tables.bots.thinking import Bots
from carteado.web.tables.match import log_rows
from carteado.web.tables.match.fold import Play, Terms
from carteado.web.tables.match.log_rows import Data, LogRow
from carteado.web.tables.match.log_writer import Batch, Outcome
from carteado.web.tables.match.position import MatchPosition, StoredMatch
from carteado.web.tables.match.settings import Sitter, TableSettings
from carteado.web.tables.protocol import PROTOCOL, Hello
from carteado.web.tables.room.bot_turns import BotQuestion
from carteado.web.tables.room.room import Room

MATCH, CODE = 7, "partida"
PATIENCE = 60.0


@dataclass(eq=False)
class Onlooking:
    """Somebody at the table who keeps what he is told."""

    who: str = ""
    name: str = ""
    is_referee: bool = False
    language: str = "en"
    observer: Observer = Onlooker.SPECTATOR
    heard: list[dict[str, Any]] = field(default_factory=list)

    def send(self, message: bytes) -> None:
        self.heard.append(msgspec.json.decode(message))

    def drop(self) -> None:
        raise AssertionError("nobody is sent away")

    def states(self) -> list[dict[str, Any]]:
        return [one for one in self.heard if one["type"] == "state"]


class FakeServices:
    """A process with one table. What is written is confirmed at the next turn of the loop."""

    def __init__(self, bots: Bots) -> None:
        self.bots = bots
        self.asked: list[BotQuestion] = []
        self.asked_at: list[int] = []

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def new_seed(self) -> bytes:
        return new_seed()

    def write_batch(self, batch: Batch) -> None:
        asyncio.get_running_loop().call_soon(batch.on_outcome, Outcome.WRITTEN)

    def set_alarm(self, room: Room, at: int | None) -> None:
        pass

    def read_again(self, room: Room) -> None:
        raise AssertionError("everything is written")

    def ask_bot(self, room: Room, question: BotQuestion) -> None:
        self.asked.append(question)
        self.asked_at.append(self.now_ms())
        self.bots.ask(room, question)

    def match_changed(self, room: Room, play_before: Play, play: Play) -> None:
        pass

    def player_absent(self, room: Room, seat: int, since: int) -> None:
        pass


@dataclass
class Scene:
    """The table, and the file in which the processes of its bots note what they are told."""

    room: Room
    services: FakeServices
    notes: Path

    @property
    def here(self) -> MatchPosition:
        assert self.room.position is not None
        return self.room.position

    def watch(self, who: str = "") -> Onlooking:
        one = Onlooking(who)
        self.room.enter(one, Hello(PROTOCOL))
        return one

    async def until(self, happened: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not happened():
                await asyncio.sleep(0.005)

    async def until_over(self) -> None:
        await self.until(lambda: self.here.play.is_over)

    def lines(self) -> list[dict[str, Any]]:
        """What the processes were told, in order."""
        return [json.loads(line) for line in self.notes.read_text().splitlines()] if self.notes.exists() else []

    def answers(self) -> list[Data]:
        """What bots and the clock did for them, without the ceremony."""
        return [one.data for one in self.here.log if one.act not in ("start", "shuffle", "cut", "deal", "sit")]


def played(
    scene: Callable[[Scene], Coroutine[Any, Any, None]],
    notes: Path,
    *players: str,
    regulation: str = "truco-masters-2025",
    target: int | None = None,
    pace: str = "at_once",
    log: list[Data] | None = None,
    **of_bots: Any,
) -> Scene:
    """Bots by name, people as ``user:3``; the first four entries are theirs unless a log is given."""
    who = tuple(one if ":" in one else f"bot:{one}" for one in players)

    async def run() -> Scene:
        command = (sys.executable, "-m", "tests.web.tables.bots.odd_bots", str(notes))
        bots = Bots(**{"command": command, "workers": 1, **of_bots})
        services = FakeServices(bots)
        rules = load(regulation)
        terms = Terms("PARTIDA", rules, engine_for(rules), len(who), target=target)
        seats = tuple(Sitter(one, one) for one in who)
        settings = TableSettings(
            CODE, regulation, len(who), "clockwise", seats, "", None, 0, False, pace, False, "good", (), ("zap",)
        )
        lines = [log_rows.start_data(who, 0, []), *(log or [])]
        written = [LogRow(place, services.now_ms(), data) for place, data in enumerate(lines, start=1)]
        made = Scene(Room(settings, StoredMatch(MATCH, terms, written), services), services, notes)
        try:
            await scene(made)
        finally:
            await bots.close()
        return made

    return asyncio.run(run())
