"""An event whose entries are open, and its organiser at the desk for them."""

import pytest
from django.test import Client

from carteado.web.events.models import Event
from carteado.web.people.models import User
from tests.web.registrations.review.reviewing import TM, an_open_event, an_organiser


@pytest.fixture
def event() -> Event:
    return an_open_event(TM, places=2)


@pytest.fixture
def ana(event: Event) -> User:
    return an_organiser(event)


@pytest.fixture
def desk(client: Client, ana: User) -> Client:
    client.force_login(ana)
    return client
