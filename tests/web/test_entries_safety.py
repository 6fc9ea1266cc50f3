"""What a person told is his: no link made anew, no old form and no number of a document opens it to somebody else, and
nothing that was done is done again or undone by a page that had been open."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4, uuid5

import pytest
from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.planning.field import Contender
from carteado.planning.simulation import simulate
from carteado.regulation import load
from carteado.sheets.championship import Writer, delegations_sheet
from carteado.tournament.delegations import Delegation
from carteado.tournament.entry_acts import Actor, Disqualify, EntryState, Ground, Role, Withdraw
from carteado.tournament.operations import Undo
from carteado.tournament.plans import knockout
from carteado.web.entries import entering, lists, review_people
from carteado.web.entries.consents import texts_of
from carteado.web.entries.models import Agreement, Entrant, Registration
from carteado.web.entries.own import is_given, own_path, renewed_secret
from carteado.web.events import store
from carteado.web.events.details import Question
from carteado.web.events.documents import add_document
from carteado.web.events.models import Document, DocumentKind, Event
from carteado.web.people import misses
from carteado.web.people.models import User
from carteado.web.watch.showing import Shown
from carteado.web.watch.tables import standings_of
from tests.web import reviewing
from tests.web.newcomers import (
    AFIA,
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
    open_form,
    page_of,
    partner_of,
    send,
)
from tests.web.organising import form_in
from tests.web.test_documents_web import PDF

pytestmark = pytest.mark.django_db

BORN = "1981-04-30"
TOLD = ("529.982.247-25", "52998224725", "111.444.777-35", "11144477735", "247-", "777-", BORN, "30/04/1981", "99876")
"""What nobody but the two reads, whole or in parts."""
NOTHING: dict[str, str] = {}
HIS_PAGES = ("entrant-my-data", "entrant-my-data-file", "entrant-erase", "entrant-data", "entrant-withdraw")


def an_organiser(event: Event) -> Client:
    desk = Client()
    desk.force_login(reviewing.an_organiser(event))
    return desk


def a_pair(event: Event) -> tuple[Entrant, Entrant]:
    """Both told everything, and each has his own link."""
    registrant = enter(Client(), event, a_person(phone="(13) 99876-0001"))
    told = a_person("Cida Lopes", document=OTHER_CPF, phone="(13) 99876-0002")
    return registrant, at(confirm(Client(), partner_of(registrant), told).url)


def renew(desk: Client, entrant: Entrant) -> Entrant:
    """With the link that the organiser has just made."""
    entry = entering.entry_of(store.championship_of(Event.objects.get(pk=entrant.event_id)), entrant.code)
    assert entry is not None
    answer = desk.post(reverse("renew-link", args=[entrant.event.slug, entry.id, entrant.number]))
    assert answer.status_code == 302
    return Entrant.objects.get(pk=entrant.pk)


def take(entrant: Entrant, said: Mapping[str, str] | None = None, client: Client | None = None) -> Any:
    return (client or Client()).post(reverse("entrant-take", args=[entrant.secret]), said or {})


def correct(entrant: Entrant, **told: str) -> Any:
    path = reverse("entrant-data", args=[entrant.secret])
    client = Client()
    return client.post(path, filled_in(client.get(path).content.decode(), told, action=path))


def withdraw(entrant: Entrant, why: str = "") -> Any:
    entry = entering.entry_of(store.championship_of(Event.objects.get(pk=entrant.event_id)), entrant.code)
    assert entry is not None
    fields = {"steps": len(entry.history), "why": why}
    return Client().post(reverse("entrant-withdraw", args=[entrant.secret]), fields)


def states(event: Event) -> list[EntryState]:
    championship = store.championship_of(Event.objects.get(pk=event.pk))
    return [entry.state for entry in championship.entries.values()]


# --- a link that was made anew ------------------------------------------------------------------------------------


def test_a_renewed_link_is_shown_to_the_organiser_alone() -> None:
    event = an_open_event(TRUCO)
    registrant, partner = a_pair(event)
    desk = an_organiser(event)
    renewed = renew(desk, partner)
    assert is_given(renewed)
    assert renewed.secret not in page_of(Client(), registrant)
    code = next(iter(store.championship_of(Event.objects.get()).entries))
    assert renewed.secret in desk.get(reverse("entry-link", args=[event.slug, code, partner.number])).content.decode()
    assert Client().get(own_path(partner)).status_code == 404


def test_a_link_that_was_never_used_is_passed_on_by_the_registrant_when_it_is_made_anew() -> None:
    event = an_open_event(TRUCO)
    registrant = enter(Client(), event)
    renewed = renew(an_organiser(event), partner_of(registrant))
    assert renewed.secret in page_of(Client(), registrant)


@pytest.mark.parametrize("who", [0, 1])
def test_a_renewed_link_opens_nothing_that_was_told(who: int) -> None:
    event = an_open_event(TRUCO)
    renewed = renew(an_organiser(event), a_pair(event)[who])
    page = page_of(Client(), renewed)
    assert not [one for one in TOLD if one in page]
    assert 'id="aceites"' not in page
    assert 'id="verdicts-t"' not in page
    assert 'id="history-t"' not in page
    assert 'name="document"' in page
    for name in HIS_PAGES:
        answer = Client().get(reverse(name, args=[renewed.secret]))
        assert (answer.status_code, answer["Location"]) == (302, own_path(renewed)), name


@pytest.mark.parametrize("who", [0, 1])
def test_nobody_acts_with_a_renewed_link(who: int) -> None:
    event = an_open_event(TRUCO)
    renewed = renew(an_organiser(event), a_pair(event)[who])
    agreed = renewed.agreements.count()
    text = texts_of(store.details_of(event).rules)[0]
    posts = {
        "entrant-erase": {"sure": "on"},
        "entrant-withdraw": {"steps": "2"},
        "entrant-data": {"person-name": "Outra"},
        "entrant-answer": {"to": str(text.name), "given": "no", "hash": text.hash},
        "entrant-confirm": {"steps": "2"},
    }
    before = states(event)
    for name, fields in posts.items():
        answer = Client().post(reverse(name, args=[renewed.secret]), fields)
        assert (answer.status_code, answer["Location"]) == (302, own_path(renewed)), name
    after = Entrant.objects.get(pk=renewed.pk)
    assert (states(event), after.name, after.erased_at) == (before, renewed.name, None)
    assert (after.secret, after.agreements.count()) == (renewed.secret, agreed)


def test_only_who_says_the_document_makes_a_renewed_link_his_own() -> None:
    event = an_open_event(TRUCO)
    renewed = renew(an_organiser(event), a_pair(event)[1])
    for wrong in (NOTHING, {"document": ""}, {"document": CPF}, {"document": "7-35"}, {"birth_date": BORN}):
        answer = take(renewed, wrong)
        assert answer.status_code == 409
        assert not [one for one in TOLD if one in answer.content.decode()]
    assert Entrant.objects.get(pk=renewed.pk).secret == renewed.secret
    answer = take(renewed, {"document": OTHER_CPF})
    own = at(answer.url)
    assert (own.pk, is_given(own)) == (renewed.pk, False)
    told = Client().get(reverse("entrant-my-data-file", args=[own.secret])).content.decode()
    assert "11144477735" in told


def test_guessing_the_document_of_a_renewed_link_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(misses, "MISSES", 2)
    event = an_open_event(TRUCO)
    renewed = renew(an_organiser(event), a_pair(event)[1])
    codes = [take(renewed, {"document": said}).status_code for said in (CPF, THIRD_CPF, OTHER_CPF)]
    assert codes == [409, 409, 429]
    assert is_given(Entrant.objects.get(pk=renewed.pk))


def test_his_own_account_is_proof_enough_and_nobody_elses() -> None:
    event = an_open_event(TRUCO)
    bia, other = (User.objects.create_user(f"{name}@exemplo.com.br") for name in ("bia", "outra"))
    hers, stranger = Client(), Client()
    hers.force_login(bia)
    stranger.force_login(other)
    renewed = renew(an_organiser(event), enter(hers, event))
    assert take(renewed, client=stranger).status_code == 409
    assert take(renewed, client=hers).status_code == 302
    assert not is_given(Entrant.objects.get(pk=renewed.pk))


def test_where_the_document_went_to_somebody_else_the_birth_date_is_asked() -> None:
    event = an_open_event(TRUCO)
    first = enter(Client(), event)
    withdraw(first)
    enter(Client(), event, a_person("Outra Pessoa"), {"name": "Dora Reis"})
    renewed = renew(an_organiser(event), first)
    page = page_of(Client(), renewed)
    assert 'name="birth_date"' in page
    assert not [one for one in TOLD if one in page]
    for wrong in (NOTHING, {"document": CPF}, {"birth_date": "1981-05-30"}, {"birth_date": "x"}):
        assert take(renewed, wrong).status_code == 409
    assert take(renewed, {"birth_date": BORN}).status_code == 302


def test_the_form_by_which_one_says_yes_shows_nothing_to_who_has_a_renewed_link() -> None:
    """Somebody told about himself before he said yes; then his link was made anew."""
    event = an_open_event(TRUCO)
    partner = at(take(partner_of(enter(Client(), event))).url)
    assert correct(partner, **a_person("Cida Lopes", document=OTHER_CPF, phone="(13) 99876-0002")).status_code == 302
    renewed = renew(an_organiser(event), partner)
    page = page_of(Client(), renewed)
    assert not [one for one in TOLD if one in page]
    confirming = reverse("entrant-confirm", args=[renewed.secret])
    assert confirming not in page
    fields = {f"person-{name}": value for name, value in a_person("Cida", document=OTHER_CPF).items()}
    answer = Client().post(confirming, {**fields, "steps": "1", "consents-personal_data": "on"})
    assert (answer.status_code, answer["Location"]) == (302, own_path(renewed))
    assert Entrant.objects.get(pk=renewed.pk).secret == renewed.secret
    assert states(event) == [EntryState.INCOMPLETE]
    own = at(take(renewed, {"document": OTHER_CPF}).url)
    assert reverse("entrant-confirm", args=[own.secret]) in page_of(Client(), own)


# --- the form by which somebody was entered -----------------------------------------------------------------------


def sent_again(event: Event, form: str | UUID | None) -> Any:
    assert form
    return Client().post(reverse("enter", args=[event.slug]), {"form": str(form)})


def opens_nothing(answer: Any) -> bool:
    secrets = [one.secret for one in Entrant.objects.all()]
    return (
        answer.status_code == 409
        and "Location" not in answer
        and not any(secret in answer.content.decode() for secret in secrets)
    )


def test_the_second_press_of_the_button_leads_to_the_entry_and_later_the_form_is_no_key() -> None:
    event = an_open_event(TRUCO)
    registrant = enter(Client(), event)
    kept = Registration.objects.get()
    assert sent_again(event, kept.form).url == own_path(registrant)
    kept.created_at = timezone.now() - entering.SENT_TWICE_WITHIN - timedelta(seconds=1)
    kept.save()
    assert opens_nothing(sent_again(event, kept.form))
    assert len(states(event)) == 1


def test_a_form_is_no_key_in_another_event() -> None:
    event, other = an_open_event(TRUCO), an_open_event(TRUCO)
    enter(Client(), event)
    assert opens_nothing(sent_again(other, Registration.objects.get().form))


def test_a_form_is_no_key_once_the_link_was_made_anew() -> None:
    event = an_open_event(TRUCO)
    registrant = enter(Client(), event)
    form = Registration.objects.get().form
    renewed = renew(an_organiser(event), registrant)
    assert opens_nothing(sent_again(event, form))
    assert take(renewed, {"document": CPF}).status_code == 302
    assert opens_nothing(sent_again(event, form))


def test_a_form_is_no_key_to_somebody_who_erased_himself() -> None:
    event = an_open_event(FARAES)
    registrant = enter(Client(), event)
    form = Registration.objects.get().form
    path = reverse("entrant-erase", args=[registrant.secret])
    client = Client()
    fields = form_in(client.get(path).content.decode(), path)
    answer = client.post(path, {**fields, "sure": "on"})
    assert Entrant.objects.get(pk=registrant.pk).erased_at is not None, answer.content.decode()
    assert opens_nothing(sent_again(event, form))


def test_the_form_of_an_invitation_is_no_key_of_who_was_invited() -> None:
    event, form = an_open_event(TRUCO), str(uuid4())
    fields = {"form": form, "one-name": "Bia Ramos", "two-name": "Cida Lopes", "why": ""}
    assert an_organiser(event).post(reverse("invite-pair", args=[event.slug]), fields).status_code == 302
    bia = Entrant.objects.get(name="Bia Ramos")
    assert opens_nothing(sent_again(event, form))
    take(bia)
    assert opens_nothing(sent_again(event, form))


# --- a document is no key -----------------------------------------------------------------------------------------


def test_who_knows_a_document_reads_nothing_of_who_left_and_closes_nothing() -> None:
    event = an_open_event(TRUCO, questions=(Question(text="Remédios"),))
    page = open_form(Client(), event)
    fields = filled_in(page, a_person()) | {"answers-answer-0": ["insulina"]}
    first = at(send(Client(), event, fields).url)
    withdraw(first, "doença na família")
    stranger = enter(Client(), event, a_person("Outra Pessoa", birth_date="1990-01-01"), {"name": "Dora Reis"})
    assert (stranger.pk != first.pk, stranger.code != first.code) == (True, True)
    seen = page_of(Client(), stranger)
    seen += Client().get(reverse("entrant-my-data-file", args=[stranger.secret])).content.decode()
    seen += Client().get(reverse("entrant-my-data", args=[stranger.secret])).content.decode()
    assert not [one for one in ("insulina", "doença", "Bia Ramos", "1981") if one in seen]
    own = Client().get(reverse("entrant-my-data-file", args=[first.secret])).content.decode()
    assert not [one for one in ("insulina", "doença", "Bia Ramos", BORN) if one not in own]
    kept = Entrant.objects.get(pk=first.pk)
    assert (kept.secret, kept.agreements.count()) == (first.secret, first.agreements.count())
    assert Entrant.objects.exclude(document_index="").get() == stranger


def test_who_was_put_out_does_not_come_back_under_another_code() -> None:
    """Key: disqualification.final."""
    event = reviewing.an_open_event(reviewing.TM)
    code = reviewing.a_pair(event)
    first = event.entrants.get(number=1)
    organiser = Actor(Role.ORGANISER, store.author(reviewing.an_organiser(event)))
    out = Disqualify(by=organiser, at=timezone.now(), why="declarou o que não era", ground=Ground.IRREGULAR_ENTRY)
    reviewing.change(event, code, out)
    fields = filled_in(open_form(Client(), event), a_person("Bia Ramos"), {"name": "Dora Reis"})
    assert send(Client(), event, fields).status_code == 409
    assert Entrant.objects.get(pk=first.pk).document == first.document
    assert Entrant.objects.count() == 2


# --- a list is entered once ---------------------------------------------------------------------------------------

TWO = "Dupla;Jogador 1;Jogador 2\nA;Ana Silva;Bia Souza\nB;Caio Dias;Davi Reis\n"


def looked_at(desk: Client, event: Event, text: str) -> dict[str, list[str]]:
    file = SimpleUploadedFile("duplas.csv", text.encode())
    html = desk.post(reverse("import-entries", args=[event.slug]), {"file": file}).content.decode()
    return form_in(html, reverse("confirm-entries", args=[event.slug]))


def enter_list(desk: Client, event: Event, fields: dict[str, list[str]]) -> int:
    return desk.post(reverse("confirm-entries", args=[event.slug]), fields).status_code


def give_up(event: Event, code: str) -> None:
    registrant = reviewing.entry_of(event, code).registrant
    made = Withdraw(by=Actor(Role.REGISTRANT, registrant), at=timezone.now(), why="x", in_writing=True)
    reviewing.change(event, code, made)


def test_a_list_enters_its_pairs_once_whatever_became_of_them() -> None:
    event = reviewing.an_open_event(reviewing.FA)
    desk = an_organiser(event)
    fields = looked_at(desk, event, TWO)
    assert enter_list(desk, event, fields) == 302
    give_up(event, next(iter(store.championship_of(Event.objects.get()).entries)))
    for one in Entrant.objects.filter(name__in=["Caio Dias", "Davi Reis"]):
        one.name += " Júnior"
        one.save()
    assert enter_list(desk, event, fields) == 302
    assert states(event) == [EntryState.WITHDRAWN, EntryState.ENTERED]
    assert Entrant.objects.count() == 4


def test_the_same_file_sent_anew_enters_a_pair_that_had_given_up() -> None:
    event = reviewing.an_open_event(reviewing.FA)
    desk = an_organiser(event)
    enter_list(desk, event, looked_at(desk, event, TWO))
    give_up(event, next(iter(store.championship_of(Event.objects.get()).entries)))
    assert enter_list(desk, event, looked_at(desk, event, TWO)) == 302
    assert states(event) == [EntryState.WITHDRAWN, EntryState.ENTERED, EntryState.ENTERED]


def test_a_list_whose_entries_were_taken_back_may_be_entered_again() -> None:
    event = reviewing.an_open_event(reviewing.FA)
    desk = an_organiser(event)
    fields = looked_at(desk, event, TWO)
    enter_list(desk, event, fields)
    reviewing.do(event, Undo(by="system", at=timezone.now()))
    assert len(states(event)) == 1
    assert enter_list(desk, event, fields) == 302
    assert states(event) == [EntryState.ENTERED] * 2


def test_a_row_of_a_list_is_no_key_of_whom_it_entered() -> None:
    event = reviewing.an_open_event(reviewing.FA)
    desk = an_organiser(event)
    fields = looked_at(desk, event, TWO)
    enter_list(desk, event, fields)
    number = signing.loads(fields["list"][0], salt=lists._SALT)[2]
    forms = {uuid5(UUID(number), str(row)) for row in range(2)}
    assert set(Registration.objects.values_list("form", flat=True)) == forms
    for one in Entrant.objects.all():
        take(one)
    assert all(opens_nothing(sent_again(event, form)) for form in forms)


# --- what was open meanwhile --------------------------------------------------------------------------------------

Between = Callable[[str, Callable[[], object]], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Between:
    """Something that happens once, after a page has read the person's row and before it writes."""

    def put(name: str, happens: Callable[[], object]) -> None:
        does = getattr(entering, name)

        def late(*arguments: Any, **more: Any) -> Any:
            monkeypatch.setattr(entering, name, does)
            happens()
            return does(*arguments, **more)

        monkeypatch.setattr(entering, name, late)

    return put


