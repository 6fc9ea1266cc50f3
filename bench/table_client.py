"""``python -m bench.table_client``: how long players of a live table wait, in real pages of a real browser.

Four pages are at one table. The first part measures the time from the tap on a card to the frame that shows it: on the
player's page, with the server's answer, and on the last of the other pages. The second part measures a deal on a page
whose processor is slowed down four times: the frames while the cards fly, and for as long afterwards, when nothing
moves. Other work on this machine costs frames but not processor time of the page, so both are reported.
"""

import argparse
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, expect
from rich.console import Console
from rich.table import Table

from bench.report import cpu
from bench.tables.servers import ours
from tests.browser.chromium import running_browser
from tests.browser.tables.meld_player import Hand, look, rested
from tests.browser.tables.table_window import BOARD, Seated, lay, waited, window_at

SCRIPT = Path(__file__).with_suffix(".js")
TRUCO, TRANCA = "truco-masters-2025", "afia-2026-tranca"
FAR = {TRUCO: 100_000, TRANCA: 10_000_000}
LAID, PILE, HELD = ".laid", ".pile--discards .pile__card[data-move]", ".hand-card"
DEALT = ".hand-card.is-travelling"
ANSWERED = ".laid:not(.laid--sent)"
SLOWER = 4
FRAME = 1000 / 60
DEAL_MS = 1_500
"""A deal is over after this time."""
TRACED = ("toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing")
TASK = "RunTask"
BAR_MS = 100
BAR_DROPPED = 1
BAR_TASK_MS = 50
"""A person notices the delay of a tap if a task takes longer than this."""
PHONE, LAPTOP = (360, 640), (1280, 800)


class Site(NamedTuple):
    address: str
    environment: dict[str, str]


class Finding(NamedTuple):
    """A figure, and the bar that it is compared with."""

    name: str
    unit: str
    figure: float
    most: float | None = None

    @property
    def is_met(self) -> bool | None:
        return None if self.most is None else self.figure <= self.most


class Deal(NamedTuple):
    """The figures of one deal.

    ``dropped`` counts the frames, of sixty a second, missing while cards flew, and ``dropped_still`` those missing
    in an equal time when nothing moved. ``building`` and ``longest`` are processor milliseconds of the page: the
    longest task that builds the board before a card moves, and the longest one while cards move.
    """

    frames: float
    dropped: int
    dropped_still: int
    building: float
    longest: float


