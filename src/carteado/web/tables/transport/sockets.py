"""WebSocket connections to live tables: the handshake, the client's messages, and the end."""

import asyncio
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from starlette.types import Receive, Scope, Send

from carteado.cards import Observer, Onlooker
from carteado.web.kit.guarding.token_bucket import OpenConnections, TokenBucket
from carteado.web.kit.process.database_threads import in_thread
from carteado.web.tables.match.act_reading import ActRefusal
from carteado.web.tables.match.clock import now_ms
from carteado.web.tables.players.visitor import Identity, Person, person_at, still_valid
from carteado.web.tables.protocol import PROTOCOL, Act, Beat, Bye, Hello, Refusal, decode_frame, encode, frame
from carteado.web.tables.room import sentences
from carteado.web.tables.room.room import Room
from carteado.web.tables.serving.rooms import rooms
from carteado.web.tables.talk.chat import chat
from carteado.web.tables.transport import uvicorn_protocol as wire
from carteado.web.tables.transport.outbox import Outbox
from carteado.web.tables.transport.uvicorn_protocol import Listen, WriteAtOnce

_log = logging.getLogger(__name__)

PER_SECOND, AT_ONCE = 20.0, 60.0
"""Messages that one connection may send: for long, and in a burst."""
OF_PERSON_PER_SECOND, OF_PERSON_AT_ONCE = 30.0, 120.0
"""Messages that all connections of one person may send together."""
MOST_OF_PERSON = 10
MOST_OF_ADDRESS = 1_000
"""Connections that one person, and one network address, may have open."""
KNOCKS_PER_SECOND, KNOCKS_AT_ONCE = 50.0, 1_000.0
"""Connections that one address may begin. A club has one address, and all its phones return at once after an outage."""
HELLO_TIMEOUT_S = 10.0
"""Seconds that a client has to say hello."""
BEAT_S = 15.0
"""Seconds between two signs of life from the server."""
SESSION_CHECK_S = 3.0
"""Seconds between two checks for sessions that have ended."""
TOO_FAST_CLOSES = 50
"""Messages over the limits after which a connection is closed."""

UNKNOWN, SIGNED_OUT, TOO_MANY, BAD, OLD, SLOW, GOING = 4404, 4401, 4429, 4400, 4409, 4408, 1012
"""Close codes. ``OLD`` is a client of another protocol, ``SLOW`` one that was dropped and may come back, ``GOING`` a
server that stops."""
BYES = {UNKNOWN: "unknown", SIGNED_OUT: "signed_out", TOO_MANY: "too_many", BAD: "unreadable", OLD: "protocol"}
"""The codes of the last message before the server closes. A client that is dropped or comes back soon gets none."""

_CODE = re.compile(r"[\w-]{1,24}", re.ASCII)


SUBPROTOCOL = "carteado"
"""Offered by a page that also sends a secret, as a second subprotocol: no log stores it there."""


def secret_of(scope: Scope) -> str:
    """The secret that a page sent with its handshake; empty if none."""
    offered = scope.get("subprotocols") or []
    return str(offered[1]) if len(offered) == 2 and offered[0] == SUBPROTOCOL else ""


def _acceptance(scope: Scope) -> dict[str, str]:
    """A browser that offers subprotocols goes away unless one of them is accepted."""
    accepted = {"subprotocol": SUBPROTOCOL} if secret_of(scope) else {}
    return {"type": "websocket.accept", **accepted}


class Connection:
    """One open page at a table, a ``TableConnection`` of its room.

    ``identity`` is as whom the visitor came; if that is no longer true, the connection ends. ``ended_by`` is the close
    code for when ``task``, which serves it, is cancelled. ``refused`` counts the messages over the limits.
    ``message_code`` is the close code once a message has ended the connection; None before.
    """

    __slots__ = (
        "bucket",
        "ended_by",
        "identity",
        "is_referee",
        "language",
        "message_code",
        "name",
        "observer",
        "outbox",
        "refused",
        "task",
        "who",
    )

    def __init__(self, person: Person, room: Room, language: str, send: Send, write_at_once: WriteAtOnce) -> None:
        self.who, self.name, _session, self.is_referee = person
        table = room.settings
        self.identity = Identity(table.code, person.session, person.who, person.is_referee, table.is_official)
        self.language = language
        self.observer: Observer = Onlooker.SPECTATOR
        self.bucket = TokenBucket(PER_SECOND, AT_ONCE)
        self.ended_by = GOING
        self.refused = 0
        self.message_code: int | None = None
        self.task = asyncio.current_task()
        self.outbox = Outbox(_texts(send), self.drop, write_at_once)

    def send(self, message: bytes) -> None:
        self.outbox.put(message)

    def drop(self, code: int = SLOW) -> None:
        """End the connection. What waits to be sent is lost."""
        self.ended_by = code
        if self.task is not None:
            self.task.cancel()


