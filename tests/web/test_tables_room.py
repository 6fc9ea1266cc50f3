"""A live table in memory: what is written, told, asked of bots and done by the clock, act by act."""

from typing import Any

import pytest
from msgspec import Raw

from carteado.cards import Observer, Onlooker
from carteado.regulation import Override, load
from carteado.web.tables import entries
from carteado.web.tables.doing import MOST_SIGNS
from carteado.web.tables.entries import CLOCK, DOWN, NOBODY
from carteado.web.tables.messages import PROTOCOL, Act, Hello, encode
from carteado.web.tables.room import MOST_WAITING, Log, Room
from carteado.web.tables.writer import Outcome
from tests.web.table_rooms import (
    AP,
    CODE,
    MATCH,
    MINUTE,
    NOON,
    SECOND,
    TM,
    Around,
    Seated,
    Someone,
    a_setting,
    person,
    terms_for,
)

BOT = "bot:random"
REFEREE, SPECTATOR = Onlooker.REFEREE, Onlooker.SPECTATOR


def dealt(**settings: Any) -> Seated:
    """A match of truco of which the first hand is dealt: seat 0 plays first."""
    table = Seated(**settings)
    table.deal()
    assert table.play.asked is not None
    assert table.play.asked.seats == (0,)
    return table


def card_of(table: Seated, seat: int, place: int = 0) -> str:
    held = [card for card in table.play.match.hand.held[seat] if card is not None]
    return str(held[place])


def play_a_card(table: Seated) -> int:
    """Whoever is to play shows a card."""
    assert table.play.asked is not None
    seat = table.play.asked.seats[0]
    table.do(seat, "play", card=card_of(table, seat))
    return seat


def an_act(name: str, seq: int, **wanted: Any) -> Act:
    return Act(name, seq, Raw(encode(wanted)))


def new(table: Seated, observer: Observer) -> list[dict[str, Any]]:
    """What somebody was told since the last time."""
    heard = table.people[observer].messages()
    table.people[observer].heard.clear()
    return heard


# --- what is written --------------------------------------------------------------------------------------------------


def test_nothing_is_told_before_it_is_written() -> None:
    table = dealt()
    for observer in range(4):
        new(table, observer)
    table.around.is_slow = True
    table.send(0, {"act": "play", "card": card_of(table, 0)})
    assert [new(table, observer) for observer in range(4)] == [[], [], [], []]
    table.around.is_slow = False
    table.around.settle()
    assert [one["type"] for one in new(table, 0)] == ["ack", "state"]
    assert [one["type"] for one in new(table, 1)] == ["state"]


def test_what_comes_while_something_is_written_waits_and_is_then_refused_as_stale() -> None:
    table = dealt()
    table.around.is_slow = True
    mine = card_of(table, 0)
    table.send(0, {"act": "play", "card": mine}, name="first")
    table.send(1, {"act": "call", "value": 3}, name="second")
    table.around.is_slow = False
    table.around.settle()
    assert table.log[-1].data == {"seat": 0, "act": "play", "card": mine}
    assert table.people[1].codes == ["stale"]


def test_an_act_sent_twice_is_done_once_and_acknowledged_twice() -> None:
    table = dealt()
    act = {"act": "play", "card": card_of(table, 0)}
    table.send(0, act, name="mine")
    seq, length = table.seq(0), len(table.log)
    new(table, 0)
    table.send(0, act, name="mine")
    table.send(0, act, name="mine", seq=1)
    assert len(table.log) == length
    assert new(table, 0) == [{"type": "ack", "id": "mine", "seq": seq}] * 2


def test_two_who_call_their_acts_alike_are_two() -> None:
    table = dealt()
    table.send(0, {"act": "play", "card": card_of(table, 0)}, name="same")
    table.send(1, {"act": "play", "card": card_of(table, 1)}, name="same")
    assert [entry.data["seat"] for entry in table.log[-2:]] == [0, 1]


@pytest.mark.parametrize("seq", [0, 1, -1, 10**6])
def test_an_act_on_what_has_changed_since_is_refused(seq: int) -> None:
    table = dealt()
    length = len(table.log)
    heard = table.send(0, {"act": "play", "card": card_of(table, 0)}, seq=seq)
    assert heard.codes == ["stale"]
    assert heard.last["seq"] == table.seq(0)
    assert len(table.log) == length


def test_a_write_that_fails_is_tried_again_and_done_once() -> None:
    table = dealt()
    for observer in range(4):
        new(table, observer)
    table.around.outcomes.append(Outcome.NOT_WRITTEN)
    table.send(0, {"act": "play", "card": card_of(table, 0)}, name="mine")
    assert table.told[-2:] == ["deal", "play"]
    assert len({row.seq for row in table.around.rows}) == len(table.around.rows) == len(table.log)
    assert [one["id"] for one in new(table, 0) if one["type"] == "ack"] == ["mine"]
    assert table.people[1].state["seq"] == table.seq(1)


