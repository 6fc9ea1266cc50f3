"""What a person told is his: no link made anew, no old form and no number of a document opens it to somebody else."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.registrations.acts import Actor, Disqualify, EntryState, Ground, Role
from carteado.web.events import store
from carteado.web.events.details import Question
from carteado.web.events.models import Event
from carteado.web.kit.guarding import attempt_limits
from carteado.web.people.models import User
from carteado.web.registrations import registering as entering
from carteado.web.registrations.consents import texts_of
from carteado.web.registrations.models import Entrant, Registration
from carteado.web.registrations.own_link import has_unclaimed_link, own_path
from tests.web.registrations.own_links import (
    a_pair,
    an_organiser,
    correct,
    opens_nothing,
    renew,
    sent_again,
    states,
    take,
    withdraw,
)
from tests.web.registrations.review import reviewing
from tests.web.world.newcomers import (
    CPF,
    FARAES,
    OTHER_CPF,
    THIRD_CPF,
    TRUCO,
    a_person,
    an_open_event,
    at,
    enter,
    filled_in,
    open_form,
    page_of,
    partner_of,
    send,
)
from tests.web.world.organising import form_in

pytestmark = pytest.mark.django_db

BORN = "1981-04-30"
TOLD = ("529.982.247-25", "52998224725", "111.444.777-35", "11144477735", "247-", "777-", BORN, "30/04/1981", "99876")
"""What nobody but the two reads, whole or in parts."""
NOTHING: dict[str, str] = {}
HIS_PAGES = ("entrant-my-data", "entrant-my-data-file", "entrant-erase", "entrant-data", "entrant-withdraw")


# --- a link that was made anew ------------------------------------------------------------------------------------


def test_a_renewed_link_is_shown_to_the_organiser_alone() -> None:
    event = an_open_event(TRUCO)
    registrant, partner = a_pair(event)
    desk = an_organiser(event)
    renewed = renew(desk, partner)
    assert has_unclaimed_link(renewed)
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
    assert (own.pk, has_unclaimed_link(own)) == (renewed.pk, False)
    told = Client().get(reverse("entrant-my-data-file", args=[own.secret])).content.decode()
    assert "11144477735" in told


def test_guessing_the_document_of_a_renewed_link_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempt_limits, "MOST_MISSES", 2)
    event = an_open_event(TRUCO)
    renewed = renew(an_organiser(event), a_pair(event)[1])
    codes = [take(renewed, {"document": said}).status_code for said in (CPF, THIRD_CPF, OTHER_CPF)]
    assert codes == [409, 409, 429]
    assert has_unclaimed_link(Entrant.objects.get(pk=renewed.pk))


def test_his_own_account_is_proof_enough_and_nobody_elses() -> None:
    event = an_open_event(TRUCO)
    bia, other = (User.objects.create_user(f"{name}@exemplo.com.br") for name in ("bia", "outra"))
    hers, stranger = Client(), Client()
    hers.force_login(bia)
    stranger.force_login(other)
    renewed = renew(an_organiser(event), enter(hers, event))
    assert take(renewed, client=stranger).status_code == 409
    assert take(renewed, client=hers).status_code == 302
    assert not has_unclaimed_link(Entrant.objects.get(pk=renewed.pk))


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
