"""The board of tables: what is where, what runs out, what can be called, what the results made due."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.formats.plans import knockout
from carteado.tournament.matches.match_log import Game, Party, State
from carteado.tournament.operations import CallMatch, Dispute, StartMatch, Submit, Suspend
from carteado.web.kit.guarding.policy import PUSHED, Action, Role
from carteado.web.kit.push import topics
from tests.web.world.halls import AF, FA, TM, Worker, alert, append, drawn, forms_in, hold_draw, open_matches, page_html

pytestmark = pytest.mark.django_db


def hall(regulation: str = AF, pairs: int = 8, role: Role = Role.CLERK, **settings: Any) -> Worker:
    return Worker.of(drawn(regulation, pairs, **settings), role)


def cards(page: str) -> list[tuple[str, str]]:
    """Each table that is taken, with how it stands, in the order of the page."""
    found = re.findall(
        r'class="table-card is-(\w+)">\s*<p class="table-card__head">(?:<span[^>]*>.*?</span>(\w+)</span>)?', page
    )
    return [(table, state) for state, table in found]


def call(worker: Worker, **changed: object) -> Any:
    path = worker.path("call-matches")
    form = forms_in(worker.client.get(worker.path("tables")).content.decode())[path]
    return worker.client.post(path, {**form, **changed})


def test_matches_are_called_one_by_one_to_the_table_that_was_typed() -> None:
    clerk = hall()
    match = open_matches(clerk.championship)[1]
    answer = call(clerk, match=match, **{f"table-{match}": "3"})
    assert answer.status_code == 302, page_html(answer)
    assert clerk.championship.logs[match].table == "3"
    assert cards(clerk.open("tables")) == [("3", "called")]


def test_the_next_matches_are_called_together_to_the_free_tables() -> None:
    clerk = hall(pairs=16, tables=3)
    append(clerk.event, CallMatch(by="system", at=timezone.now(), match=open_matches(clerk.championship)[0], table="2"))
    call(clerk, count="2")
    tables = {log.table: match for match, log in clerk.championship.logs.items()}
    assert set(tables) == {"1", "2", "3"}
    assert list(tables.values()) == open_matches(clerk.championship)[:3]


def test_calling_together_is_all_or_nothing() -> None:
    clerk = hall()
    [first, second, *_rest] = open_matches(clerk.championship)
    given = {"plan": [f"{first}=1", f"{second}=1"], "count": "2", "seq": str(clerk.event.seq)}
    answer = clerk.client.post(clerk.path("call-matches"), given)
    assert "mesa 1" in alert(page_html(answer)).lower()
    assert not clerk.championship.logs


def test_a_call_sent_twice_calls_once() -> None:
    clerk = hall()
    path = clerk.path("call-matches")
    form = forms_in(clerk.client.get(clerk.path("tables")).content.decode())[path]
    for _ in range(2):
        assert clerk.client.post(path, {**form, "count": "2"}).status_code == 302
    assert len(clerk.championship.logs) == 2
    assert [type(one) for one in clerk.championship.log[-2:]] == [CallMatch, CallMatch]


def test_who_calls_from_an_old_board_is_told_what_was_called_meanwhile() -> None:
    clerk = hall()
    referee = Worker.of(clerk.event, Role.REFEREE)
    old = forms_in(clerk.client.get(clerk.path("tables")).content.decode())[clerk.path("call-matches")]
    match = open_matches(clerk.championship)[0]
    referee.does(match, "chamar", table="4")
    answer = page_html(clerk.client.post(clerk.path("call-matches"), {**old, "count": "1"}))
    assert "Referee" in alert(answer)
    assert list(clerk.championship.logs) == [match]


def test_pairs_that_play_and_matches_against_them_wait() -> None:
    """In a league everybody meets everybody: who is at a table is not called to another."""
    clerk = hall(FA, pairs=4)
    form = forms_in(clerk.client.get(clerk.path("tables")).content.decode())[clerk.path("call-matches")]
    planned = [clerk.championship.bracket.pairs(one.partition("=")[0]) or () for one in form["plan"]]
    assert sorted(pair for pairs in planned for pair in pairs) == ["d01", "d02", "d03", "d04"], "nobody twice"
    call(clerk, count="2")
    page = clerk.open("tables")
    assert "Nenhuma partida espera mesa" in page
    assert 'name="plan"' not in page


def test_what_needs_somebody_comes_first() -> None:
    clerk = hall(pairs=8)
    now, matches = timezone.now(), open_matches(clerk.championship)
    late = now - timedelta(minutes=20)
    append(clerk.event, CallMatch(by="system", at=late, match=matches[0], table="1"))
    append(clerk.event, StartMatch(by="system", at=late, match=matches[0]))
    append(clerk.event, CallMatch(by="system", at=now, match=matches[1], table="2"))
    append(clerk.event, CallMatch(by="system", at=late, match=matches[2], table="3"))
    result = (Game((1500, 0), 0),)
    append(clerk.event, CallMatch(by="system", at=now, match=matches[3], table="4"))
    append(clerk.event, Submit(by="system", at=now, match=matches[3], games=result))
    assert cards(clerk.open("tables")) == [("3", "overdue"), ("4", "submitted"), ("2", "called"), ("1", "playing")]
    disputed = Dispute(by="system", at=now, match=matches[3], version=0, party=Party.FIRST, why="conta errada")
    append(clerk.event, disputed)
    assert cards(clerk.open("tables"))[0] == ("4", "disputed")


def test_af_7_the_tolerance_counts_from_the_call_and_names_who_is_missing() -> None:
    clerk = hall()
    match = open_matches(clerk.championship)[0]
    called = timezone.now() - timedelta(minutes=5)
    append(clerk.event, CallMatch(by="system", at=called, match=match, table="1"))
    page = clerk.open("tables")
    until = timezone.localtime(called + timedelta(minutes=15))
    assert f'data-deadline="{until.isoformat()}"' in page
    assert "art. 7" in page
    [first, second] = clerk.championship.logs[match].pairs
    clerk.does(match, "tempo", mark=f"arrived:{first}")
    past = re.findall(r"data-once-past[^>]*>([^<]*)<", clerk.open("tables"))
    assert [f"Dupla {second[1:]}" in one for one in past] == [True]
    assert f"Dupla {first[1:]}" not in past[0]
    clerk.does(match, "tempo", mark=f"arrived:{second}")
    assert "data-deadline" not in clerk.open("tables")


def test_a_second_call_counts_the_tolerance_anew() -> None:
    clerk = hall()
    match = open_matches(clerk.championship)[0]
    append(clerk.event, CallMatch(by="system", at=timezone.now() - timedelta(minutes=20), match=match, table="1"))
    assert cards(clerk.open("tables")) == [("1", "overdue")]
    clerk.does(match, "chamar", table="1")
    assert cards(clerk.open("tables")) == [("1", "called")]


def test_tm_18_the_clock_of_a_match_runs_and_stands_still_while_paused() -> None:
    clerk = hall(TM, pairs=4)
    match = open_matches(clerk.championship)[0]
    started = timezone.now() - timedelta(minutes=10)
    append(clerk.event, CallMatch(by="system", at=started, match=match, table="1"))
    append(clerk.event, StartMatch(by="system", at=started, match=match))
    until = timezone.localtime(started + timedelta(minutes=60))
    assert f'data-deadline="{until.isoformat()}"' in clerk.open("tables")
    clerk.does(match, "tempo", mark="paused")
    page = clerk.open("tables")
    assert "data-deadline" not in page
    assert re.search(r"\b(49:5\d|50:00)\b", page)


def test_a_board_that_stands_still_offers_nothing_to_call() -> None:
    clerk = hall()
    stop = Suspend(by="system", at=timezone.now(), reason=SuspensionReason.TECHNICAL, why="faltou luz")
    append(clerk.event, stop)
    page = clerk.open("tables")
    assert 'name="match"' not in page
    answer = call(clerk, match=open_matches(clerk.championship)[0])
    assert "suspenso" in alert(page_html(answer))


def test_a_result_that_waits_keeps_its_table_until_somebody_else_is_called_there() -> None:
    clerk = hall(tables=2)
    [first, second, *_rest] = open_matches(clerk.championship)
    append(clerk.event, CallMatch(by="system", at=timezone.now(), match=first, table="1"))
    append(clerk.event, Submit(by="system", at=timezone.now(), match=first, games=(Game((1500, 0), 0),)))
    assert cards(clerk.open("tables")) == [("1", "submitted")]
    assert "=1" not in str(forms_in(clerk.client.get(clerk.path("tables")).content.decode()))
    assert "mesa 1 ainda há um resultado" in clerk.refused(second, "chamar", table="1")
    assert second not in clerk.championship.logs
    clerk.does(second, "chamar", table="1", anyway="1")
    assert sorted(cards(clerk.open("tables"))) == [("1", "called"), ("1", "submitted")]


# --- what the results brought -------------------------------------------------------------------------------------


def test_af_10_lucky_losers_are_announced_with_their_reason_and_the_draw_that_is_due() -> None:
    referee = hall(AF, pairs=12, role=Role.REFEREE)
    for number, match in enumerate(open_matches(referee.championship)):
        referee.wins(match, loser=100 * number)
    page = referee.open("tables")
    assert "art. 10" in page
    assert "Agora o sorteio" in page
    lucky = referee.championship.bracket.lucky_losers("qualifying", "qualifying") or ()
    assert lucky
    for pair in lucky:
        assert re.search(rf"<strong>Dupla {pair[1:]}</strong>: \S+", page)
    append(referee.event, hold_draw("finals", timezone.now()))
    assert "Agora o sorteio" not in referee.open("tables")


def test_af_10_lots_that_must_decide_are_announced_with_those_who_are_equal() -> None:
    referee = hall(AF, pairs=12, role=Role.REFEREE)
    for match in open_matches(referee.championship):
        referee.wins(match, loser=500)
    [equal] = referee.championship.bracket.lots_needed().values()
    page = referee.open("tables")
    due = page.partition('is-due">')[2].partition("</article>")[0]
    assert all(f"Dupla {pair[1:]}" in due for pair in equal)
    assert "art. 10" in due


def test_when_all_is_played_the_board_names_the_champions() -> None:
    referee = hall(TM, pairs=4, role=Role.REFEREE)
    while matches := open_matches(referee.championship):
        referee.wins(matches[0])
    champion = referee.championship.bracket.champion
    assert champion is not None
    page = referee.open("tables")
    assert f'class="page-title">Dupla {champion[1:]}' in page
    assert "table-card" not in page


# --- live ---------------------------------------------------------------------------------------------------------


def test_the_board_is_pushed_to_the_team_alone() -> None:
    assert PUSHED["mesas"] is Action.RUN_MATCHES
    assert "mesas" in topics.FOLLOWERS["evento"]


@pytest.mark.parametrize("language", topics.LANGUAGES)
def test_what_is_pushed_is_what_the_page_shows(language: str) -> None:
    clerk = hall()
    call(clerk, count="2")
    pushed = topics.render("mesas", clerk.event.slug, language)
    assert cards(pushed) == cards(clerk.open("tables")) == [("1", "called"), ("2", "called")]
    assert f'name="seq" value="{clerk.event.seq}"' not in pushed, "as it was before"
    clerk.event.refresh_from_db()
    assert f'form="call" name="seq" value="{clerk.event.seq}"' in pushed
    assert "csrfmiddlewaretoken" not in pushed


def test_the_list_of_all_matches_leads_to_a_result_that_must_be_corrected() -> None:
    referee = hall(TM, pairs=4, role=Role.REFEREE)
    match = open_matches(referee.championship)[0]
    referee.wins(match)
    assert referee.championship.logs[match].state is State.OFFICIAL
    assert f'href="{referee.path("match-desk", match)}"' in referee.open("tables")


def test_an_event_without_tables_takes_any_name() -> None:
    clerk = hall(tables=0, plan=knockout(8))
    match = open_matches(clerk.championship)[0]
    call(clerk, match=match, **{f"table-{match}": "varanda"})
    assert cards(clerk.open("tables")) == [("varanda", "called")]


def test_enter_in_a_field_of_the_board_presses_nothing() -> None:
    """The first button of a form is what Enter presses; it must not call every match that is ready."""
    page = hall().open("tables")
    buttons = re.findall(r'<button form="call"([^>]*)>', page)
    assert "disabled" in buttons[0]
    assert not any("disabled" in one for one in buttons[1:])


def test_a_table_that_no_database_could_keep_is_kept_without_it() -> None:
    clerk = hall()
    match = open_matches(clerk.championship)[0]
    kept = "3 " + "x" * 18
    call(clerk, match=match, anyway=kept, **{f"table-{match}": " 3\0" + "x" * 40})
    assert clerk.championship.logs[match].table == kept


def test_a_typed_table_that_there_is_not_is_asked_about_and_then_taken() -> None:
    clerk = hall(tables=2)
    match = open_matches(clerk.championship)[0]
    page = page_html(call(clerk, match=match, **{f"table-{match}": "9"}))
    assert "A mesa 9 não existe: o evento tem 2." in alert(page)
    assert match not in clerk.championship.logs
    meant = page.partition('role="alert"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', meant))
    assert fields["match"] == match
    assert clerk.client.post(clerk.path("call-matches"), fields).status_code == 302
    assert clerk.championship.logs[match].table == "9"


def test_a_typed_table_where_a_result_waits_is_asked_about() -> None:
    clerk = hall(tables=2)
    [first, second, *_rest] = open_matches(clerk.championship)
    append(clerk.event, CallMatch(by="system", at=timezone.now(), match=first, table="1"))
    append(clerk.event, Submit(by="system", at=timezone.now(), match=first, games=(Game((1500, 0), 0),)))
    assert "mesa 1 ainda há um resultado" in alert(page_html(call(clerk, match=second, **{f"table-{second}": "1"})))
    assert second not in clerk.championship.logs
    assert call(clerk, match=second, **{f"table-{second}": "2"}).status_code == 302


def test_the_free_tables_are_counted_and_not_the_matches_for_them() -> None:
    clerk = hall(pairs=4, tables=4)
    append(clerk.event, CallMatch(by="system", at=timezone.now(), match=open_matches(clerk.championship)[0], table="2"))
    panel = clerk.open("tables").partition("call-next")[2].partition("</div>")[0]
    assert "3 mesas livres" in panel
    assert 'max="1"' in panel


def test_the_board_says_what_was_done_last_and_leads_there() -> None:
    clerk = hall()
    match = open_matches(clerk.championship)[0]
    clerk.does(match, "chamar", table="1")
    last = clerk.open("tables").partition("Último ato:")[2].partition("</p>")[0]
    assert "chamada" in last
    assert clerk.path("match-desk", match) in last