def _texts(send: Send) -> Any:
    async def send_text(text: bytes) -> None:
        await send({"type": "websocket.send", "text": text.decode()})

    return send_text


class Connections:
    """All connections that are open in this process, and what they may still do.

    ``buckets`` limits the messages of each person, ``knocks`` the new connections of each address.
    """

    def __init__(self) -> None:
        self.all: set[Connection] = set()
        self.of_person = OpenConnections(MOST_OF_PERSON)
        self.of_address = OpenConnections(MOST_OF_ADDRESS)
        self.buckets: dict[str, TokenBucket] = {}
        self.knocks: dict[str, TokenBucket] = {}
        self.watchers = asyncio.Semaphore()
        """Lets visitors without a session be identified one at a time, so that players need not wait for a thousand of
        them."""

    def may_knock(self, address: str) -> bool:
        """True if one more connection may begin from that address."""
        # a limit of its own, because identifying a visitor costs more than reading a message
        if address not in self.knocks:
            self.knocks[address] = TokenBucket(KNOCKS_PER_SECOND, KNOCKS_AT_ONCE)
        return self.knocks[address].take()

    @contextmanager
    def counted(self, who: str, address: str) -> Iterator[bool]:
        """Count a connection of that person from that address while it is open. False if that is too many."""
        with ExitStack() as undo:
            yield self.of_address.take(address, undo) and (not who or self.of_person.take(who, undo))

    def may_send(self, connection: Connection) -> bool:
        """True if one more message may come on the connection now. The connections of a person are counted together."""
        if not connection.bucket.take():
            return False
        if not connection.who:
            return True
        if connection.who not in self.buckets:
            self.buckets[connection.who] = TokenBucket(OF_PERSON_PER_SECOND, OF_PERSON_AT_ONCE)
        return self.buckets[connection.who].take()

    def _forget_buckets(self) -> None:
        """Drop the buckets of those who have left, once this makes no difference."""
        here = {connection.who for connection in self.all}
        for who in [who for who, bucket in self.buckets.items() if who not in here and bucket.is_full]:
            del self.buckets[who]
        for address in [address for address, bucket in self.knocks.items() if bucket.is_full]:
            del self.knocks[address]

    async def beat(self) -> None:
        """Send every client a sign of life from time to time."""
        while True:
            await asyncio.sleep(BEAT_S)
            message = encode(Beat(now_ms()))
            for connection in list(self.all):
                connection.send(message)

    async def watch(self) -> None:
        """Drop clients that do not read, and connections whose visitor has signed out or lost a right.

        Such a visitor may connect again, with the rights that they have now.
        """
        self.watchers = asyncio.Semaphore()  # of this event loop
        while True:
            await asyncio.sleep(SESSION_CHECK_S)
            for connection in list(self.all):
                if connection.outbox.is_stuck:
                    connection.outbox.drop()
            self._forget_buckets()
            identities = {connection.identity for connection in self.all if connection.who}
            try:
                valid = await in_thread(still_valid, identities) if identities else set()
            except Exception:
                _log.exception("sessions could not be asked for")
                continue
            for connection in list(self.all):
                if connection.identity in identities - valid:
                    connection.drop(SIGNED_OUT)


connections = Connections()


