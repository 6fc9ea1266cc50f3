"""Carries what happens at live tables to súmulas, ratings and referees, and lets a page act at a table.

The event loop waits for none of it. What happened at a table is written by one task at a time, which tries again as
long as the database fails. After any other error it gives up until the next news. A referee's call is another task; all
writing is done by one thread, one after another.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from django.db import DatabaseError

from carteado.cards import Observer, Onlooker
from carteado.web.kit.process.database_threads import in_writing_thread
from carteado.web.tables.match.fold import Play
from carteado.web.tables.protocol import Ack, Act, Refusal
from carteado.web.tables.room.room import Room
from carteado.web.tables.serving.sheet_entries import call_for_absence, update_sheet

_log = logging.getLogger(__name__)

WHEN_A_MATCH_ENDS: list[Callable[[str, int], Coroutine[Any, Any, None]]] = []
"""Called with the table's code, and the seconds after which its onlookers see the end. ``RatingsConfig.ready`` adds to
it."""

RETRY_S = 1.0
"""Seconds before the next try when the database failed."""
ANSWER_TIMEOUT_S = 10.0
"""Seconds that a page waits for a table."""
SEEN_NOTHING = -1
"""The ``seq`` of a referee's page, which does not count acts. It is refused as stale, and the refusal gives the right
number."""
RULING = "ruling"

RunTask = Callable[[Coroutine[Any, Any, None]], None]
_answer = msgspec.json.Decoder(Ack | Refusal).decode


class ChampionshipNews:
    """Reports to súmulas and ratings. ``run_task`` runs a coroutine on the loop to its end.

    ``_updating`` are the codes of tables whose súmula is being written, ``_outdated`` those that have to be written
    once more after that.
    """

    def __init__(self, run_task: RunTask) -> None:
        self._run_task = run_task
        self._updating: set[str] = set()
        self._outdated: set[str] = set()

    def match_changed(self, room: Room, play_before: Play, play: Play) -> None:
        """Called after every commit, with the match before and after it."""
        if play.is_over and not play_before.is_over:
            for follow in WHEN_A_MATCH_ENDS:
                self._run_task(follow(room.settings.code, room.settings.delay))
        if room.settings.is_official and _is_news(room, play_before, play):
            self.update_sheet(room.settings.code)

    def update_sheet(self, code: str) -> None:
        """Write on the table's súmula what it may lack."""
        if code in self._updating:
            self._outdated.add(code)
        else:
            self._updating.add(code)
            self._run_task(self._update_until_current(code))

    async def _update_until_current(self, code: str) -> None:
        try:
            while True:
                self._outdated.discard(code)
                await self._retry_until_written(update_sheet, code)
                if code not in self._outdated:
                    break
        finally:
            self._updating.discard(code)

    def player_absent(self, room: Room, seat: int, since: int) -> None:
        """Call the referee, because the player of the seat has been away since then (milliseconds since 1970)."""
        self._run_task(self._call_referee(room.settings.code, seat, since))

    async def _call_referee(self, code: str, seat: int, since: int) -> None:
        await self._retry_until_written(call_for_absence, code, seat=seat, since=since)

    async def _retry_until_written(self, work: Callable[..., Any], code: str, **arguments: Any) -> None:
        """Try until the database takes it. Any other error is logged, and ends it."""
        while True:
            try:
                await in_writing_thread(work, code, **arguments)
                return
            except DatabaseError:
                _log.exception("the score sheet of a live table could not be written")
                await asyncio.sleep(RETRY_S)
            except Exception:
                _log.exception("the score sheet of a live table was not written")
                return


def _is_news(room: Room, play_before: Play, play: Play) -> bool:
    """True if a hand or the match ended, a referee ruled, or the match was stopped or goes on."""
    assert room.position is not None
    ended = play_before.match.hand_is_on and not play.match.hand_is_on
    if ended or play.is_over or play_before.stopped_by != play.stopped_by:
        return True
    # at most two rows that follow from a ruling are written with it
    return any(row.act == RULING for row in room.position.log[-3:])


class RefereeRequest:
    """A referee's page, which asks for one act and waits for the answer. It has the methods of a connection, so that
    the room can take its act and answer it; it never joins the room.

    The page may be out of date. The rules decide whether the act can be done now: an act that is refused as stale is
    sent once more with the right number.
    """

    def __init__(self, *, who: str, name: str, language: str, on_answer: Callable[[Ack | Refusal], None]) -> None:
        self.who, self.name, self.language, self.is_referee = who, name, language, True
        self.observer: Observer = Onlooker.REFEREE
        self._on_answer = on_answer

    def ask(self, room: Room, act_id: str, act: dict[str, Any]) -> None:
        self._room, self._act_id, self._act = room, act_id, msgspec.Raw(msgspec.json.encode(act))
        self._submit(SEEN_NOTHING)

    def _submit(self, seq: int) -> None:
        self._room.receive(self, Act(self._act_id, seq, self._act))

    def send(self, message: bytes) -> None:
        """Take the room's answer. Nothing else is sent here, because the page never joined the room."""
        answer = _answer(message)
        if isinstance(answer, Refusal) and answer.code == "stale" and answer.seq is not None:
            self._submit(answer.seq)
        else:
            self._on_answer(answer)

    def drop(self) -> None:
        """The page has no connection to close."""
