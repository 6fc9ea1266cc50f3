"""Live tables for browsers: four people at one, each with a window of his own."""

from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.page_faults import Watch
from tests.browser.people import LANGUAGES, TIMEOUT_MS
from tests.browser.site_process import Site
from tests.browser.tables.table_window import BOARD, Seated, lay, waited, window_at


def seat_four(site: Site, regulation: str, *, target: int, scene: str = "") -> Seated:
    return lay(site.environment, regulation=regulation, target=target, scene=scene, act_seconds=90)


def window_of(
    browser: Browser, site: Site, key: str, *, language: str = "pt-br", width: int = 360, height: int = 640
) -> BrowserContext:
    context = window_at(browser, site.address, key, locale=LANGUAGES[language], width=width, height=height)
    context.set_default_timeout(TIMEOUT_MS)
    return context


MAY_BE_LAID = ".hand-card:not(.hand-card--dim)"


def lay_with_keys(page: Page) -> None:
    """The first card that may be laid at a truco table: who leads after a tied round has no choice. One that is refused
    comes back to the hand so fast that the key seems to have done nothing."""
    held = page.locator(".hand-card").count()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    for _ in range(held):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", MAY_BE_LAID):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    waited(page, lambda: page.locator(".laid--sent").count() == 0, "a card stays on its way")
    assert page.locator(".refusal__slip").all_inner_texts() == []
    waited(page, lambda: page.locator(".hand-card").count() != held, f"nothing comes of a key: {held} cards stay")


class Sitter(NamedTuple):
    """With what somebody sits down: a language, and a window so large."""

    language: str = "pt-br"
    width: int = 360
    height: int = 640


class Pages:
    """The pages of four at a table, by seat."""

    def __init__(self, browser: Browser, site: Site, seated: Seated, sitters: tuple[Sitter, ...]) -> None:
        self.browser, self.site, self.seated, self.sitters = browser, site, seated, sitters
        self.watches = [self.come(seat) for seat in range(len(sitters))]

    def page(self, seat: int) -> Page:
        return self.watches[seat].page

    @property
    def pages(self) -> list[Page]:
        return [watch.page for watch in self.watches]

    def come(self, seat: int) -> Watch:
        window = window_of(self.browser, self.site, self.seated.keys[seat], **self.sitters[seat]._asdict())
        watch = Watch(window.new_page())
        watch.page.goto(self.seated.path(self.sitters[seat].language))
        expect(watch.page.locator(BOARD)).to_be_visible()
        return watch

    def die_and_come_back(self, seat: int) -> None:
        self.page(seat).context.close()
        self.watches[seat] = self.come(seat)

    def second_tab(self, seat: int) -> Page:
        """Of the same person, in the same browser."""
        tab = self.page(seat).context.new_page()
        tab.goto(self.page(seat).url)
        expect(tab.locator(BOARD)).to_be_visible()
        return tab

    def faults(self) -> list[str]:
        return [f"{seat}: {fault}" for seat, watch in enumerate(self.watches) for fault in watch.console_faults()]

    def close(self) -> None:
        for page in self.pages:
            page.context.close()
