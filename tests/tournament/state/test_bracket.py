"""Who stands where: winners, losers, those who meet nobody, and what a double W.O. leaves behind it."""

from random import Random

import pytest

from carteado.regulation import Regulation
from carteado.tournament.formats.plans import (
    Plan,
    double_elimination,
    groups_then_knockout,
    knockout,
    knockout_with_lucky_losers,
    league,
    swiss,
)
from carteado.tournament.formats.slots import BestOfRank, MatchId, RankOf
from carteado.tournament.formats.stages import FINAL, Kind
from carteado.tournament.operations import EndRounds, PairRound, Undo, WithdrawPair
from carteado.tournament.outcomes import PairId
from carteado.tournament.running.dispatch import apply, fold, in_force, refusal
from carteado.tournament.state.bracket import NOBODY
from carteado.tournament.state.championship import Championship
from tests.tournament.championships import (
    AF,
    AP,
    FA,
    NOON,
    REGULATIONS,
    TM,
    committing,
    drawn,
    finished,
    holding,
    later,
    matches_of,
    names,
    open_matches,
    pairs_of,
    ready,
    refused,
    settled,
    walked_over,
    won,
    won_by_first,
)


def nobody_comes(championship: Championship, *matches: MatchId) -> Championship:
    for match in matches:
        championship = walked_over(championship, match, *pairs_of(championship, match))
    return championship


def ranks(championship: Championship) -> dict[PairId, int]:
    """The places earned."""
    return {one.pair: one.rank for one in championship.bracket.placings() if one.rank is not None}


def withdrawn(championship: Championship, *pairs: PairId) -> Championship:
    return fold(championship, [WithdrawPair(by=pair, at=NOON, pair=pair, why="ill") for pair in pairs])


# --- what is known, and when --------------------------------------------------------------------------------------


def test_before_the_draw_nobody_stands_anywhere() -> None:
    championship = settled(AP, knockout(4))
    assert all(championship.bracket.occupants(match) == (None, None) for match in championship.fixtures)
    assert not championship.bracket.is_over
    assert championship.bracket.champion is None
    assert ranks(championship) == {}
    assert {one.pair for one in championship.bracket.placings()} == set(names(4))


def test_with_the_draw_the_first_round_is_open_and_nothing_else() -> None:
    championship = ready(AP, knockout(8))
    assert open_matches(championship) == matches_of(championship, "quarter-final")


def test_whoever_has_a_bye_waits_in_the_next_round() -> None:
    championship = ready(AP, knockout(3))
    [semi_final] = matches_of(championship, "semi-final")
    waiting = set(names(3)) - set(pairs_of(championship, semi_final))
    assert waiting < set(championship.bracket.occupants("knockout-final"))


def test_a_group_gives_its_ranks_only_when_all_of_it_is_played() -> None:
    championship = ready(AP, groups_then_knockout(6))
    group = [match for match in championship.fixtures if championship.fixtures[match].group == 0][:3]
    for match in group:
        assert championship.bracket.occupant(RankOf("groups", 0, 1)) is None
        championship = won(championship, match, min(pairs_of(championship, match)))
    assert championship.bracket.occupant(RankOf("groups", 0, 1)) == championship.bracket.ranking("groups", 0)[0].pair
    assert championship.bracket.occupant(RankOf("groups", 1, 1)) is None


def test_the_best_of_a_rank_are_told_over_all_groups_once_all_are_over() -> None:
    """Twelve pairs in three groups: the two best thirds fill the bracket of eight."""
    championship = ready(AP, groups_then_knockout(12))
    first, second = BestOfRank("groups", 3, 1), BestOfRank("groups", 3, 2)
    for match in matches_of(championship, "group"):
        assert championship.bracket.occupant(first) is None
        scored = 100 * championship.fixtures[match].group
        championship = won(championship, match, min(pairs_of(championship, match)), scored)
    thirds = [championship.bracket.ranking("groups", group)[2].pair for group in (0, 1, 2)]
    assert (championship.bracket.occupant(first), championship.bracket.occupant(second)) == (thirds[2], thirds[1])


