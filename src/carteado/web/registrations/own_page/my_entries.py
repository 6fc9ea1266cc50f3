"""The entries of the signed-in user."""

from typing import NamedTuple

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from carteado.web.display.event_posters import Poster, posters_of
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import own_path


class OwnEntry(NamedTuple):
    """An event that the user has entered. ``path`` is the address of their own page in it."""

    poster: Poster
    path: str


@needs(Action.READ, Target.OWN_ACCOUNT)
@never_cache
@require_safe
def my_entries(request: SiteRequest) -> HttpResponse:
    rows = Entrant.objects.filter(user=request.user, erased_at=None).select_related("event").order_by("-pk")
    entrants = list(rows)
    posters = posters_of([one.event for one in entrants])
    entries = [OwnEntry(poster, own_path(one)) for one, poster in zip(entrants, posters, strict=True)]
    return render(request, "registrations/my_entries.html", {"entries": entries})
