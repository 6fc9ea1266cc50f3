"""Articles of Truco Masters on the course of an event, retold: one championship each, run as far as it takes."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from random import Random

import pytest

from carteado.fair import verify_draw
from carteado.record import engine_for
from carteado.regulation import Override, Regulation
from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.formats.plans import knockout, league, plan_for
from carteado.tournament.formats.stages import FINAL
from carteado.tournament.matches.clocks import Moment, absent_too_long
from carteado.tournament.matches.match_log import Game, State
from carteado.tournament.operations import (
    CallMatch,
    Cancel,
    ChangeRules,
    CommitDraw,
    Decide,
    DisqualifyPair,
    MarkTime,
    Operation,
    Resume,
    StartMatch,
    Submit,
    Suspend,
    Undo,
    WithdrawPair,
)
from carteado.tournament.registrations.acts import Ground
from carteado.tournament.running.dispatch import apply, fold, refusal
from carteado.tournament.state.bracket import NOBODY
from carteado.tournament.state.championship import Championship, Status
from tests.tournament.championships import (
    AF,
    AP,
    FA,
    NOON,
    TM,
    absence,
    committing,
    drawn,
    finished,
    goes_on,
    holding,
    how_ended,
    later,
    matches_of,
    names,
    pairs_of,
    ready,
    refused,
    settled,
    settling,
    walked_over,
    withdrawing,
    won,
    won_by_first,
)

SAO_PAULO = timezone(timedelta(hours=-3))


def masters() -> Championship:
    return ready(TM, plan_for(TM, 16))


def test_tm_2_1_sixteen_pairs_take_part_at_most() -> None:
    opening = Championship(event="open", regulation=TM)
    assert refusal(opening, settling(knockout(16))) is None
    found = refused(opening, settling(knockout(17)))
    assert (found.key, found.details["most"]) == ("selection.pairs", 16)


def test_tm_3_1_the_winner_of_each_match_goes_on_until_the_last_two() -> None:
    championship = masters()
    for phase, following in (("round-of-16", "quarter-final"), ("quarter-final", "semi-final"), ("semi-final", FINAL)):
        winners = {pairs_of(championship, match)[1] for match in matches_of(championship, phase)}
        for match in matches_of(championship, phase):
            championship = won(championship, match, pairs_of(championship, match)[1])
        going_on = {pair for match in matches_of(championship, following) for pair in pairs_of(championship, match)}
        assert going_on == winners
    championship = won_by_first(championship, "knockout-final")
    assert championship.bracket.champion == pairs_of(championship, "knockout-final")[0]
    assert [placing.rank for placing in championship.bracket.placings()] == [1, 2, 3, 3] + [5] * 4 + [9] * 8


def test_tm_3_1_no_match_before_both_winners_are_known() -> None:
    championship = masters()
    first, second = matches_of(championship, "round-of-16")[:2]
    next_match = matches_of(championship, "quarter-final")[0]
    for operation in (CallMatch(by="r", at=NOON, match=next_match), StartMatch(by="r", at=NOON, match=next_match)):
        assert refused(won_by_first(championship, first), operation).code == "pairs_not_known"
        assert refusal(won_by_first(championship, first, second), operation) is None


def test_tm_3_2_the_pairs_are_drawn_into_the_table_and_anybody_can_draw_again() -> None:
    championship = masters()
    assert sorted(championship.places["knockout"]) == sorted(names(16))
    assert championship.places["knockout"] != names(16)
    protocol = championship.draws["knockout"]
    assert verify_draw(protocol) == []
    assert verify_draw({**protocol, "result": list(names(16))}) != []
    other = drawn(settled(TM, knockout(16)), "knockout", bytes([1]) * 32)
    assert other.places != championship.places


def test_tm_3_2_no_draw_without_a_commitment_published_before() -> None:
    championship = settled(TM, knockout(16))
    assert refused(championship, holding("knockout")).code == "not_committed"
    committed = apply(championship, committing("knockout"))
    assert refused(committed, committing("knockout", bytes([1]) * 32)).code == "already_committed"
    assert refused(committed, holding("knockout", bytes([1]) * 32)).code == "commitment_differs"
    draw_places = apply(committed, holding("knockout"))
    assert refused(draw_places, holding("knockout", entropy="another")).code == "draw_held_already"
    match = matches_of(championship, "round-of-16")[0]
    assert refused(committed, CallMatch(by="r", at=NOON, match=match)).code == "pairs_not_known"


def test_tm_3_2_a_wrong_commitment_is_replaced_before_the_draw_with_its_reason_and_not_after() -> None:
    committed = apply(settled(TM, knockout(16)), committing("knockout"))
    another = replace(committing("knockout", bytes([1]) * 32), why="wrong lottery")
    assert refused(committed, replace(another, why=" ")).code == "already_committed"
    assert refused(committed, replace(committing("knockout"), why="wrong lottery")).code == "already_committed"
    replaced = apply(committed, another)
    assert refused(replaced, holding("knockout")).code == "commitment_differs"
    draw_places = apply(replaced, holding("knockout", bytes([1]) * 32))
    assert [one.commitment for one in draw_places.log if isinstance(one, CommitDraw)] == [
        committed.commitments["knockout"],
        another.commitment,
    ]
    assert refused(draw_places, replace(another, commitment="a" * 64)).code == "draw_held_already"


def test_tm_3_2_once_drawn_the_field_stands() -> None:
    assert refused(masters(), settling(knockout(8))).code in ("already_drawn", "draw_held_already")


def changing(key: str, value: object, at: datetime) -> ChangeRules:
    return ChangeRules(by="producer", at=at, changes=((key, value),), why="a clearer rule")


def test_tm_2_2_1_the_rules_of_play_change_until_five_days_before_the_event() -> None:
    championship = settled(TM, knockout(16))
    last_minute = datetime(2025, 10, 20, 23, 59, tzinfo=SAO_PAULO)
    changed = apply(championship, changing("clock.match_minutes", 50, last_minute))
    assert changed.regulation.citation("clock.match_minutes").changed_by == "producer"
    found = refused(championship, changing("clock.match_minutes", 50, last_minute + timedelta(minutes=1)))
    assert (found.key, TM.cite(found.key)) == ("changes.days_before", TM.cite("changes.days_before"))


def test_tm_2_2_1_the_last_version_stands_for_all_that_follows() -> None:
    early = datetime(2025, 10, 1, tzinfo=SAO_PAULO)
    changes = [changing("match.target", 15, early), changing("match.target", 10, early)]
    championship = drawn(fold(settled(TM, knockout(4)), changes), "knockout")
    match = matches_of(championship, "semi-final")[0]
    assert engine_for(championship.regulation).target(None) == 10
    assert refusal(championship, Submit(by="t", at=NOON, match=match, games=(Game((10, 3), 0),))) is None
    assert refused(championship, Submit(by="t", at=NOON, match=match, games=(Game((9, 3), 0),))).key == "match.target"


def test_tm_2_2_1_a_rule_that_cannot_be_is_refused() -> None:
    early = datetime(2025, 10, 1, tzinfo=SAO_PAULO)
    for key, value in (("match.target", -1), ("match.target", "many"), ("no.such_rule", 1)):
        assert refused(settled(TM, knockout(4)), changing(key, value, early)).code == "rule_impossible"


def test_tm_8_7_the_rest_of_the_regulation_changes_until_the_day_of_the_event() -> None:
    championship = settled(TM, knockout(16))
    on_the_day = datetime(2025, 10, 25, 20, tzinfo=SAO_PAULO)
    assert refusal(championship, changing("selection.pairs", 18, on_the_day)) is None
    found = refused(championship, changing("selection.pairs", 18, on_the_day + timedelta(days=1)))
    assert found.key == "changes.until_the_day"


@pytest.mark.parametrize("regulation", [AF, FA, AP], ids=lambda one: one.id)
def test_a_regulation_that_foresees_no_changes_stays_as_it_is(regulation: Regulation) -> None:
    assert refused(settled(regulation, knockout(4)), changing("match.target", 100, NOON)).code == "rules_are_fixed"


def test_tm_5_3_1_who_does_not_come_has_withdrawn_and_the_opponent_goes_on() -> None:
    championship = masters()
    match = matches_of(championship, "round-of-16")[0]
    there, absent = pairs_of(championship, match)
    called = apply(championship, CallMatch(by="r", at=NOON, match=match))
    for before in (championship, called):
        after = apply(before, absence(match, absent, at=later(1)))
        assert goes_on(after, match) == there
        assert after.departures[absent].key == "lateness.result"
        assert TM.cite(after.departures[absent].key).endswith("5.3.1")
        assert refused(after, withdrawing(absent)).code == "pair_has_left"


def test_tm_5_3_1_a_walkover_counts_the_target_to_nothing() -> None:
    championship = masters()
    match = matches_of(championship, "round-of-16")[0]
    first, second = pairs_of(championship, match)
    outcome = how_ended(walked_over(championship, match, first), match).outcome
    assert outcome is not None
    assert (outcome.points, outcome.winner, outcome.walkover, outcome.out) == (
        (0, 12),
        second,
        True,
        frozenset({first}),
    )
    double = how_ended(walked_over(championship, match, first, second), match)
    assert double.outcome is not None
    assert (double.winner, double.outcome.points, double.outcome.winner) == (NOBODY, (0, 0), None)


def test_tm_5_3_1_only_who_should_play_can_be_absent_and_only_before_the_start() -> None:
    championship = masters()
    match, other = matches_of(championship, "round-of-16")[:2]
    stranger = pairs_of(championship, other)[0]
    assert refused(championship, absence(match, stranger)).code == "absent_not_in_match"
    assert refused(championship, absence(match)).code == "absent_not_in_match"
    started = apply(championship, StartMatch(by="r", at=NOON, match=match))
    assert refused(started, absence(match, pairs_of(started, match)[0])).code == "match_has_begun"


@pytest.mark.parametrize(
    "ground",
    [Ground.BREACH, Ground.BEHAVIOUR, Ground.HIDDEN_TIE, Ground.IRREGULAR_ENTRY, Ground.UNSIGNED_DOCUMENTS],
)
def test_tm_5_7_a_pair_may_be_disqualified_at_any_time_and_the_opponent_goes_on(ground: Ground) -> None:
    championship = masters()
    match = matches_of(championship, "round-of-16")[0]
    there, out = pairs_of(championship, match)
    playing = apply(championship, StartMatch(by="r", at=NOON, match=match))
    for before in (championship, playing):
        after = apply(before, DisqualifyPair(by="producer", at=later(9), pair=out, ground=ground, why="for cause"))
        assert goes_on(after, match) == there
        assert TM.cite(after.departures[out].key)


def test_tm_5_7_not_without_a_reason_and_not_who_is_not_there() -> None:
    championship = masters()
    disqualifying = DisqualifyPair(by="producer", at=NOON, pair="A", ground=Ground.BREACH, why="x")
    assert refused(championship, replace(disqualifying, why=" ")).code == "reason_needed"
    assert refused(championship, replace(disqualifying, pair="Z")).code == "no_such_pair"
    league_of_four = ready(FA, league(4))
    assert refused(league_of_four, disqualifying).code == "ground_of_another_regulation"


def test_tm_5_8_a_disqualification_is_final() -> None:
    championship = masters()
    match = matches_of(championship, "round-of-16")[0]
    _, out = pairs_of(championship, match)
    disqualifying = DisqualifyPair(by="producer", at=NOON, pair=out, ground=Ground.BEHAVIOUR, why="insults")
    championship = apply(championship, disqualifying)
    assert refused(championship, disqualifying).code == "pair_has_left"
    for operation in (
        CallMatch(by="r", at=NOON, match=match),
        StartMatch(by="r", at=NOON, match=match),
        Submit(by="t", at=NOON, match=match, games=(Game((0, 12), 1),)),
        absence(match, out),
    ):
        assert refused(championship, operation).code == "match_decided"
    over = finished(championship, Random(8))
    assert over.bracket.champion != out


def test_tm_5_8_results_that_were_official_stay_when_the_winner_is_disqualified_later() -> None:
    """E-19: the pair that it had beaten is not reinstated."""
    championship = masters()
    match, other = matches_of(championship, "round-of-16")[:2]
    championship = won_by_first(championship, match, other)
    winner, loser = pairs_of(championship, match)
    next_match = matches_of(championship, "quarter-final")[0]
    rival = next(pair for pair in pairs_of(championship, next_match) if pair != winner)
    out = DisqualifyPair(by="producer", at=NOON, pair=winner, ground=Ground.BREACH, why="x")
    after = apply(championship, out)
    assert how_ended(after, match)[:2] == (winner, loser)
    assert goes_on(after, next_match) == rival


def test_tm_5_9_a_pair_withdraws_in_writing_and_the_opponent_goes_on() -> None:
    championship = masters()
    match = matches_of(championship, "round-of-16")[0]
    there, leaving = pairs_of(championship, match)
    spoken = WithdrawPair(by=leaving, at=NOON, pair=leaving, why="ill", in_writing=False)
    assert refused(championship, spoken).key == "withdrawal.request"
    after = apply(championship, replace(spoken, in_writing=True))
    assert goes_on(after, match) == there
    assert after.departures[leaving].key == "withdrawal.effect"
    assert refused(after, withdrawing(leaving)).code == "pair_has_left"


def test_tm_5_9_what_a_pair_won_before_it_withdrew_stays_won_for_those_it_met() -> None:
    """The opponent went on without a match; that it leaves later does not bring anybody back."""
    championship = ready(TM, knockout(8))
    first, second = matches_of(championship, "quarter-final")[:2]
    stays, leaves = pairs_of(championship, first)
    championship = won_by_first(apply(championship, withdrawing(leaves)), second)
    semi_final = matches_of(championship, "semi-final")[0]
    championship = apply(won(championship, semi_final, stays), withdrawing(stays))
    assert goes_on(championship, first) == stays
    assert pairs_of(championship, semi_final)[0] == stays


def test_tm_5_9_a_pair_that_left_does_not_become_champion_against_nobody() -> None:
    championship = ready(TM, knockout(4))
    first, second = matches_of(championship, "semi-final")
    championship = won_by_first(championship, first)
    championship = apply(championship, withdrawing(pairs_of(championship, first)[0]))
    championship = walked_over(championship, second, *pairs_of(championship, second))
    assert championship.bracket.is_over
    assert championship.bracket.champion is None


def test_tm_20_an_absence_of_more_than_eight_minutes_disqualifies() -> None:
    championship = masters()
    match = matches_of(championship, "round-of-16")[0]
    there, away = pairs_of(championship, match)
    championship = fold(
        championship,
        [
            StartMatch(by="r", at=NOON, match=match),
            MarkTime(by="r", at=later(10), match=match, moment=Moment.ABSENT, pair=away),
        ],
    )
    clock = championship.logs[match].clock
    assert absent_too_long(TM, clock, later(18)) == ()
    assert absent_too_long(TM, clock, later(18.1)) == (away,)
    out = DisqualifyPair(by="r", at=later(19), pair=away, ground=Ground.ABSENCE, why="nine minutes away")
    after = apply(championship, out)
    assert TM.cite(after.departures[away].key).endswith("20")
    assert goes_on(after, match) == there
    assert after.logs[match].state is State.WALKOVER, "what they had not finished ends with them"


@pytest.mark.parametrize("ground", [one for one in Ground if one not in (Ground.ABSENCE, Ground.REFEREE)])
def test_tm_5_7_after_the_draw_too_the_producer_disqualifies_and_no_referee(ground: Ground) -> None:
    championship = masters()
    out = DisqualifyPair(by="r", at=NOON, pair="A", ground=ground, why="x", by_referee=True)
    assert refused(championship, out).code == "another_decides"
    assert TM.cite(refused(championship, out).key).endswith("5.7")
    assert refusal(championship, replace(out, by_referee=False)) is None


def test_tm_20_who_stays_away_from_the_table_is_disqualified_by_the_referee() -> None:
    out = DisqualifyPair(by="r", at=NOON, pair="A", ground=Ground.ABSENCE, why="x", by_referee=True)
    assert refusal(masters(), out) is None


def test_tm_8_5_the_producer_decides_what_no_rule_covers_and_it_is_recorded() -> None:
    championship = masters()
    match = matches_of(championship, "round-of-16")[0]
    deciding = Decide(by="producer", at=NOON, question="A card fell", decision="Dealt again", why="seen", match=match)
    [ruled] = apply(championship, deciding).decisions
    assert (ruled.by, ruled.decision, ruled.why, ruled.match) == ("producer", "Dealt again", "seen", match)
    assert refused(championship, replace(deciding, why="")).code == "reason_needed"
    assert refused(championship, replace(deciding, match="nowhere")).code == "no_such_match"


def test_tm_8_6_the_event_is_suspended_and_resumed() -> None:
    championship = masters()
    suspending = Suspend(by="producer", at=NOON, reason=SuspensionReason.TECHNICAL, why="no light")
    assert refused(championship, replace(suspending, why="")).code == "reason_needed"
    suspended = apply(championship, suspending)
    match = matches_of(championship, "round-of-16")[0]
    starting = StartMatch(by="r", at=NOON, match=match)
    assert refused(suspended, starting).code == "event_suspended"
    assert refused(championship, Resume(by="producer", at=NOON)).code == "not_suspended"
    resumed = apply(suspended, Resume(by="producer", at=NOON))
    assert resumed == championship
    assert refusal(resumed, starting) is None


def test_tm_8_6_the_event_is_cancelled_for_good() -> None:
    cancelled = apply(masters(), Cancel(by="producer", at=NOON, reason=SuspensionReason.FORCE_MAJEURE, why="flood"))
    assert cancelled.status is Status.CANCELLED
    operations: list[Operation] = [
        Resume(by="producer", at=NOON),
        Suspend(by="producer", at=NOON, reason=SuspensionReason.JUDICIAL, why="x"),
        withdrawing("A"),
    ]
    assert {refused(cancelled, operation).code for operation in operations} == {"event_cancelled"}
    assert apply(cancelled, Undo(by="producer", at=NOON)) == masters()


def test_tm_8_6_only_for_the_reasons_named() -> None:
    regulation = TM.with_overrides((Override("suspension.reasons", ["judicial"], "us"),))
    championship = settled(regulation, knockout(4))
    found = refused(championship, Suspend(by="p", at=NOON, reason=SuspensionReason.COMMERCIAL, why="money"))
    assert found.key == "suspension.reasons"
