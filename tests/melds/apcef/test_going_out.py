"""APCEF/SC 2022, Art. 11 and 12: going out, and counting the points; rulings C-15, C-16, C-18, C-20."""

from collections.abc import Callable

import pytest

from carteado.melds import Discard, Draw, Ending
from carteado.melds.events import HandEnded
from tests.melds.tables import (
    AP,
    DIRECT,
    INDIRECT,
    LOOSE_LAY,
    OUT_AT_ONCE,
    SLOW,
    SMALL,
    SWIFT,
    SWIFT_LAY,
    SWIFT_MORTO,
    Table,
    after_clean_canastra,
    after_dirty_canastra,
    after_no_canastra,
    card,
    dealt,
    dull_hand,
    shared_hand,
    swift,
    swift_hand,
    table,
)

LAST_RUN = "4c 5c 6c 7d 8d 9d 4s 5s 6s Jd Kd"
"""A morto of three runs; with the queen of diamonds drawn, four."""


# --- going out ----------------------------------------------------------------------------------------------------


def test_ap_11_with_a_clean_canastra_and_the_morto_a_player_without_cards_ends_the_hand() -> None:
    over = after_clean_canastra(AP).plays(f"draw, {LOOSE_LAY}, discard Qd")
    assert (over.ending, over.out) == (Ending.WENT_OUT, 0)
    assert over.had_events(HandEnded(Ending.WENT_OUT, 0))
    over.refuses(Draw(1), "turn.order", "3, 6")
    over.refuses(Discard(0, card("4c")), "turn.order", "3, 6")


@pytest.mark.parametrize("before", [after_dirty_canastra, after_no_canastra])
def test_ap_11_a_simple_canastra_is_not_enough(before: Callable[..., Table]) -> None:
    on = before(AP).plays("draw, lay 4c 5c 6c 7c / 8d 9d Td Jd")
    on.refuses("lay 4s 5s 6s", "going_out.never_stuck", "11")
    on.refuses_as_meant("lay 6s 5s 4s", "going_out.never_stuck", "11")
    left = before(AP, mortos=(LAST_RUN,)).plays("draw, lay 4c 5c 6c / 7d 8d 9d / 4s 5s 6s")
    left.refuses("lay Jd Qd Kd", "going_out.requires", "11")
    assert left.choices == ["discard Jd", "discard Qd", "discard Kd"]


def test_ap_11_a_canastra_that_becomes_clean_with_the_last_cards_is() -> None:
    hand, upper = "4h 5h 6h 7h 8h 9h 2h Tc Jc Qc Kc", "3h 4c 5c 6c 7c 8d 9d Td 4s 5s 6s"
    begun = dealt(AP, hand, mortos=(upper,), stock="Qs 8s 8s 9s Qd")
    on = begun.plays("draw, lay 4h 5h 6h 7h 8h 9h 2h / Tc Jc Qc Kc, discard Qs").passes(3)
    left = on.plays("draw, lay 4c 5c 6c 7c / 8d 9d Td / 4s 5s 6s")
    assert left.cards_of(0) == "3h Qd"
    stuck = left.plays("discard Qd").passes(3).plays("draw")
    stuck.refuses("add 0: 3h 4h 5h 6h 7h 8h 9h 2h", "going_out.never_stuck", "11")
    stuck.refuses_as_meant("add 0: 4h 5h 6h 7h 8h 9h 2h 3h", "melds.run_order", "7 §1")
    over = left.plays("add 0: 2h 3h 4h 5h 6h 7h 8h 9h, discard Qd")
    assert (over.out, over.points("clean_canastas", 0), over.points("dirty_canastas", 0)) == (0, 200, 0)


def test_ap_11_either_partner_may_have_taken_the_morto() -> None:
    partner = "4d 5d 6d 7d 8d 9d 9s Ts Js Qs Ks"
    begun = dealt(AP, SWIFT, "", partner, stock="Ac 8s Kd")
    over = begun.plays(INDIRECT, "pass", "draw, lay 4d 5d 6d 7d 8d 9d / 9s Ts Js Qs Ks, discard Kd")
    assert (over.ending, over.out) == (Ending.WENT_OUT, 0)


