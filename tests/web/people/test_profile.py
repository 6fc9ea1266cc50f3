"""What a person tells about himself: asked with its purpose, kept sealed, shown masked, one account a document."""

from datetime import date, timedelta
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import Settings

from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.guarding.personal_data import purpose_of
from carteado.web.people import identity_papers as documents
from carteado.web.people.account_forms import ProfileForm
from carteado.web.people.models import DocumentKind, Profile, User

Answer = Any
"""What a test browser gets: a response that knows more than Django's."""

pytestmark = pytest.mark.django_db

CPF, RNE = "529.982.247-25", "V123456-J"
PROFILE_DATA = {
    "name": "Bia Ramos",
    "document_kind": "cpf",
    "document": CPF,
    "birth_date": "1981-04-30",
    "phone": "(48) 99999-0000",
    "city": "Laguna",
}


@pytest.fixture
def bia(client: Client) -> User:
    bia = User.objects.create_user("bia@exemplo.com.br", name="Bia")
    client.force_login(bia)
    return bia


def submit_profile(client: Client, **changed: str) -> Answer:
    return client.post(reverse("profile"), PROFILE_DATA | changed)


# --- documents ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["529.982.247-25", "52998224725", " 529 982 247 25 "])
def test_a_cpf_is_kept_without_signs(text: str) -> None:
    assert documents.normalised_number(DocumentKind.CPF, text) == "52998224725"


@pytest.mark.parametrize("text", ["529.982.247-26", "111.111.111-11", "5299822472", "", "V123456-J", "٥٢٩٩٨٢٢٤٧٢٥"])
def test_what_is_no_cpf_is_refused(text: str) -> None:
    assert documents.normalised_number(DocumentKind.CPF, text) is None


@pytest.mark.parametrize(
    ("text", "kept"), [("v123456-j", "V123456J"), ("W1234567X", "W1234567X"), ("1234", None), ("V１２３４５６A", None)]
)
def test_an_rne_is_a_letter_digits_and_a_check(text: str, kept: str | None) -> None:
    assert documents.normalised_number(DocumentKind.RNE, text) == kept


def test_a_document_is_shown_masked() -> None:
    assert documents.masked_number(DocumentKind.CPF, "52998224725") == "•••.982.247-••"
    assert documents.masked_number(DocumentKind.RNE, "V123456J") == "V••••56J"


# --- telling ------------------------------------------------------------------------------------------------------


def test_every_field_with_personal_data_says_why_it_is_asked(client: Client, bia: User) -> None:
    html = client.get(reverse("profile")).content.decode()
    for field in ProfileForm.personal.values():
        assert str(purpose_of(field)) in html
    assert html.count("field__purpose") >= len(ProfileForm.personal)


def test_what_is_told_is_kept(client: Client, bia: User) -> None:
    assert submit_profile(client).status_code == 302
    profile = Profile.objects.get(user=bia)
    bia.refresh_from_db()
    assert bia.name == "Bia Ramos"
    assert (profile.document, profile.birth_date, profile.phone) == ("52998224725", "1981-04-30", "48999990000")


def test_the_database_cannot_be_read_for_it(client: Client, bia: User) -> None:
    submit_profile(client)
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM people_profile")
        row = str(cursor.fetchall())
    for secret in ("52998224725", "1981-04-30", "48999990000"):
        assert secret not in row


def test_the_document_is_never_shown_again_in_full_and_an_empty_box_keeps_it(client: Client, bia: User) -> None:
    submit_profile(client)
    html = client.get(reverse("profile")).content.decode()
    assert "•••.982.247-••" in html
    assert "52998224725" not in html
    assert CPF not in html
    assert 'value="1981-04-30"' in html
    submit_profile(client, document="", city="Tubarão")
    profile = Profile.objects.get()
    assert (profile.document, profile.city) == ("52998224725", "Tubarão")


def test_a_document_can_be_erased_and_changed(client: Client, bia: User) -> None:
    submit_profile(client)
    submit_profile(client, document="", forget_document="on")
    profile = Profile.objects.get()
    assert (profile.document, profile.document_kind, profile.document_index) == ("", "", "")
    submit_profile(client, document_kind="rne", document=RNE)
    assert Profile.objects.get().document == "V123456J"


