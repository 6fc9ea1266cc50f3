"""A table with a phone on it: who scores taps as a thumb does, and reads what the phone says."""

import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect

PHONE = ViewportSize(width=360, height=640)
HUMAN_PAUSE = 0.35
"""Seconds between two taps of somebody who looks where he taps."""
MAKES_A_TABLE = """
import json
from tests.web.world.halls import drawn, team
from tests.web.sumula.sumulas import a_device, called
sheet = called(drawn({regulation!r}, 4, people=team()))
print(json.dumps([sheet.code, [a_device(sheet.event) for _ in range({devices})]]))
"""
TELLS_A_SHEET = """
import json
from carteado.web.sumula.models import Sheet
sheet = Sheet.objects.get(code={code!r})
entries = [row.document for row in sheet.entries.order_by("seq")]
print(json.dumps({{"entries": entries, "counted": sheet.counted}}))
"""


class Place(NamedTuple):
    """The sheet of a match that was called, and the secrets of devices at its table."""

    code: str
    secrets: list[str]


def asked(environment: Mapping[str, str], script: str) -> object:
    """What a script prints beside the server, as JSON."""
    shell = [sys.executable, "-m", "django", "shell", "-v", "0", "-c", script]
    done = subprocess.run(shell, env=dict(environment), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def a_table(environment: Mapping[str, str], regulation: str, devices: int = 1) -> Place:
    found = asked(environment, MAKES_A_TABLE.format(regulation=regulation, devices=devices))
    assert isinstance(found, list)
    return Place(*found)


class OnServer(NamedTuple):
    entries: list[dict[str, object]]
    score: list[int]
    hands: int

    def of_kind(self, kind: str) -> list[dict[str, object]]:
        return [entry for entry in self.entries if entry["kind"] == kind]


def on_server(environment: Mapping[str, str], code: str) -> OnServer:
    found = asked(environment, TELLS_A_SHEET.format(code=code))
    assert isinstance(found, dict)
    return OnServer(found["entries"], found["counted"]["score"], found["counted"]["hands"])


class Scorer:
    """Taps where a finger would; ``pause`` is what a person needs between two taps."""

    def __init__(self, context: BrowserContext, page: Page | None = None, *, pause: float = 0) -> None:
        self.page = page or context.new_page()
        self.pause = pause
        self.taps = 0

    # --- getting there ---

    def begin(self, regulation: str, names: Sequence[str] = ("Bia e Cida", "Dirce e Nair")) -> None:
        """A game of our own."""
        self.page.goto("/sumula/")
        self.page.locator(f"input[value='{regulation}']").check()
        for label, name in zip(("Sol", "Lua"), names, strict=True):
            self.page.get_by_label(label, exact=True).fill(name)
        self.page.get_by_role("button", name="Dar as cartas").click()
        expect(self.page.locator(".sheet")).to_be_visible()

    def sit_down(self, secret: str) -> None:
        """By the QR of the table."""
        self.page.goto(f"/sumula/entrar/#{secret}")
        expect(self.page.locator(".sheet")).to_be_visible()

    # --- tapping ---

    def tap(self, target: Locator) -> None:
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1
        time.sleep(self.pause)

    def key(self, label: str) -> Locator:
        return self.page.locator(".keypad").get_by_role("button", name=label, exact=True)

    def half(self, pair: int) -> Locator:
        return self.page.locator(".half").nth(pair)

    def truco(self, pair: int, value: int = 1, *, ran: bool = False) -> None:
        before = self.page.locator(".top__place").text_content() or ""
        self.tap(self.half(pair))
        self.tap(self.key(f"correram, vale {value}" if ran else f"vale {value}"))
        expect(self.page.locator(".top__place")).not_to_have_text(before)

    def count(self, *values: int | str) -> None:
        """Field after field: a number by its digits and "next", a choice by its key."""
        for value in values:
            if isinstance(value, str):
                self.tap(self.key(value))
            else:
                for digit in str(value) if value else "":
                    self.tap(self.key(digit))
                self.tap(self.page.locator(".key--next"))

    def close_hand(self) -> None:
        self.tap(self.page.locator(".key--next"))
        self.tap(self.page.get_by_role("button", name="Fechar a mão"))

    # --- reading ---

    @property
    def number(self) -> str:
        return self.page.locator(".top__place").inner_text()

    @property
    def network(self) -> Locator:
        return self.page.locator(".top__network")

    @property
    def scores(self) -> list[str]:
        return self.page.locator(".half__score, .totals__score").all_inner_texts()

    def open(self, leaf: str) -> Locator:
        """The menu, or what the menu leads to."""
        self.page.get_by_role("button", name="Menu da súmula").click()
        if leaf != "Menu da súmula":
            self.page.get_by_role("dialog").get_by_role("button", name=leaf).first.click()
        return self.page.get_by_role("dialog")

    def back(self) -> None:
        self.page.get_by_role("dialog").get_by_role("button", name="Voltar", exact=True).click()

    def picture(self, folder: Path, name: str) -> None:
        self.page.screenshot(path=folder / f"{name}.png")
