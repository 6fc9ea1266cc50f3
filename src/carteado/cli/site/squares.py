"""A link as a QR code in the terminal, for a phone's camera."""

from itertools import zip_longest

import segno
from rich.console import Console
from rich.style import Style
from rich.text import Text

MARGIN = 4
"""Modules of blank margin: cameras need them."""
HALF = "▀"
INK, PAPER = "#000000", "#ffffff"


def show(link: str, console: Console) -> None:
    """Print the QR code if the console is a terminal and can write half blocks; nothing goes to a file or a pipe."""
    if console.is_terminal and _can_be_written(console.encoding):
        console.print(drawn(link, in_colours=console.color_system is not None), soft_wrap=True)


def drawn(link: str, *, in_colours: bool) -> Text:
    """Two modules per character. With colours, dark on light whatever the terminal's own colours are. Without, the
    light modules are drawn, as for light letters on a dark terminal."""
    rows = [list(row) for row in segno.make(link, error="m", micro=False).matrix_iter(border=MARGIN)]
    lines = zip_longest(rows[::2], rows[1::2], fillvalue=[0] * len(rows[0]))
    piece = _in_colours if in_colours else _in_letters
    return Text("\n").join(
        Text.assemble(*(piece(bool(upper), bool(lower)) for upper, lower in zip(*pair, strict=True))) for pair in lines
    )


def _in_colours(upper: bool, lower: bool) -> tuple[str, Style]:
    return HALF, Style(color=INK if upper else PAPER, bgcolor=INK if lower else PAPER)


def _in_letters(upper: bool, lower: bool) -> tuple[str, Style]:
    letter = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}[upper, lower]
    return letter, Style()


def _can_be_written(encoding: str) -> bool:
    try:
        "▀▄█".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
