"""Bots at live tables (placeholder until the worker processes are there)."""

import asyncio
import secrets

from carteado.bots.registry import make_bot
from carteado.record import write_act
from carteado.web.tables.play import Step
from carteado.web.tables.room import BotQuestion, Room


class Bots:
    async def ask(self, room: Room, question: BotQuestion) -> None:
        assert room.present is not None
        play = room.present.play
        await asyncio.sleep(0)
        if question.step is Step.CUT:
            room.answered(question, {"act": "cut", "cuts": [secrets.randbelow(len(play.terms.engine.deck()))]})
            return
        if question.step is Step.DEAL:
            room.answered(question, {"act": "deal", "burn": 0})
            return
        assert question.question is not None
        engine = play.terms.engine
        bot = make_bot(question.bot, play.terms.regulation, seed=question.upto)
        view = engine.view(play.match, question.seat)
        room.answered(question, bot.choose(view, [write_act(act, engine.notation) for act in question.question.legal]))

    def close(self) -> None:
        pass
