"""What ``canastreiro`` does in a turn: what it takes, lays and discards."""

import random

import pytest

from carteado.cards import parse_card
from carteado.melds import Phase, face
from carteado.regulation import Regulation
from tests.bots.melding_positions import (
    AF,
    AP,
    EVERYWHERE,
    FA,
    TRANCA,
    canastreiro,
    cards,
    changed,
    choice,
    discarded,
    position,
    questions,
    whole_turn,
)

# --- the start of a turn ------------------------------------------------------------------------------------------


def test_it_exchanges_red_threes_at_once() -> None:
    match = position(FA, "3h 3d 5c 6c 8s 9d Kd Qc 7h 4s Js", pile="9s", phase=Phase.START)
    assert choice(FA, match)["act"] == "exchange"


@EVERYWHERE
def test_it_never_leaves_an_exchange_for_later(regulation: Regulation) -> None:
    by_act = changed(regulation, {"red_threes.exchange": "by_act"})
    for asked in questions(by_act, rng=random.Random("threes"), chance=0.2):
        if any(act["act"] == "exchange" for act in asked.legal):
            assert canastreiro(by_act).choose(asked.view, asked.legal)["act"] == "exchange"


@EVERYWHERE
@pytest.mark.parametrize(("drawn", "act"), [("9s", "redraw"), ("7h", "lay"), ("8h", "discard"), ("2c", "discard")])
def test_it_changes_a_useless_first_card_only(regulation: Regulation, drawn: str, act: str) -> None:
    """5h 6h: the seven makes a run, the eight a better chance of one."""
    match = position(regulation, f"5h 6h Kd Qd 4c Tc 4s Ac Jh 8d As {drawn}")
    assert match.hand is not None
    card = next(card for card in match.hand.hands[0] if face(card) == parse_card(drawn))
    hand = match.hand._replace(drawn=card, second_card=True)
    assert choice(regulation, match._replace(hand=hand))["act"] == act


@TRANCA
def test_it_takes_a_pile_that_pays(regulation: Regulation) -> None:
    """The eight makes a run, and the jack, queen and king under it another."""
    match = position(
        regulation, "6h 7h Jd 4c Tc 4s As 9c Kc", pile="Jd Qd Kd 5c 6c 8h", phase=Phase.START, held=(9, 9, 9)
    )
    act = choice(regulation, match)
    assert (act["act"], sorted(act["lay"])) == ("take", ["6h", "7h", "8h"])


@pytest.mark.parametrize(("pile", "act"), [("5c", "draw"), ("Jh", "take"), ("Jd Qd Kd 5c", "take")])
def test_it_takes_a_free_pile_for_what_is_in_it(pile: str, act: str) -> None:
    match = position(AP, "9h Th 6d Ad 2c 3s 8s Ks Qc", pile=pile, phase=Phase.START)
    assert choice(AP, match)["act"] == act


def test_it_leaves_a_pile_when_it_is_about_to_go_out() -> None:
    """Two cards and a canastra: eight loose cards more would undo it."""
    own = ["4h 5h 6h 7h 8h 9h Th", "Ks Kh Kd"]
    match = position(
        AF, "4c Kc", own=own, pile="5c 9c 7d Td 4s 6s 9s Jh", took=(True, True), held=(3, 5, 3), phase=Phase.START
    )
    assert choice(AF, match)["act"] == "draw"


# --- melds --------------------------------------------------------------------------------------------------------


@EVERYWHERE
def test_it_lays_the_longest_run_and_no_wild_with_it(regulation: Regulation) -> None:
    match = position(regulation, "5h 6h 7h 8h 9h 2c Kd Jc 4s 8c Qs 9d")
    done, _ = whole_turn(regulation, match)
    assert [act.get("melds") for act in done] == [[cards("5h 6h 7h 8h 9h")], None]


def test_it_lays_two_melds_rather_than_one_long_one() -> None:
    match = position(AF, "5h 6h 7h 8h 8c 8d Kd Jc 4s 9s Qd Ac")
    done, _ = whole_turn(AF, match)
    assert sorted(sorted(act["melds"][0]) for act in done[:-1]) == [["5h", "6h", "7h"], ["8c", "8d", "8h"]]