def test_a_correction_does_not_open_a_link_again_that_was_closed_meanwhile(meanwhile: Between) -> None:
    event = an_open_event(TRUCO)
    desk, (_registrant, partner) = an_organiser(event), a_pair(event)
    meanwhile("correct", lambda: renew(desk, partner))
    answer = correct(partner, name="Ladrão")
    now = Entrant.objects.get(pk=partner.pk)
    assert answer.status_code == 404
    assert now.secret not in answer.content.decode()
    assert (now.name, is_given(now)) == ("Cida Lopes", True)
    assert Client().get(own_path(partner)).status_code == 404


def test_nobody_gives_up_by_a_link_that_was_closed_meanwhile(meanwhile: Between) -> None:
    event = an_open_event(TRUCO)
    desk, (_registrant, partner) = an_organiser(event), a_pair(event)
    before = states(event)
    meanwhile("change", lambda: renew(desk, partner))
    assert withdraw(partner).status_code == 404
    assert states(event) == before


def test_a_page_that_was_outdated_meanwhile_does_not_tell_the_new_link(monkeypatch: pytest.MonkeyPatch) -> None:
    event = an_open_event(TRUCO)
    desk, (registrant, _partner) = an_organiser(event), a_pair(event)

    def outdated(_asked: object) -> None:
        renew(desk, registrant)
        raise entering.Outdated

    monkeypatch.setattr(entering, "change", outdated)
    answer = Client().post(reverse("entrant-act", args=[registrant.secret, "concluir"]), {"steps": "1"})
    assert answer.status_code == 404
    assert Entrant.objects.get(pk=registrant.pk).secret not in answer.content.decode()


