"""A truco table where room is short: nothing lies on a name, the vira, the rounds, a played card or a button."""

from itertools import chain

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site_process import Site
from tests.browser.tables.four_at_a_table import seat_four, window_of
from tests.browser.tables.table_window import BOARD

REGULATION = "truco-masters-2025"
WINDOWS = ((568, 320), (640, 360), (320, 568), (360, 640), (768, 1024), (1280, 800))
COVERED = """() => {
  const parts = ".vira__stock, .vira__card, .vira__manilhas, .varal, .plate, .backs, .laid, .hand-result, .worth, " +
    ".dock__talk, .hand-card, .truco-acts > .button, .dock__say > p, .score__points, .beans, .menu-button";
  const all = [...document.querySelectorAll(parts)].map((one) => ({one, box: one.getBoundingClientRect()}));
  const called = ({one}) => `${one.classList[0]} ${one.innerText.replace(/\\s+/g, " ")}`;
  const apart = (a, b) => a.one.contains(b.one) || b.one.contains(a.one) ||
    ["laid", "hand-card", "vira"].some((kind) => a.one.className.includes(kind) && b.one.className.includes(kind));
  const shared = (a, b) => Math.min(Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left),
    Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top));
  const lean = 5;
  const table = document.querySelector(".mesa").getBoundingClientRect();
  const star = document.querySelector(".stage")?.getBoundingClientRect().top ?? Infinity;
  return [
    ...all.flatMap((a, at) => all.slice(at + 1).filter((b) => b.box.width && !apart(a, b) && shared(a, b) > lean)
      .map((b) => `${called(a)} and ${called(b)}`)),
    ...all.filter(({one, box}) => one.matches(".laid") && (box.bottom > table.bottom + 1 || box.bottom > star + lean))
      .map((one) => `${called(one)} hangs over`),
  ];
}"""
"""A card leans, and its box is larger than it: by so many pixels boxes may share a place."""


@pytest.mark.parametrize(
    "scene", ["call", *(pytest.param(scene, marks=pytest.mark.slow) for scene in ("eleven", "iron"))]
)
def test_nothing_lies_on_anything(browser: Browser, site: Site, scene: str) -> None:
    seated = seat_four(site, REGULATION, target=12, scene=scene)
    window = window_of(browser, site, seated.keys[0])
    page = window.new_page()
    page.goto(seated.path())
    expect(page.locator(BOARD)).to_be_visible()
    expect(page.locator(".stage" if scene == "call" else ".hand-card").first).to_be_visible()
    assert list(chain(*(_covered(page, width, height) for width, height in WINDOWS))) == []
    window.close()


def _covered(page: Page, width: int, height: int) -> list[str]:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => Promise.all(document.getAnimations().map(({finished}) => finished.catch(() => null)))")
    found: list[str] = page.evaluate(COVERED)
    return [f"{width} x {height}: {one}" for one in found]
