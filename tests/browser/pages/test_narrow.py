"""What stands in one row: the phases of a bracket and the way to a page on a phone, the one act of a page elsewhere."""

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page

from tests.browser.page_faults import HEIGHTS, LAPTOP, PHONE
from tests.browser.people import Windows
from tests.web.world.viewers import Viewer
from tests.web.world.world import World

pytestmark = pytest.mark.slow


def _opened(
    windows: Windows,
    width: int,
    name: str,
    *arguments: str,
    language: str = "pt-br",
    viewer: Viewer = Viewer.VISITOR,
) -> Page:
    page = windows.open(viewer, language=language).new_page()
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    prefix = "" if language == "pt-br" else f"/{language}"
    page.goto(prefix + reverse(name, args=arguments))
    return page


def _rows(found: Locator) -> int:
    tops: list[float] = found.evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert tops
    return len({round(top) for top in tops})


@pytest.mark.parametrize("language", ["pt-br", "en"])
@pytest.mark.parametrize("stage", ["running", "finished"])
def test_the_phases_stand_in_one_row_with_the_chosen_one_in_sight(
    windows: Windows, world: World, stage: str, language: str
) -> None:
    page = _opened(windows, PHONE, "bracket", world[stage], language=language)
    assert _rows(page.locator(".phase-tabs__row > label")) == 1
    chosen = page.locator(".phase-tabs > input:checked").get_attribute("id")
    box = page.locator(f"label[for='{chosen}']").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE


def test_the_way_to_a_page_takes_one_row_on_a_phone(windows: Windows, world: World) -> None:
    page = _opened(windows, PHONE, "pair", world["running"], world["first"])
    assert _rows(page.locator(".breadcrumbs li:visible")) == 1


def test_the_act_of_a_page_is_not_broken_where_there_is_room(windows: Windows, world: World) -> None:
    page = _opened(windows, LAPTOP, "event", world["published"], viewer=Viewer.ORGANISER)
    heights = page.locator(".page-head__act > .button").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert len(heights) == 2
    assert max(heights) < 56
