"""Every page of the site by its route, and what stands for the blanks in its address.

Routes come from the resolver, so a new one is walked as soon as it is there; one with blanks that nobody filled in here
has no address, and every walk fails. ``{draft}`` and the like are looked up in a world: what a database has, by name.
"""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.urls import resolve, reverse
from django.utils.translation import get_language_from_path, override

from carteado.regulation import available
from carteado.web.events.preparation_steps import Step
from carteado.web.regulations.games import GameName
from tests.web.world.viewers import Viewer
from tools.policy_matrix import django_routes

Blanks = Mapping[str, str]


class Page(NamedTuple):
    """A route with its blanks filled in."""

    route: str
    blanks: tuple[tuple[str, str], ...] = ()
    query: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join((self.route, *(value.strip("{}") for _, value in (*self.blanks, *self.query))))

    def path(self, world: Mapping[str, str], language: str = "pt-br") -> str:
        with override(language):
            path = reverse(self.route, kwargs={name: value.format_map(world) for name, value in self.blanks})
        query = [(name, value.format_map(world)) for name, value in self.query]
        return f"{path}?{urlencode(query)}" if query else path

    def is_for(self, viewer: Viewer) -> bool:
        return viewer in ONLY_FOR.get(self.route, Viewer)


def route_of(path: str) -> str:
    """Whose address it is, in whichever language."""
    with override(get_language_from_path(path) or settings.LANGUAGE_CODE):
        return resolve(path).view_name


def pages() -> tuple[Page, ...]:
    """Every route that shows something, with each filling of its blanks, and what is found by asking."""
    shown = dict.fromkeys(route.name for route in django_routes() if route.name not in NOT_PAGES)
    plain = (Page(route, tuple(blanks.items())) for route in shown for blanks in FILLED_IN.get(route, ({},)))
    return (*plain, *ASKED)


EVENTS = ("{published}", "{running}", "{finished}", "{draft}")
_OF_EVERY_EVENT: tuple[Blanks, ...] = tuple({"slug": event} for event in EVENTS)
_OF_AN_EVENT: tuple[Blanks, ...] = ({"slug": "{published}"},)

