"""Eight at the desk of draws at once, with the settings that the site really has: one promise, one draw."""

from pathlib import Path

import pytest

from tests.web.world.running import run_in_site

RACE = """
import threading
from collections import Counter

from django.db import connection
from django.utils import timezone

from carteado.web.draw import secrets as sealing
from carteado.web.draw.models import DrawSecret
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import User
from carteado.web.draw.desk_tasks import field_of
from tests.web.draw.draw_desk import TM, an_event_of

ana = User.objects.create_user("ana@carteado.example")
event = an_event_of(TM, 8, by=ana)
field = field_of(event, store.details_of(event), store.championship_of(event), store.author(ana))
store.append(event, field.operation, by=ana)


def at_once(do):
    said = []

    def one(number):
        try:
            said.append(type(do(number)).__name__)
        except Exception as error:
            said.append(repr(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(said)


seq, now = Event.objects.get().seq, timezone.now()
announced = at_once(
    lambda number: sealing.commit(
        Event.objects.get(), "knockout", entropy_from=f"Dado {number}", planned_at=now, by=ana, expected=seq
    )
)
secrets = DrawSecret.objects.count()
held = at_once(
    lambda number: sealing.hold(Event.objects.get(), "knockout", entropy=str(number), by=ana, expected=seq + 1)
)
kinds = [type(one).__name__ for one in store.championship_of(Event.objects.get()).log]
answer = [announced, secrets, held, kinds[-3:]]
"""


@pytest.mark.one_database
def test_of_eight_who_announce_and_draw_at_once_one_does(tmp_path: Path) -> None:
    announced, secrets, held, operations = run_in_site(tmp_path, RACE)
    assert announced == {"Championship": 1, "Stale": 7}
    assert secrets == 1
    assert held == {"Championship": 1, "Stale": 7}
    assert operations == ["Settle", "CommitDraw", "HoldDraw"]
