"""APCEF/SC 2022, Art. 6, 9 and 10: the turn, the pile, the partner's melds and the morto.

Rulings C-5, C-12, C-14, C-17, C-19, C-23 and C-24.
"""

from carteado.melds import Discard, Draw, Ending, Lay, Phase, view
from carteado.melds.events import MortoBecameStock, MortoTaken, PileTaken
from tests.melds.tables import (
    AP,
    DIRECT,
    INDIRECT,
    LOOSE_MORTO,
    MIDDLING,
    OUT_AT_ONCE,
    SLOW,
    SMALL,
    SWIFT,
    SWIFT_MORTO,
    Table,
    after_no_canastra,
    card,
    cards,
    dealt,
    dull_hand,
    swift,
    table,
)

# --- the turn -----------------------------------------------------------------------------------------------------


def test_ap_6_after_drawing_and_before_discarding_melds_are_laid() -> None:
    begun = dealt(AP, "4h 5h 6h Kd")
    begun.refuses("lay 4h 5h 6h", "turn.draw", "6, 9")
    begun.refuses("discard Kd", "turn.draw", "6, 9")
    laid = begun.plays("draw, lay 4h 5h 6h")
    assert laid.melds(0) == ["4h 5h 6h"]
    laid.refuses("draw", "turn.draw", "6, 9")
    laid.refuses(Lay(0, ()), "turn.lay", "6")
    after = laid.plays("discard Kd")
    assert (after.turn, after.pile) == (1, "Kd")
    for late in (Discard(0, card("4c")), Lay(0, (cards("4h 5h 6h"),)), Draw(0)):
        after.refuses(late, "turn.order", "3, 6")


def test_ap_6_or_the_whole_pile_is_taken_with_nothing_to_lay() -> None:
    on = dealt(AP, "", "", "", "9c 9d 9s", stock="Ks 4c Js").passes(3)
    taken = on.plays("take")
    assert taken.had_events(PileTaken(3, 3))
    assert (taken.pile, taken.stock, len(taken.hand.hands[3])) == ("", on.stock, 14)
    assert taken.holds(3, "Ks 4c Js")
    taken.refuses("draw", "turn.draw", "6, 9")
    assert taken.plays("discard Js").pile == "Js", "of several cards any may be discarded"


def test_ap_6_what_it_brought_may_be_laid_before_the_discard() -> None:
    on = dealt(AP, "", "", "", "6h 7h 9c", stock="5h 4h Js").passes(3)
    assert on.plays("take, lay 4h 5h 6h 7h, discard Js").melds(1) == ["4h 5h 6h 7h"]


def test_ap_6_laying_is_not_part_of_taking() -> None:
    on = dealt(AP, "6h", "4h 5h").plays("draw, discard 6h")
    on.refuses("take 4h 5h 6h", "pile.taking", "6")
    assert on.choices == ["draw", "take"]
    assert on.plays("take, lay 4h 5h 6h").melds(1) == ["4h 5h 6h"]


def test_ap_6_the_single_card_taken_as_the_pile_may_be_discarded() -> None:
    """C-23: no text forbids it."""
    taken = dealt(AP, stock="Ks").passes(1).plays("take")
    assert "discard Ks" in taken.choices
    after = taken.plays("discard Ks")
    assert (after.pile, after.turn) == ("Ks", 2)


def single_pile(last: str) -> Table:
    """Seat 0, whose pair may go out, holds the 7♠, which fits a run of its pair; that card alone lies on the pile."""
    upper = "4c 5c 6c 7c 8d 9d Td 4s 5s 6s 7s"
    begun = dealt(AP, SWIFT, "", "", last, mortos=(upper,), stock="Qs Kc Kd Qd Ad")
    on = begun.plays("draw, lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc, discard Qs").passes(3)
    one = on.plays("draw, lay 4c 5c 6c 7c / 8d 9d Td / 4s 5s 6s, discard Ad").passes(2)
    return one.plays(f"take, discard {last}")


