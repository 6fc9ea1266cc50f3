"""Bots at live tables.

They think in processes of their own, so that no table waits for them. A table gets the answer after the time that a
person might have needed.
"""

import asyncio
import logging
import secrets
from collections import Counter
from functools import partial
from typing import NamedTuple

from django.conf import settings

from carteado.regulation import MeldsRules
from carteado.web.tables.bots import thinking_time
from carteado.web.tables.bots.process import ANSWER_MS, COMMAND, PATIENCE_S, Answer, BotProcess
from carteado.web.tables.match.fold import Play, Step
from carteado.web.tables.room.bot_turns import BotQuestion
from carteado.web.tables.room.room import Room

_log = logging.getLogger(__name__)


class _OpenQuestion(NamedTuple):
    """A question that a table waits for, and the task that brings the answer."""

    question: BotQuestion
    task: "asyncio.Task[None]"


class Bots:
    """Where rooms ask for the acts of bots. ``ask`` returns at once.

    ``_open_questions`` has at most one for each table, by its code. ``faults`` counts for each bot the answers that
    were late, missing or not allowed.
    """

    def __init__(
        self,
        *,
        command: tuple[str, ...] = COMMAND,
        workers: int | None = None,
        ms: int = ANSWER_MS,
        patience: float = PATIENCE_S,
    ) -> None:
        self._processes = [
            BotProcess(command, ms=ms, patience=patience) for _ in range(workers or settings.BOT_WORKERS)
        ]
        self._open_questions: dict[str, _OpenQuestion] = {}
        self.faults: Counter[str] = Counter()

    @property
    def pids(self) -> list[int]:
        return [one.pid for one in self._processes if one.pid is not None]

    def ask(self, room: Room, question: BotQuestion) -> None:
        """Ask, and let the room have the answer later.

        A question that was asked already is ignored; a new one replaces the old one.
        """
        code = room.settings.code
        open_question = self._open_questions.get(code)
        if open_question is not None:
            if open_question.question.point == question.point:
                return
            open_question.task.cancel()
        task = asyncio.get_running_loop().create_task(self._answer(room, question))
        self._open_questions[code] = _OpenQuestion(question, task)
        task.add_done_callback(partial(self._on_answered, room, question))

    def _on_answered(self, room: Room, question: BotQuestion, task: "asyncio.Task[None]") -> None:
        """Clean up when the task is over. If it failed, the room goes on without an answer."""
        open_question = self._open_questions.get(room.settings.code)
        if open_question is not None and open_question.task is task:
            del self._open_questions[room.settings.code]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a bot's answer failed", exc_info=error)
            room.receive_answer(question, None)

    async def _answer(self, room: Room, question: BotQuestion) -> None:
        """Ask the bot, let the time pass that it seems to think, and give its answer to the room."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        answer = await self._answer_of_bot(room, question)
        if answer.act is not None:
            await asyncio.sleep(began + thinking_seconds(room, question, answer.act.get("act")) - loop.time())
        self._open_questions.pop(room.settings.code, None)  # if the bot passes, the next line asks its partner
        was_done = room.receive_answer(question, answer.act)  # True, too, if the question is out of date by now
        if not was_done:
            self._note_fault(room, question, answer.fault or "not allowed")

    async def _answer_of_bot(self, room: Room, question: BotQuestion) -> Answer:
        """The answer of the bot. No bot has to think about a cut or a deal."""
        if question.step is Step.CUT:
            assert room.position is not None
            deck = room.position.play.terms.engine.deck()
            return Answer({"act": "cut", "cuts": [secrets.randbelow(len(deck))]})
        if question.step is Step.DEAL:
            return Answer({"act": "deal", "burn": 0})
        # one seat of a match always asks the same process, which remembers its bot
        place = (question.match * room.settings.players + question.seat) % len(self._processes)
        return await self._processes[place].ask(room, question)

    def _note_fault(self, room: Room, question: BotQuestion, fault: str) -> None:
        """Count and log that the default act was done in place of the bot's."""
        self.faults[question.bot] += 1
        _log.warning(
            "the default act for bot %s at seat %s of table %s: %s (%d so far)",
            question.bot,
            question.seat,
            room.settings.code,
            fault,
            self.faults[question.bot],
        )

    async def close(self) -> None:
        for open_question in list(self._open_questions.values()):
            open_question.task.cancel()
        await asyncio.gather(*(one.close() for one in self._processes))


def thinking_seconds(room: Room, question: BotQuestion, act: object) -> float:
    """Seconds between the question and the answer. ``act`` is the name of the act that the bot chose."""
    play = room.position.play if room.position is not None else None
    choices = len(question.question.legal) if question.question is not None else 0
    deadline = play.deadline if play is not None else None
    left = None if deadline is None else (deadline - room.services.now_ms()) / 1000
    act_or_cut = thinking_time.CUT_AFTER_COUNT if act == "cut" and _is_being_read(play) else str(act)
    return thinking_time.seconds(room.settings.pace, act_or_cut, choices=choices, left=left)


def _is_being_read(play: Play | None) -> bool:
    """True while the players read the count of a hand. It is long in games with melds. Not before the first hand."""
    return play is not None and isinstance(play.terms.regulation.rules, MeldsRules) and play.match.hand is not None
