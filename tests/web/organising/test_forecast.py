"""How long the day is: from samples that are kept, in a worker beside the site, in words."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils.translation import override

from carteado.planning.forecast import SAMPLE_SIZE, sample_lengths
from carteado.regulation import available, load
from carteado.tournament.formats.plans import Plan, knockout, league, plan_for
from carteado.web.events.details import Details
from carteado.web.organising import forecast_in_words as forecasts
from carteado.web.organising import forecast_worker as forecasting
from carteado.web.organising.forecast_in_words import duration, forecast_of
from carteado.web.organising.forecast_worker import (
    LONGEST_TARGET_FACTOR,
    MOST_WAITING,
    PATIENCE_S,
    Asker,
    Forecaster,
    Question,
    TooLong,
    answer,
    is_too_long,
    question_about,
)
from carteado.web.organising.match_length_samples import SEED, fingerprint, stored_fingerprint, stored_sample

TM, AF = "truco-masters-2025", "afia-2026-tranca"
HALL: Asker = (1, "")


def details(regulation: str = TM, *changes: tuple[str, object], tables: int = 4) -> Details:
    return Details(regulation=regulation, name="Copa", changes=changes, tables=tables)


@pytest.mark.parametrize("regulation", available())
def test_the_samples_are_of_the_rules_as_they_are(regulation: str) -> None:
    """A failure means that a rule of play has changed: ``python -m carteado.web.organising.match_length_samples`` plays
    new samples."""
    assert stored_fingerprint(regulation) == fingerprint(load(regulation))
    lengths = stored_sample(regulation)
    assert len(lengths.usual) == SAMPLE_SIZE[load(regulation).engine_kind]
    assert len(lengths.final) in (0, len(lengths.usual))


@pytest.mark.slow
@pytest.mark.parametrize("regulation", available())
def test_the_samples_are_what_the_bots_play(regulation: str) -> None:
    again = sample_lengths(load(regulation), seed=SEED, matches=2)
    assert stored_sample(regulation).usual[:2] == again.usual
    assert stored_sample(regulation).final[:2] == again.final


def test_a_forecast_of_the_regulations_own_rules_plays_no_match_anew() -> None:
    started = time.perf_counter()
    forecast = answer(question_about(details(), knockout(16), 8))
    assert time.perf_counter() - started < 5
    assert forecast.matches.sample == SAMPLE_SIZE[load(TM).engine_kind]
    assert 60 <= forecast.minutes.tenth <= forecast.minutes.median <= forecast.minutes.ninetieth <= 400


def test_the_clock_changes_the_forecast_and_not_the_sample() -> None:
    usual = answer(question_about(details(), knockout(8), 4))
    short = answer(question_about(details(TM, ("clock.match_minutes", 15)), knockout(8), 4))
    assert short.matches.clock == 15
    assert short.matches.sample == usual.matches.sample
    assert short.minutes.median < usual.minutes.median


def test_changed_rules_of_play_are_played_anew() -> None:
    forecast = answer(question_about(details(TM, ("match.target", 3)), knockout(4), 2))
    assert forecast.matches.target == 3
    assert forecast.matches.sample < SAMPLE_SIZE[load(TM).engine_kind]


@pytest.fixture
def forecaster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Forecaster]:
    made = Forecaster()
    monkeypatch.setattr(forecasts, "forecaster", made)
    yield made
    made.close()


def test_whoever_asks_first_waits_and_whoever_asks_again_is_told(forecaster: Forecaster) -> None:
    """The worker is another process: a page never waits for it."""
    question = question_about(details(), knockout(8), 4)
    started = time.perf_counter()
    assert forecaster.forecast(question, asker=HALL) is None
    forecast = None
    while forecast is None and time.perf_counter() - started < 60:
        time.sleep(0.05)
        forecast = forecaster.forecast(question, asker=HALL)
    assert forecast == answer(question)
    with override("en"):
        shown = forecast_of(details(), knockout(8), 8, asker=HALL)
    assert not shown.is_waiting
    assert shown.sentences[0].startswith("On 4 tables the event takes ")
    assert [phase.title for phase in shown.phases] == ["Quarter-finals", "Semi-finals", "Final"]


class NeverReady(Forecaster):
    def forecast(self, question: Question, *, asker: Asker) -> None:
        return None


def test_while_it_is_worked_out_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecasts, "forecaster", NeverReady())
    shown = forecast_of(details(tables=0), plan_for(load(AF), 16), 16, asker=HALL)
    assert shown.is_waiting
    assert shown.tables == 8


def test_more_matches_than_a_day_holds_are_not_forecast() -> None:
    plan: Plan = league(40)
    assert is_too_long(plan)
    with override("pt-br"):
        shown = forecast_of(details(), plan, 40, asker=HALL)
    assert not shown.is_waiting
    assert "780" in shown.sentences[0]


# --- many who ask -------------------------------------------------------------------------------------------------


class Task:
    """What the worker was given; it is ready when the test says so."""

    def __init__(self, question: Question) -> None:
        self.question, self.is_ready = question, False

    def ready(self) -> bool:
        return self.is_ready

    def get(self) -> str:
        return f"on {self.question.tables} tables"


class Desk(Forecaster):
    """A forecaster whose worker is the test itself."""

    def __init__(self) -> None:
        super().__init__()
        self.tasks: list[Task] = []

    def _worker(self) -> Any:
        return self

    def apply_async(self, _answer: object, arguments: tuple[Question]) -> Task:
        self.tasks.append(Task(*arguments))
        return self.tasks[-1]

    def ask(self, tables: int, asker: int = 1) -> object:
        return self.forecast(question_about(details(), knockout(8), tables), asker=(asker, ""))

    @property
    def started(self) -> list[int]:
        return [task.question.tables for task in self.tasks]


def test_the_newest_question_of_an_event_takes_the_place_of_the_one_before() -> None:
    desk = Desk()
    for tables in range(1, 101):
        assert desk.ask(tables) is None
    assert desk.started == [1]
    desk.tasks[0].is_ready = True
    assert desk.ask(100) is None
    assert desk.started == [1, 100]
    desk.tasks[1].is_ready = True
    assert desk.ask(100) == "on 100 tables"
    assert desk.ask(1) == "on 1 tables", "what was worked out is remembered"
    assert desk.started == [1, 100]


def test_what_waits_or_is_worked_out_is_not_asked_again() -> None:
    desk = Desk()
    for _ in range(3):
        assert [desk.ask(1, 1), desk.ask(2, 2), desk.ask(2, 3)] == [None, None, None]
    for task in desk.tasks:
        task.is_ready = True
        desk.ask(1)
    assert desk.started == [1, 2]


def test_only_so_many_wait_and_the_others_come_again() -> None:
    desk = Desk()
    for number in range(100):
        assert desk.ask(number, asker=number) is None
    for task in desk.tasks:  # grows with every answer
        task.is_ready = True
        desk.ask(0, asker=0)
    assert desk.started == list(range(MOST_WAITING + 1))
    assert desk.ask(99, asker=99) is None
    assert desk.started[-1] == 99


def test_a_question_that_the_worker_does_not_get_done_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, now = Desk(), time.monotonic()
    desk.ask(1, 1)
    desk.ask(2, 2)
    monkeypatch.setattr(forecasting, "monotonic", lambda: now + 2 * PATIENCE_S)
    with pytest.raises(TooLong):
        desk.ask(1, 1)
    assert desk.started == [1, 2]
    monkeypatch.setattr(forecasts, "forecaster", desk)
    with override("en"):
        shown = forecast_of(details(tables=1), knockout(8), 8, asker=HALL)
    assert not shown.is_waiting
    assert "too long" in shown.sentences[0]


@pytest.mark.parametrize(
    ("regulation", "key"), [(TM, "match.target"), (AF, "match.target"), (AF, "match.final_target")]
)
def test_matches_without_an_end_are_not_played_through(
    regulation: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasts, "forecaster", Desk())
    usual = next(entry.value for entry in load(regulation).entries() if entry.key == key)
    assert isinstance(usual, int)
    with override("pt-br"):
        longest = forecast_of(details(regulation, (key, LONGEST_TARGET_FACTOR * usual)), knockout(8), 8, asker=HALL)
        endless = forecast_of(details(regulation, (key, 10**9)), knockout(8), 8, asker=HALL)
    assert longest.is_waiting
    assert not endless.is_waiting
    assert "comprida demais" in endless.sentences[0]


@pytest.mark.parametrize(("minutes", "text"), [(48.2, "48 min"), (60, "1h00"), (184.6, "3h05")])
def test_durations_are_told_as_people_tell_them(minutes: float, text: str) -> None:
    assert duration(minutes) == text
