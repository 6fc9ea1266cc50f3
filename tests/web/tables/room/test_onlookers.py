"""A live table in memory: what onlookers are told, and when."""

from typing import Any

import pytest

from carteado.web.tables.match import log_rows
from carteado.web.tables.match.position import StoredMatch
from carteado.web.tables.protocol import PROTOCOL, Hello
from carteado.web.tables.room.room import BOT_TAKES_SEAT_AFTER_MS, Room
from tests.web.tables.match.table_acts import REFEREE, SPECTATOR, dealt, play_a_card
from tests.web.tables.room.table_rooms import CODE, MATCH, MINUTE, SECOND, FakeServices, Seated, Someone, person


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


def test_an_onlooker_sees_the_time_left_that_the_players_had() -> None:
    """Also who comes, comes back, or is there when it happens; a bell rings as much later as it is heard."""
    table = Seated(delay=30, act_seconds=60, is_official=True)
    watching = table.come(SPECTATOR)
    table.deal()
    table.wait(7 * SECOND)
    play_a_card(table)
    had = left(table.people[0].state)
    table.wait(30 * SECOND)
    assert left(watching.state) == left(table.come(SPECTATOR).state) == had
    assert had == (60 * SECOND, 60 * MINUTE - 7 * SECOND)
    table.wait(10 * SECOND)
    later = table.come(SPECTATOR, Hello(PROTOCOL, CODE, table.seq(SPECTATOR))).state
    assert left(later) == (50 * SECOND, 60 * MINUTE - 17 * SECOND)
    assert left(table.come(REFEREE).state) == (20 * SECOND, 60 * MINUTE - 47 * SECOND), "the referee is told at once"


def left(state: dict[str, Any]) -> tuple[int, int]:
    """To think, and of the match."""
    clock = state["clock"]
    return state["asked"]["until"] - clock["now"], clock["bell"] - clock["now"]


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


def test_who_watches_later_hears_later_that_a_bot_sits_in() -> None:
    table = Seated(delay=300, act_seconds=None)
    table.deal()
    table.wait(400 * SECOND)
    onlooker, partner = table.come(SPECTATOR), table.people[3]
    table.go(1)
    table.wait(BOT_TAKES_SEAT_AFTER_MS + SECOND)
    assert "played_by" in partner.messages("presence")[-1]["seats"][1]
    assert "played_by" not in onlooker.messages("presence")[-1]["seats"][1]
    assert "played_by" not in table.come(SPECTATOR).messages("welcome")[0]["table"]["seats"][1]
    table.wait(300 * SECOND)
    table.wait(SECOND)
    assert "played_by" in onlooker.messages("presence")[-1]["seats"][1]


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
    start = log_rows.start_data(tuple(person(seat) for seat in range(4)), 0, [])
    row = table.log[0]._replace(data=start, at=table.services.now_ms())
    table.services.rows.clear()
    table.room.refresh(table.settings, StoredMatch(MATCH + 1, table.terms._replace(match="outra"), [row]))
    table.services.settle()


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
    play_on = table.play.awaited
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
    services = FakeServices(now=table.services.now_ms())
    services.rows = table.services.rows
    room = Room(table.settings, services.log(table.terms), services)
    onlooker = Someone()
    room.enter(onlooker, Hello(PROTOCOL))
    assert shown(onlooker) == ["shuffle", "cut", "deal"]
    services.time += 15 * SECOND
    room.tick()
    assert shown(onlooker)[-1] == "play"


def test_after_a_restart_too_a_rematch_is_told_when_the_end_before_it_was_seen() -> None:
    table = ended(delay=30)
    before, services = (
        StoredMatch(MATCH, table.terms, list(table.log)),
        FakeServices(now=table.services.now_ms() + 10 * SECOND),
    )
    terms = table.terms._replace(match="outra")
    start = table.log[0]._replace(at=services.now_ms())
    room = Room(table.settings, StoredMatch(MATCH + 1, terms, [start], before), services)
    onlooker = Someone()
    room.enter(onlooker, Hello(PROTOCOL))
    assert (onlooker.state["match"], onlooker.state["view"]["winner"]) == (CODE, None)
    services.time += 20 * SECOND
    room.tick()
    assert (onlooker.state["match"], onlooker.state["view"]["winner"]) == (CODE, 1)
    services.time += 10 * SECOND
    room.tick()
    assert onlooker.state["match"] == "outra"


def test_an_onlooker_does_nothing() -> None:
    table = dealt()
    table.come(SPECTATOR)
    for act in ("play", "call", "sign", "sit", "cut", "deal", "pause", "ruling"):
        assert table.refused(SPECTATOR, act)["code"] == "not_yours"


def test_that_nothing_new_happened_is_not_said_to_delayed_onlookers() -> None:
    """A message without news would tell them that the match has just ended elsewhere."""
    table = Seated(delay=30)
    onlooker = table.come(SPECTATOR)
    table.deal()
    table.wait(40 * SECOND)
    heard = len(onlooker.messages())
    table.room.refresh(table.settings._replace(closing="closed"), None)
    table.services.settle()
    assert len(onlooker.messages()) == heard
    table.wait(31 * SECOND)
    assert onlooker.state["clock"]["stopped"] == "closed"


def here(someone: Someone) -> list[bool]:
    """Who is at the table, as the reader was told last."""
    [*_before, last] = [*someone.messages("welcome"), *someone.messages("table"), *someone.messages("presence")]
    seats = last["seats"] if "seats" in last else last["table"]["seats"]
    return [one.get("here", False) for one in seats]


def test_that_all_four_leave_is_told_to_delayed_onlookers_as_late_as_the_end_of_their_match() -> None:
    table = ended(delay=600)
    table.wait(10 * MINUTE)
    onlooker, partner = table.people[SPECTATOR], table.people[REFEREE]
    heard = len(onlooker.messages())
    for seat in range(4):
        table.go(seat)
    assert here(partner) == [False] * 4
    table.wait(599 * SECOND)
    assert len(onlooker.messages()) == heard
    assert here(table.come(SPECTATOR)) == here(onlooker) == [True] * 4
    table.wait(2 * SECOND)
    assert here(table.come(SPECTATOR)) == here(onlooker) == [False] * 4


def test_who_is_away_has_been_away_as_long_as_the_table_saw() -> None:
    table = Seated(delay=30, act_seconds=None)
    table.deal()
    onlooker = table.come(SPECTATOR)
    table.wait(60 * SECOND)
    table.go(1)
    left_at = table.services.time
    table.wait(31 * SECOND)
    assert onlooker.messages("presence")[-1]["seats"][1]["since"] == left_at + 30 * SECOND
    table.wait(10 * SECOND)
    table.come(1)
    assert here(onlooker) == [True, False, True, True]
    table.wait(31 * SECOND)
    assert here(onlooker) == [True] * 4


def test_a_delay_that_is_shortened_lets_nobody_see_sooner_who_has_left() -> None:
    table = Seated(delay=600)
    table.deal()
    onlooker = table.come(SPECTATOR)
    table.wait(11 * MINUTE)
    table.go(1)
    table.room.refresh(table.settings._replace(delay=0), None)
    table.go(2)
    table.wait(9 * MINUTE)
    assert here(onlooker) == [True] * 4
    table.wait(2 * MINUTE)
    assert here(onlooker) == [True, False, False, True]
