"""Public pages of the draws: the announcement, the result, how to verify it, and the live draw on a projector."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from carteado.web.draw.desk_tasks import announcements_of
from carteado.web.draw.draw_boxes import walls_of
from carteado.web.draw.draw_in_words import DrawShown, draw_shown, in_numbers
from carteado.web.draw.draw_names import draws_of
from carteado.web.draw.home_check import PROTOCOL_FILE, THE_ORDER, five_lines, in_shell
from carteado.web.draw.ties_and_lots import lucky_losers, outcome_of, ties
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.push.topics import topic
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.pages.live_stream import live_url as event_live_url
from carteado.web.watch.visible_event import VisibleEvent, frame_of, visible_in_hall, visible_to, visible_to_everybody


def _draw_or_404(visible: VisibleEvent, draw: str) -> DrawShown:
    if draw not in draws_of(visible.championship):
        raise Http404
    return draw_shown(visible.championship, draw, visible.names, announcements_of(visible.event).get(draw))


@needs(Action.READ)
@require_safe
def list_draws(request: SiteRequest) -> HttpResponse:
    """Every draw of the event, and the pairs that came back by lots or points."""
    visible = visible_to(request)
    championship, announced = visible.championship, announcements_of(visible.event)
    all_draws = [draw_shown(championship, draw, visible.names, announced.get(draw)) for draw in draws_of(championship)]
    context = {
        **frame_of(visible),
        "tab": "draws",
        "draws": [(one, in_numbers(one)) for one in all_draws],
        "ties": ties(championship, visible.names),
        "lucky": lucky_losers(championship, visible.names),
    }
    return render(request, "draw/list.html", context)


@needs(Action.READ)
@require_safe
def show_draw(request: SiteRequest, draw: str) -> HttpResponse:
    """The page of a draw. It is live: readers at home see it announced, held or undone without reloading."""
    visible = visible_to(request)
    live = live_url(visible.event, draw, kind="folha-sorteio") if _is_for_all(visible, draw) else ""
    context = {**frame_of(visible), "tab": "draws", **_sheet(visible, draw), "live_url": live}
    return render(request, "draw/draw.html", context)


def _public_draws(slug: str) -> list[str]:
    """The draws of an event that have live parts: those that everybody may know of."""
    return draws_of(visible_to_everybody(Event.objects.get(slug=slug)).championship)


@topic("folha-sorteio", follows="evento", parts=_public_draws)
def sheet_update(name: str) -> str:
    """The live part of a draw's page; empty without such a draw."""
    return _pushed(name, "draw/sheet.html", _sheet)


def _sheet(visible: VisibleEvent, draw: str) -> dict[str, Any]:
    shown_draw = _draw_or_404(visible, draw)
    return {
        "event": visible.event,
        "regulation": visible.championship.regulation,
        "draw": shown_draw,
        "numbers": in_numbers(shown_draw),
        "tie": next((one for one in ties(visible.championship, visible.names) if one.draw == draw), None),
        "outcome": outcome_of(visible.championship, draw, visible.names)
        if shown_draw.is_held and shown_draw.is_lots
        else None,
        "file": PROTOCOL_FILE,
        **_check(shown_draw),
    }


def _check(shown_draw: DrawShown) -> dict[str, str]:
    """The programs to verify the draw, once it is held."""
    if shown_draw.protocol is None:
        return {}
    return {
        "five_lines": five_lines(shown_draw.commitment),
        "the_order": THE_ORDER,
        "in_shell": in_shell(shown_draw.label, str(shown_draw.protocol["secret"])),
    }


@needs(Action.READ)
@require_safe
def protocol(request: SiteRequest, draw: str) -> HttpResponse:
    """The protocol: all inputs and results of the draw, with codes and no names."""
    held = visible_to(request).championship.draws
    if draw not in held:
        raise Http404
    answer = JsonResponse(dict(held[draw]), json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="{PROTOCOL_FILE}"'
    return answer


# --- on a projector -----------------------------------------------------------------------------------------------


@needs(Action.READ)
@require_safe
def show_hall(request: SiteRequest, draw: str) -> HttpResponse:
    """The full-screen page for a projector: counts down, and turns the cards when the draw is held.

    A draw may follow from matches that the public sees with a delay. It is then shown as late as everything else on a
    projector.
    """
    visible = visible_in_hall(request)
    page = request.build_absolute_uri(reverse("draw", args=[visible.event.slug, draw]))
    context = _hall(visible, draw) | {
        "live_url": live_url(visible.event, draw) if _is_for_all(visible, draw) else "",
        "address": page.partition("//")[2].removesuffix("/"),
    }
    return render(request, "draw/hall.html", context)


@topic("sorteio", follows="evento", parts=_public_draws)
def hall_update(name: str) -> str:
    """The live part of the projector page; empty without such a draw."""
    return _pushed(name, "draw/wall.html", _hall)


def _hall(visible: VisibleEvent, draw: str) -> dict[str, Any]:
    shown_draw = _draw_or_404(visible, draw)
    seats = sum(len(box.seats) for box in shown_draw.boxes)
    return {
        "event": visible.event,
        "draw": shown_draw,
        "numbers": in_numbers(shown_draw),
        "walls": walls_of(shown_draw.boxes),
        "seats": seats,
        "is_wide": seats > MOST_BESIDE_THE_PILE,
    }


MOST_BESIDE_THE_PILE = 32
"""Seats up to which the projector shows the pile of cards beside them. With more seats it stands above them."""


# --- live parts ---------------------------------------------------------------------------------------------------


def _pushed(name: str, template: str, context: Callable[[VisibleEvent, str], dict[str, Any]]) -> str:
    """The HTML that open pages receive. ``name`` is the event's slug, a slash, and the draw."""
    slug, _slash, draw = name.partition("/")
    event = Event.objects.filter(slug=slug).first()
    visible = visible_to_everybody(event) if event else None
    if visible is None or draw not in draws_of(visible.championship):
        return ""
    return render_to_string(template, context(visible, draw))


def _is_for_all(visible: VisibleEvent, draw: str) -> bool:
    """True if live parts, which are the same for every reader, show what this reader may see."""
    if not visible.is_team:
        return True
    known = visible_to_everybody(visible.event).championship
    return draw in draws_of(known) and known.draws.get(draw) == visible.championship.draws.get(draw)


def live_url(event: Event, draw: str, *, kind: str = "sorteio") -> str:
    """The address of the stream that updates an open page. ``kind`` is the topic that renders it."""
    return f"{event_live_url(event, kind)}/{draw}"
