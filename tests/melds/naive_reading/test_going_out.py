"""The naive reading itself: mortos, going out, and the stock that runs out."""

import pytest

from tests.melds.naive.hand_notation import (
    QUICK,
    QUICK_ACTS,
    QUICK_POINTS,
    RUN,
    deal,
    goes_on,
    hand,
    quick,
    refused_at,
    replayed,
    turns,
)
from tests.melds.naive.regulations import AF, AP, FA, TRANCA

# --- mortos and going out -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_c14_direct_and_indirect(regulation: str) -> None:
    morto = "Jc Qc Kc Jd Qd Kd Js Qs Ks 9d 9d"
    dealt = deal(["4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=[morto], stock="9s")
    direct = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s 9s"]
    assert goes_on(replayed(regulation, hand(dealt, *direct, "0 lay Jc Qc Kc", "0 discard 9d")))
    assert replayed(regulation, hand(dealt, *direct, "0 draw")) == refused_at(2)
    indirect = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s", "0 discard 9s"]
    assert goes_on(replayed(regulation, hand(dealt, *indirect)))
    assert replayed(regulation, hand(dealt, *indirect, "0 lay Jc Qc Kc")) == refused_at(3)


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c8_a_black_three_may_be_the_last_card(regulation: str) -> None:
    dealt = deal([RUN["h"]], stock="3c")
    assert goes_on(replayed(regulation, hand(dealt, "0 draw", f"0 lay {RUN['h']}", "0 discard 3c")))


@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_c16_nobody_is_left_without_a_card_that_he_may_discard(regulation: str) -> None:
    """Six-card runs, so no canastra: after the morto a player must keep two cards, one of them to discard."""
    morto = "Jc Qc Kc Jd Qd Kd Js Qs Ks 9d 9d"
    dealt = deal(["4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=[morto], stock="9s")
    told = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s 9s", "0 lay Jc Qc Kc / Jd Qd Kd / Js Qs Ks"]
    assert goes_on(replayed(regulation, hand(dealt, *told, "0 discard 9d")))
    morto = "Jc Qc Kc Jd Qd Kd Js Qs Ks Td 9d"
    dealt = deal(["4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=[morto], stock="9s")
    told = [*told[:2], "0 lay Jc Qc Kc / Td Jd Qd Kd / Js Qs Ks"]
    assert replayed(regulation, hand(dealt, *told)) == refused_at(2)
    told = [*told[:2], "0 lay Jc Qc Kc / 9d Td Jd Qd Kd / Js Qs Ks"]
    assert replayed(regulation, hand(dealt, *told)) == refused_at(2)


def test_c16_a_red_three_is_no_card_to_discard() -> None:
    dealt = deal(["3h 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"], stock="Ac")
    assert replayed(FA, hand(dealt, "0 draw", f"0 lay {RUN['c']}")) == refused_at(1)
    short = "4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    assert goes_on(replayed(FA, hand(dealt, "0 draw", f"0 lay {short}", "0 discard Ac")))


@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_c19_a_morto_taken_and_not_played(regulation: str) -> None:
    """The opponents pay for theirs, whose cards do not count; in AP the partner of who went out does, too.

    Seat 3 holds a run of clubs: 110, in AP 95. The two runs of pair 0 count 220, in AP 190.
    """
    outcome = replayed(regulation, quick())
    lines: list[dict[str, int]] = [
        {"went_out": 100, "clean_canastas": 400, "melded_cards": 220, "hand_cards": -110},
        {"clean_canastas": 200, "melded_cards": 110, "hand_cards": -110, "no_morto": -100},
    ]
    if regulation == AP:
        lines = [
            {"went_out": 100, "clean_canastas": 400, "melded_cards": 190, "no_morto": -100},
            {"clean_canastas": 200, "melded_cards": 95, "hand_cards": -95, "no_morto": -100},
        ]
    points = QUICK_POINTS[regulation]
    assert outcome["hands"] == [{"dealer": 3, "winner": 0, "points": points, "lines": lines}]
    assert (outcome["score"], outcome["finished"], outcome["winner"]) == (points, False, None)


@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_c19_once_its_owner_has_had_a_turn_the_cards_of_a_morto_count(regulation: str) -> None:
    """Seats 0 and 1 have played again when seat 2 goes out on turn 6: nobody pays for a morto."""
    told = [*QUICK_ACTS[:6], *turns(FA, QUICK, range(2, 7))]
    told.insert(-1, QUICK_ACTS[7])
    [counted] = replayed(regulation, hand(QUICK, *told))["hands"]
    assert counted["winner"] == 0
    assert not any("no_morto" in lines for lines in counted["lines"])
    if regulation in TRANCA:
        assert [lines["hand_cards"] for lines in counted["lines"]] == [-110, -220]


@pytest.mark.parametrize(
    ("regulation", "lines"), [(AF, {"hand_cards": -110}), (FA, {"hand_cards": -100, "red_threes_in_hand": -100})]
)
def test_c19_a_red_three_in_the_morto_of_the_partner_who_went_out(regulation: str, lines: dict[str, int]) -> None:
    """It could not be laid before his turn: an ordinary card in AF, "retained for any other reason" in FA."""
    dealt = deal([RUN["h"], RUN["d"], RUN["s"], RUN["c"]], mortos=["3h"], stock="9c 9d 9s")
    [counted] = replayed(regulation, hand(dealt, *QUICK_ACTS))["hands"]
    in_hand = {item: points for item, points in counted["lines"][0].items() if "hand" in item}
    assert in_hand == lines


@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_c15_a_pair_that_took_its_morto_does_not_take_the_other(regulation: str) -> None:
    """Seat 0 took one; seat 2 may not empty his hand without a canastra: his ten-card run makes one."""
    first = "4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"
    dealt = deal([first, "", "4c 5c 6c 7c 8c 9c Jd Qd Kd Td Qs"], stock="Ks 4d Js")
    told = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s", "0 discard Ks", "1 draw", "1 discard 4d", "2 draw"]
    all_but_one = "2 lay 4c 5c 6c 7c 8c 9c / Td Jd Qd Kd"
    assert goes_on(replayed(regulation, hand(dealt, *told, all_but_one, "2 discard Qs")))
    dealt = deal([first, "", "4c 5c 6c 7c 8c 9c Tc Jd Qd Kd Qs"], stock="Ks 4d Td")
    told += ["2 lay 4c 5c 6c 7c 8c 9c Tc / Td Jd Qd Kd", "2 discard Qs"]
    [counted] = replayed(regulation, hand(dealt, *told))["hands"]
    assert counted["winner"] == 0


@pytest.mark.parametrize(("regulation", "allowed"), [(AF, True), (FA, True), (AP, False)])
def test_c15_a_dirty_canastra_is_enough_except_in_ap(regulation: str, allowed: bool) -> None:
    first = "4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"
    dealt = deal([first, "", "4c 5c 6c 2d 8c 9c Tc Jd Qd Kd Qs"], stock="Ks 4d Td")
    told = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s", "0 discard Ks", "1 draw", "1 discard 4d", "2 draw"]
    outcome = replayed(regulation, hand(dealt, *told, "2 lay 4c 5c 6c 2d 8c 9c Tc / Td Jd Qd Kd", "2 discard Qs"))
    if allowed:
        assert outcome["hands"][0]["lines"][0]["dirty_canastas"] == 100
    else:
        assert outcome == refused_at(6)


# --- the stock runs out -------------------------------------------------------------------------------------------

BOTTOM = "3c 3c 3h 3h 3s 3s 3d 3d"
"""Under thirty other cards: turn 32, of seat 0, draws 3h 3h 3s, turn 33 3s, turn 34, of seat 2, 3d 3d."""


def test_c17_fa_the_mortos_never_enter() -> None:
    """The last card is a red three: it is laid, play goes on (C-12), and a card of the hand is discarded."""
    dealt = deal([RUN["h"]], bottom=BOTTOM)
    told = [*turns(FA, dealt, range(34)), "2 draw", f"2 discard {dealt['hands'][2][0]}"]
    [counted] = replayed(FA, hand(dealt, *told))["hands"]
    assert counted["winner"] is None
    assert counted["lines"] == [
        {"red_threes": -400, "hand_cards": -210, "no_morto": -100},
        {"hand_cards": -220, "no_morto": -100},
    ]
    assert replayed(FA, hand(dealt, *told, "3 draw")) == refused_at(70)


def test_c17_af_the_mortos_enter_one_after_the_other() -> None:
    """34 cards of the stock are not red threes, and 22 of the mortos: turns 0 to 55."""
    dealt = deal([RUN["h"]], bottom=BOTTOM)
    told = turns(AF, dealt, range(56))
    assert replayed(AF, hand(dealt, *told[:-1]))["hands"][0]["points"] == [0, 0]
    [counted] = replayed(AF, hand(dealt, *told))["hands"]
    assert counted["lines"] == [
        {"red_threes": -400, "hand_cards": -220},
        {"hand_cards": -220},
    ]
    assert replayed(AF, hand(dealt, *told, "0 draw")) == refused_at(112)


@pytest.mark.parametrize(("regulation", "turn"), [(AF, 48), (AP, 52)])
def test_c15_without_a_morto_left_a_canastra_is_enough(regulation: str, turn: int) -> None:
    """The second morto is the stock: seat 0 lays eleven cards and goes out. Only in AP he pays for the morto (C-18)."""
    dealt = deal([RUN["h"], "", RUN["h"]], bottom=BOTTOM)
    told = turns(regulation, dealt, range(turn + 1))
    [counted] = replayed(regulation, hand(dealt, *told[:-1], f"0 lay {RUN['h']}", told[-1]))["hands"]
    assert counted["winner"] == 0
    lines = {"went_out": 100, "clean_canastas": 200, "melded_cards": 110, "red_threes": 400, "hand_cards": -110}
    if regulation == AP:
        lines = {"went_out": 100, "clean_canastas": 200, "melded_cards": 95, "hand_cards": -95, "no_morto": -100}
    assert counted["lines"][0] == lines
    assert counted["lines"][1]["no_morto"] == -100


def test_c14_while_one_morto_is_left_it_is_taken() -> None:
    """The upper morto is the stock from turn 34 in AF and 38 in AP; its last card is drawn on turn 44 and 48."""
    af = deal([RUN["h"]], bottom=BOTTOM)
    told = turns(AF, af, range(41))
    assert goes_on(replayed(AF, hand(af, *told[:-1], f"0 lay {RUN['h']}", told[-1])))
    told = turns(AF, af, range(45))
    [counted] = replayed(AF, hand(af, *told[:-1], f"0 lay {RUN['h']}", told[-1]))["hands"]
    assert counted["winner"] is None, "there is nothing left to draw"
    # C-19: at the end of the stock his eleven new cards count, and those of seat 2
    assert counted["lines"][0] == {"clean_canastas": 200, "melded_cards": 110, "red_threes": 400, "hand_cards": -220}
    ap = deal([RUN["h"]])
    told = turns(AP, ap, range(45))
    assert goes_on(replayed(AP, hand(ap, *told[:-1], f"0 lay {RUN['h']}", told[-1])))


def test_c17_ap_threes_are_ordinary_cards_and_the_hand_ends_after_sixty_draws() -> None:
    dealt = deal([RUN["h"], RUN["d"], RUN["s"], RUN["c"]])
    told = turns(AP, dealt, range(60))
    [counted] = replayed(AP, hand(dealt, *told))["hands"]
    assert (counted["winner"], counted["points"]) == (None, [-290, -290])


def test_c24_forty_turns_without_the_stock_end_the_hand() -> None:
    """After the first turn everybody takes the single card and gives one that he was dealt: 95 points a hand stay."""
    dealt = deal([RUN["h"], RUN["d"], RUN["s"], RUN["c"]], stock="3c")
    told = ["0 draw", "0 discard 3c"]
    for turn in range(1, 41):
        told += [f"{turn % 4} take", f"{turn % 4} discard {dealt['hands'][turn % 4][(turn - 1) // 4]}"]
    assert goes_on(replayed(AP, hand(dealt, *told[:-2])))
    [counted] = replayed(AP, hand(dealt, *told))["hands"]
    assert counted["winner"] is None
    assert [lines["no_morto"] for lines in counted["lines"]] == [-100, -100]
    assert replayed(AP, hand(dealt, *told, "1 draw")) == refused_at(82)
