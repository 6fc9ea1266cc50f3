"""Stages put in a row: every combination that can be played is a plan, every other one is refused at its stage."""

from collections.abc import Iterator
from itertools import product

import pytest
from django.utils.translation import override

from carteado.regulation import Refusal, available, catalogue, load
from carteado.tournament.formats.plans import FORMS, Plan, plan_for, refusal_of_plan
from carteado.tournament.formats.slots import BestOfRank, Entrant, LuckyLoser, Place, RankOf, WinnerOf
from carteado.tournament.formats.stages import Filling, Kind, fixtures_of
from carteado.web.events.details import Details, StageChoice
from carteado.web.events.formats import (
    composed,
    is_drawn_by_lot,
    match_count,
    plan_in_words,
    plan_of,
    stage_number,
    winners_after,
)

AF, AP, FA, TM = "afia-2026-tranca", "apcef-sc-2022-canastra", "faraes-2023-tranca", "truco-masters-2025"
KNOCKOUT = StageChoice(kind=Kind.KNOCKOUT, third_place=True)


def details(*stages: StageChoice, regulation: str = AF) -> Details:
    return Details(regulation=regulation, name="Copa", stages=stages)


def plan(*stages: StageChoice, pairs: int, regulation: str = AF) -> Plan:
    made = plan_of(details(*stages, regulation=regulation), pairs)
    assert isinstance(made, Plan), made
    return made


def refused(*stages: StageChoice, pairs: int, regulation: str = AF) -> Refusal:
    made = plan_of(details(*stages, regulation=regulation), pairs)
    assert isinstance(made, Refusal)
    return made


# --- what can be played -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation", available())
def test_without_stages_of_its_own_an_event_is_played_as_the_regulation_prescribes(regulation: str) -> None:
    for pairs in range(2, 65):
        assert plan_of(details(regulation=regulation), pairs) == plan_for(load(regulation), pairs)


def chains() -> Iterator[tuple[StageChoice, ...]]:
    """Two and three stages with every kind that can lead on, and every kind at the end."""
    firsts = [
        StageChoice(kind=Kind.GROUPS, groups=groups, advance=advance, legs=legs)
        for groups, advance, legs in product((1, 2, 3, 4), (2, 4, 6, 8), (1, 2))
    ]
    firsts += [
        StageChoice(kind=Kind.SWISS, rounds=rounds, advance=advance) for rounds, advance in product((0, 3), (4, 8))
    ]
    firsts += [StageChoice(kind=Kind.QUALIFYING, advance=advance) for advance in (4, 8)]
    lasts = [
        KNOCKOUT,
        StageChoice(kind=Kind.KNOCKOUT, best_of=3),
        StageChoice(kind=Kind.DOUBLE_ELIMINATION),
        StageChoice(kind=Kind.GROUPS),
        StageChoice(kind=Kind.SWISS, rounds=2),
    ]
    yield from product(firsts, lasts)
    yield from product(firsts[::5], [StageChoice(kind=Kind.GROUPS, groups=2, advance=2)], lasts[:2])


def test_what_is_composed_can_be_played_and_what_is_refused_says_where() -> None:
    played = 0
    for stages in chains():
        for pairs in (5, 8, 11, 16, 24, 33):
            made = plan_of(details(*stages), pairs)
            if isinstance(made, Refusal):
                number = stage_number(made)
                assert number is not None, made
                assert 1 <= number <= len(stages), made
                continue
            played += 1
            assert refusal_of_plan(made) is None
            assert made.entrants == pairs
            assert [stage.kind for stage in made.stages] == [stage.kind for stage in stages]
            for before, stage in zip(stages, made.stages[1:], strict=False):
                assert len(stage.fill) == before.advance
    assert played > 500


def test_pairs_of_one_group_meet_late() -> None:
    made = plan(StageChoice(kind=Kind.GROUPS, groups=4, advance=8), KNOCKOUT, pairs=16)
    knockout = made.stages[1]
    assert knockout.filling is Filling.IN_ORDER
    first_round = [fixture for fixture in fixtures_of(knockout) if fixture.phase == "quarter-final"]
    for fixture in first_round:
        groups = set()
        for slot in fixture.slots:
            assert isinstance(slot, Place)
            rank = knockout.fill[slot.place]
            assert isinstance(rank, RankOf)
            groups.add(rank.group)
        assert len(groups) == 2


