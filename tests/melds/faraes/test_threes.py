"""FARAES 2023, Art. 7–9, 19 and 21: red threes and black threes; rulings C-8, C-11, C-12."""

import pytest

from carteado.melds import Ending, Exchange
from carteado.melds.events import CardDrawn, MortoTaken, RedThreeLaid
from tests.melds.tables import (
    DIRECT,
    FA,
    INDIRECT,
    OUT_AT_ONCE,
    SWIFT,
    SWIFT_LAY,
    SWIFT_MORTO,
    Table,
    card,
    dealt,
    swift,
)

OTHER_THREES = "3h 3d 3d"
"""Red threes that are to stay out of play: in FA the second morto never enters."""


# --- the exchange -------------------------------------------------------------------------------------------------


def test_fa_7_red_threes_dealt_are_exchanged_by_their_owner_at_the_start_of_his_turn() -> None:
    begun = dealt(FA, "3h 3d 4c", stock="Ks Qs Js")
    assert begun.holds(0, "3h 3d"), "nothing happens by itself"
    assert begun.choices == ["exchange", "draw"]
    laid = begun.plays("exchange")
    assert laid.events == (RedThreeLaid(0, card("3h")), CardDrawn(0), RedThreeLaid(0, card("3d")), CardDrawn(0))
    assert (laid.red_threes(0), laid.holds(0, "Ks Qs"), laid.turn) == ("3h 3d", True, 0)
    assert len(laid.hand.hands[0]) == 11
    assert laid.choices == ["draw"]
    assert laid.plays("draw").drawn == "Js"


def test_fa_7_a_red_three_that_comes_by_the_exchange_is_exchanged_too() -> None:
    laid = dealt(FA, "3h 4c", stock="3d 3d Qs").plays("exchange")
    assert (laid.red_threes(0), laid.holds(0, "Qs"), laid.stock) == ("3h 3d 3d", True, 35)


def test_fa_7_only_in_his_own_turn_and_only_if_he_has_one() -> None:
    begun = dealt(FA, "3h 4c", "3d 4d")
    begun.refuses(Exchange(1), "turn.order", "5, gloss.")
    assert begun.allows("exchange")
    none = dealt(FA, "4c")
    none.refuses("exchange", "red_threes.exchange", "7")
    assert none.choices == ["draw"]


def test_fa_7_who_has_drawn_and_forgot_waits_for_his_next_turn() -> None:
    drawn = dealt(FA, "3h 4c", stock="Ks Qs Js Ts 9s").plays("draw")
    assert "exchange" not in drawn.choices
    drawn.refuses("exchange", "red_threes.exchange", "7")
    after = drawn.plays("discard Ks").passes(3)
    assert "exchange" in after.choices
    assert after.plays("exchange").red_threes(0) == "3h"


def test_fa_7_a_red_three_is_not_exchanged_after_taking_the_pile() -> None:
    begun = dealt(FA, "6h", "3h 4h 5h Kd").plays("draw, discard 6h", "take 4h 5h 6h")
    begun.refuses("exchange", "red_threes.exchange", "7")
    assert begun.plays("discard Kd").holds(1, "3h")


def test_fa_7_one_that_is_drawn_is_exchanged_at_once() -> None:
    drawn = dealt(FA, "4c", stock="3h 3d Ks").plays("draw")
    assert (drawn.red_threes(0), drawn.drawn, len(drawn.hand.hands[0])) == ("3h 3d", "Ks", 12)


def test_fa_7_it_is_never_discarded() -> None:
    drawn = dealt(FA, "3h 4c", stock="Ks").plays("draw")
    drawn.refuses("discard 3h", "red_threes.never_discarded", "7")
    assert "discard 3h" not in drawn.choices


def test_fa_7_it_is_never_melded_for_it_lies_beside_the_melds() -> None:
    drawn = dealt(FA, "3h 4h 5h 6h 7h 3d 3d", stock="Ks").plays("draw")
    drawn.refuses("lay 3h 4h 5h", "red_threes.never_melded", "7")
    drawn.refuses("lay 3h 3d 3d", "red_threes.never_melded", "7")
    laid = drawn.plays("lay 4h 5h 6h")
    laid.refuses("add 0: 3h 4h 5h 6h", "red_threes.never_melded", "7")
    assert not any("3h" in choice for choice in laid.choices)


