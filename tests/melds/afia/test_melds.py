"""AFIA 2026, Art. 4, definitions 1, 5, 10 and 11: melds, wilds, sets and canastras; rulings C-1 to C-6."""

import pytest

from carteado.melds.events import MeldExtended, MeldLaid
from tests.melds.tables import AF, Table, after_clean_canastra, cards, dealt, view_of_melds

IN_ORDER = "4.1, 4.3, 4.4, 4.5"
"""The articles behind ``melds.run_order``."""

RUN = "4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"


def drawn(hand: str, *, stock: str = "9d") -> Table:
    """Seat 0 with that hand, after its draw."""
    return dealt(AF, hand, stock=stock).plays("draw")


# --- what a meld is -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("meld", ["4h 5h 6h", "Jc Qc Kc Ac", "8d 9d Td", "7s 7d 7h", "Ac Ac Ad Ah", RUN])
def test_af_4_1_three_cards_or_more_in_sequence_or_of_one_rank_are_a_meld(meld: str) -> None:
    laid = drawn(meld).plays(f"lay {meld}")
    assert laid.melds(0) == [meld]
    assert laid.had_events(MeldLaid(0, cards(meld)))
    listed = [sorted(cards(choice.removeprefix("lay "))) for choice in drawn(meld).choices if choice.startswith("lay")]
    assert sorted(cards(meld)) in listed
    assert len(laid.hand.hands[0]) == 12 - len(cards(meld))


@pytest.mark.parametrize("pair", ["4h 5h", "7s 7d", "Kh 2c"])
def test_af_4_1_two_cards_are_none(pair: str) -> None:
    drawn(pair).refuses(f"lay {pair}", "melds.min_cards", "4.1, 4.10")


@pytest.mark.parametrize("mixed", ["4h 5h 6c", "4h 5c 6h 7h", "Jd Qd Kd As"])
def test_af_4_1_a_sequence_is_of_one_suit(mixed: str) -> None:
    drawn(mixed).refuses(f"lay {mixed}", "melds.same_suit", "4.1")


@pytest.mark.parametrize(
    "wrong",
    [
        "4h 5h 7h",
        "6h 5h 4h",
        "Kh Ah 4h",
        "Ah 4h 5h",
        "4h 4h 5h",
        "Qh Kh Ah 4h 5h",
    ],
)
def test_af_4_1_in_numerical_order_with_the_ace_after_the_king(wrong: str) -> None:
    drawn(wrong).refuses(f"lay {wrong}", "melds.run_order", IN_ORDER)


def test_af_4_1_the_longest_sequence_has_eleven_cards() -> None:
    laid = drawn(RUN).plays(f"lay {RUN}")
    assert laid.melds(0) == [RUN]
    drawn(RUN, stock="2c").refuses(f"lay 2c {RUN}", "melds.run_limit", "4.1, 4.11")
    drawn(RUN, stock="2c").refuses(f"lay {RUN} 2c", "melds.run_limit", "4.1, 4.11")


def test_af_4_1_cards_may_be_added_later_by_either_partner() -> None:
    begun = dealt(AF, "5h 6h 7h Kc Kd Ks 9d", "9d", "4h 8h Kh", stock="9s 9s")
    laid = begun.plays("draw, lay 5h 6h 7h / Kc Kd Ks, discard 9d", "draw, discard 9d")
    added = laid.plays("draw, add 0: 4h 5h 6h 7h 8h, add 1: Kc Kd Ks Kh")
    assert added.melds(0) == ["4h 5h 6h 7h 8h", "Kc Kd Ks Kh"]
    assert added.had_events(MeldExtended(2, 1, cards("Kc Kd Ks Kh")))
    assert not added.holds(2, "4h")


def test_af_4_1_what_is_added_must_fit_and_nothing_is_taken_away() -> None:
    laid = drawn("5h 6h 7h 8h Th Kc Kd Ks 8s 9c Qd").plays("lay 5h 6h 7h / Kc Kd Ks")
    laid.refuses("add 0: 5h 6h 7h Th", "melds.run_order", IN_ORDER)
    laid.refuses("add 0: 5h 6h 7h 8s", "melds.same_suit", "4.1")
    laid.refuses("add 0: 6h 7h 8h", "melds.extending", "4.1")
    laid.refuses("add 0: 5h 6h 7h", "melds.extending", "4.1")
    laid.refuses("add 0: 5h 6h 7h 8h 9h", "turn.own_cards", "4.2, 5")
    laid.refuses("add 1: Kc Kd Ks Qd", "melds.same_suit", "4.1")
    laid.refuses("add 2: 5h 6h 7h 8h", "melds.extending", "4.1")
    laid.refuses("add 1: 5h 6h 7h 8h", "melds.extending", "4.1")
    assert laid.allows("add 0: 5h 6h 7h 8h")


