"""Truco Masters 2025, Annex I, items 30 and 31: mão de onze and mão de ferro; rulings TM-9 and TM-10."""

import json

import pytest

from carteado.cards import Adjust, MatchWon, Onlooker, Scored
from carteado.record import RuleBroken, record_of, replay, write_record
from carteado.regulation import catalogue
from carteado.truco import (
    Accept,
    Burn,
    Call,
    Cut,
    Ending,
    Hide,
    HideBlind,
    Kind,
    Play,
    PlayBlind,
    Refuse,
    dealt_from,
    deck,
    seats_to_ask,
    view,
)
from carteado.truco.events import ElevenAccepted, ElevenDeclined, HandDealt
from tests.truco.tables import PAIR_0_WINS, PLAIN_ROUNDS, TM, Table, card, dealt, house, rules_of, table

DECK = deck(rules_of(TM))


def eleven() -> Table:
    """Pair 0 has eleven, pair 1 seven; the plain deal, in which pair 0 is stronger."""
    return dealt(score=(11, 7))


def cards_seen(on: Table, observer: int | Onlooker) -> list[bool]:
    """For each seat, whether the observer sees its cards."""
    hand = view(on.match, observer)["hand"]
    assert hand is not None
    return [None not in held for held in hand["cards"]]


# --- item 30 ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "kind"),
    [((10, 0), Kind.ORDINARY), ((11, 0), Kind.ELEVEN), ((10, 11), Kind.ELEVEN), ((11, 11), Kind.IRON)],
)
def test_tm_30_a_pair_at_eleven_against_less_plays_a_mao_de_onze(score: tuple[int, int], kind: Kind) -> None:
    assert dealt(score=score).had_event(HandDealt(3, kind, card("4c")))


def test_tm_30_the_partners_at_eleven_see_each_others_cards_and_nobody_else_does() -> None:
    assert cards_seen(eleven(), 0) == [True, False, True, False]
    assert cards_seen(eleven(), 2) == [True, False, True, False]
    assert cards_seen(eleven(), 1) == [False, True, False, False], "the other pair does not"
    assert cards_seen(eleven(), Onlooker.SPECTATOR) == [False, False, False, False]
    assert cards_seen(dealt(score=(10, 7)), 0) == [True, False, False, False], "in no other hand"


def test_tm_30_the_sight_lasts_for_the_hand() -> None:
    playing = eleven().accept(0).play("3c Ac")
    assert cards_seen(playing, 2)[0]


def test_tm_30_the_hand_is_worth_three_from_the_start() -> None:
    assert eleven().value == 3
    won = eleven().accept(2).play(" ".join(PLAIN_ROUNDS))
    assert (won.score, won.match.winner) == ((12, 7), 0)
    lost = dealt(score=(7, 11)).accept(1).play(" ".join(PLAIN_ROUNDS))
    assert lost.score == (10, 11)
    assert lost.had_event(Scored(0, "hand_value", 3, 3, "eleven.value"))


@pytest.mark.parametrize("partner", [0, 2])
def test_tm_30_declining_gives_the_other_pair_one_point(partner: int) -> None:
    declined = eleven().refuse(partner)
    assert (declined.taken_by, declined.score) == (1, (11, 8))
    assert declined.had_event(ElevenDeclined(partner))
    assert declined.had_event(Scored(1, "hand_value", 1, 1, "eleven.declined"))
    assert declined.hand.result is not None
    assert declined.hand.result.ending is Ending.ELEVEN_DECLINED


def test_tm_30_only_the_pair_at_eleven_decides_and_its_first_answer_binds() -> None:
    for opponent in (1, 3):
        eleven().refuses(Accept(opponent), "eleven.decision", "30")
        eleven().refuses(Refuse(opponent), "eleven.decision", "30")
    decided = eleven().accept(2)
    assert decided.had_event(ElevenAccepted(2))
    decided.refuses(Refuse(0), "eleven.decision", "30")
    decided.refuses(Accept(0), "eleven.decision", "30")
    assert seats_to_ask(eleven().match) == (0, 2)
    assert seats_to_ask(dealt(score=(7, 11)).match) == (1, 3)


def test_tm_30_no_card_falls_before_the_decision() -> None:
    eleven().refuses(Play(0, card("3c")), "eleven.decision", "30")
    assert eleven().choices(0) == ["accept", "refuse"]
    assert eleven().choices(1) == []
    assert eleven().accept(0).choices(0) == ["play 3c", "play 3d", "play 4d"]


@pytest.mark.parametrize("seat", range(4))
def test_tm_30_nobody_calls(seat: int) -> None:
    for value in (3, 6, 9, 12):
        eleven().refuses(Call(seat, value), "eleven.calls", "30")
        eleven().accept(0).refuses(Call(seat, value), "eleven.calls", "30")


def test_tm_30_no_cards_are_burnt() -> None:
    before = table(score=(11, 7))
    before.refuses(Burn(3, 1), "eleven.burn", "30")
    assert before.allows(Burn(3, 0))


