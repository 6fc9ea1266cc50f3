"""How long the day is: from samples that are kept, in a worker beside the site, in words."""

import time
from collections.abc import Iterator

import pytest
from django.utils.translation import override

from carteado.planning.forecast import SAMPLE_SIZE, sampled
from carteado.regulation import available, load
from carteado.tournament.plans import Plan, knockout, league, plan_for
from carteado.web.events import forecasts
from carteado.web.events.details import Details
from carteado.web.events.forecasting import Forecaster, Question, answer, is_too_long, question_about
from carteado.web.events.forecasts import duration, forecast_of
from carteado.web.events.sampling import SEED, fingerprint, kept_fingerprint, kept_sample

TM, AF = "truco-masters-2025", "afia-2026-tranca"


def details(regulation: str = TM, *changes: tuple[str, object], tables: int = 4) -> Details:
    return Details(regulation=regulation, name="Copa", changes=changes, tables=tables)


@pytest.mark.parametrize("regulation", available())
def test_the_samples_are_of_the_rules_as_they_are(regulation: str) -> None:
    """When this fails a rule of play has changed: ``python -m carteado.web.events.sampling`` plays the samples anew."""
    assert kept_fingerprint(regulation) == fingerprint(load(regulation))
    lengths = kept_sample(regulation)
    assert len(lengths.usual) == SAMPLE_SIZE[load(regulation).game]
    assert len(lengths.final) in (0, len(lengths.usual))


@pytest.mark.slow
@pytest.mark.parametrize("regulation", available())
def test_the_samples_are_what_the_bots_play(regulation: str) -> None:
    again = sampled(load(regulation), seed=SEED, matches=2)
    assert kept_sample(regulation).usual[:2] == again.usual
    assert kept_sample(regulation).final[:2] == again.final


def test_a_forecast_of_the_regulations_own_rules_plays_no_match_anew() -> None:
    started = time.perf_counter()
    told = answer(question_about(details(), knockout(16), 8))
    assert time.perf_counter() - started < 5
    assert told.matches.sample == SAMPLE_SIZE[load(TM).game]
    assert 60 <= told.minutes.tenth <= told.minutes.median <= told.minutes.ninetieth <= 400


def test_the_clock_changes_the_forecast_and_not_the_sample() -> None:
    usual = answer(question_about(details(), knockout(8), 4))
    short = answer(question_about(details(TM, ("clock.match_minutes", 15)), knockout(8), 4))
    assert short.matches.clock == 15
    assert short.matches.sample == usual.matches.sample
    assert short.minutes.median < usual.minutes.median


def test_changed_rules_of_play_are_played_anew() -> None:
    told = answer(question_about(details(TM, ("match.target", 3)), knockout(4), 2))
    assert told.matches.target == 3
    assert told.matches.sample < SAMPLE_SIZE[load(TM).game]


@pytest.fixture
def forecaster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Forecaster]:
    made = Forecaster()
    monkeypatch.setattr(forecasts, "forecaster", made)
    yield made
    made.close()


def test_whoever_asks_first_waits_and_whoever_asks_again_is_told(forecaster: Forecaster) -> None:
    """The worker is another process: a page never waits for it."""
    asked = question_about(details(), knockout(8), 4)
    started = time.perf_counter()
    assert forecaster.forecast(asked) is None
    told = None
    while told is None and time.perf_counter() - started < 60:
        time.sleep(0.05)
        told = forecaster.forecast(asked)
    assert told == answer(asked)
    with override("en"):
        shown = forecast_of(details(), knockout(8), 8)
    assert not shown.is_waiting
    assert shown.sentences[0].startswith("On 4 tables the event takes ")
    assert [phase.title for phase in shown.phases] == ["Quarter-finals", "Semi-finals", "Final"]


class NeverReady(Forecaster):
    def forecast(self, question: Question) -> None:
        return None


def test_while_it_is_worked_out_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecasts, "forecaster", NeverReady())
    shown = forecast_of(details(tables=0), plan_for(load(AF), 16), 16)
    assert shown.is_waiting
    assert shown.tables == 8


def test_more_matches_than_a_day_holds_are_not_forecast() -> None:
    plan: Plan = league(40)
    assert is_too_long(plan)
    with override("pt-br"):
        shown = forecast_of(details(), plan, 40)
    assert not shown.is_waiting
    assert "780" in shown.sentences[0]


@pytest.mark.parametrize(("minutes", "text"), [(48.2, "48 min"), (60, "1h00"), (184.6, "3h05")])
def test_durations_are_told_as_people_tell_them(minutes: float, text: str) -> None:
    assert duration(minutes) == text
