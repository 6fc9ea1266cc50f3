"""The tables that this process serves: their rooms, the writer, the alarms and the bots."""

import asyncio
import logging
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar

from django.db import DatabaseError

from carteado.fair import new_seed
from carteado.web.events.models import Stage
from carteado.web.kit.process.background_tasks import BackgroundTasks
from carteado.web.kit.process.database_threads import in_thread, in_writing_thread
from carteado.web.tables.bots.thinking import Bots
from carteado.web.tables.match.clock import clock, now_ms
from carteado.web.tables.match.fold import Play
from carteado.web.tables.match.from_database import load_table
from carteado.web.tables.match.log_writer import Batch, GroupWriter
from carteado.web.tables.models import Alive, Table
from carteado.web.tables.protocol import Ack, Refusal
from carteado.web.tables.room.bot_turns import BotQuestion
from carteado.web.tables.room.room import Room
from carteado.web.tables.room.standstill import SHORTEST_DOWNTIME_MS
from carteado.web.tables.serving.championship_news import ANSWER_TIMEOUT_S, ChampionshipNews, RefereeRequest

_log = logging.getLogger(__name__)

Result = TypeVar("Result")

IDLE_S = 600.0
"""Seconds that an empty table is kept in memory."""
RETRY_S = 0.5
"""Seconds before the next read, when the database failed or another process wrote first."""
THREAD_WAITS_S = ANSWER_TIMEOUT_S + 5
"""Seconds that a thread waits for the event loop. What runs there may have its own limit of ANSWER_TIMEOUT_S, which
comes first."""
ALIVE_STEP_S = 2.0
"""Seconds between two notes that the tables are served."""


class _Alarm(NamedTuple):
    """The alarm of a room: its time in milliseconds since 1970, and the timer that rings it."""

    at: int
    timer: asyncio.TimerHandle


