"""Truco Masters 2025, Annex I, items 1–6 and 18–21: the deck, the match, its hands and rounds, its time, its seats."""

from collections import Counter

import pytest

from carteado.cards import Adjust, Disqualify, MatchWon, Onlooker, Scored, TimeUp, pair_of, partners
from carteado.record import InputError, record_of, replay
from carteado.regulation import LANGUAGES, catalogue
from carteado.truco import Clock, Deal, Ending, Play, deck, legal_acts, start, view
from carteado.truco.events import ExtraTimeBegan, TieLeftToReferee
from tests.truco.tables import PAIR_0_WINS, PLAIN_ROUNDS, TM, card, cards, dealt, hand_won_by, rules_of, table


def test_tm_1_the_deck_has_forty_cards_ten_of_each_suit() -> None:
    game = deck(rules_of(TM))
    assert len(set(game)) == len(game) == 40
    assert Counter(one.suit for one in game) == {"c": 10, "h": 10, "s": 10, "d": 10}
    assert {one.rank for one in game} == {"A", "2", "3", "4", "5", "6", "7", "Q", "J", "K"}


@pytest.mark.parametrize("stranger", ["8c", "9h", "Td"])
def test_tm_1_eights_nines_and_tens_are_not_dealt(stranger: str) -> None:
    hands = tuple(cards(hand) for hand in PAIR_0_WINS)
    in_a_hand = Deal(((card(stranger), *hands[0][1:]), *hands[1:]), card("4c"))
    table().refuses(in_a_hand, "deck.without", "1")
    table().refuses(Deal(hands, card(stranger)), "deck.without", "1")


def test_tm_1_no_card_is_dealt_twice() -> None:
    hands = tuple(cards(hand) for hand in PAIR_0_WINS)
    table().refuses(Deal(hands, card("3c")), "deck.without", "1")
    table().refuses(Deal((hands[0], hands[0], *hands[2:]), card("4c")), "deck.without", "1")


def test_tm_2_two_pairs_play() -> None:
    assert rules_of(TM).table.players[0] == 4
    hand = hand_won_by(0, table())
    assert hand.taken_by == 0, "the points go to the pair, not to a player"
    three_hands = Deal(tuple(cards(hand) for hand in PAIR_0_WINS[:3]), card("4c"))
    table().refuses(three_hands, "table.players", "2")


def test_tm_2_beyond_the_regulation_two_may_play_each_for_himself() -> None:
    duel = table(players=2, dealer=1).deal("3c 3d 4d", "Ac 6h 4h", vira="4c").play("3c Ac 3d 6h")
    assert (duel.taken_by, duel.score) == (0, (1, 0))
    assert TM.citation("table.players").ruling == "TM-18"


def test_tm_3_a_match_is_won_with_twelve_points() -> None:
    at_nine = dealt(score=(9, 0)).call(0, 3).accept(1)
    won = at_nine.play(" ".join(PLAIN_ROUNDS))
    assert (won.score, won.match.winner) == ((12, 0), 0)
    assert won.had_event(MatchWon(0, "match.target"))
    assert TM.cite("match.target").endswith("item 3")


def test_tm_3_eleven_points_do_not_win_it() -> None:
    at_ten = hand_won_by(0, table(score=(10, 0)))
    assert (at_ten.score, at_ten.match.winner) == ((11, 0), None)


def test_tm_3_a_score_never_passes_twelve() -> None:
    won = dealt(score=(10, 0)).raised_to(6).play(" ".join(PLAIN_ROUNDS))
    assert won.score == (12, 0)
    [line] = [event for event in won.events if isinstance(event, Scored)]
    assert (line.number, line.points) == (6, 2), "six points were played for and two credited"


def test_tm_3_nothing_follows_the_end_of_the_match() -> None:
    won = dealt(score=(9, 0)).call(0, 3).accept(1).play(" ".join(PLAIN_ROUNDS))
    another = Deal(tuple(cards(hand) for hand in PAIR_0_WINS), card("4c"))
    for act in (another, Play(0, card("4d")), TimeUp("18"), Adjust(1, 1, "engano", "8.5")):
        won.refuses(act, "match.end", "3, 18, 32")


