"""Bots at live tables. They think in processes of their own, so that no table ever waits for one; a table gets the
answer when somebody could have thought of it."""

import asyncio
import logging
import secrets
from collections import Counter
from functools import partial
from typing import NamedTuple

from django.conf import settings

from carteado.regulation import MeldsRules
from carteado.web.tables.bots import thinking_time as pace
from carteado.web.tables.bots.process import COMMAND, MS, PATIENCE, Answer, BotProcess
from carteado.web.tables.match.fold import Play, Step
from carteado.web.tables.room.bot_turns import BotQuestion
from carteado.web.tables.room.room import Room

_log = logging.getLogger(__name__)


class _Asking(NamedTuple):
    question: BotQuestion
    task: "asyncio.Task[None]"


class Bots:
    """What rooms ask. Asking the same again, or something else, is one call and waits for nothing."""

    def __init__(
        self,
        *,
        command: tuple[str, ...] = COMMAND,
        workers: int | None = None,
        ms: int = MS,
        patience: float = PATIENCE,
    ) -> None:
        self._processes = [
            BotProcess(command, ms=ms, patience=patience) for _ in range(workers or settings.BOT_WORKERS)
        ]
        self._asking: dict[str, _Asking] = {}
        self.faults: Counter[str] = Counter()

    @property
    def pids(self) -> list[int]:
        return [one.pid for one in self._processes if one.pid is not None]

    def ask(self, room: Room, question: BotQuestion) -> None:
        """The room is answered later, once for each place of its log and each seat that is asked there."""
        code = room.setting.code
        asking = self._asking.get(code)
        if asking is not None:
            if asking.question.point == question.point:
                return
            asking.task.cancel()
        task = asyncio.get_running_loop().create_task(self._answer(room, question))
        self._asking[code] = _Asking(question, task)
        task.add_done_callback(partial(self._ended, room, question))

    def _ended(self, room: Room, question: BotQuestion, task: "asyncio.Task[None]") -> None:
        asking = self._asking.get(room.setting.code)
        if asking is not None and asking.task is task:
            del self._asking[room.setting.code]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a bot's answer failed", exc_info=error)
            room.answered(question, None)

    async def _answer(self, room: Room, question: BotQuestion) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        answer = await self._thought(room, question)
        if answer.act is not None:
            await asyncio.sleep(began + thinking(room, question, answer.act.get("act")) - loop.time())
        self._asking.pop(room.setting.code, None)  # a bot that passes has its partner asked within the next line
        was_done = room.answered(question, answer.act)
        if not was_done:
            self._note_fault(room, question, answer.fault or "not allowed")

    async def _thought(self, room: Room, question: BotQuestion) -> Answer:
        """Cutting and dealing need no thought."""
        if question.step is Step.CUT:
            assert room.present is not None
            deck = room.present.play.terms.engine.deck()
            return Answer({"act": "cut", "cuts": [secrets.randbelow(len(deck))]})
        if question.step is Step.DEAL:
            return Answer({"act": "deal", "burn": 0})
        place = (question.match * room.setting.players + question.seat) % len(self._processes)
        return await self._processes[place].ask(room, question)

    def _note_fault(self, room: Room, question: BotQuestion, fault: str) -> None:
        self.faults[question.bot] += 1
        _log.warning(
            "the default act for bot %s at seat %s of table %s: %s (%d so far)",
            question.bot,
            question.seat,
            room.setting.code,
            fault,
            self.faults[question.bot],
        )

    async def close(self) -> None:
        for asking in list(self._asking.values()):
            asking.task.cancel()
        await asyncio.gather(*(one.close() for one in self._processes))


def thinking(room: Room, question: BotQuestion, act: object) -> float:
    """Seconds until the answer is given, from the question on."""
    play = room.present.play if room.present is not None else None
    choices = len(question.question.legal) if question.question is not None else 0
    deadline = play.deadline if play is not None else None
    left = None if deadline is None else (deadline - room.around.now()) / 1000
    what = pace.CUT_AFTER_COUNT if act == "cut" and _is_being_read(play) else str(act)
    return pace.seconds(room.setting.pace, what, choices=choices, left=left)


def _is_being_read(play: Play | None) -> bool:
    """Whether the count of a hand lies on the table: a long one, where melds are counted."""
    return play is not None and isinstance(play.terms.regulation.rules, MeldsRules) and play.match.hand is not None
