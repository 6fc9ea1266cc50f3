"""TM 18, 19: a match ends by time only once its clock has run out, and a tie goes into the extra time first."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from carteado.regulation import LANGUAGES, Refusal, catalogue
from carteado.tournament.files.event_file import event_document, event_of
from carteado.tournament.formats.plans import knockout
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Game, Side, State
from carteado.tournament.operations import CallMatch, Correct, MarkTime, StartMatch, Submit, Undo
from carteado.tournament.running.dispatch import apply, apply_again, fold, refusal
from carteado.tournament.state.championship import Championship
from tests.tournament.championships import AF, NOON, TM, confirming, later, matches_of, ready, refused, time_up, won

SECOND = timedelta(seconds=1)


def playing(*, best_of: int = 1) -> tuple[Championship, str]:
    """A match of a knockout of eight, called and started at noon."""
    championship = ready(TM, knockout(8, best_of=best_of))
    match = matches_of(championship, "quarter-final")[0]
    calls = [CallMatch(by="r", at=NOON, match=match, table="1"), StartMatch(by="r", at=NOON, match=match)]
    return fold(championship, calls), match


def ended(match: str, one: int, two: int, at: datetime, *, winner: Side = 0, **more: object) -> Submit:
    return Submit(by="clerk", at=at, match=match, games=(time_up((one, two), winner),), **more)  # type: ignore[arg-type]


def extra(match: str, at: datetime, since: datetime | None = None) -> MarkTime:
    return MarkTime(by="r", at=at, match=match, moment=Moment.EXTRA_STARTED, since=since)


def cites(refused: Refusal | None) -> tuple[str, str]:
    assert refused is not None
    return refused.code, str(TM.citation(refused.key))


def test_tm_18_time_is_not_up_ninety_minutes_early() -> None:
    championship, match = playing()
    code, articles = cites(refusal(championship, ended(match, 5, 3, later(0))))
    assert code == "time_ended_early"
    assert "18" in articles
    assert refused(championship, ended(match, 5, 3, later(60) - SECOND)).details["left"] == SECOND
    assert refusal(championship, ended(match, 5, 3, later(60))) is None


def test_tm_18_the_final_has_ninety_minutes() -> None:
    championship = ready(TM, knockout(2))
    [final] = championship.fixtures
    championship = apply(championship, StartMatch(by="r", at=NOON, match=final))
    assert refused(championship, ended(final, 5, 3, later(89))).code == "time_ended_early"
    assert refusal(championship, ended(final, 5, 3, later(90))) is None


def test_tm_18_a_pause_does_not_count() -> None:
    championship, match = playing()
    marks = [(Moment.PAUSED, later(10)), (Moment.RESUMED, later(30))]
    championship = fold(championship, [MarkTime(by="r", at=at, match=match, moment=moment) for moment, at in marks])
    assert refused(championship, ended(match, 5, 3, later(79))).code == "time_ended_early"
    assert refusal(championship, ended(match, 5, 3, later(80))) is None


def test_tm_19_a_tie_goes_into_the_extra_time_first() -> None:
    championship, match = playing()
    assert refused(championship, ended(match, 5, 5, later(0))).code == "time_ended_early"
    code, articles = cites(refusal(championship, ended(match, 5, 5, later(61))))
    assert (code, "19" in articles) == ("tie_before_extra_time", True)
    championship = apply(championship, extra(match, later(61)))
    assert refused(championship, ended(match, 5, 5, later(75))).code == "extra_time_ended_early"
    assert refused(championship, ended(match, 6, 5, later(75))).code == "extra_time_ended_early"
    for winner in (0, 1):
        assert refusal(championship, ended(match, 5, 5, later(76), winner=winner)) is None, "who scored first"


def test_tm_19_the_extra_time_does_not_start_before_the_time_is_up() -> None:
    championship, match = playing()
    assert refused(championship, extra(match, later(59))).code == "clock_time_not_up"
    assert refused(championship, extra(match, later(70), since=later(59))).code == "clock_time_not_up"
    assert refused(championship, extra(match, later(70), since=later(71))).code == "clock_goes_ahead"
    known_late = apply(championship, extra(match, later(80), since=later(60)))
    assert refusal(known_late, ended(match, 5, 5, later(80))) is None


def test_e_17_the_bell_that_the_sheet_noted_counts_and_waiting_does_not_help_it() -> None:
    championship, match = playing()
    assert refused(championship, ended(match, 5, 3, later(70), bell=later(20))).code == "time_ended_early"
    assert refusal(championship, ended(match, 5, 3, later(70), bell=later(60))) is None
    ahead = ended(match, 5, 3, later(20), bell=later(70))
    assert refused(championship, ahead).code == "time_ended_early", "no bell rings in the future"


def test_e_17_the_referees_reason_leaves_room_for_a_clock_that_was_started_late_or_never() -> None:
    championship, match = playing()
    early = ended(match, 5, 5, later(10), why="the clock was started late")
    [submission] = apply(championship, early).logs[match].submissions
    assert submission.why == "the clock was started late"
    assert refused(championship, replace(early, why="  ")).code == "time_ended_early"
    never = ready(TM, knockout(8))
    assert cites(refusal(never, ended(match, 5, 3, later(99))))[0] == "clock_never_started"
    assert refusal(never, ended(match, 5, 3, later(99), why="nobody pressed start")) is None


def test_e_17_a_correction_has_its_reason_already() -> None:
    championship, match = playing()
    championship = apply(championship, Submit(by="c", at=later(5), match=match, games=(Game((12, 0), 0),)))
    correcting = Correct(by="r", at=later(6), match=match, games=(time_up((5, 3), 0),), why="the hall closes")
    assert refusal(championship, correcting) is None


def test_tm_18_a_series_takes_the_time_of_all_its_games() -> None:
    championship, match = playing(best_of=3)
    both = (time_up((5, 3), 0), time_up((5, 3), 0))
    one = (time_up((5, 3), 0), Game((12, 4), 0))
    assert refused(championship, Submit(by="c", at=later(119), match=match, games=both)).code == "time_ended_early"
    assert refusal(championship, Submit(by="c", at=later(120), match=match, games=both)) is None
    assert refused(championship, Submit(by="c", at=later(59), match=match, games=one)).code == "time_ended_early"
    assert refusal(championship, Submit(by="c", at=later(60), match=match, games=one)) is None
    never = Submit(by="c", at=later(60), match=match, games=one)
    assert refused(ready(TM, knockout(8, best_of=3)), never).code == "clock_never_started"


def test_what_ended_at_the_target_needs_no_clock() -> None:
    championship, match = playing()
    assert refusal(championship, Submit(by="c", at=later(5), match=match, games=(Game((12, 0), 0),))) is None


def test_an_older_event_plays_on_with_what_it_let_pass() -> None:
    """Before the clock was asked, a result could say at any time that time was up."""
    championship, match = playing()
    championship = apply_again(championship, ended(match, 5, 5, later(1)))
    championship = fold(championship, confirming(match))
    assert championship.logs[match].state is State.OFFICIAL
    assert event_of(event_document(championship)) == championship
    others = [one for one in matches_of(championship, "quarter-final") if one != match]
    pairs = championship.bracket.pairs(others[0])
    assert pairs
    played = won(championship, others[0], pairs[0])
    undone = fold(played, [Undo(by="o", at=later(9))])
    assert undone.logs[match] == championship.logs[match]


def test_no_time_ends_a_match_where_no_clock_is() -> None:
    championship = ready(AF, knockout(4))
    match = matches_of(championship, "semi-final")[0]
    assert refused(championship, ended(match, 5, 3, later(99))).code == "no_clock_here"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusals_say_how_much_is_left_in_whole_seconds(language: str) -> None:
    championship, match = playing()
    early = refused(championship, ended(match, 5, 3, later(20) + timedelta(microseconds=1)))
    assert "0:40:00" in catalogue(language).refusal(early)
