"""Every pair's place in an event: by the last stage that it reached, then by the stage before."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from carteado.tournament.formats.stages import FINAL, WINNERS, Kind, Stage
from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.ranking.criteria import ledger_of
from carteado.tournament.ranking.standings import Placing, knockout_placings, stacked, standings

if TYPE_CHECKING:
    from carteado.tournament.state.championship import Championship


def placings_of(championship: "Championship") -> tuple[Placing, ...]:
    """The current places. Wins and points are those of all matches of a pair."""
    totals = ledger_of(championship.pairs, championship.bracket.outcomes())
    return stacked((_of_stage(championship, stage) for stage in reversed(championship.plan.stages)), totals)


def _of_stage(championship: "Championship", stage: Stage) -> Sequence[Placing]:
    """The places of one stage. Before the first stage is drawn, all pairs wait for it."""
    bracket = championship.bracket
    members = bracket.members(stage.id)
    if not members and stage is championship.plan.stages[0]:
        members = list(championship.pairs)
    if stage.kind is Kind.GROUPS and stage.groups > 1 and bracket.is_filled(stage):
        return _of_groups(championship, stage)
    if stage.kind in (Kind.GROUPS, Kind.SWISS):
        return bracket.ranking(stage.id) or standings(championship.regulation, members, ())
    lots = [pair for order in championship.lots.values() for pair in order]
    outcomes = [*_counted(championship, stage), *_unopposed(championship, stage)]
    return knockout_placings(
        championship.regulation, members, outcomes, lots=lots, waiting=_waiting(championship, members)
    )


def _waiting(championship: "Championship", members: Sequence[PairId]) -> set[PairId]:
    """Pairs that are not out: with a match ahead, or without any match yet while the event goes on."""
    bracket = championship.bracket
    played = {pair for outcome in bracket.outcomes() for pair in outcome.pairs}
    unplayed = set() if bracket.is_over else set(members) - played
    return (bracket.waiting() | unplayed).difference(championship.departures)


def _of_groups(championship: "Championship", stage: Stage) -> list[Placing]:
    """All firsts before all seconds, and so on. Pairs of one rank are ordered by the criteria of the table."""
    bracket = championship.bracket
    tables = [bracket.ranking(stage.id, group) for group in range(stage.groups)]
    found: list[Placing] = []
    for place in range(max(map(len, tables))):
        level = {table[place].pair: table[place] for table in tables if place < len(table)}
        lots = championship.lots.get(f"{stage.id}-rank-{place + 1}", ())
        ahead = len(found)
        for one in standings(championship.regulation, list(level), bracket.outcomes(stage.id), lots=lots):
            alone = level[one.pair] if len(level) == 1 else one
            found.append(replace(alone, rank=ahead + one.rank))
    return found


def _counted(championship: "Championship", stage: Stage) -> list[Outcome]:
    """The outcomes. If a decider was played, the final before it counts only as the last match among the winners."""
    bracket = championship.bracket
    played = [
        (one, ended.outcome)
        for one in championship.fixtures.values()
        if one.stage == stage.id and (ended := bracket.ended(one.id))
    ]
    if not any(one.decider and outcome for one, outcome in played):
        return [outcome for _, outcome in played if outcome]
    return [
        outcome._replace(phase=WINNERS, round=len(played)) if one.phase == FINAL and not one.decider else outcome
        for one, outcome in played
        if outcome
    ]


def _unopposed(championship: "Championship", stage: Stage) -> list[Outcome]:
    """Knockout matches in which a pair had no opponent: it advanced, or had left and did not."""
    bracket = championship.bracket
    found = []
    for fixture in championship.fixtures.values():
        if fixture.stage != stage.id or fixture.decider:
            continue
        ended = bracket.ended(fixture.id)
        alone = [pair for pair in bracket.occupants(fixture.id) if isinstance(pair, str)]
        if ended and not ended.outcome and len(alone) == 1:
            winner = alone[0] if ended.winner == alone[0] else None
            pairs = (alone[0], "")
            found.append(Outcome(fixture.phase, fixture.round, pairs, (0, 0), winner, walkover=True))
    return found
