"""The draw on a wall, live: the projector waits, the desk draws, the cards turn; and nothing moves for who asks so."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.people import Windows
from tests.web.world.viewers import Viewer
from tests.web.world.world import World

pytestmark = pytest.mark.slow

CLOSED, DRAWING = ".hall__seat.is-closed", ".hall.is-drawing"


@pytest.fixture(scope="module")
def drawn(windows: Windows, world: World) -> Page:
    """A projector that was open while its draw was held at the desk."""
    address = {"slug": world["announced"], "draw": world["announced_draw"]}
    wall = windows.open().new_page()
    wall.emulate_media(reduced_motion="no-preference")
    wall.goto(reverse("draw-hall", kwargs=address))
    expect(wall.locator(CLOSED)).to_have_count(3)
    desk = windows.open(Viewer.ORGANISER).new_page()
    desk.goto(reverse("draws", kwargs={"slug": address["slug"]}))
    desk.locator("[name=entropy]").fill("48.213")
    desk.locator(".draw-task .button--shout").click()
    expect(wall.locator(DRAWING)).to_be_visible()
    return wall


def test_the_cards_turn_one_after_another_and_end_with_everybody_in_place(drawn: Page) -> None:
    expect(drawn.locator(CLOSED)).to_have_count(2)
    expect(drawn.locator("[data-draw-card].is-turned")).to_have_count(1)
    expect(drawn.locator(DRAWING)).to_have_count(0)
    expect(drawn.locator(CLOSED)).to_have_count(0)
    expect(drawn.locator(".hall__winner")).to_be_visible()


def test_it_is_shown_again_by_a_key_and_skipped_by_another(drawn: Page) -> None:
    expect(drawn.locator(DRAWING)).to_have_count(0)
    drawn.keyboard.press("r")
    expect(drawn.locator(DRAWING)).to_be_visible()
    expect(drawn.locator(CLOSED).first).to_be_visible()
    drawn.keyboard.press("Space")
    expect(drawn.locator(DRAWING)).to_have_count(0)
    expect(drawn.locator(CLOSED)).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False])
def test_who_wants_no_motion_or_has_no_scripts_finds_all_in_place(
    windows: Windows, world: World, drawn: Page, scripts: bool
) -> None:
    wall = windows.open(scripts=scripts).new_page()
    wall.goto(drawn.url + "#cartas")
    assert wall.locator(CLOSED).count() == 0
    assert wall.locator(DRAWING).count() == 0
    assert wall.locator(".hall__who").first.inner_text() == drawn.locator(".hall__who").first.inner_text()
