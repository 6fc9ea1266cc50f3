"""AFIA's arts. 10 and 11 with one place each, where the numbers allow it (E-4), and the settings that a plan obeys."""

from random import Random

import pytest

from carteado.planning.field import invented_pairs
from carteado.planning.simulation import simulate
from carteado.regulation import Override
from carteado.tournament.files.event_file import event_document, event_of
from carteado.tournament.formats.plans import (
    Plan,
    form_plan,
    has_one_place_form,
    knockout_with_lucky_losers,
    plan_for,
    refusal_of_plan,
)
from carteado.tournament.formats.slots import LuckyLoser
from carteado.tournament.formats.stages import Kind, Stage
from carteado.tournament.ranking.standings import PlaceState
from tests.tournament.championships import AF, drawn, finished, matches_of, pairs_of, ready, won_by_first

ONE = AF.with_overrides((Override("lucky_losers.places", "one", "the organisers"),))


def lucky_losers(plan: Plan) -> list[int]:
    return [sum(isinstance(slot, LuckyLoser) for slot in stage.fill) for stage in plan.stages]


def test_e_4_one_place_each_fits_nine_and_ten_and_seventeen_to_twenty() -> None:
    assert [pairs for pairs in range(2, 33) if has_one_place_form(pairs)] == [9, 10, 17, 18, 19, 20]


@pytest.mark.parametrize("pairs", range(2, 65))
def test_e_4_no_phase_takes_more_than_one_eliminated_pair_where_one_place_is_set(pairs: int) -> None:
    plan = plan_for(ONE, pairs)
    assert refusal_of_plan(plan) is None
    assert max(lucky_losers(plan)) <= 1
    assert form_plan(ONE, "lucky_losers", pairs) == plan


def test_af_10_and_11_with_ten_pairs_one_loser_goes_on_from_each_phase() -> None:
    championship = ready(ONE, plan_for(ONE, 10))
    assert lucky_losers(championship.plan) == [0, 1, 1]
    qualifying = matches_of(championship, "qualifying")
    assert len(qualifying) == 5
    for scored, match in enumerate(qualifying):
        championship = won_by_first(championship, match, loser_scores=100 * scored)
    championship = drawn(championship, "quarter_finals")
    quarters = matches_of(championship, "quarter-final")
    assert len(quarters) == 3
    playing = {pair for match in quarters for pair in pairs_of(championship, match)}
    assert pairs_of(championship, qualifying[-1])[1] in playing
    out = [one for one in championship.bracket.placings() if one.state is PlaceState.EARNED]
    assert [one.rank for one in out] == [7, 7, 7, 7]
    for scored, match in enumerate(quarters):
        championship = won_by_first(championship, match, loser_scores=100 * scored)
    [*_first, back] = list(championship.bracket.come_back())
    assert [one.pair for one in back.lucky] == [pairs_of(championship, quarters[-1])[1]]
    assert AF.cite(back.lucky[0].by.key or "").endswith("11")
    championship = drawn(championship, "finals")
    assert len(matches_of(championship, "semi-final")) == 2
    ranks = [one.rank for one in finished(championship, Random(1)).bracket.placings()]
    assert ranks == [1, 2, 3, 4, 5, 5, 7, 7, 7, 7]


@pytest.mark.parametrize("pairs", [5, 9, 10, 11, 13, 17, 20, 22])
def test_e_4_plan_and_simulation_agree_under_one_place(pairs: int) -> None:
    plan = plan_for(ONE, pairs)
    simulated = simulate(ONE, plan, invented_pairs(ONE, pairs), seed="1", bots="random")
    came_back = sum(len(one.lucky) for one in simulated.championship.bracket.come_back())
    assert came_back == sum(lucky_losers(plan))
    assert simulated.championship.bracket.champion


def test_the_form_survives_the_event_file() -> None:
    championship = ready(ONE, plan_for(ONE, 10))
    assert event_of(event_document(championship)).plan == championship.plan


def test_a_phase_of_the_knockout_is_one_round_for_no_more_pairs_than_it_has_places() -> None:
    plan = knockout_with_lucky_losers(10, one_place=True)
    first, quarters, finals = plan.stages
    for wrong in ({"phase": "final"}, {"phase": "qualifying-1"}, {"rounds": 2}, {"kind": Kind.GROUPS}):
        given = {name: getattr(quarters, name) for name in ("id", "kind", "fill", "phase", "rounds")} | wrong
        assert refusal_of_plan(Plan((first, Stage(**given), finals))) is not None, wrong
