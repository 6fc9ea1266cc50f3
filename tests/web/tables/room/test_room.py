"""A live table in memory: what is written and told, act by act, to its end."""

import pytest

from carteado.cards import Observer
from carteado.web.tables.match.log_writer import Outcome
from carteado.web.tables.protocol import PROTOCOL, Hello
from carteado.web.tables.room.room import MOST_WAITING_ACTS, Room
from tests.web.tables.match.table_acts import REFEREE, SPECTATOR, an_act, card_of, dealt, new, play_a_card
from tests.web.tables.room.table_rooms import CODE, SECOND, FakeServices, Seated, Someone, person, some_settings

# --- what is written --------------------------------------------------------------------------------------------------


def test_nothing_is_told_before_it_is_written() -> None:
    table = dealt()
    for observer in range(4):
        new(table, observer)
    table.services.is_slow = True
    table.send(0, {"act": "play", "card": card_of(table, 0)})
    assert [new(table, observer) for observer in range(4)] == [[], [], [], []]
    table.services.is_slow = False
    table.services.settle()
    assert [one["type"] for one in new(table, 0)] == ["ack", "state"]
    assert [one["type"] for one in new(table, 1)] == ["state"]


def test_what_comes_while_something_is_written_waits_and_is_then_refused_as_stale() -> None:
    table = dealt()
    table.services.is_slow = True
    mine = card_of(table, 0)
    table.send(0, {"act": "play", "card": mine}, name="first")
    table.send(1, {"act": "call", "value": 3}, name="second")
    table.services.is_slow = False
    table.services.settle()
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
    assert [row.data["seat"] for row in table.log[-2:]] == [0, 1]


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
    table.services.outcomes.append(Outcome.NOT_WRITTEN)
    table.send(0, {"act": "play", "card": card_of(table, 0)}, name="mine")
    assert table.act_names[-2:] == ["deal", "play"]
    assert len({row.seq for row in table.services.rows}) == len(table.services.rows) == len(table.log)
    assert [one["id"] for one in new(table, 0) if one["type"] == "ack"] == ["mine"]
    assert table.people[1].state["seq"] == table.seq(1)


def test_a_write_that_was_done_and_not_confirmed_is_found_and_acknowledged() -> None:
    table = dealt()
    new(table, 0)
    new(table, 1)
    table.services.outcomes.append("lost")
    table.send(0, {"act": "play", "card": card_of(table, 0)}, name="mine")
    assert table.act_names.count("play") == 1
    assert len(table.services.rows) == len(table.log)
    assert [one["id"] for one in new(table, 0) if one["type"] == "ack"] == ["mine"]
    assert table.people[1].state["acts"][-1]["act"]["act"] == "play"


def test_a_write_that_never_succeeds_is_refused_and_nothing_is_told() -> None:
    table = dealt()
    length = len(table.log)
    table.services.outcomes.extend([Outcome.NOT_WRITTEN] * 10)
    heard = table.send(0, {"act": "play", "card": card_of(table, 0)})
    assert heard.codes == ["not_written"]
    assert len(table.log) == len(table.services.rows) == length
    assert not [act for one in table.people[1].messages("state") for act in one["acts"] if act["act"]["act"] == "play"]
    table.services.outcomes.clear()
    play_a_card(table)


def test_another_process_that_writes_first_wins_and_the_second_is_stale() -> None:
    table = dealt()
    other = FakeServices(now=table.services.now_ms())
    other.rows = table.services.rows
    there = Room(table.settings, other.log(table.terms), other)
    elsewhere = Someone(person(1), "Bia")
    there.enter(elsewhere, Hello(PROTOCOL))
    there.receive(elsewhere, an_act("x", elsewhere.state["seq"], act="call", value=3))
    other.settle()
    assert elsewhere.messages("ack")
    heard = table.send(0, {"act": "play", "card": card_of(table, 0)})
    assert heard.codes == ["stale"]
    assert table.log[-1].data == {"seat": 1, "act": "call", "value": 3}
    assert table.people[3].state["acts"][-1]["act"] == {"seat": 1, "act": "call", "value": 3}
    assert there.position is not None
    assert table.play.match == there.position.play.match


def test_who_sends_more_than_a_table_takes_is_told_so() -> None:
    table = dealt()
    table.services.is_slow = True
    for number in range(MOST_WAITING_ACTS + 3):
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
    table.room.refresh(some_settings(seats=seats), None)
    assert stranger.state["view"]["observer"] == 1
    assert table.people[1].state["view"]["observer"] == "spectator"
    assert table.people[1].state["view"]["hand"]["cards"][1] == [None] * 3


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
            row.data["commitment"] for row in table.log if row.act == "shuffle"
        ]


def test_whoever_follows_is_told_of_every_commit() -> None:
    table = dealt()
    play_a_card(table)
    plays = [now for _, now in table.services.followed]
    assert plays[-1] == table.play
    assert [before for before, _ in table.services.followed[1:]] == plays[:-1]
