"""The papers of an event, by the word in their address: who may print each, and how it is made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.tournament.formats.slots import MatchId
from carteado.web.display.phases import Match, ResultsBuilder
from carteado.web.events.store import details_of
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.sending.typesetting import Paper
from carteado.web.kit.words.dates import hour_in_words, plain_date
from carteado.web.pages.page_frame import absolute
from carteado.web.printing.badges_and_certificates import badges_paper, certificates_paper
from carteado.web.printing.blank_sheets import Heading, blank_paper
from carteado.web.printing.hours_paper import hours_paper
from carteado.web.printing.prize_receipts import has_receipts, receipts_paper
from carteado.web.printing.results_paper import results_paper
from carteado.web.printing.table_signs import signs_paper, tables_with_signs
from carteado.web.printing.wall_paper import wall_paper
from carteado.web.regulations.games import game_of
from carteado.web.sumula.match_sheets import terms_of
from carteado.web.watch.visible_event import VisibleEvent

MakePaper = Callable[[VisibleEvent, HttpRequest], Paper | None]
MOST_SCORE_SHEETS = 64
"""Score sheets in one PDF, at most. Those of later matches are left out until earlier ones are decided."""


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A paper that can be printed.

    ``make`` returns None if the event is not ready. In the list of papers ``about`` is the line under the title;
    if the event is not ready, ``still_missing`` says what it lacks.
    """

    title: str | Promise
    about: str | Promise
    make: MakePaper
    is_ready: Callable[[VisibleEvent], bool] = lambda _visible: True
    still_missing: str | Promise = ""


def _address(request: HttpRequest, route: str, *parts: str) -> str:
    """The full address of a page, for the QR code of a paper."""
    return absolute(request, reverse(route, args=parts))


def kicker_of(visible: VisibleEvent) -> str:
    """The small line above the title of a paper: the name of the game."""
    return str(game_of(visible.championship.regulation).label)


def _wall(visible: VisibleEvent, request: HttpRequest) -> Paper:
    return wall_paper(visible, kicker=kicker_of(visible), address=_address(request, "bracket", visible.event.slug))


def _hours(visible: VisibleEvent, request: HttpRequest) -> Paper | None:
    return hours_paper(visible, kicker=kicker_of(visible), address=_address(request, "agenda", visible.event.slug))


def _results(visible: VisibleEvent, request: HttpRequest) -> Paper:
    return results_paper(
        visible, kicker=kicker_of(visible), address=_address(request, "results-sheet", visible.event.slug)
    )


def _tables(visible: VisibleEvent, request: HttpRequest) -> Paper:
    """Signs for the tables from ``de`` to ``ate`` in the address, or for all."""
    chosen = tables_with_signs(
        request.GET.get("de", ""), request.GET.get("ate", ""), visible, details_of(visible.event)
    )
    return signs_paper(visible, chosen, address=_address(request, "event", visible.event.slug))


def _badges(visible: VisibleEvent, _request: HttpRequest) -> Paper | None:
    return badges_paper(visible)


def _certificates(visible: VisibleEvent, request: HttpRequest) -> Paper | None:
    only_placed = request.GET.get("quem") == "premiados"
    address = _address(request, "results-sheet", visible.event.slug)
    return certificates_paper(visible, address=address, only_placed=only_placed)


# --- súmulas of matches -------------------------------------------------------------------------------------------


def _sumulas(visible: VisibleEvent, request: HttpRequest) -> Paper | None:
    return blank_sumulas(visible, request, chosen=request.GET.get("partida", ""))


def blank_sumulas(visible: VisibleEvent, request: HttpRequest, *, chosen: MatchId = "") -> Paper | None:
    """Blank súmulas for the matches to be played whose pairs are known, or only for the ``chosen`` one of them. None if
    there is none."""
    matches = [one for one in _to_be_played(visible) if not chosen or one.id == chosen][:MOST_SCORE_SHEETS]
    if not matches:
        return None
    pages = [(terms_of(visible.championship, one.id), heading_of(visible, one, request)) for one in matches]
    name = f"{visible.event.slug}-sumula-{matches[0].number}" if chosen else f"{visible.event.slug}-sumulas"
    return blank_paper(pages, name=name, title=f"{visible.event.name}: {_('Score sheets')}")


