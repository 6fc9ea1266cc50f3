"""My data: everything is seen, taken along and erased, by an account and by one's own link, and by nobody else."""

import json
import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from carteado.web.events import store
from carteado.web.events.models import Event, Pair
from carteado.web.kit.guarding.personal_data import PERSONAL_FIELDS
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.models import LogEntry
from carteado.web.people.models import Membership, Profile, User
from carteado.web.privacy.own_data import (
    ROWS_OF_A_PERSON,
    UNREADABLE,
    fields_with_values,
    lines_of,
    of_account,
    of_entrant,
)
from carteado.web.registrations.models import Entrant, Registration
from tests.web.registrations.review import reviewing
from tests.web.world.event_people import an_open_event, draw, enter, founder, with_papers
from tests.web.world.organising import form_in

pytestmark = pytest.mark.django_db

PASSWORD = "sete-de-copas-no-varal"
CPF, OTHERS_CPF = "52998224725", "39053344705"


@pytest.fixture
def bia() -> User:
    user = User.objects.create_user("bia@x.test", PASSWORD, name="Beatriz Ramos")
    EmailAddress.objects.create(user=user, email="bia@x.test", primary=True, verified=True)
    Profile.objects.create(user=user, document_kind="cpf", document=CPF, birth_date="1980-01-02", city="Santos")
    return user


@pytest.fixture
def event(bia: User) -> Event:
    event = an_open_event()
    hers = with_papers(
        user=bia,
        name="Beatriz Ramos",
        called="Bia",
        email="bia@x.test",
        phone="+5548999998888",
        document=CPF,
        birth_date="1980-01-02",
    )
    his = with_papers(name="Ivo Lemos", called="Ivo", email="ivo@x.test", document=OTHERS_CPF, birth_date="1971-05-06")
    enter(event, "d1", hers, his)
    enter(event, "d2", {"called": "Cida"}, {"called": "Edson"})
    return event


def signed_in(user: User) -> Client:
    """With a password given just now, as erasing asks for."""
    client = Client()
    client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def secret_of(code: str) -> str:
    return Entrant.objects.get(code=code).secret


# --- seen ---------------------------------------------------------------------------------------------------------


def test_every_table_of_the_registry_has_its_rows_of_somebody() -> None:
    assert {one.field.rpartition(".")[0] for one in PERSONAL_FIELDS} == set(ROWS_OF_A_PERSON)
    assert set(UNREADABLE) <= {one.field for one in PERSONAL_FIELDS}


def test_everything_that_is_registered_and_hers_is_held(bia: User, event: Event) -> None:
    client = signed_in(bia)
    client.get(reverse("profile"))
    Client().post(reverse("account_login"), {"login": bia.email, "password": "errada"})
    fields = {one.field.field for one in fields_with_values(of_account(User.objects.get(pk=bia.pk)))}
    assert fields >= {
        "people.user.email",
        "people.user.name",
        "people.user.password",
        "people.user.last_login",
        "people.profile.document",
        "people.profile.birth_date",
        "people.profile.city",
        "account.emailaddress.email",
        "events.pair.name",
        "events.operation.document",
        "entries.entrant.name",
        "entries.entrant.phone",
        "entries.entrant.declared",
        "entries.registration.answers",
        "axes.accessattempt.username",
    }


def test_the_page_has_every_field_with_its_reason(bia: User, event: Event) -> None:
    page = signed_in(bia).get(reverse("my-data")).content.decode()
    for text in ("Beatriz Ramos", "Santos", "+5548999998888", "02/01/1980", "•••.982.247-••", "Copa da Praia"):
        assert text in page, text
    for one in fields_with_values(of_account(bia)):
        assert one.reason.description in page
        assert one.reason.until in page


def test_papers_are_not_read_over_her_shoulder_and_passwords_by_nobody(bia: User, event: Event) -> None:
    client = signed_in(bia)
    bia.refresh_from_db()
    page, file = (client.get(reverse(name)).content.decode() for name in ("my-data", "my-data-file"))
    assert CPF not in page
    assert CPF in file
    for secret in (bia.password, Entrant.objects.get(code="d1a").document_index):
        assert secret not in page + file


