"""After every step of an event, each way out says the same of a pair's place, and none shows a code to a person."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import strip_tags

from carteado.cli.context import Context
from carteado.cli.tournament.as_json import event_summary
from carteado.sheets.championship import Writer
from carteado.tournament.formats.plans import Plan, knockout_with_lucky_losers
from carteado.tournament.matches.match_log import Game, Party
from carteado.tournament.matches.timetable import MatchHour
from carteado.tournament.operations import Confirm, DisqualifyPair, SetHours, Submit, WalkOver
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.acts import Ground
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.printing.badges_and_certificates import certificates_paper
from carteado.web.printing.results_paper import results_paper
from carteado.web.results.result_files import sheets_of
from carteado.web.watch.pair_records import record_of
from carteado.web.watch.standings import standings_of
from carteado.web.watch.visible_event import visible_to_everybody
from tests.tournament.championships import target
from tests.web.world.halls import AF, FA, TM, append, drawn, hold_draw, name_of

pytestmark = pytest.mark.django_db
CODE = re.compile(
    r"\b(?:qualifying|quarter_finals|finals|knockout|league)-(?:\d|[A-Z]-|quarter|semi|final|third|round)"
)
PAGES = (
    "event",
    "standings",
    "bracket",
    "agenda",
    "pairs",
    "projector",
    "results-sheet",
    "event-statistics",
    "decisions",
    "event-rules",
)


class Hall:
    """An event whose matches go to the first pair, with what the losers score."""

    def __init__(
        self, regulation: str, pairs: int, *, with_delegations: bool = False, plan: Plan | None = None
    ) -> None:
        self.event = drawn(regulation, pairs, with_delegations=with_delegations, plan=plan)

    @property
    def now(self) -> Championship:
        self.event.refresh_from_db()
        return store.championship_of(self.event)

    def pairs(self, match: str) -> tuple[PairId, PairId]:
        pairs = self.now.bracket.pairs(match)
        assert pairs is not None
        return pairs

    def phase(self, phase: str) -> list[str]:
        return [match for match, one in self.now.fixtures.items() if one.phase == phase]

    def play(self, match: str, loser: int = 100) -> None:
        championship, at = self.now, timezone.now()
        game = Game((target(championship, championship.fixtures[match]), loser), 0)
        append(self.event, Submit(by="system", at=at, match=match, games=(game,)))
        parties = [one for one in Party if one in championship.confirmed_by]
        append(self.event, *(Confirm(by=one, at=at, match=match, version=0, party=one) for one in parties))

    def absent(self, match: str, pair: PairId) -> None:
        append(self.event, WalkOver(by="system", at=timezone.now(), match=match, absent=(pair,), why="não veio"))

    def disqualify(self, pair: PairId, ground: Ground = Ground.REFEREE) -> None:
        append(self.event, DisqualifyPair(by="system", at=timezone.now(), pair=pair, ground=ground, why="conduta"))

    def draw(self, name: str) -> None:
        append(self.event, hold_draw(name, timezone.now()))

    # --- every way out --------------------------------------------------------------------------------------------

    def ways_out(self) -> Iterator[tuple[str, dict[PairId, int | None]]]:
        """Each way out with the place that it gives to every pair."""
        championship = self.now
        visible = visible_to_everybody(self.event)
        codes = {name_of(code): code for code in championship.pairs}
        standings = standings_of(visible)
        assert standings is not None
        yield "standings", {codes[one.name]: one.rank for one in standings.places}
        yield "pair's page", {code: record_of(visible, code).rank or None for code in championship.pairs}
        rows = sheets_of(championship, Writer("pt", dict(visible.names)))["classificacao"].rows
        yield "sheet", {codes[str(row[1])]: row[0] if isinstance(row[0], int) else None for row in rows}
        paper = results_paper(visible, kicker="", address="https://x.test").values["places"]
        yield "paper", {codes[one["name"]]: int(one["rank"]) if one["rank"].isdecimal() else None for one in paper}
        summary = event_summary(championship, _context())["placings"]
        assert isinstance(summary, list)
        yield "json", {one["pair"]: one["rank"] for one in summary}

    def points_out(self) -> Iterator[tuple[str, dict[str, int]]]:
        """Each way out with the points that it gives to every delegation."""
        championship = self.now
        visible = visible_to_everybody(self.event)
        standings = standings_of(visible)
        assert standings is not None
        yield "standings", {one.name: one.points for one in standings.delegations}
        sheet = sheets_of(championship, Writer("pt", dict(visible.names))).get("delegacoes")
        yield "sheet", {str(row[0]): int(str(row[3])) for row in sheet.rows} if sheet else {}
        summary = event_summary(championship, _context())["delegation_points"]
        assert isinstance(summary, list)
        yield "json", {championship.delegation_name(one["delegation"]): one["points"] for one in summary}

    def check(self) -> dict[PairId, int]:
        """The places earned, which every way out gives alike."""
        (_first, places), *others = [(name, _earned(found)) for name, found in self.ways_out()]
        for name, found in others:
            assert found == places, name
        (_one, points), *others_points = self.points_out()
        for name, found_points in others_points:
            assert found_points == points, name
        return places

    def check_words(self, language: str) -> None:
        """No page or file shows a code."""
        client = Client(SERVER_NAME="localhost", HTTP_ACCEPT_LANGUAGE=language)
        with translation.override(language):
            paths = [reverse(name, args=[self.event.slug]) for name in PAGES]
            paths += [reverse("pair", args=[self.event.slug, code]) for code in self.now.pairs]
        for path in paths:
            answer = client.get(path)
            assert answer.status_code == 200, path
            assert not CODE.findall(strip_tags(answer.content.decode())), path
        sheets = sheets_of(self.now, Writer(language[:2], {}))
        cells = [str(cell) for sheet in sheets.values() for row in sheet.rows for cell in row]
        assert not [cell for cell in cells if CODE.search(cell)]

    def page(self, name: str, *arguments: str) -> str:
        """The words of a page in Portuguese."""
        with translation.override("pt-br"):
            path = reverse(name, args=[self.event.slug, *arguments])
        answer = Client(SERVER_NAME="localhost").get(path)
        return " ".join(strip_tags(answer.content.decode()).split())

    def file(self, name: str) -> str:
        path = reverse("results-file", args=[self.event.slug, name])
        return Client(SERVER_NAME="localhost").get(path).content.decode()

    def calendar(self, *pair: str) -> str:
        """The calendar of the event or of a pair."""
        path = reverse("pair-calendar" if pair else "calendar", args=[self.event.slug, *pair])
        return Client(SERVER_NAME="localhost").get(path).content.decode()


def _earned(places: dict[PairId, int | None]) -> dict[PairId, int]:
    return {pair: rank for pair, rank in places.items() if rank is not None}


def _context() -> Context:
    return Context(language="pt", json=True)


def test_af_12_every_way_out_names_a_place_and_points_once_they_are_earned() -> None:
    hall = Hall(AF, 6, with_delegations=True)
    first, second, third = hall.phase("qualifying")
    assert hall.check() == {}
    hall.play(first, loser=900)
    lost = hall.pairs(first)[1]
    assert hall.check() == {}
    assert "ainda pode seguir pela repescagem" in hall.page("pair", lost)
    absent = hall.pairs(second)[1]
    hall.absent(second, absent)
    assert "Fora por W.O." in hall.page("pair", absent)
    hall.check_words("pt-br")
    hall.play(third)
    assert hall.check() == {}
    assert "segue pela repescagem" in hall.page("pair", lost)
    assert "liminada" not in hall.page("pair", lost)
    hall.draw("finals")
    out = {absent, hall.pairs(third)[1]}
    assert hall.check() == dict.fromkeys(out, 5)
    points = dict(hall.points_out())["standings"]
    assert points == {f"Delegação {hall.pairs(third)[1]}": 2}
    for match in hall.phase("semi-final"):
        hall.play(match)
    assert hall.check() == dict.fromkeys(out, 5)
    [final], [third_place] = hall.phase("final"), hall.phase("third-place")
    champion, gone = hall.pairs(final)
    hall.disqualify(gone)
    places = hall.check()
    assert places == {**dict.fromkeys(out, 5), champion: 1}
    page = hall.page("pair", gone)
    assert "Desclassificada" in page
    assert "desistiu" not in page
    bronze, fourth = hall.pairs(third_place)
    hall.play(third_place)
    assert hall.check() == {**dict.fromkeys(out, 5), champion: 1, bronze: 3, fourth: 4}
    hall.check_words("en")
    points = dict(hall.points_out())["standings"]
    assert points[f"Delegação {gone}"] == 2
    assert f"Delegação {absent}" not in points
    with translation.override("pt-br"):
        paper = certificates_paper(visible_to_everybody(hall.event), address="https://x.test")
    assert paper is not None
    named = {one["with"] for one in paper.values["people"]} | {one["name"] for one in paper.values["people"]}
    for nobody in (gone, absent):
        assert not {name for name in named if nobody in name or name_of(nobody) == name}


def test_af_11_the_standings_say_out_of_which_phase_a_lucky_loser_came() -> None:
    """With one place a phase a pair may come back twice."""
    hall = Hall(AF, 10, plan=knockout_with_lucky_losers(10, one_place=True))
    for scored, match in enumerate(hall.phase("qualifying")):
        hall.play(match, 100 * scored)
    hall.draw("quarter_finals")
    for scored, match in enumerate(hall.phase("quarter-final")):
        hall.play(match, 100 * scored)
    page = hall.page("standings")
    first, second = (back.lucky[0].pair for back in hall.now.bracket.come_back())
    assert f"{name_of(first)} (fase classificatória): à frente de" in page
    assert f"{name_of(second)} (quartas de final): à frente de" in page


def test_tm_5_8_the_page_of_a_disqualified_pair_says_so_with_article_and_finality() -> None:
    hall = Hall(TM, 4)
    one = hall.pairs(hall.phase("semi-final")[0])[0]
    hall.disqualify(one, Ground.BREACH)
    hall.check()
    page = hall.page("pair", one)
    for words in ("Desclassificada", "5.7", "5.8", "definitiva", "não cabe recurso"):
        assert words in page, words
    assert "lugar" not in page.partition("Desclassificada")[0]


def test_a_league_table_marks_walkovers() -> None:
    hall = Hall(FA, 4)
    matches = hall.phase("group")
    gone = hall.pairs(matches[0])[1]
    hall.absent(matches[0], gone)
    assert hall.check() == {}
    assert "1 por W.O." in hall.page("standings")
    rows = sheets_of(hall.now, Writer("pt", {}))["partidas"].rows
    assert [row[-1] for row in rows].count("W.O.") == 1


def test_every_table_chart_and_calendar_marks_walkovers() -> None:
    hall = Hall(FA, 4)
    first, second, *_others = hall.phase("group")
    there, gone = hall.pairs(first)
    at = timezone.now().replace(microsecond=0) + timedelta(days=1)
    hours = tuple(MatchHour(match, at) for match in (first, second))
    append(hall.event, SetHours(by="system", at=timezone.now(), rounds=(), matches=hours))
    hall.absent(first, gone)
    hall.play(second)
    for page in ("standings", "projector", "event-statistics"):
        assert "1 por W.O." in hall.page(page), page
    assert "por W.O." in hall.page("encounter", there, gone)
    marked = "todos contra todos · W.O."
    for calendar in (hall.file("partidas.ics"), hall.calendar(), hall.calendar(gone)):
        assert calendar.count(marked) == 1
