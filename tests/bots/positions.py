"""Positions of truco met in random play: what is asked of whom, from every kind of score."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from carteado.record import Engine, Question, Table, engine_for, write_act
from carteado.regulation import Override, Regulation, load

TM = load("truco-masters-2025")
SCORES = [(0, 0), (3, 9), (9, 3), (6, 6), (10, 10), (9, 9), (11, 4), (4, 11), (11, 10), (10, 11), (11, 11), (8, 11)]

CLUBS: dict[str, dict[str, object]] = {
    "by_the_book": {},
    "no_reraise": {"calls.reraise": False},
    "short_ladder": {"calls.ladder": [1, 2, 4]},
    "nothing_hidden": {"hiding.rounds": []},
    "hidden_at_once": {"hiding.rounds": [1, 2, 3]},
    "iron_hand_seen": {"iron.blind": False},
    "partner_unseen": {"eleven.partner_seen": False},
    "dear_to_decline": {"eleven.declined": 3},
    "short_match": {"match.target": 6},
    "free_leader": {"ties.leader_shows_highest": False},
}


def club(name: str) -> Regulation:
    return TM.with_overrides(tuple(Override(key, value, "club") for key, value in CLUBS[name].items()))


@dataclass(frozen=True)
class Position:
    """A question at a table."""

    table: Table
    question: Question

    @property
    def engine(self) -> Engine:
        return self.table.engine

    @property
    def view(self) -> Any:
        return self.engine.view(self.table.match, self.question.seat)

    @property
    def legal(self) -> list[dict[str, Any]]:
        return [write_act(act, self.engine.notation) for act in self.question.legal]

    @property
    def own_score(self) -> int:
        return int(self.table.match.score[self.question.seat % 2])

    @property
    def their_score(self) -> int:
        return int(self.table.match.score[1 - self.question.seat % 2])


def dealt(regulation: Regulation, *, players: int, score: tuple[int, int], rng: random.Random) -> Table:
    """A hand on the table."""
    engine = engine_for(regulation)
    match = engine.start(players=players, first_dealer=rng.randrange(players), score=score)
    cards = list(engine.deck())
    rng.shuffle(cards)
    return Table(engine, match).after_act(engine.dealt_from(match, cards, cuts=(), burn=0))


def positions(regulation: Regulation, *, players: int, hands: int, seed: int | str) -> Iterator[Position]:
    """Every question of hands played at random; calls are made often, so that high values are met."""
    rng = random.Random(seed)
    target = engine_for(regulation).start(players=players, first_dealer=0).target
    scores = [score for score in SCORES if max(score) < target]
    for number in range(hands):
        table = dealt(regulation, players=players, score=scores[number % len(scores)], rng=rng)
        while (question := table.question()) is not None:
            yield Position(table, question)
            weights = [_weight(type(act).__name__) for act in question.legal]
            [act] = rng.choices(question.legal, weights)
            table = table.after_act(act)


def _weight(name: str) -> float:
    return {"Call": 2.0, "Accept": 3.0, "Refuse": 0.5}.get(name, 1.0)
