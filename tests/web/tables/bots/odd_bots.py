"""Bots that misbehave, in a process that notes what it is sent: ``python -m tests.web.tables.bots.odd_bots FILE``."""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from carteado.bots import registry
from carteado.bots.bot import ActJson, View
from carteado.regulation import Regulation
from carteado.web.tables.bots import worker as bot_worker

THINKS = 1.0
"""Seconds of a bot that is slow."""
WAITS = 15.0
"""Seconds after which a bot that waits gives up: before its process does (``LONGEST_LINE_S``)."""


class Odd:
    """Does what is right; others do not."""

    name = "good"

    def __init__(self, _regulation: Regulation, rng: Random) -> None:
        self.rng = rng

    def note_act(self, act: ActJson) -> None:
        pass

    def choose(self, _view: View, legal: Sequence[ActJson]) -> Any:
        return legal[0]


class Slow(Odd):
    name = "slow"

    def choose(self, view: View, legal: Sequence[ActJson]) -> Any:
        until = time.monotonic() + THINKS
        while time.monotonic() < until:
            pass
        return super().choose(view, legal)


class Waiting(Odd):
    """Thinks until a file beside the notes lets it answer. Gives up if that takes too long."""

    name = "waiting"

    def choose(self, view: View, legal: Sequence[ActJson]) -> Any:
        until = time.monotonic() + WAITS
        while not leave_to_answer(Path(sys.argv[1])).exists():
            if time.monotonic() > until:
                return None
            time.sleep(0.01)
        return super().choose(view, legal)


def leave_to_answer(notes: Path) -> Path:
    """The file that lets the bot ``waiting`` answer."""
    return notes.with_suffix(".leave")


class Stuck(Odd):
    name = "stuck"

    def choose(self, _view: View, _legal: Sequence[ActJson]) -> Any:
        while True:
            time.sleep(0.01)


class Cheat(Odd):
    name = "cheat"

    def choose(self, _view: View, _legal: Sequence[ActJson]) -> Any:
        return {"act": "play", "card": "4c" if self.rng.random() < 0.5 else "nonsense"}


class Signer(Odd):
    name = "signer"

    def choose(self, _view: View, _legal: Sequence[ActJson]) -> Any:
        return {"act": "sign", "sign": "zap"}


class Silent(Odd):
    name = "silent"

    def choose(self, _view: View, _legal: Sequence[ActJson]) -> Any:
        return None


class Nameless(Odd):
    name = "nameless"

    def choose(self, _view: View, _legal: Sequence[ActJson]) -> Any:
        return {"card": 5}


class Failing(Odd):
    name = "failing"

    def choose(self, _view: View, _legal: Sequence[ActJson]) -> Any:
        raise RuntimeError("out of ideas")


class Mortal(Odd):
    """Takes its process with it."""

    name = "mortal"

    def choose(self, _view: View, _legal: Sequence[ActJson]) -> Any:
        os._exit(3)


class Loud(Odd):
    """Prints where only answers belong."""

    name = "loud"

    def choose(self, view: View, legal: Sequence[ActJson]) -> Any:
        print("hmm")
        return super().choose(view, legal)


class Writing(bot_worker.Host):
    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file

    def reply(self, line: bytes) -> bytes | None:
        with self.file.open("ab") as told:
            told.write(line)
        return super().reply(line)


def begin() -> None:
    for bot in (Odd, Slow, Waiting, Stuck, Cheat, Signer, Silent, Nameless, Failing, Mortal, Loud):
        registry.BOTS[bot.name] = bot
    bot_worker.main(Writing(Path(sys.argv[1])))


if __name__ == "__main__":
    begin()