def test_af_4_1_no_card_leaves_a_meld_for_others_that_come() -> None:
    laid = drawn("5h 6h 7h 8h 9h Kc Kd Ks Kh Ks").plays("lay 5h 6h 7h / Kc Kd Ks")
    laid.refuses("add 0: 6h 7h 8h 9h", "melds.extending", "4.1")
    laid.refuses("add 1: Kc Ks Kh Ks", "melds.extending", "4.1")
    assert laid.plays("add 0: 5h 6h 7h 8h 9h").melds(0)[0] == "5h 6h 7h 8h 9h"


def test_af_4_1_a_run_stays_of_its_suit_and_a_set_of_its_rank() -> None:
    """With a 2 among them, three cards could be read otherwise; what was laid stays what it was."""
    laid = drawn("Kh 2c Ah Kd Ks").plays("lay 2c Kh Ah")
    laid.refuses("add 0: 2c Kh Ah Kd Ks", "melds.same_suit", "4.1")


def test_af_4_1_two_melds_are_never_joined() -> None:
    laid = drawn("4h 5h 6h 7h 8h 9h").plays("lay 4h 5h 6h / 7h 8h 9h")
    laid.refuses("add 0: 4h 5h 6h 7h 8h 9h", "melds.never_joined", "4.1")
    assert not any(choice.startswith("add 0: 4h 5h 6h 7h") for choice in laid.choices)


def test_af_4_1_several_melds_may_be_laid_at_once_each_card_once() -> None:
    hand = drawn("4h 5h 6h 7h 8h")
    hand.refuses("lay 4h 5h 6h / 6h 7h 8h", "turn.own_cards", "4.2, 5")
    assert drawn("4h 5h 6h 6h 7h 8h").allows("lay 4h 5h 6h / 6h 7h 8h")


# --- the 2 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "meld", ["2c 5h 6h", "4h 2c 6h", "5h 6h 2c", "2h 5h 6h", "2d Kh Ah", "7s 2c 7d", "2s 9s 9s", "2h 5h 6h 7h 8h"]
)
def test_af_4_5_a_2_stands_for_any_card_of_a_meld(meld: str) -> None:
    laid = drawn(meld).plays(f"lay {meld}")
    assert laid.melds(0) == [meld]
    assert view_of_melds(laid, 0)[0]["wilds"] == [meld.split().index(next(one for one in meld.split() if "2" in one))]


@pytest.mark.parametrize("meld", ["2c 4h 5h", "2h 4h 5h", "Kh Ah 2c", "5h 2c 6h"])
def test_af_4_5_but_only_where_there_is_a_place_and_never_for_a_3_or_a_2(meld: str) -> None:
    drawn(meld).refuses(f"lay {meld}", "melds.run_order", IN_ORDER)


@pytest.mark.parametrize("meld", ["4h 2c 2d 7h", "7s 7d 2c 2d", "2h 5h 2h 7h", "2c 2d 2h", "2h 2h 6h 7h"])
def test_af_4_5_one_2_in_a_meld_and_none_of_2s_alone(meld: str) -> None:
    drawn(meld).refuses(f"lay {meld}", "melds.wild_limit", "4.5")


def test_af_4_5_no_card_but_the_2_is_wild() -> None:
    hand = drawn("4h 5h 7h Jc Jd As Ac Kd 9s 8c Ts")
    assert not any(choice.startswith("lay") for choice in hand.choices)


def test_af_4_5_a_second_2_is_not_added_either() -> None:
    laid = drawn("4h 5h 2c 2d 7s 7d 2h").plays("lay 4h 5h 2c / 7s 7d 2h")
    laid.refuses("add 0: 4h 5h 2c 2d", "melds.wild_limit", "4.5")
    laid.refuses("add 1: 7s 7d 2h 2d", "melds.wild_limit", "4.5")


def test_af_4_5_a_natural_card_takes_the_place_of_the_2_and_pushes_it_along() -> None:
    laid = drawn("5h 6h 2c 7h 4h Kd").plays("lay 5h 6h 2c")
    pushed = {choice for choice in laid.choices if choice.startswith("add 0")}
    assert {"add 0: 5h 6h 7h 2c", "add 0: 2c 5h 6h 7h", "add 0: 4h 5h 6h 7h 2c", "add 0: 4h 5h 6h 2c"} <= pushed
    laid.refuses("add 0: 5h 6h 7h", "melds.extending", "4.1")
    laid.refuses("add 0: 2c 5h 6h", "melds.extending", "4.1")
    laid.refuses("add 0: 5h 6h 7h Kd", "melds.extending", "4.1")
    assert laid.plays("add 0: 5h 6h 7h 2c").melds(0) == ["5h 6h 7h 2c"]


