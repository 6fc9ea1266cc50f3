"""One process in which bots think, seen from the site. It gets one question at a time, and is restarted when it dies.

Questions wait here and not in a pipe. So a question that is out of date is never sent, and the site knows which bot
failed to answer.
"""

import asyncio
import logging
import os
import sys
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from django.utils.crypto import salted_hmac

from carteado.bots.protocol import Message, greeting
from carteado.web.tables.bots import briefing
from carteado.web.tables.match.position import MatchPosition
from carteado.web.tables.room.bot_turns import BotQuestion
from carteado.web.tables.room.room import Room

COMMAND = (sys.executable, "-m", "carteado.web.tables.bots.worker")
ANSWER_MS = 3000
"""Milliseconds for an answer, as announced to the bot."""
PATIENCE_S = 1.0
"""Seconds after these milliseconds until the answer is late."""
READY_TIMEOUT_S = 30.0
RESTART_AFTER_S = 1.0
"""Seconds before the next try when a process did not start."""
ATTEMPTS = 2
"""Processes that may die of one question before it is given up."""
GOODBYE_S = 1.0
"""Seconds that a process has to end by itself."""
MOST_WAITING = 1000
"""Questions that may wait for a process."""
MOST_BOTS = 500
"""Bots that a process remembers.

The one that was asked longest ago is forgotten first; when its turn comes, it gets everything again.
"""
READ_LIMIT_BYTES = 1 << 16
"""A process that sends a longer line is ended."""
SEED_SALT = "carteado.web.tables.bots"
PASSED_ENVIRONMENT = ("PATH", "PYTHONPATH", "LANG", "LC_ALL", "SYSTEMROOT")
"""The only environment variables that the process gets: none of the site's secrets."""

_log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode


class Answer(NamedTuple):
    """The act that a bot chose. If it chose none, ``act`` is None and ``fault`` says why."""

    act: Message | None
    fault: str = ""


NOT_ASKED = Answer(None)
"""The answer to a question that is out of date, because another act was done meanwhile. The room ignores it."""


@dataclass(slots=True)
class _Hosted:
    """A bot in the process.

    ``number`` names it in the lines to the process. ``upto`` is how many rows of the log it has been informed of, and
    ``answer`` the act that it chose there; None if it chose none, or was asked nothing yet.
    """

    number: int
    upto: int = 0
    answer: Message | None = None


@dataclass(slots=True)
class _Job:
    """A question that waits, or is being answered. ``answer`` is done when its asker has the answer or gave up."""

    room: Room
    question: BotQuestion
    answer: "asyncio.Future[Answer]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def position(self) -> MatchPosition | None:
        """The match, or None once the question is out of date."""
        position = self.room.position
        is_open = (
            position is not None
            and position.match == self.question.match
            and position.rows_but_signs == self.question.rows_but_signs
        )
        return position if is_open and not self.answer.done() else None


class _Died(Exception):
    """The process ended, or sent something that makes no sense."""


