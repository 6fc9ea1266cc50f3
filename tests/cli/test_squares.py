"""A link as a square in the terminal: the same modules as on paper, on light and on dark."""

import io

import pytest
import segno
from rich.console import Console
from rich.text import Text

from carteado.cli.context import Context
from carteado.cli.site import squares

LINK = "http://192.168.0.10:8000/"
LETTERS = {" ": (1, 1), "▄": (1, 0), "▀": (0, 1), "█": (0, 0)}


def modules() -> list[list[int]]:
    return [list(map(int, row)) for row in segno.make(LINK, error="m", micro=False).matrix_iter(border=squares.MARGIN)]


def drawn_rows(lines: list[list[tuple[int, int]]]) -> list[list[int]]:
    """Two rows a line; the last may be paper that fills the line up."""
    rows = [[pair[half] for pair in line] for line in lines for half in (0, 1)]
    expected = len(modules())
    assert all(not any(row) for row in rows[expected:])
    return rows[:expected]


def test_in_colours_each_half_is_ink_or_paper_whatever_the_terminal_is() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", width=200)
    lines = []
    for line in squares.drawn(LINK, in_colours=True).split("\n"):
        cells = []
        for segment in line.render(console):
            if segment.text.strip():
                assert segment.style is not None
                assert segment.style.color is not None
                assert segment.style.bgcolor is not None
                upper, lower = (one.name == squares.INK for one in (segment.style.color, segment.style.bgcolor))
                cells += [(int(upper), int(lower))] * len(segment.text)
        lines.append(cells)
    assert drawn_rows(lines) == modules()


def test_without_colours_the_paper_is_drawn() -> None:
    lines = [[LETTERS[letter] for letter in line.plain] for line in squares.drawn(LINK, in_colours=False).split("\n")]
    assert drawn_rows(lines) == modules()


@pytest.mark.parametrize(
    ("is_terminal", "encoding", "is_drawn"), [(True, "utf-8", True), (False, "utf-8", False), (True, "latin-1", False)]
)
def test_it_is_drawn_where_it_can_be_seen(is_terminal: bool, encoding: str, is_drawn: bool) -> None:
    kept = io.BytesIO()
    file = io.TextIOWrapper(kept, encoding=encoding, errors="backslashreplace")
    squares.show(LINK, Console(file=file, force_terminal=is_terminal, width=20))
    file.flush()
    written = kept.getvalue()
    assert bool(written) is is_drawn
    if is_drawn:
        height = len(Text.from_ansi(written.decode()).split("\n"))
        assert height == (len(modules()) + 1) // 2, "a narrow terminal breaks no line of it"


def test_a_fingerprint_is_written_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """AB between colons is the name of a picture to the library that writes."""
    Context("en", json=False).print("9F:AB:0A:AB")
    assert capsys.readouterr().out == "9F:AB:0A:AB\n"