def test_a_write_that_was_done_and_not_confirmed_is_found_and_acknowledged() -> None:
    table = dealt()
    new(table, 0)
    new(table, 1)
    table.around.outcomes.append("lost")
    table.send(0, {"act": "play", "card": card_of(table, 0)}, name="mine")
    assert table.told.count("play") == 1
    assert len(table.around.rows) == len(table.log)
    assert [one["id"] for one in new(table, 0) if one["type"] == "ack"] == ["mine"]
    assert table.people[1].state["acts"][-1]["act"]["act"] == "play"


def test_a_write_that_never_succeeds_is_refused_and_nothing_is_told() -> None:
    table = dealt()
    length = len(table.log)
    table.around.outcomes.extend([Outcome.NOT_WRITTEN] * 10)
    heard = table.send(0, {"act": "play", "card": card_of(table, 0)})
    assert heard.codes == ["not_written"]
    assert len(table.log) == len(table.around.rows) == length
    assert not [act for one in table.people[1].messages("state") for act in one["acts"] if act["act"]["act"] == "play"]
    table.around.outcomes.clear()
    play_a_card(table)


def test_another_process_that_writes_first_wins_and_the_second_is_stale() -> None:
    table = dealt()
    other = Around(now=table.around.now())
    other.rows = table.around.rows
    there = Room(table.setting, other.log(table.terms), other)
    elsewhere = Someone(person(1), "Bia")
    there.enter(elsewhere, Hello(PROTOCOL))
    there.receive(elsewhere, an_act("x", elsewhere.state["seq"], act="call", value=3))
    other.settle()
    assert elsewhere.messages("ack")
    heard = table.send(0, {"act": "play", "card": card_of(table, 0)})
    assert heard.codes == ["stale"]
    assert table.log[-1].data == {"seat": 1, "act": "call", "value": 3}
    assert table.people[3].state["acts"][-1]["act"] == {"seat": 1, "act": "call", "value": 3}
    assert there.present is not None
    assert table.play.match == there.present.play.match


def test_who_sends_more_than_a_table_takes_is_told_so() -> None:
    table = dealt()
    table.around.is_slow = True
    for number in range(MOST_WAITING + 3):
        table.send(0, {"act": "call", "value": 3}, name=f"n{number}")
    assert table.people[0].codes == ["too_busy"] * 2


def test_those_who_play_are_told_before_those_who_watch() -> None:
    table = dealt()
    told: list[Observer] = []
    for observer in (SPECTATOR, REFEREE):
        table.come(observer)
    for reader in table.people.values():
        reader.notes = told
    play_a_card(table)
    assert told == [0, 0, 1, 2, 3, REFEREE, SPECTATOR]


# --- coming and coming back -------------------------------------------------------------------------------------------


def test_who_comes_back_is_told_what_he_has_missed() -> None:
    table = dealt()
    seen = table.seq(1)
    table.go(1)
    play_a_card(table)
    state = table.come(1, Hello(PROTOCOL, CODE, seen)).state
    assert [one["seq"] for one in state["acts"]] == [seen + 1]
    assert "whole" not in state


@pytest.mark.parametrize("hello", [Hello(PROTOCOL), Hello(PROTOCOL, "another", 3), Hello(PROTOCOL, CODE, 99)])
def test_who_has_seen_something_else_is_told_everything(hello: Hello) -> None:
    table = dealt()
    state = table.come(1, hello).state
    assert state["whole"]
    assert [one["act"]["act"] for one in state["acts"]] == ["shuffle", "cut", "deal"]
    assert state["seq"] == table.seq(1)


def test_two_pages_of_one_player_are_told_the_same_and_the_first_act_counts() -> None:
    table = dealt()
    other = table.come(0)
    play_a_card(table)
    assert other.state == table.people[0].state
    table.room.receive(other, an_act("late", table.seq(0) - 1, act="play", card=card_of(table, 0)))
    assert other.codes == ["stale"]


def test_a_seat_that_is_another_persons_now_is_his_to_see() -> None:
    table = dealt()
    stranger = Someone("user:77", "Eva")
    table.room.enter(stranger, Hello(PROTOCOL))
    assert stranger.state["view"]["observer"] == "spectator"
    seats = [person(0), "user:77", person(2), person(3)]
    table.room.refresh(a_setting(seats=seats), None)
    assert stranger.state["view"]["observer"] == 1
    assert table.people[1].state["view"]["observer"] == "spectator"
    assert table.people[1].state["view"]["hand"]["cards"][1] == [None] * 3


# --- bots -------------------------------------------------------------------------------------------------------------


def with_bots_second() -> Seated:
    """Two bots against two people; it is for a bot to play."""
    table = Seated(seats=[person(0), BOT, person(2), BOT], first_dealer=0)
    table.wait(30 * SECOND)
    table.do(0, "deal", burn=0)
    assert table.play.asked is not None
    assert table.play.asked.seats == (1,)
    return table


