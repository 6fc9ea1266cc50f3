"""Signing up, in and out, the lock after wrong passwords, and the devices on which one is signed in."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, reverse
from django.utils import timezone, translation

from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.guarding.personal_data import purpose_of
from carteado.web.people import browser_names as devices
from carteado.web.people.models import User
from tests.web.my_account.browsing import EMAIL, PASSWORD, WRONG, fail, is_signed_in, sign_in, text_of

pytestmark = pytest.mark.django_db


# --- signing up, in and out ---------------------------------------------------------------------------------------


def test_an_account_needs_a_name_an_email_and_a_password(client: Client) -> None:
    html = text_of(client.get(reverse("account_signup")))
    for field in ("people.user.name", "people.user.email"):
        assert str(purpose_of(field)) in html
    data = {"name": "Ivo Lemos", "email": "Ivo@Exemplo.com.br", "password1": PASSWORD}
    assert client.post(reverse("account_signup"), data).headers["Location"] == reverse("my-events")
    user = User.objects.get()
    assert (user.name, user.email) == ("Ivo Lemos", "ivo@exemplo.com.br")
    assert is_signed_in(client)


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"email": "ivo"}, {"password1": "1234567"}, {"password1": "12345678901"}, {"email": EMAIL}]
)
def test_a_form_that_cannot_be_says_so_and_keeps_what_was_typed(
    client: Client, bia: User, wrong: dict[str, str]
) -> None:
    data = {"name": "Ivo Lemos", "email": "ivo@exemplo.com.br", "password1": PASSWORD} | wrong
    html = text_of(client.post(reverse("account_signup"), data))
    assert "error-summary" in html
    assert PASSWORD not in html
    assert User.objects.count() == 1


def test_sending_the_form_twice_makes_one_account(client: Client) -> None:
    data = {"name": "Ivo Lemos", "email": "ivo@exemplo.com.br", "password1": PASSWORD}
    answers = [client.post(reverse("account_signup"), data).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert User.objects.count() == 1


def test_signing_in_and_out(client: Client, bia: User) -> None:
    assert sign_in(client, email="BIA@exemplo.com.br").headers["Location"] == reverse("my-events")
    assert is_signed_in(client)
    client.get(reverse("account_logout"))
    assert is_signed_in(client)
    client.post(reverse("account_logout"))
    assert not is_signed_in(client)


def test_signing_in_leads_back_but_never_away(client: Client, bia: User) -> None:
    back = client.post(reverse("account_login"), {"login": EMAIL, "password": PASSWORD, "next": "/conta/dados/"})
    assert back.headers["Location"] == "/conta/dados/"
    away = Client().post(reverse("account_login"), {"login": EMAIL, "password": PASSWORD, "next": "https://evil.test/"})
    assert away.headers["Location"] == reverse("my-events")


def test_a_wrong_password_and_an_unknown_email_sound_the_same(client: Client, bia: User) -> None:
    answers = [sign_in(client, password=WRONG), sign_in(client, email="ninguem@exemplo.com.br")]
    sentence = "Este e-mail e esta senha não combinam."
    assert all(sentence in text_of(answer) for answer in answers)


def test_the_site_keeps_no_route_that_it_does_not_use() -> None:
    for route in ("account_confirm_login_code", "account_email_verification_sent", "mfa_list_webauthn", "mfa_trust"):
        with pytest.raises(NoReverseMatch):
            reverse(route)


@pytest.mark.parametrize(("language", "path"), [("pt-br", "/entrar/"), ("en", "/en/entrar/")])
def test_addresses_are_portuguese_words_with_a_prefix_for_english(language: str, path: str) -> None:
    with translation.override(language):
        assert reverse("account_login") == path


# --- the lock -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "sentence"), [("pt-br", "Espere 15 minutos."), ("en", "Wait 15 minutes.")])
def test_ten_wrong_passwords_close_the_account_for_this_address(
    client: Client, bia: User, language: str, sentence: str
) -> None:
    with translation.override(language):
        assert fail(client, 9).status_code == 200
        locked = fail(client, 1)
        assert locked.status_code == 429
        assert sentence in text_of(locked)
        assert sign_in(client).status_code == 429
    assert not is_signed_in(client)


def test_the_lock_stops_nobody_else(client: Client, bia: User) -> None:
    User.objects.create_user("ivo@exemplo.com.br", PASSWORD)
    fail(client, 10)
    assert sign_in(client, email="ivo@exemplo.com.br").status_code == 302
    elsewhere = Client(REMOTE_ADDR="203.0.113.7")
    assert sign_in(elsewhere).status_code == 302


def test_capitals_do_not_give_ten_more_tries(client: Client, bia: User) -> None:
    fail(client, 5)
    assert fail(client, 5, email="BIA@Exemplo.com.br").status_code == 429


def test_the_lock_opens_by_itself_and_trying_on_does_not_make_it_longer(client: Client, bia: User) -> None:
    fail(client, 10)
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=14))
    assert fail(client, 1).status_code == 429
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    assert sign_in(client).status_code == 302


def test_signing_in_forgets_the_wrong_passwords(client: Client, bia: User) -> None:
    fail(client, 9)
    sign_in(client)
    assert not AccessAttempt.objects.exists()


def test_no_password_is_kept_of_a_try(client: Client, bia: User) -> None:
    fail(client, 2)
    assert WRONG not in str(AccessAttempt.objects.values())
    assert WRONG.replace(" ", "+") not in str(AccessAttempt.objects.values())


def test_the_address_is_the_one_that_the_server_found() -> None:
    """A header that the visitor wrote himself changes nothing: only the server knows which proxies to believe."""
    request = RequestFactory().get("/", headers={"x-forwarded-for": "198.51.100.1"}, REMOTE_ADDR="203.0.113.7")
    assert attempt_limits.address_of(request) == "203.0.113.7"


@pytest.mark.parametrize(
    ("address", "shown", "counted"),
    [
        ("203.0.113.7", "203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("", "0.0.0.0", "0.0.0.0"),
    ],
)
def test_of_ipv6_all_addresses_of_one_line_are_counted_as_one(address: str, shown: str, counted: str) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    assert (attempt_limits.address_of(request), attempt_limits.visitor_key(request)) == (shown, counted)


def test_other_addresses_of_the_same_line_do_not_get_around_the_lock(client: Client, bia: User) -> None:
    for number in range(10):
        sign_in(client, password=WRONG, REMOTE_ADDR=f"2001:db8::{number:x}")
    assert sign_in(client, REMOTE_ADDR="2001:db8::ff").status_code == 429
    assert sign_in(client, REMOTE_ADDR="2001:db8:0:1::ff").status_code == 302


def test_made_up_headers_do_not_get_around_the_lock(client: Client, bia: User) -> None:
    for number in range(10):
        sign_in(client, password=WRONG, headers={"x-forwarded-for": f"198.51.100.{number}"})
    assert sign_in(client, headers={"x-forwarded-for": "198.51.100.99"}).status_code == 429


# --- devices ------------------------------------------------------------------------------------------------------


def test_signing_out_everywhere_else(inside: Client, bia: User) -> None:
    elsewhere = Client(REMOTE_ADDR="203.0.113.7", headers={"user-agent": "Um celular"})
    sign_in(elsewhere)
    html = text_of(inside.get(reverse("usersessions_list")))
    assert "203.0.113.7" in html
    assert "Um celular" in html
    inside.post(reverse("usersessions_list"))
    assert inside.get(reverse("my-events")).status_code == 200
    assert elsewhere.get(reverse("my-events")).status_code == 302


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36", "Chrome · Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge · Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox · Linux"),
        ("um programa", "um programa"),
    ],
)
def test_a_device_has_the_name_that_its_owner_knows(said: str, shown: str) -> None:
    assert devices.browser_in_words(said) == shown


def test_a_new_password_signs_out_the_other_devices(inside: Client, bia: User) -> None:
    elsewhere = Client()
    sign_in(elsewhere)
    new = {"oldpassword": PASSWORD, "password1": "três gatos no varal", "password2": "três gatos no varal"}
    inside.post(reverse("account_change_password"), new)
    assert inside.get(reverse("my-events")).status_code == 200
    assert elsewhere.get(reverse("my-events")).status_code == 302
