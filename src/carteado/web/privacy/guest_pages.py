"""Pages of a guest of a live table, who has no account: their name, what is stored of them, and forgetting them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.people.name_checks import refusal_of_name
from carteado.web.privacy.own_data import lines_of, of_guest
from carteado.web.tables.players import names as sitters
from carteado.web.tables.players import taken_names
from carteado.web.tables.players.visitor import GUEST_KEY, guest_of
from carteado.web.tables.seats import guest_accounts as guests
from carteado.web.tables.seats.seat_forms import NameForm


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_safe
def show_guest(request: SiteRequest) -> HttpResponse:
    return _guest(request)


def _guest(request: SiteRequest, form: NameForm | None = None, status: int = 200) -> HttpResponse:
    """The guest's page. A visitor who never sat at a table as a guest has nothing there."""
    guest = guest_of(request)
    context = {
        "guest": guest,
        "form": form or NameForm(initial={"name": guest.name if guest else ""}),
        "lines": lines_of(of_guest(guest)) if guest else [],
        "name_taken": taken_names.name_taken_from_guest(guest) if guest else None,
    }
    return render(request, "privacy/guest.html", context, status=status)


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_POST
def rename_guest(request: SiteRequest) -> HttpResponse:
    guest, form = guest_of(request), NameForm(request.POST)
    if guest is None:
        return redirect("guest")
    if form.is_valid() and (sentence := refusal_of_name(sitters.of_guest(guest), form.cleaned_data["name"])):
        form.add_error("name", sentence)
    if not form.is_valid():
        return _guest(request, form, status=422)
    guests.rename(guest, form.cleaned_data["name"])
    messages.success(request, _("From now on you are called %(name)s here.") % form.cleaned_data)
    return redirect("guest")


@needs(Action.PLAY, Target.SITE)
@never_cache
@require_POST
def forget_guest(request: SiteRequest) -> HttpResponse:
    """Forget the guest. A second press finds no guest: what it asks for is done."""
    guest = guest_of(request)
    if guest is not None:
        guests.forget(guest)
    request.session.pop(GUEST_KEY, None)
    return redirect("erased")