class BotProcess:
    """A process that hosts bots. The first question starts it.

    ``ms`` are the milliseconds that a bot is given, ``patience`` the seconds after them until its answer is late.
    ``_worker`` is the task that puts the questions, one after the other. ``_hosted`` are the bots that the process
    remembers, by match, seat and name, the longest unused first. ``_numbers`` and ``_questions`` count bots and
    questions; both go on when the process is started again.
    """

    def __init__(
        self, command: tuple[str, ...] = COMMAND, *, ms: int = ANSWER_MS, patience: float = PATIENCE_S
    ) -> None:
        self._command, self._ms, self._patience = command, ms, patience
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue(MOST_WAITING)
        self._worker: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._hosted: OrderedDict[tuple[int, int, str], _Hosted] = OrderedDict()
        self._numbers = 0
        self._questions = 0

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def ask(self, room: Room, question: BotQuestion) -> Answer:
        """Ask, and wait for the answer. If the asking task is cancelled, the question is dropped."""
        if self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._work())
        if self._jobs.full():
            return Answer(None, "too many questions")
        job = _Job(room, question)
        self._jobs.put_nowait(job)
        return await job.answer

    async def close(self) -> None:
        """End the process and forget all questions. The next one would start it again."""
        if self._worker is not None:
            self._worker.cancel()
            with suppress(asyncio.CancelledError):
                await self._worker
        self._worker, self._jobs = None, asyncio.Queue(MOST_WAITING)
        await self._end()

    # --- one question after the other -----------------------------------------------------------------------------

    async def _work(self) -> None:
        while True:
            job = await self._jobs.get()
            try:
                answer = await self._answered(job)
            except Exception:
                _log.exception("a bot could not be asked")
                await self._end()
                answer = Answer(None, "could not be asked")
            if not job.answer.done():
                job.answer.set_result(answer)

    async def _answered(self, job: _Job) -> Answer:
        """The answer to a question. If the process dies of it, it is asked once more in a new process."""
        for _ in range(ATTEMPTS):
            try:
                process = await self._running()
                if (position := job.position) is None:
                    return NOT_ASKED
                async with asyncio.timeout(self._ms / 1000 + self._patience):
                    return await self._exchange(process, position, job.question)
            except TimeoutError:
                await self._end(at_once=True)
                return Answer(None, "late")
            except (_Died, OSError):
                await self._end(at_once=True)
        return Answer(None, "the process died of it")

    async def _exchange(
        self, process: asyncio.subprocess.Process, position: MatchPosition, question: BotQuestion
    ) -> Answer:
        """Send the question as one line, and read the answer from the next line of the process."""
        assert process.stdin is not None
        hosted, line = self._line(position, question)
        hosted.upto, hosted.answer = len(position.log), None  # without an answer, it is made again at its next question
        process.stdin.write(line)
        await process.stdin.drain()
        answer = self._read(await self._next_line(process))
        hosted.answer = answer.act
        return answer

    def _line(self, position: MatchPosition, question: BotQuestion) -> tuple[_Hosted, bytes]:
        """A line for the process: the news for the bot, then the question.

        A bot that is new in the seat, or remembers something that did not happen, is made again. It then gets all that
        its seat has seen of this hand.
        """
        self._questions += 1
        ask = briefing.question_message(position.play, question, number=self._questions, ms=self._ms)
        key, seat = (position.match, question.seat, question.bot), question.seat
        hosted = self._hosted.get(key) or _Hosted(self._new_number())
        self._hosted[key] = hosted
        self._hosted.move_to_end(key)
        if briefing.is_up_to_date(position, seat, hosted.upto, hosted.answer):
            messages = briefing.acts_seen_since(position, seat, hosted.upto, with_own=False)
            return hosted, _encode({"bot": hosted.number, "messages": [*messages, ask]}) + b"\n"
        terms = position.play.terms
        messages = briefing.acts_seen_since(position, seat, position.hand_start, with_own=True)
        make = {"name": question.bot, "seed": _seed(terms.match, seat)}
        messages = [greeting(terms.regulation), *messages, ask]
        return hosted, _encode({"bot": hosted.number, "make": make, "messages": messages}) + b"\n"

    def _new_number(self) -> int:
        """The number of a new bot. If there are too many, the one that was asked longest ago has to go."""
        if len(self._hosted) >= MOST_BOTS:
            _, gone = self._hosted.popitem(last=False)
            assert self._process is not None
            assert self._process.stdin is not None
            self._process.stdin.write(_encode({"bot": gone.number, "messages": [{"bye": 1}]}) + b"\n")
        self._numbers += 1
        return self._numbers

    def _read(self, line: bytes) -> Answer:
        """The answer in a reply to the last question. Raises ``_Died`` for a reply that makes no sense."""
        try:
            reply = _decode(line)
            [answer] = [one for one in reply["messages"] if "answer" in one] or [None]
        except (msgspec.DecodeError, KeyError, TypeError, ValueError):
            raise _Died from None
        if answer is None:
            return Answer(None, reply.get("error") or "no answer")
        if answer["answer"] != self._questions:
            raise _Died
        act = answer.get("act")
        return Answer(act) if isinstance(act, dict) else Answer(None, "no act")

    # --- the process ----------------------------------------------------------------------------------------------

    async def _running(self) -> asyncio.subprocess.Process:
        """The process, started anew if it has ended."""
        if self._process is None or self._process.returncode is not None:
            await self._end(at_once=True)
            await self._start()
        assert self._process is not None
        return self._process

    async def _start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=READ_LIMIT_BYTES,
            env={name: os.environ[name] for name in PASSED_ENVIRONMENT if name in os.environ},
        )
        try:
            async with asyncio.timeout(READY_TIMEOUT_S):  # its first line says that it is ready
                await self._next_line(self._process)
        except (TimeoutError, _Died):
            _log.exception("a process for bots did not begin")
            await asyncio.sleep(RESTART_AFTER_S)
            raise _Died from None

    async def _next_line(self, process: asyncio.subprocess.Process) -> bytes:
        """The next line of the process. Raises ``_Died`` if it has ended, or the line is too long."""
        assert process.stdout is not None
        try:
            line = await process.stdout.readline()
        except ValueError:  # longer than any answer
            raise _Died from None
        if not line.endswith(b"\n"):
            raise _Died
        return line

    async def _end(self, *, at_once: bool = False) -> None:
        """Stop the process, ``at_once`` by killing it. What its bots remember is lost."""
        process, self._process = self._process, None
        self._hosted.clear()
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(0 if at_once else GOODBYE_S):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _seed(match: str, seat: int) -> str:
    """The same for one seat of a match, and impossible for players to guess."""
    return salted_hmac(SEED_SALT, f"{match}|{seat}", algorithm="sha256").hexdigest()
