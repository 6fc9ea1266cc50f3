"""Cache of the public pages of events, in front of Django: a hall full of phones requests the same page.

A visitor who is not signed in gets a page rendered at most one second ago. A change in this process takes effect at
once (``forget``), a change in another process after that second. Of requests at the same time only the first reaches
Django, and all get its answer. A response that sets a cookie is never cached; a page with a CSRF token always sets one.
"""

import asyncio
import gzip
import hashlib
import re
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

import brotli
from starlette.datastructures import MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carteado.web.kit.appearance import Appearance
from carteado.web.kit.words.address_prefixes import PREFIXES

FRESH_S = 1.0
"""Seconds that a cached page is used."""
MOST_BYTES = 64 * 1024 * 1024
LARGEST_BYTES = 2 * 1024 * 1024
"""Size in bytes of all cached pages together, and of one page."""
LEAST_COMPRESSED_BYTES = 512
"""A shorter page is not compressed."""
PAGES = re.compile(
    rf"(?:{'|'.join(PREFIXES.values())})/campeonatos/(?P<slug>[-\w]+)/(?:"
    r"|(?:chave|classificacao|agenda|duplas|regulamento(?:/artigos)?|telao|sorteios|decisoes|resultado|estatisticas|imprimir)/"
    r"|agenda\.ics|imagem\.png|duplas/[^/]+/(?:agenda\.ics)?|confronto/[^/]+/[^/]+/|sorteio/[^/]+/(?:telao/)?"
    r")"
)
"""The addresses of an event whose pages are the same for all visitors who are not signed in."""
APPEARANCE_COOKIES = ("theme", "deck")
HARMLESS_COOKIES = frozenset({*APPEARANCE_COOKIES, "csrftoken"})
"""Cookies of anonymous visitors. Django answers a request with any other cookie."""
UNCACHED_HEADERS = frozenset({b"hx-request", b"range", b"authorization"})
"""Request headers that ask for something other than the whole page."""
DROPPED_HEADERS = frozenset({b"cookie", b"accept-encoding", b"if-none-match", b"if-modified-since"})
"""Request headers that the page does not depend on, or that are handled here."""
COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda body: brotli.compress(body, quality=5),
    "gzip": lambda body: gzip.compress(body, compresslevel=6, mtime=0),
}
"""Compression by encoding, the best first."""

_changes: Counter[str] = Counter()
"""Number of changes of each event in this process, by its slug. A page rendered before the last one is stale."""


def forget(slug: str) -> None:
    """Discard the event's pages after a committed change. May be called from any thread."""
    _changes[slug] += 1


class Key(NamedTuple):
    """What a cached page depends on."""

    scheme: str
    host: bytes
    path: str
    appearance: Appearance


class Body(NamedTuple):
    """The page in one encoding (``br``, ``gzip`` or the empty text for none), with its headers."""

    headers: list[tuple[bytes, bytes]]
    etag: bytes
    content: bytes


