"""From the home page to a published event with a team of two, as people go: in both languages, with the mouse, with
the keyboard alone, and without scripts."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from django.utils.translation import gettext, override
from playwright.sync_api import Locator, Page, expect

from tests.browser.page_faults import Watch
from tests.browser.pages.page_input import Hands, Keyboard, Mouse
from tests.browser.people import Windows
from tests.web.world.world import PASSWORD

NEXT_YEAR = date.today().year + 1
OPENS, CLOSES, DAY = f"{NEXT_YEAR}-01-01T10:10", f"{NEXT_YEAR}-02-02T10:10", f"{NEXT_YEAR}-03-03"
PDF = b"""%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200]>> endobj
trailer <</Root 1 0 R>>
%%EOF
"""


@dataclass(frozen=True)
class Way:
    """How a journey is made."""

    name: str
    regulation: str
    language: str = "pt-br"
    scripts: bool = True
    hands: Callable[[Page], Hands] = lambda _page: Mouse()
    is_slow: bool = False

    def __str__(self) -> str:
        return self.name


WAYS = (
    Way("mouse", "truco-masters-2025"),
    Way("english", "faraes-2023-tranca", language="en", is_slow=True),
    Way("keyboard", "afia-2026-tranca", hands=Keyboard, is_slow=True),
    Way("no-scripts", "apcef-sc-2022-canastra", scripts=False, is_slow=True),
)


class Traveller:
    """Somebody at a page. Buttons, links and fields are found by what they say, in his language."""

    def __init__(self, page: Page, way: Way) -> None:
        self.page, self.way, self.hands = page, way, way.hands(page)
        self.watch = Watch(page) if way.scripts else None

    def say(self, text: str) -> str:
        with override(self.way.language):
            return gettext(text)

    @property
    def content(self) -> Locator:
        return self.page.locator("main")

    def follow(self, link: str) -> None:
        self.go(self.content.get_by_role("link", name=self.say(link), exact=True).first)

    def send(self, button: str) -> None:
        self.go(self.content.get_by_role("button", name=self.say(button), exact=True))

    def go(self, target: Locator) -> None:
        """To the next page; what this one complained of in the console would be lost with it."""
        assert self.watch is None or self.watch.console_faults() == []
        with self.page.expect_navigation():
            self.hands.press(target)

    def write(self, field: str, text: str) -> None:
        self.hands.write(self.content.locator(f"[name={field}]"), text)

    def choose(self, field: str, value: str) -> None:
        self.hands.choose(self.content.locator(f"[name={field}][value={value}]"))

    def sees(self, text: str) -> None:
        expect(self.content).to_contain_text(text)

    def is_at(self, title: str) -> None:
        expect(self.page.locator("h1")).to_have_text(title)


@pytest.mark.parametrize(
    "way", [pytest.param(way, marks=[pytest.mark.slow] if way.is_slow else []) for way in WAYS], ids=str
)
def test_from_the_home_page_to_a_published_event(way: Way, windows: Windows, tmp_path: Path) -> None:
    organiser = Traveller(windows.open(scripts=way.scripts, language=way.language).new_page(), way)
    name = f"Copa {way.name}"
    _sign_up_and_begin(organiser, name)
    _take_the_steps(organiser, tmp_path / "termo.pdf")
    _publish(organiser, name)
    link = _invite(organiser)
    _accept(Traveller(windows.open(scripts=way.scripts, language=way.language).new_page(), way), link, name)
    _read_history(organiser, name)


def _sign_up_and_begin(organiser: Traveller, name: str) -> None:
    way = organiser.way
    organiser.page.goto("/" if way.language == "pt-br" else f"/{way.language}/")
    organiser.follow("Organise")
    organiser.go(organiser.content.locator("a[href*='criar-conta']"))
    _make_account(organiser, "Célia Prado", f"celia.{way.name}@exemplo.com.br")
    organiser.is_at(organiser.say("A championship in ten minutes"))
    organiser.choose("regulation", way.regulation)
    organiser.write("name", name)
    organiser.send("Begin")


def _make_account(somebody: Traveller, name: str, email: str) -> None:
    somebody.write("name", name)
    somebody.write("email", email)
    somebody.write("password1", PASSWORD)
    somebody.send("Create an account")


def _take_the_steps(organiser: Traveller, paper: Path) -> None:
    organiser.is_at(organiser.say("Rules"))
    organiser.send("Save and go on")
    organiser.is_at(organiser.say("Name and place"))
    organiser.write("place", "Clube XV, Santos")
    organiser.write("day", DAY)
    organiser.send("Save and go on")
    organiser.is_at(organiser.say("Entries"))
    for field, text in {"opens": OPENS, "closes": CLOSES, "capacity": "12", "fee": "25,50"}.items():
        organiser.write(field, text)
    organiser.send("Save and go on")
    _choose_format(organiser)
    organiser.is_at(organiser.say("Tables"))
    organiser.write("tables", "4")
    organiser.send("Save and go on")
    _ask_something(organiser)
    _name_who_runs_it(organiser)
    _add_paper(organiser, paper)


def _choose_format(organiser: Traveller) -> None:
    """The preview follows the number of pairs: at once, or at the press of a button."""
    organiser.is_at(organiser.say("Format"))
    if organiser.content.locator("[name=forms]").count():
        organiser.choose("forms", "league")
        organiser.choose("forms", "knockout")
    outlook = organiser.content.locator("#outlook")
    organiser.write("pairs", "8")
    if not organiser.way.scripts:
        organiser.send("Show it")
    expect(outlook).to_contain_text(re.compile(r"\b8\b"))
    organiser.send("Save and go on")


def _ask_something(organiser: Traveller) -> None:
    organiser.is_at(organiser.say("Questions"))
    organiser.hands.press(organiser.content.get_by_role("button", name=organiser.say("Add a question")))
    organiser.hands.write(organiser.content.locator("[name$=text]"), "Vegetarianos?")
    organiser.send("Save and go on")


def _name_who_runs_it(organiser: Traveller) -> None:
    organiser.is_at(organiser.say("Who runs it"))
    organiser.write("producer", "Liga Santista")
    organiser.send("Save and go on")


def _add_paper(organiser: Traveller, paper: Path) -> None:
    organiser.is_at(organiser.say("Documents"))
    paper.write_bytes(PDF)
    organiser.choose("kind", "terms")
    organiser.hands.attach(organiser.content.locator("[type=file]"), paper)
    organiser.send("Send the file")
    expect(organiser.content.locator(".data-table")).to_contain_text(organiser.say("in force"))
    organiser.send("Go on")


def _publish(organiser: Traveller, name: str) -> None:
    organiser.is_at(organiser.say("Everything, once more"))
    organiser.sees("Clube XV, Santos")
    organiser.sees("Vegetarianos?")
    organiser.send("Publish")
    organiser.sees(organiser.say("Published. Everybody can see it now."))
    organiser.follow("Public page")
    organiser.is_at(name)


def _invite(organiser: Traveller) -> str:
    organiser.follow("Organise it")
    organiser.follow("Team")
    organiser.choose("role", "referee")
    organiser.send("Make the invitation")
    return organiser.content.locator(".share__link").inner_text()


def _accept(helper: Traveller, link: str, name: str) -> None:
    """By somebody whom the site does not know yet."""
    helper.page.goto(link)
    helper.is_at(name)
    helper.follow("Create an account")
    _make_account(helper, "Juvenal Reis", f"juvenal.{helper.way.name}@exemplo.com.br")
    helper.is_at(name)
    helper.send("I am in")
    helper.is_at(name)


def _read_history(organiser: Traveller, name: str) -> None:
    organiser.go(organiser.content.get_by_role("link", name=name).first)
    organiser.follow("Organise it")
    organiser.follow("History")
    organiser.sees("Juvenal Reis")
