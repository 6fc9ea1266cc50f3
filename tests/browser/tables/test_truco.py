"""Truco at a live table, as four people with a phone each play it: taps, keys, a page that dies and comes back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site_process import Site
from tests.browser.tables.four_at_a_table import Pages, Sitter, lay_with_keys, seat_four

REGULATION = "truco-masters-2025"
MOST_STEPS = 400
ENGLISH, KEYBOARD = 2, 3
"""The seat that reads English, and the one that plays without a pointer."""
ANSWER = ".truco-acts .button--yes"
PLAY = f".dock--asked:not(:has({ANSWER})) .hand-card:not(.hand-card--dim)"
READY = f"{ANSWER}[aria-disabled=false]"
CALL = ".truco-acts .button--shout"
SEEN = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const labels = (selector) => all(selector).map((one) => one.getAttribute("aria-label"));
  const others = all(".seat").map((one) => String(one.querySelectorAll(".back").length));
  return {held: labels(".hand-card"), laid: labels(".laid .card"), vira: labels(".vira__card .card"), others};
}"""


FOCUSED = "document.activeElement.className || document.activeElement.tagName"
TOO_SOON = """() => {
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".truco-acts .button--yes")) return;
    observer.disconnect();
    document.querySelectorAll(".truco-acts .button").forEach((one) => one.click());
    ["c", "r", "a", "t"].forEach(press);
  }).observe(document.body, {childList: true, subtree: true});
}"""
"""Somebody whose finger, or key, comes down as a call comes: on what stood there before."""
IS_TAKEN = """(card) => {
  const options = {key: "ArrowRight", altKey: true, cancelable: true, bubbles: true};
  return !card.dispatchEvent(new KeyboardEvent("keydown", options));
}"""


class Four(Pages):
    """Four phones at a truco table."""

    def whose_turn(self) -> int:
        """The seat that may lay a card, once everybody sees the same."""
        for _ in range(MOST_STEPS):
            asked = [seat for seat, page in enumerate(self.pages) if page.locator(PLAY).count()]
            if len(asked) == 1:
                return asked[0]
            self.pages[0].wait_for_timeout(20)
        raise AssertionError("nobody may lay a card")

    def deal(self) -> None:
        """Who cuts cuts, who deals deals, until everybody holds cards."""
        for _ in range(MOST_STEPS):
            for page in self.pages:
                button = page.locator(".ceremony .button--yes:enabled")
                if button.count():
                    button.click()
            if all(page.locator(".vira__card").count() for page in self.pages):
                return
            self.pages[0].wait_for_timeout(20)
        raise AssertionError("no cards were dealt")

    def lay(self, seat: int) -> None:
        """The first card that may be laid, by a tap or with the keys. Who ends a hand and cuts next has the deck before
        him at once instead of the cards that are left."""
        page = self.page(seat)
        if seat == KEYBOARD:
            lay_with_keys(page)
            return
        held = page.locator(".hand-card").count()
        page.locator(PLAY).first.click()
        expect(page.locator(".hand-card")).not_to_have_count(held)
        expect(page.locator(".laid--sent")).to_have_count(0)  # while it is on its way nothing else can be laid

    def play_on(self) -> None:
        """Until the match is over."""
        for _ in range(MOST_STEPS):
            if self.page(0).locator(".match-over").count():
                return
            for seat, page in enumerate(self.pages):
                if page.locator(".ceremony .button--yes:enabled").count():
                    page.locator(".ceremony .button--yes").click()
                elif page.locator(f".dock--asked {ANSWER}").count():
                    page.locator(ANSWER).click()
                    expect(page.locator(ANSWER)).to_have_count(0)
                elif page.locator(PLAY).count():
                    self.lay(seat)
            self.page(0).wait_for_timeout(10)
        raise AssertionError("the match does not end")


@pytest.fixture
def four(browser: Browser, site: Site) -> Iterator[Four]:
    sitters = tuple(Sitter("en" if seat == ENGLISH else "pt-br") for seat in range(4))
    table = Four(browser, site, seat_four(site, REGULATION, target=4), sitters)
    yield table
    table.close()


def test_four_pages_play_a_match_to_its_end(four: Four) -> None:
    four.deal()
    leader = four.whose_turn()
    waits = (leader + 1) % 4
    _what_cannot_be_hidden_is_refused_at_once(four.page(leader))
    _the_menu_changes_paper_and_language(four.page(0))
    four.page(waits).locator(".hand-card").first.click()
    slip = four.page(waits).locator(".refusal__slip")
    expect(slip).to_be_visible()
    expect(slip.locator("a.article").first).to_have_attribute("href", re.compile(rf"/{REGULATION}/artigos/#art-\d+"))
    expect(four.page(waits).locator(".hand-card")).to_have_count(3)
    assert four.watches[waits].faults_for_readers() == []
    four.page(waits).keyboard.press("Escape")
    expect(slip).to_have_count(0)
    assert not four.page(waits).locator(".hand-card").first.evaluate(IS_TAKEN), "Alt and the arrows are the browser's"

    _two_tabs_of_one_player(four, leader)
    four.lay(waits)
    _a_page_dies_in_the_middle_of_a_hand(four, seat=waits)
    _a_network_that_is_gone_is_told_at_once(four.page(waits))
    _a_call_out_of_turn(four)
    _a_sign_for_the_partner_only(four)
    four.play_on()

    for page in four.pages:
        _the_end_is_told(page)
    expect(four.page(ENGLISH).locator(".match-over")).to_contain_text("Rematch")
    assert four.watches[0].faults_for_readers() == []
    four.page(0).locator(".match-over .button--yes").click()
    for page in four.pages:
        expect(page.locator(".match-over")).to_have_count(0)
        expect(page.locator(".score__points").first).to_contain_text("0")
    assert four.page(0).evaluate(FOCUSED) != "BODY"
    assert four.faults() == []


