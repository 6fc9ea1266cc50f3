"""Results in versions, and what a correction moves: nothing, a slot, a draw, or a match that must begin anew."""

from dataclasses import replace

import pytest

from carteado.regulation import Refusal, Regulation
from carteado.tournament.formats.plans import (
    best_of,
    double_elimination,
    groups_then_knockout,
    knockout,
    knockout_with_lucky_losers,
    league,
    swiss,
)
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.match_log import Ending, Game, Party, Side, State
from carteado.tournament.operations import CallMatch, Correct, Dispute, PairRound, Submit, Undo, WithdrawPair
from carteado.tournament.outcomes import PairId
from carteado.tournament.running.dispatch import apply, fold, moved_by, refusal
from carteado.tournament.running.results import Moved
from carteado.tournament.state.championship import Championship
from tests.tournament.championships import (
    AF,
    AP,
    FA,
    NOON,
    TM,
    absence,
    confirming,
    drawn,
    games,
    later,
    pairs_of,
    ready,
    refused,
    settled,
    submitting,
    target,
    time_up,
    walked_over,
    won,
    won_by_first,
)


def matches_in(found: Refusal) -> tuple[str, ...]:
    """The matches and stages that a refused correction would move."""
    named = found.details["matches"]
    assert isinstance(named, tuple)
    return named


def correcting(
    championship: Championship, match: MatchId, winner: PairId, loser_scores: int = 0, *, force: bool = False
) -> Correct:
    side: Side = 0 if championship.logs[match].pairs[0] == winner else 1
    made = games(championship, match, side, loser_scores)
    return Correct(by="referee", at=NOON, match=match, games=made, why="miscounted", force=force)


def names_of(championship: Championship, phase: str) -> list[MatchId]:
    return [match for match, fixture in championship.fixtures.items() if fixture.phase == phase]


def slots_moved(championship: Championship, operation: Correct) -> set[tuple[str, int, object, object]]:
    found = moved_by(championship, operation)
    assert not isinstance(found, Refusal)
    return {(one.where, one.slot, one.before, one.after) for one in found}


# --- versions -----------------------------------------------------------------------------------------------------


def a_match() -> tuple[Championship, MatchId]:
    championship = ready(TM, knockout(4))
    return championship, names_of(championship, "semi-final")[0]


def test_a_result_counts_once_both_pairs_and_the_referee_have_confirmed_it() -> None:
    championship, match = a_match()
    first, _ = pairs_of(championship, match)
    championship = apply(championship, submitting(championship, match, first))
    for party in Party:
        assert championship.bracket.ended(match) is None
        championship = fold(championship, confirming(match, parties=[party]))
    ended = championship.bracket.ended(match)
    assert ended is not None
    assert ended.winner == first
    assert championship.logs[match].state is State.OFFICIAL


def test_the_event_sets_whose_word_is_needed() -> None:
    championship = ready(TM, knockout(4), confirmed_by=frozenset({Party.REFEREE}))
    match = names_of(championship, "semi-final")[0]
    championship = apply(championship, submitting(championship, match, pairs_of(championship, match)[0]))
    championship = fold(championship, confirming(match, parties=[Party.FIRST, Party.SECOND]))
    assert championship.bracket.ended(match) is None
    assert fold(championship, confirming(match, parties=[Party.REFEREE])).bracket.ended(match) is not None


def test_nobody_confirms_twice_or_an_older_version() -> None:
    championship, match = a_match()
    first, second = pairs_of(championship, match)
    championship = apply(championship, submitting(championship, match, first))
    [one] = confirming(match, parties=[Party.FIRST])
    championship = apply(championship, one)
    assert refused(championship, one).code == "already_confirmed"
    championship = apply(championship, submitting(championship, match, second))
    assert refused(championship, one).code == "not_the_last_version"
    assert championship.logs[match].submissions[1].confirmed == frozenset(), "a new version is confirmed anew"


def test_a_disputed_result_waits_for_the_referee() -> None:
    championship, match = a_match()
    first, second = pairs_of(championship, match)
    championship = apply(championship, submitting(championship, match, first))
    disputing = Dispute(by="c", at=NOON, match=match, version=0, party=Party.SECOND, why="we had 11")
    assert refused(championship, replace(disputing, why=" ")).code == "reason_needed"
    championship = apply(championship, disputing)
    assert championship.logs[match].state is State.DISPUTED
    for confirm in confirming(match):
        assert refused(championship, confirm).code == "result_disputed"
    upheld = apply(championship, correcting(championship, match, first))
    ended = upheld.bracket.ended(match)
    assert ended is not None
    assert ended.winner == first
    corrected = apply(championship, correcting(championship, match, second))
    assert corrected.bracket.ended(match) != ended


