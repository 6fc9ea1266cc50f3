"""A place, a medal and delegation points are earned before they are told; a pair that left has none."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from carteado.regulation import Override, Regulation, catalogue
from carteado.tournament.formats.plans import (
    FORMS,
    double_elimination,
    groups_then_knockout,
    knockout,
    league,
    plan_for,
    swiss,
)
from carteado.tournament.operations import DisqualifyPair, PairRound, StartMatch
from carteado.tournament.ranking.points import delegation_awards, medal_table
from carteado.tournament.ranking.standings import EventPlacing, PlaceState
from carteado.tournament.registrations.acts import Ground
from carteado.tournament.running.dispatch import apply
from carteado.tournament.running.draws import lots_name
from carteado.tournament.state.bracket import NOBODY
from carteado.tournament.state.championship import Championship
from tests.tournament.championships import (
    AF,
    AP,
    FA,
    NOON,
    TM,
    drawn,
    finished,
    matches_of,
    names,
    next_things,
    open_matches,
    pairs_of,
    ready,
    settled,
    walked_over,
    withdrawing,
    won,
    won_by_first,
)


def ranks(championship: Championship) -> dict[str, int | None]:
    return {one.pair: one.rank for one in championship.bracket.placings()}


def placing(championship: Championship, pair: str) -> EventPlacing:
    return next(one for one in championship.bracket.placings() if one.pair == pair)


def code(championship: Championship, pair: str) -> str:
    return placing(championship, pair).by.code


def points(championship: Championship) -> dict[str, int]:
    awards = delegation_awards(championship.regulation, championship.bracket.placings(), championship.delegations)
    return {award.pair: award.points for award in awards}


def copa(delegations: int, regulation: Regulation = AF) -> Championship:
    """Every pair is a delegation."""
    plan = plan_for(regulation, delegations)
    every = [(pair, pair) for pair in names(delegations)]
    return drawn(settled(regulation, plan, delegations=every), plan.stages[0].id)


def disqualified(championship: Championship, pair: str, ground: Ground = Ground.REFEREE) -> Championship:
    return apply(championship, DisqualifyPair(by="r", at=NOON, pair=pair, ground=ground, why="as the article says"))


# --- earned before told -------------------------------------------------------------------------------------------


def test_af_12_no_points_before_they_are_earned() -> None:
    """Winners of a round have no place yet; whoever is out of the quarter-finals has two points once all are played."""
    championship = copa(8)
    first, *others = matches_of(championship, "quarter-final")
    championship = won_by_first(championship, first)
    assert points(championship) == {}
    assert set(ranks(championship).values()) == {None}
    championship = won_by_first(championship, *others)
    out = {pairs_of(championship, match)[1] for match in (first, *others)}
    assert points(championship) == dict.fromkeys(out, 2)
    assert {pair: rank for pair, rank in ranks(championship).items() if rank} == dict.fromkeys(out, 5)


def test_af_12_third_place_is_earned_before_the_final_and_the_final_gives_the_rest() -> None:
    championship = won_by_first(copa(4), "knockout-semi-final-1", "knockout-semi-final-2")
    assert points(championship) == {}
    third = matches_of(championship, "third-place")[0]
    one, two = pairs_of(championship, third)
    assert {code(championship, pair) for pair in (one, two)} == {"placed_for_third"}
    championship = won_by_first(championship, third)
    assert points(championship) == {one: 4, two: 2}
    champion, runner_up = pairs_of(championship, "knockout-final")
    championship = won_by_first(championship, "knockout-final")
    assert points(championship) == {champion: 10, runner_up: 6, one: 4, two: 2}


def test_af_12_the_final_does_not_wait_for_the_match_for_third_place() -> None:
    championship = won_by_first(copa(4), "knockout-semi-final-1", "knockout-semi-final-2", "knockout-final")
    champion, runner_up = pairs_of(championship, "knockout-final")
    assert points(championship) == {champion: 10, runner_up: 6}


def test_e_5_by_points_scored_third_place_waits_for_both_semi_finals() -> None:
    rules = AF.with_overrides((Override("delegation_points.third_place", "by_points_scored", "organiser"),))
    championship = ready(rules, plan_for(rules, 4))
    first, second = matches_of(championship, "semi-final")
    championship = won_by_first(championship, first, loser_scores=900)
    assert set(ranks(championship).values()) == {None}
    championship = won_by_first(championship, second, loser_scores=300)
    third, fourth = (pairs_of(championship, match)[1] for match in (first, second))
    assert (ranks(championship)[third], ranks(championship)[fourth]) == (3, 4)


def by_points(pairs: int = 4) -> Championship:
    """Points scored in the semi-finals decide the third place."""
    return copa(pairs, AF.with_overrides((Override("delegation_points.third_place", "by_points_scored", "us"),)))


def test_e_5_level_on_points_lots_decide_the_third_place() -> None:
    championship = by_points()
    championship = won_by_first(championship, *matches_of(championship, "semi-final"), loser_scores=900)
    level = {pairs_of(championship, match)[1] for match in matches_of(championship, "semi-final")}
    [(where, waiting)] = championship.bracket.lots_needed().items()
    assert (where, set(waiting)) == ("knockout-semi-final", level)
    assert {code(championship, pair) for pair in level} == {"placed_level_with"}
    championship = won_by_first(championship, "knockout-final")
    assert not championship.bracket.is_over
    championship = drawn(championship, lots_name(championship, where))
    assert sorted(rank for rank in ranks(championship).values() if rank) == [1, 2, 3, 4]
    assert sorted(points(championship).values()) == [2, 4, 6, 10]


def test_e_19_by_points_who_left_is_never_ahead_of_the_third() -> None:
    championship = by_points()
    first, second = matches_of(championship, "semi-final")
    championship = won_by_first(won_by_first(championship, first, loser_scores=900), second, loser_scores=300)
    gone, third = (pairs_of(championship, match)[1] for match in (first, second))
    championship = disqualified(championship, gone)
    assert (ranks(championship)[gone], ranks(championship)[third]) == (None, 3)
    assert placing(championship, third).by.code == "placed_out_in"
    assert points(championship)[third] == 4


def test_no_medal_before_it_is_won() -> None:
    championship = copa(4)
    championship = won_by_first(championship, "knockout-semi-final-1")
    [*medals] = medal_table((championship.bracket.placings(), championship.delegations))
    assert {(one.gold, one.silver, one.bronze) for one in medals} == {(0, 0, 0)}


def test_a_league_gives_no_place_before_its_last_match() -> None:
    championship = ready(FA, league(4))
    *most, last = open_matches(championship)
    championship = won_by_first(championship, *most, loser_scores=100)
    assert set(ranks(championship).values()) == {None}
    assert [row.rank for row in championship.bracket.table("league")] == [1, 2, 3, 4]
    championship = finished(won_by_first(championship, last, loser_scores=500), Random(1))
    assert set(ranks(championship).values()) == {1, 2, 3, 4}


def codes_of(rows: Iterable[EventPlacing]) -> set[str]:
    return {row.by.code for row in rows}


def test_ap_16_lots_are_missing_only_where_they_will_be_drawn() -> None:
    """Three are level in each group: lots decide who goes on. The thirds of both groups stay level for good."""
    championship = ready(AP, groups_then_knockout(8, groups=2, places=4))
    matches = [match for match, one in championship.fixtures.items() if one.stage == "groups"]
    championship = won_by_first(championship, matches[0], loser_scores=100)
    waiting = {"placed_level_with", "placed_level_with_many"}
    assert codes_of(championship.bracket.table("groups")).isdisjoint(waiting)
    for match in matches[1:]:
        championship = won_by_first(championship, match, loser_scores=100)
    groups = championship.bracket.lots_needed()
    level = next(pairs for pairs in groups.values())
    for pair in level:
        by = placing(championship, pair).by
        assert (by.code, by.details) == ("placed_level_with_many", {"count": len(level) - 1})
    championship = finished(championship, Random(1))
    last = [one for one in championship.bracket.placings() if one.rank and one.rank > 4]
    assert [one.rank for one in last] == [5, 5, 7, 7]
    assert codes_of(last) == {"placed_level"}
    assert codes_of(championship.bracket.table("groups")).isdisjoint(waiting)


def test_who_is_out_after_the_groups_has_a_place_when_the_groups_are_over() -> None:
    championship = ready(AP, groups_then_knockout(8, groups=2, places=4))
    matches = [match for match, one in championship.fixtures.items() if one.stage == "groups"]
    for match in matches[:-1]:
        championship = won(championship, match, min(pairs_of(championship, match)), 100)
    assert set(ranks(championship).values()) == {None}
    championship = won(championship, matches[-1], min(pairs_of(championship, matches[-1])), 100)
    assert sorted(rank for rank in ranks(championship).values() if rank) == [5, 5, 7, 7]


def test_a_double_elimination_places_round_by_round() -> None:
    championship = won_by_first(ready(TM, double_elimination(4)), "double-winners-1-1", "double-winners-1-2")
    assert set(ranks(championship).values()) == {None}
    championship = won_by_first(championship, "double-losers-1-1")
    assert [rank for rank in ranks(championship).values() if rank] == [4]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("pairs", [6, 7, 10, 11])
@pytest.mark.parametrize("absences", [0, 0.25])
def test_what_is_earned_stays(form: str, pairs: int, absences: float) -> None:
    """Played match by match: no place that was shown is ever taken back, whoever stays away."""
    for seed in range(3):
        random = Random(f"{form} {pairs} {absences} {seed}")
        championship = ready(AF, FORMS[form].plan(pairs if form != "best_of" else 2))
        shown: dict[str, int | None] = {}
        while not championship.bracket.is_over:
            if matches := open_matches(championship):
                match = random.choice(matches)
                championship = won_or_missed(championship, match, random, absences)
            else:
                championship = next_things(championship, random, 0)
            now = ranks(championship)
            assert {pair: now[pair] for pair in shown} == shown
            shown = {pair: rank for pair, rank in now.items() if rank}
        assert None not in ranks(championship).values()


def won_or_missed(championship: Championship, match: str, random: Random, absences: float) -> Championship:
    both = pairs_of(championship, match)
    if random.random() < absences:
        return walked_over(championship, match, *random.sample(both, random.choice((1, 2))))
    return won(championship, match, random.choice(both), 250)


def test_a_double_elimination_counts_a_pair_that_has_not_played_yet_among_those_ahead() -> None:
    championship = ready(FA, double_elimination(10))
    waiting = {pair for match in matches_of(championship, "winners") for pair in championship.bracket.occupants(match)}
    played = {pair for match in open_matches(championship) for pair in pairs_of(championship, match)}
    assert len(waiting) > 1
    assert len(played) < 10
    while not any(ranks(championship).values()):
        match = next(one for one in open_matches(championship) if championship.fixtures[one].round < 3)
        championship = won_by_first(championship, match)
    assert {rank for rank in ranks(championship).values() if rank} == {9}


def test_af_12_a_delegation_that_lost_a_semi_final_is_never_the_runner_up() -> None:
    """The other semi-final was a double W.O.: the second place stays vacant, also where points give the third."""
    for rules in ((), (Override("delegation_points.third_place", "by_points_scored", "the organisers"),)):
        championship = copa(4, AF.with_overrides(rules))
        first, second = matches_of(championship, "semi-final")
        championship = won_by_first(championship, first, loser_scores=900)
        lost = pairs_of(championship, first)[1]
        championship = walked_over(championship, second, *pairs_of(championship, second))
        championship = finished(championship, Random(1))
        assert ranks(championship)[lost] == 3
        assert points(championship)[lost] == 4
        assert 6 not in points(championship).values()


def test_af_12_who_is_out_before_the_semi_finals_is_never_third() -> None:
    """Two of six reach the semi-finals, the others did not come: places in between stay vacant."""
    championship = copa(6)
    first, second, third = matches_of(championship, "qualifying")
    championship = walked_over(championship, first, *pairs_of(championship, first))
    championship = walked_over(championship, second, *pairs_of(championship, second))
    there = set(pairs_of(championship, third))
    championship = finished(won_by_first(championship, third), Random(1))
    assert {rank for pair, rank in ranks(championship).items() if pair not in there} == {5}
    assert set(points(championship)) == there


# --- lucky losers -------------------------------------------------------------------------------------------------


def test_af_10_a_loser_that_may_still_go_on_is_not_out() -> None:
    championship = copa(6)
    first, second, third = matches_of(championship, "qualifying")
    championship = won_by_first(championship, first, loser_scores=700)
    lost = pairs_of(championship, first)[1]
    assert code(championship, lost) == "placed_may_come_back"
    assert placing(championship, lost).state is PlaceState.OPEN
    championship = won_by_first(championship, second, third, loser_scores=100)
    assert code(championship, lost) == "placed_comes_back"
    assert code(championship, pairs_of(championship, second)[1]) == "placed_out_in"
    assert points(championship) == {}  # the next phase is not drawn
    championship = drawn(championship, "finals")
    assert code(championship, lost) != "placed_out_in"
    assert points(championship) == {pairs_of(championship, match)[1]: 2 for match in (second, third)}


def test_af_10_while_lots_decide_only_those_in_them_may_go_on() -> None:
    championship = copa(6)
    first, second, third = matches_of(championship, "qualifying")
    championship = won_by_first(championship, first, second, loser_scores=700)
    championship = won_by_first(championship, third, loser_scores=100)
    level = {pairs_of(championship, match)[1] for match in (first, second)}
    assert {code(championship, pair) for pair in level} == {"placed_may_come_back"}
    assert code(championship, pairs_of(championship, third)[1]) == "placed_out_in"


def with_lucky_loser() -> tuple[Championship, str]:
    """Ten delegations with the quarter-finals drawn, and a lucky loser among them."""
    championship = copa(10)
    for scored, match in enumerate(matches_of(championship, "qualifying")):
        championship = won_by_first(championship, match, loser_scores=100 * scored)
    [back] = championship.bracket.come_back()
    return drawn(championship, "finals"), back.lucky[0].pair


def match_in(championship: Championship, phase: str, pair: str) -> tuple[str, str]:
    """The pair's match of a phase, and its opponent."""
    match = next(one for one in matches_of(championship, phase) if pair in (championship.bracket.pairs(one) or ()))
    return match, next(one for one in pairs_of(championship, match) if one != pair)


