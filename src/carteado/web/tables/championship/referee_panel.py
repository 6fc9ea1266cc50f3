"""The referee's panel for a live table: what it shows, and what its forms do.

Each act goes through the table. The table asks the rules and writes the act into the log of the match before the page
answers. The reason in the referee's own words is kept on the súmula, because words can be erased there but never in a
log.
"""

from contextlib import suppress
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from carteado.record import write_record
from carteado.regulation import Refusal as RuleRefusal
from carteado.web.events import store
from carteado.web.kit.guarding.policy import Action
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.tables.championship.official_table import next_game
from carteado.web.tables.match import match_record
from carteado.web.tables.match.championship_match import Closing, closing_of, table_for
from carteado.web.tables.match.fold import Play, fold, parse_act
from carteado.web.tables.match.from_database import stored_match
from carteado.web.tables.match.log_rows import CLOSED, DOWN, NOBODY
from carteado.web.tables.models import Act, Match, Table
from carteado.web.tables.players import names as sitters
from carteado.web.tables.players.visitor import may_rule_at
from carteado.web.tables.protocol import Refusal
from carteado.web.tables.serving import sheet_entries
from carteado.web.tables.serving.rooms import rooms

PLAYS_HIMSELF = gettext_lazy("You play this match yourself: somebody else rules it.")
REFEREE = "referee"
"""The observer in the ids that the log has for acts of referees."""


class LiveMatch(NamedTuple):
    """A match that is on, as far as its log goes."""

    table: Table
    match: Match
    play: Play

    @property
    def seen(self) -> str:
        """Stands for the state on which a ruling was weighed. A form brings it back: with another hand or score, the
        referee has to weigh the ruling again."""
        one, two = self.play.match.score
        return f"{self.match.pk}-{len(self.play.fairs)}-{one}-{two}"


class Outcome(NamedTuple):
    """The result of an act, before it is done: the scores before and after it, and the winner of the match; None if the
    match is not over then."""

    scores: tuple[tuple[int, int], tuple[int, int]]
    winner: int | None


def match_on(table: Table) -> LiveMatch | None:
    """The match that is on. None if there is none, or nothing may be played at the table."""
    match = table.matches.filter(finished_at=None).order_by("number").last()
    if match is None or closing_of(table):
        return None
    log = stored_match(table, match)
    return LiveMatch(table, match, fold(log.terms, log.log))


def weighed(live: LiveMatch, act: dict[str, Any]) -> Outcome | RuleRefusal:
    """The outcome of the act now, or the engine's refusal."""
    engine, match = live.play.terms.engine, live.play.match
    parsed = parse_act(live.play.terms, act)
    if refused := engine.refusal(match, parsed):
        return refused
    match_after, _events = engine.apply(match, parsed)
    return Outcome((match.score, match_after.score), match_after.winner)


def is_done(table: Table, form: UUID) -> bool:
    """True if the act of this form is in a log of the table."""
    return Act.objects.filter(match__table=table, client=f"{REFEREE}:{form.hex}").exists()


def do_in_room(table: Table, act: dict[str, Any], *, form: UUID, by: User, why: str = "") -> str:
    """Do the act of a form, once even if it is sent twice. The answer is why it was not done, or empty if it was.

    ``why`` is the reason in the referee's own words. If the table did not answer, the reason is kept, because the act
    may still be done.
    """
    client = f"{REFEREE}:{form.hex}"
    if why:
        sheet_entries.store_reason(table, client, why, by=by)
    answer = rooms.referee_act(
        table.code,
        act,
        act_id=form.hex,
        who=references.of_user(by),
        name=by.get_short_name(),
        language=get_language() or "pt-br",
    )
    if answer is None:
        return _("The table did not answer. Look whether it was done, and try again.")
    if isinstance(answer, Refusal):
        sheet_entries.delete_reason(client)
        return f"{answer.message} ({answer.article})" if answer.article else answer.message
    with suppress(DatabaseError):  # so that the next page shows it; if this fails, it is written later
        sheet_entries.update_sheet(table.code)
    return ""


# --- what a desk shows --------------------------------------------------------------------------------------------


