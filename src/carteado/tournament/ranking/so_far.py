"""The places that a file of results has earned. It has no plan: they are earned once its results leave no doubt."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from carteado.regulation import Regulation
from carteado.regulation.event_rules import LateResult
from carteado.tournament.formats.stages import FINAL, THIRD_PLACE
from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.ranking.criteria import Ledger, Reason, ledger_of
from carteado.tournament.ranking.standings import (
    SEMI_FINAL,
    EventPlacing,
    PlaceState,
    Placing,
    by_phase,
    event_placings,
    last_matches,
    places_in,
    stages_of,
)

_GOES_ON = frozenset({"placed_through", "placed_without_match"})
_OUT = frozenset({"placed_out_in", "placed_out_by_walkover"})


def placings_so_far(
    regulation: Regulation, pairs: Sequence[PairId], outcomes: Iterable[Outcome], *, lots: Sequence[PairId] = ()
) -> tuple[EventPlacing, ...]:
    """Every pair in the order of the places. ``rank`` is None while a pair goes on or may still go on, and for a pair
    that left; in a table it is where the pair stands now.

    Keys: lateness.result, lucky_losers.places, lucky_losers.excluded.
    """
    outcomes = tuple(outcomes)
    left = _left(regulation, outcomes)
    order = event_placings(regulation, pairs, outcomes, lots=lots, without=left)
    totals = ledger_of(pairs, outcomes)
    judge = _Judge.of(regulation, pairs, outcomes)
    placed = [_placing(placing, judge.state(placing), judge.reason(placing), totals) for placing in order]
    gone = [_withdrawn(pair, totals) for pair in pairs if pair in left]
    return (*(one for one in placed if one.pair not in left), *gone)


def _left(regulation: Regulation, outcomes: Sequence[Outcome]) -> frozenset[PairId]:
    """Pairs that withdrew by not coming, where the regulation says so. Key: lateness.result."""
    lateness = regulation.event.lateness
    if lateness is None or lateness.result is not LateResult.WITHDRAWN:
        return frozenset()
    return frozenset(pair for outcome in outcomes for pair in outcome.out)


@dataclass(frozen=True, slots=True)
class _Judge:
    """Says whether a place is earned. ``last`` is the last phase of the knockout, None in a table. It ``is_over`` once
    the next phase has all its pairs."""

    regulation: Regulation
    playing: Collection[PairId]
    last: str | None = None
    is_over: bool = False

    @classmethod
    def of(cls, regulation: Regulation, pairs: Sequence[PairId], outcomes: Sequence[Outcome]) -> "_Judge":
        stage = stages_of(regulation, pairs, outcomes)[-1]
        phases = {phase: played for phase, played in by_phase(stage.outcomes).items() if phase != THIRD_PLACE}
        if stage.is_table or not phases:
            return cls(regulation, stage.pairs)
        last = [*phases][-1]
        go_on = sum(one.holds_place for one in last_matches(phases[last]).values())
        return cls(regulation, stage.pairs, last, last not in (SEMI_FINAL, FINAL) and places_in(last) == 2 * go_on)

    def state(self, placing: Placing) -> PlaceState:
        if placing.pair not in self.playing or self.last in (None, FINAL):
            return PlaceState.EARNED
        is_open = placing.by.code in _GOES_ON or self._may_still_play(placing)
        return PlaceState.OPEN if is_open else PlaceState.EARNED

    def _may_still_play(self, placing: Placing) -> bool:
        """Whether the pair is out in the last phase, which may not be over, or before the match for third place."""
        return placing.by.code in _OUT and placing.by.details.get("phase") == self.last and not self.is_over

    def reason(self, placing: Placing) -> Reason:
        """A pair that lost in the last phase may still go on, unless it lost by W.O."""
        is_beaten = placing.by.code == "placed_out_in" and self._may_still_play(placing)
        if self.regulation.event.lucky_losers is None or self.last in (SEMI_FINAL, FINAL) or not is_beaten:
            return placing.by
        return Reason("lucky_loser", "lucky_losers.places", "placed_may_come_back", placing.by.details)


def _placing(placing: Placing, state: PlaceState, by: Reason, totals: Ledger) -> EventPlacing:
    return _row(placing.pair, placing.rank if state is PlaceState.EARNED else None, state, by, totals)


def _withdrawn(pair: PairId, totals: Ledger) -> EventPlacing:
    by = Reason("departure", "lateness.result", "placed_withdrawn")
    return _row(pair, None, PlaceState.WITHDRAWN, by, totals)


def _row(pair: PairId, rank: int | None, state: PlaceState, by: Reason, totals: Ledger) -> EventPlacing:
    line = totals.lines[pair]
    return EventPlacing(
        pair=pair,
        rank=rank,
        state=state,
        wins=line.wins,
        played=line.played,
        scored=line.scored,
        conceded=line.conceded,
        walkovers=line.walkovers,
        by=by,
    )
