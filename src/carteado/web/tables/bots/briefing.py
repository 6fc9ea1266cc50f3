"""What a bot at a live table is told and asked, on ``carteado-bot/1``: its seat's view, what it may do, and what it has
seen others do; nothing else."""

from typing import Any

from carteado.bots.protocol import Message
from carteado.record import write_act
from carteado.web.tables.match.fold import OF_THE_TABLE, Play, act_of
from carteado.web.tables.match.log_rows import Entry
from carteado.web.tables.match.position import Present
from carteado.web.tables.room.bot_turns import BotQuestion

NOT_TOLD = OF_THE_TABLE | {"sit", "pause", "resume"}
"""What is no act of the game."""


def told(here: Present, seat: int, since: int, *, with_own: bool) -> list[Message]:
    """What the seat has seen from that place of the log on. A bot knows its own acts, but for those of whoever played
    the seat before it."""
    acts = (_seen(here.play, entry, seat) for entry in here.log[since:])
    return [{"tell": act} for act in acts if act is not None and (with_own or act.get("seat") != seat)]


def _seen(play: Play, entry: Entry, seat: int) -> dict[str, Any] | None:
    if entry.act in NOT_TOLD:
        return None
    engine = play.terms.engine
    act = engine.seen(act_of(play, entry), seat)
    return None if act is None else write_act(act, engine.notation)


def asked(play: Play, question: BotQuestion, *, number: int, ms: int) -> Message:
    """What the seat is to decide; the legal acts are those of the question."""
    assert question.question is not None
    engine = play.terms.engine
    legal = [write_act(act, engine.notation) for act in question.question.legal]
    return {"ask": number, "view": engine.view(play.match, question.seat), "legal": legal, "ms": ms}


def is_as_it_remembers(here: Present, seat: int, since: int, answer: Message | None) -> bool:
    """Whether the bot, told all before that place of the log, remembers what was: that nobody else took the seat, and
    that what it answered is what was done there."""
    new = [entry for entry in here.log[since:] if entry.act != "sign"]
    if answer is None or any(entry.act == "sit" and entry.data["seat"] == seat for entry in new):
        return False
    if answer.get("act") == "pass":
        return True
    done = new[0].data if new else {}
    return done.get("seat") == seat and done["act"] == answer.get("act") and "by" not in done
