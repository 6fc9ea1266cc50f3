"""A live match in a broadcast: the page that is laid over a camera's picture, and the socket behind it.

A broadcast shows only what onlookers see, and not before them. So its socket treats each visitor as an onlooker, even a
player or the referee of the match.
"""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from starlette.types import Receive, Scope, Send

from carteado.web.broadcast.strip_page import PAPERS, SIDES
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.tables.match.championship_match import event_of
from carteado.web.tables.match.from_database import regulation_of
from carteado.web.tables.models import Table
from carteado.web.tables.players.visitor import table_seen_by
from carteado.web.tables.transport.sockets import TableSocket

SIZES = {"grande": "large", "pequeno": "small"}
PLACES = {"alto": "top"}
CARDS = {"nao": "none"}


class BroadcastSocket(TableSocket):
    """``/mesa/CODE/transmissao/ao-vivo``: leaves out the cookie, so that each visitor is an onlooker."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
        await super().__call__({**scope, "headers": headers}, receive, send)


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_safe
def show_overlay(request: SiteRequest, code: str) -> HttpResponse:
    """The address says how the overlay looks, because OBS remembers nothing else."""
    table, query = table_seen_by(request, code), request.GET
    context = {
        "table": table,
        "title": _title(table),
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
        else event.name
    )
