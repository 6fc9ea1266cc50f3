"""A new password, a new e-mail, and what mail has to do with them."""

from typing import Any, ClassVar
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from carteado.web.people.models import User
from tests.web.my_account.browsing import (
    EMAIL,
    NO_MAIL,
    PASSWORD,
    WRONG,
    Answer,
    confirm_it_is_me,
    fail,
    is_signed_in,
    link_in,
    sign_in,
    text_of,
)

pytestmark = pytest.mark.django_db


# --- passwords ----------------------------------------------------------------------------------------------------


def test_a_new_password_by_mail(client: Client, bia: User) -> None:
    fail(client, 10)
    client.post(reverse("account_reset_password"), {"email": EMAIL})
    [sent] = mail.outbox
    form = client.get(link_in(str(sent.body)))
    data = {"password1": "três gatos no varal", "password2": "três gatos no varal"}
    assert client.post(form.headers["Location"], data).headers["Location"] == reverse("my-events")
    assert is_signed_in(client)
    again = Client()
    assert sign_in(again, password="três gatos no varal").status_code == 302


def test_a_reset_link_serves_once(client: Client, bia: User) -> None:
    client.post(reverse("account_reset_password"), {"email": EMAIL})
    link = link_in(str(mail.outbox[0].body))
    data = {"password1": "três gatos no varal", "password2": "três gatos no varal"}
    client.post(client.get(link).headers["Location"], data)
    assert "Este link já foi usado ou venceu." in text_of(Client().get(link))


def test_nobody_learns_by_a_reset_which_accounts_there_are(client: Client, bia: User) -> None:
    answers = [client.post(reverse("account_reset_password"), {"email": email}) for email in (EMAIL, "x@x.test")]
    assert {answer.headers["Location"] for answer in answers} == {reverse("account_reset_password_done")}
    assert [sent.to for sent in mail.outbox] == [[EMAIL], ["x@x.test"]]
    assert "criar-conta" in str(mail.outbox[1].body)


