"""The chance that a pair takes a hand of truco, estimated by counting the cards it cannot see.

A rough estimate by hand-written rules, not a solver. It is good enough to decide when to call and when to run.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

PARTNER_HELPS = 0.25
"""The chance that an unseen card of the partner takes a round that ours does not."""


@dataclass(frozen=True, slots=True)
class Known:
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


def unbeaten(strength: int, known: Known) -> float:
    """The chance that no opponent holds a stronger card."""
    weaker = sum(1 for other in known.unseen if other <= strength)
    drawn = min(known.against, len(known.unseen))
    return comb(weaker, drawn) / comb(len(known.unseen), drawn) if known.unseen else 1.0


def takes_round(strength: int, known: Known) -> float:
    """The chance to take a round with the card: a mean of its chances against two random cards and their best one."""
    if not known.unseen:
        return 1.0
    weaker = sum(1 for other in known.unseen if other < strength) / len(known.unseen)
    alone = 0.4 * weaker * weaker + 0.6 * unbeaten(strength, known)
    return 1 - (1 - alone) * (1 - PARTNER_HELPS) if known.partner_unseen else alone


def win_chance(known: Known) -> float:
    """The chance to take the hand from here."""
    rounds_left = max(1, 3 - known.won - known.lost - known.tied)
    best = [takes_round(strength, known) for strength in known.ours[:rounds_left]]
    best += [PARTNER_HELPS if known.partner_unseen else 0.0] * (rounds_left - len(best))
    if known.tied or rounds_left == 1:
        return best[0]
    if known.won:
        return 1 - (1 - best[0]) * (1 - best[1])
    if known.lost:
        return best[0] * best[1]
    return _two_of_three(best)


def _two_of_three(chances: Sequence[float]) -> float:
    first, second, third = chances
    return first * second + first * third * (1 - second) + second * third * (1 - first)