@dataclass(slots=True)
class CachedResponse:
    """A response of Django.

    ``change`` is the event's number of changes when it was requested. ``until`` is the ``monotonic`` time up to which
    it may be used. ``bodies`` holds it in each encoding, computed when first requested.
    """

    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes
    change: int
    until: float = 0.0
    bodies: dict[str, Body] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Bytes in memory. The body without encoding is ``content`` itself."""
        return len(self.content) + sum(len(body.content) for encoding, body in self.bodies.items() if encoding)

    def body(self, encoding: str) -> Body:
        if encoding not in self.bodies:
            self.bodies[encoding] = self._encoded(encoding)
        return self.bodies[encoding]

    def _encoded(self, encoding: str) -> Body:
        content = COMPRESSORS[encoding](self.content) if encoding else self.content
        etag = f'"{hashlib.sha256(self.content).hexdigest()[:20]}{encoding and "-" + encoding}"'.encode()
        headers = MutableHeaders(raw=list(self.headers))
        headers["content-length"] = str(len(content))
        if encoding:
            headers["content-encoding"] = encoding
        if self.is_good:
            headers["etag"] = etag.decode()
            headers.setdefault("cache-control", "public, no-cache")
            headers["vary"] = "Accept-Encoding, Cookie"
        return Body(headers.raw, etag, content)

    @property
    def is_good(self) -> bool:
        """True for a page that may be stored. An error is sent once and not kept, here or in the browser."""
        return self.status == 200

    def encoding_for(self, accepted: bytes) -> str:
        """The best encoding that the request accepts, empty for none."""
        if len(self.content) < LEAST_COMPRESSED_BYTES or not self._is_text:
            return ""
        names = {part.partition(b";")[0].strip().decode("latin-1") for part in accepted.split(b",")}
        return next((name for name in COMPRESSORS if name in names), "")

    @property
    def _is_text(self) -> bool:
        kind = next((value for name, value in self.headers if name == b"content-type"), b"")
        return kind.startswith(b"text/") or b"json" in kind


class PublicPages:
    """ASGI middleware that answers from the cache, and passes other requests on to the site."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._responses: OrderedDict[Key, CachedResponse] = OrderedDict()
        self._bytes = 0
        self._in_progress: dict[tuple[Key, int], asyncio.Task[CachedResponse | None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _key(scope)
        if found is None:
            await self.app(scope, receive, send)
            return
        key, slug, headers = found
        response = self._responses.get(key)
        if response is None or response.change != _changes[slug] or response.until < monotonic():
            response = await self._shared_response(key, slug, scope)
            if response is None:
                await self.app(scope, receive, send)
                return
        await _answer(response, scope["method"], headers, send)

    async def _shared_response(self, key: Key, slug: str, scope: Scope) -> CachedResponse | None:
        """Django's response, shared by all requests that wait for it. None if it is meant for one visitor only."""
        flight = key, _changes[slug]
        task = self._in_progress.get(flight)
        if task is None:
            task = self._in_progress[flight] = asyncio.create_task(self._render(key, slug, scope))
            task.add_done_callback(lambda _: self._in_progress.pop(flight, None))
        return await asyncio.shield(task)  # a visitor who leaves does not end it for the others

    async def _render(self, key: Key, slug: str, scope: Scope) -> CachedResponse | None:
        requested_at, change = monotonic(), _changes[slug]
        status, headers, content = await _collect_response(self.app, _for_anybody(scope, key.appearance))
        if any(_is_for_one(name, value) for name, value in headers):
            return None
        response = CachedResponse(status, headers, content, change, requested_at + FRESH_S)
        previous = self._responses.get(key)
        if previous is not None and (previous.headers, previous.content) == (headers, content):
            response.bodies = previous.bodies
        elif encoding := response.encoding_for(b"br"):
            # Most browsers accept it. Compressing takes long, so it is done in a thread beside the event loop.
            await asyncio.get_running_loop().run_in_executor(None, response.body, encoding)
        # If the event was changed meanwhile, the page may show the state before the change.
        if response.is_good and len(content) <= LARGEST_BYTES and change == _changes[slug]:
            self._store(key, response)
        return response

    def _store(self, key: Key, response: CachedResponse) -> None:
        self._responses.pop(key, None)
        self._responses[key] = response
        self._bytes = sum(one.size for one in self._responses.values())
        while self._bytes > MOST_BYTES:
            _, oldest = self._responses.popitem(last=False)
            self._bytes -= oldest.size


def _key(scope: Scope) -> tuple[Key, str, dict[bytes, bytes]] | None:
    """The cache key, the event's slug and the request headers. None if Django must answer."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or scope["query_string"]:
        return None
    match = PAGES.fullmatch(scope["path"])
    if match is None:
        return None
    headers = dict(scope["headers"])
    if not UNCACHED_HEADERS.isdisjoint(headers):
        return None
    cookie = headers.get(b"cookie", b"")
    cookies = cookie_parser(cookie.decode("latin-1")) if cookie else {}
    if not cookies.keys() <= HARMLESS_COOKIES:
        return None
    key = Key(scope.get("scheme", "http"), headers.get(b"host", b""), scope["path"], Appearance.of(cookies))
    return key, match["slug"], headers


def _is_for_one(header: bytes, value: bytes) -> bool:
    """True if a response with this header is meant for one visitor only."""
    return header == b"set-cookie" or (header == b"cache-control" and (b"private" in value or b"no-store" in value))


def _for_anybody(scope: Scope, appearance: Appearance) -> Scope:
    """The same request with only the cookies for appearance, so that the response suits every anonymous visitor."""
    cookie = f"theme={appearance.theme}; deck={appearance.deck}".encode()
    others = [(name, value) for name, value in scope["headers"] if name not in DROPPED_HEADERS]
    return {**scope, "method": "GET", "headers": [*others, (b"cookie", cookie)]}


async def _collect_response(site: ASGIApp, scope: Scope) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    status, headers, content = 0, list[tuple[bytes, bytes]](), bytearray()

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status = message["status"]
            headers = [(name.lower(), value) for name, value in message["headers"] if name.lower() != b"content-length"]
        elif message["type"] == "http.response.body":
            content.extend(message.get("body", b""))

    await site(scope, receive, send)
    return status, headers, bytes(content)


async def _answer(response: CachedResponse, method: str, request_headers: dict[bytes, bytes], send: Send) -> None:
    body = response.body(response.encoding_for(request_headers.get(b"accept-encoding", b"")))
    if response.is_good and body.etag in request_headers.get(b"if-none-match", b""):
        headers = [
            (name, value) for name, value in body.headers if name not in (b"content-length", b"content-encoding")
        ]
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body"})
        return
    await send({"type": "http.response.start", "status": response.status, "headers": body.headers})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body.content})