def _dropped(times: Sequence[float]) -> int:
    return sum(max(0, round((later - earlier) / FRAME) - 1) for earlier, later in pairwise(times))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.table_client", description=__doc__)
    parser.add_argument("--acts", type=int, default=60, help="taps that are timed, of each kind (default 60)")
    parser.add_argument("--deals", type=int, default=5, help="deals of each kind (default 5)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, _site(Path(data)) as site, running_browser() as browser:
        found = [
            *_first_load(browser, site),
            *_acts(browser, site, asked.acts),
            *_deals(browser, site, TRUCO, PHONE, asked.deals),
            *_deals(browser, site, TRANCA, PHONE, asked.deals),
            *_deals(browser, site, TRANCA, LAPTOP, asked.deals),
        ]
    if asked.json:
        figures = [{**one._asdict(), "met": one.is_met} for one in found]
        print(json.dumps({"cpu": cpu(), "load": os.getloadavg(), "figures": figures}, indent=2))
    else:
        _print(found)


@contextmanager
def _site(data: Path) -> Iterator[Site]:
    environment = {**os.environ, "CARTEADO_DATA": str(data), "DJANGO_SETTINGS_MODULE": "carteado.web.settings"}
    os.environ["CARTEADO_DATA"] = str(data)
    with ours() as server:
        yield Site(f"http://127.0.0.1:{server.port}", environment)


def _print(found: Sequence[Finding]) -> None:
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    console = Console()
    console.print(f"{cpu()}; load {load}")
    table = Table("the table in a browser", *("figure", "bar", ""))
    for one in found:
        bar = "" if one.most is None else f"≤ {one.most:g} {one.unit}"
        met = {True: "met", False: "not met", None: ""}[one.is_met]
        table.add_row(one.name, f"{one.figure:.1f} {one.unit}", bar, met)
    console.print(table)


# --- pages ------------------------------------------------------------------------------------------------------------


def _laid(site: Site, regulation: str) -> Seated:
    return lay(site.environment, regulation=regulation, target=FAR[regulation])


def _opened(
    browser: Browser, site: Site, seated: Seated, seat: int, *, has_motion: bool, size: tuple[int, int] = PHONE
) -> Page:
    width, height = size
    window = window_at(browser, site.address, seated.keys[seat], width=width, height=height, has_motion=has_motion)
    page = window.new_page()
    page.add_init_script(path=SCRIPT)
    page.goto(seated.path())
    expect(page.locator(BOARD)).to_be_visible()
    return page


def _cut(pages: Sequence[Page]) -> Page:
    """Cut on the page of the player who cuts, and return the page of the dealer."""
    for _ in range(3_000):
        for page in pages:
            if page.locator(".button--deal:enabled").count():
                return page
            if page.locator(".cutting").count() and page.locator(".ceremony .button--yes:enabled").count():
                page.locator(".ceremony .button--yes").click()
        pages[0].wait_for_timeout(10)
    raise AssertionError("nobody deals")


def _close(pages: Sequence[Page]) -> None:
    for page in pages:
        page.context.close()


# --- the first load ---------------------------------------------------------------------------------------------------


def _first_load(browser: Browser, site: Site) -> list[Finding]:
    page = _opened(browser, site, _laid(site, TRUCO), 0, has_motion=True)
    sizes: dict[str, int] = page.evaluate(
        """() => Object.fromEntries(performance.getEntriesByType("resource")
             .map(({name, encodedBodySize}) => [new URL(name).pathname, encodedBodySize]))"""
    )
    _close([page])
    bytes_ = sum(size for name, size in sizes.items() if name.endswith((".js", ".css")))
    return [Finding("script and style of the first load, compressed", "KB", bytes_ / 1000, most=150)]


# --- from the tap to the frame ----------------------------------------------------------------------------------------


class Waits:
    """Milliseconds from taps to frames, by the change that was waited for."""

    def __init__(self) -> None:
        self.found: dict[str, list[float]] = {}

    def tap(self, doing: str, own: Page, selector: str, tap: Any, others: Sequence[Page] = (), seen: str = "") -> None:
        """Tap and note the waits. ``seen`` is the selector of the change on the other pages."""
        own.evaluate("(selector) => bench.arm(selector)", selector)
        for other in others:
            other.evaluate("(selector) => bench.arm(selector)", seen or selector)
        tap()
        tapped: float = own.evaluate("bench.tapped")
        self._note(f"{doing}: on one's own page", _shown(own) - tapped)
        if others:
            self._note(f"{doing}: on the last of the others'", max(_shown(other) for other in others) - tapped)

    def _note(self, name: str, wait: float) -> None:
        self.found.setdefault(name, []).append(wait)

    def findings(self) -> list[Finding]:
        return [
            finding
            for name, waits in self.found.items()
            for finding in (
                Finding(f"{name}, median of {len(waits)}", "ms", median(waits)),
                Finding(f"{name}, p95", "ms", sorted(waits)[int(len(waits) * 0.95)], most=BAR_MS),
            )
        ]


def _shown(page: Page) -> float:
    shown: float | None = page.evaluate("bench.waiting")
    assert shown is not None, "a tap that nothing comes of"
    return shown


def _settle(pages: Sequence[Page]) -> None:
    """Wait until nothing moves: a flying card cannot be tapped."""
    for page in pages:
        expect(page.locator(".is-travelling")).to_have_count(0)


def _acts(browser: Browser, site: Site, acts: int) -> list[Finding]:
    waits = Waits()
    _truco_acts(browser, site, acts, waits)
    _tranca_acts(browser, site, acts, waits)
    return waits.findings()


def _truco_acts(browser: Browser, site: Site, acts: int, waits: Waits) -> None:
    """Lay cards. The player's page shows them at once; the other pages show them after the table's answer."""
    seated = _laid(site, TRUCO)
    pages = [_opened(browser, site, seated, seat, has_motion=True) for seat in range(4)]
    number = 0
    while number < acts:
        for seat, page in enumerate(pages):
            others = [*pages[:seat], *pages[seat + 1 :]]
            if page.locator(".ceremony .button--yes:enabled").count():
                page.locator(".ceremony .button--yes").click()
            elif page.locator(".dock--asked .hand-card:not(.hand-card--dim)").count():
                _settle(pages)
                card = page.locator(".hand-card:not(.hand-card--dim)").first
                waits.tap("a card is laid", page, LAID, lambda card=card: card.click(), others)
                number += 1
                expect(page.locator(".laid--sent")).to_have_count(0)
        pages[0].wait_for_timeout(20)
    _close(pages)


def _tranca_acts(browser: Browser, site: Site, acts: int, waits: Waits) -> None:
    """Draw a card, which only the table knows, and discard another."""
    seated = _laid(site, TRANCA)
    pages = [_opened(browser, site, seated, seat, has_motion=True) for seat in range(4)]
    _cut(pages).locator(".button--deal").click()
    for _ in range(acts):
        seat = _whose_turn(pages)
        page = pages[seat]
        others = [*pages[:seat], *pages[seat + 1 :]]
        _settle(pages)
        draw = page.locator('[data-deed="draw"]')
        rested(page)
        waits.tap("a card is drawn", page, HELD, lambda draw=draw: draw.click())
        _choose_a_discard(page)
        pile = page.locator(".pile--discards")
        waits.tap("a card is discarded", page, PILE, lambda pile=pile: pile.click(), others)
        expect(page.locator(".dock--asked")).to_have_count(0)
    _close(pages)


def _whose_turn(pages: Sequence[Page]) -> int:
    found: list[int] = []

    def is_somebodys() -> bool:
        found[:] = [seat for seat, page in enumerate(pages) if "draw" in look(page).deeds and not look(page).is_busy]
        return bool(found)

    waited(pages[0], is_somebodys, "it is nobody's turn")
    return found[0]


def _choose_a_discard(page: Page) -> None:
    hand = Hand(page)
    _settle([page])
    for index in reversed(range(len(look(page).held))):
        hand.choose(index)
        if "discard" in look(page).deeds:
            return
        hand.choose(index)
    raise AssertionError("nothing can be discarded")


# --- frames -----------------------------------------------------------------------------------------------------------


def _deals(browser: Browser, site: Site, regulation: str, size: tuple[int, int], deals: int) -> list[Finding]:
    found = [_deal(browser, site, regulation, size) for _ in range(deals)]
    name = f"a deal of {regulation.split('-')[0]}, {size[0]} × {size[1]}, processor {SLOWER} × slower"
    return [
        Finding(f"{name}: longest task that builds it, of the processor", "ms", *_building(found)),
        Finding("… longest task while cards fly, of the processor", "ms", median(one.longest for one in found), FRAME),
        Finding("… frames a second while cards fly", "", median(one.frames for one in found)),
        Finding("… dropped while cards fly", "", median(one.dropped for one in found)),
        Finding("… dropped for as long when nothing moves", "", median(one.dropped_still for one in found)),
        Finding("… dropped because cards fly", "", _extra(found), most=BAR_DROPPED),
    ]


def _building(deals: Sequence[Deal]) -> tuple[float, float]:
    return median(one.building for one in deals), BAR_TASK_MS


def _extra(deals: Sequence[Deal]) -> float:
    return median(one.dropped - one.dropped_still for one in deals)


def _deal(browser: Browser, site: Site, regulation: str, size: tuple[int, int]) -> Deal:
    seated = _laid(site, regulation)
    watched = _opened(browser, site, seated, 0, has_motion=True, size=size)
    others = [_opened(browser, site, seated, seat, has_motion=False) for seat in range(1, 4)]
    dealer = _cut([watched, *others])
    watched.context.new_cdp_session(watched).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    with _traced(watched) as events:
        watched.evaluate("(selector) => { bench.arm(selector); bench.watch(); }", DEALT)
        watched.wait_for_timeout(300)
        watched.evaluate("performance.mark('asked')")
        dealer.locator(".button--deal").click()
        _shown(watched)
        flight: dict[str, float] = watched.evaluate("bench.flight()")
        watched.wait_for_timeout(2 * DEAL_MS)
        flown: list[float] = watched.evaluate("(flight) => bench.watched(flight)", flight)
    long = flight["to"] - flight["from"]
    still: list[float] = watched.evaluate(
        "({from, to}) => bench.frames.filter((at) => at >= from && at <= to)",
        {"from": flight["from"] + DEAL_MS, "to": flight["to"] + DEAL_MS},
    )
    _close([watched, *others])
    building, longest = _processor(events)
    return Deal(1000 * len(flown) / long, _dropped(flown), _dropped(still), building, longest)


@contextmanager
def _traced(page: Page) -> Iterator[list[dict[str, Any]]]:
    """The browser's trace of the enclosed block, complete when the block ends."""
    session = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    done: list[object] = []
    session.on("Tracing.dataCollected", lambda message: events.extend(message["value"]))
    session.on("Tracing.tracingComplete", lambda message: done.append(message))
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": list(TRACED)}})
    yield events
    session.send("Tracing.end")
    waited(page, lambda: bool(done), "nothing was traced")


def _processor(events: Sequence[dict[str, Any]]) -> tuple[float, float]:
    """Processor milliseconds of the page's thread.

    They are of its longest task before the first card moves, and of the longest one until the last card has arrived.
    """
    start = next(one for one in events if one["name"] == "from" and "user_timing" in one["cat"])
    own = [one for one in events if (one["pid"], one["tid"]) == (start["pid"], start["tid"])]
    marked = {one["name"]: one["ts"] for one in own if "user_timing" in one["cat"]}
    tasks = [one for one in own if one["name"] == TASK and one["ph"] == "X"]

    def longest(since: str, until: str) -> float:
        found: list[int] = [one["tdur"] for one in tasks if marked[since] <= one["ts"] <= marked[until]]
        return max(found) / 1000

    return longest("asked", "from"), longest("from", "to")


if __name__ == "__main__":
    main()
