"""The desk of a match: each act, what the regulation refuses with its article, and who may do what."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from carteado.regulation import load
from carteado.tournament.clocks import Moment
from carteado.tournament.matches import Ending, Game, Party, State
from carteado.tournament.operations import CallMatch, StartMatch
from carteado.tournament.plans import knockout
from carteado.web.day.acts.registry import ACTS
from carteado.web.policy import Action, Role
from tests.web.halls import AF, AP, FA, TM, Worker, alert, done, drawn, forms_in, open_matches, points, said

pytestmark = pytest.mark.django_db


def at_desk(regulation: str, pairs: int = 4, role: Role = Role.REFEREE, **settings: Any) -> tuple[Worker, str]:
    worker = Worker.of(drawn(regulation, pairs, **settings), role)
    return worker, open_matches(worker.championship)[0]


def state(worker: Worker, match: str) -> State:
    return worker.championship.logs[match].state


# --- from the call to the result ----------------------------------------------------------------------------------


def test_a_match_goes_from_the_call_to_the_official_result() -> None:
    referee, match = at_desk(AF)
    referee.does(match, "chamar", table="2")
    assert (state(referee, match), referee.championship.logs[match].table) == (State.CALLED, "2")
    referee.does(match, "comecar")
    assert state(referee, match) is State.PLAYING
    referee.wins(match, side=1, loser=300)
    log = referee.championship.logs[match]
    assert log.state is State.OFFICIAL
    assert log.counted is not None
    assert (log.counted.winner, log.counted.points[0]) == (1, 300)


def test_every_act_names_its_author_by_number_and_nobody_by_name() -> None:
    referee, match = at_desk(AF)
    referee.does(match, "chamar", table="1")
    operation = referee.championship.log[-1]
    assert operation.by == f"user:{referee.event.memberships.get(role=Role.REFEREE).user_id}"


def test_who_is_here_stands_on_the_desk_and_may_be_said_once() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK)
    clerk.does(match, "chamar", table="1")
    [first, _second] = clerk.championship.logs[match].pairs
    clerk.does(match, "tempo", mark=f"arrived:{first}")
    arrived = clerk.championship.logs[match].clock.last(Moment.ARRIVED, pair=first)
    assert arrived is not None
    hour = f"{timezone.localtime(arrived.at):%H:%M}"
    assert f"Dupla {first[1:]}: <strong>chegou às {hour}</strong>" in clerk.desk(match)
    assert clerk.open("tables").count(f"chegou às {hour}") == 1
    assert f'value="arrived:{first}"' not in clerk.desk(match)


@pytest.mark.parametrize(
    ("regulation", "told"),
    [
        (AF, r"Chamada feita\. A tolerância conta a partir de agora \([^)]*[Aa]rt\. 7\)\."),
        (TM, r"Chamada feita\. Não há tolerância para atraso\. \([^)]*5\.3\.1\)"),
        (FA, r"Chamada feita\."),
    ],
)
def test_of_the_tolerance_a_call_says_what_the_regulation_says(regulation: str, told: str) -> None:
    clerk, match = at_desk(regulation, role=Role.CLERK)
    clerk.does(match, "chamar", table="1")
    [slip] = re.findall(r'<p class="slip slip--success">(.*?)</p>', clerk.desk(match))
    assert re.fullmatch(told, slip), slip


def test_a_table_that_the_hall_does_not_have_is_asked_about_once() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK)
    assert "A mesa 9 não existe: o evento tem 4." in clerk.refused(match, "chamar", table="9")
    assert "A mesa 8 não existe" in clerk.refused(match, "chamar", table="8", anyway="9")
    assert match not in clerk.championship.logs
    page = said(clerk.act(match, "chamar", table="9"))
    assert 'name="anyway" value="9"' in page
    assert 'name="table" maxlength="20" autocomplete="off" value="9"' in page
    clerk.does(match, "chamar", table="9", anyway="9")
    assert clerk.championship.logs[match].table == "9"
    clerk.does(match, "chamar", table="", anyway="")
    assert clerk.championship.logs[match].table is None


def test_a_table_at_which_others_play_is_refused_even_if_it_is_meant() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK)
    other = open_matches(clerk.championship)[1]
    clerk.does(other, "chamar", table="1")
    assert "mesa 1 está ocupada" in clerk.refused(match, "chamar", table="1", anyway="1")


def test_the_clock_offers_only_what_it_takes() -> None:
    clerk, match = at_desk(TM, role=Role.CLERK)
    clerk.does(match, "chamar", table="1")
    assert offered(clerk, match) == {"arrived"}
    clerk.does(match, "comecar")
    assert offered(clerk, match) == {"absent", "paused", "shuffling"}
    clerk.does(match, "tempo", mark="paused")
    assert offered(clerk, match) == {"absent", "resumed"}
    clerk.does(match, "tempo", mark="resumed")
    [first, _second] = clerk.championship.logs[match].pairs
    clerk.does(match, "tempo", mark=f"absent:{first}")
    assert "returned" in offered(clerk, match)


def offered(worker: Worker, match: str) -> set[str]:
    return {value.partition(":")[0] for value in re.findall(r'name="mark" value="([^"]+)"', worker.desk(match))}


def test_tm_19_extra_time_before_the_time_is_up_is_refused_with_its_article() -> None:
    clerk, match = at_desk(TM, role=Role.CLERK)
    clerk.does(match, "chamar", table="1")
    clerk.does(match, "comecar")
    assert "art. 18" in clerk.refused(match, "tempo", mark="extra_started")


def test_tm_19_extra_time_is_offered_once_the_time_is_up() -> None:
    clerk, match = at_desk(TM, role=Role.CLERK, at=timezone.now() - timedelta(hours=3))
    long_ago = timezone.now() - timedelta(minutes=61)
    done(clerk.event, CallMatch(by="system", at=long_ago, match=match, table="1"))
    done(clerk.event, StartMatch(by="system", at=long_ago, match=match))
    assert "extra_started" in offered(clerk, match)
    clerk.does(match, "tempo", mark="extra_started")
    assert clerk.championship.logs[match].clock.has(Moment.EXTRA_STARTED)


def test_a_moment_that_no_clock_knows_is_an_error_of_the_form() -> None:
    clerk, match = at_desk(TM, role=Role.CLERK)
    clerk.does(match, "chamar", table="1")
    before = clerk.championship
    assert clerk.act(match, "tempo", mark="yesterday").status_code == 200
    assert clerk.championship == before


def test_what_is_no_pair_is_not_kept_with_a_moment_of_the_table() -> None:
    clerk, match = at_desk(TM, role=Role.CLERK)
    clerk.does(match, "chamar", table="1")
    clerk.does(match, "comecar")
    clerk.does(match, "tempo", mark="paused:Beatriz Ramos")
    assert clerk.championship.logs[match].clock.marks[-1].pair is None
    clerk.does(match, "tempo", mark="resumed")
    assert "não é desta mesa" in clerk.refused(match, "tempo", mark="absent:d99")


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
    page = said(clerk.act(match, "resultado", first_1=first, second_1=second))
    assert article in alert(page)
    assert f'value="{first}"' in page, "what was typed stays"
    assert match not in clerk.championship.logs


def test_best_of_three_asks_for_as_many_games_as_were_played() -> None:
    clerk, match = at_desk(AP, role=Role.CLERK, plan=knockout(4, best_of=3))
    given = {"first_1": 3000, "second_1": 10, "first_2": 20, "second_2": 3000}
    told = clerk.refused(match, "resultado", **given)
    assert "melhor de 3" in told, told
    clerk.does(match, "resultado", **given, first_3=3000, second_3=0)
    [submission] = clerk.championship.logs[match].submissions
    assert [game.winner for game in submission.games] == [0, 1, 0]


def test_a_game_left_out_between_others_is_pointed_at() -> None:
    clerk, match = at_desk(AP, role=Role.CLERK, plan=knockout(4, best_of=3))
    page = clerk.refused(match, "resultado", first_1=3000, second_1=10, first_3=3000, second_3=5)
    assert 'href="#id_resultado_first_2"' in page


def test_equal_points_need_a_winner_to_be_named() -> None:
    clerk, match = at_desk(TM, role=Role.CLERK)
    clerk.does(match, "chamar", table="1")
    equal = {"first_1": 9, "second_1": 9, "ending_1": "time_up"}
    told = clerk.refused(match, "resultado", **equal)
    assert 'href="#id_resultado_winner_1"' in told
    assert load(TM).cite("clock.time_up") in told
    clerk.does(match, "resultado", **equal, winner_1="1")
    assert clerk.championship.logs[match].submissions[-1].games == (Game((9, 9), 1, Ending.TIME_UP),)


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
    assert "já confirmou" in said(clerk.client.post(path, form))
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
    told = clerk.refused(match, "resultado", first_1=2000, second_1=2000)
    assert load(regulation).cite("match.equal_at_target") in told
    assert "joga-se mais uma mão" in told


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


# --- line-ups -----------------------------------------------------------------------------------------------------


def test_af_2_a_substitute_comes_in_before_the_start_and_not_after() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK, with_delegations=True)
    clerk.does(match, "chamar", table="1")
    [first, _second] = clerk.championship.logs[match].pairs
    clerk.does(match, "substituir", leaves=f"{first}a", enters=f"{first}r", why="pulso torcido")
    assert clerk.championship.line_ups[f"del-{first}"].pair_for(match) == (f"{first}r", f"{first}b")
    late = clerk.filled(match, "substituir", leaves=f"{first}b", enters=f"{first}s")
    clerk.does(match, "comecar")
    path, form = late
    clerk.event.refresh_from_db()
    form["seq"] = [str(clerk.event.seq)]
    answer = said(clerk.client.post(path, form))
    assert "art. 2" in alert(answer)
    assert clerk.championship.line_ups[f"del-{first}"].pair_for(match) == (f"{first}r", f"{first}b")


def test_a_substitute_of_the_other_delegation_is_refused() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK, with_delegations=True)
    first, second = clerk.championship.bracket.pairs(match) or ("", "")
    assert "art. 2" in clerk.refused(match, "substituir", leaves=f"{first}a", enters=f"{second}r")


# --- the referee --------------------------------------------------------------------------------------------------


def test_af_7_a_walkover_before_the_tolerance_is_over_is_refused_and_after_it_counts() -> None:
    referee, match = at_desk(AF)
    referee.does(match, "chamar", table="1")
    first, second = referee.championship.logs[match].pairs
    page = referee.refused(match, "wo", absent=[second], why="não veio")
    assert "art. 7" in page
    assert "15 minutos" in page
    referee.does(match, "desfazer", why="chamada errada")
    done(referee.event, CallMatch(by="system", at=timezone.now() - timedelta(minutes=16), match=match, table="1"))
    referee.does(match, "wo", absent=[second], why="não veio")
    assert referee.championship.logs[match].absent == (second,)
    assert list(referee.championship.departures) == [second]
    assert first not in referee.championship.departures


def test_a_walkover_is_shown_with_its_score_its_article_and_its_reason() -> None:
    referee, match = at_desk(AF)
    done(referee.event, CallMatch(by="system", at=timezone.now() - timedelta(minutes=16), match=match, table="1"))
    first, second = referee.championship.logs[match].pairs
    referee.does(match, "wo", absent=[second], why="carro quebrado na estrada")
    shown = referee.desk(match).partition('id="wo-t"')[2].partition("</section>")[0]
    assert re.findall(r'<b class="is-(\w+)">(\d+)</b>', shown) == [("winner", "1500"), ("loser", "0")]
    assert f"A dupla Dupla {second[1:]} não veio." in shown
    assert f"Dupla {first[1:]} não veio" not in shown
    assert "carro quebrado na estrada" in shown
    assert shown.count("art. 7") == 2, "of the score, and of being late"


def test_tm_5_9_the_walkover_of_a_pair_that_left_says_that_it_left_and_why() -> None:
    referee, match = at_desk(TM)
    first, _second = referee.championship.bracket.pairs(match) or ("", "")
    referee.does(match, "desistencia", pair=first, why="ônibus", in_writing="on")
    shown = referee.desk(match).partition('id="wo-t"')[2].partition("</section>")[0]
    assert f"A dupla Dupla {first[1:]} tinha saído do evento." in shown
    assert "ônibus" in shown
    assert "não veio" not in shown
    assert "art. 5.9" in shown


def test_a_walkover_for_both_leaves_nobody() -> None:
    referee, match = at_desk(FA, plan=knockout(4))
    pairs = referee.championship.bracket.pairs(match) or ()
    referee.does(match, "wo", absent=list(pairs), why="ninguém veio")
    ended = referee.championship.bracket.ended(match)
    assert ended is not None
    assert ended.outcome is not None
    assert ended.outcome.winner is None


def test_a_pair_is_disqualified_on_a_ground_of_the_regulation_with_its_article() -> None:
    referee, match = at_desk(TM)
    first, _second = referee.championship.bracket.pairs(match) or ("", "")
    page = referee.desk(match)
    assert load(TM).cite("disqualification.behaviour") in page
    assert referee.act(match, "desclassificar", pair=first, ground="behaviour", why="").status_code == 200
    referee.does(match, "desclassificar", pair=first, ground="behaviour", why="cadeira arremessada")
    assert referee.championship.departures[first].key == "disqualification.behaviour"
    assert referee.championship.logs[match].state is State.WALKOVER


def test_tm_5_9_a_pair_gives_up_in_writing() -> None:
    referee, match = at_desk(TM)
    first, _second = referee.championship.bracket.pairs(match) or ("", "")
    assert "art. 5.9" in referee.refused(match, "desistencia", pair=first, why="ônibus")
    referee.does(match, "desistencia", pair=first, why="ônibus", in_writing="on")
    assert first in referee.championship.departures


def test_af_8_a_house_rule_needs_both_pairs_and_the_referee_and_is_for_one_match() -> None:
    referee, match = at_desk(AF)
    pairs = list(referee.championship.bracket.pairs(match) or ())
    key = "match.target"
    chosen = referee.client.get(referee.path("match-desk", match), {"regra": key}).content.decode()
    path, form = next((path, form) for path, form in forms_in(chosen).items() if path.endswith("/regra-da-mesa/"))
    assert form["key"] == [key]
    assert "art. 8" in alert(said(referee.client.post(path, {**form, key: ["", "2000"], "agreed": pairs[:1]})))
    answer = referee.client.post(path, {**form, key: ["", "2000"], "agreed": pairs})
    assert answer.status_code == 302, said(answer)
    championship = referee.championship
    assert [(rule.key, rule.value) for rule in championship.logs[match].house_rules] == [(key, 2000)]
    other = open_matches(championship)[1]
    assert championship.regulation_of(other).rules == load(AF).rules
    assert "2000" in referee.desk(match) or "2.000" in referee.desk(match)
    referee.does(match, "resultado", first_1=2000, second_1=10)


@pytest.mark.parametrize("value", ["", "muitos", "\0"])
def test_a_house_rule_without_a_sensible_value_is_not_written_down(value: str) -> None:
    referee, match = at_desk(AF)
    chosen = referee.client.get(referee.path("match-desk", match), {"regra": "match.target"}).content.decode()
    path, form = next((path, form) for path, form in forms_in(chosen).items() if path.endswith("/regra-da-mesa/"))
    pairs = list(referee.championship.bracket.pairs(match) or ())
    assert referee.client.post(path, {**form, "match.target": ["", value], "agreed": pairs}).status_code == 200
    assert match not in referee.championship.logs


def test_regulations_without_house_rules_offer_none() -> None:
    referee, match = at_desk(TM)
    assert "regra-da-mesa" not in referee.desk(match)


def test_af_8_an_omitted_case_is_decided_with_both_pairs() -> None:
    referee, match = at_desk(AF)
    pairs = list(referee.championship.bracket.pairs(match) or ())
    given = {"question": "Caiu água nas cartas?", "decision": "Baralho novo.", "why": "não há artigo"}
    assert "art. 8" in referee.refused(match, "decidir", **given, agreed=pairs[:1])
    referee.does(match, "decidir", **given, agreed=pairs)
    [ruled] = referee.championship.decisions
    assert (ruled.question, ruled.decision, ruled.match) == (given["question"], given["decision"], match)


def test_the_last_act_is_named_before_it_is_taken_back() -> None:
    referee, match = at_desk(AF)
    referee.does(match, "chamar", table="3")
    assert "Uma partida foi chamada" in referee.desk(match)
    referee.does(match, "desfazer", why="mesa errada")
    assert match not in referee.championship.logs
    assert "/desfazer/" not in referee.desk(match), "what comes before it is not of this match"


def test_only_the_last_act_of_this_match_is_offered_to_be_taken_back() -> None:
    referee, match = at_desk(AF)
    other = open_matches(referee.championship)[1]
    referee.does(match, "chamar", table="3")
    referee.does(other, "chamar", table="4")
    assert "/desfazer/" not in referee.desk(match)
    assert "/desfazer/" in referee.desk(other)


# --- a desk that stays open ---------------------------------------------------------------------------------------


def test_an_open_desk_learns_what_happens_at_its_match_and_nothing_else() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK)
    other = open_matches(clerk.championship)[1]
    [asks] = re.findall(r'data-news="([^"]*)"', clerk.desk(match))
    assert clerk.client.get(asks).status_code == 204
    clerk.does(other, "chamar", table="2")
    assert clerk.client.get(asks).status_code == 204
    clerk.does(match, "chamar", table="1")
    news = clerk.client.get(asks)
    assert news.status_code == 200
    [asks_now] = re.findall(r'data-news="([^"]*)"', said(news))
    assert "/comecar/" in said(news)
    assert clerk.client.get(asks_now).status_code == 204


def test_a_desk_with_what_somebody_typed_is_marked_as_typed() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK)
    assert "data-typed" not in clerk.desk(match)
    assert "data-typed" in said(clerk.act(match, "resultado", first_1="700", second_1="1"))


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
    shown = said(referee.act(semi, "corrigir", **other_way, why="súmula trocada"))
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
    shown = said(referee.act(match, "corrigir", **other_way, why="súmula trocada"))
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


# --- who may ------------------------------------------------------------------------------------------------------


def test_one_who_keeps_the_table_neither_sees_nor_does_what_a_referee_does() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK)
    page = clerk.desk(match)
    assert f"/partida/{match}/arbitragem/" not in page
    for act in ACTS.values():
        route = "match-rule" if act.permission is Action.RULE else "match-act"
        answer = clerk.client.post(clerk.path(route, match, act.name), {"seq": clerk.event.seq})
        assert (act.name, answer.status_code == 403) == (act.name, act.permission is Action.RULE)


def test_an_act_of_the_referee_is_not_done_at_the_tables_address() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK)
    pairs = clerk.championship.bracket.pairs(match) or ()
    answer = clerk.client.post(
        clerk.path("match-act", match, "wo"), {"absent": pairs, "why": "x", "seq": clerk.event.seq}
    )
    assert answer.status_code == 404
    assert match not in clerk.championship.logs


def test_the_desk_of_a_match_that_is_no_more_leads_to_the_board() -> None:
    clerk, _match = at_desk(AF, role=Role.CLERK)
    assert clerk.client.get(clerk.path("match-desk", "nada"))["Location"] == clerk.path("tables")


def test_a_match_whose_pairs_are_not_known_has_a_desk_without_acts() -> None:
    referee, _match = at_desk(AF)
    final = next(match for match in referee.championship.fixtures if match.endswith("-final"))
    assert "/mesa/" not in referee.desk(final)
    answer = referee.client.post(referee.path("match-act", final, "comecar"), {"seq": referee.event.seq})
    assert answer.status_code == 200
