"""Nobody's account gives its data to, or takes over, the row of another person."""

import pytest
from django.test import Client
from django.urls import reverse

from carteado.tournament.registrations.acts import EntryState
from carteado.web.people.models import Profile, User
from carteado.web.registrations.models import Entrant
from tests.web.registrations.own_links import take
from tests.web.registrations.own_page import state_of
from tests.web.world.newcomers import (
    FARAES,
    TRUCO,
    a_person,
    an_open_event,
    at,
    confirm,
    enter,
    filled_in,
    page_of,
    partner_of,
)

pytestmark = pytest.mark.django_db

PHONE, MASKED, BORN = "13998760009", "•••.456.789-••", "1979-02-03"


def signed_in(name: str, **profile: str) -> Client:
    client, user = Client(), User.objects.create_user(f"{name.lower()}@exemplo.com.br", name=name)
    Profile.objects.create(user=user, **profile)
    client.force_login(user)
    return client


def with_papers(name: str) -> Client:
    """Signed in, with a profile that has all that an entry asks for."""
    return signed_in(name, document_kind="cpf", document="12345678909", birth_date=BORN, phone=PHONE)


def without_papers(entrant: Entrant) -> Entrant:
    entrant.document = entrant.document_kind = entrant.birth_date = ""
    entrant.save()
    return entrant


def test_a_visitors_account_gives_nothing_to_the_row_of_another_account() -> None:
    event = an_open_event(TRUCO)
    bia = without_papers(enter(signed_in("Bia"), event))
    path, other = reverse("entrant-data", args=[bia.secret]), with_papers("Dora")
    page = other.get(path).content.decode()
    assert not [one for one in (PHONE, MASKED, BORN, "dora@exemplo.com.br") if one in page]
    other.post(path, filled_in(page, {"birth_date": "1981-04-30"}, action=path))
    bia.refresh_from_db()
    assert (bia.document, bia.phone) == ("", "")


def test_a_persons_own_account_still_fills_in_what_the_row_lacks() -> None:
    event = an_open_event(TRUCO)
    client = with_papers("Bia")
    bia = without_papers(enter(client, event))
    page = client.get(reverse("entrant-data", args=[bia.secret])).content.decode()
    assert MASKED in page
    assert BORN in page


def test_a_visitors_account_gives_nothing_to_a_partner_with_another_account() -> None:
    event = an_open_event(TRUCO)
    cida = partner_of(enter(Client(), event))
    cida.user = User.objects.create_user("cida@exemplo.com.br", name="Cida")
    cida.save()
    other = with_papers("Dora")
    page = page_of(other, cida)
    assert not [one for one in (PHONE, MASKED, BORN, "dora@exemplo.com.br") if one in page]
    assert confirm(other, cida, {**a_person("Cida Lopes"), "document": ""}).status_code == 422
    assert state_of(event) is EntryState.INCOMPLETE
    cida.refresh_from_db()
    assert cida.document == ""


def test_the_registrants_account_is_not_noted_as_the_partners() -> None:
    event = an_open_event(FARAES)
    bia = with_papers("Bia")
    cida = partner_of(enter(bia, event))
    own = at(take(cida, client=bia).url)
    assert own.user is None
    path = reverse("entrant-data", args=[own.secret])
    page = bia.get(path).content.decode()
    assert PHONE not in page
    assert bia.post(path, filled_in(page, {"called": "Cidinha"}, action=path)).status_code == 302
    own.refresh_from_db()
    assert (own.user, own.called, own.phone) == (None, "Cidinha", "")


def test_a_persons_own_account_is_noted_when_they_take_their_page_or_correct_their_data() -> None:
    event = an_open_event(FARAES)
    cida, bia = signed_in("Cida"), signed_in("Bia")
    registrant = enter(Client(), event)
    assert at(take(partner_of(registrant), client=cida).url).user == User.objects.get(name="Cida")
    path = reverse("entrant-data", args=[registrant.secret])
    assert bia.post(path, filled_in(bia.get(path).content.decode(), {}, action=path)).status_code == 302
    registrant.refresh_from_db()
    assert registrant.user == User.objects.get(name="Bia")


def test_who_gave_up_and_enters_again_has_the_new_row_on_the_same_account() -> None:
    event = an_open_event(FARAES)
    cida = signed_in("Cida")
    first = enter(cida, event, {"name": "Cida Lopes"})
    assert cida.post(reverse("entrant-withdraw", args=[first.secret]), {"steps": "1", "why": ""}).status_code == 302
    again = partner_of(enter(Client(), event, {"name": "Bia Ramos"}, {"name": "Cida Lopes"}))
    assert at(take(again, client=cida).url).user == first.user
