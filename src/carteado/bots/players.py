"""Players of a seat, as the arena and a table use them: our bots in this process, outside programs in their own."""

import json
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

from carteado.bots.bot import ActJson, Bot, View
from carteado.bots.protocol import greeting
from carteado.bots.registry import make_bot
from carteado.record import InputError
from carteado.regulation import Regulation

READY_SECONDS = 20.0
LONGEST_LINE = 1 << 16
MOST_LINES_WAITING = 100


class Player(Protocol):
    """A player that can be asked for an act and that is sent the acts of others."""

    def ask(self, view: View, legal: Sequence[ActJson], ms: int, /) -> ActJson | None:
        """The answer, or None if it does not come in time."""

    def send_act(self, act: ActJson) -> None: ...

    def close(self) -> None: ...


class OurBot:
    """A bot in this process; it is trusted to be quick."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def ask(self, view: View, legal: Sequence[ActJson], _ms: int) -> ActJson | None:
        return self._bot.choose(view, legal)

    def send_act(self, act: ActJson) -> None:
        self._bot.note_act(act)

    def close(self) -> None:
        pass


class OutsideProgram:
    """A program on ``carteado-bot/1``. It may be slow, silent, wrong or dead: no table waits longer than the limit."""

    def __init__(self, command: str, regulation: Regulation) -> None:
        self._command = command
        self._asked = 0
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES_WAITING)
        self._messages: queue.Queue[str | None] = queue.Queue(MOST_LINES_WAITING)
        self._closing = False
        words = command_words(command)
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", errors="replace"
            )
        except (OSError, ValueError) as error:
            raise InputError("bot_failed", command=command, reason=str(error)) from None
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._write)]
        for thread in self._threads:
            thread.start()
        self._greet(regulation)

    def _greet(self, regulation: Regulation) -> None:
        self._send(greeting(regulation))
        if self._reply_with("ready", time.monotonic() + READY_SECONDS) is None:
            self.close()
            raise InputError("bot_failed", command=self._command, reason='no {"ready": 1}')

    def ask(self, view: View, legal: Sequence[ActJson], ms: int) -> ActJson | None:
        self._asked += 1
        self._send({"ask": self._asked, "view": view, "legal": list(legal), "ms": ms})
        deadline = time.monotonic() + ms / 1000
        while (reply := self._reply_with("answer", deadline)) is not None:
            if reply["answer"] == self._asked:  # an older number is the late answer to an earlier question
                act = reply.get("act")
                return act if isinstance(act, dict) else None
        return None

    def send_act(self, act: ActJson) -> None:
        self._send({"tell": act})

    def close(self) -> None:
        """Send ``bye``, wait for at most two seconds, and leave no process, thread or pipe behind."""
        self._send({"bye": 1})
        with suppress(queue.Full):
            self._messages.put_nowait(None)
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._closing = True
        with suppress(queue.Empty):
            while True:
                self._lines.get_nowait()
        for thread in self._threads:
            thread.join(timeout=2)
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError, ValueError):
                assert pipe is not None
                pipe.close()

    def _reply_with(self, key: str, deadline: float) -> dict[str, Any] | None:
        """The next message that has the key; other lines are skipped."""
        while (left := deadline - time.monotonic()) > 0:
            try:
                line = self._lines.get(timeout=left)
            except queue.Empty:
                return None
            if line is None:
                self._lines.put(None)
                return None
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(message, dict) and key in message:
                return message
        return None

    def _send(self, message: dict[str, Any]) -> None:
        with suppress(queue.Full):  # the program has stopped reading, so its answers will be missing from here on
            self._messages.put_nowait(json.dumps(message, ensure_ascii=False) + "\n")

    def _read(self) -> None:
        assert self._process.stdout is not None
        try:
            while line := self._process.stdout.readline(LONGEST_LINE):
                if not self._closing:
                    self._lines.put(line)
        except (OSError, ValueError):
            pass
        with suppress(queue.Full):
            self._lines.put(None, timeout=1)

    def _write(self) -> None:
        assert self._process.stdin is not None
        try:
            while (line := self._messages.get()) is not None:
                self._process.stdin.write(line)
                self._process.stdin.flush()
        except (OSError, ValueError):
            pass


def command_words(command: str) -> list[str]:
    """Split a command line into words. An empty one is an error."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InputError("bot_failed", command=command, reason=str(error)) from None
    if not words:
        raise InputError("bot_failed", command=command, reason="cmd:")
    return words


def make_player(bot: str, regulation: Regulation, *, seed: int | str) -> Player:
    """Make a player from a bot's name or ``cmd:PROGRAM ARGS``."""
    if bot.startswith("cmd:"):
        return OutsideProgram(bot.removeprefix("cmd:"), regulation)
    return OurBot(make_bot(bot, regulation, seed=seed))
