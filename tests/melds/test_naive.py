"""The naive reading itself, on small hands that can be counted with a pencil.

Seat 3 deals unless a test says otherwise, so seat 0 plays first; seats 0 and 2 are pair 0. Acts are written as one
would say them: ``0 lay 4h 5h 6h / Kc Kd Kh``, ``1 extend 0: 4h 5h 6h 7h``, ``2 take lay Jd Qd Kd``, ``3 discard 9c``.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.melds.naive import naive_legal_melds, naive_replay, naive_sheet
from tests.melds.naive.melding import is_clean_canastra, read_meld
from tests.melds.naive.regulations import AF, AP, DECK, FA, RED_THREES, TRANCA

Act = dict[str, Any]

RUN = {suit: " ".join(rank + suit for rank in "456789TJQKA") for suit in "chsd"}
"""The eleven cards of the longest run of Tranca: 110 points there, 95 in Canastra."""

SAMPLE = Path(__file__).parents[3] / "shared" / "acceptance" / "cases.json"


# --- telling a hand -----------------------------------------------------------------------------------------------


def deal(
    hands: Sequence[str] = (), *, mortos: Sequence[str] = (), stock: str = "", bottom: str = ""
) -> dict[str, list[Any]]:
    """Two whole decks: the cards that matter where they are named, the others where there is room, 2s and 3s last."""
    heaps = [[*named.split()] for named in [*hands, *[""] * (4 - len(hands)), *mortos, *[""] * (2 - len(mortos))]]
    top, end = stock.split(), bottom.split()
    left = Counter(DECK)
    left.subtract([*top, *end, *(card for heap in heaps for card in heap)])
    assert min(left.values()) >= 0, "a card is named three times"
    spare = sorted(left.elements(), key=lambda card: (card[0] in "23", "4567T89JQKA23".index(card[0])))
    for heap in heaps:
        while len(heap) < 11:
            heap.append(spare.pop(0))
    return {"hands": heaps[:4], "mortos": heaps[4:], "stock": [*top, *spare, *end]}


def cards(named: str) -> list[str]:
    return named.split()


def act(told: str) -> Act:
    seat, name, *rest = told.split()
    said: Act = {"seat": int(seat), "act": name}
    if rest and rest[0].endswith(":"):
        said |= {"meld": int(rest[0][:-1]), "to": rest[1:]}
    elif name == "lay":
        said["melds"] = [meld.split() for meld in " ".join(rest).split("/")]
    elif name == "take" and rest:
        said["lay"] = rest[1:]
    elif name == "discard":
        said["card"] = rest[0]
    return said


def ruling(name: str, **keys: object) -> Act:
    return {"seat": None, "act": "ruling", "ruling": name, "article": "8", **keys}


def hand(dealt: dict[str, list[Any]], *told: str | Act, **keys: object) -> dict[str, Any]:
    return {"deal": dealt, "actions": [act(one) if isinstance(one, str) else one for one in told], **keys}


def replayed(regulation: str, *hands: dict[str, Any], **keys: object) -> dict[str, Any]:
    head = {"format": "carteado-record/1", "regulation": regulation, "overrides": {}, "seats": [*"NESW"]}
    return naive_replay({**head, "first_dealer": 3, "hands": [*hands], **keys})


def refused_at(action: int | None, *, in_hand: int = 0) -> dict[str, Any]:
    return {"refused": {"hand": in_hand, "action": action}}


def goes_on(outcome: dict[str, Any]) -> bool:
    return outcome.get("finished") is False and outcome["hands"][-1]["points"] == [0, 0]


def turns(regulation: str, dealt: dict[str, list[Any]], numbers: Iterable[int]) -> list[str]:
    """These turns of a hand in which everybody discards what he has drawn. Nobody was dealt a red three in AF."""
    drawable = dealt["stock"] if regulation == FA else [*dealt["stock"], *dealt["mortos"][0], *dealt["mortos"][1]]
    drawn = [card for card in drawable if not (regulation in TRANCA and card in RED_THREES)]
    return [told for turn in numbers for told in (f"{turn % 4} draw", f"{turn % 4} discard {drawn[turn]}")]


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


# --- the turn -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "stops"),
    [
        (["0 lay 4h 5h 6h"], 0),
        (["0 discard Kc"], 0),
        (["0 draw", "0 draw"], 1),
        (["1 draw"], 0),
        (["0 draw", "1 discard 9c"], 1),
        (["0 take lay 4h 5h 6h"], 0),  # there is no pile yet
        (["0 draw", "0 discard Ks"], 1),  # not his
        (["0 draw", "0 discard 9c", "0 draw"], 2),
        (["0 exchange"], 0),
        (["0 draw", "0 redraw", "0 redraw"], 2),  # C-13
        (["0 draw", "0 lay 4h 5h 6h", "0 redraw"], 2),
        (["0 draw", "0 discard 9c", "1 draw", "1 redraw"], 3),
    ],
)
@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_acts_out_of_place(regulation: str, told: list[str], stops: int) -> None:
    dealt = deal(["4h 5h 6h Kc", "", "Ks Ks"], stock="9c 9d")
    assert replayed(regulation, hand(dealt, *told)) == refused_at(stops)


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c13_a_red_three_does_not_use_up_the_right_to_redraw(regulation: str) -> None:
    dealt = deal(stock="3h 9c 3d Jd")
    told = ["0 draw", "0 redraw", "0 discard Jd"]
    assert goes_on(replayed(regulation, hand(dealt, *told)))
    assert replayed(regulation, hand(dealt, *told[:2], "0 discard 9c")) == refused_at(2), "the 9 lies on the pile"


def test_c13_nor_does_an_exchange() -> None:
    dealt = deal(["3h"], stock="4c 9c Jd")
    assert goes_on(replayed(FA, hand(dealt, "0 exchange", "0 draw", "0 redraw", "0 discard 4c")))


# --- the pile -----------------------------------------------------------------------------------------------------

PILE = deal(["9c 7h", "Jd 8s", "Qd Kd 4c 5c 6c", "2d Td"], stock="4d 4d 4s 4s")
TOLD = ["0 draw", "0 discard 9c", "1 draw", "1 discard Jd"]


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c7_the_top_card_is_laid_with_cards_of_the_hand_and_the_rest_joins_it(regulation: str) -> None:
    assert goes_on(replayed(regulation, hand(PILE, *TOLD, "2 take lay Jd Qd Kd", "2 discard 9c")))
    for wrong in ("2 take", "2 take lay 4c 5c 6c", "2 take lay Jd Qd", "2 take lay Td Jd Qd Kd"):
        assert replayed(regulation, hand(PILE, *TOLD, wrong)) == refused_at(4)
    assert replayed(regulation, hand(PILE, *TOLD, "2 take lay Jd Qd Kd", "2 draw")) == refused_at(5)


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c7_cards_under_the_top_come_too_late_for_the_meld(regulation: str) -> None:
    dealt = deal(["Td", "Jd", "Qd Kd 4c"], stock="4d 4d 4s 4s")
    told = ["0 draw", "0 discard Td", "1 draw", "1 discard Jd"]
    assert replayed(regulation, hand(dealt, *told, "2 take lay Td Jd Qd Kd")) == refused_at(4)
    then = ["2 take lay Jd Qd Kd", "2 extend 0: Td Jd Qd Kd", "2 discard 4c"]
    assert goes_on(replayed(regulation, hand(dealt, *told, *then)))


ONCE_ROUND = ["0 draw", "0 lay Jh Qh Kh", "0 discard 4d", "1 draw", "1 discard 8s", "2 draw", "2 discard 7c"]


@pytest.mark.parametrize(
    ("regulation", "take", "allowed"),
    [
        (AF, "0 take 0: Jh Qh Kh 2d", True),
        (FA, "0 take 0: Jh Qh Kh 2d", False),  # FA 11
        (AF, "0 take lay 2d 9c 9c", True),
        (FA, "0 take lay 2d Kc Kd", True),
    ],
)
def test_c7_a_two_on_top(regulation: str, take: str, allowed: bool) -> None:
    dealt = deal(["Jh Qh Kh 9c 9c Kc Kd", "8s", "4c 5c 7c", "2d Ah"], stock="4d 4d 4s 4s 5s 5s")
    outcome = replayed(regulation, hand(dealt, *ONCE_ROUND, "3 draw", "3 discard 2d", take, "0 discard 7c"))
    assert goes_on(outcome) if allowed else outcome == refused_at(9)


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c7_the_top_card_must_be_among_those_added(regulation: str) -> None:
    dealt = deal(["Jh Qh Kh Th", "8s", "7c", "Ah"], stock="4d 4d 4s 4s 5s 5s")
    told = [*ONCE_ROUND, "3 draw", "3 discard Ah"]
    assert replayed(regulation, hand(dealt, *told, "0 take 0: Th Jh Qh Kh")) == refused_at(9)
    assert goes_on(replayed(regulation, hand(dealt, *told, "0 take 0: Th Jh Qh Kh Ah", "0 discard 4d")))


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c8_a_black_three_locks_the_pile_only_while_it_lies_on_top(regulation: str) -> None:
    dealt = deal(["3c", "3s 3c 9c", "Jd Qd Kd"], stock="4d Jd 4s 4s")
    told = ["0 draw", "0 discard 3c", "1 draw", "1 discard Jd", "2 take lay Jd Qd Kd", "2 discard 3c"]
    assert goes_on(replayed(regulation, hand(dealt, *told)))
    assert replayed(regulation, hand(dealt, *told[:2], "1 take lay 3c 3s 3c")) == refused_at(2)


@pytest.mark.parametrize(("regulation", "allowed"), [(AF, False), (FA, True)])
def test_c7_with_one_card_in_hand_af_sends_the_player_to_the_stock(regulation: str, allowed: bool) -> None:
    run = "4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    dealt = deal([run, "8s", "7c", "Ah"], stock="9c 4d 4s 4s")
    told = ["0 draw", f"0 lay {run}", "0 discard 9c", "1 draw", "1 discard 8s", "2 draw", "2 discard 7c", "3 draw"]
    outcome = replayed(regulation, hand(dealt, *told, "3 discard Ah", f"0 take 0: {run} Ah", "0 discard 8s"))
    assert goes_on(outcome) if allowed else outcome == refused_at(9)


def test_c7_ap_takes_the_whole_pile_freely() -> None:
    dealt = deal(["3c", "Ks"], stock="4d 4s 9d")
    told = ["0 draw", "0 discard 3c", "1 take", "1 discard Ks", "2 take", "2 discard 9c"]
    assert replayed(AP, hand(dealt, *told[:4], "2 take lay Ks Qs Js")) == refused_at(4)
    dealt = deal(["3c", "Ks", "9c"], stock="4d 4s 9d")
    assert goes_on(replayed(AP, hand(dealt, *told)))


def test_c23_ap_a_single_card_taken_is_not_discarded_again() -> None:
    dealt = deal(["3c", "Ks", "Qs"], stock="4d 4s 9d")
    told = ["0 draw", "0 discard 3c", "1 take"]
    assert replayed(AP, hand(dealt, *told, "1 discard 3c")) == refused_at(3)
    two = ["1 draw", "1 discard Ks", "2 take", "2 discard Ks"]
    assert goes_on(replayed(AP, hand(dealt, *told[:2], *two))), "the pile had two cards"
    later = ["1 take", "1 discard Ks", "2 draw", "2 discard Qs", "3 draw", "3 discard 9d", "0 draw", "0 discard 4d"]
    dealt = deal(["3c", "Ks", "Qs"], stock="4d 4s 9d 5d 5d")
    assert goes_on(replayed(AP, hand(dealt, *told[:2], *later, "1 draw", "1 discard 3c"))), "a turn later it may go"
    dealt = deal(["3c", "3c"], stock="4d 4s 9d")
    assert goes_on(replayed(AP, hand(dealt, *told, "1 discard 3c"))), "his own copy goes"


# --- red threes ---------------------------------------------------------------------------------------------------


def test_c10_af_dealt_red_threes_go_before_the_first_turn_in_order_of_play() -> None:
    """Seat 0 lays 3h, draws 3d, lays it too and keeps 4c; seat 1 gets 5c; the first draw is 6c."""
    dealt = deal(["3h 5c", "3d"], stock="3d 4c 5c 6c 7c")
    told = ["0 draw", "0 lay 4c 5c 6c", "0 discard Ks", "1 draw", "1 discard 5c"]
    assert replayed(AF, hand(dealt, *told)) == refused_at(2), "he has no Ks"
    told[2] = f"0 discard {dealt['hands'][0][-1]}"
    assert goes_on(replayed(AF, hand(dealt, *told)))


def test_c10_red_threes_of_a_morto_go_when_its_owner_may_use_it() -> None:
    """Taken with the discard of turn 0, it is his on turn 4: the stock gives 4h for the red three, then 7h is drawn."""
    dealt = deal([RUN["h"]], mortos=["3h 9s 9s"], stock="6h 8h Th Qh 4h 7h")
    told = ["0 draw", f"0 lay {RUN['h']}", "0 discard 6h", *turns(AF, dealt, range(1, 4))]
    for first in ("4h", "7h"):
        assert goes_on(replayed(AF, hand(dealt, *told, "0 draw", f"0 discard {first}")))
        assert goes_on(replayed(FA, hand(dealt, *told, "0 exchange", "0 draw", f"0 discard {first}")))
    assert replayed(AF, hand(dealt, *told, "0 draw", "0 discard 3h")) == refused_at(10)
    assert replayed(FA, hand(dealt, *told, "0 draw", "0 discard 7h")) == refused_at(10), "forgotten: he drew 4h"


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c10_red_threes_count_for_a_pair_with_a_canastra_and_against_one_without(regulation: str) -> None:
    dealt = deal([RUN["h"], RUN["d"], RUN["s"], RUN["c"]], stock="3h 9c 3d 3d 9d 9s")
    told = [*QUICK_TOLD[:4], "1 discard 9d", *QUICK_TOLD[6:]]
    [counted] = replayed(regulation, hand(dealt, *told))["hands"]
    assert counted["lines"][0]["red_threes"] == 100
    assert counted["lines"][1] == {"red_threes": -200, "hand_cards": -220, "no_morto": -100}


def test_c11_fa_exchanges_at_the_start_of_his_own_turn_all_in_one_act() -> None:
    dealt = deal(["3h 3d Kc", "3d"], stock="3h 5c 6c 7c 8c 9c 9d")
    told = ["0 exchange", "0 draw", "0 lay 5c 6c 7c", "0 discard Kc"]
    assert goes_on(replayed(FA, hand(dealt, *told)))
    assert replayed(FA, hand(dealt, "0 exchange", "0 exchange")) == refused_at(1)
    assert replayed(FA, hand(dealt, "0 draw", "0 exchange")) == refused_at(1)
    assert replayed(FA, hand(dealt, "1 exchange")) == refused_at(0)
    assert replayed(FA, hand(dealt, "0 draw", "0 discard 3h")) == refused_at(1)


def test_c11_fa_the_exchange_comes_before_taking_the_pile_too() -> None:
    dealt = deal(["Jd", "3h Qd Kd"], stock="4d 4c 9c")
    told = ["0 draw", "0 discard Jd", "1 exchange", "1 take lay Jd Qd Kd", "1 discard 4c"]
    assert goes_on(replayed(FA, hand(dealt, *told)))
    assert replayed(FA, hand(dealt, *told[:2], told[3], "1 exchange")) == refused_at(3)


def test_c11_fa_a_red_three_kept_in_hand_costs_a_hundred() -> None:
    """The stock has 38 cards without a red three: seat 1 plays the last one on turn 37."""
    dealt = deal(["", "3h"], mortos=["", "3h 3d 3d"], bottom="4c")
    [counted] = replayed(FA, hand(dealt, *turns(FA, dealt, range(38))))["hands"]
    assert counted["winner"] is None
    assert counted["lines"] == [
        {"hand_cards": -220, "no_morto": -100},
        {"hand_cards": -210, "red_threes_in_hand": -100, "no_morto": -100},
    ]


def test_c12_fa_an_exchange_that_leaves_nothing_to_draw_ends_the_hand() -> None:
    dealt = deal(["", "3h"], mortos=["", "3h 3d 3d"], bottom="4c")
    told = [*turns(FA, dealt, range(37)), "1 exchange"]
    [counted] = replayed(FA, hand(dealt, *told))["hands"]
    assert counted["lines"][1] == {"red_threes": -100, "hand_cards": -220, "no_morto": -100}
    assert replayed(FA, hand(dealt, *told, "1 draw")) == refused_at(75)


def test_c12_fa_who_is_left_without_cards_by_an_exchange_takes_a_morto() -> None:
    """Seat 1 keeps only a red three; on turn 37 the last card of the stock is another one. The hand ends at once."""
    run = "4d 5d 6d 7d 8d 9d Td Jd Qd Kd"
    dealt = deal(["", f"3h {run}"], mortos=["", "3d 3d"], bottom="4c 3h")
    told = turns(FA, dealt, range(37))
    told.insert(3, f"1 lay {run}")
    [counted] = replayed(FA, hand(dealt, *told, "1 exchange"))["hands"]
    assert counted["winner"] is None
    # ten cards melded; eleven of the morto and eleven of seat 3 in hand
    assert counted["lines"][1] == {"clean_canastas": 200, "red_threes": 200, "melded_cards": 100, "hand_cards": -220}


def test_c12_the_hand_ends_when_no_act_is_left() -> None:
    """Seat 0 has one card, his pair its morto and no canastra; he draws the last card, a red three.

    It is laid and not replaced. The 9d fits nowhere, and to discard it would empty his hand.
    """
    morto = "Jc Qc Kc Jd Qd Kd Js Qs Ks 9d 9d"
    dealt = deal(["4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=[morto, "3h 3d"], stock="9s 3d", bottom="3h")
    told = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s 9s", "0 lay Jc Qc Kc / Jd Qd Kd / Js Qs Ks"]
    told += ["0 discard 9d", *turns(FA, dealt, range(1, 36)), "0 draw"]
    [counted] = replayed(FA, hand(dealt, *told))["hands"]
    assert counted["winner"] is None
    assert counted["lines"] == [
        {"red_threes": -100, "melded_cards": 210, "hand_cards": -120},
        {"red_threes": -100, "hand_cards": -220, "no_morto": -100},
    ]
    assert replayed(FA, hand(dealt, *told, "0 discard 9d")) == refused_at(75)


def test_c12_but_not_when_his_one_card_makes_the_canastra() -> None:
    """As above, with a Th for the run 4h to 9h: he may still go out with it."""
    morto = "Jc Qc Kc Jd Qd Kd Js Qs Ks 9d Th"
    dealt = deal(["4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=[morto, "3h 3d"], stock="9s 3d", bottom="3h")
    told = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s 9s", "0 lay Jc Qc Kc / Jd Qd Kd / Js Qs Ks"]
    told += ["0 discard 9d", *turns(FA, dealt, range(1, 36)), "0 draw"]
    assert goes_on(replayed(FA, hand(dealt, *told)))
    [counted] = replayed(FA, hand(dealt, *told, "0 extend 0: 4h 5h 6h 7h 8h 9h Th"))["hands"]
    assert counted["winner"] == 0


def test_c11_fa_8_red_threes_of_a_morto_that_the_stock_cannot_replace_are_ordinary_cards() -> None:
    """Seat 1 takes the upper morto with the last card of the stock, once without a discard and once with it."""
    dealt = deal(["", "4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=["3h 3d", "3h 3d"], bottom="9s")
    told = [*turns(FA, dealt, range(37)), "1 draw", "1 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s 9s"]
    [direct] = replayed(FA, hand(dealt, *told))["hands"]
    assert direct["lines"][1] == {"melded_cards": 120, "hand_cards": -220}
    told[-1:] = ["1 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s", "1 discard 9s"]
    [indirect] = replayed(FA, hand(dealt, *told))["hands"]
    assert indirect["lines"][1] == {"melded_cards": 110, "hand_cards": -220}


def test_c11_fa_8_an_exchange_that_the_stock_cannot_finish() -> None:
    """On turn 37 one card is left for two red threes: those of a morto are ordinary then, those dealt "retained"."""
    dealt = deal(["", RUN["h"]], mortos=["3h 3d", "3h 3d"], bottom="4c")
    told = turns(FA, dealt, range(37))
    told.insert(67, f"1 lay {RUN['h']}")  # turn 33
    [morto] = replayed(FA, hand(dealt, *told, "1 exchange"))["hands"]
    assert morto["lines"][1] == {"clean_canastas": 200, "red_threes": 100, "melded_cards": 110, "hand_cards": -220}
    dealt = deal(["", "3h 3d"], mortos=["", "3h 3d"], bottom="4c")
    [retained] = replayed(FA, hand(dealt, *turns(FA, dealt, range(37)), "1 exchange"))["hands"]
    lines = {"red_threes": -100, "hand_cards": -210, "red_threes_in_hand": -100, "no_morto": -100}
    assert retained["lines"][1] == lines


def test_c12_af_a_chain_at_the_start_of_a_turn_that_leaves_nothing_to_draw_ends_the_hand() -> None:
    """38 cards of the stock and 11 of the upper morto; seat 1 takes the other one on turn 41, with four red threes.

    On turn 45 four cards are left, and all four replace them. He never comes to draw.
    """
    dealt = deal(["", RUN["h"]], mortos=["", "3h 3h 3d 3d"])
    told = turns(AF, dealt, range(45))
    told.insert(83, f"1 lay {RUN['h']}")
    [counted] = replayed(AF, hand(dealt, *told))["hands"]
    assert counted["winner"] is None
    assert counted["lines"][1] == {"clean_canastas": 200, "red_threes": 400, "melded_cards": 110, "hand_cards": -220}
    assert replayed(AF, hand(dealt, *told, "1 draw")) == refused_at(91)


def test_c11_fa_8_as_far_as_the_stock_goes() -> None:
    """Seat 0 takes the morto on turn 36 and draws one card for two red threes; the other one stays."""
    dealt = deal(["4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=["3h 3d", "3h 3d"], bottom="9s 4c")
    told = [*turns(FA, dealt, range(36)), "0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s 9s"]
    [counted] = replayed(FA, hand(dealt, *told))["hands"]
    assert counted["lines"][0] == {"red_threes": -100, "melded_cards": 120, "hand_cards": -220}


# --- mortos and going out -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_c14_direct_and_indirect(regulation: str) -> None:
    morto = "Jc Qc Kc Jd Qd Kd Js Qs Ks 9d 9d"
    dealt = deal(["4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=[morto], stock="9s")
    direct = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s 9s"]
    assert goes_on(replayed(regulation, hand(dealt, *direct, "0 lay Jc Qc Kc", "0 discard 9d")))
    assert replayed(regulation, hand(dealt, *direct, "0 draw")) == refused_at(2)
    indirect = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s", "0 discard 9s"]
    assert goes_on(replayed(regulation, hand(dealt, *indirect)))
    assert replayed(regulation, hand(dealt, *indirect, "0 lay Jc Qc Kc")) == refused_at(3)


@pytest.mark.parametrize("regulation", [AF, FA])
def test_c8_a_black_three_may_be_the_last_card(regulation: str) -> None:
    dealt = deal([RUN["h"]], stock="3c")
    assert goes_on(replayed(regulation, hand(dealt, "0 draw", f"0 lay {RUN['h']}", "0 discard 3c")))


@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_c16_nobody_is_left_without_a_card_that_he_may_discard(regulation: str) -> None:
    """Six-card runs, so no canastra: after the morto a player must keep two cards, one of them to discard."""
    morto = "Jc Qc Kc Jd Qd Kd Js Qs Ks 9d 9d"
    dealt = deal(["4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=[morto], stock="9s")
    told = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s 9s", "0 lay Jc Qc Kc / Jd Qd Kd / Js Qs Ks"]
    assert goes_on(replayed(regulation, hand(dealt, *told, "0 discard 9d")))
    morto = "Jc Qc Kc Jd Qd Kd Js Qs Ks Td 9d"
    dealt = deal(["4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"], mortos=[morto], stock="9s")
    told = [*told[:2], "0 lay Jc Qc Kc / Td Jd Qd Kd / Js Qs Ks"]
    assert replayed(regulation, hand(dealt, *told)) == refused_at(2)
    told = [*told[:2], "0 lay Jc Qc Kc / 9d Td Jd Qd Kd / Js Qs Ks"]
    assert replayed(regulation, hand(dealt, *told)) == refused_at(2)


def test_c16_a_red_three_is_no_card_to_discard() -> None:
    dealt = deal(["3h 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"], stock="Ac")
    assert replayed(FA, hand(dealt, "0 draw", f"0 lay {RUN['c']}")) == refused_at(1)
    short = "4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    assert goes_on(replayed(FA, hand(dealt, "0 draw", f"0 lay {short}", "0 discard Ac")))


QUICK = deal([RUN["h"], RUN["d"], RUN["s"], RUN["c"]], stock="9c 9d 9s")
QUICK_TOLD = [
    "0 draw",
    f"0 lay {RUN['h']}",
    "0 discard 9c",
    "1 draw",
    f"1 lay {RUN['d']}",
    "1 discard 9d",
    "2 draw",
    f"2 lay {RUN['s']}",
    "2 discard 9s",
]
"""Seats 0 and 1 take the mortos with a discard; seat 2 goes out before either has played again."""
QUICK_POINTS = {AF: [610, 100], FA: [610, 100], AP: [590, 100]}


def quick(*more: Act, shift: int = 0, **keys: object) -> dict[str, Any]:
    """That hand, begun by the seat ``shift``; pair 0 goes out, or pair 1 when the shift is odd."""
    dealt = {**QUICK, "hands": [QUICK["hands"][(seat - shift) % 4] for seat in range(4)]}
    told = [act(one) for one in QUICK_TOLD]
    return hand(dealt, *({**one, "seat": (one["seat"] + shift) % 4} for one in told), *more, **keys)


@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_c19_a_morto_taken_and_not_played(regulation: str) -> None:
    """The opponents pay for theirs, whose cards do not count; in AP the partner of who went out does, too.

    Seat 3 holds a run of clubs: 110, in AP 95. The two runs of pair 0 count 220, in AP 190.
    """
    outcome = replayed(regulation, quick())
    lines: list[dict[str, int]] = [
        {"went_out": 100, "clean_canastas": 400, "melded_cards": 220, "hand_cards": -110},
        {"clean_canastas": 200, "melded_cards": 110, "hand_cards": -110, "no_morto": -100},
    ]
    if regulation == AP:
        lines = [
            {"went_out": 100, "clean_canastas": 400, "melded_cards": 190, "no_morto": -100},
            {"clean_canastas": 200, "melded_cards": 95, "hand_cards": -95, "no_morto": -100},
        ]
    points = QUICK_POINTS[regulation]
    assert outcome["hands"] == [{"dealer": 3, "winner": 0, "points": points, "lines": lines}]
    assert (outcome["score"], outcome["finished"], outcome["winner"]) == (points, False, None)


@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_c19_once_its_owner_has_had_a_turn_the_cards_of_a_morto_count(regulation: str) -> None:
    """Seats 0 and 1 have played again when seat 2 goes out on turn 6: nobody pays for a morto."""
    told = [*QUICK_TOLD[:6], *turns(FA, QUICK, range(2, 7))]
    told.insert(-1, QUICK_TOLD[7])
    [counted] = replayed(regulation, hand(QUICK, *told))["hands"]
    assert counted["winner"] == 0
    assert not any("no_morto" in lines for lines in counted["lines"])
    if regulation in TRANCA:
        assert [lines["hand_cards"] for lines in counted["lines"]] == [-110, -220]


@pytest.mark.parametrize(
    ("regulation", "lines"), [(AF, {"hand_cards": -110}), (FA, {"hand_cards": -100, "red_threes_in_hand": -100})]
)
def test_c19_a_red_three_in_the_morto_of_the_partner_who_went_out(regulation: str, lines: dict[str, int]) -> None:
    """It could not be laid before his turn: an ordinary card in AF, "retained for any other reason" in FA."""
    dealt = deal([RUN["h"], RUN["d"], RUN["s"], RUN["c"]], mortos=["3h"], stock="9c 9d 9s")
    [counted] = replayed(regulation, hand(dealt, *QUICK_TOLD))["hands"]
    in_hand = {item: points for item, points in counted["lines"][0].items() if "hand" in item}
    assert in_hand == lines


@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_c15_a_pair_that_took_its_morto_does_not_take_the_other(regulation: str) -> None:
    """Seat 0 took one; seat 2 may not empty his hand without a canastra: his ten-card run makes one."""
    first = "4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"
    dealt = deal([first, "", "4c 5c 6c 7c 8c 9c Jd Qd Kd Td Qs"], stock="Ks 4d Js")
    told = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s", "0 discard Ks", "1 draw", "1 discard 4d", "2 draw"]
    all_but_one = "2 lay 4c 5c 6c 7c 8c 9c / Td Jd Qd Kd"
    assert goes_on(replayed(regulation, hand(dealt, *told, all_but_one, "2 discard Qs")))
    dealt = deal([first, "", "4c 5c 6c 7c 8c 9c Tc Jd Qd Kd Qs"], stock="Ks 4d Td")
    told += ["2 lay 4c 5c 6c 7c 8c 9c Tc / Td Jd Qd Kd", "2 discard Qs"]
    [counted] = replayed(regulation, hand(dealt, *told))["hands"]
    assert counted["winner"] == 0


@pytest.mark.parametrize(("regulation", "allowed"), [(AF, True), (FA, True), (AP, False)])
def test_c15_a_dirty_canastra_is_enough_except_in_ap(regulation: str, allowed: bool) -> None:
    first = "4h 5h 6h 7h 8h 9h 4s 5s 6s 7s 8s"
    dealt = deal([first, "", "4c 5c 6c 2d 8c 9c Tc Jd Qd Kd Qs"], stock="Ks 4d Td")
    told = ["0 draw", "0 lay 4h 5h 6h 7h 8h 9h / 4s 5s 6s 7s 8s", "0 discard Ks", "1 draw", "1 discard 4d", "2 draw"]
    outcome = replayed(regulation, hand(dealt, *told, "2 lay 4c 5c 6c 2d 8c 9c Tc / Td Jd Qd Kd", "2 discard Qs"))
    if allowed:
        assert outcome["hands"][0]["lines"][0]["dirty_canastas"] == 100
    else:
        assert outcome == refused_at(6)


# --- the stock runs out -------------------------------------------------------------------------------------------

BOTTOM = "3c 3c 3h 3h 3s 3s 3d 3d"
"""Under thirty other cards: turn 32, of seat 0, draws 3h 3h 3s, turn 33 3s, turn 34, of seat 2, 3d 3d."""


def test_c17_fa_the_mortos_never_enter() -> None:
    """The last card is a red three: it is laid, play goes on (C-12), and a card of the hand is discarded."""
    dealt = deal([RUN["h"]], bottom=BOTTOM)
    told = [*turns(FA, dealt, range(34)), "2 draw", f"2 discard {dealt['hands'][2][0]}"]
    [counted] = replayed(FA, hand(dealt, *told))["hands"]
    assert counted["winner"] is None
    assert counted["lines"] == [
        {"red_threes": -400, "hand_cards": -210, "no_morto": -100},
        {"hand_cards": -220, "no_morto": -100},
    ]
    assert replayed(FA, hand(dealt, *told, "3 draw")) == refused_at(70)


def test_c17_af_the_mortos_enter_one_after_the_other() -> None:
    """34 cards of the stock are not red threes, and 22 of the mortos: turns 0 to 55."""
    dealt = deal([RUN["h"]], bottom=BOTTOM)
    told = turns(AF, dealt, range(56))
    assert replayed(AF, hand(dealt, *told[:-1]))["hands"][0]["points"] == [0, 0]
    [counted] = replayed(AF, hand(dealt, *told))["hands"]
    assert counted["lines"] == [
        {"red_threes": -400, "hand_cards": -220, "no_morto": -100},
        {"hand_cards": -220, "no_morto": -100},
    ]
    assert replayed(AF, hand(dealt, *told, "0 draw")) == refused_at(112)


@pytest.mark.parametrize(("regulation", "turn"), [(AF, 48), (AP, 52)])
def test_c15_without_a_morto_left_a_canastra_is_enough(regulation: str, turn: int) -> None:
    """The second morto is the stock: seat 0 lays eleven cards and goes out. Only in AP he pays for the morto (C-18)."""
    dealt = deal([RUN["h"], "", RUN["h"]], bottom=BOTTOM)
    told = turns(regulation, dealt, range(turn + 1))
    [counted] = replayed(regulation, hand(dealt, *told[:-1], f"0 lay {RUN['h']}", told[-1]))["hands"]
    assert counted["winner"] == 0
    lines = {"went_out": 100, "clean_canastas": 200, "melded_cards": 110, "red_threes": 400, "hand_cards": -110}
    if regulation == AP:
        lines = {"went_out": 100, "clean_canastas": 200, "melded_cards": 95, "hand_cards": -95, "no_morto": -100}
    assert counted["lines"][0] == lines
    assert counted["lines"][1]["no_morto"] == -100


def test_c14_while_one_morto_is_left_it_is_taken() -> None:
    """The upper morto is the stock from turn 34 in AF and 38 in AP; its last card is drawn on turn 44 and 48."""
    af = deal([RUN["h"]], bottom=BOTTOM)
    told = turns(AF, af, range(41))
    assert goes_on(replayed(AF, hand(af, *told[:-1], f"0 lay {RUN['h']}", told[-1])))
    told = turns(AF, af, range(45))
    [counted] = replayed(AF, hand(af, *told[:-1], f"0 lay {RUN['h']}", told[-1]))["hands"]
    assert counted["winner"] is None, "there is nothing left to draw"
    # C-19: at the end of the stock his eleven new cards count, and those of seat 2
    assert counted["lines"][0] == {"clean_canastas": 200, "melded_cards": 110, "red_threes": 400, "hand_cards": -220}
    ap = deal([RUN["h"]])
    told = turns(AP, ap, range(45))
    assert goes_on(replayed(AP, hand(ap, *told[:-1], f"0 lay {RUN['h']}", told[-1])))


def test_c17_ap_threes_are_ordinary_cards_and_the_hand_ends_after_sixty_draws() -> None:
    dealt = deal([RUN["h"], RUN["d"], RUN["s"], RUN["c"]])
    told = turns(AP, dealt, range(60))
    [counted] = replayed(AP, hand(dealt, *told))["hands"]
    assert (counted["winner"], counted["points"]) == (None, [-290, -290])


def test_c24_forty_turns_without_the_stock_end_the_hand() -> None:
    """After the first turn everybody takes the single card and gives one that he was dealt: 95 points a hand stay."""
    dealt = deal([RUN["h"], RUN["d"], RUN["s"], RUN["c"]], stock="3c")
    told = ["0 draw", "0 discard 3c"]
    for turn in range(1, 41):
        told += [f"{turn % 4} take", f"{turn % 4} discard {dealt['hands'][turn % 4][(turn - 1) // 4]}"]
    assert goes_on(replayed(AP, hand(dealt, *told[:-2])))
    [counted] = replayed(AP, hand(dealt, *told))["hands"]
    assert counted["winner"] is None
    assert [lines["no_morto"] for lines in counted["lines"]] == [-100, -100]
    assert replayed(AP, hand(dealt, *told, "1 draw")) == refused_at(82)


# --- the match ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("regulation", "start", "keys", "winner"),
    [
        (AF, [890, 0], {}, 0),
        (AF, [889, 0], {}, None),
        (AF, [890, 0], {"phase": "final"}, None),
        (AF, [1390, 0], {"phase": "final"}, 0),
        (FA, [1389, 0], {}, None),
        (FA, [1390, 1950], {}, 1),  # both at the target: the higher total
        (FA, [0, 0], {"target": 600}, 0),
        (AP, [2410, 0], {"phase": "final"}, 0),
        (AP, [2409, 0], {}, None),
        (AP, [2500, 2990], {}, None),  # equal: another hand
    ],
)
def test_c21_targets(regulation: str, start: list[int], keys: dict[str, Any], winner: int | None) -> None:
    told = quick(start=start)
    outcome = replayed(regulation, told, **keys)
    assert (outcome["winner"], outcome["finished"]) == (winner, winner is not None)
    assert outcome["score"] == [start[pair] + QUICK_POINTS[regulation][pair] for pair in (0, 1)]


@pytest.mark.parametrize(("regulation", "start"), [(AF, [900, 1410]), (FA, [1400, 1910])])
def test_c21_the_deal_passes_on_and_the_extra_hand_decides(regulation: str, start: list[int]) -> None:
    equal = quick(start=start)
    assert replayed(regulation, equal)["winner"] is None
    outcome = replayed(regulation, equal, quick(shift=1))
    assert [one["dealer"] for one in outcome["hands"]] == [3, 0]
    assert outcome["hands"][1]["points"] == [100, 610]
    assert outcome["winner"] == 1


def test_c21_in_ap_the_points_of_the_extra_hand_alone_decide() -> None:
    """3090 all; then pair 1 wins the hand by 590 to 100, whatever the referee adds to the other pair's total."""
    extra = quick(shift=1)
    gift = ruling("adjust", pair=0, points=1000, reason="late")
    extra["actions"].insert(0, gift)
    outcome = replayed(AP, quick(start=[2500, 2990]), extra)
    assert outcome["score"] == [3090 + 100 + 1000, 3090 + 590]
    assert outcome["winner"] == 1
    extra = quick(shift=1)
    extra["actions"].insert(0, gift)
    assert replayed(FA, quick(start=[1400, 1910]), extra)["winner"] == 0


