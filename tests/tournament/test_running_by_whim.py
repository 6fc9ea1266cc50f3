"""Championships of every form by anybody's whim: legal and illegal operations at random, against what always holds."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carteado.fair import verify_draw
from carteado.regulation import LANGUAGES, Override, Refusal, Regulation, catalogue, load
from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.bracket import NOBODY
from carteado.tournament.championship import Championship
from carteado.tournament.clocks import Moment
from carteado.tournament.entry_acts import Ground
from carteado.tournament.matches import Ending, Game, Party
from carteado.tournament.operations import (
    AgreeHouseRule,
    CallMatch,
    Cancel,
    ChangeRules,
    CommitDraw,
    Confirm,
    Correct,
    Decide,
    Dispute,
    DisqualifyPair,
    EndRounds,
    HoldDraw,
    MarkTime,
    Operation,
    PairRound,
    Resume,
    StartMatch,
    Submit,
    Suspend,
    Undo,
    WalkOver,
    WithdrawPair,
)
from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.plans import (
    Plan,
    best_of,
    double_elimination,
    groups_then_knockout,
    knockout,
    knockout_with_lucky_losers,
    league,
    swiss,
)
from carteado.tournament.running import apply, fold, refusal
from carteado.tournament.settling import lots_name
from carteado.tournament.slots import LuckyLoser, MatchId, WinnerOf
from carteado.tournament.stages import FINAL, THIRD_PLACE, Kind, Stage
from carteado.tournament.standings import Placing
from tests.tournament.championships import (
    AF,
    EVERYBODY,
    NOON,
    REGULATIONS,
    TM,
    committing,
    finished,
    games,
    holding,
    is_decided,
    names,
    open_matches,
    random_points,
    secret_of,
    settled,
    settling,
)

# --- settings -----------------------------------------------------------------------------------------------------


class Shape(NamedTuple):
    """A form of dispute, for how many pairs, made with a whim of its own."""

    least: int
    most: int
    plan: Callable[[int, Random], Plan]


SHAPES: Mapping[str, Shape] = {
    "knockout": Shape(2, 20, lambda pairs, whim: knockout(pairs, third_place=whim.random() < 0.7)),
    "seeded": Shape(2, 20, lambda pairs, whim: knockout(pairs, seeds=whim.randint(1, pairs), third_place=True)),
    "best_of": Shape(2, 9, lambda pairs, _whim: best_of(pairs)),
    "lucky_losers": Shape(2, 20, lambda pairs, _whim: knockout_with_lucky_losers(pairs)),
    "league": Shape(2, 7, lambda pairs, whim: league(pairs, legs=whim.choice((1, 1, 2)), best_of=whim.choice((1, 3)))),
    "groups_knockout": Shape(6, 13, lambda pairs, _whim: groups_then_knockout(pairs)),
    "swiss": Shape(4, 20, lambda pairs, whim: swiss(pairs, cut=whim.choice((0, 2, 4)))),
    "double_elimination": Shape(3, 12, lambda pairs, _whim: double_elimination(pairs)),
}


class Setting(NamedTuple):
    """An event about to begin. ``whim`` decides what is left open: seeds, legs, delegations, who confirms."""

    regulation_id: str
    shape: str
    pairs: int
    whim: int = 0

    def opened(self) -> Championship:
        whim = Random(self.whim)
        plan = SHAPES[self.shape].plan(self.pairs, whim)
        confirmed_by = whim.choice([EVERYBODY, frozenset({Party.REFEREE}), frozenset({Party.FIRST, Party.SECOND})])
        size, pairs = whim.choice([0, 2, 3]), names(self.pairs)
        delegations = [(pair, f"delegation {place // size}") for place, pair in enumerate(pairs) if size]
        return settled(load(self.regulation_id), plan, delegations=delegations, confirmed_by=confirmed_by)


@st.composite
def some_setting(draw: st.DrawFn) -> Setting:
    regulation_id, shape = draw(st.sampled_from([one.id for one in REGULATIONS])), draw(st.sampled_from(list(SHAPES)))
    least, most, _ = SHAPES[shape]
    pairs = draw(st.integers(least, min(most, 16) if regulation_id == TM.id else most))
    return Setting(regulation_id, shape, pairs, draw(st.integers(0, 99)))


# --- whims --------------------------------------------------------------------------------------------------------


class Whim(NamedTuple):
    """Somebody wants something: what, and which of all the ways."""

    what: str
    number: int


class Desk:
    """A championship, its instants, and everybody who wants something of it. Each operation done is checked."""

    def __init__(self, setting: Setting) -> None:
        self.now = setting.opened()
        [self.settled] = self.now.log
        self.at = NOON
        self.stood = [self.now.opening, self.now]
        check(self.now)

    def wants(self, whim: Whim) -> None:
        random = Random(whim.number)
        self.at += timedelta(minutes=random.choice((0, 1, 5, 20)))
        self.settles()
        for operation in WHIMS[whim.what](self.now, random, self.at):
            self.does(operation)

    def settles(self) -> None:
        """Again, if somebody took even that back."""
        if not self.now.pairs:
            self.does(self.settled)

    def does(self, operation: Operation) -> None:
        before, kept = self.now, copied(self.now)
        refused = refusal(before, operation)
        assert before == kept, "asking changed something"
        if refused is not None:
            check_refusal(refused, before.regulation)
            return
        self.now = apply(before, operation)
        assert before == kept, "doing changed what was before"
        assert self.now.log == (*before.log, operation)
        self._remember(operation)
        check_step(before, operation, self.now)
        check(self.now)

    def _remember(self, operation: Operation) -> None:
        """Undo takes back to exactly what stood before the last operation that was not taken back."""
        if not isinstance(operation, Undo):
            self.stood.append(self.now)
            return
        self.stood.pop()
        assert self.now == self.stood[-1]


def copied(championship: Championship) -> Championship:
    """The same in mappings of its own, to notice if one is written to."""
    copies: dict[str, Any] = {
        one.name: dict(value)
        for one in fields(championship)
        if isinstance(value := getattr(championship, one.name), dict)
    }
    return replace(championship, **copies)


def some_match(championship: Championship, random: Random) -> MatchId:
    """Mostly one that is open, sometimes any, at times none at all."""
    chance = random.random()
    among = open_matches(championship) if chance < 0.75 else list(championship.fixtures)
    return random.choice(among) if among and chance < 0.97 else "nowhere"


def match_with_result(championship: Championship, random: Random) -> MatchId:
    with_result = [match for match, log in championship.logs.items() if log.has_begun]
    return random.choice(with_result) if with_result and random.random() < 0.9 else some_match(championship, random)


def pairs_in(championship: Championship, match: MatchId | None) -> tuple[PairId, ...]:
    return (championship.bracket.pairs(match) or ()) if match in championship.fixtures and match is not None else ()


def some_pair(championship: Championship, random: Random) -> PairId:
    return random.choice((*championship.pairs, "nobody we know")[: None if random.random() < 0.1 else -1])


def some_games(championship: Championship, match: MatchId, random: Random) -> tuple[Game, ...]:
    if match not in championship.fixtures or random.random() < 0.1:
        odd = [
            (),
            (Game((1, 0), 0),),
            (Game((0, 5000), 0),),
            (Game((4, 4), 1, Ending.TIME_UP),) * 2,
            (Game((3, 5), 0, Ending.TIME_UP),),
            (Game((-40, 10), 1, Ending.RULING),),
        ]
        return random.choice(odd)
    return games(championship, match, random.choice((0, 1)), random_points(championship, match, random))


def draw(championship: Championship, random: Random, _at: datetime) -> Iterator[Operation]:
    stages = [stage.id for stage in championship.plan.stages]
    lots = [lots_name(championship, where) for where in championship.bracket.lots_needed()]
    name = random.choice([*stages, *lots, *lots, *lots, "lots-anywhere"])
    if random.random() < 0.9:
        yield committing(name, secret_of(name), championship.event)
    yield holding(name, secret_of(name if random.random() < 0.95 else "another"), entropy=f"{random.random()}")


def bad_draw(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    name = random.choice([stage.id for stage in championship.plan.stages])
    yield CommitDraw(by="o", at=at, draw=random.choice([name, "elsewhere"]), commitment=random.choice(["", "0" * 63]))
    yield HoldDraw(by="o", at=at, draw=name, secret="secret", entropy="x")


def pair_round(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    stages = [stage.id for stage in championship.plan.stages]
    stage = random.choice([*stages, *stages, "elsewhere"])
    yield PairRound(by="o", at=at, stage=stage)
    if random.random() < 0.1:
        yield EndRounds(by="o", at=at, stage=stage, why=random.choice(("no time", "")))


def call(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    table = random.choice((None, "1", "2"))
    yield CallMatch(by="r", at=at, match=some_match(championship, random), table=table)


def start(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    yield StartMatch(by="r", at=at, match=some_match(championship, random))


def mark(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    on = [match for match, log in championship.logs.items() if log.is_on]
    match = random.choice(on) if on and random.random() < 0.7 else some_match(championship, random)
    pair = random.choice((None, *pairs_in(championship, match)))
    yield MarkTime(by="r", at=at, match=match, moment=random.choice(list(Moment)), pair=pair)


def submit(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    match = some_match(championship, random)
    yield Submit(by="t", at=at, match=match, games=some_games(championship, match, random))


def confirm(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    match = match_with_result(championship, random)
    version = _last_version(championship, match) if random.random() < 0.9 else random.randrange(-1, 3)
    for party in random.sample(list(Party), random.randint(1, 3)):
        yield Confirm(by=party, at=at, match=match, version=version, party=party)


def dispute(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    match = match_with_result(championship, random)
    why, party = random.choice(("miscounted", " ")), random.choice(list(Party))
    yield Dispute(by=party, at=at, match=match, version=_last_version(championship, match), party=party, why=why)


def correct(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    match = match_with_result(championship, random)
    made = some_games(championship, match, random)
    why, force = random.choice(("miscounted", "miscounted", "")), random.random() < 0.4
    yield Correct(by="r", at=at, match=match, games=made, why=why, force=force)


def _last_version(championship: Championship, match: MatchId) -> int:
    log = championship.logs.get(match)
    return len(log.submissions) - 1 if log else 0


def walk_over(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    match = some_match(championship, random)
    absent = random.sample(pairs_in(championship, match) or names(2), random.choice((1, 1, 2)))
    if random.random() < 0.05:
        absent = random.choice(([], ["somebody else"]))
    yield WalkOver(by="r", at=at, match=match, absent=tuple(absent), why="did not come")


def leave(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    losers = [ended.loser for match in championship.fixtures if (ended := championship.bracket.ended(match))]
    beaten = [pair for pair in losers if isinstance(pair, str) and pair not in championship.departures]
    pair = random.choice(beaten) if beaten and random.random() < 0.5 else some_pair(championship, random)
    why = random.choice(("illness", "illness", ""))
    if random.random() < 0.5:
        yield WithdrawPair(by=pair, at=at, pair=pair, why=why)
    else:
        ground = random.choice(list(Ground))
        yield DisqualifyPair(by="o", at=at, pair=pair, ground=ground, why=why)


def house_rule(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    match = some_match(championship, random)
    values = [("match.target", 1000), ("match.target", "many"), ("lateness.tolerance_minutes", 30), ("no.rule", 1)]
    key, value = random.choice(values)
    agreed = pairs_in(championship, match)[: random.choice((1, 2, 2, 2))]
    referee = random.choice(("referee", "referee", " "))
    yield AgreeHouseRule(by="r", at=at, match=match, rule=Override(key, value, "all"), referee=referee, agreed=agreed)


def rule(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    match = random.choice((None, some_match(championship, random)))
    agreed = pairs_in(championship, match) if random.random() < 0.7 else ()
    yield Decide(
        by="o", at=at, question="wind", decision="replay", why=random.choice(("w", "")), match=match, agreed=agreed
    )
    day = NOON - timedelta(days=random.choice((-1, 0, 4, 5, 9)))
    key, value = random.choice([("clock.match_minutes", 50), ("selection.pairs", 20), ("match.target", -1), ("x.y", 1)])
    yield ChangeRules(by="o", at=day, changes=((key, value),), why="w")


def stop(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    """Stops the event, tries to go on all the same, and goes on."""
    reason, why = random.choice(list(SuspensionReason)), random.choice(("rain", "rain", ""))
    yield Resume(by="o", at=at)
    yield random.choice((Suspend, Cancel))(by="o", at=at, reason=reason, why=why)
    yield StartMatch(by="r", at=at, match=some_match(championship, random))
    yield Resume(by="o", at=at)
    if random.random() < 0.3:
        yield Suspend(by="o", at=at, reason=reason, why="again")
        yield Cancel(by="o", at=at, reason=reason, why="for good")


def undo(_championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        yield Undo(by="o", at=at)


def settle_again(championship: Championship, random: Random, _at: datetime) -> Iterator[Operation]:
    pairs = list(championship.pairs)
    random.shuffle(pairs)
    yield settling(championship.plan, pairs[: random.choice((1, 2, None, None))])


def play(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    """One match from the table to the book."""
    if matches := open_matches(championship):
        yield from _played(championship, random.choice(matches), random, at)


def play_all(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    """Every match that is open, and the draws that nothing else waits for."""
    for match in open_matches(championship):
        yield from _played(championship, match, random, at)
    yield from draw(championship, random, at)
    yield from pair_round(championship, random, at)


def _played(championship: Championship, match: MatchId, random: Random, at: datetime) -> Iterator[Operation]:
    log = championship.logs.get(match)
    yield Submit(by="t", at=at, match=match, games=some_games(championship, match, random))
    for party in sorted(championship.confirmed_by):
        yield Confirm(by=party, at=at, match=match, version=len(log.submissions) if log else 0, party=party)


Wish = Callable[[Championship, Random, datetime], Iterator[Operation]]
WHIMS: Mapping[str, Wish] = {
    one.__name__: one
    for one in (
        play,
        play_all,
        draw,
        bad_draw,
        pair_round,
        call,
        start,
        mark,
        submit,
        confirm,
        dispute,
        correct,
        walk_over,
        leave,
        house_rule,
        rule,
        stop,
        undo,
        settle_again,
    )
}
OFTEN = ("draw", "play_all", "play", "correct", "walk_over", "leave", "undo", "pair_round")
SOME_WHIMS = st.lists(
    st.builds(Whim, st.sampled_from((*WHIMS, *OFTEN, *OFTEN)), st.integers(0, 9999)), min_size=1, max_size=25
)


# --- what always holds --------------------------------------------------------------------------------------------


def check_refusal(refused: Refusal, regulation: Regulation) -> None:
    """A refusal can be told to anybody, and one by a key stands in an article."""
    for language in LANGUAGES:
        told = catalogue(language).refusal(refused)
        assert told
        assert "{" not in told
    if refused.key:
        assert regulation.cite(refused.key)


def check(championship: Championship) -> None:
    check_tables(championship)
    check_slots(championship)
    check_placings(championship)
    check_knockouts(championship)
    check_swiss(championship)


def check_tables(championship: Championship) -> None:
    """Nobody plays twice at once, no table has two matches, and what is decided is over."""
    on = {match: log for match, log in championship.logs.items() if log.is_on}
    at_table = Counter(pair for log in on.values() for pair in log.pairs)
    assert at_table.total() == len(at_table), "a pair plays twice at once"
    tables = [log.table for log in on.values() if log.table is not None]
    assert len(tables) == len(set(tables)), "a table has two matches"
    assert all(championship.bracket.ended(match) is None for match in on), "a match is on that is decided"


def check_slots(championship: Championship) -> None:
    """Whatever is on record of a match is of the pairs whom its slots give, and a draw is of those who reached it."""
    for match, log in championship.logs.items():
        assert log.pairs == championship.bracket.pairs(match), f"{match} is of others"
    for stage in championship.plan.stages:
        if stage.id in championship.places:
            came = [championship.bracket.occupant(slot) for slot in stage.fill]
            assert None not in came, f"{stage.id} was drawn for pairs that are not known"
            reached = sorted(pair for pair in came if isinstance(pair, str))
            assert sorted(championship.places[stage.id]) == reached, f"{stage.id} was drawn for others"


def check_placings(championship: Championship) -> None:
    """Everybody once, nobody before a better one; a place may stay vacant after a double W.O."""
    placings = championship.bracket.placings()
    assert sorted(placing.pair for placing in placings) == sorted(championship.pairs)
    ranks = [placing.rank for placing in placings]
    assert ranks == sorted(ranks)
    for rank in set(ranks):
        assert rank >= ranks.index(rank) + 1
        assert rank <= ranks.index(rank) + 3
        level = {how_far(one) for one in placings if one.rank == rank}
        assert len(level) == 1, f"{level} share a rank"
        assert all(one.by.details.get("other") != "" for one in placings if one.rank == rank), "a reason with a hole"
    if championship.bracket.is_over and championship.plan.stages[-1].kind in (Kind.GROUPS, Kind.SWISS):
        assert len(set(ranks)) == len(ranks), "a table that is over leaves nobody level"


def how_far(placing: Placing) -> tuple[str, object]:
    """What pairs that share a rank have in common: on from one phase, out in one, or level in a table."""
    on, out = ("placed_through", "placed_unopposed"), ("placed_out_in", "placed_left_before")
    code = placing.by.code.replace("_many", "")
    return next((codes[0] for codes in (on, out) if code in codes), code), placing.by.details.get("phase")


def check_knockouts(championship: Championship) -> None:
    """Nobody plays twice in a round; whoever lost is out, but for third place, second lives and lucky losers."""
    for stage in championship.plan.stages:
        if stage.kind not in (Kind.KNOCKOUT, Kind.QUALIFYING, Kind.DOUBLE_ELIMINATION):
            continue
        outcomes = championship.bracket.outcomes(stage.id)
        played = Counter((outcome.phase, outcome.round, pair) for outcome in outcomes for pair in outcome.pairs)
        assert set(played.values()) <= {1}, "twice in one round"
        losses = Counter(pair for outcome in outcomes for pair in outcome.pairs if pair != outcome.winner)
        lives = _lives(championship, stage, outcomes)
        assert all(count <= lives for count in losses.values()), losses


def _lives(championship: Championship, stage: Stage, outcomes: list[Outcome]) -> int:
    """How often a pair can lose in a stage."""
    if stage.kind is Kind.DOUBLE_ELIMINATION:
        return 2
    third_place = any(outcome.phase == THIRD_PLACE for outcome in outcomes)
    lucky = championship.regulation.event.lucky_losers is not None
    return 1 + third_place + 2 * lucky  # back into the quarter-finals, and into the semi-finals


def check_swiss(championship: Championship) -> None:
    """No two meet twice; nobody sits out twice while somebody has not."""
    for stage in championship.plan.stages:
        if stage.kind is not Kind.SWISS:
            continue
        meetings = [outcome.pairs for outcome in championship.bracket.outcomes(stage.id) if "" not in outcome.pairs]
        assert len({frozenset(meeting) for meeting in meetings}) == len(meetings), "a rematch"


def check_step(before: Championship, operation: Operation, after: Championship) -> None:
    """What one operation may not do."""
    _check_results_stay(before, operation, after)
    for name in after.draws.keys() - before.draws.keys():
        assert verify_draw(after.draws[name]) == []
    _check_nobody_out_comes_back(before, after)


def _check_results_stay(before: Championship, operation: Operation, after: Championship) -> None:
    """Results go by force or undo; what has begun goes by them or with a pair that leaves."""
    if isinstance(operation, Undo) or (isinstance(operation, Correct) and operation.force):
        return
    corrected = operation.match if isinstance(operation, Correct) else None
    leaving = after.departures.keys() - before.departures.keys()
    for match, log in before.logs.items():
        if match == corrected or not log.has_begun or (corrected and log.follows):
            continue  # a W.O. that followed from another one goes with it
        if is_decided(before, match):
            assert after.logs.get(match) == log, f"the result of {match} went"
        elif not leaving & set(log.pairs):
            assert match in after.logs, f"what was begun of {match} went"


def _check_nobody_out_comes_back(before: Championship, after: Championship) -> None:
    """E-2: whoever left takes nobody's place."""
    for match, fixture in after.fixtures.items():
        for place, slot in enumerate(fixture.slots):
            was = before.bracket.occupants(match)[place] if match in before.fixtures else None
            becomes = after.bracket.occupants(match)[place]
            if was is None and isinstance(becomes, str) and isinstance(slot, WinnerOf):
                ended = after.bracket.ended(slot.match)
                assert ended is not None
                assert ended.winner is not NOBODY or becomes not in after.departures
    for stage in after.plan.stages:
        for one in stage.fill:
            if isinstance(one, LuckyLoser) and stage.id not in after.places:
                assert after.bracket.occupant(one) not in after.departures, "who left is a lucky loser"


