"""TM 18, 19 at the desk (J6): time is up by the clock or the referee's reason, and a tie goes into the extra time."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Ending, Game, State
from carteado.tournament.operations import CallMatch, MarkTime, StartMatch
from carteado.web.kit.guarding.policy import Role
from carteado.web.sumula.match_sheets import sheet_of
from carteado.web.sumula.sheet_writing import append as append_entries
from carteado.web.sumula.sheet_writing import note
from tests.web.world.halls import TM, Worker, alert, append, at_desk, drawn, open_matches, page_html, state

pytestmark = pytest.mark.django_db


def playing_since(worker: Worker, match: MatchId, minutes: int, *, extra_after: int = 0) -> datetime:
    """Called and started so many minutes ago, and if asked the extra time was started so long after that."""
    begun = timezone.now() - timedelta(minutes=minutes)
    append(worker.event, CallMatch(by="system", at=begun, match=match, table="1"))
    append(worker.event, StartMatch(by="system", at=begun, match=match))
    if extra_after:
        at = begun + timedelta(minutes=extra_after)
        append(worker.event, MarkTime(by="system", at=at, match=match, moment=Moment.EXTRA_STARTED))
    return begun


def time_up(first: int, second: int, **more: object) -> dict[str, object]:
    return {"first_1": first, "second_1": second, "ending_1": "time_up", **more}


def games(worker: Worker, match: MatchId) -> tuple[Game, ...]:
    return worker.championship.logs[match].submissions[-1].games


@pytest.mark.parametrize("role", [Role.CLERK, Role.REFEREE])
def test_tm_18_a_match_is_not_over_by_time_ninety_minutes_early(role: Role) -> None:
    worker, match = at_desk(TM, role=role)
    playing_since(worker, match, 1)
    for first, second in ((5, 3), (5, 5)):
        page = worker.refused(match, "resultado", **time_up(first, second, winner_1="0"))
        assert "art. 18" in page
        assert "0:5" in page, "how much is left"
    assert state(worker, match) is State.PLAYING


def test_tm_18_a_match_that_nobody_started_has_no_time_that_is_up() -> None:
    clerk, match = at_desk(TM, role=Role.CLERK)
    assert "art. 18" in alert(page_html(clerk.act(match, "resultado", **time_up(5, 3))))
    assert match not in clerk.championship.logs


def test_tm_18_when_time_is_up_the_pair_ahead_wins() -> None:
    clerk, match = at_desk(TM, role=Role.CLERK)
    playing_since(clerk, match, 61)
    assert "venc" in clerk.refused(match, "resultado", **time_up(5, 3, winner_1="1"))
    clerk.does(match, "resultado", **time_up(5, 3))
    assert games(clerk, match) == (Game((5, 3), 0, Ending.TIME_UP),)


def test_tm_19_a_tie_goes_into_the_extra_time_before_anybody_has_won() -> None:
    clerk, match = at_desk(TM, role=Role.CLERK)
    begun = playing_since(clerk, match, 70)
    page = clerk.refused(match, "resultado", **time_up(5, 5, winner_1="1"))
    assert "art. 19" in page
    assert "15 minutos" in page
    clerk.does(match, "tempo", mark="extra_started")
    assert "art. 19" in clerk.refused(match, "resultado", **time_up(5, 5, winner_1="1"))
    assert "art. 19" in clerk.refused(match, "resultado", **time_up(6, 5))
    started = clerk.championship.logs[match].clock.last(Moment.STARTED)
    assert started is not None
    assert started.at == begun


def test_tm_19_after_the_extra_time_who_scored_first_wins() -> None:
    clerk, match = at_desk(TM, role=Role.CLERK)
    playing_since(clerk, match, 80, extra_after=61)
    page = clerk.refused(match, "resultado", **time_up(5, 5))
    assert 'href="#id_resultado_winner_1"' in page
    assert "pontuou primeiro" in page
    clerk.does(match, "resultado", **time_up(5, 5, winner_1="1"))
    assert games(clerk, match) == (Game((5, 5), 1, Ending.TIME_UP),)


def test_tm_19_what_the_score_sheet_knows_nobody_types_otherwise() -> None:
    clerk, match = at_desk(TM, role=Role.CLERK)
    playing_since(clerk, match, 80, extra_after=61)
    sheet = sheet_of(clerk.event, match)
    assert sheet is not None
    user = clerk.event.memberships.get(role=Role.CLERK).user
    lines = [{"winner": winner, "value": 1, "refused": False} for winner in (1, 0)]
    append_entries(sheet, *(note("hand", place=place, hand=hand) for place, hand in enumerate(lines)), by=user)
    page = clerk.refused(match, "resultado", **time_up(1, 1, winner_1="0"))
    assert "art. 19" in page
    clerk.does(match, "resultado", **time_up(1, 1, winner_1="1"))


def test_tm_19_e_17_where_nobody_knows_who_scored_first_the_referee_decides_with_a_reason() -> None:
    """J6, typed at the desk."""
    clerk, match = at_desk(TM, role=Role.CLERK)
    playing_since(clerk, match, 80, extra_after=61)
    assert "why" not in clerk.filled(match, "resultado")[1]
    assert clerk.act(match, "resultado", first_1=5, second_1=5, ending_1="ruling", winner_1="0").status_code == 200
    referee = Worker.of(clerk.event, Role.REFEREE)
    decided = {"first_1": 5, "second_1": 5, "ending_1": "ruling", "winner_1": "0"}
    assert 'href="#id_resultado_why"' in referee.refused(match, "resultado", **decided)
    referee.does(match, "resultado", **decided, why="ninguém viu quem abriu; sorteio na mesa")
    assert games(referee, match) == (Game((5, 5), 0, Ending.RULING),)
    assert "sorteio na mesa" in referee.desk(match)


def test_e_17_the_referees_reason_lets_a_clock_be_wrong_and_stays_on_record() -> None:
    referee, match = at_desk(TM)
    playing_since(referee, match, 5)
    assert "art. 18" in referee.refused(match, "resultado", **time_up(5, 3, why="  "))
    referee.does(match, "resultado", **time_up(5, 3, why="o relógio foi ligado tarde"))
    assert referee.championship.logs[match].submissions[-1].why == "o relógio foi ligado tarde"
    assert "o relógio foi ligado tarde" in referee.desk(match)


def test_e_17_who_keeps_the_table_gives_no_reason_in_the_referees_place() -> None:
    clerk, match = at_desk(TM, role=Role.CLERK)
    playing_since(clerk, match, 5)
    assert "art. 18" in clerk.refused(match, "resultado", **time_up(5, 3, why="o relógio foi ligado tarde"))
    assert state(clerk, match) is State.PLAYING


def test_tm_18_the_final_has_ninety_minutes() -> None:
    clerk = Worker.of(drawn(TM, 2), Role.CLERK)
    [final] = open_matches(clerk.championship)
    playing_since(clerk, final, 61)
    assert "art. 18" in clerk.refused(final, "resultado", **time_up(5, 3))
