"""Articles of AFIA on the course of an event, retold: one championship each, run as far as it takes."""

from dataclasses import replace
from random import Random

import pytest

from carteado.fair import verify_draw
from carteado.record import engine_for
from carteado.regulation import Override
from carteado.tournament.formats.plans import league, plan_for
from carteado.tournament.formats.stages import FINAL, THIRD_PLACE
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Game
from carteado.tournament.operations import AgreeHouseRule, CallMatch, Decide, MarkTime, StartMatch, Submit
from carteado.tournament.ranking.points import delegation_points
from carteado.tournament.running.dispatch import apply, refusal
from carteado.tournament.running.tables import starting
from carteado.tournament.state.championship import Championship
from tests.tournament.championships import (
    AF,
    FA,
    NOON,
    absence,
    committing,
    drawn,
    finished,
    goes_on,
    holding,
    later,
    matches_of,
    names,
    pairs_of,
    ready,
    refused,
    settled,
    walked_over,
    withdrawing,
    won,
    won_by_first,
)


def copa(delegations: int = 6) -> Championship:
    return ready(AF, plan_for(AF, delegations))


def test_af_7_fifteen_minutes_after_the_call_the_pair_is_out_and_not_before() -> None:
    championship = copa()
    match = matches_of(championship, "qualifying")[0]
    there, absent = pairs_of(championship, match)
    called = apply(championship, CallMatch(by="r", at=NOON, match=match))
    found = refused(called, absence(match, absent, at=later(15), why=""))
    assert (found.key, found.details["until"]) == ("lateness.tolerance_minutes", later(15))
    after = apply(called, absence(match, absent, at=later(15.5), why=""))
    assert goes_on(after, match) == there
    assert AF.cite(after.departures[absent].key).endswith("7")


def test_af_3_a_match_begins_only_when_both_pairs_sit_at_the_table() -> None:
    championship = copa()
    match = matches_of(championship, "qualifying")[0]
    there, missing = pairs_of(championship, match)
    called = apply(championship, CallMatch(by="r", at=NOON, match=match))
    one = apply(called, MarkTime(by="r", at=later(1), match=match, moment=Moment.ARRIVED, pair=there))
    found = refused(one, StartMatch(by="r", at=later(2), match=match))
    assert (found.key, found.details["pair"]) == ("presence.before_start", missing)
    assert AF.cite(found.key) == "AFIA 2026, Art. 3"
    both = apply(one, MarkTime(by="r", at=later(2), match=match, moment=Moment.ARRIVED, pair=missing))
    assert refusal(both, StartMatch(by="r", at=later(3), match=match)) is None
    assert refusal(called, StartMatch(by="r", at=later(2), match=match)) is None, "the start itself says that all sit"


def test_af_3_a_match_that_is_seen_to_be_played_has_all_at_the_table() -> None:
    """A phone's first hand, or four players at an online table, note who was not noted yet."""
    championship = copa()
    match = matches_of(championship, "qualifying")[0]
    there, missing = pairs_of(championship, match)
    called = apply(championship, CallMatch(by="r", at=NOON, match=match))
    one = apply(called, MarkTime(by="r", at=later(1), match=match, moment=Moment.ARRIVED, pair=there))
    begun = one
    for operation in starting(one, match, by="r", at=later(2)):
        begun = apply(begun, operation)
    assert begun.logs[match].has_begun
    assert begun.logs[match].clock.last(Moment.ARRIVED, pair=missing) is not None
    assert len(starting(called, match, by="r", at=later(2))) == 1


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
    deciding = replace(deciding, by_referee=True)
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
