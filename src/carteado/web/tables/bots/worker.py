"""A process in which bots of live tables think: ``python -m carteado.web.tables.bots.worker``.

Each line of input asks one bot: ``{"bot": 7, "messages": […]}`` with messages of ``carteado-bot/1``. The first line for
a bot also has ``make``, its name and seed. The reply is one line with the bot's messages. The process knows only what
these lines contain: it has no database, no secrets and no table.
"""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec

from carteado.bots.bot import Bot
from carteado.bots.protocol import BotSession, Message
from carteado.bots.registry import make_bot
from carteado.regulation import Regulation

NICENESS = 5
"""The site's own process goes first."""
LONGEST_LINE_S = 20
"""Seconds for one line; the site stops waiting long before."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode


class Host:
    """The bots in this process, by number."""

    def __init__(self) -> None:
        self._bots: dict[int, BotSession] = {}

    def reply(self, line: bytes) -> bytes | None:
        """The reply to one line. A question always gets one, whatever the bot does; a goodbye gets none."""
        request = _decode(line)
        number, messages = request["bot"], request["messages"]
        if "make" in request:
            self._bots[number] = BotSession(_maker(**request["make"]))
        if any("bye" in message for message in messages):
            self._bots.pop(number, None)
            return None
        return _encode({"bot": number, **_replies(self._bots[number], messages)}) + b"\n"


def _maker(name: str, seed: str) -> Callable[[Regulation], Bot]:
    return lambda regulation: make_bot(name, regulation, seed=seed)


def _replies(bot: BotSession, messages: list[Message]) -> dict[str, Any]:
    """The bot's messages, or why it failed."""
    try:
        replies = [bot.reply(message) for message in messages]
    except Exception as error:  # a bot that fails gives no answer, and no other bot suffers from it
        return {"messages": [], "error": f"{type(error).__name__}: {error}"}
    return {"messages": [reply for reply in replies if reply is not None]}


def serve(host: Host, source: BinaryIO, sink: BinaryIO) -> None:
    """Announce that the process is ready, and answer until the input ends."""
    sink.write(_encode({"ready": 1}) + b"\n")
    sink.flush()
    while line := source.readline():
        _end_after(LONGEST_LINE_S)
        if (reply := host.reply(line)) is not None:
            sink.write(reply)
            sink.flush()
        _end_after(0)


def _end_after(seconds: int) -> None:
    """Let the process die if a bot thinks for ever, even when the site is gone. 0 cancels this."""
    with suppress(AttributeError):  # Windows has no alarm
        signal.alarm(seconds)


def main(host: Host) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with the site, which gets Ctrl-C from the terminal too
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    sink, sys.stdout = sys.stdout.buffer, sys.stderr  # what a bot prints does not get among the replies
    with suppress(BrokenPipeError):
        serve(host, sys.stdin.buffer, sink)


if __name__ == "__main__":
    main(Host())