def test_a_document_that_no_key_opens_can_be_erased(client: Client, bia: User, settings: Settings) -> None:
    submit_profile(client)
    settings.PERSONAL_DATA_KEYS = (Fernet.generate_key().decode(),)
    html = client.get(reverse("profile")).content.decode()
    assert 'name="forget_document"' in html
    assert "hoje não se consegue ler" in html
    submit_profile(client, document="", forget_document="on")
    profile = Profile.objects.get()
    assert (profile.document, profile.document_kind, profile.document_index) == ("", "", "")
    assert 'name="forget_document"' not in client.get(reverse("profile")).content.decode()


def test_sending_the_form_twice_keeps_it_once(client: Client, bia: User) -> None:
    assert [submit_profile(client).status_code for _ in range(2)] == [302, 302]
    assert Profile.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"document": "529.982.247-26"},
        {"document": RNE},
        {"document_kind": "passport"},
        {"name": ""},
        {"phone": "1234"},
        {"birth_date": "1800-01-01"},
        {"birth_date": "ontem"},
        {"birth_date": (date.today() + timedelta(days=400)).isoformat()},
    ],
)
def test_what_cannot_be_is_refused_and_what_was_typed_stays(client: Client, bia: User, wrong: dict[str, str]) -> None:
    answer = submit_profile(client, **wrong)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "error-summary" in html
    assert 'value="Laguna"' in html
    assert not Profile.objects.exclude(city="").exists()


def test_who_was_born_tomorrow_has_to_wait(client: Client, bia: User) -> None:
    assert submit_profile(client, birth_date=(timezone.localdate() + timedelta(days=1)).isoformat()).status_code == 422


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("pt-br", "Este documento está em outra conta."), ("en", "This document is in another account.")],
)
def test_a_document_has_one_account_and_nobody_learns_whose(
    client: Client, bia: User, language: str, sentence: str
) -> None:
    other = User.objects.create_user("ivo@exemplo.com.br", name="Ivo Lemos")
    Profile.objects.create(user=other, document_kind=DocumentKind.CPF, document="52998224725")
    with translation.override(language):
        answer = client.post(reverse("profile"), PROFILE_DATA)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in html
    assert "Ivo" not in html
    assert "ivo@" not in html
    bia.refresh_from_db()
    assert bia.name == "Bia"


def test_nobody_finds_out_by_trying_which_documents_are_known(client: Client, bia: User) -> None:
    other = User.objects.create_user("ivo@exemplo.com.br")
    Profile.objects.create(user=other, document_kind=DocumentKind.CPF, document="52998224725")
    assert {submit_profile(client).status_code for _ in range(attempt_limits.MOST_MISSES)} == {422}
    assert submit_profile(client).status_code == 429


def test_what_no_key_opens_today_is_not_lost(client: Client, bia: User, settings: Settings) -> None:
    submit_profile(client)
    keys, settings.PERSONAL_DATA_KEYS = settings.PERSONAL_DATA_KEYS, (Fernet.generate_key().decode(),)
    assert submit_profile(client, document="", birth_date="", phone="", city="Tubarão").status_code == 302
    settings.PERSONAL_DATA_KEYS = keys
    profile = Profile.objects.get()
    assert (profile.document, profile.birth_date, profile.phone) == ("52998224725", "1981-04-30", "48999990000")
    assert profile.city == "Tubarão"
    assert profile.document_index


def test_many_accounts_may_have_no_document(client: Client, bia: User) -> None:
    for number in range(3):
        Profile.objects.create(user=User.objects.create_user(f"p{number}@x.test"))
    assert submit_profile(client, document="").status_code == 302


def test_nobody_sees_the_data_of_another(client: Client, bia: User) -> None:
    submit_profile(client)
    other = Client()
    other.force_login(User.objects.create_user("ivo@exemplo.com.br"))
    html = other.get(reverse("profile")).content.decode()
    assert "982" not in html
    assert "Laguna" not in html
