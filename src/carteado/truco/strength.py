"""How strong each card is once the vira is turned up, and who wins a round."""

from collections.abc import Iterable, Mapping
from functools import cache

from carteado.cards import SUITS, Card, pair_of
from carteado.regulation.truco_rules import Strength
from carteado.truco.state import Played

HIDDEN = -1
"""A hidden card has no strength: any shown card beats it. Key: hiding.strength."""


def manilha_rank(rules: Strength, vira: Card) -> str:
    """The rank next above the vira; above the strongest comes the weakest. Key: strength.manilhas."""
    ranks = rules.ranks
    return ranks[(ranks.index(vira.rank) + 1) % len(ranks)]


def strengths(rules: Strength, vira: Card) -> Mapping[Card, int]:
    """Every card's strength in this hand; ordinary cards of one rank are equal. Key: strength.ranks."""
    return _strengths(rules.ranks, rules.manilha_suits, manilha_rank(rules, vira))


@cache
def _strengths(ranks: tuple[str, ...], manilha_suits: tuple[str, ...], manilha: str) -> Mapping[Card, int]:
    table = {Card(rank, suit): ranks.index(rank) for rank in ranks for suit in SUITS}
    for above, suit in enumerate(reversed(manilha_suits)):
        table[Card(manilha, suit)] = len(ranks) + above
    return table


def strength_of(played: Played, strength: Mapping[Card, int]) -> int:
    return HIDDEN if played.hidden else strength[played.card]


def round_winner(plays: Iterable[Played], strength: Mapping[Card, int]) -> int | None:
    """The seat that showed the highest card; of two partners, the first to show it. None when the pairs are equal.

    Keys: rounds.winner, rounds.leader.
    """
    best, winner, tied = HIDDEN, None, True
    for played in plays:
        power = strength_of(played, strength)
        if power > best:
            best, winner, tied = power, played.seat, False
        elif power == best and winner is not None and pair_of(winner) != pair_of(played.seat):
            tied = True
    return None if tied else winner