def test_af_10_a_lucky_loser_that_loses_again_is_out() -> None:
    championship, lucky = with_lucky_loser()
    assert code(championship, lucky) == "placed_comes_back"
    match, opponent = match_in(championship, "quarter-final", lucky)
    championship = won(championship, match, opponent)
    assert placing(championship, lucky).by.details == {"phase": "quarter-final"}
    assert code(won_by_first(championship, *open_matches(championship)), lucky) == "placed_out_in"


def test_af_10_a_lucky_loser_that_loses_its_semi_final_plays_for_third_place() -> None:
    championship, lucky = with_lucky_loser()
    match, _opponent = match_in(championship, "quarter-final", lucky)
    championship = won(championship, match, lucky)
    championship = won_by_first(championship, *open_matches(championship))
    semi_final, opponent = match_in(championship, "semi-final", lucky)
    assert code(won(championship, semi_final, opponent), lucky) == "placed_for_third"


def test_af_11_while_quarter_finals_are_played_nobody_that_lost_one_is_out() -> None:
    """A place that a double W.O. leaves empty goes to the best of them."""
    championship = copa(8)
    *first, last = matches_of(championship, "quarter-final")
    for scored, match in enumerate(first):
        championship = won_by_first(championship, match, loser_scores=100 * scored)
    beaten = [pairs_of(championship, match)[1] for match in first]
    assert {code(championship, pair) for pair in beaten} == {"placed_may_come_back"}
    played = won_by_first(championship, last)
    assert {code(played, pair) for pair in beaten} == {"placed_out_in"}
    missed = walked_over(championship, last, *pairs_of(championship, last))
    assert [code(missed, pair) for pair in beaten] == ["placed_out_in", "placed_out_in", "placed_comes_back"]


