"""What a decided match counts for: all that standings, lucky losers and medals need to know of it."""

from typing import NamedTuple

PairId = str
"""A pair in its event. A delegation's pair has the id of the delegation."""


class Outcome(NamedTuple):
    """Which pairs met, what each scored, and which won.

    ``phase`` is ``qualifying``, ``group``, ``swiss``, ``winners``, ``losers``, ``round-of-N``, ``quarter-final``,
    ``semi-final``, ``third-place`` or ``final``; ``round`` counts from 1 within it. Without a winner both pairs lost: a
    double W.O. ``out`` are pairs that left the event by this match: by W.O., withdrawal or disqualification.
    """

    phase: str
    round: int
    pairs: tuple[PairId, PairId]
    points: tuple[int, int]
    winner: PairId | None
    walkover: bool = False
    out: frozenset[PairId] = frozenset()

    def scored_by(self, pair: PairId) -> int:
        return self.points[self.pairs.index(pair)]

    def conceded_by(self, pair: PairId) -> int:
        return self.points[1 - self.pairs.index(pair)]

    def opponent_of(self, pair: PairId) -> PairId:
        return self.pairs[1 - self.pairs.index(pair)]
