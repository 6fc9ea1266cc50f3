"""Random play through our engines in the sequential form: seats are asked one by one and may pass to their partner."""

from random import Random

from bench.workload import Benchmark, Play
from carteado.cards import Pass
from carteado.record import engine_for
from carteado.regulation import load


def prepare(regulation: str, rng: Random) -> Play:
    """Prepare hands of four players from an even score. A pass counts as a decision, a deal does not."""
    engine = engine_for(load(regulation))
    cards = list(engine.deck())
    before = engine.start(players=4, first_dealer=0)

    def play_a_hand() -> int:
        steps = passed = 0
        rng.shuffle(cards)
        match, _ = engine.apply(before, engine.dealt_from(before, cards, cuts=(), burn=0))
        while seats := engine.seats_to_ask(match):
            seat = seats[passed]
            options = engine.legal_acts(match, seat)
            if seat != seats[-1]:
                options.append(Pass(seat))
            act = rng.choice(options)
            if isinstance(act, Pass):
                passed += 1
            else:
                match, _ = engine.apply(match, act)
                passed = 0
            steps += 1
        return steps

    return play_a_hand


def _benchmark(name: str, about: str, regulation: str) -> Benchmark:
    return Benchmark(name, about, "carteado", lambda rng: prepare(regulation, rng))


TRUCO = _benchmark("truco", "truco", "truco-masters-2025")
AFIA = _benchmark("afia", "Tranca by AFIA 2026", "afia-2026-tranca")
FARAES = _benchmark("faraes", "Tranca by FARAES 2023", "faraes-2023-tranca")
APCEF = _benchmark("apcef", "Canastra by APCEF/SC 2022", "apcef-sc-2022-canastra")
