"""Several processes of one site: what one of them forgets, none of them says again; and two do not leave at once."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.world.running import PATIENCE, run_in_site, surroundings

pytestmark = pytest.mark.one_database

PREPARE = """
from django.utils import timezone
from carteado.tournament.operations import Decide
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import Membership, User
from tests.web.world.event_people import an_open_event, append, enter, founder, with_papers
event = an_open_event()
enter(event, "d1", with_papers(name="Hermenegildo Zaratustra", called="Ximbica"), {"called": "Bia"})
enter(event, "d2", {"called": "Ivo"}, {"called": "Cida"})
append(event, Decide(by="user:1", at=timezone.now(), question="Ximbica pode?", decision="Pode.", why="Sim."))
other = User.objects.create_user("outra@clube.test", name="Outra Pessoa")
Membership.objects.create(event=event, user=other, role="organiser")
answer = event.slug
"""

WATCH = """
import sys
import django
django.setup()
from carteado.web.events import store
from carteado.web.events.models import Event
first = store.championship_of(Event.objects.get()).decisions[0].question
print(first, flush=True)
sys.stdin.readline()
championship = store.championship_of(Event.objects.get())
print(championship.decisions[0].question, "Ximbica" in repr(store._championships), flush=True)
"""

ERASE = """
from carteado.web.registrations.models import Entrant
from carteado.web.privacy.erasing import erase_entrant
erase_entrant(Entrant.objects.get(code="d1a"))
answer = True
"""

LEAVE = """
import json
import sys
import django
django.setup()
from carteado.web.privacy.erasing import erase_account
from carteado.web.people.models import User
user = User.objects.get(email=sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
print(json.dumps(erase_account(user, with_events=True) is None))
"""

ORGANISERS = """
from carteado.web.people.models import Membership
answer = Membership.objects.filter(role="organiser").count()
"""


LOOK = """
def words_found():
    files = [one for one in FOLDER.iterdir() if one.is_file()]
    assert any(one.name.endswith("-wal") for one in files)
    return sorted({word for one in files for word in (b"Zaratustra", b"Ximbica") if word in one.read_bytes()})
import os
import sqlite3
import time
from pathlib import Path
from django.db import connection
from carteado.web.registrations.models import Entrant
from carteado.web.privacy.erasing import erase_entrant
from carteado.web.privacy.retention import purge_expired
from carteado.web.kit.process.sqlite_wal import cut_off_log
FOLDER = Path(os.environ["CARTEADO_DATA"])
looked = [bool(words_found())]
"""

ARCHIVED = """
from carteado.web.results import archiving
from tests.web.world.event_people import draw, play
Entrant.objects.filter(code="d1a").update(called="Bia")
event.pairs_named.filter(code="d1").update(name="Bia e Bia")
draw(event)
play(event)
event.refresh_from_db()
looked.append(bool(words_found()))
archiving.archive(event, by=founder(), expected=event.seq)
looked.append([word.decode() for word in words_found()])
answer = looked
"""

ERASED = """
erase_entrant(Entrant.objects.get(code="d1a"))
looked.append(bool(words_found()))
answer = looked
"""

READ_MEANWHILE = """
reader = sqlite3.connect(FOLDER / "carteado.sqlite3", isolation_level=None)
reader.execute("BEGIN")
reader.execute("SELECT count(*) FROM entries_entrant").fetchone()
began = time.monotonic()
erase_entrant(Entrant.objects.get(code="d1a"))
looked += [bool(words_found()), time.monotonic() - began < 10, cut_off_log()]
with connection.cursor() as cursor:
    cursor.execute("PRAGMA busy_timeout")
    looked.append(cursor.fetchone()[0])
reader.close()
purge_expired()
looked.append(bool(words_found()))
answer = looked
"""


def started(data: Path, script: str, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        env=surroundings(data, DJANGO_SETTINGS_MODULE="carteado.web.settings"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def heard(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def go_on(process: "subprocess.Popen[str]") -> str:
    output, complained = process.communicate("\n", timeout=PATIENCE)
    assert process.returncode == 0, complained
    return output.strip()


def test_another_process_finds_that_somebody_is_forgotten(tmp_path: Path) -> None:
    run_in_site(tmp_path, PREPARE)
    watching = started(tmp_path, WATCH)
    assert heard(watching) == "Ximbica pode?"
    run_in_site(tmp_path, ERASE)
    assert go_on(watching) == "Participante 1 pode? False"


@pytest.mark.slow
def test_two_last_organisers_do_not_both_leave(tmp_path: Path) -> None:
    run_in_site(tmp_path, PREPARE)
    leaving = [started(tmp_path, LEAVE, email) for email in ("celia@clube.test", "outra@clube.test")]
    assert [heard(one) for one in leaving] == ["ready", "ready"]
    for one in leaving:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    answers = [json.loads(go_on(one)) for one in leaving]
    assert sorted(answers) == [False, True]
    assert run_in_site(tmp_path, ORGANISERS) == 1


def test_what_is_erased_does_not_stand_on_in_the_log_of_the_database(tmp_path: Path) -> None:
    assert run_in_site(tmp_path, PREPARE + LOOK + ERASED) == [True, False]


def test_what_an_archive_leaves_out_does_not_stay_in_the_log_of_the_database(tmp_path: Path) -> None:
    """He is called by what he was called at the table; his whole name is gone."""
    assert run_in_site(tmp_path, PREPARE + LOOK + ARCHIVED) == [True, True, ["Ximbica"]]


@pytest.mark.slow
def test_while_somebody_reads_nobody_waits_long_and_it_is_tried_again(tmp_path: Path) -> None:
    assert run_in_site(tmp_path, PREPARE + LOOK + READ_MEANWHILE) == [True, True, True, False, 20000, False]
