"""FARAES 2023, Art. 16–18, 20, 22 and 23: counting the points; rulings C-18 and C-20."""

from carteado.melds import Ending
from tests.melds.tables import (
    FA,
    INDIRECT,
    LOOSE_LAY,
    OUT_AT_ONCE,
    SLOW,
    SWIFT,
    SWIFT_MORTO,
    after_clean_canastra,
    after_dirty_canastra,
    dealt,
    dull_hand,
    swift,
    swift_hand,
    table,
)


def test_fa_16_the_pair_that_goes_out_gets_100() -> None:
    over = swift_hand(table(FA))
    assert over.counted(0)[0] == ("went_out", 1, 100, "16")
    assert over.points("went_out", 1) == 0
    other = swift_hand(table(FA, dealer=0))
    assert (other.points("went_out", 0), other.points("went_out", 1)) == (0, 100)


def test_fa_16_nobody_gets_it_when_nobody_goes_out() -> None:
    over = dull_hand(table(FA))
    assert over.ending is Ending.NOTHING_TO_DRAW
    assert [over.points("went_out", pair) for pair in (0, 1)] == [0, 0]


def test_fa_17_each_clean_canastra_gives_200() -> None:
    one = after_clean_canastra(FA).plays(f"draw, {LOOSE_LAY}, discard Qd")
    assert ("clean_canastas", 1, 200, "17") in one.counted(0)
    assert ("clean_canastas", 2, 400, "17") in swift_hand(table(FA)).counted(0)


def test_fa_17_a_set_of_seven_kings_is_one_too() -> None:
    hand = "Kc Kc Kd Kd Kh Kh Ks 4c 5c 6c 7c"
    begun = dealt(FA, hand, mortos=("Ks 4h 5h 6h 7h 8d 9d Td Jd 4s 5s",), stock="Qs 8s 8s 9s 6s")
    on = begun.plays("draw, lay Kc Kc Kd Kd Kh Kh Ks / 4c 5c 6c 7c, discard Qs").passes(3)
    lays = "lay 4h 5h 6h 7h / 8d 9d Td Jd / 4s 5s 6s"
    over = on.plays(f"draw, {lays}, discard Ks")
    assert ("clean_canastas", 1, 200, "17") in over.counted(0)


def test_fa_18_each_dirty_canastra_gives_100() -> None:
    one = after_dirty_canastra(FA).plays(f"draw, {LOOSE_LAY}, discard Qd")
    assert one.counted(0) == [
        ("went_out", 1, 100, "16"),
        ("dirty_canastas", 1, 100, "18"),
        ("melded_cards", 22, 220, "22"),
        ("hand_cards", 11, -110, "23"),
    ]


def test_fa_18_also_to_the_pair_that_does_not_go_out() -> None:
    lay = "4s 5s 6s 7s 8s 9s 2s"
    begun = dealt(FA, SWIFT, lay, mortos=(SWIFT_MORTO,), stock="8d Kd 8d 9d Ac")
    over = begun.plays("pass", f"draw, lay {lay}, discard Kd", "pass", "pass", OUT_AT_ONCE)
    assert ("dirty_canastas", 1, 100, "18") in over.counted(1)
    assert ("melded_cards", 7, 70, "22") in over.counted(1)


def test_fa_20_a_pair_that_took_no_morto_pays_100() -> None:
    assert ("no_morto", 1, -100, "13, 20") in swift_hand(table(FA)).counted(1)
    assert swift_hand(table(FA)).points("no_morto", 0) == 0
    both = dull_hand(table(FA))
    assert [both.points("no_morto", pair) for pair in (0, 1)] == [-100, -100]


def test_fa_20_one_that_took_it_does_not_pay() -> None:
    begun = dealt(FA, SWIFT, SLOW, mortos=("", SWIFT_MORTO), stock="8d Kd 8d Td Td Jd Jd Qd Ac")
    took = begun.plays("pass", f"draw, lay {SLOW}, discard Kd").passes(6).plays(OUT_AT_ONCE)
    assert (took.out, took.points("no_morto", 1)) == (0, 0)
    on = swift(FA, stock="3h 3h 3d 3d Ac").plays(INDIRECT).passes_to_the_end()
    assert [on.points("no_morto", pair) for pair in (0, 1)] == [0, -100]


def test_fa_22_each_card_laid_gives_ten_in_a_canastra_or_not() -> None:
    begun = dealt(FA, SWIFT, "4s 5s 6s Ac Ad 2c", mortos=(SWIFT_MORTO,), stock="8d Kd 8d 9d Ac")
    over = begun.plays("pass", "draw, lay 4s 5s 6s / Ac Ad 2c, discard Kd", "pass", "pass", OUT_AT_ONCE)
    assert ("melded_cards", 6, 60, "22") in over.counted(1), "aces and twos like any other"
    assert ("melded_cards", 22, 220, "22") in over.counted(0)


def test_fa_23_each_card_in_hand_costs_ten_of_both_partners() -> None:
    over = swift(FA, "Ac Ad Ad As Ah 2c 2c 2d Kd Kd Kh").plays(OUT_AT_ONCE)
    assert ("hand_cards", 22, -220, "23") in over.counted(1)
    assert ("hand_cards", 11, -110, "23") in over.counted(0), "also of the partner of the one who went out"


def test_fa_23_laid_cards_and_cards_in_hand_make_up_the_hand() -> None:
    over = swift_hand(table(FA))
    assert over.score == (100 + 400 + 220 - 110, -220 - 100)
