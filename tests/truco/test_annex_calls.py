"""Truco Masters 2025, Annex I, items 7–10: truco, seis, nove and doze, with rulings TM-3 and TM-4."""

import pytest

from carteado.cards import Scored
from carteado.truco import Accept, Call, Ending, Play, Refuse, next_call, seats_to_ask
from carteado.truco.events import CallAccepted, CallRefused, ValueCalled
from tests.truco.tables import PLAIN_ROUNDS, TM, card, dealt, house, item

CALLS = "7, 8, 9, 10"


def test_tm_7_truco_raises_the_hand_to_three() -> None:
    called = dealt().call(0, 3)
    assert called.had_event(ValueCalled(0, 3))
    assert called.value == 1, "until an opponent accepts"
    accepted = called.accept(1)
    assert accepted.value == 3
    assert accepted.had_event(CallAccepted(1, 3))
    assert accepted.play(" ".join(PLAIN_ROUNDS)).score == (3, 0)


@pytest.mark.parametrize("caller", range(4))
def test_tm_7_any_player_calls_in_turn_or_out_of_turn(caller: int) -> None:
    assert dealt().hand.turn == 0
    assert "call 3" in dealt().choices(caller)
    assert "call 3" in dealt().play("3c Ac").choices(caller)


def test_tm_7_until_the_hand_is_decided() -> None:
    assert dealt().play("3c Ac 2c Kc 3d 6h 6s").allows(Call(3, 3))
    decided = dealt().play(" ".join(PLAIN_ROUNDS))
    decided.refuses(Call(1, 3), "calls.when", CALLS)


@pytest.mark.parametrize("opponent", [1, 3])
def test_tm_7_either_opponent_answers(opponent: int) -> None:
    called = dealt().call(0, 3)
    assert called.accept(opponent).value == 3
    assert called.refuse(opponent).score == (1, 0)


@pytest.mark.parametrize("own", [0, 2])
def test_tm_7_the_callers_pair_does_not_answer(own: int) -> None:
    called = dealt().call(0, 3)
    called.refuses(Accept(own), "calls.answer", CALLS)
    called.refuses(Refuse(own), "calls.answer", CALLS)


def test_tm_7_the_first_answer_binds() -> None:
    accepted = dealt().call(0, 3).accept(1)
    accepted.refuses(Refuse(3), "calls.answer", CALLS)
    refused = dealt().call(0, 3).refuse(1)
    refused.refuses(Accept(3), "calls.answer", CALLS)


def test_tm_7_without_a_call_there_is_nothing_to_answer() -> None:
    dealt().refuses(Accept(1), "calls.answer", CALLS)
    dealt().refuses(Refuse(0), "calls.answer", CALLS)


def test_tm_7_a_refused_truco_gives_one_point_to_the_callers_pair() -> None:
    run = dealt().call(1, 3).refuse(2)
    assert (run.taken_by, run.score) == (1, (0, 1))
    assert run.had_event(CallRefused(2, 3))
    assert run.had_event(Scored(1, "hand_value", 1, 1, "calls.refused"))
    assert run.hand.result is not None
    assert run.hand.result.ending is Ending.CALL_REFUSED
    assert TM.cite("calls.refused") == item(CALLS)


def test_tm_7_nobody_plays_a_card_while_the_call_is_pending() -> None:
    called = dealt().call(3, 3)
    called.refuses(Play(0, card("3c")), "calls.pending", CALLS)
    assert called.accept(0).allows(Play(0, card("3c")))


def test_tm_7_a_pending_call_is_not_called_again_by_the_same_pair() -> None:
    called = dealt().call(0, 3)
    called.refuses(Call(0, 3), "calls.pending", CALLS)
    called.refuses(Call(2, 6), "calls.pending", CALLS)


def test_tm_7_the_opponents_are_asked_in_order_of_play_from_the_caller_on() -> None:
    assert seats_to_ask(dealt().match) == (0,), "without a call, the seat on turn"
    assert seats_to_ask(dealt().call(0, 3).match) == (1, 3)
    assert seats_to_ask(dealt().call(1, 3).match) == (2, 0)
    assert seats_to_ask(dealt().call(2, 3).match) == (3, 1)