def test_the_best_of_the_next_rank_fill_what_the_groups_leave() -> None:
    made = plan(StageChoice(kind=Kind.GROUPS, groups=3, advance=8), KNOCKOUT, pairs=12)
    fill = made.stages[1].fill
    assert sum(isinstance(slot, RankOf) for slot in fill) == 6
    assert [slot for slot in fill if isinstance(slot, BestOfRank)] == [
        BestOfRank("groups", 3, 1),
        BestOfRank("groups", 3, 2),
    ]


def test_a_swiss_sends_its_first_on_in_their_order() -> None:
    made = plan(StageChoice(kind=Kind.SWISS, rounds=5, advance=4), KNOCKOUT, pairs=20)
    assert made.stages[1].fill == tuple(RankOf("swiss", 0, rank) for rank in range(1, 5))


def test_qualifying_sends_winners_and_lucky_losers_into_a_new_draw() -> None:
    made = plan(StageChoice(kind=Kind.QUALIFYING, advance=8), KNOCKOUT, pairs=13)
    fill = made.stages[1].fill
    assert made.stages[1].filling is Filling.DRAWN
    assert sum(isinstance(slot, WinnerOf) for slot in fill) == 6
    assert [slot for slot in fill if isinstance(slot, LuckyLoser)] == [LuckyLoser("qualifying", "qualifying", 1)]


@pytest.mark.parametrize("pairs", range(9, 65))
def test_the_builder_comes_to_the_same_as_the_regulation_with_lucky_losers(pairs: int) -> None:
    own = plan(StageChoice(kind=Kind.QUALIFYING, advance=8), KNOCKOUT, pairs=pairs)
    prescribed = plan_for(load(AF), pairs)
    assert match_count(own) == match_count(prescribed)
    assert len(own.stages[-1].fill) == len(prescribed.stages[-1].fill)


def test_a_second_stage_of_a_kind_has_a_name_of_its_own() -> None:
    groups = StageChoice(kind=Kind.GROUPS, groups=4, advance=8)
    made = plan(groups, StageChoice(kind=Kind.GROUPS, groups=2, advance=2), KNOCKOUT, pairs=16)
    assert [stage.id for stage in made.stages] == ["groups", "groups_2", "knockout"]


def test_entrants_come_into_the_first_stage_alone() -> None:
    made = plan(StageChoice(kind=Kind.SWISS, advance=4), KNOCKOUT, pairs=9)
    assert all(isinstance(slot, Entrant) for slot in made.stages[0].fill)
    assert not any(isinstance(slot, Entrant) for slot in made.stages[1].fill)


def test_half_of_the_pairs_win_each_time() -> None:
    assert [winners_after(rounds, 13) for rounds in (1, 2, 3)] == [7, 4, 2]


# --- what cannot --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stages", "pairs", "code", "stage"),
    [
        ((KNOCKOUT, KNOCKOUT), 8, "stage_is_last", 1),
        ((StageChoice(kind=Kind.DOUBLE_ELIMINATION, advance=2), KNOCKOUT), 8, "stage_is_last", 1),
        ((StageChoice(kind=Kind.QUALIFYING),), 8, "stage_leads_on", 1),
        ((StageChoice(kind=Kind.SWISS),), 3, "stage_needs_pairs", 1),
        ((StageChoice(kind=Kind.GROUPS, groups=2, advance=2), StageChoice(kind=Kind.SWISS)), 8, "stage_needs_pairs", 2),
        ((StageChoice(kind=Kind.GROUPS, groups=5),), 8, "groups_too_small", 1),
        ((StageChoice(kind=Kind.GROUPS, groups=0),), 8, "groups_too_small", 1),
        ((StageChoice(kind=Kind.GROUPS, legs=5),), 8, "legs_out_of_range", 1),
        ((StageChoice(kind=Kind.SWISS, rounds=8),), 8, "rounds_too_many", 1),
        ((StageChoice(kind=Kind.QUALIFYING, rounds=3, advance=2), KNOCKOUT), 8, "rounds_too_many", 1),
        ((StageChoice(kind=Kind.KNOCKOUT, best_of=2),), 8, "best_of_not_odd", 1),
        ((StageChoice(kind=Kind.KNOCKOUT, best_of=0),), 8, "best_of_not_odd", 1),
        ((StageChoice(kind=Kind.GROUPS, groups=2), KNOCKOUT), 8, "advance_missing", 1),
        ((StageChoice(kind=Kind.SWISS, advance=8), KNOCKOUT), 8, "advance_too_many", 1),
        ((StageChoice(kind=Kind.QUALIFYING, rounds=1, advance=3), KNOCKOUT), 8, "advance_too_few", 1),
    ],
)
def test_a_stage_that_cannot_be_is_refused_where_it_stands(
    stages: tuple[StageChoice, ...], pairs: int, code: str, stage: int
) -> None:
    made = refused(*stages, pairs=pairs)
    assert (made.code, stage_number(made)) == (code, stage)


