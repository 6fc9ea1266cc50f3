"""Truco Masters 2025, Annex I, items 27–29: hidden cards, the order of play, tied rounds; rulings TM-5 to TM-8."""

import pytest

from carteado.cards import Observer, Onlooker, Scored
from carteado.truco import TIED, Ending, Hide, Kind, Play, act_seen_by, decision, view
from carteado.truco.events import CardHidden, RoundTied, RoundWon
from carteado.truco.views import Concealed, PlayedView
from tests.truco.tables import TM, Table, card, dealt, house, item, rules_of, table

TIES = rules_of(TM).ties


def first_round_won() -> Table:
    """Seat 0 has won the first round and leads the second."""
    return dealt().play("3c Ac 2c Kc")


def laid(on: Table, observer: Observer, *, round_number: int) -> list[PlayedView]:
    """The cards of a round as somebody sees them on the table."""
    hand = view(on.match, observer)["hand"]
    assert hand is not None
    done = [one["plays"] for one in hand["rounds"]]
    return [*done, hand["plays"]][round_number - 1]


# --- item 27: hiding ----------------------------------------------------------------------------------------------


def test_tm_27_a_hidden_card_is_seen_by_nobody_else_the_partner_neither() -> None:
    hidden = first_round_won().play("(3d)")
    assert hidden.had_event(CardHidden(0))
    for observer in (1, 2, 3, Onlooker.SPECTATOR):
        assert laid(hidden, observer, round_number=2) == [{"seat": 0, "card": None, "hidden": True}]
    for observer in (0, Onlooker.REFEREE):
        assert laid(hidden, observer, round_number=2) == [{"seat": 0, "card": "3d", "hidden": True}]


def test_tm_27_a_hidden_card_is_seen_by_nobody_while_it_is_laid_down() -> None:
    act = Hide(0, card("3d"))
    for observer in (1, 2, 3, Onlooker.SPECTATOR):
        assert act_seen_by(act, observer) == Concealed(0)
    for observer in (0, Onlooker.REFEREE):
        assert act_seen_by(act, observer) == act


def test_tm_27_it_stays_hidden_after_the_hand() -> None:
    over = first_round_won().play("(3d) 6h (6s) Qd Jd 4d 4h 7h")
    assert not over.match.hand_is_on
    assert [play["card"] for play in laid(over, 2, round_number=2)] == [None, "6h", "6s", "Qd"]
    assert [play["card"] for play in laid(over, 1, round_number=2)] == [None, "6h", None, "Qd"]


def test_tm_27_a_hidden_card_has_no_strength() -> None:
    beaten = first_round_won().play("(3d) 4h (6s) (Qd)")
    assert beaten.rounds == [0, 1], "a four, the weakest card, beats three hidden ones"


def test_tm_27_with_all_cards_hidden_the_round_is_tied() -> None:
    tied = first_round_won().play("(3d) (6h) (6s) (Qd)")
    assert tied.rounds == [0, None]
    assert tied.had_event(RoundTied(2))
    assert tied.hand.turn == 0


# --- item 28: order of play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_tm_28_the_player_on_the_dealers_right_begins_and_the_others_follow(dealer: int) -> None:
    hand = dealt(dealer=dealer)
    for turn in range(4):
        seat = (dealer + 1 + turn) % 4
        for another in {0, 1, 2, 3} - {seat}:
            hand.refuses(Play(another, hand.hand.cards_of(another)[0]), "rounds.order", "28")
        hand = hand.do(Play(seat, hand.hand.cards_of(seat)[0]))


def test_tm_28_play_goes_anticlockwise() -> None:
    assert rules_of(TM).table.direction == "anticlockwise"
    assert TM.cite("table.direction") == item("28")


def test_tm_28_nobody_hides_in_the_first_round() -> None:
    hand = dealt()
    for shown in ("3c", "Ac", "2c", "Kc"):
        seat = hand.hand.turn
        for held in hand.hand.cards_of(seat):
            hand.refuses(Hide(seat, held), "hiding.rounds", "27, 28")
        hand = hand.play(shown)


def test_tm_28_everybody_may_hide_in_the_second_and_third() -> None:
    second = first_round_won()
    assert second.choices(0) == ["play 3d", "play 4d", "hide 3d", "hide 4d", "call 3"]
    third = second.play("(3d) 4h (6s) (Qd)")
    assert third.hand.round_number == 3
    assert third.choices(1) == ["play 6h", "hide 6h", "call 3"]
    third.refuses(Hide(1, card("4h")), "rounds.own_card", "5, 28")
    third.refuses(Hide(2, card("7h")), "rounds.order", "28")


def test_tm_28_the_pair_that_showed_the_highest_card_wins_the_round() -> None:
    won = dealt().play("3c Ac 2c Kc")
    assert won.had_event(RoundWon(1, 0))
    partner = table().deal("4d 6d 7d", "Ac 6h 4h", "3c 6s 7h", "Kc Qd Jd", vira="4c").play("4d Ac 3c Kc")
    assert partner.rounds == [0]
    assert partner.had_event(RoundWon(1, 2))


