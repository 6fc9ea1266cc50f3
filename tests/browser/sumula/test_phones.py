"""What a phone holds: the codes of its tables, hands that the server has not or will not have, rules that change."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.sumula.sheet_scorer import Place, Scorer, asked, on_server
from tests.browser.sumula.switchable_site import AF, ALL_THERE, Club, worker_is_ready

pytestmark = pytest.mark.slow

AT = "2026-11-21T18:00:00Z"
ANOTHER_TABLE = """
import json
from carteado.web.events import store
from carteado.web.sumula.models import Sheet
from tests.web.sumula.sumulas import a_device, called
first = Sheet.objects.get(code={code!r})
championship = store.championship_of(first.event)
match = next(one for one in championship.fixtures if one != first.match and championship.bracket.is_open(one))
print(json.dumps([called(first.event, match, "2").code, [a_device(first.event, "2")]]))
"""
AGREES_ON_A_TARGET = """
from django.utils import timezone
from carteado.regulation import Override
from carteado.tournament.operations import AgreeHouseRule
from carteado.web.events import store
from carteado.web.sumula.models import Sheet
from tests.web.world.halls import append
sheet = Sheet.objects.get(code={code!r})
rule = Override("match.target", {target}, "os dois")
pairs = store.championship_of(sheet.event).logs[sheet.match].pairs
whose = dict(by="user:1", referee="user:1", agreed=pairs)
append(sheet.event, AgreeHouseRule(at=timezone.now(), match=sheet.match, rule=rule, **whose))
print(1)
"""
SENDS = """async ([address, secret, body]) => {
  const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, credentials: "omit", body });
  return [answer.status, (await answer.json()).refused];
}"""


def beside(club: Club, place: Place) -> Place:
    """Another table of the same event."""
    found = asked(club.environment, ANOTHER_TABLE.format(code=place.code))
    assert isinstance(found, list)
    return Place(*found)


def sent_by_another(scorer: Scorer, place: Place, *entries: dict[str, Any]) -> None:
    """What another phone of the table wrote."""
    body = json.dumps({"protocol": 1, "device": "outro", "since": 0, "entries": [{"at": AT, **one} for one in entries]})
    answer = scorer.page.evaluate(SENDS, [f"/sumula/{place.code}/sincronizar", place.secrets[-1], body])
    assert answer == [200, []]


# --- whose page it is ---------------------------------------------------------------------------------------------


def test_the_worker_lets_a_printed_sheet_through(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        scorer = Scorer(phone)
        scorer.page.goto("/sumula/")
        worker_is_ready(scorer)
        scorer.page.reload()
        assert scorer.page.evaluate("navigator.serviceWorker.controller !== null")
        answer = scorer.page.goto("/sumula/imprimir/afia-2026-tranca.png")
        assert answer is not None
        assert answer.headers["content-type"] == "image/png"


# --- the code of a table ------------------------------------------------------------------------------------------


def test_a_phone_moved_to_another_table_delivers_what_it_noted_at_the_first(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        first = club.table()
        second = beside(club, first)
        scorer = Scorer(phone)
        scorer.sit_down(first.secrets[0])
        worker_is_ready(scorer)
        expect(scorer.network).to_have_text(ALL_THERE)
        phone.set_offline(True)
        scorer.truco(0, 3)
        expect(scorer.network).to_contain_text("1 mão só neste celular")
        phone.route("**/sincronizar", lambda route: route.abort())
        phone.set_offline(False)
        scorer.page.goto("/sumula/")
        scorer.sit_down(second.secrets[0])
        assert scorer.page.url.endswith(f"/sumula/{second.code}/")
        assert club.server_has(first) == ([0, 0], 0)
        phone.unroute_all(behavior="wait")
        scorer.open("Súmulas deste celular")
        expect(scorer.page.locator(".shelf")).to_have_count(2)
        expect(scorer.page.locator(".shelf__unsent")).to_have_count(0)
        assert club.server_has(first) == ([3, 0], 1)


def test_somebody_of_the_team_is_believed_on_a_phone_with_a_code_that_is_void(club: Club) -> None:
    with club.open(), club.phone("arbitro") as phone:
        place = club.table()
        scorer = Scorer(phone)
        scorer.sit_down(place.secrets[0])
        scorer.truco(0)
        expect(scorer.network).to_have_text(ALL_THERE)
        club.revoke_all()
        page = scorer.page
        page.goto(club.way_in())
        page.get_by_role("main").get_by_role("button").first.click()
        page.goto(f"/sumula/{place.code}/")
        scorer.truco(1, 3)
        expect(scorer.network).to_have_text(ALL_THERE)
        assert club.server_has(place) == ([1, 3], 2)
        page.goto("/sumula/entrar/")
        expect(page.get_by_role("alert")).to_contain_text("Este QR não vale mais")
        page.get_by_role("button", name="Esquecer o código desta mesa").click()
        page.get_by_role("button", name="Esquecer", exact=True).click()
        expect(page.get_by_role("heading", name="Só marcar o nosso jogo")).to_be_visible()
        assert page.evaluate("localStorage.getItem('sumula-secret')") is None
        expect(page.get_by_role("button", name="Ir para a mesa")).to_have_count(0)


@pytest.mark.parametrize("methods", [["setItem"], ["setItem", "getItem", "removeItem"]])
def test_a_phone_that_keeps_no_code_scores_as_long_as_the_page_is_open(club: Club, methods: list[str]) -> None:
    forbid = 'Storage.prototype.{0} = () => {{ throw new DOMException("no", "QuotaExceededError"); }};'
    with club.open(), club.phone("mesa") as phone:
        place = club.table()
        phone.add_init_script("".join(map(forbid.format, methods)))
        scorer = Scorer(phone)
        scorer.sit_down(place.secrets[0])
        assert place.secrets[0] not in scorer.page.url
        expect(scorer.page.locator(".notice", has_text="não deixou guardar o código")).to_be_visible()
        scorer.truco(0, 3)
        expect(scorer.network).to_have_text(ALL_THERE)


# --- what the server has not --------------------------------------------------------------------------------------


def test_a_closed_sheet_is_marked_asked_about_and_sent_when_the_network_is_back(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        place = club.table()
        scorer = Scorer(phone)
        page = scorer.page
        scorer.sit_down(place.secrets[0])
        expect(scorer.network).to_have_text(ALL_THERE)
        phone.set_offline(True)
        scorer.truco(0, 3)
        scorer.open("Súmulas deste celular")
        shelf = page.locator(".shelf")
        expect(shelf).to_contain_text("1 anotação só neste celular")
        shelf.get_by_role("button", name="Apagar").click()
        expect(shelf.get_by_role("alertdialog")).to_contain_text("o servidor não tem. Apagar mesmo assim?")
        shelf.get_by_role("button", name="Deixar como está").click()
        phone.set_offline(False)
        expect(shelf).not_to_contain_text("só neste celular", timeout=40_000)
        assert club.server_has(place) == ([3, 0], 1)
        shelf.get_by_role("button", name="Apagar").click()
        expect(shelf.get_by_role("alertdialog")).to_contain_text("Apagar esta súmula do celular? Não dá para voltar.")


def refusing_hands(phone: BrowserContext) -> None:
    def refuse(route: Route) -> None:
        question = route.request.post_data_json
        assert question is not None
        hands = [one for one in question["entries"] if one["kind"] == "hand"]
        rest = [one for one in question["entries"] if one["kind"] != "hand"]
        answer = route.fetch(post_data=json.dumps({**question, "entries": rest}))
        refused = [{"id": one["id"], "message": "Assim não.", "article": "6"} for one in hands]
        route.fulfill(response=answer, json={**answer.json(), "refused": refused})

    phone.route("**/sincronizar", refuse)


def test_a_refused_hand_stays_in_sight_until_it_is_noted_again(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        place = club.table()
        scorer = Scorer(phone)
        page = scorer.page
        scorer.sit_down(place.secrets[0])
        refusing_hands(phone)
        scorer.truco(0, 3)
        said = page.get_by_role("alert")
        expect(said).to_contain_text("A mão 1 não conta: o servidor não aceitou. Assim não. Art. 6")
        expect(scorer.network).to_have_text("1 mão não aceita")
        expect(scorer.network.locator(".dot--full")).to_have_count(0)
        page.reload()
        expect(said).to_be_visible()
        phone.unroute_all(behavior="wait")
        said.get_by_role("button", name="Anotar de novo").click()
        expect(scorer.network).to_have_text(ALL_THERE)
        expect(said).to_have_count(0)
        assert (scorer.scores, club.server_has(place)) == (["3", "0"], ([3, 0], 1))


def test_a_refused_count_is_looked_at_before_it_is_noted_again(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        place = club.table(AF)
        scorer = Scorer(phone)
        page = scorer.page
        scorer.sit_down(place.secrets[0])
        refusing_hands(phone)
        scorer.count("Sim", 1, 1, 0, 20, 2, 0, 0, "Pegou", 0, 1, 0, 14, 7, 1, 0, "Não pegou")
        scorer.close_hand()
        said = page.get_by_role("alert")
        expect(said).to_contain_text("A mão 1 não conta")
        scorer.tap(scorer.key("Não"))
        phone.unroute_all(behavior="wait")
        said.get_by_role("button", name="Anotar de novo").click()
        expect(page.locator(".top__place")).to_have_text("Anotar de novo · mão 1")
        expect(page.locator("#cell-0-melded\\:A-K .cell__value")).to_have_text("20")
        scorer.close_hand()
        expect(scorer.network).to_have_text(ALL_THERE)
        expect(page.locator(".top__place")).to_contain_text("mão 2")
        expect(page.locator("#cell-0-went_out .cell__value")).to_have_text("Não")
        assert club.server_has(place) == ([580, -30], 1)


# --- rules that change --------------------------------------------------------------------------------------------


def test_a_house_rule_reaches_the_open_sheet(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        place = club.table(AF)
        scorer = Scorer(phone)
        scorer.sit_down(place.secrets[0])
        expect(scorer.page.locator(".totals")).to_contain_text("vai a 1.500")
        asked(club.environment, AGREES_ON_A_TARGET.format(code=place.code, target=1000))
        expect(scorer.page.locator(".totals")).to_contain_text("vai a 1.000")
        expect(scorer.page.locator(".said")).to_contain_text("As regras desta partida mudaram")


# --- doubts and bells ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", [0, 1])
def test_a_doubt_between_a_strike_and_a_correction_is_answered_on_the_phone(club: Club, chosen: int) -> None:
    with club.open(), club.phone("mesa") as phone:
        place = club.table(devices=2)
        scorer = Scorer(phone)
        scorer.sit_down(place.secrets[0])
        scorer.truco(0, 3)
        expect(scorer.network).to_have_text(ALL_THERE)
        [hand] = on_server(club.environment, place.code).of_kind("hand")
        changed = {"kind": "correct", "of": hand["id"], "over": hand["id"], "why": "w"}
        strike = {"id": "b1", "device": "b", **changed, "hand": None}
        other = {"id": "c1", "device": "c", **changed, "hand": {"winner": 1, "value": 1}}
        sent_by_another(scorer, place, strike, other)
        scorer.page.locator(".notice--ask").click()
        scorer.page.get_by_role("button", name="Vale esta").nth(chosen).click()
        expect(scorer.page.get_by_role("dialog")).to_have_count(0)
        expect(scorer.network).to_have_text(ALL_THERE)
        assert club.server_has(place) == [([0, 0], 0), ([0, 1], 1)][chosen]


def test_two_phones_that_noted_every_hand_take_one_tap(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        place = club.table(devices=2)
        scorer = Scorer(phone)
        page = scorer.page
        scorer.sit_down(place.secrets[0])
        for _ in range(3):
            scorer.truco(0, 3)
        expect(scorer.network).to_have_text(ALL_THERE)
        alike = {"kind": "hand", "device": "b", "hand": {"winner": 0, "value": 3}}
        sent_by_another(scorer, place, *({"id": f"b{one}", **alike, "place": one} for one in range(3)))
        page.locator(".notice--ask").click()
        page.get_by_role("button", name="Todas foram a mesma mão").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(".notice--ask")).to_have_count(0)
        expect(scorer.network).to_have_text(ALL_THERE)
        assert club.server_has(place) == ([9, 0], 3)
        assert len(on_server(club.environment, place.code).of_kind("settle")) == 3


def test_each_bell_is_asked_for_in_its_own_words(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        place = club.table()
        scorer = Scorer(phone)
        scorer.sit_down(place.secrets[0])
        scorer.truco(0)
        scorer.truco(1)
        menu = scorer.open("Menu da súmula")
        menu.get_by_role("button", name="Antes desta mão").click()
        expect(menu.get_by_role("alertdialog")).to_contain_text("O tempo da partida acabou mesmo?")
        menu.get_by_role("button", name="Deixar como está").click()
        menu.get_by_role("button", name="Antes desta mão").click()
        bell = {"id": "b1", "device": "b", "kind": "bell", "place": 2, "number": 1, "during": False, "game": 0}
        sent_by_another(scorer, place, bell)
        expect(menu.get_by_role("alertdialog")).to_have_count(0, timeout=15_000)
        expect(menu.get_by_role("group", name="Acabou o tempo a mais")).to_be_visible()
        menu.get_by_role("button", name="Antes desta mão").click()
        expect(menu.get_by_role("alertdialog")).to_contain_text("Os 15 minutos a mais acabaram mesmo?")
        expect(menu.get_by_role("alertdialog")).to_contain_text(re.compile(r"do tempo a mais ainda faltam 14:\d\d\."))
        expect(menu.get_by_role("alertdialog")).to_contain_text("chame o árbitro")
        expect(menu.get_by_role("button", name="Sim, acabou")).to_have_count(0)
        assert len(on_server(club.environment, place.code).of_kind("bell")) == 1
