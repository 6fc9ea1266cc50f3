"""Truco Masters 2025, Annex I, items 32 and 33: tento, four cards, signs; rulings TM-14 and TM-17."""

import json

import pytest

from carteado.cards import MatchWon, Onlooker, Scored, Sign
from carteado.record import RuleBroken, record_of, replay, write_record
from carteado.regulation import LANGUAGES, catalogue
from carteado.truco import Accept, Deal, Ending, FourCards, Play, Tento, TentoRejected, act_seen_by, apply, view
from tests.truco.tables import PAIR_0_WINS, TM, card, cards, dealt, hand_won_by, house, rules_of, table

END = "3, 18, 32"


@pytest.mark.parametrize("cheats", [0, 1])
def test_tm_32_a_tento_upheld_gives_the_match_to_the_pair_that_claimed_it(cheats: int) -> None:
    claimed = dealt(score=(3, 5)).do(Tento(cheats, "32"))
    claims = 1 - cheats
    assert claimed.match.winner == claims
    assert claimed.score == ((12, 5) if claims == 0 else (3, 12)), "the winner's score becomes twelve"
    assert claimed.had_event(MatchWon(claims, "referee.tento"))
    assert claimed.hand.result is not None
    assert (claimed.hand.result.ending, claimed.taken_by) == (Ending.TENTO, claims)
    claimed.refuses(Play(0, card("3c")), "match.end", END)


def test_tm_32_also_between_two_hands_and_with_a_call_pending() -> None:
    between = hand_won_by(0, table()).do(Tento(0, "32"))
    assert (between.match.winner, between.taken_by) == (1, 0), "the hand before stays with its winner"
    pending = dealt().call(0, 3).do(Tento(1, "32"))
    assert (pending.match.winner, pending.hand.pending) == (0, None)


def test_tm_32_a_tento_not_upheld_changes_nothing_and_is_recorded() -> None:
    pending = dealt().call(0, 3)
    rejected = pending.do(TentoRejected(1, "32"))
    assert rejected.match == pending.match
    rejected.refuses(Play(0, card("3c")), "calls.pending", "7, 8, 9, 10")
    assert rejected.allows(Accept(1)), "the answer is still owed"
    [hand] = rejected.record().hands
    assert hand.acts[-1].act == TentoRejected(1, "32")
    rejected.replayed()


@pytest.mark.parametrize(("value", "score"), [(1, (0, 1)), (3, (0, 3)), (6, (0, 6)), (9, (0, 9)), (12, (0, 12))])
def test_tm_32_a_pair_with_four_cards_loses_the_value_of_the_hand(value: int, score: tuple[int, int]) -> None:
    found = dealt().raised_to(value).do(FourCards(0, "32"))
    assert (found.taken_by, found.score) == (1, score)
    assert found.had_event(Scored(1, "hand_value", value, value, "referee.four_cards"))
    assert found.hand.result is not None
    assert found.hand.result.ending is Ending.FOUR_CARDS


def test_tm_32_a_pending_call_does_not_count_but_a_call_that_was_raised_does() -> None:
    assert dealt().call(0, 3).do(FourCards(0, "32")).score == (0, 1)
    assert dealt().call(0, 3).call(1, 6).do(FourCards(0, "32")).score == (0, 3)


def test_tm_32_four_cards_in_a_mao_de_onze_cost_three_and_in_a_mao_de_ferro_the_match() -> None:
    assert dealt(score=(11, 6)).do(FourCards(0, "32")).score == (11, 9)
    iron = dealt(score=(11, 11)).do(FourCards(0, "32"))
    assert (iron.match.winner, iron.score) == (1, (11, 12))


def test_tm_32_nobody_is_dealt_four_cards() -> None:
    hands = tuple(cards(hand) for hand in PAIR_0_WINS)
    table().refuses(Deal(((*hands[0], card("7s")), *hands[1:]), card("4c")), "dealing.cards", "25")


def test_tm_32_the_ruling_needs_a_hand_and_the_deal_passes_on() -> None:
    table().refuses(FourCards(0, "32"), "referee.four_cards", "32")
    over = dealt().do(FourCards(0, "32"))
    over.refuses(FourCards(1, "32"), "referee.four_cards", "32")
    assert over.match.dealer == 0


