"""The chance that a pair takes a hand of truco, estimated by counting the cards it cannot see.

A rough estimate by hand-written rules, not a solver. It is good enough to decide when to call and when to run.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

PARTNER_HELPS = 0.25
"""The chance that an unseen card of the partner takes a round that ours does not."""


@dataclass(frozen=True, slots=True)
class SeatKnowledge:
    """What a seat knows about who may win, as strengths of cards.

    ``ours`` are its own cards and those of its partner that it may see, strongest first. ``unseen`` are all cards that
    may be in the other hands. ``against`` is how many cards the opponents still hold.
    """

    ours: tuple[int, ...]
    unseen: tuple[int, ...]
    against: int
    partner_unseen: bool
    won: int
    lost: int
    tied: int


def unbeaten(strength: int, knowledge: SeatKnowledge) -> float:
    """The chance that no opponent holds a stronger card."""
    weaker = sum(1 for other in knowledge.unseen if other <= strength)
    drawn = min(knowledge.against, len(knowledge.unseen))
    return comb(weaker, drawn) / comb(len(knowledge.unseen), drawn) if knowledge.unseen else 1.0


def takes_round(strength: int, knowledge: SeatKnowledge) -> float:
    """The chance to take a round with the card: a mean of its chances against two random cards and their best one."""
    if not knowledge.unseen:
        return 1.0
    weaker = sum(1 for other in knowledge.unseen if other < strength) / len(knowledge.unseen)
    alone = 0.4 * weaker * weaker + 0.6 * unbeaten(strength, knowledge)
    return 1 - (1 - alone) * (1 - PARTNER_HELPS) if knowledge.partner_unseen else alone


def win_chance(knowledge: SeatKnowledge) -> float:
    """The chance to take the hand from here."""
    rounds_left = max(1, 3 - knowledge.won - knowledge.lost - knowledge.tied)
    best = [takes_round(strength, knowledge) for strength in knowledge.ours[:rounds_left]]
    best += [PARTNER_HELPS if knowledge.partner_unseen else 0.0] * (rounds_left - len(best))
    if knowledge.tied or rounds_left == 1:
        return best[0]
    if knowledge.won:
        return 1 - (1 - best[0]) * (1 - best[1])
    if knowledge.lost:
        return best[0] * best[1]
    return _two_of_three(best)


def _two_of_three(chances: Sequence[float]) -> float:
    first, second, third = chances
    return first * second + first * third * (1 - second) + second * third * (1 - first)
