"""The preview image for links to an event: a printed sheet beside Sol and Lua, typeset without a browser."""

from functools import cache, lru_cache
from importlib import resources

import typst
from django.http import HttpResponse
from django.utils.text import capfirst
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from carteado.tournament.registrations.eligibility import event_day
from carteado.web.events.store import details_of
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.sending.typesetting import fonts, sign
from carteado.web.kit.words.dates import plain_date
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.watch.visible_event import frame_of, visible_to_everybody

PIXELS_AN_INCH = 96.0
"""At this resolution the sheet, which sets its own size, has the 1200 by 630 pixels that its pages announce."""


@needs(Action.READ)
@require_safe
def share_image(request: SiteRequest) -> HttpResponse:
    """The picture of an event for shared links. It always shows the public view, also to the team."""
    # The picture travels with the link: a reader in the team shares it with others.
    visible = visible_to_everybody(request.event)
    details = details_of(visible.event)
    frame = frame_of(visible, details)
    day = event_day(details.rules, details.settings)
    pairs = ngettext("%(count)d pair", "%(count)d pairs", details.capacity) % {"count": details.capacity}
    where = " · ".join(filter(None, (visible.event.place, plain_date(day) if day else "")))
    content = image_png(
        visible.event.name,
        f"{frame['game']} · {pairs}",
        where,
        capfirst(str(frame["status"])),
        is_live=bool(frame["is_live"]),
    )
    return HttpResponse(content, content_type="image/png")


@lru_cache(maxsize=64)
def image_png(name: str, game: str, where: str, status: str, *, is_live: bool) -> bytes:
    """The image as PNG. Names are values for typst, never code."""
    inputs = {"name": name, "game": game, "where": where, "status": status, "live": "yes" if is_live else ""}
    return typst.compile(
        _sheet(), font_paths=fonts(), format="png", ppi=PIXELS_AN_INCH, sys_inputs={**inputs, **_signs()}
    )


@cache
def _sheet() -> bytes:
    """The source of the picture, for typst."""
    return (resources.files("carteado.web.watch") / "share_image.typ").read_bytes()


@cache
def _signs() -> dict[str, str]:
    """Sol and Lua from the site's icons, with lines in the colour of the table."""
    return {name: sign(name, {"#211A16": "#1D2B47"}) for name in ("sol", "lua")}
