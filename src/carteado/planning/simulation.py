"""A whole championship played by bots: drawn, called, played hand by hand and confirmed until there is a champion."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from heapq import heappop, heappush
from zoneinfo import ZoneInfo

from carteado.fair import DRAW_FORMAT, commitment
from carteado.planning.field import Contender
from carteado.planning.matches import MOST_HANDS, REAL_BOTS, MatchSetting, PlayedMatch, play_match
from carteado.planning.pace import PACES, Pace
from carteado.record import Record
from carteado.regulation import Regulation
from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.slots import MatchId, StageId
from carteado.tournament.formats.stages import Filling, Kind
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Ending, Party
from carteado.tournament.operations import (
    CallMatch,
    CommitDraw,
    Confirm,
    EndRounds,
    EnterDelegation,
    HoldDraw,
    MarkTime,
    Operation,
    PairRound,
    Settle,
    StartMatch,
    Submit,
)
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.delegations import Delegation, LineUp
from carteado.tournament.running.dispatch import apply, refusal
from carteado.tournament.running.draws import lots_name
from carteado.tournament.state.championship import Championship

BRASILIA = ZoneInfo("America/Sao_Paulo")
SOME_DAY = date(2026, 1, 10)
"""The day of a simulated event whose regulation names no day."""

ORGANISER, REFEREE, CLERK = "organiser", "referee", "clerk"
_WALK_TO_TABLE = timedelta(minutes=3)
_BETWEEN_DRAWS = timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The place and time of an event.

    ``tables`` is None for as many as needed. Matches are called between ``opens`` and ``closes``; a pair has ``rest``
    between two of its matches.
    """

    day: date = SOME_DAY
    tables: int | None = None
    opens: time = time(9)
    closes: time = time(21)
    rest: timedelta = timedelta(minutes=10)
    zone: ZoneInfo = BRASILIA

    def opening(self, day: date) -> datetime:
        return datetime.combine(day, self.opens, self.zone).astimezone(UTC)

    def next_call(self, at: datetime) -> datetime:
        """The first instant, from ``at`` on, when a match may be called."""
        local = at.astimezone(self.zone)
        if local.time() >= self.closes:
            return self.opening(local.date() + timedelta(days=1))
        return self.opening(local.date()) if local.time() < self.opens else at


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a simulation has come. Deciders can make it play more matches than planned."""

    played: int
    planned: int
    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedChampionship:
    """The championship, its pairs, and the record of each game by its name. ``cut_short`` names the games that ended
    because no pair reached the target."""

    championship: Championship
    pairs: tuple[Contender, ...]
    records: Mapping[str, Record]
    cut_short: tuple[str, ...] = ()


def simulate(
    regulation: Regulation,
    plan: Plan,
    pairs: Sequence[Contender],
    *,
    seed: str,
    bots: str | None = None,
    hall: Hall | None = None,
    pace: Pace | None = None,
    most_hands: int = MOST_HANDS,
    event: str | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> SimulatedChampionship:
    """Play a championship. The same seed gives the same one, to the second.

    ``event`` is the plain ASCII name in the commitments of draws and deals; without it the seed gives one. Raises
    IllegalAct if the plan does not fit the pairs.
    """
    rules = _Rules(
        seed=seed,
        bots=bots or REAL_BOTS[regulation.engine_kind],
        hall=hall or hall_of(regulation),
        pace=pace or PACES[regulation.engine_kind],
        most_hands=most_hands,
        event=event or _event_name(regulation, seed),
    )
    course = _Course(regulation, plan, pairs, rules)
    for match in course.run():
        if progress:
            progress(Progress(played=course.played, planned=planned_matches(plan), match=match))
    return SimulatedChampionship(
        championship=course.championship, pairs=tuple(pairs), records=course.records, cut_short=tuple(course.cut_short)
    )


def hall_of(regulation: Regulation, tables: int | None = None) -> Hall:
    """A hall on the day that the regulation names, or on ``SOME_DAY``. Key: edition.day."""
    edition = regulation.event.edition
    return Hall(day=edition.day if edition else SOME_DAY, tables=tables)


def planned_matches(plan: Plan) -> int:
    """The number of matches of a plan without deciders. A round of a Swiss has one match for every two pairs."""
    swiss = sum(stage.rounds * (len(stage.fill) // 2) for stage in plan.stages if stage.kind is Kind.SWISS)
    return swiss + sum(not fixture.decider for fixture in plan.fixtures)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rules:
    """The settings of a simulation."""

    seed: str
    bots: str
    hall: Hall
    pace: Pace
    most_hands: int
    event: str

    def secret(self, name: str) -> bytes:
        return hashlib.sha256(f"carteado-simulation|{self.seed}|draw|{name}".encode()).digest()


@dataclass(order=True, slots=True)
class _Due:
    """An action that is due at an instant. Of two at the same instant, the one scheduled first goes first."""

    at: datetime
    order: int
    do: Callable[[], MatchId | None] = field(compare=False)


class _Course:
    """The event in progress: one clock, the matches at the tables, and the championship so far."""

    def __init__(self, regulation: Regulation, plan: Plan, pairs: Sequence[Contender], rules: _Rules) -> None:
        self.rules, self.plan = rules, plan
        self.contenders = {pair.id: pair for pair in pairs}
        self.clock = rules.hall.opening(rules.hall.day)
        self.championship = Championship(event=rules.event, regulation=regulation)
        tables = rules.hall.tables or max(1, len(pairs) // 2)
        self.free_tables = [str(number) for number in range(1, tables + 1)]
        self.rested: dict[PairId, datetime] = {}
        self.due: list[_Due] = []
        self.at_table: set[PairId] = set()
        self.waiting: list[MatchId] = []
        self.records: dict[str, Record] = {}
        self.cut_short: list[str] = []
        self.scheduled = self.played = 0

    def run(self) -> Iterator[MatchId]:
        """Run the event to its end and yield each match as it ends."""
        self._settle()
        while True:
            self._draw_what_can_be_drawn()
            wakes = self._call_matches()
            if self.due and (wakes is None or self.due[0].at <= wakes):
                due = heappop(self.due)
                self.clock = max(self.clock, due.at)
                if ended := due.do():
                    yield ended
            elif wakes is not None:
                self.clock = wakes
            elif self.championship.bracket.is_over:
                return
            elif self._ends_rounds():
                continue
            else:
                raise RuntimeError(f"{self.championship.event}: nothing is left to be done, and it is not over")

    def _schedule(self, at: datetime, do: Callable[[], MatchId | None]) -> None:
        self.scheduled += 1
        heappush(self.due, _Due(at, self.scheduled, do))

    def _apply(self, operation: Operation) -> None:
        self.championship = apply(self.championship, operation)

    # --- before matches -------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        before = self.clock - timedelta(days=7)
        for pair in self.contenders.values():
            if pair.delegation is not None and pair.substitutes:
                self._enter_delegation(pair.delegation, pair, before)
        of_delegations = tuple((pair.id, pair.delegation) for pair in self.contenders.values() if pair.delegation)
        entered = tuple(self.contenders)
        self._apply(Settle(by=ORGANISER, at=before, plan=self.plan, pairs=entered, delegations=of_delegations))
        for stage in self.plan.stages:
            if stage.filling is not Filling.IN_ORDER:
                self._commit(stage.id, before)
        self.waiting = list(self.championship.fixtures)

    def _enter_delegation(self, name: str, pair: Contender, at: datetime) -> None:
        line_up = LineUp(delegation=name, starters=pair.players, substitutes=pair.substitutes)
        self._apply(EnterDelegation(by=ORGANISER, at=at, delegation=Delegation(id=name, name=name), line_up=line_up))

    def _commit(self, draw: str, at: datetime) -> None:
        label = f"{DRAW_FORMAT}|{self.championship.event}|{draw}"
        published = commitment(label, self.rules.secret(draw))
        self._apply(CommitDraw(by=ORGANISER, at=at, draw=draw, commitment=published))

    def _hold_draw(self, draw: str) -> HoldDraw:
        secret = self.rules.secret(draw).hex()
        return HoldDraw(by=ORGANISER, at=self.clock, draw=draw, secret=secret, entropy=f"{self.rules.seed} {draw}")

    def _draw_what_can_be_drawn(self) -> None:
        """Draw stages whose pairs are known, draw lots between tied pairs, and pair the next round of a Swiss."""
        while self._draws_once():
            self.clock += _BETWEEN_DRAWS

    def _draws_once(self) -> bool:
        for stage in self.plan.stages:
            if not self.championship.bracket.is_filled(stage):
                return self._tries(self._hold_draw(stage.id)) or self._draws_lots()
            if stage.kind is Kind.SWISS and self._pairs_a_round(stage.id):
                return True
        return self._draws_lots()

    def _pairs_a_round(self, stage: StageId) -> bool:
        known = len(self.championship.fixtures)
        if not self._tries(PairRound(by=ORGANISER, at=self.clock, stage=stage)):
            return False
        self.waiting += list(self.championship.fixtures)[known:]
        return True

    def _ends_rounds(self) -> bool:
        """End a Swiss before its last round if every pair has met every other."""
        swiss = [stage.id for stage in self.plan.stages if stage.kind is Kind.SWISS]
        why = "everybody has met everybody"
        return any(self._tries(EndRounds(by=ORGANISER, at=self.clock, stage=stage, why=why)) for stage in swiss)

    def _tries(self, operation: Operation) -> bool:
        if refusal(self.championship, operation) is not None:
            return False
        self._apply(operation)
        return True

    def _draws_lots(self) -> bool:
        """Draw lots, but only when no match is being played: until then results may still separate the pairs."""
        tied = [] if self.due else list(self.championship.bracket.lots_needed())
        for where in tied[:1]:
            draw = lots_name(self.championship, where)
            self._commit(draw, self.clock)
            self.clock += _BETWEEN_DRAWS
            self._apply(self._hold_draw(draw))
        return bool(tied)

    # --- matches --------------------------------------------------------------------------------------------------

    def _call_matches(self) -> datetime | None:
        """Call the matches that can be called now. Returns the instant of the next one if it only waits for time."""
        wakes: list[datetime] = []
        left = []
        for place, match in enumerate(self.waiting):
            if not self.free_tables:
                left += self.waiting[place:]
                break
            if self.championship.bracket.ended(match):
                continue
            at = self._earliest(match)
            if at == self.clock:
                self._call(match)
                continue
            left.append(match)
            wakes += [] if at is None else [at]
        self.waiting = left
        return min(wakes, default=None)

    def _earliest(self, match: MatchId) -> datetime | None:
        """When the match can be called: its pairs are known, not at a table and rested, and the hall is open."""
        pairs = self.championship.bracket.pairs(match)
        if pairs is None or not self.at_table.isdisjoint(pairs):
            return None
        return self.rules.hall.next_call(max(self.clock, *(self.rested.get(pair, self.clock) for pair in pairs)))

    def _pairs(self, match: MatchId) -> tuple[PairId, PairId]:
        pairs = self.championship.bracket.pairs(match)
        assert pairs is not None
        return pairs

    def _call(self, match: MatchId) -> None:
        table = self.free_tables.pop(0)
        self.at_table.update(self._pairs(match))
        self._apply(CallMatch(by=REFEREE, at=self.clock, match=match, table=table))
        self._schedule(self.clock + _WALK_TO_TABLE, lambda: self._start(match, table))

    def _start(self, match: MatchId, table: str) -> None:
        self._apply(StartMatch(by=REFEREE, at=self.clock, match=match))
        games = tuple(self._games(match, table, self.clock))
        for at in filter(None, (game.extra_from for game in games)):
            self._schedule(at, lambda: self._mark(match, Moment.EXTRA_STARTED))
        self._schedule(games[-1].end, lambda: self._end(match, table, games))

    def _mark(self, match: MatchId, moment: Moment) -> None:
        self._tries(MarkTime(by=REFEREE, at=self.clock, match=match, moment=moment))

    def _games(self, match: MatchId, table: str, start: datetime) -> Iterator[PlayedMatch]:
        fixture = self.championship.fixtures[match]
        first, second = (self.contenders[pair] for pair in self._pairs(match))
        setting = MatchSetting(
            regulation=self.championship.regulation_of(match),
            id=f"{self.championship.event}-{match}",
            seats=(first.players[0], second.players[0], first.players[1], second.players[1]),
            phase=fixture.phase,
            start=start,
            seed=self.rules.seed,
            bots=self.rules.bots,
            pace=self.rules.pace,
            event=self.championship.event,
            table=table,
            most_hands=self.rules.most_hands,
        )
        won = [0, 0]
        while max(won) <= fixture.best_of // 2:
            number = sum(won) + 1
            name = f"-game-{number}" if fixture.best_of > 1 else ""
            played = play_match(replace(setting, id=setting.id + name, start=start))
            self._store_record(match + name, played)
            start = played.end
            won[played.game.winner] += 1
            yield played

    def _store_record(self, name: str, played: PlayedMatch) -> None:
        self.records[name] = played.record
        if played.game.ending is Ending.RULING:
            self.cut_short.append(name)

    def _end(self, match: MatchId, table: str, played: Sequence[PlayedMatch]) -> MatchId:
        """Hand in the sheet, and let both pairs and the referee confirm it."""
        pairs = self._pairs(match)
        self._apply(Submit(by=CLERK, at=self.clock, match=match, games=tuple(one.game for one in played)))
        for party, by in zip(Party, (*pairs, REFEREE), strict=True):
            self._apply(Confirm(by=by, at=self.clock, match=match, version=0, party=party))
        self.free_tables = sorted((*self.free_tables, table), key=int)
        self.at_table.difference_update(pairs)
        self.rested |= dict.fromkeys(pairs, self.clock + self.rules.hall.rest)
        self.played += 1
        return match


def _event_name(regulation: Regulation, seed: str) -> str:
    """A name in plain ASCII, as the labels of draws and deals need."""
    safe = seed if seed.isascii() and seed.isalnum() else hashlib.sha256(seed.encode()).hexdigest()[:12]
    return f"{regulation.id}-simulated-{safe}"