def test_a_correction_has_author_and_reason_and_keeps_the_versions_before() -> None:
    championship, match = a_match()
    first, second = pairs_of(championship, match)
    championship = won(championship, match, first)
    correction = correcting(championship, match, second, 4)
    assert refused(championship, replace(correction, why="")).code == "reason_needed"
    log = apply(championship, correction).logs[match]
    assert [version.winner for version in log.submissions] == [0, 1]
    assert (log.counted, log.submissions[1].by, log.submissions[1].why) == (log.submissions[1], "referee", "miscounted")


def test_what_was_never_submitted_is_not_corrected() -> None:
    championship, match = a_match()
    correction = Correct(by="r", at=NOON, match=match, games=games(championship, match, 0), why="x")
    assert refused(championship, correction).code == "nothing_to_correct"
    assert refused(championship, replace(correction, match="nowhere")).code == "nothing_to_correct"
    called = apply(championship, CallMatch(by="r", at=NOON, match=match))
    assert refused(called, correction).code == "nothing_to_correct"


def test_a_decided_match_takes_no_second_result_and_no_walkover() -> None:
    championship, match = a_match()
    first, second = pairs_of(championship, match)
    decided = won(championship, match, first)
    for operation in (submitting(decided, match, second), absence(match, second), *confirming(match)):
        assert refused(decided, operation).code == "match_decided"


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (Game((11, 4), 0), "target_not_reached"),
        (Game((12, 12), 0), "winner_is_behind"),
        (Game((4, 12), 0), "target_not_reached"),
        (time_up((3, 5), 0), "winner_is_behind"),
    ],
)
def test_a_score_that_cannot_be_is_refused(game: Game, code: str) -> None:
    championship, match = a_match()
    submission = Submit(by="t", at=NOON, match=match, games=(game,), why="by the referee")
    assert refused(championship, submission).code == code
    for allowed in (time_up((5, 3), 0), time_up((5, 5), 1), Game((2, 9), 0, Ending.RULING)):
        assert refusal(championship, replace(submission, games=(allowed,))) is None


def test_time_is_up_only_where_there_is_a_clock() -> None:
    championship = ready(AP, knockout(4))
    match = names_of(championship, "semi-final")[0]
    submission = Submit(by="t", at=NOON, match=match, games=(time_up((2000, 1500), 0),))
    assert refused(championship, submission).code == "no_clock_here"


def test_tm_3_no_score_goes_beyond_the_twelve_points() -> None:
    championship, match = a_match()
    assert refusal(championship, Submit(by="t", at=NOON, match=match, games=(Game((15, 3), 0),))) is not None


def test_fa_iv_20_a_best_of_three_is_won_with_two_partidas_and_nothing_is_played_after_that() -> None:
    championship = ready(FA, best_of(2))
    one, two = Game((2000, 500), 0), Game((300, 2010), 1)
    for made in ((one,), (two, one), (one, one, one), (one, one, two), ()):
        submission = Submit(by="t", at=NOON, match="knockout-final", games=made)
        assert refused(championship, submission).code == "games_do_not_decide"
    for made, winner in (((one, one), 0), ((one, two, two), 1), ((two, one, one), 0)):
        decided = apply(championship, Submit(by="t", at=NOON, match="knockout-final", games=made))
        decided = fold(decided, confirming("knockout-final"))
        assert decided.bracket.champion == pairs_of(decided, "knockout-final")[winner]


def test_points_of_a_best_of_three_are_those_of_all_its_games() -> None:
    championship = ready(FA, best_of(2))
    made = (Game((2000, 500), 0), Game((300, 2010), 1), Game((2200, 2100), 0))
    championship = apply(championship, Submit(by="t", at=NOON, match="knockout-final", games=made))
    [outcome] = fold(championship, confirming("knockout-final")).bracket.outcomes()
    assert outcome.points == (4500, 4610)
    assert outcome.winner == outcome.pairs[0]


# --- a correction in a knockout -----------------------------------------------------------------------------------