@pytest.mark.parametrize("leaves", [False, True], ids=["nobody won it", "its winner left"])
def test_af_10_the_place_of_a_pair_free_in_the_last_qualifying_round_is_filled_too(leaves: bool) -> None:
    """With 22 pairs the winner of the first match is free in the second round."""
    championship = copa(22)
    first, *others = [one for one in matches_of(championship, "qualifying") if championship.fixtures[one].round == 1]
    if leaves:
        championship = apply(won_by_first(championship, first), withdrawing(pairs_of(championship, first)[0]))
    else:
        championship = walked_over(championship, first, *pairs_of(championship, first))
    for scored, match in enumerate([*others, *matches_of(championship, "qualifying")[11:]]):
        pair = pairs_of(championship, match)[0]
        championship = (
            won(championship, match, pair, 10 * scored) if championship.bracket.is_open(match) else championship
        )
    [back] = championship.bracket.come_back()
    assert len(back.lucky) == 3
    championship = drawn(championship, "finals")
    assert {one.pair for one in back.lucky} <= set(championship.places["finals"])
    assert len(championship.places["finals"]) == 8


def test_af_11_the_best_loser_of_the_quarter_finals_that_fills_a_place_is_not_out() -> None:
    championship = copa(8)
    first, *others = matches_of(championship, "quarter-final")
    for scored, match in enumerate(others):
        championship = won_by_first(championship, match, loser_scores=100 * scored)
    championship = walked_over(championship, first, *pairs_of(championship, first))
    best = pairs_of(championship, others[-1])[1]
    assert code(championship, best) == "placed_comes_back"
    assert ranks(championship)[best] is None
    assert best not in points(championship)


