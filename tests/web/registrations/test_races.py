"""Many enter at the same instant, on the database that the site really has: one gets the last place, a form counts
once."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.web.world.running import run_in_site, surroundings

pytestmark = [pytest.mark.one_database, pytest.mark.every_database]

PREPARE = """
from datetime import timedelta
from django.utils import timezone
from carteado.tournament.registrations.eligibility import EventSettings
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.people.models import User
ana, now = User.objects.create_user("ana@carteado.example"), timezone.now()
settings = EventSettings(opens=now - timedelta(days=1), closes=now + timedelta(days=1))
details = Details(regulation="apcef-sc-2022-canastra", name="Copa da Vila", capacity=3, settings=settings)
draft = store.create(details, by=ana)
answer = store.publish(draft, expected=draft.version, by=ana).seq
"""

ENTER = """
import json
import sys
import threading
from uuid import UUID
import django
django.setup()
from django.db import connection
from carteado.regulation import Refusal
from carteado.web.registrations.registering import NewPair, enter_pair
from carteado.web.registrations.models import Entrant
from carteado.web.events.models import Event

THREADS, SAME = 4, sys.argv[2] == "same"
process, results = int(sys.argv[1]), []
together = threading.Barrier(THREADS)

def enter(number: int) -> None:
    try:
        event = Event.objects.get()
        form = UUID(int=1 if SAME else 1 + process * THREADS + number)
        bia, cida = Entrant(name="Bia", called="Bia"), Entrant(name="Cida", called="Cida")
        new = NewPair(form=form, registrant=bia, partner=cida, agreed=(), answers={})
        together.wait()
        result = enter_pair(event, new, by=None)
        results.append(result.code if isinstance(result, Refusal) else f"entered {result.pk}")
    except Exception as error:
        results.append(repr(error))
    finally:
        connection.close()

threads = [threading.Thread(target=enter, args=[number]) for number in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(json.dumps(results))
"""

COUNT = """
from carteado.web.registrations.models import Entrant
from carteado.web.events import store
from carteado.web.events.models import Event, Pair
answer = {
    "entries": len(store.championship_of(Event.objects.get()).entries),
    "pairs": Pair.objects.count(),
    "numbers": sorted(Entrant.objects.values_list("number", flat=True)),
}
"""


def enter_at_once(data: Path, forms: str) -> tuple[list[str], dict[str, Any]]:
    """What two processes of four threads each were told, and what is there afterwards."""
    run_in_site(data, PREPARE)
    environment = surroundings(data, DJANGO_SETTINGS_MODULE="carteado.web.settings")
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", ENTER, str(number), forms],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]
    told: list[str] = []
    for writer in writers:
        out, err = writer.communicate(timeout=60)
        assert writer.returncode == 0, err
        told += json.loads(out)
    return told, run_in_site(data, COUNT)


def test_three_places_are_given_to_three_of_eight(tmp_path: Path) -> None:
    told, there = enter_at_once(tmp_path, "different")
    assert sorted(one.partition(" ")[0] for one in told) == ["entered"] * 3 + ["event_is_full"] * 5
    assert there == {"entries": 3, "pairs": 3, "numbers": [1, 2, 3, 4, 5, 6]}


def test_one_form_sent_by_eight_is_one_entry(tmp_path: Path) -> None:
    told, there = enter_at_once(tmp_path, "same")
    assert len(set(told)) == 1
    assert there == {"entries": 1, "pairs": 1, "numbers": [1, 2]}
