"""FARAES 2023, Art. 10 and 11 and the glossary: sets, the 2, and the words of the game.

Rulings C-1, C-3 to C-7 and C-23.
"""

import pytest

from carteado.cards import Onlooker
from carteado.melds import Deal, Discard, Draw, Lay, deck, view
from tests.melds.tables import FA, Table, card, cards, deal, dealt, rules_of, table, view_of_melds

IN_ORDER = "9, 10, gloss."
RUN = "4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"


def drawn(hand: str, *, stock: str = "9d") -> Table:
    """Seat 0 with that hand, after its draw."""
    return dealt(FA, hand, stock=stock).plays("draw")


# --- sets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", ["A", "4", "K"])
def test_fa_10_sets_of_aces_fours_and_kings_may_be_laid(rank: str) -> None:
    laid = drawn(f"{rank}c {rank}d {rank}d {rank}h 2s").plays(
        f"lay {rank}c {rank}d 2s, add 0: {rank}c {rank}d 2s {rank}h"
    )
    assert laid.melds(0) == [f"{rank}c {rank}d 2s {rank}h"]


@pytest.mark.parametrize("rank", ["5", "6", "7", "8", "9", "T", "J", "Q"])
def test_fa_10_sets_of_no_other_rank_may_be_laid(rank: str) -> None:
    hand = drawn(f"{rank}c {rank}d {rank}d {rank}h 2s", stock="As")
    hand.refuses(f"lay {rank}c {rank}d {rank}h", "melds.set_ranks", "10")
    hand.refuses(f"lay {rank}c {rank}d {rank}d {rank}h 2s", "melds.set_ranks", "10")
    assert not any(f"{rank}c {rank}" in choice for choice in hand.choices)


def test_fa_10_a_pair_may_have_two_of_one_rank() -> None:
    twice = drawn("Kc Kc Kd Kd Kh Ks").plays("lay Kc Kd Kh / Kc Kd Ks")
    assert twice.melds(0) == ["Kc Kd Kh", "Kc Kd Ks"]


def test_fa_10_everything_else_is_a_run_of_one_suit() -> None:
    drawn("4h 5h 6c").refuses("lay 4h 5h 6c", "melds.same_suit", "10")
    assert drawn("Qh Kh Ah").allows("lay Qh Kh Ah")
    drawn("Ah 4h 5h").refuses("lay Ah 4h 5h", "melds.run_order", IN_ORDER)
    drawn("4h 5h 7h").refuses("lay 4h 5h 7h", "melds.run_order", IN_ORDER)
    drawn("6h 5h 4h").refuses("lay 6h 5h 4h", "melds.run_order", IN_ORDER)


# --- a 2 on top of the pile ---------------------------------------------------------------------------------------


def two_on_top(taker: str) -> Table:
    """Seat 2 has discarded the 2 of clubs; seat 1 laid 4♥ 5♥ 6♥, and seat 3 is on turn with the cards named."""
    begun = dealt(FA, "", "4h 5h 6h", "", taker, stock="Qs Js 2c")
    return begun.plays("pass", "draw, lay 4h 5h 6h, discard Js", "pass")


def test_fa_11_it_serves_for_a_new_meld_with_at_least_two_cards_of_the_hand() -> None:
    on = two_on_top("8d 9d Td Kc Kd")
    taken = on.plays("take 8d 9d 2c")
    assert taken.melds(1) == ["4h 5h 6h", "8d 9d 2c"]
    assert taken.holds(3, "Qs Js Td")
    assert on.allows("take 8d 9d Td 2c", "take Kc 2c Kd", "take 8d 2c Td")
    on.refuses("take Kc 2c", "pile.two_on_top", "11")
    on.refuses("take 8d 9d Td", "pile.taking", "9, 11, gloss.")


def test_fa_11_a_2_on_top_never_serves_for_a_meld_already_laid() -> None:
    on = two_on_top("7h 8h Kc Kd")
    on.refuses("take 0: 4h 5h 6h 2c", "pile.two_on_top", "11")
    on.refuses("take 0: 4h 5h 6h 7h 2c", "pile.two_on_top", "11")
    assert not any(choice.startswith("take 0") for choice in on.choices)
    useless = two_on_top("7h 7h Qh Qh 4s 9s 9s 5c 5c Tc 5d")
    assert useless.choices == ["draw"]