FILLED_IN: Mapping[str, tuple[Blanks, ...]] = {
    "account_confirm_email": ({"key": "{email_key}"},),
    "account_reset_password_from_key": ({"uidb36": "{reset_user}", "key": "{reset_key}"},),
    "agenda": _OF_EVERY_EVENT,
    "articles": tuple({"regulation_id": name} for name in available()),
    "bracket": _OF_EVERY_EVENT,
    "decisions": _OF_EVERY_EVENT,
    "broadcasts": ({"slug": "{published}"}, {"slug": "{running}"}),
    "devices": ({"slug": "{published}"}, {"slug": "{running}"}),
    "encounter": tuple(
        {"slug": event, "first": "{first}", "second": "{second}"} for event in ("{running}", "{finished}")
    ),
    "event-articles": _OF_EVERY_EVENT,
    "event-rules": _OF_EVERY_EVENT,
    "pair": tuple({"slug": event, "code": "{first}"} for event in ("{running}", "{finished}")),
    "pairs": _OF_EVERY_EVENT,
    "print": _OF_EVERY_EVENT,
    "projector": _OF_EVERY_EVENT,
    "standings": _OF_EVERY_EVENT,
    "enter": ({"slug": "{published}"}, {"slug": "{finished}"}),
    "entrant": ({"secret": "{entrant}"}, {"secret": "{sender}"}),
    "entrant-data": ({"secret": "{entrant}"},),
    "entrant-letters": ({"secret": "{entrant}"}, {"secret": "{sender}"}),
    "entrant-material": ({"secret": "{sender}"},),
    "entrant-withdraw": ({"secret": "{entrant}"},),
    "draw": ({"slug": "{running}", "draw": "knockout"}, {"slug": "{announced}", "draw": "{announced_draw}"}),
    "draw-hall": ({"slug": "{running}", "draw": "knockout"}, {"slug": "{announced}", "draw": "{announced_draw}"}),
    "draw-list": ({"slug": "{published}"}, {"slug": "{announced}"}, {"slug": "{finished}"}),
    "draws": ({"slug": "{published}"}, {"slug": "{announced}"}, {"slug": "{running}"}),
    "entries": ({"slug": "{published}"}, {"slug": "{running}"}),
    "entry": ({"slug": "{published}", "code": "{entry}"},),
    "entry-link": ({"slug": "{published}", "code": "{entry}", "number": "{entrant_number}"},),
    "hours": ({"slug": "{draft}"}, {"slug": "{published}"}, {"slug": "{running}"}),
    "import-entries": _OF_AN_EVENT,
    "invite-pair": _OF_AN_EVENT,
    "event": _OF_EVERY_EVENT,
    "event-history": _OF_AN_EVENT,
    "event-statistics": _OF_EVERY_EVENT,
    "records": ({"slug": "{published}"}, {"slug": "{finished}"}),
    "results-sheet": _OF_EVERY_EVENT,
    "entrant-my-data": ({"secret": "{entrant}"},),
    "entrant-erase": ({"secret": "{entrant}"},),
    "invitation": ({"secret": "{invitation}"},),
    "live-match": ({"code": "{live_table}", "number": "1"},),
    "live-overlay": ({"code": "{live_playing}"},),
    "live-verify": ({"code": "{live_table}", "number": "1"},),
    "live-report": ({"code": "{live_table}"}, {"code": "{live_friends}"}),
    "live-table": ({"code": "{live_table}"}, {"code": "{live_playing}"}, {"code": "{live_closed}"}),
    "manage": _OF_EVERY_EVENT,
    "match-desk": ({"slug": "{running}", "match": "{match}"}, {"slug": "{finished}", "match": "{own_match}"}),
    "partida-confirmar": ({"secret": "{player}", "match": "{own_match}"},),
    "referee": ({"slug": "{published}"}, {"slug": "{running}"}, {"slug": "{finished}"}),
    "referee-match": ({"slug": "{running}", "match": "{refereed}"}, {"slug": "{finished}", "match": "{own_match}"}),
    "referee-penalties": ({"slug": "{running}"}, {"slug": "{finished}"}),
    "referee-reviews": ({"slug": "{running}"}, {"slug": "{finished}"}),
    "referee-rules": ({"slug": "{running}"},),
    "referee-ruling": tuple(
        {"slug": "{running}", "match": "{refereed}", "name": name} for name in ("decidir", "pontos")
    ),
    "my-game": tuple({"game": game} for game in GameName.values),
    "ranking-pairs": tuple({"game": game} for game in GameName.values),
    "ranking-players": tuple({"game": game} for game in GameName.values),
    "regulation": tuple({"regulation_id": name} for name in available()),
    "share-invitation": ({"slug": "{published}", "number": "{invitation_number}"},),
    "sign-in-link": ({"secret": "{sign_in}"},),
    "tables": ({"slug": "{published}"}, {"slug": "{running}"}, {"slug": "{finished}"}),
    "team": _OF_AN_EVENT,
    "versions": ({"slug": "{published}"}, {"slug": "{draft}"}),
    "wizard": tuple({"slug": event, "step": step} for event in ("{draft}", "{published}") for step in Step),
}

ASKED: tuple[Page, ...] = (
    Page("referee-rules", (("slug", "{running}"),), (("q", "pontos"), ("partida", "{refereed}"))),
    Page("live-match", (("code", "{live_table}"), ("number", "1")), (("mao", "1"), ("lance", "2"))),
    Page("search-regulations", query=(("q", "morto"),)),
    Page("search-regulations", query=(("q", "xadrez com o papa"),)),
)
"""Pages that show something else when asked something."""