def test_ap_11_while_a_morto_lies_there_for_the_pair_the_hand_goes_on() -> None:
    taken = swift(AP).plays(DIRECT)
    assert (taken.match.hand_is_on, taken.took_morto(0)) == (True, True)


def test_ap_11_when_both_mortos_became_stock_a_pair_goes_out_without_one() -> None:
    on = dealt(AP, SWIFT).passes_until_no_morto_lies_there()
    over = on.plays("lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc").plays(f"discard {on.drawn}")
    assert (over.out, over.hand.converted) == (0, 2)
    assert over.points("went_out", 0) == 100
    assert [over.points("no_morto", pair) for pair in (0, 1)] == [-100, -100], "every pair that took none pays"


def test_ap_11_or_one_of_them_and_the_others_took_the_other() -> None:
    begun = dealt(AP, SWIFT, SLOW, stock="Qd Kd").plays("pass", f"draw, lay {SLOW}, discard Kd")
    on = begun.passes_until_no_morto_lies_there()
    over = on.plays("lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc").plays(f"discard {on.drawn}")
    assert (over.out, over.hand.converted) == (0, 1)
    assert [over.points("no_morto", pair) for pair in (0, 1)] == [-100, 0]


def test_ap_11_going_out_needs_a_clean_canastra() -> None:
    on = dealt(AP, "4h 5h 6h 7h 8h 9h 2s Tc Jc Qc Kc").passes_until_no_morto_lies_there()
    on.refuses("lay 4h 5h 6h 7h 8h 9h 2s / Tc Jc Qc Kc", "going_out.never_stuck", "11")


def test_ap_11_with_a_last_discard_or_without_one() -> None:
    upper = "Jh Qh Kh 5c 6c 7c 8c 9c 4s 5s 6s"
    adds = "add 0: 4h 5h 6h 7h 8h 9h Th Jh Qh Kh, add 1: 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac, lay 4s 5s 6s"
    over = swift(AP, mortos=(upper,)).plays(f"draw, {SWIFT_LAY}, {adds}")
    assert (over.ending, over.out, over.pile) == (Ending.WENT_OUT, 0, "")
    assert over.points("went_out", 0) == 100
    assert swift(AP).plays(OUT_AT_ONCE).pile == "9d"


# --- the points ---------------------------------------------------------------------------------------------------


def test_ap_12a_going_out_gives_100() -> None:
    assert swift_hand(table(AP)).counted(0)[0] == ("went_out", 1, 100, "12a")
    assert swift_hand(table(AP)).points("went_out", 1) == 0
    over = dull_hand(table(AP))
    assert [over.points("went_out", pair) for pair in (0, 1)] == [0, 0]


def test_ap_12b_each_clean_canastra_gives_200() -> None:
    assert ("clean_canastas", 2, 400, "12b") in swift_hand(table(AP)).counted(0)
    assert ("clean_canastas", 1, 200, "12b") in shared_hand(table(AP)).counted(1)


def test_ap_12b_also_one_with_a_natural_2() -> None:
    begun = dealt(AP, SWIFT, "Ad 2d 3d 4d 5d 6d 7d", mortos=(SWIFT_MORTO,), stock="8s 8d 9s Ts Ac")
    over = begun.plays("pass", "draw, lay Ad 2d 3d 4d 5d 6d 7d, discard 8d", "pass", "pass", OUT_AT_ONCE)
    assert ("clean_canastas", 1, 200, "12b") in over.counted(1)
    assert ("melded_cards", 7, 15 + 10 + 5 * 5, "12 §1") in over.counted(1)


