"""Championships of every form by anybody's whim: legal and illegal operations at random, against what always holds."""

from collections import Counter
from dataclasses import fields, replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from carteado.fair import verify_draw
from carteado.regulation import LANGUAGES, Refusal, Regulation, catalogue
from carteado.tournament.formats.slots import LuckyLoser, WinnerOf
from carteado.tournament.formats.stages import FINAL, THIRD_PLACE, Kind, Stage
from carteado.tournament.operations import Correct, Operation, Undo
from carteado.tournament.outcomes import Outcome
from carteado.tournament.ranking.standings import SEMI_FINAL, EventPlacing, PlaceState
from carteado.tournament.running.dispatch import apply, fold, refusal
from carteado.tournament.state.bracket import NOBODY
from carteado.tournament.state.championship import Championship
from tests.tournament.championships import AF, NOON, finished, is_decided
from tests.tournament.running.random_operations import SOME_WHIMS, WHIMS, Setting, Whim, some_setting

# --- the desk -----------------------------------------------------------------------------------------------------


class Desk:
    """A championship, its instants, and everybody who wants something of it. Each operation done is checked."""

    def __init__(self, setting: Setting) -> None:
        self.now = setting.settled_championship()
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


# --- what always holds --------------------------------------------------------------------------------------------


def check_refusal(refused: Refusal, regulation: Regulation) -> None:
    """A refusal can be told to anybody, and one by a key stands in an article."""
    for language in LANGUAGES:
        code_and_article = catalogue(language).refusal(refused)
        assert code_and_article
        assert "{" not in code_and_article
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
    """Everybody once, nobody before a better one; a place may stay vacant after a double W.O. or a departure."""
    everybody = championship.bracket.placings()
    assert sorted(placing.pair for placing in everybody) == sorted(championship.pairs)
    left = {one.pair for one in everybody if one.has_left}
    assert left <= set(championship.departures)
    assert all((one.rank is None) == (one.state is not PlaceState.EARNED) for one in everybody)
    if championship.bracket.is_over:
        assert all(one.state is not PlaceState.OPEN for one in everybody)
    placings = [one for one in everybody if one.rank is not None]
    ranks = [one.rank for one in placings if one.rank is not None]
    assert ranks == sorted(ranks)
    for rank in set(ranks):
        assert rank >= ranks.index(rank) + 1
        if championship.bracket.is_over and not championship.departures and not has_vacant_place(championship):
            assert rank == ranks.index(rank) + 1
        level = {how_far(one) for one in placings if one.rank == rank}
        assert len(level) == 1, f"{level} share a rank"
        assert all(one.by.details.get("other") != "" for one in placings if one.rank == rank), "a reason with a hole"
    if championship.bracket.is_over and championship.plan.stages[-1].kind in (Kind.GROUPS, Kind.SWISS):
        assert len(set(ranks)) == len(ranks), "a table that is over leaves nobody level"


def has_vacant_place(championship: Championship) -> bool:
    """After a double W.O., or where a place waited for a lucky loser and none was left."""
    empty = any(championship.bracket.occupant(slot) is NOBODY for one in championship.plan.stages for slot in one.fill)
    return empty or any(outcome.winner is None for outcome in championship.bracket.outcomes())


def how_far(placing: EventPlacing) -> tuple[str, object]:
    """What pairs that share a rank have in common: on from one phase, out in one, or level in a table.

    Who had left before the match for third place came as far as those who lost a semi-final and did not reach it.
    """
    on, out = ("placed_through", "placed_unopposed"), ("placed_out_in", "placed_out_by_walkover", "placed_left_before")
    code, phase = placing.by.code.replace("_many", ""), placing.by.details.get("phase")
    reached = SEMI_FINAL if code in out and phase == THIRD_PLACE else phase
    return next((codes[0] for codes in (on, out) if code in codes), code), reached


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
    """One champion: the pair that won the last match, unless it has left. In a table somebody is first who stayed."""
    assert championship.bracket.is_over
    assert championship.bracket.lots_needed() == {}
    last = championship.plan.stages[-1]
    champion = championship.bracket.champion
    if last.kind in (Kind.GROUPS, Kind.SWISS):
        assert (champion is None) == all(one.has_left for one in championship.bracket.placings())
        return
    final = [match for match, fixture in championship.fixtures.items() if fixture.phase == FINAL][-1]
    ended = championship.bracket.ended(final)
    assert ended is not None
    left = {one.pair for one in championship.bracket.placings() if one.has_left}
    if ended.winner is NOBODY or ended.winner in left:
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


@settings(max_examples=120, suppress_health_check=list(HealthCheck))
@given(some_setting(), SOME_WHIMS)
def test_whatever_anybody_wants_the_championship_holds(setting: Setting, whims: list[Whim]) -> None:
    run(setting, whims)


LEAVING = st.lists(
    st.builds(Whim, st.sampled_from(("play", "play", "leave", "walk_over", "draw", "correct")), st.integers(0, 9999)),
    min_size=4,
    max_size=12,
)


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(st.sampled_from([5, 6, 7, 9, 10]), LEAVING)
def test_af_10_whoever_leaves_at_whatever_time_nobody_out_takes_a_place(pairs: int, whims: list[Whim]) -> None:
    drawing = Whim("play_all", 0)
    run(Setting(AF.id, "lucky_losers", pairs), [drawing, drawing, *whims])


@pytest.mark.slow
@settings(max_examples=5000, suppress_health_check=list(HealthCheck))
@given(some_setting(), SOME_WHIMS)
@example(Setting(AF.id, "groups_knockout", 6, whim=11), [Whim("play", 0)])
def test_whatever_anybody_wants_the_championship_holds_at_length(setting: Setting, whims: list[Whim]) -> None:
    run(setting, whims)
