"""From the home page to a published event, in both languages, under every regulation."""

import re
from dataclasses import replace
from datetime import datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from carteado.regulation import available, load
from carteado.tournament.operations import Announce, OfferForms
from carteado.web.events import store
from carteado.web.events.details import Details, Question, QuestionKind
from carteado.web.events.models import Event, Stage
from carteado.web.events.preparation_steps import Step
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from tests.web.organising.complete_event import AP, CLOSES, DAY, LANGUAGES, OPENS, TM, prepared
from tests.web.organising.test_documents import PDF
from tests.web.world.organising import Organiser


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("regulation", available())
def test_from_home_to_a_published_event(organiser: Organiser, ana: User, language: str, regulation: str) -> None:
    client = organiser.client
    organiser.language = language
    assert organiser.path("create-event") in client.get(organiser.path("home")).content.decode()
    assert client.get(organiser.path("create-event")).status_code == 200
    event = organiser.begin(regulation, "Torneio da Praia")

    assert organiser.fill(event, Step.RULES, more={"match.target": 15}).status_code == 302
    assert (
        organiser.fill(event, Step.PLACE, place="Clube XV, Santos", day=DAY, about="Almoço no clube.").status_code
        == 302
    )
    filled = organiser.fill(
        event, Step.ENTRIES, opens=OPENS, closes=CLOSES, capacity=24, fee="R$ 50,00", fee_note="Pix no dia"
    )
    assert filled.status_code == 302
    if regulation == AP:
        assert organiser.fill(event, Step.FORMAT, forms=["knockout", "groups_knockout"]).status_code == 302
    else:
        assert organiser.fill(event, Step.FORMAT).status_code == 302
    assert organiser.fill(event, Step.TABLES, tables=6).status_code == 302
    question = {
        "questions": 1,
        "question-0-text": "Camiseta",
        "question-0-kind": "choice",
        "question-0-choices": "P\nM\nG",
    }
    assert organiser.fill(event, Step.QUESTIONS, more=question).status_code == 302
    sent = client.post(
        organiser.path("wizard", event.slug, Step.DOCUMENTS),
        {"kind": "regulation", "file": SimpleUploadedFile("r.pdf", PDF)},
    )
    assert sent.status_code == 302

    review = organiser.open(event, Step.REVIEW)
    assert "Clube XV, Santos" in review
    assert "R$" in review
    event.refresh_from_db()
    published = client.post(organiser.path("publish", event.slug), {"version": event.version})
    assert published.status_code == 302
    assert published["Location"] == organiser.path("manage", event.slug)
    assert client.get(published["Location"]).status_code == 200

    event.refresh_from_db()
    assert event.stage == Stage.PUBLISHED
    details = store.details_of(event)
    assert details.settings.day == DAY
    assert details.settings.opens == datetime.fromisoformat(OPENS).replace(tzinfo=ZoneInfo("America/Sao_Paulo"))
    assert (details.capacity, details.fee_cents, details.tables) == (24, 5000, 6)
    assert dict(details.changes)["match.target"] == 15
    assert details.questions == (Question(text="Camiseta", kind=QuestionKind.CHOICE, choices=("P", "M", "G")),)
    assert store.championship_of(event).settings == replace(details.settings, place=details.place)
    assert store.championship_of(event).regulation.citation("match.target").changed_by == "event"

    public = Client().get(organiser.path("event", event.slug))
    assert public.status_code == 200
    assert "Torneio da Praia" in public.content.decode()


# --- ticks --------------------------------------------------------------------------------------------------------


def ticked(organiser: Organiser, event: Event) -> set[Step]:
    """The steps that the head of the wizard calls done."""
    found = re.findall(r'<li[^>]*class="is-done"><a href="([^"]+)">', organiser.open(event, Step.REVIEW))
    return {step for step in Step if organiser.path("wizard", event.slug, step) in found}


@pytest.mark.parametrize("regulation", available())
def test_a_step_that_nobody_opened_has_no_tick(organiser: Organiser, regulation: str) -> None:
    event = organiser.begin(regulation)
    for step in Step:
        organiser.open(event, step)
    assert ticked(organiser, event) == set()


@pytest.mark.parametrize("step", [Step.RULES, Step.FORMAT, Step.QUESTIONS])
def test_a_step_saved_as_it_was_has_its_tick_and_no_other_has(organiser: Organiser, step: Step) -> None:
    event = organiser.begin(TM)
    before = store.details_of(event)
    assert organiser.fill(event, step).status_code == 302
    event.refresh_from_db()
    assert ticked(organiser, event) == {step}
    assert store.details_of(event) == replace(before, saved=(step,))
    versions = event.version
    assert organiser.fill(event, step).status_code == 302
    event.refresh_from_db()
    assert event.version == versions
    assert "Saved as it was." in organiser.client.get(f"/en/campeonatos/{event.slug}/versoes/").content.decode()


