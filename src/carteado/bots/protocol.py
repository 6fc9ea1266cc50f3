"""``carteado-bot/1`` from the bot's side: JSON, one object a line, on two streams."""

import json
from collections.abc import Callable
from typing import Any, TextIO

from carteado.bots.bot import Bot
from carteado.record import InputError, Node, parse_json
from carteado.record.record import read_regulation
from carteado.regulation import Regulation


def serve_bot(make: Callable[[Regulation], Bot], source: TextIO, sink: TextIO) -> None:
    """Answers questions until ``bye`` or the end of the stream. A malformed line raises InputError."""
    bot: Bot | None = None
    for line in source:
        if not line.strip():
            continue
        message = parse_json(line)
        if not isinstance(message, dict):
            raise InputError("expected_object", value=line.strip()[:60])
        if "bye" in message:
            return
        if "hello" in message:
            bot = make(read_regulation(Node(message)))
            _say(sink, {"ready": 1, "name": bot.name})
        elif bot is None:
            raise InputError("missing_entry", key="hello")
        elif "tell" in message:
            bot.told(message["tell"])
        elif "ask" in message:
            _say(sink, _answer(bot, Node(message)))


def _answer(bot: Bot, ask: Node) -> dict[str, Any]:
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


def _say(sink: TextIO, message: dict[str, Any]) -> None:
    sink.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n")
    sink.flush()
