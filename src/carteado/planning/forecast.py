"""Forecasts of how long a match, a phase and an event take, from matches played by bots at the pace of people."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from random import Random
from typing import NamedTuple

from carteado.planning.matches import REAL_BOTS, MatchSetting, clock_minutes, play_match
from carteado.planning.pace import PACES, MatchLength, Pace, length_of
from carteado.planning.tasks import tasks_of
from carteado.record import engine_for
from carteado.regulation import EngineKind, Regulation, TrucoRules
from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.stages import FINAL
from carteado.tournament.matches.schedule import Task

SAMPLE_SIZE: Mapping[EngineKind, int] = {EngineKind.TRUCO: 200, EngineKind.MELDS: 30}
"""Matches played for a forecast, and as many again for the final if it has another target. On one core this takes about
three seconds for truco, ten for Tranca and twenty for Canastra."""

RUNS = 200
"""How often the event is played through, each time with newly drawn lengths; less often if it has many matches."""
_FEWEST_RUNS, _MOST_MATCHES = 20, 20_000

_NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Quantiles(NamedTuple):
    """The values below which a tenth, a half and nine tenths of the sample lie, with its smallest and largest value."""

    least: float
    tenth: float
    median: float
    ninetieth: float
    most: float


def quantiles(values: Sequence[float]) -> Quantiles:
    """Quantiles by the nearest rank: each is a value of the sample."""
    order = sorted(values)

    def at(tenths: int) -> float:
        return order[-(-tenths * len(order) // 10) - 1]

    return Quantiles(order[0], at(1), at(5), at(9), order[-1])


# --- matches ------------------------------------------------------------------------------------------------------


def sample(
    regulation: Regulation,
    *,
    seed: str,
    matches: int | None = None,
    phase: str = "",
    bots: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[MatchLength, ...]:
    """Play matches with bots and without a clock, and return their lengths. Their duration depends only on the pace."""
    lengths = []
    for number in range(matches or SAMPLE_SIZE[regulation.engine_kind]):
        setting = MatchSetting(
            regulation=regulation,
            id=f"forecast-{phase or 'match'}-{number}",
            seats=("1", "2", "3", "4"),
            phase=phase,
            start=_NOON,
            seed=seed,
            bots=bots or REAL_BOTS[regulation.engine_kind],
            pace=_NO_TIME,
        )
        lengths.append(length_of(play_match(setting).record))
        if progress:
            progress(number + 1)
    return tuple(lengths)


_NO_TIME = Pace(match=0, hand=0, acts={}, other=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchForecast:
    """How long matches to a target take. ``clock`` is the regulation's limit, ``by_clock`` the share that reach it."""

    target: int
    sample: int
    hands: Quantiles
    acts: Quantiles
    minutes: Quantiles
    clock: int | None = None
    by_clock: float = 0.0


def match_minutes(regulation: Regulation, phase: str, lengths: Sequence[MatchLength], pace: Pace) -> list[float]:
    """The minutes that each match takes. Keys: clock.match_minutes, clock.final_minutes.

    A match that reaches the limit counts as just the limit: the rest of its last hand and extra time are left out.
    """
    limit = clock_minutes(regulation, phase)
    taken = [pace.minutes(length) for length in lengths]
    return taken if limit is None else [min(one, limit) for one in taken]


def match_forecast(regulation: Regulation, phase: str, lengths: Sequence[MatchLength], pace: Pace) -> MatchForecast:
    limit = clock_minutes(regulation, phase)
    minutes = match_minutes(regulation, phase, lengths, pace)
    stopped = 0 if limit is None else sum(pace.minutes(length) >= limit for length in lengths)
    return MatchForecast(
        target=engine_for(regulation).target(phase),
        sample=len(lengths),
        hands=quantiles([length.hands for length in lengths]),
        acts=quantiles([length.act_count for length in lengths]),
        minutes=quantiles(minutes),
        clock=limit,
        by_clock=stopped / len(lengths),
    )


# --- events -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseForecast:
    """The minutes of a phase, from the start of its first match to the end of its last."""

    phase: str
    matches: int
    minutes: Quantiles


@dataclass(frozen=True, slots=True, kw_only=True)
class EventForecast:
    """How long an event takes.

    ``matches`` is the forecast of one match, ``final`` that of the final if it differs. ``minutes`` run from the first
    call to the last sheet, with ``rest`` minutes between two matches of a pair.
    """

    tables: int
    rest: float
    matches: MatchForecast
    final: MatchForecast | None
    phases: tuple[PhaseForecast, ...]
    minutes: Quantiles


@dataclass(frozen=True, slots=True, kw_only=True)
class Lengths:
    """The lengths of matches played by bots: usual ones, and finals if those go further."""

    usual: tuple[MatchLength, ...]
    final: tuple[MatchLength, ...] = ()

    def of(self, phase: str) -> tuple[MatchLength, ...]:
        return self.final if phase == FINAL and self.final else self.usual


def final_differs(regulation: Regulation) -> bool:
    """Whether a final has another target than other matches. Key: match.final_target."""
    engine = engine_for(regulation)
    return engine.target(FINAL) != engine.target(None)


