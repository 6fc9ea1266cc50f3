"""Which pair takes a hand, decided from the winners of its rounds alone."""

from collections.abc import Sequence
from typing import Final, Literal

from carteado.regulation.truco_rules import AllTied, SecondRoundTied, Ties

TIED: Final = "tied"
"""All three rounds were tied and no pair takes the hand."""


def decision(winners: Sequence[int | None], ties: Ties, first_pair: int) -> int | Literal["tied"] | None:
    """The pair that takes the hand, TIED, or None while another round is needed.

    ``winners`` has the pair that won each finished round, None for a tied one; ``first_pair`` began the hand.
    Keys: rounds.decided, ties.first_round … ties.all_rounds.
    """
    first, *later = winners
    if not later:
        return None
    if first is None:
        return _after_tied_first(later, ties, first_pair)
    second = later[0]
    if second == first or (second is None and ties.second_round is SecondRoundTied.FIRST_ROUND_WINNER):
        return first
    if len(later) == 1:
        return None
    return first if later[1] is None else later[1]


def _after_tied_first(later: Sequence[int | None], ties: Ties, first_pair: int) -> int | Literal["tied"] | None:
    """The first round that a pair wins decides the hand."""
    for winner in later:
        if winner is not None:
            return winner
    if len(later) < 2:
        return None
    return first_pair if ties.all_rounds is AllTied.FIRST_PLAYER else TIED
