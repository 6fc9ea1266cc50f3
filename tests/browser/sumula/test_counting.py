"""The súmula for one thumb: how many taps and seconds a hand takes, and whether everybody can use it."""

import json
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.page_faults import Watch
from tests.browser.site_process import Site
from tests.browser.sumula.sheet_scorer import HUMAN_PAUSE, PHONE, Scorer

pytestmark = pytest.mark.slow

TM, AF, FA, AP = "truco-masters-2025", "afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra"
TRANCA_SOL = ("Sim", 2, 1, 1, 34, 0, 0, 0, "Pegou")
TRANCA_LUA = (0, 2, 0, 17, 9, 1, 0, "Não pegou")
"""Going out is known once the other pair did."""
CANASTRA = ("Sim", 1, 0, 2, 1, 20, 6, 0, 0, 2, 0, "Pegou", 0, 1, 3, 0, 7, 3, 1, 0, 2, 5, "Não pegou")


@pytest.fixture
def context(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=site.address, locale="pt-BR", viewport=PHONE, has_touch=True)
    context.set_default_timeout(15_000)
    yield context
    context.close()


@pytest.fixture
def scorer(context: BrowserContext) -> Scorer:
    return Scorer(context)


def tranca(scorer: Scorer) -> None:
    scorer.count(*TRANCA_SOL, *TRANCA_LUA)


# --- how fast -----------------------------------------------------------------------------------------------------


def test_a_truco_hand_takes_two_taps(scorer: Scorer) -> None:
    scorer.begin(TM)
    scorer.truco(0, 3)
    assert (scorer.taps, scorer.scores) == (2, ["3", "0"])
    scorer.truco(1, 6, ran=True)
    assert (scorer.taps, scorer.scores) == (4, ["3", "6"])


def test_a_tranca_hand_takes_a_thumb_less_than_half_a_minute(context: BrowserContext) -> None:
    scorer = Scorer(context, pause=HUMAN_PAUSE)
    scorer.begin(AF)
    began = time.monotonic()
    tranca(scorer)
    scorer.close_hand()
    expect(scorer.page.locator(".top__place")).to_contain_text("mão 2")
    took = time.monotonic() - began
    print(f"a Tranca hand: {took:.1f} s, {scorer.taps} taps")
    assert took < 30
    assert scorer.scores == ["1.040", "80"]


def test_points_and_the_article_stand_beside_each_count_at_once(scorer: Scorer) -> None:
    scorer.begin(AF)
    scorer.count("Sim", 1)
    scorer.tap(scorer.key("2"))
    cell = scorer.page.locator(".cell--active")
    assert cell.locator(".cell__points").inner_text() == "+200"
    assert "Art. 6" in scorer.page.locator(".keypad .chip").inner_text()
    assert "Canastras sujas, Bia e Cida" in scorer.page.locator(".keypad__says").inner_text()


def test_piles_of_ten_are_one_tap_each_and_nought_is_one_tap(scorer: Scorer) -> None:
    scorer.begin(FA)
    scorer.count("Não", 0, 0, 0)
    for _ in range(3):
        scorer.tap(scorer.key("mais um monte de dez"))
    assert scorer.page.locator(".cell--active .cell__value").inner_text() == "30"
    assert scorer.taps == 7, "a choice, three noughts, three piles"


def test_the_system_keyboard_has_nothing_to_open_for(scorer: Scorer) -> None:
    scorer.begin(AP)
    assert scorer.page.locator(".sheet :is(input, textarea, [contenteditable])").count() == 0


# --- what cannot be -----------------------------------------------------------------------------------------------


def test_counts_that_cannot_be_ask_once_and_stand_with_a_reason(scorer: Scorer) -> None:
    scorer.begin(AF)
    scorer.count("Sim", 2, 0, 0, 5, 0, 0, 0, "Pegou", 0, 0, 0, 0, 8, 0, 0, "Pegou")
    scorer.tap(scorer.page.locator(".key--next"))
    leaf = scorer.page.get_by_role("dialog")
    expect(leaf.get_by_role("alert")).to_contain_text("2 canastras pedem pelo menos 14 cartas")
    expect(leaf.get_by_role("alert")).to_contain_text("Art. 4.11")
    expect(leaf.get_by_role("button", name="Fechar a mão")).to_have_count(0)
    leaf.get_by_role("button", name="É isso mesmo").click()
    expect(leaf.get_by_role("button", name="Fechar a mão")).to_be_disabled()
    leaf.get_by_label("As duas duplas concordam").check()
    leaf.get_by_role("button", name="Fechar a mão").click()
    expect(scorer.page.locator(".top__place")).to_contain_text("mão 2")
    scorer.page.locator(".totals__game").click()
    leaf.locator("summary").first.click()
    expect(leaf).to_contain_text("Vale assim: As duas duplas concordam")