def sample_lengths(
    regulation: Regulation,
    *,
    seed: str,
    matches: int | None = None,
    bots: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> Lengths:
    """Play the matches that a forecast needs. ``progress`` is called with the number played."""
    usual = sample(regulation, seed=seed, matches=matches, bots=bots, progress=progress)
    if not final_differs(regulation):
        return Lengths(usual=usual)
    further = None if progress is None else lambda number: progress(len(usual) + number)
    return Lengths(
        usual=usual,
        final=sample(regulation, seed=seed, matches=matches, phase=FINAL, bots=bots, progress=further),
    )


def event_forecast(
    regulation: Regulation,
    plan: Plan,
    lengths: Lengths,
    *,
    tables: int,
    seed: str,
    pace: Pace | None = None,
    rest: timedelta = timedelta(minutes=10),
    runs: int | None = None,
) -> EventForecast:
    """Play the event through ``runs`` times on its tables, each match as long as one of the sample."""
    pace = pace or PACES[regulation.engine_kind]
    tasks = tasks_of(plan)
    best_of = {one.phase: one.best_of for one in plan.fixtures}
    pool = {phase: match_minutes(regulation, phase, lengths.of(phase), pace) for phase in {one.phase for one in tasks}}
    rng = Random(f"carteado-forecast|{seed}")
    spans: dict[str, list[float]] = {phase: [] for phase in dict.fromkeys(task.phase for task in tasks)}
    whole = []
    for _ in range(runs or max(_FEWEST_RUNS, min(RUNS, _MOST_MATCHES // max(1, len(tasks))))):
        minutes = {task.id: _series(pool[task.phase], best_of.get(task.phase, 1), rng) for task in tasks}
        times = times_in_line(tasks, minutes, tables=tables, rest=rest.total_seconds() / 60)
        for phase, span in _spans(tasks, times).items():
            spans[phase].append(span)
        whole.append(max(end for _, end in times.values()))
    different = final_differs(regulation) or _has_longer_final(regulation)
    return EventForecast(
        tables=tables,
        rest=rest.total_seconds() / 60,
        matches=match_forecast(regulation, "", lengths.usual, pace),
        final=match_forecast(regulation, FINAL, lengths.of(FINAL), pace) if different else None,
        phases=tuple(
            PhaseForecast(phase=phase, matches=sum(task.phase == phase for task in tasks), minutes=quantiles(taken))
            for phase, taken in spans.items()
        ),
        minutes=quantiles(whole),
    )


def _has_longer_final(regulation: Regulation) -> bool:
    rules = regulation.rules
    return isinstance(rules, TrucoRules) and rules.clock.final_minutes != rules.clock.match_minutes


def _series(minutes: Sequence[float], best_of: int, rng: Random) -> float:
    """The minutes of one match, or of a series in which both pairs are equally likely to win each match."""
    taken, won = 0.0, [0, 0]
    while max(won) <= best_of // 2:
        taken += rng.choice(minutes)
        won[rng.randrange(2)] += 1
    return taken


Times = Mapping[str, tuple[float, float]]


def times_in_line(tasks: Sequence[Task], minutes: Mapping[str, float], *, tables: int, rest: float) -> Times:
    """When each match begins and ends, if every free table takes the first match in line that may begin."""
    line = _Line(tasks, minutes, rest)
    while line.waiting:
        now = heappop(line.instants)
        line.begin(now, tables - line.playing_at(now))
    return line.times


class _Line:
    """Matches waiting in line. The line is checked whenever a table or a rested pair becomes free."""

    def __init__(self, tasks: Sequence[Task], minutes: Mapping[str, float], rest: float) -> None:
        self.waiting, self.minutes, self.rest = list(tasks), minutes, rest
        self.times: dict[str, tuple[float, float]] = {}
        self.free_from: dict[str, float] = {}
        self.ends: list[float] = []
        self.instants = [0.0]

    def playing_at(self, now: float) -> int:
        while self.ends and self.ends[0] <= now:
            heappop(self.ends)
        return len(self.ends)

    def begin(self, now: float, free: int) -> None:
        """Begin matches on free tables in the order of the line. Matches that cannot begin yet keep their place."""
        left = []
        for place, task in enumerate(self.waiting):
            if free == 0:
                left += self.waiting[place:]
                break
            if self._may_begin(task, now):
                self._book(task, now)
                free -= 1
            else:
                left.append(task)
        self.waiting = left

    def _may_begin(self, task: Task, now: float) -> bool:
        if any(self.free_from.get(pair, 0.0) > now for pair in task.pairs):
            return False
        return all(match in self.times and self.times[match][1] + self.rest <= now for match in task.after)

    def _book(self, task: Task, now: float) -> None:
        end = now + self.minutes[task.id]
        self.times[task.id] = (now, end)
        self.free_from |= dict.fromkeys(task.pairs, end + self.rest)
        heappush(self.ends, end)
        heappush(self.instants, end)
        heappush(self.instants, end + self.rest)


def _spans(tasks: Sequence[Task], times: Times) -> dict[str, float]:
    phases: dict[str, list[tuple[float, float]]] = {}
    for task in tasks:
        phases.setdefault(task.phase, []).append(times[task.id])
    return {phase: max(end for _, end in both) - min(start for start, _ in both) for phase, both in phases.items()}
