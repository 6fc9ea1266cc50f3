"""The page with an event's broadcasts and delays, and the creation of an address, which is shown once."""

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from carteado.regulation import Refusal
from carteado.tournament.state.championship import Championship
from carteado.web.broadcast.choices import Choices, Chosen
from carteado.web.broadcast.forms import BroadcastForm, DelayForm
from carteado.web.broadcast.score_strip import least_delay
from carteado.web.devices import letting_in
from carteado.web.devices.models import Device, Purpose
from carteado.web.devices.phone_pages import is_local_address, show_not_created, show_revoked
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.delays import Delays, Floor, delays_of
from carteado.web.events.log_actions import DelaySet, HallShown
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.sending.site_address import absolute_url
from carteado.web.matches.tables_board import in_order_of_play
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.pages.sent_forms import only_by_form
from carteado.web.tables.championship.official_table import follow_delays

SET, REMOVE, HALL = "set", "remove", "hall"
"""What the forms of the delays ask for: set one, take one back, or decide whether the projector in the hall has
them."""


@needs(Action.BROADCAST)
@require_safe
@never_cache
def show_broadcasts(request: SiteRequest) -> HttpResponse:
    return _page(request, BroadcastForm(choices=_choices(request.event)))


@needs(Action.BROADCAST)
@only_by_form("broadcasts")
@never_cache
def create_address(request: SiteRequest) -> HttpResponse:
    """Create an address. It is shown in the answer itself, and never again."""
    form = BroadcastForm(request.POST, choices=_choices(request.event))
    if not form.is_valid():
        return _page(request, form, status=422)
    sent: UUID = form.cleaned_data["form"]
    chosen, seconds = form.chosen, form.cleaned_data["delay"]
    with transaction.atomic():
        result = letting_in.let_in_for_broadcast(
            request.event,
            table=chosen.table,
            match=chosen.match,
            delay=seconds,
            purpose=Purpose(form.cleaned_data["purpose"]),
            form=sent,
            by=request.user,
        )
        if isinstance(result, list):
            _raise_delay(request, chosen, seconds)
    if not isinstance(result, list):
        show_not_created(request, result)
        return redirect("broadcasts", slug=request.event.slug)
    [new_device] = result
    address = absolute_url(f"{reverse('overlay')}#{new_device.secret}", request=request)
    context = {
        "event": request.event,
        "device": new_device.device,
        "delay": least_delay(new_device.device, timezone.now()),
        "secret": new_device.secret,
        "title": form.title,
        "address": address,
        "is_local_address": is_local_address(address),
    }
    return render(request, "broadcast/address.html", context)


@needs(Action.BROADCAST)
@only_by_form("broadcasts")
def revoke(request: SiteRequest, number: int) -> HttpResponse:
    device = get_object_or_404(request.event.devices.on_air().select_related("event"), number=number)
    show_revoked(request, letting_in.revoke(device, by=request.user))
    return redirect("broadcasts", slug=request.event.slug)


@needs(Action.BROADCAST)
@only_by_form("broadcasts")
@never_cache
def change_delays(request: SiteRequest) -> HttpResponse:
    """Set a delay, take one back, or decide whether the projector in the hall has delays too."""
    act = request.POST.get("act", "")
    if act == HALL:
        _show_hall(request, at_once=bool(request.POST.get("at_once")))
        return redirect("broadcasts", slug=request.event.slug)
    form = DelayForm(request.POST, choices=_choices(request.event))
    if act == REMOVE:
        # read without the form: it offers no match that was decided since, but its delay can be taken back too
        chosen = Chosen.of(request.POST.get("what", ""))
        _save_delays(request, chosen, None)
    elif not form.is_valid():
        broadcast_form = BroadcastForm(choices=_choices(request.event))
        return _page(request, broadcast_form, delay_form=form, status=422)
    else:
        _save_delays(request, form.chosen, form.cleaned_data["seconds"])
    return redirect("broadcasts", slug=request.event.slug)


