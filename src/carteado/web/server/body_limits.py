"""Limits on the size of a request, and on the time it may take to arrive."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponseBase
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

DISCARDED_LIMITS = 16
"""Of a request that is too large, up to this many times the limit is read and discarded, because a browser that is
still sending does not see the answer."""
PATIENCE_S = 60.0
"""The time that a request may take to arrive."""
MOST_BYTES_IN_MEMORY = 256 * 1024 * 1024
"""Bytes of all requests together that may be in memory, while they arrive or are answered."""


class BodyLimitMiddleware:
    """Refuses a request whose length is over the limit, files included, before Django reads any of it. The length comes
    from the header, which ``WholeBody`` has set."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if _length(request) > _limit():
            raise RequestDataTooBig(f"more than {_limit()} bytes")
        return self.get_response(request)


class WholeBody:
    """Passes a request on to Django when all of it has arrived. A slow sender waits here and occupies no thread of the
    pages.

    Of a request that is too large only the length is passed on, and ``BodyLimitMiddleware`` refuses it for that.
    """

    def __init__(self, pages: ASGIApp) -> None:
        self._pages = pages
        self._bytes_in_memory = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._pages(scope, receive, send)
            return
        with self._body_in_memory() as body:
            try:
                async with asyncio.timeout(PATIENCE_S):
                    length = await self._read(receive, body)
            except TimeoutError:
                await PlainTextResponse("too slow", 408, {"Connection": "close"})(scope, receive, send)
            except _MemoryFull:
                await PlainTextResponse("too many", 503, {"Retry-After": "30"})(scope, receive, send)
            except _Disconnected:
                return
            else:
                await self._pages(_with_length(scope, length), _replayed(bytes(body), receive), send)

    @contextmanager
    def _body_in_memory(self) -> Iterator[bytearray]:
        """An empty body to be filled. When the request is answered, its bytes are no longer counted as in memory."""
        body = bytearray()
        try:
            yield body
        finally:
            self._bytes_in_memory -= len(body)

    async def _read(self, receive: Receive, body: bytearray) -> int:
        """Read the body and return its length. The content is added to ``body``, which is emptied if it is too long."""
        length, more = 0, True
        while more and length <= DISCARDED_LIMITS * _limit():
            message = await receive()
            if message["type"] == "http.disconnect":
                raise _Disconnected
            chunk, more = message.get("body", b""), message.get("more_body", False)
            length += len(chunk)
            if length > _limit():
                self._bytes_in_memory -= len(body)
                body.clear()
            elif self._bytes_in_memory + len(chunk) > MOST_BYTES_IN_MEMORY:
                raise _MemoryFull
            else:
                body += chunk
                self._bytes_in_memory += len(chunk)
        return length


class _Disconnected(Exception):
    """The sender disconnected. Half a form is discarded."""


class _MemoryFull(Exception):
    """More requests are arriving than the site can hold."""


def _limit() -> int:
    """Bytes that one request may have."""
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0


def _length(request: HttpRequest) -> int:
    text = request.META.get("CONTENT_LENGTH") or ""
    return int(text) if text.isdecimal() and len(text) < 20 else 0  # Python refuses to read very long numbers


def _with_length(scope: Scope, length: int) -> Scope:
    """Set the length, which a body sent in chunks lacks."""
    others = [
        (name, value) for name, value in scope["headers"] if name not in (b"content-length", b"transfer-encoding")
    ]
    return {**scope, "headers": [*others, (b"content-length", str(length).encode())] if length else others}


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A ``receive`` that gives the body that was read, and then whatever else comes, such as a disconnection."""
    messages = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def replay() -> Message:
        return next(messages, None) or await receive()

    return replay
