"""When the demo is made: on an empty site, whatever day it is."""

from datetime import UTC, datetime, timedelta

import pytest

from carteado.tournament.running.dispatch import fold
from carteado.tournament.state.championship import Championship
from carteado.web.demo import seeding
from carteado.web.demo.scenes import Scene, before_the_lot, open_for_entries
from carteado.web.demo.seeding import seed
from carteado.web.events import store
from carteado.web.events.models import Event, Stage
from carteado.web.people.models import User

A_MONDAY = datetime(2026, 3, 2, 15, tzinfo=UTC)


@pytest.mark.django_db
def test_whoever_was_faster_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def meanwhile(now: datetime) -> tuple[Scene, ...]:
        scene = open_for_entries(now)
        store.create(scene.details, by=User.objects.create_user("somebody@example.com"))
        return (scene,)

    monkeypatch.setattr(seeding, "scenes", meanwhile)
    seed()
    assert [event.stage for event in Event.objects.all()] == [Stage.DRAFT]
    assert User.objects.count() == 1


@pytest.mark.parametrize("hours", range(0, 14 * 24, 23))
def test_dates_fit_whenever_the_site_is_first_started(hours: int) -> None:
    now = A_MONDAY + timedelta(hours=hours)
    for scene in (open_for_entries(now), before_the_lot(now)):
        championship = fold(Championship(event=scene.slug, regulation=scene.details.rules), scene.operations)
        assert len(championship.entries) == len(scene.pairs)
        assert all(operation.at < now for operation in scene.operations)
        settings = scene.details.settings
        assert settings.day is not None
        assert settings.closes is not None
        assert settings.closes.date() < settings.day
        assert timedelta(0) < settings.day - now.date() < timedelta(days=20)
    closes = open_for_entries(now).details.settings.closes
    assert closes is not None
    assert closes > now
    assert closes.strftime("%A") == "Friday"
