"""Hours of an event and of its rounds: published, moved, and what lateness counts from (AF 7, 9; TM 2.2.1, 4.2.1, 4.3,
4.4, 5.3.1; E-2, E-16, E-20)."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from carteado.record import Node
from carteado.regulation import Regulation
from carteado.tournament.files.codec import from_json, to_json
from carteado.tournament.files.event_file import event_document, event_of
from carteado.tournament.formats.plans import NO_PLAN, Plan, plan_for
from carteado.tournament.matches.clocks import Limit, Moment, running
from carteado.tournament.matches.timetable import MatchHour, RoundHour, RoundId, Timetable, rounds_of
from carteado.tournament.operations import Announce, CallMatch, ChangeRules, MarkTime, SetHours, Settle, Undo
from carteado.tournament.registrations.eligibility import EventDay, EventSettings, Requirement, VerdictState
from carteado.tournament.registrations.entries import Notice, entry_verdicts
from carteado.tournament.running.dispatch import apply, apply_again, refusal
from carteado.tournament.state.championship import Championship
from tests.tournament.championships import (
    AF,
    AP,
    FA,
    NOON,
    TM,
    absence,
    later,
    matches_of,
    pairs_of,
    ready,
    refused,
    settled,
    won_by_first,
)
from tests.tournament.registrations.entrants import IN_TIME, brazilian, entered
from tests.tournament.registrations.rolls import EMPTY, roll_of

HOUR = timedelta(hours=1)


def hours(*rounds: tuple[str, datetime], matches: dict[str, datetime] | None = None, why: str = "") -> SetHours:
    """``knockout/quarter-final/1`` at an hour."""
    told = []
    for name, at in rounds:
        stage, phase, number = name.split("/")
        told.append(RoundHour(stage, phase, int(number), at))
    own = tuple(MatchHour(match, at) for match, at in (matches or {}).items())
    return SetHours(by="organiser", at=NOON - HOUR, rounds=tuple(told), matches=own, why=why)


def announcing(*, at: datetime = NOON - HOUR, why: str = "", **settings: object) -> Announce:
    return Announce(by="organiser", at=at, settings=EventSettings(**settings), why=why)  # type: ignore[arg-type]


def copa() -> Championship:
    return ready(AF, plan_for(AF, 10))


def masters() -> Championship:
    return ready(TM, plan_for(TM, 16))


QUALIFYING = "qualifying/qualifying/1"


# --- publishing ---------------------------------------------------------------------------------------------------


def test_af_9_every_round_has_its_hour_and_a_match_may_have_its_own() -> None:
    championship = copa()
    first, second = matches_of(championship, "qualifying")[:2]
    after = apply(championship, hours((QUALIFYING, later(180)), matches={second: later(240)}))
    assert (after.hour_of(first), after.hour_of(second)) == (later(180), later(240))
    assert after.hour_of(matches_of(championship, "final")[0]) is None


def test_af_9_the_rounds_are_known_before_their_matches_are() -> None:
    championship = settled(AF, plan_for(AF, 10))
    assert RoundId("qualifying", "qualifying", 1) in rounds_of(championship.plan)
    after = apply(championship, hours((QUALIFYING, later(180))))
    assert after.hours.rounds


def test_af_9_a_change_of_published_hours_says_why() -> None:
    published = apply(copa(), hours((QUALIFYING, later(180))))
    found = refused(published, hours((QUALIFYING, later(200))))
    assert (found.key, found.code) == ("schedule.published", "schedule_change_without_reason")
    assert AF.cite(found.key).endswith("9")
    changed = apply(published, hours((QUALIFYING, later(200)), why="O salão abre mais tarde"))
    assert [one.why for one in changed.hours_versions] == ["", "O salão abre mais tarde"]
    again = hours((QUALIFYING, later(200)), why="outra vez")
    assert refused(changed, again).code == "schedule_nothing_new"


def test_af_9_no_match_has_an_hour_before_the_one_it_waits_for() -> None:
    championship = copa()
    quarter = next(one for one in rounds_of(championship.plan) if one.phase == "quarter-final")
    late = f"{quarter.stage}/quarter-final/1"
    found = refused(championship, hours((QUALIFYING, later(180)), (late, later(180))))
    assert (found.key, found.code) == ("schedule.set_by", "hour_out_of_turn")
    assert refusal(championship, hours((QUALIFYING, later(180)), (late, later(300)))) is None


def test_tm_4_3_no_round_is_before_the_hour_of_the_event() -> None:
    championship = apply(masters(), announcing(days=(EventDay(later(120)),)))
    found = refused(championship, hours(("knockout/round-of-16/1", later(60))))
    assert (found.key, found.code) == ("schedule.set_by", "hour_before_the_event")


def test_unknown_rounds_and_matches_are_refused() -> None:
    assert refused(copa(), hours(("qualifying/round-of-32/1", later(5)))).code == "no_such_round"
    assert refused(copa(), hours(matches={"no-such": later(5)})).code == "no_such_match"


def test_hours_are_undone_like_everything_else() -> None:
    championship = copa()
    after = apply(apply(championship, hours((QUALIFYING, later(180)))), Undo(by="organiser", at=NOON))
    assert not after.hours


def test_hours_and_days_survive_the_event_file() -> None:
    championship = apply(copa(), announcing(day=date(2025, 10, 25), days=(EventDay(later(60), later(300)),), place="X"))
    championship = apply(championship, hours((QUALIFYING, later(180))))
    assert event_of(event_document(championship)) == championship


def test_an_event_without_hours_is_written_as_before() -> None:
    assert set(EventSettings(day=date(2025, 1, 1)).to_json()) == {"day", "opens", "closes", "documents"}
    read = from_json(EventSettings, Node(to_json(EventSettings(days=(EventDay(NOON, None),)))))
    assert read.begins == NOON


def test_af_9_a_smaller_field_has_no_hours_of_rounds_that_it_does_not_play() -> None:
    small = plan_for(TM, 8)
    sixteen = knockout_hours(plan_for(TM, 16))
    championship = settled(TM, small)
    announced = replace(championship, plan=NO_PLAN, fixtures={}, pairs=(), hours=sixteen, log=(), opening=None)
    after = apply(announced, Settle(by="organiser", at=NOON, plan=small, pairs=championship.pairs))
    assert [one.phase for one in after.hours.rounds] == ["quarter-final", "semi-final", "final"]


def knockout_hours(plan: Plan) -> Timetable:
    """Every round an hour after the one before."""
    return Timetable({one: later(60 * number) for number, one in enumerate(rounds_of(plan))})


# --- days that move -----------------------------------------------------------------------------------------------


def test_tm_4_4_hours_move_with_the_day_of_the_event() -> None:
    two = (EventDay(later(60)), EventDay(later(60) + timedelta(days=1)))
    championship = apply(copa(), announcing(days=two))
    semi = next(f"{one.stage}/{one.phase}/1" for one in rounds_of(championship.plan) if one.phase == "semi-final")
    championship = apply(championship, hours((QUALIFYING, later(90)), (semi, later(120) + timedelta(days=1))))
    moved = (two[0], EventDay(two[1].begins + timedelta(days=6, hours=1)))
    after = apply(championship, announcing(days=moved, why="A sede está ocupada"))
    stage, phase, _number = semi.split("/")
    assert after.hours.rounds[RoundId("qualifying", "qualifying", 1)] == later(90)
    assert after.hours.rounds[RoundId(stage, phase, 1)] == later(180) + timedelta(days=7)


def test_tm_4_4_hours_move_with_a_day_that_has_no_hour_by_whole_days() -> None:
    championship = apply(copa(), announcing(day=date(2025, 10, 25)))
    championship = apply(championship, hours((QUALIFYING, later(90))))
    after = apply(championship, announcing(day=date(2025, 10, 23), why="feriado"))
    assert after.hours.rounds[RoundId("qualifying", "qualifying", 1)] == later(90) - timedelta(days=2)


def test_tm_4_4_a_day_that_falls_away_leaves_no_hour_behind() -> None:
    """Its rounds move like the last day that stays, so that none of them is before the event."""
    two = (EventDay(later(60)), EventDay(later(60) + timedelta(days=1)))
    championship = apply(copa(), announcing(days=two))
    semi = next(one for one in rounds_of(championship.plan) if one.phase == "semi-final")
    told = (QUALIFYING, later(90)), (f"{semi.stage}/semi-final/1", later(120) + timedelta(days=1))
    championship = apply(championship, hours(*told))
    after = apply(championship, announcing(days=(EventDay(later(60) + timedelta(days=7)),), why="Só um dia"))
    assert after.hours.rounds == {
        RoundId("qualifying", "qualifying", 1): later(90) + timedelta(days=7),
        semi: later(120) + timedelta(days=8),
    }


# --- lateness -----------------------------------------------------------------------------------------------------


def called(championship: Championship, match: str, *, at: datetime) -> Championship:
    return apply(championship, CallMatch(by="r", at=at, match=match))


def came(championship: Championship, match: str, pair: str, *, at: datetime) -> Championship:
    mark = MarkTime(by="r", at=at, match=match, moment=Moment.ARRIVED, pair=pair)
    return apply(championship, mark)


def test_af_7_lateness_counts_from_the_published_hour_of_the_match() -> None:
    championship = apply(copa(), hours((QUALIFYING, later(60))))
    match = matches_of(championship, "qualifying")[0]
    _there, absent = pairs_of(championship, match)
    early = called(championship, match, at=later(50))
    assert refused(early, absence(match, absent, at=later(75), why="")).details["until"] == later(75)
    assert refusal(early, absence(match, absent, at=later(75.1), why="")) is None
    late = called(championship, match, at=later(70))
    assert refusal(late, absence(match, absent, at=later(76), why="")) is None


def test_a_walkover_from_before_reasons_were_asked_plays_on() -> None:
    championship = copa()
    match = matches_of(championship, "qualifying")[0]
    _there, absent = pairs_of(championship, match)
    uncalled = absence(match, absent, at=later(1), why="")
    assert refused(championship, uncalled).code == "walkover_of_uncalled_match"
    assert apply_again(championship, uncalled).log[-1] == uncalled


def test_af_7_who_comes_at_the_last_moment_is_there_and_who_comes_after_is_not() -> None:
    """J1: the hour is 14:45; one pair comes at 14:59, another at 15:01."""
    championship = apply(copa(), hours((QUALIFYING, later(45))))
    match = matches_of(championship, "qualifying")[0]
    one, two = pairs_of(championship, match)
    championship = called(championship, match, at=later(40))
    championship = came(came(championship, match, one, at=later(59)), match, two, at=later(61))
    assert refused(championship, absence(match, one, at=later(62), why="motivo")).code == "pair_came_in_time"
    assert refusal(championship, absence(match, two, at=later(62), why="")) is None


def test_af_7_without_a_published_hour_it_counts_from_the_call() -> None:
    championship = copa()
    match = matches_of(championship, "qualifying")[0]
    _there, absent = pairs_of(championship, match)
    after = called(championship, match, at=later(10))
    assert refused(after, absence(match, absent, at=later(25), why="")).code == "not_late_yet"
    assert refusal(after, absence(match, absent, at=later(26), why="")) is None


def test_af_7_the_clock_of_the_desk_runs_from_the_published_hour() -> None:
    championship = apply(copa(), hours((QUALIFYING, later(60))))
    match = matches_of(championship, "qualifying")[0]
    championship = called(championship, match, at=later(50))
    [first, _second] = running(AF, "qualifying", championship.logs[match].clock, later(51))
    assert (first.kind, first.at) == (Limit.LATENESS, later(75))
    moved = apply(championship, hours((QUALIFYING, later(80)), why="Atraso na rodada anterior"))
    [first, _second] = running(AF, "qualifying", moved.logs[match].clock, later(51))
    assert first.at == later(95)


@pytest.mark.parametrize("regulation", [AF, TM, FA, AP], ids=lambda one: one.id)
def test_e_16_a_match_never_called_needs_the_referees_reason(regulation: Regulation) -> None:
    championship = ready(regulation, plan_for(regulation, 4))
    match = next(one for one in championship.fixtures if championship.bracket.pairs(one))
    _there, absent = pairs_of(championship, match)
    assert refused(championship, absence(match, absent, at=later(600), why=" ")).code == "walkover_of_uncalled_match"
    assert refusal(championship, absence(match, absent, at=later(600), why="Telefonou: não vem")) is None


def test_e_16_a_walkover_before_the_tolerance_has_run_needs_the_referees_reason() -> None:
    championship = copa()
    match = matches_of(championship, "qualifying")[0]
    _there, absent = pairs_of(championship, match)
    after = called(championship, match, at=later(0))
    assert refused(after, absence(match, absent, at=later(3), why="")).code == "not_late_yet"
    assert refusal(after, absence(match, absent, at=later(3), why="Avisou que não vem")) is None


def test_tm_5_3_1_at_the_events_hour_nothing_is_tolerated() -> None:
    championship = apply(masters(), announcing(days=(EventDay(later(60)),)))
    match = matches_of(championship, "round-of-16")[0]
    _there, absent = pairs_of(championship, match)
    championship = called(championship, match, at=later(55))
    found = refused(championship, absence(match, absent, at=later(60), why=""))
    assert (found.key, found.details["until"]) == ("lateness.tolerance_minutes", later(60))
    after = apply(championship, absence(match, absent, at=later(60.1), why=""))
    assert TM.cite(after.departures[absent].key).endswith("5.3.1")


def test_tm_5_3_1_on_the_second_day_the_hour_of_that_day_counts() -> None:
    """E-16: an event of two days has two hours. A first match of the second day is late from the second one."""
    two = (EventDay(later(60)), EventDay(later(60) + timedelta(days=1)))
    championship = apply(masters(), announcing(days=two))
    match = matches_of(championship, "round-of-16")[0]
    _there, absent = pairs_of(championship, match)
    morning = called(championship, match, at=later(30) + timedelta(days=1))
    found = refused(morning, absence(match, absent, at=later(40) + timedelta(days=1), why=""))
    assert found.details["until"] == later(60) + timedelta(days=1)
    assert refusal(morning, absence(match, absent, at=later(61) + timedelta(days=1), why="")) is None
    assert {one.since for one in morning.logs[match].clock.awaited or ()} == {two[1].begins}


def test_tm_20_from_the_call_of_a_later_match_eight_minutes_run() -> None:
    championship = apply(masters(), announcing(days=(EventDay(later(-30)),)))
    championship = won_by_first(championship, *matches_of(championship, "round-of-16")[:2])
    match = matches_of(championship, "quarter-final")[0]
    _there, absent = pairs_of(championship, match)
    championship = called(championship, match, at=later(60))
    found = refused(championship, absence(match, absent, at=later(68), why=""))
    assert (found.key, found.details["until"]) == ("clock.absence_minutes", later(68))
    assert refusal(championship, absence(match, absent, at=later(68.1), why="")) is None


def test_tm_5_3_1_without_an_hour_of_the_event_only_the_referees_reason_gives_a_walkover() -> None:
    championship = masters()
    match = matches_of(championship, "round-of-16")[0]
    _there, absent = pairs_of(championship, match)
    championship = called(championship, match, at=later(0))
    assert refused(championship, absence(match, absent, at=later(90), why="")).code == "walkover_needs_reason"


def test_tm_5_3_1_another_tolerance_holds_for_a_match_that_is_called_already() -> None:
    championship = apply(masters(), announcing(day=date(2026, 10, 25), days=(EventDay(later(60)),)))
    match = matches_of(championship, "round-of-16")[0]
    championship = called(championship, match, at=later(55))
    tolerance = (("lateness.tolerance_minutes", 10),)
    after = apply(championship, ChangeRules(by="producer", at=later(56), changes=tolerance, why="trânsito parado"))
    assert {one.minutes for one in after.logs[match].clock.awaited or ()} == {10}


# --- dates of entry that move -------------------------------------------------------------------------------------


def test_tm_4_2_1_an_entry_in_time_stays_so_when_the_closing_moves_earlier() -> None:
    roll = roll_of(entered(EMPTY), people={"ana": brazilian(), "bia": brazilian("bia")})
    earlier = EventSettings(closes=IN_TIME - timedelta(days=1))
    before = Notice(EventSettings(), IN_TIME - timedelta(days=30))
    moved = Notice(earlier, IN_TIME + timedelta(days=1), "antecipado")
    for notices, state in (
        ((before, moved), VerdictState.MET),
        ((before._replace(settings=earlier),), VerdictState.UNMET),
    ):
        told = entry_verdicts(replace(roll, settings=earlier, notices=notices), roll.entries[0])
        found = {one.requirement: one.state for one in told["ana"]}
        assert found[Requirement.BEFORE_CLOSING] is state


# --- the last day for changing the rules --------------------------------------------------------------------------


def changing(at: datetime) -> ChangeRules:
    return ChangeRules(by="producer", at=at, changes=(("match.target", 11),), why="acordo")


def test_tm_2_2_1_the_limit_counts_from_the_day_as_it_stands_when_the_change_is_published() -> None:
    """E-20: a day moved closer leaves standing what was in time; moved later it opens the window again."""
    championship = settled(TM, plan_for(TM, 16))
    in_time = datetime(2025, 10, 19, 15, tzinfo=UTC)
    changed = apply(championship, changing(in_time))
    closer = apply(changed, announcing(at=in_time + HOUR, day=date(2025, 10, 23), why="chuva"))
    assert closer.versions == changed.versions
    assert refused(closer, changing(in_time + 2 * HOUR)).key == "changes.days_before"
    further = apply(closer, announcing(at=in_time + 3 * HOUR, day=date(2025, 10, 28), why="mais chuva"))
    assert refusal(further, changing(in_time + 4 * HOUR)) is None
