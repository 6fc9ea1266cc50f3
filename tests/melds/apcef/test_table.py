"""APCEF/SC 2022, Art. 1–5 and 13: places, dealer, cut, deal, the second card, and the match; rulings C-0, C-13."""

import json

import pytest

from carteado.cards import Adjust, MatchWon, Onlooker, pair_of
from carteado.melds import Cut, Deal, Discard, Draw, cutter, dealt_from, deck, view
from carteado.record import InputError, RuleBroken, record_of, replay, write_record
from carteado.regulation import LANGUAGES, catalogue
from tests.melds.tables import (
    AP,
    HEAVY,
    MIDDLING,
    SMALL,
    Table,
    article,
    card,
    deal,
    dealt,
    dull_hand,
    rules_of,
    shared_hand,
    swift_hand,
    table,
    turned,
)

HEADING = {"format": "carteado-record/1", "regulation": AP.id, "seats": ["Ana", "Bia", "Caio", "Davi"]}


# --- places, dealer, cut, deal ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", range(4))
def test_ap_1_pairs_sit_in_alternate_places(seat: int) -> None:
    over = swift_hand(table(AP, dealer=(seat - 1) % 4))
    assert over.out == pair_of(seat)
    assert over.score[seat % 2] == 580
    plain = deal()
    table(AP).refuses(Deal(plain.hands[:3], plain.mortos, (*plain.stock, *plain.hands[3])), "table.pairs", "1")


def test_ap_1_four_play() -> None:
    for seats in (["Ana", "Bia"], ["Ana", "Bia", "Caio"]):
        with pytest.raises(InputError) as wrong:
            record_of({**HEADING, "first_dealer": 0, "hands": [], "seats": seats})
        assert wrong.value.where == "seats"


@pytest.mark.parametrize(
    ("drawn", "dealer"),
    [
        ([["Ac", "2d", "3h", "4s"]], 3),
        ([["Kc", "Ad", "Qh", "Js"]], 0),
        ([["Kc", "Kd", "Kh", "Js"], ["2c", "2d", "Ah", None], ["Qc", "Kd", None, None]], 1),
    ],
)
def test_ap_1_the_highest_card_drawn_deals_first_and_the_tied_draw_again(drawn: object, dealer: int) -> None:
    record = record_of({**HEADING, "dealer_draw": drawn, "hands": []})
    assert record.first_dealer == dealer


@pytest.mark.parametrize("drawn", [[["Kc", "Kd", "Qh", "Js"]], [["Kc", "Qd", "Jh", None]], [["Kc", "Kc", "Kc", "Js"]]])
def test_ap_1_every_player_shows_one_card(drawn: object) -> None:
    with pytest.raises(RuleBroken) as wrong:
        record_of({**HEADING, "dealer_draw": drawn, "hands": []})
    assert AP.cite(wrong.value.refusal.key) == article(AP, "1")
    assert all(wrong.value.message(catalogue(language)) for language in LANGUAGES)


@pytest.mark.parametrize("dealer", range(4))
def test_ap_2_the_player_on_the_dealers_left_cuts_and_nobody_else(dealer: int) -> None:
    before = table(AP, dealer=dealer)
    left = (dealer + 1) % 4
    assert cutter(before.match) == left
    for at in (0, 1, 103):
        assert before.allows(Cut(left, at))
    for another in {0, 1, 2, 3} - {left}:
        before.refuses(Cut(another, 40), "dealing.cut_by", "2")
    before.refuses(Cut(left, 104), "dealing.cut_by", "2")


def test_ap_2_the_cards_are_dealt_from_the_cut_on() -> None:
    before = table(AP).do(Cut(0, 40))
    shuffled = deck(rules_of(AP))
    given = dealt_from(before.match, shuffled, cuts=before.match.cuts)
    assert given == dealt_from(before.match, shuffled[40:] + shuffled[:40])
    assert before.do(given).match.cuts == ()


