"""An entrant's own page: whose it is, how his entry stands, and what nobody else reads there."""

import re
from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.registrations.acts import EntryState
from carteado.web.events.models import Pair
from carteado.web.kit.guarding import attempt_limits
from carteado.web.people.models import User
from carteado.web.registrations.models import Agreement, Entrant
from carteado.web.registrations.own_link import has_unclaimed_link, own_path
from tests.web.registrations.own_page import a_pair, missing_in, posted, state_of, steps_of
from tests.web.world.newcomers import (
    CPF,
    FARAES,
    OTHER_CPF,
    THIRD_CPF,
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


# --- whose page it is ---------------------------------------------------------------------------------------------


def test_the_page_is_kept_by_nobody_and_its_address_told_to_nobody(client: Client) -> None:
    response = client.get(own_path(enter(client, an_open_event())))
    assert "no-store" in response["Cache-Control"]
    assert "noindex" in response["X-Robots-Tag"]
    assert response["Referrer-Policy"] == "same-origin"


def test_a_secret_that_is_nobodys_is_not_found_and_guessing_is_counted(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempt_limits, "MOST_MISSES", 2)
    path = reverse("entrant", args=["nobodys-secret"])
    assert [client.get(path).status_code for _ in range(3)] == [404, 404, 429]


def test_the_answer_is_the_same_whether_the_link_never_was_is_closed_or_its_owner_erased(client: Client) -> None:
    registrant = enter(client, an_open_event())
    closed = partner_of(registrant)
    posted(client, reverse("entrant-take", args=[closed.secret]))
    Entrant.objects.filter(pk=registrant.pk).update(erased_at=timezone.now())
    client.get(reverse("home"))  # which reads what was said after taking it
    answers = []
    for secret in ("nobodys-secret", closed.secret, registrant.secret):
        page = client.get(reverse("entrant", args=[secret])).content.decode()
        answers.append(_plain(page).replace(secret, ""))
    assert answers[0] == answers[1] == answers[2]


def test_of_an_erased_person_there_is_no_page(client: Client) -> None:
    entrant = enter(client, an_open_event())
    Entrant.objects.filter(pk=entrant.pk).update(erased_at=timezone.now())
    assert client.get(own_path(entrant)).status_code == 404


def test_the_registrant_passes_the_partners_link_on_until_it_is_the_partners_own(client: Client) -> None:
    registrant = enter(client, an_open_event())
    partner = partner_of(registrant)
    assert partner.secret in page_of(client, registrant)
    assert has_unclaimed_link(partner)
    taken = posted(client, reverse("entrant-take", args=[partner.secret]))
    own = at(taken.url)
    assert own.pk == partner.pk
    assert not has_unclaimed_link(own)
    assert client.get(own_path(partner)).status_code == 404
    page = page_of(client, registrant)
    assert partner.secret not in page
    assert own.secret not in page


def test_with_a_link_that_another_still_has_nothing_is_done_but_taking_it(client: Client) -> None:
    event = an_open_event()
    partner = partner_of(enter(client, event))
    page = page_of(client, partner)
    assert reverse("entrant-take", args=[partner.secret]) in page
    assert reverse("entrant-data", args=[partner.secret]) not in page
    for route in ("entrant-withdraw", "entrant-data"):
        assert posted(client, reverse(route, args=[partner.secret]), {"steps": "1"}).url == own_path(partner)
    assert state_of(event) is EntryState.ENTERED


# --- the partner's word -------------------------------------------------------------------------------------------


def test_tm_4_1_2_the_partner_says_yes_himself_with_his_own_data_and_consents(client: Client) -> None:
    event, registrant, partner = a_pair(client)
    assert state_of(event) is EntryState.ENTERED
    assert (partner.document, partner.birth_date) == ("11144477735", "1981-04-30")
    assert partner.agreements.count() == 5
    assert Entrant.objects.get(pk=registrant.pk).document == "52998224725"
    operation = event.operations.order_by("-seq")[0].document
    assert operation["change"]["by"] == {"role": "partner", "id": partner.code}


def test_the_link_passed_on_closes_with_the_partners_yes(client: Client) -> None:
    registrant = enter(client, an_open_event(TRUCO))
    given = partner_of(registrant)
    confirm(client, given)
    assert client.get(own_path(given)).status_code == 404
    assert Entrant.objects.get(pk=given.pk).secret not in page_of(client, registrant)


def test_a_yes_sent_twice_is_said_once_and_finds_the_page_again(client: Client) -> None:
    event = an_open_event(TRUCO)
    given = partner_of(enter(client, event))
    action = reverse("entrant-confirm", args=[given.secret])
    told = a_person("Cida Lopes", document=OTHER_CPF)
    fields = filled_in(page_of(client, given), told, action=action)
    first, second = posted(client, action, fields), posted(client, action, fields)
    assert first.url == second.url
    assert (steps_of(event), Agreement.objects.filter(entrant=given).count()) == (2, 5)


def test_without_what_the_regulation_asks_the_yes_waits_and_what_was_typed_stays(client: Client) -> None:
    event = an_open_event(TRUCO)
    given = partner_of(enter(client, event))
    refused = confirm(client, given, a_person("Cida Lopes", document=""))
    assert refused.status_code == 422
    page = refused.content.decode()
    assert 'href="#id_person-document"' in page
    assert 'value="1981-04-30"' in page
    assert state_of(event) is EntryState.INCOMPLETE
    assert has_unclaimed_link(Entrant.objects.get(pk=given.pk))


def test_the_same_document_cannot_say_yes_to_itself_or_in_two_pairs(client: Client) -> None:
    event = an_open_event(TRUCO)
    given = partner_of(enter(client, event, a_person(document=CPF)))
    refused = confirm(client, given, a_person("Cida Lopes", document=CPF))
    assert refused.status_code == 409
    assert state_of(event) is EntryState.INCOMPLETE
    assert Entrant.objects.get(pk=given.pk).document == ""


def test_who_entered_the_pair_does_not_say_yes_for_his_partner(client: Client) -> None:
    client.force_login(User.objects.create_user("bia@exemplo.com.br", name="Bia"))
    event = an_open_event(TRUCO)
    given = partner_of(enter(client, event))
    assert reverse("entrant-confirm", args=[given.secret]) not in page_of(client, given)
    action = reverse("entrant-confirm", args=[given.secret])
    Client().get(own_path(given))
    told = filled_in(page_of(Client(), given), a_person("Cida Lopes", document=OTHER_CPF), action=action)
    assert client.post(action, told).status_code == 409
    assert state_of(event) is EntryState.INCOMPLETE


def test_without_a_rule_that_asks_for_it_nobody_waits_for_the_partner(client: Client) -> None:
    event = an_open_event(FARAES)
    partner = partner_of(enter(client, event))
    assert posted(client, reverse("entrant-confirm", args=[partner.secret])).url == own_path(partner)
    assert steps_of(event) == 1


# --- by mail ------------------------------------------------------------------------------------------------------


def test_where_there_is_mail_each_gets_his_own_link_and_nobody_the_others(
    client: Client, mailoutbox: list[EmailMessage]
) -> None:
    partner = {"name": "Cida Lopes", "email": "cida@exemplo.com.br"}
    registrant = enter(client, an_open_event(TRUCO), a_person(email="bia@exemplo.com.br"), partner)
    given = partner_of(registrant)
    assert {tuple(one.to): secrets_in(one) for one in mailoutbox} == {
        ("bia@exemplo.com.br",): [registrant.secret],
        ("cida@exemplo.com.br",): [given.secret],
    }
    own = at(confirm(client, given).url)
    assert (mailoutbox[-1].to, secrets_in(mailoutbox[-1])) == (["cida@exemplo.com.br"], [own.secret])


def secrets_in(letter: EmailMessage) -> list[str]:
    return re.findall(r"/inscricao/([\w-]+)/", str(letter.body))


def test_nobody_writes_to_strangers_all_day(
    client: Client, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempt_limits, "MOST_MISSES", 2)
    event = an_open_event()
    for number in range(3):
        enter(client, event, {"name": "Bia Ramos"}, {"name": "Cida Lopes", "email": f"c{number}@exemplo.com.br"})
    assert len(mailoutbox) == 2


# --- verdicts -----------------------------------------------------------------------------------------------------


def test_tm_4_1_who_is_too_young_reads_it_with_the_article(client: Client) -> None:
    born = (timezone.localdate() - timedelta(days=365 * 16)).isoformat()
    _event, registrant, _partner = a_pair(client, birth_date=born)
    still_open = missing_in(page_of(client, registrant))
    assert "Ainda não terá 18 anos" in still_open
    assert "#art-4.1" in still_open


def test_the_partner_does_not_read_how_the_other_stands(client: Client) -> None:
    born = (timezone.localdate() - timedelta(days=365 * 16)).isoformat()
    _event, _registrant, partner = a_pair(client, birth_date=born)
    assert not missing_in(page_of(client, partner))


@pytest.mark.parametrize("whose", ["registrant", "partner"])
def test_nothing_that_one_told_changes_the_page_of_the_other(client: Client, whose: str) -> None:
    """Whatever the hidden data is, the other's page is the same, letter by letter."""
    _event, registrant, partner = a_pair(client)
    hidden, reader = (registrant, partner) if whose == "registrant" else (partner, registrant)
    page_of(client, reader)  # which also reads what was said to him once
    before = _plain(page_of(client, reader))
    hidden = Entrant.objects.get(pk=hidden.pk)
    hidden.name, hidden.email, hidden.phone = "Zoraide Quintão", "z@exemplo.com.br", "48999990000"
    hidden.document, hidden.birth_date = "12345678909", "2020-02-02"
    hidden.declared = '{"capable": false, "ties": [{"kind": "sponsor_tie"}], "nationality": "ZZ", "has_rne": false}'
    hidden.save()
    Agreement.objects.filter(entrant=hidden).update(given=False)
    assert _plain(page_of(client, reader)) == before


def _plain(page: str) -> str:
    """Without what is new in every answer: tokens against forgery, and a secret for a form."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
    return re.sub(r'name="own" value="[\w-]+"', "", page)


# --- his own data -------------------------------------------------------------------------------------------------


def test_what_was_told_is_corrected_and_the_pair_is_called_so(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    path = reverse("entrant-data", args=[registrant.secret])
    page = client.get(path).content.decode()
    assert "52998224725" not in page
    fields = filled_in(page, {"called": "Bibi", "relative": "2"}, action=path)
    assert client.post(path, fields).status_code == 302
    corrected = Entrant.objects.get(pk=registrant.pk)
    assert (corrected.called, corrected.document, corrected.secret) == ("Bibi", "52998224725", registrant.secret)
    assert '"degree": 2' in corrected.declared
    assert Pair.objects.get(event=event).name == "Bibi e Cida"


def test_a_document_of_another_pair_is_not_taken_over(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    other = enter(client, event, a_person("Dora Reis", document=THIRD_CPF), {"name": "Eva Luz"})
    path = reverse("entrant-data", args=[other.secret])
    fields = filled_in(client.get(path).content.decode(), {"document": CPF}, action=path)
    refused = client.post(path, fields)
    assert refused.status_code == 409
    assert registrant.called not in refused.content.decode()
    assert Entrant.objects.get(pk=other.pk).document == "12345678909"


def test_the_account_lists_its_own_entries_and_no_others(client: Client) -> None:
    event = an_open_event()
    other = enter(client, event, {"name": "Dora Reis"})
    client.force_login(User.objects.create_user("bia@exemplo.com.br", name="Bia"))
    mine = enter(client, event, {"name": "Bia Ramos"})
    page = client.get(reverse("my-entries")).content.decode()
    assert own_path(mine) in page
    assert own_path(other) not in page
