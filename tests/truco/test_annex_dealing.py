"""Truco Masters 2025, Annex I, items 22–26: who deals, shuffling, cutting, burning; rulings TM-15, TM-16."""

import pytest

from carteado.cards import Card, Redeal
from carteado.fair import commitment, deal_label
from carteado.record import RuleBroken, Verdict, record_of, replay, verify_deals
from carteado.regulation import Refusal
from carteado.truco import Burn, Cut, Deal, Ending, Kind, dealt_from, deck, first_dealer
from tests.truco.tables import PAIR_0_WINS, TM, Table, card, cards, dealt, hand_won_by, item, rules_of, table

DECK = deck(rules_of(TM))
PLAIN = Deal(tuple(cards(hand) for hand in PAIR_0_WINS), card("4c"))


def drawn(*rounds: str) -> int | Refusal:
    """Who deals first when these cards are drawn, seat 0 first; ``-`` where a seat does not draw."""
    draws = [[None if word == "-" else card(word) for word in one.split()] for one in rounds]
    return first_dealer(rules_of(TM), 4, draws)


def refused_draw(*rounds: str) -> str:
    refused = drawn(*rounds)
    assert isinstance(refused, Refusal)
    return TM.cite(refused.key)


@pytest.mark.parametrize(("cards_drawn", "dealer"), [("4c 7d 3h Kd", 2), ("2c Ad Kh 4s", 0), ("Qc Jd 7h 6s", 1)])
def test_tm_22_the_highest_card_drawn_deals_first(cards_drawn: str, dealer: int) -> None:
    assert drawn(cards_drawn) == dealer


def test_tm_22_no_manilhas_in_the_draw_and_suits_do_not_count() -> None:
    assert drawn("4c 5c 6c 7d") == 3
    tied = drawn("3c 3d 4h 4s")
    assert isinstance(tied, Refusal)
    assert (tied.code, tied.details["seats"]) == ("draw_undecided", (0, 1))


def test_tm_22_the_tied_draw_again_and_only_they() -> None:
    assert drawn("3c 3d 4h 3s", "4c 7d - 6s") == 1
    assert drawn("3c 3d 4h 3s", "7c 7d - 6s", "2c Ad - -") == 0
    assert refused_draw("3c 3d 4h 3s", "4c 7d Kc 6s") == item("22"), "seat 2 is out of the draw"
    assert refused_draw("3c 3d 4h 3s", "4c - - 6s") == item("22"), "seat 1 is still in it"
    assert refused_draw("3c 2d 4h As", "4c 7d Kc 6s") == item("22"), "the first round decided"


def test_tm_22_every_player_draws_his_own_card() -> None:
    assert refused_draw("3c 2d 4h -") == item("22")
    assert refused_draw("3c 2d 4h") == item("22")
    assert refused_draw("3c 2d 2d 4h") == item("22")
    assert refused_draw() == item("22")
    assert refused_draw("3c 8d 4h 5h") == item("1"), "there are no eights in the deck"


def test_tm_22_a_record_of_the_draw_names_the_first_dealer() -> None:
    heading = {"format": "carteado-record/1", "regulation": TM.id, "seats": ["Ana", "Bia", "Caio", "Davi"]}
    assert record_of({**heading, "dealer_draw": [["4c", "7d", "3h", "Kd"]], "hands": []}).first_dealer == 2
    with pytest.raises(RuleBroken) as undecided:
        record_of({**heading, "dealer_draw": [["3c", "3d", "4h", "Kd"]], "hands": []})
    assert undecided.value.where == "dealer_draw"
    assert undecided.value.refusal.key == "dealing.first_dealer"


@pytest.mark.parametrize("dealer", range(4))
def test_tm_22_the_deal_passes_to_the_right_each_hand(dealer: int) -> None:
    match, dealers = table(dealer=dealer), []
    for number in range(5):
        dealers.append(match.match.dealer)
        match = hand_won_by(number % 2, match)
    assert dealers == [(dealer + number) % 4 for number in range(5)], "seats count in order of play, to the right"


def test_tm_22_also_after_a_refused_call() -> None:
    assert dealt(dealer=1).call(0, 3).refuse(1).match.dealer == 2


def test_tm_23_the_player_on_the_dealers_left_cuts() -> None:
    for dealer in range(4):
        before = table(dealer=dealer)
        left = (dealer - 1) % 4
        assert before.allows(Cut(left, 20))
        for another in {0, 1, 2, 3} - {left}:
            before.refuses(Cut(another, 20), "dealing.cutter", "23, 24")


def test_tm_23_shuffling_cutting_and_dealing_have_thirty_seconds_each() -> None:
    dealing = rules_of(TM).dealing
    assert (dealing.shuffle_seconds, dealing.cut_seconds, dealing.deal_seconds) == (30, 30, 30)
    assert [TM.citation(f"dealing.{name}_seconds").articles for name in ("shuffle", "cut", "deal")] == [
        ("23",),
        ("24",),
        ("25",),
    ]


def test_tm_23_after_the_cut_the_dealer_deals() -> None:
    cut = table().do(Cut(2, 7))
    assert cut.allows(PLAIN)
    assert cut.do(Burn(3, 1), PLAIN).hand.dealer == 3


def test_tm_23_nothing_is_shuffled_or_cut_during_a_hand() -> None:
    on = dealt()
    for act in (Cut(2, 7), Burn(3, 1), PLAIN):
        on.refuses(act, "dealing.next_dealer", "22")


