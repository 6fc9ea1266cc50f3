"""AFIA 2026, Art. 4, definitions 2 to 4: taking the pile, black threes, red threes; rulings C-7, C-8, C-10, C-12."""

import pytest

from carteado.melds import Ending
from carteado.melds.events import CardDrawn, MortoTaken, PileTaken, RedThreeLaid
from tests.melds.tables import AF, DIRECT, INDIRECT, OUT_AT_ONCE, SLOW, Table, card, dealt, swift

TAKER = "4h 5h 7h 8c 8c 9c Tc Jd Qd Kd Ks"
"""A hand that can use a six of hearts."""


def pile_of(discards: str, *, taker: str = TAKER) -> Table:
    """Seats 0, 1 and 2 have drawn and discarded these cards, and seat 3 is on turn with the hand named."""
    return dealt(AF, "", "", "", taker, stock=discards).passes(3)


# --- taking the pile ----------------------------------------------------------------------------------------------


def test_af_4_2_the_pile_is_taken_by_laying_its_top_card_in_a_new_meld() -> None:
    before = pile_of("Qs Js 6h")
    assert before.pile == "Qs Js 6h"
    taken = before.plays("take 4h 5h 6h")
    assert taken.melds(1) == ["4h 5h 6h"]
    assert taken.had_events(PileTaken(3, 3))
    assert (taken.pile, taken.stock) == ("", before.stock)
    assert taken.holds(3, "Qs Js 7h 8c 8c 9c Tc Jd Qd Kd Ks"), "the rest of the pile joins the hand"
    assert len(taken.hand.hands[3]) == 11


def test_af_4_2_further_cards_of_the_hand_may_go_into_the_same_meld() -> None:
    assert pile_of("Qs Js 6h").plays("take 4h 5h 6h 7h").melds(1) == ["4h 5h 6h 7h"]
    assert {"take 4h 5h 6h", "take 4h 5h 6h 7h", "take 5h 6h 7h"} <= set(pile_of("Qs Js 6h").choices)


def test_af_4_2_never_without_laying_it() -> None:
    before = pile_of("Qs Js 6h")
    before.refuses("take", "pile.taking", "4.2, 5")
    before.refuses("take Jd Qd Kd", "pile.taking", "4.2, 5")
    useless = pile_of("Qs Js 6s")
    assert useless.choices == ["draw"]
    useless.refuses("take", "pile.taking", "4.2, 5")
    useless.refuses("take 4h 5h 6s", "melds.same_suit", "4.1")


def test_af_4_2_only_with_cards_that_were_in_hand_before() -> None:
    before = pile_of("Qs 5h 6h", taker="4h 8h 8c 8c 9c Tc Jd Qd Kd Ks As")
    before.refuses("take 4h 5h 6h", "turn.own_cards", "4.2, 5")
    assert not any(choice.startswith("take") for choice in before.choices)


def test_af_4_2_or_by_adding_it_to_a_meld_of_the_pair() -> None:
    begun = dealt(AF, "", "4h 5h 6h", "", "8h 8s 8s 9s Tc Jd Qd Kd Ks Ac As", stock="Qs Js 7h")
    laid = begun.plays("pass", "draw, lay 4h 5h 6h, discard Js", "pass")
    taken = laid.plays("take 0: 4h 5h 6h 7h 8h")
    assert taken.melds(1) == ["4h 5h 6h 7h 8h"]
    assert taken.holds(3, "Qs Js")
    assert {"take 0: 4h 5h 6h 7h", "take 0: 4h 5h 6h 7h 8h"} <= set(laid.choices)


def test_af_4_2_the_top_card_must_be_among_those_added() -> None:
    laid = dealt(AF, "", "4h 5h 6h", "", "7h 6s 6s 9s", stock="Qs Js 6h").plays(
        "pass", "draw, lay 4h 5h 6h, discard Js", "pass"
    )
    assert laid.pile == "Qs Js 6h"
    laid.refuses("take 0: 4h 5h 6h 7h", "pile.taking", "4.2, 5")
    laid.refuses("take 7h 8h 9h", "pile.taking", "4.2, 5")
    assert laid.allows("take 6h 6s 6s")


