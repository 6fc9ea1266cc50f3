"""Home, the list of championships, about, privacy, and the frame around every page."""

import re
from datetime import date, datetime, timedelta
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import override
from pytest_django import Settings

from carteado.web.display.event_posters import SHOWN_AFTER_THE_END, posters_of, status_of
from carteado.web.events.models import Entering, Event, Pair, Stage
from carteado.web.kit.appearance import Appearance, Deck, Theme
from carteado.web.kit.guarding.personal_data import PERSONAL_FIELDS
from carteado.web.kit.words.dates import day_in_words, plain_date
from carteado.web.people.models import User

pytestmark = pytest.mark.django_db

TODAY = date(2026, 3, 10)  # a Tuesday
NOW = datetime(2026, 3, 10, 12, tzinfo=timezone.get_default_timezone())


def page(client: Client, path: str, **query: str) -> str:
    response = client.get(path, query)
    assert response.status_code == 200
    return unescape(response.content.decode())


def event(name: str = "Copa do Clube XV", **columns: object) -> Event:
    given = {"slug": slugify(name), "regulation": "truco-masters-2025", "name": name}
    return Event.objects.create(**{**given, "stage": Stage.PUBLISHED, "pairs": 16, **columns})


def days(number: int) -> date:
    return timezone.localdate() + timedelta(days=number)


def names(html: str) -> list[str]:
    return re.findall(r'class="poster .*?<h3>([^<]+)</h3>', html, re.DOTALL)


# --- home ---------------------------------------------------------------------------------------------------------


def test_nothing_on_the_line_is_a_bare_string_and_one_act(client: Client) -> None:
    html = page(client, "/")
    assert "Ninguém no varal ainda. Estenda o primeiro campeonato." in html
    assert 'class="empty"' in html


def test_the_line_has_what_is_played_what_comes_and_the_latest_champions(client: Client) -> None:
    event("Amanhã", day=days(1))
    event("Agora", stage=Stage.RUNNING, day=days(0))
    event("Um dia")
    event("Sábado passado", stage=Stage.FINISHED, day=days(-3))
    event("Ano passado", stage=Stage.FINISHED, day=days(-SHOWN_AFTER_THE_END.days - 1))
    event("Já era para ter sido", day=days(-1))
    event("Cancelado", stage=Stage.CANCELLED, day=days(2))
    event("Segredo", stage=Stage.DRAFT, day=days(2))
    assert names(page(client, "/")) == ["Agora", "Amanhã", "Um dia", "Sábado passado"]


def test_the_heading_says_this_week_only_when_it_is(client: Client) -> None:
    event(day=days(30))
    assert "No varal desta semana" not in page(client, "/")
    event("Outra", day=days(3))
    assert "No varal desta semana" in page(client, "/")


def test_a_booklet_says_game_pairs_place_and_how_far_it_is(client: Client) -> None:
    event(stage=Stage.RUNNING, headline="phase quarter-final", place="Santos", day=days(0))
    html = page(client, "/")
    assert "Truco · 16 duplas · Santos" in html
    assert re.search(r"ao vivo</span>\s*quartas de final", html)
    assert "#7c" in html
    english = page(client, "/en/")
    assert "Truco · 16 pairs · Santos" in english
    assert re.search(r"live</span>\s*quarter-finals", english)


def test_home_speaks_both_languages(client: Client) -> None:
    assert "Campeonato de dupla, do sorteio à taça." in page(client, "/")
    assert "Pairs championships, from the draw to the cup." in page(client, "/en/")