def test_ap_6_it_may_be_the_last_card_laid_by_a_player_who_goes_out() -> None:
    taken = single_pile("Jh").plays("take")
    assert taken.cards_of(0) == "Jh 7s"
    over = taken.plays("add 4: 4s 5s 6s 7s, add 0: 4h 5h 6h 7h 8h 9h Th Jh")
    assert (over.ending, over.out, over.pile) == (Ending.WENT_OUT, 0, "")
    useless = single_pile("As").plays("take")
    assert useless.allows("discard As", "discard 7s", "add 4: 4s 5s 6s 7s"), "the pair may go out by its last discard"


def test_ap_6_with_one_card_in_hand_the_pile_may_be_taken_and_a_black_three_locks_nothing() -> None:
    on = dealt(AP, "3s").plays("draw, discard 3s")
    assert on.choices == ["draw", "take"]
    upper = "Jh Qh Kh Ah 4c 5c 6c 7c 8c Ks 9d"
    adds = "add 0: 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah, lay 4c 5c 6c 7c 8c"
    one = swift(AP, mortos=(upper,)).plays(f"{DIRECT}, {adds}, discard 9d").passes(3)
    assert one.cards_of(0) == "Ks"
    assert one.allows("take")


def test_ap_6_there_is_no_exchange_of_threes() -> None:
    begun = dealt(AP, "3h 3d")
    begun.refuses("exchange", "turn.draw", "6, 9")
    assert begun.red_threes(0) == ""
    assert begun.plays("draw, discard 3h").pile == "3h"


def took_and_gave(on: Table) -> Table:
    """The seat on turn takes the one card of the pile and discards another."""
    taken = on.plays("take")
    return taken.plays(next(choice for choice in reversed(taken.choices) if choice.startswith("discard")))


def test_ap_6_forty_turns_without_a_draw_from_the_stock_end_the_hand() -> None:
    on = dealt(AP, stock="Ks").passes(1)
    for number in range(40):
        assert (on.match.hand_is_on, on.hand.idle_turns) == (True, number)
        on = took_and_gave(on)
    assert (on.ending, on.out, on.stock) == (Ending.NO_PROGRESS, None, 37)
    assert [on.points("no_morto", pair) for pair in (0, 1)] == [-100, -100]


def test_ap_6_a_draw_begins_that_count_anew() -> None:
    on = dealt(AP, stock="Ks").passes(1)
    for _ in range(39):
        on = took_and_gave(on)
    assert on.hand.idle_turns == 39
    assert on.passes(1).hand.idle_turns == 0


# --- the partner's melds ------------------------------------------------------------------------------------------


def test_ap_9_the_partner_adds_to_what_was_laid_in_his_turn() -> None:
    begun = dealt(AP, "4h 5h 6h Kd", "7h Kd", "7h 8h Kc", stock="Ks Qs Js")
    laid = begun.plays("draw, lay 4h 5h 6h, discard Kd", "draw")
    laid.refuses("add 0: 4h 5h 6h 7h", "melds.extending", "7 §2, 9")
    partner = laid.plays("discard Kd")
    partner.refuses("add 0: 4h 5h 6h 7h", "turn.draw", "6, 9")
    added = partner.plays("draw, add 0: 4h 5h 6h 7h 8h")
    assert added.melds(0) == ["4h 5h 6h 7h 8h"]
    assert added.plays("discard Kc").turn == 3


def test_ap_9_after_the_pile_as_after_a_draw() -> None:
    begun = dealt(AP, "4h 5h 6h Kd", "8h", "7h Kc", stock="Ks Qs")
    on = begun.plays("draw, lay 4h 5h 6h, discard Kd", "draw, discard 8h")
    assert on.plays("take, add 0: 4h 5h 6h 7h 8h, discard Kc").melds(0) == ["4h 5h 6h 7h 8h"]


def test_ap_9_only_with_cards_of_his_own_and_every_card_stays() -> None:
    on = dealt(AP, "4h 5h 6h 8h Kd").plays("draw, lay 4h 5h 6h")
    on.refuses("add 0: 4h 5h 6h 7h", "turn.own_cards", "6, 9")
    on.refuses("add 0: 5h 6h 8h", "melds.extending", "7 §2, 9")
    on.refuses("add 0: 4h 5h 6h 8h", "melds.run_order", "7 §1")
    on.refuses("add 0: 4h 5h 6h", "melds.extending", "7 §2, 9")