def test_af_4_11_an_article_is_read_in_full_beside_its_doubt_without_a_network(scorer: Scorer) -> None:
    scorer.begin(AF)
    scorer.count("Sim", 2, 0, 0, 5, 0, 0, 0, "Pegou", 0, 0, 0, 0, 8, 0, 0, "Pegou")
    scorer.tap(scorer.page.locator(".key--next"))
    scorer.page.context.set_offline(True)
    scorer.page.get_by_role("alert").get_by_role("button", name="Art. 4.11").click()
    article = scorer.page.get_by_role("dialog", name="Art. 4.11")
    expect(article).to_contain_text("jogo de 7 cartas ou mais")
    expect(article).to_contain_text("a suja, que tem curinga")
    article.get_by_role("button", name="Voltar").click()
    expect(article).to_have_count(0)
    expect(scorer.page.get_by_role("alert")).to_contain_text("Art. 4.11")


def test_every_citation_of_a_sheet_opens_its_article(scorer: Scorer) -> None:
    """On the keys of a count, on those of a truco hand, and beside each line of the last look."""
    scorer.begin(AF)
    tranca(scorer)
    reads(scorer, ".keypad .chip", "perde 100 pontos")
    scorer.tap(scorer.page.locator(".key--next"))
    cited = scorer.page.locator(".lines tr:not(:has(.lines__none))")
    expect(cited.locator(".chip-opens")).to_have_count(cited.count())
    reads(scorer, ".lines .chip-opens", "100 pontos")
    scorer.begin(TM)
    scorer.tap(scorer.page.locator(".half").first)
    reads(scorer, ".keypad .chip", "vale")


def reads(scorer: Scorer, citation: str, words: str) -> None:
    chip = scorer.page.locator(citation).first
    chip.click()
    article = scorer.page.get_by_role("dialog").last
    expect(article).to_contain_text(words)
    article.get_by_role("button", name="Voltar").click()


FILLED_UP = """() => {
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function () { throw new DOMException("no room", "QuotaExceededError"); };
  window.makeRoom = () => { IDBObjectStore.prototype.put = put; };
}"""


def test_a_vulnerable_pair_notes_its_failed_attempt(scorer: Scorer) -> None:
    scorer.begin(AP)
    scorer.count("Sim", 5, 0, 0, 0, 40, 0, 0, 0, 0, 0, "Pegou", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "Pegou")
    scorer.close_hand()
    expect(scorer.page.locator(".top__place")).to_contain_text("mão 2")
    attempt = scorer.page.locator(".cell--attempt")
    expect(attempt).to_have_count(1)
    before = attempt.locator("b").inner_text()
    attempt.click()
    expect(attempt.locator("b")).not_to_have_text(before)


def test_a_phone_without_room_says_that_the_hand_is_not_noted(scorer: Scorer) -> None:
    scorer.begin(TM)
    scorer.truco(0)
    scorer.page.evaluate(FILLED_UP)
    scorer.tap(scorer.half(1))
    scorer.tap(scorer.key("vale 3"))
    expect(scorer.page.get_by_role("alert")).to_contain_text("A mão NÃO foi anotada")
    assert scorer.scores == ["1", "0"]
    scorer.page.evaluate("window.makeRoom()")
    scorer.truco(1, 3)
    assert scorer.scores == ["1", "3"]
    expect(scorer.page.get_by_role("alert")).to_have_count(0)


# --- looking back -------------------------------------------------------------------------------------------------


