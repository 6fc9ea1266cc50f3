"""What is clinched holds however the open matches end; what could still change can."""

from datetime import UTC, datetime
from random import Random

import pytest

from carteado.fair import commitment
from carteado.record import engine_for
from carteado.regulation import Override, load
from carteado.tournament.formats.plans import Plan, groups_then_knockout, knockout, league
from carteado.tournament.formats.slots import RankOf, WinnerOf
from carteado.tournament.matches.match_log import Game, Party
from carteado.tournament.operations import CommitDraw, Confirm, HoldDraw, Operation, Settle, Submit, WalkOver
from carteado.tournament.running.dispatch import apply
from carteado.tournament.state.certainty import Certainty, rank_ranges, standing_in
from carteado.tournament.state.championship import Championship

AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECRET = bytes(range(32))
CANASTRA = load("apcef-sc-2022-canastra")


def drawn(plan: Plan, pairs: int) -> Championship:
    championship = Championship(event="copa", regulation=CANASTRA)
    names = tuple(f"P{number}" for number in range(pairs))
    stage = plan.stages[0].id
    operations: list[Operation] = [
        Settle(by="o", at=AT, plan=plan, pairs=names),
        CommitDraw(by="o", at=AT, draw=stage, commitment=commitment(f"carteado-draw/1|copa|{stage}", SECRET)),
        HoldDraw(by="o", at=AT, draw=stage, secret=SECRET.hex(), entropy="x"),
    ]
    for operation in operations:
        championship = apply(championship, operation)
    return championship


def submitted(championship: Championship, match: str, winner: int, others: int = 0) -> Championship:
    target = engine_for(championship.regulation).target(championship.fixtures[match].phase)
    points = (target, others) if winner == 0 else (others, target)
    return apply(championship, Submit(by="t", at=AT, match=match, games=(Game(points, 0 if winner == 0 else 1),)))


def played(championship: Championship, match: str, winner: int, others: int = 0) -> Championship:
    championship = submitted(championship, match, winner, others)
    for party in Party:
        championship = apply(championship, Confirm(by="t", at=AT, match=match, version=0, party=party))
    return championship


def ended(championship: Championship, match: str, rng: Random) -> Championship:
    """Any end that a match can have, a double W.O. too."""
    if rng.random() < 0.15:
        pairs = championship.bracket.pairs(match)
        assert pairs
        return apply(championship, WalkOver(by="r", at=AT, match=match, absent=pairs, why="ninguém veio"))
    return played(championship, match, rng.randrange(2), rng.randrange(100) * 10)


@pytest.mark.parametrize("seed", range(60))
def test_nothing_that_follows_leaves_the_ranges(seed: int) -> None:
    """From a random moment of a league, many ends of it: every final rank lies in the range told before."""
    rng = Random(seed)
    championship = drawn(league(size := rng.choice([3, 4, 5])), size)
    matches = list(championship.fixtures)
    rng.shuffle(matches)
    cut = rng.randrange(len(matches) + 1)
    for match in matches[:cut]:
        championship = ended(championship, match, rng)
    ranges = rank_ranges(championship, "league")
    for _ in range(30):
        final = championship
        for match in matches[cut:]:
            final = ended(final, match, rng)
        for placing in final.bracket.ranking("league"):
            assert ranges[placing.pair].best <= placing.rank <= ranges[placing.pair].worst, (placing, ranges)


def test_counting_wins_alone_is_never_narrower_than_trying_out() -> None:
    """Early in a league of six nobody is sure of anything; late somebody is."""
    championship = drawn(league(6), 6)
    assert set(rank_ranges(championship, "league").values()) == {(1, 6)}
    first = championship.bracket.members("league")[0]
    for match in championship.fixtures:
        pairs = championship.bracket.pairs(match)
        assert pairs
        championship = played(championship, match, pairs.index(first) if first in pairs else 0)
        possible = rank_ranges(championship, "league")[first]
        assert possible.best == 1
    assert rank_ranges(championship, "league")[first] == (1, 1)


def test_a_pair_may_have_clinched_its_rank_before_the_last_match() -> None:
    """Three pairs: who has won both its matches is first, whatever the others do."""
    championship = drawn(league(3), 3)
    star = championship.bracket.members("league")[0]
    mine = [match for match in championship.fixtures if star in (championship.bracket.pairs(match) or ())]
    for match in mine:
        pairs = championship.bracket.pairs(match)
        assert pairs
        championship = played(championship, match, pairs.index(star))
    assert standing_in(championship, RankOf("league", 0, 1)) == (star, Certainty.CLINCHED)
    assert standing_in(championship, RankOf("league", 0, 2)).certainty is not Certainty.CLINCHED


def test_a_result_not_confirmed_could_still_change() -> None:
    championship = submitted(drawn(knockout(4), 4), "knockout-semi-final-1", winner=1)
    pairs = championship.bracket.pairs("knockout-semi-final-1")
    assert pairs
    assert standing_in(championship, WinnerOf("knockout-semi-final-1")) == (pairs[1], Certainty.COULD_CHANGE)
    for party in Party:
        operation = Confirm(by="t", at=AT, match="knockout-semi-final-1", version=0, party=party)
        championship = apply(championship, operation)
    assert standing_in(championship, WinnerOf("knockout-semi-final-1")) == (pairs[1], Certainty.CLINCHED)
    assert standing_in(championship, WinnerOf("knockout-semi-final-2")) == (None, Certainty.OPEN)


def test_in_groups_each_is_told_by_itself() -> None:
    championship = drawn(groups_then_knockout(6), 6)
    for match, fixture in championship.fixtures.items():
        if fixture.stage == "groups" and fixture.group == 0:
            championship = played(championship, match, winner=0, others=10 * fixture.round)
    assert {standing_in(championship, RankOf("groups", 0, rank)).certainty for rank in (1, 2, 3)} == {
        Certainty.CLINCHED
    }
    assert standing_in(championship, RankOf("groups", 1, 1)) == (None, Certainty.OPEN)


def test_where_points_rank_nothing_is_clinched_early() -> None:
    by_points = CANASTRA.with_overrides((Override("standings.ranked_by", ["scored"], "copa"),))
    championship = drawn(league(3), 3)
    championship = Championship(
        event="copa",
        regulation=by_points,
        plan=championship.plan,
        pairs=championship.pairs,
        fixtures=championship.fixtures,
        places=championship.places,
    )
    for match in list(championship.fixtures)[:2]:
        championship = played(championship, match, winner=0)
    assert set(rank_ranges(championship, "league").values()) == {(1, 3)}


def test_a_double_walkover_to_come_is_reckoned_with() -> None:
    """Two who are level meet last. One of them passes the third pair by winning, and neither if neither comes."""
    championship = drawn(league(5), 5)
    one, two, third, *others = championship.bracket.members("league")
    last = next(match for match in championship.fixtures if set(championship.bracket.pairs(match) or ()) == {one, two})
    wins: dict[str, list[str]] = {one: others, two: others, third: [one, two], **{other: [third] for other in others}}
    for match in championship.fixtures:
        pairs = championship.bracket.pairs(match)
        assert pairs
        if match != last:
            championship = played(championship, match, 0 if pairs[1] in wins[pairs[0]] else 1)
    assert rank_ranges(championship, "league")[third].best == 1
    championship = apply(championship, WalkOver(by="r", at=AT, match=last, absent=(one, two), why="ninguém veio"))
    assert {placing.wins for placing in championship.bracket.ranking("league")[:3]} == {2}
