"""Somebody at the terminal: lines typed without thinking much until the match is over."""

import json
import re
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from tests.cli.command import Ran, carteado

EVERYTHING = ("1", "2", "3", "a", "t", "0", "h1", "e2", "p", "?", "", "x", "7", "c", "six", "12 cards")
"""Sense and nonsense, in and out of turn."""
BOLD = ("a", "t", "1", "2", "3", "5")
TIMID = ("1", "2", "3", "c")
MANY = 4000
"""More lines than any match needs."""


def typed(*lines: str, times: int = MANY) -> bytes:
    return "".join(f"{line}\n" for line in islice(cycle(lines), times)).encode()


def played(*arguments: str, lines: tuple[str, ...] = EVERYTHING, lang: str = "en") -> Ran:
    """A match played to its end; ``c`` and other words of both languages are understood in both."""
    ran = carteado("play", *arguments, stdin=typed(*lines), lang=lang)
    assert (ran.code, ran.err) == (0, "")
    return ran


def recorded(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


def last_score(ran: Ran) -> list[int]:
    """The score told after the last hand."""
    a, b = re.findall(r"\w+ (\d+) × (\d+) \w+\.", ran.out)[-1]
    return [int(a), int(b)]
