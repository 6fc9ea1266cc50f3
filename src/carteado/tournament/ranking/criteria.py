"""Criteria that rank pairs, and the order that a list of them gives to tied pairs.

A criterion is a small object: what it counts for each tied pair, and whether more or less of it is better. The
regulation lists them, with separate lists for two tied pairs and for more.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from carteado.regulation import Catalogue, Regulation
from carteado.regulation.event_rules import Criterion
from carteado.tournament.formats.stages import QUALIFYING
from carteado.tournament.outcomes import Outcome, PairId

# --- what is known of each pair -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Line:
    """Totals of a pair's matches. ``beaten`` and ``met`` name the opponents, once for each match."""

    wins: int = 0
    played: int = 0
    scored: int = 0
    conceded: int = 0
    walkovers: int = 0
    beaten: Counter[PairId] = field(default_factory=Counter)
    met: list[PairId] = field(default_factory=list)
    qualifying: Counter[int] = field(default_factory=Counter)
    """Points conceded, by qualifying round."""

    def add(self, pair: PairId, outcome: Outcome) -> None:
        opponent = outcome.opponent_of(pair)
        self.played += 1
        self.scored += outcome.scored_by(pair)
        self.conceded += outcome.conceded_by(pair)
        self.walkovers += outcome.walkover and bool(opponent)
        self.met.append(opponent)
        if outcome.winner == pair:
            self.wins += 1
            self.beaten[opponent] += 1


class Ledger(NamedTuple):
    """Totals of each pair over the matches that count, and the order in which lots were drawn."""

    lines: Mapping[PairId, Line]
    lots: Mapping[PairId, int]


NO_LEDGER = Ledger({}, {})


def ledger_of(
    pairs: Iterable[PairId],
    outcomes: Iterable[Outcome],
    *,
    lots: Sequence[PairId] = (),
    qualifying: Iterable[Outcome] = (),
) -> Ledger:
    """Add up ``outcomes``. From ``qualifying``, keep only what each pair conceded in each round."""
    lines: dict[PairId, Line] = {pair: Line() for pair in pairs}
    for outcome in outcomes:
        for pair in outcome.pairs:
            if pair in lines:
                lines[pair].add(pair, outcome)
    for outcome in qualifying:
        for pair in outcome.pairs:
            if pair in lines and outcome.phase == QUALIFYING:
                lines[pair].qualifying[outcome.round] += outcome.conceded_by(pair)
    return Ledger(lines, {pair: place for place, pair in enumerate(lots)})


# --- the criteria -------------------------------------------------------------------------------------------------

Tied = Sequence[PairId]
Counted = Callable[[Ledger, Tied], Sequence[int]]


class Yardstick(NamedTuple):
    """What a criterion counts for each of the tied pairs, in their order.

    ``rounds`` are the qualifying round that it compares, and the one it takes for a pair without a match in that round.
    """

    counted: Counted
    more_is_better: bool = True
    is_signed: bool = False
    is_explained: bool = True
    rounds: tuple[int, int] | None = None

    def as_text(self, value: int) -> str:
        return (f"{value:+d}" if self.is_signed else str(value)).replace("-", "\N{MINUS SIGN}")


def _each(number: Callable[[Line], int]) -> Counted:
    return lambda ledger, tied: [number(ledger.lines[pair]) for pair in tied]


def _wins_among_the_tied(ledger: Ledger, tied: Tied) -> list[int]:
    """Direct encounter: matches won against the other tied pairs. Two that never met, or won one each, are level."""
    among = frozenset(tied)
    return [sum(won for rival, won in ledger.lines[pair].beaten.items() if rival in among) for pair in tied]


def _opponents_wins(ledger: Ledger, tied: Tied) -> list[int]:
    """Matches won by a pair's opponents, which in a Swiss shows how strong they were."""
    lines = ledger.lines
    return [sum(lines[rival].wins for rival in lines[pair].met if rival in lines) for pair in tied]


def _round_counted(line: Line, rounds: tuple[int, int]) -> int:
    """The round, or the other for a pair without a match in it. Keys: lucky_losers.second_round_missing."""
    number, otherwise = rounds
    return number if number in line.qualifying else otherwise


