"""Clocks read from recorded instants, to the second on both sides of every limit."""

from datetime import UTC, datetime, timedelta
from itertools import accumulate
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.regulation import LANGUAGES, Override, Refusal, available, catalogue, load
from carteado.regulation.event_rules import CountedFrom, LateResult
from carteado.tournament.matches.clocks import (
    ClockLog,
    Deadline,
    Late,
    Limit,
    Mark,
    Moment,
    absent_too_long,
    as_utc,
    deadline,
    elapsed_playing,
    is_up,
    late_pairs,
    recorded,
    running,
    time_left,
)

TM, AF, FA = load("truco-masters-2025"), load("afia-2026-tranca"), load("faraes-2023-tranca")
TEN = datetime(2025, 10, 25, 13, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
PAIRS = ("ana-bia", "caio-davi")


def after_ten(minutes: float = 0, seconds: float = 0) -> datetime:
    """Ten o'clock in São Paulo, and so much later."""
    return TEN + timedelta(minutes=minutes, seconds=seconds)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def log_of(*marks: Mark, regulation: str = TM.id, phase: str = "quarter-final", of: str = "match") -> ClockLog:
    log = recorded(load(regulation), phase, ClockLog(PAIRS, of=CountedFrom(of)), *marks)
    assert isinstance(log, ClockLog), log
    return log


CALLED, STARTED = Mark(Moment.CALLED, TEN), Mark(Moment.STARTED, TEN)


def paused(start: float, end: float) -> tuple[Mark, Mark]:
    return Mark(Moment.PAUSED, after_ten(start)), Mark(Moment.RESUMED, after_ten(end))


# --- the time of a match ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "length", "key"), [("semi-final", 60, "match"), ("final", 90, "final")])
def test_tm_18_a_match_has_an_hour_and_the_final_an_hour_and_a_half(phase: str, length: int, key: str) -> None:
    log = log_of(STARTED, phase=phase)
    assert time_left(TM, phase, log, TEN) == minutes(length)
    assert time_left(TM, phase, log, after_ten(length) - SECOND) == SECOND
    assert not is_up(TM, phase, log, after_ten(length) - SECOND)
    assert is_up(TM, phase, log, after_ten(length))
    assert deadline(TM, phase, log, TEN) == Deadline(Limit.MATCH_TIME, after_ten(length), f"clock.{key}_minutes")
    assert TM.cite(f"clock.{key}_minutes") == "Truco Masters 2025, Anexo I, item 18"


def test_tm_18_the_bell_has_rung_and_stays_so_while_the_last_hand_is_played_out() -> None:
    log = log_of(STARTED)
    assert time_left(TM, "semi-final", log, after_ten(64)) == timedelta()
    assert deadline(TM, "semi-final", log, after_ten(64)) == deadline(TM, "semi-final", log, after_ten(1))


def test_tm_18_a_pause_gives_back_the_time_it_took() -> None:
    log = log_of(STARTED, *paused(10, 17))
    assert time_left(TM, "semi-final", log, after_ten(12)) == minutes(50)
    assert deadline(TM, "semi-final", log, after_ten(12)) is None
    assert time_left(TM, "semi-final", log, after_ten(20)) == minutes(47)
    assert not is_up(TM, "semi-final", log, after_ten(67) - SECOND)
    assert is_up(TM, "semi-final", log, after_ten(67))


def test_a_pause_after_the_bell_does_not_move_the_bell() -> None:
    log = log_of(STARTED, *paused(61, 70))
    found = deadline(TM, "semi-final", log, after_ten(75))
    assert found is not None
    assert found.at == after_ten(60)


def test_a_pause_at_the_very_bell_comes_too_late() -> None:
    log = log_of(STARTED, Mark(Moment.PAUSED, after_ten(60)))
    assert is_up(TM, "semi-final", log, after_ten(61))
    found = deadline(TM, "semi-final", log, after_ten(61))
    assert found is not None
    assert found.at == after_ten(60)


def test_before_the_start_all_the_time_is_left_and_none_runs() -> None:
    log = log_of(CALLED)
    assert time_left(TM, "semi-final", log, after_ten(5)) == minutes(60)
    assert deadline(TM, "semi-final", log, after_ten(5)) is None
    assert elapsed_playing(log, after_ten(5)) == timedelta()


def test_after_the_end_the_clock_stands() -> None:
    log = log_of(STARTED, *paused(5, 6), Mark(Moment.ENDED, after_ten(41)))
    assert elapsed_playing(log, after_ten(200)) == minutes(40)
    assert time_left(TM, "semi-final", log, after_ten(200)) == minutes(20)
    assert deadline(TM, "semi-final", log, after_ten(200)) is None
    assert running(TM, "semi-final", log, after_ten(200)) == ()


def test_a_clock_can_be_read_for_any_moment_of_the_past() -> None:
    log = log_of(STARTED, *paused(10, 20), Mark(Moment.ENDED, after_ten(30)))
    assert time_left(TM, "semi-final", log, after_ten(4)) == minutes(56)
    assert time_left(TM, "semi-final", log, after_ten(-4)) == minutes(60)
    assert elapsed_playing(log, after_ten(15)) == minutes(10)


@pytest.mark.parametrize("regulation_id", [name for name in available() if name != TM.id])
def test_a_regulation_without_a_clock_has_none_not_zero(regulation_id: str) -> None:
    regulation = load(regulation_id)
    log = log_of(STARTED, Mark(Moment.ABSENT, after_ten(1), PAIRS[0]), regulation=regulation_id)
    assert time_left(regulation, "final", log, after_ten(500)) is None
    assert deadline(regulation, "final", log, after_ten(500)) is None
    assert not is_up(regulation, "final", log, after_ten(500))
    assert absent_too_long(regulation, log, after_ten(500)) == ()
    assert running(regulation, "final", log, after_ten(500)) == ()
    assert elapsed_playing(log, after_ten(500)) == minutes(500)


def test_a_time_set_by_the_event_is_the_time_that_counts() -> None:
    changed = TM.with_overrides((Override("clock.match_minutes", 40, "the producer"),))
    assert not is_up(changed, "semi-final", log_of(STARTED), after_ten(40) - SECOND)
    assert is_up(changed, "semi-final", log_of(STARTED), after_ten(40))


# --- extra time ---------------------------------------------------------------------------------------------------

EXTRA = Mark(Moment.EXTRA_STARTED, after_ten(63))


def test_tm_19_extra_time_is_fifteen_minutes_from_its_own_start() -> None:
    log = log_of(STARTED, EXTRA)
    assert time_left(TM, "semi-final", log, after_ten(63)) == minutes(15)
    assert not is_up(TM, "semi-final", log, after_ten(78) - SECOND)
    assert is_up(TM, "semi-final", log, after_ten(78))
    assert deadline(TM, "semi-final", log, after_ten(64)) == Deadline(
        Limit.EXTRA_TIME, after_ten(78), "clock.extra_minutes"
    )
    assert TM.cite("clock.extra_minutes") == "Truco Masters 2025, Anexo I, item 19"


def test_tm_19_pauses_of_the_match_do_not_lengthen_it_and_its_own_do() -> None:
    log = log_of(STARTED, *paused(10, 13), EXTRA, *paused(70, 75))
    assert time_left(TM, "semi-final", log, after_ten(80)) == minutes(3)


def test_tm_19_it_does_not_start_before_the_match_time_is_up() -> None:
    early = recorded(TM, "semi-final", log_of(STARTED), Mark(Moment.EXTRA_STARTED, after_ten(59, 59)))
    assert early == Refusal("clock.time_up", "clock_time_not_up", {"left": SECOND})
    assert recorded(TM, "final", log_of(STARTED), EXTRA) == Refusal(
        "clock.time_up", "clock_time_not_up", {"left": minutes(27)}
    )
    assert isinstance(recorded(TM, "semi-final", log_of(STARTED), Mark(Moment.EXTRA_STARTED, after_ten(60))), ClockLog)


def test_tm_19_it_starts_once_and_not_at_all_where_there_is_none() -> None:
    again = Mark(Moment.EXTRA_STARTED, after_ten(90))
    assert recorded(TM, "semi-final", log_of(STARTED, EXTRA), again) == Refusal("", "clock_extra_already_started")
    assert recorded(AF, "semi-final", log_of(STARTED), again) == Refusal("", "clock_no_extra_time")


# --- absence ------------------------------------------------------------------------------------------------------

LEFT = Mark(Moment.ABSENT, after_ten(20), PAIRS[0])


def back(minute: float, second: float = 0) -> Mark:
    return Mark(Moment.RETURNED, after_ten(minute, second), PAIRS[0])


def test_tm_20_more_than_eight_minutes_away_disqualify_eight_do_not() -> None:
    log = log_of(STARTED, LEFT)
    assert absent_too_long(TM, log, after_ten(28)) == ()
    assert absent_too_long(TM, log, after_ten(28, 1)) == (PAIRS[0],)
    assert TM.cite("clock.absence_minutes") == "Truco Masters 2025, Anexo I, item 20"


def test_tm_20_whoever_comes_back_in_time_has_not_been_away_too_long() -> None:
    assert absent_too_long(TM, log_of(STARTED, LEFT, back(28)), after_ten(55)) == ()
    assert absent_too_long(TM, log_of(STARTED, LEFT, back(28, 1)), after_ten(55)) == (PAIRS[0],)


def test_tm_20_each_absence_counts_by_itself() -> None:
    again = Mark(Moment.ABSENT, after_ten(30), PAIRS[0])
    log = log_of(STARTED, LEFT, back(27), again)
    assert absent_too_long(TM, log, after_ten(38)) == ()
    assert absent_too_long(TM, log, after_ten(38, 1)) == (PAIRS[0],)


def test_tm_20_both_pairs_are_watched_by_themselves() -> None:
    other = Mark(Moment.ABSENT, after_ten(22), PAIRS[1])
    log = log_of(STARTED, LEFT, other)
    assert absent_too_long(TM, log, after_ten(29)) == (PAIRS[0],)
    assert absent_too_long(TM, log, after_ten(31)) == PAIRS
    assert absent_too_long(TM, log_of(STARTED, LEFT, other, back(27)), after_ten(31)) == (PAIRS[1],)


def test_tm_20_while_the_match_is_paused_nobody_is_absent_from_a_hand() -> None:
    log = log_of(STARTED, LEFT, *paused(22, 40))
    assert absent_too_long(TM, log, after_ten(46)) == ()
    assert absent_too_long(TM, log, after_ten(46, 1)) == (PAIRS[0],)
    in_the_pause = log_of(STARTED, Mark(Moment.PAUSED, after_ten(19)), LEFT, Mark(Moment.RESUMED, after_ten(40)))
    assert absent_too_long(TM, in_the_pause, after_ten(48)) == ()
    assert absent_too_long(TM, in_the_pause, after_ten(48, 1)) == (PAIRS[0],)


# --- lateness -----------------------------------------------------------------------------------------------------


def arrived(pair: str, minute: float, second: float = 0) -> Mark:
    return Mark(Moment.ARRIVED, after_ten(minute, second), pair)


def test_af_7_fifteen_minutes_after_the_call_a_pair_is_still_in_time_a_second_later_it_is_out() -> None:
    log = log_of(arrived(PAIRS[0], -5), CALLED, regulation=AF.id)
    assert late_pairs(AF, log, after_ten(15)) == ()
    assert late_pairs(AF, log, after_ten(15, 1)) == (Late(PAIRS[1], LateResult.ELIMINATED),)
    assert AF.citation("lateness.result").articles == ("7",)


def test_af_7_it_counts_when_the_pair_came_not_when_it_is_asked() -> None:
    in_time = log_of(CALLED, arrived(PAIRS[0], 1), arrived(PAIRS[1], 15), regulation=AF.id)
    too_late = log_of(CALLED, arrived(PAIRS[0], 1), arrived(PAIRS[1], 15, 1), regulation=AF.id)
    assert late_pairs(AF, in_time, after_ten(60)) == ()
    assert [late.pair for late in late_pairs(AF, too_late, after_ten(60))] == [PAIRS[1]]
    assert late_pairs(AF, too_late, after_ten(15)) == ()


def test_af_7_both_pairs_may_be_too_late() -> None:
    assert [late.pair for late in late_pairs(AF, log_of(CALLED, regulation=AF.id), after_ten(16))] == list(PAIRS)


def test_af_7_each_match_counts_from_its_own_call_and_from_the_last_one() -> None:
    assert late_pairs(AF, ClockLog(PAIRS), after_ten(600)) == ()
    log = log_of(CALLED, Mark(Moment.CALLED, after_ten(10)), regulation=AF.id)
    assert late_pairs(AF, log, after_ten(25)) == ()
    assert len(late_pairs(AF, log, after_ten(25, 1))) == 2
    at_the_door = log_of(CALLED, regulation=AF.id, of="event")
    assert late_pairs(AF, at_the_door, after_ten(600)) == ()


def test_af_7_a_match_that_has_begun_waits_for_nobody() -> None:
    log = log_of(CALLED, Mark(Moment.STARTED, after_ten(20)), regulation=AF.id)
    assert late_pairs(AF, log, after_ten(60)) == ()
    cancelled = log_of(CALLED, Mark(Moment.ENDED, after_ten(10)), regulation=AF.id)
    assert late_pairs(AF, cancelled, after_ten(60)) == ()


def test_tm_5_3_1_there_is_no_tolerance_a_second_late_is_a_withdrawal() -> None:
    on_the_dot = log_of(arrived(PAIRS[0], 0), CALLED, of="event")
    assert late_pairs(TM, on_the_dot, TEN) == ()
    assert late_pairs(TM, on_the_dot, TEN + SECOND) == (Late(PAIRS[1], LateResult.WITHDRAWN),)
    late = log_of(CALLED, arrived(PAIRS[0], 0), arrived(PAIRS[1], 0, 1), of="event")
    assert late_pairs(TM, late, after_ten(60)) == (Late(PAIRS[1], LateResult.WITHDRAWN),)
    assert TM.cite("lateness.result") == "Truco Masters 2025, item 5.3.1"


def test_tm_5_3_1_it_counts_from_the_event_not_from_the_call_of_a_match() -> None:
    assert late_pairs(TM, log_of(CALLED), after_ten(60)) == ()


def test_a_regulation_silent_on_lateness_has_nobody_late() -> None:
    assert late_pairs(FA, log_of(CALLED, regulation=FA.id), after_ten(600)) == ()


# --- shuffling, cutting, dealing ----------------------------------------------------------------------------------

HAND = [Moment.SHUFFLING, Moment.CUTTING, Moment.DEALING, Moment.DEALT]


def hand_until(step: Moment) -> ClockLog:
    """A hand whose steps begin twenty seconds apart, as far as that step."""
    steps = HAND[: HAND.index(step) + 1]
    return log_of(STARTED, *(Mark(one, after_ten(1, 20 * place)) for place, one in enumerate(steps)))


def ceremony(log: ClockLog, now: datetime) -> list[Deadline]:
    return [one for one in running(TM, "semi-final", log, now) if one.key.startswith("dealing.")]


def test_tm_23_the_dealer_shuffles_for_thirty_seconds() -> None:
    [limit] = ceremony(hand_until(Moment.SHUFFLING), after_ten(1, 5))
    assert limit == Deadline(Limit.SHUFFLE, after_ten(1, 30), "dealing.shuffle_seconds")
    assert (limit.is_past(after_ten(1, 29)), limit.is_past(after_ten(1, 30))) == (False, True)
    assert TM.cite(limit.key) == "Truco Masters 2025, Anexo I, item 23"


def test_tm_24_the_cutter_has_thirty_seconds_of_his_own() -> None:
    [limit] = ceremony(hand_until(Moment.CUTTING), after_ten(1, 25))
    assert limit == Deadline(Limit.CUT, after_ten(1, 50), "dealing.cut_seconds")
    assert TM.cite(limit.key) == "Truco Masters 2025, Anexo I, item 24"


def test_tm_25_dealing_has_thirty_seconds_and_ends_with_the_last_card() -> None:
    [limit] = ceremony(hand_until(Moment.DEALING), after_ten(1, 45))
    assert limit == Deadline(Limit.DEAL, after_ten(2, 10), "dealing.deal_seconds")
    assert TM.cite(limit.key) == "Truco Masters 2025, Anexo I, item 25"
    assert ceremony(hand_until(Moment.DEALT), after_ten(2, 1)) == []


def test_tm_23_the_steps_come_in_their_order_and_shuffling_may_begin_anew() -> None:
    for step in (Moment.DEALING, Moment.DEALT):
        refused = recorded(TM, "semi-final", hand_until(Moment.SHUFFLING), Mark(step, after_ten(2)))
        assert isinstance(refused, Refusal)
        assert refused.code == "clock_ceremony_order"
    exposed = recorded(TM, "semi-final", hand_until(Moment.DEALING), Mark(Moment.SHUFFLING, after_ten(3)))
    assert isinstance(exposed, ClockLog)
    assert [one.kind for one in ceremony(exposed, after_ten(3))] == [Limit.SHUFFLE]


def test_a_pause_gives_back_the_seconds_of_a_step_too() -> None:
    log = log_of(STARTED, Mark(Moment.SHUFFLING, after_ten(1)), *paused(1.25, 5))
    assert ceremony(log, after_ten(2)) == []
    assert [one.at for one in ceremony(log, after_ten(5))] == [after_ten(5, 15)]


# --- the referee's desk -------------------------------------------------------------------------------------------


def test_the_desk_sees_every_deadline_that_runs_the_nearest_first() -> None:
    log = log_of(STARTED, LEFT, Mark(Moment.SHUFFLING, after_ten(21)))
    assert running(TM, "semi-final", log, after_ten(21, 10)) == (
        Deadline(Limit.SHUFFLE, after_ten(21, 30), "dealing.shuffle_seconds"),
        Deadline(Limit.ABSENCE, after_ten(28), "clock.absence_minutes", PAIRS[0]),
        Deadline(Limit.MATCH_TIME, after_ten(60), "clock.match_minutes"),
    )


def test_the_desk_still_sees_what_has_passed_and_nothing_while_all_stands_still() -> None:
    log = log_of(STARTED, LEFT)
    overdue = [one for one in running(TM, "semi-final", log, after_ten(40)) if one.is_past(after_ten(40))]
    assert [one.kind for one in overdue] == [Limit.ABSENCE]
    assert running(TM, "semi-final", log_of(STARTED, LEFT, Mark(Moment.PAUSED, after_ten(21))), after_ten(22)) == ()
    assert [one.kind for one in running(TM, "final", log_of(STARTED, LEFT, back(21)), after_ten(22))] == [
        Limit.MATCH_TIME
    ]


def test_the_desk_waits_for_those_who_have_not_come() -> None:
    log = log_of(CALLED, arrived(PAIRS[1], 2), regulation=AF.id)
    [waiting] = running(AF, "quarter-final", log, after_ten(3))
    assert waiting == Deadline(Limit.LATENESS, after_ten(15), "lateness.tolerance_minutes", PAIRS[0])
    assert (waiting.is_past(after_ten(15)), waiting.is_past(after_ten(15, 1))) == (False, True)
    begun = log_of(CALLED, Mark(Moment.STARTED, after_ten(3)), regulation=AF.id)
    assert running(AF, "quarter-final", begun, after_ten(4)) == ()


# --- what cannot have happened ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "impossible", "code"),
    [
        ([], Mark(Moment.PAUSED, TEN), "clock_not_started"),
        ([], Mark(Moment.RESUMED, TEN), "clock_not_started"),
        ([], Mark(Moment.SHUFFLING, TEN), "clock_not_started"),
        ([], Mark(Moment.ABSENT, TEN, PAIRS[0]), "clock_not_started"),
        ([], Mark(Moment.EXTRA_STARTED, TEN), "clock_not_started"),
        ([STARTED], Mark(Moment.STARTED, after_ten(1)), "clock_already_started"),
        ([STARTED], Mark(Moment.CALLED, after_ten(1)), "clock_already_started"),
        ([STARTED], Mark(Moment.RESUMED, after_ten(1)), "clock_not_paused"),
        ([STARTED, *paused(1, 2)], Mark(Moment.RESUMED, after_ten(3)), "clock_not_paused"),
        ([STARTED, Mark(Moment.PAUSED, after_ten(1))], Mark(Moment.PAUSED, after_ten(3)), "clock_paused"),
        ([STARTED, Mark(Moment.PAUSED, after_ten(1))], Mark(Moment.SHUFFLING, after_ten(3)), "clock_paused"),
        ([STARTED], Mark(Moment.PAUSED, after_ten(0, -1)), "clock_goes_back"),
        ([STARTED, Mark(Moment.ENDED, after_ten(1))], Mark(Moment.PAUSED, after_ten(3)), "clock_ended"),
        ([STARTED], back(3), "clock_pair_not_absent"),
        ([STARTED, LEFT, back(25)], back(26), "clock_pair_not_absent"),
        ([STARTED, LEFT], LEFT, "clock_pair_already_absent"),
        ([STARTED], Mark(Moment.ABSENT, after_ten(3), "edu-fabi"), "clock_of_other_pairs"),
        ([STARTED], Mark(Moment.ABSENT, after_ten(3)), "clock_of_other_pairs"),
        ([CALLED, arrived(PAIRS[0], 1)], arrived(PAIRS[0], 2), "clock_pair_already_there"),
        ([STARTED], Mark(Moment.PAUSED, datetime(2025, 10, 25, 23)), "clock_without_zone"),
    ],
)
def test_an_impossible_sequence_is_refused_in_words(marks: list[Mark], impossible: Mark, code: str) -> None:
    refused = recorded(TM, "semi-final", log_of(*marks), impossible)
    assert isinstance(refused, Refusal)
    assert refused.code == code
    assert all(catalogue(language).refusal(refused) for language in LANGUAGES)


