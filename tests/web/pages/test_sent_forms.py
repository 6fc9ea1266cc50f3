"""Views that only a sent form may run: opening their address does nothing and leads to the page with the form."""

import pytest
from django.test import Client
from django.urls import resolve, reverse

from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.models import LogEntry
from tests.web.world.roles import a_person, a_published_event

pytestmark = pytest.mark.django_db

PAGE_BY_ROUTE = {
    "new-devices": "devices",
    "new-phone": "devices",
    "revoke-device": "devices",
    "new-broadcast": "broadcasts",
    "event-delays": "broadcasts",
    "revoke-broadcast": "broadcasts",
    "invite": "team",
    "revoke-invitation": "team",
    "remove-member": "team",
}


def address_of(route: str, event: Event) -> str:
    numbered = ("revoke-", "remove-")
    return reverse(route, kwargs={"slug": event.slug, **({"number": 1} if route.startswith(numbered) else {})})


@pytest.mark.parametrize("method", ["get", "head"])
@pytest.mark.parametrize("route", PAGE_BY_ROUTE)
def test_an_opened_address_leads_to_the_page_with_the_form(client: Client, route: str, method: str) -> None:
    event = a_published_event()
    organiser = a_person(Role.ORGANISER, event)
    assert organiser is not None
    client.force_login(organiser)
    log_entries = LogEntry.objects.count()
    answer = getattr(client, method)(address_of(route, event))
    assert (answer.status_code, answer["Location"]) == (302, reverse(PAGE_BY_ROUTE[route], args=[event.slug]))
    assert LogEntry.objects.count() == log_entries


@pytest.mark.parametrize("route", PAGE_BY_ROUTE)
def test_the_view_keeps_its_own_name(route: str) -> None:
    """Tools that list the addresses show it."""
    view = resolve(f"/campeonatos/copa{address_of(route, Event(slug='x')).removeprefix('/campeonatos/x')}").func
    assert view.__name__ not in ("act", "run_or_redirect")
