"""The tables of the house: who may watch what is played, and one button for every game on the home page."""

import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from carteado.web.events.models import Event, Stage
from carteado.web.regulations.games import GameName
from carteado.web.tables.match.clock import now_ms
from carteado.web.tables.models import Act, Match, Seat, Table
from carteado.web.tables.seats import seating
from carteado.web.tables.seats.lobby import (
    LISTED_AFTER_ACT,
    MOST_WATCHED,
    being_played,
    one_of_each,
    open_tables,
    watched,
)
from carteado.web.tables.seats.page_content import booklets
from carteado.web.tables.seats.seat_forms import Company
from tests.web.tables.seats.sitting import TRUCO, a_table, finish, page, send, sit, who
from tests.web.world.roles import an_event

pytestmark = pytest.mark.django_db

PLAY = "/jogar/"


def playing(client: Client, how: Company = Company.ANYBODY, **settings: object) -> Table:
    """A table of somebody and three bots, at which a match is on."""
    table = a_table(client, how)
    Table.objects.filter(pk=table.pk).update(**settings)
    for seat in range(1, 4):
        seating.put_bot(table, who(client), seat)
    seating.start(table, who(client), after=0)
    return Table.objects.get(pk=table.pk)


def of_an_event(table: Table, **facts: object) -> Event:
    event = an_event()
    Event.objects.filter(pk=event.pk).update(stage=Stage.RUNNING, **facts)
    Table.objects.filter(pk=table.pk).update(event=event, is_public=False)
    return event


def watched_tables() -> list[Table]:
    return [one.table for one in watched()]


# --- one's own --------------------------------------------------------------------------------------------------------


def test_whoever_left_the_page_of_his_match_finds_it_again(client: Client) -> None:
    table = playing(client, Company.FRIENDS)
    back = f'href="{reverse("live-table", args=[table.code])}"'
    assert back in client.get(PLAY).content.decode()
    assert back not in Client().get(PLAY).content.decode(), "another's match is none of theirs"
    finish(table)
    assert back not in client.get(PLAY).content.decode(), "it is over"


def test_whoever_left_a_table_that_waits_finds_it_again(bia: Client, client: Client) -> None:
    table = a_table(bia)
    back = f'href="{reverse("live-table", args=[table.code])}"'
    assert back in bia.get(PLAY).content.decode()
    assert back not in client.get(PLAY).content.decode()
    sit(client, table, 1, "Ivo")
    assert back in client.get(PLAY).content.decode()
    for seat in (2, 3):
        seating.put_bot(table, who(bia), seat)
    seating.start(table, who(bia), after=0)
    finish(table)
    assert back in bia.get(PLAY).content.decode(), "a friend has stayed"
    Seat.objects.filter(table=table, number=1).delete()
    assert back not in bia.get(PLAY).content.decode(), "it is over, and the others are bots"


# --- a button for every game --------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", range(3))
def test_one_press_on_the_home_page_deals(client: Client, place: int) -> None:
    """As the page's script does it, by the form of the lobby."""
    games = re.findall(r'data-play="([^"]+)"', client.get("/").content.decode())
    assert len(games) == len(GameName)
    strict = Client(enforce_csrf_checks=True)
    lobby = strict.get(reverse("play")).content.decode()
    secret = re.search(r'name="form" value="([\w-]+)"', lobby)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', lobby)
    assert secret
    assert token
    sent = {"play": games[place], "form": secret[1], "csrfmiddlewaretoken": token[1]}
    answers = [strict.post(reverse("new-table"), sent) for _press in range(2)]
    assert {answer["Location"] for answer in answers} == {reverse("live-table", args=[Table.objects.get().code])}
    assert Match.objects.get().finished_at is None
    assert one_of_each()[place].booklet.regulation.id == Table.objects.get().regulation


def test_every_game_is_offered_once_by_its_first_booklet() -> None:
    assert [one.booklet.game for one in one_of_each()] == list(GameName)


def test_two_booklets_of_a_game_are_told_apart(client: Client) -> None:
    every = booklets()
    assert len({(one.game, one.card) for one in every}) == len(every)
    assert len({(one.game, one.how) for one in every}) == len(every)
    html = client.get(PLAY).content.decode()
    assert all(f'<p class="game-poster__how">{one.how}</p>' in html for one in every)


# --- what one may watch -------------------------------------------------------------------------------------------


