"""A table of melds where room is short: with letters twice as large on a phone, and on a phone held sideways."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, Playwright, expect

from tests.browser.chromium import ARGUMENTS
from tests.browser.people import TIMEOUT_MS
from tests.browser.site_process import Site
from tests.browser.tables.four_at_a_table import seat_four
from tests.browser.tables.table_window import BOARD
from tools import chromium

CANASTRA = "apcef-sc-2022-canastra"
TARGET = 3_000
USUAL, LARGE = 16, 32
"""Letters of so many pixels; the second is what a browser calls 200 %."""
OUTSIDE = """selector => [...document.querySelectorAll(selector)].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width && (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1);
}).map(one => one.innerText || one.className)"""
CUT = """selector => [...document.querySelectorAll(selector)]
  .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)"""
"""Those whose words do not fit in them."""


def test_a_large_hand_and_what_can_be_done_fit_a_phone_held_sideways(
    site: Site, playwright: Playwright, tmp_path: Path
) -> None:
    with _phone_at_a_table(site, playwright, tmp_path, width=640, height=360) as page:
        page.locator(".chip").first.click()
        expect(page.locator('[data-deed="lay"]')).to_be_visible()
        assert page.evaluate(OUTSIDE, ".acts > .button, .zone__facts > *, .pile, .tray, .score") == []
        page.locator(".tray__clear").click()
        assert page.evaluate(OUTSIDE, ".says, .melds-acts > *, .hand-card:nth-child(-n + 12)") == []


def test_letters_twice_as_large_lose_nothing(site: Site, playwright: Playwright, tmp_path: Path) -> None:
    with _phone_at_a_table(site, playwright, tmp_path, letters=LARGE) as page:
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{LARGE}px"
        assert page.evaluate(CUT, ".board, .plate__name, .score, .meld, .says, .zone__head, .piles, .melds-hand") == []
        for name in ("Tonho", "Bia", "Zeca"):
            expect(page.locator(".plate__name", has_text=name)).to_be_visible()
        page.locator(".hand-card").last.click()
        discard = page.locator('[data-deed="discard"]')
        discard.scroll_into_view_if_needed()
        assert page.evaluate(OUTSIDE, '[data-deed="discard"]') == []


@contextmanager
def _phone_at_a_table(
    site: Site, playwright: Playwright, place: Path, *, width: int = 360, height: int = 640, letters: int = USUAL
) -> Iterator[Page]:
    """Seventeen cards in the hand. How large letters are is the browser's own setting: it decides which styles hold."""
    seated = seat_four(site, CANASTRA, target=TARGET, scene="vulnerable")
    (place / "Default").mkdir()
    settings = {"webkit": {"webprefs": {"default_font_size": letters}}}
    (place / "Default" / "Preferences").write_text(json.dumps(settings), "utf-8")
    context = playwright.chromium.launch_persistent_context(
        place,
        executable_path=chromium.find(),
        args=ARGUMENTS,
        base_url=site.address,
        locale="pt-BR",
        reduced_motion="reduce",
        viewport={"width": width, "height": height},
    )
    context.set_default_timeout(TIMEOUT_MS)
    context.add_cookies([{"name": "sessionid", "value": seated.keys[0], "url": site.address}])
    try:
        page = context.new_page()
        page.goto(seated.path())
        expect(page.locator(BOARD)).to_be_visible()
        yield page
    finally:
        context.close()
