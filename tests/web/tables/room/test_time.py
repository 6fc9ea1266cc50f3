"""A live table in memory: who is away, the time to think, and the bell."""

import pytest
from msgspec import Raw
from msgspec.json import encode

from carteado.regulation import Override, load
from carteado.web.tables.match.log_rows import CLOCK, DOWN, NOBODY
from carteado.web.tables.protocol import PROTOCOL, Act, Hello
from carteado.web.tables.room.room import Room
from tests.web.tables.match.table_acts import BOT, REFEREE, card_of, dealt, with_bots_second
from tests.web.tables.room.table_rooms import (
    CODE,
    MINUTE,
    NOON,
    SECOND,
    TM,
    FakeServices,
    Seated,
    Someone,
    person,
    some_settings,
    terms_for,
)

# --- absence ----------------------------------------------------------------------------------------------------------


def test_a_bot_sits_in_after_two_minutes_and_the_person_takes_the_seat_back() -> None:
    table = dealt(act_seconds=None)
    table.wait(MINUTE)
    table.go(0)
    table.wait(2 * MINUTE - 1)
    assert "sit" not in table.act_names
    table.wait(1)
    assert table.log[-1].data == {"seat": 0, "act": "sit", "player": BOT}
    assert table.people[1].messages("presence")[-1]["seats"][0]["played_by"] == "random"
    assert table.services.asked[-1].seat == 0
    question = table.services.asked[-1]
    table.come(0)
    assert "legal" not in table.people[0].state, "nothing is offered to who does not play"
    assert table.refused(0, "play", card=card_of(table, 0))["code"] == "played_by_bot"
    table.do(0, "sit")
    assert table.people[0].state["legal"]
    assert table.play.players[0] == person(0)
    length = len(table.log)
    table.room.receive_answer(question, {"act": "play", "card": card_of(table, 0)})
    table.services.settle()
    assert len(table.log) == length
    assert table.refused(0, "sit")["code"] == "not_away"
    table.do(0, "play", card=card_of(table, 0))


def test_who_comes_back_in_time_keeps_the_seat() -> None:
    table = dealt(act_seconds=None)
    table.go(0)
    table.wait(2 * MINUTE - 1)
    table.come(0)
    table.wait(10 * MINUTE)
    assert "sit" not in table.act_names


def test_where_nobody_is_left_the_match_rests_and_goes_on_with_who_comes() -> None:
    table = dealt()
    table.wait(10 * SECOND)
    for seat in range(4):
        table.go(seat)
    table.wait(79 * SECOND)
    assert table.play.stopped_by is None
    table.wait(2 * MINUTE)
    by_clock = sum(row.data.get("by") == CLOCK for row in table.log)
    assert table.play.stopped_by == NOBODY
    assert table.play.deadline is None
    table.wait(60 * MINUTE)
    assert sum(row.data.get("by") == CLOCK for row in table.log) == by_clock
    left = 90 * SECOND - (table.play.stopped_at - table.play.step_runs_since)
    table.come(2)
    assert table.act_names[-1] == "resume"
    assert table.play.deadline == table.services.now_ms() + left


def test_after_a_rest_everybody_has_two_minutes_to_come_back() -> None:
    """All lose the line at once; who is back first does not find bots in the other seats."""
    table = dealt(act_seconds=None)
    for seat in range(4):
        table.go(seat)
    table.wait(3 * MINUTE)
    assert table.play.stopped_by == NOBODY
    table.come(2)
    assert table.act_names[-1] == "resume"
    table.wait(2 * MINUTE - 1)
    assert "sit" not in table.act_names
    table.come(1)
    table.wait(1)
    assert {row.data["seat"] for row in table.log if row.act == "sit"} == {0, 3}


def test_nobody_has_to_be_here_while_the_match_is_stopped() -> None:
    table = dealt(act_seconds=None)
    table.come(REFEREE)
    table.go(1)
    table.wait(MINUTE)
    table.do(REFEREE, "pause")
    table.wait(10 * MINUTE)
    table.do(REFEREE, "resume")
    table.wait(2 * MINUTE - 1)
    assert "sit" not in table.act_names
    table.wait(1)
    assert table.act_names[-1] == "sit"


def test_tm_20_the_referee_is_told_after_eight_minutes_and_no_bot_sits() -> None:
    table = dealt(is_official=True, act_seconds=None)
    table.go(1)
    since = table.services.now_ms()
    table.wait(8 * MINUTE - 1)
    assert table.services.absences == []
    table.wait(1)
    assert table.services.absences == [(1, since)]
    table.wait(10 * MINUTE)
    assert table.services.absences == [(1, since)]
    assert "sit" not in table.act_names
    table.come(1)
    table.go(1)
    table.wait(8 * MINUTE)
    assert len(table.services.absences) == 2


def test_an_official_match_does_not_rest_because_nobody_is_connected() -> None:
    table = dealt(is_official=True)
    for seat in range(4):
        table.go(seat)
    table.wait(5 * MINUTE)
    assert table.play.stopped_by is None
    assert table.log[-1].data["by"] == CLOCK


def test_nobody_is_missed_while_the_referee_has_stopped_the_match() -> None:
    table = dealt(act_seconds=None)
    table.come(REFEREE)
    table.do(REFEREE, "pause")
    table.go(1)
    table.wait(30 * MINUTE)
    assert table.act_names[-1] == "pause"


