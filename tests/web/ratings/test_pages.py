"""The ranking and one's own matches: who stands there, who does not, and what a person sees of himself."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from carteado.web.people.models import User
from carteado.web.people.references import of_user
from carteado.web.privacy.erasing import erase_account
from carteado.web.ratings.models import Standing, Wish
from carteado.web.ratings.plackett_luce import ENOUGH, ENOUGH_TOGETHER
from carteado.web.ratings.play_statistics import statistics_of
from carteado.web.ratings.ranking import public_name
from carteado.web.regulations.games import GameName
from carteado.web.tables.models import Guest
from carteado.web.tables.players.names import of_guest
from tests.web.ratings.rated import BOT, LONG_AGO, finished_match, many, somebody

pytestmark = pytest.mark.django_db

RANKING, PAIRS, MINE = "/ranking/truco/", "/ranking/truco/duplas/", "/conta/jogos/"


@pytest.fixture
def bia() -> User:
    return somebody("Beatriz Ramos")


@pytest.fixture
def ivo() -> User:
    return somebody("Ivo Lemos")


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(path: str, user: User | None = None) -> str:
    answer = (client_of(user) if user else Client()).get(path)
    assert answer.status_code == 200, path
    return str(answer.content.decode()).replace("\N{NO-BREAK SPACE}", " ")


def together(bia: User, ivo: User, number: int = ENOUGH, *, winner: int = 0) -> None:
    for hour in range(number):
        finished_match(of_user(bia), BOT, of_user(ivo), BOT, winner=winner, at=LONG_AGO + timedelta(hours=hour))


def names_in(text: str) -> list[str]:
    return [re.sub(r"<.*", "", name).strip() for name in re.findall(r'<th scope="row">(.*?)</th>', text)]


# --- the ranking --------------------------------------------------------------------------------------------------


def test_who_won_much_stands_above_the_bot(bia: User, ivo: User) -> None:
    together(bia, ivo)
    Standing.objects.filter(who=of_user(ivo)).update(value=1001)
    assert names_in(page(RANKING)) == ["Ivo L.", "Matreiro", "Beatriz R."]
    assert names_in(page(PAIRS)) == ["Beatriz R. e Ivo L."]


def test_who_lost_much_stands_below_it(bia: User, ivo: User) -> None:
    together(bia, ivo, winner=1)
    assert names_in(page(RANKING))[0] == "Matreiro"


def test_nobody_stands_there_before_he_has_played_enough(bia: User, ivo: User) -> None:
    together(bia, ivo, ENOUGH_TOGETHER)
    assert "Beatriz" not in page(RANKING)
    assert "Beatriz" in page(PAIRS)
    assert "Ninguém" in page(RANKING)


def test_each_game_has_its_own(bia: User, ivo: User) -> None:
    together(bia, ivo)
    assert "Beatriz" not in page("/ranking/tranca/")
    assert "Beatriz" in page("/ranking/")
    assert Client().get("/ranking/bridge/").status_code == 404
    assert Client().get("/ranking/bridge/duplas/").status_code == 404


def test_who_takes_his_name_out_is_out_at_once_alone_and_in_pairs(bia: User, ivo: User) -> None:
    together(bia, ivo)
    client = client_of(bia)
    assert client.post(reverse("ranking-wish"), {"ranking": "fora"})["Location"] == MINE
    for path in (RANKING, PAIRS):
        for reader in (None, ivo, bia):
            assert "Beatriz" not in " ".join(names_in(page(path, reader)))
    assert "Ivo L." in page(RANKING)
    assert "Ivo" not in page(PAIRS), "a pair of which one is hidden would tell"
    client.post(reverse("ranking-wish"), {"ranking": "fora"})
    client.post(reverse("ranking-wish"), {"ranking": "dentro"})
    assert "Beatriz R." in page(RANKING)
    assert Wish.objects.count() == 1
    client.post(reverse("ranking-wish"), {"ranking": "fora"})
    client.post(reverse("ranking-wish"), {"ranking": "talvez"})
    assert "Beatriz R." not in page(RANKING), "what says nothing shows nobody"


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("how", ["hidden", "nameless", "closed"])
def test_either_of_two_takes_the_pair_out(bia: User, ivo: User, place: int, how: str) -> None:
    together(bia, ivo, ENOUGH_TOGETHER)
    assert names_in(page(PAIRS)) == ["Beatriz R. e Ivo L."]
    one = (bia, ivo)[place]
    if how == "hidden":
        Wish.objects.create(user=one, is_hidden=True)
    else:
        User.objects.filter(pk=one.pk).update(**{"name": ""} if how == "nameless" else {"is_active": False})
    assert names_in(page(PAIRS)) == []


def test_only_by_a_form_and_only_for_oneself(bia: User) -> None:
    assert client_of(bia).get(reverse("ranking-wish")).status_code == 405
    assert Client().post(reverse("ranking-wish"), {"ranking": "fora"}).status_code in (302, 403)
    assert not Wish.objects.exists()


def test_without_a_name_nobody_stands_there_by_his_address(ivo: User) -> None:
    nameless = User.objects.create_user("secreta@exemplo.com.br")
    together(nameless, ivo)
    for path in (RANKING, PAIRS):
        assert "secreta" not in page(path)
    assert "secreta" not in page(MINE, nameless).partition('id="wish"')[2]


def test_an_erased_account_is_gone_from_the_ranking(bia: User, ivo: User) -> None:
    together(bia, ivo)
    erase_account(bia, with_events=True)
    assert "Beatriz" not in page(RANKING) + page(PAIRS)
    assert names_in(page(RANKING)) == ["Matreiro", "Ivo L."]
    assert not Standing.objects.filter(first=None).exists()


def test_who_is_closed_out_stands_there_no_more(bia: User, ivo: User) -> None:
    together(bia, ivo)
    User.objects.filter(pk=bia.pk).update(is_active=False)
    assert "Beatriz" not in page(RANKING) + page(PAIRS)


def test_the_reader_finds_himself(bia: User, ivo: User) -> None:
    together(bia, ivo)
    assert page(RANKING).count("ranking__you") == 0
    assert page(RANKING, bia).count("ranking__you") == 1
    assert page(PAIRS, ivo).count("ranking__you") == 1


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Beatriz Ramos", "Beatriz\N{NO-BREAK SPACE}R."),
        ("Zé", "Zé"),
        ("Ana da Luz Éboli", "Ana\N{NO-BREAK SPACE}É."),
        (" Ivo  Lemos ", "Ivo\N{NO-BREAK SPACE}L."),
        ("  ", "Participante 7"),
    ],
)
def test_as_whom_somebody_stands_there(name: str, shown: str) -> None:
    assert public_name(User(pk=7, name=name)) == shown


def test_a_name_is_text_and_nothing_else(ivo: User) -> None:
    together(somebody("<b>Bia</b> <script>x"), ivo)
    assert "<b>Bia" not in page(RANKING)
    assert "&lt;b&gt;Bia" in page(RANKING)


def test_both_languages(bia: User, ivo: User) -> None:
    together(bia, ivo)
    assert "Beatriz R. &amp; Ivo L." in page("/en/ranking/truco/duplas/")
    assert "Nobody has played 10 rated matches yet" in page("/en/ranking/tranca/")
    assert "How the ranking counts" in page("/en/ranking/como-conta/")


def test_long_rankings_have_pages_and_places_go_on() -> None:
    people = [somebody(f"Nome{number} Silva") for number in range(120)]
    Standing.objects.bulk_create(
        Standing(
            game="truco",
            kind="player",
            who=of_user(one),
            first=one,
            mu=25.0,
            sigma=1.0,
            value=number,
            matches=ENOUGH,
            wins=5,
        )
        for number, one in enumerate(people)
    )
    assert names_in(page(RANKING))[:2] == ["Matreiro", "Nome119 S."]
    second = page(f"{RANKING}?pagina=2")
    assert names_in(second)[0] == "Nome69 S."
    assert "Matreiro" not in second
    assert '<td class="ranking__rank">51</td>' in second


@pytest.mark.parametrize(("above", "people", "on"), [(50, 60, 2), (50, 50, 1), (0, 60, 1), (60, 60, 2), (49, 60, 1)])
def test_the_bot_stands_on_one_page_wherever_it_ends(above: int, people: int, on: int) -> None:
    everybody = [somebody(f"Nome{number} Silva") for number in range(people)]
    Standing.objects.bulk_create(
        Standing(
            game="truco",
            kind="player",
            who=of_user(one),
            first=one,
            mu=25.0,
            sigma=1.0,
            value=2000 - number if number < above else 900 - number,
            matches=ENOUGH,
            wins=5,
        )
        for number, one in enumerate(everybody)
    )
    pages = range(1, -(-people // 50) + 1)
    assert [number for number in pages if "Matreiro" in names_in(page(f"{RANKING}?pagina={number}"))] == [on]


# --- one's own ----------------------------------------------------------------------------------------------------


def test_only_who_is_signed_in_has_matches() -> None:
    for path in (MINE, f"{MINE}truco/"):
        assert "/entrar/" in Client().get(path)["Location"]


def test_nothing_played_yet(bia: User) -> None:
    assert 'class="empty"' in page(MINE, bia)
    assert 'class="empty"' in page(f"{MINE}canastra/", bia)
    assert client_of(bia).get(f"{MINE}bridge/").status_code == 404


def test_a_match_with_partner_opponents_result_change_and_replay(bia: User, ivo: User) -> None:
    guest = Guest.objects.create(name="Zeca")
    match = finished_match(of_user(ivo), of_user(bia), BOT, BOT, winner=1)
    text = page(MINE, bia)
    assert "12 × 9" in text
    assert "Matreiro (robô)" in text
    assert "Ivo" in text
    assert f"/mesa/{match.table.code}/partidas/1/" in text
    assert re.search(r"<strong class=\"\">\+\d+</strong>", text)
    finished_match(of_user(bia), of_guest(guest), BOT, BOT, at=LONG_AGO + timedelta(days=1))
    assert "Zeca" in page(MINE, bia)
    assert "não contou" in page(MINE, bia).lower()


def test_nobody_sees_the_matches_of_others(bia: User, ivo: User) -> None:
    finished_match(of_user(bia), BOT, BOT, BOT)
    assert 'class="empty"' in page(MINE, ivo)


def test_a_rating_is_provisional_until_enough_was_played(bia: User, ivo: User) -> None:
    together(bia, ivo, ENOUGH - 1)
    assert "provisória" in page(MINE, bia)
    together(bia, ivo, 1)
    assert "provisória" not in page(MINE, bia)
    assert "1º no ranking" in page(MINE, bia)


TRUCO = {
    "hands": 15,
    "hands_won": 8,
    "points": 12,
    "against": 7,
    "called": 5,
    "they_ran": 2,
    "taken": 3,
    "taken_won": 1,
}


def test_plots_have_their_numbers_as_tables(bia: User, ivo: User) -> None:
    for hour in range(3):
        finished_match(
            of_user(bia), BOT, of_user(ivo), BOT, at=LONG_AGO + timedelta(hours=hour), counts=[TRUCO, {}, {}, {}]
        )
    text = page(f"{MINE}truco/", bia)
    for chart in ("rating", "calls", "points", "partners"):
        assert f'id="{chart}"' in text, chart
    assert text.count('<details class="fold"') == text.count('class="chart ') >= 4
    assert "style=" not in text.partition("<main")[2].partition("</main")[0]
    [calls] = re.findall(r'id="calls".*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    assert re.findall(r">(\d+)<", calls) == ["6", "3", "6"]
    [partners] = re.findall(r'id="partners".*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    assert re.findall(r">([^<>]+)</t[hd]>", partners) == ["Ivo", "3", "0"]


MELDS = {"hands": 4, "clean": 3, "dirty": 1, "out": 1, "pair_out": 3, "points": 4100, "against": -250}


def test_plots_of_tranca_and_canastra(bia: User) -> None:
    for hour in range(2):
        finished_match(
            of_user(bia), BOT, BOT, BOT, at=LONG_AGO + timedelta(hours=hour), game="tranca", counts=[MELDS, {}, {}, {}]
        )
    text = page(f"{MINE}tranca/", bia)
    [canastras] = re.findall(r'id="canastras".*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    assert re.findall(r">(\d+)<", canastras) == ["6", "2"]
    [out] = re.findall(r'id="out".*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    assert re.findall(r">(\d+)<", out) == ["2", "4", "2"]
    assert "0,75" in text
    assert "0.75" in page(f"/en{MINE}tranca/", bia)
    assert "−62,5" in text


def test_points_below_nought_count_as_they_are(bia: User) -> None:
    for hour, points in enumerate((-300, 500)):
        counts = [{"hands": 1, "points": points}, {}, {}, {}]
        finished_match(of_user(bia), BOT, BOT, BOT, at=LONG_AGO + timedelta(hours=hour), game="tranca", counts=counts)
    assert statistics_of(bia.pk, GameName.TRANCA).a_hand("points") == 100


def test_one_match_alone_draws_no_line(bia: User) -> None:
    finished_match(of_user(bia), BOT, BOT, BOT)
    text = page(f"{MINE}truco/", bia)
    assert 'id="rating"' not in text
    assert 'id="partners"' in text


def test_pages_ask_as_often_for_many_as_for_few(bia: User, ivo: User) -> None:
    others = [somebody(f"Nome{number} Luz") for number in range(6)]

    def counts() -> list[int]:
        found, client = [], client_of(bia)
        for path in (RANKING, PAIRS, MINE, f"{MINE}truco/"):
            client.get(path)
            with CaptureQueriesContext(connection) as queries:
                client.get(path)
            found.append(len(queries))
        return found

    together(bia, ivo)
    few = counts()
    many([bia, ivo, *others], 60)
    assert counts() == few


# --- my data ------------------------------------------------------------------------------------------------------


def my_data(user: User) -> dict[str, Any]:
    return dict(json.loads(client_of(user).get(reverse("my-data-file")).content))


def test_all_of_it_can_be_taken_along(bia: User, ivo: User) -> None:
    together(bia, ivo, 3)
    Wish.objects.create(user=bia, is_hidden=True)
    file = my_data(bia)
    fields = {one["field"] for one in file["kept"]}
    assert fields >= {"ratings.standing.mu", "ratings.played.counts", "ratings.wish.is_hidden"}
    played = file["played"]
    assert len(played["matches"]) == 3
    assert [one["of"] for one in played["ratings"]] == [[of_user(bia)], sorted([of_user(bia), of_user(ivo)])]
    assert "Ivo" not in json.dumps(played), "others tell their names themselves"


def test_the_page_of_all_that_is_kept_counts_them(bia: User, ivo: User) -> None:
    together(bia, ivo, 3)
    text = page(reverse("my-data"), bia)
    assert "Como você jogou" in text
    assert "3 registros" in text or "3 " in text
