"""The bots by name."""

from collections.abc import Callable
from random import Random

from carteado.bots.bot import Bot, RandomBot, no_such_bot
from carteado.bots.matreiro import Matreiro
from carteado.regulation import Regulation

BOTS: dict[str, Callable[[Regulation, Random], Bot]] = {RandomBot.name: RandomBot, Matreiro.name: Matreiro}


def make_bot(name: str, regulation: Regulation, *, seed: int | str) -> Bot:
    """A bot for one seat; the same seed plays the same way."""
    if name not in BOTS:
        raise no_such_bot(name, list(BOTS))
    return BOTS[name](regulation, Random(seed))