def _what_cannot_be_hidden_is_refused_at_once(page: Page) -> None:
    page.locator(".truco-acts .button--off").click()
    slip = page.locator(".refusal__slip")
    expect(slip.locator("a.article").first).to_be_visible()
    expect(page.locator(".hand-card")).to_have_count(3)
    expect(page.locator(".truco--hiding, .laid")).to_have_count(0)
    slip.locator("button").click()
    expect(slip).to_have_count(0)


def _the_menu_changes_paper_and_language(page: Page) -> None:
    page.locator(".menu-button").click()
    sheet = page.locator(".sheet-over")
    sheet.get_by_label("Escuro").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    sheet.get_by_label("Claro").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(sheet.get_by_role("link", name="English")).to_have_attribute("href", re.compile(r"/en/mesa/"))
    sheet.locator(".sheet-over__close").click()
    expect(page.locator(".menu-button")).to_be_focused()


def _two_tabs_of_one_player(four: Four, seat: int) -> None:
    """What is done on one is seen on the other, and both stay."""
    other = four.second_tab(seat)
    expect(other.locator(".hand-card")).to_have_count(3)
    four.lay(seat)
    expect(other.locator(".hand-card")).to_have_count(2)
    assert _what_is_seen(other) == _what_is_seen(four.page(seat))
    expect(other.locator(".banner")).to_have_count(0)
    other.close()


def _a_page_dies_in_the_middle_of_a_hand(four: Four, seat: int) -> None:
    before = _what_is_seen(four.page(seat))
    assert before["laid"]
    assert len(before["held"]) == 2
    four.die_and_come_back(seat)
    assert _what_is_seen(four.page(seat)) == before


def _what_is_seen(page: Page) -> dict[str, list[str]]:
    seen: dict[str, list[str]] = page.evaluate(SEEN)
    return seen


def _a_network_that_is_gone_is_told_at_once(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.locator(".banner--lost")).to_be_visible(timeout=1_000)
    page.context.set_offline(False)
    expect(page.locator(".banner--lost")).to_have_count(0)


def _the_end_is_told(page: Page) -> None:
    """Whoever listens or uses keys is where it stands; the table below is out of his way."""
    title = page.get_by_role("dialog").locator(".match-over__title")
    expect(title).to_be_focused()
    expect(page.locator("[aria-live=polite]")).to_contain_text(re.compile(r"a partida, 4 a|the match, 4 to"))
    assert page.locator(".mesa, .dock").evaluate_all("parts => parts.every((one) => one.inert)")
    link = page.locator(".match-over [data-copy]").get_attribute("data-copy") or ""
    assert re.search(r"/partidas/1/\?mao=1$", link), link


def _a_call_out_of_turn(four: Four) -> None:
    """By somebody whose turn it is not, with a key; accepted with another. Everybody sees the theatre. Whose finger was
    on the same call already does not shout the next, and whose key comes with it answers nothing."""
    turn = four.whose_turn()
    caller, answers = (turn + 2) % 4, (turn + 1) % 4
    expect(four.page(caller).locator(CALL)).to_be_visible()
    _press_the_call(four.page(answers))
    four.page(answers).evaluate(TOO_SOON)
    four.page(caller).locator(f"{CALL}[aria-disabled=false]").wait_for()
    four.page(caller).keyboard.press("t")
    for page in four.pages:
        expect(page.locator(".shout--call")).to_be_visible()
    expect(four.page(answers).locator(ANSWER)).to_be_visible()
    four.page(answers).mouse.up()
    expect(four.page(caller).locator(".awaited")).to_contain_text("…")
    assert "button--shout" in (focused := four.page(answers).evaluate(FOCUSED)) or "hand-card" in focused, focused
    expect(four.page(caller).locator(ANSWER)).to_have_count(0)
    assert four.watches[answers].faults_for_readers() == []
    assert "truco" in four.page(answers).locator("[aria-live=assertive]").inner_text()
    expect(four.page(answers).locator(READY)).to_be_visible()
    four.page(answers).keyboard.press("a")
    for page in four.pages:
        expect(page.locator(".worth b")).to_have_text("3")


def _press_the_call(page: Page) -> None:
    """And do not let go. At its edge, where the button of the next value is too."""
    box = page.locator(CALL).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 12, box["y"] + box["height"] / 2)
    page.mouse.down()


def _a_sign_for_the_partner_only(four: Four) -> None:
    page = four.page(0)
    page.locator(".dock__talk").click()
    page.locator(".sheet-over .signs__list .button").first.click()
    expect(page.locator(".dock__say")).to_contain_text("Seu sinal")
    expect(page.locator(".dock__talk")).to_be_focused()
    expect(four.page(2).locator(".bubble")).to_be_visible()
    for other in (1, 3):
        expect(four.page(other).locator(".bubble")).to_have_count(0)
