"""AFIA 2026, Art. 3, Art. 4 and its conventions: pairs, deck, deal and target; rulings C-0, C-15, C-21."""

import json

import pytest

from carteado.cards import Adjust, MatchWon, canonical_deck, pair_of
from carteado.melds import Cut, Deal, Discard, Draw, Ending, dealt_from, deck, first_dealer
from carteado.record import InputError, read_record, write_record
from carteado.regulation import LANGUAGES, Refusal, catalogue
from tests.melds.tables import (
    AF,
    LOOSE_LAY,
    after_dirty_canastra,
    after_no_canastra,
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
    turned,
)

# --- pairs --------------------------------------------------------------------------------------------------------


def test_af_3_partners_sit_opposite_and_play_on_the_same_melds() -> None:
    begun = dealt(AF, "4h 5h 6h 9d", "7h 9d", "7h", "8h").plays("draw, lay 4h 5h 6h, discard 9d", "draw")
    begun.refuses("add 0: 4h 5h 6h 7h", "melds.extending", "4.1")
    facing = begun.plays("discard 9d", "draw, add 0: 4h 5h 6h 7h")
    assert facing.turn == 2
    assert facing.melds(0) == ["4h 5h 6h 7h"]
    assert facing.melds(1) == []


def test_af_3_two_pairs_play_one_against_the_other() -> None:
    plain = deal()
    table(AF).refuses(Deal(plain.hands[:3], plain.mortos, (*plain.stock, *plain.hands[3])), "table.pairs", "3, 4")
    document = json.loads(write_record(dealt(AF).record()))
    for seats in (["Ana", "Bia"], ["Ana", "Bia", "Caio"], ["Ana", "Bia", "Caio", "Davi", "Eva"]):
        with pytest.raises(InputError) as wrong:
            read_record(json.dumps({**document, "seats": seats}))
        assert wrong.value.where == "seats"
        assert all(wrong.value.message(catalogue(language)) for language in LANGUAGES)


@pytest.mark.parametrize("seat", range(4))
def test_af_3_what_a_player_makes_is_his_pairs(seat: int) -> None:
    over = swift_hand(table(AF, dealer=(seat - 1) % 4))
    assert over.out == pair_of(seat)
    assert over.score == ((610, -320) if pair_of(seat) == 0 else (-320, 610))


# --- the deck and the deal ----------------------------------------------------------------------------------------


def test_af_4_two_decks_are_104_cards() -> None:
    assert deck(rules_of(AF)) == canonical_deck(copies=2)
    plain = deal()
    assert plain.hands[0][:2] == cards("4c 4c"), "both fours of clubs are in a hand already"
    table(AF).refuses(Deal(plain.hands, plain.mortos, (card("4c"), *plain.stock[1:])), "deck.copies", "4")
    table(AF).refuses(Deal(plain.hands, plain.mortos, plain.stock[1:]), "deck.copies", "4")
    table(AF).refuses(Deal(plain.hands, plain.mortos, (*plain.stock, card("4c"))), "deck.copies", "4")


def test_af_4_eleven_cards_each_and_two_mortos_of_eleven() -> None:
    begun = dealt(AF)
    assert [len(hand) for hand in begun.hand.hands] == [11, 11, 11, 11]
    assert [len(morto) for morto in begun.hand.mortos] == [11, 11]
    assert begun.stock == 38
    plain = deal()
    first, second = plain.mortos
    ten = Deal((plain.hands[0][:10], *plain.hands[1:]), plain.mortos, (plain.hands[0][10], *plain.stock))
    table(AF).refuses(ten, "dealing.hand_size", "4")
    uneven = Deal(plain.hands, ((*first, second[0]), second[1:]), plain.stock)
    table(AF).refuses(uneven, "dealing.morto_size", "4, 4.6")
    table(AF).refuses(Deal(plain.hands, (first,), (*second, *plain.stock)), "dealing.mortos", "4, conv.")


@pytest.mark.parametrize("dealer", range(4))
def test_af_4_cards_go_round_one_at_a_time_from_the_first_player(dealer: int) -> None:
    before = table(AF, dealer=dealer)
    shuffled = deck(rules_of(AF))
    given = dealt_from(before.match, shuffled)
    first = (dealer + 1) % 4
    for place in range(4):
        assert given.hands[(first + place) % 4] == shuffled[place:44:4]
    assert given.mortos == (shuffled[44:55], shuffled[55:66])
    assert given.stock == shuffled[66:]
    assert before.do(given).turn == first


def test_af_4_anybody_may_cut_and_the_deal_follows_the_cut() -> None:
    before = table(AF)
    assert before.allows(*(Cut(seat, 50) for seat in range(4)))
    before.refuses(Cut(0, 104), "dealing.cut_by", "4")
    shuffled = deck(rules_of(AF))
    assert dealt_from(before.match, shuffled, cuts=(50,)) == dealt_from(before.match, shuffled[50:] + shuffled[:50])
    begun = before.do(Cut(2, 50)).deal()
    begun.refuses(deal(), "dealing.next_dealer", "4, 5")
    begun.refuses(Cut(0, 50), "dealing.next_dealer", "4, 5")