def test_fa_7_retained_it_costs_100_and_not_the_ten_of_a_card() -> None:
    over = swift(FA, "3h 4s", "", "3d 4s").plays(OUT_AT_ONCE)
    assert over.counted(1) == [
        ("hand_cards", 20, -200, "23"),
        ("red_threes_in_hand", 2, -200, "7, 19"),
        ("no_morto", 1, -100, "13, 20"),
    ]


def test_fa_7_nobody_is_left_with_red_threes_alone() -> None:
    """Seat 0 keeps two red threes; it must keep a card to discard beside them."""
    on = dealt(FA, "3h 3d 4h 5h 6h 7h 8h 9c Tc Jc Qc", stock="Kc").plays("draw, lay 9c Tc Jc Qc Kc")
    on.refuses("lay 4h 5h 6h 7h 8h", "going_out.never_stuck", "14")
    assert on.allows("lay 4h 5h 6h 7h")


def test_fa_7_an_exchange_that_leaves_nothing_to_draw_ends_the_hand() -> None:
    begun = dealt(FA, "", "3h", mortos=("", OTHER_THREES)).passes_until(stock=1)
    assert begun.turn == 1
    over = begun.plays("exchange")
    assert (over.ending, over.out, over.red_threes(1)) == (Ending.NOTHING_TO_DRAW, None, "3h")
    assert over.points("red_threes", 1) == -100
    assert begun.plays("draw").match.hand_is_on, "without the exchange he plays his turn"


def test_fa_7_a_dealt_one_that_the_stock_cannot_replace_stays_in_hand_and_is_retained() -> None:
    begun = dealt(FA, "", "3h 3d", mortos=("", "3h 3d")).passes_until(stock=1)
    over = begun.plays("exchange")
    assert (over.ending, over.red_threes(1)) == (Ending.NOTHING_TO_DRAW, "3h")
    assert over.holds(1, "3d")
    assert ("red_threes_in_hand", 1, -100, "7, 19") in over.counted(1)


def test_fa_7_one_that_cannot_be_replaced_is_laid_all_the_same() -> None:
    begun = dealt(FA, mortos=("", "3h 3d 3d"), bottom="3h").passes_until(stock=1)
    drawn = begun.plays("draw")
    assert drawn.match.hand_is_on
    assert (drawn.red_threes(begun.turn % 2), len(drawn.hand.hands[begun.turn])) == ("3h", 11)
    over = drawn.plays(f"discard {drawn.cards_of(drawn.turn).split()[0]}")
    assert over.ending is Ending.NOTHING_TO_DRAW


def test_fa_7_a_player_left_without_cards_by_the_exchange_takes_a_morto() -> None:
    """Seat 1 has laid everything but a red three; the exchange brings the last card, another red three."""
    hand = "4s 5s 6s 7s 8s 9s Ts Js Qs Ks 3h"
    begun = dealt(FA, "", hand, mortos=("3d", "3d"), stock="Qd Kd", bottom="3h")
    one = begun.plays("pass", "draw, lay 4s 5s 6s 7s 8s 9s Ts Js Qs Ks, discard Kd")
    assert one.cards_of(1) == "3h"
    last = one.passes_until(stock=1)
    assert last.turn == 1
    over = last.plays("exchange")
    assert over.had_events(MortoTaken(1, direct=True))
    assert (over.ending, over.red_threes(1)) == (Ending.NOTHING_TO_DRAW, "3h 3h")
    assert over.points("no_morto", 1) == 0
    assert over.points("hand_cards", 1) == -10 * (11 + 11), "the morto's red three is an ordinary card by then"


# --- those of a morto ---------------------------------------------------------------------------------------------


def test_fa_8_those_of_a_morto_taken_direct_are_exchanged_at_once() -> None:
    taken = swift(FA, mortos=("3h 3d Jh Qh Kh Ah 4c 5c 6c 7c 8c",), stock="Ac Ks Qs").plays(DIRECT)
    assert taken.red_threes(0) == "3h 3d"
    assert taken.cards_of(0) == "4c 5c 6c 7c 8c Ah Jh Qh Kh Qs Ks"
    assert (taken.turn, taken.match.hand_is_on) == (0, True)