def a_bot_deals(table: Seated) -> None:
    table.room.answered(table.around.asked[-1], {"act": "deal", "burn": 0})
    table.around.settle()


def called_on_bots() -> Seated:
    """Seat 0 has called truco on two bots."""
    table = Seated(seats=[person(0), BOT, person(2), BOT])
    table.do(2, "cut", cuts=[])
    a_bot_deals(table)
    table.do(0, "call", value=3)
    return table


def test_a_sign_between_others_asks_a_bot_nothing_anew() -> None:
    table = with_bots_second()
    asked = table.around.asked[:]
    for _ in range(3):
        table.do(0, "sign", sign="zap")
    table.come(2)
    assert table.around.asked == asked
    card = card_of(table, 1)
    assert table.room.answered(asked[-1], {"act": "play", "card": card})
    table.around.settle()
    assert table.log[-1].data == {"seat": 1, "act": "play", "card": card}


def test_an_answer_that_comes_while_a_sign_is_written_is_not_lost() -> None:
    table = with_bots_second()
    question = table.around.asked[-1]
    table.around.is_slow = True
    table.send(0, {"act": "sign", "sign": "zap"})
    assert table.room.answered(question, None)
    table.around.is_slow = False
    table.around.settle()
    assert table.told[-2:] == ["sign", "play"]


def test_an_answer_to_what_nobody_asks_any_more_does_nothing() -> None:
    table = with_bots_second()
    question = table.around.asked[-1]
    table.do(0, "call", value=3)
    length = len(table.log)
    assert table.room.answered(question, {"act": "play", "card": card_of(table, 1)})
    table.around.settle()
    assert len(table.log) == length


def test_an_answer_given_twice_is_done_once() -> None:
    table = with_bots_second()
    question, card = table.around.asked[-1], card_of(table, 1)
    for _ in range(2):
        table.room.answered(question, {"act": "play", "card": card})
    table.around.settle()
    assert table.told.count("play") == 1


@pytest.mark.parametrize(
    "answer",
    [None, {"act": "play", "card": "4c4c"}, {"act": "sign", "sign": "zap"}, {"act": "sit"}, {"act": "pass"}, {}],
)
def test_a_bot_that_does_not_answer_well_does_the_default_act(answer: dict[str, Any] | None) -> None:
    table = with_bots_second()
    assert not table.room.answered(table.around.asked[-1], answer)
    table.around.settle()
    assert table.log[-1].data["seat"] == 1
    assert table.log[-1].data["act"] == "play"
    assert table.log[-1].data["by"] == CLOCK


def test_the_first_bot_of_a_pair_may_pass_and_the_second_must_answer() -> None:
    table = called_on_bots()
    first = table.around.asked[-1]
    assert (first.seat, first.may_pass) == (1, True)
    assert table.room.answered(first, {"seat": 1, "act": "pass"})
    second = table.around.asked[-1]
    assert (second.seat, second.may_pass) == (3, False)
    assert table.room.answered(second, {"act": "accept"})
    table.around.settle()
    assert table.log[-1].data == {"seat": 3, "act": "accept"}


def test_a_pass_is_never_written_and_told_to_nobody() -> None:
    table = called_on_bots()
    length = len(table.log)
    new(table, 0)
    table.room.answered(table.around.asked[-1], {"seat": 1, "act": "pass"})
    table.around.settle()
    assert len(table.log) == len(table.around.rows) == length
    assert new(table, 0) == []


def test_who_passed_is_forgotten_when_the_log_is_read_again() -> None:
    table = called_on_bots()
    table.room.answered(table.around.asked[-1], {"seat": 1, "act": "pass"})
    assert table.around.asked[-1].seat == 3
    table.around.outcomes.append(Outcome.NOT_WRITTEN)
    table.do(0, "sign", sign="zap")
    assert table.around.asked[-1].seat == 1


def test_of_a_person_and_a_bot_the_person_answers_for_both() -> None:
    table = Seated(seats=[person(0), person(1), person(2), BOT])
    table.do(2, "cut", cuts=[])
    a_bot_deals(table)
    asked = len(table.around.asked)
    table.do(0, "call", value=3)
    assert table.play.asked is not None
    assert set(table.play.asked.seats) == {1, 3}
    assert len(table.around.asked) == asked
    table.do(1, "accept")


def test_no_bot_is_asked_while_the_match_is_stopped() -> None:
    table = with_bots_second()
    question = table.around.asked[-1]
    table.come(REFEREE)
    table.do(REFEREE, "pause")
    length, asked = len(table.log), len(table.around.asked)
    table.room.answered(question, {"act": "play", "card": card_of(table, 1)})
    table.around.settle()
    assert len(table.log) == length
    table.do(REFEREE, "resume")
    assert len(table.around.asked) == asked + 1


def test_bots_alone_play_a_whole_match() -> None:
    table = Seated(seats=[BOT] * 4)
    table.come(SPECTATOR)
    for _ in range(2_000):
        if table.play.is_over:
            break
        question = table.around.asked[-1]
        table.room.answered(question, None)
        table.around.settle()
    assert table.play.is_over
    assert table.people[SPECTATOR].state["fair"]


