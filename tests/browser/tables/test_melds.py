"""Tranca and canastra at a live table against bots: what is legal is offered, what is not is refused."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.page_faults import Watch
from tests.browser.people import TIMEOUT_MS
from tests.browser.site_process import Site
from tests.browser.tables.four_at_a_table import seat_four, window_of
from tests.browser.tables.meld_player import rested
from tests.browser.tables.table_window import Seated, lay

TRANCA, CANASTRA = "afia-2026-tranca", "apcef-sc-2022-canastra"
MOST_TURNS = 40
CUT = """(melds) => melds.filter((meld) => {
  const around = meld.getBoundingClientRect();
  return [...meld.querySelectorAll(".meld__name, .suit, .wild, .seal-band")].map((one) => one.getBoundingClientRect())
    .some((box) => box.left < around.left - 1 || box.right > around.right + 1 || box.bottom > around.bottom + 1);
}).map((meld) => meld.textContent.trim())"""
SUITS, RANKS = "chsd", "A456789TJQK"
HAND = [rank + suit for suit in SUITS for rank in RANKS]
MELDS = [
    "4d 5d 6d 7d 8d 9d", "Ac Ad 2h As", "8c 8c 2s 8h 8s 8s 8d", "Td 2c Qd Kd", "6c 6h 6s",
    "5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "Kc Kh Kd Ks Kc", "4s 5s 6s 7s", "Tc Th Td Ts Ts", "Js Js Jd Jh", "9c 9h 9s",
    "4c 5c 6c 7c 8c 9c Tc",
]  # fmt: skip
SIZES = ((360, 640), (390, 844), (768, 1024), (1280, 800))
OUTSIDE_THE_TABLE = """() => {
  const table = document.querySelector(".mesa").getBoundingClientRect();
  return [...document.querySelectorAll(".meld, .fan__card, .fan__more, .seal-band")].filter((one) => {
    const row = one.closest(".zone__melds"), box = one.getBoundingClientRect(), around = row.getBoundingClientRect();
    if (getComputedStyle(row).maskImage !== "none") return box.bottom > around.bottom + 1;
    const isOut = box.bottom > around.bottom + 1 || box.top < around.top || box.right > around.right + 1;
    return isOut || box.bottom > table.bottom || row.scrollHeight > row.clientHeight;
  }).map((one) => one.closest(".meld").dataset.meld);
}"""
"""Melds of which something lies outside of their pair's place; where they fade there is more of them to the side."""
NOT_TO_BE_TAPPED = """(side) => [...document.querySelectorAll(".hand-card")].filter((card) => {
  const box = card.getBoundingClientRect();
  const points = [[2, 12], [side - 2, 12], [2, side - 2], [side - 2, side - 2]];
  return points.some(([x, y]) => document.elementFromPoint(box.left + x, box.top + y)?.closest(".hand-card") !== card);
}).map((card) => card.dataset.card)"""
FINGER = 44
SETTLED_MS = 150
CANASTRA_CARDS = 7
ITEMS = {
    "went_out": "6",
    "clean_canastas": "6",
    "dirty_canastas": "6",
    "red_threes": "4.4, 6",
    "melded_cards": "6",
    "hand_cards": "6",
    "black_threes": "6",
    "red_threes_in_hand": "4.4, 6",
    "no_morto": "5, 6",
}
"""What a hand may be counted by, and where it stands."""


MOST_LOOKS = 20