def test_fa_8_those_of_a_morto_taken_by_a_discard_by_the_act_at_the_start_of_the_next_turn() -> None:
    taken = swift(FA, mortos=("3h 3d Jh Qh Kh Ah 4c 5c 6c 7c 8c",), stock="Ac 8d 8d 9d Ks Qs Js").plays(INDIRECT)
    taken.refuses(Exchange(0), "turn.order", "5, gloss.")
    again = taken.passes(3)
    assert again.red_threes(0) == ""
    assert again.choices[0] == "exchange"
    assert again.plays("exchange").red_threes(0) == "3h 3d"
    again.plays("draw").refuses("exchange", "red_threes.exchange", "7")


def direct_at_the_end(upper: str, lower: str) -> Table:
    """Seat 0 draws the last card but one, the ace of clubs, lays its hand and takes the morto without a discard."""
    begun = dealt(FA, SWIFT, mortos=(upper, lower), bottom="Ac Ks")
    return begun.passes_until(stock=2).plays(f"draw, {SWIFT_LAY}")


def test_fa_8_without_cards_enough_the_hand_ends_and_those_left_count_as_ordinary_cards() -> None:
    """Two red threes and one card in the stock."""
    over = direct_at_the_end("3h 3d 8c 8d 8c 8d 9c 9d 9c Td Td", "3h 3d")
    assert over.had_events(MortoTaken(0, direct=True), RedThreeLaid(0, card("3h")))
    assert (over.ending, over.out, over.red_threes(0)) == (Ending.NOTHING_TO_DRAW, None, "3h")
    assert over.holds(0, "3d Ks")
    assert over.points("red_threes", 0) == 100, "the pair has a canastra"
    assert over.points("red_threes_in_hand", 0) == 0
    assert over.points("hand_cards", 0) == -10 * (11 + 11)


def test_fa_8_with_cards_enough_the_turn_goes_on_though_the_stock_is_empty() -> None:
    on = direct_at_the_end("3h 8c 8d 8c 8d 9c 9d 9c Td Td Jd", OTHER_THREES)
    assert (on.match.hand_is_on, on.stock, on.red_threes(0)) == (True, 0, "3h")
    assert on.plays("discard Ks").ending is Ending.NOTHING_TO_DRAW


def test_fa_8_the_same_for_a_morto_taken_by_a_discard() -> None:
    """Three red threes came with the morto, and two cards are left when its owner exchanges them."""
    morto = "3h 3h 3d 8c 8d 8c 8d 9c 9d 9c Td"
    on = dealt(FA, SWIFT, mortos=(morto, "3d"), bottom="Ac Qd Kd Ad Js Ks").passes_until(stock=6)
    again = on.plays(INDIRECT).passes(3)
    assert (again.turn, again.stock) == (0, 2)
    over = again.plays("exchange")
    assert (over.ending, over.red_threes(0)) == (Ending.NOTHING_TO_DRAW, "3h 3h")
    assert over.points("red_threes_in_hand", 0) == 0
    assert over.points("hand_cards", 0) == -10 * (11 + 11)


def test_fa_8_the_same_for_a_morto_whose_owner_had_no_turn_any_more() -> None:
    on = dealt(FA, SWIFT, mortos=("3h 3d 8c 8d 8c 8d 9c 9d 9c Td Td", "3h 3d"), bottom="Ac Ks").passes_until(stock=2)
    over = on.plays(INDIRECT, "pass")
    assert (over.ending, over.hand.unplayed) == (Ending.NOTHING_TO_DRAW, frozenset({0}))
    assert over.points("red_threes_in_hand", 0) == 0
    assert over.points("hand_cards", 0) == -10 * (11 + 11)


def test_fa_8_forgotten_ones_are_retained_and_cost_100() -> None:
    morto = "3h 3h 3d 8c 8d 8c 8d 9c 9d 9c Td"
    on = dealt(FA, SWIFT, mortos=(morto, "3d"), bottom="Ac Qd Kd Ad Js Ks").passes_until(stock=6)
    over = on.plays(INDIRECT).passes(3).plays("draw, discard Js").passes(1)
    assert over.ending is Ending.NOTHING_TO_DRAW
    assert over.counted(0)[-2:] == [("hand_cards", 19, -190, "23"), ("red_threes_in_hand", 3, -300, "7, 19")]


