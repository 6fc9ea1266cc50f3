"""Pairs enter by the form of their regulation: what it asks and no more, once, and everything or nothing."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.regulation import available
from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.operations import Announce, Suspend, Undo
from carteado.tournament.registrations.acts import EntryState
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.details import Question, QuestionKind
from carteado.web.events.models import Event, Pair
from carteado.web.kit.guarding import attempt_limits
from carteado.web.people.models import Profile, User
from carteado.web.registrations.models import Agreement, Entrant, Registration
from carteado.web.registrations.own_link import own_path
from tests.web.world.newcomers import (
    AFIA,
    APCEF,
    FARAES,
    TRUCO,
    a_person,
    an_open_event,
    enter,
    filled_in,
    open_form,
    page_of,
    partner_of,
    send,
)

pytestmark = pytest.mark.django_db

NO_DOCUMENT = ("document", "birth_date", "residence", "capable", "producer_tie", "relative")


def states(event: Event) -> list[EntryState]:
    return [entry.state for entry in store.championship_of(Event.objects.get(pk=event.pk)).entries.values()]


def nothing_was_stored() -> bool:
    return not (Entrant.objects.exists() or Pair.objects.exists() or Registration.objects.exists())


# --- what is asked ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation", [FARAES, APCEF, AFIA])
def test_where_the_regulation_asks_nothing_nothing_is_asked(client: Client, regulation: str) -> None:
    page = open_form(client, an_open_event(regulation))
    assert 'name="person-name"' in page
    assert not [name for name in NO_DOCUMENT if f'name="person-{name}"' in page]
    assert "consents-" not in page


def test_tm_4_asks_who_plays_and_cites_the_article_of_each_question(client: Client) -> None:
    page = open_form(client, an_open_event(TRUCO))
    for name in (*NO_DOCUMENT, "nationality", "rne_issued", "speaks_portuguese", "available", "sponsor_tie"):
        assert f'name="person-{name}"' in page, name
    field = page[page.index('id="id_person-birth_date_helptext"') :]
    assert "#art-4.1" in field[: field.index("</div>")]


def test_of_the_partner_only_names_and_where_to_reach_him_are_asked(client: Client) -> None:
    page = open_form(client, an_open_event(TRUCO))
    asked = set(re.findall(r'name="partner-(\w+)"', page))
    assert asked == {"name", "called", "email", "phone"}


def test_no_consent_is_ticked_beforehand_and_each_stands_alone(client: Client) -> None:
    page = open_form(client, an_open_event(TRUCO))
    boxes = re.findall(r'<input type="checkbox" name="consents-(\w+)"([^>]*)>', page)
    assert [name for name, _ in boxes] == ["regulation", "image", "material", "own_material", "personal_data"]
    assert not [name for name, attributes in boxes if "checked" in attributes]


def test_personal_data_is_asked_with_its_purpose(client: Client) -> None:
    page = open_form(client, an_open_event(TRUCO))
    for name in ("name", "called", "email", "phone", "document", "birth_date"):
        assert f'id="id_person-{name}_purpose"' in page


def test_the_account_fills_in_what_it_knows_and_never_shows_the_document(client: Client) -> None:
    bia = User.objects.create_user("bia@exemplo.com.br", name="Bia Ramos")
    Profile.objects.create(user=bia, document_kind="cpf", document="52998224725", birth_date="1981-04-30")
    client.force_login(bia)
    event = an_open_event(TRUCO)
    page = open_form(client, event)
    assert 'value="Bia Ramos"' in page
    assert 'value="1981-04-30"' in page
    assert "52998224725" not in page
    assert "•••.982.247-••" in page
    told = {name: value for name, value in a_person().items() if name not in ("document", "name", "birth_date")}
    entrant = enter(client, event, told)
    assert (entrant.user, entrant.name, entrant.document) == (bia, "Bia Ramos", "52998224725")


# --- entering -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation", [FARAES, APCEF])
def test_two_names_are_enough(client: Client, regulation: str) -> None:
    event = an_open_event(regulation)
    registrant = enter(client, event, {"name": "Bia Ramos"}, {"name": "Maria Cida", "called": "Cidinha"})
    assert states(event) == [EntryState.ENTERED]
    pair = Pair.objects.get()
    assert pair.name == "Bia e Cidinha"
    assert (registrant.number, partner_of(registrant).number) == (1, 2)
    assert store.championship_of(Event.objects.get()).entries[pair.code].people == (
        registrant.code,
        partner_of(registrant).code,
    )


def test_tm_4_1_2_the_pair_waits_for_the_partner_and_the_answers_are_kept(client: Client) -> None:
    event = an_open_event(TRUCO)
    registrant = enter(client, event, a_person(relative="1"), agrees=True)
    assert states(event) == [EntryState.INCOMPLETE]
    assert json.loads(registrant.declared) == {
        "residence": "BR",
        "nationality": "BR",
        "capable": True,
        "unimpeded": True,
        "available": True,
        "ties": [{"kind": "relative", "degree": 1}],
    }
    given = Agreement.objects.filter(entrant=registrant)
    assert {one.to for one in given} == {"regulation", "image", "material", "own_material", "personal_data"}
    assert all(one.given and len(one.hash) == 64 and one.version for one in given)
    assert not Agreement.objects.exclude(entrant=registrant).exists()


def test_what_is_not_ticked_was_not_said(client: Client) -> None:
    registrant = enter(client, an_open_event(TRUCO), agrees=False)
    assert not registrant.agreements.exists()


def test_operations_hold_no_names(client: Client) -> None:
    event = an_open_event(TRUCO)
    enter(client, event, a_person("Bia Ramos", called="Bia"), {"name": "Cida Lopes"})
    text = json.dumps([row.document for row in event.operations.all()])
    assert not [name for name in ("Bia", "Ramos", "Cida", "Lopes", "52998224725", "1981") if name in text]


def test_the_operation_is_by_the_account_or_else_by_the_code(client: Client) -> None:
    event = an_open_event()
    nobody = enter(client, event, {"name": "Bia Ramos"})
    bia = User.objects.create_user("bia@exemplo.com.br", name="Bia")
    client.force_login(bia)
    enter(client, event, {"name": "Bia Ramos"})
    by = [row.document["by"] for row in event.operations.order_by("seq")][-2:]
    assert by == [nobody.code, f"user:{bia.pk}"]


def test_the_organisers_questions_are_answered_by_the_pair(client: Client) -> None:
    questions = (
        Question(text="Camiseta", kind=QuestionKind.CHOICE, choices=("P", "M"), required=True),
        Question(text="Fica para o almoço?", kind=QuestionKind.YES_NO),
        Question(text="Cidade"),
    )
    event = an_open_event(questions=questions)
    fields = filled_in(open_form(client, event), {"name": "Bia Ramos"})
    refused = send(client, event, fields)
    assert refused.status_code == 422
    assert "Camiseta" in refused.content.decode()
    fields |= {"answers-answer-0": ["M"], "answers-answer-1": ["no"]}
    assert send(client, event, fields).status_code == 302
    assert Registration.objects.get().answers == {"Camiseta": "M", "Fica para o almoço?": False}


def test_a_foreigner_tells_more_and_a_brazilian_does_not(client: Client) -> None:
    event = an_open_event(TRUCO)
    page = open_form(client, event)
    told = a_person(nationality="no", document_kind="rne", document="V123456-J")
    unsaid = send(client, event, filled_in(page, told))
    assert unsaid.status_code == 422
    for name in ("regular_situation", "rne_issued", "speaks_portuguese"):
        assert f'href="#id_person-{name}' in unsaid.content.decode(), name
    said = told | {"regular_situation": "yes", "rne_issued": "2015-01-02", "speaks_portuguese": "yes"}
    registrant = enter(client, event, said)
    declared = json.loads(registrant.declared)
    assert (declared["nationality"], declared["rne_issued"], declared["has_rne"]) == ("ZZ", "2015-01-02", True)


@pytest.mark.parametrize(
    ("field", "value"),
    [("document", "529.982.247-26"), ("birth_date", "2999-01-01"), ("birth_date", ""), ("capable", ""), ("name", "")],
)
def test_what_cannot_be_is_said_beside_its_field_and_the_rest_stays(client: Client, field: str, value: str) -> None:
    event = an_open_event(TRUCO)
    answer = send(client, event, filled_in(open_form(client, event), a_person(**{field: value})))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f'href="#id_person-{field}' in page
    assert 'value="Cida Lopes"' in page
    assert nothing_was_stored()


# --- once, or not at all ------------------------------------------------------------------------------------------


def test_a_form_sent_twice_enters_one_pair(client: Client) -> None:
    event = an_open_event(TRUCO)
    fields = filled_in(open_form(client, event), a_person())
    first, second = send(client, event, fields), send(client, event, fields)
    assert first.url == second.url
    assert (Entrant.objects.count(), len(states(event))) == (2, 1)
    assert Registration.objects.get().form == UUID(fields["form"][0])


def test_a_form_whose_entry_was_taken_back_may_be_sent_again(client: Client) -> None:
    event = an_open_event()
    fields = filled_in(open_form(client, event), {"name": "Bia Ramos"})
    send(client, event, fields)
    store.append(event, Undo(by="system", at=timezone.now()), by=None)
    assert states(event) == []
    assert send(client, event, fields).status_code == 302
    assert states(event) == [EntryState.ENTERED]


def test_tm_4_2_closed_entries_are_refused_with_the_article_and_what_was_typed_stays(client: Client) -> None:
    event = an_open_event(TRUCO)
    fields = filled_in(open_form(client, event), a_person("Bia Ramos"))
    closed = timezone.now() - timedelta(hours=1)
    moved = replace(store.details_of(event).settings, closes=closed)
    store.append(event, Announce(by="system", at=timezone.now(), settings=moved), by=None)
    answer = send(client, event, fields)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "As inscrições fecharam" in page
    assert "#art-4.2.1" in page
    assert 'value="Bia Ramos"' in page
    assert nothing_was_stored()
    looked_at = client.get(reverse("enter", args=[event.slug])).content.decode()
    assert "As inscrições fecharam" in looked_at
    assert 'name="person-name"' not in looked_at


def test_a_full_event_takes_nobody_and_says_so(client: Client) -> None:
    event = an_open_event(FARAES, capacity=1)
    fields = filled_in(open_form(client, event), {"name": "Dora Reis"})
    enter(client, event, {"name": "Bia Ramos"})
    refused = send(client, event, fields)
    assert refused.status_code == 409
    assert "vagas que a organização abriu estão tomadas. O regulamento não fixa número." in refused.content.decode()
    assert (Entrant.objects.count(), len(states(event))) == (2, 1)
    assert 'name="person-name"' not in open_form(client, event)


def test_a_document_in_another_pair_is_refused_and_nobody_learns_whose_it_is(client: Client) -> None:
    event = an_open_event(TRUCO)
    enter(client, event, a_person("Bia Ramos", called="Bibi"))
    fields = filled_in(open_form(client, event), a_person("Outra Pessoa"), {"name": "Dora Reis"})
    answer = send(client, event, fields)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Bibi" not in page
    assert "Bia" not in page
    assert 'value="Outra Pessoa"' in page
    assert (Entrant.objects.count(), len(states(event))) == (2, 1)
    assert Entrant.objects.get(number=1).name == "Bia Ramos"


def test_guessing_documents_is_counted(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempt_limits, "MOST_MISSES", 2)
    event = an_open_event(TRUCO)
    enter(client, event)
    codes = []
    for _try in range(3):
        fields = filled_in(open_form(client, event), a_person("Outra Pessoa"), {"name": "Dora Reis"})
        codes.append(send(client, event, fields).status_code)
    assert codes == [409, 409, 429]


def test_who_gave_up_enters_again_as_somebody_new_and_his_old_page_stays_his(client: Client) -> None:
    event = an_open_event(TRUCO)
    first = enter(client, event, a_person("Bia Ramos"))
    client.post(reverse("entrant-withdraw", args=[first.secret]), {"steps": "1", "why": ""})
    assert states(event) == [EntryState.WITHDRAWN]
    again = enter(client, event, a_person("Bia Ramos de Sá"), {"name": "Dora Reis"})
    assert (again.number, again.name, again.document) == (3, "Bia Ramos de Sá", first.document)
    assert client.get(own_path(first)).status_code == 200
    first.refresh_from_db()
    assert (first.name, first.document, first.document_index) == ("Bia Ramos", "", "")
    assert states(event) == [EntryState.WITHDRAWN, EntryState.INCOMPLETE]


def test_somebody_elses_account_is_not_taken_over_by_his_document(client: Client) -> None:
    event = an_open_event(TRUCO)
    client.force_login(User.objects.create_user("bia@exemplo.com.br", name="Bia"))
    first = enter(client, event, a_person("Bia Ramos"))
    client.post(reverse("entrant-withdraw", args=[first.secret]), {"steps": "1", "why": ""})
    client.logout()
    fields = filled_in(open_form(client, event), a_person("Outra Pessoa"), {"name": "Dora Reis"})
    assert send(client, event, fields).status_code == 409
    assert Entrant.objects.get(pk=first.pk).name == "Bia Ramos"


def test_nobody_enters_a_draft(client: Client) -> None:
    event = an_open_event()
    Event.objects.filter(pk=event.pk).update(stage="draft")
    assert client.get(reverse("enter", args=[event.slug])).status_code == 404


def test_a_suspended_event_takes_nobody(client: Client) -> None:
    event = an_open_event()
    fields = filled_in(open_form(client, event), {"name": "Bia Ramos"})
    stopped = Suspend(by="system", at=timezone.now(), reason=SuspensionReason.FORCE_MAJEURE, why="chuva")
    assert isinstance(store.append(event, stopped, by=None), Championship)
    assert send(client, event, fields).status_code == 409
    assert nothing_was_stored()
    assert 'name="person-name"' not in open_form(client, event)


def test_every_regulation_has_a_form(client: Client) -> None:
    for regulation in available():
        assert client.get(reverse("enter", args=[an_open_event(regulation).slug])).status_code == 200


# --- delegations --------------------------------------------------------------------------------------------------


def a_delegation(page: str, **changed: str) -> dict[str, list[str]]:
    fields = filled_in(page, {"name": "Ivo Lemos"})
    told = {
        "delegation-delegation": "Ilha do Mel",
        "delegation-plays": "no",
        "starter-1-name": "Bia Ramos",
        "starter-2-name": "Cida Lopes",
        "substitute-1-name": "Dora Reis",
        **changed,
    }
    return fields | {name: [value] for name, value in told.items()}


def entrants() -> "QuerySet[Entrant]":
    return Entrant.objects.order_by("number")


def test_af_1_and_2_an_official_enters_a_delegation_with_substitutes(client: Client) -> None:
    event = an_open_event(AFIA)
    answer = send(client, event, a_delegation(open_form(client, event)))
    assert answer.status_code == 302
    official, bia, cida, dora = entrants()
    championship = store.championship_of(Event.objects.get())
    (entry,) = championship.entries.values()
    ((code, line_up),) = championship.line_ups.items()
    assert (entry.people, entry.registrant, entry.delegation) == ((bia.code, cida.code), official.code, code)
    assert championship.delegation_name(code) == "Ilha do Mel"
    assert (line_up.starters, line_up.substitutes) == ((bia.code, cida.code), (dora.code,))
    assert Pair.objects.get().delegation == Pair.objects.get().name == "Ilha do Mel"
    page = page_of(client, official)
    assert all(one.called in page for one in (bia, cida, dora))


def test_af_2_who_enters_it_may_play(client: Client) -> None:
    event = an_open_event(AFIA)
    fields = a_delegation(open_form(client, event), **{"delegation-plays": "yes", "starter-1-name": ""})
    assert send(client, event, fields).status_code == 302
    (entry,) = store.championship_of(Event.objects.get()).entries.values()
    ivo, cida, _dora = entrants()
    assert (entry.people, entry.registrant) == ((ivo.code, cida.code), ivo.code)


def test_af_2_a_delegation_enters_once_however_its_name_is_written(client: Client) -> None:
    event = an_open_event(AFIA)
    send(client, event, a_delegation(open_form(client, event)))
    fields = a_delegation(open_form(client, event), **{"delegation-delegation": "ILHA do mel"})
    answer = send(client, event, fields)
    assert answer.status_code == 409
    assert "#art-2" in answer.content.decode()
    assert (Entrant.objects.count(), len(states(event))) == (4, 1)


def test_a_delegation_without_a_starter_is_told_which(client: Client) -> None:
    event = an_open_event(AFIA)
    answer = send(client, event, a_delegation(open_form(client, event), **{"starter-1-name": ""}))
    assert answer.status_code == 422
    assert 'href="#id_starter-1-name"' in answer.content.decode()
    assert nothing_was_stored()


def test_a_delegation_sent_twice_enters_once(client: Client) -> None:
    event = an_open_event(AFIA)
    fields = a_delegation(open_form(client, event))
    assert send(client, event, fields).url == send(client, event, fields).url
    assert Entrant.objects.count() == 4


def test_what_is_wrong_says_whose_it_is(client: Client) -> None:
    event = an_open_event()
    page = client.post(reverse("enter", args=[event.slug]), {"form": str(uuid4())}).content.decode()
    summary = page.partition('class="error-summary"')[2].partition("</ul>")[0]
    assert re.search(r'Você · <a href="#id_person-name">Nome completo</a>: Falta preencher\.', summary)
    assert re.search(r'Seu par · <a href="#id_partner-name">Nome completo</a>: Falta preencher\.', summary)
