"""The súmula when the network goes, the battery dies, two phones count the same table, and the server starts anew."""

import pytest
from playwright.sync_api import expect

from tests.browser.sumula.sheet_scorer import Scorer, asked
from tests.browser.sumula.switchable_site import AF, ALL_THERE, Club, worker_is_ready

pytestmark = pytest.mark.slow

RESULT_OF = """
import json
from carteado.web.events import store
from carteado.web.sumula.models import Sheet
sheet = Sheet.objects.select_related("event").get(code={code!r})
[submission] = store.championship_of(sheet.event).logs[sheet.match].submissions
print(json.dumps(submission.games[0].points))
"""


def test_the_network_goes_in_the_middle_of_a_hand_and_nothing_is_lost(club: Club) -> None:
    with club.open():
        place = club.table(AF)
        with club.phone("mesa") as phone:
            scorer = Scorer(phone)
            scorer.sit_down(place.secrets[0])
            worker_is_ready(scorer)
            expect(scorer.network).to_have_text(ALL_THERE)
            scorer.count("Sim", 1, 1)
            phone.set_offline(True)
            scorer.count(0, 20, 2, 0, 0, "Pegou")
            scorer.page.reload()
            expect(scorer.page.locator("#cell-0-melded\\:A-K .cell__value")).to_have_text("20")
            expect(scorer.network).to_contain_text("sem rede, tudo guardado")
            scorer.page.locator("#cell-1-clean").click()
            scorer.count(0, 1, 0, 14, 7, 1, 0, "Não pegou")
            scorer.close_hand()
            expect(scorer.network).to_contain_text("sem rede, 1 mão só neste celular")
            assert club.server_has(place) == ([0, 0], 0)
            scorer.page.reload()
            expect(scorer.page.locator(".top__place")).to_contain_text("mão 2")
            expect(scorer.network).to_contain_text("1 mão só neste celular")
        # the battery is dead; another day, the same phone
        with club.phone("mesa") as phone:
            scorer = Scorer(phone)
            scorer.page.goto(f"/sumula/{place.code}/")
            expect(scorer.network).to_have_text(ALL_THERE)
            assert scorer.scores == ["580", "\N{MINUS SIGN}30"]
        assert club.server_has(place) == ([580, -30], 1)


def test_a_phone_that_dies_offline_opens_offline_with_everything(club: Club) -> None:
    with club.open():
        place = club.table()
        with club.phone("mesa") as phone:
            scorer = Scorer(phone)
            scorer.sit_down(place.secrets[0])
            worker_is_ready(scorer)
            phone.set_offline(True)
            scorer.truco(0, 3)
            scorer.truco(1)
    with club.phone("mesa") as phone:
        scorer = Scorer(phone)
        scorer.page.goto(f"/sumula/{place.code}/")
        expect(scorer.page.locator(".half__score").first).to_have_text("3")
        expect(scorer.network).to_contain_text("2 mãos só neste celular")
        scorer.truco(1)
        with club.open():
            scorer.network.click()
            scorer.page.get_by_role("button", name="Tentar agora").click()
            scorer.back()
            expect(scorer.network).to_have_text(ALL_THERE)
            assert club.server_has(place) == ([3, 2], 3)


def test_a_server_that_starts_anew_gets_what_it_missed_once(club: Club) -> None:
    with club.phone("mesa") as phone:
        scorer = Scorer(phone)
        with club.open():
            place = club.table()
            scorer.sit_down(place.secrets[0])
            scorer.truco(0, 3)
            expect(scorer.network).to_have_text(ALL_THERE)
        scorer.truco(0, 3)
        expect(scorer.network).to_contain_text("1 mão só neste celular")
        with club.open():
            expect(scorer.network).to_have_text(ALL_THERE, timeout=30_000)
            assert club.server_has(place) == ([6, 0], 2)


