"""After a match: it is replayed on its table, shared at an act, and its deals are verified in the browser."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.page_faults import Watch
from tests.browser.people import TIMEOUT_MS
from tests.browser.site_process import Site
from tests.browser.tables.four_at_a_table import Sitter, seat_four
from tests.browser.tables.test_truco import Four

TRUCO, TRANCA = "truco-masters-2025", "faraes-2023-tranca"
_FINISH = """
from tests.web.tables.replay.table_finished import address, insert_match, played
match = insert_match(played({regulation!r}, seed={seed!r}, target={target!r}, code={code!r}))
print(address(match, "live-match"))
"""


def finish(site: Site, regulation: str, *, code: str, seed: int = 1, target: int | None = None) -> str:
    """The page of a match that bots played beside the server. What is dealt hangs on its code too."""
    work = _FINISH.format(regulation=regulation, seed=seed, target=target, code=code)
    shell = [sys.executable, "-m", "django", "shell", "-v", "0", "-c", work]
    done = subprocess.run(shell, env=site.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def truco(site: Site) -> str:
    return finish(site, TRUCO, code="partida", seed=28)


@pytest.fixture
def context(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=site.address,
        locale="pt-BR",
        reduced_motion="reduce",
        viewport={"width": 360, "height": 640},
        accept_downloads=True,
    )
    context.set_default_timeout(TIMEOUT_MS)
    yield context
    context.close()


@pytest.fixture
def watch(context: BrowserContext) -> Iterator[Watch]:
    watch = Watch(context.new_page())
    yield watch
    assert watch.console_faults() == []


@pytest.fixture
def page(watch: Watch) -> Page:
    return watch.page


def place(page: Page) -> tuple[int, int]:
    """Hand and act that are shown, as the bar says them."""
    hand = page.locator(".bar__hand").input_value()
    return int(hand) + 1, int(page.locator(".bar__slider").input_value())


def test_a_match_is_walked_with_keys_and_shared_at_an_act(truco: str, page: Page, context: BrowserContext) -> None:
    page.goto(truco)
    page.get_by_role("link", name="Rever a partida").click()
    expect(page.locator(".replay .board")).to_be_visible()
    said = page.locator(".bar__said")
    expect(said).to_contain_text("Cartas dadas")
    # All four hands are open.
    expect(page.locator(".replay .back .card[aria-label*=' de ']")).to_have_count(9)
    expect(page.locator(".replay .hand-cards .card, .replay .hand-card")).not_to_have_count(0)

    page.keyboard.press("ArrowRight")
    expect(said).not_to_contain_text("Cartas dadas")
    page.keyboard.press("End")
    last = int(page.locator(".bar__slider").get_attribute("max") or 0)
    expect(page.locator(".bar__slider")).to_have_value(str(last))
    expect(page.locator(".hand-result a.article").first).to_have_attribute(
        "href", re.compile(rf"/{TRUCO}/artigos/#art-")
    )
    page.keyboard.press("ArrowRight")
    expect(page.locator(".bar__hand")).to_have_value("1")
    page.keyboard.press("ArrowLeft")
    assert place(page) == (1, last)
    page.keyboard.press("Home")
    assert place(page) == (1, 0)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".bar__hand")).to_have_value("2")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?mao=3&lance=1$"))
    sentence = said.inner_text()
    page.locator(".bar__share").click()
    copied = page.locator(".bar__copied")
    expect(copied).to_have_text("Link do lance copiado.")
    expect(copied).to_be_in_viewport(ratio=1)
    box = page.locator(".bar__share").bounding_box()
    assert box is not None
    assert max(box["width"], box["height"]) <= 48, "the button stays as large as its drawing"

    other = context.new_page()
    other.goto(page.url)
    expect(other.locator(".bar__said")).to_have_text(sentence)
    assert place(other) == (3, 1)
    other.close()
    page.keyboard.press("Escape")
    expect(page.locator(".replay")).to_have_count(0)
    expect(page.locator("#hands")).to_be_visible()
    assert "?" not in page.url


def test_the_replay_is_a_place_in_the_history_and_gives_the_focus_back(truco: str, page: Page) -> None:
    page.goto("/jogar/")
    page.goto(truco)
    link, replay = page.get_by_role("link", name="Rever a mão 2", exact=True), page.locator(".replay")
    link.press("Enter")
    expect(replay).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?mao=2&lance=0$"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?mao=2&lance=1$"))
    page.go_back()
    expect(replay).to_have_count(0)
    expect(link).to_be_focused()
    assert page.url.endswith(truco)
    page.go_forward()
    expect(replay).to_be_focused()
    expect(page.locator(".bar__hand")).to_have_value("1")
    assert place(page) == (2, 1)

    page.locator(".menu-button").click()
    expect(page.get_by_role("link", name="English", exact=True).last).to_have_attribute(
        "href", f"/en{truco}?mao=2&lance=1"
    )
    page.locator(".menu-ways").get_by_role("button", name="Página da partida").click()
    expect(replay).to_have_count(0)
    assert page.url.endswith(truco)
    expect(link).to_be_focused()
    page.go_back()
    expect(page).to_have_url(re.compile(r"/jogar/$"))
    # Who came by the address of an act has no page to go back to, but that of the match is there.
    page.goto(f"{truco}?mao=3&lance=2")
    expect(replay).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Rever a partida")).to_be_focused()
    assert page.url.endswith(truco)


def test_a_hand_that_did_not_arrive_is_the_one_that_is_fetched_again(truco: str, page: Page, watch: Watch) -> None:
    page.goto(f"{truco}?mao=1")
    expect(page.locator(".bar__hand")).to_have_value("0")
    page.route("**/maos/6.json", lambda route: route.fulfill(status=503))
    page.locator(".bar__hand").select_option("6")
    again = page.get_by_role("button", name="Tentar de novo")
    expect(again).to_be_visible()
    assert all("503" in fault for fault in watch.console_faults())
    page.unroute("**/maos/6.json")
    again.click()
    expect(page).to_have_url(re.compile(r"\?mao=7&lance=0$"))
    assert place(page) == (7, 0)


@pytest.mark.slow
def test_it_plays_by_itself_and_stops_where_somebody_takes_it_in_hand(truco: str, page: Page) -> None:
    page.goto(f"{truco}?mao=1&lance=0")
    expect(page.locator(".replay .board")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Velocidade")).click()
    page.get_by_role("button", name=re.compile("^Velocidade")).click()
    expect(page.get_by_role("button", name="Velocidade: 4 vezes")).to_be_visible()
    page.locator(".bar__speed").blur()
    page.keyboard.press("Space")
    expect(page.locator(".bar__slider")).to_have_value("2")
    page.get_by_role("button", name="Lance anterior").click()
    expect(page.get_by_role("button", name="Tocar")).to_be_visible()
    stood = place(page)
    page.wait_for_timeout(700)
    assert place(page) == stood


@pytest.mark.slow
def test_one_looks_from_behind_a_seat_or_through_its_eyes(truco: str, page: Page) -> None:
    page.goto(f"{truco}?mao=1&lance=0")
    expect(page.locator(".dock .plate__name")).to_have_text("Ana")
    page.get_by_label("De onde olhar").select_option("open-2")
    expect(page.locator(".dock .plate__name")).to_have_text("Caio")
    page.get_by_label("De onde olhar").select_option("seen-1")
    expect(page.locator(".dock .plate__name")).to_have_text("Bia")
    expect(page.get_by_role("group", name="Cartas de Bia")).to_have_count(1)
    expect(page.locator(".replay .banner")).to_have_count(0)
    expect(page.locator(".replay .back .card[aria-label='carta fechada']")).to_have_count(9)
    expect(page).to_have_url(re.compile(r"&lugar=2$"))


@pytest.mark.slow
def test_without_scripts_a_hand_is_a_list(truco: str, browser: Browser, site: Site) -> None:
    plain = browser.new_context(base_url=site.address, java_script_enabled=False, locale="pt-BR")
    page = plain.new_page()
    page.goto(f"{truco}?mao=2&lance=1")
    expect(page.locator(".told-acts > li").first).to_contain_text("Ana:")
    assert page.locator(".told-acts > li").count() > 2
    plain.close()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(320, 568), (768, 1024), (1280, 800)])
def test_everything_is_within_the_window_and_readable(truco: str, watch: Watch, width: int, height: int) -> None:
    page = watch.page
    page.set_viewport_size({"width": width, "height": height})
    for path in (f"{truco}?mao=3&lance=3", f"{truco}conferir/", "/conferir/", f"/en{truco}?mao=2&lance=1"):
        page.goto(path)
        page.locator(".replay .board, .verdict, .file-drop").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if (bar := page.locator(".bar")).count():
            box = bar.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height + 1
        assert watch.faults_for_readers() == []


@pytest.mark.slow
def test_a_match_with_melds_is_replayed_too(site: Site, watch: Watch) -> None:
    page = watch.page
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{finish(site, TRANCA, code='outra', target=300)}?mao=1&lance=30")
    expect(page.locator(".replay .open-hand")).to_have_count(3)
    assert page.locator(".replay .open-hand .card").count() > 6
    page.set_viewport_size({"width": 360, "height": 640})
    for hand in page.locator(".replay .open-hand").all():
        expect(hand.locator("li").last).to_be_in_viewport(ratio=0.5)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.keyboard.press("End")
    expect(page.locator(".replay :is(.count__lines, .match-over__title)").first).to_be_visible()
    assert watch.faults_for_readers() == []


# --- verified ---------------------------------------------------------------------------------------------------------


def test_a_match_played_here_is_verified_with_the_seals_seen_at_the_table(browser: Browser, site: Site) -> None:
    four = Four(browser, site, seat_four(site, TRUCO, target=1), tuple(Sitter("pt-br") for _ in range(4)))
    four.deal()
    four.play_on()
    page = four.page(0)
    page.locator(".match-over").get_by_role("link", name="Conferir").click()
    expect(page.locator(".verdict__word")).to_have_text("Confere.")
    expect(page.locator(".seen")).to_contain_text("viu à mesa")
    seals = page.locator(".hand-check__seen")
    assert seals.count() == page.locator(".hand-check").count() > 0
    # A seal that was shown and is not in the record is told.
    page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage.getItem("table-seals"));
          for (const match of Object.keys(kept)) kept[match].push("f".repeat(64));
          localStorage.setItem("table-seals", JSON.stringify(kept));
        }"""
    )
    page.reload()
    expect(page.locator(".seen--missing")).to_contain_text("não está no registro")
    assert four.faults() == []
    four.close()