def test_af_4_2_of_two_equal_cards_it_is_the_top_one_that_is_laid() -> None:
    before = pile_of("Qs Js 6h", taker="4h 5h 6h 8c 8c 9c Tc Jd Qd Kd Ks")
    taken = before.plays("take 4h 5h 6h")
    assert taken.holds(3, "6h Qs Js")
    assert len(taken.hand.hands[3]) == 11


def test_af_4_2_a_2_on_top_serves_like_any_other_card() -> None:
    before = pile_of("Qs Js 2c")
    assert before.plays("take 4h 5h 2c").melds(1) == ["4h 5h 2c"]
    laid = dealt(AF, "", "4h 5h 6h", "", "", stock="Qs Js 2c").plays("pass", "draw, lay 4h 5h 6h, discard Js", "pass")
    assert laid.plays("take 0: 4h 5h 6h 2c").melds(1) == ["4h 5h 6h 2c"]


def test_af_4_2_what_was_in_the_pile_may_be_laid_after_that() -> None:
    before = pile_of("8h 9h 6h", taker="4h 5h 7h 8c 8c 9c Tc Jd Qd Kd Ks")
    laid = before.plays("take 4h 5h 6h, add 0: 4h 5h 6h 7h 8h 9h")
    assert laid.melds(1) == ["4h 5h 6h 7h 8h 9h"]


# --- black threes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("three", ["3c", "3s"])
def test_af_4_3_a_black_three_is_never_melded(three: str) -> None:
    suit = three[1]
    hand = dealt(AF, f"4{suit} 5{suit} 6{suit} 3c 3s 2c", stock=three).plays("draw")
    hand.refuses(f"lay {three} 4{suit} 5{suit}", "black_threes.never_melded", "4.3")
    hand.refuses("lay 3c 3s 2c", "black_threes.never_melded", "4.3")
    laid = hand.plays(f"lay 4{suit} 5{suit} 6{suit}")
    laid.refuses(f"add 0: {three} 4{suit} 5{suit} 6{suit}", "black_threes.never_melded", "4.3")
    assert not any(three in choice for choice in laid.choices if not choice.startswith("discard"))


@pytest.mark.parametrize("three", ["3c", "3s"])
def test_af_4_3_on_top_of_the_pile_it_locks_it_for_the_next_player(three: str) -> None:
    locked = pile_of(f"Qs Js {three}")
    assert locked.choices == ["draw"]
    locked.refuses("take", "black_threes.locks", "4.3, 5")
    locked.refuses(f"take {three} 4h 5h", "black_threes.locks", "4.3, 5")
    locked.refuses("take Js Qd Kd", "black_threes.locks", "4.3, 5")


def test_af_4_3_and_for_nobody_after_him() -> None:
    before = dealt(AF, "3c", "", "4h 5h", "", stock="Qs 6h").plays("draw, discard 3c", "pass")
    assert before.pile == "3c 6h"
    taken = before.plays("take 4h 5h 6h")
    assert taken.holds(2, "3c"), "the three goes to the hand with the rest of the pile"
    assert taken.plays("discard 3c").turn == 3


def test_af_4_3_a_red_three_locks_nothing_and_other_cards_neither() -> None:
    assert pile_of("Qs Js 6h").allows("take 4h 5h 6h")
    assert pile_of("3c Js 6h").allows("take 4h 5h 6h"), "it locks on top only"


def test_af_4_3_it_may_be_discarded_at_any_time_even_as_the_last_card() -> None:
    last = swift(AF, mortos=("Jh Qh Kh Ah 4c 5c 6c 7c 8c 9c 3s",)).plays(OUT_AT_ONCE.replace("9d", "3s"))
    assert (last.ending, last.out, last.pile) == (Ending.WENT_OUT, 0, "3s")
    to_morto = swift(AF, stock="3c").plays("draw, lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc, discard 3c")
    assert to_morto.took_morto(0)
    to_morto.refuses("take", "black_threes.locks", "4.3, 5")


