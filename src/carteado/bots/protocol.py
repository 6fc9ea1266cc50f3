"""``carteado-bot/1`` from the bot's side: one JSON object a line, on two streams."""

import json
from collections.abc import Callable
from typing import Any, TextIO

from carteado.bots.bot import Bot
from carteado.record import InputError, Node, parse_json
from carteado.record.record import read_regulation
from carteado.regulation import Regulation

Message = dict[str, Any]


def greeting(regulation: Regulation) -> Message:
    """The first message to a bot."""
    overrides = {one.key: {"value": one.value, "by": one.by} for one in regulation.overrides}
    return {"hello": 1, "regulation": regulation.id, **({"overrides": overrides} if overrides else {})}


class BotSession:
    """One bot served over the protocol, a message at a time."""

    def __init__(self, make: Callable[[Regulation], Bot]) -> None:
        self._make = make
        self._bot: Bot | None = None

    def reply(self, message: Message) -> Message | None:
        """The reply to a message, if it needs one. A malformed message raises InputError."""
        if "hello" in message:
            self._bot = self._make(read_regulation(Node(message)))
            return {"ready": 1, "name": self._bot.name}
        if self._bot is None:
            raise InputError("missing_entry", key="hello")
        if "tell" in message:
            self._bot.note_act(message["tell"])
        elif "ask" in message:
            return _answer(self._bot, Node(message))
        return None


def serve_bot(make: Callable[[Regulation], Bot], source: TextIO, sink: TextIO) -> None:
    """Answer questions until ``bye`` or the end of the stream. A malformed line raises InputError."""
    session = BotSession(make)
    for line in source:
        if not line.strip():
            continue
        message = parse_json(line)
        if not isinstance(message, dict):
            raise InputError("expected_object", value=line.strip()[:60])
        if "bye" in message:
            return
        if (reply := session.reply(message)) is not None:
            _say(sink, reply)


def _answer(bot: Bot, ask: Node) -> Message:
    if not ask["legal"].elements():
        raise ask["legal"].wrong("empty_text")
    view = ask["view"]
    if not isinstance(view.value, dict):
        raise view.expected("object")
    try:
        act = bot.choose(view.value, ask["legal"].value)
    except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
        raise view.wrong("bad_view", reason=f"{type(error).__name__}: {error}") from None
    return {"answer": ask["ask"].value, "act": act}


def _say(sink: TextIO, message: Message) -> None:
    sink.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n")
    sink.flush()