class Rooms:
    """The tables in memory, by code. They live on one event loop; other threads call ``changed``, or ask and wait.

    ``_opening`` are tables that are being read for the first time. ``_uses`` counts the visitors who are at a table or
    about to come. ``_last_look_ms`` is when ``_notice_downtime`` last looked, ``_served_until`` when the tables were
    last served before this process began.
    """

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Future[Room | None]] = {}
        self._read_locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._alarms: dict[str, _Alarm] = {}
        self._idle_since: dict[str, float] = {}
        self._uses: Counter[str] = Counter()
        self._last_look_ms = 0
        self._served_until = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._writer: GroupWriter | None = None
        self._bots = Bots()
        self._tasks = BackgroundTasks()
        self._championship_news = ChampionshipNews(self._tasks.start)

    # --- life -----------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to serve tables, on the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._served_until, self._last_look_ms = await in_thread(_last_alive), self.now_ms()
        self._writer = GroupWriter(self._deliver)
        self._writer.start()
        self._tasks.start(self._watch())
        self._tasks.start(self._note_alive())
        self._tasks.start(self._open_official())

    async def _open_official(self) -> None:
        """Open the tables of championships, and write on their súmulas what a crash left out.

        Their matches go on by themselves: bells ring, and absent players are missed.
        """
        try:
            found = await in_thread(_official_tables)
        except DatabaseError:
            _log.exception("the tables of championships could not be read")
            return
        for code, is_on in found:
            self._championship_news.update_sheet(code)
            if is_on and (room := await self.room(code)) is not None:
                room.tick()

    def _deliver(self, work: Callable[[], None]) -> None:
        """Run the work on the event loop, from the writer's thread."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(work)

    async def stop(self) -> None:
        """Stop all that runs, after what waits has been written."""
        for alarm in self._alarms.values():
            alarm.timer.cancel()
        self._tasks.cancel()
        if self._writer is not None:
            await asyncio.to_thread(self._writer.stop)
            await in_writing_thread(_write_alive)
        await self._bots.close()

    async def _watch(self) -> None:
        """Look every few seconds for downtimes and idle rooms.

        Never waits for the database, so that heavy writing elsewhere does not look like a downtime.
        """
        while True:
            self._notice_downtime()
            self._drop_idle_rooms()
            await asyncio.sleep(ALIVE_STEP_S)

    async def _note_alive(self) -> None:
        """Note every few seconds that the tables are served."""
        while True:
            try:
                await in_writing_thread(_write_alive)
            except DatabaseError:
                _log.exception("it could not be noted that the tables are served")
            await asyncio.sleep(ALIVE_STEP_S)

    def _notice_downtime(self) -> None:
        """Notice that the machine slept and did not serve its tables.

        A clock that was put forward looks the same: the time by which it jumped counts against no player either.
        """
        clock.catch_up()
        beat, self._last_look_ms = self._last_look_ms, self.now_ms()
        if self._last_look_ms - beat > SHORTEST_DOWNTIME_MS:
            for room in list(self._rooms.values()):
                room.note_downtime(beat)

    def _drop_idle_rooms(self) -> None:
        """Drop tables where no one is and nothing happens. The database has all there is to know of them."""
        now = time.monotonic()
        for code, room in list(self._rooms.items()):
            if not room.is_idle or code in self._uses:
                self._idle_since.pop(code, None)
            elif now - self._idle_since.setdefault(code, now) > IDLE_S:
                self.set_alarm(room, None)
                for by_code in (self._rooms, self._idle_since, self._read_locks):
                    by_code.pop(code, None)

    # --- rooms ----------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def room_in_use(self, code: str) -> AsyncIterator[Room | None]:
        """The table, kept in memory while a visitor is there or about to come. None if there is no such table."""
        self._uses[code] += 1
        try:
            yield await self.room(code)
        finally:
            self._uses[code] -= 1
            if not self._uses[code]:
                del self._uses[code]

    async def room(self, code: str) -> Room | None:
        """The table. The first to ask has it read from the database. None if there is no such table."""
        if code in self._rooms:
            return self._rooms[code]
        if code not in self._opening:
            self._opening[code] = asyncio.ensure_future(self._open(code))
        try:
            # a visitor who leaves meanwhile does not stop the reading for the others
            return await asyncio.shield(self._opening[code])
        finally:
            self._opening.pop(code, None)

    async def _open(self, code: str) -> Room | None:
        async with self._read_locks[code]:
            found = await in_thread(load_table, code)
            if found is None:
                return None
            self._rooms[code] = Room(*found, self, served_until=self._served_until)
        if found[0].is_official:
            self._championship_news.update_sheet(code)
        return self._rooms[code]

    # --- what pages ask -------------------------------------------------------------------------------------------

    def seats_present(self, code: str) -> frozenset[int]:
        """The seats whose players are at the table now. For any thread.

        None of them if no table is served, or if no answer comes in time.
        """
        if not self._is_running:
            return frozenset()
        try:
            return self._wait_for(self._seats_present(code))
        except TimeoutError:
            return frozenset()

    async def _seats_present(self, code: str) -> frozenset[int]:
        room = await self.room(code)
        return frozenset() if room is None else room.seats_present

    def referee_act(
        self, code: str, act: dict[str, Any], *, act_id: str, who: str, name: str, language: str
    ) -> Ack | Refusal | None:
        """Do a referee's act. For any thread.

        Returns an ``Ack`` once the act is written, a ``Refusal`` if it is not done, or None if no answer came in time;
        the act may then still be done. ``act_id`` makes one act of a form that is sent twice. ``who`` is the referee's
        reference, and refusals are in ``language``.
        """
        if not self._is_running:
            return None
        try:
            return self._wait_for(self._referee_act(code, act, act_id, who=who, name=name, language=language))
        except TimeoutError:
            return None

    async def _referee_act(self, code: str, act: dict[str, Any], act_id: str, **who: str) -> Ack | Refusal | None:
        room = await self.room(code)
        if room is None:
            return None
        answers: asyncio.Queue[Ack | Refusal] = asyncio.Queue()
        RefereeRequest(**who, on_answer=answers.put_nowait).ask(room, act_id, act)
        return await asyncio.wait_for(answers.get(), ANSWER_TIMEOUT_S)

    @property
    def _is_running(self) -> bool:
        return self._loop is not None and not self._loop.is_closed()

    def _wait_for(self, question: Coroutine[Any, Any, Result]) -> Result:
        """Run this on the event loop, while this thread waits. Raises ``TimeoutError`` if it takes too long."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(question, self._loop).result(THREAD_WAITS_S)

    def changed(self, code: str) -> None:
        """A page has changed the table. For any thread, after the commit."""
        if self._loop is not None and self._is_running:
            self._loop.call_soon_threadsafe(self._read, code, Room.refresh)

    def _read(self, code: str, receive: Callable[..., None], delay_s: float = 0.0) -> None:
        """Read a table again, if it is in memory, and give it to ``Room.refresh`` or ``Room.recover``."""
        if code in self._rooms or code in self._opening:
            self._tasks.start(self._read_into(code, receive, delay_s))

    async def _read_into(self, code: str, receive: Callable[..., None], delay_s: float) -> None:
        """Read one table once at a time, so that the last read is the newest. If the database fails, try again."""
        await asyncio.sleep(delay_s)
        try:
            async with self._read_locks[code]:
                found = await in_thread(load_table, code)
                if found is not None and code in self._rooms:
                    receive(self._rooms[code], *found)
        except DatabaseError:
            _log.exception("a table could not be read")
            self._read(code, receive, RETRY_S)

    # --- what a room needs ----------------------------------------------------------------------------------------

    def now_ms(self) -> int:
        return now_ms()

    def new_seed(self) -> bytes:
        return new_seed()

    def write_batch(self, batch: Batch) -> None:
        assert self._writer is not None
        self._writer.write(batch)

    def set_alarm(self, room: Room, at: int | None) -> None:
        """An alarm that is set for an earlier time stays. The room finds nothing due then, and sets the next one."""
        code = room.settings.code
        alarm = self._alarms.get(code)
        if alarm is not None:
            if at is not None and alarm.at <= at:
                return
            self._alarms.pop(code).timer.cancel()
        if at is not None and self._loop is not None:
            delay = max(0, at - self.now_ms()) / 1000
            self._alarms[code] = _Alarm(at, self._loop.call_later(delay, self._ring, room))

    def _ring(self, room: Room) -> None:
        self._alarms.pop(room.settings.code, None)
        self._notice_downtime()
        room.tick()

    def read_again(self, room: Room) -> None:
        self._read(room.settings.code, Room.recover, RETRY_S)

    def ask_bot(self, room: Room, question: BotQuestion) -> None:
        self._bots.ask(room, question)

    def match_changed(self, room: Room, play_before: Play, play: Play) -> None:
        self._championship_news.match_changed(room, play_before, play)

    def player_absent(self, room: Room, seat: int, since: int) -> None:
        self._championship_news.player_absent(room, seat, since)


def _official_tables() -> list[tuple[str, bool]]:
    """The tables of championships at which a match was started, and whether one is on."""
    events = Table.objects.filter(event__archived_at=None, event__stage=Stage.RUNNING, matches__isnull=False)
    on = set(events.filter(matches__finished_at=None).values_list("code", flat=True))
    return [(code, code in on) for code in events.values_list("code", flat=True).distinct()]


def _last_alive() -> int:
    """When the tables were last served, before this process. Now, on a new site."""
    return max(Alive.objects.values_list("at", flat=True), default=now_ms())


def _write_alive() -> None:
    Alive.objects.update_or_create(defaults={"at": now_ms()})


rooms = Rooms()
