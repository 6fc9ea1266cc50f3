"""The page that a person's own link opens: no account, no password, and nobody else's business.

A link that somebody else was given to pass on begins with ``GIVEN``. Its owner makes it his own by his first act, and
then it is another one: who passed it on cannot look at what he told.
"""

import re
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from carteado.web.kit.guarding import attempt_limits as misses
from carteado.web.pages.access import SiteRequest
from carteado.web.people.models import fingerprint, new_secret
from carteado.web.people.one_time_links import absolute_url
from carteado.web.registrations.models import Entrant, Erased

GIVEN = "convite-"
RENEWED = f"{GIVEN}nova."
"""Of a link made anew for somebody whose page it was already."""
NEW = "own"
"""The field of a form that brings the secret by which its sender will be known from then on."""
_GUESSES = "entrant"
_SECRET = re.compile(r"[\w-]{32}", re.ASCII)

OwnView = Callable[..., HttpResponse]


class LinkClosed(Exception):
    """Another link took the place of this one while something was done with it."""


def given_secret() -> str:
    """For a person whom somebody else enters, and who gets his link from him."""
    return GIVEN + new_secret()


def renewed_secret() -> str:
    """For a person who lost the link that was his own."""
    return RENEWED + new_secret()


def is_renewed(entrant: Entrant) -> bool:
    return entrant.secret.startswith(RENEWED)


def is_given(entrant: Entrant) -> bool:
    """Whether somebody else still has this person's link."""
    return entrant.secret.startswith(GIVEN)


def has_told(entrant: Entrant) -> bool:
    """Whether the person himself told something here: then nobody who merely has his link may look at it."""
    own = entrant.document or entrant.birth_date or entrant.declared
    return bool(own) or entrant.agreements.exists()


def make_own(entrant: Entrant, secret: str = "") -> None:
    """From now on nobody else has the link; the row is not saved here. ``secret`` is the one that the form brought, by
    which the same form sent twice finds what it did."""
    if is_given(entrant):
        entrant.secret = secret if _SECRET.fullmatch(secret) else new_secret()


def own_path(entrant: Entrant) -> str:
    return reverse("entrant", kwargs={"secret": entrant.secret})


def own_link(entrant: Entrant, request: HttpRequest | None = None) -> str:
    """The address to give away or to keep."""
    return absolute_url(own_path(entrant), request=request)


def entrant_with(secret: str) -> Entrant | None:
    found = Entrant.objects.select_related("event", "user").filter(secret_hash=fingerprint(secret), erased_at=None)
    return found.first()


def only_his(view: OwnView) -> OwnView:
    """For what is nobody else's: who only passes a link on is led to the page on which its owner takes it."""

    @wraps(view)
    def guarded(request: SiteRequest, entrant: Entrant, **address: object) -> HttpResponse:
        return redirect(own_path(entrant)) if is_given(entrant) else view(request, entrant=entrant, **address)

    return guarded


def own_page(view: OwnView) -> OwnView:
    """Gives the view its ``entrant`` in place of the ``secret`` of the address. A secret that is nobody's always gets
    the same answer, and guessing is counted.

    The address is told to no other site. ``no-referrer`` would do that, too, but browsers then hide from us where a
    form comes from, and every one of them would be refused.
    """

    @wraps(view)
    def guarded(request: SiteRequest, secret: str, **address: object) -> HttpResponse:
        if misses.missed_too_often(request, _GUESSES):
            return render(request, "429.html", status=429)
        entrant = entrant_with(secret)
        if entrant is None and (made_own := _sent_before(request, secret)):
            return redirect(own_path(made_own))
        if entrant is None or entrant.event.is_draft:
            misses.miss(request, _GUESSES)
            return render(request, "entries/no_page.html", status=404)
        try:
            response = view(request, entrant=entrant, **address)
        except LinkClosed:
            return render(request, "entries/no_page.html", status=404)
        except Erased:
            return redirect("erased")
        add_never_cache_headers(response)
        response["Referrer-Policy"] = "same-origin"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return guarded


def _sent_before(request: SiteRequest, secret: str) -> Entrant | None:
    """Who made the link his own with this very form: the second press of the button comes to an address that is no
    more."""
    own = request.POST.get(NEW, "")
    return entrant_with(own) if secret.startswith(GIVEN) and _SECRET.fullmatch(own) else None
