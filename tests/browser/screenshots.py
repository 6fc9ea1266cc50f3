"""Pictures of every page on a phone, a laptop and a projector, to be looked at: ``make screenshots``.

Each page is shown to the one who sees the most of it. They lie in ``build/screenshots``; ``-k NAME`` takes fewer.
"""

import pytest

from tests.browser.page_faults import HEIGHTS, LAPTOP, PHONE, PROJECTOR, Theme, Watch, is_shown
from tests.browser.pages.test_refusals import WAYS
from tests.browser.people import Windows
from tests.browser.site_process import Site
from tests.paths import ROOT
from tests.web.world.addresses import Page, pages
from tests.web.world.viewers import MOST_FIRST, Viewer
from tests.web.world.world import World

FOLDER = ROOT / "build" / "screenshots"
SIZES = {"phone": PHONE, "laptop": LAPTOP, "projector": PROJECTOR}
THEMES: tuple[Theme, ...] = ("light", "dark")
Watches = dict[Viewer, Watch]


@pytest.fixture(scope="module")
def watches(windows: Windows) -> Watches:
    return {viewer: Watch(windows.open(viewer).new_page()) for viewer in MOST_FIRST}


@pytest.mark.parametrize("page", pages(), ids=str)
def test_take_pictures(page: Page, watches: Watches, world: World) -> None:
    path = page.path(world)
    able = (watches[viewer] for viewer in MOST_FIRST if page.is_for(viewer))
    watch = next(watch for watch in able if is_shown(page, path, watch.page))
    watch.open(path)
    _take(watch, str(page))


@pytest.mark.parametrize("name", WAYS)
def test_take_pictures_of_refusals(name: str, windows: Windows, site: Site, world: World) -> None:
    _status, viewer, come = WAYS[name]
    watch = Watch(windows.open(viewer).new_page())
    come(watch.page, site, world)
    _take(watch, f"refused-{name}")


def _take(watch: Watch, page: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for theme in THEMES:
        watch.turn(theme)
        for size, width in SIZES.items():
            watch.resize(width, height=HEIGHTS[width])
            watch.page.screenshot(path=FOLDER / f"{page}-{size}-{theme}.png", full_page=size == "phone")