@pytest.mark.parametrize("groups", range(1, 9))
def test_all_but_one_may_go_on_from_groups_of_unequal_size(groups: int) -> None:
    for pairs in range(max(3, 2 * groups), 25):
        made = plan(StageChoice(kind=Kind.GROUPS, groups=groups, advance=pairs - 1), KNOCKOUT, pairs=pairs)
        ranks = [slot.rank for slot in made.stages[1].fill if isinstance(slot, RankOf)]
        assert max(ranks) <= pairs // groups


def test_without_places_for_the_eliminated_only_winners_go_on() -> None:
    made = refused(StageChoice(kind=Kind.QUALIFYING, advance=8), KNOCKOUT, pairs=13, regulation=TM)
    assert (made.code, made.details["winners"]) == ("no_lucky_losers", 7)


def test_af_11_one_lucky_loser_where_the_rule_says_one() -> None:
    one = Details(
        regulation=AF,
        name="Copa",
        stages=(StageChoice(kind=Kind.QUALIFYING, advance=8), KNOCKOUT),
        changes=(("lucky_losers.places", "one"),),
    )
    made = plan_of(one, 12)
    assert isinstance(made, Refusal)
    assert (made.key, made.code) == ("lucky_losers.places", "one_lucky_loser")
    assert isinstance(plan_of(one, 13), Plan)


def test_one_pair_is_no_championship() -> None:
    assert refused(pairs=1).code == "two_pairs_needed"


def test_too_large_to_be_played_is_refused_by_the_domain() -> None:
    made = composed((StageChoice(kind=Kind.GROUPS, legs=4),), 512, load(FA))
    assert isinstance(made, Refusal)
    assert made.code == "impossible_stage"


# --- in words -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["pt", "en"])
def test_every_refusal_has_words(language: str) -> None:
    with override("pt-br" if language == "pt" else "en"):
        for stages in chains():
            for pairs in (2, 5, 9):
                made = plan_of(details(*stages, regulation=TM), pairs)
                if isinstance(made, Refusal):
                    assert "{" not in catalogue(language).refusal(made)


def test_a_plan_in_words_tells_what_is_remarkable() -> None:
    with override("en"):
        [groups, knockout] = plan_in_words(plan(StageChoice(kind=Kind.GROUPS, groups=3, advance=8), KNOCKOUT, pairs=13))
    assert (groups.title, groups.pairs, groups.matches) == ("Groups", 13, 22)
    assert groups.remarks == ("3 groups of 4 or 5",)
    assert knockout.matches == 8
    assert "2 more come in as the best of the next rank" in knockout.remarks
    with override("en"):
        [only] = plan_in_words(plan(KNOCKOUT, pairs=13))
    assert "3 pairs are free in the first round" in only.remarks


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_the_lot_has_words(form: str) -> None:
    for pairs in (6, 13, 16):
        for stage in plan_in_words(FORMS[form].plan(pairs)):
            assert stage.title
            assert stage.matches > 0


def test_ap_15_only_there_a_lot_decides_the_form() -> None:
    assert [name for name in available() if is_drawn_by_lot(load(name))] == [AP]