def test_fa_11_another_card_on_top_may_be_added() -> None:
    begun = dealt(FA, "", "4h 5h 6h", "", "8h", stock="Qs Js 7h")
    on = begun.plays("pass", "draw, lay 4h 5h 6h, discard Js", "pass")
    assert on.plays("take 0: 4h 5h 6h 7h 8h").melds(1) == ["4h 5h 6h 7h 8h"]


def test_fa_11_a_2_of_the_hand_may_be_added_to_a_meld() -> None:
    laid = drawn("5h 6h 7h 2c 2d 8h").plays("lay 5h 6h 7h, add 0: 5h 6h 7h 2c")
    assert laid.melds(0) == ["5h 6h 7h 2c"]
    laid.refuses("add 0: 2d 5h 6h 7h 2c", "melds.wild_limit", "11, gloss.")
    laid.refuses("add 0: 5h 6h 7h 8h", "melds.extending", "11, gloss.")
    assert laid.allows("add 0: 5h 6h 7h 8h 2c")


def test_fa_11_no_card_leaves_a_meld_for_others_that_come() -> None:
    laid = drawn("5h 6h 7h 2c 8h 9h").plays("lay 5h 6h 7h 2c")
    laid.refuses("add 0: 5h 6h 7h 8h 9h", "melds.extending", "11, gloss.")
    assert laid.allows("add 0: 5h 6h 7h 8h 9h 2c", "add 0: 2c 5h 6h 7h 8h")


def test_fa_11_with_another_2_it_makes_no_meld() -> None:
    on = two_on_top("8d 2d 9s 9d")
    on.refuses("take 8d 2d 2c", "melds.wild_limit", "11, gloss.")
    on.refuses("take 2c 8d 9d 2d", "melds.wild_limit", "11, gloss.")


def test_fa_11_a_new_meld_has_three_cards() -> None:
    drawn("4h 5h Kc Kd").refuses("lay 4h 5h", "melds.min_cards", "11")
    drawn("4h 5h Kc Kd").refuses("lay Kc Kd", "melds.min_cards", "11")


# --- the glossary: stock, pile, drawing, discarding, wild cards ---------------------------------------------------


def test_fa_gloss_stock_eleven_cards_each_and_the_rest_face_down() -> None:
    plain = deal()
    begun = table(FA).do(plain)
    assert [len(hand) for hand in begun.hand.hands] == [11, 11, 11, 11]
    assert len(deck(rules_of(FA))) - 4 * 11 - 2 * 11 == begun.stock == 38
    for observer in (0, 1, 2, 3, Onlooker.SPECTATOR):
        seen = view(begun.match, observer)["hand"]
        assert seen is not None
        assert seen["stock"] == 38
    twelve = Deal(((*plain.hands[0], plain.stock[0]), *plain.hands[1:]), plain.mortos, plain.stock[1:])
    table(FA).refuses(twelve, "dealing.hand_size", "gloss.")


def test_fa_gloss_a_turn_begins_with_a_card_of_the_stock_or_with_the_pile() -> None:
    on = dealt(FA, "6h", "4h 5h Kd", stock="Ks Qs").plays("draw, discard 6h")
    on.refuses("discard Kd", "turn.draw", "gloss.")
    on.refuses("lay 4h 5h 6h", "turn.draw", "gloss.")
    drawn_one = on.plays("draw")
    assert (drawn_one.drawn, drawn_one.pile) == ("Qs", "6h")
    drawn_one.refuses("draw", "turn.draw", "gloss.")
    drawn_one.refuses("take 4h 5h 6h", "turn.draw", "gloss.")
    taken = on.plays("take 4h 5h 6h")
    assert (taken.pile, taken.stock) == ("", 37)
    taken.refuses("draw", "turn.draw", "gloss.")


def test_fa_gloss_pile_it_is_taken_by_laying_its_top_card_and_wholly() -> None:
    on = dealt(FA, "", "", "", "4h 5h 8c 8c 9c Tc Jd Qd Kd Ks As", stock="Qs Js 6h").passes(3)
    on.refuses("take", "pile.taking", "9, 11, gloss.")
    taken = on.plays("take 4h 5h 6h")
    assert (taken.pile, taken.melds(1)) == ("", ["4h 5h 6h"])
    assert taken.holds(3, "Qs Js")
    dealt(FA).refuses("take", "pile.whole", "gloss.")
    assert on.replayed().score == (0, 0)


