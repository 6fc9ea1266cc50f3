"""Places and the reasons for them. A table ranks by the regulation's criteria, a knockout by the phase reached."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from carteado.regulation import Regulation
from carteado.regulation.event_rules import Criterion, ThirdPlace
from carteado.tournament.formats.stages import FINAL, GROUP, LOSERS, QUALIFYING, SWISS, THIRD_PLACE, WINNERS, phase_of
from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.ranking.criteria import (
    CRITERIA,
    Directives,
    Ledger,
    Order,
    Parting,
    Reason,
    ledger_of,
    name_compared,
    ordered,
    steps,
)

SEMI_FINAL = phase_of(4)
TABLES = (GROUP, SWISS)
"""Phases in which all pairs are ranked together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """A pair's place and the reason for it. Pairs that nothing separates share a rank."""

    pair: PairId
    rank: int
    wins: int
    played: int
    scored: int
    conceded: int
    by: Reason

    @property
    def balance(self) -> int:
        return self.scored - self.conceded


class PlaceState(StrEnum):
    """Whether a pair has earned its place in the event. A pair that withdrew or was disqualified has none."""

    OPEN = "open"
    EARNED = "earned"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlacing:
    """A pair's place in an event that goes on. ``rank`` is None until the place is earned, and for a pair that left.

    ``walkovers`` counts its matches decided by W.O. ``has_played`` once it sat down at a table.
    """

    pair: PairId
    rank: int | None
    state: PlaceState
    wins: int
    played: int
    scored: int
    conceded: int
    walkovers: int = 0
    has_played: bool = True
    by: Reason

    @property
    def balance(self) -> int:
        return self.scored - self.conceded

    @property
    def has_left(self) -> bool:
        return self.state in (PlaceState.WITHDRAWN, PlaceState.DISQUALIFIED)


# --- phases -------------------------------------------------------------------------------------------------------


def places_in(phase: str) -> int | None:
    """How many pairs a knockout phase has; None for a phase of any size."""
    named = {FINAL: 2, THIRD_PLACE: 2, SEMI_FINAL: 4, phase_of(8): 8}
    if phase in named:
        return named[phase]
    size = phase.removeprefix("round-of-")
    return int(size) if size != phase and size.isascii() and size.isdecimal() else None


def played_order(phase: str) -> int:
    """A number that sorts phases in the order in which they are played."""
    opening = (QUALIFYING, GROUP, SWISS, WINNERS, LOSERS)
    if phase in opening:
        return opening.index(phase) - len(opening)
    if phase == THIRD_PLACE:
        return played_order(SEMI_FINAL) + 1
    places = places_in(phase)
    if places is None or places < 2:
        raise ValueError(f"not a phase: {phase!r}")
    return _LARGEST - 2 * places


_LARGEST = 10**7


