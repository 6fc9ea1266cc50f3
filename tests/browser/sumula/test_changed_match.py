"""A final that a correction takes away from under the phone of its table: it says so and goes on with the new one."""

import pytest
from playwright.sync_api import expect

from tests.browser.sumula.sheet_scorer import Place, Scorer, asked
from tests.browser.sumula.switchable_site import ALL_THERE, Club, worker_is_ready

pytestmark = pytest.mark.slow

MAKES_A_FINAL = """
import json
from carteado.web.kit.guarding.policy import Role
from carteado.web.sumula.sheet_writing import append, note
from tests.web.sumula.sumula_playing import a_called_final
from tests.web.sumula.sumulas import a_device, truco_hand
from tests.web.world.halls import team
people = team()
sheet = a_called_final(people)
append(sheet, note("hand", place=0, hand=truco_hand(0, 3)), by=people[Role.REFEREE])
print(json.dumps([sheet.code, [a_device(sheet.event)]]))
"""
CORRECTS = """
from carteado.web.events.models import Event
from tests.web.sumula.sumula_playing import corrected
corrected(Event.objects.get())
print(1)
"""
CALLS_AGAIN = """
import json
from carteado.web.events.models import Event
from tests.web.sumula.sumulas import called
print(json.dumps(called(Event.objects.get(), "knockout-final", {table!r}).code))
"""
MOVES = """
from django.utils import timezone
from carteado.tournament.operations import CallMatch
from carteado.web.sumula.models import Sheet
from tests.web.world.halls import append
sheet = Sheet.objects.get()
append(sheet.event, CallMatch(by="system", at=timezone.now(), match=sheet.match, table="3"))
print(1)
"""
ON_SHEET = """
import json
from carteado.web.sumula.models import Sheet
sheet = Sheet.objects.get(code={code!r})
print(json.dumps([sheet.seq, sheet.set_aside.count()]))
"""


def a_final(club: Club) -> Place:
    found = asked(club.environment, MAKES_A_FINAL)
    assert isinstance(found, list)
    return Place(*found)


def written(club: Club, code: str) -> object:
    """What the server has on a sheet, and what it keeps for the referee."""
    return asked(club.environment, ON_SHEET.format(code=code))


