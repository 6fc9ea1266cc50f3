"""Pages and championships beside the loop that serves the tables: asked from other threads, told without waiting."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import OperationalError

from carteado.record.games import TrucoEngine
from carteado.web.people.models import User
from carteado.web.tables.championship import official_table as official
from carteado.web.tables.championship import referee_panel as refereeing
from carteado.web.tables.models import Match
from carteado.web.tables.page_refusals import PageRefusal
from carteado.web.tables.protocol import PROTOCOL, Hello
from carteado.web.tables.serving import championship_news as following
from carteado.web.tables.serving import sheet_entries
from carteado.web.tables.serving.rooms import Rooms, rooms
from tests.paths import ROOT
from tests.web.tables.championship.table_hall import Hall
from tests.web.tables.room.table_rooms import Someone
from tests.web.world.halls import TM
from tests.web.world.running import run_in_site

PATIENCE = 30.0


class Served:
    """The rooms of a process, on a loop in a thread of its own, for pages in this one."""

    def __init__(self) -> None:
        self.rooms = Rooms()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.patches = [patch.object(module, "rooms", self.rooms) for module in (official, refereeing)]

    def __enter__(self) -> "Served":
        self.thread.start()
        asyncio.run_coroutine_threadsafe(self.rooms.start(), self.loop).result(PATIENCE)
        for one in self.patches:
            one.start()
        return self

    def __exit__(self, *_error: object) -> None:
        for one in self.patches:
            one.stop()
        asyncio.run_coroutine_threadsafe(self.rooms.stop(), self.loop).result(PATIENCE)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE)
        self.loop.close()

    def come(self, hall: Hall) -> None:
        """All four, each on a connection."""

        async def enter() -> None:
            room = await self.rooms.room(hall.table.code)
            assert room is not None
            for seat, player in enumerate(hall.players):
                room.enter(Someone(f"entrant:{player.code}", player.shown, observer=seat), Hello(PROTOCOL))

        asyncio.run_coroutine_threadsafe(enter(), self.loop).result(PATIENCE)

    def begin(self) -> Hall:
        hall = Hall.with_open_table(TM)
        self.come(hall)
        begun = official.start(hall.table, by=None, author=hall.players[0].code, after=0)
        assert isinstance(begun, Match), begun
        until(lambda: begun.acts.count() > 1)
        return hall


def until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def referee() -> User:
    return User.objects.get(email="referee@salao.example")


def who_is_there_is_known_to_pages() -> None:
    with Served() as served:
        hall = Hall.with_open_table(TM)
        assert served.rooms.seats_present(hall.table.code) == frozenset()
        served.come(hall)
        assert served.rooms.seats_present(hall.table.code) == {0, 1, 2, 3}
        assert served.rooms.seats_present("no-such-table") == frozenset()


def a_page_is_answered_when_its_ruling_is_written_and_the_sheet_follows() -> None:
    ruling = {"act": "ruling", "ruling": "adjust", "pair": 0, "points": 3, "article": "referee.adjust"}
    act, form = {**ruling, "reason": "match.target"}, uuid4()
    with Served() as served:
        hall = served.begin()
        assert refereeing.do_in_room(hall.table, act, form=form, by=referee(), why="falou demais") == ""
        live = refereeing.match_on(hall.table)
        assert live is not None
        assert live.play.match.score == (3, 0)
        assert refereeing.is_done(hall.table, form)
        until(lambda: hall.entries("rule"))
        assert hall.entries("rule")[0]["why"] == "falou demais"
        assert refereeing.do_in_room(hall.table, act, form=form, by=referee()) == ""
        live = refereeing.match_on(hall.table)
        assert live is not None
        assert live.play.match.score == (3, 0)


def a_page_is_told_why_something_is_not_done() -> None:
    with Served() as served:
        hall = served.begin()
        assert refereeing.do_in_room(hall.table, {"act": "resume"}, form=uuid4(), by=referee())
        assert refereeing.do_in_room(hall.table, {"act": "play"}, form=uuid4(), by=referee())


def where_no_tables_are_served_a_page_is_told_so() -> None:
    hall = Hall.with_open_table(TM)
    assert refereeing.do_in_room(hall.table, {"act": "pause"}, form=uuid4(), by=referee())
    assert official.start(hall.table, by=None, author="x", after=0) is PageRefusal.MISSING


def after_a_crash_the_result_is_handed_in_though_nobody_comes_back() -> None:
    hall = Hall.with_open_table(TM)
    hall.services.is_deaf = True
    with patch.object(rooms, "seats_present", hall.seats_present):
        hall.start()
    hall.play_out()
    assert hall.entries() == []
    with Served():
        until(lambda: hall.championship.logs[hall.match].submissions)


def after_a_crash_a_match_goes_on_by_itself_and_misses_who_is_away() -> None:
    hall = Hall.with_open_table(TM)
    with patch.object(rooms, "seats_present", hall.seats_present):
        hall.start()
    hall.deal()
    with patch.object(TrucoEngine, "absence_minutes", lambda _engine: 0), Served():
        until(lambda: hall.entries("call"))


def a_sheet_that_cannot_be_written_now_is_written_later() -> None:
    failures, carry = list[OperationalError](), sheet_entries.update_sheet

    def unlucky(code: str) -> None:
        if failures:
            raise failures.pop()
        carry(code)

    act = {"act": "ruling", "ruling": "disqualify", "pair": 0, "article": "referee.disqualify"}
    with patch.object(following, "update_sheet", unlucky), patch.object(following, "RETRY_S", 0.01), Served() as served:
        hall = served.begin()
        until(lambda: not served.rooms._championship_news._updating)
        failures += [OperationalError("locked"), OperationalError("locked")]
        refereeing.do_in_room(hall.table, act, form=uuid4(), by=referee())
        until(lambda: not failures)
        until(lambda: hall.championship.logs[hall.match].submissions)


CASES = (
    who_is_there_is_known_to_pages,
    a_page_is_answered_when_its_ruling_is_written_and_the_sheet_follows,
    a_page_is_told_why_something_is_not_done,
    where_no_tables_are_served_a_page_is_told_so,
    after_a_crash_the_result_is_handed_in_though_nobody_comes_back,
    after_a_crash_a_match_goes_on_by_itself_and_misses_who_is_away,
    a_sheet_that_cannot_be_written_now_is_written_later,
)

IN_A_PROCESS = """
import logging
logging.disable(logging.CRITICAL)
from carteado.web.events.models import Event
from carteado.web.people.models import User
from tests.web.tables.championship.test_championship_news import CASES
for case in CASES:
    case()
    Event.objects.all().delete()
    User.objects.all().delete()
answer = len(CASES)
"""


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("case", CASES)
def test_beside_the_loop(case: Callable[[], None]) -> None:
    case()


@pytest.mark.one_database
def test_beside_the_loop_on_sqlite(tmp_path: Path) -> None:
    """With the settings that the site really has."""
    assert run_in_site(tmp_path, IN_A_PROCESS, PYTHONPATH=str(ROOT)) == len(CASES)