@pytest.mark.parametrize(("first_cards", "leader"), [("3c Ac 2c Kc", 0), ("4d 3h 2c Kc", 1), ("4d Ac 2c 3s", 3)])
def test_tm_28_who_showed_it_leads_the_next_round(first_cards: str, leader: int) -> None:
    hand = table().deal("3c 4d 6d", "Ac 3h 4h", "2c 6s 7h", "Kc 3s Jd", vira="4c").play(first_cards)
    assert hand.hand.turn == leader
    for another in {0, 1, 2, 3} - {leader}:
        hand.refuses(Play(another, hand.hand.cards_of(another)[0]), "rounds.order", "28")


def test_tm_28_of_partners_with_equal_highest_cards_the_first_to_show_leads() -> None:
    hand = table().deal("3c 4d 6d", "Ac 3h 4h", "3s 6s 7h", "Kc Qd Jd", vira="4c").play("3c Ac 3s Kc")
    assert (hand.rounds, hand.hand.turn) == ([0], 0), "two equal cards of one pair are no tie"
    later = table(dealer=0).deal("3c 4d 6d", "Ac 3h 4h", "3s 6s 7h", "Kc Qd Jd", vira="4c").play("Ac 3s Kc 3c")
    assert later.hand.turn == 2


def test_tm_28_the_winner_of_the_second_round_leads_the_third() -> None:
    hand = table().deal("3c 4d 6d", "Ac 6h 4h", "2c 6s 7h", "Kc 3s Jd", vira="4c").play("3c Ac 2c Kc 4d 6h 6s 3s")
    assert (hand.rounds, hand.hand.turn) == ([0, 1], 3)


def test_tm_28_two_rounds_take_the_points_of_the_hand() -> None:
    over = dealt().play("3c Ac 2c Kc 3d 6h 6s Qd")
    assert over.had_event(Scored(0, "hand_value", 1, 1, "rounds.decided"))
    over.refuses(Play(0, card("4d")), "rounds.decided", "4, 6, 28")


# --- item 29: ties ------------------------------------------------------------------------------------------------

TIE = ("3c Kd 6d", "3h Kh 6c", "2c 6s 7h", "2s Qd Jd")
"""Vira 4♣. Seats 0 and 1 hold equal cards throughout: 3 and 3, K and K, 6 and 6."""


def first_round_tied() -> Table:
    """``3♣ 3♥ 2♣ 2♠``: seat 0 began and begins again."""
    return table().deal(*TIE, vira="4c").play("3c 3h 2c 2s")


def test_tm_29a_equal_highest_cards_of_both_pairs_tie_the_round() -> None:
    tied = first_round_tied()
    assert tied.rounds == [None]
    assert tied.had_event(RoundTied(1))
    later = table().deal("2c Kd 6d", "3h Kh 6c", "3c 6s 7h", "Ac Qd Jd", vira="4c").play("2c 3h 3c Ac")
    assert later.rounds == [None], "whoever of the pair shows it"


def test_tm_29a_who_began_the_hand_leads_again() -> None:
    tied = first_round_tied()
    assert tied.hand.turn == 0
    tied.refuses(Play(1, card("Kh")), "rounds.order", "28")


def test_tm_29a_the_leader_must_show_the_highest_card() -> None:
    tied = first_round_tied()
    tied.refuses(Play(0, card("6d")), "ties.leader_shows_highest", "29a")
    tied.refuses(Hide(0, card("6d")), "ties.leader_shows_highest", "29a")
    tied.refuses(Hide(0, card("Kd")), "ties.leader_shows_highest", "29a")
    assert tied.choices(0) == ["play Kd", "call 3"]


def test_tm_29a_his_highest_by_the_manilhas_and_either_of_two_equals() -> None:
    manilha = table().deal("3c 2d 5d", "3h Kh 6c", "2c 6s 7h", "2s Qd Jd", vira="4c").play("3c 3h 2c 2s")
    manilha.refuses(Play(0, card("2d")), "ties.leader_shows_highest", "29a")
    assert manilha.allows(Play(0, card("5d"))), "the five is a manilha"
    equals = table().deal("3c Kd Ks", "3h Kh 6c", "2c 6s 7h", "2s Qd Jd", vira="4c").play("3c 3h 2c 2s")
    assert equals.allows(Play(0, card("Kd")))
    assert equals.allows(Play(0, card("Ks")))


def test_tm_29a_the_other_three_may_hide_or_show_what_they_like() -> None:
    led = first_round_tied().play("Kd")
    assert led.choices(1) == ["play Kh", "play 6c", "hide Kh", "hide 6c", "call 3"]
    hidden = led.play("(6c) (6s) (Qd)")
    assert hidden.taken_by == 0