class TableSocket:
    """Serves ``/mesa/CODE/ao-vivo``, whose messages are in ``language``. ``_visitor`` is replaced for broadcasts."""

    def __init__(self, language: str) -> None:
        self.language = language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        await receive()  # the first event, ``websocket.connect``
        if not _is_own_origin(headers) or not connections.may_knock(_address(scope)):
            await send({"type": "websocket.close", "code": 1008})  # closed before it was accepted: the answer is 403
            return
        code = scope["path_params"]["code"]
        person = await self._visitor(scope, code, _cookies(headers)) if _CODE.fullmatch(code) else None
        await send(_acceptance(scope))
        close_code = UNKNOWN if person is None else await self._let_in(person, code, scope, receive, send)
        if close_code is not None:
            await _close(send, close_code)

    async def _visitor(self, _scope: Scope, code: str, cookies: dict[str, str]) -> Person | None:
        """Identify the visitor. None if they may not see the table, or there is none."""
        return await self._person(code, cookies)

    async def _person(self, code: str, cookies: dict[str, str]) -> Person | None:
        if settings.SESSION_COOKIE_NAME in cookies:
            return await in_thread(person_at, code, cookies)
        async with connections.watchers:
            return await in_thread(person_at, code, cookies)

    async def _let_in(self, person: Person, code: str, scope: Scope, receive: Receive, send: Send) -> int | None:
        """Serve the visitor until they leave. Returns the close code if they may not come.

        None if the connection has been closed here already.
        """
        with connections.counted(person.who, _address(scope)) as may_come:
            if not may_come:
                return TOO_MANY
            async with rooms.room_in_use(code) as room:
                if room is None:
                    return UNKNOWN
                if room.settings.is_shut:
                    bye = Bye("closed", sentences.act_refusal_in_words(ActRefusal("shut"), self.language))
                    await _close(send, UNKNOWN, bye)
                    return None
                connection = Connection(person, room, self.language, send, wire.write_at_once_of(scope))
                await self._serve(connection, room, wire.listen_of(scope), receive, send)
        return None

    async def _serve(self, connection: Connection, room: Room, listen: Listen, receive: Receive, send: Send) -> None:
        """Let the connection in after its hello, handle its messages until it ends, and close it."""
        hello = await _first_hello(receive)
        if hello is None or hello.protocol != PROTOCOL:
            return await _close(send, BAD if hello is None else OLD)
        connections.all.add(connection)
        code = 1000
        try:
            await chat.enter(connection, room, hello)
            listen(partial(_handle_at_once, connection, room))
            code = await _listen(connection, room, receive)
        except asyncio.CancelledError:
            code = connection.ended_by
        finally:
            connections.all.discard(connection)
            room.leave(connection)
            with suppress(Exception):
                await asyncio.wait_for(_close(send, code), 1)


async def _first_hello(receive: Receive) -> Hello | None:
    """The hello. None if the first frame is anything else, or none comes in time."""
    try:
        async with asyncio.timeout(HELLO_TIMEOUT_S):
            message = await receive()
        [hello] = decode_frame(message.get("text") or message.get("bytes") or b"")
    except (TimeoutError, msgspec.DecodeError, ValueError):
        return None
    return hello if isinstance(hello, Hello) else None


async def _listen(connection: Connection, room: Room, receive: Receive) -> int:
    """Handle the messages that come through ASGI, until the client leaves. Returns the close code.

    With a server that hands messages over at once, these are few or none.
    """
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return 1000
        ended_by = _handle(connection, room, message.get("text") or message.get("bytes") or b"")
        if ended_by is not None:
            return ended_by


def _handle_at_once(connection: Connection, room: Room, text: bytes) -> bool:
    """Handle a frame at once. False if it ends the connection: then ``_listen`` gets it again, and only closes."""
    return _handle(connection, room, text) is None


def _handle(connection: Connection, room: Room, text: str | bytes) -> int | None:
    """Do what the client's messages ask. Returns the close code if they end the connection, or earlier ones did."""
    if connection.message_code is None:
        connection.message_code = _do_messages(connection, room, text)
    return connection.message_code


def _do_messages(connection: Connection, room: Room, text: str | bytes) -> int | None:
    """Do what the messages of a frame ask, until one ends the connection. Returns its close code, or None."""
    try:
        messages = decode_frame(text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return BAD
    for one in messages or (None,):  # a frame without messages counts as a message
        if not connections.may_send(connection):
            connection.refused += 1
            if connection.refused > TOO_FAST_CLOSES:
                return TOO_MANY
            _too_fast(connection, one)
        elif isinstance(one, Act):
            room.receive(connection, one)
        elif one is not None and not isinstance(one, Hello):  # a second hello is ignored
            chat.receive(connection, room, one)
    return None


def _too_fast(connection: Connection, message: Any) -> None:
    name = message.id if isinstance(message, Act) else None
    text = sentences.act_refusal_in_words(ActRefusal("too_fast"), connection.language)
    connection.send(encode(Refusal("too_fast", text, name)))


async def _close(send: Send, code: int, bye: Bye | None = None) -> None:
    """Close the connection. It may be gone already, or have been ended by the client's message."""
    with suppress(Exception):
        if code in BYES:
            await send({"type": "websocket.send", "text": frame([encode(bye or Bye(BYES[code]))]).decode()})
        await send({"type": "websocket.close", "code": code})


def _address(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else ""


def _is_own_origin(headers: Mapping[str, str]) -> bool:
    """True unless the page is of another site, which must not act for its reader.

    Programs send no origin, and no cookies of a browser.
    """
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


def _cookies(headers: Mapping[str, str]) -> dict[str, str]:
    try:
        return {name: one.value for name, one in SimpleCookie(headers.get("cookie", "")).items()}
    except CookieError:
        return {}
