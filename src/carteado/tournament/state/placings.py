"""Every pair's place in an event: by the last stage that it reached, then by the stage before.

A place is earned when no match, draw or lot still to come can change it. A pair that withdrew or was disqualified has
none: in a bracket the place stays vacant, in a table those behind move up.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from carteado.tournament.formats.slots import BestOfRank, LoserOf, LuckyLoser, Place, RankOf, Slot, StageId, WinnerOf
from carteado.tournament.formats.stages import FINAL, LOSERS, THIRD_PLACE, WINNERS, Fixture, Kind, Stage
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import MatchLog
from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.ranking.advancing import lucky_key
from carteado.tournament.ranking.criteria import Ledger, Reason, ledger_of
from carteado.tournament.ranking.standings import (
    SEMI_FINAL,
    EventPlacing,
    PlaceState,
    Placing,
    knockout_placings,
    played_order,
    stacked,
    standings,
)

if TYPE_CHECKING:
    from carteado.tournament.state.championship import Championship

TABLES = (Kind.GROUPS, Kind.SWISS)
_NO_PLACE = {"withdrawn": PlaceState.WITHDRAWN, "disqualified": PlaceState.DISQUALIFIED}


def placings_of(championship: "Championship") -> tuple[EventPlacing, ...]:
    """The current places, those who left last. Wins and points are those of all matches of a pair."""
    totals = ledger_of(championship.pairs, championship.bracket.outcomes())
    stages = championship.plan.stages
    next_places = [*(len(stage.fill) for stage in stages[1:]), 0]
    by_stage = [(_of_stage(championship, stage), places) for stage, places in zip(stages, next_places, strict=False)]
    found = {one.pair: one for one in stacked(reversed(by_stage), totals)}
    judge = _Judge(championship, totals)
    placings = [judge.placing(pair, found.get(pair)) for pair in (*found, *_left_out(championship, found))]
    return tuple(sorted(placings, key=lambda one: one.has_left))


def table_of(championship: "Championship", stage: Stage, group: int) -> tuple[EventPlacing, ...]:
    """The table of a group as it stands. A pair that left has no rank; in the last stage those behind it move up."""
    bracket = championship.bracket
    ranking = bracket.ranking(stage.id, group)
    judge = _Judge(championship, ledger_of([one.pair for one in ranking], bracket.outcomes(stage.id, group)))
    state = PlaceState.EARNED if bracket.is_group_over(stage.id, group) else PlaceState.OPEN
    moves_up = stage is championship.plan.stages[-1]
    places = {placing.pair: placing for placing in (bracket.places(stage.id, group) if moves_up else ranking)}
    rows = (judge.in_table(places.get(placing.pair, placing), state) for placing in ranking)
    return tuple(sorted(rows, key=lambda one: one.has_left))


def _left_out(championship: "Championship", found: dict[PairId, Placing]) -> list[PairId]:
    """Pairs that no stage placed, because they left."""
    return [pair for pair in championship.pairs if pair not in found]


class _Judge:
    """Says of each pair whether its place is earned, and why it stands there."""

    def __init__(self, championship: "Championship", totals: Ledger) -> None:
        self.championship, self.bracket, self.totals = championship, championship.bracket, totals

    def placing(self, pair: PairId, found: Placing | None) -> EventPlacing:
        left = self._left(pair)
        state = left or (PlaceState.EARNED if found and self._is_earned(pair) else PlaceState.OPEN)
        rank = found.rank if found and state is PlaceState.EARNED else None
        reason = found.by if found else _NO_MATCH
        return self._built(pair, rank, state, reason if state is PlaceState.EARNED else self._reason(pair, reason))

    def in_table(self, placing: Placing, state: PlaceState) -> EventPlacing:
        left = self._left(placing.pair)
        by = self._departure_reason(placing.pair, left) if left else placing.by
        return self._built(placing.pair, None if left else placing.rank, left or state, by)

    def _built(self, pair: PairId, rank: int | None, state: PlaceState, by: Reason) -> EventPlacing:
        line = self.totals.lines[pair]
        return EventPlacing(
            pair=pair,
            rank=rank,
            state=state,
            wins=line.wins,
            played=line.played,
            scored=line.scored,
            conceded=line.conceded,
            walkovers=line.walkovers,
            has_played=pair in self._at_a_table,
            by=by if pair in self._awaits_lots else by._replace(code=_WITHOUT_LOTS.get(by.code, by.code)),
        )

    @cached_property
    def _awaits_lots(self) -> frozenset[PairId]:
        return frozenset(pair for pairs in self.bracket.lots_needed().values() for pair in pairs)

    def _left(self, pair: PairId) -> PlaceState | None:
        return _NO_PLACE.get(self.championship.leaving(pair) or "")

    @cached_property
    def _at_a_table(self) -> set[PairId]:
        """Pairs that sat down at a table: of a match that began, or with a result that was played."""
        begun = {pair for log in self.championship.logs.values() if _was_played(log) for pair in log.pairs}
        return begun - {""}

    # --- earned ---------------------------------------------------------------------------------------------------

    def _is_earned(self, pair: PairId) -> bool:
        if pair in self._still_in or pair in self._awaits_lots or self.bracket.may_come_back(pair):
            return False
        stage = self._stage_of[pair]
        if not all(self.bracket.is_filled(later) for later in self._fed_by(stage)):
            return False
        if stage.kind in TABLES:
            return stage is not self.championship.plan.stages[-1] or self.bracket.is_over
        last = self._last_turn.get((stage.id, pair))
        return last is not None and not any(turn <= last for turn in self._open_turns.get(stage.id, ()))

    @cached_property
    def _still_in(self) -> set[PairId]:
        still = _waiting(self.championship, self.championship.pairs) | set(self._comes_back)
        return set() if self.bracket.is_over else still

    @cached_property
    def _stage_of(self) -> dict[PairId, Stage]:
        """The last stage that each pair reached."""
        stages = self.championship.plan.stages
        found = dict.fromkeys(self.championship.pairs, stages[0])
        return found | {pair: stage for stage in stages for pair in self.bracket.members(stage.id)}

    def _fed_by(self, stage: Stage) -> list[Stage]:
        return [one for one in self.championship.plan.stages if any(_comes_from(slot, stage) for slot in one.fill)]

    @cached_property
    def _open_turns(self) -> dict[StageId, list["_Turn"]]:
        """When each undecided match of a stage is played, without those that eliminate no pair: the match for third
        place, and matches among the winners of a double elimination."""
        found: dict[StageId, list[_Turn]] = {}
        for fixture in self.championship.fixtures.values():
            if fixture.phase not in (THIRD_PLACE, WINNERS) and self.bracket.ended(fixture.id) is None:
                found.setdefault(fixture.stage, []).append(_turn(fixture))
        return found

    @cached_property
    def _last_turn(self) -> dict[tuple[StageId, PairId], "_Turn"]:
        """When each pair played its last match of a stage."""
        found: dict[tuple[StageId, PairId], _Turn] = {}
        for fixture in self.championship.fixtures.values():
            turn = _turn(_falls_to(self.championship, fixture) or fixture)
            for pair in self.bracket.occupants(fixture.id):
                if isinstance(pair, str):
                    before = found.get((fixture.stage, pair))
                    found[fixture.stage, pair] = max(turn, before) if before else turn
        return found

    # --- why ------------------------------------------------------------------------------------------------------

    def _reason(self, pair: PairId, found: Reason) -> Reason:
        """The reason for a pair without a place: it left, goes on although it lost, or may yet."""
        if left := self._left(pair):
            return self._departure_reason(pair, left)
        found = self._in_own_group.get(pair, found)
        lost, key = found.code in _LOST, lucky_key(self.championship.regulation)
        if lost and pair in self._comes_back:
            return Reason("lucky_loser", key, "placed_comes_back", {"phase": self._comes_back[pair]})
        if lost and (phase := self.bracket.may_come_back(pair)):
            return Reason("lucky_loser", key, "placed_may_come_back", {"phase": phase})
        if lost and found.details.get("phase") == SEMI_FINAL and pair in self._still_in:
            return Reason("phase_reached", found.key, "placed_for_third", {"phase": THIRD_PLACE})
        return found

    @cached_property
    def _in_own_group(self) -> dict[PairId, Reason]:
        """The reasons of the group tables, for pairs that reached no later stage."""
        return {
            placing.pair: placing.by
            for stage in self.championship.plan.stages
            for group in range(stage.groups if stage.groups > 1 else 0)
            for placing in self.bracket.places(stage.id, group)
            if self._stage_of[placing.pair] is stage
        }

    @cached_property
    def _comes_back(self) -> dict[PairId, str]:
        """Lucky losers with the phase that they lost, until they end a match of the next one."""
        return {
            one.pair: back.phase
            for back in self.bracket.come_back()
            for one in back.lucky
            if self._last_ended[one.pair] == (back.stage, back.phase)
        }

    @cached_property
    def _last_ended(self) -> dict[PairId, tuple[StageId, str]]:
        """The stage and phase of each pair's last match that has ended."""
        return {
            pair: (fixture.stage, fixture.phase)
            for fixture in self.championship.fixtures.values()
            if self.bracket.ended(fixture.id)
            for pair in self.bracket.occupants(fixture.id)
            if isinstance(pair, str)
        }

    def _departure_reason(self, pair: PairId, left: PlaceState) -> Reason:
        key = self.championship.departures[pair].key
        return Reason("departure", key if key in self.championship.regulation.citations else None, f"placed_{left}")


