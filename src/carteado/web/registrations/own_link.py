"""The page behind a person's own link. It needs no account and no password, and is meant for that person alone.

A link that another person passes on begins with ``PASS_ON_PREFIX``. With the first act on the page it is replaced by a
new link, so that the one who passed it on cannot see what the owner enters.
"""

import re
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.sending.site_address import absolute_url
from carteado.web.pages.access import SiteRequest
from carteado.web.people.models import User, fingerprint, new_secret
from carteado.web.registrations.models import Entrant, Erased

PASS_ON_PREFIX = "convite-"
RENEWED_PREFIX = f"{PASS_ON_PREFIX}nova."
"""Prefix of a link that replaces one whose owner had already used the page."""
OWN_SECRET_FIELD = "own"
"""Form field with the secret that becomes the sender's own link."""
_GUESS_COUNTER = "entrant"
_SECRET = re.compile(r"[\w-]{32}", re.ASCII)

OwnView = Callable[..., HttpResponse]


class LinkClosed(Exception):
    """The person's link was replaced by another while this request was being handled."""


def secret_to_pass_on() -> str:
    """A secret for a person entered by another, who passes the link on to them."""
    return PASS_ON_PREFIX + new_secret()


def renewed_secret() -> str:
    """A secret for a person who lost a link that was already their own."""
    return RENEWED_PREFIX + new_secret()


def is_renewed(entrant: Entrant) -> bool:
    return entrant.secret.startswith(RENEWED_PREFIX)


def has_passed_on_link(entrant: Entrant) -> bool:
    """True while another person still has this person's link."""
    return entrant.secret.startswith(PASS_ON_PREFIX)


def has_entered_data(entrant: Entrant) -> bool:
    """True if the person has entered data themselves. From then on, having the link alone does not show the page."""
    entered = entrant.document or entrant.birth_date or entrant.declared
    return bool(entered) or entrant.agreements.exists()


def replace_with_own_link(entrant: Entrant, secret: str = "") -> None:
    """Replace a link that was passed on with a new one. Does not save the row.

    ``secret`` comes from the form. If the form is sent twice, the second request finds its result by it.
    """
    if has_passed_on_link(entrant):
        entrant.secret = secret if _SECRET.fullmatch(secret) else new_secret()


def own_path(entrant: Entrant) -> str:
    return reverse("entrant", kwargs={"secret": entrant.secret})


def own_link(entrant: Entrant, request: HttpRequest | None = None) -> str:
    """The full address of the page, to pass on or to keep."""
    return absolute_url(own_path(entrant), request=request)


def entrant_with(secret: str) -> Entrant | None:
    entrants = Entrant.objects.select_related("event", "user").filter(secret_hash=fingerprint(secret), erased_at=None)
    return entrants.first()


def owner_only(view: OwnView) -> OwnView:
    """Decorator for views meant for the person alone.

    A visitor who opens a link that is only passed on is redirected to the page on which its owner takes it.
    """

    @wraps(view)
    def guarded(request: SiteRequest, entrant: Entrant, **address: object) -> HttpResponse:
        return redirect(own_path(entrant)) if has_passed_on_link(entrant) else view(request, entrant=entrant, **address)

    return guarded


def own_page(view: OwnView) -> OwnView:
    """Decorator that gives the view its ``entrant`` in place of the address's ``secret``. Unknown secrets all get the
    same answer, and each one counts as a guess.

    ``Referrer-Policy`` keeps the address from other sites. ``no-referrer`` would do so too, but browsers would then
    hide from this site where a form comes from, and every form would be refused.
    """

    @wraps(view)
    def guarded(request: SiteRequest, secret: str, **address: object) -> HttpResponse:
        if attempt_limits.has_missed_too_often(request, _GUESS_COUNTER):
            return render(request, "429.html", status=429)
        entrant = entrant_with(secret)
        if entrant is None and (owner := _sent_before(request, secret)):
            return redirect(own_path(owner))
        if entrant is None or entrant.event.is_draft:
            attempt_limits.count_miss(request, _GUESS_COUNTER)
            return render(request, "registrations/no_page.html", status=404)
        try:
            response = view(request, entrant=entrant, **address)
        except LinkClosed:
            return render(request, "registrations/no_page.html", status=404)
        except Erased:
            return redirect("erased")
        add_never_cache_headers(response)
        response["Referrer-Policy"] = "same-origin"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return guarded


def _sent_before(request: SiteRequest, secret: str) -> Entrant | None:
    """The person who has just made this link their own with the same form.

    A second press of the button sends the form to the old address, which no longer exists.
    """
    secret_now = request.POST.get(OWN_SECRET_FIELD, "")
    return entrant_with(secret_now) if secret.startswith(PASS_ON_PREFIX) and _SECRET.fullmatch(secret_now) else None


def member(request: SiteRequest) -> User | None:
    """The user who is signed in; None for a visitor."""
    return None if Role.VISITOR in request.roles else request.user
