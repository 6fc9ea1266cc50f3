"""The board of tables and the page of one match, for the team that runs the day."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from carteado.regulation import Citation, Refusal
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.match_log import Ending, State
from carteado.tournament.operations import CallMatch, Operation
from carteado.tournament.running.dispatch import in_force
from carteado.tournament.state.championship import Championship, Status
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.events.trouble import NO_TROUBLE, Trouble
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.forms.one_line_field import one_line
from carteado.web.kit.guarding.policy import Action, allows
from carteado.web.kit.push.topics import topic
from carteado.web.kit.words.catalogue import words
from carteado.web.matches.acts.all_acts import ACTS, offered
from carteado.web.matches.acts.base import Act, Author, append_act
from carteado.web.matches.acts.calling import LONGEST_TABLE, Call
from carteado.web.matches.acts.correction import Correction, MoveInWords
from carteado.web.matches.acts.results import Result
from carteado.web.matches.due_announcements import announcements
from carteado.web.matches.match_desk import Desk
from carteado.web.matches.match_writing import (
    OPERATIONS_OF_THE_DAY,
    Overtaken,
    append_unless_overtaken,
    conflicts_at_match,
    conflicts_with_calls,
    is_out_of_date,
)
from carteado.web.matches.result_versions import confirmations_of, forfeit_of, versions_of
from carteado.web.matches.tables_board import Board, Card, match_state_label
from carteado.web.pages.access import SiteRequest, needs, target_of
from carteado.web.pages.live_stream import live_url
from carteado.web.sumula.match_sheets import first_scorer
from carteado.web.sumula.running_scores import scores_for_team
from carteado.web.tables.championship.referee_panel import LiveShown, desk_panel
from carteado.web.tables.match.championship_match import table_for
from carteado.web.tables.seats.seat_forms import DELAYS

OMITTED_CASES = "omitted_cases.by"
"""Key of the rule that names who decides what no rule covers."""


class OperationInWords(NamedTuple):
    """An operation in words. ``about`` names the match or the pair that it concerns. ``match`` is the match to link to,
    "" for no link."""

    at: datetime
    text: str
    about: str
    match: MatchId = ""


class Question(NamedTuple):
    """A warning about a table, to be confirmed before a match is called to it."""

    text: str
    match: MatchId
    table: str


# --- the board ----------------------------------------------------------------------------------------------------


@needs(Action.RUN_MATCHES)
@require_safe
@never_cache
def show_board(request: SiteRequest) -> HttpResponse:
    return _board(request)


def _board(
    request: SiteRequest,
    trouble: Trouble = NO_TROUBLE,
    meanwhile: Sequence[OperationInWords] = (),
    question: Question | None = None,
) -> HttpResponse:
    """The board of tables. ``meanwhile`` is what others did, if that kept the reader's own act from being done."""
    event = request.event
    championship = store.championship_of(event)
    in_words = ChampionshipInWords(event, championship)
    board = _board_of(event, championship, in_words)
    context = {
        **_board_context(event, board),
        "all_matches": board.all_matches,
        "trouble": trouble,
        "meanwhile": meanwhile,
        "question": question,
        "live_url": live_url(event, "mesas"),
    }
    return render(request, "desk/board.html", context)


def _board_of(event: Event, championship: Championship, in_words: ChampionshipInWords) -> Board:
    return Board(championship, in_words, store.details_of(event).tables, timezone.now(), scores_for_team(event))


def _board_context(event: Event, board: Board) -> dict[str, Any]:
    championship = board.championship
    champion = championship.bracket.champion if championship.logs else None
    return {
        "event": event,
        "regulation": championship.regulation,
        "seq": event.seq,
        "board": board,
        "announcements": announcements(championship, board.in_words),
        "champion": board.in_words.pair(champion) if champion else "",
        "is_over": bool(championship.logs) and championship.bracket.is_over,
        "is_running": championship.status is Status.RUNNING,
        "now": board.now,
        "last": _last_act(board.in_words),
    }


