"""AFIA 2026, Art. 5: the turn, its draw and its discard, and how a hand ends; rulings C-12, C-13, C-17, C-18, C-24."""

import pytest

from carteado.cards import Onlooker
from carteado.melds import Discard, Draw, Ending, Lay, cutter, view
from carteado.melds.events import CardDiscarded, MortoBecameStock, MortoTaken, RedThreeLaid
from tests.melds.tables import (
    AF,
    DIRECT,
    INDIRECT,
    LOOSE_LAY,
    OUT_AT_ONCE,
    SLOW,
    SWIFT,
    after_clean_canastra,
    card,
    cards,
    dealt,
    dull_hand,
    house,
    swift,
    swift_hand,
    table,
)

# --- the first player and his second card -------------------------------------------------------------------------


def test_af_5_the_first_player_may_discard_the_card_drawn_and_draw_another() -> None:
    drawn = dealt(AF, stock="Ks Qs Js").plays("draw")
    assert drawn.drawn == "Ks"
    again = drawn.plays("redraw")
    assert again.had_events(CardDiscarded(0, card("Ks")))
    assert (again.pile, again.drawn, again.turn) == ("Ks", "Qs", 0)
    assert len(again.hand.hands[0]) == 12
    assert not again.holds(0, "Ks")
    after = again.plays("discard Qs")
    assert (after.pile, after.turn) == ("Ks Qs", 1)


def test_af_5_once_only_and_right_after_the_draw() -> None:
    begun = dealt(AF, "4h 5h 6h 7h Kd Qd", stock="Ks Qs")
    begun.refuses("redraw", "turn.draw", "5")
    again = begun.plays("draw, redraw")
    again.refuses("redraw", "turn.second_card_lost", "5")
    laid = begun.plays("draw, lay 4h 5h 6h")
    laid.refuses("redraw", "turn.second_card_lost", "5")
    assert "redraw" in begun.plays("draw").choices
    assert "redraw" not in laid.choices
    assert "redraw" not in again.choices


@pytest.mark.parametrize("turns", range(1, 5))
def test_af_5_it_is_for_the_first_player_of_the_hand_alone(turns: int) -> None:
    later = dealt(AF).passes(turns).plays("draw")
    later.refuses("redraw", "turn.second_card_lost", "5")
    assert "redraw" not in later.choices


def test_af_5_not_after_he_discarded_and_the_turn_came_round() -> None:
    dealt(AF).passes(4).plays("draw").refuses("redraw", "turn.second_card_lost", "5")


def test_af_5_a_red_three_does_not_use_the_right_up() -> None:
    drawn = dealt(AF, "3d", stock="Ks 3h Qs Js").plays("draw")
    assert drawn.had_events(RedThreeLaid(0, card("3h")))
    again = drawn.plays("redraw")
    assert (again.pile, again.drawn) == ("Qs", "Js")


# --- turns --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_af_5_the_player_after_the_dealer_begins_and_the_turn_goes_round(dealer: int) -> None:
    on = dealt(AF, dealer=dealer)
    turns = []
    for _ in range(8):
        turns.append(on.turn)
        for another in {0, 1, 2, 3} - {on.turn}:
            on.refuses(Draw(another), "turn.order", "5")
        on = on.passes(1)
    assert turns == [(dealer + 1 + step) % 4 for step in range(8)]


def test_af_5_play_goes_to_the_left_so_the_left_of_the_dealer_is_next() -> None:
    assert [cutter(table(AF, dealer=dealer).match) for dealer in range(4)] == [1, 2, 3, 0]


def test_af_5_a_turn_begins_with_one_draw_and_no_more() -> None:
    begun = dealt(AF, "4h 5h 6h Kd")
    begun.refuses("discard Kd", "turn.draw", "5")
    begun.refuses("lay 4h 5h 6h", "turn.draw", "5")
    drawn = begun.plays("draw")
    drawn.refuses("draw", "turn.draw", "5")
    drawn.refuses("take", "turn.draw", "5")


def test_af_5_from_the_second_player_on_there_is_a_pile_to_take() -> None:
    begun = dealt(AF, "6h", "4h 5h", stock="Ks Qs")
    begun.refuses("take", "pile.whole", "5")
    begun.refuses("take 4h 5h 6h", "pile.whole", "5")
    taken = begun.plays("draw, discard 6h", "take 4h 5h 6h")
    assert (taken.pile, taken.melds(1)) == ("", ["4h 5h 6h"])
    taken.refuses("draw", "turn.draw", "5")


