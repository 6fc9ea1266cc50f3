"""FARAES 2023, Art. 1–6 and 24: deck, places, dealer, mortos, direction, the first player, and the match.

Rulings C-0, C-13 and C-21.
"""

import json

import pytest

from carteado.cards import MatchWon, Onlooker, pair_of
from carteado.melds import Cut, Deal, Discard, Draw, cutter, dealt_from, deck, view
from carteado.record import InputError, RuleBroken, read_record, record_of, replay, write_record
from carteado.regulation import LANGUAGES, catalogue
from tests.melds.tables import (
    FA,
    SWIFT_LAY,
    article,
    card,
    cards,
    deal,
    dealt,
    dull_hand,
    rules_of,
    shared_hand,
    swift,
    swift_hand,
    table,
)

HEADING = {"format": "carteado-record/1", "regulation": FA.id, "seats": ["Ana", "Bia", "Caio", "Davi"]}


# --- deck and places ----------------------------------------------------------------------------------------------


def test_fa_1_two_whole_decks_are_dealt() -> None:
    plain = deal()
    assert table(FA).allows(plain)
    table(FA).refuses(Deal(plain.hands, plain.mortos, plain.stock[1:]), "deck.copies", "1")
    table(FA).refuses(Deal(plain.hands, plain.mortos, (*plain.stock, card("Kc"))), "deck.copies", "1")
    table(FA).refuses(Deal(plain.hands, plain.mortos, (card("4c"), *plain.stock[1:])), "deck.copies", "1")
    assert len(deck(rules_of(FA))) == 104


@pytest.mark.parametrize("joker", ["Jk", "JK", "*", "0c", "1c", "Xh"])
def test_fa_1_jokers_are_no_part_of_the_game(joker: str) -> None:
    document = json.loads(write_record(dealt(FA).record()))
    document["hands"][0]["deal"]["stock"][0] = joker
    with pytest.raises(InputError) as wrong:
        read_record(json.dumps(document))
    assert wrong.value.code == "not_a_card"
    assert FA.cite("deck.no_jokers") == article(FA, "1")


@pytest.mark.parametrize("seat", range(4))
def test_fa_2_whatever_the_places_those_who_face_each_other_are_a_pair(seat: int) -> None:
    """The players settle their places; the record names them in order of play, and the score is by pairs."""
    over = swift_hand(table(FA, dealer=(seat - 1) % 4))
    assert over.score[pair_of(seat)] == 610
    document = json.loads(write_record(over.record()))
    moved = {**document, "seats": ["Davi", "Ana", "Bia", "Caio"]}
    assert replay(record_of(moved)).score == over.score
    assert replay(record_of(moved)).hands == over.replayed().hands


def test_fa_2_four_places_are_taken() -> None:
    for seats in (["Ana", "Bia"], ["Ana", "Bia", "Caio"], ["Ana", "Bia", "Caio", ""]):
        with pytest.raises(InputError) as wrong:
            record_of({**HEADING, "first_dealer": 0, "hands": [], "seats": seats})
        assert wrong.value.where.startswith("seats")


# --- dealing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawn", "dealer"),
    [
        ([["Ac", "2d", "3h", "4s"]], 3),
        ([["Ac", "Kd", "Qh", "Js"]], 1),
        ([["Tc", "9d", "8h", "7s"]], 0),
        ([["Kc", "Kd", "Qh", "Js"], ["5c", "6d", None, None]], 1),
        ([["Kc", "Kc", "Qh", "Js"], ["5c", "5c", None, None], ["Ac", "2c", None, None]], 1),
    ],
)
def test_fa_3_the_highest_card_deals_the_ace_is_lowest_and_the_king_highest(drawn: object, dealer: int) -> None:
    record = record_of({**HEADING, "dealer_draw": drawn, "hands": []})
    assert record.first_dealer == dealer
    assert replay(record).mismatches == ()
    assert write_record(record_of(json.loads(write_record(record)))) == write_record(record)


