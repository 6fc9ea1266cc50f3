"""What a browser fetches before somebody can play: script and style of the table's page, as they come over the line."""

from playwright.sync_api import Browser, expect

from tests.browser.site_process import Site
from tests.browser.tables.four_at_a_table import seat_four, window_of
from tests.browser.tables.table_window import BOARD

MOST_BYTES = 150_000
FETCHED = """() => performance.getEntriesByType("resource")
  .filter(({name}) => /\\.(js|css)(\\?|$)/.test(name))
  .map(({name, encodedBodySize, decodedBodySize}) => [name.split("/").at(-1), encodedBodySize, decodedBodySize])"""


def test_the_first_load_of_a_table_is_small(browser: Browser, site: Site) -> None:
    seated = seat_four(site, "truco-masters-2025", target=12)
    window = window_of(browser, site, seated.keys[0])
    page = window.new_page()
    page.goto(seated.path())
    expect(page.locator(BOARD)).to_be_visible()
    fetched: list[tuple[str, int, int]] = page.evaluate(FETCHED)
    window.close()
    assert {"table", "site"} <= {name.partition(".")[0] for name, _, _ in fetched}
    assert all(0 < sent < whole for _, sent, whole in fetched), fetched
    assert sum(sent for _, sent, _ in fetched) < MOST_BYTES, fetched