@pytest.mark.parametrize("dealer", range(4))
def test_ap_3_eleven_cards_one_by_one_from_the_dealers_left(dealer: int) -> None:
    before = table(AP, dealer=dealer)
    shuffled = deck(rules_of(AP))
    given = dealt_from(before.match, shuffled)
    for place in range(4):
        assert given.hands[(dealer + 1 + place) % 4] == shuffled[place:44:4]
    assert before.do(given).turn == (dealer + 1) % 4


def test_ap_3_twenty_two_cards_are_two_mortos_and_the_rest_is_the_stock() -> None:
    before = table(AP)
    shuffled = deck(rules_of(AP))
    given = dealt_from(before.match, shuffled)
    assert (given.mortos, given.stock) == ((shuffled[44:55], shuffled[55:66]), shuffled[66:])
    assert len(shuffled) == 104
    first, second = given.mortos
    before.refuses(Deal(given.hands, (first,), (*second, *given.stock)), "dealing.mortos", "3")
    before.refuses(Deal(given.hands, ((*first, second[0]), second[1:]), given.stock), "dealing.morto_size", "3")
    ten = Deal((given.hands[0][:10], *given.hands[1:]), given.mortos, (given.hands[0][10], *given.stock))
    before.refuses(ten, "dealing.hand_size", "3")
    before.refuses(Deal(given.hands, given.mortos, given.stock[1:]), "deck.copies", "3")


def test_ap_3_mortos_and_stock_lie_face_down() -> None:
    begun = dealt(AP)
    for observer in (0, 1, 2, 3, Onlooker.SPECTATOR):
        seen = view(begun.match, observer)["hand"]
        assert seen is not None
        assert (seen["mortos"], seen["stock"]) == ([11, 11], 38)
        assert [cards is not None for cards in seen["cards"]] == [observer == seat for seat in range(4)]


def test_ap_3_the_turn_and_the_deal_pass_to_the_left() -> None:
    on = dealt(AP, dealer=2)
    turns = []
    for _ in range(6):
        turns.append(on.turn)
        on.refuses(Draw((on.turn + 2) % 4), "turn.order", "3, 6")
        on = on.passes(1)
    assert turns == [3, 0, 1, 2, 3, 0]
    two = swift_hand(swift_hand(table(AP, dealer=2)))
    assert [hand.dealer for hand in two.replayed().hands] == [2, 3]
    two.deal().refuses(deal(), "dealing.next_dealer", "1, 3")


def test_ap_4_discards_make_a_pile_face_up() -> None:
    on = dealt(AP, stock="Ks Qs Js").passes(3)
    assert on.pile == "Ks Qs Js"
    for observer in (0, 1, 2, 3, *Onlooker):
        seen = view(on.match, observer)["hand"]
        assert seen is not None
        assert (seen["pile"], seen["pile_count"]) == (["Ks", "Qs", "Js"], 3)


def test_ap_4_it_begins_empty_and_empty_again_after_it_was_taken() -> None:
    begun = dealt(AP, stock="Ks Qs")
    assert begun.pile == ""
    begun.refuses("take", "pile.whole", "6")
    taken = begun.passes(2).plays("take")
    assert taken.pile == ""


# --- the second card ----------------------------------------------------------------------------------------------


def test_ap_5_the_first_player_may_put_the_card_drawn_on_the_pile_and_draw_another() -> None:
    drawn = dealt(AP, stock="Ks Qs Js").plays("draw")
    assert "redraw" in drawn.choices
    again = drawn.plays("redraw")
    assert (again.pile, again.drawn, again.turn, len(again.hand.hands[0])) == ("Ks", "Qs", 0, 12)
    again.refuses("redraw", "turn.second_card_lost", "5")
    taken = again.plays("discard Qs", "take")
    assert taken.holds(1, "Ks Qs"), "both lie on the pile"


def test_ap_5_before_he_puts_it_with_his_cards() -> None:
    dealt(AP).refuses("redraw", "turn.draw", "6, 9")
    laid = dealt(AP, "4h 5h 6h").plays("draw, lay 4h 5h 6h")
    laid.refuses("redraw", "turn.second_card_lost", "5")


