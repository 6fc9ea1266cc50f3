"""Time in which a table could not be served is charged to nobody."""

from carteado.web.tables.writer import Outcome
from tests.web.table_rooms import MINUTE, SECOND, Seated

THINKING = 90 * SECOND


def dealt() -> Seated:
    table = Seated(first_dealer=3)
    table.deal()
    return table


def left(table: Seated) -> int:
    """What the player who is asked has left, in milliseconds."""
    assert table.play.deadline is not None
    return table.play.deadline - table.around.now()


def test_a_machine_that_slept_played_for_nobody() -> None:
    table = dealt()
    table.wait(10 * SECOND)
    slept_at = table.around.now()
    table.around.time += 10 * MINUTE
    table.room.was_down(slept_at)
    table.around.settle()
    table.room.tick()
    assert table.told[-2:] == ["pause", "resume"]
    assert left(table) == THINKING - 10 * SECOND


def test_a_moment_is_not_worth_a_line() -> None:
    table = dealt()
    table.around.time += 2 * SECOND
    table.room.was_down(table.around.now() - 2 * SECOND)
    assert "pause" not in table.told


def test_while_nothing_could_be_written_time_stood_still() -> None:
    table = dealt()
    table.wait(30 * SECOND)
    table.around.outcomes.extend([Outcome.NOT_WRITTEN] * 2)
    card = table.people[0].state["legal"][0]
    table.send(0, card)
    assert table.people[0].codes == ["not_written"]
    table.around.time += 5 * MINUTE
    table.room.tick()
    table.around.settle()
    assert table.told[-2:] == ["pause", "resume"]
    assert left(table) == THINKING - 30 * SECOND
    table.send(0, card)
    assert table.told[-1] == "play"


def test_a_rest_that_could_not_be_written_is_written_later() -> None:
    table = dealt()
    slept_at = table.around.now()
    table.around.time += 10 * MINUTE
    table.around.outcomes.extend([Outcome.NOT_WRITTEN] * 3)
    table.room.was_down(slept_at)
    table.around.settle()
    assert table.told[-2:] == ["pause", "resume"]
    assert left(table) == THINKING