def test_af_11_while_lots_decide_who_fills_a_vacant_semi_final_place_nobody_in_them_is_out() -> None:
    championship = copa(8)
    first, *others = matches_of(championship, "quarter-final")
    championship = won_by_first(championship, *others, loser_scores=700)
    championship = walked_over(championship, first, *pairs_of(championship, first))
    level = {pairs_of(championship, match)[1] for match in others}
    assert {code(championship, pair) for pair in level} == {"placed_may_come_back"}
    assert points(championship) == {}
    semi_final = next(one for one in open_matches(championship))
    championship = won_by_first(championship, semi_final)
    assert {ranks(championship)[pair] for pair in level} == {None}


def test_af_7_who_is_out_by_walkover_may_not_come_back_and_the_reason_says_so() -> None:
    championship = copa(6)
    first = matches_of(championship, "qualifying")[0]
    absent = pairs_of(championship, first)[1]
    championship = walked_over(championship, first, absent)
    assert code(championship, absent) == "placed_out_by_walkover"
    assert placing(championship, absent).walkovers == 1


def test_af_11_as_many_lucky_losers_are_named_as_places_are_empty() -> None:
    """A pair that was free before its quarter-final and then had no opponent holds its place without a match won."""
    championship = copa(9)
    absent = [pairs_of(championship, match)[1] for match in matches_of(championship, "qualifying")[:2]]
    for match, pair in zip(matches_of(championship, "qualifying"), absent, strict=False):
        championship = walked_over(championship, match, pair)
    championship = won_by_first(championship, *open_matches(championship), loser_scores=300)
    free = championship.places["qualifying"][-1]
    secrets = (bytes([number]) * 32 for number in range(50))
    draws = (drawn(championship, "finals", secret) for secret in secrets)
    championship = next(one for one in draws if (free, NOBODY) in map(one.bracket.occupants, one.fixtures))
    for scored, match in enumerate(open_matches(championship)):
        championship = won_by_first(championship, match, loser_scores=100 * scored)
    gone = pairs_of(championship, next(iter(matches_of(championship, "quarter-final"))))[0]
    championship = apply(championship, withdrawing(gone))
    bracket = championship.bracket
    named = [bracket.lucky_losers(back.stage, back.phase) for back in bracket.come_back()]
    assert [len(pairs or ()) for pairs in named] == [2, 1]
    assert all(one.pair != gone for back in bracket.come_back() for one in back.lucky), "who left comes back no more"


