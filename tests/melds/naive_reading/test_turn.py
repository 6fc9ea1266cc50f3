"""The naive reading itself: the turn, the pile and red threes."""

import pytest

from tests.melds.naive.hand_notation import QUICK_ACTS, RUN, deal, goes_on, hand, refused_at, replayed, turns
from tests.melds.naive.regulations import AF, AP, FA

# --- the turn -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "stops"),
    [
        (["0 lay 4h 5h 6h"], 0),
        (["0 discard Kc"], 0),
        (["0 draw", "0 draw"], 1),
        (["1 draw"], 0),
        (["0 draw", "1 discard 9c"], 1),
        (["0 take lay 4h 5h 6h"], 0),  # there is no pile yet
        (["0 draw", "0 discard Ks"], 1),  # not his
        (["0 draw", "0 discard 9c", "0 draw"], 2),
        (["0 exchange"], 0),
        (["0 draw", "0 redraw", "0 redraw"], 2),  # C-13
        (["0 draw", "0 lay 4h 5h 6h", "0 redraw"], 2),
        (["0 draw", "0 discard 9c", "1 draw", "1 redraw"], 3),
    ],
)
@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_acts_out_of_place(regulation: str, told: list[str], stops: int) -> None:
    dealt = deal(["4h 5h 6h Kc", "", "Ks Ks"], stock="9c 9d")
    assert replayed(regulation, hand(dealt, *told)) == refused_at(stops)


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c13_a_red_three_does_not_use_up_the_right_to_redraw(regulation: str) -> None:
    dealt = deal(stock="3h 9c 3d Jd")
    told = ["0 draw", "0 redraw", "0 discard Jd"]
    assert goes_on(replayed(regulation, hand(dealt, *told)))
    assert replayed(regulation, hand(dealt, *told[:2], "0 discard 9c")) == refused_at(2), "the 9 lies on the pile"


def test_c13_nor_does_an_exchange() -> None:
    dealt = deal(["3h"], stock="4c 9c Jd")
    assert goes_on(replayed(FA, hand(dealt, "0 exchange", "0 draw", "0 redraw", "0 discard 4c")))


# --- the pile -----------------------------------------------------------------------------------------------------

PILE = deal(["9c 7h", "Jd 8s", "Qd Kd 4c 5c 6c", "2d Td"], stock="4d 4d 4s 4s")
TOLD = ["0 draw", "0 discard 9c", "1 draw", "1 discard Jd"]


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c7_the_top_card_is_laid_with_cards_of_the_hand_and_the_rest_joins_it(regulation: str) -> None:
    assert goes_on(replayed(regulation, hand(PILE, *TOLD, "2 take lay Jd Qd Kd", "2 discard 9c")))
    for wrong in ("2 take", "2 take lay 4c 5c 6c", "2 take lay Jd Qd", "2 take lay Td Jd Qd Kd"):
        assert replayed(regulation, hand(PILE, *TOLD, wrong)) == refused_at(4)
    assert replayed(regulation, hand(PILE, *TOLD, "2 take lay Jd Qd Kd", "2 draw")) == refused_at(5)


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c7_cards_under_the_top_come_too_late_for_the_meld(regulation: str) -> None:
    dealt = deal(["Td", "Jd", "Qd Kd 4c"], stock="4d 4d 4s 4s")
    told = ["0 draw", "0 discard Td", "1 draw", "1 discard Jd"]
    assert replayed(regulation, hand(dealt, *told, "2 take lay Td Jd Qd Kd")) == refused_at(4)
    then = ["2 take lay Jd Qd Kd", "2 extend 0: Td Jd Qd Kd", "2 discard 4c"]
    assert goes_on(replayed(regulation, hand(dealt, *told, *then)))


ONCE_ROUND = ["0 draw", "0 lay Jh Qh Kh", "0 discard 4d", "1 draw", "1 discard 8s", "2 draw", "2 discard 7c"]