# --- signs ------------------------------------------------------------------------------------------------------------


def test_tm_33_partners_show_the_signs_of_the_table_and_say_no_words() -> None:
    table = Seated()
    table.do(0, "sign", sign="zap")
    assert table.refused(0, "sign", sign="I have the seven of clubs")["code"] == "no_such_sign"
    assert table.refused(0, "sign")["code"] == "no_such_sign"
    assert Seated(AP).refused(0, "sign", sign="zap")["code"] == "no_such_sign"


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
    for _ in range(MOST_SIGNS):
        table.do(0, "sign", sign="zap")
    assert table.refused(0, "sign", sign="zap")["code"] == "too_many_signs"
    table.do(2, "sign", sign="zap")
    table.do(0, "call", value=3)
    table.do(1, "refuse")
    table.do(0, "sign", sign="zap")


def test_tm_33_a_sign_of_the_partner_makes_nothing_stale() -> None:
    """What was on its way meanwhile is done."""
    table = dealt()
    seen = table.seq(0)
    table.do(2, "sign", sign="zap")
    assert table.seq(0) == seen + 1
    table.send(0, {"act": "play", "card": card_of(table, 0)}, seq=seen)
    assert table.told[-1] == "play"
    table.do(3, "sign", sign="nada")
    assert table.send(1, {"act": "call", "value": 3}, seq=seen).codes == ["stale"]


# --- onlookers --------------------------------------------------------------------------------------------------------


def test_an_onlooker_is_told_later_by_the_delay_of_the_table() -> None:
    table = Seated(delay=30)
    table.deal()
    onlooker = table.come(SPECTATOR)
    assert onlooker.state["view"]["hand"] is None
    table.wait(20 * SECOND)
    play_a_card(table)
    assert "play" not in shown(onlooker)
    table.wait(10 * SECOND)
    assert shown(onlooker)[-3:] == ["shuffle", "cut", "deal"]
    assert onlooker.state["view"]["hand"] is not None
    table.wait(19_999)
    assert "play" not in shown(onlooker)
    table.wait(1)
    assert shown(onlooker)[-1] == "play"


def shown(someone: Someone) -> list[str]:
    return [act["act"]["act"] for state in someone.messages("state") for act in state["acts"]]


def test_an_onlooker_who_comes_is_shown_the_hand_that_he_may_know() -> None:
    """While the table has begun the next hand, he is shown the one before, with its acts."""
    table = Seated(delay=30)
    table.deal()
    table.do(0, "call", value=3)
    table.wait(31 * SECOND)
    before = table.come(SPECTATOR).state
    table.do(1, "refuse")
    table.deal()
    assert table.come(SPECTATOR).state["acts"] == before["acts"]
    assert [one["act"]["act"] for one in before["acts"]] == ["shuffle", "cut", "deal", "call"]


@pytest.mark.parametrize("acts", range(7))
def test_within_the_delay_nothing_that_is_done_can_be_told(acts: int) -> None:
    """Whatever happens at the table, an onlooker gets the same bytes as if nothing had happened since."""
    quiet, busy = (Seated(delay=30) for _ in range(2))
    for table in (quiet, busy):
        table.deal()
        table.wait(40 * SECOND)
        table.come(SPECTATOR).heard.clear()
    for _ in range(acts):
        if busy.play.match.hand_is_on:
            play_a_card(busy)
        else:
            busy.deal()
    for hello in (Hello(PROTOCOL), Hello(PROTOCOL, CODE, 3), Hello(PROTOCOL, CODE, 5), Hello(PROTOCOL, CODE, 40)):
        told = []
        for table in (quiet, busy):
            table.send(SPECTATOR, {"act": "call", "value": 3}, name="try", seq=hello.seq)
            comer = table.come(SPECTATOR, hello)
            told.append([table.people[SPECTATOR].heard, comer.heard])
        assert told[0] == told[1]


def ended(**settings: Any) -> Seated:
    """A match that is just over."""
    table = Seated(**settings)
    table.deal()
    table.come(SPECTATOR)
    table.wait(60 * SECOND)
    table.come(REFEREE)
    table.do(REFEREE, "ruling", ruling="disqualify", pair=0, article="match.target")
    return table


def begin_again(table: Seated) -> None:
    """A rematch; from here on the table's log is another's."""
    start = entries.started(tuple(person(seat) for seat in range(4)), 0, [])
    entry = table.log[0]._replace(data=start, at=table.around.now())
    table.around.rows.clear()
    table.room.refresh(table.setting, Log(MATCH + 1, table.terms._replace(match="outra"), [entry]))
    table.around.settle()


