"""Several people at one table at the same instant: each is told what became of it, and nothing is lost."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from carteado.web.people.models import new_secret
from carteado.web.tables.models import Act, Guest, Match, Seat, Table
from carteado.web.tables.page_refusals import PageRefusal
from carteado.web.tables.seats.seat_forms import Company, NewTableChoice
from tests.paths import ROOT
from tests.web.tables.seats.sitting import TRUCO, a_table, full, post, send, sit, sitting, who
from tests.web.world.running import run_in_site

pytestmark = pytest.mark.every_database

ROUNDS = 4


def somebody() -> Client:
    """The site's own settings know no host of tests."""
    return Client(headers={"host": "localhost"})


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Each in a thread of its own, all let go together."""
    together = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            together.wait()
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return [done.result() for done in [threads.submit(run, act) for act in acts]]


def take_one_seat() -> None:
    """One sits there, the other is told, and sits elsewhere without saying his name again."""
    table, ivo, cida = a_table(somebody()), somebody(), somebody()
    answers = at_once(partial(sit, ivo, table, 2, "Ivo"), partial(sit, cida, table, 2, "Cida"))
    assert sorted(answer.status_code for answer in answers) == [302, 409]
    is_ivos = answers[0].status_code == 302
    winner, loser, refused = (ivo, cida, answers[1]) if is_ivos else (cida, ivo, answers[0])
    assert str(PageRefusal.TAKEN.label) in refused.content.decode()
    assert sitting(table)[2] == who(winner)
    assert sit(loser, table, 3).status_code == 302
    assert sitting(table)[3] == who(loser)


def move_in_two_tabs() -> None:
    table, ivo = a_table(somebody()), somebody()
    sit(ivo, table, 1, "Ivo")
    at_once(partial(sit, ivo, table, 2), partial(sit, ivo, table, 3))
    assert list(sitting(table).values()).count(who(ivo)) == 1


def start_one_match() -> None:
    bia, ivo = somebody(), somebody()
    table = full(bia, ivo)
    answers = at_once(*(partial(post, one, table, "comecar", after=0) for one in (bia, ivo, bia)))
    assert [answer.status_code for answer in answers] == [302, 302, 302]
    [match] = Match.objects.filter(table=table)
    assert Act.objects.filter(match=match).count() == 1


def leave_while_it_starts() -> None:
    """Who leaves either plays or has left."""
    bia, ivo = somebody(), somebody()
    table = full(bia, ivo)
    started, left = at_once(partial(post, bia, table, "comecar", after=0), partial(post, ivo, table, "levantar"))
    assert (started.status_code, left.status_code) in {(302, 409), (409, 302)}
    is_on = started.status_code == 302
    assert Match.objects.filter(table=table).exists() == is_on
    assert Seat.objects.filter(table=table).count() == (4 if is_on else 3)


def send_one_form_twice() -> None:
    """It makes one table and one guest, whichever answer the browser keeps."""
    before = Guest.objects.count()
    sent = {"play": NewTableChoice(Company.BOTS, TRUCO), "form": new_secret(), "name": "Bia"}
    people = [somebody() for _ in range(3)]
    answers = at_once(*(partial(send, one, "/jogar/mesa/", **sent) for one in people))
    [address] = {answer.url for answer in answers}
    table = Table.objects.get(code=address.rstrip("/").rpartition("/")[2])
    assert Match.objects.filter(table=table).count() == 1
    assert Guest.objects.count() == before + 1
    assert {who(one) for one in people} == {table.owner}


RACES = (take_one_seat, move_in_two_tabs, start_one_match, leave_while_it_starts, send_one_form_twice)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("race", RACES)
def test_at_once_on_postgresql(race: Callable[[], None]) -> None:
    for _round in range(ROUNDS):
        race()


ON_SQLITE = f"""
from django.conf import settings
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
from tests.web.tables.seats.test_pages_races import RACES
for race in RACES:
    for _round in range({ROUNDS}):
        race()
answer = len(RACES)
"""


@pytest.mark.one_database
def test_at_once_on_sqlite(tmp_path: Path) -> None:
    """With the settings that the site really has."""
    assert run_in_site(tmp_path, ON_SQLITE, PYTHONPATH=str(ROOT)) == len(RACES)
