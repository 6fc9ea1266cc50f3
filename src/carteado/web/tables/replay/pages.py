"""Pages of finished matches: all hands open, act by act, and as a record that any reader can replay and verify.

One more page verifies a record from anywhere.
"""

from datetime import timedelta
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from carteado.cards import Observer, Onlooker
from carteado.record import HandReport, Record, write_record
from carteado.web.kit.guarding.policy import Action, Permission, Target
from carteado.web.pages.access import SiteRequest, may, needs
from carteado.web.pages.templatetags.carteado import articles_page
from carteado.web.people.public_names import shown_name
from carteado.web.regulations.score_line_names import ITEMS
from carteado.web.tables.match import deal_plan
from carteado.web.tables.match.act_reading import run_order_of
from carteado.web.tables.match.finished_matches import FoldedMatch, finished_matches
from carteado.web.tables.match.match_record import with_names
from carteado.web.tables.models import Match
from carteado.web.tables.players.visitor import is_known_to_all, person_of
from carteado.web.tables.replay import retelling


class FinishedMatch(NamedTuple):
    """A finished match.

    ``record`` has the names that people have now, ``folded`` what follows from it without names.
    """

    match: Match
    record: Record
    folded: FoldedMatch


def finished_match(request: SiteRequest, code: str, number: int) -> FinishedMatch:
    """The match, if the visitor may see it. 404 if not, and 404 while it is being played.

    A match may be seen by all who have the link, a championship's match as its results may. ``code`` is the table's.
    """
    match = Match.objects.select_related("table__event").filter(table__code=code, number=number).first()
    if match is None or not _may_see(request, match):
        raise Http404
    folded = finished_matches.folded(match)
    return FinishedMatch(match, with_names(folded.record, match), folded)


def _may_see(request: SiteRequest, match: Match) -> bool:
    """True for a finished match. The players may see it at once, all others when onlookers have seen its end.

    A championship's match is open to the public when its results are, and to its team before.
    """
    event, delay = match.table.event, timedelta(seconds=match.table.delay)
    if match.finished_at is None:
        return False
    who = person_of(request, match.table).who
    if who and who in finished_matches.folded(match).record.seats:
        return True
    if timezone.now() < match.finished_at + delay:
        return False
    if event is None:
        return True
    if not is_known_to_all(match.table) and not may(request.user, Permission(Action.SEE_HISTORY), event):
        return False
    needed = Action.RUN_MATCHES if event.is_embargoed else Action.READ
    return may(request.user, Permission(needed, None), event)


@needs(Action.READ, Target.SITE)
@never_cache
@require_safe
def show_match(request: SiteRequest, code: str, number: int) -> HttpResponse:
    """Show the match.

    With ``mao``, show that hand act by act: on a table if the browser runs scripts, else in words.
    """
    one = finished_match(request, code, number)
    report = one.folded.report
    hand = _requested_hand(request, len(report.hands))
    page = _about(one) | {
        "report": report,
        "hands": [_lines(hand) for hand in report.hands],
        "hand": hand,
        "acts": retelling.hand_in_words(one.record, hand - 1, one.folded.stages[hand - 1]) if hand else [],
        "facts": _facts(one, report.hands),
    }
    return render(request, "tables/match.html", page)


def _about(one: FinishedMatch) -> dict[str, Any]:
    """Context for both pages of a match: hand by hand, and its deals. If no hand was dealt, they still show who won and
    how."""
    pairs, winner = retelling.pair_names(one.record), one.folded.report.winner
    return {
        "match": one.match,
        "pairs": pairs,
        "regulation": one.record.regulation,
        "winner": "" if winner is None else pairs[winner],  # a finished match always has one
        "before": retelling.before_the_deal_in_words(one.record),
        "command": f"carteado verify {_file_name(one.match)}",
    }


def _requested_hand(request: SiteRequest, hands: int) -> int | None:
    """The hand that is asked for, counted from 1. None if none is asked for, or there is no such hand."""
    sent = request.GET.get("mao", "")
    number = int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 6 else 0
    return number if 1 <= number <= hands else None


