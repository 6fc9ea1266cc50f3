"""Random play through RLCard, with two players, its default."""

from random import Random

from bench.workload import Benchmark, Play


def prepare_agents(game: str, rng: Random) -> Play:
    """The loop of RLCard's documentation: its own random agents and ``env.run``."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(game, config={"seed": rng.getrandbits(32)})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play_a_game() -> int:
        trajectories, _ = env.run(is_training=False)
        return sum(len(one) // 2 for one in trajectories)

    return play_a_game


def prepare_tuned(game: str, rng: Random) -> Play:
    """The fastest loop we found through the environment: no agents, raw actions, an in-line choice."""
    import rlcard

    env = rlcard.make(game, config={"seed": rng.getrandbits(32)})
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


HOLDEM = Benchmark(
    "rlcard-holdem", "RLCard limit-holdem, its agents", "rlcard", lambda rng: prepare_agents("limit-holdem", rng)
)
HOLDEM_TUNED = Benchmark(
    "rlcard-holdem-tuned", "RLCard limit-holdem, tuned loop", "rlcard", lambda rng: prepare_tuned("limit-holdem", rng)
)
GIN = Benchmark("rlcard-gin", "RLCard gin-rummy, its agents", "rlcard", lambda rng: prepare_agents("gin-rummy", rng))
