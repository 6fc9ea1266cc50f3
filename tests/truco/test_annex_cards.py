"""Truco Masters 2025, Annex I, items 11–17: manilhas, vira and the strength of the cards; rulings TM-1 and TM-2."""

import itertools

import pytest

from carteado.cards import SUITS, Card
from carteado.truco import Played, deck, manilha_rank, round_winner, strengths, view
from tests.truco.tables import TM, card, cards, rules_of, table

STRENGTH = rules_of(TM).strength
FROM_WEAK_TO_STRONG = "4567QJKA23"
"""Item 17, written here a second time on purpose."""


def beats(strong: str, weak: str, *, vira: str) -> bool:
    """Whether one card shown by seat 0 wins the round against another shown by seat 1."""
    plays = (Played(0, card(strong), False), Played(1, card(weak), False))
    return round_winner(plays, strengths(STRENGTH, card(vira))) == 0


def level(one: str, another: str, *, vira: str) -> bool:
    return not beats(one, another, vira=vira) and not beats(another, one, vira=vira)


def test_tm_11_manilhas_are_the_strongest_cards() -> None:
    vira = "4c"
    rest = [str(other) for other in deck(rules_of(TM)) if other.rank != "5"]
    for manilha, other in itertools.product(("5c", "5h", "5s", "5d"), rest):
        assert beats(manilha, other, vira=vira)
        assert not beats(other, manilha, vira=vira)


def test_tm_11_manilhas_are_never_tied() -> None:
    for one, another in itertools.combinations(("5c", "5h", "5s", "5d"), 2):
        assert not level(one, another, vira="4c")
    hand = table().deal("5d 4d 6d", "5s 6h 4h", "2c 6s 7h", "Kc Qd Jd", vira="4c").play("5d 5s 2c Kc")
    assert hand.rounds == [1]


def test_tm_11_each_deal_makes_its_own_manilhas() -> None:
    assert beats("5d", "6c", vira="4c")
    assert beats("6c", "5d", vira="5s")


@pytest.mark.parametrize(("vira", "manilha"), ["45", "56", "67", "7Q", "QJ", "JK", "KA", "A2", "23", "34"])
def test_tm_12_the_manilhas_rank_next_above_the_vira(vira: str, manilha: str) -> None:
    for suit in SUITS:
        assert manilha_rank(STRENGTH, Card(vira, suit)) == manilha


def test_tm_12_the_vira_itself_is_no_manilha() -> None:
    assert beats("5d", "6c", vira="4d"), "a five is a manilha when a four is turned up"
    assert not beats("4c", "6d", vira="4d"), "and the other fours are the weakest cards"


def test_tm_12_everybody_sees_the_vira_and_its_manilha() -> None:
    hand = table().deal("5d 4d 6d", "5s 6h 4h", "2c 6s 7h", "Kc Qd Jd", vira="3s")
    for seat in range(4):
        hand_view = view(hand.match, seat)["hand"]
        assert hand_view is not None
        assert (hand_view["vira"], hand_view["manilha"]) == ("3s", "4")


def wins_over_all_below(manilha: str, below: str) -> None:
    for other in below.split():
        assert beats(manilha, other, vira="Jd")
        assert not beats(other, manilha, vira="Jd")


def test_tm_13_zap_the_manilha_of_clubs_is_the_highest_card() -> None:
    wins_over_all_below("Kc", "Kh Ks Kd 3c 3h 3s 3d 2c Ac Jc 4c")
    hand = table().deal("Kh 4d 6d", "Kc 6h 4h", "Ks 6s 7h", "Kd Qd 3d", vira="Jd").play("Kh Kc Ks Kd")
    assert hand.rounds == [1]


def test_tm_14_the_manilha_of_hearts_is_second() -> None:
    wins_over_all_below("Kh", "Ks Kd 3c 3h 3s 3d 2h Ah Jh 4h")
    assert not beats("Kh", "Kc", vira="Jd")


def test_tm_15_espadilha_the_manilha_of_spades_is_third() -> None:
    wins_over_all_below("Ks", "Kd 3c 3h 3s 3d 2s As Js 4s")
    assert not beats("Ks", "Kh", vira="Jd")
    assert not beats("Ks", "Kc", vira="Jd")


def test_tm_16_pica_fumo_the_manilha_of_diamonds_is_fourth() -> None:
    wins_over_all_below("Kd", "3c 3h 3s 3d 2d Ad 4d")
    for higher in ("Kc", "Kh", "Ks"):
        assert not beats("Kd", higher, vira="Jd")


def test_tm_17_three_two_ace_king_jack_queen_seven_six_five_four() -> None:
    vira = "4c"
    ordinary = [rank for rank in FROM_WEAK_TO_STRONG if rank != "5"]
    for weak, strong in itertools.combinations(ordinary, 2):
        for suits in itertools.product(SUITS, repeat=2):
            assert beats(strong + suits[0], weak + suits[1], vira=vira)
            assert not beats(weak + suits[1], strong + suits[0], vira=vira)


def test_tm_17_the_jack_is_above_the_queen() -> None:
    assert beats("Jd", "Qc", vira="4c")
    assert beats("Kd", "Jc", vira="4c")
    assert beats("Qd", "7c", vira="4c")


def test_tm_17_suits_of_ordinary_cards_do_not_count() -> None:
    for rank in "456QJKA23":
        for one, another in itertools.combinations(SUITS, 2):
            assert level(rank + one, rank + another, vira="6d"), "the sevens are the manilhas"


def test_tm_17_the_suit_of_the_vira_does_not_count() -> None:
    tables = {tuple(strengths(STRENGTH, Card("4", suit)).items()) for suit in SUITS}
    assert len(tables) == 1


def test_tm_17_the_highest_card_shown_wins_whoever_shows_it() -> None:
    for seat in range(4):
        hands = ["4d 6d 7d", "4h 6h 7h", "4s 6s 7s", "6c 7c Jc"]
        hands[seat] = "3c " + " ".join(hands[seat].split()[1:])
        hand = table().deal(*hands, vira="4c")
        first = hand.play(" ".join(one.split()[0] for one in hands))
        assert (first.rounds, first.hand.turn) == ([seat % 2], seat)


def test_tm_17_a_four_is_the_manilha_when_a_three_is_turned_up() -> None:
    assert all(beats(f"4{suit}", "3d", vira="3c") for suit in SUITS)
    assert {one.rank for one in cards("4c 4h 4s 4d")} == {manilha_rank(STRENGTH, card("3h"))}
