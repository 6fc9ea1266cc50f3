"""Results in a few words, for the tests of standings and of who goes on."""

from collections.abc import Iterable

from carteado.regulation import Override, Regulation, load
from carteado.tournament.outcomes import Outcome, PairId

AF, FA, AP = (load(name) for name in ("afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra"))
TM = load("truco-masters-2025")


def met(text: str, *, phase: str = "group", round: int = 1) -> Outcome:
    """``A 3000 B 1200``: A beat B. ``A wo B`` is a W.O. won by A, ``A wowo B`` a double one; points as they count."""
    words = text.split()
    if len(words) == 3:
        one, how, two = words
        winner = one if how == "wo" else None
        points = (target(phase), 0) if winner else (0, 0)
        return Outcome(phase, round, (one, two), points, winner, True, frozenset({one, two} - {winner}))
    one, scored, two, conceded = words
    return Outcome(phase, round, (one, two), (int(scored), int(conceded)), one)


def target(phase: str) -> int:
    return 2000 if phase == "final" else 1500


def played(*texts: str, phase: str = "group", round: int = 1) -> list[Outcome]:
    return [met(text, phase=phase, round=round) for text in texts]


def with_rule(regulation: Regulation, key: str, value: object) -> Regulation:
    return regulation.with_overrides((Override(key, value, "the organisers"),))


def renamed(outcomes: Iterable[Outcome], names: dict[PairId, PairId]) -> list[Outcome]:
    return [
        outcome._replace(
            pairs=(names[outcome.pairs[0]], names[outcome.pairs[1]]),
            winner=None if outcome.winner is None else names[outcome.winner],
            out=frozenset(names[pair] for pair in outcome.out),
        )
        for outcome in outcomes
    ]
