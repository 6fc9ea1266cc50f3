"""Draws the README's pictures of the terminal: ``python -m tools.pictures``. Those of the site: ``site_pictures``."""

import contextlib
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.terminal_theme import MONOKAI

from carteado.cli.arguments import parse
from carteado.cli.context import Context
from carteado.cli.game import Game, PersonLeft
from carteado.regulation import load

IMAGES = Path(__file__).parent.parent / "docs" / "images"
SHOW_FROM_HERE = "show from here"
TRUCO = {"en": ("", "h1", "3", "a", "2", "q"), "pt": ("", "e1", "3", "a", "2", "s")}
TRANCA = {
    "en": ("", *("d", "x 12") * 5, "d", SHOW_FROM_HERE, "x 12", "q"),
    "pt": ("", *("c", "d 12") * 5, "c", SHOW_FROM_HERE, "d 12", "s"),
}
TOURNAMENT = ("tournament", "simulate", "--regulation", "truco-masters-2025", "--pairs", "8", "--seed", "1")


class Typist(Console):
    """A console with scripted input. The picture leaves out all output before ``SHOW_FROM_HERE``."""

    def __init__(self, typed: Iterator[str], width: int = 78) -> None:
        super().__init__(
            record=True, width=width, force_terminal=True, color_system="truecolor", highlight=False, file=StringIO()
        )
        self._typed = typed

    def input(self, prompt: Any = "", **_options: Any) -> str:
        text = next(self._typed, "q")
        if text == SHOW_FROM_HERE:
            self.export_text()  # clears what was recorded
            return self.input(prompt)
        self.print(f"{prompt}[b]{text}[/]")
        return text


def of_a_game(regulation: str, typed: tuple[str, ...], language: str, seed: str) -> str:
    """The picture of a few moves of a game."""
    console = Typist(iter(typed))
    with contextlib.suppress(PersonLeft):
        Game(load(regulation), 4, seed, Context(language, json=False, console=console)).play()
    return svg(console, "carteado play", language)


def of_a_tournament(language: str) -> str:
    """The picture of a small championship played by bots."""
    console = Typist(iter(()), width=92)
    context = Context(language, json=False, console=console)
    command = parse(TOURNAMENT, context)
    command.run(command, context)
    return svg(console, f"carteado {' '.join(TOURNAMENT)}", language)


def svg(console: Console, title: str, language: str) -> str:
    """The console's output as SVG, without its web fonts so that the reader's monospace font is used."""
    drawn = console.export_svg(title=title, theme=MONOKAI, unique_id=f"carteado-{language}")
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    for language, suffix in (("en", "svg"), ("pt", "pt.svg")):
        truco = of_a_game("truco-masters-2025", TRUCO[language], language, "cordel")
        tranca = of_a_game("afia-2026-tranca", TRANCA[language], language, "lixo")
        (IMAGES / f"play.{suffix}").write_text(truco, "utf-8")
        (IMAGES / f"tranca.{suffix}").write_text(tranca, "utf-8")
        (IMAGES / f"tournament.{suffix}").write_text(of_a_tournament(language), "utf-8")


if __name__ == "__main__":
    main()
