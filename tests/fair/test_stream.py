"""The word stream and the shuffle, against values computed by another implementation in another language."""

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.fair import FairError, number_below, random_words, shuffled
from tests.fair.tables import ALL_ONES, COUNTING, DOUBLE_DECK, TRUCO_DECK, card_texts

LABEL = "carteado-fair/1|mesa-1|0"


def test_words_are_big_endian_parts_of_hmac_blocks_numbered_from_zero() -> None:
    assert list(islice(random_words(label=LABEL, seed=COUNTING), 10)) == [
        *(3593689007, 1363238152, 1157386959, 611021568, 909676030, 377959584, 3114161134, 3501552992),
        *(3864483610, 628954728),
    ]


def test_a_number_below_n_is_a_word_modulo_n() -> None:
    stream = random_words(label=LABEL, seed=COUNTING)
    assert [number_below(40, stream) for _ in range(5)] == [7, 32, 39, 8, 30]


def test_a_word_not_below_the_largest_multiple_of_n_is_dropped() -> None:
    """Of the stream above only the first word, 3593689007, is too high for 2³¹ + 1."""
    stream = random_words(label=LABEL, seed=COUNTING)
    assert [number_below(2**31 + 1, stream) for _ in range(3)] == [1363238152, 1157386959, 611021568]


@pytest.mark.parametrize(("word", "number"), [(4294967290, 5), (4294967294, 2), (4294967295, 2)])
def test_the_limit_itself_is_dropped_and_the_word_before_it_is_not(word: int, number: int) -> None:
    """For n = 7 the limit is 7 · 613566756 = 4294967292."""
    assert number_below(7, iter([word, 2])) == number


def test_a_power_of_two_drops_no_word() -> None:
    assert number_below(2**32, iter([2**32 - 1])) == 2**32 - 1


def test_shuffle_of_the_truco_deck() -> None:
    assert " ".join(card_texts(shuffled(TRUCO_DECK, label=LABEL, seed=COUNTING))) == (
        "Ks Kh 4h 6d 3h 7d 4d 5c Jd Ad Ah Qc 5s 2h Ac 4s 3c Kd 5d 2c "
        "6h 6s Js 2d 3d As Jh 4c Qs 6c 7c 7s 5h Qh Kc 3s Qd 2s 7h Jc"
    )


def test_shuffle_of_the_double_deck() -> None:
    cards = shuffled(DOUBLE_DECK, label="carteado-fair/1|mesa-2|7", seed=ALL_ONES)
    assert " ".join(card_texts(cards)) == (
        "Qs 6h Tc 7h 4d 6d 9d Qh 2h Jc 3d 5d 6c 5h 8c 5c Td Ts 9d Ad Ad 2h 2c 6h 8h As "
        "Th 2s Qd 4c 8s Jh 5c Kc Ac 9s Ah 8s 2d 4s 6d Js Jd 3c Ks 3d 2c Js 8d 5d Th Jd "
        "As 9c Ks 9s 4h Kh Jh Tc 7h 3h 9h 6s 4s 7c 7d 7s 3s Ah 3c 5s 5s 9h Qc 4d Td 7d "
        "6c Qd 6s Kd 4c 4h Qs Kh 2s Kc Kd 7s 7c 2d Qc 5h Qh Ts 8c Ac Jc 9c 8h 8d 3s 3h"
    )


@given(st.lists(st.integers()), st.binary(min_size=32, max_size=32))
def test_a_shuffle_loses_and_adds_nothing(items: list[int], seed: bytes) -> None:
    assert sorted(shuffled(items, label="any", seed=seed)) == sorted(items)


def test_all_orders_are_about_equally_likely() -> None:
    """Chi-square with 23 degrees of freedom passes 60 about once in 30,000 times; the seed is fixed."""
    orders = Counter(shuffled("abcd", label=f"uniformity|{i}", seed=COUNTING) for i in range(4800))
    assert len(orders) == 24
    assert sum((seen - 200) ** 2 / 200 for seen in orders.values()) < 60


def test_each_card_is_about_equally_often_on_top() -> None:
    """With 39 degrees of freedom 90 is passed less than once in 100,000 times."""
    tops = Counter(shuffled(TRUCO_DECK, label=f"top|{i}", seed=COUNTING)[0] for i in range(2000))
    assert sum((tops[card] - 50) ** 2 / 50 for card in TRUCO_DECK) < 90


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(FairError) as refused:
        random_words(label="any", seed=seed)
    assert refused.value.code == "bad_seed"


def test_a_label_is_ascii() -> None:
    with pytest.raises(FairError) as refused:
        random_words(label="ação", seed=COUNTING)
    assert refused.value.code == "bad_id"


@pytest.mark.parametrize("n", [-1, 0, 2**32 + 1])
def test_a_number_is_drawn_only_below_1_to_2_to_the_32(n: int) -> None:
    with pytest.raises(FairError) as refused:
        number_below(n, iter([0]))
    assert (refused.value.code, refused.value.details) == ("bad_range", {"value": n})