def _last_act(in_words: ChampionshipInWords) -> OperationInWords | None:
    """The last operation that still stands, without its author, whom the history shows. None if it is not one of the
    day."""
    standing = in_force(in_words.championship.log)
    if not standing or not isinstance(standing[-1], OPERATIONS_OF_THE_DAY):
        return None
    last = standing[-1]
    return OperationInWords(
        last.at, in_words.operation(last), in_words.subject_of(last), getattr(last, "match", None) or ""
    )


@topic("mesas", follows="evento")
def board_update(slug: str) -> str:
    """The board that open pages receive after every change."""
    event = Event.objects.get(slug=slug)
    championship = store.championship_of(event)
    board = _board_of(event, championship, ChampionshipInWords(event, championship))
    return render_to_string("desk/tables.html", _board_context(event, board))


@needs(Action.RUN_MATCHES)
@require_POST
def call(request: SiteRequest) -> HttpResponse:
    """Call one match to a table, or the first ``count`` of the matches that the page planned: all of them or none."""
    event, operations = request.event, _calls(request)
    if not operations:
        return _board(request, Trouble(refusal=_("Nothing to call: there is no match or no table for it.")))
    if question := _question(request):
        return _board(request, question=question)
    seq_seen = parse_count(request.POST.get("seq", ""))
    result = append_unless_overtaken(
        event, operations, by=request.user, operations_seen=seq_seen, is_conflict=conflicts_with_calls
    )
    if isinstance(result, Overtaken):
        return _board(request, _overtaken_refusal(), _operations_of_others(event, result.by))
    if isinstance(result, Refusal):
        in_words = ChampionshipInWords(event, store.championship_of(event))
        return _board(request, in_words.trouble(result))
    text = ngettext("One match called.", "{count} matches called.", len(operations))
    messages.success(request, text.format(count=len(operations)))
    return redirect("tables", slug=event.slug)


def _calls(request: SiteRequest) -> list[Operation]:
    """The calls that the form asks for. A form sent twice yields the same calls, but for their time."""
    by, at = store.author(request.user), timezone.now()
    one = request.POST.get("match", "")
    if one:
        return [CallMatch(by=by, at=at, match=one, table=_table(request.POST.get(f"table-{one}", "")))]
    # the page's proposals, ``match=table`` each, in the order in which they are called
    planned = [item.partition("=") for item in request.POST.getlist("plan")]
    count = parse_count(request.POST.get("count", ""))
    return [CallMatch(by=by, at=at, match=match, table=_table(table)) for match, _is, table in planned[:count]]


def _question(request: SiteRequest) -> Question | None:
    """A warning before one match is called to a table typed by hand, unless the form confirms that table."""
    match = request.POST.get("match", "")
    table = _table(request.POST.get(f"table-{match}", "")) or ""
    if not match or request.POST.get("anyway", "") == table:
        return None
    championship = store.championship_of(request.event)
    text = _board_of(request.event, championship, ChampionshipInWords(request.event, championship)).warning_about(
        match, table
    )
    return Question(text, match, table) if text else None


def _table(text: str) -> str | None:
    """A typed table, cut to the length that is stored. None for a call without a table."""
    return one_line(text)[:LONGEST_TABLE].strip() or None


def _overtaken_refusal() -> Trouble:
    return Trouble(refusal=_("Somebody was faster. Here is what was done meanwhile; yours was not done."))


def _operations_of_others(event: Event, operations: Sequence[Operation]) -> list[OperationInWords]:
    """The operations of others, described by the championship as it stands now."""
    in_words = ChampionshipInWords(event, store.championship_of(event))
    authors = in_words.authors(operations)
    return [OperationInWords(one.at, in_words.operation(one, authors), in_words.subject_of(one)) for one in operations]


# --- the desk of a match ------------------------------------------------------------------------------------------