def _conceded_in(number: int, otherwise: int) -> Yardstick:
    """Points conceded in a qualifying round. A pair without a match in that round counts the other."""
    rounds = number, otherwise
    counted = _each(lambda line: line.qualifying[_round_counted(line, rounds)])
    return Yardstick(counted, more_is_better=False, rounds=rounds)


_ROUNDS = {1: "conceded_first_round", 2: "conceded_second_round"}


def name_compared(criterion: Criterion, ledger: Ledger, pairs: Tied) -> str:
    """The criterion's name, by the qualifying round that was really compared.

    Keys: lucky_losers.second_round_missing.
    """
    rounds = CRITERIA[criterion].rounds
    if rounds is None:
        return criterion
    counted = {_round_counted(ledger.lines[pair], rounds) for pair in pairs}
    return _ROUNDS[counted.pop()] if len(counted) == 1 else f"{criterion}_or_the_other"


def _places_drawn(ledger: Ledger, tied: Tied) -> list[int]:
    """The places given by lots. Lots separate no pairs until all the tied have been drawn."""
    if all(pair in ledger.lots for pair in tied):
        return [ledger.lots[pair] for pair in tied]
    return [0] * len(tied)


CRITERIA: dict[Criterion, Yardstick] = {
    Criterion.WINS: Yardstick(_each(lambda line: line.wins)),
    Criterion.DIRECT_ENCOUNTER: Yardstick(_wins_among_the_tied),
    Criterion.BALANCE: Yardstick(_each(lambda line: line.scored - line.conceded), is_signed=True),
    Criterion.SCORED: Yardstick(_each(lambda line: line.scored)),
    Criterion.OPPONENTS_WINS: Yardstick(_opponents_wins),
    Criterion.CONCEDED_FIRST_ROUND: _conceded_in(1, 2),
    Criterion.CONCEDED_SECOND_ROUND: _conceded_in(2, 1),
    Criterion.LOTS: Yardstick(_places_drawn, more_is_better=False, is_explained=False),
}


# --- lists of criteria --------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """A criterion in a list of the regulation, and the key of the list. Without a key no article states it."""

    criterion: Criterion
    key: str | None


Steps = tuple[Step, ...]


def steps(criteria: Iterable[Criterion], key: str | None) -> Steps:
    return tuple(Step(criterion, key) for criterion in criteria)


class Directives(NamedTuple):
    """Criteria that rank all pairs, and those that decide between pairs left level, by how many they are."""

    ranked_by: Steps
    two_tied: Steps = ()
    more_tied: Steps = ()

    def for_tied(self, count: int) -> Steps:
        return self.two_tied if count == 2 else self.more_tied


class Parting(NamedTuple):
    """What separates two neighbours: the criterion, the value of each, and how many criteria came before it.

    After the last criterion they may still be level: lots that are not drawn.
    """

    step: Step
    ahead: int
    behind: int
    depth: int

    @property
    def is_level(self) -> bool:
        return self.ahead == self.behind


class Order(NamedTuple):
    """Pairs from first to last. ``partings[i]`` is between ``pairs[i]`` and the next; ``ledger`` is what they go by."""

    pairs: tuple[PairId, ...]
    partings: tuple[Parting, ...] = ()
    ledger: Ledger = NO_LEDGER

    def blocks(self) -> list[range]:
        """The places from first to last; pairs that are level share a block."""
        starts = [0, *(place for place, parting in enumerate(self.partings, start=1) if not parting.is_level)]
        return [range(*ends) for ends in pairwise([*starts, len(self.pairs)])] if self.pairs else []

    def without(self, left: Collection[PairId]) -> "Order":
        """The order of the other pairs. Each stands beside the next that stays."""
        stay = [place for place, pair in enumerate(self.pairs) if pair not in left]
        partings = tuple(self.parting_of(place, later) for place, later in pairwise(stay))
        return Order(tuple(self.pairs[place] for place in stay), partings, self.ledger)

    def parting_of(self, place: int, later: int) -> Parting:
        """The first criterion that separates two places, with the value of each; the last criterion if none does."""
        between = self.partings[place:later]
        parted = [parting for parting in between if not parting.is_level]
        if not parted:
            return between[0]
        depth = min(parting.depth for parting in parted)
        deciding = [parting for parting in parted if parting.depth == depth]
        return deciding[0]._replace(behind=deciding[-1].behind)


