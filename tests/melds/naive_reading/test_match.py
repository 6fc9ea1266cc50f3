"""The naive reading itself: the match, the referee, sheets, and the acceptance sample."""

import json
from typing import Any

import pytest

from tests.melds.naive import naive_replay, naive_sheet
from tests.melds.naive.hand_notation import (
    QUICK,
    QUICK_POINTS,
    Act,
    act,
    goes_on,
    hand,
    quick,
    refused_at,
    replayed,
    ruling,
)
from tests.melds.naive.regulations import AF, AP, FA
from tests.paths import ROOT

SAMPLE = ROOT.parent / "shared" / "acceptance" / "cases.json"


# --- the match ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("regulation", "start", "keys", "winner"),
    [
        (AF, [890, 0], {}, 0),
        (AF, [889, 0], {}, None),
        (AF, [890, 0], {"phase": "final"}, None),
        (AF, [1390, 0], {"phase": "final"}, 0),
        (FA, [1389, 0], {}, None),
        (FA, [1390, 1950], {}, 1),  # both at the target: the higher total
        (FA, [0, 0], {"target": 600}, 0),
        (AP, [2410, 0], {"phase": "final"}, 0),
        (AP, [2409, 0], {}, None),
        (AP, [2500, 2990], {}, None),  # equal: another hand
    ],
)
def test_c21_targets(regulation: str, start: list[int], keys: dict[str, Any], winner: int | None) -> None:
    told = quick(start=start)
    outcome = replayed(regulation, told, **keys)
    assert (outcome["winner"], outcome["finished"]) == (winner, winner is not None)
    assert outcome["score"] == [start[pair] + QUICK_POINTS[regulation][pair] for pair in (0, 1)]


@pytest.mark.parametrize(("regulation", "start"), [(AF, [900, 1410]), (FA, [1400, 1910])])
def test_c21_the_deal_passes_on_and_the_extra_hand_decides(regulation: str, start: list[int]) -> None:
    equal = quick(start=start)
    assert replayed(regulation, equal)["winner"] is None
    outcome = replayed(regulation, equal, quick(shift=1))
    assert [one["dealer"] for one in outcome["hands"]] == [3, 0]
    assert outcome["hands"][1]["points"] == [100, 610]
    assert outcome["winner"] == 1


def test_c21_in_ap_the_points_of_the_extra_hand_alone_decide() -> None:
    """3090 all; then pair 1 wins the hand by 590 to 100, whatever the referee adds to the other pair's total."""
    extra = quick(shift=1)
    gift = ruling("adjust", pair=0, points=1000, reason="late")
    extra["actions"].insert(0, gift)
    outcome = replayed(AP, quick(start=[2500, 2990]), extra)
    assert outcome["score"] == [3090 + 100 + 1000, 3090 + 590]
    assert outcome["winner"] == 1
    extra = quick(shift=1)
    extra["actions"].insert(0, gift)
    assert replayed(FA, quick(start=[1400, 1910]), extra)["winner"] == 0


def test_nothing_follows_the_end_of_a_hand_or_a_match() -> None:
    again = act("3 draw")
    assert replayed(AF, quick(again)) == refused_at(9)
    assert replayed(AF, quick(start=[1400, 0]), quick(shift=1)) == refused_at(None, in_hand=1)
    gift = ruling("adjust", pair=0, points=10, reason="late")
    assert replayed(AF, quick(gift, start=[1400, 0])) == refused_at(9)
    assert replayed(AF, hand(QUICK, "0 draw"), quick()) == refused_at(None, in_hand=1)
    assert replayed(AF, quick(start=[1500, 0])) == refused_at(None)


def test_a_deal_is_two_whole_decks() -> None:
    wrong = {**QUICK, "stock": [*QUICK["stock"][:-1], "Ah"]}
    assert replayed(AF, hand(wrong)) == refused_at(None)


# --- the referee --------------------------------------------------------------------------------------------------


def test_a_disqualification_gives_the_match_away() -> None:
    outcome = replayed(FA, hand(QUICK, "0 draw", ruling("disqualify", pair=0)))
    assert (outcome["winner"], outcome["finished"], outcome["score"]) == (1, True, [0, 0])
    assert outcome["hands"] == [{"dealer": 3, "winner": None, "points": [0, 0], "lines": [{}, {}]}]


def test_a_hand_dealt_again_has_the_same_dealer() -> None:
    outcome = replayed(FA, hand(QUICK, "0 draw", ruling("redeal")), quick())
    assert [one["dealer"] for one in outcome["hands"]] == [3, 3]
    assert outcome["score"] == [610, 100]
    assert replayed(FA, hand(QUICK, ruling("redeal"), "0 draw")) == refused_at(1)
    assert replayed(FA, quick(ruling("redeal"))) == refused_at(9)