def test_tm_24_he_cuts_as_often_as_he_likes() -> None:
    often = table().do(*(Cut(2, at) for at in (7, 0, 39, 20, 20)))
    assert often.match.cuts == (7, 0, 39, 20, 20)
    assert often.do(PLAIN).match.cuts == (), "the next hand is cut anew"


def test_tm_24_a_cut_moves_the_top_cards_to_the_bottom() -> None:
    deal = dealt_from(table().match, DECK, cuts=[10])
    assert deal.hands[0][0] == DECK[10]
    assert dealt_from(table().match, DECK, cuts=[10, 5]).hands[0][0] == DECK[15]


@pytest.mark.parametrize("at", [-1, 40, 41])
def test_tm_24_a_cut_is_within_the_deck(at: int) -> None:
    table().refuses(Cut(2, at), "dealing.cutter", "23, 24")


def test_tm_24_the_cutter_takes_no_card_out() -> None:
    deal = dealt_from(table().match, DECK, cuts=[13, 4, 39])
    hands, vira = deal.hands, deal.vira
    rest = set(DECK) - {vira} - {one for hand in hands for one in hand}
    assert len(rest) == 40 - 13


def test_tm_24_there_is_no_cut_after_burning() -> None:
    table().do(Burn(3, 0)).refuses(Cut(2, 7), "dealing.cutter", "23, 24")


@pytest.mark.parametrize("dealer", range(4))
def test_tm_25_the_first_card_goes_to_the_right_of_the_dealer_and_each_gets_three(dealer: int) -> None:
    deal = dealt_from(table(dealer=dealer).match, DECK)
    hands, vira = deal.hands, deal.vira
    first = (dealer + 1) % 4
    assert hands[first] == (DECK[0], DECK[4], DECK[8]), "one card at a time, in order of play"
    assert hands[dealer] == (DECK[3], DECK[7], DECK[11])
    assert [len(hand) for hand in hands] == [3, 3, 3, 3]
    assert vira == DECK[12], "the vira comes last"


def test_tm_25_two_or_four_cards_are_no_hand() -> None:
    hands = PLAIN.hands
    for wrong in (hands[0][:2], (*hands[0], card("7s"))):
        table().refuses(Deal((wrong, *hands[1:]), card("4c")), "dealing.cards", "25")


def test_tm_25_the_deal_is_what_the_seed_of_the_table_gives() -> None:
    record = record_of(fair_record(table(), cuts=[], burn=0, hands=PAIR_0_WINS))
    assert [check.verdict for check in verify_deals(record)] == [Verdict.FAILED], "these cards were chosen"


def test_tm_26_the_dealer_may_burn_up_to_three_cards_from_the_top() -> None:
    for count in range(4):
        assert table().do(Burn(3, count)).match.burnt == count
        assert dealt_from(table().match, DECK, burn=count).hands[0][0] == DECK[count]
    for count in (4, -1, 40):
        table().refuses(Burn(3, count), "dealing.burn_limit", "26")


def test_tm_26_only_the_dealer_burns_and_only_once() -> None:
    for another in (0, 1, 2):
        table().refuses(Burn(another, 1), "dealing.burn_limit", "26")
    table().do(Burn(3, 1)).refuses(Burn(3, 1), "dealing.burn_limit", "26")


def test_tm_26_burnt_cards_are_not_dealt() -> None:
    deal = dealt_from(table().match, DECK, burn=3)
    hands, vira = deal.hands, deal.vira
    assert not {vira, *(one for hand in hands for one in hand)} & set(DECK[:3])


def test_tm_26_a_card_exposed_in_the_deal_the_same_dealer_deals_again() -> None:
    void = dealt(dealer=1, score=(4, 2)).do(Redeal("26"))
    assert (void.match.dealer, void.score, void.taken_by) == (1, (4, 2), None)
    assert void.hand.result is not None
    assert void.hand.result.ending is Ending.REDEALT
    again = void.do(PLAIN)
    assert (again.hand.dealer, again.value) == (1, 1)


def test_tm_26_the_ruling_needs_a_hand() -> None:
    table().refuses(Redeal("26"), "dealing.exposed_card", "26")
    hand_won_by(0, table()).refuses(Redeal("26"), "dealing.exposed_card", "26")


def test_tm_26_a_mao_de_onze_dealt_again_is_still_one() -> None:
    void = dealt(score=(11, 5)).do(Redeal("26"))
    assert void.do(PLAIN).hand.kind is Kind.ELEVEN


def test_tm_26_cuts_and_burning_go_on_record_with_the_seed() -> None:
    shown = replay(record_of(fair_record(table(), cuts=[7, 3], burn=3, hands=PAIR_0_WINS)))
    assert shown.score == (0, 0)
    with pytest.raises(RuleBroken) as four:
        replay(record_of(fair_record(table(), cuts=[7], burn=4, hands=PAIR_0_WINS)))
    assert (four.value.refusal.key, four.value.hand, four.value.action) == ("dealing.burn_limit", 0, None)


def fair_record(before: Table, *, cuts: list[int], burn: int, hands: tuple[str, ...]) -> dict[str, object]:
    seed = bytes(32)
    fair = {"commitment": commitment(deal_label("mesa-1", 0), seed), "seed": seed.hex(), "cuts": cuts, "burn": burn}
    deal = {"hands": [hand.split() for hand in hands], "vira": str(Card("4", "c"))}
    return {
        "format": "carteado-record/1",
        "regulation": TM.id,
        "match": "mesa-1",
        "seats": ["Ana", "Bia", "Caio", "Davi"],
        "first_dealer": before.match.dealer,
        "hands": [{"deal": deal, "fair": fair, "actions": []}],
    }
