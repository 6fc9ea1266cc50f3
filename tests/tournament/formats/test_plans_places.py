"""Who stands where in a plan: byes, seeds, groups, and pairs of one delegation kept apart."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from carteado.fair import verify_draw
from carteado.tournament.formats.plans import Plan, groups_then_knockout, knockout, league
from carteado.tournament.formats.slots import BestOfRank, Place, RankOf, Slot, WinnerOf
from carteado.tournament.formats.stages import Filling, Fixture, Kind, Stage, group_members
from tests.tournament.championships import AP, drawn, names, settled
from tests.tournament.formats.every_plan import SIZES, plans

# --- byes and seeds -----------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """The places below each half of a bracket, from the final down."""

    places: tuple[int, ...]
    halves: tuple["Field", ...] = ()


def field_below(slot: Slot, fixtures: dict[str, Fixture]) -> Field:
    if isinstance(slot, Place):
        return Field((slot.place,))
    assert isinstance(slot, WinnerOf)
    one, two = (field_below(before, fixtures) for before in fixtures[slot.match].slots)
    return Field(one.places + two.places, (one, two))


def field_of(plan: Plan, final: str = "knockout-final") -> Field:
    return field_below(WinnerOf(final), {fixture.id: fixture for fixture in plan.fixtures})


def matches_in(field: Field) -> Iterator[Field]:
    if field.halves:
        yield field
        for half in field.halves:
            yield from matches_in(half)


@pytest.mark.parametrize("seeds", [0, 2])
def test_byes_are_spread_so_that_the_halves_of_any_part_differ_by_one_pair_at_most(seeds: int) -> None:
    for pairs in SIZES:
        for field in matches_in(field_of(knockout(pairs, seeds=seeds))):
            one, two = (len(half.places) for half in field.halves)
            assert abs(one - two) <= 1, (pairs, field)


def rounds_to_win(field: Field, place: int) -> int:
    within = [half for half in field.halves if place in half.places]
    return 1 + rounds_to_win(within[0], place) if within else 0


@pytest.mark.parametrize("seeds", [0, 2])
def test_nobody_has_more_than_one_bye(seeds: int) -> None:
    for pairs in SIZES:
        field = field_of(knockout(pairs, seeds=seeds))
        played = {rounds_to_win(field, place) for place in field.places}
        most = (pairs - 1).bit_length()
        assert played <= {most, most - 1}, pairs


def test_seeds_meet_only_in_the_last_rounds() -> None:
    """The first two only in the final, the first four not before the semi-finals, and so on."""
    for pairs in SIZES:
        parts = [field_of(knockout(pairs, seeds=pairs))]
        count = 1
        while 2 * count <= pairs and all(part.halves for part in parts):
            parts = [half for part in parts for half in part.halves]
            count *= 2
            best = [min(part.places) for part in parts]
            assert sorted(best) == list(range(count)), (pairs, parts)


def test_the_first_seed_could_meet_the_second_last_and_the_third_before_the_second() -> None:
    field = field_of(knockout(8, seeds=8))
    mine = next(half for half in field.halves if 0 in half.places)
    assert set(mine.places) == {0, 3, 4, 7}
    assert {half.places for half in mine.halves} == {(0, 7), (3, 4)}


def test_the_byes_go_to_the_best_seeds() -> None:
    for pairs in SIZES:
        field = field_of(knockout(pairs, seeds=pairs))
        rounds = (pairs - 1).bit_length()
        byes = (1 << rounds) - pairs
        played = [rounds_to_win(field, place) for place in range(pairs)]
        assert played == [rounds - 1] * byes + [rounds] * (pairs - byes)


def test_seeds_keep_their_place_and_the_others_are_drawn() -> None:
    for secret in range(20):
        championship = drawn(settled(AP, knockout(11, seeds=4)), "knockout", bytes([secret]) * 32)
        places = championship.places["knockout"]
        assert places[:4] == names(4)
        assert sorted(places) == sorted(names(11))
    orders = {
        drawn(settled(AP, knockout(6, seeds=2)), "knockout", bytes([secret]) * 32).places["knockout"]
        for secret in range(20)
    }
    assert len(orders) > 5


# --- groups -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("groups", [2, 3, 4, 5, 7])
def test_groups_differ_by_one_pair_at_most(groups: int) -> None:
    for pairs in range(2 * groups, 65):
        [stage] = [Stage(id="g", kind=Kind.GROUPS, fill=league(pairs).stages[0].fill, groups=groups)]
        members = group_members(stage)
        sizes = [len(group) for group in members]
        assert max(sizes) - min(sizes) <= 1
        assert sorted(place for group in members for place in group) == list(range(pairs))


def test_a_group_has_three_pairs_at_least() -> None:
    for pairs, plan in plans("groups_knockout"):
        assert min(len(group) for group in group_members(plan.stages[0])) >= 3, pairs


def test_every_group_sends_as_many_on_as_any_other_but_for_the_best_of_the_next_rank() -> None:
    for pairs, plan in plans("groups_knockout"):
        groups, finals = plan.stages
        sent = Counter(slot.group for slot in finals.fill if isinstance(slot, RankOf))
        best = [slot for slot in finals.fill if isinstance(slot, BestOfRank)]
        assert len(sent) == groups.groups
        assert len(set(sent.values())) == 1
        whole = sent[0]
        assert {slot.rank for slot in best} <= {whole + 1}
        assert [slot.nth for slot in best] == list(range(1, len(best) + 1))
        assert len(best) < groups.groups, pairs
        assert len(finals.fill) & (len(finals.fill) - 1) == 0, "a full bracket, without byes"


def meetings(plan: Plan) -> Iterator[tuple[RankOf, RankOf, int]]:
    """Two of a bracket's places and in which round before the final, which is 0, they could meet."""
    finals = plan.stages[-1]
    field = field_of(plan, f"{finals.id}-final")

    def below(part: Field, depth: int) -> Iterator[tuple[int, int, int]]:
        if part.halves:
            for one in part.halves[0].places:
                for two in part.halves[1].places:
                    yield one, two, depth
            for half in part.halves:
                yield from below(half, depth + 1)

    for one, two, depth in below(field, 0):
        first, second = finals.fill[one], finals.fill[two]
        if isinstance(first, RankOf) and isinstance(second, RankOf):
            yield first, second, depth


