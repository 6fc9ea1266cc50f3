"""Every form of dispute for every number of pairs: how much is played, who meets whom, and that nobody is left out."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from carteado.regulation import Refusal
from carteado.tournament.formats.plans import (
    FORMS,
    Plan,
    best_of,
    double_elimination,
    groups_then_knockout,
    knockout,
    knockout_with_lucky_losers,
    league,
    lucky_loser_table,
    plan_for,
    refusal_of_plan,
    swiss,
)
from carteado.tournament.formats.slots import Bye, Entrant, LoserOf, LuckyLoser, Place, RankOf, Slot, WinnerOf
from carteado.tournament.formats.stages import (
    FINAL,
    LOSERS,
    THIRD_PLACE,
    WINNERS,
    Kind,
    Stage,
    fixtures_of,
    group_members,
    qualified_from,
    round_robin,
)
from tests.tournament.championships import AF, AP, FA, TM
from tests.tournament.formats.every_plan import SIZES, plans

ELIMINATING = ("knockout", "best_of", "double_elimination", "lucky_losers")


def slots_of(plan: Plan) -> Iterator[Slot]:
    for fixture in plan.fixtures:
        yield from fixture.slots
    for stage in plan.stages:
        yield from stage.fill


def all_meet_once(pairs: int) -> int:
    return pairs * (pairs - 1) // 2


# --- how much is played -------------------------------------------------------------------------------------------


def test_a_knockout_puts_one_pair_out_a_match_and_plays_for_third_place_when_there_are_two_semi_finals() -> None:
    for pairs in SIZES:
        assert len(knockout(pairs).fixtures) == len(best_of(pairs).fixtures) == pairs - 1
        assert len(knockout(pairs, third_place=True).fixtures) == pairs - 1 + (pairs >= 4), pairs


def test_in_a_double_elimination_all_but_one_lose_twice() -> None:
    """Every match gives one loss, every pair but the champions takes two; the decider is the one that may be needed."""
    for pairs, plan in plans("double_elimination"):
        assert sum(not fixture.decider for fixture in plan.fixtures) == 2 * pairs - 2, pairs
        assert [fixture.decider for fixture in plan.fixtures].count(True) == 1
        assert plan.fixtures[-1].decider


@pytest.mark.parametrize("legs", [1, 2, 3])
def test_in_a_league_everybody_meets_everybody_in_every_leg(legs: int) -> None:
    for pairs in range(2, 25):
        met = Counter(frozenset(fixture.slots) for fixture in league(pairs, legs=legs).fixtures)
        assert set(met.values()) == {legs}
        assert len(met) == all_meet_once(pairs)


def test_a_second_leg_changes_sides() -> None:
    first, second = Counter[tuple[Slot, Slot]](), Counter[tuple[Slot, Slot]]()
    for fixture in league(5, legs=2).fixtures:
        (first if fixture.round <= 5 else second)[fixture.slots] += 1
    assert second == Counter((two, one) for one, two in first.elements())


@pytest.mark.parametrize("pairs", range(2, 21))
def test_a_round_robin_takes_as_few_rounds_as_can_be_and_nobody_plays_twice_in_one(pairs: int) -> None:
    rounds = list(round_robin(pairs))
    assert len(rounds) == (pairs - 1 if pairs % 2 == 0 else pairs)
    for meetings in rounds:
        playing = [pair for meeting in meetings for pair in meeting]
        assert len(set(playing)) == len(playing) == pairs - pairs % 2
    assert len({frozenset(meeting) for meetings in rounds for meeting in meetings}) == all_meet_once(pairs)


def test_groups_with_a_knockout_play_the_groups_and_then_the_places() -> None:
    for pairs, plan in plans("groups_knockout"):
        groups, finals = plan.stages
        sizes = [len(members) for members in group_members(groups)]
        expected = sum(map(all_meet_once, sizes)) + len(finals.fill) - 1 + (len(finals.fill) >= 4)
        assert (sum(sizes), len(plan.fixtures)) == (pairs, expected)


def test_a_swiss_has_the_rounds_that_a_knockout_would_have() -> None:
    rounds = {pairs: plan.stages[0].rounds for pairs, plan in plans("swiss")}
    assert {pairs: rounds[pairs] for pairs in (4, 5, 8, 9, 16, 17, 64)} == {4: 2, 5: 3, 8: 3, 9: 4, 16: 4, 17: 5, 64: 6}
    assert all(fixtures_of(plan.stages[0]) == () for _, plan in plans("swiss")), "paired round by round"


def test_a_swiss_with_a_cut_goes_on_as_a_knockout_of_its_best() -> None:
    plan = swiss(12, rounds=4, cut=4)
    assert plan.stages[1].fill == tuple(RankOf("swiss", 0, rank) for rank in (1, 2, 3, 4))
    assert len(plan.fixtures) == 4


def test_a_match_is_as_long_as_its_stage_says() -> None:
    assert {fixture.best_of for fixture in best_of(8, matches=5).fixtures} == {5}
    assert {fixture.best_of for fixture in league(4, best_of=3).fixtures} == {3}


# --- who comes from where -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_every_plan_can_be_settled(form: str) -> None:
    for pairs, plan in plans(form):
        assert refusal_of_plan(plan) is None
        assert plan.entrants == pairs


@pytest.mark.parametrize("form", ELIMINATING)
def test_everybody_is_at_exactly_one_place(form: str) -> None:
    for pairs, plan in plans(form):
        first = plan.stages[0].id
        used = Counter(slot for slot in slots_of(plan) if isinstance(slot, Place) and slot.stage == first)
        assert used == Counter(Place(first, place) for place in range(pairs))


@pytest.mark.parametrize("form", FORMS)
def test_in_groups_everybody_plays_all_others_of_the_group_and_once_a_round(form: str) -> None:
    for _, plan in plans(form):
        for stage in plan.stages:
            if stage.kind is not Kind.GROUPS:
                continue
            rounds = Counter((fixture.round, slot) for fixture in fixtures_of(stage) for slot in fixture.slots)
            assert set(rounds.values()) == {1}
            played = Counter(slot for _, slot in rounds)
            for members in group_members(stage):
                assert {played[Place(stage.id, place)] for place in members} <= {len(members) - 1}


@pytest.mark.parametrize("form", FORMS)
def test_no_winner_and_no_loser_goes_to_two_places(form: str) -> None:
    for pairs, plan in plans(form):
        deciders = {slot for fixture in plan.fixtures if fixture.decider for slot in fixture.slots}
        used = Counter(slot for slot in slots_of(plan) if not isinstance(slot, Bye | Place))
        assert all(count == 1 for slot, count in used.items() if slot not in deciders), pairs


@pytest.mark.parametrize("form", FORMS)
def test_no_match_waits_for_itself(form: str) -> None:
    """Whatever a match waits for stands before it in the plan."""
    for _, plan in plans(form):
        known: set[str] = set()
        for stage in plan.stages:
            assert {slot.match for slot in stage.fill if isinstance(slot, WinnerOf | LoserOf)} <= known
            for fixture in fixtures_of(stage):
                assert {slot.match for slot in fixture.slots if isinstance(slot, WinnerOf | LoserOf)} <= known
                known.add(fixture.id)


@pytest.mark.parametrize("form", FORMS)
def test_ids_of_matches_are_their_own(form: str) -> None:
    for _, plan in plans(form):
        assert len({fixture.id for fixture in plan.fixtures}) == len(plan.fixtures)


@pytest.mark.parametrize("form", ELIMINATING)
def test_every_winner_goes_on_but_for_those_of_the_last_matches(form: str) -> None:
    for _, plan in plans(form):
        going_on = {slot.match for slot in slots_of(plan) if isinstance(slot, WinnerOf)}
        last = {fixture.id for fixture in plan.fixtures} - going_on
        finals = [fixture for fixture in plan.fixtures if fixture.phase == FINAL]
        third = [fixture for fixture in plan.fixtures if fixture.phase == THIRD_PLACE]
        assert last == {finals[-1].id, *(fixture.id for fixture in third)}


def test_no_match_of_a_plan_is_against_a_bye() -> None:
    for form in FORMS:
        for pairs, plan in plans(form):
            assert all(Bye() not in fixture.slots for fixture in plan.fixtures), (form, pairs)


# --- double elimination -------------------------------------------------------------------------------------------


def test_who_falls_in_the_second_round_does_not_meet_whom_it_beat_in_the_first() -> None:
    for pairs in range(8, 65):
        matches = {fixture.id: fixture for fixture in double_elimination(pairs).fixtures}
        for fixture in matches.values():
            fallen = [slot.match for slot in fixture.slots if isinstance(slot, LoserOf)]
            came = [slot.match for slot in fixture.slots if isinstance(slot, WinnerOf)]
            if fixture.phase != LOSERS or not came:
                continue
            beaten = {slot.match for match in came for slot in matches[match].slots if isinstance(slot, LoserOf)}
            for match in fallen:
                won = {slot.match for slot in matches[match].slots if isinstance(slot, WinnerOf)}
                assert matches[match].round != 2 or not won & beaten, (pairs, fixture)


def test_a_pair_beaten_once_goes_among_the_losers_and_one_beaten_there_is_out() -> None:
    for _, plan in plans("double_elimination"):
        among_losers = {slot.match for fixture in plan.fixtures for slot in fixture.slots if isinstance(slot, LoserOf)}
        final, decider = plan.fixtures[-2:]
        assert decider.slots == (LoserOf(final.id), WinnerOf(final.id))
        assert among_losers - {final.id} == {fixture.id for fixture in plan.fixtures if fixture.phase == WINNERS}


# --- the knockout with lucky losers (AF 10, 11) -------------------------------------------------------------------


def test_af_10_winners_and_lucky_losers_fill_the_next_phase_for_any_number_of_delegations() -> None:
    for row in lucky_loser_table(range(4, 65)):
        assert row.winners + row.lucky_losers == row.next_phase
        assert row.next_phase == (4 if row.entrants < 8 else 8)
        eliminated = row.entrants - row.winners
        assert row.lucky_losers <= eliminated
        assert sum(row.matches_by_round) == eliminated, "every qualifying match puts one pair out"
        third_place = 1
        assert row.matches == eliminated + row.next_phase - 1 + third_place


@pytest.mark.parametrize(
    ("entrants", "matches_by_round", "winners", "lucky"),
    [(4, (), 4, 0), (6, (3,), 3, 1), (8, (), 8, 0), (14, (7,), 7, 1), (16, (8,), 8, 0), (22, (11, 5), 6, 2)],
)
def test_af_10_the_table_for_some_numbers(
    entrants: int, matches_by_round: tuple[int, ...], winners: int, lucky: int
) -> None:
    [row] = lucky_loser_table(range(entrants, entrants + 1))
    assert (row.matches_by_round, row.winners, row.lucky_losers) == (matches_by_round, winners, lucky)


def test_af_10_nobody_is_free_in_two_qualifying_rounds_running() -> None:
    """A slot is taken up in the round after the one that gave it, or in the next but one."""
    for pairs in range(5, 65):
        stage = knockout_with_lucky_losers(pairs).stages[0]
        if stage.kind is not Kind.QUALIFYING:
            continue
        rounds = {fixture.id: fixture.round for fixture in fixtures_of(stage)}
        taken = [(slot, fixture.round) for fixture in fixtures_of(stage) for slot in fixture.slots]
        taken += [(slot, stage.rounds + 1) for slot in qualified_from(stage)]
        for slot, number in taken:
            given = rounds[slot.match] if isinstance(slot, WinnerOf) else 0
            assert number - given <= 2, (pairs, slot)


def test_af_10_an_odd_number_leaves_one_pair_free_a_round() -> None:
    for pairs in range(5, 65):
        stage = knockout_with_lucky_losers(pairs).stages[0]
        if stage.kind is not Kind.QUALIFYING:
            continue
        left = pairs
        for number in range(1, stage.rounds + 1):
            playing = [slot for one in fixtures_of(stage) if one.round == number for slot in one.slots]
            assert len(set(playing)) == len(playing) == left - left % 2
            left = (left + 1) // 2
        assert len(qualified_from(stage)) == left


def test_af_11_the_quarter_finals_lead_to_the_semi_finals_and_the_final() -> None:
    for pairs in range(8, 65):
        phases = Counter(fixture.phase for fixture in plan_for(AF, pairs).fixtures)
        assert (phases["quarter-final"], phases["semi-final"], phases[FINAL]) == (4, 2, 1)


def test_af_12_third_place_is_played_in_the_form_that_the_regulation_prescribes() -> None:
    for pairs in range(4, 65):
        [third] = [fixture for fixture in plan_for(AF, pairs).fixtures if fixture.phase == THIRD_PLACE]
        semi_finals = [fixture.id for fixture in plan_for(AF, pairs).fixtures if fixture.phase == "semi-final"]
        assert set(third.slots) == {LoserOf(match) for match in semi_finals}


# --- what the other regulations prescribe -------------------------------------------------------------------------


def test_tm_3_1_sixteen_pairs_play_fifteen_matches_of_which_the_last_is_the_final() -> None:
    plan = plan_for(TM, 16)
    assert [fixture.phase for fixture in plan.fixtures].count("round-of-16") == 8
    assert (len(plan.fixtures), plan.fixtures[-1].phase) == (15, FINAL)


def test_fa_iv_20_a_league_in_which_all_meet() -> None:
    assert plan_for(FA, 9) == league(9)


def test_ap_15_where_a_lot_decides_the_usual_form_has_groups_and_few_pairs_a_league() -> None:
    assert plan_for(AP, 12) == groups_then_knockout(12)
    assert plan_for(AP, 5) == league(5)


# --- plans that cannot be played ----------------------------------------------------------------------------------


def entrants(count: int) -> tuple[Slot, ...]:
    return tuple(Entrant(place) for place in range(count))


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (Plan(()), "no_stages"),
        (Plan((Stage(id="a", kind=Kind.KNOCKOUT, fill=(Entrant(0), Entrant(0))),)), "entrants_not_once"),
        (Plan((Stage(id="a", kind=Kind.KNOCKOUT, fill=(Entrant(0), Entrant(2))),)), "entrants_not_once"),
        (Plan((Stage(id="a", kind=Kind.KNOCKOUT, fill=entrants(1)),)), "impossible_stage"),
        (Plan((Stage(id="a", kind=Kind.KNOCKOUT, fill=entrants(4), best_of=2),)), "impossible_stage"),
        (Plan((Stage(id="a", kind=Kind.GROUPS, fill=entrants(4), groups=3),)), "impossible_stage"),
        (Plan((Stage(id="a", kind=Kind.SWISS, fill=entrants(4), rounds=0),)), "impossible_stage"),
        (Plan((Stage(id="a", kind=Kind.KNOCKOUT, fill=(*entrants(2), WinnerOf("b-final"))),)), "slot_leads_nowhere"),
        (Plan((Stage(id="a", kind=Kind.KNOCKOUT, fill=(*entrants(2), RankOf("b", 0, 1))),)), "slot_leads_nowhere"),
        (
            Plan((Stage(id="a", kind=Kind.KNOCKOUT, fill=(*entrants(2), LuckyLoser("a", "x", 1))),)),
            "slot_leads_nowhere",
        ),
        (
            Plan((*knockout(4).stages, Stage(id="knockout", kind=Kind.KNOCKOUT, fill=(Bye(), Bye())))),
            "impossible_stage",
        ),
    ],
)
def test_a_plan_that_nobody_could_play_is_refused(plan: Plan, code: str) -> None:
    refused = refusal_of_plan(plan)
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_plans_are_told_apart_by_what_is_played() -> None:
    made = [form.plan(12) for form in FORMS.values()]
    assert all(one != two for one, two in combinations(made, 2))