def test_af_5_all_of_the_pile_is_taken() -> None:
    begun = dealt(AF, "", "", "", "4h 5h", stock="Ks Qs 6h")
    taken = begun.passes(3).plays("take 4h 5h 6h")
    assert (taken.pile, taken.holds(3, "Ks Qs"), len(taken.hand.hands[3])) == ("", True, 11)


def test_af_5_only_the_last_card_of_the_pile_is_seen() -> None:
    on = dealt(AF, stock="Ks Qs Js").passes(3)
    seen = {observer: view(on.match, observer)["hand"] for observer in (0, 1, 2, 3, *Onlooker)}
    for observer, hand in seen.items():
        assert hand is not None
        assert hand["pile"] == (["Ks", "Qs", "Js"] if observer is Onlooker.REFEREE else ["Js"])
        assert hand["pile_count"] == 3


def test_af_5_a_black_three_on_the_pile_sends_the_next_player_to_the_stock() -> None:
    locked = dealt(AF, "3s", stock="Ks").plays("draw, discard 3s")
    assert locked.choices == ["draw"]
    locked.refuses("take", "black_threes.locks", "4.3, 5")


def test_af_5_with_one_card_in_hand_a_player_draws_from_the_stock() -> None:
    """Both runs are full but for the knave: it fits, and yet the pile may not be taken with one card in hand."""
    upper = "Qh 4c 5c 6c 7c 8c 9c 4s 5s 6s 9d"
    adds = "add 1: 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac, lay 4s 5s 6s"
    begun = swift(AF, mortos=(upper,), stock="Ac Ks Qs Jh")
    one = begun.plays(f"{DIRECT}, {adds}, discard 9d").passes(3)
    assert (one.cards_of(0), one.pile) == ("Qh", "9d Ks Qs Jh")
    one.refuses("take 0: 4h 5h 6h 7h 8h 9h Th Jh", "pile.one_card_draws", "5")
    one.refuses("take", "pile.one_card_draws", "5")
    assert one.choices == ["draw"]
    two = begun.plays(f"{DIRECT}, {adds.removesuffix(', lay 4s 5s 6s')}, discard 9d").passes(3)
    assert two.allows("take 0: 4h 5h 6h 7h 8h 9h Th Jh"), "with more cards he may"


def test_af_5_after_the_draw_he_may_lay_as_much_as_he_likes() -> None:
    """E-15: any number of melds in a turn."""
    laid = dealt(AF, "4h 5h 6h 7c 7d 7s 7h Kd").plays("draw, lay 4h 5h 6h, lay 7c 7d 7s, add 1: 7c 7d 7s 7h")
    assert laid.melds(0) == ["4h 5h 6h", "7c 7d 7s 7h"]
    laid.refuses(Lay(0, ()), "turn.lay", "4.1, 4.8, 5")
    assert laid.plays("discard Kd").turn == 1


def test_af_5_only_cards_of_his_own_hand() -> None:
    drawn = dealt(AF, "4h 5h", "6h", stock="Ks").plays("draw")
    drawn.refuses("lay 4h 5h 6h", "turn.own_cards", "4.2, 5")
    drawn.refuses("discard 6h", "turn.own_cards", "4.2, 5")


def test_af_5_the_discard_ends_the_turn_and_stands() -> None:
    after = dealt(AF, "4h 5h 6h Kd").plays("draw, discard Kd")
    assert (after.turn, after.pile) == (1, "Kd")
    for late in (Discard(0, card("4h")), Lay(0, (cards("4h 5h 6h"),)), Draw(0)):
        after.refuses(late, "turn.order", "5")


# --- mortos and the end of a hand ---------------------------------------------------------------------------------


def test_af_5_who_goes_out_with_his_first_cards_takes_the_morto_and_play_goes_on() -> None:
    taken = swift(AF).plays(INDIRECT)
    assert taken.had_events(MortoTaken(0, direct=False))
    assert taken.match.hand_is_on


def test_af_5_going_out_again_ends_the_hand() -> None:
    assert swift(AF).plays(OUT_AT_ONCE).ending is Ending.WENT_OUT
    assert after_clean_canastra(AF).plays(f"draw, {LOOSE_LAY}, discard Qd").ending is Ending.WENT_OUT