# --- the line under a booklet -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ({"entries_open": NOW + timedelta(days=1), "day": date(2026, 4, 1)}, "Inscrições abrem amanhã"),
        ({"entries_close": NOW + timedelta(days=3), "day": date(2026, 4, 1)}, "Inscrições até sexta"),
        ({"entries_close": NOW + timedelta(hours=1)}, "Inscrições até hoje"),
        ({"entries_close": NOW - timedelta(seconds=59)}, "Inscrições até hoje"),
        ({"entries_close": NOW - timedelta(minutes=1), "day": date(2026, 3, 14)}, "Começa sábado"),
        ({"entries_close": NOW + timedelta(days=3), "entering": Entering.FULL}, "Vagas preenchidas"),
        (
            {"entries_close": NOW - timedelta(days=1), "entering": Entering.FULL, "day": date(2026, 3, 14)},
            "Começa sábado",
        ),
        (
            {"entries_close": NOW + timedelta(days=3), "entering": Entering.CLOSED, "day": date(2026, 3, 14)},
            "Começa sábado",
        ),
        (
            {"entries_open": NOW + timedelta(days=1), "entering": Entering.CLOSED, "day": date(2026, 3, 14)},
            "Começa sábado",
        ),
        ({"day": date(2026, 3, 11)}, "Começa amanhã"),
        ({"day": date(2026, 4, 4)}, "Começa 4 de abril"),
        ({"day": date(2027, 4, 4)}, "Começa 4 de abril de 2027"),
        ({"day": TODAY}, "É hoje"),
        ({"day": date(2026, 3, 9)}, "Prestes a começar"),
        ({}, "Data a anunciar"),
        ({"stage": Stage.SUSPENDED}, "Suspenso"),
        ({"stage": Stage.CANCELLED}, "Cancelado"),
        ({"stage": Stage.FINISHED}, "Encerrado"),
        ({"stage": Stage.DRAFT}, "Rascunho"),
        ({"stage": Stage.RUNNING, "headline": "phase final"}, "final"),
        ({"stage": Stage.RUNNING}, ""),
    ],
)
def test_the_status_of_an_event(columns: dict[str, object], expected: str) -> None:
    with override("pt-br"):
        assert status_of(Event(**{"stage": Stage.PUBLISHED, **columns}), now=NOW) == expected


def test_champions_are_named_by_who_is_behind_their_code() -> None:
    won = event(stage=Stage.FINISHED, headline="champion d07")
    other = event("Outra", stage=Stage.FINISHED, headline="champion d07")
    Pair.objects.create(event=won, code="d07", name="Ilda e Neusa")
    Pair.objects.create(event=other, code="d07", name="Bia e Cida")
    erased = event("Apagada", stage=Stage.FINISHED, headline="champion d01")
    with override("pt-br"):
        shown = {poster.slug: poster.status for poster in posters_of([won, other, erased])}
    assert shown == {
        won.slug: "Dupla campeã: Ilda e Neusa",
        other.slug: "Dupla campeã: Bia e Cida",
        erased.slug: "Encerrado",
    }


def test_days_in_english_keep_their_capitals() -> None:
    with override("en"):
        assert day_in_words(date(2026, 3, 13), TODAY) == "Friday"
        assert plain_date(date(2026, 3, 13)) == "13 March 2026"


# --- the list -----------------------------------------------------------------------------------------------------


@pytest.fixture
def season() -> None:
    event("Copa São João", place="Santos", day=days(5), entries_close=timezone.now() + timedelta(days=2))
    event(
        "Tranca das Comadres",
        regulation="faraes-2023-tranca",
        day=days(3),
        place="Vitória",
        entries_close=timezone.now() + timedelta(days=2),
        entering=Entering.FULL,
    )
    event("Torneio da Praia", regulation="apcef-sc-2022-canastra", stage=Stage.RUNNING, day=days(0))
    event("Tranca AFIA", regulation="afia-2026-tranca", stage=Stage.FINISHED, day=days(-9))
    event("Tranca velha", regulation="afia-2026-tranca", stage=Stage.FINISHED, day=days(-400))
    event("Liga cancelada", stage=Stage.CANCELLED, day=days(8))
    event("Segredo", stage=Stage.DRAFT, day=days(1))