def _comes_from(slot: Slot, stage: Stage) -> bool:
    if isinstance(slot, WinnerOf | LoserOf):
        return slot.match.startswith(f"{stage.id}-")
    return isinstance(slot, RankOf | BestOfRank | LuckyLoser | Place) and slot.stage == stage.id


_WITHOUT_LOTS = {"placed_level_with": "placed_level", "placed_level_with_many": "placed_level_many"}
"""What pairs are that are level while matches are open, or for good because nothing depends on their order."""
_LOST = frozenset({"placed_out_in", "placed_out_by_walkover", "placed_still_in"})
_NO_MATCH = Reason("no_match", None, "placed_without_match")


class _Turn(NamedTuple):
    """When a match is played, compared with the others of its stage. In a double elimination rounds count as well."""

    phase: int
    round: int


def _turn(fixture: Fixture) -> _Turn:
    return _Turn(played_order(fixture.phase), fixture.round if fixture.phase == LOSERS else 0)


def _was_played(log: MatchLog) -> bool:
    return log.clock.has(Moment.STARTED) or bool(log.submissions)


def _of_stage(championship: "Championship", stage: Stage) -> Sequence[Placing]:
    """The places of one stage. Before the first stage is drawn, all pairs wait for it."""
    bracket = championship.bracket
    members = bracket.members(stage.id)
    if not members and stage is championship.plan.stages[0]:
        members = list(championship.pairs)
    if stage.kind is Kind.GROUPS and stage.groups > 1 and bracket.is_filled(stage):
        return _of_groups(championship, stage)
    if stage.kind in TABLES:
        return bracket.places(stage.id) if bracket.members(stage.id) else _unplayed(championship, members)
    outcomes = [*_counted(championship, stage), *_unopposed(championship, stage), *_doomed(championship, stage)]
    return knockout_placings(
        championship.regulation,
        members,
        outcomes,
        lots=championship.lots.get(f"{stage.id}-{SEMI_FINAL}", ()),
        waiting=_waiting(championship, members),
        without=championship.without_place,
    )


