"""A live table in memory: what bots are asked, and signs between partners, which ask them nothing."""

from typing import Any

import pytest

from carteado.web.tables.match.act_reading import MOST_SIGNS_A_HAND
from carteado.web.tables.match.log_rows import CLOCK
from carteado.web.tables.match.log_writer import Outcome
from tests.web.tables.match.table_acts import (
    BOT,
    REFEREE,
    SPECTATOR,
    card_of,
    dealt,
    new,
    play_a_card,
    with_bots_second,
)
from tests.web.tables.room.table_rooms import AP, SECOND, Seated, person

# --- bots -------------------------------------------------------------------------------------------------------------


def a_bot_deals(table: Seated) -> None:
    table.room.receive_answer(table.services.asked[-1], {"act": "deal", "burn": 0})
    table.services.settle()


def called_on_bots() -> Seated:
    """Seat 0 has called truco on two bots."""
    table = Seated(seats=[person(0), BOT, person(2), BOT])
    table.do(2, "cut", cuts=[])
    a_bot_deals(table)
    table.do(0, "call", value=3)
    return table


def test_a_sign_between_others_asks_a_bot_nothing_anew() -> None:
    table = with_bots_second()
    asked = table.services.asked[:]
    for _ in range(3):
        table.do(0, "sign", sign="zap")
    table.come(2)
    assert table.services.asked == asked
    card = card_of(table, 1)
    assert table.room.receive_answer(asked[-1], {"act": "play", "card": card})
    table.services.settle()
    assert table.log[-1].data == {"seat": 1, "act": "play", "card": card}


def test_an_answer_that_comes_while_a_sign_is_written_is_not_lost() -> None:
    table = with_bots_second()
    question = table.services.asked[-1]
    table.services.is_slow = True
    table.send(0, {"act": "sign", "sign": "zap"})
    assert table.room.receive_answer(question, None)
    table.services.is_slow = False
    table.services.settle()
    assert table.act_names[-2:] == ["sign", "play"]


def test_an_answer_to_what_nobody_asks_any_more_does_nothing() -> None:
    table = with_bots_second()
    question = table.services.asked[-1]
    table.do(0, "call", value=3)
    length = len(table.log)
    assert table.room.receive_answer(question, {"act": "play", "card": card_of(table, 1)})
    table.services.settle()
    assert len(table.log) == length


def test_an_answer_given_twice_is_done_once() -> None:
    table = with_bots_second()
    question, card = table.services.asked[-1], card_of(table, 1)
    for _ in range(2):
        table.room.receive_answer(question, {"act": "play", "card": card})
    table.services.settle()
    assert table.act_names.count("play") == 1


@pytest.mark.parametrize(
    "answer",
    [None, {"act": "play", "card": "4c4c"}, {"act": "sign", "sign": "zap"}, {"act": "sit"}, {"act": "pass"}, {}],
)
def test_a_bot_that_does_not_answer_well_does_the_default_act(answer: dict[str, Any] | None) -> None:
    table = with_bots_second()
    assert not table.room.receive_answer(table.services.asked[-1], answer)
    table.services.settle()
    assert table.log[-1].data["seat"] == 1
    assert table.log[-1].data["act"] == "play"
    assert table.log[-1].data["by"] == CLOCK


def test_the_first_bot_of_a_pair_may_pass_and_the_second_must_answer() -> None:
    table = called_on_bots()
    first = table.services.asked[-1]
    assert (first.seat, first.may_pass) == (1, True)
    assert table.room.receive_answer(first, {"seat": 1, "act": "pass"})
    second = table.services.asked[-1]
    assert (second.seat, second.may_pass) == (3, False)
    assert table.room.receive_answer(second, {"act": "accept"})
    table.services.settle()
    assert table.log[-1].data == {"seat": 3, "act": "accept"}


def test_a_pass_is_never_written_and_told_to_nobody() -> None:
    table = called_on_bots()
    length = len(table.log)
    new(table, 0)
    table.room.receive_answer(table.services.asked[-1], {"seat": 1, "act": "pass"})
    table.services.settle()
    assert len(table.log) == len(table.services.rows) == length
    assert new(table, 0) == []


def test_who_passed_is_forgotten_when_the_log_is_read_again() -> None:
    table = called_on_bots()
    table.room.receive_answer(table.services.asked[-1], {"seat": 1, "act": "pass"})
    assert table.services.asked[-1].seat == 3
    table.services.outcomes.append(Outcome.NOT_WRITTEN)
    table.do(0, "sign", sign="zap")
    assert table.services.asked[-1].seat == 1


