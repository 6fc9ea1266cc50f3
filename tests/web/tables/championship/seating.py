"""How people come to the live table of a championship's match, for its tests."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import own_path
from carteado.web.tables.serving.rooms import rooms
from tests.web.referee.referee_desk import Desk
from tests.web.tables.championship.table_hall import Hall
from tests.web.world.halls import Worker, forms_in


def seated(monkeypatch: pytest.MonkeyPatch, regulation: str, **settings: Any) -> Hall:
    """A table to which nobody has come yet."""
    hall = Hall.with_open_table(regulation, **settings)
    monkeypatch.setattr(rooms, "seats_present", hall.seats_present)
    monkeypatch.setattr(rooms, "referee_act", hall.referee_act)
    hall.open()
    return hall


def opens(worker: Worker, match: str, **fields: object) -> Any:
    path, form = worker.filled(match, "mesa-ao-vivo", **fields)
    return worker.client.post(path, form)


def came(entrant: Entrant, match: str) -> Client:
    """The browser of a player who pressed the button of his own page."""
    client = Client()
    page = client.get(own_path(entrant)).content.decode()
    path = reverse("entrant-play", args=[entrant.secret, match])
    assert path in forms_in(page), "the page has no such button"
    answer = client.post(path)
    assert answer.status_code == 302, answer.content
    return client


def cookies(client: Client) -> dict[str, str]:
    return {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}


def of_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def desk_of(hall: Hall, role: Role = Role.REFEREE) -> Desk:
    return Desk.of(hall.event, hall.event.memberships.get(role=role).user)
