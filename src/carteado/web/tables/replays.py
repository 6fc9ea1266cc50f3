"""Finished matches: all hands open, act by act, and as a record that anybody can replay and verify."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import groupby
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from carteado.cards import Onlooker
from carteado.record import HandReport, Moment, Record, moments, replay, write_act, write_record
from carteado.web.access import SiteRequest, may, needs
from carteado.web.pages.items import ITEMS
from carteado.web.policy import Action, Permission, Thing
from carteado.web.tables.models import Match
from carteado.web.tables.records import of_match


class Finished(NamedTuple):
    match: Match
    record: Record


def finished(request: SiteRequest, code: str, number: int) -> Finished:
    """The match, if whoever asks may see it: with the link everybody, a championship's as its results."""
    match = Match.objects.select_related("table__event").filter(table__code=code, number=number).first()
    if match is None or not _may_see(request, match):
        raise Http404
    return Finished(match, of_match(match))


def _may_see(request: SiteRequest, match: Match) -> bool:
    """Not before those who watch the table have seen its end."""
    event, delay = match.table.event, timedelta(seconds=match.table.delay)
    if match.finished_at is None or timezone.now() < match.finished_at + delay:
        return False
    if event is None:
        return True
    asked = Action.RUN_MATCHES if event.is_embargoed else Action.READ
    return may(request.user, Permission(asked, None), event)


@needs(Action.READ, Thing.SITE)
@require_safe
def show_match(request: SiteRequest, code: str, number: int) -> HttpResponse:
    one = finished(request, code, number)
    report = replay(one.record)
    page = {
        "match": one.match,
        "pairs": [" & ".join(one.record.seats[pair::2]) for pair in (0, 1)],
        "report": report,
        "hands": [_lines(hand) for hand in report.hands],
        "regulation": one.record.regulation,
        "command": f"carteado verify {_file_name(one.match)}",
    }
    return render(request, "tables/match.html", page)


class HandShown(NamedTuple):
    """What a hand gave each pair: line by line in words, with points and article."""

    lines: list[list[tuple[str, int, str]]]
    score: tuple[int, int]


def _lines(hand: HandReport) -> HandShown:
    return HandShown(
        [[(str(ITEMS[line.item]), line.points, line.article) for line in of_pair] for of_pair in hand.lines], hand.score
    )


@needs(Action.READ, Thing.SITE)
@require_safe
def download_record(request: SiteRequest, code: str, number: int) -> HttpResponse:
    one = finished(request, code, number)
    answer = HttpResponse(write_record(one.record), content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{_file_name(one.match)}"'
    return answer


def _file_name(match: Match) -> str:
    return f"carteado-{match.code}.json"


@needs(Action.READ, Thing.SITE)
@require_safe
def show_steps(request: SiteRequest, code: str, number: int, hand: int) -> HttpResponse:
    """One hand, act by act, with all cards open after each."""
    record = finished(request, code, number).record
    if hand >= len(record.hands):
        raise Http404
    return JsonResponse({"match": record.about["match"], "hand": hand, "steps": list(_steps(record, hand))})


def _steps(record: Record, hand: int) -> Iterator[dict[str, Any]]:
    engine = record.engine
    for number, of_hand in groupby(moments(record), key=lambda moment: moment.hand):
        if number == hand:
            for moment in of_hand:
                yield {"act": _act(record, moment), "view": engine.view(moment.match, Onlooker.REFEREE)}
            return


def _act(record: Record, moment: Moment) -> dict[str, Any]:
    """What was done; the deal itself is seen in the view after it."""
    if moment.action is None:
        return {"act": type(moment.act).__name__.lower()}
    recorded = record.hands[moment.hand].acts[moment.action]
    return {**write_act(recorded.act, record.engine.notation), "at": recorded.at}
