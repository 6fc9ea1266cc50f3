"""A deal where everything takes long: it is built piece by piece, and the cards leave the deck when all are there."""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import TIMEOUT_MS
from tests.browser.site_process import Site
from tests.browser.tables.four_at_a_table import seat_four
from tests.browser.tables.table_window import BOARD, Seated, waited, window_at

WATCH = """() => {
  const now = performance.now.bind(performance);
  let late = 0;
  performance.now = () => now() + (late += 10);
  const all = () => [...document.querySelectorAll("[data-order]")];
  const unseen = (one) => getComputedStyle(one).visibility === "hidden";
  const departures = () => document.getAnimations()
    .filter(({effect}) => effect?.target?.matches?.("[data-order]"))
    .map(({effect}) => [Number(effect.target.dataset.order), effect.getTiming().delay]);
  window.deal = {steps: [], heights: [], departures: null};
  new MutationObserver(() => {
    const {steps, heights} = window.deal, cards = all();
    if (document.querySelector(".is-building")) heights.push(document.querySelector(".mesa").clientHeight);
    if (cards.length && cards.length !== steps.at(-1)?.cards) {
      steps.push({cards: cards.length, unseen: cards.filter(unseen).length});
    }
    if (!window.deal.departures && departures().length) window.deal.departures = departures();
  }).observe(document.body, {subtree: true, childList: true, attributes: true, attributeFilter: ["class"]});
}"""


def _dealt(watched: Page, others: Sequence[Page]) -> dict[str, Any]:
    """Whoever cuts and deals, cuts and deals; what the page that is watched showed meanwhile."""

    def is_dealt() -> bool:
        for page in (watched, *others):
            button = page.locator(".ceremony .button--yes:enabled")
            if button.count():
                button.click()
        return bool(watched.evaluate("window.deal.departures !== null"))

    waited(watched, is_dealt, "no card leaves the deck")
    expect(watched.locator(".is-travelling")).to_have_count(0, timeout=TIMEOUT_MS)
    seen: dict[str, Any] = watched.evaluate("window.deal")
    return seen


def _come(browser: Browser, site: Site, seated: Seated, seat: int, *, has_motion: bool) -> Page:
    page = window_at(browser, site.address, seated.keys[seat], has_motion=has_motion).new_page()
    page.goto(seated.path())
    expect(page.locator(BOARD)).to_be_visible()
    return page


@pytest.mark.parametrize(
    ("regulation", "held"),
    [pytest.param("truco-masters-2025", 3, marks=pytest.mark.slow), ("afia-2026-tranca", 11)],
)
def test_a_deal_is_built_in_pieces(browser: Browser, site: Site, regulation: str, held: int) -> None:
    seated = seat_four(site, regulation, target=100_000)
    page = _come(browser, site, seated, 0, has_motion=True)
    others = [_come(browser, site, seated, seat, has_motion=False) for seat in (1, 2, 3)]
    page.evaluate(WATCH)
    seen = _dealt(page, others)
    counts = [step["cards"] for step in seen["steps"]]
    assert counts == sorted(counts), counts
    assert len(counts) > 2, f"all that is dealt is built at once: {counts}"
    assert all(step["unseen"] == step["cards"] for step in seen["steps"]), "a card shows before it leaves the deck"
    assert len(set(seen["heights"])) == 1, f"the table jumps while the deal is built: {seen['heights']}"
    departures = sorted(seen["departures"])
    assert len(departures) == counts[-1], "some cards do not come from the deck"
    assert [delay for _, delay in departures] == sorted(delay for _, delay in departures)
    assert departures[-1][1] > departures[0][1]
    expect(page.locator(".is-building")).to_have_count(0)
    assert page.locator(".hand-card:visible").count() == held
    for one in (page, *others):
        one.context.close()
