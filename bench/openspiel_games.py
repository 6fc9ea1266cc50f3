"""Random play through OpenSpiel from Python. Its chance nodes deal the cards; they are timed but not counted."""

from random import Random

from bench.workload import Benchmark, Play


def prepare_examples(name: str, rng: Random) -> Play:
    """The loop of OpenSpiel's examples: each chance node is asked for its outcomes, each player for its actions."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play_a_game() -> int:
        steps = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return play_a_game


def prepare_tuned_euchre(rng: Random) -> Play:
    """The fastest loop we found for euchre.

    All outcomes of a chance node are equally likely there, so a deck is shuffled here and applied card by card. Only a
    finished game has no legal actions.
    """
    import pyspiel

    game = pyspiel.load_game("euchre")
    cards = list(range(24))
    dealt = 4 * 5 + 1
    random = rng.random

    def play_a_game() -> int:
        steps = 0
        state = game.new_initial_state()
        state.apply_action(int(random() * 4))
        rng.shuffle(cards)
        for card in cards[:dealt]:
            state.apply_action(card)
        while legal := state.legal_actions():
            state.apply_action(legal[int(random() * len(legal))])
            steps += 1
        return steps

    return play_a_game


EUCHRE = Benchmark(
    "openspiel-euchre", "OpenSpiel euchre, as its examples", "open_spiel", lambda rng: prepare_examples("euchre", rng)
)
EUCHRE_TUNED = Benchmark("openspiel-euchre-tuned", "OpenSpiel euchre, tuned loop", "open_spiel", prepare_tuned_euchre)
GIN = Benchmark(
    "openspiel-gin",
    "OpenSpiel gin_rummy, as its examples",
    "open_spiel",
    lambda rng: prepare_examples("gin_rummy", rng),
)
