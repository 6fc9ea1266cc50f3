"""A broadcast in a real browser: paper over nothing, its secret in no address that is asked for, blank once revoked."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.people import Windows
from tests.browser.pixels import first_pixel
from tests.browser.site_process import Site
from tests.web.world.viewers import Viewer
from tests.web.world.world import World

pytestmark = pytest.mark.slow

STRIP, STALE = ".overlay__strip", ".overlay__stale"
SOON_MS = 8_000


@pytest.fixture(scope="module")
def address(windows: Windows, world: World) -> str:
    """Made by the organiser, for the match that is on."""
    page = windows.open(Viewer.ORGANISER).new_page()
    page.goto(reverse("broadcasts", args=[world["running"]]))
    page.locator("[name=shows]").select_option(f"match:{world['match']}")
    page.locator("[name=delay]").fill("0")
    page.locator("main form button.button--yes").click()
    said = page.locator(".share__link").text_content()
    assert said
    page.context.close()
    return said


@pytest.fixture
def studio(browser: Browser) -> Iterator[BrowserContext]:
    """As OBS opens it: nobody is signed in."""
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    yield context
    context.close()


@pytest.fixture
def air(studio: BrowserContext, address: str) -> Page:
    page = studio.new_page()
    page.clock.install()
    page.goto(address)
    expect(page.locator(STRIP)).to_be_visible(timeout=SOON_MS)
    return page


@pytest.mark.parametrize("paper", ["", "?papel=escuro"])
def test_there_is_nothing_behind_the_paper(studio: BrowserContext, address: str, paper: str) -> None:
    page = studio.new_page()
    page.goto(address.replace("#", f"{paper}#"))
    strip = page.locator(STRIP)
    expect(strip).to_be_visible(timeout=SOON_MS)
    assert first_pixel(page.screenshot(omit_background=True)) == b"\0\0\0\0"
    box = strip.bounding_box()
    assert box is not None
    edges = (box["height"], box["x"], box["y"] + box["height"])
    assert edges == pytest.approx((96, 96, 1080 - 54), abs=0.5), "5 % of every edge are kept free"


def test_the_secret_is_in_no_address_that_is_asked_for(studio: BrowserContext, address: str) -> None:
    asked: list[str] = []
    page = studio.new_page()
    page.on("request", lambda request: asked.append(request.url + request.headers.get("referer", "")))
    page.goto(address)
    expect(page.locator(STRIP)).to_be_visible(timeout=SOON_MS)
    secret = address.partition("#")[2]
    asked = [one.partition("#")[0] for one in asked]
    assert len(asked) > 3
    assert not any(secret in one for one in asked)


def test_without_a_line_the_last_score_stays_and_says_from_when_it_is(air: Page) -> None:
    shown = air.locator(STRIP).inner_text()
    air.context.set_offline(True)
    for _time in range(8):
        air.clock.run_for(5_000)
    expect(air.locator(STALE)).to_be_visible()
    assert air.locator(".overlay__sides").inner_text() in shown
    air.context.set_offline(False)
    air.clock.run_for(20_000)
    expect(air.locator(STALE)).to_have_count(0, timeout=SOON_MS)
    expect(air.locator(STRIP)).to_be_visible()


def test_revoked_it_goes_blank_and_says_nothing_on_the_air(air: Page, windows: Windows, world: World) -> None:
    desk = windows.open(Viewer.ORGANISER).new_page()
    desk.goto(reverse("broadcasts", args=[world["running"]]))
    desk.locator("tbody tr details summary").last.click()
    desk.locator("tbody tr details form button").last.click()
    expect(desk.locator(".slip--success")).to_be_visible()
    desk.context.close()
    air.clock.run_for(5_000)
    expect(air.locator(STRIP)).to_have_count(0, timeout=SOON_MS)
    expect(air.locator("[data-overlay-hint]")).to_be_hidden()


def test_who_opens_it_without_a_secret_is_told_what_it_is_for(studio: BrowserContext, site: Site) -> None:
    page = studio.new_page()
    page.goto(f"{site.address}{reverse('overlay')}")
    expect(page.locator("[data-overlay-hint]")).to_be_visible()