def test_fa_gloss_pile_with_one_card_in_hand_too() -> None:
    """AFIA's rule of the single card is not in this text."""
    upper = "Qh 4c 5c 6c 7c 8c 9c 4s 5s 6s 9d"
    lays = "lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc Ac, add 1: 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac, lay 4s 5s 6s"
    hand = "4h 5h 6h 7h 8h 9h Th Tc Jc Qc Kc"
    on = dealt(FA, hand, mortos=(upper,), stock="Ac Ks Qs Jh").plays(f"draw, {lays}, discard 9d").passes(3)
    assert (on.cards_of(0), on.pile) == ("Qh", "9d Ks Qs Jh")
    assert on.allows("take 0: 4h 5h 6h 7h 8h 9h Th Jh Qh")


def test_fa_gloss_pile_it_lies_face_up_for_all_to_see() -> None:
    on = dealt(FA, stock="Ks Qs Js").passes(3)
    for observer in (0, 1, 2, 3, *Onlooker):
        seen = view(on.match, observer)["hand"]
        assert seen is not None
        assert (seen["pile"], seen["pile_count"]) == (["Ks", "Qs", "Js"], 3)


def test_fa_gloss_discard_it_passes_the_turn_on_and_stands() -> None:
    after = drawn("4h 5h 6h Kd").plays("discard Kd")
    assert (after.pile, after.turn) == ("Kd", 1)
    for late in (Discard(0, card("4h")), Lay(0, (cards("4h 5h 6h"),)), Draw(0)):
        after.refuses(late, "turn.order", "5, gloss.")


def test_fa_gloss_discard_before_it_melds_are_made_or_added_to() -> None:
    on = drawn("4h 5h 6h 7h Kc Kd Kh Ks").plays("lay 4h 5h 6h, lay Kc Kd Kh, add 0: 4h 5h 6h 7h")
    assert on.melds(0) == ["4h 5h 6h 7h", "Kc Kd Kh"]
    on.refuses(Lay(0, ()), "turn.lay", "gloss.")
    on.refuses("lay Kc Kd Kh", "turn.own_cards", "gloss.")
    on.refuses("discard Qh", "turn.own_cards", "gloss.")


@pytest.mark.parametrize("two", ["2c", "2h", "2s", "2d"])
def test_fa_gloss_wild_every_2_stands_for_another_card(two: str) -> None:
    for meld, place in ((f"4h {two} 6h", 1), (f"{two} 5h 6h", 0), (f"Kc Kd {two}", 2), (f"{two} Kh Ah", 0)):
        laid = drawn(meld).plays(f"lay {meld}")
        assert view_of_melds(laid, 0)[0]["wilds"] == [place]
    for wrong in (f"{two} 4h 5h", f"Kh Ah {two}"):
        drawn(wrong).refuses(f"lay {wrong}", "melds.run_order", IN_ORDER)


def test_fa_gloss_wild_but_one_in_a_meld_and_never_alone() -> None:
    drawn("4h 2c 2d 7h").refuses("lay 4h 2c 2d 7h", "melds.wild_limit", "11, gloss.")
    drawn("Kc Kd 2c 2d").refuses("lay Kc Kd 2c 2d", "melds.wild_limit", "11, gloss.")
    drawn("2c 2d 2h").refuses("lay 2c 2d 2h", "melds.wild_limit", "11, gloss.")
    drawn("2h 5h 6h 2h").refuses("lay 2h 5h 6h 2h", "melds.wild_limit", "11, gloss.")


@pytest.mark.parametrize("two", ["2h", "2c"])
def test_fa_gloss_wild_a_canastra_with_it_stays_dirty(two: str) -> None:
    laid = drawn(f"4h 5h 6h 7h 8h 9h {two} Th").plays(f"lay 4h 5h 6h 7h 8h 9h {two}")
    assert view_of_melds(laid, 0)[0]["canastra"] == "dirty"
    longer = laid.plays(f"add 0: 4h 5h 6h 7h 8h 9h Th {two}")
    assert view_of_melds(longer, 0)[0]["canastra"] == "dirty"


def test_fa_gloss_a_run_has_eleven_places() -> None:
    assert drawn(RUN).plays(f"lay {RUN}").melds(0) == [RUN]
    drawn(RUN, stock="2c").refuses(f"lay 2c {RUN}", "melds.run_limit", "gloss.")


def test_fa_gloss_two_melds_are_never_joined() -> None:
    laid = drawn("4h 5h 6h 7h 8h 9h").plays("lay 4h 5h 6h / 7h 8h 9h")
    laid.refuses("add 0: 4h 5h 6h 7h 8h 9h", "melds.never_joined", "gloss.")
