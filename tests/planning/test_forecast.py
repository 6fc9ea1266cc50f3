"""Forecasts: how long a match, a phase and an event take."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.planning.forecast import (
    Lengths,
    event_forecast,
    final_differs,
    match_forecast,
    match_minutes,
    quantiles,
    sample,
    sample_lengths,
    times_in_line,
)
from carteado.planning.pace import PACES, MatchLength, Pace
from carteado.planning.tasks import tasks_of
from carteado.regulation import EngineKind, load
from carteado.tournament.formats.plans import (
    FORMS,
    groups_then_knockout,
    knockout,
    knockout_with_lucky_losers,
    league,
    swiss,
)
from carteado.tournament.matches.schedule import Task

TM, AF = load("truco-masters-2025"), load("afia-2026-tranca")
MINUTE = Pace(match=0, hand=60, acts={})
"""A minute a hand, and nothing else."""


def lasting(*minutes: int) -> tuple[MatchLength, ...]:
    return tuple(MatchLength(one, ()) for one in minutes)


# --- quantiles ----------------------------------------------------------------------------------------------------


def test_quantiles_are_values_that_were_seen() -> None:
    assert quantiles([7]) == (7, 7, 7, 7, 7)
    assert quantiles(range(1, 11)) == (1, 1, 5, 9, 10)


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=60))
def test_nine_tenths_lie_at_or_below_the_ninetieth(values: list[int]) -> None:
    found = quantiles(values)
    assert list(found) == sorted(found)
    assert set(found) <= set(values)
    assert sum(value <= found.ninetieth for value in values) >= 0.9 * len(values)
    assert sum(value <= found.tenth for value in values) >= 0.1 * len(values)


# --- matches ------------------------------------------------------------------------------------------------------


def test_a_sample_is_repeated_by_its_seed() -> None:
    assert sample(TM, seed="1", matches=5) == sample(TM, seed="1", matches=5)
    assert sample(TM, seed="1", matches=5) != sample(TM, seed="2", matches=5)


def test_a_final_to_another_target_is_sampled_apart() -> None:
    assert final_differs(AF)
    assert not final_differs(TM)
    counted: list[int] = []
    lengths = sample_lengths(AF, seed="1", matches=2, bots="random", progress=counted.append)
    assert (len(lengths.usual), len(lengths.final)) == (2, 2)
    assert counted == [1, 2, 3, 4]
    assert lengths.of("final") == lengths.final
    assert lengths.of("semi-final") == lengths.usual


def test_tm_18_the_clock_caps_a_match_at_sixty_minutes_and_a_final_at_ninety() -> None:
    lengths = lasting(10, 59, 60, 200)
    assert match_minutes(TM, "semi-final", lengths, MINUTE) == [10, 59, 60, 60]
    assert match_minutes(TM, "final", lengths, MINUTE) == [10, 59, 60, 90]
    forecast = match_forecast(TM, "semi-final", lengths, MINUTE)
    assert (forecast.clock, forecast.by_clock) == (60, 0.5)


def test_a_game_without_a_clock_takes_what_it_takes() -> None:
    forecast = match_forecast(AF, "semi-final", lasting(10, 200), MINUTE)
    assert (forecast.clock, forecast.by_clock, forecast.minutes.most) == (None, 0, 200)
    assert (forecast.target, match_forecast(AF, "final", lasting(1), MINUTE).target) == (1500, 2000)


# --- tasks --------------------------------------------------------------------------------------------------------


def test_a_knockout_waits_for_the_matches_that_feed_it() -> None:
    tasks = {task.id: task for task in tasks_of(knockout(8, third_place=True))}
    assert tasks["knockout-quarter-final-1"].after == ()
    assert tasks["knockout-final"].after == ("knockout-semi-final-1", "knockout-semi-final-2")
    assert set(tasks["knockout-third-place"].after) == set(tasks["knockout-final"].after)


def test_af_10_the_quarter_finals_wait_for_the_whole_qualifying_phase() -> None:
    tasks = tasks_of(knockout_with_lucky_losers(14))
    qualifying = {task.id for task in tasks if task.phase == "qualifying"}
    assert all(set(task.after) == qualifying for task in tasks if task.phase == "quarter-final")


def test_a_bracket_after_groups_waits_for_the_groups_of_its_pairs() -> None:
    tasks = tasks_of(groups_then_knockout(8))
    semi = next(task for task in tasks if task.phase == "semi-final")
    assert len(semi.after) == 12
    assert all(match.startswith("groups-") for match in semi.after)


def test_a_round_of_a_swiss_waits_for_the_one_before() -> None:
    tasks = {task.id: task for task in tasks_of(swiss(5, rounds=3))}
    assert len(tasks) == 6
    assert set(tasks["swiss-3-1"].after) == {"swiss-2-1", "swiss-2-2"}


# --- events -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tables", "end"), [(1, 40), (2, 20), (4, 10), (9, 10)])
def test_matches_share_the_tables(tables: int, end: float) -> None:
    tasks = [Task(str(number), "group") for number in range(4)]
    times = times_in_line(tasks, dict.fromkeys("0123", 10.0), tables=tables, rest=5)
    assert max(one for _, one in times.values()) == end


def test_those_who_go_on_rest_first() -> None:
    tasks = [Task("a", "semi-final"), Task("b", "semi-final"), Task("c", "final", after=("a", "b"))]
    times = times_in_line(tasks, {"a": 10, "b": 30, "c": 7}, tables=2, rest=5)
    assert times["c"] == (35, 42)


@given(st.sampled_from(sorted(FORMS)), st.integers(6, 14), st.integers(1, 5), st.data())
def test_a_list_plays_everything_in_order_and_nobody_twice_at_once(
    form: str, pairs: int, tables: int, data: st.DataObject
) -> None:
    tasks = tasks_of(FORMS[form].plan(pairs))
    minutes = {task.id: data.draw(st.integers(1, 60)) for task in tasks}
    times = times_in_line(tasks, minutes, tables=tables, rest=5)
    assert set(times) == {task.id for task in tasks}
    for task in tasks:
        start = times[task.id][0]
        assert all(times[before][1] + 5 <= start for before in task.after)
        assert sum(one <= start < end for one, end in times.values()) <= tables
    for pair in {pair for task in tasks for pair in task.pairs}:
        own = sorted(times[task.id] for task in tasks if pair in task.pairs)
        assert all(before[1] + 5 <= after[0] for before, after in pairwise(own))


def test_an_event_takes_its_rounds_and_the_rests_between_them() -> None:
    """Eight pairs, matches of exactly twenty minutes, four tables: three rounds and two rests."""
    forecast = event_forecast(AF, knockout(8), Lengths(usual=lasting(20)), tables=4, seed="1", pace=MINUTE, runs=3)
    assert forecast.minutes == (80, 80, 80, 80, 80)
    assert [(one.phase, one.matches, one.minutes.median) for one in forecast.phases] == [
        ("quarter-final", 4, 20),
        ("semi-final", 2, 20),
        ("final", 1, 20),
    ]


def test_fewer_tables_take_longer() -> None:
    lengths = Lengths(usual=lasting(20, 30, 40))
    taken = [
        event_forecast(AF, league(8), lengths, tables=tables, seed="1", pace=MINUTE, runs=20).minutes.median
        for tables in (1, 2, 4)
    ]
    assert taken[0] > taken[1] > taken[2]
    assert 28 * 20 <= taken[0] <= 28 * 40


def test_a_best_of_three_takes_two_or_three_games() -> None:
    plan = FORMS["best_of"].plan(2)
    forecast = event_forecast(AF, plan, Lengths(usual=lasting(10)), tables=1, seed="1", pace=MINUTE, runs=40)
    assert (forecast.minutes.least, forecast.minutes.most) == (20, 30)


def test_a_forecast_is_repeated_by_its_seed() -> None:
    lengths = sample_lengths(TM, seed="1", matches=10)

    def forecast(seed: str) -> object:
        return event_forecast(TM, knockout(16), lengths, tables=3, seed=seed, pace=PACES[EngineKind.TRUCO], runs=10)

    assert forecast("1") == forecast("1")
    assert forecast("1") != forecast("2")
