"""Messages to a bot at a live table, in ``carteado-bot/1``.

A bot gets the view of its seat, its legal acts, and the acts of others that it has seen. Nothing else.
"""

from typing import Any

from carteado.bots.protocol import Message
from carteado.record import write_act
from carteado.web.tables.match.fold import TABLE_ONLY_ROWS, Play, act_of
from carteado.web.tables.match.log_rows import LogRow
from carteado.web.tables.match.position import MatchPosition
from carteado.web.tables.room.bot_turns import BotQuestion

ROWS_WITHOUT_ACTS = TABLE_ONLY_ROWS | {"sit", "pause", "resume"}
"""Rows that are not acts of the game."""


def acts_seen_since(position: MatchPosition, seat: int, since: int, *, with_own: bool) -> list[Message]:
    """The acts that the seat has seen after the first ``since`` rows of the log.

    A bot knows its own acts, so they are left out. ``with_own`` is for a new bot in the seat, which does not know what
    was done there before it.
    """
    acts = (_seen_act(position.play, row, seat) for row in position.log[since:])
    return [{"tell": act} for act in acts if act is not None and (with_own or act.get("seat") != seat)]


def _seen_act(play: Play, row: LogRow, seat: int) -> dict[str, Any] | None:
    if row.act in ROWS_WITHOUT_ACTS:
        return None
    engine = play.terms.engine
    act = engine.act_seen_by(act_of(play, row), seat)
    return None if act is None else write_act(act, engine.notation)


def question_message(play: Play, question: BotQuestion, *, number: int, ms: int) -> Message:
    """The question to the seat, with the legal acts in it. ``ms`` are the milliseconds that the bot has."""
    assert question.question is not None
    engine = play.terms.engine
    legal = [write_act(act, engine.notation) for act in question.question.legal]
    return {"ask": number, "view": engine.view(play.match, question.seat), "legal": legal, "ms": ms}


def is_up_to_date(position: MatchPosition, seat: int, since: int, answer: Message | None) -> bool:
    """True if what the bot remembers did happen: no other player took the seat, and the log has its answer.

    The bot knows the first ``since`` rows, and then gave that ``answer``; None if it gave none. Signs aside, the next
    row must be an act of that name by the seat. With ``by`` the clock or a referee did it instead. After a pass it is
    enough that the bot keeps the seat, because the log has no row for a pass.
    """
    new = [row for row in position.log[since:] if row.act != "sign"]
    if answer is None or any(row.act == "sit" and row.data["seat"] == seat for row in new):
        return False
    if answer.get("act") == "pass":
        return True
    first = new[0].data if new else {}
    return first.get("seat") == seat and first["act"] == answer.get("act") and "by" not in first