def test_links_in_mails_bear_the_public_address(client: Client, bia: User, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://clube.example"
    client.post(reverse("account_reset_password"), {"email": EMAIL})
    assert "https://clube.example/entrar/nova-senha/" in str(mail.outbox[0].body)


def test_without_a_mail_server_the_page_says_what_to_do(client: Client, settings: Settings) -> None:
    settings.EMAIL_BACKEND = NO_MAIL
    html = text_of(client.get(reverse("account_reset_password")))
    assert "carteado sign-in-link" in html
    assert 'name="email"' not in html


def test_changing_the_password_needs_the_old_one(inside: Client, bia: User) -> None:
    new = {"password1": "três gatos no varal", "password2": "três gatos no varal"}
    refused = inside.post(reverse("account_change_password"), {"oldpassword": WRONG} | new)
    assert "Esta não é a sua senha atual." in text_of(refused)
    assert inside.post(reverse("account_change_password"), {"oldpassword": PASSWORD} | new).status_code == 302
    bia.refresh_from_db()
    assert bia.check_password("três gatos no varal")


def test_who_came_by_a_link_sets_a_first_password(client: Client) -> None:
    client.force_login(User.objects.create_user("ivo@exemplo.com.br"))
    assert client.get(reverse("account_change_password")).headers["Location"] == reverse("account_set_password")
    data = {"password1": PASSWORD, "password2": PASSWORD}
    assert client.post(reverse("account_set_password"), data).status_code == 302
    assert User.objects.get().check_password(PASSWORD)


# --- e-mail -------------------------------------------------------------------------------------------------------


def change_email(client: Client, email: str) -> Answer:
    """Asked for the password in between, as after five minutes."""
    path = reverse("account_email")
    answer = client.post(path, {"email": email})
    if "/confirmar/" in answer.headers.get("Location", ""):
        answer = confirm_it_is_me(client, path)
    return answer


def test_a_change_of_email_asks_for_the_password_first(inside: Client, bia: User) -> None:
    answer = inside.post(reverse("account_email"), {"email": "nova@exemplo.com.br"})
    assert answer.headers["Location"].startswith(reverse("account_reauthenticate"))


def test_with_a_mail_server_a_new_email_counts_when_it_answers(inside: Client, bia: User) -> None:
    change_email(inside, "nova@exemplo.com.br")
    bia.refresh_from_db()
    assert bia.email == EMAIL
    [sent] = mail.outbox
    assert sent.to == ["nova@exemplo.com.br"]
    link = link_in(str(sent.body))
    inside.get(link)
    bia.refresh_from_db()
    assert bia.email == EMAIL
    inside.post(link)
    bia.refresh_from_db()
    assert bia.email == "nova@exemplo.com.br"
    assert [one.email for one in EmailAddress.objects.all()] == ["nova@exemplo.com.br"]


class SlowMail(EmailBackend):
    """Notes whether somebody who writes would have to wait for it."""

    holds_the_database: ClassVar[list[bool]] = []

    def send_messages(self, messages: Any) -> int:
        self.holds_the_database.append(connection.in_atomic_block)
        return super().send_messages(messages)


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_the_mail_server_of_another(client: Client, bia: User, settings: Settings) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.SlowMail"
    sign_in(client)
    holds: list[bool] = []
    with patch.object(SlowMail, "holds_the_database", holds):
        change_email(client, "nova@exemplo.com.br")
    assert holds == [False]


def test_a_change_of_email_can_be_asked_for_again_and_given_up(inside: Client, bia: User) -> None:
    change_email(inside, "errada@exemplo.com.br")
    change_email(inside, "nova@exemplo.com.br")
    inside.post(reverse("account_email"), {"again": "1"})
    assert [sent.to[0] for sent in mail.outbox] == ["errada@exemplo.com.br", *["nova@exemplo.com.br"] * 2]
    assert "nova@exemplo.com.br" in text_of(inside.get(reverse("account_email")))
    inside.post(reverse("account_email"), {"give_up": "1"})
    for sent in mail.outbox:
        inside.post(link_in(str(sent.body)))
    bia.refresh_from_db()
    assert bia.email == EMAIL
    assert sign_in(Client()).status_code == 302


def test_looking_at_a_link_of_another_account_leaves_one_where_one_is(inside: Client, bia: User) -> None:
    change_email(inside, "nova@exemplo.com.br")
    link = link_in(str(mail.outbox[0].body))
    somebody = Client()
    somebody.force_login(User.objects.create_user("ivo@exemplo.com.br", name="Ivo Reis"))
    assert "Neste aparelho você está como Ivo" in text_of(somebody.get(link))
    assert is_signed_in(somebody)
    somebody.post(link)
    assert not is_signed_in(somebody)
    bia.refresh_from_db()
    assert bia.email == "nova@exemplo.com.br"


def test_an_address_that_somebody_took_meanwhile_does_not_break(inside: Client, bia: User) -> None:
    change_email(inside, "nova@exemplo.com.br")
    User.objects.create_user("nova@exemplo.com.br")
    inside.post(link_in(str(mail.outbox[0].body)))
    bia.refresh_from_db()
    assert bia.email == EMAIL


def test_without_a_mail_server_a_new_email_counts_at_once(inside: Client, bia: User, settings: Settings) -> None:
    settings.EMAIL_BACKEND = NO_MAIL
    change_email(inside, "Nova@Exemplo.com.br")
    bia.refresh_from_db()
    assert bia.email == "nova@exemplo.com.br"
    assert sign_in(Client(), email="nova@exemplo.com.br").status_code == 302
    assert sign_in(Client()).status_code == 200


@pytest.mark.parametrize("backend", [NO_MAIL, "django.core.mail.backends.locmem.EmailBackend"])
def test_an_email_of_another_account_cannot_be_taken(
    inside: Client, bia: User, settings: Settings, backend: str
) -> None:
    settings.EMAIL_BACKEND = backend
    User.objects.create_user("ivo@exemplo.com.br")
    assert "Já há uma conta com este e-mail." in text_of(change_email(inside, "ivo@exemplo.com.br"))
    bia.refresh_from_db()
    assert bia.email == EMAIL


def test_with_a_mail_server_who_signs_up_gets_a_link_but_need_not_wait(client: Client, settings: Settings) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    data = {"name": "Ivo Lemos", "email": "ivo@exemplo.com.br", "password1": PASSWORD}
    client.post(reverse("account_signup"), data)
    assert is_signed_in(client)
    client.post(link_in(str(mail.outbox[0].body)))
    assert EmailAddress.objects.get().verified
