"""Pages of the referee's desk: all tables, one match, search in the rules, changes to review, penalties."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from carteado.tournament.matches.match_log import State
from carteado.tournament.operations import Correct
from carteado.tournament.registrations.decided import as_decided
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.events.trouble import NO_TROUBLE, Trouble
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.guarding.policy import Action, allows
from carteado.web.kit.push.topics import topic
from carteado.web.matches.acts.correction import Moves, moves_by
from carteado.web.matches.tables_board import Board, Card, match_state_label
from carteado.web.pages.access import SiteRequest, needs, target_of
from carteado.web.pages.live_stream import live_url
from carteado.web.referee import penalties, sheet_review
from carteado.web.referee.article_search import examples, find
from carteado.web.referee.changed_matches import ChangedMatches
from carteado.web.referee.match_at_table import MatchAtTable, desk_of
from carteado.web.referee.sheet_review import FOR_CLERKS, FOR_REFEREES, Review
from carteado.web.referee.tables_at_a_glance import RefereeBoard, TableRow
from carteado.web.regulations.search import LONGEST_QUESTION
from carteado.web.tables.championship import referee_panel as refereeing
from carteado.web.tables.players.visitor import may_rule_at

# --- all tables ---------------------------------------------------------------------------------------------------


@needs(Action.RUN_MATCHES)
@require_safe
@never_cache
def show_board(request: SiteRequest) -> HttpResponse:
    """All tables. ``places`` are the choices of the search form, to say at which table a question came up."""
    event, may_rule = request.event, reader_may_rule(request)
    board = RefereeBoard.of(event, may_rule=may_rule)
    context = {
        **_board_context(event, board),
        "places": [(row.match, _place(row)) for row in board.rows],
        "live_url": live_url(event, FOR_REFEREES if may_rule else FOR_CLERKS),
    }
    return render(request, "referee/board.html", context)


def reader_may_rule(request: SiteRequest) -> bool:
    return allows(request.roles, Action.RULE, target_of(request.event))


def _board_context(event: Event, board: RefereeBoard) -> dict[str, Any]:
    return {
        "event": event,
        "regulation": board.championship.regulation,
        "board": board,
        "seq": event.seq,
        "now": board.now,
        "may_rule": board.may_rule,
    }


def _place(row: TableRow) -> str:
    """A table in one line, for a list of choices."""
    names = " × ".join(side.name for side in row.sides)
    return _("table {table}: {names}").format(table=row.table, names=names) if row.table else names


# The open board receives the HTML of one of these topics after every change of the event.


@topic(FOR_REFEREES, follows="evento")
def tables_for_referees(slug: str) -> str:
    return _pushed(slug, may_rule=True)


@topic(FOR_CLERKS, follows="evento")
def tables_for_clerks(slug: str) -> str:
    return _pushed(slug, may_rule=False)


def _pushed(slug: str, *, may_rule: bool) -> str:
    """The HTML of all tables, with a referee's buttons if ``may_rule``."""
    event = Event.objects.get(slug=slug)
    return render_to_string("referee/tables.html", _board_context(event, RefereeBoard.of(event, may_rule=may_rule)))


# --- searching the rules ------------------------------------------------------------------------------------------


@needs(Action.RUN_MATCHES)
@require_safe
@never_cache
@vary_on_headers("HX-Request")
def search_rules(request: SiteRequest) -> HttpResponse:
    """The search page, or only its results while the referee types. ``partida`` is the match in question."""
    event, question = request.event, request.GET.get("q", "").strip()[:LONGEST_QUESTION]
    table = table_of(request, request.GET.get("partida", ""))
    championship = store.championship_of(event)
    regulation = table.desk.regulation if table else championship.regulation
    is_part = request.htmx and not request.htmx.boosted
    context = {
        "event": event,
        "question": question,
        "regulation": regulation,
        "examples": examples(regulation),
        "found": find(
            question, as_decided(regulation, championship.settings), table if reader_may_rule(request) else None
        )
        if question
        else [],
        "table": table,
        "may_rule": reader_may_rule(request),
        "places": [] if is_part else [(row.match, _place(row)) for row in RefereeBoard.of(event, may_rule=False).rows],
    }
    return render(request, "referee/found.html" if is_part else "referee/rules.html", context)


# --- one match ----------------------------------------------------------------------------------------------------


def table_of(request: SiteRequest, match: str) -> MatchAtTable | None:
    """The match at its table. None unless both its pairs are known."""
    event = request.event
    may_decide = allows(request.roles, Action.DECIDE, target_of(event))
    desk = desk_of(event, store.championship_of(event), match, may_rule=reader_may_rule(request), may_decide=may_decide)
    return MatchAtTable(desk) if desk and desk.pairs else None


def no_such_match(request: SiteRequest) -> HttpResponse:
    messages.warning(request, _("There is no such match, or its pairs are not known yet."))
    return redirect("referee", slug=request.event.slug)


def back_to(request: SiteRequest, match: str) -> HttpResponse:
    """Redirect to the page on which the button was: the board, or the page of the match."""
    if request.POST.get("volta") == "mesas":
        return redirect("referee", slug=request.event.slug)
    return redirect(f"{reverse('referee-match', args=[request.event.slug, match])}#content")


