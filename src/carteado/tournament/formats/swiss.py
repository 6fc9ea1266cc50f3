"""Swiss rounds: pairs with equal wins meet, no two meet twice, and one pair sits out when the number is odd.

No regulation that comes with the package prescribes this form of dispute, so nothing here cites an article.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

import rustworkx

from carteado.regulation import Refusal, out_of_order
from carteado.tournament.outcomes import PairId

REACH = 32
"""How many places from its ideal opponent, and below its own score group, a pair looks before the search is widened."""

_WIDER = 4


class Preference(StrEnum):
    """What a round satisfies as far as it can, strongest first."""

    ONE_BYE_EACH = "one_bye_each"
    BYE_TO_THE_LOWEST = "bye_to_the_lowest"
    SAME_WINS = "same_wins"
    DELEGATIONS_APART = "delegations_apart"
    HALVES_MEET = "halves_meet"


class Relaxation(NamedTuple):
    """A preference that could not be met, and for which pairs: the two that meet, the one that sits out, or those that
    should have sat out."""

    preference: Preference
    pairs: tuple[PairId, ...]


class Round(NamedTuple):
    """The pairings, better placed pair first and highest tables first, and the pair that sits out."""

    pairings: tuple[tuple[PairId, PairId], ...]
    bye: PairId | None = None
    relaxed: tuple[Relaxation, ...] = ()


class Cost(NamedTuple):
    """How far a pairing, or a round, falls short of the preferences. Less is better, and the first number counts
    first."""

    score_gap: int = 0
    together: int = 0
    same_half: int = 0
    shift: int = 0


def pair_round(
    order: Sequence[PairId],
    *,
    wins: Mapping[PairId, int],
    played: Collection[Collection[PairId]],
    byes: Collection[PairId] = (),
    apart: Mapping[PairId, str] | None = None,
) -> Round | Refusal:
    """The next round for pairs in standing order, best first. ``byes`` names a pair once for each bye it has had.

    Two pairs never meet again: if that is impossible, the round is refused. The bye goes to a pair with fewest byes,
    and among those to the lowest that leaves a possible round for the others. Among the remaining rounds the one of
    least ``Cost`` is chosen, summed over its pairings: first the squares of the differences in wins; then the pairings
    inside one group of ``apart``; then, in a score group of m, the pairings inside its upper or its lower half; then
    the squares of how far an opponent stands from the ideal one, which is m/2 places below, or next in the order when
    it has fewer wins.

    The choice is exact while ``REACH`` covers the field. In a larger field opponents are sought within reach, and
    further only when none is left there. The same input always gives the same round.
    """
    if len(set(order)) < len(order):
        twice = next(pair for pair, count in Counter(order).items() if count > 1)
        return out_of_order("pair_listed_twice", pair=twice)
    ranked = sorted(order, key=lambda pair: -wins.get(pair, 0))
    for bye in _byes_to_try(ranked, Counter(byes)):
        field = _field([pair for pair in ranked if pair != bye], wins=wins, played=played, apart=apart or {})
        places = _least_cost(field)
        if places is not None:
            return _round(field, places, bye, ranked, Counter(byes))
    return out_of_order("no_round_without_rematch", count=len(order))


def _byes_to_try(ranked: Sequence[PairId], had: Mapping[PairId, int]) -> Iterator[PairId | None]:
    """None in an even field; otherwise the pairs with fewest byes first, and of those the lowest first."""
    if len(ranked) % 2 == 0:
        yield None
    else:
        places = sorted(range(len(ranked)), key=lambda place: (had.get(ranked[place], 0), -place))
        yield from (ranked[place] for place in places)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Field:
    """The pairs that play, best first, and by place: wins, start and end of the score group, delegation, places met."""

    pairs: tuple[PairId, ...]
    wins: tuple[int, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    groups: tuple[str | None, ...]
    met: tuple[frozenset[int], ...]

    def cost(self, above: int, below: int) -> Cost:
        """How far this pairing falls short of the preferences. ``above`` is the better place."""
        gap = self.wins[above] - self.wins[below]
        together = int(self.groups[above] is not None and self.groups[above] == self.groups[below])
        if gap:
            return Cost(gap * gap, together, 0, (below - above - 1) ** 2)
        half = (self.ends[above] - self.starts[above]) // 2
        crossed = above < self.starts[above] + half and below >= self.ends[above] - half
        middle = self._is_middle(above) or self._is_middle(below)
        return Cost(0, together, int(not crossed and not middle), (below - above - half) ** 2)

    def _is_middle(self, place: int) -> bool:
        """In a score group of odd size one pair belongs to neither half."""
        return place - self.starts[place] == self.ends[place] - 1 - place

    def candidates(self, above: int, reach: int) -> Iterator[int]:
        """Lower places within reach that this one has not met: around its ideal opponent, and below its group."""
        start, end = self.starts[above], self.ends[above]
        half = (end - start) // 2
        nearest, furthest = max(above + 1, above + half - reach), min(end, above + half + reach + 1)
        for places in (range(nearest, furthest), range(end, min(len(self.pairs), end + reach))):
            yield from (place for place in places if place not in self.met[above])


def _field(
    pairs: Sequence[PairId],
    *,
    wins: Mapping[PairId, int],
    played: Collection[Collection[PairId]],
    apart: Mapping[PairId, str],
) -> _Field:
    place_of = {pair: place for place, pair in enumerate(pairs)}
    scores = tuple(wins.get(pair, 0) for pair in pairs)
    starts: list[int] = []
    ends: list[int] = []
    for _, members in groupby(scores):
        start, size = len(starts), len(list(members))
        starts += [start] * size
        ends += [start + size] * size
    met: list[set[int]] = [set() for _ in pairs]
    for meeting in played:
        places = [place_of[pair] for pair in meeting if pair in place_of]
        for place in places:
            met[place].update(other for other in places if other != place)
    return _Field(
        pairs=tuple(pairs),
        wins=scores,
        starts=tuple(starts),
        ends=tuple(ends),
        groups=tuple(apart.get(pair) for pair in pairs),
        met=tuple(frozenset(places) for places in met),
    )


def _least_cost(field: _Field) -> list[tuple[int, int]] | None:
    """Pair all at least cost within reach; the reach grows while a pair is left over. None if there is no way."""
    size, reach = len(field.pairs), REACH
    while True:
        matched = _matching(field, reach)
        if 2 * len(matched) == size:
            return matched
        if reach >= size:
            return None
        reach *= _WIDER


def _matching(field: _Field, reach: int) -> list[tuple[int, int]]:
    """As many pairings as possible, at least cost among the ways to make that many."""
    size = len(field.pairs)
    bases = (size + 1, size + 1, size**3 + 1)
    edges = [
        (above, below, -_in_one_number(field.cost(above, below), bases))
        for above in range(size)
        for below in field.candidates(above, reach)
    ]
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(edges)
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pairing), max(pairing)) for pairing in matched)


def _in_one_number(cost: Cost, bases: tuple[int, int, int]) -> int:
    """Each base is more than the numbers after it can add up to in a round, so that the first number counts first."""
    number = cost.score_gap
    for base, part in zip(bases, cost[1:], strict=True):
        number = number * base + part
    return number


def _round(
    field: _Field,
    places: Sequence[tuple[int, int]],
    bye: PairId | None,
    ranked: Sequence[PairId],
    had: Mapping[PairId, int],
) -> Round:
    relaxed = [*_relaxed_by_bye(bye, ranked, had), *_relaxed_by_pairings(field, places)]
    pairings = tuple((field.pairs[above], field.pairs[below]) for above, below in places)
    return Round(pairings, bye, tuple(relaxed))


def _relaxed_by_bye(bye: PairId | None, ranked: Sequence[PairId], had: Mapping[PairId, int]) -> Iterator[Relaxation]:
    if bye is None:
        return
    if had.get(bye, 0) > min(had.get(pair, 0) for pair in ranked):
        yield Relaxation(Preference.ONE_BYE_EACH, (bye,))
    passed_over = [pair for pair in ranked[ranked.index(bye) + 1 :] if had.get(pair, 0) <= had.get(bye, 0)]
    if passed_over:
        yield Relaxation(Preference.BYE_TO_THE_LOWEST, tuple(passed_over))


def _relaxed_by_pairings(field: _Field, places: Sequence[tuple[int, int]]) -> Iterator[Relaxation]:
    for above, below in places:
        cost = field.cost(above, below)
        for preference, short in (
            (Preference.SAME_WINS, cost.score_gap),
            (Preference.DELEGATIONS_APART, cost.together),
            (Preference.HALVES_MEET, cost.same_half),
        ):
            if short:
                yield Relaxation(preference, (field.pairs[above], field.pairs[below]))