# --- red threes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dealer", "first", "second"), [(3, 0, 1), (0, 1, 0)])
def test_af_4_4_dealt_ones_are_laid_and_replaced_before_the_first_turn_in_order_of_play(
    dealer: int, first: int, second: int
) -> None:
    hands = {first: "3h 4c", second: "3d 5c"}
    begun = dealt(AF, hands[0], hands[1], stock="3d Ks As Qs", dealer=dealer)
    assert begun.had_events(
        RedThreeLaid(first, card("3h")), RedThreeLaid(first, card("3d")), RedThreeLaid(second, card("3d"))
    )
    assert begun.holds(first, "Ks"), "his chain is finished first"
    assert begun.holds(second, "As")
    assert [begun.red_threes(pair) for pair in (first % 2, second % 2)] == ["3h 3d", "3d"]
    assert [len(hand) for hand in begun.hand.hands] == [11, 11, 11, 11]
    assert (begun.turn, begun.stock) == (first, 35)


def test_af_4_4_a_drawn_one_is_laid_and_another_card_drawn() -> None:
    drawn = dealt(AF, "4c", stock="3h 3d Ks").plays("draw")
    assert drawn.events == (
        CardDrawn(0),
        RedThreeLaid(0, card("3h")),
        CardDrawn(0),
        RedThreeLaid(0, card("3d")),
        CardDrawn(0),
    )
    assert drawn.red_threes(0) == "3h 3d"
    assert drawn.drawn == "Ks"
    assert len(drawn.hand.hands[0]) == 12


def test_af_4_4_the_player_has_no_say_in_it() -> None:
    begun = dealt(AF, "3h 4c", stock="Ks 3d Qs")
    begun.refuses("exchange", "red_threes.exchange", "4.4")
    assert begun.choices == ["draw"]
    begun.plays("draw").refuses("exchange", "red_threes.exchange", "4.4")


def test_af_4_4_those_of_a_morto_taken_direct_are_replaced_at_once() -> None:
    taken = swift(AF, mortos=("3h 3d Jh Qh Kh Ah 4c 5c 6c 7c 8c",), stock="Ac 3d Ks Qs").plays(DIRECT)
    assert taken.had_events(MortoTaken(0, direct=True))
    assert taken.red_threes(0) == "3h 3d 3d", "a third one came with the chain"
    assert taken.cards_of(0) == "4c 5c 6c 7c 8c Ah Jh Qh Kh Qs Ks"


def test_af_4_4_those_of_a_morto_taken_by_a_discard_wait_for_the_next_turn() -> None:
    taken = swift(AF, mortos=("3h 3d Jh Qh Kh Ah 4c 5c 6c 7c 8c",), stock="Ac 8d 8d 9d Ks Qs Js").plays(INDIRECT)
    assert taken.red_threes(0) == ""
    assert taken.holds(0, "3h 3d")
    waiting = taken.passes(2)
    assert waiting.red_threes(0) == ""
    again = waiting.passes(1)
    assert again.turn == 0
    assert again.had_events(RedThreeLaid(0, card("3h")), RedThreeLaid(0, card("3d")))
    assert again.holds(0, "Ks Qs"), "before he draws"
    assert again.plays("draw").drawn == "Js"


@pytest.mark.parametrize("three", ["3h", "3d"])
def test_af_4_4_they_lie_alone_and_are_never_melded(three: str) -> None:
    suit = three[1]
    hand = dealt(AF, f"4{suit} 5{suit} 6{suit}", stock=f"{three} Ks").plays("draw")
    hand.refuses(f"lay {three} 4{suit} 5{suit}", "red_threes.never_melded", "4.4")
    laid = hand.plays(f"lay 4{suit} 5{suit} 6{suit}")
    laid.refuses(f"add 0: {three} 4{suit} 5{suit} 6{suit}", "red_threes.never_melded", "4.4")
    assert hand.red_threes(0) == three


