"""Whole matches in four real pages at one table: phones, a tablet and a laptop, taps, dragging and keys alone, both
languages; one page dies in the middle of a hand, and somebody opens a second one."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site_process import Site
from tests.browser.tables.four_at_a_table import Pages, Sitter, lay_with_keys, seat_four
from tests.browser.tables.meld_player import DraggingHand, Hand, KeyboardHand, look
from tests.browser.tables.table_window import waited

TRUCO = "truco-masters-2025"
AFIA, FARAES, APCEF = "afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra"
SITTERS = (Sitter(), Sitter("en", 1280, 800), Sitter("pt-br", 768, 1024), Sitter("en", 360, 640))
HANDS = (Hand, KeyboardHand, Hand, DraggingHand)
ENGLISH = 1
TARGET = 20
"""Which a hand reaches."""
MOST_TURNS = 400
MOST_STEPS = 3_000


class Melding(Pages):
    """Four at a table of tranca or canastra, each with hands of his own."""

    turns = 0

    def hand(self, seat: int) -> Hand:
        return HANDS[seat](self.page(seat))

    def play_on(self, turns: int = MOST_TURNS) -> bool:
        """So many turns, or to the end of the match; says whether it is."""
        until = self.turns + turns
        for _ in range(MOST_STEPS):
            for seat, page in enumerate(self.pages):
                seen = look(page)
                if seen.is_over:
                    return True
                if seen.is_ceremony:
                    self.hand(seat).cut_or_deal()
                elif seen.is_asked and "draw" in seen.deeds and not seen.is_busy:
                    self.hand(seat).turn()
                    self.turns += 1
                    if self.turns == until:
                        return False
            self.page(0).wait_for_timeout(5)
        raise AssertionError("the match does not end")

    def faults_for_readers(self) -> list[str]:
        """On a phone and on a laptop."""
        return [f"{seat}: {fault}" for seat in (0, 1) for fault in self.watches[seat].faults_for_readers()]


@pytest.fixture
def melding(browser: Browser, site: Site, request: pytest.FixtureRequest) -> Iterator[Melding]:
    regulation, scene = request.param
    table = Melding(browser, site, seat_four(site, regulation, target=TARGET, scene=scene), SITTERS)
    yield table
    table.close()


@pytest.mark.parametrize(
    "melding",
    [
        pytest.param((FARAES, "late"), id="faraes", marks=pytest.mark.slow),
        pytest.param((APCEF, "late"), id="apcef", marks=pytest.mark.slow),
        pytest.param((AFIA, ""), id="afia-from-the-first-cut", marks=pytest.mark.slow),
    ],
    indirect=True,
)
def test_four_pages_play_a_match_of_melds_to_its_end(melding: Melding) -> None:
    assert not melding.play_on(turns=3)
    _a_page_dies_in_the_middle_of_a_hand(melding, seat=3)
    assert not melding.play_on(turns=1)
    _two_tabs_of_one_player(melding, seat=0)
    assert melding.faults_for_readers() == []
    assert melding.play_on()
    for page in melding.pages:
        expect(page.locator(".match-over__title")).to_be_visible()
    expect(melding.page(ENGLISH).locator(".match-over")).to_contain_text("Rematch")
    expect(melding.page(0).locator(".match-over")).to_contain_text("Revanche")
    assert melding.faults_for_readers() == []
    melding.page(0).get_by_role("button", name="Como foi a última mão").click()
    expect(melding.page(0).locator(".sheet-over .count__lines .article").first).to_be_visible()
    assert melding.watches[0].faults_for_readers() == []
    melding.page(0).keyboard.press("Escape")
    melding.page(0).locator(".match-over .button--yes").click()
    for page in melding.pages:
        expect(page.locator(".match-over")).to_have_count(0)
    assert not melding.play_on(turns=2)
    assert melding.faults() == []


def _a_page_dies_in_the_middle_of_a_hand(melding: Melding, seat: int) -> None:
    _still(melding)
    before = look(melding.page(seat)).table
    assert before[0]
    melding.die_and_come_back(seat)
    after = look(melding.page(seat)).table
    assert after == before, (before, after)


def _two_tabs_of_one_player(melding: Melding, seat: int) -> None:
    """What is done on one is seen on the other, and both stay."""
    _still(melding)
    other = melding.second_tab(seat)
    page = melding.page(seat)
    assert look(other).table == look(page).table
    assert not melding.play_on(4)
    _still(melding)
    waited(other, lambda: look(other).table == look(page).table, "two tabs show two things")
    for tab in (page, other):
        expect(tab.locator(".banner")).to_have_count(0)
        assert look(tab).refused == []
    other.close()


def _still(melding: Melding) -> None:
    """Until what was done is seen by everybody."""

    def are_agreed() -> bool:
        first, *others = seen = [look(page) for page in melding.pages]
        turns = sum("draw" in one.deeds and not one.is_busy for one in seen)
        return turns == 1 and all(one.shared == first.shared for one in others)

    waited(melding.page(0), are_agreed, "four pages show different things")


@pytest.mark.slow
def test_truco_to_the_regulations_own_target_with_the_keys_alone(browser: Browser, site: Site) -> None:
    """Four who never touch a pointer, from the first cut to the last card."""
    sitters = (Sitter(), Sitter("en"), Sitter("pt-br", 1280, 800), Sitter("en", 768, 1024))
    table = Pages(browser, site, seat_four(site, TRUCO, target=12), sitters)
    for number in range(MOST_STEPS):
        if any(page.locator(".match-over").count() for page in table.pages):
            break
        for page in table.pages:
            _play_with_keys(page, is_bold=number % 5 == 0)
        table.page(0).wait_for_timeout(10)
    for seat, page in enumerate(table.pages):
        expect(page.locator(".match-over__title")).to_be_visible()
        assert table.watches[seat].faults_for_readers() == []
    KeyboardHand(table.page(1)).press(".match-over .button--yes")
    for page in table.pages:
        expect(page.locator(".match-over")).to_have_count(0)
    assert table.faults() == []
    table.close()


ASKED = """() => {
  const has = (selector) => document.querySelector(selector) !== null;
  const isAsked = has(".dock--asked");
  const isBusy = has(".truco-acts :is([aria-busy=true], [aria-disabled=true]), .laid--sent");
  const isAnswering = has(".truco-acts .button--yes");
  return {
    isCeremony: has(".ceremony .button--yes:enabled"),
    mayAnswer: isAsked && isAnswering && !isBusy,
    mayCall: has(".truco-acts .button--shout") && !isBusy,
    mayLay: isAsked && has(".hand-card:not(.hand-card--dim)") && !isAnswering && !isBusy,
    held: document.querySelectorAll(".hand-card").length,
  };
}"""


def _play_with_keys(page: Page, *, is_bold: bool) -> None:
    """Accepts what is called, and calls now and then."""
    seen = page.evaluate(ASKED)
    if seen["isCeremony"]:
        KeyboardHand(page).press(".ceremony .button--yes")
    elif seen["mayAnswer"]:
        page.keyboard.press("a")
    elif seen["mayCall"] and is_bold and seen["mayLay"]:
        page.keyboard.press("t")
    elif seen["mayLay"]:
        lay_with_keys(page)
        return
    else:
        return
    waited(page, lambda: page.evaluate(ASKED) != seen, f"nothing comes of a key: {seen}")
