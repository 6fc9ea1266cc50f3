"""A live table by its page: who sits where, what its owner settles, when a match begins, and the link to it."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import quote_plus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User, new_secret
from carteado.web.tables.models import Act, Guest, Match, Pace, Table
from carteado.web.tables.page_refusals import PageRefusal
from carteado.web.tables.players.visitor import GUEST_KEY
from carteado.web.tables.seats import seating
from carteado.web.tables.seats.page_content import PLACES, table_for_page
from carteado.web.tables.seats.seat_forms import Company, SettingsForm
from carteado.web.tables.serving.rooms import rooms
from tests.web.tables.seats.sitting import (
    CANASTRA,
    OTHER_TRANCA,
    TRANCA,
    TRUCO,
    a_table,
    finish,
    full,
    make,
    page,
    post,
    send,
    sit,
    sitting,
    who,
)
from tests.web.world.roles import a_draft, a_person, a_published_event

pytestmark = pytest.mark.django_db

PLAY = "/jogar/"


@pytest.fixture
def tables_changed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that were read again, as those who have them open would."""
    codes: list[str] = []
    monkeypatch.setattr(rooms, "changed", codes.append)
    return codes


# --- who sits where -----------------------------------------------------------------------------------------------


def test_a_guest_sits_down_by_the_link_moves_and_leaves(bia: Client, ivo: Client, tables_changed: list[str]) -> None:
    table = a_table(bia)
    answer = sit(ivo, table, 2, "Ivo")
    assert (answer.status_code, answer.url) == (302, f"/mesa/{table.code}/")
    assert sitting(table) == {0: who(bia), 2: who(ivo)}
    assert sit(ivo, table, 3).status_code == 302
    assert sitting(table) == {0: who(bia), 3: who(ivo)}
    assert post(ivo, table, "levantar").status_code == 302
    assert sitting(table) == {0: who(bia)}
    assert post(ivo, table, "levantar").status_code == 302, "who left has left"
    assert "Ivo" in page(ivo, table), "and is still known by name"


def test_who_sits_there_already_is_answered_as_the_first_time(bia: Client) -> None:
    table = a_table(bia)
    assert [sit(bia, table, 0).status_code for _ in range(2)] == [302, 302]
    assert sitting(table) == {0: who(bia)}


def test_a_seat_that_is_taken_is_told_and_the_name_kept(bia: Client, ivo: Client) -> None:
    table = a_table(bia)
    answer = sit(ivo, table, 0, "Ivo")
    assert answer.status_code == 409
    html = answer.content.decode()
    assert str(PageRefusal.TAKEN.label) in html
    assert "<strong>Ivo</strong>" in html, "nobody types his name again"
    assert sit(ivo, table, 1).status_code == 302


def test_nobody_sits_down_without_a_name(bia: Client, ivo: Client) -> None:
    table = a_table(bia)
    answer = sit(ivo, table, 1, "  ")
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode()
    assert GUEST_KEY not in ivo.session
    assert sitting(table).keys() == {0}


@pytest.mark.parametrize("path", [PLAY, "/mesa/{code}/"])
def test_an_account_without_a_name_is_never_called_by_its_address(client: Client, path: str) -> None:
    owner = Client()
    owner.force_login(User.objects.create_user("secreta@exemplo.com.br"))
    table = a_table(owner, Company.ANYBODY)
    html = client.get(path.format(code=table.code)).content.decode()
    assert "secreta" not in html
    assert "Participante" in html


@pytest.mark.parametrize("seat", ["4", "-1", "99", "", "x", "1e3", "9" * 400])
def test_there_are_four_seats(bia: Client, ivo: Client, seat: str) -> None:
    table = a_table(bia)
    for act in ("sentar", "robo"):
        answer = post(bia, table, act, seat=seat)
        assert answer.status_code == 409
        assert str(PageRefusal.NO_SEAT.label) in answer.content.decode()
    assert post(bia, table, "liberar", seat=seat).status_code == 302, "nobody is there to be taken out"
    assert sitting(table) == {0: who(bia)}


