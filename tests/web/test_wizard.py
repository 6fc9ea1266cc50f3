"""From the home page to a published event, in both languages, under every regulation."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from carteado.regulation import available, load
from carteado.tournament.operations import Announce, OfferForms
from carteado.tournament.stages import Kind
from carteado.web.events import store
from carteado.web.events.details import Details, Question, QuestionKind, StageChoice
from carteado.web.events.forms import EntriesForm, PlaceForm
from carteado.web.events.models import Event, Stage
from carteado.web.events.steps import Step
from carteado.web.people.models import User
from carteado.web.policy import Role
from tests.web.organising import Organiser
from tests.web.test_documents_web import PDF

TM, AP = "truco-masters-2025", "apcef-sc-2022-canastra"
LANGUAGES = ["pt-br", "en"]
DAY = timezone.localdate() + timedelta(days=60)
OPENS, CLOSES = f"{DAY - timedelta(days=50)}T09:00", f"{DAY - timedelta(days=3)}T22:00"


@pytest.fixture
def ana(db: None) -> User:
    return User.objects.create_user("ana@exemplo.com.br", name="Ana Lima")


@pytest.fixture
def organiser(client: Client, ana: User) -> Organiser:
    client.force_login(ana)
    return Organiser(client)


def prepared(organiser: Organiser, regulation: str = TM) -> Event:
    """A draft with everything that publishing needs."""
    event = organiser.begin(regulation)
    organiser.fill(event, Step.PLACE, place="Clube XV, Santos", day=DAY)
    organiser.fill(event, Step.ENTRIES, opens=OPENS, closes=CLOSES, capacity=16)
    if regulation == AP:
        organiser.fill(event, Step.FORMAT, forms=["knockout", "league"])
    event.refresh_from_db()
    return event


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
    assert store.championship_of(event).settings == details.settings
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
    event = organiser.begin(TM)
    organiser.fill(event, Step.PLACE, place="Clube XV, Santos", day=DAY)
    event.refresh_from_db()
    assert ticked(organiser, event) == {Step.PLACE}
    organiser.fill(event, Step.PLACE, place="", day=DAY)
    event.refresh_from_db()
    assert Step.PLACE in store.details_of(event).saved
    assert ticked(organiser, event) == set()


def test_what_is_published_has_no_ticks(organiser: Organiser) -> None:
    event = prepared(organiser)
    assert ticked(organiser, event) == {Step.PLACE, Step.ENTRIES}
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


# --- the steps ----------------------------------------------------------------------------------------------------


def test_every_step_can_be_visited_in_any_order(organiser: Organiser) -> None:
    event = organiser.begin(TM)
    for step in reversed(Step):
        html = organiser.open(event, step)
        assert html.count('aria-current="step"') == 1


def test_a_step_that_is_not_one_is_not_found(organiser: Organiser) -> None:
    event = organiser.begin(TM)
    assert organiser.client.get(f"/campeonatos/{event.slug}/preparar/cafe/").status_code == 404


def test_saving_goes_on_to_the_next_step(organiser: Organiser) -> None:
    event = organiser.begin(TM)
    assert organiser.fill(event, Step.PLACE, place="Santos")["Location"].endswith("/preparar/inscricoes/")


@pytest.mark.parametrize("regulation", available())
@pytest.mark.parametrize("step", [step for step in Step if step not in (Step.DOCUMENTS, Step.REVIEW)])
def test_a_step_saved_as_it_was_changes_nothing(organiser: Organiser, regulation: str, step: Step) -> None:
    """But for its tick, and that once."""
    event = prepared(organiser, regulation)
    before = store.details_of(event)
    assert organiser.fill(event, step).status_code == 302
    after = Event.objects.get()
    assert store.details_of(after) == replace(before, saved=tuple(dict.fromkeys((*before.saved, step))))
    assert organiser.fill(event, step).status_code == 302
    assert Event.objects.get().version == after.version


@pytest.mark.parametrize(
    ("written", "cents"),
    [
        ("", 0),
        ("25", 2500),
        ("25,5", 2550),
        ("25,50", 2550),
        ("25.50", 2550),
        ("R$ 1.250,00", 125000),
        ("1250", 125000),
    ],
)
def test_a_fee_is_written_as_people_write_it(organiser: Organiser, written: str, cents: int) -> None:
    event = organiser.begin(TM)
    assert organiser.fill(event, Step.ENTRIES, fee=written).status_code == 302
    assert store.details_of(Event.objects.get()).fee_cents == cents


@pytest.mark.parametrize("written", ["abc", "-5", "2,5,0,0,x", "999999999"])
def test_a_fee_that_is_none_is_told_so_and_nothing_is_lost(organiser: Organiser, written: str) -> None:
    event = organiser.begin(TM)
    answer = organiser.fill(event, Step.ENTRIES, fee=written, fee_note="no bar")
    html = answer.content.decode()
    assert answer.status_code == 200
    assert f'value="{written}"' in html
    assert 'value="no bar"' in html


def test_entries_that_close_before_they_open_are_refused_at_the_field(organiser: Organiser) -> None:
    event = organiser.begin(TM)
    answer = organiser.fill(event, Step.ENTRIES, opens=CLOSES, closes=OPENS)
    assert answer.status_code == 200
    assert "#id_closes" in answer.content.decode()
    assert Event.objects.get().version == 1


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01", "1999-12-31", "2101-01-01"])
def test_a_date_far_from_today_is_told_so_at_its_field(organiser: Organiser, day: str) -> None:
    event = organiser.begin(TM)
    for step, name, value in ((Step.PLACE, "day", day), (Step.ENTRIES, "closes", f"{day}T23:59")):
        answer = organiser.fill(event, step, **{name: value})
        assert answer.status_code == 200
        assert "entre 2000 e 2100" in answer.content.decode()
    assert Event.objects.get().version == 1


def test_tm_2_1_another_number_of_pairs_is_a_changed_rule(organiser: Organiser) -> None:
    event = organiser.begin(TM)
    organiser.fill(event, Step.ENTRIES, capacity=32)
    details = store.details_of(Event.objects.get())
    assert (details.capacity, dict(details.changes)) == (32, {"selection.pairs": 32})
    assert details.rules.event.selection is not None
    assert details.rules.event.selection.pairs == 32
    organiser.fill(event, Step.ENTRIES, capacity=16)
    assert store.details_of(Event.objects.get()).changes == ()


def test_beside_the_rules_stand_those_that_were_changed_wherever_it_was(organiser: Organiser) -> None:
    event = organiser.begin(TM)
    assert "Como estão no regulamento." in organiser.open(event, Step.RULES)
    organiser.fill(event, Step.ENTRIES, capacity=32)
    html = organiser.open(event, Step.RULES)
    aside = html[html.index("<aside") : html.index("</aside>")]
    assert "O campeonato tem 32 duplas." in aside
    anchor = aside.partition('href="#')[2].partition('"')[0]
    assert f'id="{anchor}"' in html


def test_dates_as_the_regulation_has_them_are_no_dates_of_the_event(organiser: Organiser) -> None:
    event = organiser.begin(TM)
    for step in (Step.PLACE, Step.ENTRIES):
        organiser.fill(event, step)
    settings = store.details_of(Event.objects.get()).settings
    assert (settings.day, settings.opens, settings.closes) == (None, None, None)


def test_dates_of_an_edition_that_has_been_are_told_and_not_offered(organiser: Organiser) -> None:
    event = organiser.begin(TM)
    for step, names in ((Step.PLACE, ("day",)), (Step.ENTRIES, ("opens", "closes"))):
        assert {name: organiser.fields(event, step).get(name, [""]) for name in names} == {name: [""] for name in names}
        assert organiser.open(event, step).count("É a data do regulamento, e já passou") == len(names)


def test_dates_of_ones_own_are_no_matter_of_the_regulations(organiser: Organiser) -> None:
    event = organiser.begin(TM)
    organiser.fill(event, Step.ENTRIES, opens=OPENS, closes=CLOSES)
    fields = organiser.fields(event, Step.ENTRIES)
    assert (fields["opens"], fields["closes"]) == ([OPENS], [CLOSES])
    assert "já passou" not in organiser.open(event, Step.ENTRIES)


def test_dates_that_can_still_be_meant_are_offered(organiser: Organiser, monkeypatch: pytest.MonkeyPatch) -> None:
    event = organiser.begin(TM)
    monkeypatch.setattr(timezone, "now", lambda: datetime(2025, 10, 1, tzinfo=UTC))
    assert PlaceForm(store.details_of(event))["day"].value() == date(2025, 10, 25)
    form = EntriesForm(store.details_of(event))
    assert (form["opens"].value().date(), form["closes"].value().date()) == (date(2025, 9, 15), date(2025, 10, 18))
    assert "já passou" not in str(form)


# --- the format ---------------------------------------------------------------------------------------------------

OWN = {
    "mode": "own",
    "stages": 2,
    "stage-0-kind": "groups",
    "stage-0-groups": 4,
    "stage-0-legs": 1,
    "stage-0-best_of": 1,
    "stage-0-advance": 8,
    "stage-1-kind": "knockout",
    "stage-1-third_place": "on",
    "stage-1-best_of": 3,
    "pairs": 16,
}


def test_stages_of_ones_own_are_saved_one_after_another(organiser: Organiser) -> None:
    event = organiser.begin(TM)
    assert organiser.fill(event, Step.FORMAT, more=OWN).status_code == 302
    assert store.details_of(Event.objects.get()).stages == (
        StageChoice(kind=Kind.GROUPS, groups=4, advance=8),
        StageChoice(kind=Kind.KNOCKOUT, best_of=3, third_place=True),
    )
    assert organiser.fill(event, Step.FORMAT, mode="prescribed").status_code == 302
    assert store.details_of(Event.objects.get()).stages == ()


@pytest.mark.parametrize(("act", "kinds"), [("add", 3), ("remove-0", 1), ("remove-9", 2), ("look", 2)])
def test_stages_are_added_and_removed_without_being_saved(organiser: Organiser, act: str, kinds: int) -> None:
    event = organiser.begin(TM)
    answer = organiser.client.post(organiser.path("wizard", event.slug, Step.FORMAT), {**OWN, "act": act})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert html.count('-kind" id="id_stage-') == kinds
    assert Event.objects.get().version == 1


def test_a_stage_that_cannot_be_is_told_so_where_it_stands(organiser: Organiser) -> None:
    event = organiser.begin(TM)
    answer = organiser.fill(event, Step.FORMAT, more={**OWN, "stage-0-groups": 9})
    html = answer.content.decode()
    assert answer.status_code == 200
    stage = html[html.index('id="stage-0"') : html.index('id="stage-1"')]
    assert "no máximo 8 grupos" in stage
    assert Event.objects.get().version == 1


def test_the_format_is_looked_at_for_any_number_of_pairs(organiser: Organiser) -> None:
    event = organiser.begin(TM)
    html = organiser.client.post(
        organiser.path("wizard", event.slug, Step.FORMAT), {"mode": "prescribed", "pairs": 11, "act": "look"}
    ).content.decode()
    assert "5 duplas folgam na primeira rodada" in html
    assert '<svg class="bracket"' in html


def test_ap_15_the_lot_needs_two_forms(organiser: Organiser) -> None:
    event = organiser.begin(AP)
    answer = organiser.fill(event, Step.FORMAT, forms=["league"])
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Sorteia-se entre duas ou mais" in html
    assert "art. 15" in html
    assert organiser.fill(event, Step.FORMAT, forms=["league", "swiss"]).status_code == 302
    assert store.details_of(Event.objects.get()).forms == ("league", "swiss")


# --- questions ----------------------------------------------------------------------------------------------------


def asked(*texts: str) -> dict[str, object]:
    fields: dict[str, object] = {"questions": len(texts)}
    for number, text in enumerate(texts):
        fields |= {f"question-{number}-text": text, f"question-{number}-kind": "text", f"question-{number}-choices": ""}
    return fields


@pytest.mark.parametrize(
    ("act", "order"),
    [
        ("up-1", ["dois", "um", "três"]),
        ("down-1", ["um", "três", "dois"]),
        ("remove-0", ["dois", "três"]),
        ("add", ["um", "dois", "três", ""]),
        ("up-0", ["um", "dois", "três"]),
        ("down-2", ["um", "dois", "três"]),
    ],
)
def test_questions_are_moved_added_and_removed(organiser: Organiser, act: str, order: list[str]) -> None:
    event = organiser.begin(TM)
    path = organiser.path("wizard", event.slug, Step.QUESTIONS)
    answer = organiser.client.post(path, {**asked("um", "dois", "três"), "act": act})
    html = answer.content.decode()
    shown = [html.partition(f'name="question-{number}-text"')[2].partition(">")[0] for number in range(len(order))]
    for text, attributes in zip(order, shown, strict=True):
        assert (f'value="{text}"' in attributes) == bool(text)
    assert f'name="question-{len(order)}-text"' not in html
    assert Event.objects.get().version == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"question-0-text": ""},
        {"question-0-kind": "choice", "question-0-choices": "só uma"},
        {"question-0-text": "x" * 201},
    ],
)
def test_a_question_that_cannot_be_asked_is_told_so(organiser: Organiser, wrong: dict[str, object]) -> None:
    event = organiser.begin(TM)
    answer = organiser.fill(event, Step.QUESTIONS, more={**asked("um"), **wrong})
    assert answer.status_code == 200
    assert b"field__error" in answer.content
    assert Event.objects.get().version == 1


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
