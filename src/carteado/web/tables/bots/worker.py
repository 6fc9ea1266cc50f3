"""A process in which bots of live tables think: ``python -m carteado.web.tables.bots.worker``.

One line asks one bot: ``{"bot": 7, "messages": […]}`` with messages of ``carteado-bot/1`` inside, and with ``make`` (a
name and a seed) for a bot that is not here yet. It is answered by one line with what the bot says. The process knows
what it is told, nothing of the site: no database, no secrets, no table.
"""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec

from carteado.bots.bot import Bot
from carteado.bots.protocol import Message, Served
from carteado.bots.registry import make_bot
from carteado.regulation import Regulation

NICENESS = 5
"""The site goes first."""
LONGEST = 20
"""Seconds; the site has lost patience long before."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode


class Host:
    """The bots that live in this process, by number."""

    def __init__(self) -> None:
        self._bots: dict[int, Served] = {}

    def reply(self, line: bytes) -> bytes | None:
        """One line back for every line with a question, whatever a bot does; none for one that says goodbye."""
        asked = _decode(line)
        number, messages = asked["bot"], asked["messages"]
        if "make" in asked:
            self._bots[number] = Served(_maker(**asked["make"]))
        if any("bye" in message for message in messages):
            self._bots.pop(number, None)
            return None
        return _encode({"bot": number, **_said(self._bots[number], messages)}) + b"\n"


def _maker(name: str, seed: str) -> Callable[[Regulation], Bot]:
    return lambda regulation: make_bot(name, regulation, seed=seed)


def _said(bot: Served, messages: list[Message]) -> dict[str, Any]:
    """What the bot says; why it could not, where it fails."""
    try:
        replies = [bot.reply(message) for message in messages]
    except Exception as error:  # a bot's mistake is a missing answer, and costs no other bot anything
        return {"messages": [], "error": f"{type(error).__name__}: {error}"}
    return {"messages": [reply for reply in replies if reply is not None]}


def serve(host: Host, source: BinaryIO, sink: BinaryIO) -> None:
    """Says that it is there, and answers until whoever asks is gone."""
    sink.write(_encode({"ready": 1}) + b"\n")
    sink.flush()
    while line := source.readline():
        _end_after(LONGEST)
        if (said := host.reply(line)) is not None:
            sink.write(said)
            sink.flush()
        _end_after(0)


def _end_after(seconds: int) -> None:
    """A bot that thinks for ever ends with its process, also where nobody is left to end it."""
    with suppress(AttributeError):
        signal.alarm(seconds)


def main(host: Host) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with the site, which is told so by the terminal too
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    sink, sys.stdout = sys.stdout.buffer, sys.stderr
    with suppress(BrokenPipeError):
        serve(host, sys.stdin.buffer, sink)


if __name__ == "__main__":
    main(Host())