def test_saying_yes_by_a_link_that_was_closed_meanwhile_says_nothing(meanwhile: Between) -> None:
    event = an_open_event(TRUCO)
    desk, partner = an_organiser(event), partner_of(enter(Client(), event))
    meanwhile("confirm", lambda: renew(desk, partner))
    assert confirm(Client(), partner).status_code == 404
    now = Entrant.objects.get(pk=partner.pk)
    assert (now.document, is_given(now), now.agreements.count()) == ("", True, 0)
    assert states(event) == [EntryState.INCOMPLETE]


def test_saying_yes_twice_at_once_is_one_yes_and_leads_to_the_same_page(meanwhile: Between) -> None:
    event = an_open_event(TRUCO)
    partner = partner_of(enter(Client(), event))
    action = reverse("entrant-confirm", args=[partner.secret])
    fields = filled_in(page_of(Client(), partner), a_person("Cida Lopes", document=OTHER_CPF), action=action)
    first: list[Any] = []
    meanwhile("confirm", lambda: first.append(Client().post(action, fields)))
    second: Any = Client().post(action, fields)
    assert (first[0].status_code, second.status_code) == (302, 302)
    assert first[0].url == second.url == f"/inscricao/{fields['own'][0]}/"
    own = at(second.url)
    assert own.agreements.count() == len(texts_of(store.details_of(event).rules))


