"""The bots by name."""

from collections.abc import Callable
from random import Random

from carteado.bots.bot import Bot, RandomBot, no_such_bot
from carteado.bots.canastreiro import Canastreiro
from carteado.bots.matreiro import Matreiro
from carteado.record import InputError
from carteado.regulation import EngineKind, Regulation

BOTS: dict[str, Callable[[Regulation, Random], Bot]] = {
    RandomBot.name: RandomBot,
    Matreiro.name: Matreiro,
    Canastreiro.name: Canastreiro,
}
ONE_GAME = {Matreiro.name: EngineKind.TRUCO, Canastreiro.name: EngineKind.MELDS}
"""The bots that play a single game; the others play any."""


def two_bots(text: str) -> tuple[str, str]:
    """Split ``A,B``. A program's arguments may have commas: the separator comes before a bot's name or ``cmd:``."""
    parts = text.split(",")
    for place in range(1, len(parts)):
        first, second = ",".join(parts[:place]), ",".join(parts[place:])
        if first and (second in BOTS or second.startswith("cmd:")):
            return first, second
    if len(parts) == 2 and all(parts):
        raise no_such_bot(parts[1], list(BOTS))
    raise InputError("two_bots", value=text)


def make_bot(name: str, regulation: Regulation, *, seed: int | str) -> Bot:
    """Make a bot for one seat. Bots with the same seed play the same way."""
    if name not in BOTS:
        raise no_such_bot(name, list(BOTS))
    if ONE_GAME.get(name, regulation.engine_kind) is not regulation.engine_kind:
        raise InputError("bot_plays_another_game", name=name, regulation=regulation.id)
    return BOTS[name](regulation, Random(seed))
