"""The naive reading itself: what may be laid and added, and which melds a hand holds."""

from itertools import permutations

import pytest

from tests.melds.naive import naive_legal_melds
from tests.melds.naive.hand_notation import RUN, cards, deal, goes_on, hand, refused_at, replayed
from tests.melds.naive.melding import is_clean_canastra, read_meld
from tests.melds.naive.regulations import AF, AP, FA

# --- melds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("regulation", "meld", "valid"),
    [
        (AF, "4h 5h 6h", True),
        (AF, "4h 5h", False),
        (AF, "5h 4h 6h", False),  # not from low to high
        (AF, "4h 5h 6c", False),
        (AF, "4h 5h 7h", False),
        (AF, "Qh Kh Ah", True),
        (AF, "Ah 4h 5h", False),  # C-3: the ace is high only
        (AF, "2c Kh Ah", True),  # the 2 stands for the queen
        (AF, "Kh Ah 2c", False),  # nothing follows the ace
        (AF, "2h 4h 5h", False),  # it would stand for the 3
        (AF, "4h 5h 2h", True),
        (AF, "5h 2c 6h", False),  # no place between 5 and 6
        (AF, "4h 2c 2d 7h", False),  # C-1: one wild
        (AF, "2c 2d 2h", False),
        (AF, "7h 7c 7c", True),
        (AF, "7h 2c 7c", True),  # sets in any order
        (AF, "7h 2c 2d 7c", False),
        (AF, "3c 3s 3s", False),  # C-8
        (AF, "3s 4s 5s", False),
        (AF, RUN["d"], True),
        (FA, "7h 7c 7d", False),  # C-4
        (FA, "Kh 2d Kc", True),
        (FA, "4h 4c 4h", True),
        (FA, "9h Th Jh Qh", True),
        (AP, "Kh Kc Kd", False),
        (AP, "Ah 2h 3h", True),
        (AP, "Ah 2c 3h", True),
        (AP, "Ah 2h 2c", True),  # a natural 2 and a wild 3
        (AP, "2c 2h 3h", True),  # a wild ace and a natural 2
        (AP, "2h 2h 4h", True),  # the second one stands for the 3
        (AP, "2h 2c 2s 5h", False),
        (AP, "Kh Ah 2h", False),  # no wrap
        (AP, "3s 4s 5s", True),
        (AP, "2s Qd Kd Ad", True),
    ],
)
def test_what_may_be_laid(regulation: str, meld: str, valid: bool) -> None:
    outcome = replayed(regulation, hand(deal([meld], stock="9c"), "0 draw", f"0 lay {meld}"))
    assert goes_on(outcome) if valid else outcome == refused_at(1)


def test_c3_a_run_of_canastra_has_fourteen_cards_at_most() -> None:
    whole = [rank + "h" for rank in "A23456789TJQKA"]
    assert read_meld(whole, AP) == ("run", "h", 0)
    assert is_clean_canastra(whole, AP)
    assert read_meld([*whole, "2h"], AP) is None
    assert read_meld(["4h", *RUN["h"].split()], AF) is None


def test_c6_a_two_makes_a_canastra_dirty_unless_it_is_natural() -> None:
    assert not is_clean_canastra(cards("4h 5h 6h 7h 8h 9h 2h"), AF)
    assert not is_clean_canastra(cards("4h 5h 6h 7h 8h 9h 2h"), AP)
    assert not is_clean_canastra(cards("Ah 2c 3h 4h 5h 6h 7h"), AP)
    assert is_clean_canastra(cards("Ah 2h 3h 4h 5h 6h 7h"), AP)
    assert not is_clean_canastra(cards("Ah 2h 3h 4h 5h 6h"), AP)


def test_several_melds_in_one_act_use_each_card_once() -> None:
    dealt = deal(["4h 5h 6h 7h 8h"], stock="9c")
    assert replayed(AF, hand(dealt, "0 draw", "0 lay 4h 5h 6h / 6h 7h 8h")) == refused_at(1)
    dealt = deal(["4h 5h 6h 6h 7h 8h"], stock="9c")
    assert goes_on(replayed(AF, hand(dealt, "0 draw", "0 lay 4h 5h 6h / 6h 7h 8h")))


