"""Which pair stands in which match, as far as results are known: follows the slots of the plan to the pairs."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from carteado.record import engine_for
from carteado.tournament.formats.slots import (
    BestOfRank,
    Bye,
    Entrant,
    LoserOf,
    LuckyLoser,
    MatchId,
    Paired,
    Place,
    RankOf,
    Slot,
    StageId,
    WinnerOf,
)
from carteado.tournament.formats.stages import (
    FINAL,
    SWISS,
    Filling,
    Fixture,
    Kind,
    Stage,
    group_members,
    group_name,
    qualified_from,
)
from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.ranking.advancing import Advancing, As, advancing
from carteado.tournament.ranking.standings import (
    SEMI_FINAL,
    EventPlacing,
    Placing,
    places_in,
    played_order,
    standings,
    third_by_points,
    third_goes_by_points,
)
from carteado.tournament.state.placings import placings_of, table_of

if TYPE_CHECKING:
    from carteado.tournament.state.championship import Championship


class Nobody(Enum):
    """A place that stays empty for good."""

    NOBODY = "nobody"


NOBODY = Nobody.NOBODY
Occupant = PairId | Nobody | None
"""What stands in a slot: a pair, ``NOBODY``, or None while it is not known."""


class Ended(NamedTuple):
    """Which pair advances from a match and which does not. Without an outcome nothing was played."""

    winner: PairId | Nobody
    loser: PairId | Nobody
    outcome: Outcome | None = None


class ComeBack(NamedTuple):
    """Pairs that advance although a phase eliminated them, in the order in which they fill places, each with its
    reason."""

    stage: StageId
    phase: str
    lucky: tuple[Advancing, ...]


class Bracket:
    """The championship's plan, with every slot that its results fill."""

    def __init__(self, championship: "Championship") -> None:
        self._of = championship
        self._occupants: dict[Slot, Occupant] = {}
        self._ended: dict[MatchId, Ended | None] = {}
        self._lucky: dict[tuple[StageId, str], tuple[Advancing, ...] | None] = {}
        self._rankings: dict[tuple[StageId, int], tuple[Placing, ...]] = {}
        self._tables: dict[tuple[StageId, int], tuple[Placing, ...]] = {}
        self._undrawn: dict[str, tuple[PairId, ...]] = {}
        self._in_question: dict[tuple[StageId, str], frozenset[PairId]] = {}

    # --- slots --------------------------------------------------------------------------------------------------------

    def occupant(self, slot: Slot) -> Occupant:
        if slot not in self._occupants:
            self._occupants[slot] = _FOLLOWED[type(slot)](self, slot)
        return self._occupants[slot]

    def waiting(self) -> set[PairId]:
        """Pairs in a match still to be decided."""
        undecided = (match for match in self._of.fixtures if self.ended(match) is None)
        return {pair for match in undecided for pair in self.occupants(match) if isinstance(pair, str)}

    def occupants(self, match: MatchId) -> tuple[Occupant, Occupant]:
        one, two = self._of.fixtures[match].slots
        return self.occupant(one), self.occupant(two)

    def pairs(self, match: MatchId) -> tuple[PairId, PairId] | None:
        """The two pairs of a match, once both are known."""
        one, two = self.occupants(match)
        return (one, two) if isinstance(one, str) and isinstance(two, str) else None

    def _entrant(self, slot: Entrant) -> Occupant:
        return self._of.pairs[slot.place] if slot.place < len(self._of.pairs) else NOBODY

    def _place(self, slot: Place) -> Occupant:
        stage = self._of.plan.stage(slot.stage)
        if stage.filling is Filling.IN_ORDER:
            return self.occupant(stage.fill[slot.place])
        if slot.stage not in self._of.places:
            return NOBODY if all(self.occupant(one) is NOBODY for one in stage.fill) else None
        drawn = self._of.places[slot.stage]
        return drawn[slot.place] if slot.place < len(drawn) else NOBODY

    def _winner_of(self, slot: WinnerOf) -> Occupant:
        ended = self.ended(slot.match)
        if ended is None:
            return None
        return self._instead_of_winner(slot.match) if self._is_vacant(self._of.fixtures[slot.match]) else ended.winner

    def _is_vacant(self, fixture: Fixture) -> bool:
        """Whether no pair holds the winner's place. Where lucky losers fill places, a winner that left holds none."""
        ended = self.ended(fixture.id)
        if ended is None or ended.winner is NOBODY:
            return ended is not None
        return self._fills_places(fixture) and self._is_gone(ended.winner, fixture)

    def _instead_of_winner(self, match: MatchId) -> Occupant:
        """The lucky loser that takes an empty winner's place, where the regulation has them; planned lucky losers come
        first."""
        fixture = self._of.fixtures[match]
        if not self._fills_places(fixture):
            return NOBODY
        lucky = self.lucky_losers(fixture.stage, fixture.phase)
        if lucky is None:
            return None
        vacancies = self._vacancies(fixture.stage, fixture.phase)
        nth = self._planned_lucky_losers(fixture.stage) + vacancies.index(match)
        return lucky[nth] if nth < len(lucky) else NOBODY

    def _fills_places(self, fixture: Fixture) -> bool:
        """Whether lucky losers may fill a place that this match leaves empty: under the regulation, or because the
        form of dispute takes eliminated pairs back.

        Keys: lucky_losers.to_quarter_finals, lucky_losers.to_semi_finals.
        """
        if self._of.regulation.event.lucky_losers is None and not self._planned_lucky_losers(fixture.stage):
            return False
        stage = self._of.plan.stage(fixture.stage)
        if stage.kind is Kind.QUALIFYING:
            return WinnerOf(fixture.id) in qualified_from(stage)
        return fixture.phase in ("round-of-16", "quarter-final")

    def _vacancies(self, stage: StageId, phase: str) -> list[MatchId]:
        """The matches of a phase whose winner's place in the next one is vacant."""
        same = (one for one in self._of.fixtures.values() if (one.stage, one.phase) == (stage, phase))
        return [one.id for one in same if self._fills_places(one) and self._is_vacant(one)]

    def _planned_lucky_losers(self, stage: StageId) -> int:
        fills = (slot for one in self._of.plan.stages for slot in one.fill)
        return sum(isinstance(slot, LuckyLoser) and slot.stage == stage for slot in fills)

    def _loser_of(self, slot: LoserOf) -> Occupant:
        ended = self.ended(slot.match)
        return None if ended is None else ended.loser

    def _rank_of(self, slot: RankOf) -> Occupant:
        if not self.is_group_over(slot.stage, slot.group):
            return None
        return self._at_rank(self.ranking(slot.stage, slot.group), slot.rank, where(slot.stage, slot.group))

    def _best_of_rank(self, slot: BestOfRank) -> Occupant:
        stage = self._of.plan.stage(slot.stage)
        level = [self.occupant(RankOf(slot.stage, group, slot.rank)) for group in range(stage.groups)]
        if None in level:
            return None
        pairs = [pair for pair in level if isinstance(pair, str)]
        context = f"{slot.stage}-rank-{slot.rank}"
        return self._at_rank(self._ranked(context, pairs, self.outcomes(slot.stage)), slot.nth, context)

    def _at_rank(self, placings: Sequence[Placing], rank: int, context: str) -> Occupant:
        """The pair at a rank. Not known while lots must still separate it from another."""
        if rank > len(placings):
            return NOBODY
        level = _level(placings)
        if placings[rank - 1].pair not in level:
            return placings[rank - 1].pair
        self._undrawn[context] = level
        return None

    def _lucky_loser(self, slot: LuckyLoser) -> Occupant:
        lucky = self.lucky_losers(slot.stage, slot.phase)
        if lucky is None:
            return None
        return lucky[slot.nth - 1] if slot.nth <= len(lucky) else NOBODY

    # --- matches ------------------------------------------------------------------------------------------------------

    def ended(self, match: MatchId) -> Ended | None:
        """How the match ended, if it has: played, by W.O., or because the place opposite stays empty."""
        if match not in self._ended:
            self._ended[match] = self._how_ended(self._of.fixtures[match])
        return self._ended[match]

    def _how_ended(self, fixture: Fixture) -> Ended | None:
        if fixture.decider and (not_needed := self._without_decider(fixture)):
            return not_needed
        log = self._of.logs.get(fixture.id)
        if log and log.absent:
            return self._walkover(fixture, log.pairs, log.absent)
        if log and log.counted:
            winner = log.counted.winner
            outcome = Outcome(fixture.phase, fixture.round, log.pairs, log.counted.points, log.pairs[winner])
            return Ended(log.pairs[winner], log.pairs[1 - winner], outcome)
        one, two = self.occupants(fixture.id)
        if one is None or two is None or not (isinstance(one, Nobody) or isinstance(two, Nobody)):
            return None
        alone = two if isinstance(one, Nobody) else one
        return Ended(NOBODY if self._is_gone(alone, fixture) else alone, NOBODY)

    def _walkover(self, fixture: Fixture, pairs: tuple[PairId, PairId], absent: Sequence[PairId]) -> Ended:
        """The target to zero for the pair that came, zero to zero if neither came. Keys: walkover.score,
        walkover.opponent."""
        target = engine_for(self._of.regulation).target(FINAL if fixture.phase == FINAL else None)
        points = (0 if pairs[0] in absent else target, 0 if pairs[1] in absent else target)
        there = [pair for pair in pairs if pair not in absent]
        leaving = frozenset(pair for pair in absent if pair in self._of.departures)
        outcome = Outcome(
            fixture.phase, fixture.round, pairs, points, there[0] if there else None, walkover=True, out=leaving
        )
        return Ended(there[0], absent[0], outcome) if there else Ended(NOBODY, NOBODY, outcome)

    def _is_gone(self, pair: PairId | Nobody, fixture: Fixture) -> bool:
        """Whether the pair has left the event and began no match later than this one."""
        return pair in self._of.departures and self._last_begun.get(pair, -1) <= self._order[fixture.id]

    @cached_property
    def _order(self) -> dict[MatchId, int]:
        return {match: index for index, match in enumerate(self._of.fixtures)}

    @cached_property
    def _last_begun(self) -> dict[PairId | Nobody, int]:
        """For each pair, the last match of the plan that it has begun."""
        begun = ((pair, match) for match, log in self._of.logs.items() if log.has_begun for pair in log.pairs)
        return {pair: self._order[match] for pair, match in sorted(begun, key=lambda one: self._order[one[1]])}

    def _without_decider(self, fixture: Fixture) -> Ended | None:
        """How a decider ends unplayed. It is played only if the pair that had lost before wins the match before it."""
        assert isinstance(fixture.slots[0], LoserOf)
        before = self.ended(fixture.slots[0].match)
        if before is None or before.winner == self.occupants(fixture.slots[0].match)[1]:
            return None
        return Ended(before.winner, before.loser)

    def is_open(self, match: MatchId) -> bool:
        """Whether both pairs are known and the match is still to be played."""
        return self.pairs(match) is not None and self.ended(match) is None

    # --- phases -------------------------------------------------------------------------------------------------------

    def outcomes(
        self, stage: StageId | None = None, group: int | None = None, until: str | None = None
    ) -> list[Outcome]:
        """Outcomes of all matches that count, up to the end of a phase. A pair that sits out a Swiss round wins by
        W.O."""
        chosen = (
            one
            for one in self._of.fixtures.values()
            if stage in (None, one.stage) and group in (None, one.group)
            if until is None or played_order(one.phase) <= played_order(until)
        )
        found = [ended.outcome for one in chosen if (ended := self.ended(one.id)) and ended.outcome]
        return found + [
            self._sat_out(number, pair)
            for name, pairs in self._of.sat_out.items()
            for number, pair in enumerate(pairs, start=1)
            if pair is not None and stage in (None, name)
        ]

    def _sat_out(self, number: int, pair: PairId) -> Outcome:
        target = engine_for(self._of.regulation).target(None)
        return Outcome(SWISS, number, (pair, ""), (target, 0), pair, walkover=True)

    def members(self, stage: StageId, group: int | None = None) -> list[PairId]:
        """The pairs of a stage, or of one of its groups, as far as they are known."""
        spec = self._of.plan.stage(stage)
        places: Iterable[int] = range(len(spec.fill)) if group is None else group_members(spec)[group]
        found = (self.occupant(Place(stage, place)) for place in places)
        return [pair for pair in found if isinstance(pair, str)]

    def is_phase_over(self, stage: StageId, phase: str) -> bool:
        fixtures = [one for one in self._of.fixtures.values() if (one.stage, one.phase) == (stage, phase)]
        return bool(fixtures) and all(self.ended(one.id) for one in fixtures)

    def is_group_over(self, stage: StageId, group: int) -> bool:
        spec = self._of.plan.stage(stage)
        if not self.is_paired(spec):
            return False
        fixtures = [one for one in self._of.fixtures.values() if (one.stage, one.group) == (stage, group)]
        return self.is_filled(spec) and all(self.ended(one.id) for one in fixtures)

    def is_filled(self, stage: Stage) -> bool:
        """Whether the stage has its pairs."""
        if stage.filling is Filling.IN_ORDER:
            return all(self.occupant(slot) is not None for slot in stage.fill)
        return stage.id in self._of.places or all(self.occupant(slot) is NOBODY for slot in stage.fill)

    def come_back(self) -> Iterator[ComeBack]:
        """Every known lucky loser that is still in the event, by stage and phase: those in the plan, and those who take
        an empty place.

        Keys: lucky_losers.places, lucky_losers.to_quarter_finals, lucky_losers.to_semi_finals.
        """
        fixtures = self._of.fixtures.values()
        filling = dict.fromkeys((one.stage, one.phase) for one in fixtures if self._is_refilled(one))
        for stage, phase in filling:
            chosen = self.chosen_after(stage, phase) or ()
            if lucky := tuple(one for one in chosen if one.pair not in self._of.departures):
                yield ComeBack(stage, phase, lucky)

    def may_come_back(self, pair: PairId) -> str | None:
        """The phase that the pair lost and after which it may still go on: its lucky losers are not known yet, or a
        match still to be played may leave a place empty.

        Keys: lucky_losers.places, lucky_losers.excluded.
        """
        if pair in self._of.departures:
            return None
        lost = [
            (one, ended) for one in self._of.fixtures.values() if (ended := self.ended(one.id)) and ended.loser == pair
        ]
        for fixture, ended in reversed(lost):
            if ended.outcome and ended.outcome.walkover:
                return None
            where_lost = fixture.stage, fixture.phase
            same = (one for one in self._of.fixtures.values() if (one.stage, one.phase) == where_lost)
            has_places = self._is_refilled if self.is_phase_over(*where_lost) else self._fills_places
            if any(map(has_places, same)) and self.chosen_after(*where_lost) is None:
                return fixture.phase if pair in self._in_question.get(where_lost, {pair}) else None
        return None

    def _is_refilled(self, fixture: Fixture) -> bool:
        """Whether lucky losers advance beside the match's winner, or in the winner's place."""
        if not self._fills_places(fixture):
            return False
        is_qualifying = self._of.plan.stage(fixture.stage).kind is Kind.QUALIFYING
        planned = is_qualifying and self._planned_lucky_losers(fixture.stage) > 0
        return planned or self._is_vacant(fixture)

    def lucky_losers(self, stage: StageId, phase: str) -> tuple[PairId, ...] | None:
        """Eliminated pairs that fill places after the phase, in that order. None until the phase is over.

        Keys: lucky_losers.places, lucky_losers.eliminated.
        """
        lucky = self.chosen_after(stage, phase)
        return None if lucky is None else tuple(one.pair for one in lucky)

    def chosen_after(self, stage: StageId, phase: str) -> tuple[Advancing, ...] | None:
        """The lucky losers after a phase with their reasons, also those that left the event since. None until the phase
        is over."""
        if (stage, phase) not in self._lucky:
            self._lucky[stage, phase] = self._find_lucky_losers(stage, phase)
        return self._lucky[stage, phase]

    def _find_lucky_losers(self, stage: StageId, phase: str) -> tuple[Advancing, ...] | None:
        if not self.is_phase_over(stage, phase):
            return None
        played = self.outcomes(until=phase)
        if not any(outcome.phase == phase for outcome in played):
            return ()
        last = [one for one in self._of.fixtures.values() if (one.stage, one.phase) == (stage, phase)][-1]
        gone = frozenset(pair for pair in self._of.departures if self._is_gone(pair, last))
        played = [outcome._replace(out=outcome.out | (gone & set(outcome.pairs))) for outcome in played]
        chosen = advancing(
            self._of.regulation,
            self.members(stage),
            played,
            places=self.places_after(stage, phase),
            lots=self._of.lots.get(f"{stage}-{phase}", ()),
            taken_back=self._planned_lucky_losers(stage) + len(self._vacancies(stage, phase)),
        )
        if chosen.undrawn:
            self._undrawn[f"{stage}-{phase}"] = chosen.undrawn
            lucky = (one.pair for one in chosen.advancing if one.as_ is As.LUCKY_LOSER)
            self._in_question[stage, phase] = frozenset((*lucky, *chosen.undrawn))
            return None
        return tuple(one for one in chosen.advancing if one.as_ is As.LUCKY_LOSER)

    def places_after(self, stage: StageId, phase: str) -> int:
        """The number of places in the phase that follows."""
        if self._of.plan.stage(stage).kind is Kind.QUALIFYING:
            return next(len(one.fill) for one in self._of.plan.stages if _is_fed_by(one, stage))
        places = places_in(phase)
        assert places is not None
        return places // 2

    # --- the end ------------------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play or to draw."""
        stages = self._of.plan.stages
        if not stages or not all(self.is_filled(stage) for stage in stages) or self.lots_needed():
            return False
        return all(map(self.is_paired, stages)) and all(self.ended(match) for match in self._of.fixtures)

    def has_played_its_table(self, pair: PairId) -> bool:
        """Whether the pair has reached no stage after a group or a Swiss, and has no match left in it."""
        reached = [stage for stage in self._of.plan.stages if pair in self.members(stage.id)]
        is_table = bool(reached) and reached[-1].kind in (Kind.GROUPS, Kind.SWISS)
        return is_table and self.is_paired(reached[-1]) and pair not in self.waiting()

    def is_paired(self, stage: Stage) -> bool:
        """Whether all rounds of the stage are paired. Only a Swiss is paired round by round."""
        paired = len(self._of.sat_out.get(stage.id, ()))
        return stage.kind is not Kind.SWISS or paired == stage.rounds or stage.id in self._of.rounds_ended

    def placings(self) -> tuple[EventPlacing, ...]:
        """Every pair, in the order of the places over all stages. A place is named once it is earned."""
        return self._placings

    @cached_property
    def _placings(self) -> tuple[EventPlacing, ...]:
        return placings_of(self._of)

    def table(self, stage: StageId, group: int = 0) -> tuple[EventPlacing, ...]:
        """The standings of a group as they are shown: a pair that left has no rank."""
        return table_of(self._of, self._of.plan.stage(stage), group)

    @property
    def champion(self) -> PairId | None:
        """The first pair, once the event is over. None if the final was a double W.O., or if who won it left."""
        if not self.is_over:
            return None
        finals = [one for one in self._of.fixtures.values() if one.phase == FINAL]
        if finals and finals[-1].stage == self._of.plan.stages[-1].id:
            ended = self.ended(finals[-1].id)
            winner = ended.winner if ended else NOBODY
            return winner if isinstance(winner, str) and self._may_take_place(winner) else None
        first = [placing.pair for placing in self.placings() if placing.rank == 1]
        return first[0] if len(first) == 1 else None

    def _may_take_place(self, pair: PairId) -> bool:
        return not any(one.pair == pair and one.has_left for one in self.placings())

    # --- rankings -----------------------------------------------------------------------------------------------------

    def ranking(self, stage: StageId, group: int = 0) -> tuple[Placing, ...]:
        """The current standings of a group. Key: standings.ranked_by."""
        if (stage, group) not in self._rankings:
            spec = self._of.plan.stage(stage)
            members = self.members(stage, group if spec.kind is Kind.GROUPS else None)
            self._rankings[stage, group] = self._ranked(where(stage, group), members, self.outcomes(stage, group))
        return self._rankings[stage, group]

    def places(self, stage: StageId, group: int = 0) -> tuple[Placing, ...]:
        """The current standings of a group without the pairs that left: those behind them move up."""
        if (stage, group) not in self._tables:
            pairs = [placing.pair for placing in self.ranking(stage, group)]
            context, gone = where(stage, group), self._of.without_place
            self._tables[stage, group] = self._ranked(context, pairs, self.outcomes(stage, group), without=gone)
        return self._tables[stage, group]

    def _ranked(
        self, context: str, pairs: Sequence[PairId], outcomes: Sequence[Outcome], without: Collection[PairId] = ()
    ) -> tuple[Placing, ...]:
        return standings(self._of.regulation, pairs, outcomes, lots=self._of.lots.get(context, ()), without=without)

    def lots_needed(self) -> dict[str, tuple[PairId, ...]]:
        """The pairs that lots must separate before the event can go on or end, by the name of where they are level."""
        slots = [slot for stage in self._of.plan.stages for slot in stage.fill]
        for slot in (*slots, *(slot for fixture in self._of.fixtures.values() for slot in fixture.slots)):
            self.occupant(slot)
        return {**self._undrawn, **dict(self._undrawn_places()), **dict(self._undrawn_third())}

    def _undrawn_third(self) -> Iterator[tuple[str, tuple[PairId, ...]]]:
        """Losing semi-finalists level on points, where points give the third place.

        Key: delegation_points.third_place.
        """
        if not third_goes_by_points(self._of.regulation):
            return
        for stage in self._of.plan.stages[-1:]:
            context, is_played = f"{stage.id}-{SEMI_FINAL}", self.is_phase_over(stage.id, SEMI_FINAL)
            if stage.third_place or stage.kind is not Kind.KNOCKOUT or not is_played:
                continue
            semi_finals = [one for one in self.outcomes(stage.id) if one.phase == SEMI_FINAL]
            beaten = [
                pair for one in semi_finals for pair in one.pairs if pair not in (one.winner, *self._of.without_place)
            ]
            lots = {pair: place for place, pair in enumerate(self._of.lots.get(context, ()))}
            order = third_by_points(beaten, semi_finals, lots)
            if len(beaten) > 1 and len(first := order.blocks()[0]) > 1:
                yield context, tuple(order.pairs[place] for place in first)

    def _undrawn_places(self) -> Iterator[tuple[str, tuple[PairId, ...]]]:
        """Pairs level in a table of the last stage, where every rank counts."""
        for stage in self._of.plan.stages[-1:]:
            for group in range(stage.groups if stage.kind in (Kind.GROUPS, Kind.SWISS) else 0):
                if self.is_group_over(stage.id, group) and (level := _level(self.places(stage.id, group))):
                    yield where(stage.id, group), level


def _level(placings: Sequence[Placing]) -> tuple[PairId, ...]:
    """Pairs that share a rank with another."""
    ranks = Counter(placing.rank for placing in placings)
    return tuple(placing.pair for placing in placings if ranks[placing.rank] > 1)


def where(stage: StageId, group: int) -> str:
    """The name of a group in draws of lots."""
    return f"{stage}-{group_name(group)}"


def _is_fed_by(stage: Stage, before: StageId) -> bool:
    return any(isinstance(slot, WinnerOf) and slot.match.startswith(f"{before}-") for slot in stage.fill)


_FOLLOWED: dict[type, Callable[[Bracket, Any], Occupant]] = {
    Entrant: Bracket._entrant,
    Place: Bracket._place,
    WinnerOf: Bracket._winner_of,
    LoserOf: Bracket._loser_of,
    RankOf: Bracket._rank_of,
    BestOfRank: Bracket._best_of_rank,
    LuckyLoser: Bracket._lucky_loser,
    Paired: lambda _bracket, slot: slot.pair,
    Bye: lambda _bracket, _slot: NOBODY,
}
