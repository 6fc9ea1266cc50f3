"""Sixteen who write at once, with the settings that the site really has: nobody is turned away, nothing is lost."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.world.running import run_in_site, surroundings

pytestmark = pytest.mark.every_database

WRITERS, PROCESSES, EACH = 16, 4, 25

PREPARE = """
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.people.models import User
ana = User.objects.create_user("ana@carteado.example")
draft = store.create(Details(regulation="truco-masters-2025", name="Copa da Vila"), by=ana)
answer = store.publish(draft, expected=draft.version, by=ana).seq
"""

WRITE = f"""
import json
import threading
import django
django.setup()
from django.db import connection
from django.utils import timezone
from carteado.tournament.state.championship import Championship
from carteado.tournament.operations import Announce
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import User

failures, done = [], []

def write() -> None:
    try:
        ana = User.objects.get(email="ana@carteado.example")
        event = Event.objects.get()
        settings = store.details_of(event).settings
        for _ in range({EACH}):
            operation = Announce(by=store.author(ana), at=timezone.now(), settings=settings)
            assert isinstance(store.append(event, operation, by=ana), Championship)
            done.append(1)
    except Exception as error:
        failures.append(repr(error))
    finally:
        connection.close()

threads = [threading.Thread(target=write) for _ in range({WRITERS // PROCESSES})]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(json.dumps([failures, len(done)]))
"""

COUNT = """
from carteado.web.events.models import Event
from carteado.web.log.models import LogEntry
event = Event.objects.get()
answer = {
    "seq": event.seq,
    "operations": list(event.operations.order_by("seq").values_list("seq", flat=True)),
    "logged": LogEntry.objects.filter(action="event.operation").count(),
}
"""


def test_sixteen_writers_on_sqlite_lose_nothing_and_never_find_it_locked(tmp_path: Path) -> None:
    before = run_in_site(tmp_path, PREPARE)
    environment = surroundings(tmp_path, DJANGO_SETTINGS_MODULE="carteado.web.settings")
    command = [sys.executable, "-c", WRITE]
    writers = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(PROCESSES)
    ]
    for writer in writers:
        told, complained = writer.communicate(timeout=120)
        assert writer.returncode == 0, complained
        assert json.loads(told) == [[], EACH * WRITERS // PROCESSES]
    after = run_in_site(tmp_path, COUNT)
    total = before + WRITERS * EACH
    assert after == {"seq": total, "operations": list(range(1, total + 1)), "logged": total}