@needs(Action.RUN_MATCHES)
@require_safe
@never_cache
def show_match(request: SiteRequest, match: str) -> HttpResponse:
    """The page of a match. An open page polls it with ``desde``, the state it knows: 204 if nothing is new."""
    table = table_of(request, match)
    if table is None:
        return no_such_match(request)
    if request.GET.get("desde") == page_version(table):
        return HttpResponse(status=204)
    return match_page(request, table)


def page_version(table: MatchAtTable) -> str:
    """A version of the page: the lengths of log and sheet, the number of reviews, and if the score is frozen."""
    sheet = table.sheet
    looks = sheet.looks.count() if sheet else 0
    return f"{table.desk.event.seq}-{table.seq}-{looks}-{int(sheet.is_frozen) if sheet else 0}"


class LateResult(NamedTuple):
    """A result of the sheet that differs from the championship's, with the places that it would move."""

    result: sheet_review.AfterResult
    moves: Moves

    @property
    def official_score(self) -> str:
        return sheet_review.score_in_words(self.result.official)

    @property
    def sheet_score(self) -> str:
        return sheet_review.score_in_words(self.result.games)


def match_page(
    request: SiteRequest, table: MatchAtTable, *, trouble: Trouble = NO_TROUBLE, tried: str = "", why: str = ""
) -> HttpResponse:
    """The page of a match. ``tried`` is the id of the entry on which an action failed, ``why`` the reason typed for it.
    In the context, ``row`` is its row of the board, None if it is not there. ``rules_at_table`` is True for a referee
    who does not play at the live table, and so may rule there.

    In the address, ``ver`` is the number of the change to show first and ``q`` a question to search the rules for.
    """
    desk, review = table.desk, Review(table, parse_count(request.GET.get("ver", "")))
    event = desk.event
    board = RefereeBoard.of(event, may_rule=desk.may_rule)
    context = {
        "event": event,
        "regulation": desk.regulation,
        "desk": desk,
        "table": table,
        "live": refereeing.desk_panel(table.live) if table.live else None,
        "rules_at_table": table.live is not None and may_rule_at(request, table.live),
        "row": next((row for row in board.rows if row.match == desk.match), None),
        "card": _card(table),
        "title": desk.in_words.match(desk.match),
        "state": match_state_label(desk.state),
        "seq": event.seq,
        "page_version": page_version(table),
        "now": desk.now,
        "may_rule": desk.may_rule,
        "review": review,
        "clock_trouble": _clock_trouble(table),
        "late": _late_result(table, review),
        "penalties": penalties.penalties_of_pairs(event, desk.championship, desk.in_words, desk.pairs or ()),
        "trouble": trouble,
        "tried": tried,
        "why": why,
        "question": request.GET.get("q", "").strip()[:LONGEST_QUESTION],
    }
    return render(request, "referee/match.html", context)


def _card(table: MatchAtTable) -> Card | None:
    """The match as the board shows it. None unless it was called and is undecided."""
    desk = table.desk
    if desk.match not in desk.championship.logs or not desk.is_open or desk.state is State.OPEN:
        return None
    return Board(desk.championship, desk.in_words, 0, desk.now).card(desk.match)  # 0: free tables are not asked about


def _clock_trouble(table: MatchAtTable) -> str:
    """Why the clock keeps the sheet's result out, in words with the article."""
    refused = table.clock_trouble
    return table.desk.in_words.with_article(refused, table.desk.regulation) if refused else ""


def _late_result(table: MatchAtTable, review: Review) -> LateResult | None:
    """The result that late entries gave the sheet. None if it is the championship's, or if one of them has none."""
    late = review.after_result
    if late is None:
        return None
    # never made: only to learn what it would move
    operation = Correct(by="", at=timezone.now(), match=table.desk.match, games=late.games, why="?", force=True)
    return LateResult(late, moves_by(table.desk, operation))


# --- changes and penalties ----------------------------------------------------------------------------------------


@needs(Action.RUN_MATCHES)
@require_safe
@never_cache
def show_reviews(request: SiteRequest) -> HttpResponse:
    """All changes to review. ``asking`` are the sheets with open doubts, ``changed`` the matches that are no more."""
    event = request.event
    board = RefereeBoard.of(event, may_rule=reader_may_rule(request))
    context = {
        "event": event,
        "items": sheet_review.listed(event, board.in_words),
        "changed": ChangedMatches(event, board.championship, board.in_words).matches,
        "may_rule": board.may_rule,
        "asking": [
            (sheet, board.in_words.encounter(match)) for match, sheet in board.sheets.items() if sheet.questions
        ],
    }
    return render(request, "referee/reviews.html", context)


@needs(Action.RUN_MATCHES)
@require_safe
@never_cache
def show_penalties(request: SiteRequest) -> HttpResponse:
    event = request.event
    championship = store.championship_of(event)
    in_words = ChampionshipInWords(event, championship)
    context = {
        "event": event,
        "regulation": championship.regulation,
        "pairs": penalties.penalties_of(event, championship, in_words),
    }
    return render(request, "referee/penalties.html", context)
