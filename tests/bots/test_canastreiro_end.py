"""When ``canastreiro`` goes out, and how it counts what that brings."""

import random
from collections import Counter
from collections.abc import Collection
from typing import Any

import pytest

from carteado.bots.melding import Lore
from carteado.bots.melding_memory import Memory
from carteado.bots.melding_score import count_if_out
from carteado.bots.melding_sight import Sight
from carteado.melds import Discard, Match, apply, legal_acts
from carteado.melds.conditions import may_take_morto, unmet_requirements
from carteado.melds.deck import RED_THREES
from carteado.record import engine_for
from carteado.regulation import MeldsRules, Regulation
from tests.bots.melding_positions import AF, AP, EVERYWHERE, FA, changed, position, questions, whole_turn


@EVERYWHERE
@pytest.mark.parametrize(
    "hand", ["Jh Ac Kc Qc", "Jh Ac Kc Qc 9d", "Jh", "Tc Jc 2d 6s 7s 2h", "Jh Tc Jc 2d 6s 7s 2h 4d"]
)
def test_it_goes_out_when_it_can_and_it_pays(regulation: Regulation, hand: str) -> None:
    """Also where it takes wilds that would be kept for a better meld on another day."""
    match = position(regulation, hand, own=["4h 5h 6h 7h 8h 9h Th"], took=(True, True))
    _, after = whole_turn(regulation, match)
    assert after.hand is not None
    assert after.hand.result is not None
    assert after.hand.result.winner == 0


@EVERYWHERE
def test_it_soils_a_run_to_go_out_before_the_others(regulation: Regulation) -> None:
    own, theirs = ["8d 9d Td Jd Qd Kd Ad", "Th Jh Qh Kh Ah"], ["5c 6c 7c 8c 9c Tc Jc"]
    match = position(regulation, "2d 5d", own=own, theirs=theirs, took=(True, True), held=(2, 9, 1), stock=9)
    assert went_out(regulation, match)


GOING_OUT = [
    ["morto_taken", "canastra"],
    ["morto_taken_or_both_stock", "canastra"],
    ["morto_taken_or_none_left", "clean_canastra"],
    [],
]


@pytest.mark.parametrize("requires", GOING_OUT, ids=" ".join)
@pytest.mark.parametrize("morto_requires", [[], ["canastra"]], ids=" ".join)
def test_it_knows_when_a_morto_waits_and_when_it_may_go_out(requires: list[str], morto_requires: list[str]) -> None:
    """At every question of some hands, as the engine knows it."""
    more = {"melds.canastra_cards": 4, "stock.when_empty": "morto_enters", "dealing.mortos": 1}
    regulation = changed(AF, {"going_out.requires": requires, "morto.requires": morto_requires, **more})
    rules = regulation.rules
    assert isinstance(rules, MeldsRules)
    rng, lore, met = random.Random("exits"), Lore(rules), Counter[tuple[bool, bool]]()
    for asked in (asked for chance in (0.0, 0.5, 1.0) for asked in questions(regulation, rng=rng, chance=chance)):
        sight, hand = Sight(asked.view, lore, Memory()), asked.table.match.hand
        melds = hand.sides[sight.pair].melds
        out = not any(unmet_requirements(rules, rules.going_out.requires, hand, sight.pair, melds))
        morto = may_take_morto(rules, hand, sight.pair, melds)
        assert (sight.may_go_out(sight.own_melds), sight.morto_awaits(sight.own_melds)) == (out, morto)
        met[out, morto] += 1
    assert len(met) > 1


def far_behind(regulation: Regulation, **more: Any) -> Match:
    """Kc and Ac can be added and the four discarded, but the others have three canastras, and many cards to play."""
    theirs = ["4d 5d 6d 7d 8d 9d Td Jd Qd", "5c 6c 7c 8c 9c Tc Jc Qc", "6s 7s 8s 9s Ts Js Qs"]
    own = ["4h 5h 6h 7h 8h 9h Th", "Tc Jc Qc"]
    held = more.pop("held", (8, 2, 8))
    return position(regulation, "Kc Ac 4d", own=own, theirs=theirs, took=(True, True), held=held, **more)


def went_out(regulation: Regulation, match: Match) -> bool:
    _, after = whole_turn(regulation, match)
    assert after.hand is not None
    return after.hand.result is not None and after.hand.result.winner == 0