def test_tm_4_a_hand_is_worth_one_and_rises_to_three_six_nine_and_twelve() -> None:
    assert dealt().value == 1
    assert [dealt().raised_to(step).value for step in (3, 6, 9, 12)] == [3, 6, 9, 12]
    worth = [dealt().raised_to(step).play(" ".join(PLAIN_ROUNDS)).score for step in (1, 3, 6, 9, 12)]
    assert worth == [(1, 0), (3, 0), (6, 0), (9, 0), (12, 0)]


def test_tm_4_a_hand_has_three_rounds_at_most() -> None:
    after_two = table().deal("3c 4d 6d", "Ac 3h 4h", "2c 6s 7h", "Kc Qd Jd", vira="4c").play("3c Ac 2c Kc 4d 3h 6s Qd")
    assert after_two.rounds == [0, 1]
    over = after_two.play("4h 7h Jd 6d")
    assert (over.rounds, over.hand.result is not None) == ([0, 1, 1], True)
    assert over.taken_by == 1


def test_tm_5_each_player_shows_one_card_in_a_round() -> None:
    hand = dealt()
    for seat, shown in enumerate(("3c", "Ac", "2c", "Kc")):
        assert hand.hand.round_number == 1
        hand = hand.play(shown)
        assert len(hand.hand.cards_of(seat)) == 2
    assert hand.hand.round_number == 2
    assert [len(one.plays) for one in hand.hand.rounds] == [4]


def test_tm_5_only_a_card_of_ones_own_hand() -> None:
    dealt().refuses(Play(0, card("Ac")), "rounds.own_card", "5, 28")
    dealt().refuses(Play(0, card("5c")), "rounds.own_card", "5, 28")
    second = dealt().play("3c Ac 2c Kc")
    second.refuses(Play(0, card("3c")), "rounds.own_card", "5, 28")


def test_tm_6_two_rounds_of_three_take_the_hand() -> None:
    one_round = dealt().play(PLAIN_ROUNDS[0])
    assert one_round.match.hand_is_on
    two_rounds = one_round.play(PLAIN_ROUNDS[1])
    assert (two_rounds.rounds, two_rounds.taken_by, two_rounds.score) == ([0, 0], 0, (1, 0))


def test_tm_6_at_one_round_each_the_third_decides() -> None:
    hands = ("3c 4d 6d", "Ac 3h 4h", "2c 6s 7h", "Kc Qd Jd")
    level = table().deal(*hands, vira="4c").play("3c Ac 2c Kc 4d 3h 6s Qd")
    assert level.match.hand_is_on
    assert level.play("4h 7h Jd 6d").taken_by == 1


def test_tm_6_once_decided_nothing_more_is_played() -> None:
    over = dealt().play(" ".join(PLAIN_ROUNDS))
    over.refuses(Play(0, card("4d")), "rounds.decided", "4, 6, 28")
    assert [legal_acts(over.match, seat) for seat in range(4)] == [[], [], [], []]


def test_tm_18_a_match_lasts_an_hour_and_the_final_an_hour_and_a_half() -> None:
    clock = rules_of(TM).clock
    assert (clock.match_minutes, clock.final_minutes) == (60, 90)
    assert {TM.cite("clock.match_minutes"), TM.cite("clock.final_minutes")} == {"Truco Masters 2025, Anexo I, item 18"}


def test_tm_18_when_time_is_up_the_pair_ahead_wins() -> None:
    ahead = hand_won_by(1, table()).do(TimeUp("18"))
    assert (ahead.match.winner, ahead.score) == (1, (0, 1))
    assert ahead.had_event(MatchWon(1, "clock.time_up"))


def test_tm_18_a_hand_dealt_before_the_bell_is_played_out() -> None:
    rung = dealt(score=(2, 3)).call(0, 3).accept(1).do(TimeUp("18"))
    assert rung.match.winner is None
    rung.refuses(TimeUp("18"), "clock.time_up", "18, 19")
    over = rung.play(" ".join(PLAIN_ROUNDS))
    assert (over.score, over.match.winner) == ((5, 3), 0), "the last hand turned the match"


def test_tm_19_a_tie_at_the_bell_is_fifteen_more_minutes_dealt_by_the_first_dealer() -> None:
    level = hand_won_by(1, hand_won_by(0, table(dealer=2)))
    assert level.match.dealer == 0, "after seats 2 and 3"
    extra = level.do(TimeUp("18"))
    assert extra.had_event(ExtraTimeBegan(2))
    assert (extra.match.dealer, extra.match.clock, extra.match.winner) == (2, Clock.EXTRA, None)
    assert rules_of(TM).clock.extra_minutes == 15


