"""The pages at which an event is followed: what they show of every form of dispute, with reasons, hours and links."""

import gzip
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from html import unescape

import brotli
import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from icalendar import Calendar, Component
from pytest_django.plugin import DjangoDbBlocker

from carteado.fair import DRAW_FORMAT, commitment
from carteado.regulation import load
from carteado.tournament.formats.plans import Plan, groups_then_knockout, knockout, swiss
from carteado.tournament.formats.stages import Filling
from carteado.tournament.matches.match_log import Game, Party
from carteado.tournament.operations import (
    CallMatch,
    CommitDraw,
    Confirm,
    HoldDraw,
    Operation,
    Settle,
    StartMatch,
    Submit,
    WalkOver,
)
from carteado.tournament.registrations.acts import Actor, Select
from carteado.tournament.registrations.acts import Role as Capacity
from carteado.tournament.running.dispatch import apply
from carteado.tournament.state.championship import Championship
from carteado.web.demo.seeding import seed
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.importing import ImportedOperation, import_event
from carteado.web.events.models import Event, Pair, Stage
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.watch.agenda import agenda_of, calendar_of, forecast_starts
from carteado.web.watch.current_matches import current_matches_of
from carteado.web.watch.pair_records import encounter_of, record_of
from carteado.web.watch.projector_slides import MOST_BESIDE, MOST_MATCHES, MOST_ROWS, screen_of
from carteado.web.watch.standings import standings_of
from carteado.web.watch.visible_event import VisibleEvent
from tests.web.registrations.review import reviewing

SECRET = bytes(32)
AT = timezone.now().replace(microsecond=0)
RUNNING, FINISHED, ENTRIES = "copa-do-clube-xv", "tranca-afia", "tranca-das-comadres"


# --- the demo -----------------------------------------------------------------------------------------------------

DEMO_PATHS = (
    *(f"/campeonatos/{RUNNING}/{page}" for page in ("", "chave/", "classificacao/", "agenda/", "duplas/", "telao/")),
    *(f"/campeonatos/{RUNNING}/{page}" for page in ("regulamento/", "duplas/d01/", "confronto/d01/d02/")),
    *(f"/campeonatos/{FINISHED}/{page}" for page in ("", "chave/", "classificacao/", "telao/")),
    *(f"/campeonatos/{ENTRIES}/{page}" for page in ("", "chave/", "classificacao/", "agenda/", "duplas/", "telao/")),
)


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Mapping[str, str]:
    """The pages of the demo's events as a visitor sees them."""
    store._championships.clear()  # another file's, under the same numbers
    with django_db_blocker.unblock(), transaction.atomic():
        seed()
        client = Client()
        found = {path: _page(client, path) for path in DEMO_PATHS}
        for path in (f"/campeonatos/{RUNNING}/agenda.ics", f"/campeonatos/{RUNNING}/duplas/d01/agenda.ics"):
            found[path] = client.get(path).content.decode()
        found["nobody"] = str(client.get(f"/campeonatos/{RUNNING}/duplas/d99/").status_code)
        found["picture"] = client.get(f"/campeonatos/{RUNNING}/imagem.png").content[:24].hex()
        transaction.set_rollback(True)
    return found


def _page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return unescape(response.content.decode())


def test_every_page_leads_to_the_others(demo: Mapping[str, str]) -> None:
    pages = ("", "chave/", "classificacao/", "agenda/", "duplas/", "regulamento/")
    for page in pages:
        html = demo[f"/campeonatos/{RUNNING}/{page}"]
        assert all(f'href="/campeonatos/{RUNNING}/{other}"' in html for other in pages)
        assert html.count('aria-current="page"') == 1


