"""Players: our bots, outside programs that speak ``carteado-bot/1``, and the arena where they compete."""

from carteado.bots.arena import ArenaResult, run_arena
from carteado.bots.bot import ActJson, Bot, RandomBot, View, no_such_bot
from carteado.bots.canastreiro import Canastreiro
from carteado.bots.matreiro import Matreiro
from carteado.bots.players import OurBot, OutsideProgram, Player, make_player
from carteado.bots.protocol import serve_bot
from carteado.bots.registry import BOTS, make_bot, two_bots
from carteado.bots.table import Faults, ask_player, play_hand, send_act_to_others

__all__ = [
    "BOTS",
    "ActJson",
    "ArenaResult",
    "Bot",
    "Canastreiro",
    "Faults",
    "Matreiro",
    "OurBot",
    "OutsideProgram",
    "Player",
    "RandomBot",
    "View",
    "ask_player",
    "make_bot",
    "make_player",
    "no_such_bot",
    "play_hand",
    "run_arena",
    "send_act_to_others",
    "serve_bot",
    "two_bots",
]