def test_an_onlooker_sees_the_end_of_a_match_though_the_next_has_begun() -> None:
    table = ended(delay=30)
    onlooker = table.people[SPECTATOR]
    table.wait(10 * SECOND)
    begin_again(table)
    assert table.people[0].state["match"] == "outra"
    assert table.people[0].messages("table")[-1]["table"]["match"] == "outra"
    for someone in (onlooker, table.come(SPECTATOR)):
        assert someone.state["match"] == CODE
        assert someone.state["view"]["winner"] is None
        assert [one for one in someone.messages() if one["type"] in ("welcome", "table")][-1]["table"]["match"] == CODE
    table.wait(20 * SECOND)
    assert onlooker.state["match"] == CODE
    assert onlooker.state["view"]["winner"] == 1
    table.wait(10 * SECOND)
    assert onlooker.state["match"] == "outra"
    assert onlooker.messages("table")[-1]["table"]["match"] == "outra"
    assert shown(onlooker)[-2:] == ["start", "shuffle"]


def test_without_delay_a_rematch_is_told_at_once() -> None:
    table = ended()
    begin_again(table)
    onlooker = table.people[SPECTATOR]
    assert onlooker.state["match"] == "outra"
    play_on = table.play.asked
    assert play_on is not None
    table.do(play_on.seats[0], "cut", cuts=[])
    assert shown(onlooker)[-1] == "cut"


def test_an_onlooker_who_tries_something_does_not_learn_that_the_match_is_over() -> None:
    table = ended(delay=30)
    for seq in (0, 1, table.seq(SPECTATOR)):
        assert table.send(SPECTATOR, {"act": "play"}, seq=seq).last["code"] == "not_yours"


def test_a_table_opened_again_keeps_the_delay() -> None:
    table = Seated(delay=30)
    table.deal()
    table.wait(20 * SECOND)
    play_a_card(table)
    table.wait(15 * SECOND)
    around = Around(now=table.around.now())
    around.rows = table.around.rows
    room = Room(table.setting, around.log(table.terms), around)
    onlooker = Someone()
    room.enter(onlooker, Hello(PROTOCOL))
    assert shown(onlooker) == ["shuffle", "cut", "deal"]
    around.time += 15 * SECOND
    room.tick()
    assert shown(onlooker)[-1] == "play"


def test_an_onlooker_does_nothing() -> None:
    table = dealt()
    table.come(SPECTATOR)
    for act in ("play", "call", "sign", "sit", "cut", "deal", "pause", "ruling"):
        assert table.refused(SPECTATOR, act)["code"] == "not_yours"


# --- absence ----------------------------------------------------------------------------------------------------------


def test_a_bot_sits_in_after_two_minutes_and_the_person_takes_the_seat_back() -> None:
    table = dealt(act_seconds=None)
    table.wait(MINUTE)
    table.go(0)
    table.wait(2 * MINUTE - 1)
    assert "sit" not in table.told
    table.wait(1)
    assert table.log[-1].data == {"seat": 0, "act": "sit", "player": BOT}
    assert table.people[1].messages("presence")[-1]["seats"][0]["played_by"] == "random"
    assert table.around.asked[-1].seat == 0
    question = table.around.asked[-1]
    table.come(0)
    assert table.refused(0, "play", card=card_of(table, 0))["code"] == "played_by_bot"
    table.do(0, "sit")
    assert table.play.players[0] == person(0)
    length = len(table.log)
    table.room.answered(question, {"act": "play", "card": card_of(table, 0)})
    table.around.settle()
    assert len(table.log) == length
    assert table.refused(0, "sit")["code"] == "not_away"
    table.do(0, "play", card=card_of(table, 0))


def test_who_comes_back_in_time_keeps_the_seat() -> None:
    table = dealt(act_seconds=None)
    table.go(0)
    table.wait(2 * MINUTE - 1)
    table.come(0)
    table.wait(10 * MINUTE)
    assert "sit" not in table.told


def test_where_nobody_is_left_the_match_rests_and_goes_on_with_who_comes() -> None:
    table = dealt()
    table.wait(10 * SECOND)
    for seat in range(4):
        table.go(seat)
    table.wait(79 * SECOND)
    assert table.play.stopped is None
    table.wait(2 * MINUTE)
    by_clock = sum(entry.data.get("by") == CLOCK for entry in table.log)
    assert table.play.stopped == NOBODY
    assert table.play.deadline is None
    table.wait(60 * MINUTE)
    assert sum(entry.data.get("by") == CLOCK for entry in table.log) == by_clock
    left = 90 * SECOND - (table.play.stopped_at - table.play.asked_at)
    table.come(2)
    assert table.told[-1] == "resume"
    assert table.play.deadline == table.around.now() + left


def test_after_a_rest_everybody_has_two_minutes_to_come_back() -> None:
    """All lose the line at once; who is back first does not find bots in the other seats."""
    table = dealt(act_seconds=None)
    for seat in range(4):
        table.go(seat)
    table.wait(3 * MINUTE)
    assert table.play.stopped == NOBODY
    table.come(2)
    assert table.told[-1] == "resume"
    table.wait(2 * MINUTE - 1)
    assert "sit" not in table.told
    table.come(1)
    table.wait(1)
    assert {entry.data["seat"] for entry in table.log if entry.act == "sit"} == {0, 3}


