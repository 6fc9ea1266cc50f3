"""Takes pictures of the pages where people play, on a phone and on a laptop: ``python -m tools.table_pictures``.

The site is real. Its tables are at moments of matches that were really played there, with all four players present
(see ``tests.browser.tables.laid_tables``). The pictures go to ``build/table-pictures``. ``--only call iron`` takes
fewer, ``--dark`` takes them in dark colours, and ``--keep`` puts those that the README shows into ``docs/images``.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import running_browser
from tests.browser.tables.meld_player import rested
from tests.browser.tables.table_window import BOARD, Seated, lay, window_at
from tests.web.world.running import serving, surroundings
from tools.site_pictures import kept, side_by_side, taken

FOLDER = Path(__file__).parent.parent / "build" / "table-pictures"
TRUCO, AFIA, APCEF = "truco-masters-2025", "afia-2026-tranca", "apcef-sc-2022-canastra"
LANGUAGES = {"pt-br": ("pt-BR", ".pt"), "en": ("en-GB", "")}
"""The language that the browser requests, and the ending of the picture's name."""


class Size(NamedTuple):
    width: int
    height: int
    sharp: float


SIZES = {"phone": Size(360, 640, 2), "desktop": Size(1280, 800, 1)}


class Picture(NamedTuple):
    """A table in a scene, with the steps to prepare it before the picture is taken; or just an address."""

    regulation: str = ""
    scene: str = ""
    path: str = "{table}"
    prepare: Callable[[Page], None] = lambda _page: None

    @property
    def is_at_table(self) -> bool:
        return self.path == "{table}"


def chosen_melds(page: Page) -> None:
    """Choose the suggested melds, one after the other, until they reach the minimum."""
    for _ in range(4):
        chip = page.locator(".chip")
        if page.locator('[data-deed="lay"]:not(.button--off)').count() or not chip.count():
            break
        rested(page)
        chip.first.click()


def chosen_card(page: Page) -> None:
    page.locator(".hand-card").nth(3).click(position={"x": 12, "y": 12})


def at_open_tables(page: Page) -> None:
    """Scroll past the games against bots, because the home page shows a picture of one."""
    page.locator(".lobby").evaluate("(lobby) => lobby.scrollIntoView({ behavior: 'instant' })")


def replayed(page: Page) -> None:
    expect(page.locator(".replay .bar")).to_be_visible()


def verified(page: Page) -> None:
    expect(page.locator(".verdict--verified")).to_be_visible()
    page.locator(".hand-checks summary").first.click()


PICTURES = {
    "home": Picture(path="/"),
    "lobby": Picture(path="/jogar/", prepare=at_open_tables),
    "call": Picture(TRUCO, "call"),
    "eleven": Picture(TRUCO, "eleven"),
    "iron": Picture(TRUCO, "iron"),
    "ten-melds": Picture(AFIA, "ten-melds", prepare=chosen_card),
    "vulnerable": Picture(APCEF, "vulnerable", prepare=chosen_melds),
    "replay": Picture(TRUCO, "finished", "{table}partidas/1/?mao=3&lance=8", replayed),
    "verify": Picture(TRUCO, "finished", "{table}partidas/1/conferir/", verified),
}


ON_A_LAPTOP = ("call", "ten-melds", "replay", "verify")
ON_PHONES = ("eleven", "vulnerable", "call")
"""The pictures in the README: those on a laptop each alone, those on phones side by side."""


class Studio:
    """A site with its tables, each set up once."""

    def __init__(self, browser: Browser, address: str, environment: dict[str, str], *, is_dark: bool) -> None:
        self._browser, self._address, self._environment, self._is_dark = browser, address, environment, is_dark
        self._laid: dict[tuple[str, str], Seated] = {}

    def fill_the_lobby(self) -> None:
        """Add matches to watch, and tables that wait for players."""
        for regulation in (TRUCO, AFIA, APCEF):
            lay(self._environment, regulation=regulation, bots=2, is_public=True)
            lay(self._environment, regulation=regulation, bots=1, free=2, is_public=True)

    def take(self, name: str, language: str, size: Size) -> Image.Image:
        picture = PICTURES[name]
        with ExitStack() as open_pages:
            if not picture.scene:
                page = open_pages.enter_context(self._window("", language, size))
                page.goto(f"{'/en' if language == 'en' else ''}{picture.path}")
            else:
                seated = self._seated(picture)
                others = seated.keys[1:] if picture.is_at_table else []
                for key in others:
                    sits = open_pages.enter_context(self._window(key, language, SIZES["phone"]))
                    sits.goto(seated.path(language))
                page = open_pages.enter_context(self._window(seated.keys[0], language, size))
                page.goto(picture.path.format(table=seated.path(language)))
                if picture.is_at_table:
                    expect(page.locator(BOARD)).to_be_visible()
                    expect(page.locator(".seat").first).to_be_visible()
                    expect(page.locator(".seat--away")).to_have_count(0)
            picture.prepare(page)
            page.wait_for_timeout(400)
            return taken(page)

    def _seated(self, picture: Picture) -> Seated:
        key = picture.regulation, picture.scene
        if key not in self._laid:
            self._laid[key] = lay(self._environment, regulation=picture.regulation, scene=picture.scene)
        return self._laid[key]

    @contextmanager
    def _window(self, key: str, language: str, size: Size) -> Iterator[Page]:
        window = window_at(self._browser, self._address, key, locale=LANGUAGES[language][0], **size._asdict())
        page = window.new_page()
        page.emulate_media(color_scheme="dark" if self._is_dark else "light", reduced_motion="reduce")
        try:
            yield page
        finally:
            window.close()


@contextmanager
def studio(*, is_dark: bool = False) -> Iterator[Studio]:
    with tempfile.TemporaryDirectory() as data, serving(Path(data), "--demo") as served, running_browser() as browser:
        environment = surroundings(Path(data), DJANGO_SETTINGS_MODULE="carteado.web.settings")
        made = Studio(browser, served.address, environment, is_dark=is_dark)
        made.fill_the_lobby()
        yield made


def keep(images: dict[tuple[str, str], Image.Image], ending: str) -> None:
    """Save the README's pictures in one language, as far as they were taken."""
    for name in ON_A_LAPTOP:
        if (name, "desktop") in images:
            kept(images[name, "desktop"], f"table-{name}{ending}")
    phones = [images[name, "phone"] for name in ON_PHONES if (name, "phone") in images]
    if len(phones) == len(ON_PHONES):
        kept(side_by_side(*phones), f"table-phones{ending}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.table_pictures", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=PICTURES, default=list(PICTURES), metavar="NAME")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--dark", action="store_true")
    asked = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with studio(is_dark=asked.dark) as made:
        for language, (_, ending) in LANGUAGES.items():
            images = {}
            for name in asked.only:
                for kind, size in SIZES.items():
                    images[name, kind] = image = made.take(name, language, size)
                    image.save(FOLDER / f"{name}-{kind}{'-dark' if asked.dark else ''}{ending}.png")
                    print(name, kind, language)
            if asked.keep:
                keep(images, ending)


if __name__ == "__main__":
    main()
