"""Every page, as everybody who may see it: nothing that axe-core calls serious, nothing refused by the content security
policy, nothing said in the console, no scrolling sideways from a small phone to a 4K projector, no target too small for
a thumb; in light and in dark."""

from dataclasses import dataclass, field

import pytest

from tests.browser.page_faults import Watch, is_shown
from tests.browser.people import Windows
from tests.web.world.addresses import Page, pages
from tests.web.world.viewers import Viewer
from tests.web.world.world import World

pytestmark = pytest.mark.slow

PUBLIC = (Viewer.VISITOR, Viewer.MEMBER, Viewer.ORGANISER)
OTHERS = (Viewer.STAFF, Viewer.GUARDED, Viewer.HALFWAY)
"""Look at a page that none of the others sees."""


ALIKE = ("manage", "regulation", "versions", "wizard")
IN_ENGLISH = ("home", "account_signup", "event-running", "search-regulations-morto", "team", "wizard-draft-formato")


@dataclass
class Walk:
    """The windows of everybody, and what was looked at in them: the same content is not looked at twice."""

    windows: Windows
    watches: dict[Viewer, Watch] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)

    def watch(self, viewer: Viewer) -> Watch:
        if viewer not in self.watches:
            self.watches[viewer] = Watch(self.windows.open(viewer).new_page())
        return self.watches[viewer]

    def is_shown(self, page: Page, path: str, viewer: Viewer) -> bool:
        return page.is_for(viewer) and is_shown(page, path, self.watch(viewer).page)

    def faults(self, page: Page, path: str, viewer: Viewer) -> list[str]:
        """Looks closely at what nobody saw before; where something else stands on a page alike, at the main things."""
        watch = self.watch(viewer)
        watch.open(path)
        content: str = watch.page.evaluate(CONTENT)
        is_known, is_same = _kind(page) in self.seen, {viewer, content} <= self.seen
        self.seen |= {_kind(page), viewer, content}
        if is_same:
            return watch.console_faults()
        return watch.main_faults() if is_known else watch.all_faults()


def _kind(page: Page) -> str:
    """What pages share that are alike but for the event or the regulation that they are about."""
    if page.route not in ALIKE:
        return str(page)
    return str(page._replace(blanks=tuple(blank for blank in page.blanks if blank[0] not in ("slug", "regulation_id"))))


CONTENT = """() => {
  const main = document.querySelector("main").cloneNode(true);
  main.querySelectorAll("[name=csrfmiddlewaretoken]").forEach((token) => token.remove());
  return main.innerHTML;
}"""


@pytest.fixture(scope="module")
def walk(windows: Windows) -> Walk:
    return Walk(windows)


@pytest.mark.parametrize("page", pages(), ids=str)
def test_a_page_serves_everybody_who_may_see_it(page: Page, walk: Walk, world: World) -> None:
    path = page.path(world)
    viewers = [viewer for viewer in PUBLIC if walk.is_shown(page, path, viewer)]
    viewers = viewers or [viewer for viewer in OTHERS if walk.is_shown(page, path, viewer)]
    assert viewers, "nobody sees this page"
    faults = [f"{viewer}: {fault}" for viewer in viewers for fault in walk.faults(page, path, viewer)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("page", [page for page in pages() if str(page).startswith(IN_ENGLISH)], ids=str)
def test_a_page_serves_in_english_too(page: Page, walk: Walk, world: World) -> None:
    path = page.path(world, "en")
    watch = walk.watch(next(viewer for viewer in PUBLIC if walk.is_shown(page, path, viewer)))
    watch.open(path)
    assert watch.page.get_attribute("html", "lang") == "en"
    assert not watch.main_faults()
