"""The matches of a plan as tasks, each with the matches that must end before it can begin."""

from collections.abc import Iterable, Iterator
from functools import singledispatch

from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.slots import BestOfRank, LoserOf, LuckyLoser, MatchId, Place, RankOf, Slot, WinnerOf
from carteado.tournament.formats.stages import SWISS, Filling, Fixture, Kind, Stage, fixtures_of
from carteado.tournament.matches.schedule import Task


def tasks_of(plan: Plan) -> tuple[Task, ...]:
    """All matches except deciders. The rounds of a Swiss follow one another; places stand for pairs not yet drawn."""
    fixtures = {stage.id: matches_of(stage) for stage in plan.stages}
    feeders = _Feeders(plan, fixtures)
    return tuple(
        Task(one.id, one.phase, _places(plan, one), tuple(dict.fromkeys(feeders.of_match(one))))
        for stage in plan.stages
        for one in fixtures[stage.id]
    )


def matches_of(stage: Stage) -> tuple[Fixture, ...]:
    """All matches of a stage except deciders, those of a Swiss by the names that they get once they are paired."""
    if stage.kind is Kind.SWISS:
        return tuple(_swiss_fixtures(stage))
    return tuple(one for one in fixtures_of(stage) if not one.decider)


def _swiss_fixtures(stage: Stage) -> Iterator[Fixture]:
    """The matches of each round, one for every two pairs. Which pairs meet is not yet known."""
    for number in range(1, stage.rounds + 1):
        for table in range(len(stage.fill) // 2):
            slots = Place(stage.id, 2 * table), Place(stage.id, 2 * table + 1)
            name = f"{stage.id}-{number}-{table + 1}"
            yield Fixture(name, stage.id, SWISS, number, slots, best_of=stage.best_of)


def _places(plan: Plan, fixture: Fixture) -> tuple[str, ...]:
    """The pairs of a match in a group, written as places of the stage: a pair cannot play two matches at once."""
    if plan.stage(fixture.stage).kind is not Kind.GROUPS:
        return ()
    return tuple(f"{slot.stage} {slot.place + 1}" for slot in fixture.slots if isinstance(slot, Place))


class _Feeders:
    """The matches that a slot waits for."""

    def __init__(self, plan: Plan, fixtures: dict[str, tuple[Fixture, ...]]) -> None:
        self.plan, self.fixtures = plan, fixtures
        self.of_stage: dict[str, tuple[MatchId, ...]] = {}

    def of_match(self, fixture: Fixture) -> Iterator[MatchId]:
        if fixture.phase == SWISS and fixture.round > 1:
            rounds = (one for one in self.fixtures[fixture.stage] if one.round == fixture.round - 1)
            yield from (one.id for one in rounds)
        for slot in fixture.slots:
            yield from self.of_slot(slot)

    def of_slot(self, slot: Slot) -> Iterable[MatchId]:
        return _waits_for(slot, self)

    def before_draw(self, stage: Stage) -> tuple[MatchId, ...]:
        """A stage is drawn once all its pairs are known."""
        if stage.id not in self.of_stage:
            self.of_stage[stage.id] = tuple(match for slot in stage.fill for match in self.of_slot(slot))
        return self.of_stage[stage.id]

    def in_stage(self, stage: str) -> tuple[Fixture, ...]:
        return self.fixtures[stage]


@singledispatch
def _waits_for(_slot: Slot, _feeders: _Feeders) -> Iterable[MatchId]:
    return ()


@_waits_for.register
def _(slot: WinnerOf | LoserOf, _feeders: _Feeders) -> Iterable[MatchId]:
    return (slot.match,)


@_waits_for.register
def _(slot: Place, feeders: _Feeders) -> Iterable[MatchId]:
    stage = feeders.plan.stage(slot.stage)
    if stage.filling is Filling.IN_ORDER:
        return feeders.of_slot(stage.fill[slot.place])
    return feeders.before_draw(stage)


@_waits_for.register
def _(slot: RankOf, feeders: _Feeders) -> Iterable[MatchId]:
    return [one.id for one in feeders.in_stage(slot.stage) if one.group == slot.group]


@_waits_for.register
def _(slot: BestOfRank | LuckyLoser, feeders: _Feeders) -> Iterable[MatchId]:
    return [one.id for one in feeders.in_stage(slot.stage)]