def test_an_adjustment_is_a_line_of_its_own() -> None:
    gift = ruling("adjust", pair=1, points=-50, reason="late")
    outcome = replayed(FA, quick(gift))
    assert outcome["hands"][0]["points"] == [610, 50]
    assert outcome["hands"][0]["lines"][1]["adjustment"] == -50
    assert outcome["score"] == [610, 50]
    begun = replayed(FA, hand(QUICK, gift, "0 draw"))
    assert (begun["score"], begun["hands"][0]["points"]) == ([0, -50], [0, -50])


def test_an_adjustment_may_decide_the_match_between_two_hands_not_during_one() -> None:
    gift = ruling("adjust", pair=1, points=2000, reason="late")
    assert replayed(FA, quick(gift))["winner"] == 1
    assert replayed(FA, hand(QUICK, gift, "0 draw"))["winner"] is None


@pytest.mark.parametrize("name", ["tento", "four_cards", "time_up"])
def test_rulings_that_these_regulations_do_not_know(name: str) -> None:
    assert replayed(FA, hand(QUICK, "0 draw", ruling(name, pair=0))) == refused_at(1)


def test_what_is_beside_the_game_changes_nothing() -> None:
    aside: list[Act] = [{"seat": 1, "act": "sit", "player": "bot:x"}, {"seat": None, "act": "pause"}]
    assert goes_on(replayed(AF, hand(QUICK, "0 draw", *aside, "0 redraw")))


# --- sheets -------------------------------------------------------------------------------------------------------


def sheet(regulation: str, went_out: int | None, *pairs: dict[str, Any]) -> list[list[int]]:
    return naive_sheet({"regulation": regulation, "phase": None, "hands": [{"went_out": went_out, "pairs": [*pairs]}]})


def test_sheets_of_tranca() -> None:
    winners = {"clean": 1, "dirty": 2, "red_threes": 1, "melded": 30, "in_hand": 4, "morto": "taken"}
    losers = {"red_threes": 1, "red_threes_in_hand": 2, "black_threes_in_hand": 1, "in_hand": 5, "morto": "unplayed"}
    # 100 + 200 + 200 + 100 + 300 - 40 = 860; -100 - 2 × 100 - 100 - 50 - 100 = -550, in AF 180 less
    assert sheet(FA, 0, winners, losers) == [[860, -550]]
    assert sheet(AF, 0, winners, losers) == [[860, -370]]
    nobody = {"melded": 3, "morto": "not_taken"}
    assert sheet(AF, None, nobody, nobody) == [[30, 30]]
    assert sheet(AF, 1, nobody, nobody) == [[-70, 130]]
    assert sheet(FA, 1, nobody, nobody) == [[-70, 30]]


def test_sheets_of_canastra() -> None:
    winners = {"clean": 1, "melded": {"A": 2, "2": 1, "8-K": 10, "3-7": 6}, "in_hand": {"A": 1}, "morto": "not_taken"}
    losers = {"dirty": 1, "melded": {"8-K": 7}, "in_hand": {"2": 1, "3-7": 3}, "morto": "taken"}
    # 100 + 200 + (30 + 10 + 100 + 30) - 15 - 100 = 355; 100 + 70 - 25 = 145
    assert sheet(AP, 0, winners, losers) == [[355, 145]]


# --- the acceptance sample ----------------------------------------------------------------------------------------


def sample(kind: str) -> list[dict[str, Any]]:
    """The cases of that kind about Tranca and Canastra, where the sample lies beside the repository; else none."""
    cases = json.loads(SAMPLE.read_text("utf-8"))[kind] if SAMPLE.exists() else []
    return [case for case in cases if case["input"]["regulation"] in (AF, FA, AP)]


def agrees(outcome: dict[str, Any], expect: dict[str, Any]) -> bool:
    if "error" in expect:
        return "refused" in outcome and outcome["refused"]["action"] == expect["action"]
    if "refused" in outcome:
        return False
    hands = outcome["hands"]
    points, dealers = [one["points"] for one in hands], [one["dealer"] for one in hands]
    seen = {**outcome, "points": points, "dealers": dealers, "winner_of_hand": hands[0]["winner"]}
    return all(seen[key] == value for key, value in expect.items())


def test_the_records_of_the_acceptance_sample() -> None:
    assert [case["name"] for case in sample("melds") if not agrees(naive_replay(case["input"]), case["expect"])] == []


def test_the_sheets_of_the_acceptance_sample() -> None:
    assert [case["name"] for case in sample("sheets") if naive_sheet(case["input"]) != case["points"]] == []