class Player:
    """Who sits at the table, and what he has done there."""

    def __init__(self, watch: Watch) -> None:
        self.watch, self.page = watch, watch.page
        self.done: Counter[str] = Counter()
        self.sent: list[str] = []
        self.page.on("websocket", lambda socket: socket.on("framesent", self._sends))

    def _sends(self, frame: str | bytes) -> None:
        for message in json.loads(frame):
            if message["type"] == "act":
                self.sent.append(message["act"]["act"])

    def deed(self, name: str) -> bool:
        """Does it by its button, if it is offered, and waits until the table has changed."""
        button = self.page.locator(f'[data-deed="{name}"]:not(.button--off)')
        if not button.count():
            return False
        before = self.announcement()
        rested(self.page)
        button.click()
        self._answer_until_changed(before)
        self.done[name] += 1
        return True

    def _answer_until_changed(self, before: str) -> None:
        """Choose the first way whenever the table asks for one. A tap too soon after a question is ignored."""
        ways = self.page.locator(".way")
        for _ in range(MOST_LOOKS):
            if self.announcement() != before:
                return
            if ways.count():
                rested(self.page)
                ways.first.click()
            self.page.wait_for_timeout(100)
        self.changes(before)

    def announcement(self) -> str:
        return self.page.locator('[aria-live="polite"]').inner_text()

    def changes(self, before: str) -> None:
        expect(self.page.locator('[aria-live="polite"]')).not_to_have_text(before)

    def has_shown(self, wanted: set[str]) -> bool:
        """Whether all that was done, and something lies on the table: a hand may have ended just now."""
        return wanted <= self.done.keys() and bool(self.page.locator(".meld").count())

    def choose(self, index: int) -> None:
        self.page.locator(".hand-card").nth(index).click(position={"x": 12, "y": 12})

    def begin_turn(self) -> None:
        """Waits for the turn; between two hands the deck is cut where that is asked."""
        turn, cut = self.page.locator('[data-deed="draw"]'), self.page.locator(".ceremony .button--yes:enabled")
        expect(turn.or_(cut).first).to_be_visible(timeout=TIMEOUT_MS)
        if cut.count():
            cut.click()
            expect(turn).to_be_visible(timeout=TIMEOUT_MS)

    def lay_what_lies_ready(self) -> None:
        """A label instead of its cards, and then the button: two taps."""
        chip = self.page.locator(".chip")
        while chip.count() and self.page.locator(".hand-card").count() > 4:
            rested(self.page)
            chip.first.click()
            assert self.deed("lay")
            self.done["laid"] += 1

    def extend_with_something(self) -> None:
        """A card, and the meld that shows a plus."""
        for index in range(self.page.locator(".hand-card").count()):
            self.choose(index)
            open_meld = self.page.locator(".meld--open")
            if open_meld.count():
                before = self.announcement()
                open_meld.first.click()
                if self.page.locator(".way").count():
                    self.page.locator(".way").first.click()
                self.changes(before)
                self.done["extend"] += 1
                return
            self.choose(index)

    def discard_something(self) -> None:
        """A card, and the pile: the first that may go."""
        for index in reversed(range(self.page.locator(".hand-card").count())):
            self.choose(index)
            if self.page.locator('[data-deed="discard"]:not(.button--off)').count():
                before = self.announcement()
                self.page.locator(".pile--discards").click()
                self.changes(before)
                self.done["discard"] += 1
                return
            self.choose(index)
        raise AssertionError("nothing can be discarded")


@contextmanager
def seated(browser: Browser, site: Site, regulation: str, bot: str, *, width: int, height: int) -> Iterator[Player]:
    table = lay(site.environment, regulation=regulation, bots=3, bot=bot)
    window = window_of(browser, site, table.keys[0], width=width, height=height)
    watch = Watch(window.new_page())
    player = Player(watch)
    watch.page.goto(table.path())
    expect(watch.page.locator(".melds")).to_be_visible()
    yield player
    assert watch.console_faults() == []
    window.close()


def _is_refused(page: Page, regulation: str) -> None:
    slip = page.locator(".refusal__slip")
    expect(slip).to_be_visible()
    expect(slip.locator("a.article").first).to_have_attribute("href", re.compile(rf"/{regulation}/artigos/#"))
    slip.locator(".refusal__close").click()
    expect(slip).to_have_count(0)


def test_tranca_on_a_phone(browser: Browser, site: Site) -> None:
    wanted = {"draw", "laid", "extend", "discard"}
    with seated(browser, site, TRANCA, "canastreiro", width=360, height=640) as player:
        page = player.page
        for _ in range(MOST_TURNS):
            player.begin_turn()
            if player.has_shown(wanted):
                break
            if player.deed("take"):
                player.done["laid"] += 1
            else:
                assert player.deed("draw")
            if player.done.total() <= 2:
                rested(page)
                page.locator(".pile").first.click()
                _is_refused(page, TRANCA)
            player.lay_what_lies_ready()
            player.extend_with_something()
            player.discard_something()
        assert player.has_shown(wanted)
        page.locator(".hand-card").first.click(position={"x": 12, "y": 12})
        assert player.watch.faults_for_readers() == []
        page.keyboard.press("Escape")
        page.locator(".meld").first.click()
        expect(page.locator(".sheet-over .fan .card").first).to_be_visible()
        assert player.watch.faults_for_readers() == []