def two_rounds() -> Championship:
    """Eight pairs, the quarter-finals and one semi-final played, always by the first."""
    championship = ready(TM, knockout(8, third_place=True))
    championship = won_by_first(championship, *names_of(championship, "quarter-final"))
    return won_by_first(championship, names_of(championship, "semi-final")[0])


def test_a_correction_before_the_next_match_has_begun_just_moves_the_slot() -> None:
    championship = two_rounds()
    match, later_match = names_of(championship, "quarter-final")[2], names_of(championship, "semi-final")[1]
    was, becomes = pairs_of(championship, match)
    correction = correcting(championship, match, becomes)
    assert moved_by(championship, correction) == (Moved(later_match, 0, was, becomes, has_begun=False),)
    after = apply(championship, correction)
    assert pairs_of(after, later_match) == (becomes, pairs_of(championship, later_match)[1])


def test_a_correction_after_the_next_match_was_played_is_refused_and_names_it() -> None:
    championship = two_rounds()
    match, later_match = names_of(championship, "quarter-final")[0], names_of(championship, "semi-final")[0]
    found = refused(championship, correcting(championship, match, pairs_of(championship, match)[1]))
    assert found.code == "later_match_played"
    assert found.details["matches"] == (later_match,)


def test_forced_the_later_match_begins_anew_and_what_hung_on_it_waits() -> None:
    championship = two_rounds()
    match, later_match = names_of(championship, "quarter-final")[0], names_of(championship, "semi-final")[0]
    was, becomes = pairs_of(championship, match)
    correction = correcting(championship, match, becomes, force=True)
    expected: set[tuple[str, int, object, object]] = {(later_match, 0, was, becomes)}
    expected |= {
        ("knockout-final", 0, was, None),
        ("knockout-third-place", 0, pairs_of(championship, later_match)[1], None),
    }
    assert slots_moved(championship, correction) == expected
    assert slots_moved(championship, replace(correction, force=False)) == expected, "asking needs no force"
    after = apply(championship, correction)
    assert later_match not in after.logs
    assert after.bracket.is_open(later_match)
    assert becomes in pairs_of(after, later_match)
    assert after.bracket.occupants("knockout-final") == (None, None)
    others = {name: log for name, log in championship.logs.items() if name not in (match, later_match)}
    assert {name: log for name, log in after.logs.items() if name != match} == others
    assert apply(after, Undo(by="o", at=NOON)) == championship


def test_forced_through_two_rounds_both_begin_anew_and_other_results_stay() -> None:
    championship = two_rounds()
    semi_finals = names_of(championship, "semi-final")
    championship = won_by_first(championship, semi_finals[1], "knockout-third-place", "knockout-final")
    match = names_of(championship, "quarter-final")[0]
    correction = correcting(championship, match, pairs_of(championship, match)[1])
    played = {semi_finals[0], "knockout-third-place", "knockout-final"}
    named = refused(championship, correction).details["matches"]
    assert isinstance(named, tuple)
    assert semi_finals[0] in named
    assert set(named) <= played
    after = apply(championship, replace(correction, force=True))
    assert championship.logs.keys() - after.logs.keys() == played
    assert not after.bracket.is_over


def test_a_match_that_was_only_called_loses_its_call_without_force() -> None:
    championship = ready(TM, knockout(4))
    championship = won_by_first(championship, *names_of(championship, "semi-final"))
    championship = apply(championship, CallMatch(by="r", at=NOON, match="knockout-final"))
    match = names_of(championship, "semi-final")[0]
    after = apply(championship, correcting(championship, match, pairs_of(championship, match)[1]))
    assert "knockout-final" not in after.logs


def test_a_correction_that_leaves_the_winner_moves_nothing() -> None:
    championship = two_rounds()
    match = names_of(championship, "quarter-final")[0]
    correction = correcting(championship, match, pairs_of(championship, match)[0], 7)
    assert moved_by(championship, correction) == ()
    after = apply(championship, correction)
    assert after.logs.keys() == championship.logs.keys()
    ended = after.bracket.ended(match)
    assert ended is not None
    assert ended.outcome is not None
    assert ended.outcome.points == (12, 7)


def test_in_a_double_elimination_the_loser_moves_too() -> None:
    championship = ready(TM, double_elimination(4))
    first, second = names_of(championship, "winners")[:2]
    championship = won_by_first(championship, first, second)
    was, becomes = pairs_of(championship, first)
    moved = slots_moved(championship, correcting(championship, first, becomes))
    assert {(before, after) for _, _, before, after in moved} == {(was, becomes), (becomes, was)}


