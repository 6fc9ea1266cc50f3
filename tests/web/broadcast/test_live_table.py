"""A live match on the air: the page for OBS, who finds its address, and a line on which everybody is an onlooker."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from carteado.web.broadcast import live_table
from carteado.web.broadcast.live_table import BroadcastSocket, may_watch
from carteado.web.devices.letting_in import revoke
from carteado.web.devices.models import Purpose
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import User
from carteado.web.tables.models import Table
from carteado.web.tables.seats.seat_forms import Company
from carteado.web.tables.transport.sockets import TableSocket, secret_of
from tests.web.broadcast.test_overlay import on_air
from tests.web.tables.championship.table_hall import Hall
from tests.web.tables.seats.sitting import a_table, page
from tests.web.world.halls import TM

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(bia: Client) -> Table:
    return a_table(bia, Company.BOTS)


def overlay(client: Client, table: Table, **query: str) -> str:
    answer = client.get(reverse("live-overlay", args=[table.code]), query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_it_is_bare_and_found_by_nobody_else(client: Client, table: Table) -> None:
    answer = client.get(reverse("live-overlay", args=[table.code]))
    html = answer.content.decode()
    assert "site-header" not in html
    assert "<form" not in html
    assert f'data-socket="/mesa/{table.code}/transmissao/ao-vivo"' in html
    assert "noindex" in answer["X-Robots-Tag"]
    assert not answer.cookies
    assert client.get("/mesa/none/transmissao/").status_code == 404


@pytest.mark.parametrize(
    ("query", "drawn"),
    [
        ({}, ['data-theme="light"', "air-page--left", "air-page--bottom", "air-screen--usual", "cards-shown"]),
        ({"papel": "escuro"}, ['data-theme="dark"']),
        ({"lado": "direita", "lugar": "alto"}, ["air-page--right", "air-page--top"]),
        ({"tamanho": "grande"}, ["air-screen--large"]),
        ({"tamanho": "pequeno", "cartas": "nao"}, ["air-screen--small", "cards-none"]),
        (
            {"papel": '"><b>', "lado": "x", "tamanho": "x"},
            ['data-theme="light"', "air-page--left", "air-screen--usual"],
        ),
    ],
)
def test_how_it_is_drawn_stands_in_the_address(
    client: Client, table: Table, query: dict[str, str], drawn: list[str]
) -> None:
    html = overlay(client, table, **query)
    assert [one for one in drawn if one not in html] == []


def test_its_address_stands_where_the_match_is_on(bia: Client, table: Table) -> None:
    assert f"http://testserver/mesa/{table.code}/transmissao/" in page(bia, table)
    assert "transmissao" not in page(bia, a_table(bia))


def test_of_a_championship_it_is_for_whoever_may_see_the_table(client: Client) -> None:
    hall = Hall.with_open_table(TM)
    title = ChampionshipInWords(hall.event, store.championship_of(hall.event)).match(hall.match)
    assert f'data-title="{escape(title)}"' in overlay(client, hall.table)
    desk = Client()
    desk.force_login(User.objects.get(email="clerk@salao.example"))
    at_desk = desk.get(reverse("match-desk", args=[hall.event.slug, hall.match])).content.decode()
    assert f"/mesa/{hall.table.code}/transmissao/" in at_desk
    Event.objects.filter(pk=hall.event.pk).update(embargo_until=timezone.now() + timedelta(hours=1))
    assert f'data-title="{escape(hall.event.name)}"' in overlay(client, hall.table), "the event's name, and no more"
    assert title not in overlay(client, hall.table)
    assert client.get(reverse("live-table", args=[hall.table.code])).status_code == 404


def test_on_its_line_everybody_is_an_onlooker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sits at the table, or rules there, has his cookie in the same browser."""
    heard: list[Any] = []

    async def hear(_self: TableSocket, scope: Any, _receive: Any, _send: Any) -> None:
        heard.append(scope)

    async def nothing(*_: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(TableSocket, "__call__", hear)
    headers = [(b"host", b"x"), (b"cookie", b"sessionid=abc"), (b"origin", b"http://x")]
    scope = {"headers": headers, "path_params": {"code": "abc"}}
    asyncio.run(BroadcastSocket("en")(scope, nothing, nothing))
    assert heard == [{"headers": [headers[0], headers[2]], "path_params": {"code": "abc"}}]


class TestProgramme:
    """Under an embargo a recording is let in by its secret, and nobody else is."""

    @pytest.fixture
    def hall(self) -> Hall:
        hall = Hall.with_open_table(TM)
        Event.objects.filter(pk=hall.event.pk).update(embargo_until=timezone.now() + timedelta(hours=1))
        hall.event.refresh_from_db()
        return hall

    def test_a_recording_sees_the_table_under_an_embargo(self, hall: Hall) -> None:
        programme = on_air(hall.event, table="", match=hall.match, purpose=Purpose.PROGRAMME)
        assert may_watch(hall.table.code, programme.secret)
        assert not may_watch(hall.table.code, "")
        assert not may_watch("none", programme.secret)

    def test_asking_whether_it_may_watch_writes_nothing(self, hall: Hall) -> None:
        """A database that is busy writing would end the connection."""
        programme = on_air(hall.event, table="", match=hall.match, purpose=Purpose.PROGRAMME)
        with CaptureQueriesContext(connection) as queries:
            assert may_watch(hall.table.code, programme.secret)
        assert {one["sql"].partition(" ")[0] for one in queries} == {"SELECT"}

    def test_a_public_address_does_not(self, hall: Hall) -> None:
        assert not may_watch(hall.table.code, on_air(hall.event, table="", match=hall.match).secret)

    def test_nor_one_of_another_match(self, hall: Hall) -> None:
        other = on_air(hall.event, table="", match="another", purpose=Purpose.PROGRAMME)
        assert not may_watch(hall.table.code, other.secret)

    def test_nor_one_that_was_revoked(self, hall: Hall) -> None:
        programme = on_air(hall.event, table="", match=hall.match, purpose=Purpose.PROGRAMME)
        revoke(programme.device, by=User.objects.get(email="organiser@salao.example"))
        assert not may_watch(hall.table.code, programme.secret)

    def test_its_secret_comes_as_a_subprotocol(self) -> None:
        assert secret_of({"subprotocols": ["carteado", "abc"]}) == "abc"
        assert secret_of({"subprotocols": ["other", "abc"]}) == ""
        assert secret_of({}) == ""

    def test_it_is_dropped_when_it_is_revoked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        answers = iter([True, False])

        async def answered(*_: object) -> bool:
            return next(answers)

        async def sits(_self: TableSocket, _scope: Any, _receive: Any, _send: Any) -> None:
            await asyncio.sleep(60)

        async def nothing(*_: Any) -> Any:
            raise AssertionError

        monkeypatch.setattr(live_table, "CHECK_S", 0.01)
        monkeypatch.setattr(live_table, "in_thread", answered)
        monkeypatch.setattr(TableSocket, "__call__", sits)
        scope = {"headers": [], "path_params": {"code": "abc"}, "subprotocols": ["carteado", "abc"]}
        asyncio.run(asyncio.wait_for(BroadcastSocket("en")(scope, nothing, nothing), 5))
        assert next(answers, None) is None