def test_taking_a_link_undoes_no_correction_and_takes_no_link_that_was_closed(meanwhile: Between) -> None:
    event = an_open_event(FARAES)
    desk, partner = an_organiser(event), partner_of(enter(Client(), event, {"name": "Bia"}))

    def corrected() -> None:
        row = Entrant.objects.get(pk=partner.pk)
        row.phone = "13998760009"
        row.save()

    meanwhile("take", lambda: renew(desk, partner))
    assert take(partner).status_code == 404
    given = Entrant.objects.get(pk=partner.pk)
    assert is_given(given)
    meanwhile("take", corrected)
    own = at(take(given).url)
    assert (own.phone, is_given(own)) == ("13998760009", False)


def test_renewing_a_link_undoes_no_correction(monkeypatch: pytest.MonkeyPatch) -> None:
    """The organiser's page had the row, too: it writes nothing but the link."""
    event = an_open_event(TRUCO)
    desk, (_registrant, partner) = an_organiser(event), a_pair(event)

    def late() -> str:
        Entrant.objects.filter(pk=partner.pk).update(called="Cidoca")
        return renewed_secret()

    monkeypatch.setattr(review_people, "renewed_secret", late)
    renew(desk, partner)
    assert Entrant.objects.get(pk=partner.pk).called == "Cidoca"


