"""Random limit hold'em through RLCard, two players, its default."""

from random import Random

from bench.workload import Benchmark, Play, any_of


def prepare_env(rng: Random) -> Play:
    """Through the environment: raw actions, which spare it the decoding. It encodes an observation at every step."""
    import rlcard

    env = rlcard.make("limit-holdem", config={"seed": rng.getrandbits(32)})

    def play_a_game() -> int:
        steps = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(any_of(state["raw_legal_actions"], rng), raw_action=True)
            steps += 1
        return steps

    return play_a_game


def prepare_game(rng: Random) -> Play:
    """The game inside the environment, which encodes nothing."""
    import rlcard

    game = rlcard.make("limit-holdem", config={"seed": rng.getrandbits(32)}).game

    def play_a_game() -> int:
        steps = 0
        state, _ = game.init_game()
        while not game.is_over():
            state, _ = game.step(any_of(state["legal_actions"], rng))
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
