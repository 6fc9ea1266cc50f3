"""Standings held against a second implementation of E-7, written from the ruling, on thousands of small tournaments."""

import random
from collections.abc import Iterable, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carteado.regulation.event_rules import Criterion
from carteado.tournament.outcomes import Outcome
from carteado.tournament.ranking import criteria
from carteado.tournament.ranking.standings import Placing, event_placings, standings
from tests.tournament.ranking.results import AP, FA, renamed, with_rule

# --- the ruling again ---------------------------------------------------------------------------------------------


class Naive:
    """E-7 word by word. The result is a list of lists: pairs in one list are equal to the end."""

    def __init__(self, outcomes: Sequence[Outcome], lots: Sequence[str]) -> None:
        self.outcomes, self.lots = outcomes, lots

    def of(self, pair: str) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if pair in outcome.pairs]

    def wins(self, pair: str) -> int:
        return len([outcome for outcome in self.outcomes if outcome.winner == pair])

    def points(self, pair: str) -> int:
        return sum(outcome.points[0] if outcome.pairs[0] == pair else outcome.points[1] for outcome in self.of(pair))

    def balance(self, pair: str) -> int:
        against = sum(outcome.points[1] if outcome.pairs[0] == pair else outcome.points[0] for outcome in self.of(pair))
        return self.points(pair) - against

    def table(self, pairs: Sequence[str]) -> list[list[str]]:
        found = []
        for wins in sorted({self.wins(pair) for pair in pairs}, reverse=True):
            found += self.tie([pair for pair in pairs if self.wins(pair) == wins], "balance")
        return found

    def tie(self, tied: list[str], criterion: str) -> list[list[str]]:
        """Three or more by a criterion and those after it; as soon as two are left, direct encounter first."""
        if len(tied) == 1:
            return [tied]
        if len(tied) == 2:
            return self.two(tied[0], tied[1])
        if criterion == "lots":
            return [[pair] for pair in self.lots if pair in tied] if set(tied) <= set(self.lots) else [tied]
        measure = {"balance": self.balance, "points": self.points}[criterion]
        found = []
        for value in sorted({measure(pair) for pair in tied}, reverse=True):
            level = [pair for pair in tied if measure(pair) == value]
            found += self.tie(level, {"balance": "points", "points": "lots"}[criterion])
        return found

    def two(self, one: str, two: str) -> list[list[str]]:
        between = [outcome for outcome in self.of(one) if two in outcome.pairs]
        won = [len([outcome for outcome in between if outcome.winner == pair]) for pair in (one, two)]
        for first, second in (
            won,
            (self.balance(one), self.balance(two)),
            (self.points(one), self.points(two)),
        ):
            if first != second:
                return [[one], [two]] if first > second else [[two], [one]]
        if one in self.lots and two in self.lots:
            return [[pair] for pair in self.lots if pair in (one, two)]
        return [[one, two]]


# --- small tournaments in which many are tied ---------------------------------------------------------------------


def tournament(chance: random.Random) -> tuple[str, list[Outcome]]:
    pairs = "ABCDEFG"[: chance.randint(2, 7)]
    outcomes: list[Outcome] = []
    for leg in range(chance.choice((1, 1, 1, 2))):
        meetings = [meeting for meeting in combinations(pairs, 2) if chance.random() < 0.85]
        outcomes += [a_match(meeting, leg + 1, chance) for meeting in meetings]
    chance.shuffle(outcomes)
    return pairs, outcomes


def a_match(meeting: tuple[str, str], round: int, chance: random.Random) -> Outcome:
    one, two = chance.sample(meeting, 2)
    how = chance.random()
    if how < 0.05:
        return Outcome("group", round, (one, two), (0, 0), None, True, frozenset(meeting))
    if how < 0.15:
        return Outcome("group", round, (one, two), (3000, 0), one, True, frozenset({two}))
    scored = chance.choice((3000, 3000, 3100))
    return Outcome("group", round, (one, two), (scored, scored - chance.choice((0, 100, 100, 200))), one)


def by_rank(placings: Iterable[Placing]) -> list[list[str]]:
    found: dict[int, list[str]] = {}
    for placing in placings:
        found.setdefault(placing.rank, []).append(placing.pair)
    return list(found.values())


