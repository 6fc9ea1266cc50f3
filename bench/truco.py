"""Random truco through the engine, in the sequential form: one seat is asked at a time and may pass to its partner."""

from random import Random

from bench.workload import Benchmark, Play, any_of
from carteado.cards import Pass
from carteado.regulation import TrucoRules, load
from carteado.truco import Match, PlayerAct, apply, asked, dealt_from, deck, legal_acts, start

REGULATION = "truco-masters-2025"


def prepare(rng: Random) -> Play:
    rules = load(REGULATION).rules
    assert isinstance(rules, TrucoRules)
    cards = list(deck(rules))

    def play_a_match() -> int:
        steps = 0
        match = start(rules, players=4)
        while match.winner is None:
            rng.shuffle(cards)
            match, _ = apply(match, dealt_from(match, cards))
            while seats := asked(match):
                act, decisions = _answer(match, seats, rng)
                match, _ = apply(match, act)
                steps += decisions
        return steps

    return play_a_match


def _answer(match: Match, seats: tuple[int, ...], rng: Random) -> tuple[PlayerAct, int]:
    """The act that is chosen, and how many seats decided on the way: each that passed, and the one that did not."""
    for passed, seat in enumerate(seats[:-1]):
        act = any_of([*legal_acts(match, seat), Pass(seat)], rng)
        if not isinstance(act, Pass):
            return act, passed + 1
    return any_of(legal_acts(match, seats[-1]), rng), len(seats)


TRUCO = Benchmark(
    name="truco",
    about="truco, 4 players, matches of 12",
    package="carteado",
    prepare=prepare,
)