def test_before_the_draw_there_is_no_tab_that_leads_nowhere(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{ENTRIES}/"]
    assert f"/campeonatos/{ENTRIES}/chave/" not in html
    assert f'href="/campeonatos/{ENTRIES}/duplas/"' in html
    assert "Nada foi sorteado ainda" in demo[f"/campeonatos/{ENTRIES}/chave/"]


def test_while_entries_are_open_the_page_says_where_to_enter(demo: Mapping[str, str]) -> None:
    assert f'href="/campeonatos/{ENTRIES}/inscrever/"' in demo[f"/campeonatos/{ENTRIES}/"]
    assert "/inscrever/" not in demo[f"/campeonatos/{RUNNING}/"]


def test_the_page_of_an_event_begins_with_what_goes_on(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{RUNNING}/"]
    assert html.index("Chamadas à mesa") < html.index("Nas mesas") < html.index("Onde e quando")
    assert f'data-live="/ao-vivo/evento/{RUNNING}"' in html


def test_an_event_can_be_shared_in_three_ways(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{RUNNING}/"]
    link = f"http://testserver/campeonatos/{RUNNING}/"
    assert f'data-copy="{link}"' in html
    assert "https://wa.me/?text=" in html
    assert "share__qr" in html
    assert f'<meta property="og:image" content="{link}imagem.png">' in html


def test_the_picture_for_links_has_the_size_that_the_page_announces(demo: Mapping[str, str]) -> None:
    head = bytes.fromhex(demo["picture"])
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
    html = demo[f"/campeonatos/{RUNNING}/"]
    assert f'<meta property="og:image:width" content="{width}">' in html
    assert f'<meta property="og:image:height" content="{height}">' in html


def test_final_places_have_reasons_with_their_articles_and_names_not_codes(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{FINISHED}/classificacao/"]
    rows = re.findall(r'<span class="ranks__why">(.*?)</span>', html)
    assert len(rows) == 12 + 12  # the places, and what each brought its delegation
    assert all('class="article"' in row for row in rows)
    assert "Venceu a final contra" in rows[0]
    assert not re.search(r">[^<]*\bd\d\d\b", html)


def test_lucky_losers_are_told_with_the_reason(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{FINISHED}/classificacao/"]
    told = html[html.index("Repescagem") : html.index("Delegações")]
    assert told.count("<li>") == 2
    assert "por pontos marcados" in told
    assert 'class="article"' in told


def test_delegations_have_their_points(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{FINISHED}/classificacao/"]
    assert re.findall(r'<td class="number score">(\d+)</td>', html)[:4] == ["10", "6", "4", "2"]


def test_a_pair_that_nobody_knows_has_no_page(demo: Mapping[str, str]) -> None:
    assert demo["nobody"] == "404"


def test_the_rules_in_force_mark_what_the_event_changed(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{RUNNING}/regulamento/"]
    changed = re.findall(r"<li id=\"([^\"]+)\">[^<]*<span class=\"tag tag--new\">mudou</span>", html)
    assert changed == ["regra-selection-pairs"]


def test_calendars_have_the_matches_with_their_hours(demo: Mapping[str, str]) -> None:
    everybody = Calendar.from_ical(demo[f"/campeonatos/{RUNNING}/agenda.ics"])
    own = Calendar.from_ical(demo[f"/campeonatos/{RUNNING}/duplas/d01/agenda.ics"])
    told = [str(one["summary"]) for one in everybody.walk("VEVENT")]
    assert told[0] == "Copa do Clube XV"
    assert len(told) > 24
    of_pair = [str(one["summary"]) for one in own.walk("VEVENT")]
    assert 2 <= len(of_pair) < len(told)
    assert len({str(one["uid"]) for one in everybody.walk("VEVENT")}) == len(told)


# --- championships played here ------------------------------------------------------------------------------------


class Played:
    """A championship of canastra, moved on by operations, minute by minute."""

    def __init__(self, plan: Plan) -> None:
        self.now = Championship(event="praia", regulation=load("apcef-sc-2022-canastra"))
        self.at = AT - timedelta(hours=3)
        self.names = {f"d{number}": f"Dupla {number}" for number in range(1, plan.entrants + 1)}
        self.do(Settle, plan=plan, pairs=tuple(self.names))
        first = plan.stages[0]
        if first.filling is Filling.DRAWN:
            sealed = commitment(f"{DRAW_FORMAT}|praia|{first.id}", SECRET)
            self.do(CommitDraw, draw=first.id, commitment=sealed)
            self.do(HoldDraw, draw=first.id, secret=SECRET.hex(), entropy="loteria")

    def do(self, operation: Callable[..., Operation], **fields: object) -> None:
        self.now = apply(self.now, operation(by="user:1", at=self.at, **fields))

    def call(self, match: str, table: str) -> None:
        self.do(CallMatch, match=match, table=table)
        self.do(StartMatch, match=match)

    def decide(self, match: str, winner: int = 0, points: int = 3000, *, minutes: int = 30) -> None:
        self.at += timedelta(minutes=minutes)
        score = (points, 100) if winner == 0 else (100, points)
        self.do(Submit, match=match, games=(Game(score, 0 if winner == 0 else 1),))
        for party in Party:
            self.do(Confirm, match=match, version=0, party=party)

    def open_matches(self) -> list[str]:
        return [match for match in self.now.fixtures if self.now.bracket.is_open(match)]

    @property
    def shown(self) -> VisibleEvent:
        event = Event(slug="praia", name="Praia", stage=Stage.RUNNING, place="Armação", day=AT.date())
        return VisibleEvent(event=event, championship=self.now, names=self.names)


def test_now_tells_called_from_playing_from_decided() -> None:
    event = Played(knockout(8))
    one, two, three, four = event.open_matches()
    event.call(one, "2")
    event.call(two, "10")
    event.do(CallMatch, match=three, table="1")
    event.decide(one)
    current = current_matches_of(event.shown)
    assert [match.id for match in current.called] == [three]
    assert [match.id for match in current.playing] == [two]
    assert [match.id for match in current.ended] == [one]
    assert [match.id for match in current.next_up] == [four]
    assert [match.table for match in current.at_tables] == ["1", "10"]


def test_a_result_is_news_for_half_an_hour() -> None:
    event = Played(knockout(4))
    one, two = event.open_matches()
    event.call(one, "1")
    event.decide(one)
    assert [match.id for match in current_matches_of(event.shown).ended] == [one]
    event.call(two, "1")
    event.decide(two, minutes=31)
    assert [match.id for match in current_matches_of(event.shown).ended] == [two]


def test_groups_have_tables_with_a_reason_for_every_rank() -> None:
    event = Played(groups_then_knockout(8, groups=2))
    event.call(match := event.open_matches()[0], "1")
    event.decide(match)
    with override("pt-br"):
        standings = standings_of(event.shown)
    assert standings is not None
    assert [table.title for table in standings.tables] == ["grupo A", "grupo B"]
    top = standings.tables[0].rows[0]
    assert (top.rank, top.wins, top.played, top.balance) == (1, 1, 1, 2900)
    assert all(row.reason.text for table in standings.tables for row in table.rows)
    assert "Dupla" in top.reason.text


def test_a_swiss_has_one_table() -> None:
    standings = standings_of(Played(swiss(6, rounds=2)).shown)
    assert standings is None or len(standings.tables) == 1


def test_hours_are_those_of_the_clock_and_the_others_are_foreseen_from_them() -> None:
    event = Played(knockout(8))
    event.at = AT - timedelta(minutes=41)
    one, two, *_ = event.open_matches()
    event.call(one, "1")
    event.call(two, "2")
    began = event.at
    event.decide(one, minutes=40)
    matches = {turn.match.id: turn for sitting in agenda_of(event.shown, 2) for turn in sitting.matches}
    assert (matches[one].at, matches[one].is_forecast) == (began, False)
    final = matches["knockout-final"]
    assert final.is_forecast
    assert final.at is not None
    # Two more of the first round, two semi-finals and the final, 40 minutes each, on two tables.
    assert timedelta(minutes=80) <= final.at - event.at <= timedelta(minutes=150)
    assert final.at.minute % 5 == 0


def calendar(event: Played, pair: str | None = None) -> dict[str, Component]:
    """The entries by the last part of their ids: the matches, and the event itself."""
    with override("pt-br"):
        found = Calendar.from_ical(calendar_of(event.shown, 2, pair=pair)).walk("VEVENT")
    return {str(one["uid"]).removesuffix("@carteado").removeprefix("praia-"): one for one in found}


def test_a_calendar_has_the_day_and_every_match_with_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: AT)
    event = Played(knockout(8))
    event.at = AT - timedelta(minutes=50)
    assert list(calendar(event)) == ["praia"]
    one, two, three, four = event.open_matches()
    event.do(CallMatch, match=one, table="2")
    event.do(CallMatch, match=four, table="3")
    called = event.at
    found = calendar(event)
    assert list(found) == ["praia", one, four]
    assert found["praia"].decoded("dtstart") == AT.date()  # a whole day
    assert found["praia"].decoded("dtend") == AT.date() + timedelta(days=1)
    assert found["praia"]["location"] == "Armação"
    assert (found[one].decoded("dtstart"), found[one].decoded("dtend")) == (called, called + timedelta(hours=1))
    assert found[one]["location"] == "Mesa 2 · Armação"

    absent = event.now.bracket.pairs(four)
    event.do(WalkOver, match=four, absent=absent[:1] if absent else (), why="não veio")
    event.decide(one, minutes=40)  # nobody pressed “start”
    assert calendar(event)[one].decoded("dtend") == called + timedelta(minutes=40)
    event.call(two, "1")
    event.decide(two, minutes=9)
    found = calendar(event)
    assert set(found) == {"praia", *event.now.fixtures}
    assert found[three]["location"] == found["knockout-final"]["location"] == "Armação"
    assert "hora prevista" in str(found["knockout-final"]["description"])
    assert all("prevista" not in str(found[match]["description"]) for match in (one, two, four))
    assert four in calendar(event, absent[0] if absent else None)


def test_before_the_first_result_nothing_is_foreseen() -> None:
    event = Played(knockout(8))
    event.call(event.open_matches()[0], "1")
    assert forecast_starts(event.shown, 2) == {}


def test_what_was_foreseen_and_is_past_is_not_told() -> None:
    event = Played(knockout(4))
    event.at = AT - timedelta(days=3)
    one, _ = event.open_matches()
    event.call(one, "1")
    event.decide(one)
    assert forecast_starts(event.shown, 1) == {}


def test_a_pair_has_its_record_and_its_next_match() -> None:
    event = Played(knockout(4))
    one, _ = event.open_matches()
    first, second = event.now.bracket.pairs(one) or ("", "")
    event.call(one, "1")
    event.decide(one)
    winner, loser = record_of(event.shown, first), record_of(event.shown, second)
    assert (winner.wins, winner.losses, winner.scored, winner.conceded) == (1, 0, 3000, 100)
    assert winner.next_one is not None
    assert winner.next_one.id == "knockout-final"
    assert (loser.wins, loser.losses, loser.next_one) == (0, 1, None)
    assert loser.rank == winner.rank == 0  # no place is earned yet


def test_two_pairs_are_compared_by_what_they_played() -> None:
    event = Played(groups_then_knockout(8, groups=2))
    matches = [match for match in event.open_matches() if event.now.fixtures[match].group == 0]
    for match in matches:
        event.call(match, "1")
        event.decide(match)
    one, two, three, *_ = event.now.bracket.members(event.now.plan.stages[0].id, 0)
    met = encounter_of(event.shown, one, two)
    assert len(met.matches) == 1
    assert event.names[three] in [common.name for common in met.common]


# --- the projector ------------------------------------------------------------------------------------------------


def test_no_page_of_the_projector_has_more_than_can_be_read() -> None:
    event = Played(knockout(32))
    matches = event.open_matches()
    for number, match in enumerate(matches[:11], start=1):
        event.call(match, str(number))
    for number, match in enumerate(matches[11:], start=12):
        event.do(CallMatch, match=match, table=str(number))
    with override("pt-br"):
        screen = screen_of(event.shown)
    assert sum(len(slide.matches) for slide in screen.slides) == 16
    assert max(len(slide.matches) for slide in screen.slides) <= MOST_MATCHES
    assert len(screen.called) <= MOST_BESIDE
    assert max(len(column.boxes) for slide in screen.slides for column in slide.columns) <= 4
    assert len({slide.id for slide in screen.slides}) == len(screen.slides)


def test_a_part_of_the_bracket_shows_who_meets_whom_next() -> None:
    event = Played(knockout(16))
    with override("pt-br"):
        parts = [slide for slide in screen_of(event.shown).slides if slide.columns]
    assert [[len(column.boxes) for column in part.columns] for part in parts] == [[4, 2, 1]] * 2
    for part in parts:
        first, second, _ = part.columns
        feeders = {line.feeder for box in second.boxes for line in box.lines}
        assert {box.id for box in first.boxes} == feeders


def test_tables_are_shown_in_pages_and_the_champions_first() -> None:
    event = Played(groups_then_knockout(16, groups=2))
    with override("pt-br"):
        rows = [slide.rows for slide in screen_of(event.shown).slides if slide.rows]
    assert [len(part) for part in rows] == [7, 1, 7, 1]
    assert max(map(len, rows)) <= MOST_ROWS
    won = Played(knockout(2))
    won.decide(won.open_matches()[0])
    with override("pt-br"):
        first, *_ = screen_of(won.shown).slides
    assert first.champion in won.names.values()


def test_the_projector_turns_its_pages_without_scripts_too(demo: Mapping[str, str]) -> None:
    html = demo[f"/campeonatos/{RUNNING}/telao/"]
    slides = re.findall(r'data-slide="([^"]+)"( hidden)?', html)
    assert [bool(hidden) for _, hidden in slides] == [False, *[True] * (len(slides) - 1)]
    assert '<noscript><meta http-equiv="refresh" content="15; url=?tela=2"></noscript>' in html
    assert f'data-live="/ao-vivo/telao/{RUNNING}"' in html
    assert "Mesa 1, agora" in html
    assert "Dupla campeã" in demo[f"/campeonatos/{FINISHED}/telao/"]


@pytest.mark.django_db
def test_a_bracket_of_64_pairs_is_a_small_page(client: Client) -> None:
    event = Played(knockout(64))
    for number, match in enumerate(event.open_matches(), start=1):
        event.call(match, str(number))
        event.decide(match, number % 2, minutes=1)
    organiser = User.objects.create_user("celia@exemplo.com.br")
    details = Details(regulation="apcef-sc-2022-canastra", name="Praia", capacity=64, tables=32)
    done = [ImportedOperation(one) for one in event.now.log]
    made = import_event(
        details, done, team={Role.ORGANISER: organiser}, at=datetime(2026, 3, 1, tzinfo=UTC), slug="praia"
    )
    Pair.objects.bulk_create(
        Pair(event=made, code=code, name=f"Conceição Albuquerque e Raimunda {code}") for code in event.names
    )
    content = client.get("/campeonatos/praia/chave/").content
    assert content.count(b'<g class="bracket__match') == 63
    assert len(brotli.compress(content, quality=5)) < 25_000
    assert len(gzip.compress(content)) < 50_000
    assert len(content) < 300_000


# --- who is named ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_nobody_is_named_who_has_not_said_yes_himself_or_has_no_place_yet() -> None:
    """Before the field is settled: a partner who has not confirmed, and a pair that only waits."""
    event = reviewing.an_open_event()
    reviewing.a_pair(event, "Xerxes Prado", "Ivo Lemos", confirmed=False)
    reviewing.a_pair(event, "Zeca Rocha", "Abel Dias")
    page = Client().get(f"/campeonatos/{event.slug}/duplas/").content.decode()
    assert "Xerxes" not in page
    assert "Zeca" not in page
    [code] = [pair.code for pair in event.pairs_named.all() if "Zeca" in pair.name]
    now = timezone.now()
    reviewing.change(event, code, Select(by=Actor(Capacity.ORGANISER, "user:1"), at=now))
    assert "Zeca" in Client().get(f"/campeonatos/{event.slug}/duplas/").content.decode()
    assert Client().get(f"/campeonatos/{event.slug}/duplas/d0001/").status_code == 404
