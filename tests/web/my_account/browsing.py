"""Accounts as their owners meet them in a browser."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

Answer = Any
"""What a test browser gets: a response that knows more than Django's."""

EMAIL, PASSWORD, WRONG = "bia@exemplo.com.br", "um gato no varal", "dois gatos no varal"
NO_MAIL = "django.core.mail.backends.dummy.EmailBackend"


def sign_in(client: Client, *, password: str = PASSWORD, email: str = EMAIL, **more: Any) -> Answer:
    return client.post(reverse("account_login"), {"login": email, "password": password}, **more)


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def text_of(response: Answer) -> str:
    return str(response.content.decode())


def link_in(message: str) -> str:
    [link] = re.findall(r"https?://\S+", message)
    return re.sub(r"^https?://[^/]+", "", str(link))


def fail(client: Client, times: int, **more: Any) -> Answer:
    answers = [sign_in(client, password=WRONG, **more) for _ in range(times)]
    return answers[-1]


def confirm_it_is_me(client: Client, path: str) -> Answer:
    return client.post(f"{reverse('account_reauthenticate')}?next={path}", {"password": PASSWORD, "next": path})