def test_nothing_follows_the_end_of_a_hand_or_a_match() -> None:
    again = act("3 draw")
    assert replayed(AF, quick(again)) == refused_at(9)
    assert replayed(AF, quick(start=[1400, 0]), quick(shift=1)) == refused_at(None, in_hand=1)
    gift = ruling("adjust", pair=0, points=10, reason="late")
    assert replayed(AF, quick(gift, start=[1400, 0])) == refused_at(9)
    assert replayed(AF, hand(QUICK, "0 draw"), quick()) == refused_at(None, in_hand=1)
    assert replayed(AF, quick(start=[1500, 0])) == refused_at(None)


def test_a_deal_is_two_whole_decks() -> None:
    wrong = {**QUICK, "stock": [*QUICK["stock"][:-1], "Ah"]}
    assert replayed(AF, hand(wrong)) == refused_at(None)


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


# --- the referee --------------------------------------------------------------------------------------------------


def test_a_disqualification_gives_the_match_away() -> None:
    outcome = replayed(FA, hand(QUICK, "0 draw", ruling("disqualify", pair=0)))
    assert (outcome["winner"], outcome["finished"], outcome["score"]) == (1, True, [0, 0])
    assert outcome["hands"] == [{"dealer": 3, "winner": None, "points": [0, 0], "lines": [{}, {}]}]


