"""Schedules: what a plan keeps to, what is wrong with one made by hand, and what is published."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.regulation import LANGUAGES, Refusal, catalogue, load
from carteado.regulation.event_rules import Authority
from carteado.tournament.matches.schedule import (
    Booking,
    Change,
    Hours,
    Schedule,
    Settings,
    Task,
    changes_of,
    conflicts,
    moved,
    plan,
    published,
    unpublished,
)

TM, AF, FA = load("truco-masters-2025"), load("afia-2026-tranca"), load("faraes-2023-tranca")
NINE = datetime(2026, 5, 2, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def at(hours: float, *, day: int = 0) -> datetime:
    """So many hours after the doors open, on a day of the event."""
    return NINE + timedelta(days=day, hours=hours)


def day(number: int, length: float = 10) -> Hours:
    return Hours(at(0, day=number), at(length, day=number))


ONE_DAY = Settings(duration=HOUR, hours=(day(0),))


def planned(tasks: list[Task], tables: int = 1, settings: Settings = ONE_DAY) -> Schedule:
    made = plan(tasks, [f"T{number}" for number in range(1, tables + 1)], settings)
    assert isinstance(made, Schedule), made
    return made


def starts(schedule: Schedule) -> dict[str, datetime]:
    return {booking.match: booking.start for booking in schedule.bookings}


def by_hand(tasks: list[Task], *bookings: Booking, settings: Settings = ONE_DAY) -> Schedule:
    return Schedule(tasks=tuple(tasks), tables=("T1", "T2"), settings=settings, bookings=bookings)


def booking(match: str, table: str, start: float, end: float, referee: str | None = None) -> Booking:
    return Booking(match, table, at(start), at(end), referee)


def codes(schedule: Schedule) -> list[str]:
    """The codes of all conflicts, each of which can be said in both languages."""
    found = conflicts(schedule)
    assert all(catalogue(language).refusal(one) for one in found for language in LANGUAGES)
    return [one.code for one in found]


def bracket(pairs: int) -> list[Task]:
    """A knockout; the final is a phase of its own."""
    tasks = [Task(f"1.{n}", "first", (f"P{2 * n}", f"P{2 * n + 1}")) for n in range(pairs // 2)]
    level, number = list(tasks), 2
    while len(level) > 1:
        phase = "final" if len(level) == 2 else "later"
        level = [
            Task(f"{number}.{n}", phase, one.pairs + other.pairs, (one.id, other.id))
            for n, (one, other) in enumerate(zip(level[::2], level[1::2], strict=True))
        ]
        tasks += level
        number += 1
    return tasks


# --- planning -----------------------------------------------------------------------------------------------------


def test_each_table_holds_one_match_at_a_time() -> None:
    tasks = [Task(name, "group") for name in "abcd"]
    assert starts(planned(tasks, tables=2)) == {"a": at(0), "b": at(0), "c": at(1), "d": at(1)}
    assert [one.table for one in planned(tasks, tables=2).bookings] == ["T1", "T2", "T1", "T2"]
    assert planned(tasks, tables=2) == planned(tasks, tables=2)


def test_a_table_named_twice_is_one_table() -> None:
    made = plan([Task("a", "group"), Task("b", "group")], ["T1", "T1"], ONE_DAY)
    assert isinstance(made, Schedule)
    assert starts(made) == {"a": at(0), "b": at(1)}


def test_a_phase_may_last_longer_than_the_others() -> None:
    settings = replace(ONE_DAY, durations={"final": timedelta(minutes=90)})
    made = planned([Task("final", "final"), Task("third", "third-place")], settings=settings)
    assert [one.end - one.start for one in made.bookings] == [timedelta(minutes=90), HOUR]


def test_a_pair_rests_between_its_matches() -> None:
    settings = replace(ONE_DAY, rest=timedelta(minutes=30))
    made = planned([Task("a", "group", ("P", "Q")), Task("b", "group", ("P", "R"))], tables=2, settings=settings)
    assert starts(made) == {"a": at(0), "b": at(1.5)}


def test_a_table_needs_no_rest_others_play_there_at_once() -> None:
    settings = replace(ONE_DAY, rest=timedelta(minutes=30))
    made = planned([Task("a", "group", ("P", "Q")), Task("b", "group", ("R", "S"))], settings=settings)
    assert starts(made) == {"a": at(0), "b": at(1)}


def test_a_person_of_two_pairs_does_not_play_twice_at_once() -> None:
    settings = replace(ONE_DAY, people={"P": ("ana", "bia"), "R": ("ana", "caio")})
    made = planned([Task("a", "group", ("P", "Q")), Task("b", "group", ("R", "S"))], tables=2, settings=settings)
    assert starts(made) == {"a": at(0), "b": at(1)}


def test_possible_pairs_do_not_keep_matches_apart() -> None:
    """The losers and the winners of two semi-finals may play at once."""
    four = ("P", "Q", "R", "S")
    tasks = [Task("x", "semi-final", ("P", "Q")), Task("y", "semi-final", ("R", "S"))]
    tasks += [Task("third", "third-place", four, ("x", "y")), Task("final", "final", four, ("x", "y"))]
    assert starts(planned(tasks, tables=2)) == {"x": at(0), "y": at(0), "third": at(1), "final": at(1)}


def test_a_match_waits_for_those_that_feed_it_and_for_the_rest() -> None:
    settings = replace(ONE_DAY, rest=timedelta(minutes=15))
    made = starts(planned(bracket(4), tables=2, settings=settings))
    assert made == {"1.0": at(0), "1.1": at(0), "2.0": at(1.25)}


def test_the_longest_chain_comes_first() -> None:
    tasks = [Task("alone", "group"), Task("a", "group"), Task("b", "group", (), ("a",)), Task("c", "group", (), ("b",))]
    assert starts(planned(tasks)) == {"a": at(0), "b": at(1), "alone": at(2), "c": at(3)}


def test_no_match_runs_into_a_break_or_the_night() -> None:
    lunch = Hours(at(1.5), at(2.5))
    settings = replace(ONE_DAY, hours=(day(0, 4), day(1, 4)), breaks=(lunch,))
    made = planned([Task(name, "group") for name in "abcd"], settings=settings)
    assert starts(made) == {"a": at(0), "b": at(2.5), "c": at(0, day=1), "d": at(1, day=1)}


def test_a_shorter_match_uses_the_time_that_a_longer_one_cannot() -> None:
    settings = replace(ONE_DAY, hours=(day(0, 1), day(1)), durations={"final": 2 * HOUR})
    made = planned([Task("long", "final"), Task("short", "group")], settings=settings)
    assert starts(made) == {"short": at(0), "long": at(0, day=1)}


def test_hours_that_overlap_are_joined_and_hours_that_end_before_they_start_are_none() -> None:
    settings = replace(ONE_DAY, hours=(Hours(at(0.5), at(2)), Hours(at(0), at(1)), Hours(at(9), at(8))))
    assert settings.open_hours() == (Hours(at(0), at(2)),)
    assert starts(planned([Task("a", "group"), Task("b", "group")], settings=settings)) == {"a": at(0), "b": at(1)}


def test_each_referee_has_one_table_at_a_time_and_they_share_the_work() -> None:
    settings = replace(ONE_DAY, referees=("rui", "sol"))
    made = planned([Task(name, "group") for name in "abcdef"], tables=3, settings=settings)
    assert Counter(one.start for one in made.bookings) == {at(0): 2, at(1): 2, at(2): 2}
    assert Counter(one.referee for one in made.bookings) == {"rui": 3, "sol": 3}
    one_table = planned([Task(name, "group") for name in "abcd"], settings=settings)
    assert [one.referee for one in one_table.bookings] == ["rui", "sol", "rui", "sol"]


def test_nobody_referees_a_match_that_he_plays_or_while_he_plays() -> None:
    settings = replace(ONE_DAY, referees=("ana", "rui"), people={"P": ("ana", "bia")})
    made = planned([Task("a", "group", ("P", "Q")), Task("b", "group", ("R", "S"))], tables=2, settings=settings)
    assert [(one.match, one.start, one.referee) for one in made.bookings] == [("a", at(0), "rui"), ("b", at(1), "ana")]


@pytest.mark.parametrize(
    ("tasks", "tables", "code"),
    [
        ([Task("a", "group"), Task("a", "group")], ["T1"], "schedule_match_twice"),
        ([Task("a", "group", (), ("b",))], ["T1"], "schedule_unknown_match"),
        ([Task("a", "group", (), ("b",)), Task("b", "group", (), ("a",))], ["T1"], "schedule_circle"),
        ([Task("a", "group")], [], "schedule_no_tables"),
        ([Task("a", "group"), Task("b", "group", (), ("a",))], ["T1"], "schedule_not_enough_time"),
        ([Task("a", "lightning")], ["T1"], "schedule_without_length"),
    ],
)
def test_what_no_plan_can_be_made_of_is_refused_in_words(tasks: list[Task], tables: list[str], code: str) -> None:
    refused = plan(tasks, tables, replace(ONE_DAY, hours=(day(0, 1.5),), durations={"lightning": timedelta()}))
    assert isinstance(refused, Refusal)
    assert refused.code == code
    assert all(catalogue(language).refusal(refused) for language in LANGUAGES)


def test_without_enough_time_it_says_for_how_many_and_which_is_the_first() -> None:
    refused = plan(bracket(8), ["T1"], replace(ONE_DAY, hours=(day(0, 5),)))
    assert refused == Refusal("", "schedule_not_enough_time", {"count": 2, "match": "2.1"})


def test_a_knockout_of_many_pairs_has_no_idle_tables_while_matches_wait() -> None:
    made = planned(bracket(1024), tables=32, settings=replace(ONE_DAY, hours=tuple(day(number) for number in range(9))))
    assert conflicts(made) == ()
    assert len(made.bookings) == 1023
    at_once = Counter(one.start for one in made.bookings)
    assert [at_once[start] for start in sorted(at_once)][:16] == [32] * 16


# --- checking -----------------------------------------------------------------------------------------------------

A, B = Task("a", "group", ("P", "Q")), Task("b", "group", ("P", "R"))
X, Y = Task("x", "group"), Task("y", "group", (), ("x",))


@pytest.mark.parametrize(
    ("tasks", "bookings", "code", "details"),
    [
        (
            [X, A],
            [booking("x", "T1", 0, 1), booking("a", "T1", 0.5, 1.5)],
            "schedule_table_twice",
            {"table": "T1", "match": "x", "other": "a", "at": at(0.5)},
        ),
        (
            [A, B],
            [booking("a", "T1", 0, 1), booking("b", "T2", 0.5, 1.5)],
            "schedule_pair_twice",
            {"pair": "P", "match": "a", "other": "b", "at": at(0.5)},
        ),
        (
            [A, B],
            [booking("a", "T1", 0, 1), booking("b", "T2", 1.25, 2)],
            "schedule_rest_too_short",
            {"pair": "P", "match": "a", "other": "b", "rest": timedelta(minutes=15)},
        ),
        (
            [X, A],
            [booking("x", "T1", 0, 1, "rui"), booking("a", "T2", 0, 1, "rui")],
            "schedule_person_twice",
            {"person": "rui", "match": "x", "other": "a", "at": at(0)},
        ),
        (
            [X, Y],
            [booking("x", "T1", 0, 1), booking("y", "T2", 1.25, 2)],
            "schedule_before_feeder",
            {"match": "y", "feeder": "x", "at": at(1.25), "rest": timedelta(minutes=30)},
        ),
        ([X], [booking("x", "T1", 9.5, 10.5)], "schedule_closed", {"match": "x", "table": "T1", "at": at(9.5)}),
        ([X], [booking("x", "T1", -1, 0)], "schedule_closed", {"match": "x", "table": "T1", "at": at(-1)}),
        ([X], [booking("x", "T9", 0, 1)], "schedule_unknown_table", {"match": "x", "table": "T9"}),
        ([X], [booking("z", "T1", 0, 1)], "schedule_unknown_match", {"match": "z"}),
        ([X], [booking("x", "T1", 0, 1), booking("x", "T2", 2, 3)], "schedule_match_twice", {"match": "x"}),
        ([X], [booking("x", "T1", 1, 1)], "schedule_without_length", {"match": "x"}),
    ],
)
def test_a_schedule_made_by_hand_is_told_what_is_wrong_and_where(
    tasks: list[Task], bookings: list[Booking], code: str, details: dict[str, object]
) -> None:
    schedule = by_hand(tasks, *bookings, settings=replace(ONE_DAY, rest=timedelta(minutes=30)))
    assert conflicts(schedule) == (Refusal("", code, details),)
    assert codes(schedule) == [code]


def test_what_just_fits_is_no_conflict() -> None:
    settings = replace(ONE_DAY, rest=timedelta(minutes=30))
    bookings = [
        booking("a", "T1", 0, 1),
        booking("b", "T1", 1.5, 2.5),
        booking("x", "T2", 0, 1),
        booking("y", "T2", 1.5, 10),
    ]
    assert conflicts(by_hand([A, B, X, Y], *bookings, settings=settings)) == ()


def test_a_person_of_two_pairs_twice_at_once_is_told_once_and_a_pair_only_as_a_pair() -> None:
    settings = replace(ONE_DAY, people={"P": ("ana", "bia"), "R": ("ana", "caio")})
    two_pairs = [A, Task("b", "group", ("R", "S"))]
    at_once = [booking("a", "T1", 0, 1), booking("b", "T2", 0, 1)]
    assert codes(by_hand(two_pairs, *at_once, settings=settings)) == ["schedule_person_twice"]
    same_pair = [A, Task("b", "group", ("P", "S"))]
    assert codes(by_hand(same_pair, *at_once, settings=settings)) == ["schedule_pair_twice"]


def test_a_player_who_referees_another_match_at_the_same_time_is_told() -> None:
    settings = replace(ONE_DAY, people={"P": ("ana", "bia")})
    schedule = by_hand([A, X], booking("a", "T1", 0, 1), booking("x", "T2", 0, 1, "bia"), settings=settings)
    assert codes(schedule) == ["schedule_person_twice"]


def test_every_two_that_overlap_are_told() -> None:
    tasks = [Task(name, "group") for name in "abc"]
    bookings = [booking("a", "T1", 0, 5), booking("b", "T1", 1, 2), booking("c", "T1", 3, 4)]
    found = conflicts(by_hand(tasks, *bookings))
    assert [(one.details["match"], one.details["other"]) for one in found] == [("a", "b"), ("a", "c")]


def test_a_match_not_booked_yet_is_no_conflict_and_is_listed() -> None:
    schedule = by_hand([X, Y], booking("x", "T1", 0, 1))
    assert (conflicts(schedule), schedule.unscheduled()) == ((), ("y",))


def test_a_match_is_moved_by_hand_and_keeps_its_length_and_referee() -> None:
    schedule = by_hand([X, A], booking("x", "T1", 0, 1.5, "rui"), booking("a", "T2", 0, 1))
    after = moved(schedule, "x", table="T2", at=at(0.5))
    assert isinstance(after, Schedule)
    assert after.booking_of("x") == booking("x", "T2", 0.5, 2, "rui")
    assert codes(after) == ["schedule_table_twice"]
    assert schedule.booking_of("x") == booking("x", "T1", 0, 1.5, "rui")
    with_another = moved(schedule, "x", table="T1", at=at(3), referee="sol")
    assert isinstance(with_another, Schedule)
    assert with_another.booking_of("x") == booking("x", "T1", 3, 4.5, "sol")


def test_a_match_not_booked_yet_is_booked_by_moving_it() -> None:
    after = moved(by_hand([X]), "x", table="T1", at=at(2))
    assert isinstance(after, Schedule)
    assert after.bookings == (booking("x", "T1", 2, 3),)
    assert moved(after, "z", table="T1", at=at(2)) == Refusal("", "schedule_unknown_match", {"match": "z"})
    assert moved(after, "x", table="T9", at=at(2)) == Refusal(
        "", "schedule_unknown_table", {"match": "x", "table": "T9"}
    )


# --- publishing ---------------------------------------------------------------------------------------------------

EVE = at(-20)


def out(schedule: Schedule | Refusal) -> Schedule:
    assert isinstance(schedule, Schedule), schedule
    return schedule


def afia(schedule: Schedule, *, when: datetime = EVE, reason: str = "") -> Schedule | Refusal:
    return published(AF, schedule, at=when, by="Lia", role=Authority.ORGANISING_COMMITTEE, reason=reason)


def test_af_9_the_organising_committee_sets_day_and_time_and_publishes_them() -> None:
    """E-16: every match is published with its own hour."""
    schedule = planned(bracket(4), tables=2)
    [version] = out(afia(schedule)).publications
    assert (version.version, version.at, version.by, version.bookings) == (1, EVE, "Lia", schedule.bookings)
    assert {one.match for one in version.bookings} == {task.id for task in schedule.tasks}


def test_af_9_nobody_else_publishes_them() -> None:
    refused = published(AF, planned(bracket(4)), at=EVE, by="Lia", role=Authority.TECHNICAL_COORDINATION)
    assert refused == Refusal(
        "schedule.set_by", "schedule_set_by_another", {"authority": Authority.ORGANISING_COMMITTEE}
    )
    assert AF.citation("schedule.set_by").articles == ("9",)
    assert "comissão organizadora" in catalogue("pt").refusal(refused)


def test_tm_4_3_the_producer_publishes_when_and_where_the_pairs_play() -> None:
    schedule = planned(bracket(16), tables=4)
    made = out(published(TM, schedule, at=EVE, by="Guile", role=Authority.PRODUCER))
    first = made.publications[-1].bookings[0]
    assert (first.match, first.table, first.start) == ("1.0", "T1", at(0))
    refused = published(TM, schedule, at=EVE, by="Lia", role=Authority.ORGANISING_COMMITTEE)
    assert isinstance(refused, Refusal)
    assert "4.3" in TM.cite(refused.key)


def test_tm_4_4_what_was_published_may_be_moved_by_a_new_version_that_says_why() -> None:
    first = out(published(TM, planned(bracket(4), tables=2), at=EVE, by="Guile", role=Authority.PRODUCER))
    assert unpublished(first) == ()
    later = out(moved(first, "2.0", table="T2", at=at(4)))
    [change] = unpublished(later)
    assert change == Change("2.0", first.booking_of("2.0"), booking("2.0", "T2", 4, 5))

    silent = published(TM, later, at=at(-1), by="Guile", role=Authority.PRODUCER)
    assert silent == Refusal("", "schedule_change_without_reason", {"version": 1})
    second = out(published(TM, later, at=at(-1), by="Guile", role=Authority.PRODUCER, reason="storm"))
    assert [(one.version, one.reason) for one in second.publications] == [(1, ""), (2, "storm")]
    assert changes_of(second, 2) == (change,)
    assert second.publications[0] == first.publications[0]
    assert len(changes_of(second, 1)) == 3


def test_a_schedule_with_conflicts_or_with_nothing_new_is_not_published() -> None:
    twice = out(moved(planned(bracket(4), tables=2), "1.1", table="T1", at=at(0)))
    assert afia(twice) == Refusal("", "schedule_has_conflicts", {"count": 1})
    assert afia(by_hand([X])) == Refusal("", "schedule_nothing_new")
    once = out(afia(planned(bracket(4))))
    assert afia(once, reason="again") == Refusal("", "schedule_nothing_new")


def test_versions_follow_each_other_in_time() -> None:
    once = out(afia(planned(bracket(4))))
    later = out(moved(once, "2.0", table="T1", at=at(8)))
    refused = afia(later, when=EVE - HOUR, reason="storm")
    assert refused == Refusal("", "schedule_published_before", {"at": EVE - HOUR, "last": EVE})
    assert isinstance(afia(later, when=EVE, reason="storm"), Schedule)


def test_a_schedule_that_does_not_hold_all_matches_yet_may_be_published() -> None:
    assert isinstance(afia(by_hand([X, Y], booking("x", "T1", 0, 1))), Schedule)


def test_where_the_regulation_names_nobody_any_authority_publishes() -> None:
    made = published(FA, planned(bracket(4)), at=EVE, by="Zé", role=Authority.TECHNICAL_COORDINATION)
    assert isinstance(made, Schedule)


# --- properties ---------------------------------------------------------------------------------------------------


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[Task], list[str], Settings]:
    """Any matches of some pairs, whose players and referees may be the same people, some after others."""
    pairs, people = ["P", "Q", "R", "S", "T"], ["ana", "bia", "caio", "davi", "rui"]
    names = [f"m{number}" for number in range(draw(st.integers(0, 12)))]
    some = st.lists(st.sampled_from(pairs), max_size=4, unique=True).map(tuple)
    tasks = [
        Task(
            name,
            draw(st.sampled_from(["group", "final"])),
            draw(some),
            tuple(draw(st.lists(st.sampled_from(names[:place]), max_size=2, unique=True))) if place else (),
        )
        for place, name in enumerate(names)
    ]
    minutes = st.integers(0, 90).map(lambda count: timedelta(minutes=count))
    settings = Settings(
        duration=timedelta(minutes=draw(st.integers(1, 120))),
        durations={"final": timedelta(minutes=draw(st.integers(1, 120)))},
        hours=tuple(day(number, draw(st.integers(1, 9))) for number in range(draw(st.integers(1, 9)))),
        breaks=tuple(Hours(at(2, day=number), at(2, day=number) + draw(minutes)) for number in range(3)),
        rest=draw(minutes),
        referees=tuple(draw(st.lists(st.sampled_from(people), max_size=3, unique=True))),
        people={pair: tuple(draw(st.lists(st.sampled_from(people), max_size=2, unique=True))) for pair in pairs},
    )
    return draw(st.permutations(tasks)), [f"T{number}" for number in range(draw(st.integers(1, 3)))], settings


@given(problems())
def test_no_plan_has_conflicts(problem: tuple[list[Task], list[str], Settings]) -> None:
    tasks, tables, settings = problem
    made = plan(tasks, tables, settings)
    if isinstance(made, Refusal):
        assert made.code == "schedule_not_enough_time"
        return
    assert conflicts(made) == ()
    assert made.unscheduled() == ()
    lengths = {task.id: settings.length_of(task) for task in tasks}
    assert all(one.end - one.start == lengths[one.match] for one in made.bookings)
    assert all((one.referee is not None) == bool(settings.referees) for one in made.bookings)
    assert plan(tasks, tables, settings) == made


@given(problems())
def test_with_time_enough_there_is_always_a_plan(problem: tuple[list[Task], list[str], Settings]) -> None:
    tasks, tables, settings = problem
    made = plan(tasks, tables, replace(settings, hours=(day(0, 100),), referees=()))
    assert isinstance(made, Schedule)
    assert conflicts(made) == ()


@given(problems(), st.data())
def test_conflicts_are_those_that_comparing_every_two_bookings_finds(
    problem: tuple[list[Task], list[str], Settings], data: st.DataObject
) -> None:
    tasks, tables, settings = problem
    instants = st.integers(0, 16).map(lambda quarters: at(quarters / 4))
    bookings = tuple(
        Booking(task.id, data.draw(st.sampled_from(tables)), start, start + settings.length_of(task))
        for task in tasks
        for start in [data.draw(instants)]
    )
    schedule = Schedule(tasks=tuple(tasks), tables=tuple(tables), settings=settings, bookings=bookings)
    known = {task.id: task.known_pairs for task in tasks}
    expected: Counter[str] = Counter()
    for place, one in enumerate(bookings):
        for other in bookings[:place]:
            first, second = sorted((one, other), key=lambda booked: booked.start)
            shared = len(set(known[one.match]) & set(known[other.match]))
            expected["schedule_table_twice"] += first.end > second.start and one.table == other.table
            expected["schedule_pair_twice"] += shared * (first.end > second.start)
            expected["schedule_rest_too_short"] += shared * (first.end <= second.start < first.end + settings.rest)
    found = Counter(one.code for one in conflicts(schedule))
    assert {code: found[code] for code in expected} == dict(expected)