def test_tm_32_a_club_may_deduct_the_value_from_the_pair_at_fault() -> None:
    club = house(referee__four_cards="deducted")
    found = dealt(score=(5, 2), regulation=club).raised_to(3).do(FourCards(0, "32"))
    assert (found.score, found.taken_by) == ((2, 2), None), "the opponents score nothing"
    assert found.had_event(Scored(0, "hand_value", 3, -3, "referee.four_cards"))
    assert found.match.dealer == 0
    report = found.replayed()
    assert report.hands[0].points == (-3, 0)
    assert club.cite("referee.four_cards") == TM.cite("referee.four_cards")
    assert club.citation("referee.four_cards").changed_by == "Clube da Vila"


def test_tm_32_deducted_even_below_nothing() -> None:
    club = house(referee__four_cards="deducted")
    assert dealt(regulation=club).raised_to(6).do(FourCards(1, "32")).score == (0, -6)


@pytest.mark.parametrize("seat", range(4))
def test_tm_33_a_sign_is_seen_by_the_partner_only(seat: int) -> None:
    sign = Sign(seat, "zap")
    partner = (seat + 2) % 4
    sees = {observer for observer in range(4) if act_seen_by(sign, observer) is not None}
    assert sees == {seat, partner}
    assert act_seen_by(sign, Onlooker.SPECTATOR) is None
    assert act_seen_by(sign, Onlooker.REFEREE) == sign


def test_tm_33_a_sign_may_be_made_at_any_time_and_changes_nothing() -> None:
    for on in (table(), dealt(), dealt().call(0, 3), hand_won_by(0, table())):
        for seat in range(4):
            step = apply(on.match, Sign(seat, "copas"))
            assert (step.match, step.events) == (on.match, ())
            assert view(step.match, seat) == view(on.match, seat)


def test_tm_33_the_table_offers_a_fixed_set_of_signs() -> None:
    offered = rules_of(TM).signs.offered
    assert {"zap", "copas", "espadas", "ouros"} <= set(offered)
    assert len(set(offered)) == len(offered)
    assert TM.citation("signs.offered") == (("33",), "TM-17", None)


def test_tm_33_the_bare_fact_of_a_sign_goes_on_record() -> None:
    """TM-17: at a table with real cards the signs are agreed beforehand, and nobody else knows what one means."""
    signed = dealt().do(Sign(0)).play("3c")
    signed.replayed()
    [hand] = signed.record().hands
    assert hand.acts[0].act == Sign(0)
    document = json.loads(write_record(signed.record()))
    assert document["hands"][0]["actions"][0] == {"seat": 0, "act": "sign"}
    assert record_of(document) == signed.record()


@pytest.mark.parametrize("words", ["tenho o zap", "Zap", "zap ", "dois e tres"])
def test_tm_33_words_are_no_sign_and_refused_in_a_record(words: str) -> None:
    dealt().refuses(Sign(0, words), "signs.offered", "33")
    document = json.loads(write_record(dealt().do(Sign(0)).record()))
    document["hands"][0]["actions"][0]["sign"] = words
    with pytest.raises(RuleBroken) as broken:
        replay(record_of(document))
    error = broken.value.to_json(catalogue("en"))
    assert (error["rule"], error["article"], error["ruling"]) == ("signs.offered", "33", "TM-17")
    assert (error["hand"], error["action"]) == (0, 0)


def test_tm_33_a_club_may_offer_other_signs() -> None:
    club = house(signs__offered=["piscar"])
    assert all(dealt(regulation=club).allows(sign) for sign in (Sign(0, "piscar"), Sign(0)))
    dealt(regulation=club).refuses(Sign(0, "zap"), "signs.offered", "33")


@pytest.mark.parametrize("language", LANGUAGES)
def test_tm_33_the_rules_in_words_name_no_list_of_signs(language: str) -> None:
    """TM-17: with real cards any signs that a pair has agreed on are allowed."""
    entry = next(one for one in TM.entries() if one.key == "signs.offered")
    sentence = catalogue(language).rule(entry).lower()
    assert not [sign for sign in ("zap", "espadas", "espadilha", "nada") if sign in sentence]


def test_tm_33_signs_go_on_record() -> None:
    signed = dealt().do(Sign(0, "tres")).play("3c")
    signed.replayed()
    [hand] = signed.record().hands
    assert hand.acts[0].act == Sign(0, "tres")