def test_af_4_the_highest_card_drawn_deals_first_and_the_tied_draw_again() -> None:
    def drawn(*rounds: str) -> int | Refusal:
        draws = [[None if word == "-" else card(word) for word in one.split()] for one in rounds]
        return first_dealer(rules_of(AF), 4, draws)

    assert drawn("Ac 7d Kh Qs") == 2
    assert drawn("Kc 7d Kh Qs", "5c - 2h -") == 0
    undecided = drawn("Kc 7d Kh Qs")
    assert isinstance(undecided, Refusal)
    assert AF.cite(undecided.key) == article(AF, "4")


def test_af_4_the_deal_passes_in_order_of_play() -> None:
    three = swift_hand(dull_hand(swift_hand(table(AF, dealer=2))))
    assert three.match.dealer == 1
    assert [hand.dealer for hand in three.replayed().hands] == [2, 3, 0]


# --- the target ---------------------------------------------------------------------------------------------------


def test_af_4_a_match_is_won_with_1500_points() -> None:
    won = swift_hand(table(AF, score=(890, 700)))
    assert (won.score, won.match.winner) == ((1500, 380), 0)
    assert won.had_events(MatchWon(0, "match.target"))
    assert won.regulation.cite("match.target") == article(AF, "4")
    short = swift_hand(table(AF, score=(880, 700)))
    assert (short.score, short.match.winner) == ((1490, 380), None)
    assert not short.replayed().finished


def test_af_4_the_final_and_only_the_final_goes_to_2000() -> None:
    assert swift_hand(table(AF, score=(1380, 0), phase="semi-final")).match.winner == 0
    short = swift_hand(table(AF, score=(1380, 0), phase="final"))
    assert (short.score[0], short.match.winner) == (1990, None)
    assert not short.replayed().finished
    won = swift_hand(table(AF, score=(1390, 0), phase="final"))
    assert (won.score[0], won.replayed().winner) == (2000, 0)


def test_af_4_nothing_follows_the_end_of_the_match() -> None:
    won = swift_hand(table(AF, score=(1400, 0)))
    for act in (deal(), Draw(1), Discard(0, card("9d"))):
        won.refuses(act, "match.over", "4")


@pytest.mark.parametrize(
    ("before", "after", "winner"), [((910, 1430), (1520, 1510), 0), ((900, 1440), (1510, 1520), 1)]
)
def test_af_4_if_both_reach_the_target_the_higher_total_wins(
    before: tuple[int, int], after: tuple[int, int], winner: int
) -> None:
    both = shared_hand(table(AF, score=before))
    assert (both.out, both.score, both.match.winner) == (0, after, winner)


def test_af_4_equal_totals_at_the_target_need_another_hand_and_the_totals_decide() -> None:
    level = shared_hand(table(AF, score=(900, 1430)))
    assert (level.score, level.match.winner) == ((1510, 1510), None)
    won = swift_hand(level)
    assert (won.score, won.match.winner) == ((1190, 2120), 1)
    assert won.had_events(MatchWon(1, "match.equal_at_target"))
    fallen = dull_hand(level)
    assert max(fallen.score) < 1500
    assert fallen.match.winner == (0 if fallen.score[0] > fallen.score[1] else 1), "also below the target"


def test_af_4_the_totals_decide_with_what_the_referee_changed() -> None:
    level = shared_hand(table(AF, score=(900, 1430)))
    begun = level.do(
        turned(deal(), level.match.dealer + 1), Adjust(0, 1000, "engano na folha", "8")
    ).passes_to_the_end()
    assert begun.score[0] > begun.score[1]
    assert begun.replayed().winner == 0


# --- the conventions ----------------------------------------------------------------------------------------------


def test_af_conv_sets_may_be_laid() -> None:
    laid = dealt(AF, "7c 7d 7h Qs Qs Qh").plays("draw, lay 7c 7d 7h / Qs Qs Qh")
    assert laid.melds(0) == ["7c 7d 7h", "Qs Qs Qh"]
    laid.refuses("lay 2c 2d 2h", "melds.wild_limit", "4.5")


def test_af_conv_there_are_no_jokers() -> None:
    document = json.loads(write_record(dealt(AF).record()))
    document["hands"][0]["deal"]["stock"][0] = "Jk"
    with pytest.raises(InputError) as joker:
        read_record(json.dumps(document))
    assert (joker.value.code, joker.value.where) == ("not_a_card", "hands[0].deal.stock[0]")
    assert AF.cite("deck.no_jokers") == article(AF, "4, 4.5, conv.")


def test_af_conv_there_is_a_morto() -> None:
    taken = swift(AF).plays("draw, lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc Ac")
    assert taken.match.hand_is_on
    assert taken.took_morto(0)
    assert len(taken.hand.mortos) == 1


def test_af_conv_a_pair_may_go_out_with_a_dirty_canastra() -> None:
    over = after_dirty_canastra(AF).plays(f"draw, {LOOSE_LAY}, discard Qd")
    assert (over.ending, over.out) == (Ending.WENT_OUT, 0)
    assert over.points("dirty_canastas", 0) == 100
    assert over.points("clean_canastas", 0) == 0
    without = after_no_canastra(AF).plays(f"draw, {LOOSE_LAY.removesuffix(' / 4s 5s 6s')}")
    without.refuses("lay 4s 5s 6s", "going_out.never_stuck", "4.7, 5")
