"""Takes the README's pictures of the site, from its demo in a browser: ``python -m tools.site_pictures``."""

import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, expect

from tests.browser.chromium import running_browser
from tests.web.world.running import Served, serving
from tools.pictures import IMAGES

LANGUAGES = {"": ("pt-BR", ".pt"), "/en": ("en-GB", "")}
"""By the prefix of an address: the language that the browser requests, and the ending of the picture's name."""
PHONE, LAPTOP, BOARD = (360, 640), (1280, 820), (1100, 900)
SHARP = 1.5
GAP = 24
PAPER = "#F6EEDD"
COLOURS = 256
EVENT = "/campeonatos/copa-do-clube-xv"
TRUCO, TRANCA = "truco-masters-2025", "afia-2026-tranca"
PAIRS = ("Bia e Cida", "Dirce e Nair")
COUNTED: tuple[int | None, ...] = (None, 1, 0, 2, 20, 2)
"""The counts of a hand of Tranca. None presses the first key, for the pair that went out; numbers are typed."""


@contextmanager
def window(
    browser: Browser,
    site: Served,
    locale: str,
    size: tuple[int, int],
    *,
    sharp: float = 1,
    state: StorageState | None = None,
) -> Iterator[BrowserContext]:
    width, height = size
    context = browser.new_context(
        base_url=site.address,
        locale=locale,
        timezone_id="America/Sao_Paulo",
        viewport={"width": width, "height": height},
        device_scale_factor=sharp,
        reduced_motion="reduce",
        storage_state=state,
    )
    try:
        yield context
    finally:
        context.close()


def taken(page: Page, part: str | None = None) -> Image.Image:
    """A picture of the visible page, or of one whole part of it."""
    page.evaluate("document.fonts.ready.then(() => undefined)")
    shot = page.locator(part).screenshot() if part else page.screenshot()
    return Image.open(io.BytesIO(shot)).convert("RGB")


def kept(image: Image.Image, name: str) -> None:
    """Save a picture in few colours, so that it is small. They are chosen so that rare colours keep their hue."""
    few = image.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    few.save(IMAGES / f"{name}.png", optimize=True)


def begin(page: Page, prefix: str, regulation: str) -> None:
    page.goto(f"{prefix}/sumula/")
    page.locator(f"input[value='{regulation}']").check()
    for field, name in zip(page.locator(".names__one input").all(), PAIRS, strict=True):
        field.fill(name)
    page.locator(".home__start").click()


def note(page: Page, pair: int, value: int) -> None:
    """Note a hand of truco: one tap for the winner, one for the value."""
    page.locator(".half").nth(pair).click()
    page.locator(".key--value").filter(has_text=str(value)).first.click()


def truco(page: Page, prefix: str) -> Image.Image:
    begin(page, prefix, TRUCO)
    for pair, value in ((0, 1), (1, 3), (0, 6)):
        note(page, pair, value)
    page.locator(".half").nth(1).click()
    expect(page.locator(".said__slip")).to_have_count(0, timeout=10_000)
    return taken(page)


def tranca(page: Page, prefix: str) -> Image.Image:
    begin(page, prefix, TRANCA)
    for count in COUNTED:
        if count is None:
            page.locator(".keypad__choices .key").first.click()
            continue
        for digit in str(count or ""):
            page.locator(".key").get_by_text(digit, exact=True).click()
        page.locator(".key--next").click()
    return taken(page)


def side_by_side(*images: Image.Image) -> Image.Image:
    width = sum(image.width for image in images) + GAP * (len(images) + 1)
    sheet = Image.new("RGB", (width, images[0].height + 2 * GAP), PAPER)
    left = GAP
    for image in images:
        sheet.paste("#211A16", (left - 2, GAP - 2, left + image.width + 2, GAP + image.height + 2))
        sheet.paste(image, (left, GAP))
        left += image.width + GAP
    return sheet


def sign_in(page: Page, site: Served) -> None:
    """Sign in with the link that the terminal shows."""
    assert site.sign_in is not None
    page.goto(site.sign_in)
    page.locator("main form button").first.click()


def scored_at_its_table(browser: Browser, site: Served, desk: Page) -> None:
    """Note hands and call the referee on the phone of a table where the demo has a match in progress."""
    desk.goto(f"{EVENT}/arbitragem/")
    number = desk.locator(".table-card.is-playing .table-card__number").first.inner_text().split()[-1]
    desk.goto(f"{EVENT}/aparelhos/")
    form = desk.locator("form[action*='/aparelhos/mesas/']")
    for field in form.locator("input:not([type=hidden])").all():
        field.fill(number)
    form.locator("button").click()
    entrance = desk.locator("a[href*='/sumula/entrar/#']").first.get_attribute("href") or ""
    with window(browser, site, "pt-BR", PHONE) as context:
        page = context.new_page()
        page.goto(entrance)
        for pair, value in ((0, 3), (1, 1), (1, 3), (0, 1)):
            note(page, pair, value)
        page.locator(".top__menu").click()
        page.locator(".leaf .button--shout").click()
        expect(page.locator(".notice--call")).to_be_visible()
        expect(page.locator(".top .dot--full")).to_be_visible()


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "--demo") as site, running_browser() as browser:
        with window(browser, site, "pt-BR", LAPTOP) as context:
            sign_in(context.new_page(), site)
            scored_at_its_table(browser, site, context.new_page())
            state = context.storage_state()
        for prefix, (locale, ending) in LANGUAGES.items():
            with window(browser, site, locale, PHONE, sharp=SHARP) as context:
                sheets = truco(context.new_page(), prefix), tranca(context.new_page(), prefix)
                kept(side_by_side(*sheets), f"sumula{ending}")
            with window(browser, site, locale, LAPTOP) as context:
                page = context.new_page()
                page.goto(prefix or "/")
                kept(taken(page), f"home{ending}")
            with window(browser, site, locale, BOARD, state=state) as context:
                page = context.new_page()
                page.goto(f"{prefix}{EVENT}/arbitragem/")
                expect(page.locator(".call").first).to_be_visible()
                kept(taken(page, "main"), f"referee{ending}")


if __name__ == "__main__":
    main()