@pytest.mark.parametrize("two", ["2c", "2d"])
def test_ap_12c_each_simple_canastra_gives_100(two: str) -> None:
    lay = f"4d 5d 6d 7d 8d 9d {two}"
    begun = dealt(AP, SWIFT, lay, mortos=(SWIFT_MORTO,), stock="8s Kd 9s Ts Ac")
    over = begun.plays("pass", f"draw, lay {lay}, discard Kd", "pass", "pass", OUT_AT_ONCE)
    assert ("dirty_canastas", 1, 100, "12c") in over.counted(1)
    assert ("melded_cards", 7, 4 * 5 + 2 * 10 + 10, "12 §1") in over.counted(1)


def test_ap_12d_not_taking_the_morto_costs_100_one_pair_or_both() -> None:
    assert ("no_morto", 1, -100, "12d, 12 §3") in swift_hand(table(AP)).counted(1)
    assert swift_hand(table(AP)).points("no_morto", 0) == 0
    over = dull_hand(table(AP))
    assert over.hand.converted == 2
    assert [over.points("no_morto", pair) for pair in (0, 1)] == [-100, -100], "also when mortos became stock"


def test_ap_12p1_what_each_card_laid_is_worth() -> None:
    """Ace 15, 8 to king 10, 3 to 7 five, the 2 ten; for the pair that went out and for the other."""
    over = shared_hand(table(AP))
    assert ("melded_cards", 22, 2 * (4 * 5 + 6 * 10 + 15), "12 §1") in over.counted(0)
    assert ("melded_cards", 10, 4 * 5 + 6 * 10, "12 §1") in over.counted(1)


@pytest.mark.parametrize(
    ("lay", "points"),
    [("Ad 2d 3d", 30), ("3d 4d 5d", 15), ("5d 6d 7d", 15), ("7d 8d 9d", 25), ("Td Jd Qd", 30), ("Qd Kd Ad", 35)],
)
def test_ap_12p1_rank_by_rank(lay: str, points: int) -> None:
    begun = dealt(AP, SWIFT, lay, mortos=(SWIFT_MORTO,), stock="8s Ks 9s Ts Ac")
    over = begun.plays("pass", f"draw, lay {lay}, discard Ks", "pass", "pass", OUT_AT_ONCE)
    assert ("melded_cards", 3, points, "12 §1") in over.counted(1)


def test_ap_12p2_cards_in_hand_are_deducted_also_those_of_the_partner_who_went_not_out() -> None:
    over = swift(AP, "Ac Ad Ad As Ah 2d 2d 8d 8d 3s 3s", SMALL, "4c 5c 6c 7c 8c 9c Ts Js Qs Ks As").plays(OUT_AT_ONCE)
    assert ("hand_cards", 11, -55, "12 §2") in over.counted(0)
    first, third = 5 * 15 + 4 * 10 + 2 * 5, 4 * 5 + 6 * 10 + 15
    assert ("hand_cards", 22, -(first + third), "12 §2") in over.counted(1)


def test_ap_12p2_a_three_in_hand_is_worth_five_whatever_its_colour() -> None:
    threes = swift(AP, "3c 3c 3d 3d 3h 3h 3s 3s 4s 5s 6s", "", "4d 4d 5d 5d 6d 6d 7d 7d 4s 5s 6s").plays(OUT_AT_ONCE)
    assert threes.counted(1) == [("hand_cards", 22, -110, "12 §2"), ("no_morto", 1, -100, "12d, 12 §3")]


def test_ap_12p3_the_deduction_for_the_morto_comes_off_the_sum() -> None:
    over = swift_hand(table(AP))
    assert over.counted(1) == [("hand_cards", 22, -165, "12 §2"), ("no_morto", 1, -100, "12d, 12 §3")]
    assert over.score == (580, -265)
    begun = dealt(AP, SWIFT, SLOW, mortos=("", SWIFT_MORTO), stock="8d Kd 8d Td Td Jd Jd Qd Ac")
    took = begun.plays("pass", f"draw, lay {SLOW}, discard Kd").passes(6).plays(OUT_AT_ONCE)
    assert (took.out, took.points("no_morto", 1)) == (0, 0)