def test_going_on_without_documents_ticks_them_and_loses_no_file(organiser: Organiser) -> None:
    event = organiser.begin(TM)
    path = organiser.path("wizard", event.slug, Step.DOCUMENTS)
    chosen = {"act": "go-on", "kind": "regulation", "file": SimpleUploadedFile("r.pdf", PDF)}
    assert organiser.client.post(path, chosen)["Location"] == path
    assert event.documents.count() == 1
    event.documents.all().delete()
    assert ticked(organiser, event) == set()
    assert organiser.client.post(path, {"act": "go-on"})["Location"].endswith(f"/{Step.REVIEW}/")
    event.refresh_from_db()
    assert ticked(organiser, event) == {Step.DOCUMENTS}


def test_a_step_that_lacks_something_has_no_tick_though_it_was_saved(organiser: Organiser) -> None:
    event = organiser.begin(AP)
    organiser.fill(event, Step.PLACE, place="Clube XV, Santos", day=DAY, hour="14:00")
    event.refresh_from_db()
    assert ticked(organiser, event) == {Step.PLACE}
    organiser.fill(event, Step.PLACE, place="", day=DAY, hour="14:00")
    event.refresh_from_db()
    assert Step.PLACE in store.details_of(event).saved
    assert ticked(organiser, event) == set()


def test_what_is_published_has_no_ticks(organiser: Organiser) -> None:
    event = prepared(organiser)
    assert ticked(organiser, event) == {Step.ENTRIES}, "the hour of the event can still be set"
    organiser.client.post(organiser.path("publish", event.slug), {"version": event.version})
    assert ticked(organiser, event) == set()


# --- beginning ----------------------------------------------------------------------------------------------------


def test_a_visitor_is_asked_to_sign_in_first(client: Client, db: None) -> None:
    answer = client.get("/campeonatos/novo/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/entrar/")


def test_whoever_begins_an_event_is_its_organiser_and_nobody_else_knows_of_it(organiser: Organiser, ana: User) -> None:
    event = organiser.begin(TM)
    assert [(one.user, one.role) for one in event.memberships.all()] == [(ana, Role.ORGANISER)]
    bia = User.objects.create_user("bia@exemplo.com.br")
    other = Client()
    other.force_login(bia)
    for step in Step:
        assert other.get(organiser.path("wizard", event.slug, step)).status_code == 404


def test_an_event_begins_with_what_its_regulation_says(organiser: Organiser) -> None:
    assert store.details_of(organiser.begin(TM)) == Details(regulation=TM, name="Copa do Clube XV", capacity=16)


@pytest.mark.parametrize("missing", ["regulation", "name"])
def test_beginning_without_the_two_answers_says_which_is_missing(organiser: Organiser, missing: str) -> None:
    given = {"form": str(uuid4()), "regulation": TM, "name": "Copa"}
    answer = organiser.client.post("/campeonatos/novo/", {**given, missing: ""})
    assert answer.status_code == 200
    assert f'href="#id_{missing}' in answer.content.decode()
    assert not Event.objects.exists()


