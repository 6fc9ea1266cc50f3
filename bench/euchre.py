"""Random euchre through OpenSpiel, driven from Python. Cards are dealt by chance nodes, which are not counted."""

from random import Random
from typing import Any

from bench.workload import Benchmark, Play, any_of

SEATS = 4
CARDS = 24
CARDS_DEALT = 21
"""Five to each of the four players, and the one turned up."""


def prepare_shuffled(rng: Random) -> Play:
    """The deck is shuffled here and applied card by card: OpenSpiel is never asked what chance may do.

    Every outcome of every chance node is as likely as the others, so the games are the same.
    """
    import pyspiel

    game = pyspiel.load_game("euchre")
    cards = list(range(CARDS))

    def play_a_game() -> int:
        state = game.new_initial_state()
        dealer = any_of(range(SEATS), rng)
        state.apply_action(dealer)
        rng.shuffle(cards)
        for card in cards[:CARDS_DEALT]:
            state.apply_action(card)
        return _play_out(state, rng)

    return play_a_game


def prepare_by_nodes(rng: Random) -> Play:
    """Each chance node is asked for its outcomes, as the examples of OpenSpiel do."""
    import pyspiel

    game = pyspiel.load_game("euchre")

    def play_a_game() -> int:
        state = game.new_initial_state()
        while state.is_chance_node():
            outcome, _probability = any_of(state.chance_outcomes(), rng)
            state.apply_action(outcome)
        return _play_out(state, rng)

    return play_a_game


def _play_out(state: Any, rng: Random) -> int:
    """Only a finished game has no legal actions, which spares asking whether it is finished."""
    steps = 0
    while legal := state.legal_actions():
        state.apply_action(any_of(legal, rng))
        steps += 1
    return steps


OPENSPIEL = Benchmark(
    name="openspiel",
    about="OpenSpiel euchre, deck shuffled here",
    package="open_spiel",
    prepare=prepare_shuffled,
)
OPENSPIEL_BY_NODES = Benchmark(
    name="openspiel-nodes",
    about="OpenSpiel euchre, chance nodes asked",
    package="open_spiel",
    prepare=prepare_by_nodes,
)
