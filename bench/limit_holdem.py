"""Random limit hold'em through RLCard, with two players, its default."""

from random import Random

from bench.workload import Benchmark, Play


def prepare_env(rng: Random) -> Play:
    """Through the environment, which encodes an observation at every step. Raw actions spare it decoding them."""
    import rlcard

    env = rlcard.make("limit-holdem", config={"seed": rng.getrandbits(32)})
    random = rng.random

    def play_a_game() -> int:
        steps = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = state["raw_legal_actions"]
            state, _ = env.step(legal[int(random() * len(legal))], raw_action=True)
            steps += 1
        return steps

    return play_a_game


def prepare_game(rng: Random) -> Play:
    """The game inside the environment, which encodes nothing."""
    import rlcard

    game = rlcard.make("limit-holdem", config={"seed": rng.getrandbits(32)}).game
    random = rng.random

    def play_a_game() -> int:
        steps = 0
        state, _ = game.init_game()
        while not game.is_over():
            legal = state["legal_actions"]
            state, _ = game.step(legal[int(random() * len(legal))])
            steps += 1
        return steps

    return play_a_game


RLCARD = Benchmark(
    name="rlcard",
    about="RLCard limit-holdem, environment",
    package="rlcard",
    prepare=prepare_env,
)
RLCARD_GAME = Benchmark(
    name="rlcard-game",
    about="RLCard limit-holdem, game inside it",
    package="rlcard",
    prepare=prepare_game,
)