def test_a_hand_dealt_again_has_the_same_dealer() -> None:
    outcome = replayed(FA, hand(QUICK, "0 draw", ruling("redeal")), quick())
    assert [one["dealer"] for one in outcome["hands"]] == [3, 3]
    assert outcome["score"] == [610, 100]
    assert replayed(FA, hand(QUICK, ruling("redeal"), "0 draw")) == refused_at(1)
    assert replayed(FA, quick(ruling("redeal"))) == refused_at(9)


def test_an_adjustment_is_a_line_of_its_own() -> None:
    gift = ruling("adjust", pair=1, points=-50, reason="late")
    outcome = replayed(FA, quick(gift))
    assert outcome["hands"][0]["points"] == [610, 50]
    assert outcome["hands"][0]["lines"][1]["adjustment"] == -50
    assert outcome["score"] == [610, 50]
    begun = replayed(FA, hand(QUICK, gift, "0 draw"))
    assert (begun["score"], begun["hands"][0]["points"]) == ([0, -50], [0, -50])


def test_an_adjustment_may_decide_the_match_between_two_hands_not_during_one() -> None:
    gift = ruling("adjust", pair=1, points=2000, reason="late")
    assert replayed(FA, quick(gift))["winner"] == 1
    assert replayed(FA, hand(QUICK, gift, "0 draw"))["winner"] is None