def test_a_lucky_loser_that_loses_a_semi_final_has_its_place_where_no_third_place_is_played() -> None:
    championship = ready(AF, knockout(8))
    first, *others = matches_of(championship, "quarter-final")
    championship = walked_over(championship, first, *pairs_of(championship, first))
    for scored, match in enumerate(others):
        championship = won_by_first(championship, match, loser_scores=100 * scored)
    [back] = championship.bracket.come_back()
    [lucky] = (one.pair for one in back.lucky)
    match, opponent = match_in(championship, "semi-final", lucky)
    championship = won(championship, match, opponent)
    championship = won_by_first(championship, *open_matches(championship))
    assert ranks(championship)[lucky] == 3
    assert code(championship, lucky) == "placed_out_in"


# --- who left -----------------------------------------------------------------------------------------------------


def test_tm_5_8_a_disqualified_pair_has_no_place_and_who_it_beat_is_not_reinstated() -> None:
    championship = won_by_first(ready(TM, knockout(4)), "knockout-semi-final-1", "knockout-semi-final-2")
    champion, gone = pairs_of(championship, "knockout-final")
    championship = disqualified(championship, gone)
    assert championship.bracket.is_over
    assert championship.bracket.champion == champion
    last = championship.bracket.placings()[-1]
    assert (last.pair, last.rank, last.state) == (gone, None, PlaceState.DISQUALIFIED)
    assert sorted(rank for rank in ranks(championship).values() if rank) == [1, 3, 3]
    assert TM.cite(last.by.key or "") in last.by.sentence(TM, catalogue("pt"))


