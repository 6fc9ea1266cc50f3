"""Matches at their tables: called, played, handed in, and nobody at two of them."""

from carteado.tournament.formats.plans import knockout_with_lucky_losers, league
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Game, State
from carteado.tournament.operations import CallMatch, MarkTime, StartMatch, Submit
from carteado.tournament.running.dispatch import apply, refusal
from tests.tournament.championships import AF, AP, NOON, absence, goes_on, later, pairs_of, ready, refused, walked_over


def test_nobody_plays_at_two_tables_and_no_table_has_two_matches() -> None:
    championship = ready(AP, league(6))
    match, *others = championship.fixtures
    busy = pairs_of(championship, match)[0]
    championship = apply(championship, CallMatch(by="r", at=NOON, match=match, table="1"))
    same_pair = next(one for one in others if busy in pairs_of(championship, one))
    free = next(one for one in others if not set(pairs_of(championship, one)) & set(pairs_of(championship, match)))
    for operation in (
        CallMatch(by="r", at=NOON, match=same_pair, table="2"),
        StartMatch(by="r", at=NOON, match=same_pair),
        Submit(by="t", at=NOON, match=same_pair, games=(Game((3000, 0), 0),)),
    ):
        assert refused(championship, operation).code == "pair_is_playing"
    assert refused(championship, CallMatch(by="r", at=NOON, match=free, table="1")).code == "table_in_use"
    assert refusal(championship, CallMatch(by="r", at=NOON, match=free, table="2")) is None
    for moment in Moment:
        marking = MarkTime(by="r", at=NOON, match=same_pair, moment=moment, pair=busy)
        if refusal(championship, marking) is None:
            assert not apply(championship, marking).logs[same_pair].is_on, moment


def test_who_leaves_sets_the_opponents_free_for_other_matches() -> None:
    championship = ready(AF, league(4))
    match, *others = championship.fixtures
    leaving, staying = pairs_of(championship, match)
    called = apply(championship, CallMatch(by="r", at=NOON, match=match))
    elsewhere = next(one for one in others if leaving in pairs_of(championship, one))
    next_match = next(one for one in others if staying in pairs_of(championship, one) and one != elsewhere)
    after = walked_over(called, elsewhere, leaving)
    assert goes_on(after, match) == staying
    assert all(not log.is_on for log in after.logs.values())
    assert refusal(after, CallMatch(by="r", at=later(1), match=next_match)) is None


def test_who_plays_at_one_table_is_not_absent_at_another() -> None:
    championship = ready(AF, league(4))
    match, *others = championship.fixtures
    playing = pairs_of(championship, match)[0]
    championship = apply(championship, StartMatch(by="r", at=NOON, match=match))
    other = next(one for one in others if playing in pairs_of(championship, one))
    assert refused(championship, absence(other, playing, at=later(60))).code == "pair_is_playing"


def test_a_match_goes_from_open_to_called_to_playing_to_submitted_to_official() -> None:
    championship = ready(AF, knockout_with_lucky_losers(4))
    match = "knockout-semi-final-1"
    assert match not in championship.logs
    steps = [
        (CallMatch(by="r", at=NOON, match=match), State.CALLED),
        (StartMatch(by="r", at=later(5), match=match), State.PLAYING),
        (Submit(by="t", at=later(60), match=match, games=(Game((1500, 20), 0),)), State.SUBMITTED),
    ]
    for operation, state in steps:
        championship = apply(championship, operation)
        assert championship.logs[match].state is state
    assert refused(championship, CallMatch(by="r", at=later(61), match=match)).code == "match_has_begun"