def _facts(one: FinishedMatch, hands: tuple[HandReport, ...]) -> dict[str, Any]:
    """Facts for the client, which shows the match on a table."""
    record, table = one.record, one.match.table
    keys = {"code": table.code, "number": one.match.number}
    page = reverse("live-match", kwargs=keys)
    return {
        "match": one.match.code,
        "code": table.code,
        "seats": [shown_name(name) for name in record.seats],
        "direction": str(record.regulation.rules.table.direction),
        "run_order": run_order_of(record.regulation),
        "regulation": record.regulation.id,
        "rules": reverse("regulation", args=[record.regulation.id]),
        "articles": articles_page(record.regulation, table.event),
        "cards": static("cards.svg"),
        "page": page,
        "steps": f"{page}maos/",
        "hands": retelling.hand_summaries(record, hands),
    }


class HandShown(NamedTuple):
    """The result of a hand: for each pair its lines in words, with points and article, and the score after the hand."""

    lines: list[list[tuple[str, int, str]]]
    score: tuple[int, int]


def _lines(hand: HandReport) -> HandShown:
    return HandShown(
        [[(str(ITEMS[line.item]), line.points, line.article) for line in of_pair] for of_pair in hand.lines], hand.score
    )


@needs(Action.READ, Target.SITE)
@never_cache
@require_safe
def download_record(request: SiteRequest, code: str, number: int) -> HttpResponse:
    """The whole record as a file, with all cards, seeds and names."""
    one = finished_match(request, code, number)
    answer = HttpResponse(write_record(one.record), content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{_file_name(one.match)}"'
    return _hidden_from_search(answer)


def _hidden_from_search(answer: HttpResponse) -> HttpResponse:
    """Keep search engines away. Pages do this in their own head."""
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


def _file_name(match: Match) -> str:
    return f"carteado-{match.code}.json"


@needs(Action.READ, Target.SITE)
@never_cache
@gzip_page
@require_safe
def show_steps(request: SiteRequest, code: str, number: int, hand: int) -> HttpResponse:
    """One hand, counted from 0, act by act, with all cards open; with ``lugar``, as the player in that seat saw it.

    The answer is compressed, because it is long and has no secret in it.
    """
    _match, record, folded = finished_match(request, code, number)
    if hand >= len(record.hands):
        raise Http404
    steps = list(retelling.steps(record, hand, folded.stages[hand], _observer(request, len(record.seats))))
    return _hidden_from_search(JsonResponse({"match": record.about["match"], "hand": hand, "steps": steps}))


def _observer(request: SiteRequest, players: int) -> Observer:
    """The seat in ``lugar``, counted from 1, or else the referee, who sees all cards. 404 if there is no such seat."""
    seat = request.GET.get("lugar")
    if seat is None:
        return Onlooker.REFEREE
    if seat not in map(str, range(1, players + 1)):
        raise Http404
    return int(seat) - 1


# --- the deals, recomputed by the reader ------------------------------------------------------------------------------


@needs(Action.READ, Target.SITE)
@never_cache
@require_safe
def show_deals(request: SiteRequest, code: str, number: int) -> HttpResponse:
    """The browser deals every hand again from the record. The server only gives the order in which cards are dealt."""
    one = finished_match(request, code, number)
    page = _about(one) | {
        "hands": len(one.record.hands),
        "dealing": deal_plan.plans_of_record(one.record, one.folded.stages),
        "verifier": f"python3 carteado_verify.py {_file_name(one.match)}",
    }
    return render(request, "tables/verify.html", page)


@needs(Action.READ, Target.SITE)
@require_safe
def verify_file(request: SiteRequest) -> HttpResponse:
    """Verify any record that the visitor has. It is read in the browser and goes nowhere."""
    return render(
        request, "tables/verify_file.html", {"dealings": deal_plan.plans_of_all(), "command": "carteado verify FILE"}
    )
