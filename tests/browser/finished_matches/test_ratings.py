"""A match at a live table comes into the ranking by itself, and among the matches of those who played it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from carteado.web.ratings.plackett_luce import ENOUGH
from tests.browser.site_process import Site
from tests.browser.tables.four_at_a_table import window_of
from tests.browser.tables.table_window import BOARD, Seated, lay, waited

REGULATION = "truco-masters-2025"
NAMES = ("Rita Prado", "Nilo Serra")
SHOWN = ("Rita P.", "Nilo S.")
OVER = ".match-over__title"
ANSWER = ".truco-acts .button--yes"
MAY_LAY = f".dock--asked:not(:has({ANSWER})) .hand-card:not(.hand-card--dim)"
MOST_STEPS = 400


@pytest.fixture
def seated(site: Site) -> Seated:
    """One match before they are known well enough, and in its last hand."""
    return lay(site.environment, regulation=REGULATION, names=NAMES, scene="iron", before=ENOUGH - 1)


@pytest.fixture
def pages(browser: Browser, site: Site, seated: Seated) -> Iterator[list[Page]]:
    windows = [window_of(browser, site, key) for key in seated.keys]
    yield [window.new_page() for window in windows]
    for window in windows:
        window.close()


def test_two_against_bots_finish_a_match_and_stand_in_the_ranking(pages: list[Page], seated: Seated) -> None:
    rita, _nilo = pages
    rita.goto("/ranking/")
    assert SHOWN[0] not in rita.content()
    rita.goto("/conta/jogos/")
    assert rita.locator(f"a[href*='/mesa/{seated.code}/']").count() == 0

    for page in pages:
        page.goto(seated.path())
        expect(page.locator(BOARD)).to_be_visible()
    _play_out(pages)

    for page in pages:
        expect(page.locator(OVER)).to_be_visible()
        _waited_for_matches(page, seated)
    for path in ("/ranking/", "/ranking/truco/duplas/"):
        rita.goto(path)
        for name in SHOWN:
            expect(rita.get_by_role("main")).to_contain_text(name)


def _play_out(pages: list[Page]) -> None:
    for _ in range(MOST_STEPS):
        if all(page.locator(OVER).count() for page in pages):
            return
        for page in pages:
            for button in (".ceremony .button--yes:enabled", f".dock--asked {ANSWER}", MAY_LAY):
                if page.locator(button).count():
                    page.locator(button).first.click()
                    break
        pages[0].wait_for_timeout(50)
    raise AssertionError("the match does not end")


def _waited_for_matches(page: Page, seated: Seated) -> None:
    """All that were played at the table, the last one first."""

    def are_all_there() -> bool:
        page.goto("/conta/jogos/")
        return page.locator(f"a[href*='/mesa/{seated.code}/partidas/']").count() >= ENOUGH

    waited(page, are_all_there, "the match does not come among those that he played", seconds=2)
    expect(page.locator(f"a[href*='/mesa/{seated.code}/partidas/']").first).to_have_attribute(
        "href", f"/mesa/{seated.code}/partidas/{ENOUGH}/"
    )
