"""Forecasts of how long an event takes, computed in a worker process: playing whole events takes seconds, which is too
long for a page.

One worker answers one question at a time. A page gets the answer if it is there, and otherwise asks again later. No
asker can keep the worker from the others: each has at most one question waiting, and the queue is limited.
"""

import atexit
import json
import os
import signal
from collections import OrderedDict
from functools import lru_cache
from multiprocessing import get_context
from multiprocessing.pool import AsyncResult, Pool
from threading import Lock
from time import monotonic
from typing import NamedTuple

from carteado.planning.forecast import EventForecast, Lengths, event_forecast, sample_lengths
from carteado.regulation import EngineKind, Override, Regulation, TrucoRules, load
from carteado.tournament.formats.plans import Plan
from carteado.web.events.details import Details
from carteado.web.events.formats import match_count
from carteado.web.organising.match_length_samples import SEED, rules_of_play, stored_sample

MOST_MATCHES = 300
"""More matches do not fit into a day, and take too long to simulate."""
RUNS = 50
"""Events simulated for one forecast."""
CHANGED_SAMPLE = {EngineKind.TRUCO: 60, EngineKind.MELDS: 12}
"""Matches simulated if an event changes the rules of play: enough for a first answer in a few seconds."""
MOST_REMEMBERED = 256
"""Most answers that are kept in memory."""
MOST_WAITING = 16
"""Most questions that wait for the worker."""
PATIENCE_S = 180.0
"""Seconds until a question is given up and the worker is ended."""
LONGEST_TARGET_FACTOR = 5
"""A match may go to this many times the regulation's points and still be simulated."""

Asker = tuple[int, str]
"""One part of a page that waits for an answer: the primary key of the event, and which part it is. On the pages of the
format that is the form of dispute, if a lot decides between several, or else ""; on the page of hours it is ``hours``.
"""


class Question(NamedTuple):
    """A question for the worker: how long is this plan, by this regulation and the event's changes of it? ``changes``
    are JSON, so that equal questions are found, and can be sent to the worker."""

    regulation: str
    changes: str
    plan: Plan
    tables: int


def question_about(details: Details, plan: Plan, tables: int) -> Question:
    return Question(details.regulation, json.dumps(details.changes, sort_keys=True), plan, tables)


def answer(question: Question) -> EventForecast:
    """Compute the forecast, in the worker. Takes seconds."""
    regulation = _regulation(question.regulation, question.changes)
    return event_forecast(
        regulation,
        question.plan,
        _lengths(question.regulation, question.changes),
        tables=question.tables,
        seed=SEED,
        runs=RUNS,
    )


def _regulation(name: str, changes: str) -> Regulation:
    return load(name).with_overrides(tuple(Override(key, value, by="event") for key, value in json.loads(changes)))


@lru_cache(maxsize=32)
def _lengths(name: str, changes: str) -> Lengths:
    """Lengths of matches: the stored sample if the rules of play are the regulation's, otherwise a new simulation."""
    regulation = _regulation(name, changes)
    if rules_of_play(regulation) == rules_of_play(load(name)):
        return stored_sample(name)
    return sample_lengths(regulation, seed=SEED, matches=CHANGED_SAMPLE[regulation.engine_kind])


# --- the worker ---------------------------------------------------------------------------------------------------


class TooLong(Exception):
    """The question was given up after ``PATIENCE_S`` seconds."""


class _RunningQuestion(NamedTuple):
    """The question that the worker computes. ``since`` is when it was started, in seconds of the monotonic clock."""

    question: Question
    since: float
    result: "AsyncResult[EventForecast]"


class Forecaster:
    """Queues questions for the worker and remembers the answers. The worker starts with the first question and ends
    with the site."""

    def __init__(self) -> None:
        self._pool: Pool | None = None
        self._running: _RunningQuestion | None = None
        self._waiting: OrderedDict[Asker, Question] = OrderedDict()
        self._answered: OrderedDict[Question, AsyncResult[EventForecast] | None] = OrderedDict()
        """None for a question that was given up."""
        self._lock = Lock()

    def forecast(self, question: Question, *, asker: Asker) -> EventForecast | None:
        """Return the answer, or None while it is computed or waits. Raises TooLong if the question was given up, and
        the worker's own exception if it failed."""
        with self._lock:
            self._check_worker()
            if question not in self._answered:
                self._enqueue(question, asker)
                self._start_next()
                return None
            self._waiting.pop(asker, None)
            result = self._answered[question]
        if result is None:
            raise TooLong
        return result.get()

    def _enqueue(self, question: Question, asker: Asker) -> None:
        """Queue a question in place of the asker's earlier one. If the queue is full, nothing happens: the page asks
        again."""
        if self._running is not None and self._running.question == question:
            self._waiting.pop(asker, None)
        elif asker in self._waiting or len(self._waiting) < MOST_WAITING:
            self._waiting[asker] = question

    def _check_worker(self) -> None:
        """Take the answer if it is ready, give the question up if it took too long, and start the next one."""
        running = self._running
        if running is None:
            return
        if running.result.ready():
            self._remember(running.question, running.result)
        elif monotonic() - running.since > PATIENCE_S:
            self.close()
            self._remember(running.question, None)
        self._start_next()

    def _remember(self, question: Question, result: "AsyncResult[EventForecast] | None") -> None:
        self._running = None
        self._answered[question] = result
        while len(self._answered) > MOST_REMEMBERED:
            self._answered.popitem(last=False)

    def _start_next(self) -> None:
        """Start the next question that has no answer yet."""
        while self._running is None and self._waiting:
            _asker, question = self._waiting.popitem(last=False)
            if question not in self._answered:
                self._running = _RunningQuestion(question, monotonic(), self._worker().apply_async(answer, (question,)))

    def _worker(self) -> Pool:
        """The pool with the one process, started if there is none."""
        if self._pool is None:
            # Spawned and not forked: the site has threads, and a fork would copy their locks.
            self._pool = get_context("spawn").Pool(1, initializer=_lower_priority)
            atexit.register(self.close)
        return self._pool

    def close(self) -> None:
        """End the worker, even in the middle of a question."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()
            self._pool = None


def _lower_priority() -> None:
    """Give pages priority over the worker. Ctrl-C reaches both processes; the worker ignores it and is ended by the
    site."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)


forecaster = Forecaster()


def is_too_long(plan: Plan) -> bool:
    return match_count(plan) > MOST_MATCHES


def has_endless_matches(details: Details) -> bool:
    """True if a match goes to so many points that bots would not finish it in time."""
    event_targets, regulation_targets = _targets(details.rules), _targets(load(details.regulation))
    return any(
        target > LONGEST_TARGET_FACTOR * usual for target, usual in zip(event_targets, regulation_targets, strict=True)
    )


def _targets(regulation: Regulation) -> tuple[int, ...]:
    """The points to which a match goes, and the final if the game can have another number there.

    Keys: match.target, match.final_target.
    """
    rules = regulation.rules
    if isinstance(rules, TrucoRules):
        return (rules.match.target,)
    return rules.match.target, rules.match.final_target
