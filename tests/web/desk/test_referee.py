"""What the referee does at the desk of a match, each by its article."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from carteado.regulation import load
from carteado.tournament.formats.plans import knockout
from carteado.tournament.matches.match_log import State
from carteado.tournament.operations import CallMatch, DisqualifyPair
from carteado.tournament.registrations.acts import Ground
from carteado.web.kit.guarding.policy import Role
from tests.web.world.halls import AF, AP, FA, TM, alert, append, at_desk, forms_in, open_matches, page_html, points

pytestmark = pytest.mark.django_db


def test_af_7_a_walkover_before_the_tolerance_is_over_is_refused_and_after_it_counts() -> None:
    referee, match = at_desk(AF)
    referee.does(match, "chamar", table="1")
    first, second = referee.championship.logs[match].pairs
    assert "(opcional)" not in walkover_form(referee.desk(match)), "the reason is asked for"
    page = referee.refused(match, "wo", absent=[second], why="")
    assert "art. 7" in page
    assert "precisa do motivo do árbitro" in page
    referee.does(match, "desfazer", why="chamada errada")
    append(referee.event, CallMatch(by="system", at=timezone.now() - timedelta(minutes=16), match=match, table="1"))
    assert "(opcional)" in walkover_form(referee.desk(match))
    referee.does(match, "wo", absent=[second], why="")
    assert referee.championship.logs[match].absent == (second,)
    assert list(referee.championship.departures) == [second]
    assert first not in referee.championship.departures


def walkover_form(page: str) -> str:
    return page.partition('id="id_wo_absent')[2].partition("</form>")[0]


def test_a_walkover_is_shown_with_its_score_its_article_and_its_reason() -> None:
    referee, match = at_desk(AF)
    append(referee.event, CallMatch(by="system", at=timezone.now() - timedelta(minutes=16), match=match, table="1"))
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


def test_a_walkover_given_before_its_pair_was_disqualified_cites_no_disqualification() -> None:
    referee, match = at_desk(AP, plan=knockout(4))
    first, _second = referee.championship.bracket.pairs(match) or ("", "")
    referee.does(match, "wo", absent=[first], why="pneu furado")
    disqualified = DisqualifyPair(by="r", at=timezone.now(), pair=first, ground=Ground.REFEREE, why="carta na manga")
    append(referee.event, disqualified)
    assert referee.championship.departures[first].key == "referee.disqualify"
    shown = referee.desk(match).partition('id="wo-t"')[2].partition("</section>")[0]
    assert f"A dupla Dupla {first[1:]} não veio." in shown
    assert "pneu furado" in shown
    assert "art. 17" not in shown
    assert "carta na manga" not in shown


def test_a_walkover_for_both_leaves_nobody() -> None:
    referee, match = at_desk(FA, plan=knockout(4))
    pairs = referee.championship.bracket.pairs(match) or ()
    referee.does(match, "wo", absent=list(pairs), why="ninguém veio")
    ended = referee.championship.bracket.ended(match)
    assert ended is not None
    assert ended.outcome is not None
    assert ended.outcome.winner is None


def test_a_pair_is_disqualified_on_a_ground_of_the_regulation_with_its_article() -> None:
    referee, match = at_desk(TM, role=Role.ORGANISER)
    first, _second = referee.championship.bracket.pairs(match) or ("", "")
    page = referee.desk(match)
    assert load(TM).cite("disqualification.behaviour") in page
    choices = page[page.index('id="id_desclassificar_ground"') :]
    choices = choices[: choices.index("</div>")]
    linked = [f'href="{reverse("event-articles", args=[referee.event.slug])}#art-{one}"' for one in ("5.7.1", "4.5.1")]
    assert [one for one in linked if one not in choices] == []
    assert "político-partidária" in page, "5.7.1 has examples"
    assert referee.act(match, "desclassificar", pair=first, ground="behaviour", why="").status_code == 200
    referee.does(match, "desclassificar", pair=first, ground="behaviour", why="cadeira arremessada")
    assert referee.championship.departures[first].key == "disqualification.behaviour"
    assert referee.championship.logs[match].state is State.WALKOVER


def test_tm_5_7_a_referee_disqualifies_for_absence_and_not_in_the_producers_place() -> None:
    referee, match = at_desk(TM)
    first, second = referee.championship.bracket.pairs(match) or ("", "")
    offered = referee.desk(match).partition('id="desclassificar"')[2].partition("</details>")[0]
    assert 'value="absence"' in offered
    assert 'value="behaviour"' not in offered
    assert "art. 5.7" in offered, "who does it for everything else"
    assert referee.act(match, "desclassificar", pair=first, ground="behaviour", why="x").status_code == 200
    assert not referee.championship.departures
    referee.does(match, "desclassificar", pair=second, ground="absence", why="nove minutos fora")
    assert list(referee.championship.departures) == [second]


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
    assert "art. 8" in alert(page_html(referee.client.post(path, {**form, key: ["", "2000"], "agreed": pairs[:1]})))
    answer = referee.client.post(path, {**form, key: ["", "2000"], "agreed": pairs})
    assert answer.status_code == 302, page_html(answer)
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


def test_e_13_the_organisers_decide_beyond_regional_rules_without_the_pairs() -> None:
    organiser, match = at_desk(AF, role=Role.ORGANISER)
    organiser.does(match, "decidir", question="Faltou luz?", decision="Espera-se.", why="não há artigo")
    [ruled] = organiser.championship.decisions
    assert (ruled.question, ruled.match) == ("Faltou luz?", match)


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


def test_af_3_the_start_cites_that_all_players_sit_at_the_table() -> None:
    referee, match = at_desk(AF)
    referee.does(match, "chamar", table="1")
    first, second = referee.championship.logs[match].pairs
    page = referee.desk(match)
    assert "A partida só começa com todos os jogadores sentados à mesa." in page
    assert "art. 3" in page
    referee.does(match, "tempo", mark=f"arrived:{first}")
    refused = referee.refused(match, "comecar")
    assert "Não consta que a dupla" in refused
    assert "art. 3" in refused
    referee.does(match, "tempo", mark=f"arrived:{second}")
    referee.does(match, "comecar")
    assert referee.championship.logs[match].has_begun


@pytest.mark.parametrize("last", ["chamar", "desistencia"])
def test_what_is_not_of_this_match_is_not_taken_back_there(last: str) -> None:
    referee, match = at_desk(AF)
    referee.does(match, "chamar", table="3")
    path, _form = referee.filled(match, "desfazer")
    other = open_matches(referee.championship)[1]
    if last == "chamar":
        referee.does(other, last, table="4")
    else:
        first, _second = referee.championship.bracket.pairs(other) or ("", "")
        referee.does(other, last, pair=first, why="ônibus", in_writing="on")
    before = referee.championship.log
    answer = referee.client.post(path, {"seq": str(len(before)), "why": ""})
    assert answer.status_code == 200
    assert "nada foi feito" in alert(page_html(answer))
    assert referee.championship.log == before


def test_nobody_takes_the_draw_back_at_a_match() -> None:
    referee, match = at_desk(AF)
    before = referee.championship.log
    answer = referee.client.post(referee.path("match-rule", match, "desfazer"), {"seq": str(len(before)), "why": ""})
    assert "nada foi feito" in alert(page_html(answer))
    assert referee.championship.log == before


def test_taken_back_twice_by_one_form_is_taken_back_once() -> None:
    referee, match = at_desk(AF)
    referee.does(match, "chamar", table="3")
    path, form = referee.filled(match, "desfazer", why="mesa errada")
    assert [referee.client.post(path, form).status_code for _time in range(2)] == [302, 302]
    assert match not in referee.championship.logs


def test_a_result_that_nobody_disputes_is_not_upheld() -> None:
    referee, match = at_desk(AF)
    referee.does(match, "resultado", **points(referee.championship, match))
    before = referee.championship.log
    answer = referee.client.post(
        referee.path("match-rule", match, "manter"), {"seq": str(len(before)), "why": "assim fica"}
    )
    assert "nada foi feito" in alert(page_html(answer))
    assert referee.championship.log == before
