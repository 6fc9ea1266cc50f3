"""A player's own match pages: see the result, confirm or dispute it. The secret link of their registration opens them,
without an account. Every view gets its ``entrant`` from that link."""

from collections.abc import Container, Iterator
from datetime import datetime
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from carteado.regulation import Refusal
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.match_log import MatchLog, Party, State
from carteado.tournament.operations import Operation
from carteado.tournament.outcomes import PairId
from carteado.tournament.state.bracket import Ended
from carteado.tournament.state.championship import Championship
from carteado.web.desk.players_view import PlayersView
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.trouble import NO_TROUBLE, Trouble
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.matches.acts.base import Act, Author
from carteado.web.matches.acts.results import Confirmation, Objection
from carteado.web.matches.match_desk import Desk
from carteado.web.matches.match_writing import Overtaken, append_unless_overtaken, conflicts_with_version
from carteado.web.matches.players import PARTIES, party_of
from carteado.web.matches.result_versions import forfeit_of, versions_of
from carteado.web.matches.tables_board import Board, Clock, in_order_of_play, match_state_label
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import own_page
from carteado.web.tables.models import Table

ANSWERS: dict[str, type[Confirmation] | type[Objection]] = {"confirmar": Confirmation, "contestar": Objection}
"""What a pair may do with a result, by the value of the button."""


# --- the page of one match ----------------------------------------------------------------------------------------


@needs(Action.READ, Target.SITE)
@require_http_methods(["GET", "HEAD", "POST"])
@own_page
def player_match(request: SiteRequest, entrant: Entrant, match: str) -> HttpResponse:
    """The submitted result, with the buttons to confirm or dispute it. Players see only their own matches; from others
    they are sent to their own page. An open page polls with ``desde``, the version it shows: 204 if nothing is new."""
    found = _desk(entrant, match)
    if found is None:
        return redirect("entrant", secret=entrant.secret)
    desk, party = found
    if request.method != "POST":
        if request.GET.get("desde") == _view(entrant).version_at(match):
            return HttpResponse(status=204)
        return _page(request, entrant, desk, party)
    kind = ANSWERS.get(request.POST.get("word", ""))
    if kind is None:
        raise Http404
    sent = request.POST.copy()
    sent["party"] = party  # whatever was sent: a player speaks for their own pair alone
    form = kind(desk, sent)
    if not form.is_valid():
        return _page(request, entrant, desk, party, form)
    return _answer_result(request, entrant, desk, party, form)


def _answer_result(request: SiteRequest, entrant: Entrant, desk: Desk, party: Party, form: Act) -> HttpResponse:
    """Append the confirmation or dispute, unless there is a newer version of the result."""
    author = Author(entrant.code, timezone.now())
    operations: list[Operation] = [form.operation(author)]
    seq_seen = parse_count(request.POST.get("seq", ""))
    result = append_unless_overtaken(
        desk.event, operations, by=None, operations_seen=seq_seen, is_conflict=form.is_conflict
    )
    if isinstance(result, Overtaken):
        found = _desk(entrant, desk.match)
        if found is None:
            return redirect("entrant", secret=entrant.secret)
        text = _("Meanwhile something was done at this match. Look at it first; yours was not done.")
        return _page(request, entrant, *found, form, trouble=Trouble(refusal=text))
    if isinstance(result, Refusal) and result.code != "already_confirmed":
        current, current_party = _desk(entrant, desk.match) or (desk, party)
        return _page(request, entrant, current, current_party, form, trouble=current.in_words.trouble(result))
    # If the partner confirmed first, the pair has confirmed: that is a success, too
    messages.success(request, str(form.done_message))
    return redirect("partida-confirmar", secret=entrant.secret, match=desk.match)


def _view(entrant: Entrant) -> PlayersView:
    """What the player may know of the event as it is now."""
    entrant.event.refresh_from_db()
    return PlayersView.of(entrant, store.championship_of(entrant.event))


def _desk(entrant: Entrant, match: str) -> tuple[Desk, Party] | None:
    """The match and the player's side in it. None if they do not play it, or may not know yet that they do."""
    championship = _view(entrant).championship_of(match)
    party = None if championship is None else party_of(championship, match, entrant.code)
    if championship is None or party is None:
        return None
    event = entrant.event
    return Desk(
        event, championship, match, ChampionshipInWords(event, championship), timezone.now(), may_rule=False
    ), party


def _page(
    request: SiteRequest,
    entrant: Entrant,
    desk: Desk,
    party: Party,
    tried: Act | None = None,
    *,
    trouble: Trouble = NO_TROUBLE,
) -> HttpResponse:
    versions = versions_of(desk)
    context = {
        "event": desk.event,
        "regulation": desk.regulation,
        "entrant": entrant,
        "desk": desk,
        "title": desk.in_words.match(desk.match),
        "state": match_state_label(desk.state),
        "seq": _operations_seen(desk),
        "version_seen": _view(entrant).version_at(desk.match),
        "own_seat": next(seat for seat in desk.seats if seat.party is party),
        "now": desk.now,
        "version": versions[0] if versions else None,
        "forfeit": forfeit_of(desk),
        "has_confirmed": desk.last is not None and party in desk.last.confirmed,
        "may_speak": desk.is_open and desk.state in (State.SUBMITTED, State.DISPUTED),
        "objection": tried if isinstance(tried, Objection) else Objection(desk),
        "tried": tried,
        "trouble": trouble,
    }
    return render(request, "desk/player_match.html", context)