@pytest.mark.usefixtures("season")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            {},
            [
                "Torneio da Praia",
                "Tranca das Comadres",
                "Copa São João",
                "Liga cancelada",
                "Tranca AFIA",
                "Tranca velha",
            ],
        ),
        ({"jogo": "tranca"}, ["Tranca das Comadres", "Tranca AFIA", "Tranca velha"]),
        ({"jogo": "canastra"}, ["Torneio da Praia"]),
        ({"fase": "inscricoes"}, ["Copa São João"]),
        ({"fase": "a-jogar"}, ["Tranca das Comadres", "Copa São João"]),
        ({"fase": "ao-vivo"}, ["Torneio da Praia"]),
        ({"fase": "jogados"}, ["Liga cancelada", "Tranca AFIA", "Tranca velha"]),
        ({"q": "sao joao"}, ["Copa São João"]),
        ({"q": "vitória"}, ["Tranca das Comadres"]),
        ({"q": "tranca", "fase": "jogados"}, ["Tranca AFIA", "Tranca velha"]),
        ({"q": "segredo"}, []),
        ({"jogo": "pif-paf"}, "everything"),
        ({"fase": "x" * 200}, "everything"),
    ],
)
def test_championships_are_found(client: Client, query: dict[str, str], expected: list[str] | str) -> None:
    found = names(page(client, "/campeonatos/", **query))
    assert found == expected or (expected == "everything" and len(found) == 6)


@pytest.mark.usefixtures("season")
def test_only_the_list_hangs_on_as_many_strings_as_it_takes(client: Client) -> None:
    assert "clothesline--list" in page(client, "/campeonatos/")
    assert "clothesline--list" not in page(client, "/")


def test_when_nothing_is_found_there_is_a_way_back(client: Client) -> None:
    html = page(client, "/campeonatos/", q="nada disso")
    assert "Nada no varal responde a isso. Afrouxe um filtro." in html
    assert 'class="empty"' in html


def test_a_long_list_has_pages_that_keep_the_filter(client: Client) -> None:
    Event.objects.bulk_create(
        Event(slug=f"copa-{n}", name=f"Copa {n:02}", regulation="truco-masters-2025", stage=Stage.PUBLISHED)
        for n in range(45)
    )
    first = page(client, "/campeonatos/", q="copa")
    assert len(names(first)) == 20
    found = re.search(r'rel="next" href="([^"]+)"', first)
    assert found is not None
    assert parse_qs(urlsplit(found[1]).query) == {"q": ["copa"], "pagina": ["2"]}
    assert names(page(client, "/campeonatos/" + found[1]))[0] == "Copa 20"
    assert len(names(page(client, "/campeonatos/", pagina="999"))) == 5
    assert len(names(page(client, "/campeonatos/", pagina="x"))) == 20


# --- about, privacy -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "language"), [("/privacidade/", "pt-br"), ("/en/privacidade/", "en")])
def test_privacy_shows_everything_that_is_kept(client: Client, path: str, language: str) -> None:
    html = page(client, path)
    with override(language):
        for one in PERSONAL_FIELDS:
            assert str(one.what) in html
            assert str(one.purpose) in html
    assert "LGPD, art. 7" in html


def test_about_names_every_regulation(client: Client) -> None:
    assert "/regulamentos/faraes-2023-tranca/" in page(client, "/sobre/")
    assert "MIT licence" in page(client, "/en/sobre/")


# --- the frame ----------------------------------------------------------------------------------------------------


def test_every_page_says_where_it_stands_in_every_language(client: Client) -> None:
    html = page(client, "/regulamentos/", x="1")
    assert '<html lang="pt-br"' in html
    assert '<link rel="canonical" href="http://testserver/regulamentos/">' in html
    assert 'hreflang="en" href="http://testserver/en/regulamentos/"' in html
    assert '<meta property="og:url" content="http://testserver/regulamentos/">' in html


