"""Routes of the site. Starlette answers what is quick or keeps a connection open; Django answers all pages, in
threads."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from importlib import import_module
from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import Error as DatabaseFailure
from django.utils import timezone
from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp

from carteado.web.broadcast.live_table import BroadcastSocket
from carteado.web.kit.guarding.policy import OTHER_ROUTES
from carteado.web.kit.process.database_threads import in_thread, in_writing_thread
from carteado.web.kit.push.public_page_cache import PublicPages
from carteado.web.kit.words.address_prefixes import PREFIXES
from carteado.web.pages.live_stream import LiveEvent
from carteado.web.privacy.retention import purge_expired
from carteado.web.ratings.background_counting import count_uncounted, judge_again
from carteado.web.server.body_limits import WholeBody
from carteado.web.server.headers import OnlyUtf8, StandardHeaders
from carteado.web.server.health import healthz, readyz
from carteado.web.server.lan.cookies_by_port import CookiesApart
from carteado.web.server.static_files import StaticFiles
from carteado.web.tables.serving.rooms import rooms
from carteado.web.tables.transport.sockets import TableSocket, connections
from carteado.web.watch.live_parts import push_ended_delays, push_ended_embargoes
from carteado.web.wsgi import application as pages

THREADS = 10
"""Threads that answer pages."""
DAY = 24 * 3600.0
"""Seconds between two deletions of expired data."""
EMBARGO_STEP = 5.0
"""Seconds between two checks for embargoes that have ended."""
DELAY_STEP = 1.0
"""Seconds between two checks for delays that have ended."""

_log = logging.getLogger(__name__)


def site() -> ASGIApp:
    """The whole site: routes without Django first, then Django for every other address."""
    import_module(settings.ROOT_URLCONF)  # imports all views, which register their live topics
    routes = [
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        Route(f"{settings.STATIC_URL}{{name:path}}", StaticFiles().answer),
        *(_live_stream(path, language) for path, language in LIVE_STREAMS.items()),
        *(
            WebSocketRoute(f"{prefix}/mesa/{{code}}/ao-vivo", TableSocket(language))
            for language, prefix in PREFIXES.items()
        ),
        *(
            WebSocketRoute(f"{prefix}/mesa/{{code}}/transmissao/ao-vivo", BroadcastSocket(language))
            for language, prefix in PREFIXES.items()
        ),
        Mount("/", WholeBody(OnlyUtf8(_in_threads(pages)))),
    ]
    whole = PublicPages(StandardHeaders(Starlette(routes=routes, lifespan=_alive)))
    return CookiesApart(whole) if settings.HALL else whole  # only in a local network it has a second port


@asynccontextmanager
async def _alive(_site: Starlette) -> AsyncIterator[None]:
    """What runs as long as the site: live tables and the care of their connections, deleting expired data at the start
    and every day, updating pages when an embargo or a delay ends, and counting finished matches for the ratings."""
    await rooms.start()
    works = (
        _clean_up_daily(),
        _lift_embargoes(),
        _end_delays(),
        connections.beat(),
        connections.watch(),
        count_uncounted(),
    )
    tasks = [asyncio.create_task(one) for one in works]
    yield
    for task in tasks:
        task.cancel()
    await rooms.stop()


async def _clean_up_daily() -> None:
    while True:
        try:
            await in_thread(purge_expired)
        except DatabaseFailure:
            _log.exception("what is expired could not be thrown away")
        await asyncio.sleep(DAY)


async def _lift_embargoes() -> None:
    """Update the open pages of events whose embargo has ended.

    It begins with the present: pages open since before the start connect again, and get the current state then.
    """
    seen = timezone.now()
    while True:
        await asyncio.sleep(EMBARGO_STEP)
        try:
            seen = await in_thread(push_ended_embargoes, seen)
        except DatabaseFailure:
            _log.exception("it could not be asked which embargoes have ended")


async def _end_delays() -> None:
    """Update the pages of events of which the public may know more, because a delay has ended. If such an event is
    over, its matches are judged again for the ratings.

    Begins with what may have ended while the site did not run: what the public knows is stored, too.
    """
    seen = timezone.now() - timedelta(days=1)
    while True:
        try:
            released = await in_thread(push_ended_delays, seen)
            seen = released.until
            if released.over:
                await in_writing_thread(judge_again, released.over)
        except DatabaseFailure:
            _log.exception("it could not be asked which delays have ended")
        await asyncio.sleep(DELAY_STEP)


LIVE_PART = "/ao-vivo/"
LIVE_STREAMS = {
    path: language
    for path in OTHER_ROUTES
    for language, prefix in PREFIXES.items()
    if path.startswith(f"{prefix}{LIVE_PART}")
}
"""Paths of the live streams, each with its language. Their permissions are in ``policy``."""


def _in_threads(pages: WSGIHandler) -> ASGIApp:
    """Run Django's pages in threads. The casts are needed because the two libraries name the same types differently."""
    return cast(ASGIApp, WSGIMiddleware(cast(WSGIApp, pages), workers=THREADS))


def _live_stream(path: str, language: str) -> Route:
    """The route of a live stream. The kind of its topic is the word after ``/ao-vivo/``."""
    kind, _, _ = path.partition(LIVE_PART)[2].partition("/")
    return Route(path, LiveEvent(kind, OTHER_ROUTES[path], language), methods=["GET"])