@pytest.mark.parametrize("value", [1, 2, 4, 6, 9, 12, 13, 0, -3])
def test_tm_7_the_first_call_is_three_and_nothing_else(value: int) -> None:
    dealt().refuses(Call(0, value), "calls.ladder", "4, 7, 8, 9, 10")


def test_tm_8_six_raises_the_hand_to_six() -> None:
    six = dealt().call(0, 3).accept(1).call(3, 6)
    assert six.value == 3, "until an opponent accepts"
    assert six.accept(2).value == 6
    assert six.accept(2).play(" ".join(PLAIN_ROUNDS)).score == (6, 0)


def test_tm_8_a_refused_six_gives_three() -> None:
    assert dealt().call(0, 3).accept(1).call(1, 6).refuse(0).score == (0, 3)


def test_tm_8_six_is_for_the_pair_that_did_not_call_truco() -> None:
    trucado = dealt().call(0, 3).accept(1)
    for own in (0, 2):
        trucado.refuses(Call(own, 6), "calls.alternate", CALLS)
    for opponent in (1, 3):
        assert trucado.allows(Call(opponent, 6))


def test_tm_8_six_may_be_the_answer_to_truco_which_it_accepts() -> None:
    raised = dealt().call(0, 3).call(1, 6)
    assert raised.value == 3
    assert raised.refuse(2).score == (0, 3)
    assert raised.accept(0).value == 6


def test_tm_8_a_club_may_forbid_to_answer_with_a_call() -> None:
    club = house(calls__reraise=False)
    called = dealt(regulation=club).call(0, 3)
    called.refuses(Call(1, 6), "calls.reraise", CALLS)
    assert called.choices(1) == ["accept", "refuse"]
    accepted = called.accept(1)
    assert accepted.allows(Call(1, 6)), "once accepted, the next call is free"
    assert accepted.call(1, 6).accept(0).play(" ".join(PLAIN_ROUNDS)).replayed().score == (6, 0)


def test_tm_9_nine_raises_the_hand_to_nine() -> None:
    nine = dealt().raised_to(6).call(2, 9)
    assert nine.value == 6, "until an opponent accepts"
    assert nine.accept(3).value == 9
    assert nine.accept(3).play(" ".join(PLAIN_ROUNDS)).score == (9, 0)


def test_tm_9_a_refused_nine_gives_six() -> None:
    assert dealt().raised_to(6).call(0, 9).refuse(1).score == (6, 0)


def test_tm_9_no_step_is_left_out() -> None:
    trucado = dealt().raised_to(3)
    trucado.refuses(Call(1, 9), "calls.ladder", "4, 7, 8, 9, 10")
    dealt().call(0, 3).refuses(Call(1, 9), "calls.ladder", "4, 7, 8, 9, 10")


def test_tm_9_nine_is_for_the_pair_that_did_not_call_six() -> None:
    at_six = dealt().raised_to(6)
    at_six.refuses(Call(1, 9), "calls.alternate", CALLS)
    at_six.refuses(Call(3, 9), "calls.alternate", CALLS)


def test_tm_10_twelve_raises_the_hand_to_twelve() -> None:
    twelve = dealt().raised_to(9).call(1, 12)
    assert twelve.value == 9, "until an opponent accepts"
    over = twelve.accept(0).play(" ".join(PLAIN_ROUNDS))
    assert (over.score, over.match.winner) == ((12, 0), 0)


def test_tm_10_a_refused_twelve_gives_nine() -> None:
    run = dealt().raised_to(9).call(1, 12).refuse(2)
    assert (run.score, run.match.winner) == ((0, 9), None)


def test_tm_10_there_is_no_call_above_twelve() -> None:
    top = dealt().raised_to(12)
    assert next_call(top.match, top.hand) is None
    for value in (3, 12, 15):
        top.refuses(Call(0, value), "calls.ladder", "4, 7, 8, 9, 10")
    assert not any(choice.startswith("call") for seat in range(4) for choice in top.choices(seat))


def test_tm_10_there_is_no_call_above_a_pending_twelve() -> None:
    pending = dealt().raised_to(9).call(1, 12)
    pending.refuses(Call(0, 15), "calls.ladder", "4, 7, 8, 9, 10")
    assert pending.choices(0) == ["accept", "refuse"]