@pytest.mark.parametrize("two", ["2h", "2c"])
def test_af_4_5_a_canastra_with_a_2_is_dirty_and_cannot_be_cleaned(two: str) -> None:
    """Also with the 2 of its own suit, pushed down to the lowest place that there is."""
    lay = f"lay 5h 6h 7h 8h 9h Th {two} / Tc Jc Qc Kc"
    begun = dealt(AF, f"5h 6h 7h 8h 9h Th {two} Tc Jc Qc Kc", mortos=("Jh 4c 5c 6c 7c 8d 9d Td Jd 4s 5s",), stock="Qs")
    before = begun.plays(f"draw, {lay}, discard Qs").passes(3)
    pushed = before.plays(f"draw, add 0: {two} 5h 6h 7h 8h 9h Th Jh")
    assert [view_of_melds(before, 0)[0]["canastra"], view_of_melds(pushed, 0)[0]["canastra"]] == ["dirty", "dirty"]
    assert not any(choice.startswith("add 0: 5h 6h 7h 8h 9h Th Jh") and two not in choice for choice in pushed.choices)


def test_af_4_5_a_2_may_be_discarded() -> None:
    assert drawn("2c").plays("discard 2c").pile == "2c"


# --- sets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", ["4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"])
def test_af_4_10_a_set_is_three_cards_or_more_of_any_rank_whatever_the_suits(rank: str) -> None:
    hand = drawn(f"{rank}c {rank}c {rank}d {rank}s")
    assert hand.allows(f"lay {rank}c {rank}c {rank}d", f"lay {rank}s {rank}d {rank}c {rank}c")
    hand.refuses(f"lay {rank}c {rank}d", "melds.min_cards", "4.1, 4.10")


def test_af_4_10_a_pair_may_have_two_sets_of_one_rank() -> None:
    twice = drawn("7c 7c 7d 7d 7h 7s 7s").plays("lay 7c 7d 7h, lay 7c 7d 7s")
    assert twice.melds(0) == ["7c 7d 7h", "7c 7d 7s"]
    assert twice.plays("add 1: 7c 7d 7s 7s").melds(0) == ["7c 7d 7h", "7c 7d 7s 7s"]


def test_af_4_10_a_set_holds_cards_of_one_rank_only() -> None:
    drawn("7c 7d 8h").refuses("lay 7c 7d 8h", "melds.same_suit", "4.1")
    laid = drawn("7c 7d 7h 8h").plays("lay 7c 7d 7h")
    laid.refuses("add 0: 7c 7d 7h 8h", "melds.same_suit", "4.1")


# --- canastras ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meld", "kind"),
    [
        ("4h 5h 6h 7h 8h 9h", None),
        ("4h 5h 6h 7h 8h 9h Th", "clean"),
        ("4h 5h 6h 7h 8h 9h 2h", "dirty"),
        ("4h 5h 6h 7h 8h 2c", None),
        ("7c 7c 7d 7d 7h 7h", None),
        ("7c 7c 7d 7d 7h 7h 7s", "clean"),
        ("7c 7c 7d 7d 7h 7h 2s", "dirty"),
        ("7c 7c 7d 7d 7h 7h 7s 7s", "clean"),
        (RUN, "clean"),
    ],
)
def test_af_4_11_seven_cards_are_a_canastra_clean_without_a_2(meld: str, kind: str | None) -> None:
    laid = drawn(meld).plays(f"lay {meld}")
    assert view_of_melds(laid, 0)[0]["canastra"] == kind


def test_af_4_11_a_meld_grows_into_a_canastra() -> None:
    grown = drawn("4h 5h 6h 7h 8h 9h Th").plays("lay 4h 5h 6h 7h 8h 9h, add 0: 4h 5h 6h 7h 8h 9h Th")
    assert view_of_melds(grown, 0)[0]["canastra"] == "clean"


def test_af_4_11_a_longer_canastra_is_one_canastra() -> None:
    over = after_clean_canastra(AF, mortos=("Jh Qh Kh Ah 4c 5c 6c 4s 5s 6s 7s",)).plays(
        f"draw, add 0: {RUN}, lay 4c 5c 6c / 4s 5s 6s 7s, discard Qd"
    )
    assert over.points("clean_canastas", 0) == 200
    assert over.points("melded_cards", 0) == 10 * 22