@EVERYWHERE
def test_it_adds_to_the_run_that_becomes_a_canastra(regulation: Regulation) -> None:
    match = position(regulation, "Th Kd Jc 4s 9c Qd Ac", own=["4h 5h 6h 7h 8h 9h", "9d Td Jd"])
    act = choice(regulation, match)
    assert (act["act"], act["meld"], act["to"][-1]) == ("extend", 0, "Th")


@EVERYWHERE
def test_it_keeps_a_clean_canastra_clean(regulation: Regulation) -> None:
    match = position(regulation, "2c Kd Tc 4s 8h", own=["5h 6h 7h 8h 9h Th Jh"])
    done, _ = whole_turn(regulation, match)
    assert [act["act"] for act in done] == ["discard"]


@EVERYWHERE
def test_it_does_not_soil_six_clean_cards_early(regulation: Regulation) -> None:
    match = position(regulation, "2c Kd Jc 4s Qs 8d 6c 9s", own=["5h 6h 7h 8h 9h Th"])
    assert choice(regulation, match)["act"] == "discard"


@EVERYWHERE
def test_it_soils_six_clean_cards_when_the_hand_is_about_to_end(regulation: Regulation) -> None:
    match = position(
        regulation, "2c Kd Jc 4s 9c Qs Ac 8d", own=["5h 6h 7h 8h 9h Th"], took=(True, True), held=(3, 3, 3), stock=1
    )
    act = choice(regulation, match)
    assert (act["act"], len(act["to"])) == ("extend", 7)


@EVERYWHERE
def test_it_spends_a_wild_on_the_morto(regulation: Regulation) -> None:
    """9s 2c Js, and the loose four is discarded."""
    match = position(regulation, "9s Js 2c 4d", own=["5h 6h 7h"])
    done, after = whole_turn(regulation, match)
    assert after.hand is not None
    assert after.hand.sides[0].took_morto, done


@TRANCA
@pytest.mark.parametrize(("stock", "act"), [(30, "discard"), (2, "lay")])
def test_it_does_not_strand_itself_with_one_card(regulation: Regulation, stock: int, act: str) -> None:
    """With 9c Tc Jc laid and a card discarded, the last one could neither be laid nor thrown away until the partner has
    made a canastra; only when the hand is about to end are the points worth it.
    """
    match = position(regulation, "9c Tc Jc Kd 6s", own=["5h 6h 7h"], took=(True, True), stock=stock)
    done, _ = whole_turn(regulation, match)
    assert done[0]["act"] == act
    assert done[-1]["card"] in ("Kd", "6s")


@EVERYWHERE
def test_it_may_be_left_with_one_card_where_a_morto_waits(regulation: Regulation) -> None:
    match = position(regulation, "9c Tc Jc Kd 6s", own=["5h 6h 7h"])
    assert choice(regulation, match)["act"] == "lay"


def test_a_vulnerable_pair_lays_the_combination_that_it_is_offered() -> None:
    match = position(AP, "4c 5c 6c 7d 8d 9d Ks As Qs 3h 4d 8s", score=(1600, 0), vulnerable=True)
    act = choice(AP, match)
    assert act["act"] == "lay"
    assert len(act["melds"]) > 1


# --- the discard --------------------------------------------------------------------------------------------------

SIX = cards("4h 5h 6h 7h 8h 9h")


@EVERYWHERE
@pytest.mark.parametrize("seed", range(12))
def test_it_does_not_break_a_six_card_clean_run_to_discard(regulation: Regulation, seed: int) -> None:
    """Whatever else is held: the run is laid or kept."""
    loose = cards("4c 6c 9c Jc Kc 5d 8d Td Qd Ad 7s Ts Ks 3c 2d Jh")
    random.Random(seed).shuffle(loose)
    match = position(regulation, " ".join(SIX + loose[: 3 + seed % 5]))
    done, after = whole_turn(regulation, match)
    assert after.hand is not None
    assert after.hand.sides[0].took_morto or done[-1]["card"] not in SIX