class SeatNow(NamedTuple):
    """A seat at the desk. ``sign`` is the sign of its pair, ``sol`` or ``lua``."""

    name: str
    sign: str
    is_here: bool


class LiveShown(NamedTuple):
    """A live table at the desk.

    ``match`` is the one that is on; None if none is, or if the table is closed for play. Without it ``score`` is 0 × 0
    and means nothing: pages ask ``is_on`` first. ``stopped`` is why the match stands still, in words; empty while it
    goes on, or if none is on. ``closing`` is why the table is closed for play, None if it is not. ``number`` counts the
    games begun here; the button to start sends it. ``form`` makes a second press of a button harmless.
    """

    table: Table
    seats: list[SeatNow]
    match: Match | None
    score: tuple[int, int]
    stopped: str
    closing: Closing | None
    may_start: bool
    number: int
    form: str

    @property
    def is_on(self) -> bool:
        return self.match is not None and self.closing is None

    @property
    def present_count(self) -> int:
        return sum(seat.is_here for seat in self.seats)


def desk_panel(table: Table) -> LiveShown:
    """The table as the team sees it: all of it, without delay."""
    present, number = rooms.seats_present(table.code), table.matches.count()
    live = match_on(table)
    return LiveShown(
        table=table,
        seats=_seats(table, present),
        match=live.match if live else None,
        score=live.play.match.score if live else (0, 0),
        stopped=_stopped(live.play.stopped_by) if live and live.play.stopped_by is not None else "",
        closing=closing_of(table),
        may_start=next_game(table),
        number=number,
        form=uuid4().hex,
    )


def _seats(table: Table, present: frozenset[int]) -> list[SeatNow]:
    sitting = {seat.number: seat.who for seat in table.seats.all()}
    names = sitters.names_of(sitting.values(), table.event_id)
    return [
        SeatNow(names.get(who, ""), "lua" if number % 2 else "sol", number in present)
        for number, who in sorted(sitting.items())
    ]


def _stopped(why: str) -> str:
    """Why the match stands still, in words. ``why`` is ``Play.stopped_by``: a cause, or a referee's reference."""
    known = {
        NOBODY: _("Nobody is at the table."),
        DOWN: _("The site was not running."),
        CLOSED: _("The match goes on as soon as somebody comes to the table."),  # a closed table shows why instead
    }
    return known.get(why, _("The referee has stopped the match."))


# --- acts of one tap ----------------------------------------------------------------------------------------------


def _table(request: SiteRequest, match: str) -> Table | None:
    """The live table of the match. Refuses a referee who plays the match."""
    table = table_for(store.championship_of(request.event), request.event, match)
    if table is not None and not may_rule_at(request, table):
        raise PermissionDenied(PLAYS_HIMSELF)
    return table


def _no_table(request: SiteRequest) -> HttpResponse:
    messages.warning(request, _("There is no live table for this match, or no longer."))
    return redirect("referee", slug=request.event.slug)


@needs(Action.RULE)
@require_POST
def pause(request: SiteRequest, match: str) -> HttpResponse:
    """Stop the clocks and the cards (``ato=parar``), or let them go on. Needs no reason."""
    table, stops = _table(request, match), request.POST.get("ato") == "parar"
    if table is None:
        return _no_table(request)
    try:
        form = UUID(request.POST.get("form", ""))
    except ValueError:
        raise Http404 from None
    trouble = do_in_room(table, {"act": "pause" if stops else "resume"}, form=form, by=request.user)
    if trouble:
        messages.warning(request, trouble)
    else:
        messages.success(request, _("The match stands still.") if stops else _("The match goes on."))
    return redirect(f"{reverse('referee-match', args=[request.event.slug, match])}#content")


@needs(Action.RULE)
@require_safe
@never_cache
def download_record(request: SiteRequest, match: str) -> HttpResponse:
    """The last match at the table so far, with every card. While it is on, only its referee gets this."""
    table = _table(request, match)
    found = None if table is None else table.matches.order_by("number").last()
    if found is None:
        return _no_table(request)
    response = HttpResponse(write_record(match_record.record_of_match(found)), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{request.event.slug}-{match}-{found.number}.json"'
    return response