def test_a_tie_across_the_last_place_waits_for_lots_among_those_tied() -> None:
    """All points equal: the three thirds are level, and the groups themselves are not."""
    championship = ready(AP, groups_then_knockout(12))
    for match in matches_of(championship, "group"):
        championship = won(championship, match, min(pairs_of(championship, match)), 500)
    thirds = {championship.bracket.ranking("groups", group)[2].pair for group in (0, 1, 2)}
    [(where, tied)] = championship.bracket.lots_needed().items()
    assert set(tied) == thirds
    championship = drawn(championship, f"lots-{where}")
    assert championship.bracket.lots_needed() == {}
    assert championship.bracket.occupant(BestOfRank("groups", 3, 1)) == championship.lots[where][0]


def test_what_lots_are_needed_does_not_depend_on_what_was_asked_before() -> None:
    championship = ready(AF, knockout(8))
    first, *others = matches_of(championship, "quarter-final")
    championship = nobody_comes(won_by_first(championship, *others, loser_scores=300), first)
    at_once = championship.bracket.lots_needed()
    open_matches(championship)
    assert at_once == championship.bracket.lots_needed()
    assert at_once


# --- nobody comes -------------------------------------------------------------------------------------------------


def test_after_a_double_walkover_the_next_opponent_goes_on_without_a_match() -> None:
    championship = ready(TM, knockout(8))
    first, second, *others = matches_of(championship, "quarter-final")
    championship = nobody_comes(won_by_first(championship, second, *others), first)
    semi_final = matches_of(championship, "semi-final")[0]
    waiting = pairs_of(championship, second)[0]
    ended = championship.bracket.ended(semi_final)
    assert ended is not None
    assert (ended.winner, ended.loser, ended.outcome) == (waiting, NOBODY, None)
    assert championship.bracket.occupants("knockout-final")[0] == waiting


def test_two_double_walkovers_leave_the_match_after_them_without_anybody() -> None:
    championship = ready(TM, knockout(8))
    first, second, *others = matches_of(championship, "quarter-final")
    championship = won_by_first(nobody_comes(championship, first, second), *others)
    assert championship.bracket.occupants("knockout-final")[0] is NOBODY
    championship = won_by_first(championship, matches_of(championship, "semi-final")[1])
    assert championship.bracket.is_over
    assert championship.bracket.champion == pairs_of(championship, matches_of(championship, "semi-final")[1])[0]


def test_a_double_walkover_in_the_final_leaves_no_champion() -> None:
    championship = ready(AP, knockout(4))
    championship = nobody_comes(won_by_first(championship, *matches_of(championship, "semi-final")), "knockout-final")
    assert championship.bracket.is_over
    assert championship.bracket.champion is None
    assert sorted(ranks(championship).values()) == [2, 2, 3, 3]


def test_the_pair_with_the_bye_is_champion_when_the_others_do_not_come() -> None:
    championship = ready(TM, knockout(3))
    [semi_final] = matches_of(championship, "semi-final")
    [alone] = set(names(3)) - set(pairs_of(championship, semi_final))
    championship = nobody_comes(championship, semi_final)
    assert championship.bracket.is_over
    assert championship.bracket.champion == alone
    assert ranks(championship)[alone] == 1


def test_third_place_goes_to_the_only_loser_of_a_semi_final() -> None:
    championship = ready(AP, knockout(4, third_place=True))
    first, second = matches_of(championship, "semi-final")
    championship = nobody_comes(won_by_first(championship, first), second)
    champion, loser = pairs_of(championship, first)
    assert championship.bracket.is_over
    assert championship.bracket.champion == champion
    assert ranks(championship)[loser] < min(ranks(championship)[pair] for pair in pairs_of(championship, second))


def test_nobody_left_the_event_is_over_without_a_champion() -> None:
    championship = ready(AF, knockout_with_lucky_losers(6))
    championship = finished(nobody_comes(championship, *matches_of(championship, "qualifying")), Random(1))
    assert championship.bracket.champion is None
    assert set(ranks(championship)) == set(names(6))


def test_if_all_but_one_leave_that_one_is_champion() -> None:
    for regulation in (TM, AF, AP):
        for plan in (knockout(5), knockout_with_lucky_losers(6), double_elimination(5), swiss(5)):
            championship = withdrawn(ready(regulation, plan), *names(plan.entrants)[1:])
            assert finished(championship, Random(5)).bracket.champion == "A", (regulation.id, plan)