def test_of_a_person_and_a_bot_the_person_answers_for_both() -> None:
    table = Seated(seats=[person(0), person(1), person(2), BOT])
    table.do(2, "cut", cuts=[])
    a_bot_deals(table)
    asked = len(table.services.asked)
    table.do(0, "call", value=3)
    assert table.play.awaited is not None
    assert set(table.play.awaited.seats) == {1, 3}
    assert len(table.services.asked) == asked
    table.do(1, "accept")


def test_no_bot_is_asked_while_the_match_is_stopped() -> None:
    table = with_bots_second()
    question = table.services.asked[-1]
    table.come(REFEREE)
    table.do(REFEREE, "pause")
    length, asked = len(table.log), len(table.services.asked)
    table.room.receive_answer(question, {"act": "play", "card": card_of(table, 1)})
    table.services.settle()
    assert len(table.log) == length
    table.do(REFEREE, "resume")
    assert len(table.services.asked) == asked + 1


def test_bots_alone_play_a_whole_match() -> None:
    table = Seated(seats=[BOT] * 4)
    table.come(SPECTATOR)
    for _ in range(2_000):
        if table.play.is_over:
            break
        question = table.services.asked[-1]
        table.room.receive_answer(question, None)
        table.services.settle()
    assert table.play.is_over
    assert table.people[SPECTATOR].state["fair"]


# --- signs ------------------------------------------------------------------------------------------------------------


def test_tm_33_partners_show_the_signs_of_the_table_and_say_no_words() -> None:
    table = dealt()
    table.do(0, "sign", sign="zap")
    assert table.refused(0, "sign", sign="I have the seven of clubs")["code"] == "no_such_sign"
    assert table.refused(0, "sign")["code"] == "no_such_sign"
    assert Seated(AP).refused(0, "sign", sign="zap")["code"] == "no_such_sign"


def test_whether_a_seat_may_sign_is_told_as_the_table_would_decide() -> None:
    table = dealt()
    onlooker = table.come(SPECTATOR)
    assert [bool(table.people[seat].state.get("may_sign")) for seat in range(4)] == [True] * 4
    assert "may_sign" not in onlooker.state
    for _ in range(MOST_SIGNS_A_HAND):
        assert table.people[0].state["may_sign"]
        table.do(0, "sign", sign="zap")
    assert table.refused(0, "sign", sign="zap")["code"] == "too_many_signs"
    assert "may_sign" not in table.people[0].state
    assert table.people[2].state["may_sign"], "his partner has made none"
    assert "may_sign" not in Seated().people[0].state, "before any card is dealt"
    melding = Seated(AP)
    melding.deal()
    assert "may_sign" not in melding.people[0].state, "these rules have no signs"
    of_two = Seated(players=2, seats=[person(0), person(1)], first_dealer=1)
    of_two.deal()
    assert "may_sign" not in of_two.people[0].state, "there is no partner"


def test_tm_33_a_sign_is_seen_by_the_partner_alone() -> None:
    table = dealt()
    table.come(SPECTATOR)
    for observer in table.people:
        new(table, observer)
    table.do(0, "sign", sign="zap")
    heard = {observer: [one["type"] for one in new(table, observer)] for observer in table.people}
    assert heard == {0: ["ack", "state"], 1: [], 2: ["state"], 3: [], SPECTATOR: []}
    play_a_card(table)
    assert table.seq(0) == table.seq(2) == table.seq(1) + 1 == table.seq(3) + 1


def test_tm_33_a_sign_gives_nobody_more_time() -> None:
    table = dealt()
    table.wait(89 * SECOND)
    table.do(2, "sign", sign="zap")
    table.wait(SECOND)
    assert table.log[-1].data["by"] == CLOCK


def test_tm_33_a_seat_makes_a_dozen_signs_in_a_hand_and_no_more() -> None:
    table = dealt()
    for _ in range(MOST_SIGNS_A_HAND):
        table.do(0, "sign", sign="zap")
    assert table.refused(0, "sign", sign="zap")["code"] == "too_many_signs"
    table.do(2, "sign", sign="zap")
    table.do(0, "call", value=3)
    table.do(1, "refuse")
    assert table.refused(0, "sign", sign="zap")["code"] == "no_hand", "nobody holds cards"
    table.deal()
    table.do(0, "sign", sign="zap")


def test_tm_33_a_sign_of_the_partner_makes_nothing_stale() -> None:
    """What was on its way meanwhile is done."""
    table = dealt()
    seen = table.seq(0)
    table.do(2, "sign", sign="zap")
    assert table.seq(0) == seen + 1
    table.send(0, {"act": "play", "card": card_of(table, 0)}, seq=seen)
    assert table.act_names[-1] == "play"
    table.do(3, "sign", sign="nada")
    assert table.send(1, {"act": "call", "value": 3}, seq=seen).codes == ["stale"]
