"""Accounts: signing up, in and out, passwords, e-mails, the second step, the lock, and the events of one's own."""

import logging
import re
import runpy
import time
from datetime import date, timedelta
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from axes.models import AccessAttempt
from cryptography.fernet import Fernet
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, reverse
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries, Settings

import carteado.web
from carteado.web.events.models import Event, Stage
from carteado.web.people import accounts, devices, misses
from carteado.web.people.models import Membership, User
from carteado.web.personal_data import purpose_of
from carteado.web.policy import Role
from tests.web.roles import an_event

Answer = Any
"""What a test browser gets: a response that knows more than Django's."""

pytestmark = pytest.mark.django_db

EMAIL, PASSWORD, WRONG = "bia@exemplo.com.br", "um gato no varal", "dois gatos no varal"
NO_MAIL = "django.core.mail.backends.dummy.EmailBackend"


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


def sign_in(client: Client, *, password: str = PASSWORD, email: str = EMAIL, **more: Any) -> Answer:
    return client.post(reverse("account_login"), {"login": email, "password": password}, **more)


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def text_of(response: Answer) -> str:
    return str(response.content.decode())


def link_in(message: str) -> str:
    [link] = re.findall(r"https?://\S+", message)
    return re.sub(r"^https?://[^/]+", "", str(link))


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


def fail(client: Client, times: int, **more: Any) -> Answer:
    answers = [sign_in(client, password=WRONG, **more) for _ in range(times)]
    return answers[-1]


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
    assert misses.address_of(request) == "203.0.113.7"


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
    assert (misses.address_of(request), misses.counted_as(request)) == (shown, counted)


def test_other_addresses_of_the_same_line_do_not_get_around_the_lock(client: Client, bia: User) -> None:
    for number in range(10):
        sign_in(client, password=WRONG, REMOTE_ADDR=f"2001:db8::{number:x}")
    assert sign_in(client, REMOTE_ADDR="2001:db8::ff").status_code == 429
    assert sign_in(client, REMOTE_ADDR="2001:db8:0:1::ff").status_code == 302


def test_made_up_headers_do_not_get_around_the_lock(client: Client, bia: User) -> None:
    for number in range(10):
        sign_in(client, password=WRONG, headers={"x-forwarded-for": f"198.51.100.{number}"})
    assert sign_in(client, headers={"x-forwarded-for": "198.51.100.99"}).status_code == 429


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


def confirm_it_is_me(client: Client, path: str) -> Answer:
    return client.post(f"{reverse('account_reauthenticate')}?next={path}", {"password": PASSWORD, "next": path})


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


# --- the second step ----------------------------------------------------------------------------------------------


def code_of(secret: str) -> str:
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def test_turning_the_second_step_on(inside: Client, bia: User) -> None:
    path = reverse("mfa_activate_totp")
    confirm_it_is_me(inside, path)
    html = text_of(inside.get(path))
    [secret] = re.findall(r'data-copy="([A-Z2-7]+)"', html)
    assert "share__qr" in html
    assert "<style" not in html
    assert "style=" not in html
    assert "data:image" not in html
    answer = inside.post(path, {"code": code_of(secret)}, follow=True)
    codes = re.findall(r"<code>(\d{8})</code>", text_of(answer))
    assert len(codes) == 10


