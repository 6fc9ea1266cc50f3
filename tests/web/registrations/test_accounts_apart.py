"""Nobody's account gives its data to, or takes over, the row of another person."""

from html import unescape

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
    OTHER_CPF,
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


def account_button(entrant: Entrant) -> str:
    return f'action="{reverse("entrant-account", args=[entrant.secret])}"'


def put_into_account(client: Client, entrant: Entrant) -> str:
    """The page that answers."""
    answer = client.post(reverse("entrant-account", args=[entrant.secret]), follow=True)
    return unescape(answer.content.decode())


def test_no_account_takes_a_row_silently_when_its_page_is_taken_confirmed_or_corrected() -> None:
    event = an_open_event(TRUCO)
    registrant, dora = enter(Client(), event), signed_in("Dora")
    partner = at(confirm(dora, partner_of(registrant), a_person("Cida Lopes", document=OTHER_CPF)).url)
    path = reverse("entrant-data", args=[registrant.secret])
    assert dora.post(path, filled_in(dora.get(path).content.decode(), {}, action=path)).status_code == 302
    elsewhere = enter(Client(), an_open_event(FARAES))
    taken = at(take(partner_of(elsewhere), client=dora).url)
    registrant.refresh_from_db()
    assert [one.user for one in (registrant, partner, taken)] == [None, None, None]


def test_a_person_puts_their_entry_into_their_account_with_a_button() -> None:
    event, cida = an_open_event(FARAES), signed_in("Cida")
    own = at(take(partner_of(enter(Client(), event)), client=cida).url)
    assert account_button(own) not in page_of(Client(), own)
    assert account_button(own) in page_of(cida, own)
    put_into_account(Client(), own)
    own.refresh_from_db()
    assert own.user is None, "a visitor has no account"
    for _time in range(2):
        assert "A inscrição está agora na sua conta." in put_into_account(cida, own)
    own.refresh_from_db()
    assert own.user == User.objects.get(name="Cida")
    assert account_button(own) not in page_of(cida, own)
    assert reverse("entrant", args=[own.secret]) in cida.get(reverse("my-entries")).content.decode()


def test_an_account_takes_no_entry_of_another_account_or_beside_its_own() -> None:
    event, bia, dora = an_open_event(FARAES), signed_in("Bia"), signed_in("Dora")
    registrant = enter(bia, event)
    own = at(take(partner_of(registrant), client=Client()).url)
    for client, entrant in ((bia, own), (dora, registrant)):
        assert account_button(entrant) not in page_of(client, entrant)
        assert "Ela não está na sua conta" in put_into_account(client, entrant)
    own.refresh_from_db()
    registrant.refresh_from_db()
    assert (own.user, registrant.user) == (None, User.objects.get(name="Bia"))


def test_an_unclaimed_link_puts_nothing_into_an_account() -> None:
    partner, dora = partner_of(enter(Client(), an_open_event(FARAES))), signed_in("Dora")
    assert account_button(partner) not in page_of(dora, partner)
    put_into_account(dora, partner)
    partner.refresh_from_db()
    assert partner.user is None


def test_who_gave_up_and_enters_again_has_the_new_row_on_the_same_account() -> None:
    event = an_open_event(FARAES)
    cida = signed_in("Cida")
    first = enter(cida, event, {"name": "Cida Lopes"})
    assert cida.post(reverse("entrant-withdraw", args=[first.secret]), {"steps": "1", "why": ""}).status_code == 302
    again = partner_of(enter(Client(), event, {"name": "Bia Ramos"}, {"name": "Cida Lopes"}))
    own = at(take(again, client=cida).url)
    put_into_account(cida, own)
    own.refresh_from_db()
    assert own.user == first.user