@pytest.mark.parametrize("name", ["tento", "four_cards", "time_up"])
def test_rulings_that_these_regulations_do_not_know(name: str) -> None:
    assert replayed(FA, hand(QUICK, "0 draw", ruling(name, pair=0))) == refused_at(1)


def test_what_is_beside_the_game_changes_nothing() -> None:
    aside: list[Act] = [{"seat": 1, "act": "sit", "player": "bot:x"}, {"seat": None, "act": "pause"}]
    assert goes_on(replayed(AF, hand(QUICK, "0 draw", *aside, "0 redraw")))


# --- sheets -------------------------------------------------------------------------------------------------------


def sheet(regulation: str, went_out: int | None, *pairs: dict[str, Any]) -> list[list[int]]:
    return naive_sheet({"regulation": regulation, "phase": None, "hands": [{"went_out": went_out, "pairs": [*pairs]}]})


def test_sheets_of_tranca() -> None:
    winners = {"clean": 1, "dirty": 2, "red_threes": 1, "melded": 30, "in_hand": 4, "morto": "taken"}
    losers = {"red_threes": 1, "red_threes_in_hand": 2, "black_threes_in_hand": 1, "in_hand": 5, "morto": "unplayed"}
    # 100 + 200 + 200 + 100 + 300 - 40 = 860; -100 - 2 × 100 - 100 - 50 - 100 = -550, in AF 180 less
    assert sheet(FA, 0, winners, losers) == [[860, -550]]
    assert sheet(AF, 0, winners, losers) == [[860, -370]]
    nobody = {"melded": 3, "morto": "not_taken"}
    assert sheet(AF, None, nobody, nobody) == [[-70, -70]]
    assert sheet(AF, 1, nobody, nobody) == [[-70, 130]]
    assert sheet(FA, 1, nobody, nobody) == [[-70, 30]]