def test_every_change_is_told_to_those_who_have_the_table_open(
    bia: Client, ivo: Client, tables_changed: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    table = a_table(bia)
    acts: list[Callable[[], Any]] = [
        lambda: sit(ivo, table, 1, "Ivo"),
        lambda: post(ivo, table, "levantar"),
        lambda: post(bia, table, "robo", seat=1),
        lambda: post(bia, table, "liberar", seat=f"1-{seating.trace_of('bot:matreiro')}"),
        lambda: post(bia, table, "combinar", act_seconds=30, pace=Pace.QUICK, delay=30),
        lambda: send(bia, "/jogar/visitante/nome/", name="Beatriz"),
    ]
    for act in acts:
        before = Table.objects.get(pk=table.pk).used_at
        with django_capture_on_commit_callbacks(execute=True):
            assert act().status_code == 302
        assert tables_changed.pop() == table.code
        assert Table.objects.get(pk=table.pk).used_at > before
    with django_capture_on_commit_callbacks(execute=True):
        assert sit(ivo, table, 0).status_code == 409
    assert tables_changed == [], "what was not done is not told"


@pytest.mark.parametrize(("regulation", "right"), [(TRUCO, 1), (OTHER_TRANCA, 1), (TRANCA, 3), (CANASTRA, 3)])
def test_seats_stand_in_the_direction_of_the_regulation(bia: Client, regulation: str, right: int) -> None:
    table = a_table(bia, regulation=regulation)
    places = {seat.place: seat.number for seat in table_for_page(table, who(bia)).seats}
    assert places == {"bottom": 0, "top": 2, "right": right, "left": 4 - right}
    seating.sit(table, who(bia), 1)
    own = {seat.place: seat.number for seat in table_for_page(table, who(bia)).seats}
    assert (own["bottom"], own["top"], own["right"]) == (1, 3, (1 + right) % 4)
    assert all(places[0] == "bottom" for places in PLACES.values())


# --- the owner ----------------------------------------------------------------------------------------------------


def test_the_owner_puts_bots_in_empty_seats_and_takes_them_out(bia: Client, ivo: Client) -> None:
    table = a_table(bia)
    sit(ivo, table, 2, "Ivo")
    assert [post(bia, table, "robo", seat=1).status_code for _ in range(2)] == [302, 302]
    assert sitting(table)[1] == "bot:matreiro"
    refused = post(bia, table, "robo", seat=2)
    assert refused.status_code == 409
    assert str(PageRefusal.NOT_EMPTY.label) in refused.content.decode()
    button = re.search(r'form="free" name="seat" value="(1-[^"]+)"', page(bia, table))
    assert button
    assert [post(bia, table, "liberar", seat=button[1]).status_code for _ in range(2)] == [302, 302]
    assert sitting(table) == {0: who(bia), 2: who(ivo)}


def test_one_press_puts_bots_in_every_empty_seat(bia: Client, ivo: Client) -> None:
    table = a_table(bia)
    sit(ivo, table, 2, "Ivo")
    button = '<button class="button button--small button--yes" form="bot" name="seat" value="all">'
    assert button in page(bia, table)
    assert button not in page(ivo, table), "the owner's alone"
    assert [post(bia, table, "robo", seat="all").status_code for _ in range(2)] == [302, 302]
    assert sitting(table) == {0: who(bia), 1: "bot:matreiro", 2: who(ivo), 3: "bot:matreiro"}
    html = page(bia, table)
    assert button not in html
    assert "Dar as cartas" in html


def test_the_owner_frees_the_seat_of_whom_he_saw_there_and_of_nobody_else(bia: Client, ivo: Client) -> None:
    table, cida = a_table(bia), Client()
    sit(ivo, table, 2, "Ivo")
    button = re.search(r'form="free" name="seat" value="(2-[^"]+)"', page(bia, table))
    assert button
    post(ivo, table, "levantar")
    sit(cida, table, 2, "Cida")
    post(bia, table, "liberar", seat=button[1])
    assert sitting(table)[2] == who(cida)


def test_only_the_owner_may(bia: Client, ivo: Client) -> None:
    table = a_table(bia)
    sit(ivo, table, 1, "Ivo")
    refused = [
        post(ivo, table, "robo", seat=2),
        post(ivo, table, "robo", seat="all"),
        post(ivo, table, "liberar", seat=f"0-{seating.trace_of(who(bia))}"),
        post(ivo, table, "combinar", act_seconds=30, pace=Pace.SLOW, delay=0, is_public="on"),
        post(Client(), table, "robo", seat=2),
    ]
    for answer in refused:
        assert answer.status_code == 409
        assert str(PageRefusal.NOT_OWNER.label) in answer.content.decode()
    assert sitting(table) == {0: who(bia), 1: who(ivo)}
    assert not Table.objects.get(pk=table.pk).is_public
    html = page(ivo, table)
    for act in ("robo", "liberar", "combinar"):
        assert f"/mesa/{table.code}/{act}/" not in html


def test_nobody_owns_a_table_that_nobody_made(client: Client) -> None:
    table = Table.objects.create(regulation=TRUCO)
    assert post(client, table, "robo", seat=1).status_code == 409
    assert not table_for_page(table, "").is_owner


def test_who_leaves_gives_his_table_to_the_first_who_stays(bia: Client, ivo: Client) -> None:
    table = a_table(bia)
    post(bia, table, "robo", seat=1)
    sit(ivo, table, 2, "Ivo")
    post(bia, table, "levantar")
    assert Table.objects.get(pk=table.pk).owner == who(ivo)
    post(ivo, table, "levantar")
    assert Table.objects.get(pk=table.pk).owner == who(ivo), "nobody else is there"


def test_the_owner_settles_how_they_play(bia: Client) -> None:
    table = a_table(bia)
    sent = {"act_seconds": "0", "pace": Pace.SLOW, "delay": "120", "is_public": "on", "free_chat": "on"}
    assert post(bia, table, "combinar", **sent).status_code == 302
    table.refresh_from_db()
    settings = (table.act_seconds, table.pace, table.delay, table.is_public, table.free_chat)
    assert settings == (None, Pace.SLOW, 120, True, True)
    assert post(bia, table, "combinar", **{**sent, "act_seconds": "60"}).status_code == 302
    html = page(bia, table)
    assert '<option value="60" selected>' in html
    assert '<option value="120" selected>' in html


@pytest.mark.parametrize(
    ("field", "value"), [("act_seconds", "5"), ("act_seconds", ""), ("pace", "warp"), ("delay", "7"), ("delay", "-30")]
)
def test_what_cannot_be_settled_is_shown_beside_its_field(bia: Client, field: str, value: str) -> None:
    table = a_table(bia)
    sent = {"act_seconds": "90", "pace": Pace.HUMAN, "delay": "0", field: value}
    answer = post(bia, table, "combinar", **sent)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode()
    assert post(Client(), table, "combinar", **sent).status_code == 422, "also to who may not"
    assert Table.objects.get(pk=table.pk).act_seconds == 90


def test_whatever_stands_in_a_table_can_be_shown(bia: Client) -> None:
    table = a_table(bia)
    Table.objects.filter(pk=table.pk).update(act_seconds=45, delay=77)
    assert "77 segundos" in page(Client(), table)
    assert "45" in page(Client(), table)
    assert SettingsForm.of(Table.objects.get(pk=table.pk)).initial["act_seconds"] == "45"


# --- a match ------------------------------------------------------------------------------------------------------


def test_a_match_starts_when_all_seats_are_taken(bia: Client, ivo: Client) -> None:
    table = a_table(bia)
    refused = post(bia, table, "comecar", after=0)
    assert refused.status_code == 409
    assert str(PageRefusal.NOT_FULL.label) in refused.content.decode()
    table = full(bia, ivo)
    assert "Dar as cartas" in page(ivo, table)
    outsider = Client()
    assert "Dar as cartas" not in page(outsider, table)
    assert post(outsider, table, "comecar", after=0).status_code == 409
    assert post(ivo, table, "comecar", after=0).status_code == 302, "whoever sits there may"
    [match] = Match.objects.filter(table=table)
    assert Act.objects.filter(match=match).count() == 1
    assert "Dar as cartas" not in page(bia, table)


def test_bots_alone_do_not_play(bia: Client, ivo: Client) -> None:
    table = full(bia, ivo)
    post(ivo, table, "levantar")
    post(bia, table, "levantar")
    for seat in (0, 1):
        post(bia, table, "robo", seat=seat)
    refused = post(bia, table, "comecar", after=0)
    assert refused.status_code == 409
    assert str(PageRefusal.NOBODY.label) in refused.content.decode()
    assert not Match.objects.exists()


def test_pressed_twice_and_by_two_it_starts_once(bia: Client, ivo: Client) -> None:
    table = full(bia, ivo)
    for client in (bia, ivo, bia):
        assert post(client, table, "comecar", after=0).status_code == 302
    assert Match.objects.filter(table=table).count() == 1
    finish(table)
    assert post(ivo, table, "comecar", after=0).status_code == 302, "an old page's button is no rematch"
    assert Match.objects.filter(table=table).count() == 1


def test_a_rematch_follows_a_match_that_is_over(bia: Client, ivo: Client) -> None:
    table = full(bia, ivo)
    post(bia, table, "comecar", after=0)
    finish(table)
    html = page(ivo, table)
    assert "Revanche" in html
    assert "Lua ganhou." in html
    assert '<p class="live-result__score"><small>Lua</small> 12 × 9 <small>Sol</small></p>' in html
    for way in ("?mao=1", "conferir/"):
        assert f'href="/mesa/{table.code}/partidas/1/{way}"' in html
    assert post(ivo, table, "comecar", after=1).status_code == 302
    assert post(bia, table, "comecar", after=1).status_code == 302
    assert list(Match.objects.filter(table=table).order_by("number").values_list("number", flat=True)) == [1, 2]


def test_who_watches_learns_the_score_no_sooner_than_the_table_says(bia: Client, ivo: Client) -> None:
    table, watcher = full(bia, ivo), Client()
    Table.objects.filter(pk=table.pk).update(delay=120)
    post(bia, table, "comecar", after=0)
    assert table_for_page(Table.objects.get(pk=table.pk), "").match is None
    Match.objects.filter(table=table).update(score_first=7, started_at=timezone.now() - timedelta(minutes=9))
    assert "live-seats__score" in page(ivo, table)
    assert "live-seats__score" not in page(watcher, table)
    finish(table)
    assert "Lua ganhou." in page(ivo, table)
    html = page(watcher, table)
    assert 'data-state="on"' in html
    assert "× 12" not in html
    assert "ganhou" not in html
    for act, why in (
        ("sentar", PageRefusal.MATCH_ON),
        ("robo", PageRefusal.NOT_OWNER),
        ("comecar", PageRefusal.NOT_SEATED),
    ):
        asked = post(watcher, table, act, seat=2, name="Cida", after=1)
        assert str(why.label) in asked.content.decode(), "nor by trying"
    seen = table_for_page(Table.objects.get(pk=table.pk), "").stamp
    assert watcher.get(f"/mesa/{table.code}/novidades/", {"desde": seen}).status_code == 204
    post(bia, table, "comecar", after=1)
    assert table_for_page(Table.objects.get(pk=table.pk), "").stamp == seen, "not even that another has begun"
    assert 'data-number="1"' in page(watcher, table)
    Match.objects.filter(table=table, number=1).update(finished_at=timezone.now() - timedelta(seconds=121))
    assert "Lua ganhou." in page(watcher, table)
    assert f"/mesa/{table.code}/partidas/1/" in page(watcher, table)


def test_a_table_of_many_matches_asks_the_database_as_often_as_a_new_one(
    bia: Client, ivo: Client, django_assert_num_queries: Any
) -> None:
    table = full(bia, ivo)
    post(bia, table, "comecar", after=0)
    finish(table)
    page(bia, table)
    with CaptureQueriesContext(connection) as once:
        page(bia, table)
    Match.objects.bulk_create(Match(table=table, number=number, finished_at=timezone.now()) for number in range(2, 50))
    with django_assert_num_queries(len(once)):
        assert page(bia, table).count('<li><a class="button button--small" href="/mesa/') == 10


def test_while_a_match_is_on_nothing_changes(bia: Client, ivo: Client) -> None:
    table = full(bia, ivo)
    post(bia, table, "comecar", after=0)
    before = sitting(table)
    asked: dict[str, tuple[Client, dict[str, object], PageRefusal]] = {
        "sentar": (Client(), {"seat": 2, "name": "Cida", "form": new_secret()}, PageRefusal.MATCH_ON),
        "levantar": (ivo, {}, PageRefusal.PLAYING),
        "robo": (bia, {"seat": 1}, PageRefusal.MATCH_ON),
        "liberar": (bia, {"seat": f"1-{seating.trace_of(who(ivo))}"}, PageRefusal.MATCH_ON),
        "combinar": (bia, {"act_seconds": "30", "pace": Pace.QUICK, "delay": "0"}, PageRefusal.MATCH_ON),
    }
    for act, (client, fields, why) in asked.items():
        answer = post(client, table, act, **fields)
        assert (act, answer.status_code) == (act, 409)
        assert str(why.label) in answer.content.decode()
    assert post(bia, table, "robo", seat="all").status_code == 409
    assert sitting(table) == before
    assert Table.objects.get(pk=table.pk).act_seconds == 90
    html = page(bia, table)
    for act in asked:
        assert f"/mesa/{table.code}/{act}/" not in html


def test_the_page_has_a_place_for_the_client(bia: Client) -> None:
    table = a_table(bia, Company.BOTS)
    for prefix, language in (("", "pt-br"), ("/en", "en")):
        html = bia.get(f"{prefix}/mesa/{table.code}/").content.decode()
        place = re.search(r'<div id="mesa" ([^>]+)>', html)
        assert place
        place_data = dict(re.findall(r'data-([\w-]+)="([^"]*)"', place[1]))
        assert (place_data["code"], place_data["language"], place_data["state"]) == (table.code, language, "on")
        assert place_data["socket"] == f"{prefix}/mesa/{table.code}/ao-vivo"


def test_an_open_page_asks_whether_anything_happened(bia: Client, ivo: Client) -> None:
    table = a_table(bia)

    def asks() -> Any:
        address = re.search(r'data-news="([^"]+)"', page(bia, table))
        assert address
        return address[1]

    seen = asks()
    assert bia.get(seen).status_code == 204
    sit(ivo, table, 1, "Ivo")
    answer: Any = bia.get(seen)
    assert (answer.status_code, answer.url) == (302, f"/mesa/{table.code}/")
    assert bia.get(asks()).status_code == 204
    for seat in (2, 3):
        post(bia, table, "robo", seat=seat)
    seen = asks()
    post(bia, table, "comecar", after=0)
    assert bia.get(seen).status_code == 302
    assert "data-news" not in page(bia, table), "from now on the client knows better"


# --- the link -----------------------------------------------------------------------------------------------------


def test_the_link_can_be_copied_scanned_and_sent(bia: Client) -> None:
    table = a_table(bia)
    html, link = page(bia, table), f"http://testserver/mesa/{table.code}/"
    assert f'data-copy="{link}"' in html
    assert 'class="share__qr"' in html
    assert f"https://wa.me/?text={quote_plus(f'Vem jogar truco comigo: {link}')}" in html.replace("&amp;", "&")


def test_no_search_finds_a_table_and_nobody_in_between_keeps_it(bia: Client) -> None:
    table = a_table(bia)
    for client in (bia, Client()):
        answer = client.get(f"/mesa/{table.code}/")
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("code", ["nosuchtable1", "a", "A" * 300, "ao-vivo"])
def test_a_table_that_is_not_there_is_not_found(client: Client, code: str) -> None:
    table = Table(code=code)
    assert client.get(f"/mesa/{code}/").status_code == 404
    assert client.get(f"/mesa/{code}/novidades/").status_code == 404
    for act in ("sentar", "levantar", "robo", "liberar", "combinar", "comecar"):
        assert post(client, table, act, seat=1, name="Bia").status_code == 404
    assert not Guest.objects.exists()


def test_forms_are_only_taken_from_our_own_pages(bia: Client) -> None:
    table, stranger = a_table(bia), Client(enforce_csrf_checks=True)
    assert post(stranger, table, "sentar", seat=1, name="Ivo").status_code == 403
    assert make(stranger, Company.BOTS).status_code == 403
    html = stranger.get(f"/mesa/{table.code}/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', html)
    assert token
    assert post(stranger, table, "sentar", seat=1, name="Ivo", csrfmiddlewaretoken=token[1]).status_code == 302


def test_every_act_needs_a_form(bia: Client) -> None:
    table = a_table(bia)
    acts = ("sentar", "levantar", "robo", "liberar", "combinar", "comecar")
    paths = [*(f"/mesa/{table.code}/{act}/" for act in acts), "/jogar/mesa/"]
    paths += ["/jogar/visitante/nome/", "/jogar/visitante/esquecer/"]
    assert {bia.get(path).status_code for path in paths} == {405}


# --- a championship's table ---------------------------------------------------------------------------------------


def test_a_championships_table_is_not_changed_from_here(bia: Client, ivo: Client) -> None:
    table = full(bia, ivo)
    Table.objects.filter(pk=table.pk).update(event=a_published_event())
    before = sitting(table)
    for client, act in ((Client(), "sentar"), (ivo, "levantar"), (bia, "robo"), (bia, "liberar"), (bia, "comecar")):
        answer = post(client, table, act, seat=3, name="Cida")
        assert (act, answer.status_code) == (act, 409)
        assert str(PageRefusal.OFFICIAL.label) in answer.content.decode()
    assert sitting(table) == before
    assert 'form="sit"' not in page(ivo, table)


def test_that_of_a_draft_is_only_for_its_team(bia: Client, client: Client) -> None:
    table, draft = a_table(bia), a_draft()
    Table.objects.filter(pk=table.pk).update(event=draft)
    assert bia.get(f"/mesa/{table.code}/").status_code == 404
    organiser = a_person(Role.ORGANISER, draft)
    assert organiser is not None
    client.force_login(organiser)
    assert client.get(f"/mesa/{table.code}/").status_code == 200