def test_tm_30_the_deck_is_cut_once_because_cerrar_is_to_cut_again() -> None:
    """TM-16: *cerrar*, which items 30 and 31 forbid, is cutting more than once."""
    cut = table(score=(11, 7)).do(Cut(2, 5))
    cut.refuses(Cut(2, 6), "eleven.cuts", "30")
    assert TM.citation("eleven.cuts").ruling == "TM-16"
    assert cut.deal(*PAIR_0_WINS, vira="4c").hand.kind is Kind.ELEVEN
    assert table(score=(10, 7)).do(Cut(2, 5), Cut(2, 6)).match.cuts == (5, 6), "an ordinary hand as often as they like"


def test_tm_30_hiding_is_as_ever() -> None:
    assert eleven().accept(0).play("3c Ac 2c Kc").allows(Hide(0, card("3d")))


def test_tm_30_reached_by_a_correction_of_the_referee_too() -> None:
    corrected = table(score=(10, 7)).do(Adjust(0, 1, "soma errada", "8.5"))
    assert corrected.deal(*PAIR_0_WINS, vira="4c").hand.kind is Kind.ELEVEN


def test_tm_30_the_decision_goes_on_record() -> None:
    report = eleven().refuse(0).replayed()
    assert [(hand.winner, hand.points, hand.lines[1][0].article) for hand in report.hands] == [(1, (0, 1), "30")]


# --- item 31 ------------------------------------------------------------------------------------------------------


def iron() -> Table:
    return dealt(score=(11, 11))


def test_tm_31_whoever_wins_the_mao_de_ferro_wins_the_match() -> None:
    won = iron().blind((0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1))
    assert (won.score, won.match.winner) == ((12, 11), 0)
    assert won.had_event(MatchWon(0, "match.target"))
    [line] = [event for event in won.events if isinstance(event, Scored)]
    assert (line.points, line.key) == (1, "iron.value")


@pytest.mark.parametrize("seat", range(4))
def test_tm_31_nobody_sees_his_cards_nor_his_partners(seat: int) -> None:
    assert cards_seen(iron(), seat) == [False, False, False, False]
    assert cards_seen(iron(), Onlooker.REFEREE) == [True, True, True, True]


def test_tm_31_cards_are_turned_up_by_their_position_as_dealt() -> None:
    assert iron().choices(0) == ["play 0", "play 1", "play 2"]
    later = iron().blind((0, 0), (1, 2), (2, 1), (3, 0))
    assert later.rounds == [0], "3♣ against 4♥, 6♠ and K♣"
    assert later.choices(0) == ["play 1", "play 2"], "position 2 stays position 2"
    later.refuses(PlayBlind(0, 0), "rounds.own_card", "5, 28")
    for nowhere in (3, -1):
        later.refuses(PlayBlind(0, nowhere), "rounds.own_card", "5, 28")


def test_tm_31_no_card_is_chosen_or_hidden() -> None:
    iron().refuses(Play(0, card("3c")), "iron.blind", "31")
    second = iron().blind((0, 0), (1, 0), (2, 0), (3, 0))
    second.refuses(Hide(0, card("3d")), "iron.blind", "31")
    second.refuses(Play(0, card("3d")), "iron.blind", "31")


@pytest.mark.parametrize("round_number", [1, 2, 3])
def test_tm_31_nothing_is_hidden_by_position_either(round_number: int) -> None:
    """The refusal cites item 31 and TM-10, because no item forbids it by itself."""
    on = table(score=(11, 11)).deal("3c 5d 6d", "4h 3d 6c", "5c 6s 7h", "5s Qd Jd", vira="Kc")
    on = on.blind(*((seat, 0) for seat in range(4))) if round_number > 1 else on
    on = on.blind(*((seat, 1) for seat in range(4))) if round_number > 2 else on
    on.refuses(HideBlind(on.hand.turn, 2), "iron.blind", "31")
    assert TM.citation("iron.blind").ruling == "TM-10"
    document = json.loads(write_record(on.record()))
    document["hands"][-1]["actions"].append({"seat": on.hand.turn, "act": "hide", "position": 2})
    with pytest.raises(RuleBroken) as broken:
        replay(record_of(document))
    error = broken.value.to_json(catalogue("en"))
    assert (error["rule"], error["article"], error["ruling"]) == ("iron.blind", "31", "TM-10")
    assert str(error["message"]).endswith("[Truco Masters 2025, Anexo I, item 31; TM-10]")
    assert error["action"] == 4 * (round_number - 1)


def test_tm_31_only_a_blind_hand_knows_positions_to_hide() -> None:
    dealt().refuses(HideBlind(0, 0), "iron.blind", "31")
    seeing = dealt(score=(11, 11), regulation=house(iron__blind=False))
    seeing.refuses(HideBlind(0, 0), "iron.blind", "31")