@needs(Action.RUN_MATCHES)
@require_safe
@never_cache
def show_match(request: SiteRequest, match: str) -> HttpResponse:
    """The page of a match. An open page polls it with ``desde``, its number of operations: 204 if nothing is new."""
    desk = _desk(request, match)
    if desk is None:
        return _no_such_match(request)
    seq_seen = request.GET.get("desde")
    if seq_seen is not None and not is_out_of_date(desk.championship, parse_count(seq_seen), conflicts_at_match(match)):
        return HttpResponse(status=204)
    return _desk_page(request, desk)


@needs(Action.RUN_MATCHES)
@require_POST
def act_at_table(request: SiteRequest, match: str, act: str) -> HttpResponse:
    """An act that everybody who runs matches may do. ``act`` is the name of its form."""
    return _act(request, match, act, Action.RUN_MATCHES)


@needs(Action.RULE)
@require_POST
def act_as_referee(request: SiteRequest, match: str, act: str) -> HttpResponse:
    """An act that only a referee may do. ``act`` is the name of its form."""
    return _act(request, match, act, Action.RULE)


def _no_such_match(request: SiteRequest) -> HttpResponse:
    """A new or undone draw removes matches whose pages may still be open."""
    messages.warning(request, _("There is no such match, or no longer."))
    return redirect("tables", slug=request.event.slug)


def _desk(request: SiteRequest, match: str) -> Desk | None:
    """The match as it stands now. None if there is no such match, or no longer."""
    event = request.event
    championship = store.championship_of(event)
    if match not in championship.fixtures:
        return None
    return Desk(
        event,
        championship,
        match,
        ChampionshipInWords(event, championship),
        timezone.now(),
        may_rule=allows(request.roles, Action.RULE, target_of(event)),
        may_decide=allows(request.roles, Action.DECIDE, target_of(event)),
        chosen_rule=request.GET.get("regra", ""),
    )


def _act(request: SiteRequest, match: str, name: str, permission: Action) -> HttpResponse:
    """Run an act and return to the desk. If it is refused, show the current desk with the form and the reason."""
    kind = ACTS.get(name)
    if kind is None or kind.permission is not permission:
        raise Http404
    desk = _desk(request, match)
    if desk is None:
        return _no_such_match(request)
    if desk.pairs is None:
        return _desk_page(request, desk, trouble=Trouble(refusal=_("The pairs of this match are not known yet.")))
    form = kind(desk, request.POST)
    if not form.is_valid():
        return _desk_page(request, desk, form)
    author = Author(store.author(request.user), timezone.now())
    if isinstance(form, Correction) and (moves := form.unseen_moves(author)):
        return _desk_page(request, desk, form, moves=moves)
    if isinstance(form, Call) and (doubt := form.question(_board_of(desk.event, desk.championship, desk.in_words))):
        return _desk_page(request, desk, form, doubt=doubt)
    if isinstance(form, Result) and (trouble := _contradiction_of_sheet(desk, form)):
        return _desk_page(request, desk, form, trouble=trouble)
    seq_seen = parse_count(request.POST.get("seq", ""))
    result = append_act(form, form.operation(author), by=request.user, operations_seen=seq_seen)
    if isinstance(result, Overtaken):
        return _overtaken(request, match, kind, result)
    if isinstance(result, Refusal):
        current = _desk(request, match) or desk
        return _desk_page(request, current, kind(current, request.POST), trouble=current.in_words.trouble(result))
    messages.success(request, form.message_after(result))
    return redirect(f"{reverse('match-desk', args=[request.event.slug, match])}#content")