def test_a_phone_online_says_that_its_match_was_changed_and_opens_the_new_sheet(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        place = a_final(club)
        scorer = Scorer(phone)
        page = scorer.page
        scorer.sit_down(place.secrets[0])
        expect(page.locator(".half__score").first).to_have_text("3")
        asked(club.environment, CORRECTS)
        taken = page.locator(".taken")
        expect(taken).to_contain_text("Esta partida mudou", timeout=20_000)
        expect(taken).to_contain_text("Depois de uma correção, quem joga esta partida é")
        expect(page.locator(".half")).to_have_count(0)
        code = str(asked(club.environment, CALLS_AGAIN.format(table="1")))
        expect(page.locator(".half__score").first).to_have_text("0", timeout=20_000)
        assert page.url.endswith(f"/sumula/{code}/")
        told = page.locator(".told")
        expect(told).to_contain_text("Esta é a súmula de agora")
        scorer.truco(1, 3)
        expect(scorer.network).to_have_text(ALL_THERE)
        assert (written(club, place.code), written(club, code)) == ([1, 0], [1, 0])
        told.get_by_role("button", name="Entendi").click()
        expect(told).to_have_count(0)
        page.goto(f"/sumula/{place.code}/")
        expect(taken).to_contain_text("Esta partida mudou")
        page.wait_for_timeout(6_000)
        assert page.url.endswith(f"/sumula/{place.code}/"), "somebody wants to read it"


def test_a_phone_that_was_offline_for_hours_brings_its_hands_to_the_referee(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone, club.phone("arbitro") as other:
        place = a_final(club)
        scorer = Scorer(phone)
        page = scorer.page
        scorer.sit_down(place.secrets[0])
        worker_is_ready(scorer)
        expect(scorer.network).to_have_text(ALL_THERE)
        phone.set_offline(True)
        for _ in range(2):
            scorer.truco(1, 3)
        expect(scorer.network).to_contain_text("sem rede, 2 mãos só neste celular")
        asked(club.environment, CORRECTS)
        code = str(asked(club.environment, CALLS_AGAIN.format(table="1")))
        page.reload()
        expect(page.locator(".half__score").nth(1)).to_have_text("6")
        phone.set_offline(False)
        expect(page.locator(".told")).to_contain_text(
            "O que você anotou não conta mais; está com o árbitro.", timeout=30_000
        )
        assert page.url.endswith(f"/sumula/{code}/")
        expect(page.locator(".half__score").nth(1)).to_have_text("0")
        assert (written(club, place.code), written(club, code)) == ([1, 2], [0, 0])
        page.goto("/sumula/")
        expect(page.locator(".shelf", has_text="2 anotações com o árbitro")).to_be_visible()
        expect(page.locator(".shelf__unsent", has_text="só neste celular")).to_have_count(0)
        desk = other.new_page()
        desk.goto(club.way_in())
        desk.get_by_role("main").get_by_role("button").first.click()
        desk.goto("/campeonatos/salao/arbitragem/")
        desk.get_by_role("link", name="2 anotações para uma partida que mudou").click()
        panel = desk.locator(".panel", has_text="Mão 2")
        expect(panel).to_contain_text("0 × 3")
        panel.get_by_role("button", name="Visto").click()
        expect(desk.get_by_text("visto por Referee")).to_have_count(2)


def test_a_match_that_is_called_to_another_table_is_not_noted_at_two(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        place = club.table()
        scorer = Scorer(phone)
        page = scorer.page
        scorer.sit_down(place.secrets[0])
        asked(club.environment, MOVES)
        expect(page.locator(".taken")).to_contain_text("Esta partida foi chamada para a mesa 3.", timeout=20_000)
        page.get_by_role("button", name="Continuar nesta partida").click()
        scorer.truco(0, 3)
        expect(scorer.network).to_have_text(ALL_THERE)
        assert written(club, place.code) == [1, 0]


def test_tm_18_the_clock_of_a_match_stands_before_it_and_stays_offline(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        place = club.table()
        scorer = Scorer(phone)
        page = scorer.page
        scorer.sit_down(place.secrets[0])
        worker_is_ready(scorer)
        face = scorer.open("Menu da súmula").locator(".clock__face")
        seen = set()
        for _ in range(14):
            seen.add(face.inner_text())
            page.wait_for_timeout(500)
        assert seen == {"1:00:00"}
        scorer.back()
        scorer.truco(0)
        expect(scorer.network).to_have_text(ALL_THERE)
        scorer.open("Menu da súmula")
        expect(face).to_contain_text("59:5")
        phone.set_offline(True)
        page.reload()
        expect(scorer.network).to_contain_text("sem rede")
        scorer.open("Menu da súmula")
        expect(face).to_contain_text("59:")


UNDOES = """
from django.utils import timezone
from carteado.tournament.operations import Undo
from carteado.web.events.models import Event
from tests.web.world.halls import append
append(Event.objects.get(), *(Undo(by="user:1", at=timezone.now()) for _ in range(2)))
print(1)
"""


def test_two_phones_with_the_acceptance_open_neither_accepts_a_match_that_is_no_more(club: Club) -> None:
    """One is online, the other without a network for hours; then the correction and the call are undone."""
    with club.open(), club.phone("um") as one, club.phone("dois") as two:
        place = a_final(club)
        first, second = Scorer(one), Scorer(two)
        for scorer in (first, second):
            scorer.sit_down(place.secrets[0])
            worker_is_ready(scorer)
        for _ in range(3):
            first.tap(first.half(0))
            first.tap(first.key("vale 3"))
        expect(second.page.locator(".result__score b").first).to_have_text("12", timeout=20_000)
        two.set_offline(True)
        dialogs = [scorer.page.get_by_role("dialog") for scorer in (first, second)]
        for scorer, dialog in zip((first, second), dialogs, strict=True):
            scorer.page.get_by_role("button", name="Conferir", exact=True).click()
            expect(dialog).to_be_visible()
        asked(club.environment, CORRECTS)
        expect(dialogs[0]).to_have_count(0, timeout=20_000)
        expect(first.page.locator(".taken")).to_contain_text("Esta partida mudou")
        for side in (".hold--sol", ".hold--lua"):
            second.page.locator(side).locator(".hold__sign").click(delay=1200)
        code = str(asked(club.environment, CALLS_AGAIN.format(table="1")))
        two.set_offline(False)
        for scorer in (first, second):
            expect(scorer.page).to_have_url(f"{club.address}/sumula/{code}/", timeout=40_000)
            expect(scorer.page.locator(".half__score").first).to_have_text("0")
        assert (written(club, place.code), written(club, code)) == ([4, 2], [0, 0])
        asked(club.environment, UNDOES)
        for scorer in (first, second):
            expect(scorer.page).to_have_url(f"{club.address}/sumula/{place.code}/", timeout=40_000)
        expect(second.network).to_have_text(ALL_THERE, timeout=20_000)
        assert written(club, code) == [0, 0]
        assert written(club, place.code) == [6, 2], "what was with the referee counts again"


LOSES = """
from carteado.web.sumula.models import Sheet, SheetEntry
SheetEntry.objects.filter(sheet__code={code!r})._raw_delete("default")
Sheet.objects.filter(code={code!r})._raw_delete("default")
print(1)
"""


def test_a_sheet_lost_with_an_older_copy_of_the_site_goes_along_to_the_new_one(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        place = club.table()
        scorer = Scorer(phone)
        page = scorer.page
        scorer.sit_down(place.secrets[0])
        scorer.truco(0, 3)
        expect(scorer.network).to_have_text(ALL_THERE)
        asked(club.environment, LOSES.format(code=place.code))
        unknown = page.locator(".taken")
        expect(unknown).to_contain_text("O site não tem esta súmula", timeout=20_000)
        expect(page.locator(".half")).to_have_count(0)
        page.get_by_role("button", name="Levar a anotação (1) para esta súmula").click()
        expect(page.locator(".half__score").first).to_have_text("3")
        expect(scorer.network).to_have_text(ALL_THERE)
        assert place.code not in page.url
        assert written(club, page.url.rstrip("/").rpartition("/")[2]) == [1, 0]