def _operations_seen(desk: Desk) -> int:
    """The number of operations up to the last one that an answer has to know: the last version of the result.

    The number of all operations would reveal when something is done at other matches.
    """
    is_conflict = conflicts_with_version(desk.match)
    numbers = (number for number, one in enumerate(desk.championship.log, start=1) if is_conflict(one))
    return max(numbers, default=0)


# --- matches on the entrant's page --------------------------------------------------------------------------------


class PlayerMatch(NamedTuple):
    """A match of a player.

    ``other`` is the name of the other pair. ``words`` is the state in words. ``table`` is "" without one.
    ``awaits_answer`` while a result waits for this pair to confirm it. ``scores`` are its games with the player's own
    points first. ``outcome_in_words`` says how it ended for them; "" until it is decided. ``is_live`` while they play
    it at a live table of this site. ``hour`` is its published hour until there is a result.
    """

    match: MatchId
    title: str
    other: str
    state: State
    words: str
    table: str
    clocks: tuple[Clock, ...]
    awaits_answer: bool
    scores: tuple[tuple[int, int], ...] = ()
    outcome_in_words: str = ""
    is_live: bool = False
    hour: datetime | None = None


def player_matches(entrant: Entrant, championship: Championship) -> list[PlayerMatch]:
    """The matches of a player: first those that wait for their confirmation, then those in play or to come, then those
    played.

    A match to come is listed once the public may know both its pairs, or once it is called to its table. Until then a
    delay may withhold who won the match that leads to it.
    """
    view = PlayersView.of(entrant, championship)
    tables = set(Table.objects.filter(event=entrant.event).values_list("fixture", "first", "second"))
    # without a delay both are one object, which is read once
    read_from = {id(one): one for one in (view.championship, view.known)}
    found = [one for seen in read_from.values() for one in _listed_matches(entrant, view, seen, tables)]

    def sort_key(one: PlayerMatch) -> tuple[bool, bool, bool, tuple[int, int]]:
        order = in_order_of_play(view.fixture(one.match))
        return bool(one.outcome_in_words), not one.awaits_answer, one.state is State.OPEN, order

    return sorted(found, key=sort_key)


def _listed_matches(
    entrant: Entrant, view: PlayersView, championship: Championship, live: Container[tuple[MatchId, PairId, PairId]]
) -> Iterator[PlayerMatch]:
    """The matches that the player reads from this championship. ``live`` are the matches with a live table: each is
    named by its id and its pairs."""
    person, in_words = entrant.code, ChampionshipInWords(entrant.event, championship)
    board = Board(championship, in_words, 0, timezone.now())
    for fixture in championship.fixtures.values():
        if view.championship_of(fixture.id) is not championship:
            continue
        ended = championship.bracket.ended(fixture.id)
        party = party_of(championship, fixture.id, person)
        log = championship.logs.get(fixture.id)
        pairs = log.pairs if log else championship.bracket.pairs(fixture.id)
        if party is None or pairs is None or (ended and ended.outcome is None):  # no outcome: nothing was to be played
            continue
        last = log.submissions[-1] if log and log.submissions else None
        yield PlayerMatch(
            match=fixture.id,
            title=board.in_words.match(fixture.id),
            other=board.in_words.pair(pairs[1 - PARTIES.index(party)]),
            state=log.state if log else State.OPEN,
            words=match_state_label(log.state if log else State.OPEN),
            table=log.table or "" if log else "",
            clocks=board.clocks(fixture.id),
            awaits_answer=ended is None and last is not None and not last.disputed and party not in last.confirmed,
            scores=tuple(_player_first(points, party) for points in _known_scores(log, ended)),
            outcome_in_words=_outcome_in_words(ended, pairs[PARTIES.index(party)]),
            is_live=ended is None and last is None and (fixture.id, *pairs) in live,
            hour=championship.hour_of(fixture.id) if ended is None and last is None else None,
        )


def _known_scores(log: MatchLog | None, ended: Ended | None) -> list[tuple[int, int]]:
    """Points of each game that is known. For a W.O., the points that it counts for."""
    result = log.counted or (log.submissions[-1] if log.submissions else None) if log else None
    if ended and ended.outcome and ended.outcome.walkover:
        return [ended.outcome.points]
    return [game.points for game in result.games] if result else []


def _player_first(points: tuple[int, int], party: Party) -> tuple[int, int]:
    one, two = points
    return (one, two) if party is Party.FIRST else (two, one)


def _outcome_in_words(ended: Ended | None, pair: PairId) -> str:
    """How the match ended for the pair; "" until it is decided."""
    if ended is None or ended.outcome is None:
        return ""
    won = ended.outcome.winner == pair
    if ended.outcome.walkover:
        return _("won by W.O.") if won else _("lost by W.O.")
    return _("won") if won else _("lost")


@needs(Action.READ, Target.SITE)
@require_safe
@own_page
def player_news(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """Polled by the player's open page: 204 if nothing changed for them, else a redirect to the fresh page."""
    if request.GET.get("desde") == _view(entrant).version:
        return HttpResponse(status=204)
    return redirect("entrant", secret=entrant.secret)


def page_version(entrant: Entrant, championship: Championship) -> str:
    """What the player's open page sends to ask whether it is out of date."""
    return PlayersView.of(entrant, championship).version
