"""What each step of the wizard takes, keeps and refuses."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from django.http import QueryDict
from django.utils import timezone

from carteado.regulation import available
from carteado.tournament.formats.plans import knockout_with_lucky_losers
from carteado.tournament.formats.stages import Kind
from carteado.web.events import store
from carteado.web.events.details import Details, StageChoice
from carteado.web.events.formats import ONE_PLACE, plan_of
from carteado.web.events.models import Event
from carteado.web.events.preparation_steps import Step
from carteado.web.organising.format_form import FormatForm
from carteado.web.organising.step_forms import EntriesForm, PlaceForm
from tests.web.organising.complete_event import AF, AP, CLOSES, OPENS, TM, prepared
from tests.web.world.organising import Organiser

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


@pytest.mark.parametrize("pairs", [10, 18])
def test_e_4_one_place_after_each_phase_is_offered_first_where_it_fits(organiser: Organiser, pairs: int) -> None:
    event = organiser.begin(AF)
    path = organiser.path("wizard", event.slug, Step.FORMAT)
    html = organiser.client.post(path, {"mode": "prescribed", "pairs": pairs, "act": "look"}).content.decode()
    assert html.index('value="one_place"') < html.index('value="prescribed"')
    shown = organiser.client.post(path, {"mode": "one_place", "pairs": pairs, "act": "look"}).content.decode()
    assert shown.count("1 dupla vem da repescagem") == 2
    assert "Quartas de final" in shown
    other = organiser.client.post(path, {"mode": "prescribed", "pairs": 12, "act": "look"}).content.decode()
    assert 'value="one_place"' not in other


def test_e_4_the_form_with_one_place_is_the_events_own_rule_and_is_taken_back(organiser: Organiser) -> None:
    event = organiser.begin(AF)
    assert organiser.fill(event, Step.FORMAT, mode="one_place", pairs=10).status_code == 302
    details = store.details_of(Event.objects.get())
    assert details.changes == (("lucky_losers.places", "one"),)
    assert plan_of(details, 10) == knockout_with_lucky_losers(10, one_place=True)
    assert 'value="one_place" checked' in organiser.open(event, Step.FORMAT)
    assert organiser.fill(event, Step.FORMAT, mode="prescribed").status_code == 302
    details = store.details_of(Event.objects.get())
    assert details.changes == ()
    assert plan_of(details, 10) == knockout_with_lucky_losers(10)


QUALIFYING_OF_NINE = {
    "mode": "own",
    "stages": 2,
    "stage-0-kind": "qualifying",
    "stage-0-rounds": 1,
    "stage-0-best_of": 1,
    "stage-0-advance": 7,
    "stage-1-kind": "knockout",
    "stage-1-best_of": 1,
}
"""Own stages for nine pairs: five win, and two more of the eliminated go on."""


def test_e_4_own_stages_take_the_form_with_one_place_back(organiser: Organiser) -> None:
    event = organiser.begin(AF)
    organiser.fill(event, Step.ENTRIES, capacity=9)
    organiser.fill(event, Step.FORMAT, mode="one_place", pairs=9)
    assert store.details_of(Event.objects.get()).changes == (("lucky_losers.places", "one"),)
    assert organiser.fill(event, Step.FORMAT, more=QUALIFYING_OF_NINE).status_code == 302
    assert store.details_of(Event.objects.get()).changes == ()


def test_e_4_one_place_set_for_own_stages_stays_when_they_are_saved_again() -> None:
    """Own stages have no form with one place to take back: the rules step alone sets the rule for them."""
    stages = (StageChoice(kind=Kind.QUALIFYING, rounds=1, advance=6), StageChoice(kind=Kind.KNOCKOUT))
    details = Details(regulation=AF, name="Copa", capacity=9, stages=stages, changes=(ONE_PLACE,))
    assert FormatForm(details).chosen() == details


@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("one_place", "O número de duplas permite uma vaga de repescagem depois de cada fase."),
        ("prescribed", "Cada fase volta a ter as vagas de repescagem que o regulamento prevê."),
    ],
)
def test_e_4_the_reason_for_the_other_form_says_which_one_was_chosen(mode: str, why: str) -> None:
    assert FormatForm(Details(regulation=AF, name="Copa"), QueryDict(f"mode={mode}&pairs=10&act=save")).why == why


# --- questions ----------------------------------------------------------------------------------------------------


def question_fields(*texts: str) -> dict[str, object]:
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
    answer = organiser.client.post(path, {**question_fields("um", "dois", "três"), "act": act})
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
    answer = organiser.fill(event, Step.QUESTIONS, more={**question_fields("um"), **wrong})
    assert answer.status_code == 200
    assert b"field__error" in answer.content
    assert Event.objects.get().version == 1
