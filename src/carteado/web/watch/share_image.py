"""The picture of an event that goes with its link: a printed sheet beside Sol and Lua, made without a browser."""

import re
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path

import typst
from django.conf import settings
from django.http import HttpResponse
from django.utils.text import capfirst
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from carteado.tournament.eligibility import event_day
from carteado.web.access import SiteRequest, needs
from carteado.web.events.store import details_of
from carteado.web.pages.posters import plain_date
from carteado.web.policy import Action
from carteado.web.watch.showing import frame_of, shown_to_everybody

WIDTH, HEIGHT = 1200, 630
PIXELS_AN_INCH = 96.0
_VARIABLE = re.compile(r"var\(--[\w-]+,\s*(#\w+)\)")


@needs(Action.READ)
@require_safe
def share_image(request: SiteRequest) -> HttpResponse:
    """As everybody may see the event, whoever asks: the picture leaves with the link."""
    shown = shown_to_everybody(request.event)
    details = details_of(shown.event)
    frame = frame_of(shown, details)
    day = event_day(details.rules, details.settings)
    pairs = ngettext("%(count)d pair", "%(count)d pairs", details.capacity) % {"count": details.capacity}
    where = " · ".join(filter(None, (shown.event.place, plain_date(day) if day else "")))
    content = drawn(
        shown.event.name,
        f"{frame['game']} · {pairs}",
        where,
        capfirst(str(frame["status"])),
        is_live=bool(frame["is_live"]),
    )
    return HttpResponse(content, content_type="image/png")


@lru_cache(maxsize=64)
def drawn(name: str, game: str, where: str, status: str, *, is_live: bool) -> bytes:
    """Written as text and never as instructions: whatever a name holds, it is printed."""
    told = {"name": name, "game": game, "where": where, "status": status, "live": "yes" if is_live else ""}
    return typst.compile(
        _sheet(), font_paths=_fonts(), format="png", ppi=PIXELS_AN_INCH, sys_inputs={**told, **_signs()}
    )


def _static() -> Path:
    return Path(settings.STATICFILES_DIRS[0])


@cache
def _fonts() -> typst.Fonts:
    """The site's own, and no machine's."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[_static() / "fonts"])


@cache
def _sheet() -> bytes:
    return (resources.files("carteado.web.watch") / "share_image.typ").read_bytes()


@cache
def _signs() -> dict[str, str]:
    """Sol and Lua of the site's own drawings, with their colours written out."""
    sprite = (_static() / "icons.svg").read_text("utf-8")
    return {name: _sign(sprite, name) for name in ("sol", "lua")}


def _sign(sprite: str, name: str) -> str:
    found = re.search(rf'<symbol id="{name}" viewBox="([^"]+)">(.*?)</symbol>', sprite, re.DOTALL)
    assert found is not None
    box, drawing = found.groups()
    coloured = _VARIABLE.sub(r"\1", drawing.replace("var(--sinal-traco, #211A16)", "#1D2B47"))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{coloured}</svg>'