def by_phase(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """The matches of each phase, phases in the order played."""
    phases: defaultdict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        phases[outcome.phase].append(outcome)
    return dict(sorted(phases.items(), key=lambda item: played_order(item[0])))


class LastMatch(NamedTuple):
    """A pair's last match in a phase, and whether the pair holds a winner's place after it."""

    outcome: Outcome
    holds_place: bool


def last_matches(outcomes: Iterable[Outcome]) -> dict[PairId, LastMatch]:
    """How each pair left a phase. If two pairs met several times, most wins decide, then the last match.

    Keys: lucky_losers.eliminated.
    """
    last: dict[PairId, Outcome] = {}
    wins: Counter[tuple[PairId, PairId]] = Counter()
    for outcome in sorted(outcomes, key=lambda outcome: outcome.round):
        last.update(dict.fromkeys(outcome.pairs, outcome))
        if outcome.winner is not None:
            wins[outcome.winner, outcome.opponent_of(outcome.winner)] += 1
    return {pair: LastMatch(outcome, _holds_place(pair, outcome, wins)) for pair, outcome in last.items()}


def _holds_place(pair: PairId, last: Outcome, wins: Mapping[tuple[PairId, PairId], int]) -> bool:
    rival = last.opponent_of(pair)
    ahead = wins.get((pair, rival), 0) - wins.get((rival, pair), 0)
    return pair not in last.out and (ahead > 0 or (ahead == 0 and last.winner == pair))


# --- a table ------------------------------------------------------------------------------------------------------


def standings(
    regulation: Regulation,
    pairs: Sequence[PairId],
    outcomes: Iterable[Outcome],
    *,
    lots: Sequence[PairId] = (),
    without: Collection[PairId] = (),
) -> tuple[Placing, ...]:
    """The table of the pairs over all matches given, which are those of one stage. ``lots`` are pairs in the order
    drawn. Pairs ``without`` a place are left out once the order is known: those behind them move up.

    Two pairs that lots should separate share a rank until both are drawn, in the order of ``pairs``. Keys:
    standings.ranked_by, standings.two_tied, standings.more_tied, standings.left_equal, standings.matches_counted.
    """
    ledger = ledger_of(pairs, outcomes, lots=lots)
    order = ordered(pairs, ledger, directives_of(regulation)).without(without)
    return tuple(
        _placing(order.pairs[place], block.start + 1, ledger, table_reason(order, place, block))
        for block in order.blocks()
        for place in block
    )


def directives_of(regulation: Regulation) -> Directives:
    """The regulation's lists of criteria. Without them those of ruling E-7, which cite no article."""
    rules = regulation.event.standings
    if rules is None:
        tied = (Criterion.BALANCE, Criterion.SCORED, Criterion.LOTS)
        wins, encounter = (Criterion.WINS,), Criterion.DIRECT_ENCOUNTER
        return Directives(steps(wins, None), steps((encounter, *tied), None), steps(tied, None))
    return Directives(
        steps(rules.ranked_by, "standings.ranked_by"),
        steps(rules.two_tied, "standings.two_tied"),
        steps(rules.more_tied, "standings.more_tied"),
    )


def _placing(pair: PairId, rank: int, ledger: Ledger, by: Reason) -> Placing:
    line = ledger.lines[pair]
    return Placing(
        pair=pair,
        rank=rank,
        wins=line.wins,
        played=line.played,
        scored=line.scored,
        conceded=line.conceded,
        by=by,
    )


def table_reason(order: Order, place: int, level: range) -> Reason:
    """The last criterion needed to place the pair, and the neighbour from which it separates the pair."""
    if len(order.pairs) == 1:
        return Reason(Criterion.WINS, None, "placed_alone")
    if len(level) > 1:
        return _left_level(order, place, level)
    before = order.partings[place] if place < len(order.partings) else None
    after = order.partings[place - 1] if place else None
    if after is None or (before is not None and before.depth >= after.depth):
        assert before is not None
        return parted_reason(order, before, "before", (place, place + 1))
    return parted_reason(order, after, "after", (place, place - 1))


def parted_reason(order: Order, parting: Parting, side: str, places: tuple[int, int]) -> Reason:
    """The reason for standing before or after another pair: the criterion, and the value of each."""
    criterion, key = parting.step
    yardstick = CRITERIA[criterion]
    pair, other = (order.pairs[place] for place in places)
    own, others = (parting.ahead, parting.behind) if side == "before" else (parting.behind, parting.ahead)
    details = {"other": other, "criterion": name_compared(criterion, order.ledger, (pair, other))}
    if not yardstick.is_explained:
        return Reason(criterion, key, f"placed_{side}_by_lots", {"other": other})
    values = {"own": yardstick.as_text(own), "others": yardstick.as_text(others)}
    return Reason(criterion, key, f"placed_{side}", details | values)


def _left_level(order: Order, place: int, level: range) -> Reason:
    criterion, key = order.partings[level.start].step
    if len(level) > 2:
        return Reason(criterion, key, "placed_level_with_many", {"count": len(level) - 1})
    other = order.pairs[level.start + level.stop - 1 - place]
    return Reason(criterion, key, "placed_level_with", {"other": other})


# --- a knockout ---------------------------------------------------------------------------------------------------


class _Reached(NamedTuple):
    """How far a pair came; less is further. The phase, whether it lost there, and what came after that loss."""

    phase_from_last: int
    lost: bool
    after_loss: int = 0


_NOWHERE = _Reached(2 * _LARGEST, True)
_STILL_IN = _Reached(-_LARGEST, False)
_WON_THIRD, _LOST_THIRD, _NO_THIRD = 1, 2, 3
_WAITS, _WAITS_AFTER_LOSS = 1, 2
_LOST_SEMI_FINAL = _Reached(-played_order(SEMI_FINAL), True, _NO_THIRD)


def knockout_placings(
    regulation: Regulation,
    pairs: Sequence[PairId],
    outcomes: Iterable[Outcome],
    *,
    lots: Sequence[PairId] = (),
    waiting: Collection[PairId] = (),
    without: Collection[PairId] = (),
) -> tuple[Placing, ...]:
    """The champions, the runners-up, third and fourth, then the others by the phase that they reached.

    ``waiting`` are pairs with a match ahead, which are not out. No article orders pairs that are out in the same phase:
    they share a rank, in the order of ``pairs``: behind as many places as the next phase has. A W.O. can leave places
    vacant; nobody moves up into them. Where points scored decide the third place, pairs ``without`` a place come last.
    Keys: format.kind, delegation_points.third_place.
    """
    outcomes = tuple(outcomes)
    ledger = ledger_of(pairs, outcomes, lots=lots)
    bracket = _Bracket.of(regulation, outcomes, frozenset(waiting), frozenset(without))
    placed = sorted(pairs, key=bracket.reached)
    placings: list[Placing] = []
    last = last_out = 0
    for reached, level in groupby(placed, key=bracket.reached):
        group, best = list(level), _best_rank(reached)
        ahead = [one for one in placings if best is None or one.pair not in without]
        rank = max(len(ahead) + 1, best or 1, last_out + 1 if reached.lost else last)
        placings += bracket.placings(group, rank, reached, ledger)
        if any(pair not in without for pair in group):
            last = placings[-1].rank
            last_out = last if reached.lost else last_out
    return tuple(placings)


def _best_rank(reached: _Reached) -> int | None:
    """The best rank possible: third and fourth after the match for third place, otherwise behind the places of the next
    phase. None in a phase of any size."""
    if not reached.lost or reached == _NOWHERE:
        return 1
    if reached.phase_from_last >= 0:
        return None
    return 4 if reached.after_loss == _LOST_THIRD else (reached.phase_from_last + _LARGEST) // 4 + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bracket:
    """How every pair left the last phase in which it played, and the match for third place."""

    regulation: Regulation
    last: Mapping[PairId, LastMatch]
    third: Mapping[PairId, LastMatch]
    semi_finals: tuple[Outcome, ...]
    first_phase: str | None
    waiting: frozenset[PairId]
    without: frozenset[PairId]

    @classmethod
    def of(
        cls,
        regulation: Regulation,
        outcomes: Iterable[Outcome],
        waiting: frozenset[PairId],
        without: frozenset[PairId],
    ) -> "_Bracket":
        phases = by_phase(outcomes)
        first_phase = next(iter(phases), None)
        third = last_matches(phases.pop(THIRD_PLACE, ()))
        last = dict(third)
        for matches in phases.values():
            last.update(last_matches(matches))
        return cls(
            regulation=regulation,
            last=last,
            third=third,
            semi_finals=tuple(phases.get(SEMI_FINAL, ())),
            first_phase=first_phase,
            waiting=waiting,
            without=without,
        )

    def reached(self, pair: PairId) -> _Reached:
        if pair not in self.last:
            return self._reached_without_match(pair)
        outcome, holds_place = self.last[pair]
        if outcome.phase in (WINNERS, LOSERS) and pair in self.waiting:
            return _STILL_IN
        if self._goes_on_after_loss(pair):
            return _Reached(-played_order(outcome.phase), False, _WAITS_AFTER_LOSS)
        phase = SEMI_FINAL if outcome.phase == THIRD_PLACE else outcome.phase
        furthest = -played_order(phase)
        if outcome.phase == LOSERS:  # in a double elimination every round eliminates pairs
            return _Reached(furthest, not holds_place, -outcome.round)
        if phase == SEMI_FINAL and not (holds_place and outcome.phase == SEMI_FINAL):
            return _Reached(furthest, True, self._third_place(pair))
        return _Reached(furthest, not holds_place)

    def _reached_without_match(self, pair: PairId) -> _Reached:
        if pair not in self.waiting:
            return _NOWHERE
        if self.first_phase in (WINNERS, LOSERS):
            return _STILL_IN
        return _Reached(-played_order(self.first_phase or FINAL), False, _WAITS)

    def _third_place(self, pair: PairId) -> int:
        """What came of third place. A pair that did not reach the match for it is behind the pair that won it."""
        if pair not in self.third:
            return _LOST_THIRD if self.third else _NO_THIRD
        return _WON_THIRD if self.third[pair].holds_place else _LOST_THIRD

    def _goes_on_after_loss(self, pair: PairId) -> bool:
        """Whether a pair that lost still has a match ahead, among the losers of a double elimination or as a lucky
        loser. The match for third place leads nowhere."""
        outcome, holds_place = self.last[pair]
        return outcome.phase not in (SEMI_FINAL, THIRD_PLACE) and not holds_place and pair in self.waiting

    def placings(self, level: Sequence[PairId], rank: int, reached: _Reached, ledger: Ledger) -> Iterator[Placing]:
        """Pairs that came equally far share a place, unless points scored decide the third place."""
        if not (reached == _LOST_SEMI_FINAL and third_goes_by_points(self.regulation)):
            yield from (_placing(pair, rank, ledger, self._reason(pair)) for pair in level)
            return
        staying = [pair for pair in level if pair not in self.without]
        yield from self._by_points(staying, rank, ledger)
        left = (pair for pair in level if pair in self.without)
        yield from (_placing(pair, rank + bool(staying), ledger, self._reason(pair)) for pair in left)

    def _by_points(self, level: Sequence[PairId], rank: int, ledger: Ledger) -> Iterator[Placing]:
        """The first is third. The others share the place behind, however many a double W.O. makes them.

        Key: delegation_points.third_place.
        """
        order = third_by_points(level, self.semi_finals, ledger.lots)
        for block in order.blocks():
            for place in block:
                by = table_reason(order, place, block) if len(level) > 1 else self._reason(level[0])
                yield _placing(order.pairs[place], rank + bool(block.start), ledger, by)

    def _reason(self, pair: PairId) -> Reason:
        if pair not in self.last:
            return Reason("no_match", None, "placed_still_in" if pair in self.waiting else "placed_without_match")
        third = self.third.get(pair)
        outcome, holds_place = self.last[pair]
        if third is not None and (outcome.phase == THIRD_PLACE or not (outcome.phase == FINAL or holds_place)):
            return self._third_reason(pair, third)
        other = outcome.opponent_of(pair)
        key = "format.kind" if self.regulation.event.format else None
        if self._goes_on_after_loss(pair):
            return Reason("phase_reached", key, "placed_still_in")
        if not other:
            return _alone_reason(outcome, holds_place, key)
        if outcome.phase == FINAL:
            return Reason("final", key, _final_code(outcome, holds_place), {"other": other})
        out = "placed_out_by_walkover" if outcome.walkover else "placed_out_in"
        return Reason("phase_reached", key, "placed_through" if holds_place else out, {"phase": outcome.phase})

    def _third_reason(self, pair: PairId, third: LastMatch) -> Reason:
        key = "delegation_points.third_place" if self.regulation.event.delegation_points else None
        if not third.outcome.opponent_of(pair):
            return _alone_reason(third.outcome, third.holds_place, key)
        if third.outcome.winner is None:
            return Reason("third_place", key, "placed_double_walkover", {"phase": THIRD_PLACE})
        code = "placed_third" if third.holds_place else "placed_fourth"
        return Reason("third_place", key, _by_walkover(code, third.outcome), {"other": third.outcome.opponent_of(pair)})


THIRD_BY_POINTS = steps((Criterion.SCORED, Criterion.LOTS), "delegation_points.third_place")
"""What orders the losing semi-finalists where no match is played for the third place."""


def third_goes_by_points(regulation: Regulation) -> bool:
    """Key: delegation_points.third_place."""
    points = regulation.event.delegation_points
    return points is not None and points.third_place is ThirdPlace.BY_POINTS_SCORED


def third_by_points(level: Sequence[PairId], semi_finals: Iterable[Outcome], lots: Mapping[PairId, int]) -> Order:
    """Losing semi-finalists by the points they scored there, then by lots. Key: delegation_points.third_place."""
    return ordered(level, Ledger(ledger_of(level, semi_finals).lines, lots), Directives(THIRD_BY_POINTS))


def _alone_reason(outcome: Outcome, holds_place: bool, key: str | None) -> Reason:
    """The reason for a pair that had no opponent, unless it had left itself."""
    code = "placed_unopposed" if holds_place else "placed_left_before"
    return Reason("bye", key, code, {"phase": outcome.phase})


def _final_code(outcome: Outcome, holds_place: bool) -> str:
    if outcome.winner is None:
        return "placed_no_champion"
    return _by_walkover("placed_champion" if holds_place else "placed_runner_up", outcome)


def _by_walkover(code: str, outcome: Outcome) -> str:
    return f"{code}_by_walkover" if outcome.walkover else code


# --- a whole event ------------------------------------------------------------------------------------------------


def event_placings(
    regulation: Regulation,
    pairs: Sequence[PairId],
    outcomes: Iterable[Outcome],
    *,
    lots: Sequence[PairId] = (),
    without: Collection[PairId] = (),
) -> tuple[Placing, ...]:
    """Every pair's place over all stages: by the last stage, the others by the stage before, and so on. Pairs
    ``without`` a place are left out of tables.

    Wins and points are those of all matches of a pair.
    """
    outcomes = tuple(outcomes)
    found = [
        standings(regulation, stage.pairs, stage.outcomes, lots=lots, without=without)
        if stage.is_table
        else knockout_placings(regulation, stage.pairs, stage.outcomes, lots=lots)
        for stage in reversed(stages_of(regulation, pairs, outcomes))
    ]
    return stacked(((one, 0) for one in found), ledger_of(pairs, outcomes))


def stacked(stages: Iterable[tuple[Sequence[Placing], int]], totals: Ledger) -> tuple[Placing, ...]:
    """The placings of several stages, last stage first. Each stage places the pairs that no later one has placed,
    behind as many places as the next stage has."""
    placed: dict[PairId, Placing] = {}
    for found, places in stages:
        left = [placing for placing in found if placing.pair not in placed]
        ahead = max([len(placed), places, *(one.rank for one in placed.values())])
        ranks = _ranks_after(ahead, left) if placed else {one.rank: one.rank for one in left}
        placed |= {one.pair: _placing(one.pair, ranks[one.rank], totals, one.by) for one in left}
    return tuple(placed.values())


def _ranks_after(ahead: int, left: Sequence[Placing]) -> dict[int, int]:
    """New ranks of pairs that no later stage placed, by the rank that their own stage gave them."""
    ranks: dict[int, int] = {}
    for place, placing in enumerate(left, start=ahead + 1):
        ranks.setdefault(placing.rank, place)
    return ranks


class StagePlayed(NamedTuple):
    """A table or a whole knockout of an event, with its pairs."""

    is_table: bool
    pairs: tuple[PairId, ...]
    outcomes: tuple[Outcome, ...]


def stages_of(regulation: Regulation, pairs: Sequence[PairId], outcomes: Iterable[Outcome]) -> list[StagePlayed]:
    """The stages in the order played. All pairs are in the first.

    A qualifying phase is a table if the regulation ranks pairs, otherwise the start of a knockout.
    """
    tables = (*TABLES, QUALIFYING) if regulation.event.standings else TABLES
    phases = by_phase(outcomes)
    stages = [(True, tuple(played)) for phase, played in phases.items() if phase in tables]
    knockout = tuple(outcome for phase, played in phases.items() if phase not in tables for outcome in played)
    if knockout or not stages:
        stages.append((regulation.event.standings is not None and not knockout, knockout))
    return [
        StagePlayed(is_table, _those_in(played, pairs) if place else tuple(pairs), played)
        for place, (is_table, played) in enumerate(stages)
    ]


def _those_in(outcomes: Iterable[Outcome], pairs: Collection[PairId]) -> tuple[PairId, ...]:
    playing = {pair for outcome in outcomes for pair in outcome.pairs}
    return tuple(pair for pair in pairs if pair in playing)