@EVERYWHERE
def test_it_does_not_go_out_far_behind_with_the_others_far_from_it(regulation: Regulation) -> None:
    assert not went_out(regulation, far_behind(regulation))


@EVERYWHERE
def test_it_goes_out_far_behind_before_the_others_do(regulation: Regulation) -> None:
    assert went_out(regulation, far_behind(regulation, held=(1, 2, 8)))


@EVERYWHERE
def test_it_goes_out_far_behind_where_that_wins_the_match(regulation: Regulation) -> None:
    target = regulation.rules.match.target
    assert went_out(regulation, far_behind(regulation, score=(target - 200, 0)))


@EVERYWHERE
def test_it_does_not_end_a_match_that_it_loses(regulation: Regulation) -> None:
    """Little behind in the hand, far in the match."""
    target = regulation.rules.match.target
    theirs, own = ["4d 5d 6d 7d 8d 9d Td Jd Qd"], ["4h 5h 6h 7h 8h 9h Th", "Tc Jc Qc"]
    score = (0, target - 100)
    match = position(regulation, "Kc Ac 4d", own=own, theirs=theirs, took=(True, True), held=(4, 2, 4), score=score)
    assert not went_out(regulation, match)
    assert went_out(regulation, match._replace(score=(0, 0)))


ALIKE: dict[str, object] = {"scoring.card_values": {"A-K": 10}, "black_threes.penalty": 0}
"""With every card worth the same, what the others hold is no secret."""

COUNTED: dict[str, tuple[Regulation, dict[str, object], dict[str, Any]]] = {
    "all took": (AF, {}, {"took": (True, True)}),
    "they took none": (FA, {}, {"took": (True, False)}),
    "mortos unplayed": (FA, {}, {"took": (True, True), "unplayed": {2, 3}}),
    "mortos unplayed, also one's own void": (AP, {}, {"took": (True, True), "unplayed": {2, 3}}),
    "unplayed but counted": (
        AP,
        {"scoring.unplayed_morto": "always_counted"},
        {"took": (True, True), "unplayed": {1, 2}},
    ),
    "no mortos": (FA, {"going_out.requires": ["canastra"], "dealing.mortos": 0}, {}),
    "it took none and pays": (AP, {}, {"took": (False, True), "converted": 1}),
    "it took none and does not pay": (AF, {}, {"took": (False, True), "converted": 1}),
    "mortos became stock": (AP, {"scoring.converted_morto_pays": False}, {"converted": 2}),
    "red threes": (AF, {"red_threes.requires": ["clean_canastra"]}, {"took": (True, True), "threes": (1, 2)}),
}


def about_to_go_out(
    regulation: Regulation,
    *,
    took: tuple[bool, bool] = (False, False),
    unplayed: Collection[int] = (),
    threes: tuple[int, int] = (0, 0),
    converted: int = 0,
) -> Match:
    """A seat with a last card to discard; its pair has a clean canastra, the others a dirty one."""
    own, theirs = ["4h 5h 6h 7h 8h 9h Th", "Jc Qc Kc"], ["5d 6d 7d 8d 9d Td 2c"]
    match = position(regulation, "4s", own=own, theirs=theirs, took=took, held=(4, 3, 11))
    assert match.hand is not None
    red = tuple(sorted(RED_THREES))
    ours, others = match.hand.sides
    sides = ours._replace(red_threes=red[: threes[0]]), others._replace(red_threes=red[threes[0] : sum(threes)])
    mortos = match.hand.mortos[converted:]
    hand = match.hand._replace(sides=sides, unplayed=frozenset(unplayed), mortos=mortos, converted=converted)
    return match._replace(hand=hand)


@pytest.mark.parametrize(("regulation", "changes", "so_far"), COUNTED.values(), ids=COUNTED)
def test_it_counts_as_the_table_will(
    regulation: Regulation, changes: dict[str, object], so_far: dict[str, Any]
) -> None:
    alike = changed(regulation, ALIKE | changes)
    assert {one.key for one in alike.overrides} >= changes.keys()
    assert isinstance(alike.rules, MeldsRules)
    match = about_to_go_out(alike, **so_far)
    sight = Sight(engine_for(alike).view(match, 0), Lore(alike.rules), Memory())
    [discard] = [act for act in legal_acts(match, 0) if isinstance(act, Discard)]
    assert apply(match, discard).match.score == count_if_out(sight, sight.own_melds, newly_melded=0)