# --- delegations --------------------------------------------------------------------------------------------------

HEADING = "Delegação;Titular 1;Titular 2\n"


def a_delegation(event: Event, name: str, *people: str) -> Any:
    fields = filled_in(open_form(Client(), event), {"name": "Ivo Lemos"})
    told = {"delegation-delegation": name, "delegation-plays": "no"}
    told |= {f"starter-{number}-name": person for number, person in enumerate(people, start=1)}
    return send(Client(), event, fields | {field: [value] for field, value in told.items()})


def invited(desk: Client, event: Event, name: str, *people: str) -> Any:
    fields = {"form": str(uuid4()), "delegation": name, "one-name": people[0], "two-name": people[1], "why": ""}
    return desk.post(reverse("invite-pair", args=[event.slug]), fields)


def test_nothing_typed_is_in_the_code_of_a_delegation() -> None:
    event = an_open_event(AFIA)
    desk = an_organiser(event)
    assert a_delegation(event, "Equipe Zebedeu", "Bia Ramos", "Cida Lopes").status_code == 302
    assert enter_list(desk, event, looked_at(desk, event, f"{HEADING}Turma do Xaropinho;Nair;Dito\n")) == 302
    assert invited(desk, event, "Clube da Ilda", "Ilda", "Neusa").status_code == 302
    championship = store.championship_of(Event.objects.get())
    names = {one.name for one in championship.delegations_entered.values()}
    assert names == {"Equipe Zebedeu", "Turma do Xaropinho", "Clube da Ilda"}
    assert all(one.delegation in championship.line_ups for one in championship.entries.values())
    codes = json.dumps([*championship.line_ups, *(one.delegation for one in championship.entries.values())])
    assert not [word for word in ("zebedeu", "xaropinho", "ilda", "equipe", "turma") if word in codes.casefold()]
    assert len(set(championship.line_ups)) == 3


