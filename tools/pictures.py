"""The pictures of the README, drawn from a real game: ``python -m tools.pictures``."""

import contextlib
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.terminal_theme import MONOKAI

from carteado.cli.context import Context
from carteado.cli.game import Game, Left
from carteado.regulation import load

IMAGES = Path(__file__).parent.parent / "docs" / "images"
TYPED = {"en": ("", "h1", "3", "a", "2", "q"), "pt": ("", "e1", "3", "a", "2", "s")}
SEED = "cordel"


class Typist(Console):
    """A console at which a script types."""

    def __init__(self, typed: Iterator[str]) -> None:
        super().__init__(
            record=True, width=78, force_terminal=True, color_system="truecolor", highlight=False, file=StringIO()
        )
        self._typed = typed

    def input(self, prompt: Any = "", **_options: Any) -> str:
        text = next(self._typed, "q")
        self.print(f"{prompt}[b]{text}[/]")
        return text


def picture(language: str) -> str:
    """A few moves of a game as SVG, with the reader's own monospace font."""
    console = Typist(iter(TYPED[language]))
    with contextlib.suppress(Left):
        Game(load("truco-masters-2025"), 4, SEED, Context(language, json=False, console=console)).play()
    svg = console.export_svg(title="carteado play", theme=MONOKAI, unique_id=f"carteado-{language}")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    for language, name in (("en", "play.svg"), ("pt", "play.pt.svg")):
        (IMAGES / name).write_text(picture(language), "utf-8")


if __name__ == "__main__":
    main()
