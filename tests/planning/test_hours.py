"""Proposed and checked hours (AF 9; TM 4.3; E-16)."""

from datetime import UTC, datetime, timedelta

from carteado.planning.hours import Hall, HallClosed, TooFewTables, TooLittleRest, day_of, doubts, proposed
from carteado.regulation import Refusal, load
from carteado.tournament.formats.plans import knockout, league, plan_for, swiss
from carteado.tournament.matches.timetable import RoundId, Timetable, rounds_of

NINE = datetime(2026, 5, 9, 12, tzinfo=UTC)
HOUR, FIVE = timedelta(hours=1), timedelta(minutes=5)


def hall(tables: int = 8, *days: datetime, length: timedelta = HOUR, closes: timedelta | None = None) -> Hall:
    opened = tuple(day_of(one, one + closes if closes else None) for one in days or (NINE,))
    return Hall(days=opened, tables=tables, length=length, rest=FIVE)


def test_af_9_rounds_follow_one_another_with_rest() -> None:
    form = knockout(16)
    hours = proposed(form, hall())
    assert isinstance(hours, Timetable)
    assert [at - NINE for at in hours.rounds.values()] == [number * (HOUR + FIVE) for number in range(4)]
    assert not hours.matches
    assert doubts(form, hours, hall()) == []


def test_af_9_with_too_few_tables_matches_get_hours_of_their_own() -> None:
    form = knockout(8)
    hours = proposed(form, hall(3))
    assert isinstance(hours, Timetable)
    assert "knockout-quarter-final-4" in hours.matches
    assert doubts(form, hours, hall(3)) == []


def test_af_9_what_does_not_fit_into_one_day_is_played_on_the_next() -> None:
    form = plan_for(load("afia-2026-tranca"), 10)
    sunday = NINE + timedelta(days=1)
    hours = proposed(form, hall(5, NINE, sunday, closes=timedelta(hours=3)))
    assert isinstance(hours, Timetable)
    days = {at.date() for at in hours.rounds.values()}
    assert days == {NINE.date(), sunday.date()}
    assert set(hours.rounds) == set(rounds_of(form))


def test_no_day_is_long_enough() -> None:
    assert isinstance(proposed(knockout(16), hall(1, closes=HOUR)), Refusal)


def test_what_is_done_is_not_proposed_again() -> None:
    form = knockout(4)
    first = [one.id for one in form.fixtures if one.phase == "semi-final"]
    hours = proposed(form, hall(), done=first, since=NINE + 3 * HOUR)
    assert isinstance(hours, Timetable)
    assert list(hours.rounds.values()) == [NINE + 3 * HOUR]


def test_af_9_too_little_rest_is_said() -> None:
    form = knockout(4)
    semi, final = rounds_of(form)
    hours = Timetable({semi: NINE, final: NINE + HOUR})
    assert doubts(form, hours, hall()) == [TooLittleRest(final, semi, NINE + HOUR, NINE + HOUR + FIVE)]


def test_af_9_rounds_of_a_league_need_rest_too() -> None:
    form = league(4)
    rounds = rounds_of(form)
    hours = Timetable({rounds[0]: NINE, rounds[1]: NINE + timedelta(minutes=30)})
    assert any(isinstance(one, TooLittleRest) for one in doubts(form, hours, hall()))


def test_the_rounds_of_a_swiss_get_hours_before_they_are_paired_and_are_checked() -> None:
    form = swiss(8, rounds=3)
    hours = proposed(form, hall(4))
    assert isinstance(hours, Timetable)
    assert [at - NINE for at in hours.rounds.values()] == [number * (HOUR + FIVE) for number in range(3)]
    assert not hours.matches
    assert doubts(form, hours, hall(4)) == []
    one, two, three = rounds_of(form)
    at_once = Timetable({one: NINE, two: NINE, three: NINE + 3 * HOUR})
    assert TooLittleRest(two, one, NINE, NINE + HOUR + FIVE) in doubts(form, at_once, hall(4))
    assert TooFewTables(NINE, 4, 3) in doubts(form, hours, hall(3))


def test_fa_iv_20_a_best_of_three_has_time_for_three_games() -> None:
    form = knockout(4, best_of=3)
    semi, final = rounds_of(form)
    hours = proposed(form, hall())
    assert isinstance(hours, Timetable)
    assert hours.rounds == {semi: NINE, final: NINE + 3 * HOUR + FIVE}
    early = Timetable({semi: NINE, final: NINE + 2 * HOUR})
    assert doubts(form, early, hall()) == [TooLittleRest(final, semi, NINE + 2 * HOUR, NINE + 3 * HOUR + FIVE)]


def test_af_9_too_few_tables_and_a_closed_hall_are_said() -> None:
    form = knockout(8)
    quarter: RoundId = rounds_of(form)[0]
    found = doubts(form, Timetable({quarter: NINE}), hall(3))
    assert found == [TooFewTables(NINE, 4, 3)]
    assert doubts(form, Timetable({quarter: NINE - HOUR}), hall()) == [HallClosed(quarter, NINE - HOUR)]
