"""A live match in a broadcast: the page that is laid over a camera's picture, and the socket behind it.

A broadcast shows only what onlookers see, and not before them. So its socket treats each visitor as an onlooker, even a
player or the referee of the match. Under an embargo there are no onlookers, but for the programme: its address ends in
``#`` and the secret of an address made for the recording.
"""

import asyncio
from contextlib import suppress

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from starlette.types import Receive, Scope, Send

from carteado.web.broadcast.strip_page import PAPERS, SIDES
from carteado.web.devices.device_of_request import device_with_secret
from carteado.web.devices.models import Device, Purpose, Right
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.kit.guarding.policy import Action, Permission, Target
from carteado.web.kit.process.database_threads import in_thread
from carteado.web.pages.access import SiteRequest, may, needs
from carteado.web.tables.match.championship_match import event_of
from carteado.web.tables.match.from_database import regulation_of
from carteado.web.tables.models import Table
from carteado.web.tables.players.visitor import NOBODY, Person, is_known_to_all, may_see, person_at
from carteado.web.tables.transport.sockets import TableSocket, secret_of

SIZES = {"grande": "large", "pequeno": "small"}
PLACES = {"alto": "top"}
CARDS = {"nao": "none"}
"""How the overlay looks, by words in its address: its size, where it lies in the picture, and whether it shows
cards."""

CHECK_S = 3.0
"""Seconds between two looks whether a programme's secret was revoked."""


class BroadcastSocket(TableSocket):
    """``/mesa/CODE/transmissao/ao-vivo``: leaves out the cookie, so that each visitor is an onlooker.

    The secret of a programme comes as a subprotocol. As long as such a connection lasts, its right is checked again.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
        serving = super().__call__({**scope, "headers": headers}, receive, send)
        if not (secret := secret_of(scope)):
            await serving
            return
        task = asyncio.create_task(serving)
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=CHECK_S)
                if not task.done() and not await in_thread(may_watch, scope["path_params"]["code"], secret):
                    task.cancel()
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _visitor(self, scope: Scope, code: str, cookies: dict[str, str]) -> Person | None:
        """An unknown visitor, if the public may watch, or the secret allows it. None if not."""
        person = await super()._visitor(scope, code, cookies)
        secret = secret_of(scope)
        return NOBODY if person is None and secret and await in_thread(may_watch, code, secret) else person


def may_watch(code: str, secret: str) -> bool:
    """True if the table is public, or the secret is that of a programme which records its match.

    It only reads: a socket asks it every few seconds, in the threads for reading.
    """
    table = Table.objects.select_related("event").filter(code=code).first()
    if table is None:
        return False
    if person_at(code, {}) is not None:
        return True
    device = device_with_secret(secret, Right.OVERLAY)
    if device is None or device.purpose != Purpose.PROGRAMME or device.event_id != table.event_id:
        return False
    return _serves(device, table) and _is_recorded(table)


def _serves(device: Device, table: Table) -> bool:
    """True if the device shows the match of this live table, or whatever is played at its table of the hall."""
    if device.match:
        return device.match == table.fixture
    log = store.championship_of(device.event).logs.get(table.fixture)
    return log is not None and log.table == device.table


def _is_recorded(table: Table) -> bool:
    """True if a programme may show the table: only an embargo hides it from the public.

    A table that a delay still hides is hidden from a programme too.
    """
    event = table.event
    if event is None or not may(None, Permission(Action.READ), event):
        return False
    return event.is_embargoed and is_known_to_all(table)


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_safe
def show_overlay(request: SiteRequest, code: str) -> HttpResponse:
    """The page that is laid over the picture.

    Its address says how it looks, because a program for broadcasting (OBS) remembers nothing else. Under an embargo
    only the team and the players read in the page itself which match it is; others read the event's name. What is
    played comes through the socket, if the secret is right.
    """
    table, query = Table.objects.select_related("event").filter(code=code).first(), request.GET
    if table is None or (not (is_seen := may_see(request, table)) and not _is_recorded(table)):
        raise Http404
    context = {
        "table": table,
        "title": _title(table) if is_seen else event_of(table).name,
        "socket": f"{reverse('live-overlay', args=[table.code])}ao-vivo",
        "paper": PAPERS.get(query.get("papel", ""), "light"),
        "side": SIDES.get(query.get("lado", ""), "left"),
        "size": SIZES.get(query.get("tamanho", ""), "usual"),
        "place": PLACES.get(query.get("lugar", ""), "bottom"),
        "cards": CARDS.get(query.get("cartas", ""), "shown"),
    }
    response = render(request, "broadcast/live_table.html", context)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _title(table: Table) -> str:
    """The match of a championship's table; for other tables the regulation."""
    if table.event is None:
        return regulation_of(table).name
    event = event_of(table)
    championship = store.championship_of(event)
    return (
        ChampionshipInWords(event, championship).match(table.fixture)
        if table.fixture in championship.fixtures
        else event.name  # a new draw has removed the match
    )