@pytest.mark.parametrize("written", ["Ilha do Céu", "ILHA DO CÉU", "ilha do ceu", "  Ilha   do  Ce\u0301u "])
def test_af_2_a_delegation_enters_once_by_whatever_door(written: str) -> None:
    """Key: delegations.players."""
    event = an_open_event(AFIA)
    desk = an_organiser(event)
    assert a_delegation(event, "Ilha do Céu", "Bia Ramos", "Cida Lopes").status_code == 302
    people = Entrant.objects.count()
    answers = [
        a_delegation(event, written, "Nair", "Dito"),
        invited(desk, event, written, "Ilda", "Neusa"),
        desk.post(
            reverse("confirm-entries", args=[event.slug]), looked_at(desk, event, f"{HEADING}{written};Rui;Zeca\n")
        ),
    ]
    for answer in answers:
        assert answer.status_code == 409
        assert "já inscreveu" in answer.content.decode()
        assert "#art-2" in answer.content.decode()
    assert (Entrant.objects.count(), len(states(event))) == (people, 1)


def test_a_delegation_stands_in_one_row_of_a_list() -> None:
    event = an_open_event(AFIA)
    desk = an_organiser(event)
    fields = looked_at(desk, event, f"{HEADING}Céu;Rui;Zeca\nCeu;Nair;Dito\n")
    assert not fields or enter_list(desk, event, fields) == 409
    assert not Entrant.objects.exists()


