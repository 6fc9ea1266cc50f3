"""APCEF/SC 2022, Art. 7 and 8: runs, the 2, canastras, and no sets; rulings C-1 to C-5."""

import json

import pytest

from carteado.record import InputError, read_record, write_record
from tests.melds.tables import AP, Table, article, dealt, view_of_melds

WILD = "7 §2, 7 §3"
ALL_HEARTS = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"


def drawn(hand: str, *, stock: str = "9d") -> Table:
    """Seat 0 with that hand, after its draw."""
    return dealt(AP, hand, stock=stock).plays("draw")


def canastra(meld: str) -> str | None:
    """How a meld is called, laid from a hand of eleven cards and the card drawn."""
    *hand, last = meld.split()
    laid = drawn(" ".join(hand), stock=last).plays(f"lay {meld}")
    kind: str | None = view_of_melds(laid, 0)[0]["canastra"]
    return kind


# --- runs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "run", ["4h 5h 6h", "Ah 2h 3h", "2s 3s 4s", "Qd Kd Ad", "3c 4c 5c", "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th"]
)
def test_ap_7p1_three_cards_or_more_of_one_suit_in_sequence(run: str) -> None:
    laid = drawn(run).plays(f"lay {run}")
    assert laid.melds(0) == [run]
    assert view_of_melds(laid, 0)[0]["wilds"] == []
    assert f"lay {run}" in drawn(run).choices


def test_ap_7p1_never_of_two_cards_or_of_two_suits() -> None:
    drawn("4h 5h").refuses("lay 4h 5h", "melds.min_cards", "7 §1")
    drawn("4h 5h 6c").refuses("lay 4h 5h 6c", "melds.same_suit", "7 §1")
    drawn("4h 5h 7h").refuses("lay 4h 5h 7h", "melds.run_order", "7 §1")
    drawn("6h 5h 4h").refuses("lay 6h 5h 4h", "melds.run_order", "7 §1")


def test_ap_7p1_the_ace_begins_a_run_and_the_2_the_3_and_the_4_follow() -> None:
    laid = drawn("Ah 2h 3h 4h 5h").plays("lay Ah 2h 3h, add 0: Ah 2h 3h 4h 5h")
    assert laid.melds(0) == ["Ah 2h 3h 4h 5h"]


@pytest.mark.parametrize("beyond", ["Kh Ah 2h", "Kh Ah 2c", "Qh Kh Ah 2h", "Kh Ah 2h 3h"])
def test_ap_7p1_or_ends_it_after_the_king_and_nothing_follows(beyond: str) -> None:
    drawn(beyond).refuses(f"lay {beyond}", "melds.run_order", "7 §1")
    laid = drawn("Qh Kh Ah 2c 2h").plays("lay Qh Kh Ah")
    laid.refuses("add 0: Qh Kh Ah 2c", "melds.run_order", "7 §1")
    assert laid.allows("add 0: 2c Qh Kh Ah")


def test_ap_7p1_a_run_may_have_an_ace_at_both_ends_and_no_more() -> None:
    hand, upper = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th 9d", "Qh Kh Ah 2h 2c"
    begun = dealt(AP, hand, mortos=(upper,), stock="Jh").plays("draw, lay Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh, discard 9d")
    on = begun.passes(3).plays("draw")
    assert on.plays(f"add 0: {ALL_HEARTS}").melds(0) == [ALL_HEARTS]
    whole = on.plays(f"add 0: {ALL_HEARTS} Ah")
    assert view_of_melds(whole, 0)[0]["canastra"] == "clean"
    for longer in (f"{ALL_HEARTS} Ah 2h", f"{ALL_HEARTS} Ah 2c", f"2c {ALL_HEARTS} Ah"):
        whole.refuses(f"add 0: {longer}", "melds.run_limit", "7 §1")


def test_ap_7p1_beyond_six_cards_a_run_is_called_a_canastra() -> None:
    assert canastra("4h 5h 6h 7h 8h 9h") is None
    assert canastra("4h 5h 6h 7h 8h 9h Th") == "clean"
    assert canastra("3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah") == "clean"


# --- the 2 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("run", "wilds"),
    [
        ("Ah 2h 3h", []),
        ("Ah 2c 3h", [1]),
        ("2h 3h 4h", []),
        ("2c 3h 4h", [0]),
        ("2c 2h 3h", [0]),
        ("Ah 2h 2c", [2]),
        ("2h 2h 4h", [1]),
        ("2h 4h 5h", [0]),
        ("5h 6h 2h", [2]),
        ("5h 2s 7h", [1]),
        ("2d Qh Kh Ah", [0]),
        ("Ah 2h 3h 4h 2s 6h", [4]),
    ],
)
def test_ap_7p2_a_2_stands_anywhere_in_a_run_and_is_natural_in_its_own_suit_and_place(
    run: str, wilds: list[int]
) -> None:
    laid = drawn(run).plays(f"lay {run}")
    assert view_of_melds(laid, 0)[0]["wilds"] == wilds


@pytest.mark.parametrize("run", ["2h 2c 2s 5h", "2c 2d 2s", "Ah 2c 2d 2h 5h", "2c 2h 3h 2d"])
def test_ap_7p2_one_natural_and_one_that_stands_for_another_are_the_most(run: str) -> None:
    drawn(run).refuses(f"lay {run}", "melds.wild_limit", WILD)


