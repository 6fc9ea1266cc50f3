"""The page that a broadcast puts over its video, and the score strip that the page requests every second.

The secret is in the fragment of the page's address, which browsers do not send and logs do not store. So the page is
the same for all, and anyone may open it. It sends the secret in a header when it requests its strip.
"""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_safe

from carteado.web.broadcast.score_strip import strip_of
from carteado.web.devices.device_of_request import overlay_for
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.pages.access import needs

PAPERS = {"escuro": "dark"}
"""The overlay's colours, by the word in the address: ``papel=escuro``. Any other word gives light colours."""
SIDES = {"direita": "right"}
"""The overlay's side of the picture, by the word in the address: ``lado=direita``. Any other word gives left."""


@needs(Action.READ, Target.SITE)
@require_safe
def show_overlay(request: HttpRequest) -> HttpResponse:
    """The page itself, without a score."""
    context = {
        "paper": PAPERS.get(request.GET.get("papel", ""), "light"),
        "side": SIDES.get(request.GET.get("lado", ""), "left"),
    }
    return render(request, "broadcast/overlay.html", context)


@needs(Action.READ, Target.SITE)
@require_safe
def show_strip(request: HttpRequest) -> HttpResponse:
    """The strip as HTML, as it was some seconds ago: by the delay of the broadcast, or that of the match if it is
    longer.

    401 without a good secret, 304 if the page has this strip already. The header ``Carteado-Now`` is the instant that
    the strip shows, from which the page runs its clock.
    """
    device = overlay_for(request)
    if device is None:
        return _private(HttpResponse(status=401))
    strip, instant = strip_of(device, timezone.now())
    html = render_to_string("broadcast/strip.html", {"strip": strip})
    tag = f'"{hashlib.sha256(html.encode()).hexdigest()[:32]}"'
    # a proxy that compresses the answer marks its tag with W/
    is_unchanged = request.headers.get("If-None-Match", "").removeprefix("W/") == tag
    answer = _private(HttpResponse(status=304) if is_unchanged else HttpResponse(html))
    answer["ETag"] = tag
    answer["Carteado-Now"] = instant.isoformat()
    return answer


def _private(answer: HttpResponse) -> HttpResponse:
    """Let no proxy or browser store the answer. The page keeps the last strip and its ETag itself."""
    answer["Cache-Control"] = "private, no-store"
    return answer