def test_a_match_at_an_open_table_is_there_with_its_pairs_and_its_score(bia: Client, client: Client) -> None:
    table = playing(bia)
    Match.objects.filter(table=table).update(score_first=7, score_second=4)
    html = client.get(PLAY).content.decode()
    [box] = re.findall(r'<li class="panel tile watched">.*?</ul>', html, re.DOTALL)
    assert reverse("live-table", args=[table.code]) in box
    assert re.findall(r"<strong>(.*?)</strong>", box) == ["Bia · Zé", "Tonha · Zefa"]
    assert re.findall(r"<b>(\d+)</b>", box) == ["7", "4"]
    finish(table)
    assert "tile watched" not in client.get(PLAY).content.decode()


def test_nobody_watches_from_the_list_what_is_only_with_the_link(bia: Client) -> None:
    playing(bia, Company.FRIENDS)
    a_table(bia, Company.BOTS)
    assert not being_played().exists()


def test_matches_that_are_shown_later_hide_none_that_are_seen(bia: Client) -> None:
    table = playing(bia)
    for _ in range(2 * MOST_WATCHED):
        late = Match.objects.create(table=Table.objects.create(regulation=TRUCO, is_public=True, delay=300), number=1)
        Act.objects.create(match=late, seq=1, at=now_ms(), data="{}")
    assert watched_tables() == [table]


def test_a_match_that_rests_is_not_there(bia: Client) -> None:
    table = playing(bia)
    assert watched_tables() == [table]
    match, long_ago = Match.objects.get(), LISTED_AFTER_ACT // timedelta(milliseconds=1) + 1_000
    with patch("carteado.web.tables.seats.lobby.now_ms", lambda: now_ms() + long_ago):
        assert not watched_tables()
        Act.objects.create(match=match, seq=99, at=now_ms() + long_ago, data="{}")
        assert watched_tables() == [table]


def test_what_is_shown_later_is_not_told_here_before(bia: Client, client: Client) -> None:
    table = playing(bia, delay=120)
    assert not watched_tables()
    Match.objects.update(started_at=timezone.now() - timedelta(seconds=121), score_first=9)
    assert watched_tables() == [table]
    [box] = re.findall(r'<li class="panel tile watched">.*?</li>\s*<', client.get(PLAY).content.decode(), re.DOTALL)
    assert "<b>" not in box, "no score"
    assert "120 s" in client.get(PLAY).content.decode()


def test_what_is_shown_later_is_over_here_when_onlookers_have_seen_its_end(bia: Client) -> None:
    table = playing(bia, delay=120)
    Match.objects.update(started_at=timezone.now() - timedelta(seconds=600))
    finish(table)
    table.seats.filter(number=3).delete()
    assert watched_tables() == [table]
    assert not open_tables().exists()
    Match.objects.update(finished_at=timezone.now() - timedelta(seconds=121))
    assert not watched_tables()
    assert open_tables().get() == table


def test_a_championships_match_is_there_unless_something_is_kept_from_everybody(bia: Client) -> None:
    table = playing(bia)
    event = of_an_event(table)
    assert watched_tables() == [table]
    Event.objects.filter(pk=event.pk).update(embargo_until=timezone.now() + timedelta(hours=1))
    assert not watched_tables()
    Event.objects.filter(pk=event.pk).update(embargo_until=timezone.now() - timedelta(hours=1))
    assert watched_tables() == [table]
    Event.objects.filter(pk=event.pk).update(stage=Stage.DRAFT)
    assert not watched_tables()


def test_the_newest_are_shown_and_no_more_than_have_room(bia: Client, ivo: Client) -> None:
    tables = [playing(bia if number % 2 else ivo) for number in range(MOST_WATCHED + 1)]
    for number, table in enumerate(tables):
        Match.objects.filter(table=table).update(started_at=timezone.now() + timedelta(seconds=number - 60))
    assert watched_tables() == tables[:0:-1]


def test_many_matches_ask_the_database_as_often_as_one(bia: Client, ivo: Client, client: Client) -> None:
    playing(bia)
    with CaptureQueriesContext(connection) as few:
        assert client.get(PLAY).content.decode().count("tile watched") == 1
    for _match in range(2):
        playing(bia)
        playing(ivo)
    with CaptureQueriesContext(connection) as many:
        assert client.get(PLAY).content.decode().count("tile watched") == 5
    assert len(many) == len(few)


def test_a_seat_is_drawn_where_it_is(bia: Client, ivo: Client, client: Client) -> None:
    table = a_table(bia, Company.ANYBODY)
    sit(ivo, table, 1, "Ivo")
    html = client.get(PLAY).content.decode()
    assert re.search(r'mini-seat--bottom">.*?<span>Bia</span>', html)
    assert re.search(r'mini-seat--right">.*?<span>Ivo</span>', html), "truco goes anticlockwise"
    assert html.count("mini-seat--free") == 2
    assert send(client, "/jogar/mesa/", play=f"friends:{TRUCO}").status_code == 422
    assert page(bia, table)