def test_the_language_switch_stays_on_the_page_and_keeps_the_question(client: Client) -> None:
    html = page(client, "/regulamentos/busca/", q="tento")
    assert 'href="/en/regulamentos/busca/?q=tento" hreflang="en" lang="en"' in html
    assert 'href="/regulamentos/busca/?q=tento" hreflang="pt-br"' in page(client, "/en/regulamentos/busca/", q="tento")


def test_under_its_public_address_the_site_names_itself_by_it(client: Client, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://carteado.example"
    assert '<link rel="canonical" href="https://carteado.example/sobre/">' in page(client, "/sobre/")


def test_the_place_where_one_is_is_marked(client: Client) -> None:
    assert 'href="/regulamentos/" aria-current="page"' in page(client, "/regulamentos/")
    assert 'href="/regulamentos/" aria-current="true"' in page(client, "/regulamentos/truco-masters-2025/")


def test_a_visitor_can_sign_in_and_a_member_sign_out(client: Client) -> None:
    assert 'href="/entrar/"' in page(client, "/")
    client.force_login(User.objects.create_user("bia@exemplo.com.br", name="Bia Ramos"))
    html = page(client, "/")
    assert 'action="/sair/"' in html
    assert "> Bia" in html


@pytest.mark.parametrize("tag", ["success", "error", "warning", "info"])
def test_what_just_happened_is_on_a_slip(tag: str) -> None:
    level = getattr(constants, tag.upper())
    html = render_to_string("components/messages.html", {"messages": [Message(level, "Feito.")]})
    assert "Feito." in html
    assert ("slip--success" in html, "slip--error" in html) == (tag == "success", tag in ("error", "warning"))


# --- appearance ---------------------------------------------------------------------------------------------------


def test_the_reader_chooses_paper_and_suits_without_scripts(client: Client) -> None:
    chosen = {"theme": "dark", "deck": "four", "next": "/sobre/?x=1"}
    response = client.post("/aparencia/", chosen)
    assert (response.status_code, response.headers["Location"]) == (302, "/sobre/?x=1")
    assert 'data-theme="dark" data-deck="four"' in page(client, "/sobre/")
    client.post("/aparencia/", {"theme": "", "deck": ""})
    assert 'data-theme="auto" data-deck="two"' in page(client, "/")


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_nobody_is_led_to_another_site(client: Client, back: str) -> None:
    assert client.post("/aparencia/", {"theme": "dark", "next": back}).headers["Location"] == "/"


def test_only_a_form_changes_the_appearance(client: Client) -> None:
    assert client.get("/aparencia/").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    for site, status in {"same-origin": 302, "none": 302, "same-site": 403, "cross-site": 403}.items():
        assert strict.post("/aparencia/", {"theme": "dark"}, headers={"Sec-Fetch-Site": site}).status_code == status


def test_a_cookie_that_says_something_else_says_nothing() -> None:
    assert Appearance.of({"theme": "<script>", "deck": ""}) == Appearance(Theme.AUTO, Deck.TWO)


def test_pages_of_errors_have_the_frame_too(client: Client) -> None:
    response = client.get("/nada/disso/")
    assert response.status_code == 404
    assert b"site-header" in response.content


@pytest.mark.parametrize("path", ["//evil.example/", "//[x/"])
def test_an_address_with_two_slashes_leads_to_no_other_site(client: Client, path: str) -> None:
    response = client.get("/", {"x": "1"}, PATH_INFO=path)
    assert response.status_code == 404
    links = re.findall(r'(?:href|content)="([^"]*(?:evil|\[x|%5Bx)[^"]*)"', response.content.decode())
    assert len(links) > 4
    assert [link for link in links if not link.startswith(("/%2F", "http://testserver/%2F"))] == []


def test_the_frame_needs_nobody_signed_in_and_no_session() -> None:
    html = render_to_string("pages/about.html", request=RequestFactory().get("/sobre/"))
    assert "site-footer" in html
