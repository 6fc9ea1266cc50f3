"""What anybody may want of a championship, sensible or not: operations at random, legal and illegal."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from carteado.regulation import Override, load
from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.formats.plans import (
    Plan,
    best_of,
    double_elimination,
    groups_then_knockout,
    knockout,
    knockout_with_lucky_losers,
    league,
    swiss,
)
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Ending, Game, Party
from carteado.tournament.matches.timetable import MatchHour, RoundHour, rounds_of
from carteado.tournament.operations import (
    AgreeHouseRule,
    Announce,
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
    SetHours,
    StartMatch,
    Submit,
    Suspend,
    Undo,
    WalkOver,
    WithdrawPair,
)
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.acts import Ground
from carteado.tournament.registrations.eligibility import EventDay, EventSettings
from carteado.tournament.running.draws import lots_name
from carteado.tournament.state.championship import Championship
from tests.tournament.championships import (
    EVERYBODY,
    NOON,
    REGULATIONS,
    TM,
    committing,
    games,
    holding,
    names,
    open_matches,
    random_points,
    secret_of,
    settled,
    settling,
)


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
    "one_place": Shape(9, 20, lambda pairs, _whim: knockout_with_lucky_losers(pairs, one_place=True)),
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

    def settled_championship(self) -> Championship:
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


class Whim(NamedTuple):
    """Somebody wants something: what, and which of all the ways."""

    what: str
    number: int


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
    yield WalkOver(by="r", at=at, match=match, absent=tuple(absent), why=random.choice(("did not come", "")))


def hours(championship: Championship, random: Random, at: datetime) -> Iterator[Operation]:
    """Moves the day, and sets hours that may or may not be possible."""
    begins = at + timedelta(hours=random.choice((-3, 0, 2)))
    if random.random() < 0.4:
        days = random.choice(((), (EventDay(begins),), (EventDay(begins), EventDay(begins + timedelta(days=1)))))
        yield Announce(by="o", at=at, settings=EventSettings(days=days), why="w")
    rounds = random.sample(rounds_of(championship.plan), random.randint(0, len(rounds_of(championship.plan))))
    told = tuple(RoundHour(*one, begins + timedelta(hours=random.randint(0, 5))) for one in rounds)
    match = MatchHour(some_match(championship, random), begins + timedelta(hours=random.randint(0, 5)))
    yield SetHours(by="o", at=at, rounds=told, matches=random.choice(((), (match,))), why=random.choice(("w", "")))


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
        hours,
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
