"""Time in which a table could not be served is charged to nobody."""

from carteado.cards import Onlooker
from carteado.web.tables.match.log_writer import Outcome
from tests.web.tables.room.table_rooms import MINUTE, SECOND, Seated

THINKING = 90 * SECOND


def dealt() -> Seated:
    table = Seated(first_dealer=3)
    table.deal()
    return table


def left(table: Seated) -> int:
    """What the player who is asked has left, in milliseconds."""
    assert table.play.deadline is not None
    return table.play.deadline - table.services.now_ms()


def test_a_machine_that_slept_played_for_nobody() -> None:
    table = dealt()
    table.wait(10 * SECOND)
    slept_at = table.services.now_ms()
    table.services.time += 10 * MINUTE
    table.room.note_downtime(slept_at)
    table.services.settle()
    table.room.tick()
    assert table.act_names[-2:] == ["pause", "resume"]
    assert left(table) == THINKING - 10 * SECOND


def test_a_moment_is_not_worth_a_line() -> None:
    table = dealt()
    table.services.time += 2 * SECOND
    table.room.note_downtime(table.services.now_ms() - 2 * SECOND)
    assert "pause" not in table.act_names


def test_while_nothing_could_be_written_time_stood_still() -> None:
    table = dealt()
    table.wait(30 * SECOND)
    table.services.outcomes.extend([Outcome.NOT_WRITTEN] * 2)
    card = table.people[0].state["legal"][0]
    table.send(0, card)
    assert table.people[0].codes == ["not_written"]
    table.services.time += 5 * MINUTE
    table.room.tick()
    table.services.settle()
    assert table.act_names[-2:] == ["pause", "resume"]
    assert left(table) == THINKING - 30 * SECOND
    table.send(0, card)
    assert table.act_names[-1] == "play"


def test_a_rest_that_could_not_be_written_is_written_later() -> None:
    table = dealt()
    slept_at = table.services.now_ms()
    table.services.time += 10 * MINUTE
    table.services.outcomes.extend([Outcome.NOT_WRITTEN] * 3)
    table.room.note_downtime(slept_at)
    table.services.settle()
    assert table.act_names[-2:] == ["pause", "resume"]
    assert left(table) == THINKING


def test_bots_alone_rest_when_nobody_looks_and_go_on_when_somebody_does() -> None:
    table = Seated(seats=["bot:random"] * 4)
    table.come(Onlooker.SPECTATOR)
    asked = len(table.services.asked)
    assert asked
    table.go(Onlooker.SPECTATOR)
    table.wait(3 * MINUTE)
    assert table.act_names[-1] == "pause"
    table.come(Onlooker.SPECTATOR)
    assert table.act_names[-1] == "resume"
    assert len(table.services.asked) > asked


def test_tm_20_a_pause_gives_nobody_his_eight_minutes_anew() -> None:
    table = Seated(is_official=True, act_seconds=None)
    table.come(Onlooker.REFEREE)
    table.go(1)
    left_at = table.services.now_ms()
    table.wait(7 * MINUTE)
    table.do(Onlooker.REFEREE, "pause", article="clock.absence_minutes")
    table.wait(10 * MINUTE)
    table.do(Onlooker.REFEREE, "resume", article="clock.absence_minutes")
    table.wait(59 * SECOND)
    assert table.services.absences == []
    table.wait(SECOND)
    assert table.services.absences == [(1, left_at + 10 * MINUTE)]


def test_whoever_comes_back_is_not_away() -> None:
    table = dealt()
    table.go(1)
    table.wait(20 * SECOND)
    someone = table.come(1)
    [welcome] = someone.messages("welcome")
    assert welcome["table"]["seats"][1]["here"]
    assert "since" not in welcome["table"]["seats"][1]


def test_bots_that_sit_in_for_everybody_rest_when_nobody_is_left() -> None:
    table = Seated(seats=["user:1", "bot:random", "user:3", "bot:random"])
    for seat in (0, 2):
        table.go(seat)
        table.wait(3 * MINUTE)
        table.come(seat)
    assert [player.partition(":")[0] for player in table.play.players] == ["bot"] * 4
    table.go(0)
    table.go(2)
    table.wait(3 * MINUTE)
    assert table.act_names[-1] == "pause"
    assert table.room.is_idle


def test_a_clock_that_goes_back_takes_no_instant_of_the_log_with_it() -> None:
    table = dealt()
    table.services.time -= 10 * MINUTE
    table.send(0, table.people[0].state["legal"][0])
    instants = [row.at for row in table.log]
    assert table.act_names[-1] == "play"
    assert instants == sorted(instants)


def test_nobody_is_told_by_what_a_person_is_known_who_takes_his_seat_back() -> None:
    table = dealt()
    watching = table.come(Onlooker.SPECTATOR)
    table.go(1)
    table.wait(3 * MINUTE)
    table.come(1)
    table.do(1, "sit")
    for reader in (*(table.people[seat] for seat in (0, 1, 2)), watching):
        [back] = [one["act"] for one in reader.state["acts"] if one["act"]["act"] == "sit"]
        assert back == {"seat": 1, "act": "sit"}
