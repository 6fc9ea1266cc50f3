"""Bia, who has an account, and the browser in which she is signed in."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from carteado.web.people.models import User
from tests.web.my_account.browsing import EMAIL, PASSWORD, sign_in


@pytest.fixture
def bia() -> User:
    user = User.objects.create_user(EMAIL, PASSWORD, name="Bia Ramos")
    EmailAddress.objects.create(user=user, email=EMAIL, primary=True)
    return user


@pytest.fixture
def inside(client: Client, bia: User) -> Client:
    """A browser in which she has just signed in with her password."""
    sign_in(client)
    return client
