"""The public page of an event: facts, rules, form, and results as they stand."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape

import pytest
from django.db import transaction
from django.test import Client
from django.utils.translation import override
from pytest_django.plugin import DjangoDbBlocker

from carteado.fair import DRAW_FORMAT, commitment
from carteado.regulation import load
from carteado.tournament.formats.plans import Plan, double_elimination, groups_then_knockout, knockout
from carteado.tournament.formats.stages import Filling, Kind
from carteado.tournament.matches.match_log import Game, Party
from carteado.tournament.operations import (
    CallMatch,
    CommitDraw,
    Confirm,
    HoldDraw,
    Operation,
    PairRound,
    Settle,
    StartMatch,
    Submit,
    WalkOver,
)
from carteado.tournament.running.dispatch import apply
from carteado.tournament.state.championship import Championship
from carteado.web.demo.cast import ORGANISER_EMAIL
from carteado.web.demo.seeding import seed
from carteado.web.display.bracket_drawing import Box, BoxState
from carteado.web.display.phases import Results, results_of
from carteado.web.display.plan_preview import MOST_DRAWN
from carteado.web.events.details import Details
from carteado.web.events.details_in_words import fee_in_words
from carteado.web.events.headlines import About, headline_of
from carteado.web.events.models import Document, DocumentKind, Event
from carteado.web.events.store import create
from carteado.web.kit.push.topics import render
from carteado.web.people.models import User

AT = datetime(2026, 3, 14, 12, tzinfo=UTC)
SECRET = bytes(32)
RUNNING, FINISHED, LOT, ENTRIES, DRAFT = (
    "copa-do-clube-xv",
    "tranca-afia",
    "torneio-da-praia",
    "tranca-das-comadres",
    "truco-no-mercado",
)


# --- the pages of the demo ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Mapping[str, str]:
    """The pages of the demo's events by their addresses, as a visitor and as the organiser see them."""
    with django_db_blocker.unblock(), transaction.atomic():
        seed()
        Document.objects.create(
            event=Event.objects.get(slug=RUNNING),
            kind=DocumentKind.TERMS,
            number=2,
            filename="termos.pdf",
            content=b"%PDF-",
            sha256="0" * 64,
        )
        visitor, organiser = Client(), Client()
        organiser.force_login(User.objects.get(email=ORGANISER_EMAIL))
        slugs = (RUNNING, FINISHED, LOT, ENTRIES)
        paths = [f"{prefix}/campeonatos/{slug}/" for prefix in ("", "/en") for slug in slugs]
        paths.append(f"/campeonatos/{RUNNING}/chave/")
        found = {path: _page(visitor, path) for path in paths}
        found[f"organiser {RUNNING}"] = _page(organiser, f"/campeonatos/{RUNNING}/")
        found[f"organiser {DRAFT}"] = _page(organiser, f"/campeonatos/{DRAFT}/")
        found[f"visitor {DRAFT}"] = str(visitor.get(f"/campeonatos/{DRAFT}/").status_code)
        found["pushed"] = unescape(render("evento", RUNNING, "pt-br"))
        found["pushed bracket"] = unescape(render("chave", RUNNING, "pt-br"))
        transaction.set_rollback(True)
    return found


def _page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return unescape(response.content.decode())