def test_ap_9_no_card_leaves_a_meld_for_others_that_come() -> None:
    on = dealt(AP, "4h 5h 6h 7h 8h Kd").plays("draw, lay 4h 5h 6h")
    on.refuses("add 0: 5h 6h 7h 8h", "melds.extending", "7 §2, 9")
    assert on.plays("add 0: 4h 5h 6h 7h 8h").melds(0) == ["4h 5h 6h 7h 8h"]


def test_ap_9_two_melds_are_never_joined() -> None:
    on = dealt(AP, "4h 5h 6h 7h 8h 9h").plays("draw, lay 4h 5h 6h / 7h 8h 9h")
    on.refuses("add 0: 4h 5h 6h 7h 8h 9h", "melds.never_joined", "9")


# --- the morto ----------------------------------------------------------------------------------------------------


def test_ap_10_who_lays_all_his_cards_takes_the_morto_without_a_canastra() -> None:
    taken = after_no_canastra(AP)
    assert taken.took_morto(0)
    assert sorted(cards(taken.cards_of(0))) == sorted(cards(LOOSE_MORTO))


def test_ap_10_without_a_discard_he_goes_on_until_he_discards() -> None:
    taken = swift(AP).plays(DIRECT)
    assert taken.had_events(MortoTaken(0, direct=True))
    assert (taken.turn, taken.hand.phase) == (0, Phase.PLAY)
    taken.refuses("draw", "turn.draw", "6, 9")
    on = taken.plays("add 0: 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah")
    assert on.plays("discard 9d").turn == 1


def test_ap_10_by_a_discard_he_waits_for_his_next_turn() -> None:
    taken = swift(AP).plays(INDIRECT)
    assert taken.had_events(MortoTaken(0, direct=False))
    assert taken.turn == 1
    taken.refuses(Lay(0, (cards("4c 5c 6c"),)), "turn.order", "3, 6")
    seen = view(taken.match, 0)["hand"]
    assert seen is not None
    assert seen["cards"][0] is None
    again = taken.passes(3)
    again.refuses("lay 4c 5c 6c", "turn.draw", "6, 9")
    assert again.plays("draw, lay 4c 5c 6c 7c 8c 9c").turn == 0


def test_ap_10_no_pair_takes_two() -> None:
    """The partner with a clean canastra on the table goes out; the second morto stays where it lies."""
    partner = "4d 5d 6d 7d 8d 9d 9s Ts Js Qs Ks"
    begun = dealt(AP, SWIFT, "", partner, stock="Ac 8s Kd")
    over = begun.plays(INDIRECT, "pass", "draw, lay 4d 5d 6d 7d 8d 9d / 9s Ts Js Qs Ks, discard Kd")
    assert (over.ending, over.out, len(over.hand.mortos)) == (Ending.WENT_OUT, 0, 1)
    without = dealt(AP, "4h 5h 6h 7h 8h 9h 9c Tc Jc Qc Kc", "", partner, stock="Qs 8s Kd")
    on = without.plays("draw, lay 4h 5h 6h 7h 8h 9h / 9c Tc Jc Qc Kc, discard Qs", "pass", "draw")
    on.refuses("lay 4d 5d 6d 7d 8d 9d / 9s Ts Js Qs Ks", "going_out.never_stuck", "11")


def slow_morto(stock: str) -> Table:
    """Seat 3 lays its whole hand, discards the knave it drew and takes a morto worth 130; seat 0 is ready to go out."""
    upper = "Ad Ad As Ah Kh Kc Qc Jc Tc 9c 8c"
    begun = dealt(AP, SWIFT, MIDDLING, SMALL, SLOW, mortos=(upper, SWIFT_MORTO), stock=stock)
    return begun.plays("pass", "pass", "pass", f"draw, lay {SLOW}, discard Js")


def test_ap_10p1_if_a_player_goes_out_before_its_owner_has_played_the_morto_costs_100_alone() -> None:
    over = slow_morto("8s 9s Ts Js Ac").plays(OUT_AT_ONCE)
    assert over.counted(1) == [
        ("clean_canastas", 1, 200, "12b"),
        ("melded_cards", 11, 95, "12 §1"),
        ("hand_cards", 11, -110, "12 §2"),
        ("no_morto", 1, -100, "12d, 12 §3"),
    ]


