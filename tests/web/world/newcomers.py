"""Pairs that enter as people do: they open the page, fill in what it asks, and send it."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.registrations.eligibility import EventSettings
from carteado.web.events import store
from carteado.web.events.details import Details, Question
from carteado.web.events.models import Event
from carteado.web.people.models import User
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import own_path
from tests.web.world.organising import form_in

TRUCO, AFIA = "truco-masters-2025", "afia-2026-tranca"
FARAES, APCEF = "faraes-2023-tranca", "apcef-sc-2022-canastra"
CPF, OTHER_CPF, THIRD_CPF = "529.982.247-25", "111.444.777-35", "123.456.789-09"

PersonFields = dict[str, str]
Answer = Any


def an_open_event(
    regulation: str = FARAES, *, capacity: int = 16, questions: tuple[Question, ...] = (), **more: Any
) -> Event:
    """Published, with entries open now and the event in a month."""
    now = timezone.now().replace(microsecond=0)
    days = {"opens": now - timedelta(days=1), "closes": now + timedelta(days=9), **more}
    settings = EventSettings(day=(now + timedelta(days=30)).date(), **days)
    details = Details(
        regulation=regulation, name="Copa da Vila", capacity=capacity, settings=settings, questions=questions
    )
    founder, _is_new = User.objects.get_or_create(email="founder@carteado.test")
    draft = store.create(details, by=founder)
    event = store.publish(draft, expected=draft.version, by=founder)
    assert isinstance(event, Event)
    return event


def founder() -> User:
    return User.objects.get(email="founder@carteado.test")


CONDITIONS: PersonFields = {
    "residence": "yes",
    "nationality": "yes",
    "capable": "yes",
    "unimpeded": "yes",
    "available": "yes",
    "producer_tie": "no",
    "relative": "no",
    "sponsor_tie": "no",
}
CONSENTS = ("regulation", "image", "material", "own_material", "personal_data")


def a_person(name: str = "Bia Ramos", **changed: str) -> PersonFields:
    """The fields of a person of age who may play everywhere."""
    return {"name": name, "document": CPF, "birth_date": "1981-04-30", **CONDITIONS, **changed}


def filled_in(
    html: str,
    person: Mapping[str, str],
    partner: Mapping[str, str] | None = None,
    *,
    agrees: bool = True,
    action: str = "",
) -> dict[str, list[str]]:
    """The form of a page with what is asked there filled in; what the page does not ask is not sent."""
    fields = form_in(html, action)
    people = {"person": person, "partner": partner or {"name": "Cida Lopes"}}
    for prefix, person_fields in people.items():
        for name, value in person_fields.items():
            if f'name="{prefix}-{name}"' in html:
                fields[f"{prefix}-{name}"] = [value]
    for name in CONSENTS if agrees else ():
        if f'name="consents-{name}"' in html:
            fields[f"consents-{name}"] = ["on"]
    return fields


def open_form(client: Client, event: Event) -> str:
    answer = client.get(reverse("enter", args=[event.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def send(client: Client, event: Event, fields: Mapping[str, list[str]]) -> Answer:
    return client.post(reverse("enter", args=[event.slug]), fields)


def enter(
    client: Client,
    event: Event,
    person: Mapping[str, str] | None = None,
    partner: Mapping[str, str] | None = None,
    *,
    agrees: bool = True,
) -> Entrant:
    """The registrant of a new entry."""
    fields = filled_in(open_form(client, event), person or a_person(), partner, agrees=agrees)
    answer = send(client, event, fields)
    assert answer.status_code == 302, answer.content.decode()
    return at(answer.url)


def at(path: str) -> Entrant:
    """The person whose page has this address."""
    return next(one for one in Entrant.objects.all() if own_path(one) == path.partition("#")[0])


def partner_of(registrant: Entrant) -> Entrant:
    return Entrant.objects.filter(event=registrant.event).exclude(pk=registrant.pk).latest("pk")


def page_of(client: Client, entrant: Entrant) -> str:
    answer = client.get(own_path(entrant))
    assert answer.status_code == 200
    return answer.content.decode()


def confirm(
    client: Client, partner: Entrant, person: Mapping[str, str] | None = None, *, agrees: bool = True
) -> Answer:
    person_fields = person or a_person("Cida Lopes", document=OTHER_CPF)
    action = reverse("entrant-confirm", args=[partner.secret])
    return client.post(action, filled_in(page_of(client, partner), person_fields, agrees=agrees, action=action))
