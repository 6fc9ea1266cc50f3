"""The chat of a live table: ready sentences, and free text where the table allows it.

Only players with a seat may speak; all at the table hear them. A remark is written before it is sent. A player can mute
a seat for as long as the table stays in memory. Signs are acts and not words, so muting does not hide them.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from django.db import DatabaseError

from carteado.cards import Onlooker
from carteado.web.kit.forms.one_line_field import visible_line
from carteado.web.kit.guarding.token_bucket import TokenBucket
from carteado.web.kit.process.background_tasks import BackgroundTasks
from carteado.web.kit.process.database_threads import in_thread, in_writing_thread
from carteado.web.tables.match.act_reading import ActRefusal
from carteado.web.tables.protocol import (
    LONGEST_TEXT_CHARS,
    Hello,
    Mute,
    Muted,
    Refusal,
    Report,
    Reported,
    Said,
    Say,
    encode,
)
from carteado.web.tables.room import sentences
from carteado.web.tables.room.interfaces import TableConnection, send_message
from carteado.web.tables.room.room import Room
from carteado.web.tables.talk import remark_storage as remarks
from carteado.web.tables.talk import reports
from carteado.web.tables.talk.remark_storage import Remarked

_log = logging.getLogger(__name__)

SAID_PER_SECOND, SAID_AT_ONCE = 0.5, 5.0
REPORTED_PER_SECOND, REPORTED_AT_ONCE = 0.05, 5.0
SIGNS_KEY = "signs.offered"
"""The regulation's key for how partners communicate during a hand."""
JOINS = "\u200d"
"""Joins several emoji into one picture, so it is not an invisible character to be removed."""


class Saying(NamedTuple):
    """A remark: the code of a ready sentence, or free text. The other field is empty."""

    preset: str
    text: str


class Forbidden(NamedTuple):
    """Why a remark is refused. ``rule`` is set if a rule of the regulation forbids it."""

    code: str
    rule: str | None = None


def cleaned(text: str) -> str:
    """The text as one line of visible characters."""
    return visible_line(text, keep=JOINS)[:LONGEST_TEXT_CHARS]


def wanted(room: Room, connection: TableConnection, say: Say) -> Saying | Forbidden:
    """The remark that the reader wants to make, if they may make it here and now."""
    settings = room.settings
    if not isinstance(connection.observer, int):
        return Forbidden("not_yours")
    if (say.preset is None) == (say.text is None):
        return Forbidden("unreadable")
    if settings.is_official and settings.signs and _hand_is_on(room):
        return Forbidden("words_in_hand", SIGNS_KEY)
    if say.preset is not None:
        return Saying(say.preset, "") if say.preset in settings.presets else Forbidden("unreadable")
    if settings.is_official or not settings.free_chat:
        return Forbidden("presets_only")
    text = cleaned(say.text or "")
    return Saying("", text) if text else Forbidden("unreadable")


def _hand_is_on(room: Room) -> bool:
    return room.position is not None and bool(room.position.play.match.hand_is_on) and not room.position.play.is_over


@dataclass(slots=True)
class Talk:
    """The chat of one table.

    ``last`` are the last remarks, read when the table had changed ``read_at`` times: a speaker may have been forgotten
    since. ``muted`` gives for each person those whom they have muted.
    """

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    last: list[Remarked] | None = None
    read_at: int = -1
    muted: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    saying: dict[str, TokenBucket] = field(default_factory=dict)
    reporting: dict[str, TokenBucket] = field(default_factory=dict)