NOT_PAGES: Mapping[str, str] = {
    "act-on-entry": "a form posts to it",
    "confirm-entries": "a form posts to it",
    "export-documents": "a form posts to it; a file",
    "export-entries": "a file",
    "mark-fee": "a form posts to it",
    "renew-link": "a form posts to it",
    "select-entries": "a form posts to it",
    "decline-entries": "a form posts to it",
    "show-document": "a form posts to it",
    "archive": "a form posts to it",
    "entrant-my-data-file": "a file",
    "my-data-file": "a file",
    "records-file": "a file",
    "results-file": "a file",
    "appearance": "a form posts to it and comes back to its page",
    "calendar": "a file",
    "call-matches": "a form posts to it",
    "pair-calendar": "a file",
    "share-image": "a picture",
    "change-state": "a form posts to it",
    "decide": "a form posts to it",
    "match-act": "a form posts to it",
    "forget-guest": "a form posts to it",
    "entrant-play": "a form posts to it",
    "live-official-start": "a form posts to it",
    "open-live-table": "a form posts to it",
    "referee-live-pause": "a form posts to it",
    "referee-live-record": "a file",
    "start-live-match": "a form posts to it",
    "live-record": "a file",
    "live-steps": "the client asks it",
    "live-report-name": "a form posts to it",
    "settle-report": "a form posts to it",
    "close-reported-table": "a form posts to it",
    "live-table-bot": "a form posts to it",
    "live-table-free": "a form posts to it",
    "live-table-leave": "a form posts to it",
    "live-table-news": "an open page asks it whether anything happened",
    "live-table-settings": "a form posts to it",
    "live-table-sit": "a form posts to it",
    "live-table-start": "a form posts to it",
    "new-table": "a form posts to it",
    "ranking-wish": "a form posts to it",
    "rename-guest": "a form posts to it",
    "new-broadcast": "a form posts to it; opened, it leads to the broadcasts",
    "event-delays": "forms post to it; opened, it leads to the broadcasts",
    "overlay-strip": "a broadcast asks it what to show",
    "revoke-broadcast": "a form posts to it; opened, it leads to the broadcasts",
    "new-devices": "a form posts to it; opened, it leads to the devices",
    "new-phone": "a form posts to it; opened, it leads to the devices",
    "revoke-device": "a form posts to it; opened, it leads to the devices",
    "match-rule": "a form posts to it",
    "referee-answer": "a form posts to it",
    "referee-freeze": "a form posts to it",
    "referee-hand-in": "a form posts to it",
    "referee-review": "a form posts to it",
    "referee-set-aside": "a form posts to it",
    "referee-time": "a form posts to it",
    "document": "a file",
    "draw-act": "a form posts to it",
    "draw-protocol": "a file",
    "entrant-account": "a form posts to it",
    "entrant-act": "a form posts to it",
    "entrant-answer": "a form posts to it",
    "entrant-news": "an open page asks it whether anything happened",
    "entrant-confirm": "a form posts to it",
    "entrant-convocation": "a form posts to it",
    "convoke": "a form posts to it",
    "entrant-sign": "a form posts to it",
    "entrant-photo": "a picture",
    "entry-photo": "a picture",
    "answer-letter": "a form posts to it",
    "entrant-take": "a form posts to it",
    "invite": "a form posts to it; opened, it leads to the team",
    "publish": "a form posts to it",
    "restore-version": "a form posts to it",
    "revoke-invitation": "a form posts to it; opened, it leads to the team",
    "remove-member": "a form posts to it; opened, it leads to the team",
    "sumula": "the app, which tests/browser/sumula walk",
    "sumula-join": "the app again",
    "sumula-shared": "the app again",
    "sumula-receive": "the app again",
    "sheet": "the app again",
    "sumula-worker": "a script",
    "sumula-manifest": "a file",
    "sumula-icon": "a picture",
    "sumula-table": "the app asks it",
    "sumula-form": "the app asks it",
    "sheet-data": "the app asks it",
    "sheet-sync": "the app posts to it",
    "open-sheet": "leads to the app",
    "print-public": "a file",
    "print-for-hall": "a file",
    "print-people": "a file",
    "print-blank": "a file",
    "print-sumula": "a file",
    "trust": "leads home but where carteado serve --lan runs, where test_lan walks it",
    "trust-certificate": "a file",
    "trust-profile": "a file",
    "trust-proof": "an open page asks it whether https is trusted",
    "mfa_download_recovery_codes": "a file",
}
"""Routes that show nothing of their own, and why."""

ONLY_FOR: Mapping[str, frozenset[Viewer]] = {
    "account_confirm_email": frozenset({Viewer.VISITOR, Viewer.MEMBER}),
}
"""Whoever else opens these is signed out by it."""