def test_a_tap_that_does_nothing_says_why_and_two_taps_do_one_thing(browser: Browser, site: Site) -> None:
    with seated(browser, site, TRANCA, "canastreiro", width=1280, height=800) as player:
        page, sent = player.page, player.sent
        player.begin_turn()
        rested(page)
        sent.clear()
        page.locator('[data-deed="draw"]').focus()
        for _ in range(3):
            page.keyboard.press("Enter")
        expect(page.locator('[data-deed="draw"]')).to_have_count(0)
        assert sent == ["draw"]
        expect(page.locator(".hand-card:focus")).to_have_count(1)
        rested(page)
        page.keyboard.press("Escape")  # the last press may have chosen the card that has the focus by now
        page.keyboard.press("l")
        _is_refused(page, TRANCA)
        assert sent == ["draw", "take"]
        rested(page)
        for key in "dbe":
            page.keyboard.press(key)
            _is_told(page, "Escolha primeiro")
        player.choose(0)
        player.choose(2)
        page.locator(".pile--discards").click()
        _is_told(page, "deixe só uma")
        assert sent == ["draw", "take"]
        page.keyboard.press("Escape")
        page.keyboard.press("o")
        expect(page.locator('[aria-live="polite"]')).to_contain_text("Ordem das cartas: valor")
        page.locator(".menu-button").click()
        expect(page.locator(".sheet-over")).to_contain_text("(C, L, T, B, E, D, O, S)")
        page.keyboard.press("Escape")
        player.discard_something()
        assert sent[2:] == ["discard"]


def _is_told(page: Page, why: str) -> None:
    slip = page.locator(".refusal__slip")
    expect(slip).to_contain_text(why)
    slip.locator(".refusal__close").click()
    expect(slip).to_have_count(0)


def test_canastra_with_the_keys_alone(browser: Browser, site: Site) -> None:
    wanted = {"take", "lay", "discard"}
    with seated(browser, site, CANASTRA, "canastreiro", width=1280, height=800) as player:
        for _ in range(MOST_TURNS):
            player.begin_turn()
            if player.has_shown(wanted):
                break
            _draw_or_take(player)
            _lay_with_keys(player)
            _discard_with_keys(player)
        assert player.has_shown(wanted)
        assert player.watch.faults_for_readers() == []


def _draw_or_take(player: Player) -> None:
    name, key = ("take", "l") if player.page.locator('[data-deed="take"]').count() else ("draw", "c")
    before = player.announcement()
    rested(player.page)
    player.page.keyboard.press(key)
    player.changes(before)
    player.done[name] += 1


def _lay_with_keys(player: Player) -> None:
    page = player.page
    chip = page.locator(".chip")
    if not chip.count() or page.locator(".hand-card").count() <= 5:
        return
    rested(page)
    chip.first.focus()
    page.keyboard.press("Enter")
    before = player.announcement()
    rested(page)
    page.keyboard.press("b")
    if page.locator(".way").count():
        page.locator(".way").first.press("Enter")
    player.changes(before)
    player.done["lay"] += 1


def _discard_with_keys(player: Player) -> None:
    """A pile of one card that was taken does not go back: the next one does."""
    page = player.page
    page.keyboard.press("ArrowRight")
    for _ in range(page.locator(".hand-card").count()):
        page.keyboard.press("Enter")
        if page.locator('[data-deed="discard"]:not(.button--off)').count():
            before = player.announcement()
            page.keyboard.press("d")
            player.changes(before)
            player.done["discard"] += 1
            return
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
    raise AssertionError("nothing can be discarded")


@pytest.fixture(scope="module")
def ten_melds(site: Site) -> Seated:
    return seat_four(site, TRANCA, target=100_000, scene="ten-melds")