def test_tm_31_positions_are_for_this_hand_alone() -> None:
    dealt().refuses(PlayBlind(0, 0), "iron.blind", "31")
    eleven().accept(0).refuses(PlayBlind(0, 0), "iron.blind", "31")


def test_tm_31_the_order_of_play_is_as_ever() -> None:
    iron().refuses(PlayBlind(1, 0), "rounds.order", "28")


def test_tm_31_after_a_tie_the_leader_turns_up_what_he_likes() -> None:
    tied = table(score=(11, 11)).deal("3c Kd 6d", "3h Kh 6c", "2c 6s 7h", "2s Qd Jd", vira="4c")
    tied = tied.blind((0, 0), (1, 0), (2, 0), (3, 0))
    assert (tied.rounds, tied.choices(0)) == ([None], ["play 1", "play 2"]), "he cannot know his highest"


@pytest.mark.parametrize("seat", range(4))
def test_tm_31_nobody_calls(seat: int) -> None:
    iron().refuses(Call(seat, 3), "iron.calls", "31")
    iron().refuses(Accept(seat), "calls.answer", "7, 8, 9, 10")


def test_tm_31_no_cards_are_burnt() -> None:
    before = table(score=(11, 11))
    before.refuses(Burn(3, 1), "iron.burn", "31")
    assert before.allows(Burn(3, 0))


def test_tm_31_the_cut_is_dry_one_only() -> None:
    before = table(score=(11, 11))
    cut = before.do(Cut(2, 20))
    cut.refuses(Cut(2, 5), "iron.cuts", "31")
    assert cut.deal(*PAIR_0_WINS, vira="4c").hand.kind is Kind.IRON


def test_tm_31_cards_are_dealt_three_by_three_and_the_vira_last() -> None:
    deal = dealt_from(table(score=(11, 11)).match, DECK)
    hands, vira = deal.hands, deal.vira
    assert hands == (DECK[0:3], DECK[3:6], DECK[6:9], DECK[9:12])
    assert vira == DECK[12]
    from_seat_2 = dealt_from(table(score=(11, 11), dealer=1).match, DECK).hands
    assert from_seat_2[2] == DECK[0:3]


def test_tm_31_three_ties_are_dealt_again_and_played_blind_again() -> None:
    tied = table(score=(11, 11)).deal("3c Kd 6d", "3h Kh 6c", "2c 4s 4h", "2s 4d 5h", vira="6s")
    tied = tied.blind(*((seat, position) for position in range(3) for seat in range(4)))
    assert (tied.rounds, tied.score, tied.match.dealer) == ([None, None, None], (11, 11), 3)
    assert tied.deal(*PAIR_0_WINS, vira="4c").choices(0) == ["play 0", "play 1", "play 2"]


def test_tm_31_positions_go_on_record() -> None:
    won = iron().blind((0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1))
    report = won.replayed()
    assert [(hand.winner, hand.points, hand.lines[0][0].article) for hand in report.hands] == [(0, (1, 0), "31")]


# --- as clubs play them -------------------------------------------------------------------------------------------


def test_tm_30_a_club_may_keep_the_partners_cards_unseen_and_change_what_it_is_worth() -> None:
    club = house(eleven__partner_seen=False, eleven__value=2, eleven__declined=2)
    played = dealt(score=(4, 11), regulation=club)
    assert cards_seen(played, 1) == [False, True, False, False]
    assert played.refuse(1).score == (6, 11)
    assert played.accept(3).play(" ".join(PLAIN_ROUNDS)).replayed().score == (6, 11)


def test_tm_31_a_club_may_let_the_players_see_their_cards() -> None:
    club = house(iron__blind=False)
    on = dealt(score=(11, 11), regulation=club)
    assert cards_seen(on, 0) == [True, False, False, False]
    assert on.choices(0) == ["play 3c", "play 3d", "play 4d"]
    on.refuses(PlayBlind(0, 0), "iron.blind", "31")
    on.refuses(Call(0, 3), "iron.calls", "31")
    second = on.play("3c Ac 2c Kc")
    assert second.allows(Hide(0, card("3d"))), "with cards in sight they may be hidden"
    won = second.play("3d (6h) 6s Qd")
    assert (won.match.winner, won.score) == (0, (12, 11))
    assert won.replayed().winner == 0


@pytest.mark.parametrize("worth", [1, 3])
@pytest.mark.parametrize("blind", [True, False])
def test_tm_31_worth_one_or_three_it_wins_the_match(worth: int, blind: bool) -> None:
    club = house(iron__value=worth, iron__blind=blind)
    on = dealt(score=(11, 11), regulation=club)
    assert on.value == worth
    if blind:
        won = on.blind((0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1))
    else:
        won = on.play(" ".join(PLAIN_ROUNDS))
    assert (won.match.winner, won.score) == (0, (12, 11))
    assert club.citation("iron.value").changed_by == "Clube da Vila"
    assert won.replayed().hands[0].points == (1, 0)