def test_at_the_door_of_the_event_only_calls_and_arrivals_are_recorded() -> None:
    refused = recorded(TM, "", log_of(CALLED, of="event"), STARTED)
    assert isinstance(refused, Refusal)
    assert refused.code == "clock_of_the_event"


def test_of_several_marks_the_first_that_does_not_fit_is_told() -> None:
    refused = recorded(
        TM, "final", ClockLog(PAIRS), STARTED, Mark(Moment.RESUMED, after_ten(1)), Mark(Moment.ENDED, TEN)
    )
    assert refused == Refusal("", "clock_not_paused")


def test_two_things_may_happen_at_the_same_instant() -> None:
    assert elapsed_playing(log_of(STARTED, *paused(0, 0), Mark(Moment.ENDED, TEN)), after_ten(5)) == timedelta()


def test_an_hour_that_the_wall_clock_shows_twice_is_played_twice() -> None:
    zone = ZoneInfo("America/New_York")
    start = datetime(2025, 11, 2, 1, 30, tzinfo=zone)
    log = log_of(Mark(Moment.STARTED, start), Mark(Moment.ENDED, start.replace(fold=1)))
    assert elapsed_playing(log, start.replace(hour=3)) == minutes(60)
    assert all(mark.at.tzinfo is UTC for mark in log.marks)
    with pytest.raises(ValueError, match="time zone"):
        as_utc(datetime(2025, 10, 25, 10))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_and_limit_has_its_words(language: str) -> None:
    code_and_article = [catalogue(language).values.get(one.value) for one in (*Moment, *Limit)]
    assert None not in code_and_article