@pytest.mark.parametrize("seed", range(8))
def test_the_same_order_and_the_same_equals(seed: int) -> None:
    chance = random.Random(seed)
    kinds = set[Criterion]()
    for _ in range(500):
        pairs, outcomes = tournament(chance)
        lots = chance.sample(pairs, chance.choice((0, len(pairs), len(pairs), chance.randint(0, len(pairs)))))
        found = standings(AP, pairs, outcomes, lots=lots)
        assert by_rank(found) == Naive(outcomes, lots).table(pairs)
        assert [placing.pair for placing in standings(FA, pairs, outcomes, lots=lots)] == [one.pair for one in found]
        assert [(one.pair, one.rank) for one in event_placings(AP, pairs, outcomes, lots=lots)] == [
            (one.pair, one.rank) for one in found
        ]
        kinds |= {Criterion(placing.by.criterion) for placing in found}
    expected = {Criterion.WINS, Criterion.DIRECT_ENCOUNTER, Criterion.BALANCE, Criterion.SCORED, Criterion.LOTS}
    assert kinds == expected  # every criterion decided something


@pytest.mark.parametrize("seed", range(4))
def test_neither_names_nor_the_order_of_matches_count(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(200):
        pairs, outcomes = tournament(chance)
        lots = chance.sample(pairs, len(pairs))
        names = dict(zip(pairs, chance.sample("STUVWXYZ", len(pairs)), strict=True))
        other = renamed(outcomes, names)
        chance.shuffle(other)
        listed = chance.sample([names[pair] for pair in pairs], len(pairs))
        before = standings(AP, pairs, outcomes, lots=lots)
        after = standings(AP, listed, other, lots=[names[pair] for pair in lots])
        assert [(names[one.pair], one.rank, one.wins, one.scored) for one in before] == [
            (one.pair, one.rank, one.wins, one.scored) for one in after
        ]


@given(seed=st.integers(0, 10**9))
@settings(max_examples=200)
def test_with_all_lots_drawn_the_standings_are_a_total_order(seed: int) -> None:
    chance = random.Random(seed)
    pairs, outcomes = tournament(chance)
    found = standings(AP, pairs, outcomes, lots=chance.sample(pairs, len(pairs)))
    assert [placing.rank for placing in found] == list(range(1, len(pairs) + 1))
    assert sorted(placing.pair for placing in found) == sorted(pairs)
    assert [placing.wins for placing in found] == sorted((placing.wins for placing in found), reverse=True)


# --- cost ---------------------------------------------------------------------------------------------------------


def swiss(pairs: int, rounds: int, chance: random.Random) -> tuple[list[str], list[Outcome]]:
    names = [f"pair-{number}" for number in range(pairs)]
    outcomes = []
    for number in range(1, rounds + 1):
        chance.shuffle(names)
        for one, two in zip(names[::2], names[1::2], strict=True):
            outcomes.append(Outcome("swiss", number, (one, two), (3000, 100 * chance.randint(0, 29)), one))
    return names, outcomes


def values_counted(pairs: int, monkeypatch: pytest.MonkeyPatch, *, level: bool = False) -> int:
    """How many values the criteria work out for the standings of a Swiss with so many pairs."""
    counted = 0

    def counting(yardstick: criteria.Yardstick) -> criteria.Yardstick:
        def count(ledger: criteria.Ledger, tied: criteria.Tied) -> Sequence[int]:
            nonlocal counted
            counted += len(tied)
            return yardstick.counted(ledger, tied)

        return yardstick._replace(counted=count)

    names, outcomes = swiss(pairs, 11, random.Random(pairs))
    if level:
        outcomes = [outcome._replace(winner=None, points=(0, 0)) for outcome in outcomes]
    rules = with_rule(AP, "standings.more_tied", ["opponents_wins", "balance", "scored", "lots"])
    with monkeypatch.context() as patch:
        patch.setattr(criteria, "CRITERIA", {name: counting(one) for name, one in criteria.CRITERIA.items()})
        standings(rules, names, outcomes)
    return counted


@pytest.mark.parametrize("level", [False, True])
def test_the_cost_grows_with_the_pairs_and_not_with_their_square(monkeypatch: pytest.MonkeyPatch, level: bool) -> None:
    """Each pair is measured at most once by each criterion of each list, however many are tied."""
    small, large = (values_counted(pairs, monkeypatch, level=level) for pairs in (250, 1000))
    assert small <= 250 * (1 + 4 + 4)
    assert large <= 4.5 * small
