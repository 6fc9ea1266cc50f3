"""How long an event takes, worked out beside the site: playing matches and whole events takes seconds, a page does not.

One worker process answers one question at a time. Whoever asks gets the answer if it is there, and is told to ask again
if it is not. Nobody can keep the worker from the others: each has one question waiting, and only so many wait.
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

from carteado.planning.forecast import EventForecast, Lengths, event_forecast, sampled
from carteado.regulation import Game, Override, Regulation, TrucoRules, load
from carteado.tournament.plans import Plan
from carteado.web.events.details import Details
from carteado.web.events.formats import match_count
from carteado.web.organising.match_length_samples import SEED, kept_sample, rules_that_matter

MOST_MATCHES = 300
"""More are not played in a day, and take too long to be played through."""
RUNS = 50
CHANGED_SAMPLE = {Game.TRUCO: 60, Game.MELDS: 12}
"""Matches played anew when an event changes the rules of play: enough for a first answer in a few seconds."""
MOST_REMEMBERED = 256
MOST_WAITING = 16
PATIENCE = 180.0
"""Seconds after which the worker is at a question in vain."""
LONGEST_TARGET = 5
"""Times the regulation's own points to which a match may go and still be played through."""

Asker = tuple[int, str]
"""An event, and the form of dispute where a lot decides between several: what one place of a page waits for."""


class Question(NamedTuple):
    """``changes`` as JSON, so that the question can be compared and sent to the worker."""

    regulation: str
    changes: str
    plan: Plan
    tables: int


def question_about(details: Details, plan: Plan, tables: int) -> Question:
    return Question(details.regulation, json.dumps(details.changes, sort_keys=True), plan, tables)


def answer(question: Question) -> EventForecast:
    """The whole work; takes seconds."""
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
    """Those that are kept, as long as the rules of play are the regulation's."""
    regulation = _regulation(name, changes)
    if rules_that_matter(regulation) == rules_that_matter(load(name)):
        return kept_sample(name)
    return sampled(regulation, seed=SEED, matches=CHANGED_SAMPLE[regulation.game])


# --- the worker ---------------------------------------------------------------------------------------------------


class TooLong(Exception):
    """The worker was at it longer than anybody waits."""


class _AtWork(NamedTuple):
    question: Question
    since: float
    result: "AsyncResult[EventForecast]"


class Forecaster:
    """Remembers what was answered. The worker starts with the first question and ends with the site."""

    def __init__(self) -> None:
        self._pool: Pool | None = None
        self._at_work: _AtWork | None = None
        self._waiting: OrderedDict[Asker, Question] = OrderedDict()
        self._answered: OrderedDict[Question, AsyncResult[EventForecast] | None] = OrderedDict()
        self._lock = Lock()

    def forecast(self, question: Question, *, asker: Asker) -> EventForecast | None:
        """None while it is being worked out, or waits. TooLong if that was given up."""
        with self._lock:
            self._look_at_the_worker()
            if question not in self._answered:
                self._put_in_line(question, asker)
                self._go_on()
                return None
            self._waiting.pop(asker, None)
            result = self._answered[question]
        if result is None:
            raise TooLong
        return result.get()

    def _put_in_line(self, question: Question, asker: Asker) -> None:
        """In the place of what the same asker wanted to know before. Where too many wait, he asks again later."""
        if self._at_work is not None and self._at_work.question == question:
            self._waiting.pop(asker, None)
        elif asker in self._waiting or len(self._waiting) < MOST_WAITING:
            self._waiting[asker] = question

    def _look_at_the_worker(self) -> None:
        now = self._at_work
        if now is None:
            return
        if now.result.ready():
            self._remember(now.question, now.result)
        elif monotonic() - now.since > PATIENCE:
            self.close()
            self._remember(now.question, None)
        self._go_on()

    def _remember(self, question: Question, result: "AsyncResult[EventForecast] | None") -> None:
        self._at_work = None
        self._answered[question] = result
        while len(self._answered) > MOST_REMEMBERED:
            self._answered.popitem(last=False)

    def _go_on(self) -> None:
        """With the next question that is not answered yet."""
        while self._at_work is None and self._waiting:
            _asker, question = self._waiting.popitem(last=False)
            if question not in self._answered:
                self._at_work = _AtWork(question, monotonic(), self._worker().apply_async(answer, (question,)))

    def _worker(self) -> Pool:
        if self._pool is None:
            # Spawned and not forked: the site has threads, and a fork would copy their locks.
            self._pool = get_context("spawn").Pool(1, initializer=_step_back)
            atexit.register(self.close)
        return self._pool

    def close(self) -> None:
        """Ends the worker, whatever it is at."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()
            self._pool = None


def _step_back() -> None:
    """Pages come first; and whoever ends the site by the keyboard ends the worker through it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)


forecaster = Forecaster()


def is_too_long(plan: Plan) -> bool:
    return match_count(plan) > MOST_MATCHES


def has_endless_matches(details: Details) -> bool:
    """Whether matches go to so many points that not even bots would see their end."""
    ours, own = _targets(details.rules), _targets(load(details.regulation))
    return any(target > LONGEST_TARGET * usual for target, usual in zip(ours, own, strict=True))


def _targets(regulation: Regulation) -> tuple[int, ...]:
    """Keys: match.target, match.final_target."""
    rules = regulation.rules
    if isinstance(rules, TrucoRules):
        return (rules.match.target,)
    return rules.match.target, rules.match.final_target