@pytest.mark.parametrize(
    ("regulation", "take", "allowed"),
    [
        (AF, "0 take 0: Jh Qh Kh 2d", True),
        (FA, "0 take 0: Jh Qh Kh 2d", False),  # FA 11
        (AF, "0 take lay 2d 9c 9c", True),
        (FA, "0 take lay 2d Kc Kd", True),
    ],
)
def test_c7_a_two_on_top(regulation: str, take: str, allowed: bool) -> None:
    dealt = deal(["Jh Qh Kh 9c 9c Kc Kd", "8s", "4c 5c 7c", "2d Ah"], stock="4d 4d 4s 4s 5s 5s")
    outcome = replayed(regulation, hand(dealt, *ONCE_ROUND, "3 draw", "3 discard 2d", take, "0 discard 7c"))
    assert goes_on(outcome) if allowed else outcome == refused_at(9)


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c7_the_top_card_must_be_among_those_added(regulation: str) -> None:
    dealt = deal(["Jh Qh Kh Th", "8s", "7c", "Ah"], stock="4d 4d 4s 4s 5s 5s")
    told = [*ONCE_ROUND, "3 draw", "3 discard Ah"]
    assert replayed(regulation, hand(dealt, *told, "0 take 0: Th Jh Qh Kh")) == refused_at(9)
    assert goes_on(replayed(regulation, hand(dealt, *told, "0 take 0: Th Jh Qh Kh Ah", "0 discard 4d")))


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c8_a_black_three_locks_the_pile_only_while_it_lies_on_top(regulation: str) -> None:
    dealt = deal(["3c", "3s 3c 9c", "Jd Qd Kd"], stock="4d Jd 4s 4s")
    told = ["0 draw", "0 discard 3c", "1 draw", "1 discard Jd", "2 take lay Jd Qd Kd", "2 discard 3c"]
    assert goes_on(replayed(regulation, hand(dealt, *told)))
    assert replayed(regulation, hand(dealt, *told[:2], "1 take lay 3c 3s 3c")) == refused_at(2)


@pytest.mark.parametrize(("regulation", "allowed"), [(AF, False), (FA, True)])
def test_c7_with_one_card_in_hand_af_sends_the_player_to_the_stock(regulation: str, allowed: bool) -> None:
    run = "4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    dealt = deal([run, "8s", "7c", "Ah"], stock="9c 4d 4s 4s")
    told = ["0 draw", f"0 lay {run}", "0 discard 9c", "1 draw", "1 discard 8s", "2 draw", "2 discard 7c", "3 draw"]
    outcome = replayed(regulation, hand(dealt, *told, "3 discard Ah", f"0 take 0: {run} Ah", "0 discard 8s"))
    assert goes_on(outcome) if allowed else outcome == refused_at(9)


def test_c7_ap_takes_the_whole_pile_freely() -> None:
    dealt = deal(["3c", "Ks"], stock="4d 4s 9d")
    told = ["0 draw", "0 discard 3c", "1 take", "1 discard Ks", "2 take", "2 discard 9c"]
    assert replayed(AP, hand(dealt, *told[:4], "2 take lay Ks Qs Js")) == refused_at(4)
    dealt = deal(["3c", "Ks", "9c"], stock="4d 4s 9d")
    assert goes_on(replayed(AP, hand(dealt, *told)))


def test_c23_ap_a_single_card_taken_may_be_discarded_again() -> None:
    dealt = deal(["3c", "Ks", "Qs"], stock="4d 4s 9d")
    told = ["0 draw", "0 discard 3c", "1 take"]
    assert goes_on(replayed(AP, hand(dealt, *told, "1 discard 3c")))
    two = ["1 draw", "1 discard Ks", "2 take", "2 discard Ks"]
    assert goes_on(replayed(AP, hand(dealt, *told[:2], *two))), "the pile had two cards"
    later = ["1 take", "1 discard Ks", "2 draw", "2 discard Qs", "3 draw", "3 discard 9d", "0 draw", "0 discard 4d"]
    dealt = deal(["3c", "Ks", "Qs"], stock="4d 4s 9d 5d 5d")
    assert goes_on(replayed(AP, hand(dealt, *told[:2], *later, "1 draw", "1 discard 3c"))), "a turn later it may go"
    dealt = deal(["3c", "3c"], stock="4d 4s 9d")
    assert goes_on(replayed(AP, hand(dealt, *told, "1 discard 3c"))), "his own copy goes"


# --- red threes ---------------------------------------------------------------------------------------------------


def test_c10_af_dealt_red_threes_go_before_the_first_turn_in_order_of_play() -> None:
    """Seat 0 lays 3h, draws 3d, lays it too and keeps 4c; seat 1 gets 5c; the first draw is 6c."""
    dealt = deal(["3h 5c", "3d"], stock="3d 4c 5c 6c 7c")
    told = ["0 draw", "0 lay 4c 5c 6c", "0 discard Ks", "1 draw", "1 discard 5c"]
    assert replayed(AF, hand(dealt, *told)) == refused_at(2), "he has no Ks"
    told[2] = f"0 discard {dealt['hands'][0][-1]}"
    assert goes_on(replayed(AF, hand(dealt, *told)))