@pytest.mark.slow
def test_ten_melds_a_pair_lie_open_on_the_smallest_phone(browser: Browser, site: Site, ten_melds: Seated) -> None:
    """Where tiles would scroll they are lower; on a larger phone they are as they were."""
    for width, height, is_slim in ((320, 568, True), (360, 640, False)):
        window = window_of(browser, site, ten_melds.keys[0], width=width, height=height)
        page = window.new_page()
        page.goto(ten_melds.path())
        expect(page.locator(".zone")).to_have_count(2)
        expect(page.locator(".zone__melds--slim")).to_have_count(2 if is_slim else 0)
        for zone in page.locator(".zone__melds").all():
            assert zone.locator(".meld").count() >= 10
            assert zone.evaluate("(zone) => zone.scrollHeight <= zone.clientHeight"), f"at {width} px melds scroll"
        cut = page.locator(".meld").evaluate_all(CUT)
        assert cut == [], f"at {width} px a meld's name or its suits are cut off"
        window.close()


@pytest.mark.slow
@pytest.mark.parametrize(("melds", "cards"), [(12, 4), (10, 15), (12, 15), (12, 22), (12, 28)])
def test_no_meld_and_no_card_is_cut(browser: Browser, site: Site, ten_melds: Seated, melds: int, cards: int) -> None:
    window = window_of(browser, site, ten_melds.keys[0])
    page = window.new_page()
    _tell(page, lambda state: _holding(state["view"]["hand"], melds, cards))
    page.goto(ten_melds.path())
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(SETTLED_MS)
        expect(page.locator(".hand-card")).to_have_count(cards)
        expect(page.locator(".meld")).to_have_count(2 * melds)
        assert page.evaluate(OUTSIDE_THE_TABLE) == [], f"at {width} px melds are cut"
        assert page.evaluate(NOT_TO_BE_TAPPED, FINGER) == [], f"at {width} px cards are cut"
    window.close()


@pytest.mark.slow
def test_the_count_of_a_hand_fits_a_phone(browser: Browser, site: Site, ten_melds: Seated) -> None:
    """All nine lines; where a large hand leaves less room, it says that there is more."""
    for cards, is_whole in ((5, True), (22, False)):
        window = window_of(browser, site, ten_melds.keys[0])
        page = window.new_page()
        _tell(page, partial(_counted, cards=cards))
        page.goto(ten_melds.path())
        expect(page.locator(".count__lines tbody tr")).to_have_count(len(ITEMS))
        expect(page.locator(".count")).to_have_attribute("data-hides", "" if is_whole else "down")
        expect(page.locator(".count .article", has_text="6")).to_have_count(1)
        expect(page.locator(".count tbody .article")).to_have_count(3)
        window.close()


def _tell(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """The page hears of another table than the one that is there."""

    def pass_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forward(text: str | bytes) -> None:
            messages = json.loads(text)
            for message in messages:
                if message["type"] == "state":
                    change(message)
            socket.send(json.dumps(messages))

        server.on_message(forward)

    page.route_web_socket(re.compile("."), pass_on)


def _holding(hand: dict[str, Any], melds: int, cards: int) -> None:
    hand["cards"][0], hand["counts"][0], hand["drawn"] = HAND[:cards], cards, None
    for side in hand["sides"]:
        side["melds"] = [_meld(text.split()) for text in MELDS[:melds]]


def _meld(cards: list[str]) -> dict[str, Any]:
    wilds = [index for index, card in enumerate(cards) if card[0] == "2"]
    is_run = len({card[0] for card in cards}) > 2
    canastra = None if len(cards) < CANASTRA_CARDS else "dirty" if wilds else "clean"
    return {"kind": "run" if is_run else "set", "cards": cards, "wilds": wilds, "canastra": canastra}


def _counted(state: dict[str, Any], cards: int) -> None:
    hand = state["view"]["hand"]
    _holding(hand, 8, cards)
    hand["result"] = {"ending": "went_out", "winner": 1}
    lines = [{"item": item, "count": 2, "points": 200, "article": article} for item, article in ITEMS.items()]
    state.update(asked=None, legal=None, lines=[lines, lines[::2]])
