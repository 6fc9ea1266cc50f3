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
from carteado.web.tables.match.act_reading import Trouble
from carteado.web.tables.protocol import LONGEST_TEXT, Hello, Mute, Muted, Refusal, Report, Reported, Said, Say, encode
from carteado.web.tables.room import sentences as words
from carteado.web.tables.room.room import Room
from carteado.web.tables.room.surroundings import Reader, tell
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
    return visible_line(text, keep=JOINS)[:LONGEST_TEXT]


def wanted(room: Room, reader: Reader, say: Say) -> Saying | Forbidden:
    """The remark that the reader wants to make, if they may make it here and now."""
    setting = room.setting
    if not isinstance(reader.observer, int):
        return Forbidden("not_yours")
    if (say.preset is None) == (say.text is None):
        return Forbidden("unreadable")
    if setting.is_official and setting.signs and _hand_is_on(room):
        return Forbidden("words_in_hand", SIGNS_KEY)
    if say.preset is not None:
        return Saying(say.preset, "") if say.preset in setting.presets else Forbidden("unreadable")
    if setting.is_official or not setting.free_chat:
        return Forbidden("presets_only")
    text = cleaned(say.text or "")
    return Saying("", text) if text else Forbidden("unreadable")


def _hand_is_on(room: Room) -> bool:
    return room.present is not None and bool(room.present.play.match.hand_is_on) and not room.present.play.is_over


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

    async def enter(self, reader: Reader, room: Room, hello: Hello) -> None:
        """Let a reader in and send them the last remarks, none twice and without a gap."""
        talk = self._talk(room)
        if talk.read_at != room.changes:
            await self._read(room, talk)
        room.enter(reader, hello)
        for one in talk.last or ():
            if _hears(room, talk, reader, one.who):
                tell(reader, _said(room, one))
        if talk.muted.get(reader.who):
            tell(reader, Muted(_muted_seats(room, talk, reader.who)))

    async def _read(self, room: Room, talk: Talk) -> None:
        """If many come at once, only the first one reads."""
        async with talk.turn:
            if (changes := room.changes) != talk.read_at:
                try:
                    talk.last, talk.read_at = await in_thread(remarks.last, room.setting.code), changes
                except DatabaseError:
                    _log.exception("what was said at a table could not be read")

    def receive(self, reader: Reader, room: Room, message: Say | Report | Mute) -> None:
        if isinstance(message, Mute):
            self._mute(reader, room, message)
        elif isinstance(message, Say):
            self._say(reader, room, message)
        else:
            self._report(reader, room, message.said)

    # --- speaking -------------------------------------------------------------------------------------------------

    def _say(self, reader: Reader, room: Room, say: Say) -> None:
        talk, saying = self._talk(room), wanted(room, reader, say)
        if isinstance(saying, Forbidden):
            _refuse(reader, room, saying)
        elif not _take(talk.saying, reader.who, lambda: TokenBucket(SAID_PER_SECOND, SAID_AT_ONCE)):
            _refuse(reader, room, Forbidden("too_fast"))
        else:
            self._tasks.start(self._write(reader, room, talk, saying))

    async def _write(self, reader: Reader, room: Room, talk: Talk, saying: Saying) -> None:
        """One remark at a time, so that all readers get them in the order of their numbers."""
        async with talk.turn:
            at = room.around.now()
            number = await _in_database(remarks.add, room.setting.code, at, reader.who, *saying)
            if number is None:
                _refuse(reader, room, Forbidden("not_noted"))
                return
            one = Remarked(number, at, reader.who, reader.name, *saying)
            if talk.last is not None:
                talk.last = [*talk.last, one][-remarks.LAST :]
            message = encode(_said(room, one))
            for readers in list(room.readers.values()):
                for listener in readers:
                    if _hears(room, talk, listener, one.who):
                        listener.tell(message)

    # --- muting and reporting -------------------------------------------------------------------------------------

    def _mute(self, reader: Reader, room: Room, mute: Mute) -> None:
        sitter = room.setting.seats[mute.seat] if 0 <= mute.seat < room.setting.players else None
        if not isinstance(reader.observer, int):
            _refuse(reader, room, Forbidden("not_yours"))
        elif sitter is None or mute.seat == reader.observer:
            _refuse(reader, room, Forbidden("unreadable"))
        else:
            muted = self._talk(room).muted[reader.who]
            (muted.add if mute.on else muted.discard)(sitter.who)
            message = encode(Muted(_muted_seats(room, self._talk(room), reader.who)))
            for tab in room.readers[reader.observer]:
                tab.tell(message)

    def _report(self, reader: Reader, room: Room, number: int) -> None:
        talk = self._talk(room)
        if not reader.who:
            _refuse(reader, room, Forbidden("not_yours"))
        elif not _take(talk.reporting, reader.who, lambda: TokenBucket(REPORTED_PER_SECOND, REPORTED_AT_ONCE)):
            _refuse(reader, room, Forbidden("too_fast"))
        else:
            self._tasks.start(self._note_report(reader, room, number))

    async def _note_report(self, reader: Reader, room: Room, number: int) -> None:
        is_noted = await _in_database(reports.of_remark, room.setting.code, number, reader.who)
        if is_noted:
            tell(reader, Reported(number))
        else:
            _refuse(reader, room, Forbidden("not_noted" if is_noted is None else "unreadable"))


def _hears(room: Room, talk: Talk, reader: Reader, who: str) -> bool:
    """True if the reader gets what ``who`` says.

    Onlookers of a delayed table get nothing, because words would reveal what they may not see yet.
    """
    if who in talk.muted.get(reader.who, ()):
        return False
    return reader.observer is not Onlooker.SPECTATOR or not room.setting.delay


def _muted_seats(room: Room, talk: Talk, who: str) -> tuple[int, ...]:
    muted = talk.muted.get(who, ())
    return tuple(seat for seat, one in enumerate(room.setting.seats) if one is not None and one.who in muted)


def _said(room: Room, one: Remarked) -> Said:
    seat = room.setting.seat_of(one.who)
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


def _refuse(reader: Reader, room: Room, forbidden: Forbidden) -> None:
    code, rule = forbidden
    regulation = room.present.play.terms.regulation if room.present is not None else None
    article = str(regulation.citation(rule)) if regulation is not None and rule else None
    tell(reader, Refusal(code, words.of_trouble(Trouble(code), reader.language), rule=rule, article=article))


chat = Chat()
