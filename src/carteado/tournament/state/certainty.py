"""What is already certain and what can still change, before every match is played and confirmed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import product
from typing import NamedTuple

from carteado.regulation.event_rules import Criterion
from carteado.tournament.formats.slots import MatchId, RankOf, Slot, StageId
from carteado.tournament.formats.stages import Kind
from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.ranking.standings import directives_of
from carteado.tournament.state.bracket import Bracket
from carteado.tournament.state.championship import Championship

TRIED_OUT = 7
"""Most open matches of a group for which every result is tried. Beyond that, only wins are counted."""


class Certainty(StrEnum):
    CLINCHED = "clinched"
    COULD_CHANGE = "could_change"
    OPEN = "open"


class Standing(NamedTuple):
    """The pair that stands in a slot, or would as things are, and how certain that is."""

    pair: PairId | None
    certainty: Certainty


class RankRange(NamedTuple):
    """The best and the worst rank that a pair can still have."""

    best: int
    worst: int


def standing_in(championship: Championship, slot: Slot) -> Standing:
    """The pair in a slot, and how certain it is. It is clinched if no result still to come can move it. It could change
    if it stands there by results not confirmed, or while matches are open."""
    pair = championship.bracket.occupant(slot)
    if isinstance(pair, str):
        return Standing(pair, Certainty.CLINCHED)
    if isinstance(slot, RankOf):
        return _standing_in_group(championship, slot)
    pair = as_submitted(championship).bracket.occupant(slot)
    return Standing(pair, Certainty.COULD_CHANGE) if isinstance(pair, str) else Standing(None, Certainty.OPEN)


def as_submitted(championship: Championship) -> Championship:
    """The championship as if every submitted result that is not disputed counted."""
    logs = {
        match: replace(log, official=len(log.submissions) - 1)
        if log.official is None and log.submissions and not log.submissions[-1].disputed and not log.absent
        else log
        for match, log in championship.logs.items()
    }
    return replace(championship, logs=logs)


def _standing_in_group(championship: Championship, slot: RankOf) -> Standing:
    ranges = rank_ranges(championship, slot.stage, slot.group)
    for pair, possible in ranges.items():
        if possible == (slot.rank, slot.rank):
            return Standing(pair, Certainty.CLINCHED)
    ranking = as_submitted(championship).bracket.ranking(slot.stage, slot.group)
    at_rank = [placing.pair for placing in ranking if placing.rank == slot.rank]
    if len(at_rank) == 1 and any(placing.played for placing in ranking):
        return Standing(at_rank[0], Certainty.COULD_CHANGE)
    return Standing(None, Certainty.OPEN)


def rank_ranges(championship: Championship, stage: StageId, group: int = 0) -> Mapping[PairId, RankRange]:
    """The ranks that each pair of a group can still have, whatever the results of open matches; never too narrow.

    Future points are not predicted. Pairs with equal wins may end in either order, except two that their own matches
    separate. Keys: standings.ranked_by, standings.two_tied.
    """
    bracket = championship.bracket
    if bracket.is_group_over(stage, group):
        return _final_ranges(bracket, stage, group)
    members = bracket.members(stage, group if championship.plan.stage(stage).kind is Kind.GROUPS else None)
    outcomes = bracket.outcomes(stage, group)
    open_pairs = [
        pairs
        for match, fixture in championship.fixtures.items()
        if (fixture.stage, fixture.group) == (stage, group)
        if (pairs := _still_open(bracket, match))
    ]
    unpaired = _rounds_unpaired(championship, stage)
    directives = directives_of(championship.regulation)
    if directives.ranked_by[0].criterion is not Criterion.WINS:
        return dict.fromkeys(members, RankRange(1, len(members)))
    if len(open_pairs) > TRIED_OUT or unpaired:
        return _ranges_by_wins(members, outcomes, open_pairs, unpaired)
    met_counts = directives.two_tied[0].criterion is Criterion.DIRECT_ENCOUNTER
    return _ranges_tried_out(members, outcomes, open_pairs, met_counts=met_counts)


def _final_ranges(bracket: Bracket, stage: StageId, group: int) -> dict[PairId, RankRange]:
    ranks = Counter(placing.rank for placing in bracket.ranking(stage, group))
    return {
        placing.pair: RankRange(placing.rank, placing.rank + ranks[placing.rank] - 1)
        for placing in bracket.ranking(stage, group)
    }


def _still_open(bracket: Bracket, match: MatchId) -> tuple[PairId, PairId] | None:
    return None if bracket.ended(match) else bracket.pairs(match)


def _rounds_unpaired(championship: Championship, stage: StageId) -> int:
    spec = championship.plan.stage(stage)
    return spec.rounds - len(championship.sat_out.get(stage, ())) if spec.kind is Kind.SWISS else 0


def _ranges_by_wins(
    members: Sequence[PairId], outcomes: Sequence[Outcome], open_pairs: Sequence[tuple[PairId, PairId]], unpaired: int
) -> dict[PairId, RankRange]:
    """Ranges from wins alone: every pair may win all its open matches, or none."""
    least = Counter(outcome.winner for outcome in outcomes)
    to_play = Counter(pair for pairs in open_pairs for pair in pairs)
    most = {pair: least[pair] + to_play[pair] + unpaired for pair in members}
    return {
        pair: RankRange(
            best=1 + sum(least[other] > most[pair] for other in members),
            worst=sum(most[other] >= least[pair] for other in members),
        )
        for pair in members
    }


def _ranges_tried_out(
    members: Sequence[PairId],
    outcomes: Sequence[Outcome],
    open_pairs: Sequence[tuple[PairId, PairId]],
    *,
    met_counts: bool,
) -> dict[PairId, RankRange]:
    """Try either winner of every open match, and no winner: both pairs may stay away."""
    ranges = dict.fromkeys(members, RankRange(len(members), 1))
    beaten = Counter((outcome.winner, outcome.opponent_of(outcome.winner)) for outcome in outcomes if outcome.winner)
    for winners in product((0, 1, None), repeat=len(open_pairs)):
        results = Counter(
            (pairs[side], pairs[1 - side]) for pairs, side in zip(open_pairs, winners, strict=True) if side is not None
        )
        for pair, possible in _ranges_with(members, beaten + results, met_counts=met_counts):
            ranges[pair] = RankRange(min(ranges[pair].best, possible.best), max(ranges[pair].worst, possible.worst))
    return ranges


def _ranges_with(
    members: Sequence[PairId], beaten: Mapping[tuple[PairId, PairId], int], *, met_counts: bool
) -> Iterator[tuple[PairId, RankRange]]:
    wins: Counter[PairId] = Counter()
    for (winner, _), times in beaten.items():
        wins[winner] += times
    for pair in members:
        ahead = sum(wins[other] > wins[pair] for other in members)
        level = [other for other in members if wins[other] == wins[pair] and other != pair]
        if len(level) == 1 and met_counts:
            [other] = level
            lead = beaten.get((pair, other), 0) - beaten.get((other, pair), 0)
            yield pair, RankRange(ahead + 1 + (lead < 0), ahead + 2 - (lead > 0))
        else:
            yield pair, RankRange(ahead + 1, ahead + 1 + len(level))
