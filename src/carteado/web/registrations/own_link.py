"""The page behind a person's own link. It needs no account and no password, and is meant for that person alone.

The link of a person whom another entered is unclaimed: others have it, to pass it on. Its secret begins with
``PASS_ON_PREFIX``. When the person claims it, by confirming or with a button, it is replaced by a new link, so that the
one who passed it on cannot see what the owner enters. The link of a person who entered the pair themselves is their own
from the beginning.
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
"""Prefix of the secret of a link that its person has not claimed."""
RENEWED_PREFIX = f"{PASS_ON_PREFIX}nova."
"""Prefix of an unclaimed link that replaces one whose owner had already used the page. The page then may ask its
visitor for a proof (``identity_proof``)."""
OWN_SECRET_FIELD = "own"
"""Form field with the secret of the link that the sender is to get. The page makes it, not the answer to the form: so
the same form, sent twice, leads to the same link."""
_GUESS_COUNTER = "entrant"
"""Name of the counter of unknown secrets."""
_SECRET = re.compile(r"[\w-]{32}", re.ASCII)
"""The form of what ``new_secret`` makes, without a prefix."""

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
    """True if the organiser replaced a link that was the person's own, and the new one is not claimed yet."""
    return entrant.secret.startswith(RENEWED_PREFIX)


def has_unclaimed_link(entrant: Entrant) -> bool:
    """True while another person has this person's link too: it was never claimed, or was renewed since."""
    return entrant.secret.startswith(PASS_ON_PREFIX)


def has_entered_data(entrant: Entrant) -> bool:
    """True if the person has entered data themselves, or agreed to something. If their link is renewed then, having
    the new one alone does not show the page."""
    entered = entrant.document or entrant.birth_date or entrant.declared
    return bool(entered) or entrant.agreements.exists()


def replace_with_own_link(entrant: Entrant, secret: str = "") -> None:
    """Replace an unclaimed link with a new one. A link that is the person's own stays. Does not save the row.

    ``secret`` comes from the form. If the form is sent twice, the second request finds its result by it. Without one,
    or with a malformed one, the link gets another secret.
    """
    if has_unclaimed_link(entrant):
        entrant.secret = secret if _SECRET.fullmatch(secret) else new_secret()


def own_path(entrant: Entrant) -> str:
    return reverse("entrant", kwargs={"secret": entrant.secret})


def own_link(entrant: Entrant, request: HttpRequest | None = None) -> str:
    """The full address of the page, to pass on or to keep."""
    return absolute_url(own_path(entrant), request=request)


def entrant_with(secret: str) -> Entrant | None:
    """The person whose link has this secret. An erased person has no page any more."""
    entrants = Entrant.objects.select_related("event", "user").filter(secret_hash=fingerprint(secret), erased_at=None)
    return entrants.first()


def owner_only(view: OwnView) -> OwnView:
    """Decorator for views meant for the person alone, used below ``own_page``.

    A visitor with an unclaimed link is redirected to the page on which its owner claims it.
    """

    @wraps(view)
    def guarded(request: SiteRequest, entrant: Entrant, **address: object) -> HttpResponse:
        return redirect(own_path(entrant)) if has_unclaimed_link(entrant) else view(request, entrant=entrant, **address)

    return guarded


def own_page(view: OwnView) -> OwnView:
    """Decorator that gives the view its ``entrant`` in place of the address's ``secret``. Unknown secrets all get the
    same answer, and each one counts as a guess. The answer is never cached and never indexed.

    A view may raise LinkClosed and Erased.

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
    """The person who has just claimed this link with the same form; None if nobody has.

    A second press of the button sends the form to the old address, which no longer exists.
    """
    secret_now = request.POST.get(OWN_SECRET_FIELD, "")
    return entrant_with(secret_now) if secret.startswith(PASS_ON_PREFIX) and _SECRET.fullmatch(secret_now) else None


def member(request: SiteRequest) -> User | None:
    """The user who is signed in; None for a visitor."""
    return None if Role.VISITOR in request.roles else request.user
