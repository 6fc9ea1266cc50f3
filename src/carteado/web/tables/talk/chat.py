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
from carteado.web.tables.talk import remark_storage, reports
from carteado.web.tables.talk.remark_storage import StoredRemark

_log = logging.getLogger(__name__)

REMARKS_PER_SECOND, REMARKS_AT_ONCE = 0.5, 5.0
"""A person may send so many remarks at once, and after them one every two seconds."""
REPORTED_PER_SECOND, REPORTED_AT_ONCE = 0.05, 5.0
"""A person may report so many remarks at once, and after them one every twenty seconds."""
SIGNS_KEY = "signs.offered"
"""The regulation's key for how partners communicate during a hand."""
JOINS = "\u200d"
"""Joins several emoji into one picture, so it is not an invisible character to be removed."""


class NewRemark(NamedTuple):
    """A remark: the code of a ready sentence, or free text. The other field is empty."""

    preset: str
    text: str


class RemarkRefusal(NamedTuple):
    """Why a remark, a mute or a report is refused.

    ``code`` is a key of ``sentences.CODES``. ``rule`` is the key of the regulation's rule, if one forbids it.
    """

    code: str
    rule: str | None = None


def cleaned(text: str) -> str:
    """The text as one line of visible characters."""
    return visible_line(text, keep=JOINS)[:LONGEST_TEXT_CHARS]


def checked_remark(room: Room, connection: TableConnection, say: Say) -> NewRemark | RemarkRefusal:
    """The remark that the reader wants to make, if they may make it here and now."""
    settings = room.settings
    if not isinstance(connection.observer, int):
        return RemarkRefusal("not_yours")
    if (say.preset is None) == (say.text is None):
        return RemarkRefusal("unreadable")
    if settings.is_official and settings.signs and _hand_is_on(room):
        return RemarkRefusal("words_in_hand", SIGNS_KEY)
    if say.preset is not None:
        return NewRemark(say.preset, "") if say.preset in settings.presets else RemarkRefusal("unreadable")
    if settings.is_official or not settings.free_chat:
        return RemarkRefusal("presets_only")
    text = cleaned(say.text or "")
    return NewRemark("", text) if text else RemarkRefusal("unreadable")


def _hand_is_on(room: Room) -> bool:
    return room.position is not None and bool(room.position.play.match.hand_is_on) and not room.position.play.is_over


@dataclass(slots=True)
class TableChat:
    """The chat of one table.

    ``last`` are the last remarks; None as long as none were read. They were read when ``Room.changes`` was ``read_at``,
    and are read again after a change, because a speaker may have been forgotten or a remark erased. ``turn`` lets one
    task at a time read or write remarks. ``muted`` gives for each person those whom they have muted. ``saying`` and
    ``reporting`` limit what each person sends.
    """

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    last: list[StoredRemark] | None = None
    read_at: int = -1
    muted: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    saying: dict[str, TokenBucket] = field(default_factory=dict)
    reporting: dict[str, TokenBucket] = field(default_factory=dict)


