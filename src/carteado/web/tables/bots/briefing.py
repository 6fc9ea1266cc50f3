"""Messages to a bot at a live table, in ``carteado-bot/1``.

A bot gets the view of its seat, its legal acts, and the acts of others that it has seen. Nothing else.
"""

from typing import Any

from carteado.bots.protocol import Message
from carteado.record import write_act
from carteado.web.tables.match.fold import OF_THE_TABLE, Play, act_of
from carteado.web.tables.match.log_rows import Entry
from carteado.web.tables.match.position import Present
from carteado.web.tables.room.bot_turns import BotQuestion

NOT_TOLD = OF_THE_TABLE | {"sit", "pause", "resume"}
"""Rows that are not acts of the game."""


def told(here: Present, seat: int, since: int, *, with_own: bool) -> list[Message]:
    """The acts that the seat has seen since that place in the log.

    A bot knows its own acts. ``with_own`` adds those of a player who had the seat before it.
    """
    acts = (_seen(here.play, entry, seat) for entry in here.log[since:])
    return [{"tell": act} for act in acts if act is not None and (with_own or act.get("seat") != seat)]


def _seen(play: Play, entry: Entry, seat: int) -> dict[str, Any] | None:
    if entry.act in NOT_TOLD:
        return None
    engine = play.terms.engine
    act = engine.act_seen_by(act_of(play, entry), seat)
    return None if act is None else write_act(act, engine.notation)


def asked(play: Play, question: BotQuestion, *, number: int, ms: int) -> Message:
    """The question to the seat, with the legal acts in it."""
    assert question.question is not None
    engine = play.terms.engine
    legal = [write_act(act, engine.notation) for act in question.question.legal]
    return {"ask": number, "view": engine.view(play.match, question.seat), "legal": legal, "ms": ms}


def is_as_it_remembers(here: Present, seat: int, since: int, answer: Message | None) -> bool:
    """True if what the bot remembers did happen: no other player took the seat, and the log has its answer."""
    new = [entry for entry in here.log[since:] if entry.act != "sign"]
    if answer is None or any(entry.act == "sit" and entry.data["seat"] == seat for entry in new):
        return False
    if answer.get("act") == "pass":
        return True
    done = new[0].data if new else {}
    return done.get("seat") == seat and done["act"] == answer.get("act") and "by" not in done
