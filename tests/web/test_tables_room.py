"""A live table in memory: what is written, told, asked of bots and done by the clock, act by act."""

from tests.web.table_rooms import SECOND, Seated, person

BOT = "bot:random"

# --- bots -------------------------------------------------------------------------------------------------------------


def with_bots_second() -> Seated:
    """Two bots against two people; it is for a bot to play."""
    table = Seated(seats=[person(0), BOT, person(2), BOT], first_dealer=0)
    table.wait(30 * SECOND)
    table.do(0, "deal", burn=0)
    assert table.play.asked is not None
    assert table.play.asked.seats == (1,)
    return table


def test_a_sign_between_others_asks_a_bot_nothing_anew() -> None:
    table = with_bots_second()
    asked = table.around.asked[:]
    for _ in range(3):
        table.do(0, "sign", sign="zap")
    table.come(2)
    assert table.around.asked == asked
    card = table.play.match.hand.held[1][0]
    assert table.room.answered(asked[-1], {"act": "play", "card": str(card)})
    table.around.settle()
    assert table.log[-1].data == {"seat": 1, "act": "play", "card": str(card)}


def test_an_answer_that_comes_while_a_sign_is_written_is_not_lost() -> None:
    table = with_bots_second()
    question = table.around.asked[-1]
    table.around.is_slow = True
    table.send(0, {"act": "sign", "sign": "zap"})
    assert table.room.answered(question, None)
    table.around.is_slow = False
    table.around.settle()
    assert [entry.act for entry in table.log[-2:]] == ["sign", "play"]


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