def check_end(championship: Championship) -> None:
    """One champion, who is the one that the last match gives; none only if that match has no winner."""
    assert championship.bracket.is_over
    assert championship.bracket.lots_needed() == {}
    last = championship.plan.stages[-1]
    champion = championship.bracket.champion
    if last.kind in (Kind.GROUPS, Kind.SWISS):
        assert champion is not None
        return
    final = [match for match, fixture in championship.fixtures.items() if fixture.phase == FINAL][-1]
    ended = championship.bracket.ended(final)
    assert ended is not None
    if ended.winner is NOBODY:
        assert champion is None
    else:
        assert champion == ended.winner
        assert champion not in championship.departures or final_was_decided(championship)
    check_double_walkovers(championship)


def final_was_decided(championship: Championship) -> bool:
    """At the table or by W.O., so that who leaves after it stays champion."""
    return any(is_decided(championship, match) for match, one in championship.fixtures.items() if one.phase == FINAL)


def check_double_walkovers(championship: Championship) -> None:
    """Where nobody comes on one side, the other goes on without a match."""
    for match in championship.fixtures:
        one, two = championship.bracket.occupants(match)
        ended = championship.bracket.ended(match)
        assert ended is not None
        if one is NOBODY or two is NOBODY:
            alone = two if one is NOBODY else one
            assert ended.outcome is None
            assert ended.loser is NOBODY
            assert ended.winner is NOBODY or ended.winner == alone


