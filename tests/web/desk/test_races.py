"""Two at one match, forms sent twice, pages that are old: a clear answer, nothing lost, nothing done twice."""

from pathlib import Path
from typing import Any

import pytest

from carteado.tournament.matches.match_log import Party, State
from carteado.tournament.operations import StartMatch
from carteado.web.kit.guarding.policy import Role
from tests.web.world.halls import AF, TM, Worker, alert, drawn, forms_in, open_matches, page_html, points
from tests.web.world.running import run_in_site

pytestmark = pytest.mark.every_database


def two(regulation: str = AF) -> tuple[Worker, Worker, str]:
    event = drawn(regulation, 8)
    clerk, referee = Worker.of(event, Role.CLERK), Worker.of(event, Role.REFEREE)
    return clerk, referee, open_matches(clerk.championship)[0]


@pytest.mark.django_db
def test_the_second_at_one_match_sees_what_the_first_did_and_keeps_what_he_typed() -> None:
    clerk, referee, match = two()
    path, old = clerk.filled(match, "resultado", **points(clerk.championship, match, side=1, loser=740))
    referee.does(match, "resultado", **points(referee.championship, match, side=0, loser=420))
    page = page_html(clerk.client.post(path, old))
    assert "Referee" in alert(page)
    assert ">420<" in page, "what is there now"
    assert 'value="740"' in page, "what he typed"
    [submission] = clerk.championship.logs[match].submissions
    assert submission.points[1] == 420


@pytest.mark.django_db
def test_what_he_typed_can_be_sent_again_after_he_looked() -> None:
    clerk, referee, match = two()
    path, old = clerk.filled(match, "resultado", **points(clerk.championship, match, side=1, loser=740))
    referee.does(match, "chamar", table="2")
    page = clerk.client.post(path, old)
    clerk.event.refresh_from_db()
    assert f'name="seq" value="{clerk.event.seq}"' in page_html(page)
    assert clerk.client.post(path, {**old, "seq": str(clerk.event.seq)}).status_code == 302
    assert clerk.championship.logs[match].state is State.SUBMITTED


@pytest.mark.django_db
def test_who_acts_at_another_table_is_not_in_the_way() -> None:
    clerk, referee, match = two()
    other = open_matches(clerk.championship)[1]
    path, old = clerk.filled(match, "resultado", **points(clerk.championship, match))
    referee.does(other, "chamar", table="2")
    referee.does(other, "comecar")
    assert clerk.client.post(path, old).status_code == 302
    assert clerk.client.post(path, old).status_code == 302, "sent twice, with others in between"
    assert len(clerk.championship.logs[match].submissions) == 1


@pytest.mark.django_db
def test_a_correction_elsewhere_is_in_the_way_because_it_may_change_who_plays() -> None:
    clerk, referee, match = two(TM)
    other = open_matches(clerk.championship)[1]
    referee.wins(other)
    path, old = clerk.filled(match, "resultado", **points(clerk.championship, match))
    referee.does(other, "corrigir", **points(referee.championship, other, loser=5), why="cinco, não zero")
    assert "Referee" in alert(page_html(clerk.client.post(path, old)))
    assert match not in clerk.championship.logs


@pytest.mark.django_db
def test_what_would_be_taken_back_is_what_was_shown_or_nothing() -> None:
    _clerk, referee, match = two()
    other = open_matches(referee.championship)[1]
    referee.does(match, "chamar", table="1")
    path, old = referee.filled(match, "desfazer")
    referee.does(other, "chamar", table="2")
    page = page_html(referee.client.post(path, old))
    assert "Referee" in alert(page)
    assert path not in forms_in(page), "what was done at the other match is not offered here"
    assert set(referee.championship.logs) == {match, other}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("chamar", {"table": "1"}),
        ("comecar", {}),
        ("resultado", {"first_1": 1500, "second_1": 90}),
        ("wo", {"absent": ["d01"], "why": "x"}),
        ("decidir", {"question": "a", "decision": "b", "why": "c", "agreed": ["d01"]}),
    ],
)
def test_a_form_sent_twice_does_one_thing(act: str, fields: dict[str, Any]) -> None:
    _clerk, referee, match = two()
    if act != "chamar" and act != "wo":
        referee.does(match, "chamar", table="1")
    pairs = list(referee.championship.bracket.pairs(match) or ())
    if "absent" in fields:
        fields = {**fields, "absent": pairs[:1]}
    if "agreed" in fields:
        fields = {**fields, "agreed": pairs}
    path, form = referee.filled(match, act, **fields)
    before = len(referee.championship.log)
    assert [referee.client.post(path, form).status_code for _ in range(2)] == [302, 302]
    assert len(referee.championship.log) == before + 1


