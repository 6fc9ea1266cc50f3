"""The desk of a match: from the call to the result, who sits there, and who may do what."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import State
from carteado.tournament.operations import CallMatch, StartMatch
from carteado.web.kit.guarding.policy import Action, Role
from carteado.web.matches.acts.all_acts import ACTS
from tests.web.world.halls import AF, FA, TM, Worker, alert, append, at_desk, open_matches, page_html, state

pytestmark = pytest.mark.django_db


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
    ("regulation", "message"),
    [
        (AF, r"Chamada feita\. A tolerância conta a partir de agora \([^)]*[Aa]rt\. 7\)\."),
        (TM, r"Chamada feita\. Não há tolerância para atraso\. \([^)]*5\.3\.1\)"),
        (FA, r"Chamada feita\."),
    ],
)
def test_of_the_tolerance_a_call_says_what_the_regulation_says(regulation: str, message: str) -> None:
    clerk, match = at_desk(regulation, role=Role.CLERK)
    clerk.does(match, "chamar", table="1")
    [slip] = re.findall(r'<p class="slip slip--success">(.*?)</p>', clerk.desk(match))
    assert re.fullmatch(message, re.sub("<[^>]+>", "", slip)), slip
    assert ("#art-" in slip) == ("Art. 7" in slip or "5.3.1" in slip)


def test_a_table_that_the_hall_does_not_have_is_asked_about_once() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK)
    assert "A mesa 9 não existe: o evento tem 4." in clerk.refused(match, "chamar", table="9")
    assert "A mesa 8 não existe" in clerk.refused(match, "chamar", table="8", anyway="9")
    assert match not in clerk.championship.logs
    page = page_html(clerk.act(match, "chamar", table="9"))
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
    append(clerk.event, CallMatch(by="system", at=long_ago, match=match, table="1"))
    append(clerk.event, StartMatch(by="system", at=long_ago, match=match))
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


# --- line-ups -----------------------------------------------------------------------------------------------------


def test_af_2_a_substitute_comes_in_before_the_start_and_not_after() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK, with_delegations=True)
    clerk.does(match, "chamar", table="1")
    [first, _second] = clerk.championship.logs[match].pairs
    clerk.does(match, "substituir", leaves=f"{first}a", enters=f"{first}r", why="pulso torcido")
    assert clerk.championship.line_ups[f"del-{first}"].pair_for(match) == (f"{first}r", f"{first}b")
    late = clerk.filled(match, "substituir", leaves=f"{first}b", enters=f"{first}s", why="dor")
    clerk.does(match, "comecar")
    path, form = late
    clerk.event.refresh_from_db()
    form["seq"] = [str(clerk.event.seq)]
    answer = page_html(clerk.client.post(path, form))
    assert "art. 2" in alert(answer)
    assert clerk.championship.line_ups[f"del-{first}"].pair_for(match) == (f"{first}r", f"{first}b")


def test_af_2_a_substitution_says_why() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK, with_delegations=True)
    first, _second = clerk.championship.bracket.pairs(match) or ("", "")
    page = page_html(clerk.act(match, "substituir", leaves=f"{first}a", enters=f"{first}r", why=" "))
    assert 'href="#id_substituir_why"' in page or "id_substituir_why" in page
    assert clerk.championship.line_ups[f"del-{first}"].pair_for(match) == (f"{first}a", f"{first}b")


def test_a_substitute_of_the_other_delegation_is_refused() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK, with_delegations=True)
    first, second = clerk.championship.bracket.pairs(match) or ("", "")
    assert "art. 2" in clerk.refused(match, "substituir", leaves=f"{first}a", enters=f"{second}r", why="dor")


# --- a desk that stays open ---------------------------------------------------------------------------------------


def test_an_open_desk_learns_what_happens_at_its_match_and_nothing_else() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK)
    other = open_matches(clerk.championship)[1]
    [poll_url] = re.findall(r'data-news="([^"]*)"', clerk.desk(match))
    assert clerk.client.get(poll_url).status_code == 204
    clerk.does(other, "chamar", table="2")
    assert clerk.client.get(poll_url).status_code == 204
    clerk.does(match, "chamar", table="1")
    news = clerk.client.get(poll_url)
    assert news.status_code == 200
    [new_poll_url] = re.findall(r'data-news="([^"]*)"', page_html(news))
    assert "/comecar/" in page_html(news)
    assert clerk.client.get(new_poll_url).status_code == 204


def test_a_desk_with_what_somebody_typed_is_marked_as_typed() -> None:
    clerk, match = at_desk(AF, role=Role.CLERK)
    assert "data-typed" not in clerk.desk(match)
    assert "data-typed" in page_html(clerk.act(match, "resultado", first_1="700", second_1="1"))


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