def test_lucky_losers_fill_a_vacant_quarter_final_also_where_some_had_byes() -> None:
    """Eleven pairs by a plain knockout: five byes, and the only one beaten takes the place that nobody won."""
    championship = ready(AF, knockout(11))
    first, second, third = matches_of(championship, "round-of-16")
    championship = won_by_first(championship, first, loser_scores=700)
    championship = nobody_comes(championship, second)
    championship = walked_over(championship, third, pairs_of(championship, third)[0])
    beaten = pairs_of(championship, first)[1]
    quarter_finals = {
        pair for match in matches_of(championship, "quarter-final") for pair in pairs_of(championship, match)
    }
    assert beaten in quarter_finals
    assert len(quarter_finals) == 8


def test_who_comes_back_after_a_double_walkover_is_told_with_the_reason() -> None:
    first, *others = matches_of(championship := ready(AF, knockout(8)), "quarter-final")
    for points, match in zip((1100, 1300, 1200), others, strict=True):
        championship = won(championship, match, pairs_of(championship, match)[0], points)
    assert not list(championship.bracket.come_back())  # the phase is not over
    championship = nobody_comes(championship, first)
    (back,) = championship.bracket.come_back()
    assert (back.stage, back.phase) == ("knockout", "quarter-final")
    (lucky,) = back.lucky
    assert lucky.pair == pairs_of(championship, others[1])[1]  # the loser with most points
    assert lucky.pair in pairs_of(championship, matches_of(championship, "semi-final")[0])
    assert lucky.by.key == "lucky_losers.to_semi_finals"
    assert lucky.by.details["other"] == pairs_of(championship, others[2])[1]  # who stays out by it


def test_who_comes_back_after_qualifying_is_told_with_those_who_take_the_place_of_one_who_left() -> None:
    championship = ready(AF, plan := knockout_with_lucky_losers(6))
    assert not list(championship.bracket.come_back())
    new_entry = open_matches(championship)
    for points, match in enumerate(new_entry, start=10):
        championship = won(championship, match, pairs_of(championship, match)[0], 100 * points)
    (back,) = championship.bracket.come_back()
    assert (back.stage, back.phase) == (plan.stages[0].id, "qualifying")
    assert [one.pair for one in back.lucky] == [pairs_of(championship, new_entry[-1])[1]]
    championship = withdrawn(championship, pairs_of(championship, new_entry[0])[0])
    (back,) = championship.bracket.come_back()
    assert [one.pair for one in back.lucky] == [pairs_of(championship, one)[1] for one in reversed(new_entry[1:])]


@pytest.mark.parametrize("regulation", [TM, FA, AP])
def test_where_no_text_has_lucky_losers_nobody_comes_back(regulation: Regulation) -> None:
    championship = ready(regulation, knockout(8))
    first, *others = matches_of(championship, "quarter-final")
    assert not list(nobody_comes(won_by_first(championship, *others), first).bracket.come_back())


@pytest.mark.parametrize("regulation", [TM, FA, AP], ids=lambda one: one.id)
def test_where_no_text_has_lucky_losers_the_place_stays_vacant(regulation: Regulation) -> None:
    championship = ready(regulation, knockout(8))
    first, *others = matches_of(championship, "quarter-final")
    championship = nobody_comes(won_by_first(championship, *others), first)
    assert championship.bracket.occupants(matches_of(championship, "semi-final")[0])[0] is NOBODY


def test_a_lucky_loser_who_leaves_after_it_took_the_place_is_not_replaced() -> None:
    championship = ready(AF, knockout(8))
    first, *others = matches_of(championship, "quarter-final")
    for points, match in enumerate(others):
        championship = won_by_first(championship, match, loser_scores=100 * points)
    championship = nobody_comes(championship, first)
    semi_final = matches_of(championship, "semi-final")[0]
    lucky = pairs_of(championship, semi_final)[0]
    championship = withdrawn(won(championship, semi_final, lucky), lucky)
    assert pairs_of(championship, semi_final)[0] == lucky
    assert pairs_of(championship, semi_final) == championship.logs[semi_final].pairs


