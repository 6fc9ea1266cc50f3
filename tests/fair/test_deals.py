"""Fair deals: commitment, cuts, burning and dealing (TM 23–26, 31; rulings TM-10, TM-16)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.fair import (
    Fair,
    FairError,
    Problem,
    after_cuts_and_burn,
    commitment,
    commitment_problems,
    cut,
    deal_label,
    deal_round,
    deck_as_dealt,
    new_seed,
    parse_seed,
    shuffled_deck,
)
from tests.fair.tables import ALL_ONES, COUNTING, DOUBLE_DECK, TRUCO_DECK, card_texts

COMMITMENT = "2268a5c9265cd3f17db522110842a87dd7eacc330967b1853284b83124c11538"


def refusal(error: pytest.ExceptionInfo[FairError]) -> tuple[str, dict[str, object]]:
    assert str(error.value)
    return error.value.code, error.value.details


def test_a_label_names_the_algorithm_the_match_and_the_hand() -> None:
    assert deal_label("mesa-1", 12) == "carteado-fair/1|mesa-1|12"


@pytest.mark.parametrize("match", ["", "a|b", "mão", "a\nb", "a\x7f", "\ud800"])
def test_a_match_id_that_could_make_a_label_ambiguous_is_refused(match: str) -> None:
    with pytest.raises(FairError) as refused:
        deal_label(match, 0)
    assert refusal(refused) == ("bad_id", {"what": "match", "value": match})


def test_hands_are_numbered_from_zero() -> None:
    with pytest.raises(FairError) as refused:
        deal_label("mesa-1", -1)
    assert refusal(refused) == ("bad_hand", {"value": -1})


def test_the_commitment_hashes_the_label_and_the_seed_in_hex() -> None:
    assert commitment(deal_label("mesa-1", 0), COUNTING) == COMMITMENT


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "A" * 64, "0" * 63 + "g", "٠" * 64, 0, None, b"0" * 64])
def test_a_seed_is_written_in_64_lower_case_hexadecimal_digits(text: object) -> None:
    with pytest.raises(FairError) as refused:
        parse_seed(text)
    assert refusal(refused) == ("bad_seed", {})


def test_new_seeds_have_32_bytes_and_differ() -> None:
    seeds = {new_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert {len(seed) for seed in seeds} == {32}


def test_each_hand_of_a_match_has_its_own_order() -> None:
    orders = {shuffled_deck(TRUCO_DECK, match="mesa-1", hand=hand, seed=COUNTING) for hand in range(10)}
    assert len(orders) == 10


def test_a_cut_moves_the_first_cards_to_the_end() -> None:
    assert cut("abcde", 2) == tuple("cdeab")


@pytest.mark.parametrize("k", [0, 5])
def test_a_cut_of_nothing_or_of_everything_changes_nothing(k: int) -> None:
    assert cut("abcde", k) == tuple("abcde")


@pytest.mark.parametrize("k", [-1, 6])
def test_no_more_cards_are_cut_than_there_are(k: int) -> None:
    with pytest.raises(FairError) as refused:
        cut("abcde", k)
    assert refusal(refused) == ("bad_cut", {"value": k, "cards": 5})


def test_tm_26_burnt_cards_leave_the_top_after_the_last_cut() -> None:
    assert after_cuts_and_burn("abcde", cuts=(1, 2), burn=1) == tuple("eabc")


@pytest.mark.parametrize("burn", [-1, 6])
def test_no_more_cards_are_burnt_than_there_are(burn: int) -> None:
    with pytest.raises(FairError) as refused:
        after_cuts_and_burn("abcde", cuts=(), burn=burn)
    assert refusal(refused) == ("bad_burn", {"value": burn, "cards": 5})


def test_tm_16_cards_go_one_at_a_time_starting_at_the_first_player() -> None:
    dealt = deal_round(range(10), players=4, first=3, each=2)
    assert dealt.hands == ((1, 5), (2, 6), (3, 7), (0, 4))
    assert dealt.rest == (8, 9)


def test_tm_31_in_the_mao_de_ferro_cards_go_three_at_a_time() -> None:
    dealt = deal_round(range(7), players=2, first=1, each=3, packet=3)
    assert dealt.hands == ((3, 4, 5), (0, 1, 2))
    assert dealt.rest == (6,)


def test_a_last_packet_may_be_smaller() -> None:
    assert deal_round("abcdef", players=2, first=0, each=3, packet=2).hands == (tuple("abe"), tuple("cdf"))


def test_a_truco_deal_with_two_cuts_and_two_cards_burnt() -> None:
    fair = Fair(COMMITMENT, COUNTING.hex(), cuts=(13, 5), burn=2)
    cards = deck_as_dealt(TRUCO_DECK, match="mesa-1", hand=0, fair=fair)
    dealt = deal_round(cards, players=4, first=0, each=3)
    assert [" ".join(card_texts(hand)) for hand in dealt.hands] == [
        "6h 3d Qs",
        "6s As 6c",
        "Js Jh 7c",
        "2d 4c 7s",
    ]
    assert str(dealt.rest[0]) == "5h"


def test_a_mao_de_ferro_deal() -> None:
    cards = cut(shuffled_deck(TRUCO_DECK, match="mesa-1", hand=21, seed=COUNTING), 20)
    dealt = deal_round(cards, players=4, first=2, each=3, packet=3)
    assert [" ".join(card_texts(hand)) for hand in dealt.hands] == [
        "6d 4c 4s",
        "3h Kh 6s",
        "7c 2s Jh",
        "4d 5c 7s",
    ]
    assert str(dealt.rest[0]) == "2h"


def test_a_tranca_deal() -> None:
    cards = cut(shuffled_deck(DOUBLE_DECK, match="mesa-2", hand=7, seed=ALL_ONES), 52)
    dealt = deal_round(cards, players=4, first=3, each=11)
    assert [" ".join(card_texts(hand)) for hand in dealt.hands] == [
        "9c Kh 3h 7c Ah 9h 7d Kd Kh 7s 5h",
        "Ks Jh 9h 7d 3c Qc 6c 4c 2s 7c Qh",
        "9s Tc 6s 7s 5s 4d Qd 4h Kc 2d Ts",
        "As 4h 7h 4s 3s 5s Td 6s Qs Kd Qc",
    ]
    assert " ".join(card_texts(dealt.rest[:22])) == (
        "8c Ac Jc 9c 8h 8d 3s 3h Qs 6h Tc 7h 4d 6d 9d Qh 2h Jc 3d 5d 6c 5h"
    )
    assert len(dealt.rest) == 60


@given(
    cuts=st.lists(st.integers(0, 40), max_size=5),
    burn=st.integers(0, 3),
    players=st.sampled_from([2, 4]),
    first=st.integers(0, 1),
    packet=st.sampled_from([1, 2, 3]),
)
def test_cutting_burning_and_dealing_conserve_the_cards(
    cuts: list[int], burn: int, players: int, first: int, packet: int
) -> None:
    cut_deck = after_cuts_and_burn(TRUCO_DECK, cuts=cuts, burn=0)
    left = after_cuts_and_burn(TRUCO_DECK, cuts=cuts, burn=burn)
    dealt = deal_round(left, players=players, first=first, each=3, packet=packet)
    assert {len(hand) for hand in dealt.hands} == {3}
    assert sorted([*cut_deck[:burn], *sum(dealt.hands, ()), *dealt.rest]) == sorted(TRUCO_DECK)


def test_a_deal_needs_enough_cards() -> None:
    with pytest.raises(FairError) as refused:
        deal_round(range(11), players=4, first=0, each=3)
    assert refusal(refused) == ("not_enough_cards", {"needed": 12, "cards": 11})


@pytest.mark.parametrize("wrong", [{"players": 0}, {"first": 4}, {"first": -1}, {"each": -1}, {"packet": 0}])
def test_a_deal_needs_players_one_of_them_first_and_packets(wrong: dict[str, int]) -> None:
    with pytest.raises(FairError) as refused:
        deal_round(range(40), **{"players": 4, "first": 0, "each": 3, "packet": 1, **wrong})
    assert refusal(refused)[0] == "bad_deal"


def test_a_record_s_fair_is_read_and_written_alike() -> None:
    data = {"commitment": COMMITMENT, "seed": COUNTING.hex(), "cuts": [13, 5], "burn": 2}
    assert Fair.from_json(data) == Fair(COMMITMENT, COUNTING.hex(), (13, 5), 2)
    assert Fair.from_json(data).to_json() == data


def test_a_seed_not_revealed_is_absent_and_cuts_and_burn_default_to_none() -> None:
    fair = Fair.from_json({"commitment": COMMITMENT, "seed": None, "_note": "table 4"})
    assert fair == Fair(COMMITMENT, None, (), 0)
    assert fair.to_json() == {"commitment": COMMITMENT, "cuts": [], "burn": 0}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (None, ("bad_shape", "fair")),
        ([], ("bad_shape", "fair")),
        ({}, ("bad_shape", "commitment")),
        ({"commitment": COMMITMENT.upper()}, ("bad_shape", "commitment")),
        ({"commitment": COMMITMENT, "cuts": 3}, ("bad_shape", "cuts")),
        ({"commitment": COMMITMENT, "cuts": [True]}, ("bad_shape", "cuts")),
        ({"commitment": COMMITMENT, "cuts": [-1]}, ("bad_shape", "cuts")),
        ({"commitment": COMMITMENT, "burn": 1.0}, ("bad_shape", "burn")),
        ({"commitment": COMMITMENT, "burn": None}, ("bad_shape", "burn")),
        ({"commitment": COMMITMENT, "seeds": ""}, ("unknown_key", "seeds")),
        ({"commitment": COMMITMENT, "seed": "00"}, ("bad_seed", None)),
    ],
)
def test_a_record_s_fair_of_another_shape_is_refused(data: Any, expected: tuple[str, str | None]) -> None:
    with pytest.raises(FairError) as refused:
        Fair.from_json(data)
    code, details = refusal(refused)
    assert (code, details.get("key")) == expected


def test_a_commitment_holds_for_its_own_seed_match_and_hand_only() -> None:
    fair = Fair(COMMITMENT, COUNTING.hex())
    assert commitment_problems(fair, match="mesa-1", hand=0) == []
    for match, hand in (("mesa-2", 0), ("mesa-1", 1)):
        [problem] = commitment_problems(fair, match=match, hand=hand)
        assert problem == Problem("commitment_differs")
        assert "commitment" in str(problem)


def test_before_the_seed_is_revealed_nothing_can_be_recomputed() -> None:
    hidden = Fair(COMMITMENT)
    with pytest.raises(FairError) as refused:
        commitment_problems(hidden, match="mesa-1", hand=0)
    assert refusal(refused) == ("not_revealed", {})
    with pytest.raises(FairError):
        deck_as_dealt(TRUCO_DECK, match="mesa-1", hand=0, fair=hidden)
