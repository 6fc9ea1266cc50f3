"""Carries what happens at live tables to súmulas, ratings and referees, and lets a page act at a table.

The event loop waits for none of it. A table's súmula is written by one task at a time, which tries again until the
database takes it.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from django.db import DatabaseError

from carteado.cards import Observer, Onlooker
from carteado.web.kit.process.database_threads import in_writing_thread
from carteado.web.tables.match.clock import now_ms
from carteado.web.tables.match.fold import Play
from carteado.web.tables.protocol import Ack, Act, Refusal
from carteado.web.tables.room.room import Room
from carteado.web.tables.serving.sheet_entries import call_for_absence, carry

_log = logging.getLogger(__name__)

WHEN_A_MATCH_ENDS: list[Callable[[str, int], Coroutine[Any, Any, None]]] = []
"""Called with the table's code, and the seconds after which its onlookers see the end. ``RatingsConfig.ready`` adds to
it."""

RETRY = 1.0
"""Seconds before the next try when the database failed."""
PATIENCE = 10.0
"""Seconds that a page waits for a table."""
NOT_SEEN = -1
"""The ``seq`` of a page that has seen nothing. It is refused as stale, and the refusal gives the right number."""
RULING = "ruling"

Keep = Callable[[Coroutine[Any, Any, None]], None]
_answer = msgspec.json.Decoder(Ack | Refusal).decode


class Following:
    """Reports to súmulas and ratings. ``keep`` runs a coroutine on the loop to its end."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._on: set[str] = set()
        self._again: set[str] = set()
        self._later: dict[str, asyncio.TimerHandle] = {}

    def match_changed(self, room: Room, play_before: Play, play: Play) -> None:
        """Called after every commit, with the match before and after it."""
        if play.is_over and not play_before.is_over:
            for follow in WHEN_A_MATCH_ENDS:
                self._keep(follow(room.settings.code, room.settings.delay))
        if room.settings.is_official and _is_news(room, play_before, play):
            self.look(room.settings.code)

    def look(self, code: str) -> None:
        """Write on the table's súmula what it may lack."""
        if code in self._on:
            self._again.add(code)
        else:
            self._on.add(code)
            self._keep(self._carry(code))

    async def _carry(self, code: str) -> None:
        due = None
        try:
            while True:
                self._again.discard(code)
                due = await self._written(carry, code, now=now_ms())
                if code not in self._again:
                    break
        finally:
            self._on.discard(code)
        self._look_later(code, due)

    def _look_later(self, code: str, due: int | None) -> None:
        """Look again when onlookers may see what is too new for them now."""
        if (timer := self._later.pop(code, None)) is not None:
            timer.cancel()
        if due is not None:
            loop = asyncio.get_running_loop()
            self._later[code] = loop.call_later(max(0, due - now_ms()) / 1000, self.look, code)

    def player_absent(self, room: Room, seat: int, since: int) -> None:
        self._keep(self._call(room.settings.code, seat, since))

    async def _call(self, code: str, seat: int, since: int) -> None:
        await self._written(call_for_absence, code, seat=seat, since=since)

    async def _written(self, work: Callable[..., Any], code: str, **given: Any) -> Any:
        while True:
            try:
                return await in_writing_thread(work, code, **given)
            except DatabaseError:
                _log.exception("the score sheet of a live table could not be written")
                await asyncio.sleep(RETRY)
            except Exception:
                _log.exception("the score sheet of a live table was not written")
                return None


def _is_news(room: Room, before: Play, now: Play) -> bool:
    """True if a hand or the match ended, a referee ruled, or the match was stopped or goes on."""
    assert room.position is not None
    ended = before.match.hand_is_on and not now.match.hand_is_on
    if ended or now.is_over or before.stopped_by != now.stopped_by:
        return True
    # what follows from a ruling is written with it, so the ruling need not be the last row
    return any(row.act == RULING for row in room.position.log[-3:])


class Asking:
    """A referee's page, which asks for one act and waits for the answer.

    The page may be out of date. The rules decide whether the act can be done now.
    """

    def __init__(self, *, who: str, name: str, language: str, answered: Callable[[Ack | Refusal], None]) -> None:
        self.who, self.name, self.language, self.is_referee = who, name, language, True
        self.observer: Observer = Onlooker.REFEREE
        self._answered = answered

    def ask(self, room: Room, mark: str, act: dict[str, Any]) -> None:
        self._room, self._mark, self._act = room, mark, msgspec.Raw(msgspec.json.encode(act))
        self._send(NOT_SEEN)

    def _send(self, seen: int) -> None:
        self._room.receive(self, Act(self._mark, seen, self._act))

    def send(self, message: bytes) -> None:
        answer = _answer(message)
        if isinstance(answer, Refusal) and answer.code == "stale" and answer.seq is not None:
            self._send(answer.seq)
        else:
            self._answered(answer)

    def drop(self) -> None:
        """The page has no connection to close."""
