"""My data: all data about the visitor, to see, download and erase (LGPD, art. 18; Truco Masters 2025, 9)."""

import json

from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from carteado.tournament.registrations.acts import FINAL
from carteado.web.events.store import championship_of, details_of
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.pages.access import SiteRequest, asks_once_more, needs
from carteado.web.privacy.erasing import erase_account, erase_entrant, is_named_in_draws, needed_in
from carteado.web.privacy.forms import EraseAccountForm, EraseEntryForm
from carteado.web.privacy.own_data import DataSubject, document_of, lines_of, of_account, of_entrant
from carteado.web.registrations.consents import asks_consent
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import entrant_with, own_page, owner_only

# --- pages for a user ---------------------------------------------------------------------------------------------


@needs(Action.READ, Target.OWN_ACCOUNT)
@never_cache
@require_safe
def my_data(request: SiteRequest) -> HttpResponse:
    """All that is stored of the user, and their entries, each with whether it asks for consents to take back."""
    subject = of_account(request.user)
    entrants = [(one, asks_consent(details_of(one.event).rules)) for one in subject.entrants]
    return render(request, "privacy/account.html", {"lines": lines_of(subject), "entrants": entrants})


@needs(Action.READ, Target.OWN_ACCOUNT)
@never_cache
@require_safe
def my_data_file(request: SiteRequest) -> HttpResponse:
    return _file(of_account(request.user))


@needs(Action.EDIT, Target.OWN_ACCOUNT)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@asks_once_more
def erase_my_account(request: SiteRequest) -> HttpResponse:
    """Erase the user's account. The only organiser of an event must first find another or archive it.

    The page says if the data of a draw names the person, because that data stays.
    """
    form = EraseAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with_events = form.cleaned_data["what"] == EraseAccountForm.WITH_EVENTS
        if erase_account(request.user, with_events=with_events) is None:
            logout(request)
            return redirect("erased")
    entrants = of_account(request.user).entrants
    context = {
        "form": form,
        "needed": needed_in(request.user),
        "entrants": entrants,
        "in_draws": is_named_in_draws(entrants, request.user),
    }
    status = 200 if request.method != "POST" else 409 if context["needed"] else 422
    return render(request, "privacy/erase_account.html", context, status=status)


# --- pages behind an entrant's own link ---------------------------------------------------------------------------
# ``own_page`` finds the entrant by the secret in the address. ``owner_only`` sends a visitor whose link is not claimed
# yet, so that others may have it too, to the page that claims it.


@needs(Action.READ, Target.SITE)
@require_safe
@own_page
@owner_only
def entrant_data(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    details = details_of(entrant.event)
    rules, lines = details.rules, lines_of(of_entrant(entrant))
    context = {
        "title": _("Everything that is kept of me"),
        "entrant": entrant,
        "event": entrant.event,
        "regulation": rules,
        "details": details,
        "lines": lines,
        "asks_consent": asks_consent(rules),
    }
    return render(request, "privacy/entrant.html", context)


@needs(Action.READ, Target.SITE)
@require_safe
@own_page
@owner_only
def entrant_data_file(_request: SiteRequest, entrant: Entrant) -> HttpResponse:
    return _file(of_entrant(entrant))


@needs(Action.READ, Target.SITE)
@require_http_methods(["GET", "HEAD", "POST"])
def erase_entry(request: SiteRequest, secret: str) -> HttpResponse:
    """Erase the entry.

    A second press of the button comes with a link that no longer works, and shows that it is done.
    """
    if request.method == "POST" and entrant_with(secret) is None:
        return redirect("erased")
    return _erase_entry(request, secret=secret)


@own_page
@owner_only
def _erase_entry(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    form = EraseEntryForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        erase_entrant(entrant)
        return redirect("erased")
    context = {
        "title": _("Erase me from this event"),
        "entrant": entrant,
        "event": entrant.event,
        "regulation": details_of(entrant.event).rules,
        "form": form,
        "withdraws": _withdraws(entrant),
        "in_draws": is_named_in_draws([entrant]),
    }
    return render(request, "privacy/erase_entry.html", context, status=422 if request.method == "POST" else 200)


def _withdraws(entrant: Entrant) -> bool:
    """True if a pair withdraws with the entrant, that is, before the draw."""
    championship = championship_of(entrant.event)
    entries = championship.entries.values()
    return not championship.places and any(entrant.code in one.people and one.state not in FINAL for one in entries)


@needs(Action.READ, Target.SITE)
@require_safe
def erased(request: SiteRequest) -> HttpResponse:
    """The page that says that it is done. It needs no person: none is known any more."""
    return render(request, "privacy/erased.html")


def _file(subject: DataSubject) -> HttpResponse:
    """The data as a file to download."""
    text = json.dumps(document_of(subject, timezone.now()), ensure_ascii=False, indent=2, default=str)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = content_disposition_header(True, "carteado-meus-dados.json") or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    return response