def test_nothing_of_somebody_else_is_there(bia: User, event: Event) -> None:
    """What only the partner told can be anything: her pages are the same to the byte."""
    client = signed_in(bia)

    def own_pages() -> list[bytes]:
        answers = [client.get(reverse("my-data")), client.get(reverse("entrant-my-data", args=[secret_of("d1a")]))]
        subjects = (of_account(bia), of_entrant(Entrant.objects.select_related("event").get(code="d1a")))
        return [*(answer.content for answer in answers), *(repr(lines_of(one)).encode() for one in subjects)]

    own_pages()  # with the greeting
    before = own_pages()
    ivo = Entrant.objects.get(code="d1b")
    ivo.name, ivo.email, ivo.phone, ivo.birth_date, ivo.document = (
        "Outro Nome",
        "o@x.test",
        "+5511911112222",
        "1950-01-01",
        "",
    )
    ivo.save()
    assert [_without_token(one) for one in own_pages()] == [_without_token(one) for one in before]
    assert all(text not in b"".join(before).decode() for text in ("ivo@x.test", "Ivo Lemos", OTHERS_CPF))


def _without_token(page: bytes) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page.decode())


# --- taken along --------------------------------------------------------------------------------------------------


def test_the_file_is_complete_and_can_be_read(bia: User, event: Event) -> None:
    answer = signed_in(bia).get(reverse("my-data-file"))
    assert answer["Content-Disposition"].startswith("attachment")
    document = json.loads(answer.content)
    values = {one["field"]: [value["value"] for value in one["values"]] for one in document["kept"]}
    assert values["entries.entrant.document"] == [CPF]
    assert values["people.profile.birth_date"] == ["1980-01-02"]
    assert values["entries.registration.answers"] == [{"Prato que trazem": "Bolo de Bia"}]
    assert all(one["purpose"] and one["ground"] and one["until"] for one in document["kept"])
    [entry] = document["entries"]
    assert (entry["event"], entry["number"], entry["agreements"][0]["to"]) == ("Copa da Praia", 1, "personal_data")


def test_by_a_link_alone_one_event_is_taken(event: Event) -> None:
    answer = Client().get(reverse("entrant-my-data-file", args=[secret_of("d1b")]))
    document = json.loads(answer.content)
    assert {one["field"].partition(".")[0] for one in document["kept"]} <= {"entries", "events"}
    assert answer["Cache-Control"].startswith("max-age=0")
    assert OTHERS_CPF in answer.content.decode()
    assert "Beatriz Ramos" not in answer.content.decode()


# --- by one's own link --------------------------------------------------------------------------------------------


class TestByLink:
    def test_its_page_leads_to_correcting_consents_and_erasing(self, event: Event) -> None:
        secret = secret_of("d1b")
        answer = Client().get(reverse("entrant-my-data", args=[secret]))
        page = answer.content.decode()
        for name in ("entrant-data", "entrant-erase", "entrant-my-data-file", "entrant"):
            assert reverse(name, args=[secret]) in page
        assert answer["X-Robots-Tag"].startswith("noindex")

    def test_it_leads_to_consents_only_where_some_are_asked_for(self, event: Event) -> None:
        asks = reviewing.an_open_event(reviewing.TM)
        reviewing.a_pair(asks)
        for link, is_asked in ((secret_of("d1b"), False), (asks.entrants.earliest("pk").secret, True)):
            consents = f"{reverse('entrant', args=[link])}#aceites"
            assert (consents in Client().get(reverse("entrant-my-data", args=[link])).content.decode()) is is_asked
            assert ('id="aceites"' in Client().get(reverse("entrant", args=[link])).content.decode()) is is_asked

    @pytest.mark.parametrize("name", ["entrant-my-data", "entrant-my-data-file", "entrant-erase"])
    def test_a_link_of_nobody_opens_nothing(self, name: str, event: Event) -> None:
        assert Client().get(reverse(name, args=["nada" * 8])).status_code == 404

    def test_nothing_is_erased_without_the_tick(self, event: Event) -> None:
        secret = secret_of("d1b")
        assert Client().get(reverse("entrant-erase", args=[secret])).status_code == 200
        assert Client().post(reverse("entrant-erase", args=[secret])).status_code == 422
        assert Entrant.objects.get(code="d1b").name == "Ivo Lemos"

    def test_erased_he_is_a_number(self, event: Event) -> None:
        secret = secret_of("d1b")
        answer = Client().post(reverse("entrant-erase", args=[secret]), {"sure": "on"})
        assert (answer.status_code, answer["Location"]) == (302, reverse("erased"))
        assert Pair.objects.get(code="d1").name == "Bia e Participante 2"
        assert Registration.objects.get(pair__code="d1").answers == {}
        assert Client().get(reverse("entrant-my-data", args=[secret])).status_code == 404

    def test_the_second_press_of_the_button_is_told_the_same(self, event: Event) -> None:
        secret = secret_of("d1b")
        for _ in range(2):
            answer = Client().post(reverse("entrant-erase", args=[secret]), {"sure": "on"})
            assert (answer.status_code, answer["Location"]) == (302, reverse("erased"))
        assert LogEntry.objects.filter(action="entries.erased").count() == 1

    def test_the_page_says_what_becomes_of_the_pair(self, event: Event) -> None:
        address = reverse("entrant-erase", args=[secret_of("d1b")])
        with override("en"):
            english = reverse("entrant-erase", args=[secret_of("d1b")])
        assert "Your pair gives up" in Client().get(english).content.decode()
        draw(event)
        assert "Your pair gives up" not in Client().get(english).content.decode()
        assert Client().get(address).status_code == 200