def test_c10_red_threes_of_a_morto_go_when_its_owner_may_use_it() -> None:
    """Taken with the discard of turn 0, it is his on turn 4: the stock gives 4h for the red three, then 7h is drawn."""
    dealt = deal([RUN["h"]], mortos=["3h 9s 9s"], stock="6h 8h Th Qh 4h 7h")
    told = ["0 draw", f"0 lay {RUN['h']}", "0 discard 6h", *turns(AF, dealt, range(1, 4))]
    for first in ("4h", "7h"):
        assert goes_on(replayed(AF, hand(dealt, *told, "0 draw", f"0 discard {first}")))
        assert goes_on(replayed(FA, hand(dealt, *told, "0 exchange", "0 draw", f"0 discard {first}")))
    assert replayed(AF, hand(dealt, *told, "0 draw", "0 discard 3h")) == refused_at(10)
    assert replayed(FA, hand(dealt, *told, "0 draw", "0 discard 7h")) == refused_at(10), "forgotten: he drew 4h"


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c10_red_threes_count_for_a_pair_with_a_canastra_and_against_one_without(regulation: str) -> None:
    dealt = deal([RUN["h"], RUN["d"], RUN["s"], RUN["c"]], stock="3h 9c 3d 3d 9d 9s")
    told = [*QUICK_ACTS[:4], "1 discard 9d", *QUICK_ACTS[6:]]
    [counted] = replayed(regulation, hand(dealt, *told))["hands"]
    assert counted["lines"][0]["red_threes"] == 100
    assert counted["lines"][1] == {"red_threes": -200, "hand_cards": -220, "no_morto": -100}


def test_c11_fa_exchanges_at_the_start_of_his_own_turn_all_in_one_act() -> None:
    dealt = deal(["3h 3d Kc", "3d"], stock="3h 5c 6c 7c 8c 9c 9d")
    told = ["0 exchange", "0 draw", "0 lay 5c 6c 7c", "0 discard Kc"]
    assert goes_on(replayed(FA, hand(dealt, *told)))
    assert replayed(FA, hand(dealt, "0 exchange", "0 exchange")) == refused_at(1)
    assert replayed(FA, hand(dealt, "0 draw", "0 exchange")) == refused_at(1)
    assert replayed(FA, hand(dealt, "1 exchange")) == refused_at(0)
    assert replayed(FA, hand(dealt, "0 draw", "0 discard 3h")) == refused_at(1)


def test_c11_fa_the_exchange_comes_before_taking_the_pile_too() -> None:
    dealt = deal(["Jd", "3h Qd Kd"], stock="4d 4c 9c")
    told = ["0 draw", "0 discard Jd", "1 exchange", "1 take lay Jd Qd Kd", "1 discard 4c"]
    assert goes_on(replayed(FA, hand(dealt, *told)))
    assert replayed(FA, hand(dealt, *told[:2], told[3], "1 exchange")) == refused_at(3)


def test_c11_fa_a_red_three_kept_in_hand_costs_a_hundred() -> None:
    """The stock has 38 cards without a red three: seat 1 plays the last one on turn 37."""
    dealt = deal(["", "3h"], mortos=["", "3h 3d 3d"], bottom="4c")
    [counted] = replayed(FA, hand(dealt, *turns(FA, dealt, range(38))))["hands"]
    assert counted["winner"] is None
    assert counted["lines"] == [
        {"hand_cards": -220, "no_morto": -100},
        {"hand_cards": -210, "red_threes_in_hand": -100, "no_morto": -100},
    ]


def test_c12_fa_an_exchange_that_leaves_nothing_to_draw_ends_the_hand() -> None:
    dealt = deal(["", "3h"], mortos=["", "3h 3d 3d"], bottom="4c")
    told = [*turns(FA, dealt, range(37)), "1 exchange"]
    [counted] = replayed(FA, hand(dealt, *told))["hands"]
    assert counted["lines"][1] == {"red_threes": -100, "hand_cards": -220, "no_morto": -100}
    assert replayed(FA, hand(dealt, *told, "1 draw")) == refused_at(75)


def test_c12_fa_who_is_left_without_cards_by_an_exchange_takes_a_morto() -> None:
    """Seat 1 keeps only a red three; on turn 37 the last card of the stock is another one. The hand ends at once."""
    run = "4d 5d 6d 7d 8d 9d Td Jd Qd Kd"
    dealt = deal(["", f"3h {run}"], mortos=["", "3d 3d"], bottom="4c 3h")
    told = turns(FA, dealt, range(37))
    told.insert(3, f"1 lay {run}")
    [counted] = replayed(FA, hand(dealt, *told, "1 exchange"))["hands"]
    assert counted["winner"] is None
    # ten cards melded; eleven of the morto and eleven of seat 3 in hand
    assert counted["lines"][1] == {"clean_canastas": 200, "red_threes": 200, "melded_cards": 100, "hand_cards": -220}