def test_secrets_of_the_second_step_lie_sealed(bia: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(bia, secret)
    RecoveryCodes.activate(bia)
    kept = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in kept
    assert kept.count("gAAAA") == 2


def test_secrets_of_the_second_step_can_be_sealed_anew(bia: User, settings: Settings) -> None:
    secret = generate_totp_secret()
    TOTP.activate(bia, secret)
    codes = RecoveryCodes.activate(bia).get_unused_codes()
    new = Fernet.generate_key().decode()
    settings.PERSONAL_DATA_KEYS = (new, *settings.PERSONAL_DATA_KEYS)
    assert accounts.seal_second_factors_anew() == (2, 0)
    settings.PERSONAL_DATA_KEYS = (new,)
    totp, recovery = Authenticator.objects.order_by("type").reverse()
    assert totp.wrap().validate_code(code_of(secret))
    assert recovery.wrap().get_unused_codes() == codes
    settings.PERSONAL_DATA_KEYS = (Fernet.generate_key().decode(),)
    assert accounts.seal_second_factors_anew() == (0, 2)


def test_the_second_step_is_asked_for_and_a_recovery_code_serves_once(client: Client, bia: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(bia, secret)
    [code, *_others] = RecoveryCodes.activate(bia).get_unused_codes()
    assert sign_in(client).headers["Location"] == reverse("mfa_authenticate")
    assert not is_signed_in(client)
    assert client.post(reverse("mfa_authenticate"), {"code": code}).headers["Location"] == reverse("my-events")
    assert is_signed_in(client)
    again = Client()
    sign_in(again)
    assert again.post(reverse("mfa_authenticate"), {"code": code}).status_code == 200
    assert not is_signed_in(again)
    again.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert is_signed_in(again)


def test_codes_cannot_be_tried_out(client: Client, bia: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(bia, secret)
    sign_in(client)
    with patch("allauth.mfa.totp.internal.auth.validate_totp_code", return_value=False):
        for _ in range(10):
            client.post(reverse("mfa_authenticate"), {"code": "000000"})
    answer = client.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert "Códigos errados demais." in text_of(answer)
    assert not is_signed_in(client)


def test_nobody_pushes_the_count_of_wrong_codes_out_of_memory(client: Client) -> None:
    cache.set("wrong-codes", 10)
    for number in range(400):
        client.get(reverse("invitation", kwargs={"secret": "x"}), REMOTE_ADDR=f"2001:db8:0:{number:x}::1")
        cache.set(f"another-count-{number}", 1)
    assert cache.get("wrong-codes") == 10


def test_a_second_step_that_no_key_opens_is_a_wrong_code(
    client: Client, bia: User, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    secret = generate_totp_secret()
    TOTP.activate(bia, secret)
    [code, *_others] = RecoveryCodes.activate(bia).get_unused_codes()
    settings.PERSONAL_DATA_KEYS = (Fernet.generate_key().decode(),)
    sign_in(client)
    for tried in (code, code_of(secret)):
        answer = client.post(reverse("mfa_authenticate"), {"code": tried})
        assert answer.status_code == 200
        assert "Este código não abre." in text_of(answer)
    assert not is_signed_in(client)
    assert {(record.levelno, record.name) for record in caplog.records} == {(logging.ERROR, accounts.__name__)}
    assert secret not in caplog.text


def test_recovery_codes_that_no_key_opens_are_made_anew(inside: Client, bia: User, settings: Settings) -> None:
    TOTP.activate(bia, generate_totp_secret())
    RecoveryCodes.activate(bia)
    settings.PERSONAL_DATA_KEYS = (Fernet.generate_key().decode(),)
    new = reverse("mfa_generate_recovery_codes")
    assert inside.get(reverse("mfa_index")).status_code == 200
    for route in ("mfa_view_recovery_codes", "mfa_download_recovery_codes"):
        assert inside.get(reverse(route)).headers["Location"] == new
    confirm_it_is_me(inside, new)
    shown = text_of(inside.post(new, follow=True))
    assert re.findall(r"<code>(\d{8})</code>", shown) == RecoveryCodes.activate(bia).get_unused_codes()


@pytest.mark.parametrize(
    ("language", "sentence"), [("pt-br", "Primeiro confirme o seu e-mail"), ("en", "Confirm your e-mail first")]
)
def test_with_a_mail_server_the_second_step_waits_until_the_email_has_answered(
    inside: Client, bia: User, settings: Settings, language: str, sentence: str
) -> None:
    """Else somebody could take a stranger's address, and its owner would never get past his app."""
    settings.MFA_ALLOW_UNVERIFIED_EMAIL = False
    with translation.override(language):
        path = reverse("mfa_activate_totp")
        confirm_it_is_me(inside, path)
        refused = inside.get(path, follow=True)
        assert refused.redirect_chain == [(reverse("mfa_index"), 302)]
        assert sentence in text_of(refused)
        EmailAddress.objects.update(verified=True)
        assert inside.get(path).status_code == 200


@pytest.mark.parametrize(("server", "waits"), [("smtp://mail.exemplo.com.br", True), ("", False)])
def test_without_a_mail_server_the_second_step_waits_for_nobody(
    server: str, waits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARTEADO_DATA", str(tmp_path))
    monkeypatch.setenv("CARTEADO_SMTP", server)
    told = runpy.run_path(str(Path(carteado.web.__file__).with_name("settings.py")))
    assert told["MFA_ALLOW_UNVERIFIED_EMAIL"] is not waits


def test_turning_the_second_step_off_takes_the_codes_too(inside: Client, bia: User) -> None:
    TOTP.activate(bia, generate_totp_secret())
    RecoveryCodes.activate(bia)
    path = reverse("mfa_deactivate_totp")
    confirm_it_is_me(inside, path)
    assert inside.post(path).headers["Location"] == reverse("mfa_index")
    assert not Authenticator.objects.exists()


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
    assert devices.in_words(said) == shown


def test_a_new_password_signs_out_the_other_devices(inside: Client, bia: User) -> None:
    elsewhere = Client()
    sign_in(elsewhere)
    new = {"oldpassword": PASSWORD, "password1": "três gatos no varal", "password2": "três gatos no varal"}
    inside.post(reverse("account_change_password"), new)
    assert inside.get(reverse("my-events")).status_code == 200
    assert elsewhere.get(reverse("my-events")).status_code == 302


# --- pages --------------------------------------------------------------------------------------------------------

ENTRANCE = ("account_login", "account_signup", "account_reset_password", "account_reset_password_done")
OWN = (
    *("my-events", "profile", "account_email", "account_change_password", "account_logout", "mfa_index"),
    *("usersessions_list", "account_reauthenticate"),
)


@pytest.mark.parametrize("language", ["pt-br", "en"])
@pytest.mark.parametrize("route", [*ENTRANCE, *OWN])
def test_every_page_is_whole_and_obeys_the_content_policy(client: Client, bia: User, route: str, language: str) -> None:
    if route in OWN:
        client.force_login(bia)
    with translation.override(language):
        answer = client.get(reverse(route))
    html = text_of(answer)
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in html
    assert html.count("<h1") == 1
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", html)
    assert "<title>" in html
    assert "<title> ·" not in html


# --- my events ----------------------------------------------------------------------------------------------------


def test_my_events_are_those_with_a_role_of_mine_drafts_first(inside: Client, bia: User) -> None:
    finished, draft, running = an_event(Stage.FINISHED), an_event(Stage.DRAFT), an_event(Stage.RUNNING)
    an_event(Stage.PUBLISHED)
    for event in (finished, draft, running):
        Membership.objects.create(event=event, user=bia, role=Role.REFEREE)
    Membership.objects.create(event=draft, user=bia, role=Role.ORGANISER)
    html = text_of(inside.get(reverse("my-events")))
    shown = re.findall(r'<h2><a href="/campeonatos/([^/]+)/">', html)
    assert shown == [draft.slug, running.slug, finished.slug]
    assert reverse("team", args=[draft.slug]) in html
    assert reverse("team", args=[running.slug]) not in html


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("pt-br", "Nada seu no varal ainda."), ("en", "Nothing of yours on the line yet.")],
)
def test_nothing_yet_is_a_bare_line_and_one_thing_to_do(
    inside: Client, bia: User, language: str, sentence: str
) -> None:
    with translation.override(language):
        html = text_of(inside.get(reverse("my-events")))
    assert sentence in html
    assert 'class="empty"' in html


@pytest.mark.parametrize("rows", [3, 60])
def test_my_events_ask_the_database_the_same_for_any_number_of_rows(
    inside: Client, bia: User, rows: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    events = [
        Event(slug=f"copa-{number}", regulation="truco-masters-2025", name=f"Copa {number}", day=date(2026, 5, 1))
        for number in range(rows)
    ]
    Event.objects.bulk_create(events)
    Membership.objects.bulk_create(Membership(event=event, user=bia, role=Role.ORGANISER) for event in events)
    with django_assert_max_num_queries(8):
        html = text_of(inside.get(reverse("my-events")))
    assert html.count("<h2>") == rows


def test_my_pages_are_for_who_is_signed_in(client: Client) -> None:
    for route in ("my-events", "profile", "usersessions_list", "mfa_index"):
        answer = client.get(reverse(route))
        assert answer.headers["Location"] == f"{reverse('account_login')}?next={reverse(route)}"