# --- properties ---------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 3000), max_size=9), st.integers(0, 9000), st.sampled_from(["semi-final", "final"]))
def test_pauses_never_shorten_the_time_left(waits: list[int], asked: int, phase: str) -> None:
    kinds = [Moment.PAUSED, Moment.RESUMED] * 5
    marks = [Mark(kind, after_ten(seconds=at)) for kind, at in zip(kinds, accumulate(waits), strict=False)]
    with_pauses, without = log_of(STARTED, *marks), log_of(STARTED)
    now = after_ten(seconds=asked)
    left, unpaused = time_left(TM, phase, with_pauses, now), time_left(TM, phase, without, now)
    assert left is not None
    assert unpaused is not None
    assert left >= unpaused
    assert elapsed_playing(with_pauses, now) <= elapsed_playing(without, now)
    assert is_up(TM, phase, with_pauses, now) == (left == timedelta())


@given(st.lists(st.integers(0, 3000), max_size=9), st.integers(0, 9000))
def test_the_deadline_is_where_the_time_left_runs_out(waits: list[int], asked: int) -> None:
    kinds = [Moment.PAUSED, Moment.RESUMED] * 5
    marks = [Mark(kind, after_ten(seconds=at)) for kind, at in zip(kinds, accumulate(waits), strict=False)]
    log, now = log_of(STARTED, *marks).until(after_ten(seconds=asked)), after_ten(seconds=asked)
    found = deadline(TM, "semi-final", log, now)
    if found is not None:
        assert found.is_past(now) == is_up(TM, "semi-final", log, now)
        assert is_up(TM, "semi-final", log, found.at)
        assert not is_up(TM, "semi-final", log, found.at - SECOND)


@given(st.lists(st.tuples(st.sampled_from(list(Moment)), st.integers(-60, 3000), st.sampled_from(PAIRS)), max_size=30))
def test_whatever_is_tried_the_log_stays_one_that_could_be(tried: list[tuple[Moment, int, str]]) -> None:
    log, now = ClockLog(PAIRS), TEN
    for moment, later, pair in tried:
        at = now + timedelta(seconds=later)
        made = recorded(TM, "semi-final", log, Mark(moment, at, pair))
        if isinstance(made, ClockLog):
            log, now = made, at
    replayed = recorded(TM, "semi-final", ClockLog(PAIRS), *log.marks)
    assert replayed == log
    assert [mark.at for mark in log.marks] == sorted(mark.at for mark in log.marks)
    assert timedelta() <= elapsed_playing(log, now) <= now - TEN + timedelta(hours=1)
    running(TM, "semi-final", log, now)