class Chat:
    """The chat of all tables in this process."""

    def __init__(self) -> None:
        self._chats: WeakKeyDictionary[Room, TableChat] = WeakKeyDictionary()
        self._tasks = BackgroundTasks()

    def _chat_of(self, room: Room) -> TableChat:
        """The chat of this table, for as long as its room is in memory."""
        return self._chats.setdefault(room, TableChat())

    # --- entering -------------------------------------------------------------------------------------------------

    async def enter(self, connection: TableConnection, room: Room, hello: Hello) -> None:
        """Let a reader in and send them the last remarks, none twice and without a gap."""
        table_chat = self._chat_of(room)
        if table_chat.read_at != room.changes:
            await self._read(room, table_chat)
        room.enter(connection, hello)
        for one in table_chat.last or ():
            if _hears(room, table_chat, connection, one.who):
                send_message(connection, _remark_message(room, one))
        if table_chat.muted.get(connection.who):
            send_message(connection, Muted(_muted_seats(room, table_chat, connection.who)))

    async def _read(self, room: Room, table_chat: TableChat) -> None:
        """Read the last remarks. If many come at once, only the first one reads."""
        async with table_chat.turn:
            if (changes := room.changes) != table_chat.read_at:
                try:
                    table_chat.last, table_chat.read_at = (
                        await in_thread(remark_storage.last_remarks, room.settings.code),
                        changes,
                    )
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
        table_chat, remark = self._chat_of(room), checked_remark(room, connection, say)
        if isinstance(remark, RemarkRefusal):
            _send_refusal(connection, room, remark)
        elif not _take_token(
            table_chat.saying, connection.who, lambda: TokenBucket(REMARKS_PER_SECOND, REMARKS_AT_ONCE)
        ):
            _send_refusal(connection, room, RemarkRefusal("too_fast"))
        else:
            self._tasks.start(self._write(connection, room, table_chat, remark))

    async def _write(self, connection: TableConnection, room: Room, table_chat: TableChat, remark: NewRemark) -> None:
        """Write a remark and send it to all who hear it.

        One at a time, so that all readers get them in the order of their numbers.
        """
        async with table_chat.turn:
            at = room.services.now_ms()
            number = await _in_database(remark_storage.add_remark, room.settings.code, at, connection.who, *remark)
            if number is None:
                _send_refusal(connection, room, RemarkRefusal("not_noted"))
                return
            one = StoredRemark(number, at, connection.who, connection.name, *remark)
            if table_chat.last is not None:
                table_chat.last = [*table_chat.last, one][-remark_storage.MOST_REMARKS_SENT :]
            message = encode(_remark_message(room, one))
            for connections in list(room.connections.values()):
                for listener in connections:
                    if _hears(room, table_chat, listener, one.who):
                        listener.send(message)

    # --- muting and reporting -------------------------------------------------------------------------------------

    def _mute(self, connection: TableConnection, room: Room, mute: Mute) -> None:
        """Mute another seat for this player, or hear it again, and tell all their open pages."""
        sitter = room.settings.seats[mute.seat] if 0 <= mute.seat < room.settings.players else None
        if not isinstance(connection.observer, int):
            _send_refusal(connection, room, RemarkRefusal("not_yours"))
        elif sitter is None or mute.seat == connection.observer:
            _send_refusal(connection, room, RemarkRefusal("unreadable"))
        else:
            muted = self._chat_of(room).muted[connection.who]
            (muted.add if mute.on else muted.discard)(sitter.who)
            message = encode(Muted(_muted_seats(room, self._chat_of(room), connection.who)))
            for tab in room.connections[connection.observer]:
                tab.send(message)

    def _report(self, connection: TableConnection, room: Room, number: int) -> None:
        table_chat = self._chat_of(room)
        if not connection.who:
            _send_refusal(connection, room, RemarkRefusal("not_yours"))
        elif not _take_token(
            table_chat.reporting, connection.who, lambda: TokenBucket(REPORTED_PER_SECOND, REPORTED_AT_ONCE)
        ):
            _send_refusal(connection, room, RemarkRefusal("too_fast"))
        else:
            self._tasks.start(self._note_report(connection, room, number))

    async def _note_report(self, connection: TableConnection, room: Room, number: int) -> None:
        # None: the database failed; False: there is no such remark
        is_noted = await _in_database(reports.report_remark, room.settings.code, number, connection.who)
        if is_noted:
            send_message(connection, Reported(number))
        else:
            _send_refusal(connection, room, RemarkRefusal("not_noted" if is_noted is None else "unreadable"))


def _hears(room: Room, table_chat: TableChat, connection: TableConnection, who: str) -> bool:
    """True if the reader gets what ``who`` says.

    Onlookers of a delayed table get nothing, because words would reveal what they may not see yet.
    """
    if who in table_chat.muted.get(connection.who, ()):
        return False
    return connection.observer is not Onlooker.SPECTATOR or not room.settings.delay


def _muted_seats(room: Room, table_chat: TableChat, who: str) -> tuple[int, ...]:
    muted = table_chat.muted.get(who, ())
    return tuple(seat for seat, one in enumerate(room.settings.seats) if one is not None and one.who in muted)


def _remark_message(room: Room, one: StoredRemark) -> Said:
    seat = room.settings.seat_of(one.who)
    return Said(one.number, one.name, one.at, seat, one.preset or None, one.text or None)


def _take_token(buckets: dict[str, TokenBucket], who: str, new: Callable[[], TokenBucket]) -> bool:
    """False if this person has sent too much. ``new`` makes the bucket of one who sends for the first time."""
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


def _send_refusal(connection: TableConnection, room: Room, refusal: RemarkRefusal) -> None:
    """Tell the sender why, with the article of the rule if one forbids it."""
    code, rule = refusal
    regulation = room.position.play.terms.regulation if room.position is not None else None
    article = regulation.citation(rule).with_ruling if regulation is not None and rule else None
    send_message(
        connection,
        Refusal(
            code, sentences.act_refusal_in_words(ActRefusal(code), connection.language), rule=rule, article=article
        ),
    )


chat = Chat()