def _unplayed(championship: "Championship", pairs: Sequence[PairId]) -> Sequence[Placing]:
    return standings(championship.regulation, pairs, (), without=championship.without_place)


def _waiting(championship: "Championship", members: Sequence[PairId]) -> set[PairId]:
    """Pairs that are not out: with a match ahead, or without any match yet while the event goes on."""
    bracket = championship.bracket
    played = {pair for outcome in bracket.outcomes() for pair in outcome.pairs}
    unplayed = set() if bracket.is_over else set(members) - played
    return (bracket.waiting() | unplayed).difference(championship.departures)


def _of_groups(championship: "Championship", stage: Stage) -> list[Placing]:
    """All firsts before all seconds, and so on. Pairs of one rank are ordered by the criteria of the table."""
    bracket, gone = championship.bracket, championship.without_place
    tables = [bracket.ranking(stage.id, group) for group in range(stage.groups)]
    reasons = {one.pair: one.by for group in range(stage.groups) for one in bracket.places(stage.id, group)}
    found: list[Placing] = []
    for place in range(max(map(len, tables))):
        level = [table[place].pair for table in tables if place < len(table)]
        lots = championship.lots.get(f"{stage.id}-rank-{place + 1}", ())
        ahead = len(found)
        for one in standings(championship.regulation, level, bracket.outcomes(stage.id), lots=lots, without=gone):
            by = reasons[one.pair] if len(level) == 1 else one.by
            found.append(replace(one, rank=ahead + one.rank, by=by))
    return found


def _counted(championship: "Championship", stage: Stage) -> list[Outcome]:
    """The outcomes. If a decider was played, the final before it counts only as the last match among the winners."""
    bracket = championship.bracket
    played = [
        (one, ended.outcome and _where_both_are_out(championship, one, ended.outcome))
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


def _where_both_are_out(championship: "Championship", fixture: Fixture, outcome: Outcome) -> Outcome:
    """A double W.O. among the winners of a double elimination puts both pairs out in the round among the losers that
    waited for one of them."""
    waited = _falls_to(championship, fixture) if outcome.winner is None else None
    return outcome._replace(phase=LOSERS, round=waited.round) if waited else outcome


def _falls_to(championship: "Championship", fixture: Fixture) -> Fixture | None:
    """The match among the losers that waits for the loser of a match among the winners."""
    if fixture.phase != WINNERS:
        return None
    waiting = (one for one in championship.fixtures.values() if LoserOf(fixture.id) in one.slots)
    return next((one for one in waiting if one.phase == LOSERS), None)


def _doomed(championship: "Championship", stage: Stage) -> list[Outcome]:
    """Matches of a double elimination that wait for an opponent of a pair that left: it will be out there."""
    bracket = championship.bracket
    found = []
    for fixture in championship.fixtures.values():
        out_in = _falls_to(championship, fixture) or fixture
        if fixture.stage != stage.id or out_in.phase != LOSERS or bracket.ended(fixture.id):
            continue
        left = (pair for pair in bracket.occupants(fixture.id) if pair in championship.departures)
        found += [Outcome(LOSERS, out_in.round, (str(pair), ""), (0, 0), None, walkover=True) for pair in left]
    return found


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