def test_another_delegation_enters_beside_it() -> None:
    event = an_open_event(AFIA)
    assert a_delegation(event, "Ilha do Céu", "Bia Ramos", "Cida Lopes").status_code == 302
    assert a_delegation(event, "Ilha do Mel", "Nair", "Dito").status_code == 302


def test_tables_and_sheets_call_delegations_by_their_names() -> None:
    contenders = [Contender("d1", ("p1", "p2"), "g0a"), Contender("d2", ("p3", "p4"), "g0b")]
    played = simulate(load(AFIA), knockout(2), contenders, seed="nomes", most_hands=2).championship
    named = replace(
        played, delegations_entered={code: Delegation(id=code, name=f"Clube {code[-1]}") for code in ("g0a", "g0b")}
    )
    sheet = delegations_sheet(named, Writer("pt"))
    standings = standings_of(
        Shown(event=Event(slug="x", name="X"), championship=named, names={"d1": "Um", "d2": "Dois"})
    )
    assert sheet is not None
    assert standings is not None
    assert {row[0] for row in sheet.rows} == {"Clube a", "Clube b"}
    assert {row.name for row in standings.delegations} == {"Clube a", "Clube b"}


# --- what is agreed to and signed ---------------------------------------------------------------------------------


def an_answer(entrant: Entrant, to: str, given: str) -> Any:
    rules = store.championship_of(entrant.event).regulation
    text = next(one for one in texts_of(rules) if one.name == to)
    fields = {"to": to, "hash": text.hash, "given": given}
    return Client().post(reverse("entrant-answer", args=[entrant.secret]), fields)


def said(entrant: Entrant, to: str) -> list[bool]:
    return list(entrant.agreements.filter(to=to).order_by("at", "pk").values_list("given", flat=True))


def test_a_consent_sent_from_two_devices_at_once_is_said_once(meanwhile: Between) -> None:
    registrant, _partner = a_pair(an_open_event(TRUCO))
    assert said(registrant, "image") == [True]
    meanwhile("held", lambda: an_answer(registrant, "image", "no"))
    assert an_answer(registrant, "image", "no").status_code == 302
    assert said(registrant, "image") == [True, False]


def test_the_last_word_counts_where_two_devices_say_different_things(meanwhile: Between) -> None:
    registrant, _partner = a_pair(an_open_event(TRUCO))
    meanwhile("held", lambda: an_answer(registrant, "image", "no"))
    an_answer(registrant, "image", "yes")
    assert said(registrant, "image") == [True, False, True]


def a_signature(entrant: Entrant, paper: Document) -> Any:
    fields = {"hash": paper.sha256, "given": "yes"}
    return Client().post(reverse("entrant-sign", args=[entrant.secret]), fields)


def terms(event: Event, text: bytes) -> Document:
    file = SimpleUploadedFile("termo.pdf", PDF + text)
    paper = add_document(event, DocumentKind.TERMS, file, by=User.objects.get(email="founder@carteado.test"))
    assert isinstance(paper, Document)
    return paper


def test_a_paper_is_signed_once_and_only_as_it_is_when_it_is_signed(meanwhile: Between) -> None:
    event = an_open_event(TRUCO)
    registrant, _partner = a_pair(event)
    first = terms(event, b"1")
    meanwhile("held", lambda: a_signature(registrant, first))
    assert a_signature(registrant, first).status_code == 302
    assert said(registrant, "terms") == [True]
    second = terms(event, b"2")
    meanwhile("held", lambda: terms(event, b"3"))
    a_signature(registrant, second)
    assert said(registrant, "terms") == [True]


def test_nothing_is_agreed_to_or_signed_by_a_link_that_was_closed_meanwhile(meanwhile: Between) -> None:
    event = an_open_event(TRUCO)
    desk, (registrant, partner) = an_organiser(event), a_pair(event)
    paper, before = terms(event, b"1"), Agreement.objects.count()
    meanwhile("held", lambda: renew(desk, registrant))
    assert an_answer(registrant, "image", "no").status_code == 404
    meanwhile("held", lambda: renew(desk, partner))
    assert a_signature(partner, paper).status_code == 404
    assert Agreement.objects.count() == before
