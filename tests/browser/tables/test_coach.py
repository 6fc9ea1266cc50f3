"""The coach at a live table: switched on in the menu, it says what can be done and opens the regulation's own words."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.page_faults import Watch
from tests.browser.people import TIMEOUT_MS
from tests.browser.site_process import Site
from tests.browser.tables.four_at_a_table import window_of
from tests.browser.tables.table_window import BOARD, lay

TRUCO, TRANCA = "truco-masters-2025", "afia-2026-tranca"
SAYS = ".says, .dock__say > p"
_HINT = {
    (TRUCO, "pt-br"): ("Dicas para quem está aprendendo", "a mais forte leva a rodada|Correr dá|corta|dá as cartas"),
    (TRANCA, "en"): ("Hints for beginners", "Begin by drawing|Stock or pile|Tap the stock|Exchange the red three"),
}


@contextmanager
def seated(browser: Browser, site: Site, regulation: str, language: str, *, width: int, height: int) -> Iterator[Watch]:
    table = lay(site.environment, regulation=regulation, bots=3)
    window = window_of(browser, site, table.keys[0], language=language, width=width, height=height)
    watch = Watch(window.new_page())
    watch.page.goto(table.path(language))
    expect(watch.page.locator(BOARD)).to_be_visible()
    yield watch
    assert watch.console_faults() == []
    window.close()


def _cut_until_asked(page: Page) -> None:
    """A hand of one's own on the table, and something to do with it."""
    cut, asked = page.locator(".ceremony .button--yes:enabled"), page.locator(".dock--asked:not(:has(.ceremony))")
    for _ in range(4):
        expect(cut.or_(asked).first).to_be_visible(timeout=TIMEOUT_MS)
        if asked.count():
            return
        cut.click()
        expect(cut).to_have_count(0)


@pytest.mark.parametrize(
    ("regulation", "language"), [(TRUCO, "pt-br"), pytest.param(TRANCA, "en", marks=pytest.mark.slow)]
)
def test_a_beginner_is_helped(browser: Browser, site: Site, regulation: str, language: str) -> None:
    name, hint = _HINT[regulation, language]
    with seated(browser, site, regulation, language, width=360, height=640) as watch:
        page = watch.page
        _cut_until_asked(page)
        expect(page.locator(".coach")).to_have_count(0)
        page.locator(".menu-button").click()
        page.get_by_label(name).check()
        page.keyboard.press("Escape")
        _cut_until_asked(page)
        expect(page.locator(SAYS).first).to_have_text(re.compile(hint))
        page.locator(".coach").click()
        sheet = page.locator(".sheet-over")
        expect(sheet.locator(".lessons").first.locator("li").first).to_be_visible()
        assert sheet.locator(".lessons a.article").count() >= 10
        assert watch.faults_for_readers() == []


def test_arrows_walk_between_the_rows_of_a_hand(browser: Browser, site: Site) -> None:
    with seated(browser, site, TRANCA, "pt-br", width=360, height=640) as watch:
        page = watch.page
        _cut_until_asked(page)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        first = _top_of_focus(page)
        page.keyboard.press("ArrowDown")
        assert _top_of_focus(page) > first
        page.keyboard.press("ArrowUp")
        assert _top_of_focus(page) == first


def _top_of_focus(page: Page) -> float:
    top: float = page.evaluate("() => document.activeElement.getBoundingClientRect().top")
    return top