def test_af_4_4_each_gives_100_to_a_pair_with_a_canastra_and_costs_100_without() -> None:
    over = swift(AF, "3d 4s", stock="Qs 3h Ac").plays(OUT_AT_ONCE)
    assert over.counted(0)[2] == ("red_threes", 1, 100, "4.4, 6")
    assert over.counted(1)[0] == ("red_threes", 1, -100, "4.4, 6")


def test_af_4_4_a_dirty_canastra_is_enough_for_it_and_six_cards_are_not() -> None:
    def ended(lay: str) -> Table:
        """Seat 1 lays, seat 0 goes out a round later; each pair has one red three."""
        hands = ("4h 5h 6h 7h 8h 9h Th Tc Jc Qc Kc", lay)
        begun = dealt(AF, *hands, mortos=("Jh Qh Kh Ah 4c 5c 6c 7c 8c 9c 9d",), stock="8d 3d 8d 9d Td Ac")
        return begun.plays("pass", f"draw, lay {lay}, discard 8d", "pass", "pass", OUT_AT_ONCE)

    assert ended("4s 5s 6s 7s 8s 9s 2s").points("red_threes", 1) == 100
    assert ended("4s 5s 6s 7s 8s 9s").points("red_threes", 1) == -100


def test_af_4_4_one_that_cannot_be_replaced_is_laid_and_play_goes_on() -> None:
    """The last card of the last morto is a red three: it is drawn, laid, and the player still discards."""
    lower = "8c 8c 8d 8d 8s 8s 9c 9c 9d 9d 3h"
    last = dealt(AF, mortos=("", lower), stock="3h 3d 3d")
    while last.stock + 11 * len(last.hand.mortos) > 1:
        last = last.passes(1)
    drawn = last.plays("draw")
    assert drawn.match.hand_is_on
    assert drawn.had_events(RedThreeLaid(drawn.turn, card("3h")))
    assert len(drawn.hand.hands[drawn.turn]) == 11
    over = drawn.plays(f"discard {drawn.cards_of(drawn.turn).split()[0]}")
    assert (over.ending, over.out) == (Ending.NOTHING_TO_DRAW, None)


def test_af_4_4_an_exchange_that_leaves_nothing_to_draw_ends_the_hand() -> None:
    """Four red threes came with a morto: two are replaced by the last cards, the others are laid all the same."""
    lower = "3h 3h 3d 3d 8c 8d 8c 8d 9c 9d 9c"
    hands = ("4h 5h 6h 7h 8h 9h Th Tc Jc Qc Kc", SLOW)
    begun = dealt(AF, *hands, mortos=("", lower), stock="Qs 8s", bottom="Ah Ad")
    on = begun.plays("pass", f"draw, lay {SLOW}, discard 8s").passes_until(stock=6).plays("draw")
    assert on.turn == 0
    taken = on.plays("lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc").plays(f"discard {on.drawn}")
    assert taken.hand.mortos == ()
    over = taken.passes(3)
    assert (over.ending, over.out, over.stock) == (Ending.NOTHING_TO_DRAW, None, 0)
    assert over.red_threes(0) == "3h 3h 3d 3d"
    assert over.points("red_threes", 0) == 400
    assert over.points("hand_cards", 0) == -10 * (9 + 11)


def test_af_4_4_one_left_in_hand_at_the_end_counts_as_an_ordinary_card() -> None:
    """Seat 0 took the morto by a discard, and the partner goes out before it could be used."""
    upper = "3h 3d 8c 8d 8c 8d 9c 9d 9c Ts Td"
    partner = "4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"
    begun = dealt(AF, "4h 5h 6h 7h 8h 9h Th Tc Jc Qc Kc", "", partner, mortos=(upper,), stock="Qs Ac Qd")
    taken = begun.plays("draw, lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc, discard Qs", "pass")
    over = taken.plays(f"draw, lay {partner}, discard Qd")
    assert (over.ending, over.out) == (Ending.WENT_OUT, 0)
    assert over.counted(0) == [
        ("went_out", 1, 100, "6"),
        ("clean_canastas", 2, 400, "6"),
        ("melded_cards", 22, 220, "6"),
        ("hand_cards", 11, -110, "6"),
    ]
