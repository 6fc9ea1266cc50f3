"""Random euchre through OpenSpiel, driven from Python. Chance nodes deal the cards; they are timed, not counted."""

from random import Random

from bench.workload import Benchmark, Play

SEATS = 4
CARDS = 24
CARDS_DEALT = 21
"""Five to each of the four players, and the one turned up."""


def prepare_shuffled(rng: Random) -> Play:
    """The deck is shuffled here and applied card by card, so OpenSpiel is never asked what chance may do.

    At every chance node all outcomes are equally likely, so the games are the same as by asking.
    """
    import pyspiel

    game = pyspiel.load_game("euchre")
    cards = list(range(CARDS))
    random = rng.random

    def play_a_game() -> int:
        steps = 0
        state = game.new_initial_state()
        dealer = int(random() * SEATS)
        state.apply_action(dealer)
        rng.shuffle(cards)
        for card in cards[:CARDS_DEALT]:
            state.apply_action(card)
        # Only a finished game has no legal actions, which spares asking whether it is finished.
        while legal := state.legal_actions():
            state.apply_action(legal[int(random() * len(legal))])
            steps += 1
        return steps

    return play_a_game


def prepare_by_nodes(rng: Random) -> Play:
    """Each chance node is asked for its outcomes, as the examples of OpenSpiel do."""
    import pyspiel

    game = pyspiel.load_game("euchre")
    random = rng.random

    def play_a_game() -> int:
        steps = 0
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            outcome, _probability = outcomes[int(random() * len(outcomes))]
            state.apply_action(outcome)
        while legal := state.legal_actions():
            state.apply_action(legal[int(random() * len(legal))])
            steps += 1
        return steps

    return play_a_game


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