def test_an_event_says_what_where_and_when(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{RUNNING}/"]
    assert '<h1 class="page-title">Copa do Clube XV</h1>' in html
    assert "Truco · 32 duplas · Clube XV, Santos" in html
    assert "R$ 80,00 por dupla · Com almoço." in html
    assert '<meta property="og:title" content="Copa do Clube XV">' in html


def test_an_event_in_play_is_live_in_words_and_listens(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{RUNNING}/"]
    assert '<span class="tag tag--live">ao vivo</span>' in html
    assert f'data-live="/ao-vivo/evento/{RUNNING}"' in html
    assert f'data-live="/en/ao-vivo/evento/{RUNNING}"' in demo[f"/en/campeonatos/{RUNNING}/"]
    assert "data-live" not in demo[f"/campeonatos/{FINISHED}/"]


def test_what_is_pushed_is_what_the_page_has(demo: Mapping[str, str]) -> None:
    assert "Chamadas à mesa" in demo["pushed"]
    assert demo["pushed"].strip() in demo[f"/campeonatos/{RUNNING}/"]
    assert "Quartas de final" in demo["pushed bracket"]
    assert demo["pushed bracket"].strip() in demo[f"/campeonatos/{RUNNING}/chave/"]


def test_of_an_event_in_play_only_the_current_phase_is_open(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{RUNNING}/chave/"]
    chosen = re.findall(r'<input class="visually-hidden" type="radio" name="[^"]+" id="[^"]+"( checked)?>', html)
    assert [bool(one) for one in chosen] == [False, False, True, False, False]
    assert re.findall(r'<section class="phase-tabs__page" aria-label="([^"]+)">', html) == [
        "16 avos de final",
        "Oitavas de final",
        "Quartas de final",
        "Semifinais",
        "Final",
    ]


def test_a_knockout_is_drawn_with_names_and_scores(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{RUNNING}/chave/"]
    assert html.count('<g class="bracket__match') == 31
    assert html.count('<g class="bracket__match is-live') == 1
    assert "vence a partida 29" in html


def test_changed_rules_stand_there_with_their_article(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{RUNNING}/"]
    assert "O campeonato tem 32 duplas." in html
    assert 'regulamento/artigos/#art-2.1"' in html
    assert "como está escrito, nada mudou." not in html
    assert "como está escrito, nada mudou." in demo[f"/campeonatos/{FINISHED}/"]


def test_an_event_that_is_over_names_its_champions(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{FINISHED}/"]
    [champion] = re.findall(r'Dupla campeã</p><p class="page-title">([^<]+)</p>', html)
    assert f"Dupla campeã: {champion}" in html
    assert not re.search(r">[^<]*\bd\d\d\b", html)


def test_before_the_draw_there_are_no_results(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{ENTRIES}/"]
    assert "/chave/" not in html
    assert "Inscrições abrem" in html
    assert "Inscrições fecham" in html


def test_where_a_lot_decides_the_form_it_is_said(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{LOT}/"]
    assert "Um sorteio decide, no próprio evento, entre:" in html
    assert "<li>grupos e eliminatória</li>" in html


def test_papers_can_be_taken(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{RUNNING}/"]
    assert f'href="/campeonatos/{RUNNING}/documentos/terms/2/"' in html
    assert "termos.pdf" in html


def test_a_draft_is_for_those_who_prepare_it(demo: Mapping[str, str]) -> None:
    assert demo[f"visitor {DRAFT}"] == "404"
    assert "Truco no Mercado" in demo[f"organiser {DRAFT}"]


def test_only_who_may_edit_is_led_to_it(demo: Mapping[str, str]) -> None:
    link = f'href="/campeonatos/{RUNNING}/organizar/"'
    assert link in demo[f"organiser {RUNNING}"]
    assert link not in demo[f"/campeonatos/{RUNNING}/"]


@pytest.mark.django_db
def test_an_event_of_which_little_is_known_has_a_page(client: Client) -> None:
    organiser = User.objects.create_user("bia@exemplo.com.br")
    event = create(Details(regulation="faraes-2023-tranca", name="Só um nome", capacity=0), by=organiser)
    client.force_login(organiser)
    html = _page(client, f"/campeonatos/{event.slug}/")
    assert html.count("a anunciar") >= 2


def test_a_fee_is_in_reais_and_may_be_none() -> None:
    details = Details(regulation="faraes-2023-tranca", name="x", fee_cents=1234_50)
    with override("pt-br"):
        assert fee_in_words(details) == "R$ 1234,50 por dupla"
        assert fee_in_words(replace(details, fee_cents=0)) == "gratuita"
    with override("en"):
        assert fee_in_words(details) == "R$ 1234.50 a pair"


# --- results, played here -----------------------------------------------------------------------------------------


class Played:
    """A championship of canastra, moved on by operations."""

    def __init__(self, plan: Plan) -> None:
        self.now = Championship(event="praia", regulation=load("apcef-sc-2022-canastra"))
        self.names = {f"d{number}": f"Dupla {number}" for number in range(1, plan.entrants + 1)}
        self.do(Settle, plan=plan, pairs=tuple(self.names))
        for stage in plan.stages:
            if stage.filling is Filling.DRAWN and stage is plan.stages[0]:
                self.do(CommitDraw, draw=stage.id, commitment=commitment(f"{DRAW_FORMAT}|praia|{stage.id}", SECRET))
                self.do(HoldDraw, draw=stage.id, secret=SECRET.hex(), entropy="loteria")
            if stage.kind is Kind.SWISS:
                self.do(PairRound, stage=stage.id)

    def do(self, operation: Callable[..., Operation], **fields: object) -> None:
        self.now = apply(self.now, operation(by="user:1", at=AT, **fields))

    def play(self, match: str, *points: tuple[int, int]) -> None:
        games = tuple(Game(score, 0 if score[0] > score[1] else 1) for score in points)
        self.do(Submit, match=match, games=games)
        for party in Party:
            self.do(Confirm, match=match, version=0, party=party)

    def open_matches(self) -> Iterator[str]:
        return (match for match in self.now.fixtures if self.now.bracket.is_open(match))

    @property
    def results(self) -> Results:
        with override("pt-br"):
            found = results_of(self.now, self.names)
        assert found is not None
        return found


def boxes(event: Played) -> list[Box]:
    [stage] = event.results.stages
    assert stage.bracket is not None
    return [box for phase in stage.bracket.all_phases for box in phase.boxes]


def scores(box: Box) -> list[tuple[str, str]]:
    return [(line.score, line.state) for line in box.lines]


def test_before_anything_is_drawn_there_is_nothing_to_show() -> None:
    assert results_of(Championship(event="praia", regulation=load("truco-masters-2025")), {}) is None


def test_a_match_is_called_played_handed_in_and_confirmed() -> None:
    event = Played(knockout(4))
    first, _ = event.open_matches()
    assert boxes(event)[0].tag == "partida 1"
    event.do(CallMatch, match=first, table="7")
    assert (boxes(event)[0].tag, boxes(event)[0].state) == ("1 · mesa 7 · chamada", BoxState.WAITING)
    event.do(StartMatch, match=first)
    assert (boxes(event)[0].tag, boxes(event)[0].state) == ("1 · mesa 7 · ao vivo", BoxState.LIVE)
    event.do(Submit, match=first, games=(Game((3000, 1200), 0),))
    assert boxes(event)[0].tag == "1 · mesa 7 · a confirmar"
    assert scores(boxes(event)[0]) == [("", "known"), ("", "known")]
    for party in Party:
        event.do(Confirm, match=first, version=0, party=party)
    assert (boxes(event)[0].tag, boxes(event)[0].state) == ("1 · mesa 7", BoxState.DECIDED)
    assert scores(boxes(event)[0]) == [("3000", "winner"), ("1200", "loser")]


def test_open_places_say_whose_winner_they_await() -> None:
    final = boxes(Played(knockout(4)))[-1]
    assert [line.text for line in final.lines] == ["vence a partida 1", "vence a partida 2"]


def test_who_stays_away_has_w_o_and_no_points() -> None:
    event = Played(knockout(2))
    [match] = event.open_matches()
    pairs = event.now.bracket.pairs(match)
    assert pairs is not None
    event.do(WalkOver, match=match, absent=(pairs[0],), why="não veio")
    assert scores(boxes(event)[0]) == [("W.O.", "loser"), ("", "winner")]
    assert event.results.champion == event.names[pairs[1]]


def test_where_nobody_comes_the_bracket_has_no_hole() -> None:
    event = Played(knockout(4))
    for match in list(event.open_matches()):
        event.do(WalkOver, match=match, absent=event.now.bracket.pairs(match), why="ninguém veio")
    final = boxes(event)[-1]
    assert [line.text for line in final.lines] == ["ninguém", "ninguém"]
    assert event.results.champion == ""


def test_a_series_counts_the_games() -> None:
    event = Played(knockout(2, best_of=3))
    [match] = event.open_matches()
    event.play(match, (3000, 100), (100, 3000), (3000, 200))
    assert [score for score, _ in scores(boxes(event)[0])] == ["2", "1"]


def test_with_an_odd_field_nobody_is_shown_against_nobody() -> None:
    assert len(boxes(Played(knockout(5)))) == 4


def test_the_match_for_third_place_stands_aside() -> None:
    [stage] = Played(knockout(4, third_place=True)).results.stages
    assert stage.bracket is not None
    assert stage.bracket.aside is not None
    assert [line.text for line in stage.bracket.aside.boxes[0].lines] == ["perde a partida 1", "perde a partida 2"]


def test_a_field_that_is_too_large_to_be_drawn_is_listed() -> None:
    [stage] = Played(knockout(MOST_DRAWN + 1)).results.stages
    assert stage.bracket is None
    assert [phase.is_current for phase in stage.phases] == [True, *[False] * (len(stage.phases) - 1)]
    assert stage.phases[-1].title == "final"


def test_groups_have_their_tables_and_rounds() -> None:
    event = Played(groups_then_knockout(8, groups=2))
    groups, knocked_out = event.results.stages
    assert (groups.title, knocked_out.bracket is None) == ("Grupos", False)
    assert groups.phases[0].title == "fase de grupos, rodada 1"
    event.play(next(event.open_matches()), (3000, 1000))
    groups = event.results.stages[0]
    assert groups.phases[0].matches[0].tag == "1 · grupo A"


def test_one_group_of_all_is_not_called_a_phase_of_groups() -> None:
    event = Played(groups_then_knockout(4, groups=1))
    league = event.results.stages[0]
    assert league.title == "Todos contra todos"
    assert league.phases[0].title == "todos contra todos, rodada 1"
    assert league.phases[0].matches[0].phase == "todos contra todos"
    assert headline_of(event.now) == (About.PHASE, "league")
    assert headline_of(Played(groups_then_knockout(8, groups=2)).now) == (About.PHASE, "group")


def test_a_second_final_is_shown_only_if_it_must_be_played() -> None:
    event = Played(double_elimination(4))
    while (match := next(event.open_matches(), None)) is not None and not match.endswith("final"):
        event.play(match, (3000, 0))
    assert [phase.title for phase in event.results.stages[0].phases][-1] == "final"
    [final] = event.open_matches()
    event.play(final, (0, 3000))
    assert [phase.title for phase in event.results.stages[0].phases][-2:] == ["final, rodada 1", "final, rodada 2"]


def test_a_pair_without_a_name_is_shown_by_its_code() -> None:
    event = Played(knockout(2))
    event.names = {}
    assert {line.text for line in boxes(event)[0].lines} == {"d1", "d2"}
