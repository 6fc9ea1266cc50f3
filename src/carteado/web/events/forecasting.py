"""How long an event takes, worked out beside the site: playing matches and whole events takes seconds, a page does not.

One worker process answers one question at a time. Whoever asks gets the answer if it is there, and is told to ask again
if it is not.
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
from carteado.regulation import Game, Override, Regulation, load
from carteado.tournament.plans import Plan
from carteado.web.events.details import Details
from carteado.web.events.formats import match_count
from carteado.web.events.sampling import SEED, kept_sample, rules_that_matter

MOST_MATCHES = 300
"""More are not played in a day, and take too long to be played through."""
RUNS = 50
CHANGED_SAMPLE = {Game.TRUCO: 60, Game.MELDS: 12}
"""Matches played anew when an event changes the rules of play: enough for a first answer in a few seconds."""
MOST_REMEMBERED = 256
PATIENCE = 180.0
"""Seconds after which a worker that never answered is asked again."""


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


class _Asked(NamedTuple):
    at: float
    result: "AsyncResult[EventForecast]"


class Forecaster:
    """Remembers what was asked. The worker starts with the first question and ends with the site."""

    def __init__(self) -> None:
        self._pool: Pool | None = None
        self._asked: OrderedDict[Question, _Asked] = OrderedDict()
        self._lock = Lock()

    def forecast(self, question: Question) -> EventForecast | None:
        """None while it is being worked out."""
        with self._lock:
            asked = self._asked.get(question)
            if asked is None or (not asked.result.ready() and monotonic() - asked.at > PATIENCE):
                asked = self._ask(question)
        return asked.result.get() if asked.result.ready() else None

    def _ask(self, question: Question) -> _Asked:
        if self._pool is None:
            # Spawned and not forked: the site has threads, and a fork would copy their locks.
            self._pool = get_context("spawn").Pool(1, initializer=_step_back)
            atexit.register(self.close)
        asked = _Asked(monotonic(), self._pool.apply_async(answer, (question,)))
        self._asked[question] = asked
        while len(self._asked) > MOST_REMEMBERED:
            self._asked.popitem(last=False)
        return asked

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