# --- a W.O. corrected ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation", [TM, AF])
def test_correcting_a_walkover_brings_the_pair_back(regulation: Regulation) -> None:
    championship = ready(regulation, knockout(4))
    match = names_of(championship, "semi-final")[0]
    first, second = pairs_of(championship, match)
    out = walked_over(championship, match, first)
    assert first in out.departures
    back = apply(out, correcting(out, match, first))
    assert first not in back.departures
    ended = back.bracket.ended(match)
    assert ended is not None
    assert (ended.winner, ended.loser) == (first, second)
    assert ended.outcome is not None
    assert not ended.outcome.walkover


def test_in_a_league_a_pair_brought_back_has_its_other_matches_to_play_again() -> None:
    championship = ready(AF, league(4))
    match = next(iter(championship.fixtures))
    out, _ = pairs_of(championship, match)
    of_the_pair = [name for name in championship.fixtures if out in pairs_of(championship, name)]
    gone = walked_over(championship, match, out)
    assert all(gone.bracket.ended(name) for name in of_the_pair)
    back = apply(gone, correcting(gone, match, out))
    assert [name for name in of_the_pair if back.bracket.is_open(name)] == of_the_pair[1:]


def test_who_withdrew_is_not_brought_back_by_a_correction() -> None:
    championship = ready(TM, knockout(4))
    match = names_of(championship, "semi-final")[0]
    first, second = pairs_of(championship, match)
    championship = won(championship, match, second)
    championship = apply(championship, WithdrawPair(by=first, at=NOON, pair=first, why="ill"))
    after = apply(championship, correcting(championship, match, first))
    assert first in after.departures


def test_who_left_by_a_match_that_begins_anew_is_back() -> None:
    championship = two_rounds()
    first, second = names_of(championship, "semi-final")
    absent, _ = pairs_of(championship, second)
    championship = walked_over(championship, second, absent)
    match = names_of(championship, "quarter-final")[3]
    after = apply(championship, correcting(championship, match, pairs_of(championship, match)[1], force=True))
    assert absent not in after.departures
    assert after.bracket.is_open(second)
    assert first in after.logs


# --- what else a correction changes -------------------------------------------------------------------------------


def qualified() -> Championship:
    """Six delegations, the qualifying matches played: the loser of the second has most points."""
    championship = ready(AF, knockout_with_lucky_losers(6))
    for match, points in zip(names_of(championship, "qualifying"), (1000, 1200, 800), strict=True):
        championship = won_by_first(championship, match, loser_scores=points)
    return championship


def lucky(championship: Championship) -> tuple[PairId, ...] | None:
    return championship.bracket.lucky_losers("qualifying", "qualifying")


def test_af_10_points_corrected_without_another_winner_may_change_the_lucky_loser() -> None:
    championship = qualified()
    first, second, _ = names_of(championship, "qualifying")
    assert lucky(championship) == (pairs_of(championship, second)[1],)
    after = apply(championship, correcting(championship, first, pairs_of(championship, first)[0], 1300))
    assert lucky(after) == (pairs_of(championship, first)[1],)


def test_once_drawn_a_stage_is_drawn_anew_only_by_force_and_all_of_it_begins_anew() -> None:
    championship = drawn(qualified(), "finals")
    first, second, _ = names_of(championship, "qualifying")
    championship = won_by_first(championship, names_of(championship, "semi-final")[0])
    was, becomes = pairs_of(championship, second)[1], pairs_of(championship, first)[1]
    correction = correcting(championship, first, pairs_of(championship, first)[0], 1300)
    found = refused(championship, correction)
    assert found.code == "later_match_played"
    assert "finals" in matches_in(found)
    assert ("finals", 3, was, becomes) in slots_moved(championship, correction)
    after = apply(championship, replace(correction, force=True))
    assert not {"finals"} & (after.places.keys() | after.draws.keys() | after.commitments.keys())
    assert names_of(championship, "semi-final")[0] not in after.logs
    assert becomes in drawn(after, "finals", bytes([7]) * 32).places["finals"]


