"""Deals and draws that anyone can recompute: ``carteado-fair/1`` and ``carteado-draw/1``.

A hash of the secret is published before the deal or draw, and the secret afterwards. The outcome follows from the
secret and the public inputs.
``FairError`` (a ``ValueError``) is an input that cannot be used; ``Problem`` is a published value that
recomputing does not confirm.
"""

from carteado.fair.apart import Clash, Move, Separated, separated
from carteado.fair.commitments import commitment, new_seed, parse_seed
from carteado.fair.deals import (
    DEAL_FORMAT,
    Dealt,
    Fair,
    after_cuts_and_burn,
    commitment_problems,
    cut,
    deal_label,
    deal_round,
    deck_as_dealt,
    shuffled_deck,
)
from carteado.fair.draws import (
    ALGORITHM,
    DRAW_FORMAT,
    Draw,
    draw_protocol,
    draw_seed,
    drawn_order,
    verify_draw,
)
from carteado.fair.errors import FairError, Problem
from carteado.fair.stream import number_below, random_words, shuffled

__all__ = [
    "ALGORITHM",
    "DEAL_FORMAT",
    "DRAW_FORMAT",
    "Clash",
    "Dealt",
    "Draw",
    "Fair",
    "FairError",
    "Move",
    "Problem",
    "Separated",
    "after_cuts_and_burn",
    "commitment",
    "commitment_problems",
    "cut",
    "deal_label",
    "deal_round",
    "deck_as_dealt",
    "draw_protocol",
    "draw_seed",
    "drawn_order",
    "new_seed",
    "number_below",
    "parse_seed",
    "random_words",
    "separated",
    "shuffled",
    "shuffled_deck",
    "verify_draw",
]
