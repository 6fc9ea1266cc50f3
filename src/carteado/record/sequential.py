"""The sequential form of INTERFACES for bots, environments and fast engines: one seat is asked at a time.

The seat on turn decides. With a call pending, the opponents are asked in order of play from the caller on: the first
may answer or pass to their partner, who must answer. The same holds for the pair of a mão de onze. ``pass`` is never
recorded.
"""

from typing import NamedTuple

from carteado.cards import Pass
from carteado.record.games import Engine, Match
from carteado.record.notation import Act


class Question(NamedTuple):
    """A seat that must decide, and all its legal answers."""

    seat: int
    legal: list[Act]


class Table(NamedTuple):
    """A match in sequential form; ``passed`` counts the seats that left the answer to their partner."""

    engine: Engine
    match: Match
    passed: int = 0

    def question(self) -> Question | None:
        """The question for the seat asked now; None when no hand is being played."""
        seats = self.engine.seats_to_ask(self.match)
        if not seats:
            return None
        seat = seats[self.passed]
        legal = self.engine.legal_acts(self.match, seat)
        if self.passed + 1 < len(seats):
            legal.append(Pass(seat))
        return Question(seat, legal)

    def after_act(self, act: Act) -> "Table":
        """The table after an act, by the seat asked or by any other."""
        if isinstance(act, Pass):
            return self._replace(passed=self.passed + 1)
        match = self.engine.apply(self.match, act)[0]
        same_question = self.engine.seats_to_ask(match) == self.engine.seats_to_ask(self.match)
        return Table(self.engine, match, self.passed if same_question else 0)