# --- with an account ----------------------------------------------------------------------------------------------


class TestAccount:
    def test_a_visitor_is_asked_to_sign_in(self) -> None:
        for name in ("my-data", "my-data-file", "erase-account"):
            assert Client().get(reverse(name)).status_code == 302

    def test_erasing_asks_once_more_who_it_is(self, bia: User) -> None:
        client = Client()
        client.force_login(bia)
        answer = client.post(reverse("erase-account"), {"what": "all", "sure": "on"})
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("account_reauthenticate"))
        assert User.objects.filter(pk=bia.pk).exists()
        answer = client.post(answer["Location"], {"password": PASSWORD, "next": reverse("erase-account")})
        assert answer["Location"] == reverse("erased")
        assert not User.objects.filter(pk=bia.pk).exists()
        assert client.get(reverse("my-data")).status_code == 302

    def test_all_of_it(self, bia: User, event: Event) -> None:
        client = signed_in(bia)
        fields: dict[str, Any] = form_in(
            client.get(reverse("erase-account")).content.decode(), reverse("erase-account")
        )
        answer = client.post(reverse("erase-account"), fields | {"sure": "on"})
        assert (answer.status_code, answer["Location"]) == (302, reverse("erased"))
        assert not User.objects.filter(pk=bia.pk).exists()
        assert not Session.objects.exists()
        assert client.get(reverse("my-data")).status_code == 302
        assert client.get(answer["Location"]).status_code == 200
        assert Entrant.objects.get(code="d1a").called == "Participante 1"

    def test_the_account_alone(self, bia: User, event: Event) -> None:
        signed_in(bia).post(reverse("erase-account"), {"what": "account", "sure": "on"})
        assert not User.objects.filter(pk=bia.pk).exists()
        entrant = Entrant.objects.get(code="d1a")
        assert (entrant.name, entrant.user) == ("Beatriz Ramos", None)

    def test_not_without_the_tick(self, bia: User) -> None:
        assert signed_in(bia).post(reverse("erase-account"), {"what": "all"}).status_code == 422
        assert User.objects.filter(pk=bia.pk).exists()

    def test_the_only_organiser_is_told_what_to_do(self, bia: User) -> None:
        event = an_open_event("Copa da Bia")
        Membership.objects.filter(event=event).update(user=bia)
        client = signed_in(bia)
        for answer in (
            client.get(reverse("erase-account")),
            client.post(reverse("erase-account"), {"what": "all", "sure": "on"}),
        ):
            page = answer.content.decode()
            assert reverse("team", args=[event.slug]) in page
            assert "Copa da Bia" in page
        assert answer.status_code == 409
        assert User.objects.filter(pk=bia.pk).exists()
        Membership.objects.create(event=event, user=founder(), role=Role.ORGANISER)
        assert client.post(reverse("erase-account"), {"what": "all", "sure": "on"}).status_code == 302
        assert not User.objects.filter(pk=bia.pk).exists()

    def test_the_pages_lead_there(self, bia: User) -> None:
        client = signed_in(bia)
        for name in ("profile", "privacy"):
            assert reverse("my-data") in client.get(reverse(name)).content.decode()


def test_an_erased_person_is_no_longer_one_of_the_people(event: Event) -> None:
    Client().post(reverse("entrant-erase", args=[secret_of("d1b")]), {"sure": "on"})
    subject = of_entrant(Entrant.objects.select_related("event").get(code="d1b"))
    kept = {value.raw for one in fields_with_values(subject) for value in one.values if isinstance(value.raw, str)}
    assert kept == {"Participante 2", "Bia e Participante 2"}
    assert store.championship_of(Event.objects.get(pk=event.pk)).people == {}
