"""One-time links: what they open, how often, for how long, and what is said when they do not."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import Settings

from carteado.web.events import team
from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.sending.site_address import absolute_url
from carteado.web.people import one_time_links as links
from carteado.web.people.models import LinkPurpose, OneTimeLink, User
from carteado.web.people.one_time_links import NoSuchAccount, sign_in_link, sign_in_link_of
from tests.web.world.roles import an_event

Answer = Any
"""What a test browser gets: a response that knows more than Django's."""

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


@pytest.fixture
def bia() -> User:
    return User.objects.create_user("bia@exemplo.com.br", "sete-de-copas", name="Bia Ramos")


def path_of(link: str) -> str:
    return urlsplit(link).path


def main_of(response: Answer) -> str:
    """What a page says, without the frame that repeats its address."""
    [main] = re.findall(r"<main.*</main>", response.content.decode(), re.DOTALL)
    return str(main)


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


# --- signing in ---------------------------------------------------------------------------------------------------


def test_looking_at_a_link_does_not_use_it(client: Client, bia: User) -> None:
    path = path_of(sign_in_link(bia))
    for _preview in range(3):
        assert client.get(path).status_code == 200
        assert client.head(path).status_code == 200
    assert not is_signed_in(client)
    assert client.post(path).status_code == 302
    assert is_signed_in(client)


def test_a_link_signs_in_once(client: Client, bia: User) -> None:
    path = path_of(sign_in_link(bia))
    assert client.post(path).headers["Location"] == reverse("my-events")
    again = Client()
    assert again.post(path).status_code == 410
    assert not is_signed_in(again)


def test_of_two_who_press_at_once_one_is_first(bia: User) -> None:
    sign_in_link(bia)
    link = OneTimeLink.objects.get()
    assert [links.use(link), links.use(link)] == [True, False]


def test_a_link_ends_after_its_time(client: Client, bia: User) -> None:
    link = sign_in_link(bia)
    kept = OneTimeLink.objects.get()
    assert kept.expires_at - kept.created_at <= timedelta(minutes=15, seconds=1)
    OneTimeLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert client.post(path_of(link)).status_code == 410
    assert not is_signed_in(client)


def test_a_closed_link_always_gets_the_same_answer(bia: User) -> None:
    used, revoked, late = (sign_in_link(bia) for _ in range(3))
    ids = list(OneTimeLink.objects.order_by("pk").values_list("pk", flat=True))
    OneTimeLink.objects.filter(pk=ids[0]).update(used_at=timezone.now())
    OneTimeLink.objects.filter(pk=ids[1]).update(revoked_at=timezone.now())
    OneTimeLink.objects.filter(pk=ids[2]).update(expires_at=timezone.now())
    unknown = absolute_url(reverse("sign-in-link", kwargs={"secret": "nobody-made-this"}))
    answers = [Client().get(path_of(link)) for link in (used, revoked, late, unknown)]
    assert {answer.status_code for answer in answers} == {410}
    assert len({main_of(answer) for answer in answers}) == 1


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("pt-br", "Este link já foi usado ou venceu."), ("en", "This link was used or is too old.")],
)
def test_the_answer_says_what_to_do_in_both_languages(client: Client, language: str, sentence: str) -> None:
    for route in ("sign-in-link", "invitation"):
        with translation.override(language):
            path = reverse(route, kwargs={"secret": "nobody-made-this"})
        assert sentence in main_of(client.get(path))


def test_a_link_of_one_purpose_opens_no_other(client: Client, bia: User) -> None:
    sign_in_link(bia)
    secret = OneTimeLink.objects.get().secret
    assert client.get(reverse("invitation", kwargs={"secret": secret})).status_code == 410


def test_a_link_does_not_get_around_the_second_step(client: Client, bia: User) -> None:
    TOTP.activate(bia, generate_totp_secret())
    answer = client.post(path_of(sign_in_link(bia)))
    assert answer.headers["Location"] == reverse("mfa_authenticate")
    assert not is_signed_in(client)


def test_a_closed_account_stays_closed(client: Client, bia: User) -> None:
    link = sign_in_link(bia)
    User.objects.update(is_active=False)
    assert client.post(path_of(link)).headers["Location"] == reverse("account_inactive")
    assert not is_signed_in(client)