@pytest.mark.django_db
@pytest.mark.parametrize("seq", ["", "x", "999999", "-1"])
def test_a_number_that_no_page_had_does_nothing(seq: str) -> None:
    clerk, _referee, match = two()
    path, form = clerk.filled(match, "chamar", table="1")
    answer = clerk.client.post(path, {**form, "seq": seq})
    assert answer.status_code == 200
    assert match not in clerk.championship.logs


RACE = """
import threading
from django.conf import settings
from django.db import connection
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
from tests.web.world.halls import TM, Worker, drawn, open_matches, points
from carteado.web.kit.guarding.policy import Role

event = drawn(TM, 16, tables=8)
matches = open_matches(Worker.of(event, Role.CLERK).championship)
same = matches[0]
workers = [(Worker.of(event, role), same, side) for side, role in enumerate((Role.CLERK, Role.REFEREE))]
workers += [(Worker.of(event, Role.CLERK), match, 0) for match in matches[1:]]
forms = [one.filled(match, "resultado", **points(one.championship, match, side)) for one, match, side in workers]
answers, together = [None] * len(workers), threading.Barrier(len(workers))

def send(place):
    together.wait()
    try:
        answers[place] = workers[place][0].client.post(*forms[place])
    finally:
        connection.close()

threads = [threading.Thread(target=send, args=[place]) for place in range(len(workers))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
logs = workers[0][0].championship.logs
answer = {
    "at_one_match": [one.status_code for one in answers[:2]],
    "told": ['role="alert"' in one.content.decode() for one in answers[:2]],
    "winner": [one.winner for one in logs[same].submissions],
    "elsewhere": [one.status_code for one in answers[2:]],
    "results": [len(logs[match].submissions) for match in matches],
}
"""


@pytest.mark.one_database
def test_of_two_at_one_match_one_is_first_and_nobody_at_another_is_kept_waiting(tmp_path: Path) -> None:
    """Nine forms at the same instant, on the database that the site really has."""
    recorded = run_in_site(tmp_path, RACE)
    assert sorted(recorded["at_one_match"]) == [200, 302]
    first = recorded["at_one_match"].index(302)
    assert recorded["winner"] == [first]
    assert recorded["told"] == [first == 1, first == 0]
    assert recorded["elsewhere"] == [302] * 7
    assert recorded["results"] == [1] * 8


AGREEING = """
import threading
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
from tests.web.world.halls import AF, Worker, drawn, forms_in, open_matches, points
from carteado.web.registrations.models import Entrant
from carteado.web.kit.guarding.policy import Role

event = drawn(AF, 4, with_delegations=True)
clerk, referee = Worker.of(event, Role.CLERK), Worker.of(event, Role.REFEREE)
match = open_matches(clerk.championship)[0]
clerk.does(match, "resultado", **points(clerk.championship, match))
sent = [(referee.client, *referee.filled(match, "confirmar-arbitragem", party="referee"))]
for number, (pair, who) in enumerate(zip(clerk.championship.logs[match].pairs, "ab"), start=1):
    player = Entrant.objects.create(event=event, code=f"{pair}{who}", number=number, called="x")
    page, client = reverse("partida-confirmar", args=[player.secret, match]), Client(SERVER_NAME="localhost")
    sent.append((client, page, {**forms_in(client.get(page).content.decode())[""], "word": "confirmar"}))
answers, together = [None] * len(sent), threading.Barrier(len(sent))

def send(place):
    client, page, form = sent[place]
    together.wait()
    try:
        answers[place] = client.post(page, form).status_code
    finally:
        connection.close()

threads = [threading.Thread(target=send, args=[place]) for place in range(len(sent))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
log = clerk.championship.logs[match]
answer = {"answers": answers, "confirmed": sorted(log.submissions[-1].confirmed), "state": log.state}
"""


@pytest.mark.one_database
def test_all_who_agree_at_the_same_instant_have_agreed(tmp_path: Path) -> None:
    """Both pairs on their own phones and the referee at the desk, on the database that the site really has."""
    recorded = run_in_site(tmp_path, AGREEING)
    assert recorded == {"answers": [302] * 3, "confirmed": ["first", "referee", "second"], "state": "official"}


@pytest.mark.django_db
def test_the_pairs_agree_at_a_desk_that_was_opened_before_either_did() -> None:
    clerk, referee, match = two()
    clerk.does(match, "resultado", **points(clerk.championship, match))
    path, old = clerk.filled(match, "confirmar", party="second")
    referee.does(match, "confirmar", party="first")
    assert clerk.client.post(path, old).status_code == 302
    assert clerk.championship.logs[match].submissions[-1].confirmed == {Party.FIRST, Party.SECOND}


@pytest.mark.django_db
def test_who_starts_a_match_that_has_started_is_told_by_whom() -> None:
    clerk, referee, match = two()
    clerk.does(match, "chamar", table="1")
    path, form = clerk.filled(match, "comecar")
    referee.does(match, "comecar")
    assert "Referee" in alert(page_html(clerk.client.post(path, form)))
    assert [type(one) for one in clerk.championship.log].count(StartMatch) == 1