def test_tm_29a_the_second_round_decides_and_there_is_no_third() -> None:
    over = first_round_tied().play("Kd 6c 6s Qd")
    assert (over.rounds, over.taken_by, over.score) == ([None, 0], 0, (1, 0))
    assert decision([None, 1], TIES, 0) == 1


def test_tm_29a_a_club_may_let_the_leader_play_what_he_likes() -> None:
    club = house(ties__leader_shows_highest=False)
    tied = table(regulation=club).deal(*TIE, vira="4c").play("3c 3h 2c 2s")
    assert tied.choices(0) == ["play Kd", "play 6d", "hide Kd", "hide 6d", "call 3"]
    over = tied.play("(6d) Kh 6s Qd")
    assert over.taken_by == 1
    assert over.replayed().score == (0, 1)


FIRST_WON = ("3c Kd 6d", "Ac Kh 6c", "2c 6s 7h", "2s Qd Jd")
"""Vira 4♣. Seat 0 wins the first round; kings tie the second, and sevens or jacks decide the third."""


def second_round_tied() -> Table:
    return table().deal(*FIRST_WON, vira="4c").play("3c Ac 2c 2s Kd Kh 6s Qd")


def test_tm_29b_a_tied_second_round_leaves_the_hand_to_the_third() -> None:
    tied = second_round_tied()
    assert (tied.rounds, tied.match.hand_is_on) == ([0, None], True)
    over = tied.play("6d 6c 7h Jd")
    assert (over.rounds, over.taken_by) == ([0, None, 1], 1), "the winner of the first round lost the hand"


def test_tm_29b_the_leader_of_the_tied_round_leads_again_and_plays_what_he_likes() -> None:
    tied = second_round_tied()
    assert tied.hand.turn == 0
    assert tied.allows(Hide(0, card("6d")))


def test_tm_29c_a_tied_third_round_gives_the_hand_to_the_winner_of_the_first() -> None:
    after_two = table().deal("3c 4d 6d", "Ac 3h 6h", "2c 6s 7h", "Kc Qd 7d", vira="4c").play("3c Ac 2c Kc 4d 3h 6s Qd")
    assert after_two.rounds == [0, 1]
    over = after_two.play("6h 7h 7d 6d")
    assert (over.rounds, over.taken_by) == ([0, 1, None], 0)


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("second", [0, 1, None])
def test_tm_29c_whoever_won_the_second(first: int, second: int | None) -> None:
    if second != first:
        assert decision([first, second, None], TIES, 0) == first


def test_tm_29d_after_two_ties_the_third_round_decides() -> None:
    two_ties = first_round_tied().play("Kd Kh 6s Qd")
    assert (two_ties.rounds, two_ties.match.hand_is_on, two_ties.hand.turn) == ([None, None], True, 0)
    over = two_ties.play("6d 6c 7h Jd")
    assert (over.rounds, over.taken_by, over.score) == ([None, None, 1], 1, (0, 1))


def test_tm_29d_then_the_leader_is_free_again() -> None:
    two_ties = first_round_tied().play("Kd Kh 6s Qd")
    assert two_ties.allows(Hide(0, card("6d")))


def three_ties(*, called: bool = False) -> Table:
    """All rounds tied; with ``called`` the hand was worth three."""
    on = table(dealer=3, score=(4, 4)).deal("3c Kd 6d", "3h Kh 6c", "2c 4s 4h", "2s 4d 5h", vira="6s")
    on = on.call(2, 3).accept(3) if called else on
    return on.play("3c 3h 2c 2s Kd Kh 4s 4d 6d 6c 4h (5h)")


def test_tm_29e_three_ties_the_same_dealer_deals_again() -> None:
    tied = three_ties()
    assert tied.rounds == [None, None, None]
    assert tied.hand.result is not None
    assert (tied.hand.result.ending, tied.taken_by) == (Ending.ALL_TIED, None)
    assert (tied.score, tied.match.dealer) == ((4, 4), 3)


def test_tm_29e_nobody_scores_even_with_a_call_accepted_and_the_new_hand_is_worth_one() -> None:
    tied = three_ties(called=True)
    assert tied.score == (4, 4)
    again = tied.deal(*TIE, vira="4c")
    assert (again.value, again.hand.last_caller, again.hand.dealer, again.hand.kind) == (1, None, 3, Kind.ORDINARY)
    assert again.hand.turn == 0


def test_tm_29e_the_new_deal_is_another_entry_of_the_record() -> None:
    again = three_ties().deal(*TIE, vira="4c").play("3c 3h 2c 2s Kd 6c 6s Qd")
    report = again.replayed()
    assert [(hand.dealer, hand.winner, hand.points) for hand in report.hands] == [(3, None, (0, 0)), (3, 0, (1, 0))]


def test_tm_29e_is_decided_by_the_winners_of_the_rounds_alone() -> None:
    assert decision([None, None, None], TIES, 0) == TIED
    assert decision([None, None], TIES, 0) is None
    assert decision([None], TIES, 0) is None