def test_it_keeps_the_run_that_it_may_not_lay_yet() -> None:
    """A vulnerable pair's thirty-five points are not enough."""
    match = position(AP, "3h 4h 5h 6h 7h 8h 9c Jc Kd 6s 4d As", score=(1600, 0), vulnerable=True)
    act = choice(AP, match)
    assert act["act"] == "discard"
    assert act["card"] not in ("3h", "4h", "5h", "6h", "7h", "8h")


@EVERYWHERE
def test_it_discards_a_loose_card_rather_than_one_of_a_pair(regulation: Regulation) -> None:
    match = position(regulation, "5h 6h 8c 9c Jd Qd Qs Ks 7s 4d 9s")
    assert choice(regulation, match)["card"] in ("4d", "7s", "9s")


@EVERYWHERE
def test_it_keeps_a_card_that_it_may_add_later(regulation: Regulation) -> None:
    """The eight goes on the run as soon as there is another card to discard; the queen goes nowhere."""
    match = position(regulation, "8h Qs", own=["5h 6h 7h"], took=(True, True), pile="9d")
    assert choice(regulation, match)["card"] == "Qs"


@EVERYWHERE
def test_it_gives_no_card_that_the_others_can_add(regulation: Regulation) -> None:
    match = position(regulation, "9d 4d Jc 6s", theirs=["5d 6d 7d 8d", "7c 8c 9c Tc"], pile="Kh Qh Ad 8h 6h")
    assert choice(regulation, match)["card"] == "6s"


@pytest.mark.parametrize("taken", [True, False])
def test_it_gives_nothing_to_what_the_next_player_has_just_taken(taken: bool) -> None:
    match, bot = position(FA, "9d Jc Qc 5s 6s", pile="Kh"), canastreiro(FA)
    assert choice(FA, match, bot)["card"] == "9d"
    for seat, card in enumerate(cards("8d 7d Ks")):
        bot.note_act(discarded(seat, card))
    if taken:
        bot.note_act({"seat": 1, "act": "take", "lay": cards("Js Qs Ks")})
    assert (choice(FA, match, bot)["card"] != "9d") is taken


@EVERYWHERE
def test_it_keeps_its_wilds(regulation: Regulation) -> None:
    for asked in questions(regulation, rng=random.Random("wilds"), chance=0.0):
        act = canastreiro(regulation).choose(asked.view, asked.legal)
        if act["act"] == "discard" and act["card"][0] == "2":
            assert {card[0] for card in asked.view["hand"]["cards"][asked.view["observer"]]} <= {"2", "3"}


@TRANCA
def test_it_locks_a_pile_that_the_next_player_would_like(regulation: Regulation) -> None:
    """Any other card could be added by the others, and they would have twelve more with it."""
    match = position(
        regulation,
        "3s 9d 4d Jc 6c",
        theirs=["5d 6d 7d 8d", "7c 8c 9c Tc"],
        pile="Kh Qh Ad 8h 6h 4s 9s Td Qc 5h Ks 7h",
    )
    assert choice(regulation, match) == {"seat": 0, "act": "discard", "card": "3s"}


@TRANCA
def test_it_keeps_the_lock_while_nothing_is_at_stake(regulation: Regulation) -> None:
    """Nobody has a meld yet and a single card lies there: one of the loose cards goes."""
    match = position(regulation, "3s 5h 6h 8c 9c Jd Qd Ks 7s 4d 9h", pile="Kh")
    assert choice(regulation, match)["card"] in ("4d", "7s", "9h", "Ks")


@TRANCA
def test_it_is_not_caught_with_black_threes(regulation: Regulation) -> None:
    """The others have one card left and all that they need to go out."""
    theirs = ["5d 6d 7d 8d 9d Td Jd"]
    match = position(regulation, "3s 3c Kh 9s 6c", theirs=theirs, took=(True, True), held=(1, 9, 1))
    assert choice(regulation, match)["card"] in ("3s", "3c")