def test_tm_5_9_a_withdrawn_pair_has_no_place() -> None:
    championship = ready(TM, knockout(4))
    gone = pairs_of(championship, "knockout-semi-final-1")[0]
    championship = apply(championship, replace(withdrawing(gone), in_writing=True))
    assert placing(championship, gone).state is PlaceState.WITHDRAWN
    championship = won_by_first(championship, "knockout-semi-final-2", "knockout-final")
    assert ranks(championship)[gone] is None


def test_tm_4_5_1_a_champion_disqualified_afterwards_leaves_the_place_vacant() -> None:
    championship = won_by_first(
        ready(TM, knockout(4)), "knockout-semi-final-1", "knockout-semi-final-2", "knockout-final"
    )
    champion = championship.bracket.champion
    assert champion
    championship = disqualified(championship, champion, Ground.HIDDEN_TIE)
    assert championship.bracket.champion is None
    assert sorted(rank for rank in ranks(championship).values() if rank) == [2, 3, 3]


def test_e_19_who_is_out_of_the_quarter_finals_is_fifth_though_a_winner_left() -> None:
    """A lucky loser takes the place of the winner that left, who is not counted ahead of the others."""
    championship = copa(8)
    for scored, match in enumerate(matches_of(championship, "quarter-final")):
        championship = won_by_first(championship, match, loser_scores=100 * scored)
    gone = pairs_of(championship, matches_of(championship, "quarter-final")[0])[0]
    championship = finished(disqualified(championship, gone), Random(1))
    assert [one.rank for one in championship.bracket.placings()] == [1, 2, 3, 4, 5, 5, 5, None]


def test_tm_5_3_1_who_did_not_come_has_withdrawn_and_has_no_place() -> None:
    championship = ready(TM, knockout(4))
    match = "knockout-semi-final-1"
    absent = pairs_of(championship, match)[0]
    championship = walked_over(championship, match, absent)
    assert placing(championship, absent).state is PlaceState.WITHDRAWN


def test_e_19_in_a_league_those_behind_move_up() -> None:
    championship = finished(ready(FA, league(5)), Random(4))
    second = next(pair for pair, rank in ranks(championship).items() if rank == 2)
    after = disqualified(championship, second)
    assert sorted(rank for rank in ranks(after).values() if rank) == [1, 2, 3, 4]
    table = after.bracket.table("league")
    assert [row.rank for row in table] == [1, 2, 3, 4, None]
    assert table[-1].pair == second


def test_e_19_the_reason_for_a_place_names_no_pair_that_left() -> None:
    championship = finished(ready(FA, league(6)), Random(3))
    first, second = (pair for pair, rank in ranks(championship).items() if rank in (1, 2))
    championship = disqualified(disqualified(championship, first), second)
    for rows in (championship.bracket.placings(), championship.bracket.table("league")):
        assert [row.rank for row in rows] == [1, 2, 3, 4, None, None]
        assert {row.by.details.get("other") for row in rows}.isdisjoint({first, second})
        assert rows[0].by.code == "placed_before"
    assert championship.bracket.champion == rows[0].pair


def test_e_19_no_lots_are_drawn_for_pairs_that_left() -> None:
    """Two that missed their match against each other and then withdrew are level in everything."""
    championship = ready(FA, league(5))
    match = next(one for one in championship.fixtures if set(pairs_of(championship, one)) == {"A", "B"})
    championship = walked_over(championship, match, "A", "B")
    for pair in ("A", "B"):
        championship = apply(championship, withdrawing(pair))
    for scored, match in enumerate(open_matches(championship)):
        championship = won(championship, match, min(pairs_of(championship, match)), 100 * scored)
    assert championship.bracket.lots_needed() == {}
    assert championship.bracket.is_over
    assert [row.rank for row in championship.bracket.placings()] == [1, 2, 3, None, None]