def test_undo_is_a_key_and_any_hand_is_corrected_with_a_reason(scorer: Scorer) -> None:
    scorer.begin(TM)
    scorer.truco(0, 3)
    scorer.truco(1)
    scorer.tap(scorer.key("Desfazer a mão 2"))
    expect(scorer.page.locator(".top__place")).to_contain_text("mão 2")
    assert scorer.scores == ["3", "0"]
    scorer.truco(1)
    page = scorer.page
    page.get_by_role("button", name="Mãos").click()
    first = page.locator(".hand").last
    first.locator("summary").click()
    first.get_by_role("button", name="Corrigir").click()
    expect(page.locator(".top__place")).to_have_text("Corrigir · mão 1")
    scorer.half(1).click()
    scorer.key("vale 3").click()
    save = page.get_by_role("dialog").get_by_role("button", name="Fechar a mão")
    expect(save).to_be_disabled()
    page.get_by_label("Anotado na dupla errada").check()
    save.click()
    expect(page.locator(".half__score").nth(1)).to_have_text("4")
    page.get_by_role("button", name="Mãos").click()
    change = page.locator(".hand").last.locator(".hand__change")
    expect(change).to_contain_text("Corrigida: este celular")
    expect(change).to_contain_text("de +3 / 0 para 0 / +3")
    expect(change).to_contain_text("Motivo: Anotado na dupla errada")


def test_a_hand_that_was_never_played_is_struck_out_and_stays_readable(scorer: Scorer) -> None:
    scorer.begin(TM)
    scorer.truco(0, 3)
    page = scorer.page
    page.get_by_role("button", name="Mãos").click()
    page.locator(".hand summary").click()
    page.get_by_role("button", name="Riscar").click()
    page.get_by_label("Anotada duas vezes").check()
    page.get_by_role("button", name="Riscar a mão").click()
    expect(page.locator(".hand--struck")).to_contain_text("Motivo: Anotada duas vezes")
    scorer.back()
    assert scorer.scores == ["0", "0"]


# --- both pairs accept --------------------------------------------------------------------------------------------


def played_out(scorer: Scorer) -> None:
    scorer.begin(TM)
    for _ in range(4):
        scorer.truco(0, 3)


def test_each_pair_accepts_by_holding_its_sign_for_a_second(scorer: Scorer) -> None:
    played_out(scorer)
    page = scorer.page
    page.get_by_role("button", name="Conferir").click()
    sol, lua = page.locator(".hold--sol .hold__sign"), page.locator(".hold--lua .hold__sign")
    sol.click(delay=300)
    expect(page.locator(".hold--sol")).not_to_contain_text("conferida")
    sol.click(delay=1200)
    expect(page.locator(".hold--sol")).to_contain_text("conferida")
    lua.focus()
    page.keyboard.down(" ")
    page.wait_for_timeout(1200)
    page.keyboard.up(" ")
    expect(page.locator(".result__done")).to_contain_text("Súmula conferida por Sol e Lua")


def test_who_cannot_hold_is_asked_instead(scorer: Scorer) -> None:
    played_out(scorer)
    page = scorer.page
    page.get_by_role("button", name="Conferir").click()
    for side in (".hold--sol", ".hold--lua"):
        page.locator(side).get_by_role("button", name="Conferir sem segurar").click()
        page.locator(side).get_by_role("button", name="Sim").click()
    expect(page.locator(".result__done")).to_be_visible()


# --- everybody ----------------------------------------------------------------------------------------------------

TOO_SMALL = """() => {
  // What a tap meets: the box, and the part around it that a style adds for the thumb.
  const reach = (one) => {
    const box = one.getBoundingClientRect();
    const around = getComputedStyle(one, "::after");
    if (around.position !== "absolute") return box;
    const beyond = (side) => Math.max(0, -parseFloat(around[side]) || 0);
    return {
      width: box.width + beyond("left") + beyond("right"),
      height: box.height + beyond("top") + beyond("bottom"),
    };
  };
  const top = document.querySelector("dialog[open]") ?? document;
  const shown = [...top.querySelectorAll("button, a, summary, select, textarea, label:has(input), input[type=text]")]
    .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden"));
  return shown
    .map((one) => [one, reach(one)])
    .filter(([one, box]) => Math.min(box.width, box.height) < 43.9)
    .map(([one, box]) => `${one.className} "${one.textContent.trim().slice(0, 30)}" ${box.width} x ${box.height}`);
}"""