def _to_be_played(visible: VisibleEvent) -> list[Match]:
    if not visible.championship.fixtures:
        return []
    bracket = visible.championship.bracket
    matches = ResultsBuilder(visible.championship, visible.names).matches()
    return [one for one in matches if not one.is_decided and bracket.pairs(one.id)]


def heading_of(visible: VisibleEvent, match: Match, request: HttpRequest) -> Heading:
    """The head of a match's súmula. Its QR code leads to the match on the site."""
    event = visible.event
    one, two = match.sides
    number = _("match {number}").format(number=match.number)
    return Heading(
        event=event.name,
        names=(one.name, two.name),
        table=match.table,
        match=capfirst(f"{match.phase}, {number}"),
        day=_day_of(visible, match),
        began=hour_in_words(localtime(match.started_at)) if match.started_at else "",
        ended=hour_in_words(localtime(match.ended_at)) if match.ended_at else "",
        address=_address(request, "match-desk", event.slug, match.id),
        caption=_("The match on the site"),
    )


def _day_of(visible: VisibleEvent, match: Match) -> str:
    """The match's published day, or the event's."""
    day = localtime(match.hour).date() if match.hour else visible.event.day
    return plain_date(day, with_year=False) if day else ""


def match_of(visible: VisibleEvent, match: MatchId) -> Match | None:
    """The match with its result. None if there is none, or if it is not listed and so has no number."""
    fixture = visible.championship.fixtures.get(match)
    builder = ResultsBuilder(visible.championship, visible.names) if fixture else None
    return builder.match(fixture) if builder and fixture and match in builder.numbers else None


# --- who may print what -------------------------------------------------------------------------------------------

OFFERS: Mapping[Action, Mapping[str, Offer]] = {
    Action.READ: {
        "chave": Offer(
            title=gettext_lazy("Bracket and tables"),
            about=gettext_lazy("For the wall: sixteen pairs a page, groups with their rounds to fill in."),
            make=_wall,
        ),
        "horarios": Offer(
            title=gettext_lazy("Hours"),
            about=gettext_lazy("A notice for the wall of the lobby: days, place, the hour of every round and match."),
            make=_hours,
            is_ready=lambda visible: bool(visible.championship.hours or visible.championship.settings.days),
            still_missing=gettext_lazy("No hours are published yet."),
        ),
        "sumulas": Offer(
            title=gettext_lazy("Score sheets"),
            about=gettext_lazy("One a match that is to be played, with its names; the code leads back to it."),
            make=_sumulas,
            is_ready=lambda visible: bool(_to_be_played(visible)),
            still_missing=gettext_lazy("No match waits to be played."),
        ),
        "resultado": Offer(
            title=gettext_lazy("Results sheet"),
            about=gettext_lazy("Places with their reasons, every match, what was decided, lines to sign on."),
            make=_results,
        ),
    },
    Action.SEE_HISTORY: {
        "mesas": Offer(
            title=gettext_lazy("Table signs"),
            about=gettext_lazy("One a table: fold it into a tent, and both sides of the hall read the number."),
            make=_tables,
        ),
    },
    Action.EXPORT: {
        "crachas": Offer(
            title=gettext_lazy("Badges"),
            about=gettext_lazy("Players and team by the names they go by, eight a page, with marks to cut along."),
            make=_badges,
        ),
        "certificados": Offer(
            title=gettext_lazy("Certificates"),
            about=gettext_lazy("One a person, with the whole name; the first places are named."),
            make=_certificates,
            is_ready=lambda visible: bool(visible.championship.fixtures) and visible.championship.bracket.is_over,
            still_missing=gettext_lazy("They wait for the last match."),
        ),
        "recibos": Offer(
            title=gettext_lazy("Receipts for prizes"),
            about=gettext_lazy("One a person who won a prize, to be signed when it is handed over."),
            make=lambda visible, _request: receipts_paper(visible),
            is_ready=has_receipts,
            still_missing=gettext_lazy("They wait for the last match, and for prizes that the organiser names."),
        ),
    },
}
"""Papers by the permission they need, and by their word in the address."""
# Badges, certificates and receipts have people's full names, so only organisers and the site's staff may print them.

WITH_PATTERN_OF_THEIR_OWN = ("horarios",)
"""Papers that were added later. The papers of one permission share an address pattern, which names them. A pattern once
published never changes, so each of these has its own."""