def test_the_form_sent_twice_begins_one_event(organiser: Organiser) -> None:
    given = {"form": str(uuid4()), "regulation": TM, "name": "Copa"}
    answers = [organiser.client.post("/campeonatos/novo/", given) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert Event.objects.count() == 1


def test_events_of_one_name_have_addresses_of_their_own(organiser: Organiser) -> None:
    assert [organiser.begin(TM, name).slug for name in ("Copa", "Copa", "Novo", "!!!")] == [
        "copa",
        "copa-2",
        "novo-2",
        "evento",
    ]


def test_a_regulation_asked_for_is_chosen_already(organiser: Organiser) -> None:
    html = organiser.client.get(f"/campeonatos/novo/?regulation={AP}").content.decode()
    tile = html[html.index(f'value="{AP}"') :]
    assert tile[: tile.index(">")].endswith("checked")


# --- publishing ---------------------------------------------------------------------------------------------------


def test_what_is_missing_is_listed_with_its_step_and_keeps_it_from_being_published(organiser: Organiser) -> None:
    event = organiser.begin("faraes-2023-tranca")
    html = organiser.open(event, Step.REVIEW)
    assert "Falta o lugar." in html
    assert "Falta o dia do evento." in html
    assert "Diga quando as inscrições abrem" in html
    assert "disabled" in html
    answer = organiser.client.post(organiser.path("publish", event.slug), {"version": event.version})
    assert answer.status_code == 200
    assert Event.objects.get().is_draft


def test_tm_4_3_the_place_may_be_announced_after_publishing(organiser: Organiser) -> None:
    event = prepared(organiser)
    organiser.fill(event, Step.PLACE, place="", day=DAY)
    assert "O lugar ainda pode ser dito" in organiser.open(event, Step.REVIEW)
    event.refresh_from_db()
    organiser.client.post(organiser.path("publish", event.slug), {"version": event.version})
    assert not Event.objects.get().is_draft
    page = Client().get(f"/campeonatos/{event.slug}/").content.decode()
    assert "a anunciar" in page
    in_full = Client().get(f"/campeonatos/{event.slug}/regulamento/artigos/").content.decode()
    assert "em local a anunciar" in in_full
    rules = Client().get(f"/campeonatos/{event.slug}/regulamento/").content.decode()
    assert "Local dos jogos: a anunciar." in rules
    assert "São Paulo" not in rules


@pytest.mark.parametrize("left_out", ["opens", "closes"])
def test_tm_4_2_half_a_window_is_not_completed_by_that_of_a_past_edition(organiser: Organiser, left_out: str) -> None:
    event = prepared(organiser)
    organiser.fill(event, Step.ENTRIES, **{left_out: ""})
    event.refresh_from_db()
    assert "Diga quando as inscrições abrem e quando fecham." in organiser.open(event, Step.REVIEW)
    organiser.client.post(organiser.path("publish", event.slug), {"version": event.version})
    assert Event.objects.get().is_draft


def test_where_no_text_lets_it_wait_the_place_is_needed_to_publish(organiser: Organiser) -> None:
    event = prepared(organiser, AP)
    organiser.fill(event, Step.PLACE, place="", day=DAY)
    event.refresh_from_db()
    organiser.client.post(organiser.path("publish", event.slug), {"version": event.version})
    assert Event.objects.get().is_draft


def test_dates_of_the_past_keep_it_from_being_published(organiser: Organiser) -> None:
    """The regulation's own edition was played long ago: an event by it needs a day of its own."""
    assert load(TM).event.edition is not None
    event = organiser.begin(TM)
    organiser.fill(event, Step.PLACE, place="Santos")
    html = organiser.open(event, Step.REVIEW)
    assert "Falta o dia do evento." in html
    assert "Diga quando as inscrições abrem" in html
    assert "/2025" not in html
    organiser.fill(event, Step.PLACE, place="Santos", day="2025-11-01")
    html = organiser.open(event, Step.REVIEW)
    assert "O dia do evento já passou." in html
    assert "01/11/2025" in html


def test_publishing_announces_the_dates(organiser: Organiser) -> None:
    event = prepared(organiser)
    organiser.client.post(organiser.path("publish", event.slug), {"version": event.version})
    [announced] = store.championship_of(Event.objects.get()).log
    assert isinstance(announced, Announce)
    assert announced.settings.day == DAY


def test_ap_15_publishing_offers_the_forms_to_the_lot(organiser: Organiser) -> None:
    event = prepared(organiser, AP)
    organiser.client.post(organiser.path("publish", event.slug), {"version": event.version})
    event = Event.objects.get()
    championship = store.championship_of(event)
    assert championship.forms == ("knockout", "league")
    assert [type(operation) for operation in championship.log] == [Announce, OfferForms]
    organiser.fill(event, Step.FORMAT, forms=["knockout", "swiss"])
    assert store.championship_of(Event.objects.get()).forms == ("knockout", "swiss")


def test_publishing_twice_is_publishing_once(organiser: Organiser) -> None:
    event = prepared(organiser)
    answers = [
        organiser.client.post(organiser.path("publish", event.slug), {"version": event.version}) for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert Event.objects.get().seq == 1


def test_an_event_that_changed_since_it_was_read_is_shown_again_before_it_is_published(organiser: Organiser) -> None:
    event = prepared(organiser)
    organiser.fill(event, Step.PLACE, place="Guarujá")
    answer = organiser.client.post(organiser.path("publish", event.slug), {"version": event.version})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Guarujá" in html
    assert Event.objects.get().is_draft


@pytest.mark.parametrize("version", ["", "0", "7", "x", "9" * 5000])
def test_a_form_that_does_not_say_what_it_saw_publishes_nothing(organiser: Organiser, version: str) -> None:
    event = prepared(organiser)
    answer = organiser.client.post(organiser.path("publish", event.slug), {"version": version})
    assert answer.status_code == 200
    assert Event.objects.get().is_draft


def test_a_create_form_of_somebody_else_begins_an_event_of_ones_own(organiser: Organiser, ana: User) -> None:
    bia = User.objects.create_user("bia@carteado.test")
    form = uuid4()
    of_bia = store.create(Details(regulation=TM, name="Copa"), by=bia, form=form)
    of_ana = store.create(Details(regulation=TM, name="Copa"), by=ana, form=form)
    assert of_ana != of_bia
    assert of_ana.memberships.get().user == ana
