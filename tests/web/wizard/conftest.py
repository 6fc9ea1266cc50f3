"""Ana, who organises."""

import pytest
from django.test import Client

from carteado.web.people.models import User
from tests.web.organising import Organiser


@pytest.fixture
def ana(db: None) -> User:
    return User.objects.create_user("ana@exemplo.com.br", name="Ana Lima")


@pytest.fixture
def organiser(client: Client, ana: User) -> Organiser:
    client.force_login(ana)
    return Organiser(client)
