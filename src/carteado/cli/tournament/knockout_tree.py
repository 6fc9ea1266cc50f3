"""A knockout as a tree for a terminal: rounds from left to right, joined by lines."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from carteado.tournament.formats.slots import MatchId, Slot, WinnerOf
from carteado.tournament.state.championship import Championship

NARROWEST = 16
"""The least width of a round, in characters."""
_WIDEST = 34
_UNKNOWN = "…"


class Side(NamedTuple):
    """One of the two pairs of a match, as a bracket shows it."""

    name: str
    score: str
    style: str


def sides(championship: Championship, match: MatchId) -> tuple[Side, Side]:
    """Both sides of a match: the pairs, their scores, and which one advances."""
    ended = championship.bracket.ended(match)
    outcome = ended.outcome if ended else None
    found = []
    for place, pair in enumerate(championship.bracket.occupants(match)):
        if not isinstance(pair, str):
            found.append(Side(_UNKNOWN if pair is None else "–", "", "dim"))
            continue
        score = _score(championship, match, place) if outcome else ""
        style = "" if ended is None else "bold" if ended.winner == pair else "dim"
        found.append(Side(pair, score, style))
    return found[0], found[1]


def _score(championship: Championship, match: MatchId, side: int) -> str:
    """The points, in a series the games won, or W.O. for the pair that did not come."""
    ended = championship.bracket.ended(match)
    assert ended is not None
    assert ended.outcome is not None
    if ended.outcome.walkover:
        return "" if ended.outcome.pairs[side] == ended.outcome.winner else "W.O."
    log = championship.logs[match]
    if championship.fixtures[match].best_of > 1 and log.counted:
        return str(sum(game.winner == side for game in log.counted.games))
    return str(ended.outcome.points[side])


def rounds_behind(championship: Championship, match: MatchId) -> int:
    """How many rounds of the same stage lead to a match, including its own."""
    feeders = (feeder(championship, match, slot) for slot in championship.fixtures[match].slots)
    return 1 + max((rounds_behind(championship, one) for one in feeders if one), default=0)


def feeder(championship: Championship, match: MatchId, slot: Slot) -> MatchId | None:
    """The match of the same stage whose winner fills a slot."""
    fixtures = championship.fixtures
    if isinstance(slot, WinnerOf) and fixtures[slot.match].stage == fixtures[match].stage:
        return slot.match
    return None


@dataclass
class _Sheet:
    """Text pieces at rows and columns, each with its style."""

    pieces: dict[int, list[tuple[int, str, str]]] = field(default_factory=dict)
    next_row: int = 0

    def add_piece(self, row: int, column: int, text: str, style: str = "") -> None:
        self.pieces.setdefault(row, []).append((column, text, style))

    def lines(self) -> list[Text]:
        return [self._line(self.pieces.get(row, [])) for row in range(max(self.pieces, default=-1) + 1)]

    def _line(self, pieces: list[tuple[int, str, str]]) -> Text:
        line = Text(no_wrap=True)
        for column, text, style in sorted(pieces):
            line.append(" " * max(0, column - line.cell_len))
            line.append(text, style)
        return line


class _Shape(NamedTuple):
    """Widths: number of rounds, and characters for a round, a name and a score."""

    rounds: int
    column: int
    name: int
    score: int


def tree(championship: Championship, last: MatchId, *, width: int, titles: Sequence[str]) -> list[Text]:
    """The last rounds that lead to a match, one for each title, with that match at the right."""
    rounds = len(titles)
    shape = _shape(championship, last, width=width, titles=titles)
    sheet = _Sheet(next_row=2)
    for column, title in enumerate(titles):
        sheet.add_piece(0, column * shape.column, _fitted(title, shape.column - 2), "italic")
    _draw_match(championship, last, rounds - 1, shape, sheet)
    return sheet.lines()


def _shape(championship: Championship, last: MatchId, *, width: int, titles: Sequence[str]) -> _Shape:
    rounds = len(titles)
    visible_sides = _sides_of_last_rounds(championship, last, rounds)
    score = max(1, *(len(side.score) for side in visible_sides))
    longest = max(cell_len(side.name) for side in visible_sides)
    wanted = max(longest + score + 4, *(cell_len(title) + 2 for title in titles))
    column = min(width // rounds, _WIDEST, wanted)
    return _Shape(rounds, column, column - score - 4, score)


def _sides_of_last_rounds(championship: Championship, match: MatchId, rounds: int) -> list[Side]:
    visible_sides = list(sides(championship, match))
    if rounds > 1:
        for slot in championship.fixtures[match].slots:
            if previous := feeder(championship, match, slot):
                visible_sides += _sides_of_last_rounds(championship, previous, rounds - 1)
    return visible_sides


def _draw_match(championship: Championship, match: MatchId, column: int, shape: _Shape, sheet: _Sheet) -> int:
    """Draw the match and all that lead to it. Returns the row from which its winner goes on."""
    rows = []
    for slot, side in zip(championship.fixtures[match].slots, sides(championship, match), strict=True):
        previous = feeder(championship, match, slot) if column > 0 else None
        if previous:
            row = _draw_match(championship, previous, column - 1, shape, sheet)
        else:
            row = sheet.next_row
            sheet.next_row += 2
        _draw_side(side, row, column, shape, sheet)
        rows.append(row)
    top, bottom = rows
    middle = (top + bottom) // 2
    if column < shape.rounds - 1:
        _draw_join(top, middle, bottom, (column + 1) * shape.column - 2, sheet)
    return middle


def _draw_side(side: Side, row: int, column: int, shape: _Shape, sheet: _Sheet) -> None:
    at = column * shape.column
    sheet.add_piece(row, at, _fitted(side.name, shape.name), side.style)
    sheet.add_piece(row, at + shape.name + 1, side.score.rjust(shape.score), side.style)


def _fitted(text: str, width: int) -> str:
    return text if cell_len(text) <= width else set_cell_size(text, max(0, width - 1)) + "…"


def _draw_join(top: int, middle: int, bottom: int, at: int, sheet: _Sheet) -> None:
    sheet.add_piece(top, at, "┐", "dim")
    sheet.add_piece(bottom, at, "┘", "dim")
    for row in range(top + 1, bottom):
        sheet.add_piece(row, at, "├" if row == middle else "│", "dim")