# --- double elimination -------------------------------------------------------------------------------------------


def last_two(upper_wins: bool) -> Championship:
    """Three pairs as far as the final, which the pair that has not lost wins or loses."""
    championship = ready(AP, double_elimination(3))
    while [match for match in open_matches(championship) if championship.fixtures[match].phase != FINAL]:
        championship = won_by_first(championship, open_matches(championship)[0])
    unbeaten, other = pairs_of(championship, "double-final")
    return won(championship, "double-final", unbeaten if upper_wins else other)


def test_the_unbeaten_pair_that_wins_the_final_is_champion_at_once() -> None:
    championship = last_two(upper_wins=True)
    assert championship.bracket.is_over
    assert championship.bracket.champion == pairs_of(championship, "double-final")[0]


def test_beaten_for_the_first_time_in_the_final_it_plays_again() -> None:
    championship = last_two(upper_wins=False)
    unbeaten, other = pairs_of(championship, "double-final")
    assert not championship.bracket.is_over
    assert set(pairs_of(championship, "double-final-2")) == {unbeaten, other}
    assert won(championship, "double-final-2", unbeaten).bracket.champion == unbeaten
    assert won(championship, "double-final-2", other).bracket.champion == other
    assert nobody_comes(championship, "double-final-2").bracket.champion is None


def test_everybody_but_the_champion_has_lost_twice() -> None:
    for pairs in range(3, 17):
        championship = finished(ready(AP, double_elimination(pairs)), Random(pairs))
        losses = dict.fromkeys(names(pairs), 0)
        for outcome in championship.bracket.outcomes():
            [loser] = {*outcome.pairs} - {outcome.winner}
            losses[loser] += 1
        assert losses.pop(championship.bracket.champion or "") <= 1
        assert set(losses.values()) == {2}


# --- Swiss --------------------------------------------------------------------------------------------------------


def next_round(championship: Championship) -> Championship:
    return apply(championship, PairRound(by="o", at=NOON, stage="swiss"))


def test_a_round_is_paired_when_the_one_before_is_over_and_not_more_often_than_planned() -> None:
    pairing = PairRound(by="o", at=NOON, stage="swiss")
    assert refused(settled(AP, swiss(4)), pairing).code == "stage_not_reached"
    championship = next_round(ready(AP, swiss(4)))
    assert refused(championship, pairing).code == "round_not_over"
    championship = won_by_first(championship, *open_matches(championship))
    championship = next_round(championship)
    championship = won_by_first(championship, *open_matches(championship))
    assert refused(championship, pairing).code == "all_rounds_paired"
    assert refused(ready(AP, league(4)), pairing).code == "no_such_stage"


@pytest.mark.parametrize("pairs", [5, 9, 13])
def test_with_an_odd_number_each_sits_out_once_at_most_and_it_counts_as_a_win(pairs: int) -> None:
    championship = finished(ready(AP, swiss(pairs)), Random(pairs))
    sat_out = championship.sat_out["swiss"]
    assert len(sat_out) == championship.plan.stages[0].rounds
    assert len({*sat_out}) == len(sat_out)
    played = {placing.pair: placing.played for placing in championship.bracket.ranking("swiss")}
    assert set(played.values()) == {len(sat_out)}


@pytest.mark.parametrize("pairs", [4, 6, 8, 16])
def test_no_two_meet_twice(pairs: int) -> None:
    championship = finished(ready(AP, swiss(pairs)), Random(pairs))
    meetings = [frozenset(outcome.pairs) for outcome in championship.bracket.outcomes("swiss")]
    assert len(set(meetings)) == len(meetings) == pairs // 2 * championship.plan.stages[0].rounds


def test_who_left_is_paired_no_more() -> None:
    championship = next_round(ready(AP, swiss(8)))
    championship = won_by_first(championship, *open_matches(championship))
    championship = next_round(withdrawn(championship, "A", "B"))
    assert not {"A", "B"} & {pair for match in open_matches(championship) for pair in pairs_of(championship, match)}