def test_e_19_pairs_level_with_one_that_left_keep_their_rank() -> None:
    """Before the first round all are first, and stay so."""
    championship = ready(AP, swiss(6))
    championship = apply(championship, withdrawing("A"))
    assert [row.rank for row in championship.bracket.table("swiss")] == [1, 1, 1, 1, 1, None]
    championship = apply(championship, PairRound(by="o", at=NOON, stage="swiss"))
    championship = won_by_first(championship, *open_matches(championship))
    first = championship.bracket.table("swiss")[0].pair
    championship = apply(championship, withdrawing(first))
    assert [row.rank for row in championship.bracket.table("swiss")] == [1, 1, 3, 3, None, None]


def test_af_12_a_delegation_that_played_and_left_keeps_its_two_points() -> None:
    championship = won_by_first(copa(4), "knockout-semi-final-1", "knockout-semi-final-2")
    runner_up = pairs_of(championship, "knockout-final")[1]
    championship = disqualified(championship, runner_up)
    assert points(championship)[runner_up] == 2


def test_e_5_a_delegation_that_never_sat_down_gets_nothing() -> None:
    championship = copa(6)
    first, second, third = matches_of(championship, "qualifying")
    absent, quits = pairs_of(championship, first)[1], pairs_of(championship, second)[1]
    championship = walked_over(championship, first, absent)
    championship = apply(championship, StartMatch(by="r", at=NOON, match=second))
    championship = apply(championship, withdrawing(quits))
    championship = finished(won_by_first(championship, third), Random(2))
    assert absent not in points(championship)
    assert points(championship)[quits] == 2  # it had sat down


def test_e_19_an_event_may_give_nothing_to_a_delegation_that_left() -> None:
    rules = (Override("delegation_points.after_leaving", "none", "the organisers"),)
    championship = won_by_first(copa(4), "knockout-semi-final-1", "knockout-semi-final-2")
    championship = replace(championship, regulation=AF.with_overrides(rules))
    runner_up = pairs_of(championship, "knockout-final")[1]
    assert runner_up not in points(disqualified(championship, runner_up))


def test_e_5_an_event_may_give_two_points_to_a_delegation_that_never_sat_down() -> None:
    rules = (Override("delegation_points.without_a_match", "counted", "the organisers"),)
    championship = copa(6)
    championship = replace(championship, regulation=AF.with_overrides(rules))
    first = matches_of(championship, "qualifying")[0]
    absent = pairs_of(championship, first)[1]
    championship = finished(walked_over(championship, first, absent), Random(2))
    assert points(championship)[absent] == 2


def test_j3_in_a_league_of_seven_a_pair_withdraws_in_round_four() -> None:
    """Its played matches count, the others are won by W.O., and the table says why it has no place."""
    championship = ready(FA, league(7))
    by_round = {
        number: [one.id for one in championship.fixtures.values() if one.round == number] for number in range(1, 8)
    }
    for number in (1, 2, 3):
        championship = won_by_first(championship, *by_round[number], loser_scores=100 * number)
    before = {row.pair: row for row in championship.bracket.table("league")}
    gone = next(pair for pair in pairs_of(championship, by_round[4][0]))
    championship = apply(championship, withdrawing(gone))
    table = championship.bracket.table("league")
    last = table[-1]
    assert (last.pair, last.rank, last.by.code) == (gone, None, "placed_withdrawn")
    assert [row.rank for row in table[:-1]] == sorted(row.rank or 0 for row in table[:-1])
    assert table[0].rank == 1
    assert last.played == 6
    assert last.walkovers == 6 - before[gone].played
    assert last.wins == before[gone].wins
    for row in table[:-1]:
        met = [one for one in championship.bracket.outcomes() if set(one.pairs) == {row.pair, gone}]
        assert row.walkovers == sum(one.walkover for one in met)
    championship = finished(championship, Random(7))
    assert sorted(rank for rank in ranks(championship).values() if rank) == [1, 2, 3, 4, 5, 6]


def test_in_groups_that_lead_on_a_pair_that_left_keeps_its_slot_and_the_others_their_rank() -> None:
    """Who goes on is decided by the group as it was played: the opponent of the pair that left advances (E-10)."""
    championship = ready(AP, groups_then_knockout(8, groups=2, places=4))
    for match in [match for match, one in championship.fixtures.items() if one.stage == "groups"]:
        championship = won(championship, match, min(pairs_of(championship, match)), 100)
    second = championship.bracket.table("groups", 0)[1].pair
    championship = apply(championship, withdrawing(second))
    assert [row.rank for row in championship.bracket.table("groups", 0)] == [1, 3, 4, None]
    championship = finished(championship, Random(1))
    assert ranks(championship)[second] is None
