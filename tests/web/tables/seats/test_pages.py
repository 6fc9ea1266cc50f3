"""What to play and with whom: from the home page to a table, how many one may open, and the tables that wait."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.guarding.policy import Role
from carteado.web.people import references
from carteado.web.people.models import new_secret
from carteado.web.tables.models import Act, Guest, Match, Table
from carteado.web.tables.players import names as sitters
from carteado.web.tables.seats import guest_accounts as guests
from carteado.web.tables.seats import pages as views
from carteado.web.tables.seats import seating
from carteado.web.tables.seats.lobby import open_tables
from carteado.web.tables.seats.seat_forms import LONGEST_NAME, Company, NewTableChoice
from tests.web.tables.seats.sitting import (
    CANASTRA,
    OTHER_TRANCA,
    TRANCA,
    TRUCO,
    a_table,
    make,
    page,
    send,
    sit,
    sitting,
    who,
)
from tests.web.world.roles import a_person, an_event

pytestmark = pytest.mark.django_db

PLAY = "/jogar/"


# --- what to play -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [PLAY, "/en/jogar/"])
def test_the_home_page_leads_to_the_games_and_they_to_a_hand(client: Client, path: str) -> None:
    home = client.get(path.removesuffix("jogar/")).content.decode()
    assert home.count(f'href="{path}"') == 6, "in the header, the red button, the three games, and under them"
    html = client.get(path).content.decode()
    assert all(f'value="{game}"' in html for game in re.findall(r'data-play="([^"]+)"', home)), "as the lobby has them"
    secret = re.search(r'name="form" value="([\w-]+)"', html)
    button = re.search(r'name="play" value="(bots:[^"]+)"', html)
    assert secret
    assert button
    answer = send(client, f"{path}mesa/", play=button[1], form=secret[1], name="")
    table = Table.objects.get()
    assert answer.url == f"{path.removesuffix('jogar/')}mesa/{table.code}/"
    assert Match.objects.get().finished_at is None
    assert Act.objects.filter(match__table=table).count() == 1, "the match has begun"


@pytest.mark.parametrize("regulation", [TRUCO, TRANCA, CANASTRA, OTHER_TRANCA])
def test_with_bots_the_match_is_on_at_once_and_no_clock_runs(bia: Client, regulation: str) -> None:
    table = a_table(bia, Company.BOTS, regulation)
    bot = references.of_bot("matreiro" if regulation == TRUCO else "canastreiro")
    assert sitting(table) == {0: who(bia), 1: bot, 2: bot, 3: bot}
    assert (table.owner, table.act_seconds, table.is_public) == (who(bia), None, False)
    assert 'data-state="on"' in page(bia, table)


def test_who_plays_with_bots_needs_no_name(bia: Client) -> None:
    a_table(bia, Company.BOTS, name="")
    assert Guest.objects.get().name == "Visitante"
    english = Client()
    english.post("/en/jogar/mesa/", {"play": str(NewTableChoice(Company.BOTS, TRUCO)), "form": new_secret()})
    assert Guest.objects.latest("pk").name == "Guest"


@pytest.mark.parametrize("how", [Company.FRIENDS, Company.ANYBODY])
def test_with_people_one_says_what_to_be_called(bia: Client, how: Company) -> None:
    answer = make(bia, how)
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode() or "field__error" in answer.content.decode()
    assert not Table.objects.exists()
    assert not Guest.objects.exists()
    table = a_table(bia, how)
    assert table.is_public == (how is Company.ANYBODY)
    assert sitting(table) == {0: who(bia)}
    assert not Match.objects.exists()
    assert a_table(bia, how, name="").owner == table.owner, "nobody is asked twice"


UNSEEN = ["\u200b", "\u2800", "\u3164 \u115f", "\u202e\u2066", "\ue000", "\u200d", "...", "\u0301"]


@pytest.mark.parametrize("name", ["", "   ", "\n\t", "x" * (LONGEST_NAME + 1), *UNSEEN])
def test_a_name_is_one_line_of_up_to_forty_characters(bia: Client, name: str) -> None:
    assert make(bia, name=name).status_code == 422


@pytest.mark.parametrize("name", ["\u202eAna", "A\u200bna", "Ana\u200d", " Ana\u2800", "\ufeffAna\u00a0"])
def test_what_nobody_sees_is_no_part_of_a_name(bia: Client, name: str) -> None:
    a_table(bia, name=name)
    assert Guest.objects.get().name == "Ana"


def test_a_name_is_taken_as_it_is_and_shown_as_text(bia: Client) -> None:
    table = a_table(bia, name="  <b>Zé\n\tda   Viola</b> ")
    assert Guest.objects.get().name == "<b>Zé da Viola</b>"
    assert "&lt;b&gt;Zé da Viola&lt;/b&gt;" in page(bia, table)
    assert len("x" * LONGEST_NAME) == Guest._meta.get_field("name").max_length


@pytest.mark.parametrize("play", ["", "bots", "bots:no-such", "robots:truco-masters-2025", "bots:truco-masters-2025:x"])
def test_what_nobody_can_play_is_refused_in_words(bia: Client, play: str) -> None:
    answer = send(bia, "/jogar/mesa/", play=play, name="Bia")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Table.objects.exists()


def test_an_account_sits_down_under_its_own_name(client: Client) -> None:
    user = a_person(Role.MEMBER)
    assert user is not None
    client.force_login(user)
    table = a_table(client, name="Outro")
    assert sitting(table) == {0: f"user:{user.pk}"}
    assert not Guest.objects.exists()
    assert "<strong>Member</strong>" in page(client, table)


def test_a_form_sent_twice_makes_one_table_and_one_guest(bia: Client) -> None:
    sent = {"play": str(NewTableChoice(Company.BOTS, TRUCO)), "form": new_secret(), "name": "Bia"}
    first = send(bia, "/jogar/mesa/", **sent)
    again = Client()  # the second press, sent before the answer to the first brought a session
    second = send(again, "/jogar/mesa/", **sent)
    assert first.url == second.url
    assert (Table.objects.count(), Guest.objects.count(), Match.objects.count()) == (1, 1, 1)
    assert who(again) == who(bia) == Table.objects.get().owner


def test_what_a_form_makes_cannot_be_told_from_its_table() -> None:
    secret = new_secret()
    codes = {
        guests.code_from(secret, what) for what in ("guest", *(str(NewTableChoice(one, TRUCO)) for one in Company))
    }
    assert len(codes) == 4
    assert all(re.fullmatch(r"[\w-]{12}", code) for code in codes)
    assert guests.secret_of("short") != guests.secret_of("short"), "what is no secret is not taken for one"


# --- how much one may make ----------------------------------------------------------------------------------------


def test_one_person_makes_a_dozen_tables_in_a_quarter_of_an_hour(bia: Client, ivo: Client) -> None:
    for _ in range(views.MOST_OF_ONE):
        a_table(bia)
    answer = make(bia, name="Bia")
    assert answer.status_code == 429
    assert "quinze minutos" in answer.content.decode()
    assert Table.objects.count() == views.MOST_OF_ONE
    a_table(ivo)
    Table.objects.update(created_at=timezone.now() - timedelta(seconds=attempt_limits.WINDOW_S + 1))
    a_table(bia)


def test_one_address_makes_as_many_as_a_hall_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST_TABLES", 3)
    for _ in range(3):
        a_table(Client())
    assert make(Client(), name="Bia").status_code == 429
    elsewhere = Client(REMOTE_ADDR="192.0.2.77")
    a_table(elsewhere)


def test_a_form_sent_again_is_not_counted(bia: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST_OF_ONE", 1)
    sent = {"play": str(NewTableChoice(Company.FRIENDS, TRUCO)), "form": new_secret(), "name": "Bia"}
    assert [send(bia, "/jogar/mesa/", **sent).status_code for _ in range(3)] == [302, 302, 302]


def test_an_address_brings_so_many_guests(bia: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table(bia)
    monkeypatch.setattr(views, "MOST_GUESTS", 2)
    assert sit(Client(), table, 1, "Ivo").status_code == 302
    refused = sit(Client(), table, 2, "Cida")
    assert refused.status_code == 429
    assert 'value="Cida"' in refused.content.decode(), "what was typed is still there"
    assert sitting(table).keys() == {0, 1}


# --- the list of open tables --------------------------------------------------------------------------------------


def test_the_list_shows_open_tables_that_wait_newest_first(bia: Client, ivo: Client) -> None:
    first, private, second = a_table(bia, Company.ANYBODY), a_table(bia), a_table(ivo, Company.ANYBODY, name="Ivo")
    playing = a_table(ivo, Company.ANYBODY)
    for seat in range(1, 4):
        seating.put_bot(playing, who(ivo), seat)
    seating.start(playing, who(ivo), after=0)
    assert list(open_tables()) == [second, first]
    assert private not in open_tables()
    html = ivo.get(PLAY).content.decode()
    assert html.index(second.code) < html.index(first.code)
    assert "3 lugares livres" in html
    assert "<span>Bia</span>" in html


def test_a_table_leaves_the_list_when_it_is_full_empty_old_or_a_championships(bia: Client) -> None:
    full, empty, old, official = (a_table(bia, Company.ANYBODY) for _ in range(4))
    for seat in range(1, 4):
        seating.put_bot(full, who(bia), seat)
    seating.put_bot(empty, who(bia), 2)
    seating.leave(empty, who(bia))
    Table.objects.filter(pk=old.pk).update(used_at=timezone.now() - timedelta(hours=4))
    Table.objects.filter(pk=official.pk).update(event=an_event())
    assert not open_tables().exists()
    sit(bia, old, 1)
    assert list(open_tables()) == [old], "somebody is there again"


def test_the_list_comes_by_pages(bia: Client) -> None:
    guest = Guest.objects.create(name="Bia")
    for _ in range(views.TABLES_A_PAGE + 1):
        seating.make(
            code=guests.code_from(new_secret(), "x"),
            regulation=TRUCO,
            owner=sitters.of_guest(guest),
            with_bots=False,
            is_public=True,
        )
    first, last = (bia.get(PLAY, {"pagina": number}).content.decode() for number in (1, 2))
    assert (first.count('<li class="mini-table">'), last.count('<li class="mini-table">')) == (views.TABLES_A_PAGE, 1)


def test_a_long_list_asks_the_database_as_often_as_a_short_one(bia: Client, django_assert_num_queries: Any) -> None:
    def open_some(number: int) -> None:
        for _ in range(number):
            owner = sitters.of_guest(Guest.objects.create(name="Ana"))
            code = guests.code_from(new_secret(), "x")
            seating.put_bot(
                seating.make(code=code, regulation=TRUCO, owner=owner, with_bots=False, is_public=True), owner, 1
            )

    open_some(2)
    bia.get(PLAY)
    with CaptureQueriesContext(connection) as few:
        bia.get(PLAY)
    open_some(9)
    with django_assert_num_queries(len(few)):
        assert bia.get(PLAY).content.decode().count("<span>Ana</span>") == 11
