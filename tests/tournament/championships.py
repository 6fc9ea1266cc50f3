"""Championships in a few words: settled, drawn, played and brought to their end, for the tests of their running."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from carteado.fair import commitment
from carteado.record import engine_for
from carteado.regulation import Refusal, Regulation, load
from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import FINAL, Fixture, Kind
from carteado.tournament.matches.match_log import Ending, Game, Party, Side, State
from carteado.tournament.operations import (
    CommitDraw,
    Confirm,
    EndRounds,
    HoldDraw,
    Operation,
    PairRound,
    Resume,
    Settle,
    Submit,
    Undo,
    WalkOver,
    WithdrawPair,
)
from carteado.tournament.outcomes import PairId
from carteado.tournament.running.dispatch import apply, fold, refusal
from carteado.tournament.running.draws import lots_name
from carteado.tournament.state.bracket import Ended
from carteado.tournament.state.championship import Championship, Status

TM, AF = load("truco-masters-2025"), load("afia-2026-tranca")
FA, AP = load("faraes-2023-tranca"), load("apcef-sc-2022-canastra")
REGULATIONS = (TM, AF, FA, AP)
NOON = datetime(2025, 10, 25, 12, tzinfo=UTC)
EVERYBODY = frozenset(Party)


def later(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def names(count: int) -> tuple[PairId, ...]:
    """A, B, … T, and with numbers when there are more."""
    letters = "ABCDEFGHIJKLMNOPQRST"
    return tuple(letters[:count]) if count <= len(letters) else tuple(f"{place:03}" for place in range(1, count + 1))


# --- setting up ---------------------------------------------------------------------------------------------------


def settling(plan: Plan, pairs: Sequence[PairId] = (), delegations: Sequence[tuple[PairId, str]] = ()) -> Settle:
    field = tuple(pairs) or names(plan.entrants)
    return Settle(by="organiser", at=NOON, plan=plan, pairs=field, delegations=tuple(delegations))


def settled(
    regulation: Regulation,
    plan: Plan,
    *,
    pairs: Sequence[PairId] = (),
    delegations: Sequence[tuple[PairId, str]] = (),
    confirmed_by: frozenset[Party] = EVERYBODY,
) -> Championship:
    opening = Championship(event="open", regulation=regulation, confirmed_by=confirmed_by)
    return apply(opening, settling(plan, pairs, delegations))


def committing(draw: str, secret: bytes = bytes(32), event: str = "open") -> CommitDraw:
    published = commitment(f"carteado-draw/1|{event}|{draw}", secret)
    return CommitDraw(by="organiser", at=NOON, draw=draw, commitment=published)


def holding(draw: str, secret: bytes = bytes(32), entropy: str = "lottery") -> HoldDraw:
    return HoldDraw(by="organiser", at=NOON, draw=draw, secret=secret.hex(), entropy=entropy)


def drawn(championship: Championship, draw: str, secret: bytes = bytes(32)) -> Championship:
    return fold(championship, [committing(draw, secret, championship.event), holding(draw, secret)])


def ready(regulation: Regulation, plan: Plan, *, confirmed_by: frozenset[Party] = EVERYBODY) -> Championship:
    """Settled, and the first stage drawn."""
    return drawn(settled(regulation, plan, confirmed_by=confirmed_by), plan.stages[0].id)


# --- results ------------------------------------------------------------------------------------------------------


def target(championship: Championship, fixture: Fixture) -> int:
    return engine_for(championship.regulation_of(fixture.id)).target(FINAL if fixture.phase == FINAL else None)


def games(championship: Championship, match: MatchId, winner: Side, loser_scores: int = 0) -> tuple[Game, ...]:
    """As many as the match needs, all won by one side at the target."""
    fixture = championship.fixtures[match]
    won, lost = target(championship, fixture), loser_scores
    game = Game((won, lost) if winner == 0 else (lost, won), winner)
    return (game,) * (fixture.best_of // 2 + 1)


def side_of(championship: Championship, match: MatchId, pair: PairId) -> Side:
    pairs = championship.bracket.pairs(match)
    assert pairs is not None
    return 0 if pairs[0] == pair else 1


def submitting(championship: Championship, match: MatchId, winner: PairId, loser_scores: int = 0) -> Submit:
    side = side_of(championship, match, winner)
    return Submit(by="clerk", at=NOON, match=match, games=games(championship, match, side, loser_scores))


def confirming(match: MatchId, version: int = 0, parties: Iterable[Party] = Party) -> list[Confirm]:
    return [Confirm(by=party, at=NOON, match=match, version=version, party=party) for party in parties]


def won(championship: Championship, match: MatchId, winner: PairId, loser_scores: int = 0) -> Championship:
    """Played, submitted and confirmed by everybody whose word is needed."""
    after = apply(championship, submitting(championship, match, winner, loser_scores))
    version = len(after.logs[match].submissions) - 1
    parties = [party for party in Party if party in championship.confirmed_by]
    return fold(after, confirming(match, version, parties))


def won_by_first(championship: Championship, *matches: MatchId, loser_scores: int = 0) -> Championship:
    """Each by the pair in its first slot."""
    for match in matches:
        pairs = championship.bracket.pairs(match)
        assert pairs is not None, match
        championship = won(championship, match, pairs[0], loser_scores)
    return championship


def walked_over(championship: Championship, match: MatchId, *absent: PairId) -> Championship:
    return apply(championship, absence(match, *absent))


def absence(match: MatchId, *absent: PairId, at: datetime = NOON, why: str = "did not come") -> WalkOver:
    return WalkOver(by="referee", at=at, match=match, absent=absent, why=why)


def withdrawing(pair: PairId) -> WithdrawPair:
    return WithdrawPair(by=pair, at=NOON, pair=pair, why="personal reasons")


def pairs_of(championship: Championship, match: MatchId) -> tuple[PairId, PairId]:
    pairs = championship.bracket.pairs(match)
    assert pairs is not None, f"{match} has not its pairs yet"
    return pairs


def matches_of(championship: Championship, phase: str) -> list[MatchId]:
    return [match for match, fixture in championship.fixtures.items() if fixture.phase == phase]


def how_ended(championship: Championship, match: MatchId) -> Ended:
    ended = championship.bracket.ended(match)
    assert ended is not None, match
    return ended


def goes_on(championship: Championship, match: MatchId) -> object:
    return how_ended(championship, match).winner


def refused(championship: Championship, operation: Operation) -> Refusal:
    found = refusal(championship, operation)
    assert found is not None, operation
    return found


# --- to the end ---------------------------------------------------------------------------------------------------


class Stuck(AssertionError):
    """Nothing is left to be done, and the event is not over."""


def open_matches(championship: Championship) -> list[MatchId]:
    return [match for match in championship.fixtures if championship.bracket.is_open(match)]


def finished(championship: Championship, random: Random, *, absences: float = 0.0) -> Championship:
    """Brought to its end from wherever it stands, matches at random; ``absences`` is how often somebody stays away."""
    while championship.status is Status.CANCELLED:
        championship = apply(championship, Undo(by="organiser", at=NOON))
    if championship.status is Status.SUSPENDED:
        championship = apply(championship, Resume(by="organiser", at=NOON))
    while not championship.bracket.is_over:
        championship = next_things(championship, random, absences)
    return championship


def next_things(championship: Championship, random: Random, absences: float) -> Championship:
    if matches := open_matches(championship):
        return _decided(championship, matches, random, absences)
    if lots := championship.bracket.lots_needed():
        return redrawn(championship, lots_name(championship, min(lots)), random)
    for stage in championship.plan.stages:
        if not championship.bracket.is_filled(stage):
            return redrawn(championship, stage.id, random)
        if stage.kind is Kind.SWISS and len(championship.sat_out.get(stage.id, ())) < stage.rounds:
            return _paired(championship, stage.id)
    raise Stuck(championship)


def _paired(championship: Championship, stage: str) -> Championship:
    """The next round of a Swiss, or no more of them where everybody left has met."""
    next_round = PairRound(by="organiser", at=NOON, stage=stage)
    if refusal(championship, next_round) is None:
        return apply(championship, next_round)
    return apply(championship, EndRounds(by="organiser", at=NOON, stage=stage, why="everybody left has met"))


def redrawn(championship: Championship, draw: str, random: Random) -> Championship:
    """Commits if that was not done, with a secret that only the name of the draw decides."""
    if draw not in championship.commitments:
        championship = apply(championship, committing(draw, secret_of(draw), championship.event))
    return apply(championship, holding(draw, secret_of(draw), entropy=str(random.random())))


def secret_of(draw: str) -> bytes:
    return Random(draw).randbytes(32)


def _decided(championship: Championship, matches: list[MatchId], random: Random, absences: float) -> Championship:
    for match in matches:
        if not championship.bracket.is_open(match):
            continue
        pairs, log = pairs_of(championship, match), championship.logs.get(match)
        has_begun = log is not None and log.has_begun
        missing = absence(match, *random.sample(pairs, random.choice((1, 1, 2))), at=NOON + timedelta(days=9))
        if random.random() < absences and not has_begun and refusal(championship, missing) is None:
            championship = apply(championship, missing)
        else:
            championship = _played(championship, match, random)
    return championship


def _played(championship: Championship, match: MatchId, random: Random) -> Championship:
    """After whatever else its pairs are busy with."""
    pairs = set(pairs_of(championship, match))
    for name, log in championship.logs.items():
        if name != match and log.is_on and pairs & set(log.pairs) and championship.bracket.is_open(name):
            championship = won(championship, name, random.choice(log.pairs))
    if not championship.bracket.is_open(match):
        return championship
    winner = random.choice(pairs_of(championship, match))
    return won(championship, match, winner, random_points(championship, match, random))


def random_points(championship: Championship, match: MatchId, random: Random) -> int:
    """What those who lose score: few enough values that ties are common."""
    return random.randrange(4) * (target(championship, championship.fixtures[match]) // 4)


def time_up(points: tuple[int, int], winner: Side) -> Game:
    return Game(points, winner, Ending.TIME_UP)


def is_decided(championship: Championship, match: MatchId) -> bool:
    log = championship.logs.get(match)
    return log is not None and log.state in (State.OFFICIAL, State.WALKOVER)
