"""A match of a championship at a live table, beside every other place; the table's time is the time of the site."""

from datetime import datetime, timedelta

import pytest

from carteado.web.events import store
from carteado.web.tables.serving import sheet_entries
from carteado.web.tables.serving.rooms import rooms
from tests.web.journeys.agreement import Audience, Place
from tests.web.journeys.day import Clock, Day, stop_time
from tests.web.journeys.facts import MATCH, Facts, Subject, versus
from tests.web.journeys.places import PLACES
from tests.web.journeys.readers.reading import Visitor
from tests.web.tables.championship.table_hall import Hall
from tests.web.world.halls import TM


class HallClock(Clock):
    """The time of the live table."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    @property
    def now(self) -> datetime:  # type: ignore[override]
        return sheet_entries.instant(self.hall.services.time)

    def moves(self, **by: int) -> None:
        self.hall.wait(int(timedelta(**by).total_seconds() * 1000))


def at_live_table(monkeypatch: pytest.MonkeyPatch) -> tuple[Day, Hall]:
    """The first match is on at a live table; the day reads its clock."""
    hall = Hall.with_open_table(TM)
    monkeypatch.setattr(rooms, "seats_present", hall.seats_present)
    monkeypatch.setattr(rooms, "referee_act", hall.referee_act)
    clock = HallClock(hall)
    stop_time(monkeypatch, lambda: clock.now)
    hall.start()
    return Day.around(hall.event, clock), hall


def live(hall: Hall) -> tuple[Place, ...]:
    """The live table beside all other places."""

    def read(visitor: Visitor) -> Facts:
        names = store.names_of(visitor.event)
        facts = {"pairs": versus(*(names[code] for code in hall.championship.logs[hall.match].pairs))}
        is_on = hall.championship.bracket.ended(hall.match) is None and not hall.play.is_over
        if is_on and any(hall.score):
            facts["score"] = versus(*hall.score)
        return {Subject(MATCH, "1"): facts}

    return (*PLACES, Place("live table", read, audience=Audience.TEAM))


def until_the_bell(hall: Hall) -> None:
    assert hall.play.bell is not None
    hall.services.time = hall.play.bell - 1000
    hall.wait(1000)