@pytest.mark.parametrize(
    ("extension", "allowed"),
    [
        ("0: 5h 6h 7h 2c", True),  # the natural 7 pushes the wild along
        ("0: 2c 5h 6h 7h", True),
        ("0: 5h 6h 2c 8h", True),  # the wild stays in its place
        ("0: 5h 6h 2c", False),  # nothing added
        ("0: 2c 5h 6h", False),  # nothing added, the wild only moved
        ("0: 5h 6h 7h", False),  # the 2 would leave the meld
        ("0: 5h 6h 7h 2d", False),
        ("0: 5h 6h 7h 2c 9h", False),  # the 9 is not in the hand
        ("0: 5h 6h 7h 2c 2d", False),
        ("2: 5h 6h 7h 2c", False),  # no such meld
        ("1: Kc Ks Kd Kh", True),
        ("1: Kc Ks Kd 2d", True),
        ("1: 2d Jd Qd Kd", False),  # another kind of meld
        ("1: 5h 6h 7h 2c", False),
    ],
)
def test_c5_extending(extension: str, allowed: bool) -> None:
    dealt = deal(["5h 6h 2c Kc Ks Kd 7h 8h 2d Kh 4c"], stock="9c")
    outcome = replayed(AF, hand(dealt, "0 draw", "0 lay 5h 6h 2c / Kc Ks Kd", f"0 extend {extension}"))
    assert goes_on(outcome) if allowed else outcome == refused_at(2)


def test_c5_two_melds_are_never_joined() -> None:
    dealt = deal(["4h 5h 6h 7h 8h 9h"], stock="9c")
    told = ("0 draw", "0 lay 4h 5h 6h / 7h 8h 9h", "0 extend 0: 4h 5h 6h 7h 8h 9h")
    assert replayed(AF, hand(dealt, *told)) == refused_at(2)


def test_c5_cleaning_a_canastra_of_ap_opens_the_way_out() -> None:
    """The 2 of hearts stands for the ten, then becomes itself when the 3 comes with the morto."""
    dealt = deal(
        [
            "2h 4h 5h 6h 7h 8h 9h 4c 5c 6c 7c",
            "Ah Ah Ac Ac As As Ad Ad Th Th Tc",  # 8 × 15 + 3 × 10 = 150
            "Kc Kc Kd Kd Kh Kh Ks Ks Qh Qh Qs",  # 110
            "3c 3c 3s 3s 3d 3d 4d 4d 5s 7s 7s",  # 55
        ],
        mortos=["3h 5d 6d 7d Td Jd Qd 4s 5s 6s 9s"],
        stock="8c",
    )
    told = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h 2h / 4c 5c 6c 7c 8c"]
    dirty = [*told, "0 lay 5d 6d 7d / Td Jd Qd / 4s 5s 6s", "0 discard 3h"]
    assert replayed(AP, hand(dealt, *dirty, "1 draw", "1 discard Tc")).get("finished") is False, "two cards, one goes"
    clean = [*told, "0 extend 0: 2h 3h 4h 5h 6h 7h 8h 9h", "0 lay 5d 6d 7d / Td Jd Qd / 4s 5s 6s", "0 discard 9s"]
    [counted] = replayed(AP, hand(dealt, *clean))["hands"]
    assert counted == {
        "dealer": 3,
        "winner": 0,
        "points": [335, -305],
        "lines": [
            # 2h 10, 3h to 7h 25, 8h and 9h 20; 4c to 7c 20, 8c 10; 15, 30 and 15: 145
            {"went_out": 100, "clean_canastas": 200, "melded_cards": 145, "hand_cards": -110},
            {"hand_cards": -205, "no_morto": -100},
        ],
    }


# --- vulnerable ---------------------------------------------------------------------------------------------------

# 4h–7h 20, 8c–Kc 60 and Ac 15, 9s 9s; drawn: 6d
VULNERABLE = deal(["4h 5h 6h 7h 8c 9c Tc Jc Qc Kc Ac"], stock="6d")
SMALL, RICH = "4h 5h 6h 7h", "8c 9c Tc Jc Qc Kc Ac"