@pytest.mark.parametrize("turns", range(1, 5))
def test_ap_5_only_the_first_player_may_take_a_second_card(turns: int) -> None:
    later = dealt(AP).passes(turns).plays("draw")
    later.refuses("redraw", "turn.second_card_lost", "5")
    assert "redraw" not in later.choices


def test_ap_5_a_three_drawn_is_a_card_like_any_other() -> None:
    drawn = dealt(AP, stock="3h Qs").plays("draw")
    assert (drawn.drawn, drawn.red_threes(0)) == ("3h", "")
    assert drawn.plays("redraw").pile == "3h"


# --- the match ----------------------------------------------------------------------------------------------------


def test_ap_13_the_first_pair_to_3000_wins() -> None:
    won = swift_hand(table(AP, score=(2420, 1000)))
    assert (won.score, won.match.winner) == ((3000, 735), 0)
    assert won.had_events(MatchWon(0, "match.target"))
    short = swift_hand(table(AP, score=(2415, 1000)))
    assert (short.score, short.match.winner) == ((2995, 735), None)
    for act in (deal(), Draw(1), Discard(0, card("9d"))):
        won.refuses(act, "match.over", "13")


def test_ap_13_in_the_final_too() -> None:
    assert swift_hand(table(AP, score=(2420, 0), phase="final")).replayed().winner == 0
    assert swift_hand(table(AP, score=(2415, 0), phase="final")).replayed().winner is None


@pytest.mark.parametrize(
    ("before", "after", "winner"), [((2440, 2900), (3020, 3010), 0), ((2430, 2910), (3010, 3020), 1)]
)
def test_ap_13p1_if_both_pass_3000_the_higher_total_wins(
    before: tuple[int, int], after: tuple[int, int], winner: int
) -> None:
    both = shared_hand(table(AP, score=before))
    assert (both.out, both.score, both.match.winner) == (0, after, winner)


OTHER_SMALL = "7c 7c 4h 4h 5h 5h 6h 6h 7h 7h 3c"
"""Eleven cards worth 55 points."""


def level_at_the_target() -> Table:
    return shared_hand(table(AP, score=(2430, 2900)))


def test_ap_13p2_if_they_are_equal_one_more_hand_decides() -> None:
    level = level_at_the_target()
    assert (level.score, level.match.winner) == ((3010, 3010), None)
    won = swift_hand(level)
    assert won.match.winner == 1, "the deal has passed, and seat 1 went out"
    assert won.had_events(MatchWon(1, "match.equal_at_target"))


def test_ap_13p2_by_the_points_of_that_hand_alone() -> None:
    """Both lose points and fall under 3000; the one that loses less has won."""
    fallen = dull_hand(level_at_the_target())
    assert max(fallen.score) < 3000
    points = fallen.replayed().hands[1].points
    assert points[0] != points[1]
    assert fallen.match.winner == (0 if points[0] > points[1] else 1)


def test_ap_13p2_what_the_referee_changed_meanwhile_does_not_count() -> None:
    level = level_at_the_target()
    on = level.do(turned(deal(MIDDLING, OTHER_SMALL, HEAVY, SMALL), level.match.dealer + 1))
    on = on.do(Adjust(0, -1000, "engano na folha", "17")).passes_to_the_end()
    assert on.score == (3010 - 1000 - 210, 3010 - 320)
    assert on.match.winner == 0, "210 points lost are fewer than 320"


def test_ap_13p2_one_more_hand_is_played_when_that_hand_is_equal() -> None:
    level = level_at_the_target()
    on = level.do(turned(deal(SMALL, OTHER_SMALL, MIDDLING, HEAVY), level.match.dealer + 1)).passes_to_the_end()
    assert on.replayed().hands[1].points == (-265, -265)
    assert on.match.winner is None
    won = swift_hand(on)
    assert won.match.winner == 0
    assert json.loads(write_record(won.record()))["hands"][0]["start"] == [2430, 2900]
    assert replay(won.record()).winner == 0