def test_af_5_the_other_pair_pays_100_for_the_morto_besides_its_cards() -> None:
    over = swift_hand(table(AF))
    assert over.counted(1) == [("hand_cards", 22, -220, "6"), ("no_morto", 1, -100, "5, 6")]


def test_af_5_when_the_stock_runs_out_a_morto_takes_its_place_and_again() -> None:
    on = dealt(AF, stock="3h 3h 3d 3d")
    left: list[tuple[int, int]] = []
    while on.match.hand_is_on:
        on = on.plays("draw")
        if on.had_events(MortoBecameStock()):
            left.append((len(on.hand.mortos), on.stock))
        on = on.plays(f"discard {on.drawn}")
    assert left == [(1, 10), (0, 10)]
    assert (on.ending, on.out, on.stock, on.hand.mortos) == (Ending.NOTHING_TO_DRAW, None, 0, ())
    assert [on.points("went_out", pair) for pair in (0, 1)] == [0, 0]


def test_af_5_the_hand_ends_after_the_discard_that_leaves_nothing_to_draw() -> None:
    """Both mortos are in hands, so nothing replaces the stock."""
    begun = dealt(AF, SWIFT, SLOW, stock="3h 3h 3d 3d Ac Kd")
    both = begun.plays(INDIRECT, f"draw, lay {SLOW}, discard Kd").passes_until(stock=1)
    last = both.plays("draw")
    assert (last.stock, last.match.hand_is_on) == (0, True)
    over = last.plays(f"discard {last.drawn}")
    assert (over.ending, over.out) == (Ending.NOTHING_TO_DRAW, None)
    assert [over.points("no_morto", pair) for pair in (0, 1)] == [0, 0]


def test_af_5_a_player_who_can_do_nothing_any_more_ends_the_hand() -> None:
    """Seat 2 has one card, not to be given away without a canastra, and draws red threes alone, the last cards."""
    hand, lower = "4h 5h 6h 7h 8h 9h 9c Tc Jc Qc Kc", "4c 5c 6c 7c 8d 9d Td 4s 5s 6s Ks"
    begun = dealt(AF, "", SLOW, hand, mortos=("", lower), stock="Ad Kd Qs 8s 9s Ah Qd", bottom="3h 3h 3d 3d")
    first = begun.plays("pass", f"draw, lay {SLOW}, discard Kd")
    taken = first.plays("draw, lay 4h 5h 6h 7h 8h 9h / 9c Tc Jc Qc Kc, discard Qs").passes(3)
    one = taken.plays("draw, lay 4c 5c 6c 7c / 8d 9d Td / 4s 5s 6s, discard Qd")
    assert (one.cards_of(2), one.hand.mortos) == ("Ks", ())
    last = one.passes_until(stock=4)
    assert last.turn == 2
    over = last.plays("draw")
    assert (over.ending, over.out, over.cards_of(2)) == (Ending.NO_LEGAL_ACT, None, "Ks")
    assert over.red_threes(0) == "3h 3h 3d 3d"


def test_af_5_a_hand_in_which_nobody_draws_any_more_ends() -> None:
    """With a limit of three turns: each takes the pile to lay its top card, and nobody draws from the stock."""
    club = house(AF, stock__no_progress_turns=3)
    hands = ("7h", "5h 6h 7c", "5c 6c 7s", "5s 6s 7d")
    on = dealt(club, *hands, stock="Kd").plays(
        "draw, discard 7h", "take 5h 6h 7h, discard 7c", "take 5c 6c 7c, discard 7s"
    )
    assert on.hand.idle_turns == 2
    over = on.plays("take 5s 6s 7s, discard 7d")
    assert (over.ending, over.out) == (Ending.NO_PROGRESS, None)
    still = on.plays("draw, discard 7d")
    assert (still.match.hand_is_on, still.hand.idle_turns) == (True, 0)
    assert AF.citation("stock.no_progress_turns") == (("5",), "C-24", None)


def test_af_5_the_next_hand_is_dealt_by_the_next_player() -> None:
    two = dull_hand(swift_hand(table(AF, dealer=1)))
    assert [hand.dealer for hand in two.replayed().hands] == [1, 2]
    assert two.match.dealer == 3