def _contradiction_of_sheet(desk: Desk, form: Result) -> Trouble | None:
    """The trouble with a result that names another winner than the score sheet does; None without a contradiction.

    A tie when the extra time is up goes to the pair that scored first. If the score sheet shows which that was, the
    referee must give a reason to name the other. Key: clock.still_tied.
    """
    # of a series, the sheet shows only who scored first in its current game
    ties = [one for one in form.games if one.ending is Ending.TIME_UP and one.points[0] == one.points[1]]
    if not ties or form.cleaned_data.get("why") or desk.fixture.best_of > 1:
        return None
    first = first_scorer(desk.event, desk.championship, desk.match)
    if first is None or first == ties[0].winner:
        return None
    text = _("On the score sheet {pair} scored first.").format(pair=desk.seats[first].name)
    return Trouble(refusal=text, key="clock.still_tied")


def _overtaken(request: SiteRequest, match: str, kind: type[Act], result: Overtaken) -> HttpResponse:
    """The current desk with the operations of others and the values typed here."""
    desk = _desk(request, match)
    if desk is None or desk.pairs is None:
        return _no_such_match(request)
    meanwhile = _operations_of_others(desk.event, result.by)
    return _desk_page(request, desk, kind(desk, request.POST), trouble=_overtaken_refusal(), meanwhile=meanwhile)


def _desk_page(
    request: SiteRequest,
    desk: Desk,
    tried: Act | None = None,
    *,
    trouble: Trouble = NO_TROUBLE,
    meanwhile: Sequence[OperationInWords] = (),
    moves: Sequence[MoveInWords] = (),
    doubt: str = "",
) -> HttpResponse:
    """The page of a match.

    ``tried`` is the form of an act that was not done; it is shown even if that act is no longer offered. Why it was not
    done is one of: ``trouble``; ``meanwhile``, acts of others; ``moves`` that a correction would cause and that the
    referee has yet to see; ``doubt``, a warning about the table of a call.
    """
    acts = offered(desk)
    if tried is not None:
        acts[tried.name] = tried
    context = {
        "event": desk.event,
        "regulation": desk.regulation,
        "desk": desk,
        "title": desk.in_words.match(desk.match),
        "state": match_state_label(desk.state),
        "seq": desk.event.seq,
        "now": desk.now,
        "card": _card(desk),
        "running": scores_for_team(desk.event).get(desk.match),
        # a template cannot read a key with a hyphen
        "acts": {name.replace("-", "_"): act for name, act in acts.items()},
        "tried": tried.name if tried else "",
        "trouble": trouble,
        "meanwhile": meanwhile,
        "moves": moves,
        "doubt": doubt,
        "omitted_cases": words().rule(desk.entries[OMITTED_CASES]) if OMITTED_CASES in desk.entries else "",
        "begins_again": any(move.has_begun for move in moves),
        "versions": versions_of(desk),
        "forfeit": forfeit_of(desk),
        "confirmations": confirmations_of(desk),
        "house_rules": _house_rules(desk),
        "next_table": _next_table(desk),
        "live": _live(desk),
        "live_delays": DELAYS,
    }
    return render(request, "desk/match.html", context)


def _live(desk: Desk) -> LiveShown | None:
    """The live table of the match, if it is played at one."""
    table = table_for(desk.championship, desk.event, desk.match)
    return desk_panel(table) if table else None


def _card(desk: Desk) -> Card | None:
    """The match's card with its clocks, from the call until its result counts."""
    if desk.match not in desk.championship.logs or not desk.is_open or desk.state is State.OPEN:
        return None
    return Board(desk.championship, desk.in_words, 0, desk.now).card(desk.match)


def _house_rules(desk: Desk) -> list[tuple[str, Citation]]:
    """House rules agreed for this match, in words."""
    agreed = dict.fromkeys(rule.key for rule in desk.log.house_rules) if desk.log else {}
    return [(words().rule(desk.entries[key]), desk.entries[key].citation) for key in agreed]


def _next_table(desk: Desk) -> str:
    """The suggested table for the call: the match's current one, or else the first free one; "" if none is free."""
    if desk.log and desk.log.table:
        return desk.log.table
    board = _board_of(desk.event, desk.championship, desk.in_words)
    return next(iter(board.free_tables), "")
