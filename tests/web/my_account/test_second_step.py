"""The second step of signing in: codes of an app, recovery codes, and the keys that seal them."""

import logging
import re
import runpy
import time
from pathlib import Path
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from cryptography.fernet import Fernet
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import Settings

import carteado.web
from carteado.web.people import allauth_adapters as accounts
from carteado.web.people.models import User
from tests.web.my_account.browsing import confirm_it_is_me, is_signed_in, sign_in, text_of

pytestmark = pytest.mark.django_db


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
    assert accounts.reseal_second_factors() == (2, 0)
    settings.PERSONAL_DATA_KEYS = (new,)
    totp, recovery = Authenticator.objects.order_by("type").reverse()
    assert totp.wrap().validate_code(code_of(secret))
    assert recovery.wrap().get_unused_codes() == codes
    settings.PERSONAL_DATA_KEYS = (Fernet.generate_key().decode(),)
    assert accounts.reseal_second_factors() == (0, 2)


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
