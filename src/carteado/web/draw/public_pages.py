"""Draws before everybody: what is announced, how it came out, how to check it, and the draw itself on a wall."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from carteado.web.draw.desk_tasks import announcements_of
from carteado.web.draw.draw_boxes import walls_of
from carteado.web.draw.draw_in_words import DrawTold, in_numbers, tell
from carteado.web.draw.draw_names import draws_of
from carteado.web.draw.home_check import PROTOCOL_FILE, THE_ORDER, five_lines, in_shell
from carteado.web.draw.ties_and_lots import lucky_losers, outcome_of, ties
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.push.topics import topic
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.pages.live_stream import live_url as event_live_url
from carteado.web.watch.shown_event import Shown, frame_of, shown_to, shown_to_everybody


def _tell(shown: Shown, draw: str) -> DrawTold:
    if draw not in draws_of(shown.championship):
        raise Http404
    return tell(shown.championship, draw, shown.names, announcements_of(shown.event).get(draw))


@needs(Action.READ)
@require_safe
def list_draws(request: SiteRequest) -> HttpResponse:
    """Every draw of the event, those announced first; and whom lots or points brought back."""
    shown = shown_to(request)
    championship, announced = shown.championship, announcements_of(shown.event)
    told = [tell(championship, draw, shown.names, announced.get(draw)) for draw in draws_of(championship)]
    context = {
        **frame_of(shown),
        "tab": "draws",
        "draws": [(one, in_numbers(one)) for one in told],
        "ties": ties(championship, shown.names),
        "lucky": lucky_losers(championship, shown.names),
    }
    return render(request, "draw/list.html", context)


@needs(Action.READ)
@require_safe
def show_draw(request: SiteRequest, draw: str) -> HttpResponse:
    """Live like its wall: who is at home sees it announced, held or taken back without asking again."""
    shown = shown_to(request)
    live = live_url(shown.event, draw, kind="folha-sorteio") if _is_for_all(shown, draw) else ""
    context = {**frame_of(shown), "tab": "draws", **_sheet(shown, draw), "live_url": live}
    return render(request, "draw/draw.html", context)


def _public_draws(slug: str) -> list[str]:
    return draws_of(shown_to_everybody(Event.objects.get(slug=slug)).championship)


@topic("folha-sorteio", follows="evento", parts=_public_draws)
def sheet_now(name: str) -> str:
    """What pages of a draw get; nothing where there is none."""
    return _pushed(name, "draw/sheet.html", _sheet)


def _sheet(shown: Shown, draw: str) -> dict[str, Any]:
    told = _tell(shown, draw)
    return {
        "event": shown.event,
        "regulation": shown.championship.regulation,
        "draw": told,
        "numbers": in_numbers(told),
        "tie": next((one for one in ties(shown.championship, shown.names) if one.draw == draw), None),
        "outcome": outcome_of(shown.championship, draw, shown.names) if told.is_held and told.is_lots else None,
        "file": PROTOCOL_FILE,
        **_check(told),
    }


def _check(told: DrawTold) -> dict[str, str]:
    """What the reader can run himself, once there is something to check."""
    if told.protocol is None:
        return {}
    return {
        "five_lines": five_lines(told.commitment),
        "the_order": THE_ORDER,
        "in_shell": in_shell(told.label, str(told.protocol["secret"])),
    }


@needs(Action.READ)
@require_safe
def protocol(request: SiteRequest, draw: str) -> HttpResponse:
    """Everything that went into the draw and came out of it: codes, no names."""
    held = shown_to(request).championship.draws
    if draw not in held:
        raise Http404
    answer = JsonResponse(dict(held[draw]), json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="{PROTOCOL_FILE}"'
    return answer


# --- on a wall ----------------------------------------------------------------------------------------------------


@needs(Action.READ)
@require_safe
def show_hall(request: SiteRequest, draw: str) -> HttpResponse:
    """Full-screen, for a projector: waits with everybody, and turns the cards when the draw is held."""
    shown = shown_to(request)
    page = request.build_absolute_uri(reverse("draw", args=[shown.event.slug, draw]))
    context = _hall(shown, draw) | {
        "live_url": live_url(shown.event, draw) if _is_for_all(shown, draw) else "",
        "address": page.partition("//")[2].removesuffix("/"),
    }
    return render(request, "draw/hall.html", context)


@topic("sorteio", follows="evento", parts=_public_draws)
def hall_now(name: str) -> str:
    """What projectors get when a draw is announced, held or taken back; nothing where there is none."""
    return _pushed(name, "draw/wall.html", _hall)


def _hall(shown: Shown, draw: str) -> dict[str, Any]:
    told = _tell(shown, draw)
    seats = sum(len(box.seats) for box in told.boxes)
    return {
        "event": shown.event,
        "draw": told,
        "numbers": in_numbers(told),
        "walls": walls_of(told.boxes),
        "seats": seats,
        "is_wide": seats > MOST_BESIDE_THE_PILE,
    }


MOST_BESIDE_THE_PILE = 32
"""Seats that leave room on the wall for the pile of cards beside them; with more it stands above."""


# --- pushed -------------------------------------------------------------------------------------------------------


def _pushed(name: str, template: str, context: Callable[[Shown, str], dict[str, Any]]) -> str:
    slug, _slash, draw = name.partition("/")
    event = Event.objects.filter(slug=slug).first()
    shown = shown_to_everybody(event) if event else None
    if shown is None or draw not in draws_of(shown.championship):
        return ""
    return render_to_string(template, context(shown, draw))


def _is_for_all(shown: Shown, draw: str) -> bool:
    """Whether pushes, which are the same for everybody, tell what this reader sees."""
    return not shown.embargo or draw in draws_of(shown_to_everybody(shown.event).championship)


def live_url(event: Event, draw: str, *, kind: str = "sorteio") -> str:
    return f"{event_live_url(event, kind)}/{draw}"
