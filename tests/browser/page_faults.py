"""What is wrong with an open page, as a reader with sharp eyes, a screen reader or a thumb would find it.

Each question gives the faults found, in words; none means the page passes. Our scripts run beside the page's content
security policy, which therefore stays in force: what it refuses is a fault too.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Error, Page

from tests.web.world.addresses import Page as SitePage
from tests.web.world.addresses import route_of

HERE = Path(__file__).parent
AXE = HERE.parents[1] / "client" / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = (320, 360, 768, 1280, 1920, 3840)
HEIGHTS = {320: 568, 360: 640, 768: 1024, 1280: 800, 1920: 1080, 3840: 2160}
PHONE, LAPTOP, PROJECTOR = 360, 1280, 1920
LOW = 100
"""How high a window is where nobody looks: painting takes longer than all the rest."""
LEAST_TARGET, PRIMARY_TARGET = 24, 44
Theme = Literal["light", "dark"]


def is_shown(page: SitePage, path: str, window: Page) -> bool:
    """Asked beforehand, because what leads elsewhere, is refused or breaks is not this page."""
    answer = window.request.get(path)
    return answer.status == 200 and route_of(urlsplit(answer.url).path) == page.route


class Watch:
    """Listens to a page from its first byte on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._said: list[str] = []
        page.add_init_script(path=HERE / "watching.js")
        page.on("console", self._note)
        page.on("pageerror", self._note_error)

    def open(self, address: str, *, width: int = LAPTOP) -> None:
        self.page.set_viewport_size({"width": width, "height": LOW})
        self.page.goto(address)

    def resize(self, width: int, *, height: int = LOW) -> None:
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(f"watching.settled('(width: {width}px)')")

    def turn(self, theme: Theme) -> None:
        """As the device would."""
        self.page.emulate_media(color_scheme=theme)
        self.page.evaluate(f"watching.settled('(prefers-color-scheme: {theme})')")

    def all_faults(self) -> list[str]:
        """On a phone in light and on a laptop in dark, at every width, and what was said meanwhile; the first of what
        is folded is opened for it. Of the dark, only the colours are another matter."""
        self.page.evaluate("watching.unfold()")
        return [
            *self.console_faults(),
            *self.faults_of_width(),
            *self.faults_of_large_letters(),
            *self._faults_of_looks(),
            *self.console_faults(),
        ]

    def main_faults(self) -> list[str]:
        """Of a page that was looked at closely before, in other words or for somebody else."""
        self.page.evaluate("watching.unfold()")
        faults = [*self.faults_of_width((LAPTOP, 320)), *self.faults_for_readers()]
        return [*faults, *self.console_faults()]

    def _faults_of_looks(self) -> Iterator[str]:
        self.turn("light")
        yield from self.faults_of_targets()
        yield from (f"in light: {fault}" for fault in self.faults_for_readers())
        self.turn("dark")
        self.resize(LAPTOP)
        yield from (f"in dark: {fault}" for fault in self.faults_for_readers("color-contrast"))

    def console_faults(self) -> list[str]:
        """Errors in the console and what the content security policy refused, since the last call."""
        refused: list[str] = self.page.evaluate("watching.refused.splice(0)")
        said, self._said = self._said, []
        return [*said, *refused]

    def faults_for_readers(self, *rules: str) -> list[str]:
        """axe-core's serious and critical violations, in the theme and width that the page is in."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(_axe())
        found: list[str] = self.page.evaluate("rules => watching.forReaders(...rules)", rules)
        return found

    def faults_of_width(self, widths: Sequence[int] = WIDTHS) -> Iterator[str]:
        """Where the page must be scrolled sideways."""
        for width in widths:
            self.resize(width)
            found: list[str] = self.page.evaluate("watching.ofWidth()")
            yield from (f"at {width} px {fault}" for fault in found)

    def faults_of_large_letters(self) -> list[str]:
        """What does not fit a laptop any more when letters are twice as large."""
        self.resize(LAPTOP)
        self.page.evaluate("watching.enlarge('200%')")
        found: list[str] = self.page.evaluate("watching.ofWidth()")
        self.page.evaluate("watching.enlarge('')")
        return [f"with large letters {fault}" for fault in found]

    def faults_of_targets(self) -> list[str]:
        """What a thumb would miss on a phone."""
        self.resize(PHONE)
        found: list[str] = self.page.evaluate(f"watching.ofTargets({LEAST_TARGET}, {PRIMARY_TARGET})")
        return found

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._said.append(f"{message.text} ({message.location.get('url', '')})")

    def _note_error(self, error: Error) -> None:
        self._said.append(str(error))


@cache
def _axe() -> str:
    return AXE.read_text("utf-8")
