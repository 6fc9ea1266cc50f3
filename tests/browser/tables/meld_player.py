"""Who plays tranca and canastra in a real page: by taps, by dragging, or with the keys alone."""

from typing import Any, ClassVar, NamedTuple

from playwright.sync_api import Page

from tests.browser.tables.table_window import waited

LOOK = """() => {
  const has = (selector) => document.querySelector(selector) !== null;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const deeds = all("[data-deed]");
  return {
    is_over: has(".match-over"),
    is_asked: has(".dock--asked"),
    is_ceremony: has(".ceremony .button--yes:enabled"),
    is_busy: deeds.some((one) => one.hasAttribute("aria-busy")),
    deeds: deeds.filter((one) => !one.classList.contains("button--off")).map((one) => one.dataset.deed),
    chips: all(".chip").length,
    ways: all(".way").length,
    refused: all(".refusal__slip").map((one) => one.innerText),
    held: all(".hand-card").map((one) => one.dataset.card),
    melds: all(".meld").map((one) => one.dataset.cards),
    pile: all(".pile--discards .visually-hidden").map((one) => one.innerText),
    counts: all(".pile__label b").map((one) => one.innerText),
    score: all(".score__points").map((one) => one.innerText),
  };
}"""
MOST_TABS = 60
RESTING = ".melds-acts[aria-busy]"
"""What can be done has just changed: a second tap of the same finger is not taken."""


class Look(NamedTuple):
    """What somebody sees."""

    is_over: bool
    is_asked: bool
    is_ceremony: bool
    is_busy: bool
    deeds: list[str]
    chips: int
    ways: int
    refused: list[str]
    held: list[str]
    melds: list[str]
    pile: list[str]
    counts: list[str]
    score: list[str]

    @property
    def table(self) -> tuple[list[str], list[str], list[str]]:
        """What stays the same for who comes back."""
        return sorted(self.held), self.melds, self.pile

    @property
    def shared(self) -> tuple[list[str], list[str]]:
        """What all four see alike."""
        return sorted(self.melds), self.counts


def rested(page: Page) -> None:
    """Until a tap counts again."""
    waited(page, lambda: not page.locator(RESTING).count(), "the table never rests")


def look(page: Page) -> Look:
    seen: dict[str, Any] = page.evaluate(LOOK)
    return Look(**seen)


class Hand:
    """One's own cards and what one does with them, by taps."""

    LEFT = 4
    """So many cards stay in the hand, so that no hand ends before its stock."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def __str__(self) -> str:
        return f"{type(self).__name__} at {self.page.url}, {look(self.page)}"

    def turn(self) -> None:
        """Takes or draws, lays a meld that lies ready, and discards."""
        self._begin()
        for _ in range(2):
            if not self._lays():
                break
        self._discards()

    def cut_or_deal(self) -> None:
        self.press(".ceremony .button--yes")
        waited(self.page, lambda: not look(self.page).is_ceremony, "nothing is cut or dealt")

    # --- how it is done: taps -----------------------------------------------------------------------------------------

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def do(self, name: str) -> None:
        rested(self.page)
        self.press(f'[data-deed="{name}"]')

    def choose(self, index: int) -> None:
        self.page.locator(".hand-card").nth(index).click(position={"x": 12, "y": 12})

    def put_on_pile(self) -> None:
        self.press(".pile--discards")

    def let_go(self) -> None:
        self.page.keyboard.press("Escape")

    # --- what is done -------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        seen = look(self.page)
        name = "take" if "take" in seen.deeds and len(seen.held) < 16 else "draw"
        self.do(name)
        self._answer()
        waited(self.page, lambda: "draw" not in look(self.page).deeds and not look(self.page).is_busy, f"no {name}")

    def _lays(self) -> bool:
        seen = look(self.page)
        if not seen.chips or len(seen.held) <= self.LEFT + 3:
            return False
        rested(self.page)
        self.press(".chip")
        waited(self.page, lambda: bool(look(self.page).deeds), "nothing can be done with a meld")
        if "lay" not in look(self.page).deeds:
            self.let_go()
            return False
        self.do("lay")
        self._answer()
        waited(self.page, lambda: len(look(self.page).held) < len(seen.held), "nothing is laid")
        return True

    def _answer(self) -> None:
        """Which of several ways: the first, and then the first place of a wild, if that is asked too."""
        for _ in range(2):
            self.page.wait_for_timeout(0)
            if look(self.page).ways:
                self.press(".way")

    def _discards(self) -> None:
        seen = look(self.page)
        for index in reversed(range(len(seen.held))):
            self.choose(index)
            if "discard" in look(self.page).deeds:
                self.put_on_pile()
                waited(
                    self.page, lambda: len(look(self.page).held) != len(seen.held), f"{self} discards nothing: {seen}"
                )
                return
            self.choose(index)
        raise AssertionError(f"nothing can be discarded: {seen}")


class DraggingHand(Hand):
    """Discards by dragging the card to the pile."""

    def put_on_pile(self) -> None:
        card = self.page.locator(".hand-card--chosen").bounding_box()
        pile = self.page.locator(".pile--discards").bounding_box()
        assert card
        assert pile
        mouse = self.page.mouse
        mouse.move(card["x"] + 12, card["y"] + 12)
        mouse.down()
        mouse.move(card["x"] + 30, card["y"] - 20, steps=2)
        mouse.move(pile["x"] + pile["width"] / 2, pile["y"] + pile["height"] / 2, steps=3)
        mouse.up()


class KeyboardHand(Hand):
    """Never touches a pointer: letters, arrows, Tab and Enter."""

    KEYS: ClassVar = {"draw": "c", "take": "l", "lay": "b"}

    def press(self, selector: str) -> None:
        """Walks there as everybody with a keyboard does."""
        for _ in range(MOST_TABS):
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")

    def do(self, name: str) -> None:
        rested(self.page)
        self.page.keyboard.press(self.KEYS[name])

    def choose(self, index: int) -> None:
        if not self.page.evaluate("() => document.activeElement.matches('.hand-card')"):
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Home")
        for _ in range(index):
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")

    def put_on_pile(self) -> None:
        self.page.keyboard.press("d")
