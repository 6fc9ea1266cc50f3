"""Pages for the phones that keep súmulas: a list of them, and QR codes that are shown once."""

from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from carteado.regulation import Refusal
from carteado.web.devices import letting_in
from carteado.web.devices.forms import PhoneForm, TablesForm
from carteado.web.devices.letting_in import AlreadyLetIn, NewDevice
from carteado.web.devices.models import Device
from carteado.web.events import store
from carteado.web.events.trouble import trouble_from_refusal
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.sending.site_address import absolute_url
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.pages.sent_forms import only_by_form

LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names by which a machine reaches only itself."""


@needs(Action.RUN_MATCHES)
@require_safe
@never_cache
def show(request: SiteRequest) -> HttpResponse:
    return _page(request)


@needs(Action.RUN_MATCHES)
@only_by_form("devices")
@never_cache
def let_in_tables(request: SiteRequest) -> HttpResponse:
    """Make a QR code for the phone of each table."""
    form = TablesForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    created = letting_in.let_in_for_tables(request.event, form.tables, form=form.cleaned_data["form"], by=request.user)
    return _codes(request, created)


@needs(Action.RUN_MATCHES)
@only_by_form("devices")
@never_cache
def let_in_phone(request: SiteRequest) -> HttpResponse:
    """Make one QR code for a phone of all tables, such as a referee's."""
    form = PhoneForm(request.POST)
    if not form.is_valid():
        return _page(request, status=422)
    return _codes(
        request, letting_in.let_in_for_tables(request.event, [""], form=form.cleaned_data["form"], by=request.user)
    )


@needs(Action.RUN_MATCHES)
@only_by_form("devices")
def revoke(request: SiteRequest, number: int) -> HttpResponse:
    device = get_object_or_404(request.event.devices.keeping_sumulas().select_related("event"), number=number)
    show_revoked(request, letting_in.revoke(device, by=request.user))
    return redirect("devices", slug=request.event.slug)


def show_revoked(request: SiteRequest, was_revoked: bool) -> None:
    """Leave a message: it is revoked now, or it was already. For phones and broadcasts."""
    if was_revoked:
        messages.success(request, _("Revoked: its secret opens nothing any more."))
    else:
        messages.info(request, _("That one was revoked before."))


def show_not_created(request: SiteRequest, result: AlreadyLetIn | Refusal) -> None:
    """Leave a message that says why there is no secret to display. For phones and broadcasts."""
    if isinstance(result, Refusal):
        messages.error(request, trouble_from_refusal(result, store.championship_of(request.event).regulation).refusal)
        return
    text = ngettext(
        "This form was sent before, and its code was shown then. If it is lost, revoke it and make another.",
        "This form was sent before, and its {count} codes were shown then. If they are lost, revoke them and make"
        " others.",
        result.devices,
    )
    messages.info(request, text.format(count=result.devices))


def is_local_address(address: str) -> bool:
    """True if no other machine can open the address."""
    return urlsplit(address).hostname in LOCAL_HOSTS


# --- pages --------------------------------------------------------------------------------------------------------


def _page(request: SiteRequest, form: TablesForm | None = None, *, status: int = 200) -> HttpResponse:
    event = request.event
    tables = store.details_of(event).tables
    devices = Device.objects.open().keeping_sumulas().filter(event=event).order_by("number")
    context = {
        "event": event,
        "devices": devices,
        "now": timezone.now(),
        "tables_form": form or TablesForm(initial={"last": tables or 1}),
        "phone_form": PhoneForm(auto_id="id_phone_%s"),
    }
    return render(request, "devices/phones.html", context, status=status)


def _codes(request: SiteRequest, created: list[NewDevice] | AlreadyLetIn | Refusal) -> HttpResponse:
    """Show the codes in the answer itself, and never again: an address to come back to would reveal them later."""
    if not isinstance(created, list):
        show_not_created(request, created)
        return redirect("devices", slug=request.event.slug)
    join = reverse("sumula-join")  # the secret comes after ``#``, which browsers do not send and logs do not store
    codes = [(one.device, absolute_url(f"{join}#{one.secret}", request=request)) for one in created]
    context = {"event": request.event, "codes": codes, "is_local_address": is_local_address(codes[0][1])}
    return render(request, "devices/codes.html", context)