def test_nobody_has_to_be_here_while_the_match_is_stopped() -> None:
    table = dealt(act_seconds=None)
    table.come(REFEREE)
    table.go(1)
    table.wait(MINUTE)
    table.do(REFEREE, "pause")
    table.wait(10 * MINUTE)
    table.do(REFEREE, "resume")
    table.wait(2 * MINUTE - 1)
    assert "sit" not in table.told
    table.wait(1)
    assert table.told[-1] == "sit"


def test_tm_20_the_referee_is_told_after_eight_minutes_and_no_bot_sits() -> None:
    table = dealt(is_official=True, act_seconds=None)
    table.go(1)
    since = table.around.now()
    table.wait(8 * MINUTE - 1)
    assert table.around.absences == []
    table.wait(1)
    assert table.around.absences == [(1, since)]
    table.wait(10 * MINUTE)
    assert table.around.absences == [(1, since)]
    assert "sit" not in table.told
    table.come(1)
    table.go(1)
    table.wait(8 * MINUTE)
    assert len(table.around.absences) == 2


def test_an_official_match_does_not_rest_because_nobody_is_connected() -> None:
    table = dealt(is_official=True)
    for seat in range(4):
        table.go(seat)
    table.wait(5 * MINUTE)
    assert table.play.stopped is None
    assert table.log[-1].data["by"] == CLOCK


def test_nobody_is_missed_while_the_referee_has_stopped_the_match() -> None:
    table = dealt(act_seconds=None)
    table.come(REFEREE)
    table.do(REFEREE, "pause")
    table.go(1)
    table.wait(30 * MINUTE)
    assert table.told[-1] == "pause"


# --- time -------------------------------------------------------------------------------------------------------------


def test_the_clock_answers_for_who_does_not_act() -> None:
    table = dealt()
    until = table.people[0].state["asked"]["until"]
    assert until == table.around.now() + 90 * SECOND
    table.wait(90 * SECOND - 1)
    assert table.told[-1] == "deal"
    table.wait(1)
    assert table.log[-1].data["act"] == "play"
    assert table.people[1].state["acts"][-1]["act"]["by"] == CLOCK
    assert table.people[1].state["asked"]["until"] == table.around.now() + 90 * SECOND


def test_the_clock_refuses_a_call_that_nobody_answers() -> None:
    table = dealt()
    table.do(0, "call", value=3)
    table.wait(90 * SECOND)
    assert table.log[-2].data == {"seat": 1, "act": "refuse", "by": CLOCK}
    assert table.play.match.score == (1, 0)


def test_a_table_without_a_clock_waits_for_ever() -> None:
    table = dealt(act_seconds=None)
    assert table.people[0].state["asked"]["until"] is None
    table.wait(10**9)
    assert table.told[-1] == "deal"


def test_no_alarm_rings_while_something_is_written() -> None:
    table = with_bots_second()
    table.around.is_slow = True
    table.send(0, {"act": "sign", "sign": "zap"})
    table.around.time += 1_000 * SECOND
    table.room.tick()
    assert table.around.wakes is None
    table.around.is_slow = False
    table.around.settle()
    assert table.around.wakes is not None


def test_a_pause_is_charged_to_nobody() -> None:
    table = dealt(is_official=True)
    table.come(REFEREE)
    deadline, bell = table.play.deadline, table.play.bell
    assert deadline is not None
    assert bell is not None
    table.wait(10 * SECOND)
    table.do(REFEREE, "pause")
    assert table.people[1].state["clock"]["stopped"] == "referee"
    assert "bell" not in table.people[1].state["clock"]
    table.wait(40 * MINUTE)
    table.do(REFEREE, "resume")
    assert (table.play.deadline, table.play.bell) == (deadline + 40 * MINUTE, bell + 40 * MINUTE)


@pytest.mark.parametrize("is_official", [False, True])
def test_time_without_service_is_charged_to_nobody(is_official: bool) -> None:
    table = dealt(is_official=is_official)
    table.wait(10 * SECOND)
    deadline, bell = table.play.deadline, table.play.bell
    assert deadline is not None
    around = Around(now=table.around.now() + 3 * MINUTE)
    around.rows = table.around.rows
    room = Room(table.setting, around.log(table.terms), around, served_until=table.around.now())
    around.room = room
    around.settle()
    assert room.present is not None
    assert [entry.data.get("by") for entry in room.present.log].count(DOWN) == (2 if is_official else 1)
    if not is_official:
        around.time += MINUTE
        someone = Someone(person(2))
        room.enter(someone, Hello(PROTOCOL))
        around.settle()
    assert room.present.play.stopped is None
    stood = around.now() - table.around.now()
    assert room.present.play.deadline == deadline + stood
    assert room.present.play.bell == (bell + stood if bell is not None else None)