def test_a_swiss_in_which_all_left_have_met_can_be_ended_with_a_reason() -> None:
    championship = next_round(ready(TM, swiss(4)))
    first, second = open_matches(championship)
    championship = withdrawn(won_by_first(championship, first, second), *pairs_of(championship, second))
    assert refused(championship, PairRound(by="o", at=NOON, stage="swiss")).code == "no_round_without_rematch"
    ending = EndRounds(by="o", at=NOON, stage="swiss", why=" ")
    assert refused(championship, ending).code == "reason_needed"
    championship = finished(championship, Random(2))
    assert championship.bracket.champion is not None


def test_rounds_do_not_end_before_the_first_is_over() -> None:
    ending = EndRounds(by="o", at=NOON, stage="swiss", why="no time")
    for championship in (settled(AP, swiss(4)), ready(AP, swiss(4)), next_round(ready(AP, swiss(4)))):
        assert refusal(championship, ending) is not None


def test_after_the_cut_the_best_play_a_knockout_by_their_rank() -> None:
    championship = ready(AP, swiss(8, cut=4))
    while not championship.bracket.is_open("finals-semi-final-1"):
        if matches := open_matches(championship):
            for points, match in enumerate(matches):
                championship = won(championship, match, min(pairs_of(championship, match)), 17 * points)
        elif lots := championship.bracket.lots_needed():
            championship = drawn(championship, f"lots-{min(lots)}")
        else:
            championship = next_round(championship)
    order = [placing.pair for placing in championship.bracket.ranking("swiss")]
    met = [set(pairs_of(championship, match)) for match in matches_of(championship, "semi-final")]
    assert met == [{order[0], order[3]}, {order[1], order[2]}]


# --- placings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation", REGULATIONS, ids=lambda one: one.id)
@pytest.mark.parametrize(
    "plan", [knockout(13, third_place=True), knockout_with_lucky_losers(11), groups_then_knockout(9)]
)
def test_those_of_a_later_stage_stand_before_those_who_did_not_reach_it(regulation: Regulation, plan: Plan) -> None:
    championship = finished(ready(regulation, plan), Random(1))
    last = plan.stages[-1]
    reached = {championship.bracket.occupant(slot) for slot in last.fill}
    assert last.kind is Kind.KNOCKOUT
    placed = ranks(championship)
    worst = max(placed[pair] for pair in placed if pair in reached)
    assert all(placed[pair] > worst for pair in placed if pair not in reached)
    final = championship.bracket.ended(matches_of(championship, FINAL)[0])
    assert final is not None
    assert [pair for pair, rank in placed.items() if rank <= 2] == [final.winner, final.loser]


def test_nobody_is_champion_before_the_end_even_after_the_final() -> None:
    championship = ready(AF, knockout(4, third_place=True))
    championship = won_by_first(championship, *matches_of(championship, "semi-final"), "knockout-final")
    assert championship.bracket.champion is None
    assert won_by_first(championship, "knockout-third-place").bracket.champion is not None


# --- taking back --------------------------------------------------------------------------------------------------


def test_undo_takes_back_one_operation_after_another_as_far_as_the_beginning() -> None:
    championship = settled(AP, knockout(2))
    committed = apply(championship, committing("knockout"))
    now = apply(committed, holding("knockout"))
    for before in (committed, championship):
        now = apply(now, Undo(by="o", at=later(1), why="mistake"))
        assert now == before
    now = apply(now, Undo(by="o", at=later(1)))
    assert (now.pairs, in_force(now.log)) == ((), [])
    assert refused(now, Undo(by="o", at=later(2))).code == "nothing_to_undo"
    assert len(now.log) == 6, "what was done and what was taken back both stay on record"


def test_what_was_taken_back_can_be_done_again_otherwise() -> None:
    championship = ready(AP, knockout(4))
    match = matches_of(championship, "semi-final")[0]
    first, second = pairs_of(championship, match)
    absent = walked_over(championship, match, first)
    again = walked_over(apply(absent, Undo(by="o", at=NOON)), match, second)
    ended = again.bracket.ended(match)
    assert ended is not None
    assert ended.winner == first
    assert again == walked_over(championship, match, second), "equal is what stands alike, however it came there"
