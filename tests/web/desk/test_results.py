"""Results at the desk of a match: handed in, refused, disputed, corrected with what that moves."""

import pytest

from carteado.regulation import load
from carteado.tournament.formats.plans import knockout
from carteado.tournament.matches.match_log import Ending, Party, State
from carteado.web.kit.guarding.policy import Role
from tests.web.world.halls import AF, AP, FA, TM, Worker, alert, at_desk, open_matches, page_html, points, state

pytestmark = pytest.mark.django_db


# --- results ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation", [TM, AF, FA, AP])
def test_every_regulation_has_the_form_for_its_results(regulation: str) -> None:
    """Truco ends by time, melds by an extra hand; the target is the regulation's own."""
    clerk, match = at_desk(regulation, role=Role.CLERK, plan=knockout(4))
    clerk.does(match, "chamar", table="1")
    page = clerk.desk(match)
    other = Ending.TIME_UP if regulation == TM else Ending.EXTRA_HAND
    assert f'value="{other}"' in page
    assert f'value="{Ending.TIME_UP if regulation != TM else Ending.EXTRA_HAND}"' not in page
    assert f'value="{Ending.RULING}"' not in page, "only a referee writes down a ruling"
    clerk.does(match, "resultado", **points(clerk.championship, match))
    assert state(clerk, match) is State.SUBMITTED


@pytest.mark.parametrize(
    ("regulation", "first", "second", "article"),
    [
        (TM, 11, 3, "art. 3"),
        (TM, 13, 3, "decisão TM-11"),
        (AF, 1000, 300, "art. 4"),
        (FA, 100, 90, "art. 24"),
        (AP, 2990, 0, "art. 13"),
    ],
)
def test_a_result_that_cannot_be_is_refused_with_the_article(
    regulation: str, first: int, second: int, article: str
) -> None:
    clerk, match = at_desk(regulation, role=Role.CLERK, plan=knockout(4))
    page = page_html(clerk.act(match, "resultado", first_1=first, second_1=second))
    assert article in alert(page)
    assert f'value="{first}"' in page, "what was typed stays"
    assert match not in clerk.championship.logs


def test_best_of_three_asks_for_as_many_games_as_were_played() -> None:
    clerk, match = at_desk(AP, role=Role.CLERK, plan=knockout(4, best_of=3))
    games = {"first_1": 3000, "second_1": 10, "first_2": 20, "second_2": 3000}
    page = clerk.refused(match, "resultado", **games)
    assert "melhor de 3" in page, page
    clerk.does(match, "resultado", **games, first_3=3000, second_3=0)
    [submission] = clerk.championship.logs[match].submissions
    assert [game.winner for game in submission.games] == [0, 1, 0]


def test_a_game_left_out_between_others_is_pointed_at() -> None:
    clerk, match = at_desk(AP, role=Role.CLERK, plan=knockout(4, best_of=3))
    page = clerk.refused(match, "resultado", first_1=3000, second_1=10, first_3=3000, second_3=5)
    assert 'href="#id_resultado_first_2"' in page


def test_one_who_only_keeps_the_table_writes_no_ruling() -> None:
    clerk, match = at_desk(TM, role=Role.CLERK)
    assert clerk.act(match, "resultado", first_1=1, second_1=0, ending_1="ruling").status_code == 200
    assert match not in clerk.championship.logs


def test_a_pair_that_confirms_twice_is_told_so() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK)
    clerk.does(match, "resultado", **points(clerk.championship, match))
    stale = clerk.filled(match, "confirmar", party="first")
    clerk.does(match, "confirmar", party="first")
    assert clerk.client.post(*stale).status_code == 302, "the same form sent twice did one thing"
    path, form = clerk.filled(match, "confirmar", party="first")
    assert "já confirmou" in page_html(clerk.client.post(path, form))
    assert clerk.championship.logs[match].submissions[-1].confirmed == {Party.FIRST}


def test_a_dispute_needs_a_reason_and_leaves_it_to_the_referee() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK)
    clerk.does(match, "resultado", **points(clerk.championship, match))
    assert clerk.act(match, "contestar", party="second", why=" ").status_code == 200
    clerk.does(match, "contestar", party="second", why="faltou uma canastra")
    assert state(clerk, match) is State.DISPUTED
    page = clerk.desk(match)
    assert "faltou uma canastra" in page
    assert "/confirmar/" not in page
    referee = Worker.of(clerk.event, Role.REFEREE)
    referee.does(match, "corrigir", **points(clerk.championship, match, side=1), why="contada de novo")
    assert state(referee, match) is State.OFFICIAL
    assert referee.championship.logs[match].submissions[-1].winner == 1