def test_a_moment_without_service_is_not_worth_a_line() -> None:
    table = dealt()
    around = Around(now=table.around.now() + 4 * SECOND)
    around.rows = table.around.rows
    Room(table.setting, around.log(table.terms), around, served_until=table.around.now())
    assert not around.to_write


def test_who_stopped_the_match_still_has_it_stopped_after_the_site_was_down() -> None:
    table = dealt()
    table.come(REFEREE)
    table.do(REFEREE, "pause")
    around = Around(now=table.around.now() + 3 * MINUTE)
    around.rows = table.around.rows
    room = Room(table.setting, around.log(table.terms), around, served_until=table.around.now())
    room.enter(Someone(person(0)), Hello(PROTOCOL))
    around.settle()
    assert room.present is not None
    assert room.present.play.stopped == "user:90"


# --- the bell ---------------------------------------------------------------------------------------------------------


def test_tm_18_after_sixty_minutes_the_pair_ahead_wins() -> None:
    table = Seated(is_official=True, act_seconds=None)
    table.deal()
    table.do(0, "call", value=3)
    table.do(1, "refuse")
    until_the_bell(table)
    assert table.play.is_over
    assert table.play.match.winner == 0
    rung = next(entry for entry in table.log if entry.act == "ruling")
    assert rung.data["by"] == CLOCK
    assert rung.at == NOON + 60 * MINUTE


def test_tm_18_a_final_lasts_ninety_minutes() -> None:
    setting = a_setting(is_official=True)
    table = Seated(setting=setting, terms=terms_for(setting, phase="final"))
    assert table.people[0].state["clock"]["bell"] == NOON + 90 * MINUTE


def test_tm_18_a_hand_dealt_before_the_bell_is_played_out() -> None:
    table = dealt(is_official=True, act_seconds=None)
    table.wait(60 * MINUTE)
    assert not table.play.is_over
    assert table.play.match.clock == "last_hand"
    table.do(0, "call", value=3)
    table.do(1, "refuse")
    assert table.play.is_over


def test_tm_18_a_friendly_match_has_no_bell() -> None:
    table = dealt(act_seconds=None)
    table.wait(120 * MINUTE)
    assert not table.play.is_over
    assert "bell" not in table.people[0].state["clock"]


def until_the_bell(table: Seated) -> None:
    """Nobody deals until it rings."""
    assert table.play.bell is not None
    table.around.time = table.play.bell - SECOND
    table.wait(SECOND)


def tied_at_the_bell() -> Seated:
    """One all when time is up between two hands; seat 3 was the first dealer."""
    table = Seated(is_official=True, act_seconds=None)
    for caller in (0, 1):
        table.deal()
        table.do(caller, "call", value=3)
        table.do((caller + 1) % 4, "refuse")
    assert table.play.match.score == (1, 1)
    assert table.play.match.dealer == 1
    table.around.time = NOON + 60 * MINUTE - 10 * SECOND
    table.do(0, "cut", cuts=[3])
    table.wait(10 * SECOND)
    return table


def test_tm_19_a_tie_gives_fifteen_minutes_dealt_by_the_first_dealer() -> None:
    """The deck that was cut for another dealer is shuffled and cut anew."""
    table = tied_at_the_bell()
    assert table.play.match.clock == "extra"
    assert table.play.match.dealer == 3
    assert table.people[0].state["clock"]["bell"] == NOON + 75 * MINUTE
    assert table.play.asked is not None
    assert (table.play.asked.step, table.play.asked.seats) == ("cut", (2,))


def test_tm_19_tied_again_the_pair_that_scored_first_wins() -> None:
    table = tied_at_the_bell()
    until_the_bell(table)
    assert table.log[-1].at == NOON + 75 * MINUTE
    assert table.play.match.winner == 0


def test_tm_19_where_nobody_has_scored_the_referee_decides() -> None:
    table = Seated(is_official=True, act_seconds=None)
    for _ in range(2):
        until_the_bell(table)
    assert table.play.match.clock == "referee_decides"
    assert table.play.asked is None
    length = len(table.log)
    table.wait(60 * MINUTE)
    assert len(table.log) == length
    table.come(REFEREE)
    ruling = {"ruling": "adjust", "pair": 1, "points": 1, "reason": "clock.still_tied", "article": "clock.still_tied"}
    table.do(REFEREE, "ruling", **ruling)
    assert table.play.match.winner == 1


def test_an_extension_as_long_as_the_match_runs_from_the_bell_on() -> None:
    overrides = (Override("clock.match_minutes", 15, "Clube"), Override("clock.extra_minutes", 15, "Clube"))
    regulation = load(TM).with_overrides(overrides)
    setting = a_setting(is_official=True, act_seconds=None)
    table = Seated(setting=setting, terms=terms_for(setting, regulation=regulation))
    until_the_bell(table)
    assert table.play.match.clock == "extra"
    assert table.play.bell == NOON + 30 * MINUTE