def test_sheets_of_canastra() -> None:
    winners = {"clean": 1, "melded": {"A": 2, "2": 1, "8-K": 10, "3-7": 6}, "in_hand": {"A": 1}, "morto": "not_taken"}
    losers = {"dirty": 1, "melded": {"8-K": 7}, "in_hand": {"2": 1, "3-7": 3}, "morto": "taken"}
    # 100 + 200 + (30 + 10 + 100 + 30) - 15 - 100 = 355; 100 + 70 - 25 = 145
    assert sheet(AP, 0, winners, losers) == [[355, 145]]


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


# --- the acceptance sample ----------------------------------------------------------------------------------------


def sample(kind: str) -> list[dict[str, Any]]:
    """The cases of that kind about Tranca and Canastra, where the sample lies beside the repository; else none."""
    cases = json.loads(SAMPLE.read_text("utf-8"))[kind] if SAMPLE.exists() else []
    return [case for case in cases if case["input"]["regulation"] in (AF, FA, AP)]


def agrees(outcome: dict[str, Any], expect: dict[str, Any]) -> bool:
    if "error" in expect:
        return "refused" in outcome and outcome["refused"]["action"] == expect["action"]
    if "refused" in outcome:
        return False
    hands = outcome["hands"]
    points, dealers = [one["points"] for one in hands], [one["dealer"] for one in hands]
    seen = {**outcome, "points": points, "dealers": dealers, "winner_of_hand": hands[0]["winner"]}
    return all(seen[key] == value for key, value in expect.items())


def test_the_records_of_the_acceptance_sample() -> None:
    assert [case["name"] for case in sample("melds") if not agrees(naive_replay(case["input"]), case["expect"])] == []


def test_the_sheets_of_the_acceptance_sample() -> None:
    assert [case["name"] for case in sample("sheets") if naive_sheet(case["input"]) != case["points"]] == []