@pytest.mark.parametrize("run", ["4h 2c 2d 7h", "2c 2d 4h", "2c 3h 2d", "4h 2h 2c"])
def test_ap_7p2_two_that_stand_for_others_are_too_many(run: str) -> None:
    assert not drawn(run).allows(f"lay {run}")
    assert f"lay {run}" not in drawn(run).choices


def test_ap_7p2_a_run_becomes_clean_when_its_2_takes_the_place_of_the_2() -> None:
    laid = drawn("4h 5h 6h 7h 8h 9h 2h 3h").plays("lay 4h 5h 6h 7h 8h 9h 2h")
    assert view_of_melds(laid, 0)[0]["canastra"] == "dirty"
    clean = laid.plays("add 0: 2h 3h 4h 5h 6h 7h 8h 9h")
    assert view_of_melds(clean, 0)[0] == {
        "kind": "run",
        "cards": ["2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h"],
        "wilds": [],
        "canastra": "clean",
    }
    assert "add 0: 2h 3h 4h 5h 6h 7h 8h 9h" in laid.choices


def test_ap_7p2_whatever_the_number_of_its_cards() -> None:
    clean = drawn("4h 5h 2h 3h").plays("lay 4h 5h 2h, add 0: 2h 3h 4h 5h")
    assert view_of_melds(clean, 0)[0]["wilds"] == []


def test_ap_7p2_a_2_of_another_suit_never_makes_it_clean() -> None:
    laid = drawn("4h 5h 6h 7h 8h 9h 2c 3h").plays("lay 4h 5h 6h 7h 8h 9h 2c, add 0: 2c 3h 4h 5h 6h 7h 8h 9h")
    assert view_of_melds(laid, 0)[0]["wilds"] == [0]
    assert view_of_melds(laid, 0)[0]["canastra"] == "dirty"


def test_ap_7p2_a_natural_card_takes_the_place_of_the_wild_one_which_stays_in_the_run() -> None:
    laid = drawn("5h 6h 2c 7h Kd").plays("lay 5h 6h 2c")
    assert laid.allows("add 0: 5h 6h 7h 2c", "add 0: 2c 5h 6h 7h")
    laid.refuses("add 0: 5h 6h 7h", "melds.extending", "7 §2, 9")
    laid.refuses("add 0: 5h 6h 7h Kd", "melds.extending", "7 §2, 9")


def test_ap_7p2_a_second_2_is_added_only_where_one_of_them_is_natural() -> None:
    laid = drawn("4h 5h 2c 3h 2h 2s").plays("lay 4h 5h 2c")
    assert not laid.allows("add 0: 4h 5h 2c 2s")
    both = laid.plays("add 0: 2h 3h 4h 5h 2c")
    assert view_of_melds(both, 0)[0]["wilds"] == [4]


def test_ap_7p2_there_are_no_jokers() -> None:
    document = json.loads(write_record(dealt(AP).record()))
    document["hands"][0]["deal"]["stock"][0] = "Jk"
    with pytest.raises(InputError) as joker:
        read_record(json.dumps(document))
    assert joker.value.code == "not_a_card"
    assert AP.cite("deck.no_jokers") == article(AP, "7 §2")


# --- canastras ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meld", "kind"),
    [
        ("4h 5h 6h 7h 8h 9h", None),
        ("Ah 2h 3h 4h 5h 6h", None),
        ("Ah 2c 3h 4h 5h 6h", None),
        ("Ah 2h 3h 4h 5h 6h 7h", "clean"),
        ("2h 3h 4h 5h 6h 7h 8h", "clean"),
        ("8h 9h Th Jh Qh Kh Ah", "clean"),
        ("Ah 2c 3h 4h 5h 6h 7h", "dirty"),
        ("2c 2h 3h 4h 5h 6h 7h", "dirty"),
        ("4h 5h 6h 2h 8h 9h Th", "dirty"),
        ("4h 5h 6h 7h 8h 9h 2h", "dirty"),
        ("2c 8h 9h Th Jh Qh Kh", "dirty"),
        ("Ah 2h 3h 4h 5h 6h 2h", "dirty"),
    ],
)
def test_ap_7p3_seven_cards_are_a_canastra_simple_if_a_2_stands_for_another(meld: str, kind: str | None) -> None:
    assert canastra(meld) == kind


def test_ap_7p3_a_clean_canastra_that_takes_a_wild_2_is_simple() -> None:
    laid = drawn("4h 5h 6h 7h 8h 9h Th 2c").plays("lay 4h 5h 6h 7h 8h 9h Th, add 0: 4h 5h 6h 7h 8h 9h Th 2c")
    assert view_of_melds(laid, 0)[0]["canastra"] == "dirty"


# --- no sets ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", "A3456789TJQK")
def test_ap_8_no_sets_of_any_rank(rank: str) -> None:
    hand = drawn(f"{rank}c {rank}d {rank}h 2s", stock="7s")
    hand.refuses(f"lay {rank}c {rank}d {rank}h", "melds.set_ranks", "8")
    hand.refuses(f"lay {rank}c {rank}d 2s", "melds.set_ranks", "8")
    assert not any(choice.startswith(f"lay {rank}c {rank}d") for choice in hand.choices)


def test_ap_8_no_sets_of_twos() -> None:
    drawn("2c 2d 2h 2s").refuses("lay 2c 2d 2h 2s", "melds.wild_limit", WILD)