def test_ap_10p1_also_if_it_is_his_own_partner() -> None:
    partner = "4d 5d 6d 7d 8d 9d 9s Ts Js Qs Ks"
    begun = dealt(AP, SWIFT, "", partner, mortos=("Ad Ad As Kh",), stock="Ac 8s Kd")
    over = begun.plays(INDIRECT, "pass", "draw, lay 4d 5d 6d 7d 8d 9d / 9s Ts Js Qs Ks, discard Kd")
    assert (over.out, over.hand.unplayed) == (0, frozenset({0}))
    assert over.points("hand_cards", 0) == 0
    assert ("no_morto", 1, -100, "12d, 12 §3") in over.counted(0)


def test_ap_10p1_once_he_has_had_his_turn_the_cards_in_hand_are_charged() -> None:
    """Whether he touched the morto or not."""
    over = slow_morto("8s 9s Ts Js Qs Ks 8h 9h Ac").passes(4).plays(OUT_AT_ONCE)
    assert over.counted(1) == [
        ("clean_canastas", 1, 200, "12b"),
        ("melded_cards", 11, 95, "12 §1"),
        ("hand_cards", 22, -240, "12 §2"),
    ]


def test_ap_10p1_at_the_end_of_the_stock_they_are_charged_too() -> None:
    begun = dealt(AP, SWIFT, SLOW, mortos=("", SWIFT_MORTO), stock="Qd Kd", bottom="8d 8d 9d 9s")
    on = begun.plays("pass", f"draw, lay {SLOW}, discard Kd")
    while on.stock > 4 or on.turn != 0:
        on = on.passes(1)
    on = on.plays("draw")
    over = on.plays("lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc").plays(f"discard {on.drawn}").passes_to_the_end()
    assert (over.ending, over.hand.unplayed) == (Ending.NOTHING_TO_DRAW, frozenset({0}))
    assert over.points("no_morto", 0) == 0
    count = next(number for item, number, _, _ in over.counted(0) if item == "hand_cards")
    assert count == 22


def test_ap_10p2_when_the_stock_ends_the_mortos_take_its_place_one_after_the_other() -> None:
    upper, lower = "8c 8c 8d 8d 8s 8s 9c 9c 9d 9d 9s", "Tc Tc Td Td Ts Ts Jc Jc Jd Jd Js"
    empty = dealt(AP, mortos=(upper, lower)).passes_until(stock=0)
    assert empty.match.hand_is_on
    drawn = empty.plays("draw")
    assert drawn.had_events(MortoBecameStock())
    assert (drawn.drawn, drawn.stock, len(drawn.hand.mortos)) == ("8c", 10, 1)
    again = drawn.plays("discard 8c").passes_until(stock=0).plays("draw")
    assert (again.drawn, again.stock, len(again.hand.mortos)) == ("Tc", 10, 0)
    over = again.plays("discard Tc").passes(10)
    assert (over.ending, over.out, over.hand.converted) == (Ending.NOTHING_TO_DRAW, None, 2)


def test_ap_10p2_also_when_one_pair_has_its_own() -> None:
    on = swift(AP, mortos=(LOOSE_MORTO, SWIFT_MORTO)).plays(INDIRECT).passes_until(stock=0).plays("draw")
    assert on.had_events(MortoBecameStock())
    assert (on.drawn, on.hand.mortos) == ("Jh", ())


def test_ap_10p2_the_hand_ends_when_nothing_is_left_to_draw() -> None:
    over = dull_hand(table(AP))
    assert (over.ending, over.stock, over.hand.mortos) == (Ending.NOTHING_TO_DRAW, 0, ())


def test_ap_10p3_the_upper_morto_is_taken_always() -> None:
    upper, lower = SWIFT_MORTO, LOOSE_MORTO
    taken = swift(AP, mortos=(upper, lower)).plays(DIRECT)
    assert sorted(cards(taken.cards_of(0))) == sorted(cards(upper))
    begun = dealt(AP, SWIFT, SLOW, mortos=(upper, lower), stock="Ac Kd")
    both = begun.plays(INDIRECT, f"draw, lay {SLOW}, discard Kd")
    assert sorted(cards(both.cards_of(1))) == sorted(cards(lower)), "what is left of them"