# --- black threes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("three", ["3c", "3s"])
def test_fa_9_a_black_three_locks_the_pile_for_the_next_player(three: str) -> None:
    locked = dealt(FA, three, "4h 5h", stock="6h").plays(f"draw, discard {three}")
    assert locked.choices == ["draw"]
    locked.refuses("take", "black_threes.locks", "9")
    locked.refuses("take 4h 5h 6h", "black_threes.locks", "9")


def test_fa_9_a_black_three_locks_the_pile_for_the_next_player_alone() -> None:
    on = dealt(FA, "3c", "6h", "4h 5h", stock="Ks Qs").plays("draw, discard 3c", "draw, discard 6h")
    taken = on.plays("take 4h 5h 6h")
    assert taken.holds(2, "3c")


def test_fa_9_it_is_never_melded() -> None:
    drawn = dealt(FA, "3c 3c 3s 4c 5c 2d").plays("draw")
    drawn.refuses("lay 3c 4c 5c", "black_threes.never_melded", "9")
    drawn.refuses("lay 3c 3c 3s", "black_threes.never_melded", "9")
    drawn.refuses("lay 2d 4c 5c", "melds.run_order", "9, 10, gloss.")
    assert "discard 3c" in drawn.choices


def test_fa_9_it_may_be_the_last_card_discarded() -> None:
    over = swift(FA, mortos=(SWIFT_MORTO.replace("9d", "3s"),)).plays(OUT_AT_ONCE.replace("9d", "3s"))
    assert (over.out, over.pile) == (0, "3s")


def test_fa_9_in_hand_at_the_end_it_costs_100() -> None:
    over = swift(FA, "3c 3s").plays(OUT_AT_ONCE)
    assert ("black_threes", 2, -200, "9, 21, 23") in over.counted(1)


# --- their points -------------------------------------------------------------------------------------------------


def test_fa_19_each_red_three_gives_100_to_a_pair_with_a_canastra() -> None:
    over = swift(FA, stock="3h 3d Ac").plays(OUT_AT_ONCE)
    assert over.counted(0)[2] == ("red_threes", 2, 200, "19")
    assert over.points("melded_cards", 0) == 220, "the card's ten points are not added"


def test_fa_19_a_dirty_canastra_is_enough() -> None:
    lay = "4s 5s 6s 7s 8s 9s 2s"
    begun = dealt(FA, SWIFT, lay, mortos=(SWIFT_MORTO,), stock="8d 3d 8d 9d Td Ac")
    over = begun.plays("pass", f"draw, lay {lay}, discard 8d", "pass", "pass", OUT_AT_ONCE)
    assert over.points("red_threes", 1) == 100


def test_fa_19_without_a_canastra_each_costs_100() -> None:
    begun = dealt(FA, SWIFT, "4s 5s 6s 7s 8s 9s", mortos=(SWIFT_MORTO,), stock="8d 3d 8d 9d Td Ac")
    over = begun.plays("pass", "draw, lay 4s 5s 6s 7s 8s 9s, discard 8d", "pass", "pass", OUT_AT_ONCE)
    assert ("red_threes", 1, -100, "19") in over.counted(1)


def test_fa_19_one_in_hand_costs_100_and_those_laid_keep_their_sign() -> None:
    """Seat 2 kept a red three, and seat 0 went out with two laid: +200 and −100."""
    over = swift(FA, "", "3d 4s", stock="3h 3d Ac").plays(OUT_AT_ONCE)
    assert ("red_threes", 2, 200, "19") in over.counted(0)
    assert ("red_threes_in_hand", 1, -100, "7, 19") in over.counted(0)
    assert over.points("hand_cards", 0) == -100


def test_fa_21_a_black_three_in_hand_costs_100_instead_of_ten() -> None:
    over = swift(FA, "3c 3s", "3c", "3s").plays(OUT_AT_ONCE)
    assert over.counted(1) == [
        ("hand_cards", 19, -190, "23"),
        ("black_threes", 3, -300, "9, 21, 23"),
        ("no_morto", 1, -100, "13, 20"),
    ]
    assert ("black_threes", 1, -100, "9, 21, 23") in over.counted(0)
    assert over.points("hand_cards", 0) == -100


def test_fa_21_in_the_pile_it_costs_nothing() -> None:
    over = swift(FA, mortos=(SWIFT_MORTO.replace("9d", "3s"),)).plays(OUT_AT_ONCE.replace("9d", "3s"))
    assert over.points("black_threes", 0) == 0