# --- time -------------------------------------------------------------------------------------------------------------


def test_the_clock_answers_for_who_does_not_act() -> None:
    table = dealt()
    until = table.people[0].state["asked"]["until"]
    assert until == table.services.now_ms() + 90 * SECOND
    table.wait(90 * SECOND - 1)
    assert table.act_names[-1] == "deal"
    table.wait(1)
    assert table.log[-1].data["act"] == "play"
    assert table.people[1].state["acts"][-1]["act"]["by"] == CLOCK
    assert table.people[1].state["asked"]["until"] == table.services.now_ms() + 90 * SECOND


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
    assert table.act_names[-1] == "deal"


def test_no_alarm_rings_while_something_is_written() -> None:
    table = with_bots_second()
    table.services.is_slow = True
    table.send(0, {"act": "sign", "sign": "zap"})
    table.services.time += 1_000 * SECOND
    table.room.tick()
    assert table.services.wakes is None
    table.services.is_slow = False
    table.services.settle()
    assert table.services.wakes is not None


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
    services = FakeServices(now=table.services.now_ms() + 3 * MINUTE)
    services.rows = table.services.rows
    room = Room(table.settings, services.log(table.terms), services, served_until=table.services.now_ms())
    services.room = room
    services.settle()
    assert room.position is not None
    assert [row.data.get("by") for row in room.position.log].count(DOWN) == (2 if is_official else 1)
    if not is_official:
        services.time += MINUTE
        someone = Someone(person(2))
        room.enter(someone, Hello(PROTOCOL))
        services.settle()
    assert room.position.play.stopped_by is None
    stood = services.now_ms() - table.services.now_ms()
    assert room.position.play.deadline == deadline + stood
    assert room.position.play.bell == (bell + stood if bell is not None else None)


def test_what_was_on_its_way_when_the_site_went_down_is_done_when_it_is_back() -> None:
    table = dealt()
    seen, card = table.seq(0), card_of(table, 0)
    services = FakeServices(now=table.services.now_ms() + 3 * MINUTE)
    services.rows = table.services.rows
    services.room = room = Room(
        table.settings, services.log(table.terms), services, served_until=table.services.now_ms()
    )
    services.settle()
    ana = Someone(person(0), observer=0)
    room.enter(ana, Hello(PROTOCOL, CODE, seen))
    services.settle()
    assert room.position is not None
    assert [row.act for row in room.position.log[-2:]] == ["pause", "resume"]
    room.receive(ana, Act("late", seen, Raw(encode({"act": "play", "card": card}))))
    services.settle()
    assert ana.codes == []
    assert room.position.log[-1].act == "play"


def test_a_moment_without_service_is_not_worth_a_line() -> None:
    table = dealt()
    services = FakeServices(now=table.services.now_ms() + 4 * SECOND)
    services.rows = table.services.rows
    Room(table.settings, services.log(table.terms), services, served_until=table.services.now_ms())
    assert not services.to_write


def test_who_stopped_the_match_still_has_it_stopped_after_the_site_was_down() -> None:
    table = dealt()
    table.come(REFEREE)
    table.do(REFEREE, "pause")
    services = FakeServices(now=table.services.now_ms() + 3 * MINUTE)
    services.rows = table.services.rows
    room = Room(table.settings, services.log(table.terms), services, served_until=table.services.now_ms())
    room.enter(Someone(person(0)), Hello(PROTOCOL))
    services.settle()
    assert room.position is not None
    assert room.position.play.stopped_by == "user:90"


# --- the bell ---------------------------------------------------------------------------------------------------------


def test_tm_18_after_sixty_minutes_the_pair_ahead_wins() -> None:
    table = Seated(is_official=True, act_seconds=None)
    table.deal()
    table.do(0, "call", value=3)
    table.do(1, "refuse")
    until_the_bell(table)
    assert table.play.is_over
    assert table.play.match.winner == 0
    rung = next(row for row in table.log if row.act == "ruling")
    assert rung.data["by"] == CLOCK
    assert rung.at == NOON + 60 * MINUTE


def test_tm_18_a_final_lasts_ninety_minutes() -> None:
    settings = some_settings(is_official=True)
    table = Seated(settings=settings, terms=terms_for(settings, phase="final"))
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
    table.services.time = table.play.bell - SECOND
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
    table.services.time = NOON + 60 * MINUTE - 10 * SECOND
    table.do(0, "cut", cuts=[3])
    table.wait(10 * SECOND)
    return table


def test_tm_19_a_tie_gives_fifteen_minutes_dealt_by_the_first_dealer() -> None:
    """The deck that was cut for another dealer is shuffled and cut anew."""
    table = tied_at_the_bell()
    assert table.play.match.clock == "extra"
    assert table.play.match.dealer == 3
    assert table.people[0].state["clock"]["bell"] == NOON + 75 * MINUTE
    assert table.play.awaited is not None
    assert (table.play.awaited.step, table.play.awaited.seats) == ("cut", (2,))


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
    assert table.play.awaited is None
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
    settings = some_settings(is_official=True, act_seconds=None)
    table = Seated(settings=settings, terms=terms_for(settings, regulation=regulation))
    until_the_bell(table)
    assert table.play.match.clock == "extra"
    assert table.play.bell == NOON + 30 * MINUTE