@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_equal_points_are_told_that_another_hand_is_played_and_where_it_says_so(regulation: str) -> None:
    clerk, match = at_desk(regulation, role=Role.CLERK)
    page = clerk.refused(match, "resultado", first_1=2000, second_1=2000)
    assert load(regulation).cite("match.equal_at_target") in page
    assert "joga-se mais uma mão" in page


def test_a_pair_disputes_once_and_the_referee_may_keep_the_result() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK)
    clerk.does(match, "resultado", **points(clerk.championship, match, loser=420))
    clerk.does(match, "contestar", party="second", why="faltou uma canastra")
    assert "/contestar/" in clerk.desk(match), "the others may dispute it as well"
    clerk.does(match, "contestar", party="first", why="também achamos")
    assert "/contestar/" not in clerk.desk(match)
    referee = Worker.of(clerk.event, Role.REFEREE)
    assert referee.act(match, "manter", why=" ").status_code == 200
    assert state(referee, match) is State.DISPUTED
    referee.does(match, "manter", why="contada de novo: está certa")
    log = referee.championship.logs[match]
    assert log.state is State.OFFICIAL
    assert log.submissions[0].games == log.submissions[1].games
    assert "/manter/" not in referee.desk(match)


# --- corrections --------------------------------------------------------------------------------------------------


def after_a_round(referee: Worker) -> tuple[str, str]:
    """Both semi-finals are played, and the final is being played by their winners."""
    semis = open_matches(referee.championship)
    for match in semis:
        referee.wins(match)
    [final, *_third] = [one for one in open_matches(referee.championship) if one.endswith("final")]
    referee.does(final, "chamar", table="1")
    referee.does(final, "comecar")
    return semis[0], final


def test_a_correction_shows_what_it_moves_and_is_done_by_force_alone() -> None:
    referee, _match = at_desk(TM)
    semi, final = after_a_round(referee)
    before = referee.championship
    winner, loser = before.logs[semi].pairs
    other_way = points(before, semi, side=1)
    shown = page_html(referee.act(semi, "corrigir", **other_way, why="súmula trocada"))
    assert "Dupla" in shown
    assert all(name in shown for name in (f"Dupla {winner[1:]}", f"Dupla {loser[1:]}"))
    assert referee.championship == before, "nothing is done before it was looked at"
    weighed = shown.partition('name="weighed" value="')[2].partition('"')[0]
    assert final in weighed
    referee.does(semi, "corrigir", **other_way, why="súmula trocada", weighed=weighed)
    after = referee.championship
    assert after.bracket.pairs(final) == (loser, before.logs[final].pairs[1])
    assert final not in after.logs, "it begins anew"


def test_a_correction_by_another_list_of_moves_is_shown_again() -> None:
    referee, _match = at_desk(TM)
    semi, _final = after_a_round(referee)
    before = referee.championship
    answer = referee.act(semi, "corrigir", **points(before, semi, side=1), why="trocada", weighed="x/0/a/b/True")
    assert answer.status_code == 200
    assert referee.championship == before


def test_a_correction_shows_the_places_that_it_moves_in_a_table() -> None:
    referee, match = at_desk(FA)
    referee.wins(match)
    before = referee.championship
    other_way = points(before, match, side=1)
    shown = page_html(referee.act(match, "corrigir", **other_way, why="súmula trocada"))
    assert "Lugar 1" in shown
    assert referee.championship == before, "nothing is done before it was looked at"
    weighed = shown.partition('name="weighed" value="')[2].partition('"')[0]
    referee.does(match, "corrigir", **other_way, why="súmula trocada", weighed=weighed)
    assert referee.championship.bracket.ranking("league")[0].pair == before.logs[match].pairs[1]


def test_a_correction_that_moves_nobody_is_done_at_once() -> None:
    referee, match = at_desk(TM)
    referee.wins(match)
    referee.does(match, "corrigir", **points(referee.championship, match, loser=7), why="sete tentos, não zero")
    assert [len(one.games) for one in referee.championship.logs[match].submissions] == [1, 1]
    assert "sete tentos" in referee.desk(match)
