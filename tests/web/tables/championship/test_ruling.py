"""The live table of a championship's match: ruled by its referee."""

import json
from uuid import uuid4

import pytest
from django.test import Client

from carteado.record import read_record
from carteado.tournament.formats.plans import knockout
from carteado.tournament.matches.clocks import Moment
from carteado.web.kit.guarding.policy import Role
from carteado.web.privacy import rewriting
from carteado.web.sumula.models import Reason
from carteado.web.tables.championship import official_table as official
from carteado.web.tables.championship import referee_panel as refereeing
from carteado.web.tables.models import Act
from carteado.web.tables.serving import sheet_entries
from tests.web.tables.championship.seating import desk_of, seated
from tests.web.tables.championship.table_hall import Hall
from tests.web.world.halls import AP, TM, forms_in

pytestmark = pytest.mark.django_db


def test_the_referee_stops_the_match_and_lets_it_go_on(playing: Hall) -> None:
    desk = desk_of(playing)
    for stopped in (True, False):
        page = desk.open("referee-match", playing.match)
        path = desk.path("referee-live-pause", playing.match)
        form = {**forms_in(page)[path], "ato": "parar" if stopped else "continuar"}
        desk.client.post(path, form)
        desk.client.post(path, form)
        assert (playing.play.stopped_by is not None) is stopped
        assert playing.championship.logs[playing.match].clock.is_paused is stopped
    assert [entry.act for entry in playing.log[-2:]] == ["pause", "resume"]
    sheet_entries.update_sheet(playing.table.code)
    marks = [mark.moment for mark in playing.championship.logs[playing.match].clock.marks]
    assert marks[-2:] == [Moment.PAUSED, Moment.RESUMED]
    assert marks.count(Moment.PAUSED) == 1


def test_points_ruled_at_the_desk_change_the_table_at_once_and_the_words_are_only_on_the_sheet(playing: Hall) -> None:
    before = playing.score
    desk_of(playing).rules(playing.match, "pontos", key="match.target", pair=0, points=2, why="falou na mão do outro")
    assert playing.score == (before[0] + 2, before[1])
    [rule] = playing.entries("rule")
    assert rule["why"] == "falou na mão do outro"
    assert rule["act"]["reason"] == "match.target"
    assert not any("falou" in row.data for row in Act.objects.all())


def test_what_was_ruled_at_the_table_is_not_taken_back_on_the_sheet(playing: Hall) -> None:
    desk = desk_of(playing)
    desk.rules(playing.match, "pontos", key="match.target", pair=0, points=2, why="falou")
    [rule] = playing.entries("rule")
    page = desk.open("referee-match", playing.match)
    assert "falou" in page
    assert 'value="desfazer"' not in page
    answer = desk.post("referee-review", playing.match, ato="desfazer", sumula=playing.sheet.pk, entrada=rule["id"])
    assert answer.status_code == 404
    assert playing.kinds() == ["rule"]


def test_a_ruling_at_the_desk_is_weighed_by_the_rules_of_the_hand_that_is_on(playing: Hall) -> None:
    page = desk_of(playing).weigh(playing.match, "quatro-cartas", pair=0, why="quatro na mão")
    assert "0 × 1" in " ".join(page.split())
    desk_of(playing).rules(playing.match, "quatro-cartas", pair=0, why="quatro na mão")
    assert playing.score == (0, 1)
    assert not playing.play.match.hand_is_on
    assert playing.kinds() == ["warn", "hand"]


def test_a_hand_is_dealt_again_from_the_desk(playing: Hall) -> None:
    desk_of(playing).rules(playing.match, "dar-de-novo", why="carta virada")
    assert not playing.play.match.hand_is_on
    assert [one["act"]["ruling"] for one in playing.entries("rule")] == ["redeal"]


def test_a_match_is_ended_from_the_desk_and_the_others_have_won_it(playing: Hall) -> None:
    desk_of(playing).rules(playing.match, "encerrar", key="clock.absence_minutes", pair=1, why="saiu há dez minutos")
    assert playing.play.match.winner == 0
    [submission] = playing.championship.logs[playing.match].submissions
    assert submission.games[0].winner == 0
    assert "Partida encerrada contra ela" in desk_of(playing).open("referee-penalties")


def test_a_ruling_sent_twice_is_one_ruling(playing: Hall) -> None:
    desk = desk_of(playing)
    page = desk.weigh(playing.match, "pontos", key="match.target", pair=0, points=1, why="aviso")
    for _time in range(2):
        assert desk.confirm(playing.match, "pontos", page).status_code == 302
    assert playing.score == (1, 0)
    assert playing.kinds() == ["rule"]