def ordered(pairs: Sequence[PairId], ledger: Ledger, directives: Directives) -> Order:
    """The pairs in the order of the directives. Pairs that nothing separates keep their given order."""
    if len(pairs) < 2:
        return Order(tuple(pairs), ledger=ledger)
    return _Sorting(directives, ledger).ranked(pairs, directives.ranked_by)._replace(ledger=ledger)


class _Sorting(NamedTuple):
    directives: Directives
    ledger: Ledger

    def ranked(self, pairs: Tied, steps: Steps, depth: int = 0) -> Order:
        """Order by the criteria that rank all pairs, then each group left level by the list for its size."""
        orders: list[Order] = []
        blocks = self._split(pairs, steps[0])
        for _, block in blocks:
            if len(block) > 1 and steps[1:]:
                orders.append(self.ranked(block, steps[1:], depth + 1))
            else:
                later = self.directives.for_tied(len(block))
                orders.append(self.untied(block, later, depth + 1, last=steps[0]))
        return _joined(orders, [value for value, _ in blocks], steps[0], depth)

    def untied(self, tied: Tied, steps: Steps, depth: int, last: Step) -> Order:
        """Separate pairs left level by the next criterion. Two that remain of a larger group start the list for two.

        Keys: standings.left_equal.
        """
        if len(tied) == 1 or not steps:
            return Order(tuple(tied), (Parting(last, 0, 0, depth),) * (len(tied) - 1))
        orders: list[Order] = []
        blocks = self._split(tied, steps[0])
        for _, block in blocks:
            later = self.directives.two_tied if len(block) == 2 < len(tied) else steps[1:]
            orders.append(self.untied(block, later, depth + 1, last=steps[0]))
        return _joined(orders, [value for value, _ in blocks], steps[0], depth)

    def _split(self, tied: Tied, step: Step) -> list[tuple[int, list[PairId]]]:
        """The tied pairs grouped by their value, best first. Pairs with equal values keep their order."""
        yardstick = CRITERIA[step.criterion]
        groups: defaultdict[int, list[PairId]] = defaultdict(list)
        for pair, value in zip(tied, yardstick.counted(self.ledger, tied), strict=True):
            groups[value].append(pair)
        return sorted(groups.items(), reverse=yardstick.more_is_better, key=lambda group: group[0])


def _joined(orders: Sequence[Order], values: Sequence[int], step: Step, depth: int) -> Order:
    pairs: list[PairId] = []
    partings: list[Parting] = []
    for place, order in enumerate(orders):
        if place:
            partings.append(Parting(step, values[place - 1], values[place], depth))
        pairs += order.pairs
        partings += order.partings
    return Order(tuple(pairs), tuple(partings))


# --- why ----------------------------------------------------------------------------------------------------------


class Reason(NamedTuple):
    """Why a pair has its place: the criterion, the key of the rule, and a sentence of the catalogue."""

    criterion: str
    key: str | None
    code: str
    details: Mapping[str, object] = {}

    def sentence(self, regulation: Regulation, catalogue: Catalogue) -> str:
        """The sentence in the reader's language, with the article. Names of pairs are never translated."""
        filled = dict(self.details)
        if "criterion" in filled:
            filled["criterion"] = catalogue.in_words(f"by_{filled['criterion']}")
        if "phase" in filled:
            filled["phase"] = catalogue.in_words(filled["phase"])
        sentence = catalogue.refusals[self.code].format(**filled)
        return f"{sentence} ({regulation.cite(self.key)})" if self.key else sentence

    def to_json(self, regulation: Regulation, catalogue: Catalogue) -> dict[str, object]:
        citation = regulation.citation(self.key) if self.key else None
        return {
            "criterion": str(self.criterion),
            "article": str(citation) if citation else None,
            "ruling": citation.ruling if citation else None,
            "rule": self.key,
            "text": self.sentence(regulation, catalogue),
        }
