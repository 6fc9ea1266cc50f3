"""Updates of open pages as Server-Sent Events: first the current state, then every change."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user
from django.core.validators import slug_re
from django.http import HttpRequest
from django.utils.translation import get_language
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Permission
from carteado.web.kit.process.database_threads import in_thread
from carteado.web.kit.push import topics
from carteado.web.kit.push.bus import Dropped, Listener, bus
from carteado.web.kit.push.line_changes import delta
from carteado.web.pages.access import may

HEARTBEAT_S = 15.0
"""Seconds of silence after which a comment is sent, so that the browser and the proxies do not close the connection."""
RETRY_MS = 3_000
"""Milliseconds that the browser waits before it connects again."""
LONGEST_S = 15 * 60.0
"""Seconds until a stream ends and the page connects again. Its permission is then checked again."""
PATIENCE_S = 30.0
"""Seconds that a reader may take for one message."""
MOST_STREAMS = 8_000
"""Open streams of the whole site."""
MOST_OF_AN_ADDRESS = 1_000
"""Streams from one IP address: all phones in a hall share one."""

Check = Callable[[], bool]

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""The second one tells nginx to pass every message on at once."""


class TooMany(Exception):
    """No further stream is allowed, for this address or at all."""


class Streams:
    """Counts the open streams of each IP address."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        """Count one more stream while the block runs."""
        if self._open.total() >= MOST_STREAMS or self._open[address] >= MOST_OF_AN_ADDRESS:
            raise TooMany
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


streams = Streams()


class LiveEvent:
    """Streams a topic of the event in the address, to visitors with the permission. The address may name a part of it:
    ``copa-do-bairro/knockout``."""

    def __init__(self, kind: str, permission: Permission, language: str) -> None:
        self.kind, self.permission, self.language = kind, permission, language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        address = request.client.host if request.client else ""
        try:
            with streams.one_more(address):
                await self._serve(request, scope, receive, send)
        except TooMany:
            await PlainTextResponse("too many", 503, {"Retry-After": "30"})(scope, receive, send)

    async def _serve(self, request: Request, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the stream, or send it until the reader leaves, is too slow, or the stream ends."""
        slug, name = request.path_params["slug"], "/".join(request.path_params.values())
        status, may_listen = await in_thread(_admission, self.permission, slug, request.cookies)
        if status is None and not await in_thread(topics.exists, self.kind, name):
            status = 404
        if status:
            await Response(status_code=status, headers=HEADERS)(scope, receive, send)
            return
        # Before the state is loaded, so that no change in between is missed. A reader who is too slow ends the stream.
        with bus.subscribe(topics.channel(self.kind, name, self.language)) as listener, suppress(TimeoutError):
            messages = self._messages(name, listener, may_listen)
            stream = StreamingResponse(messages, media_type="text/event-stream", headers=HEADERS)
            await stream(scope, receive, _with_patience(send))

    async def _messages(self, name: str, listener: Listener, may_listen: Check | None) -> AsyncIterator[bytes]:
        """The current state, then every change, until the time is over, the permission is gone or the listener fell
        behind. In all these cases the page connects again."""
        end = time.monotonic() + LONGEST_S
        yield f"retry: {RETRY_MS}\n\n".encode()
        yield as_event(await self._current_state(name))
        with suppress(Dropped):
            while time.monotonic() < end:
                try:
                    async with asyncio.timeout(HEARTBEAT_S):
                        message = await listener.next()
                except TimeoutError:
                    yield b":\n\n"
                else:
                    if may_listen is not None and not await in_thread(may_listen):
                        return
                    yield as_event(message, listener.previous)

    async def _current_state(self, name: str) -> str:
        """The current state. If many connect at once, the first one loads it for all."""
        channel = topics.channel(self.kind, name, self.language)
        state = bus.latest(channel)
        if state is None:
            state = await in_thread(topics.render, self.kind, name, self.language)
            bus.remember(channel, state)
        return state


@lru_cache(maxsize=16)
def as_event(message: str, previous: str | None = None) -> bytes:
    """The message in the format of the protocol, cached for all readers. For a large one only the difference to the
    previous message, if that is much shorter."""
    text = _in_lines(message)
    if previous is not None and (changed := delta(_in_lines(previous), text)):
        return f"event: delta\ndata: {changed}\n\n".encode()
    return "".join([*(f"data: {line}\n" for line in text.split("\n")), "\n"]).encode()


def _in_lines(message: str) -> str:
    return message.replace("\r\n", "\n").replace("\r", "\n")


def _status_of_refusal(permission: Permission, slug: str, cookies: dict[str, str]) -> int | None:
    """Status of a refused stream, None if it is granted. Like the pages, it does not reveal whether a draft exists."""
    # Nothing else is a slug, and an address may contain a character that no database stores.
    event = Event.objects.filter(slug=slug).first() if slug_re.match(slug) else None
    if may(_user(cookies), permission, event):
        return None
    return 404 if event is None or event.is_draft else 403


class Admission(NamedTuple):
    """``status`` is that of a refusal, None if the stream is granted. ``may_listen`` is asked before each message,
    because a stream is open for long and a role may be taken away meanwhile; None if everybody may listen."""

    status: int | None
    may_listen: Check | None


def _admission(permission: Permission, slug: str, cookies: dict[str, str]) -> Admission:
    if _status_of_refusal(permission, slug, {}) is None:  # without cookies: a visitor who is not signed in
        return Admission(None, None)
    return Admission(
        _status_of_refusal(permission, slug, cookies), lambda: _status_of_refusal(permission, slug, cookies) is None
    )


def _user(cookies: dict[str, str]) -> Any:
    """The signed-in user, found as Django's middleware does."""
    key = cookies.get(settings.SESSION_COOKIE_NAME)
    if not key or not key.isalnum():  # a quoted cookie can contain any byte, also some that no database stores
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return get_user(request)


def _with_patience(send: Send) -> Send:
    """Limit the time for each message, because a reader who stops reading would keep the stream open for ever."""

    async def send_in_time(message: Message) -> None:
        async with asyncio.timeout(PATIENCE_S):
            await send(message)

    return send_in_time


def live_url(event: Event, kind: str = "evento") -> str:
    """Address of a topic's live stream, with the language prefix that pages have too. ``evento`` is the topic of the
    event's own page."""
    prefix = "" if get_language() == settings.LANGUAGE_CODE else f"/{get_language()}"
    return f"{prefix}/ao-vivo/{kind}/{event.slug}"