def test_what_was_weighed_on_another_hand_is_weighed_anew(playing: Hall) -> None:
    desk = desk_of(playing)
    page = desk.weigh(playing.match, "quatro-cartas", pair=0, why="quatro")
    playing.play_hand()
    playing.deal()
    score = playing.score
    assert desk.confirm(playing.match, "quatro-cartas", page).status_code == 200
    assert playing.score == score


def test_nothing_that_counts_is_ruled_on_the_sheet_past_the_table(hall: Hall) -> None:
    """Before the match is on there is nothing to rule at the table, and what stood on the sheet alone nobody played."""
    desk = desk_of(hall)
    assert desk.leads_to("referee-ruling", hall.match, "pontos", regra="match.target") == desk.path(
        "referee-match", hall.match
    )
    desk.rules(hall.match, "advertencia", key="match.target", pair=0, why="atraso")
    assert hall.kinds() == ["warn"]


def test_the_record_so_far_is_for_whoever_rules(playing: Hall) -> None:
    path = desk_of(playing).path("referee-live-record", playing.match)
    answer = desk_of(playing).client.get(path)
    assert answer.status_code == 200
    record = read_record(answer.content)
    assert len(record.hands) == 1
    assert "seed" not in json.dumps(json.loads(answer.content))
    assert desk_of(playing, Role.CLERK).client.get(path).status_code == 403
    assert Client().get(path).status_code == 302


def test_a_clerk_stops_nothing_and_rules_nothing(playing: Hall) -> None:
    clerk = desk_of(playing, Role.CLERK)
    path = clerk.path("referee-live-pause", playing.match)
    assert clerk.client.post(path, {"ato": "parar", "form": uuid4().hex}).status_code == 403
    assert playing.play.stopped_by is None


def test_the_free_words_of_a_referee_never_reach_the_log(playing: Hall) -> None:
    reader = playing.rule("adjust", pair=0, points=1, article="referee.adjust", reason="porque o João xingou")
    assert reader.codes[-1] == "no_such_rule"
    assert playing.score == (0, 0)


def test_the_words_of_a_ruling_that_was_refused_are_kept_nowhere(playing: Hall) -> None:
    by = playing.event.memberships.get(role=Role.REFEREE).user
    assert refereeing.do_in_room(playing.table, {"act": "resume"}, form=uuid4(), by=by, why="palavra")
    assert not Reason.objects.exists()
    playing.play_hand()
    assert "palavra" not in str(playing.entries())


def test_the_words_of_a_ruling_wait_in_the_database_until_the_sheet_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever restarts the site meanwhile loses nothing."""
    hall = seated(monkeypatch, TM)
    hall.come(0, 1, 2, 3)
    hall.start_next()
    hall.deal()
    hall.services.is_deaf = True
    monkeypatch.setattr(sheet_entries, "update_sheet", lambda _code: None)
    desk_of(hall).rules(hall.match, "pontos", key="match.target", pair=0, points=2, why="falou na mão do outro")
    assert hall.entries("rule") == []
    assert [one.text for one in Reason.objects.all()] == ["falou na mão do outro"]
    monkeypatch.undo()
    sheet_entries.update_sheet(hall.table.code)
    assert [one["why"] for one in hall.entries("rule")] == ["falou na mão do outro"]
    assert not Reason.objects.exists()


def test_words_that_a_crash_left_behind_go_when_the_sheet_is_looked_at_again(playing: Hall) -> None:
    desk_of(playing).rules(playing.match, "pontos", key="match.target", pair=0, points=2, why="falou")
    [ruled] = [entry for entry in playing.log if entry.act == "ruling"]
    by = playing.event.memberships.get(role=Role.REFEREE).user
    sheet_entries.store_reason(playing.table, str(ruled.client), "falou", by=by)
    sheet_entries.store_reason(playing.table, "referee:another", "espera", by=by)
    sheet_entries.update_sheet(playing.table.code)
    assert [one.text for one in Reason.objects.all()] == ["espera"]


def test_words_that_wait_forget_who_is_forgotten(playing: Hall) -> None:
    by = playing.event.memberships.get(role=Role.REFEREE).user
    sheet_entries.store_reason(playing.table, "referee:mark", "Jacira gritou", by=by)
    rewriting.rewrite(playing.event, reword=lambda text: text.replace("Jacira", "Participante 1"))
    assert Reason.objects.get().text == "Participante 1 gritou"


def test_games_of_a_series_are_started_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = seated(monkeypatch, AP, plan=knockout(4, best_of=3))
    hall.come(0, 1, 2, 3)
    hall.start_next()
    assert not official.next_game(hall.table)
    hall.rule("disqualify", pair=0, article="referee.disqualify")
    assert official.next_game(hall.table)
    hall.start_next()
    hall.rule("disqualify", pair=0, article="referee.disqualify")
    assert not official.next_game(hall.table)
    [submission] = hall.championship.logs[hall.match].submissions
    assert [game.winner for game in submission.games] == [1, 1]
