"""The interface of a bot, which chooses an act from a view and a list of legal acts, all in plain JSON values.

An outside program on ``carteado-bot/1`` gets exactly the same: no bot, ours or theirs, knows more than its seat.
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

    def note_act(self, act: ActJson, /) -> None:
        """Note an act of another player, as the seat sees it."""


class RandomBot:
    """Plays any legal act, each as likely as the others."""

    name = "random"

    def __init__(self, regulation: Regulation, rng: Random) -> None:
        engine_for(regulation)
        self._rng = rng

    def choose(self, _view: View, legal: Sequence[ActJson]) -> ActJson:
        return self._rng.choice(legal)

    def note_act(self, act: ActJson) -> None:
        pass


def no_such_bot(name: str, choices: Sequence[str]) -> InputError:
    return InputError("unknown_bot", value=name, choices=list(choices))
