"""From the home page to a hand in two clicks, for who has no account; and whoever has the link watches it, in a window
or on the air."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.page_faults import Watch
from tests.browser.pixels import first_pixel
from tests.browser.site_process import Site

HELD = ".hand-card[data-card]"
CEREMONY = ".ceremony .button--yes:enabled"
GAMES = ("Truco", "Tranca", "Canastra")
DEALT_WITHIN = 60.0
"""Seconds: bots cut and deal at the pace of people."""


@pytest.fixture
def window(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=site.address, locale="pt-BR", reduced_motion="reduce", viewport={"width": 360, "height": 640}
    )
    yield context
    context.close()


def begin(page: Page, game: str) -> int:
    """Until a card of one's own is there; gives how often it was clicked. Who cuts or deals has the second click."""
    page.goto("/")
    page.locator(".play-now__game", has_text=game).click()
    page.wait_for_url("**/mesa/*/")
    clicks, until = 1, time.monotonic() + DEALT_WITHIN
    while not page.locator(HELD).count():
        assert time.monotonic() < until, "no cards came"
        asked = page.locator(CEREMONY)
        if asked.count():
            asked.click()
            expect(asked).to_have_count(0)
            clicks += 1
        page.wait_for_timeout(50)
    expect(page.locator(HELD).first).to_be_in_viewport()
    return clicks


@pytest.mark.parametrize("game", ["Truco", *(pytest.param(one, marks=pytest.mark.slow) for one in GAMES[1:])])
def test_a_hand_is_two_clicks_away(window: BrowserContext, game: str) -> None:
    watch = Watch(window.new_page())
    assert begin(watch.page, game) <= 2
    assert watch.console_faults() == []


@pytest.mark.parametrize("game", ["Truco", pytest.param("Canastra", marks=pytest.mark.slow)])
def test_whoever_has_the_link_watches_and_has_nothing_to_tap_in_vain(
    browser: Browser, window: BrowserContext, site: Site, game: str
) -> None:
    player = window.new_page()
    begin(player, game)
    other = browser.new_context(base_url=site.address, locale="en-GB", reduced_motion="reduce")
    watch = Watch(other.new_page())
    watch.open(player.url.replace("/mesa/", "/en/mesa/"), width=360)
    watch.page.set_viewport_size({"width": 360, "height": 640})
    expect(watch.page.locator(".banner--watching")).to_contain_text("You watch.")
    expect(watch.page.locator(".seat")).to_have_count(4)
    assert watch.page.locator(HELD).count() == 0, "nobody's cards are seen"
    buttons = watch.page.locator(".board button:visible, .board [role=button]:visible")
    assert {buttons.nth(one).get_attribute("class") for one in range(buttons.count())} <= {"menu-button", "pile-eye"}
    assert list(watch.faults_of_targets()) == []
    assert watch.faults_for_readers() == []
    assert watch.console_faults() == []
    other.close()


def test_on_the_air_there_is_what_onlookers_see_and_nothing_behind_it(window: BrowserContext) -> None:
    """Opened in the very browser of who plays: his cards are not on the air."""
    player = window.new_page()
    begin(player, "Truco")
    watch = Watch(window.new_page())
    air = watch.page
    air.set_viewport_size({"width": 1280, "height": 720})
    air.goto(f"{player.url}transmissao/")
    expect(air.locator(".air-vira .air-card--fallen")).to_be_visible()
    expect(air.locator(".overlay__side")).to_have_count(2)
    expect(air.locator(".air-plate")).to_have_count(4)
    own = player.locator(HELD).evaluate_all("cards => cards.map((one) => one.getAttribute('aria-label'))")
    laid = player.locator(".laid .card").evaluate_all("cards => cards.map((one) => one.getAttribute('aria-label'))")
    shown = air.locator(".air-seats .card").evaluate_all("cards => cards.map((one) => one.getAttribute('aria-label'))")
    assert set(shown) <= set(laid)
    assert not set(own) & set(shown)
    assert first_pixel(air.screenshot(omit_background=True))[3] == 0
    inside = air.evaluate("""() => [...document.querySelectorAll('.air-strip, .air')].every((one) => {
      const box = one.getBoundingClientRect();
      return box.left >= 64 && box.right <= 1216 && box.top >= 36 && box.bottom <= 684;
    })""")
    assert inside, "within the safe margins"
    call = player.locator(".truco-acts .button--shout")
    if call.count():
        call.click()
        expect(air.locator(".air-stage:not(.air-stage--small) .shout")).to_be_visible()
        box = air.locator(".air-stage").bounding_box()
        assert box is not None
        assert box["x"] > 640, "at the right"
        assert box["y"] >= 36, "within the safe margins"
        assert box["y"] + box["height"] < 360, "above all that lies below"
        assert box["width"] == pytest.approx(640 * 1280 / 1920, abs=2)
    assert watch.console_faults() == []


@pytest.mark.slow
def test_viewers_are_told_nothing_of_a_line_that_breaks(window: BrowserContext) -> None:
    player = window.new_page()
    begin(player, "Canastra")
    air = window.new_page()
    air.goto(f"{player.url}transmissao/")
    expect(air.locator(".air-pile").first).to_be_visible()
    before = air.locator("main").inner_text()
    window.set_offline(True)
    air.wait_for_timeout(2_500)
    assert air.locator(".overlay__side").count() == 2
    assert air.locator("[role=alert], [role=status], .banner, .overlay__stale").count() == 0
    assert before.split("\n")[:2] == air.locator("main").inner_text().split("\n")[:2]
    window.set_offline(False)