# --- the referee ------------------------------------------------------------------------------------------------------


def test_a_stopped_match_refuses_those_who_play() -> None:
    table = dealt()
    table.come(REFEREE)
    table.do(REFEREE, "pause", article="clock.time_up")
    assert table.refused(0, "play", card=card_of(table, 0))["code"] == "stopped"
    assert table.refused(0, "sign", sign="zap")["code"] == "stopped"
    assert table.refused(REFEREE, "pause")["code"] == "stopped"
    assert "legal" not in table.people[0].state
    table.do(REFEREE, "resume")
    assert table.refused(REFEREE, "resume")["code"] == "not_stopped"
    play_a_card(table)


def test_nobody_is_told_which_referee_it_was() -> None:
    table = dealt()
    table.come(SPECTATOR)
    table.come(REFEREE)
    table.do(REFEREE, "pause")
    table.do(REFEREE, "resume")
    table.do(REFEREE, "ruling", ruling="adjust", pair=0, points=1, reason="referee.adjust", article="referee.adjust")
    for reader in (table.people[0], table.people[SPECTATOR]):
        assert not [message for message in reader.heard if b"user:90" in message]
    assert table.log[-1].data["by"] == "user:90"


def test_a_referee_rules_and_does_not_play() -> None:
    table = dealt()
    table.come(REFEREE)
    for act in ("play", "call", "sign", "sit", "cut", "deal"):
        assert table.refused(REFEREE, act)["code"] == "not_for_referees"
    for seat in range(4):
        for act in ("pause", "resume", "ruling"):
            assert table.refused(seat, act, ruling="redeal", article="dealing.exposed_card")["code"] == "not_yours"


def test_tm_26_a_hand_dealt_again_has_the_same_dealer_and_a_deck_of_its_own() -> None:
    table = dealt()
    table.come(REFEREE)
    first = table.people[0].state["commitment"]
    table.do(REFEREE, "ruling", ruling="redeal", article="dealing.exposed_card")
    assert table.play.match.dealer == 3
    assert table.play.match.score == (0, 0)
    assert table.told[-1] == "shuffle"
    assert table.people[0].state["commitment"] != first
    table.deal()
    assert table.play.match.hand_is_on


def test_the_referee_changes_a_score_at_once() -> None:
    table = dealt()
    table.come(REFEREE)
    ruling = {"ruling": "adjust", "pair": 1, "points": 2, "reason": "referee.adjust", "article": "referee.adjust"}
    table.do(REFEREE, "ruling", **ruling)
    assert table.play.match.score == (0, 2)
    assert table.people[0].state["view"]["score"] == [0, 2]
    assert table.refused(REFEREE, "ruling", **{**ruling, "reason": "because I say so"})["code"] == "no_such_rule"


def test_a_score_changed_between_hands_has_the_same_deck_cut_anew() -> None:
    table = Seated()
    table.come(REFEREE)
    committed = table.people[0].state["commitment"]
    table.do(2, "cut", cuts=[7])
    adjusted = {"ruling": "adjust", "pair": 1, "points": 11, "reason": "referee.adjust", "article": "referee.adjust"}
    table.do(REFEREE, "ruling", **adjusted)
    assert table.told[-1] == "ruling"
    assert table.people[0].state["commitment"] == committed
    assert table.play.asked is not None
    assert (table.play.asked.step, table.play.asked.seats) == ("cut", (2,))


def test_tm_20_who_is_disqualified_loses_and_the_seeds_are_told() -> None:
    table = dealt()
    table.come(REFEREE)
    table.do(REFEREE, "ruling", ruling="disqualify", pair=0, article="clock.absence_minutes")
    assert table.play.match.winner == 1
    assert len(table.people[0].state["fair"]) == 1
    assert table.refused(0, "play", card="4c")["code"] == "match_over"
    assert table.refused(REFEREE, "pause")["code"] == "match_over"
    assert table.around.wakes is None


# --- the end ----------------------------------------------------------------------------------------------------------


def test_seeds_are_revealed_when_the_match_is_over_and_not_before() -> None:
    table = Seated(act_seconds=30)
    table.come(SPECTATOR)
    while not table.play.is_over:
        for observer, reader in table.people.items():
            assert not any(b'"fair"' in message or b'"seed"' in message for message in reader.heard), observer
            reader.heard.clear()
        table.wait(30 * SECOND)
    for reader in table.people.values():
        seeds = [one["seed"] for one in reader.state["fair"]]
        assert seeds == [fair.seed for fair in table.play.fairs]
        assert [one["commitment"] for one in reader.state["fair"]] == [
            entry.data["commitment"] for entry in table.log if entry.act == "shuffle"
        ]


def test_whoever_follows_is_told_of_every_commit() -> None:
    table = dealt()
    play_a_card(table)
    plays = [now for _, now in table.around.followed]
    assert plays[-1] == table.play
    assert [before for before, _ in table.around.followed[1:]] == plays[:-1]
