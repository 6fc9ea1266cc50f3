"""Everybody's place while an event goes on, and where a stage has left pairs behind."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from carteado.fair import commitment
from carteado.regulation import load
from carteado.tournament.formats.plans import double_elimination, groups_then_knockout, knockout, plan_for
from carteado.tournament.operations import CommitDraw, HoldDraw, Undo
from carteado.tournament.running.dispatch import apply, refusal
from carteado.tournament.state.championship import Championship
from tests.tournament.championships import pairs_of, ready, settled, won, won_by_first

TM, AP = load("truco-masters-2025"), load("apcef-sc-2022-canastra")


def codes(championship: Championship) -> dict[str, str]:
    return {placing.pair: placing.by.code for placing in championship.bracket.placings()}


def test_who_has_not_played_yet_stands_before_those_who_are_out() -> None:
    championship = won_by_first(ready(TM, knockout(8)), "knockout-quarter-final-1")
    placings = championship.bracket.placings()
    ended = championship.bracket.ended("knockout-quarter-final-1")
    assert ended
    assert [placings[0].pair, placings[-1].pair] == [ended.winner, ended.loser]
    assert {placing.rank for placing in placings} == {None}
    assert {placing.by.code for placing in placings[1:-1]} == {"placed_still_in"}


def test_who_lost_once_in_a_double_elimination_is_still_in() -> None:
    championship = won_by_first(ready(TM, double_elimination(4)), "double-winners-1-1", "double-winners-1-2")
    assert sorted(codes(championship).values()) == ["placed_still_in"] * 2 + ["placed_through"] * 2
    championship = won_by_first(championship, "double-losers-1-1")
    assert sorted(codes(championship).values()).count("placed_out_in") == 1


def test_pairs_left_over_from_groups_keep_the_order_of_their_group() -> None:
    """All thirds stand before all fourths, whatever they scored."""
    championship = ready(AP, groups_then_knockout(8, groups=2, places=4))
    for match, fixture in championship.fixtures.items():
        if fixture.stage == "groups":
            championship = won(championship, match, pairs_of(championship, match)[0], 10 * fixture.round)
    thirds = {championship.bracket.ranking("groups", group)[2].pair for group in (0, 1)}
    fourths = {championship.bracket.ranking("groups", group)[3].pair for group in (0, 1)}
    placings = championship.bracket.placings()
    assert {placing.pair for placing in placings[4:6]} == thirds
    assert {placing.pair for placing in placings[6:]} == fourths
    for one, two in ((4, 5), (6, 7)):
        assert placings[one].by.details.get("other") == placings[two].pair


def test_before_the_draw_everybody_waits() -> None:
    assert set(codes(settled(TM, knockout(4))).values()) == {"placed_still_in"}


# --- draws in their order -----------------------------------------------------------------------------------------

SECRET = bytes(range(32))
AT = datetime(2025, 10, 1, 12, tzinfo=UTC)


def test_a_draw_is_held_after_its_commitment_and_from_entropy() -> None:
    sealed = commitment("carteado-draw/1|open|knockout", SECRET)
    championship = settled(TM, knockout(4))
    championship = replace(championship, event="open")
    championship = apply(championship, CommitDraw(by="o", at=AT, draw="knockout", commitment=sealed))
    draw_places = HoldDraw(by="o", at=AT, draw="knockout", secret=SECRET.hex(), entropy="loteria 25/10")
    assert refusal(championship, draw_places) is None
    early = refusal(championship, replace(draw_places, at=AT - timedelta(seconds=1)))
    assert early
    assert early.code == "drawn_before_commitment"
    alone = refusal(championship, replace(draw_places, entropy=" "))
    assert alone
    assert alone.code == "entropy_needed"


def test_an_instant_without_zone_is_taken_by_nothing() -> None:
    refused = refusal(settled(TM, knockout(4)), Undo(by="o", at=datetime(2025, 10, 25)))
    assert refused
    assert refused.code == "clock_without_zone"


@pytest.mark.parametrize("pairs", [-1, 0, 1])
def test_no_plan_is_for_fewer_than_two(pairs: int) -> None:
    with pytest.raises(ValueError, match="two pairs"):
        plan_for(TM, pairs)