def _raise_delay(request: SiteRequest, chosen: Chosen, seconds: int) -> None:
    """Raise the delay of the match or table to that of the new address. A longer delay stays as it is.

    At a table, matches with a shorter delay of their own are raised too.
    """
    # The picture shows the match that many seconds late. No page may be ahead of it.
    event = Event.objects.get(pk=request.event.pk)
    championship = store.championship_of(event)
    floor = Floor(event, championship, timezone.now())
    if chosen.match:
        shown = [chosen] if seconds > floor.seconds_set(chosen.match) else []
    else:
        logs = championship.logs
        at_table = [match for match in delays_of(event).matches if match in logs and logs[match].table == chosen.table]
        shown = [Chosen(match=match) for match in at_table if seconds > floor.seconds_set(match)]
        shown += [chosen] if seconds > delays_of(event).of_table(chosen.table) else []
    for one in shown:
        _save_delays(request, one, seconds)


def _save_delays(request: SiteRequest, chosen: Chosen, seconds: int | None) -> None:
    """Set the delay of a match, of a table, or of the whole event. None takes it back.

    After that the wider one counts: for a match that of its table, for a table that of the event. The event has none.
    """

    def change(delays: Delays) -> Delays:
        if seconds is not None:
            return delays.with_delay(seconds, **chosen._asdict())
        return delays.without_delay(**chosen._asdict()) if chosen.table or chosen.match else delays.with_delay(0)

    action = DelaySet(what=chosen.kind, seconds=seconds or 0)
    result = store.change_delays(request.event, change, action=action, by=request.user)
    if isinstance(result, Refusal):
        championship = store.championship_of(request.event)
        in_words = ChampionshipInWords(request.event, championship)
        messages.error(request, in_words.with_article(result, championship.regulation))
    else:
        follow_delays(result)  # live tables keep a copy of their match's delay


def _show_hall(request: SiteRequest, *, at_once: bool) -> None:
    """Decide whether the projector in the hall shows all at once, or behind the delays."""
    store.change_delays(
        request.event,
        lambda delays: delays._replace(hall_at_once=at_once),
        action=HallShown(at_once=int(at_once)),
        by=request.user,
    )


class DelayShown(NamedTuple):
    """A delay in words. ``value`` is what the form sends to take it back, a ``Chosen.value``."""

    what: str
    seconds: int
    value: str


def _delays_in_words(event: Event, in_words: ChampionshipInWords) -> Iterator[DelayShown]:
    delays = delays_of(event)
    if delays.event:
        yield DelayShown(_("the whole event"), delays.event, Chosen().value)
    for table, seconds in delays.tables.items():
        yield DelayShown(_("table %(table)s") % {"table": table}, seconds, Chosen(table=table).value)
    for match, seconds in delays.matches.items():
        yield DelayShown(in_words.match(match), seconds, Chosen(match=match).value)


def _page(
    request: SiteRequest, form: BroadcastForm, *, delay_form: DelayForm | None = None, status: int = 200
) -> HttpResponse:
    event = Event.objects.get(pk=request.event.pk)
    devices = Device.objects.open().on_air().filter(event=event).select_related("event").order_by("number")
    in_words, now = ChampionshipInWords(event, store.championship_of(event)), timezone.now()
    # each device with the match that it shows, if it shows only one, and by how many seconds it is behind
    context = {
        "event": event,
        "devices": [
            (device, in_words.match(device.match) if device.match else "", least_delay(device, now))
            for device in devices
        ],
        "form": form,
        "delays": list(_delays_in_words(event, in_words)),
        "delay_form": delay_form or DelayForm(choices=_choices(event)),
        "hall_at_once": delays_of(event).hall_at_once,
    }
    return render(request, "broadcast/broadcasts.html", context, status=status)


def _choices(event: Event) -> Choices:
    """The hall's tables, other tables at which a match was called, and undecided matches whose pairs are known."""
    championship = store.championship_of(event)
    hall_tables = [str(number) for number in range(1, store.details_of(event).tables + 1)]
    other_tables = {log.table for log in championship.logs.values() if log.table} - set(hall_tables)
    return Choices([*hall_tables, *sorted(other_tables)], _matches(event, championship))


def _matches(event: Event, championship: Championship) -> list[tuple[str, str]]:
    """Undecided matches whose pairs are known, each with its title, in order of play."""
    in_words = ChampionshipInWords(event, championship)
    fixtures = sorted(championship.fixtures.values(), key=in_order_of_play)
    undecided = [one.id for one in fixtures if championship.bracket.is_open(one.id)]
    return [(match, in_words.encounter(match)) for match in undecided]