@pytest.mark.parametrize(
    "drawn",
    [
        [["Kc", "Kd", "Qh", "Js"]],
        [["Kc", "Kd", "Qh", "Js"], ["5c", "6d", "7h", None]],
        [["Kc", "Qd", "Jh", "Ts"], ["5c", "6d", None, None]],
        [["Kc", "Qd", "Jh", None]],
        [["Kc", "Kc", "Kc", "Js"]],
        [],
    ],
)
def test_fa_3_until_one_is_highest_and_the_tied_alone_draw_again(drawn: object) -> None:
    with pytest.raises(RuleBroken) as wrong:
        record_of({**HEADING, "dealer_draw": drawn, "hands": []})
    assert wrong.value.regulation.cite(wrong.value.refusal.key) == article(FA, "3")
    assert all(wrong.value.message(catalogue(language)) for language in LANGUAGES)


def test_fa_3_another_dealer_than_the_one_drawn_is_told() -> None:
    record = record_of({**HEADING, "first_dealer": 2, "dealer_draw": [["Ac", "Kd", "Qh", "Js"]], "hands": []})
    [mismatch] = replay(record).mismatches
    assert (mismatch.key, mismatch.stated, mismatch.computed) == ("first_dealer", 2, 1)


def test_fa_3_the_deal_passes_in_order_of_play() -> None:
    three = swift_hand(dull_hand(swift_hand(table(FA, dealer=2))))
    assert [hand.dealer for hand in three.replayed().hands] == [2, 3, 0]
    three.deal().refuses(deal(), "dealing.next_dealer", "3, 6")


def test_fa_4_two_mortos_of_eleven_are_set_aside() -> None:
    plain = deal()
    first, second = plain.mortos
    assert table(FA).allows(plain)
    table(FA).refuses(Deal(plain.hands, (first,), (*second, *plain.stock)), "dealing.mortos", "4")
    ten = Deal(plain.hands, (first[:10], second), (first[10], *plain.stock))
    table(FA).refuses(ten, "dealing.morto_size", "4")
    table(FA).refuses(Deal(plain.hands, (), (*first, *second, *plain.stock)), "dealing.mortos", "4")


def test_fa_4_they_are_made_after_the_hands_and_lie_face_down() -> None:
    before = table(FA)
    shuffled = deck(rules_of(FA))
    given = dealt_from(before.match, shuffled)
    assert given.mortos == (shuffled[44:55], shuffled[55:66])
    begun = before.do(given)
    for observer in (0, 1, 2, 3, Onlooker.SPECTATOR):
        hand = view(begun.match, observer)["hand"]
        assert hand is not None
        assert hand["mortos"] == [11, 11]


def test_fa_4_the_upper_one_is_taken_first_and_a_pair_has_but_one() -> None:
    upper, lower = "8c 8c 8d 8d 8s 8s 9c 9c 9d 9d 9s", "Jh Qh Kh Ah 4c 5c 6c 7c 4s 5s 6s"
    taken = swift(FA, mortos=(upper, lower)).plays(f"draw, {SWIFT_LAY}")
    assert sorted(cards(taken.cards_of(0))) == sorted(cards(upper))


def test_fa_4_anybody_may_cut() -> None:
    assert table(FA).allows(*(Cut(seat, 52) for seat in range(4)))
    table(FA).refuses(Cut(0, -1), "dealing.cut_by", "4")


# --- the direction and the first player ---------------------------------------------------------------------------


def test_fa_5_play_goes_anticlockwise_so_the_left_of_the_dealer_comes_last() -> None:
    """Seats count in order of play: on the dealer's left sits the player before him."""
    assert [cutter(table(FA, dealer=dealer).match) for dealer in range(4)] == [3, 0, 1, 2]


@pytest.mark.parametrize("dealer", range(4))
def test_fa_5_one_plays_after_the_other(dealer: int) -> None:
    on = dealt(FA, dealer=dealer)
    turns = []
    for _ in range(6):
        turns.append(on.turn)
        for another in {0, 1, 2, 3} - {on.turn}:
            on.refuses(Draw(another), "turn.order", "5, gloss.")
        on = on.passes(1)
    assert turns == [(dealer + 1 + step) % 4 for step in range(6)]