# --- the tests ----------------------------------------------------------------------------------------------------


def run(setting: Setting, whims: list[Whim]) -> Championship:
    """All whims, then to the end; the log folded again gives the same."""
    desk = Desk(setting)
    for whim in whims:
        desk.wants(whim)
    desk.settles()
    opening = desk.now.opening
    assert opening is not None
    assert fold(opening, desk.now.log) == desk.now
    ended = finished(desk.now, Random(setting.whim), absences=0.15)
    check(ended)
    check_end(ended)
    return ended


@settings(max_examples=500, suppress_health_check=list(HealthCheck))
@given(some_setting(), SOME_WHIMS)
def test_whatever_anybody_wants_the_championship_holds(setting: Setting, whims: list[Whim]) -> None:
    run(setting, whims)


LEAVING = st.lists(
    st.builds(Whim, st.sampled_from(("play", "play", "leave", "walk_over", "draw", "correct")), st.integers(0, 9999)),
    min_size=4,
    max_size=12,
)


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(st.sampled_from([5, 6, 7, 9, 10]), LEAVING)
def test_af_10_whoever_leaves_at_whatever_time_nobody_out_takes_a_place(pairs: int, whims: list[Whim]) -> None:
    drawing = Whim("play_all", 0)
    run(Setting(AF.id, "lucky_losers", pairs), [drawing, drawing, *whims])


@pytest.mark.slow
@settings(max_examples=5000, suppress_health_check=list(HealthCheck))
@given(some_setting(), SOME_WHIMS)
def test_whatever_anybody_wants_the_championship_holds_at_length(setting: Setting, whims: list[Whim]) -> None:
    run(setting, whims)
