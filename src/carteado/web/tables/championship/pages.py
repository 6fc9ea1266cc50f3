"""How people come to the live table of a championship's match.

The desk opens the table, each player comes from their own page, and any of them starts the match once all four are
there.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from carteado.regulation import Refusal
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.matches.players import party_of
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.people.models import User
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import own_page, owner_only
from carteado.web.tables.championship import official_table as official
from carteado.web.tables.championship.official_table import DELAYS
from carteado.web.tables.match.championship_match import Closing, closing_of, event_of, table_for
from carteado.web.tables.models import Match, Table
from carteado.web.tables.page_refusals import PageRefusal
from carteado.web.tables.players import championship_players as entrants
from carteado.web.tables.players import names as sitters
from carteado.web.tables.players.visitor import Person
from carteado.web.tables.serving.rooms import rooms


def _refusal_in_words(event: Event, refusal: PageRefusal | Closing | Refusal) -> str:
    if isinstance(refusal, PageRefusal | Closing):
        return str(refusal.label)
    championship = store.championship_of(event)
    return ChampionshipInWords(event, championship).with_article(refusal, championship.regulation)


# --- the desk -----------------------------------------------------------------------------------------------------


@needs(Action.RUN_MATCHES)
@require_POST
def open_table(request: SiteRequest, match: str) -> HttpResponse:
    """Open the table, and call the match if it has not been called. A second press opens no other."""
    event, delay = request.event, parse_count(request.POST.get("delay", ""))
    if match not in store.championship_of(event).fixtures:
        return _no_table(request)
    table = official.open_table(event, match, by=request.user, delay=delay if delay in DELAYS else DELAYS[0])
    if isinstance(table, Table):
        messages.success(request, _("The live table is open. Each player comes to it from their own page."))
    else:
        messages.warning(request, _refusal_in_words(event, table))
    return _to_desk(event, match)


@needs(Action.RUN_MATCHES)
@require_POST
def start_from_desk(request: SiteRequest, match: str) -> HttpResponse:
    event = request.event
    table = table_for(store.championship_of(event), event, match)
    if table is None:
        return _no_table(request)
    _start(request, table, by=request.user, author=store.author(request.user))
    return _to_desk(event, match)


def _no_table(request: SiteRequest) -> HttpResponse:
    messages.warning(request, _("There is no live table for this match, or no longer."))
    return redirect("tables", slug=request.event.slug)


def _to_desk(event: Event, match: str) -> HttpResponse:
    return redirect(f"{reverse('match-desk', args=[event.slug, match])}#mesa-ao-vivo")


def _start(request: SiteRequest, table: Table, *, by: User | None, author: str) -> None:
    """Start the game after the last one that the page showed, and leave a message for the next page."""
    started = official.start(table, by=by, author=author, after=parse_count(request.POST.get("after", "")))
    if isinstance(started, Match):
        messages.success(request, _("The match is on."))
    else:
        messages.warning(request, _refusal_in_words(event_of(table), started))


# --- those who play -----------------------------------------------------------------------------------------------


@needs(Action.READ, Target.SITE)
@require_POST
@own_page
@owner_only
def come(request: SiteRequest, entrant: Entrant, match: str) -> HttpResponse:
    """From the entrant's page to their match: from then on, this browser is theirs at its table."""
    event = Event.objects.get(pk=entrant.event_id)
    championship = store.championship_of(event)
    plays_it = match in championship.fixtures and party_of(championship, match, entrant.code) is not None
    table = table_for(championship, event, match) if plays_it else None
    if table is None:
        messages.warning(request, _("There is no live table for this match, or no longer."))
        return redirect("entrant", secret=entrant.secret)
    entrants.remember_entrant(request.session, entrant)
    return redirect("live-table", code=table.code)


@needs(Action.READ, Target.SITE)
@require_POST
def start_at_table(request: SiteRequest, code: str) -> HttpResponse:
    """Any of the four players may start the match."""
    table = Table.objects.filter(code=code).exclude(event=None).first()
    player = entrants.entrant_at(request, table) if table is not None else None
    if table is None or player is None:
        raise Http404
    _start(request, table, by=None, author=player.code)
    return redirect("live-table", code=code)


class OfficialShown(NamedTuple):
    """The part of a table's page that only championships have.

    ``title`` names the match; empty if the reader may not know yet that there is one, or if it was removed. ``missing``
    are the names of the players who are not there yet; None for onlookers of a delayed table, to whom it would reveal
    how far the match is. ``closing`` is why nothing may be played, as far as the reader may know; None while play goes
    on. ``number`` counts the games begun here; the button to start sends it.
    """

    event: Event
    title: str
    pairs: list[str]
    missing: list[str] | None
    may_start: bool
    closing: Closing | None
    is_player: bool
    number: int


def official_part(table: Table, person: Person, *, is_team: bool) -> OfficialShown:
    """The part of the page for this visitor. ``is_team`` if they see the match without delay, as its players do."""
    event = event_of(table)
    sitting = {seat.number: seat.who for seat in table.seats.all()}
    is_player = person.who in sitting.values()
    championship = store.championship_of(event) if is_player or is_team else store.shown_to_all(event)
    in_words = ChampionshipInWords(event, championship)
    missing = _missing(table, sitting) if is_player or is_team or not table.delay else None
    return OfficialShown(
        event=event,
        title=in_words.match(table.fixture) if table.fixture in championship.fixtures else "",
        pairs=[in_words.pair(pair) for pair in (table.first, table.second)],
        missing=missing,
        may_start=is_player and missing == [] and official.next_game(table),
        closing=closing_of(table, championship),
        is_player=is_player,
        number=table.matches.count(),
    )


def _missing(table: Table, sitting: Mapping[int, str]) -> list[str]:
    names, present = sitters.names_of(sitting.values(), table.event_id), rooms.seats_present(table.code)
    return [names.get(who, "") for number, who in sorted(sitting.items()) if number not in present]