@pytest.mark.parametrize(
    ("lays", "laid"),
    [
        ([SMALL], False),
        ([RICH], True),  # 75
        ([SMALL, RICH], False),  # 75 against 90
        ([SMALL, f"{RICH} / {SMALL}"], True),  # 95 against 90
        ([SMALL, SMALL, f"{RICH} / {SMALL}"], False),  # 95 against 120
    ],
)
def test_c22_a_lay_too_small_is_an_attempt_and_the_cards_go_back(lays: list[str], laid: bool) -> None:
    told = ["0 draw", *(f"0 lay {melds}" for melds in lays)]
    back = "0 discard 7h" if SMALL in lays[-1] else "0 discard Kc"
    outcome = replayed(AP, hand(VULNERABLE, *told, back, start=[1500, 0]))
    assert outcome == refused_at(len(told)) if laid else goes_on(outcome)


def test_c22_binds_the_first_lay_of_the_pair_and_only_from_1500_on() -> None:
    told = ["0 draw", f"0 lay {RICH}", f"0 lay {SMALL}"]
    assert replayed(AP, hand(VULNERABLE, *told, "0 discard 7h", start=[1500, 0])) == refused_at(3)
    for start in ([1495, 0], [0, 1500]):
        small = hand(VULNERABLE, "0 draw", f"0 lay {SMALL}", "0 discard 7h", start=start)
        assert replayed(AP, small) == refused_at(2)


def test_c22_an_attempt_breaks_no_other_rule_and_uses_up_the_redraw() -> None:
    for wrong in ("4h 5h 6h 8c", "4h 5h 6d", "Kc Ac 2c", "9h Th Jh"):  # the last one is not his
        assert replayed(AP, hand(VULNERABLE, "0 draw", f"0 lay {wrong}", start=[1500, 0])) == refused_at(1)
    told = ["0 draw", f"0 lay {SMALL}", "0 redraw"]
    assert replayed(AP, hand(VULNERABLE, *told, start=[1500, 0])) == refused_at(2)


def test_c22_the_last_minimum_stays() -> None:
    """150 for the fourth attempt and all later ones."""
    dealt = deal(["8c 9c Tc Jc Qc Kc Ac 8d 9d Td Jd"], mortos=[RUN["s"]], stock="Qd")
    both = "0 lay 8c 9c Tc Jc Qc Kc Ac / 8d 9d Td Jd Qd"  # 75 + 50 = 125
    told = ["0 draw", *["0 lay 8c 9c Tc"] * 2, both]
    assert goes_on(replayed(AP, hand(dealt, *told, start=[1500, 0]))), "125 against 120: laid, and the morto taken"
    assert replayed(AP, hand(dealt, *told, "0 discard 8c", start=[1500, 0])) == refused_at(4)
    told = ["0 draw", *["0 lay 8c 9c Tc"] * 3, both, both, "0 discard 8c"]
    assert goes_on(replayed(AP, hand(dealt, *told, start=[1500, 0]))), "125 against 150, however often"


# --- lists of melds -----------------------------------------------------------------------------------------------


def test_the_melds_of_a_small_hand() -> None:
    hearts = ["2c 5h 6h", "4h 2c 6h", "4h 5h 2c", "4h 5h 6h", "4h 5h 6h 2c", "5h 6h 2c"]
    assert naive_legal_melds(cards("4h 5h 6h 2c"), AF) == sorted(tuple(meld.split()) for meld in hearts)
    more = [*hearts, "2c 4h 5h", "2c 4h 5h 6h"]  # in AP the 2 may stand for the 3
    assert naive_legal_melds(cards("4h 5h 6h 2c"), AP) == sorted(tuple(meld.split()) for meld in more)
    sevens = ["2d 7c 7c", "2d 7c 7c 7h", "2d 7c 7h", "7c 7c 7h"]
    assert naive_legal_melds(cards("7h 7c 7c 2d"), AF) == sorted(tuple(meld.split()) for meld in sevens)
    assert naive_legal_melds(cards("7h 7c 7c 2d"), FA) == []


@pytest.mark.parametrize("regulation", [AF, FA, AP])
@pytest.mark.parametrize("held", ["Ah 2h 3h 2c 4h 5h", "Ah Ac 2h 2h Kh Qh", "4h 4c 4d 2s 5h 6h", "Kh Ah 2d 2h 3h Kc"])
def test_the_list_holds_every_order_of_every_choice_that_is_a_meld(regulation: str, held: str) -> None:
    found = set()
    for size in range(3, 7):
        for order in permutations(cards(held), size):
            reading = read_meld(order, regulation)
            if reading:
                found.add(order if reading.kind == "run" else tuple(sorted(order)))
    assert naive_legal_melds(cards(held), regulation) == sorted(found)