def test_c12_the_hand_ends_when_no_act_is_left() -> None:
    """Seat 0 has one card, his pair its morto and no canastra; he draws the last card, a red three.

    It is laid and not replaced. The 9d fits nowhere, and to discard it would empty his hand.
    """
    morto = "Jc Qc Kc Jd Qd Kd Js Qs Ks 9d 9d"
    dealt = deal(["4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=[morto, "3h 3d"], stock="9s 3d", bottom="3h")
    told = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s 9s", "0 lay Jc Qc Kc / Jd Qd Kd / Js Qs Ks"]
    told += ["0 discard 9d", *turns(FA, dealt, range(1, 36)), "0 draw"]
    [counted] = replayed(FA, hand(dealt, *told))["hands"]
    assert counted["winner"] is None
    assert counted["lines"] == [
        {"red_threes": -100, "melded_cards": 210, "hand_cards": -120},
        {"red_threes": -100, "hand_cards": -220, "no_morto": -100},
    ]
    assert replayed(FA, hand(dealt, *told, "0 discard 9d")) == refused_at(75)


def test_c12_but_not_when_his_one_card_makes_the_canastra() -> None:
    """As above, with a Th for the run 4h to 9h: he may still go out with it."""
    morto = "Jc Qc Kc Jd Qd Kd Js Qs Ks 9d Th"
    dealt = deal(["4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=[morto, "3h 3d"], stock="9s 3d", bottom="3h")
    told = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s 9s", "0 lay Jc Qc Kc / Jd Qd Kd / Js Qs Ks"]
    told += ["0 discard 9d", *turns(FA, dealt, range(1, 36)), "0 draw"]
    assert goes_on(replayed(FA, hand(dealt, *told)))
    [counted] = replayed(FA, hand(dealt, *told, "0 extend 0: 4h 5h 6h 7h 8h 9h Th"))["hands"]
    assert counted["winner"] == 0


def test_c11_fa_8_red_threes_of_a_morto_that_the_stock_cannot_replace_are_ordinary_cards() -> None:
    """Seat 1 takes the upper morto with the last card of the stock, once without a discard and once with it."""
    dealt = deal(["", "4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=["3h 3d", "3h 3d"], bottom="9s")
    told = [*turns(FA, dealt, range(37)), "1 draw", "1 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s 9s"]
    [direct] = replayed(FA, hand(dealt, *told))["hands"]
    assert direct["lines"][1] == {"melded_cards": 120, "hand_cards": -220}
    told[-1:] = ["1 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s", "1 discard 9s"]
    [indirect] = replayed(FA, hand(dealt, *told))["hands"]
    assert indirect["lines"][1] == {"melded_cards": 110, "hand_cards": -220}


def test_c11_fa_8_an_exchange_that_the_stock_cannot_finish() -> None:
    """On turn 37 one card is left for two red threes: those of a morto are ordinary then, those dealt "retained"."""
    dealt = deal(["", RUN["h"]], mortos=["3h 3d", "3h 3d"], bottom="4c")
    told = turns(FA, dealt, range(37))
    told.insert(67, f"1 lay {RUN['h']}")  # turn 33
    [morto] = replayed(FA, hand(dealt, *told, "1 exchange"))["hands"]
    assert morto["lines"][1] == {"clean_canastas": 200, "red_threes": 100, "melded_cards": 110, "hand_cards": -220}
    dealt = deal(["", "3h 3d"], mortos=["", "3h 3d"], bottom="4c")
    [retained] = replayed(FA, hand(dealt, *turns(FA, dealt, range(37)), "1 exchange"))["hands"]
    lines = {"red_threes": -100, "hand_cards": -210, "red_threes_in_hand": -100, "no_morto": -100}
    assert retained["lines"][1] == lines


def test_c12_af_a_chain_at_the_start_of_a_turn_that_leaves_nothing_to_draw_ends_the_hand() -> None:
    """38 cards of the stock and 11 of the upper morto; seat 1 takes the other one on turn 41, with four red threes.

    On turn 45 four cards are left, and all four replace them. He never comes to draw.
    """
    dealt = deal(["", RUN["h"]], mortos=["", "3h 3h 3d 3d"])
    told = turns(AF, dealt, range(45))
    told.insert(83, f"1 lay {RUN['h']}")
    [counted] = replayed(AF, hand(dealt, *told))["hands"]
    assert counted["winner"] is None
    assert counted["lines"][1] == {"clean_canastas": 200, "red_threes": 400, "melded_cards": 110, "hand_cards": -220}
    assert replayed(AF, hand(dealt, *told, "1 draw")) == refused_at(91)


def test_c11_fa_8_as_far_as_the_stock_goes() -> None:
    """Seat 0 takes the morto on turn 36 and draws one card for two red threes; the other one stays."""
    dealt = deal(["4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=["3h 3d", "3h 3d"], bottom="9s 4c")
    told = [*turns(FA, dealt, range(36)), "0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s 9s"]
    [counted] = replayed(FA, hand(dealt, *told))["hands"]
    assert counted["lines"][0] == {"red_threes": -100, "melded_cards": 120, "hand_cards": -220}