def test_two_phones_offline_merge_and_the_table_says_what_was_played(club: Club) -> None:
    with club.open(), club.phone("um") as one, club.phone("dois") as two:
        place = club.table(devices=2)
        scorers = [Scorer(one), Scorer(two)]
        for scorer, secret in zip(scorers, place.secrets, strict=True):
            scorer.sit_down(secret)
            expect(scorer.network).to_have_text(ALL_THERE)
        first, second = scorers
        one.set_offline(True)
        two.set_offline(True)
        first.truco(0, 3)
        second.truco(0, 3)
        first.truco(1)
        second.truco(1, 3)
        one.set_offline(False)
        expect(first.network).to_have_text(ALL_THERE, timeout=30_000)
        two.set_offline(False)
        expect(second.network).to_have_text(ALL_THERE, timeout=30_000)
        assert club.server_has(place) == ([3, 1], 2), "the first of each, once"
        asking = second.page.locator(".notice--ask")
        expect(asking).to_contain_text("A mão 1 veio igual de dois celulares")
        asking.click()
        second.page.get_by_role("button", name="Foi uma só", exact=True).click()
        expect(second.page.get_by_role("dialog")).to_contain_text("A mão 2 veio diferente de dois celulares")
        theirs = second.page.locator(".question__version", has_text="este celular")
        theirs.get_by_role("button", name="Vale esta").click()
        expect(second.page.get_by_role("dialog")).to_have_count(0)
        expect(second.network).to_have_text(ALL_THERE)
        expect(first.page.locator(".half__score").nth(1)).to_have_text("3", timeout=20_000)
        assert club.server_has(place) == ([3, 3], 2)


def test_a_finished_match_goes_to_the_championship_and_the_phone_to_the_next_one(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        place = club.table()
        scorer = Scorer(phone)
        scorer.sit_down(place.secrets[0])
        for _ in range(4):
            scorer.truco(0, 3)
        page = scorer.page
        page.get_by_role("button", name="Conferir").click()
        for side in (".hold--sol", ".hold--lua"):
            page.locator(side).locator(".hold__sign").click(delay=1200)
        expect(page.locator(".result__done")).to_be_visible()
        expect(scorer.network).to_have_text(ALL_THERE)
        page.get_by_role("button", name="Próxima partida desta mesa").click()
        expect(page.locator("main")).to_contain_text("falta o árbitro confirmar")
        assert asked(club.environment, RESULT_OF.format(code=place.code)) == [12, 0]


def test_a_device_that_was_revoked_is_told_and_keeps_what_it_has(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        place = club.table()
        scorer = Scorer(phone)
        scorer.sit_down(place.secrets[0])
        scorer.truco(0)
        expect(scorer.network).to_have_text(ALL_THERE)
        club.revoke_all()
        scorer.truco(0)
        expect(scorer.network).to_have_text("1 mão só neste celular")
        scorer.network.click()
        expect(scorer.page.get_by_role("dialog").locator(".notice--error")).to_be_visible()


def test_somebody_of_the_team_keeps_a_sheet_without_a_device(club: Club) -> None:
    with club.open(), club.phone("arbitro") as phone:
        place = club.table()
        scorer = Scorer(phone)
        scorer.page.goto(club.way_in())
        scorer.page.get_by_role("main").get_by_role("button").first.click()
        scorer.page.goto(f"/sumula/{place.code}/")
        expect(scorer.page.locator(".sheet")).to_be_visible()
        scorer.truco(1, 6)
        expect(scorer.network).to_have_text(ALL_THERE)
        phone.clear_cookies(name="csrftoken")
        scorer.truco(1, 3)
        expect(scorer.network).to_have_text(ALL_THERE)
        assert club.server_has(place) == ([0, 9], 2)


def test_the_sheet_is_taken_over_from_a_phone_that_finds_no_network(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone, club.phone("outra") as other:
        place = club.table(devices=2)
        scorer = Scorer(phone)
        scorer.sit_down(place.secrets[0])
        expect(scorer.network).to_have_text(ALL_THERE)
        phone.set_offline(True)
        scorer.truco(0, 3)
        scorer.truco(1)
        leaf = scorer.open("Levar a súmula sem rede")
        expect(leaf.locator(".qr")).to_be_visible()
        with scorer.page.expect_download() as exported:
            leaf.get_by_role("button", name="Baixar como arquivo").click()
        receiver = Scorer(other)
        receiver.sit_down(place.secrets[1])
        receiver.page.goto("/sumula/receber/")
        receiver.page.locator("input[type=file]").set_input_files(exported.value.path())
        receiver.page.get_by_role("button", name="Mandar ao servidor").click()
        expect(receiver.page.get_by_text("O servidor tem as 2 anotações")).to_be_visible()
        assert club.server_has(place) == ([3, 1], 2)
        phone.set_offline(False)
        scorer.back()
        expect(scorer.network).to_have_text(ALL_THERE, timeout=30_000)
        assert club.server_has(place) == ([3, 1], 2), "and not twice"


def test_the_browser_would_install_it(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        scorer = Scorer(phone)
        scorer.page.goto("/sumula/")
        worker_is_ready(scorer)
        devtools = phone.new_cdp_session(scorer.page)
        manifest = devtools.send("Page.getAppManifest")
        assert manifest["url"].endswith("/sumula/manifest.webmanifest")
        assert not manifest["errors"]
        assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