class Chat:
    """The chat of all tables in this process."""

    def __init__(self) -> None:
        self._talks: WeakKeyDictionary[Room, Talk] = WeakKeyDictionary()
        self._tasks = BackgroundTasks()

    def _talk(self, room: Room) -> Talk:
        return self._talks.setdefault(room, Talk())

    # --- entering -------------------------------------------------------------------------------------------------

    async def enter(self, connection: TableConnection, room: Room, hello: Hello) -> None:
        """Let a reader in and send them the last remarks, none twice and without a gap."""
        talk = self._talk(room)
        if talk.read_at != room.changes:
            await self._read(room, talk)
        room.enter(connection, hello)
        for one in talk.last or ():
            if _hears(room, talk, connection, one.who):
                send_message(connection, _said(room, one))
        if talk.muted.get(connection.who):
            send_message(connection, Muted(_muted_seats(room, talk, connection.who)))

    async def _read(self, room: Room, talk: Talk) -> None:
        """If many come at once, only the first one reads."""
        async with talk.turn:
            if (changes := room.changes) != talk.read_at:
                try:
                    talk.last, talk.read_at = await in_thread(remarks.last, room.settings.code), changes
                except DatabaseError:
                    _log.exception("what was said at a table could not be read")

    def receive(self, connection: TableConnection, room: Room, message: Say | Report | Mute) -> None:
        if isinstance(message, Mute):
            self._mute(connection, room, message)
        elif isinstance(message, Say):
            self._say(connection, room, message)
        else:
            self._report(connection, room, message.said)

    # --- speaking -------------------------------------------------------------------------------------------------

    def _say(self, connection: TableConnection, room: Room, say: Say) -> None:
        talk, saying = self._talk(room), wanted(room, connection, say)
        if isinstance(saying, Forbidden):
            _refuse(connection, room, saying)
        elif not _take(talk.saying, connection.who, lambda: TokenBucket(SAID_PER_SECOND, SAID_AT_ONCE)):
            _refuse(connection, room, Forbidden("too_fast"))
        else:
            self._tasks.start(self._write(connection, room, talk, saying))

    async def _write(self, connection: TableConnection, room: Room, talk: Talk, saying: Saying) -> None:
        """One remark at a time, so that all readers get them in the order of their numbers."""
        async with talk.turn:
            at = room.services.now_ms()
            number = await _in_database(remarks.add, room.settings.code, at, connection.who, *saying)
            if number is None:
                _refuse(connection, room, Forbidden("not_noted"))
                return
            one = Remarked(number, at, connection.who, connection.name, *saying)
            if talk.last is not None:
                talk.last = [*talk.last, one][-remarks.LAST :]
            message = encode(_said(room, one))
            for connections in list(room.connections.values()):
                for listener in connections:
                    if _hears(room, talk, listener, one.who):
                        listener.send(message)

    # --- muting and reporting -------------------------------------------------------------------------------------

    def _mute(self, connection: TableConnection, room: Room, mute: Mute) -> None:
        sitter = room.settings.seats[mute.seat] if 0 <= mute.seat < room.settings.players else None
        if not isinstance(connection.observer, int):
            _refuse(connection, room, Forbidden("not_yours"))
        elif sitter is None or mute.seat == connection.observer:
            _refuse(connection, room, Forbidden("unreadable"))
        else:
            muted = self._talk(room).muted[connection.who]
            (muted.add if mute.on else muted.discard)(sitter.who)
            message = encode(Muted(_muted_seats(room, self._talk(room), connection.who)))
            for tab in room.connections[connection.observer]:
                tab.send(message)

    def _report(self, connection: TableConnection, room: Room, number: int) -> None:
        talk = self._talk(room)
        if not connection.who:
            _refuse(connection, room, Forbidden("not_yours"))
        elif not _take(talk.reporting, connection.who, lambda: TokenBucket(REPORTED_PER_SECOND, REPORTED_AT_ONCE)):
            _refuse(connection, room, Forbidden("too_fast"))
        else:
            self._tasks.start(self._note_report(connection, room, number))

    async def _note_report(self, connection: TableConnection, room: Room, number: int) -> None:
        is_noted = await _in_database(reports.of_remark, room.settings.code, number, connection.who)
        if is_noted:
            send_message(connection, Reported(number))
        else:
            _refuse(connection, room, Forbidden("not_noted" if is_noted is None else "unreadable"))


def _hears(room: Room, talk: Talk, connection: TableConnection, who: str) -> bool:
    """True if the reader gets what ``who`` says.

    Onlookers of a delayed table get nothing, because words would reveal what they may not see yet.
    """
    if who in talk.muted.get(connection.who, ()):
        return False
    return connection.observer is not Onlooker.SPECTATOR or not room.settings.delay


def _muted_seats(room: Room, talk: Talk, who: str) -> tuple[int, ...]:
    muted = talk.muted.get(who, ())
    return tuple(seat for seat, one in enumerate(room.settings.seats) if one is not None and one.who in muted)


def _said(room: Room, one: Remarked) -> Said:
    seat = room.settings.seat_of(one.who)
    return Said(one.number, one.name, one.at, seat, one.preset or None, one.text or None)


def _take(buckets: dict[str, TokenBucket], who: str, new: Callable[[], TokenBucket]) -> bool:
    if who not in buckets:
        buckets[who] = new()
    return buckets[who].take()


async def _in_database(work: Callable[..., Any], *arguments: Any) -> Any:
    """The result, or None if the database failed."""
    try:
        return await in_writing_thread(work, *arguments)
    except DatabaseError:
        _log.exception("what was said at a table could not be written")
        return None


def _refuse(connection: TableConnection, room: Room, forbidden: Forbidden) -> None:
    code, rule = forbidden
    regulation = room.position.play.terms.regulation if room.position is not None else None
    article = str(regulation.citation(rule)) if regulation is not None and rule else None
    send_message(
        connection,
        Refusal(
            code, sentences.act_refusal_in_words(ActRefusal(code), connection.language), rule=rule, article=article
        ),
    )


chat = Chat()
