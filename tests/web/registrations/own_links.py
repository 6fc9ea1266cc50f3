"""A pair with links of its own, and what can be done with them."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.test import Client
from django.urls import reverse

from carteado.tournament.registrations.acts import EntryState
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.registrations import registering as entering
from carteado.web.registrations.models import Entrant
from tests.web.registrations.review import reviewing
from tests.web.world.newcomers import OTHER_CPF, a_person, at, confirm, enter, filled_in, partner_of


def an_organiser(event: Event) -> Client:
    desk = Client()
    desk.force_login(reviewing.an_organiser(event))
    return desk


def a_pair(event: Event) -> tuple[Entrant, Entrant]:
    """Both told everything, and each has his own link."""
    registrant = enter(Client(), event, a_person(phone="(13) 99876-0001"))
    told = a_person("Cida Lopes", document=OTHER_CPF, phone="(13) 99876-0002")
    return registrant, at(confirm(Client(), partner_of(registrant), told).url)


def renew(desk: Client, entrant: Entrant) -> Entrant:
    """With the link that the organiser has just made."""
    entry = entering.entry_of(store.championship_of(Event.objects.get(pk=entrant.event_id)), entrant.code)
    assert entry is not None
    answer = desk.post(reverse("renew-link", args=[entrant.event.slug, entry.id, entrant.number]))
    assert answer.status_code == 302
    return Entrant.objects.get(pk=entrant.pk)


def take(entrant: Entrant, said: Mapping[str, str] | None = None, client: Client | None = None) -> Any:
    return (client or Client()).post(reverse("entrant-take", args=[entrant.secret]), said or {})


def correct(entrant: Entrant, **told: str) -> Any:
    path = reverse("entrant-data", args=[entrant.secret])
    client = Client()
    return client.post(path, filled_in(client.get(path).content.decode(), told, action=path))


def withdraw(entrant: Entrant, why: str = "") -> Any:
    entry = entering.entry_of(store.championship_of(Event.objects.get(pk=entrant.event_id)), entrant.code)
    assert entry is not None
    fields = {"steps": len(entry.history), "why": why}
    return Client().post(reverse("entrant-withdraw", args=[entrant.secret]), fields)


def states(event: Event) -> list[EntryState]:
    championship = store.championship_of(Event.objects.get(pk=event.pk))
    return [entry.state for entry in championship.entries.values()]


def sent_again(event: Event, form: str | UUID | None) -> Any:
    assert form
    return Client().post(reverse("enter", args=[event.slug]), {"form": str(form)})


def opens_nothing(answer: Any) -> bool:
    secrets = [one.secret for one in Entrant.objects.all()]
    return (
        answer.status_code == 409
        and "Location" not in answer
        and not any(secret in answer.content.decode() for secret in secrets)
    )
