"""The articles about the course of an event, retold: one championship each, run as far as the article needs."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from random import Random

import pytest

from carteado.fair import verify_draw
from carteado.record import engine_for
from carteado.regulation import Override, Regulation
from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.bracket import NOBODY, Ended
from carteado.tournament.championship import Championship, Status
from carteado.tournament.clocks import Moment, absent_too_long
from carteado.tournament.entry_acts import Ground
from carteado.tournament.matches import Game, State
from carteado.tournament.operations import (
    AgreeHouseRule,
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
from carteado.tournament.outcomes import PairId
from carteado.tournament.plans import knockout, knockout_with_lucky_losers, league, plan_for
from carteado.tournament.points import delegation_points
from carteado.tournament.running import apply, fold, refusal
from carteado.tournament.slots import MatchId
from carteado.tournament.stages import FINAL, THIRD_PLACE
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
    holding,
    later,
    names,
    pairs_of,
    ready,
    refused,
    settled,
    settling,
    walked_over,
    won,
    won_by_first,
)

SAO_PAULO = timezone(timedelta(hours=-3))


def matches_of(championship: Championship, phase: str) -> list[MatchId]:
    return [match for match, fixture in championship.fixtures.items() if fixture.phase == phase]


def how_ended(championship: Championship, match: MatchId) -> Ended:
    ended = championship.bracket.ended(match)
    assert ended is not None, match
    return ended


def goes_on(championship: Championship, match: MatchId) -> object:
    return how_ended(championship, match).winner


def withdrawing(pair: PairId) -> WithdrawPair:
    return WithdrawPair(by=pair, at=NOON, pair=pair, why="personal reasons")


# --- Truco Masters ------------------------------------------------------------------------------------------------


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
    held = apply(committed, holding("knockout"))
    assert refused(held, holding("knockout", entropy="another")).code == "draw_held_already"
    match = matches_of(championship, "round-of-16")[0]
    assert refused(committed, CallMatch(by="r", at=NOON, match=match)).code == "pairs_not_known"


def test_tm_3_2_a_wrong_commitment_is_replaced_before_the_draw_with_its_reason_and_not_after() -> None:
    committed = apply(settled(TM, knockout(16)), committing("knockout"))
    another = replace(committing("knockout", bytes([1]) * 32), why="wrong lottery")
    assert refused(committed, replace(another, why=" ")).code == "already_committed"
    assert refused(committed, replace(committing("knockout"), why="wrong lottery")).code == "already_committed"
    replaced = apply(committed, another)
    assert refused(replaced, holding("knockout")).code == "commitment_differs"
    held = apply(replaced, holding("knockout", bytes([1]) * 32))
    assert [one.commitment for one in held.log if isinstance(one, CommitDraw)] == [
        committed.commitments["knockout"],
        another.commitment,
    ]
    assert refused(held, replace(another, commitment="a" * 64)).code == "draw_held_already"


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


# --- AFIA ---------------------------------------------------------------------------------------------------------


def copa(delegations: int = 6) -> Championship:
    return ready(AF, plan_for(AF, delegations))


def test_af_7_fifteen_minutes_after_the_call_the_pair_is_out_and_not_before() -> None:
    championship = copa()
    match = matches_of(championship, "qualifying")[0]
    there, absent = pairs_of(championship, match)
    called = apply(championship, CallMatch(by="r", at=NOON, match=match))
    found = refused(called, absence(match, absent, at=later(15)))
    assert (found.key, found.details["minutes"]) == ("lateness.tolerance_minutes", 15)
    after = apply(called, absence(match, absent, at=later(15.5)))
    assert goes_on(after, match) == there
    assert AF.cite(after.departures[absent].key).endswith("7")


def test_af_7_who_came_in_time_is_not_absent() -> None:
    championship = copa()
    match = matches_of(championship, "qualifying")[0]
    there, absent = pairs_of(championship, match)
    called = apply(championship, CallMatch(by="r", at=NOON, match=match))
    called = apply(called, MarkTime(by="r", at=later(3), match=match, moment=Moment.ARRIVED, pair=there))
    assert refused(called, absence(match, there, absent, at=later(20))).details["pair"] == there
    assert refusal(called, absence(match, absent, at=later(20))) is None


def test_af_7_who_is_out_by_walkover_is_no_lucky_loser_however_many_points() -> None:
    """Out of five pairs eliminated the only one that played and stayed takes the place."""
    championship = copa(6)
    first, second, third = matches_of(championship, "qualifying")
    championship = won_by_first(championship, first, loser_scores=10)
    for match in (second, third):
        championship = walked_over(championship, match, pairs_of(championship, match)[1])
    lucky = championship.bracket.lucky_losers("qualifying", "qualifying")
    assert lucky == (pairs_of(championship, first)[1],)


@pytest.mark.parametrize("leave_before_the_end", [True, False])
def test_af_10_who_withdrew_after_losing_is_no_lucky_loser(leave_before_the_end: bool) -> None:
    championship = copa(6)
    first, second, third = matches_of(championship, "qualifying")
    championship = won_by_first(championship, first, loser_scores=1400)
    best = pairs_of(championship, first)[1]
    if leave_before_the_end:
        championship = apply(championship, withdrawing(best))
    championship = won_by_first(championship, second, loser_scores=200)
    championship = won_by_first(championship, third, loser_scores=100)
    if not leave_before_the_end:
        championship = apply(championship, withdrawing(best))
    assert championship.bracket.lucky_losers("qualifying", "qualifying") == (pairs_of(championship, second)[1],)


def test_af_8_a_rule_changed_for_one_match_by_the_referee_and_both_pairs() -> None:
    championship = copa()
    match, other = matches_of(championship, "qualifying")[:2]
    pairs = pairs_of(championship, match)
    rule = Override("match.target", 1000, "both pairs")
    agreeing = AgreeHouseRule(by="r", at=NOON, match=match, rule=rule, referee="Rui", agreed=pairs)
    after = apply(championship, agreeing)
    assert engine_for(after.regulation_of(match)).target(None) == 1000
    assert engine_for(after.regulation_of(other)).target(None) == 1500
    assert engine_for(after.regulation).target(None) == 1500
    short = (Game((1010, 300), 0),)
    assert refusal(after, Submit(by="t", at=NOON, match=match, games=short)) is None
    assert refused(after, Submit(by="t", at=NOON, match=other, games=short)).key == "match.target"


def test_af_8_without_all_three_the_regulation_stands() -> None:
    championship = copa()
    match = matches_of(championship, "qualifying")[0]
    pairs = pairs_of(championship, match)
    rule = Override("match.target", 1000, "both pairs")
    agreeing = AgreeHouseRule(by="r", at=NOON, match=match, rule=rule, referee="Rui", agreed=pairs)
    assert refused(championship, replace(agreeing, referee=" ")).key == "house_rules.needs"
    for agreed in ((), pairs[:1], (pairs[0], "Z")):
        assert refused(championship, replace(agreeing, agreed=agreed)).key == "house_rules.otherwise"


def test_af_8_not_once_the_match_has_begun_and_only_rules_of_play() -> None:
    championship = copa()
    match = matches_of(championship, "qualifying")[0]
    pairs = pairs_of(championship, match)
    rule = Override("lateness.tolerance_minutes", 30, "both pairs")
    agreeing = AgreeHouseRule(by="r", at=NOON, match=match, rule=rule, referee="Rui", agreed=pairs)
    assert refused(championship, agreeing).key == "house_rules.one_match"
    agreeing = replace(agreeing, rule=Override("match.target", 1000, "both pairs"))
    started = apply(championship, StartMatch(by="r", at=NOON, match=match))
    assert refused(started, agreeing).code == "match_has_begun"
    assert refused(ready(FA, league(4)), replace(agreeing, match="league-A-1-1")).code == "no_house_rules"


def test_af_8_what_no_rule_covers_in_a_match_the_referee_and_both_pairs_decide() -> None:
    championship = copa()
    match = matches_of(championship, "qualifying")[0]
    deciding = Decide(by="Rui", at=NOON, question="A torn card", decision="New deck", why="torn", match=match)
    assert refused(championship, deciding).key == "omitted_cases.by"
    agreed = replace(deciding, agreed=pairs_of(championship, match))
    assert len(apply(championship, agreed).decisions) == 1


def test_af_10_the_best_of_the_eliminated_fills_the_place_that_is_missing() -> None:
    """Fourteen delegations: seven winners and the loser with most points go to the quarter-finals."""
    championship = copa(14)
    qualifying = matches_of(championship, "qualifying")
    for points, match in enumerate(qualifying):
        championship = won_by_first(championship, match, loser_scores=100 * points)
    championship = drawn(championship, "finals")
    winners = {pairs_of(championship, match)[0] for match in qualifying}
    best = pairs_of(championship, qualifying[-1])[1]
    assert {pair for match in matches_of(championship, "quarter-final") for pair in pairs_of(championship, match)} == {
        *winners,
        best,
    }


def test_af_10_a_tie_that_points_conceded_cannot_part_waits_for_lots() -> None:
    championship = copa(6)
    championship = won_by_first(championship, *matches_of(championship, "qualifying"), loser_scores=700)
    losers = {pairs_of(championship, match)[1] for match in matches_of(championship, "qualifying")}
    [(where, tied)] = championship.bracket.lots_needed().items()
    assert set(tied) == losers
    committed = apply(championship, committing("finals"))
    assert refused(committed, holding("finals")).code == "stage_not_reached"
    championship = drawn(championship, f"lots-{where}")
    assert championship.bracket.lots_needed() == {}
    assert verify_draw(championship.draws[f"lots-{where}"]) == []
    [lucky] = championship.bracket.lucky_losers("qualifying", "qualifying") or ()
    assert lucky == championship.lots[where][0]


def test_af_11_a_place_that_nobody_won_in_the_quarter_finals_goes_to_their_best_loser() -> None:
    championship = copa(8)
    first, *others = matches_of(championship, "quarter-final")
    for points, match in enumerate(others):
        championship = won_by_first(championship, match, loser_scores=100 * points)
    championship = walked_over(championship, first, *pairs_of(championship, first))
    best = pairs_of(championship, others[-1])[1]
    assert pairs_of(championship, matches_of(championship, "semi-final")[0])[0] == best


def test_af_11_equal_losers_of_the_quarter_finals_are_parted_by_lots() -> None:
    championship = copa(8)
    first, *others = matches_of(championship, "quarter-final")
    championship = won_by_first(championship, *others, loser_scores=500)
    championship = walked_over(championship, first, *pairs_of(championship, first))
    [where] = championship.bracket.lots_needed()
    championship = drawn(championship, f"lots-{where}")
    assert pairs_of(championship, matches_of(championship, "semi-final")[0])[0] == championship.lots[where][0]


@pytest.mark.parametrize("delegations", [4, 5, 6, 7, 8, 9, 14, 17, 22])
def test_af_11_a_whole_championship_ends_with_one_champion(delegations: int) -> None:
    championship = finished(copa(delegations), Random(delegations))
    [final] = matches_of(championship, FINAL)
    assert championship.bracket.champion == goes_on(championship, final)
    quarter_finals = len(matches_of(championship, "quarter-final"))
    assert quarter_finals == (4 if delegations >= 8 else 0)


def test_af_12_third_place_is_played_between_the_losers_of_the_semi_finals() -> None:
    championship = won_by_first(copa(4), "knockout-semi-final-1", "knockout-semi-final-2")
    losers = tuple(pairs_of(championship, match)[1] for match in matches_of(championship, "semi-final"))
    [third] = matches_of(championship, THIRD_PLACE)
    assert pairs_of(championship, third) == losers
    championship = won(won_by_first(championship, "knockout-final"), third, losers[1])
    order = [(placing.rank, placing.pair) for placing in championship.bracket.placings()]
    assert order == [*enumerate((*pairs_of(championship, "knockout-final"), losers[1], losers[0]), start=1)]


def test_af_12_the_delegations_get_their_points_from_the_placings() -> None:
    pairs = names(6)
    delegations = {pair: f"delegation {pair}" for pair in pairs}
    championship = drawn(settled(AF, plan_for(AF, 6), delegations=list(delegations.items())), "qualifying")
    championship = finished(championship, Random(3))
    totals = delegation_points(AF, championship.bracket.placings(), championship.delegations)
    assert [total.points for total in totals] == [10, 6, 4, 2, 2, 2]


def test_af_4_only_the_final_goes_to_two_thousand() -> None:
    championship = copa(4)
    made = (Game((1500, 300), 0),)
    championship = won_by_first(championship, *matches_of(championship, "semi-final"))
    assert refusal(championship, Submit(by="t", at=NOON, match="knockout-third-place", games=made)) is None
    assert refused(championship, Submit(by="t", at=NOON, match="knockout-final", games=made)).key == "match.target"


# --- FARAES -------------------------------------------------------------------------------------------------------


def test_fa_iv_20_whoever_wins_most_matches_wins_the_league() -> None:
    championship = ready(FA, plan_for(FA, 5))
    for match in list(championship.fixtures):
        championship = won(championship, match, min(pairs_of(championship, match)), 1990)
    placings = championship.bracket.placings()
    assert [(placing.pair, placing.wins) for placing in placings] == [("A", 4), ("B", 3), ("C", 2), ("D", 1), ("E", 0)]
    assert championship.bracket.champion == "A"


def test_fa_iv_20_a_league_is_not_over_before_its_last_match() -> None:
    championship = ready(FA, plan_for(FA, 4))
    for match in list(championship.fixtures):
        assert not championship.bracket.is_over
        assert championship.bracket.champion is None
        championship = won(championship, match, min(pairs_of(championship, match)))
    assert championship.bracket.is_over


def test_fa_iv_20_a_walkover_is_a_match_lost_and_the_pair_plays_on() -> None:
    """The text puts nobody out of the league who misses a match."""
    championship = ready(FA, league(3))
    first, second, _ = championship.fixtures
    absent, there = pairs_of(championship, first)
    championship = walked_over(championship, first, absent)
    assert goes_on(championship, first) == there
    assert championship.departures == {}
    assert championship.bracket.is_open(second)


# --- APCEF --------------------------------------------------------------------------------------------------------


def test_ap_16_the_groups_lead_into_the_bracket_by_matches_won() -> None:
    championship = ready(AP, plan_for(AP, 8))
    for match in matches_of(championship, "group"):
        championship = won(championship, match, min(pairs_of(championship, match)), 100)
    best = {championship.bracket.ranking("groups", group)[place].pair for group in (0, 1) for place in (0, 1)}
    assert {pair for match in matches_of(championship, "semi-final") for pair in pairs_of(championship, match)} == best


def test_ap_16a_two_tied_go_by_their_direct_encounter_whatever_their_points() -> None:
    """A and B win two matches each; B has far more points, but A beat B."""
    championship = ready(AP, league(4))
    beats = {"A": {"B", "C"}, "B": {"C", "D"}, "C": {"D"}, "D": {"A"}}
    for match in list(championship.fixtures):
        one, two = pairs_of(championship, match)
        winner, loser = (one, two) if two in beats[one] else (two, one)
        championship = won(championship, match, winner, 0 if winner == "B" else 2900)
        assert loser not in beats or winner not in beats[loser]
    assert [placing.pair for placing in championship.bracket.placings()][:2] == ["A", "B"]


def test_ap_16b_three_tied_by_balance_then_points_then_lots() -> None:
    championship = ready(AP, league(3))
    cycle = {"A": "B", "B": "C", "C": "A"}
    conceded = {"A": 500, "B": 2000, "C": 1500}
    for match in list(championship.fixtures):
        one, two = pairs_of(championship, match)
        winner = one if cycle[one] == two else two
        championship = won(championship, match, winner, conceded[winner])
    assert [placing.pair for placing in championship.bracket.placings()] == ["A", "C", "B"]
    assert championship.bracket.is_over


def test_ap_16b_equal_in_everything_they_wait_for_lots_which_make_the_order() -> None:
    championship = ready(AP, league(3))
    cycle = {"A": "B", "B": "C", "C": "A"}
    for match in list(championship.fixtures):
        one, two = pairs_of(championship, match)
        championship = won(championship, match, one if cycle[one] == two else two, 1000)
    assert not championship.bracket.is_over
    assert championship.bracket.champion is None
    assert {placing.rank for placing in championship.bracket.placings()} == {1}
    [where] = championship.bracket.lots_needed()
    over = drawn(championship, f"lots-{where}")
    assert over.bracket.is_over
    assert tuple(placing.pair for placing in over.bracket.placings()) == over.lots[where]


def test_ap_16b_two_ties_in_one_group_are_both_drawn() -> None:
    championship = ready(AP, league(6))
    cycles = {("A", "B"), ("B", "C"), ("C", "A"), ("D", "E"), ("E", "F"), ("F", "D")}
    beats = cycles | {(one, two) for one in "ABC" for two in "DEF"}
    for match in list(championship.fixtures):
        one, two = pairs_of(championship, match)
        championship = won(championship, match, one if (one, two) in beats else two, 1000)
    assert [placing.rank for placing in championship.bracket.placings()] == [1, 1, 1, 4, 4, 4]
    over = finished(championship, Random(16))
    assert [placing.rank for placing in over.bracket.placings()] == [1, 2, 3, 4, 5, 6]
    assert {placing.pair for placing in over.bracket.placings()[:3]} == {"A", "B", "C"}
    assert all(verify_draw(protocol) == [] for protocol in over.draws.values())


def test_ap_16_lots_are_drawn_only_where_a_tie_waits_for_them() -> None:
    championship = ready(AP, league(3))
    committed = apply(championship, committing("lots-league-A"))
    assert refused(committed, holding("lots-league-A")).code == "no_lots_needed"


def test_ap_17_the_technical_coordination_decides_what_no_rule_covers() -> None:
    championship = ready(AP, league(3))
    deciding = Decide(by="technical coordination", at=NOON, question="Rain", decision="Tomorrow", why="no roof")
    after = apply(championship, deciding)
    assert [(ruled.by, ruled.why) for ruled in after.decisions] == [("technical coordination", "no roof")]
    assert AP.cite("omitted_cases.by").endswith("17")
    assert after.logs == championship.logs


# --- at the tables ------------------------------------------------------------------------------------------------


def test_nobody_plays_at_two_tables_and_no_table_has_two_matches() -> None:
    championship = ready(AP, league(6))
    match, *others = championship.fixtures
    busy = pairs_of(championship, match)[0]
    championship = apply(championship, CallMatch(by="r", at=NOON, match=match, table="1"))
    same_pair = next(one for one in others if busy in pairs_of(championship, one))
    free = next(one for one in others if not set(pairs_of(championship, one)) & set(pairs_of(championship, match)))
    for operation in (
        CallMatch(by="r", at=NOON, match=same_pair, table="2"),
        StartMatch(by="r", at=NOON, match=same_pair),
        Submit(by="t", at=NOON, match=same_pair, games=(Game((3000, 0), 0),)),
    ):
        assert refused(championship, operation).code == "pair_is_playing"
    assert refused(championship, CallMatch(by="r", at=NOON, match=free, table="1")).code == "table_in_use"
    assert refusal(championship, CallMatch(by="r", at=NOON, match=free, table="2")) is None
    for moment in Moment:
        marking = MarkTime(by="r", at=NOON, match=same_pair, moment=moment, pair=busy)
        if refusal(championship, marking) is None:
            assert not apply(championship, marking).logs[same_pair].is_on, moment


def test_who_leaves_sets_the_opponents_free_for_other_matches() -> None:
    championship = ready(AF, league(4))
    match, *others = championship.fixtures
    leaving, staying = pairs_of(championship, match)
    called = apply(championship, CallMatch(by="r", at=NOON, match=match))
    elsewhere = next(one for one in others if leaving in pairs_of(championship, one))
    next_match = next(one for one in others if staying in pairs_of(championship, one) and one != elsewhere)
    after = walked_over(called, elsewhere, leaving)
    assert goes_on(after, match) == staying
    assert all(not log.is_on for log in after.logs.values())
    assert refusal(after, CallMatch(by="r", at=later(1), match=next_match)) is None


def test_who_plays_at_one_table_is_not_absent_at_another() -> None:
    championship = ready(AF, league(4))
    match, *others = championship.fixtures
    playing = pairs_of(championship, match)[0]
    championship = apply(championship, StartMatch(by="r", at=NOON, match=match))
    other = next(one for one in others if playing in pairs_of(championship, one))
    assert refused(championship, absence(other, playing, at=later(60))).code == "pair_is_playing"


def test_a_match_goes_from_open_to_called_to_playing_to_submitted_to_official() -> None:
    championship = ready(AF, knockout_with_lucky_losers(4))
    match = "knockout-semi-final-1"
    assert match not in championship.logs
    steps = [
        (CallMatch(by="r", at=NOON, match=match), State.CALLED),
        (StartMatch(by="r", at=later(5), match=match), State.PLAYING),
        (Submit(by="t", at=later(60), match=match, games=(Game((1500, 20), 0),)), State.SUBMITTED),
    ]
    for operation, state in steps:
        championship = apply(championship, operation)
        assert championship.logs[match].state is state
    assert refused(championship, CallMatch(by="r", at=later(61), match=match)).code == "match_has_begun"