def test_another_winner_of_a_qualifying_match_is_drawn_for_too() -> None:
    championship = drawn(qualified(), "finals")
    match = names_of(championship, "qualifying")[2]
    loser = pairs_of(championship, match)[1]
    correction = correcting(championship, match, loser, force=True)
    assert refused(championship, replace(correction, force=False)).code == "later_match_played"
    assert loser in drawn(apply(championship, correction), "finals", bytes([7]) * 32).places["finals"]


def test_a_correction_that_changes_nobodys_place_leaves_the_draw() -> None:
    championship = drawn(qualified(), "finals")
    match = names_of(championship, "qualifying")[2]
    after = apply(championship, correcting(championship, match, pairs_of(championship, match)[0], 100))
    assert after.places == championship.places


def grouped() -> Championship:
    """Two groups of three: in each the earlier letter always wins."""
    championship = ready(AP, groups_then_knockout(6))
    for match in names_of(championship, "group"):
        championship = won(championship, match, min(pairs_of(championship, match)), 1000)
    return championship


def test_points_corrected_in_a_group_may_change_its_ranks_and_so_the_bracket() -> None:
    """Three pairs with a win each are placed by their balance."""
    championship = grouped()
    group = [match for match in names_of(championship, "group") if championship.fixtures[match].group == 0]
    best, middle, last = sorted({pair for match in group for pair in pairs_of(championship, match)})
    cycle = next(match for match in group if set(pairs_of(championship, match)) == {best, last})
    [between] = [match for match in group if set(pairs_of(championship, match)) == {middle, last}]
    championship = apply(championship, correcting(championship, cycle, last, 2990))
    assert [placing.pair for placing in championship.bracket.ranking("groups", 0)] == [best, middle, last]
    assert moved_by(championship, correcting(championship, between, middle, 1100)) == ()
    correction = correcting(championship, between, middle, 2995)
    assert {(was, becomes) for _, _, was, becomes in slots_moved(championship, correction)} == {(middle, last)}
    after = apply(championship, correction)
    assert [placing.pair for placing in after.bracket.ranking("groups", 0)] == [best, last, middle]


def test_a_rank_that_led_to_a_match_already_played_changes_only_by_force() -> None:
    championship = grouped()
    championship = won_by_first(championship, *names_of(championship, "semi-final"))
    group = [match for match in names_of(championship, "group") if championship.fixtures[match].group == 0]
    best, middle, _ = sorted({pair for match in group for pair in pairs_of(championship, match)})
    [decisive] = [match for match in group if set(pairs_of(championship, match)) == {best, middle}]
    correction = correcting(championship, decisive, middle)
    assert set(matches_in(refused(championship, correction))) == set(names_of(championship, "semi-final"))
    after = apply(championship, replace(correction, force=True))
    assert not after.logs.keys() & set(names_of(championship, "semi-final"))


def test_in_a_swiss_a_round_that_was_paired_stays_paired() -> None:
    championship = ready(AP, swiss(8))
    championship = apply(championship, PairRound(by="o", at=NOON, stage="swiss"))
    first = list(championship.fixtures)
    championship = won_by_first(championship, *first)
    championship = apply(championship, PairRound(by="o", at=later(60), stage="swiss"))
    fixtures = dict(championship.fixtures)
    correction = correcting(championship, first[0], pairs_of(championship, first[0])[1])
    assert moved_by(championship, correction) == ()
    after = apply(championship, correction)
    assert after.fixtures == fixtures
    assert {one.pair: one.wins for one in after.bracket.ranking("swiss")}[pairs_of(after, first[0])[1]] == 1


def test_asking_what_an_undo_or_a_refused_correction_would_move_is_answered() -> None:
    championship = settled(TM, knockout(4))
    assert moved_by(championship, Undo(by="o", at=NOON)) == ()
    found = moved_by(championship, Correct(by="r", at=NOON, match="nowhere", games=(), why="x"))
    assert isinstance(found, Refusal)
    assert found.code == "nothing_to_correct"


def test_the_target_by_which_a_result_is_judged_is_that_of_its_phase() -> None:
    championship = ready(AF, knockout(2))
    assert target(championship, championship.fixtures["knockout-final"]) == 2000
    made = (Game((1600, 300), 0),)
    assert (
        refused(championship, Submit(by="t", at=NOON, match="knockout-final", games=made)).code == "target_not_reached"
    )
    assert refusal(championship, Submit(by="t", at=NOON, match="knockout-final", games=(Game((2000, 300), 0),))) is None
