"""``python -m bench.pairing``: the processor time to pair each round of a Swiss.

It is separate from the other benchmarks because it measures seconds a round, not steps a second.
"""

import argparse
import json
from random import Random
from time import process_time

from rich.console import Console
from rich.table import Table

from carteado.tournament.formats.swiss import Round, pair_round
from carteado.tournament.outcomes import PairId

PAIRS, ROUNDS, MOST = 2000, 11, 10.0
PAIRS_OF_A_DELEGATION = 10


class Event:
    """An event of pairs in delegations. Each pair has a random skill, which decides its matches together with luck."""

    def __init__(self, pairs: int, rng: Random) -> None:
        self.rng = rng
        self.order: list[PairId] = [str(number) for number in range(pairs)]
        self.apart = {pair: str(number // PAIRS_OF_A_DELEGATION) for number, pair in enumerate(self.order)}
        self.skill = {pair: rng.gauss(0, 1) for pair in self.order}
        self.wins: dict[PairId, int] = dict.fromkeys(self.order, 0)
        self.played: list[tuple[PairId, PairId]] = []
        self.byes: list[PairId] = []
        rng.shuffle(self.order)

    def next_round(self) -> Round:
        made = pair_round(self.order, wins=self.wins, played=self.played, byes=self.byes, apart=self.apart)
        if not isinstance(made, Round):
            raise RuntimeError(f"no round after {len(self.played)} matches: {made.code}")
        return made

    def play(self, made: Round) -> None:
        self.played += made.pairings
        winners = [max(pairing, key=lambda pair: self.skill[pair] + self.rng.gauss(0, 1)) for pairing in made.pairings]
        if made.bye is not None:
            self.byes.append(made.bye)
            winners.append(made.bye)
        for pair in winners:
            self.wins[pair] += 1
        self.rng.shuffle(self.order)
        self.order.sort(key=lambda pair: -self.wins[pair])


def measure_pairing(*, pairs: int, rounds: int, seed: int) -> list[float]:
    """The seconds to pair each round, without the time to play it."""
    event = Event(pairs, Random(seed))
    seconds = []
    for _ in range(rounds):
        start = process_time()
        made = event.next_round()
        seconds.append(process_time() - start)
        event.play(made)
    return seconds


def main() -> None:
    asked = _arguments().parse_args()
    seconds = measure_pairing(pairs=asked.pairs, rounds=asked.rounds, seed=asked.seed)
    met = max(seconds) <= MOST
    if asked.json:
        print(json.dumps({"pairs": asked.pairs, "seconds": seconds, "bar": MOST, "met": met}, indent=2))
        return
    table = Table("round", title=f"Pairing a Swiss of {asked.pairs:,} pairs, one core")
    table.add_column("seconds", justify="right")
    for number, taken in enumerate(seconds, start=1):
        table.add_row(str(number), f"{taken:.2f}")
    console = Console()
    console.print(table)
    console.print(f"slowest {max(seconds):.2f} s, at most {MOST:g} s wanted: {'met' if met else 'not met'}")


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.pairing", description="Seconds to pair each Swiss round.")
    parser.add_argument("--pairs", type=int, default=PAIRS, help=f"in the event (default {PAIRS:,})")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"to play (default {ROUNDS})")
    parser.add_argument("--seed", type=int, default=1, help="of skills and results (default 1)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    return parser


if __name__ == "__main__":
    main()
