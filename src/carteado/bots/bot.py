"""What a bot is: something that answers a question from a view and a list of legal acts, all in plain JSON values.

That is exactly what an outside program gets on ``carteado-bot/1``: no bot, ours or theirs, knows more than its seat.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from carteado.record import InputError, engine_for
from carteado.regulation import Regulation

View = dict[str, Any]
ActJson = dict[str, Any]


class Bot(Protocol):
    """A player of one seat."""

    name: str

    def choose(self, view: View, legal: Sequence[ActJson], /) -> ActJson: ...

    def told(self, act: ActJson, /) -> None:
        """What the seat sees others do."""


class RandomBot:
    """Any legal act, each as likely as the others."""

    name = "random"

    def __init__(self, regulation: Regulation, rng: Random) -> None:
        engine_for(regulation)
        self._rng = rng

    def choose(self, _view: View, legal: Sequence[ActJson]) -> ActJson:
        return self._rng.choice(legal)

    def told(self, act: ActJson) -> None:
        pass


def no_such_bot(name: str, choices: Sequence[str]) -> InputError:
    return InputError("unknown_bot", value=name, choices=list(choices))
