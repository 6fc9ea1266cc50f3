"""The page with an event's broadcasts, and the creation of an address for one, which is shown once."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from carteado.tournament.state.championship import Championship
from carteado.web.broadcast.forms import BroadcastForm, Choices
from carteado.web.devices import letting_in
from carteado.web.devices.models import Device
from carteado.web.devices.phone_pages import by_button, is_local_address, show_not_created, show_revoked
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.sending.site_address import absolute_url
from carteado.web.matches.tables_board import in_order_of_play
from carteado.web.pages.access import SiteRequest, needs


@needs(Action.BROADCAST)
@require_safe
@never_cache
def show_broadcasts(request: SiteRequest) -> HttpResponse:
    return _page(request, BroadcastForm(choices=_choices(request.event)))


@needs(Action.BROADCAST)
@by_button("broadcasts")
@never_cache
def create_address(request: SiteRequest) -> HttpResponse:
    """Create an address. It is shown in the answer itself, and never again."""
    form = BroadcastForm(request.POST, choices=_choices(request.event))
    if not form.is_valid():
        return _page(request, form, status=422)
    sent: UUID = form.cleaned_data["form"]
    result = letting_in.let_in_for_broadcast(
        request.event, table=form.table, match=form.match, delay=form.cleaned_data["delay"], form=sent, by=request.user
    )
    if not isinstance(result, list):
        show_not_created(request, result)
        return redirect("broadcasts", slug=request.event.slug)
    [new_device] = result
    address = absolute_url(f"{reverse('overlay')}#{new_device.secret}", request=request)
    context = {
        "event": request.event,
        "device": new_device.device,
        "title": form.title,
        "address": address,
        "is_local_address": is_local_address(address),
    }
    return render(request, "broadcast/address.html", context)


@needs(Action.BROADCAST)
@by_button("broadcasts")
def revoke(request: SiteRequest, number: int) -> HttpResponse:
    device = get_object_or_404(request.event.devices.on_air().select_related("event"), number=number)
    show_revoked(request, letting_in.revoke(device, by=request.user))
    return redirect("broadcasts", slug=request.event.slug)


def _page(request: SiteRequest, form: BroadcastForm, *, status: int = 200) -> HttpResponse:
    event = request.event
    devices = Device.objects.open().on_air().filter(event=event).order_by("number")
    in_words = ChampionshipInWords(event, store.championship_of(event))
    context = {
        "event": event,
        "devices": [(device, in_words.match(device.match) if device.match else "") for device in devices],
        "form": form,
    }
    return render(request, "broadcast/broadcasts.html", context, status=status)


def _choices(event: Event) -> Choices:
    """The hall's tables, other tables at which a match was called, and undecided matches whose pairs are known."""
    championship = store.championship_of(event)
    hall_tables = [str(number) for number in range(1, store.details_of(event).tables + 1)]
    other_tables = {log.table for log in championship.logs.values() if log.table} - set(hall_tables)
    return Choices([*hall_tables, *sorted(other_tables)], _matches(event, championship))


def _matches(event: Event, championship: Championship) -> list[tuple[str, str]]:
    in_words = ChampionshipInWords(event, championship)
    fixtures = sorted(championship.fixtures.values(), key=in_order_of_play)
    undecided = [one.id for one in fixtures if championship.bracket.is_open(one.id)]
    return [(match, in_words.encounter(match)) for match in undecided]