def test_fa_6_the_player_after_the_dealer_begins() -> None:
    assert [dealt(FA, dealer=dealer).turn for dealer in range(4)] == [1, 2, 3, 0]


def test_fa_6_he_may_draw_two_cards_if_the_first_does_not_serve() -> None:
    drawn = dealt(FA, stock="Ks Qs Js").plays("draw")
    again = drawn.plays("redraw")
    assert (again.pile, again.drawn, again.turn) == ("Ks", "Qs", 0)
    assert len(again.hand.hands[0]) == 12
    again.refuses("redraw", "turn.second_card_lost", "6")
    assert again.plays("discard Qs", "draw").drawn == "Js"


def test_fa_6_not_once_it_has_joined_his_cards() -> None:
    laid = dealt(FA, "4h 5h 6h Kd", stock="Ks").plays("draw, lay 4h 5h 6h")
    laid.refuses("redraw", "turn.second_card_lost", "6")
    dealt(FA).refuses("redraw", "turn.draw", "gloss.")


@pytest.mark.parametrize("turns", range(1, 5))
def test_fa_6_nobody_else_and_at_no_other_time(turns: int) -> None:
    dealt(FA).passes(turns).plays("draw").refuses("redraw", "turn.second_card_lost", "6")


def test_fa_6_exchanging_red_threes_does_not_use_it_up() -> None:
    drawn = dealt(FA, "3h", stock="Ks 3d Qs Js").plays("exchange, draw")
    assert drawn.red_threes(0) == "3h 3d"
    again = drawn.plays("redraw")
    assert (again.pile, again.drawn) == ("Qs", "Js")


# --- the match ----------------------------------------------------------------------------------------------------


def test_fa_24_the_first_pair_to_2000_wins() -> None:
    won = swift_hand(table(FA, score=(1390, 500)))
    assert (won.score, won.match.winner) == ((2000, 180), 0)
    assert won.had_events(MatchWon(0, "match.target"))
    assert won.replayed().winner == 0
    short = swift_hand(table(FA, score=(1380, 500)))
    assert (short.score, short.match.winner) == ((1990, 180), None)


def test_fa_24_the_final_is_no_longer() -> None:
    assert swift_hand(table(FA, score=(1390, 0), phase="final")).replayed().winner == 0
    assert swift_hand(table(FA, score=(1380, 0), phase="final")).replayed().winner is None


def test_fa_24_as_many_hands_as_it_takes_and_none_after() -> None:
    on = table(FA)
    while on.match.winner is None:
        on = swift_hand(on)
    assert (on.score, on.match.winner) == ((2060, 1130), 0)
    assert len(on.replayed().hands) == 11
    for act in (deal(), Draw(0), Discard(1, card("4c"))):
        on.refuses(act, "match.over", "24")


@pytest.mark.parametrize(
    ("before", "after", "winner"), [((1400, 1920), (2010, 2000), 0), ((1390, 1930), (2000, 2010), 1)]
)
def test_fa_24_if_both_reach_it_the_higher_total_wins(
    before: tuple[int, int], after: tuple[int, int], winner: int
) -> None:
    both = shared_hand(table(FA, score=before))
    assert (both.out, both.score, both.match.winner) == (0, after, winner)


def test_fa_24_equal_totals_need_another_hand() -> None:
    level = shared_hand(table(FA, score=(1400, 1930)))
    assert (level.score, level.match.winner) == ((2010, 2010), None)
    assert swift_hand(level).match.winner == 1
    fallen = dull_hand(level)
    assert max(fallen.score) < 2000
    assert fallen.match.winner == (0 if fallen.score[0] > fallen.score[1] else 1), "the higher total, also below 2000"


def test_fa_24_points_are_written_down_hand_by_hand() -> None:
    two = shared_hand(swift_hand(table(FA)))
    assert [hand.points for hand in two.replayed().hands] == [(610, -320), (80, 610)]
    assert [hand.score for hand in two.replayed().hands] == [(610, -320), (690, 290)]
