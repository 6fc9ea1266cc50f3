"""Random truco through the engine in the sequential form: one seat at a time is asked, and may pass to its partner."""

from collections.abc import Sequence
from random import Random

from bench.workload import Benchmark, Play
from carteado.cards import Pass
from carteado.regulation import TrucoRules, load
from carteado.truco import PlayerAct, apply, asked, dealt_from, deck, legal_acts, start

REGULATION = "truco-masters-2025"


def prepare(rng: Random) -> Play:
    """Whole matches of four players. A pass is a decision like any other; a deal is none."""
    rules = load(REGULATION).rules
    assert isinstance(rules, TrucoRules)
    cards = list(deck(rules))
    random = rng.random

    def play_a_match() -> int:
        steps = passed = 0
        match = start(rules, players=4)
        while match.winner is None:
            rng.shuffle(cards)
            match, _ = apply(match, dealt_from(match, cards))
            while seats := asked(match):
                seat = seats[passed]
                options: Sequence[PlayerAct | Pass] = legal_acts(match, seat)
                if seat != seats[-1]:
                    options = [*options, Pass(seat)]
                act = options[int(random() * len(options))]
                if isinstance(act, Pass):
                    passed += 1
                else:
                    match, _ = apply(match, act)
                    passed = 0
                steps += 1
        return steps

    return play_a_match


TRUCO = Benchmark(
    name="truco",
    about="truco, 4 players, matches of 12",
    package="carteado",
    prepare=prepare,
)