def test_the_first_two_of_a_group_meet_again_in_the_final_at_the_earliest() -> None:
    for pairs, plan in plans("groups_knockout"):
        again = [
            (one, two, depth)
            for one, two, depth in meetings(plan)
            if one.group == two.group and depth > 0
            if {one.rank, two.rank} == {1, 2}
        ]
        assert again == [], pairs


def test_the_winners_of_groups_stand_where_seeds_stand() -> None:
    for _, plan in plans("groups_knockout"):
        groups, finals = plan.stages
        assert all(isinstance(slot, RankOf) and slot.rank == 1 for slot in finals.fill[: groups.groups])
        assert finals.filling is Filling.IN_ORDER


# --- delegations --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pairs", "groups", "sizes"), [(6, 3, (2,)), (8, 2, (2, 2)), (12, 4, (4, 4, 2)), (9, 3, (3, 3, 3))]
)
def test_pairs_of_one_delegation_are_in_different_groups(pairs: int, groups: int, sizes: tuple[int, ...]) -> None:
    """Possible whenever no delegation has more pairs than there are groups."""
    owners = iter(names(pairs))
    delegations = [(next(owners), f"delegation {number}") for number, size in enumerate(sizes) for _ in range(size)]
    of = dict(delegations)
    plan = groups_then_knockout(pairs, groups=groups, places=groups)
    for secret in range(40):
        championship = drawn(settled(AP, plan, delegations=delegations), "groups", bytes([secret]) * 32)
        places = championship.places["groups"]
        for members in group_members(plan.stages[0]):
            inside = [of[places[place]] for place in members if places[place] in of]
            assert len(set(inside)) == len(inside), (secret, places)


@pytest.mark.parametrize("pairs", [4, 5, 7, 8, 11, 16])
def test_pairs_of_one_delegation_do_not_meet_in_the_first_round_of_a_knockout(pairs: int) -> None:
    of = {pair: f"delegation {place // 2}" for place, pair in enumerate(names(pairs))}
    plan = knockout(pairs)
    first = [
        (one.place, two.place)
        for fixture in plan.fixtures
        for one, two in [fixture.slots]
        if isinstance(one, Place) and isinstance(two, Place)
    ]
    for secret in range(40):
        championship = drawn(settled(AP, plan, delegations=list(of.items())), "knockout", bytes([secret]) * 32)
        places = championship.places["knockout"]
        assert [(one, two) for one, two in first if of[places[one]] == of[places[two]]] == []


def test_where_they_cannot_all_be_apart_the_protocol_says_who_stays_together() -> None:
    delegations = [(pair, "north") for pair in "ABC"]
    plan = groups_then_knockout(6, groups=2, places=4)
    for secret in range(20):
        championship = drawn(settled(AP, plan, delegations=delegations), "groups", bytes([secret]) * 32)
        protocol, places = championship.draws["groups"], championship.places["groups"]
        code_and_article = protocol["_groups"]
        assert isinstance(code_and_article, dict)
        [together] = code_and_article["together"]
        assert set(together) < set("ABC")
        assert code_and_article["places"] == list(places)
        assert verify_draw(protocol) == []
        result = protocol["result"]
        assert isinstance(result, list)
        for one, two in code_and_article["moves"]:
            at, other = result.index(one), result.index(two)
            result[at], result[other] = two, one
        assert result == list(places), "the moves lead from what was drawn to where they stand"