@pytest.mark.parametrize("width", [320, 360, 414])
@pytest.mark.parametrize("regulation", [TM, AF, FA, AP])
def test_every_target_is_as_large_as_a_thumb(scorer: Scorer, regulation: str, width: int) -> None:
    scorer.page.set_viewport_size({"width": width, "height": 640})
    scorer.begin(regulation)
    faults = scorer.page.evaluate(TOO_SMALL)
    if regulation == TM:
        scorer.tap(scorer.half(0))
        faults += scorer.page.evaluate(TOO_SMALL)
    assert scorer.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    assert not faults, faults


@pytest.mark.parametrize("regulation", [AF, FA, AP])
def test_a_phone_shows_the_whole_sheet_without_scrolling(scorer: Scorer, regulation: str) -> None:
    scorer.begin(regulation)
    scorer.count("Sim", 2)
    rows = scorer.page.locator(".rows")
    assert rows.evaluate("one => one.scrollHeight <= one.clientHeight")
    assert scorer.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")


def leaves(scorer: Scorer) -> Iterator[str]:
    """Opens one screen after the other."""
    page = scorer.page
    page.goto("/sumula/")
    expect(page.get_by_role("heading", name="Só marcar o nosso jogo")).to_be_visible()
    yield "home"
    scorer.begin(AP)
    scorer.count(*CANASTRA)
    yield "canastra"
    scorer.tap(page.locator(".key--next"))
    yield "closing"
    page.get_by_role("button", name="Fechar a mão").click()
    page.locator(".totals__game").click()
    page.locator(".hand summary").click()
    yield "history"
    page.get_by_role("button", name="Riscar").click()
    yield "striking"
    scorer.back()
    scorer.begin(TM)
    scorer.truco(0, 3)
    yield "truco"
    scorer.tap(scorer.half(1))
    yield "values"
    scorer.tap(scorer.half(1))
    scorer.open("Menu da súmula")
    yield "menu"
    for leaf in ("Conferir a súmula", "Compartilhar", "Levar a outro celular"):
        scorer.back()
        scorer.open(leaf)
        yield leaf
    scorer.back()
    scorer.network.click()
    yield "network"
    scorer.back()
    for _ in range(3):
        scorer.truco(0, 3)
    expect(page.locator(".result")).to_be_visible()
    yield "result"
    for path in ("receber", "entrar", "ver"):
        page.goto(f"/sumula/{path}/")
        expect(page.locator("main")).to_be_visible()
        yield path


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_screen_serves_who_listens_and_who_sees_little(scorer: Scorer, theme: str) -> None:
    watch = Watch(scorer.page)
    scorer.page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    faults = []
    for screen in leaves(scorer):
        scorer.page.wait_for_timeout(150)
        faults += [f"{screen}: {fault}" for fault in (*watch.faults_for_readers(), *watch.console_faults())]
        faults += [f"{screen}: {fault}" for fault in scorer.page.evaluate(TOO_SMALL)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("regulation", [TM, AP])
def test_letters_twice_as_large_lose_nothing(scorer: Scorer, regulation: str) -> None:
    page = scorer.page
    page.add_init_script("document.documentElement.style.fontSize = '200%'")
    scorer.begin(regulation)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    if regulation == TM:
        scorer.truco(0, 3)
        assert scorer.scores == ["3", "0"]
    else:
        scorer.count(*CANASTRA)
        scorer.close_hand()
        expect(page.locator(".top__place")).to_contain_text("mão 2")


def test_a_hand_is_counted_by_keys_alone(scorer: Scorer) -> None:
    scorer.begin(AF)
    page = scorer.page
    page.locator("#cell-0-went_out").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("2")
    expect(page.locator("#cell-0-clean .cell__value")).to_have_text("1")
    expect(page.locator("#cell-0-dirty .cell__value")).to_have_text("2")
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("3")
    expect(page.locator("#cell-1-dirty .cell__value")).to_have_text("3")
    expect(page.locator("#cell-0-dirty .cell__value")).to_have_text("")


def test_the_left_hand_gets_the_mirror_image_and_keeps_it(scorer: Scorer) -> None:
    scorer.begin(AF)
    page = scorer.page
    scorer.count("Sim")
    right = page.locator(".key--next").bounding_box()
    scorer.open("Menu da súmula").get_by_label("Canhoto").check()
    scorer.back()
    page.reload()
    left = page.locator(".key--next").bounding_box()
    assert right is not None
    assert left is not None
    assert right["x"] > 200
    assert left["x"] < 50


def test_a_count_outlives_a_reload(scorer: Scorer) -> None:
    scorer.begin(AF)
    scorer.count("Sim", 2)
    scorer.page.reload()
    expect(scorer.page.locator("#cell-0-clean .cell__value")).to_have_text("2")


# --- sharing ------------------------------------------------------------------------------------------------------


def test_a_finished_sheet_is_shared_as_a_link_that_no_server_reads(scorer: Scorer, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    played_out(scorer)
    scorer.page.get_by_role("button", name="Compartilhar").click()
    scorer.page.get_by_role("button", name="Copiar o link").click()
    expect(scorer.page.locator(".said")).to_contain_text("Link copiado")
    link: str = scorer.page.evaluate("navigator.clipboard.readText()")
    assert "/sumula/ver/#" in link
    other = context.new_page()
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    other.goto(link)
    expect(other.get_by_role("heading", level=1)).to_have_text("Vitória de Bia e Cida")
    assert other.locator(".hand").count() == 4
    assert not [url for url in asked if len(url) > 300 and "#" not in url]


def test_a_sheet_is_shared_as_a_picture_and_as_a_record(scorer: Scorer) -> None:
    played_out(scorer)
    page = scorer.page
    page.get_by_role("button", name="Compartilhar").click()
    with page.expect_download() as picture:
        page.get_by_role("button", name="Baixar a imagem").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as record:
        page.get_by_role("button", name="Baixar o registro").click()
    document = json.loads(record.value.path().read_text("utf-8"))
    assert (document["regulation"], len(document["hands"])) == (TM, 4)


def test_what_is_said_on_a_leaf_is_seen_on_it(scorer: Scorer, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    scorer.begin(TM)
    scorer.truco(0, 3)
    leaf = scorer.open("Compartilhar")
    expect(leaf.locator(".said__slip")).to_have_count(0)
    leaf.get_by_role("button", name="Copiar o link").click()
    expect(leaf.locator(".said__slip")).to_have_text("Link copiado")


def test_a_game_of_our_own_goes_on_on_another_phone(scorer: Scorer, browser: Browser, site: Site) -> None:
    scorer.begin(TM)
    scorer.truco(0, 3)
    leaf = scorer.open("Levar a outro celular")
    with scorer.page.expect_download() as download:
        leaf.get_by_role("button", name="Baixar como arquivo").click()
    with browser.new_context(base_url=site.address, locale="pt-BR", viewport=PHONE, has_touch=True) as another:
        other = Scorer(another)
        other.page.goto("/sumula/receber/")
        other.page.locator("input[type=file]").set_input_files(download.value.path())
        other.page.get_by_role("button", name="Guardar neste celular").click()
        expect(other.page.get_by_role("status")).to_have_text("A súmula está neste celular.")
        other.page.get_by_role("link", name="Súmulas deste celular").click()
        other.page.locator(".resume").click()
        expect(other.page.locator(".half")).to_have_count(2)
        assert other.scores == ["3", "0"]


def test_sheets_stay_on_the_phone_until_somebody_deletes_them(scorer: Scorer) -> None:
    played_out(scorer)
    page: Page = scorer.page
    page.get_by_role("button", name="Súmulas deste celular").click()
    shelf = page.locator(".shelf")
    expect(shelf).to_have_count(1)
    expect(shelf).to_contain_text("Vitória de Bia e Cida")
    shelf.get_by_role("button", name="Apagar").click()
    shelf.get_by_role("button", name="Deixar como está").click()
    expect(shelf).to_have_count(1)
    shelf.get_by_role("button", name="Apagar").click()
    shelf.get_by_role("button", name="Apagar de vez").click()
    expect(shelf).to_have_count(0)


def test_time_is_up_and_both_pairs_accept_that_too(scorer: Scorer) -> None:
    scorer.begin(TM)
    scorer.truco(0, 3)
    menu = scorer.open("Menu da súmula")
    menu.get_by_role("button", name="Antes desta mão").click()
    menu.get_by_role("button", name="Sim, acabou").click()
    page = scorer.page
    expect(page.locator(".result")).to_contain_text("Vitória de Bia e Cida")
    page.get_by_role("button", name="Conferir").click()
    expect(page.get_by_role("dialog")).to_contain_text("Fim do tempo")
    for side in (".hold--sol", ".hold--lua"):
        page.locator(side).locator(".hold__sign").click(delay=1200)
    expect(page.locator(".result__done")).to_be_visible()