def test_who_is_somebody_else_on_this_device_is_told_and_left(client: Client, bia: User) -> None:
    client.force_login(User.objects.create_user("ivo@exemplo.com.br", name="Ivo Lemos"))
    path = path_of(sign_in_link(bia))
    assert "Ivo" in main_of(client.get(path))
    client.post(path)
    assert client.session["_auth_user_id"] == str(bia.pk)


def test_the_command_line_finds_the_account_by_its_email(bia: User) -> None:
    assert "/entrar/link/" in sign_in_link_of("  BIA@exemplo.com.br ")
    with pytest.raises(NoSuchAccount):
        sign_in_link_of("ninguem@exemplo.com.br")
    User.objects.update(is_active=False)
    with pytest.raises(NoSuchAccount):
        sign_in_link_of("bia@exemplo.com.br")


# --- what is kept of a link ---------------------------------------------------------------------------------------


def test_the_database_holds_no_secret_in_clear(bia: User) -> None:
    link = sign_in_link(bia)
    secret = OneTimeLink.objects.get().secret
    assert secret in link
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM people_onetimelink")
        assert secret not in str(cursor.fetchall())


# --- addresses ----------------------------------------------------------------------------------------------------


def test_the_public_address_wins_then_the_request_then_this_machine(settings: Settings) -> None:
    request = RequestFactory().get("/", headers={"host": "127.0.0.1:9000"})
    settings.PUBLIC_URL = None
    assert absolute_url("/convite/x/") == "http://localhost:8000/convite/x/"
    assert absolute_url("/convite/x/", site="http://10.0.0.7:8001") == "http://10.0.0.7:8001/convite/x/"
    assert absolute_url("/convite/x/", request=request) == "http://127.0.0.1:9000/convite/x/"
    settings.PUBLIC_URL = "https://clube.example"
    assert absolute_url("/convite/x/", request=request) == "https://clube.example/convite/x/"


# --- guessing -----------------------------------------------------------------------------------------------------


def test_an_address_that_misses_too_often_waits_and_nobody_else(client: Client, bia: User) -> None:
    for number in range(attempt_limits.MOST_MISSES):
        assert client.get(reverse("sign-in-link", kwargs={"secret": f"guess-{number}"})).status_code == 410
    link = path_of(sign_in_link(bia))
    assert client.get(link).status_code == 429
    assert client.post(link).status_code == 429
    assert Client(REMOTE_ADDR="203.0.113.7").post(link).status_code == 302


def test_opening_a_used_link_is_no_miss(client: Client, bia: User) -> None:
    used = path_of(sign_in_link(bia))
    Client().post(used)
    for _ in range(attempt_limits.MOST_MISSES + 1):
        assert client.get(used).status_code == 410
    assert client.get(path_of(sign_in_link(bia))).status_code == 200


def test_opening_good_links_is_no_miss(client: Client, bia: User) -> None:
    path = path_of(sign_in_link(bia))
    for _ in range(attempt_limits.MOST_MISSES + 1):
        assert client.get(path).status_code == 200


# --- sharing ------------------------------------------------------------------------------------------------------


def shared(link: str, text: str) -> str:
    return render_to_string("components/share.html", {"link": link, "text": text})


def test_a_link_can_be_copied_scanned_and_sent() -> None:
    html = shared("https://clube.example/convite/abc/", "Venha à mesa & traga o João:")
    assert 'data-copy="https://clube.example/convite/abc/"' in html
    [address] = re.findall(r'href="(https://wa\.me/[^"]*)"', html)
    sent = parse_qs(urlsplit(address.replace("&amp;", "&")).query)["text"]
    assert sent == ["Venha à mesa & traga o João: https://clube.example/convite/abc/"]
    assert re.search(r'<svg role="img" aria-label="[^"]+"', html)


def test_the_square_needs_no_styles_and_escapes_its_label() -> None:
    html = shared("https://clube.example/convite/abc/", "Olá")
    assert "style" not in html
    assert "<script" not in html


def test_an_invitation_is_open_for_fourteen_days(bia: User) -> None:
    link = team.invitation_link(an_event(), Role.REFEREE, bia)
    assert link.purpose == LinkPurpose.INVITATION
    assert timedelta(days=13, hours=23) < link.expires_at - timezone.now() <= timedelta(days=14)