def test_the_page_shows_what_every_hand_rests_on_and_can_fail(truco: str, page: Page) -> None:
    page.goto(f"{truco}conferir/")
    expect(page.locator(".verdict__word")).to_have_text("Confere.")
    hand = page.locator(".hand-check").nth(1)
    hand.locator("summary").click()
    codes = hand.locator(".openings code").all_inner_texts()
    assert codes[0] == codes[1]
    assert all(re.fullmatch(r"[0-9a-f]{64}", code) for code in codes)
    expect(hand.locator(".dealt-again tbody tr")).to_have_count(5)
    page.get_by_role("button", name="E se alguém tivesse trocado uma carta?").click()
    expect(page.locator(".verdict__word")).to_have_text("Não confere.")
    expect(page.locator(".hand-check--failed")).to_have_count(1)
    expect(page.locator(".dealt-again .is-wrong .pile-checked .is-wrong").first).to_be_visible()
    page.get_by_role("button", name="Desfazer a troca").click()
    expect(page.locator(".verdict__word")).to_have_text("Confere.")


def test_any_record_is_verified_and_a_forged_one_is_found_out(
    truco: str, page: Page, site: Site, tmp_path: Path
) -> None:
    answer = page.request.get(f"{site.address}{truco}registro.json")
    record = json.loads(answer.body())
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.goto("/conferir/")
    choose = page.locator("input[type=file]")

    def bring(name: str, document: object) -> None:
        path = tmp_path / f"{name}.json"
        path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
        choose.set_input_files(path)

    bring("good", record)
    expect(page.locator(".verdict__word")).to_have_text("Confere.")
    # The last hand is a mão de ferro, dealt otherwise.
    assert record["hands"][-2]["score"] == [11, 11]
    assert page.locator(".hand-check--verified").count() == len(record["hands"])
    expect(page.get_by_text("Só as cartas dadas foram conferidas")).to_contain_text("carteado replay")

    forged = json.loads(json.dumps(record))
    hands = forged["hands"][2]["deal"]["hands"]
    hands[0][1], hands[3][2] = hands[3][2], hands[0][1]
    bring("forged", forged)
    expect(page.locator(".verdict__word")).to_have_text("Não confere.")
    expect(page.locator(".verdict")).to_contain_text("Veja a mão 3.")
    failed = page.locator(".hand-check--failed")
    expect(failed).to_have_count(1)
    expect(failed.locator(".slip--error")).to_contain_text("A semente dá outras cartas: Ana e Davi.")
    expect(failed.locator("td:nth-child(2) .pile-checked .is-wrong")).to_have_count(2)

    broken = json.loads(json.dumps(record))
    broken["hands"][0]["fair"]["commitment"] = "0" * 64
    bring("broken", broken)
    expect(page.locator(".hand-check--failed .slip--error").first).to_contain_text("não é a que foi lacrada")

    cut = {**record, "hands": record["hands"][:3]}
    bring("cut", cut)
    expect(page.locator(".verdict__word")).to_have_text("Confere até onde vai.")
    expect(page.locator(".verdict")).to_contain_text("O registro acaba em {} × {}".format(*cut["hands"][-1]["score"]))

    unsealed = json.loads(json.dumps(forged))
    del unsealed["hands"][2]["fair"]
    bring("unsealed", unsealed)
    expect(page.locator(".verdict__word")).to_have_text("Não confere.")
    expect(page.locator(".verdict")).to_contain_text("Veja a mão 3.")
    expect(page.locator(".hand-check--failed .slip--error")).to_contain_text("não traz lacre")

    # Who saw the seals is warned, also where the record has none of them.
    seals = {record["match"]: [hand["fair"]["commitment"] for hand in record["hands"]]}
    page.evaluate("(seals) => localStorage.setItem('table-seals', JSON.stringify(seals))", seals)
    bring("seen", record)
    expect(page.locator(".verdict__word")).to_have_text("Confere.")
    bare = [{name: of for name, of in hand.items() if name != "fair"} for hand in record["hands"]]
    for name, hands in (("fewer", record["hands"][:3]), ("none", bare), ("nothing", [])):
        bring(name, {**record, "hands": hands})
        expect(page.locator(".verdict__word")).to_have_text("Faltam lacres.")
        expect(page.locator(".seen--missing")).to_contain_text("não estão no registro")

    many = {**record, "hands": record["hands"] * 40}
    bring("many", many)
    expect(page.locator(".verdict")).to_contain_text(f"e mais {len(many['hands']) - len(record['hands']) - 10}.")
    expect(page.locator(".hand-check[open]")).to_have_count(5)

    bring("newer", {**record, "format": "carteado-record/2"})
    expect(page.locator(".slip--error")).to_contain_text("versão mais nova")
    bring("evil", {**record, "seats": [{"toString": 1}, *record["seats"][1:]]})
    expect(page.locator(".slip--error")).to_contain_text("“seats” falta ou não tem a forma esperada")
    bring("other", "not a record")
    expect(page.locator(".slip--error")).to_contain_text("não é o registro de uma partida")
    assert set(sent) == {"GET"}