def test_tm_19_extra_time_is_won_by_the_pair_ahead_at_its_end() -> None:
    extra = hand_won_by(1, hand_won_by(0, table())).do(TimeUp("18"))
    won = hand_won_by(1, extra).do(TimeUp("19"))
    assert won.match.winner == 1
    assert won.had_event(MatchWon(1, "clock.time_up"))


@pytest.mark.parametrize("first", [0, 1])
def test_tm_19_still_tied_the_pair_that_scored_first_wins(first: int) -> None:
    level = hand_won_by(1 - first, hand_won_by(first, table())).do(TimeUp("18"))
    still = hand_won_by(first, hand_won_by(1 - first, level))
    won = still.do(TimeUp("19"))
    assert (won.score, won.match.winner) == ((2, 2), first)
    assert won.had_event(MatchWon(first, "clock.still_tied"))


def test_tm_19_when_nobody_scored_the_referee_decides_before_another_hand() -> None:
    nobody = table().do(TimeUp("18"), TimeUp("19"))
    assert nobody.had_event(TieLeftToReferee())
    another = Deal(tuple(cards(hand) for hand in PAIR_0_WINS), card("4c"))
    nobody.refuses(another, "clock.still_tied", "19; Truco Masters 2025, item 8.5")
    settled = nobody.do(Adjust(1, 1, "sorteio", "8.5"))
    assert settled.match.winner == 1


def test_tm_20_a_player_absent_for_more_than_eight_minutes_costs_his_pair_the_match() -> None:
    assert rules_of(TM).clock.absence_minutes == 8
    out = dealt(score=(11, 4)).do(Disqualify(0, "20"))
    assert (out.match.winner, out.score) == (1, (11, 4)), "no points are made up"
    assert out.hand.result is not None
    assert out.hand.result.ending is Ending.STOPPED
    assert out.taken_by is None, "the hand that was on is nobody's"
    assert out.had_event(MatchWon(1, "referee.disqualify"))
    assert TM.citation("referee.disqualify").articles[0] == "20"


def test_tm_20_absence_is_ruled_between_hands_too() -> None:
    out = hand_won_by(1, table()).do(Disqualify(1, "20"))
    assert (out.match.winner, out.taken_by) == (0, 1)
    out.refuses(TimeUp("18"), "match.end", "3, 18, 32")


def test_tm_21_partners_face_each_other_with_an_opponent_on_either_side() -> None:
    for seat in range(4):
        left, front, right = (seat - 1) % 4, (seat + 2) % 4, (seat + 1) % 4
        assert pair_of(front) == pair_of(seat)
        assert pair_of(left) == pair_of(right) != pair_of(seat)
        assert partners(seat, front)
        assert not partners(seat, right)
    assert not partners(0, 0)
    assert not partners(0, Onlooker.SPECTATOR)
    assert TM.cite("table.seating").endswith("item 21")


def test_tm_21_so_opponents_play_by_turns() -> None:
    hand = dealt()
    turns = []
    for shown in PLAIN_ROUNDS[0].split():
        turns.append(pair_of(hand.hand.turn))
        hand = hand.play(shown)
    assert turns == [0, 1, 0, 1]


def test_tm_21_a_record_names_a_player_for_each_seat() -> None:
    heading = {"format": "carteado-record/1", "regulation": TM.id, "first_dealer": 3, "hands": []}
    assert replay(record_of({**heading, "seats": ["Ana", "Bia", "Caio", "Davi"]})).score == (0, 0)
    with pytest.raises(InputError) as three:
        record_of({**heading, "seats": ["Ana", "Bia", "Caio"]})
    assert three.value.where == "seats"
    assert all(three.value.message(catalogue(language)) for language in LANGUAGES)


def test_tm_18_the_clock_is_part_of_what_everybody_sees() -> None:
    rung = dealt().do(TimeUp("18"))
    assert view(rung.match, 0)["clock"] == "last_hand"
    assert view(start(rules_of(TM)), Onlooker.SPECTATOR)["clock"] == "regular"
