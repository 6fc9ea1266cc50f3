"""Layout of a knockout bracket: plain data first, then the coordinates of every box.

``BracketView`` lists the boxes and which match feeds which; ``drawn`` computes their places. A preview fills the boxes
with words, a running event with names and scores: the drawing treats both alike.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

NARROWEST, WIDEST, BOX_HEIGHT = 156, 280, 64
"""Sizes of a box, in units of the drawing (16 to a rem). A box takes the width of its column, up to the width at which
a name is still read at a glance."""
COLUMN_GAP, ROW_GAP = 16, 44
"""Space between two columns of boxes, and between two rows; the tag of a box stands in the space above it."""
HEADING = 48
"""Space above the first row, for the names of the phases and a tag."""
MARGIN = 3
"""Half of the line around a box lies outside of it."""
SIGN = 64
"""Size of the sun and of the moon above the final."""
UNITS_A_REM = 16
TWO_WINGS_UP_TO = 16
"""Up to this many pairs the bracket is drawn as two wings towards the final; beyond, as one column for each phase."""
PADDING, LETTER = 8, 7
"""Space at both ends of a box, and the width of a letter of a name, in units of the drawing."""
LETTERS_BEFORE_SCORE, LETTERS_A_FIGURE = 2, 1.6
"""Room that a score takes, in letters of a name: a gap before it, and more than a letter for each figure."""


class LineState(StrEnum):
    """State of a pair in a match. An unknown pair is described in words. The values are CSS classes (``is-winner``)."""

    UNKNOWN = "open"
    KNOWN = "known"
    WON = "winner"
    LOST = "loser"


class BoxState(StrEnum):
    """State of a match: not yet begun, in play, or over. Templates compare the values."""

    WAITING = "waiting"
    LIVE = "live"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One pair of a match: ``text`` is its name, or words for a pair that is not known yet.

    ``feeder`` is the match of this bracket whose winner comes here; None for a place that no match of it fills.
    ``link`` is the address of the pair's page; empty without a pair.
    """

    text: str
    score: str = ""
    state: LineState = LineState.UNKNOWN
    feeder: str | None = None
    link: str = ""

    def fitted(self, width: float) -> str:
        """The name, shortened to fit into a box beside its score."""
        score = LETTERS_BEFORE_SCORE + round(LETTERS_A_FIGURE * len(self.score)) if self.score else 0
        most = int((width - 2 * PADDING) / LETTER) - score
        return self.text if len(self.text) <= most else f"{self.text[: most - 1].rstrip()}…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A match. ``tag`` has its number, table and state in words, ``goes_to`` says where its winner plays next; empty
    once it is over."""

    id: str
    lines: tuple[Line, Line]
    tag: str = ""
    goes_to: str = ""
    state: BoxState = BoxState.WAITING


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """The matches of one round. ``short`` is the title over a column."""

    title: str
    short: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketView:
    """A bracket. ``phases`` are in the order of play, the final last; ``aside`` is the match for third place, which
    leads nowhere."""

    phases: tuple[Phase, ...]
    aside: Phase | None = None

    @property
    def final(self) -> Box:
        return self.phases[-1].boxes[0]

    @property
    def all_phases(self) -> tuple[Phase, ...]:
        """Phases in order for lists: the match for third place comes before the final."""
        return (*self.phases[:-1], *((self.aside,) if self.aside else ()), self.phases[-1])


# --- coordinates --------------------------------------------------------------------------------------------------


class Heading(NamedTuple):
    """The name of a phase above its column. ``x`` is the middle of the column."""

    x: float
    text: str


class PlacedLine(NamedTuple):
    """A name shortened to its room, with the height at which it stands."""

    line: Line
    text: str
    y: float


class PlacedBox(NamedTuple):
    """A box with its width, the coordinates of its upper left corner, and those of its texts."""

    box: Box
    x: float
    y: float
    width: float
    is_final: bool
    lines: tuple[PlacedLine, PlacedLine]

    @property
    def middle(self) -> float:
        return self.y + BOX_HEIGHT / 2

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def name_x(self) -> float:
        return self.x + PADDING

    @property
    def score_x(self) -> float:
        return self.right - PADDING

    @property
    def tag_y(self) -> float:
        return self.y - 6

    @property
    def height(self) -> int:
        return BOX_HEIGHT


class Signs(NamedTuple):
    """Sun and moon above the final, drawn if two wings leave room for them."""

    sol_x: float
    lua_x: float
    y: float
    size: int


class Path(NamedTuple):
    """The line from a match to the next one. ``d`` is its course as SVG has it. ``is_open`` until the match is
    decided."""

    d: str
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A bracket as a page draws it, in SVG. ``aside`` is the match for third place, ``signs`` are sun and moon."""

    width: float
    height: float
    headings: tuple[Heading, ...]
    boxes: tuple[PlacedBox, ...]
    paths: tuple[Path, ...]
    aside: PlacedBox | None = None
    signs: Signs | None = None

    @property
    def width_in_rem(self) -> float:
        """Width in rem, so that the drawing grows with the text size on a projector."""
        return self.width / UNITS_A_REM

    @property
    def height_in_rem(self) -> float:
        return self.height / UNITS_A_REM

    @property
    def all_boxes(self) -> tuple[PlacedBox, ...]:
        return (*self.boxes, self.aside) if self.aside else self.boxes


class _Spot(NamedTuple):
    """A box in the tree. ``depth`` counts rounds before the final, ``place`` counts the boxes of a round from the top,
    as if no match of the round were missing."""

    box: Box
    depth: int
    place: int


def drawn(view: BracketView, *, room: float = 0) -> Drawing:
    """Lay out a bracket. Up to 16 pairs form two wings, more get one column for each phase, and so does a final alone.

    A bye leaves an empty place. ``room`` is the width to spread the columns over, if it is more than they need; 0 for
    as narrow as possible.
    """
    boxes = {box.id: box for phase in view.phases for box in phase.boxes}
    spots = list(_spots(view.final, boxes))
    depth = max(spot.depth for spot in spots)
    layout_of = _Wings if depth and 2 ** (depth + 1) <= TWO_WINGS_UP_TO else _Columns
    layout = layout_of(depth, room)
    placed = {spot.box.id: layout.placed(spot) for spot in spots}
    titles = [phase.short for phase in view.phases[-depth - 1 :]]  # one for each round of the tree
    aside = layout.aside(view.aside.boxes[0]) if view.aside else None
    return Drawing(
        width=layout.width + 2 * MARGIN,
        height=max(layout.height, aside.y + BOX_HEIGHT if aside else 0) + 2 * MARGIN,
        headings=tuple(layout.headings(titles)),
        boxes=tuple(placed[box.id] for phase in view.phases for box in phase.boxes),
        paths=tuple(_paths(placed)),
        aside=aside,
        signs=layout.signs(placed[view.final.id]),
    )


def _spots(box: Box, boxes: Mapping[str, Box], depth: int = 0, place: int = 0) -> Iterator[_Spot]:
    """The final and all matches that lead to it."""
    yield _Spot(box, depth, place)
    for side, line in enumerate(box.lines):
        if line.feeder is not None:
            yield from _spots(boxes[line.feeder], boxes, depth + 1, 2 * place + side)


class _Columns:
    """One column for each phase: the first round on the left, the final on the right."""

    def __init__(self, depth: int, room: float) -> None:
        self.depth, self.room = depth, room
        self.rows: int = 2**depth
        self.columns = depth + 1

    @property
    def box_width(self) -> float:
        """A box's share of the room, within its limits."""
        share = (self.room - 2 * MARGIN - (self.columns - 1) * COLUMN_GAP) / self.columns
        return min(WIDEST, max(NARROWEST, share // 1))

    @property
    def width(self) -> float:
        return self.columns * self.box_width + (self.columns - 1) * COLUMN_GAP

    @property
    def height(self) -> float:
        return HEADING + self.rows * (BOX_HEIGHT + ROW_GAP)

    def x_of(self, column: int) -> float:
        return MARGIN + column * (self.box_width + COLUMN_GAP)

    def headings(self, titles: list[str]) -> Iterator[Heading]:
        for column, title in enumerate(titles):
            yield Heading(self.x_of(column) + self.box_width / 2, title)

    def placed(self, spot: _Spot) -> PlacedBox:
        """Place a box of the tree."""
        return self.box_at(spot, self.depth - spot.depth, spot.place, 2**spot.depth)

    def box_at(self, spot: _Spot, column: int, place: int, places: int) -> PlacedBox:
        """Place a box in one of the equal shares of its column's height."""
        share = (self.height - HEADING) / places
        y = MARGIN + HEADING + share * (place + 0.5) - (BOX_HEIGHT + ROW_GAP) / 2
        return _box(spot.box, self.x_of(column), y, self.box_width, is_final=spot.depth == 0)

    def aside(self, box: Box) -> PlacedBox:
        """Place the match for third place below the final, beside the earlier rounds, where there is always room."""
        final = self.box_at(_Spot(box, 0, 0), self.final_column, 0, 1)
        return _box(box, final.x, final.y + BOX_HEIGHT + 2 * ROW_GAP, self.box_width, is_final=False)

    @property
    def final_column(self) -> int:
        return self.depth

    def signs(self, _final: PlacedBox) -> Signs | None:
        """Place sun and moon above the final. None if there is no room for them; in columns there never is."""
        return None


class _Wings(_Columns):
    """Two wings: one half of the pairs comes from the left, the other from the right, and the final stands in the
    middle."""

    def __init__(self, depth: int, room: float) -> None:
        super().__init__(depth, room)
        self.rows = max(2, 2 ** (depth - 1))  # two even for four pairs, whose semi-finals would need one
        self.columns = 2 * depth + 1

    def headings(self, titles: list[str]) -> Iterator[Heading]:
        return super().headings([*titles, *reversed(titles[:-1])])

    def placed(self, spot: _Spot) -> PlacedBox:
        if spot.depth == 0:
            return self.box_at(spot, self.final_column, 0, 1)
        of_wing = 2 ** (spot.depth - 1)
        is_left = spot.place < of_wing
        column = self.depth - spot.depth if is_left else self.depth + spot.depth
        return self.box_at(spot, column, spot.place % of_wing, of_wing)

    def signs(self, final: PlacedBox) -> Signs | None:
        y = final.y - ROW_GAP - SIGN
        middle = final.x + final.width / 2
        return Signs(middle - SIGN - 2, middle + 2, y, SIGN) if y >= HEADING else None


def _box(box: Box, x: float, y: float, width: float, *, is_final: bool) -> PlacedBox:
    half = BOX_HEIGHT / 2
    lines = [PlacedLine(line, line.fitted(width), y + half * at + half / 2 + 5) for at, line in enumerate(box.lines)]
    return PlacedBox(box, x, y, width, is_final, (lines[0], lines[1]))


def _paths(placed: Mapping[str, PlacedBox]) -> Iterator[Path]:
    """A line from every match to the one that it feeds."""
    for to in placed.values():
        for line in to.box.lines:
            if line.feeder is not None:
                yield _path(placed[line.feeder], to)


def _path(origin: PlacedBox, to: PlacedBox) -> Path:
    """From the middle of a box's side across, up or down, and across again to the next box."""
    is_left = origin.x < to.x
    start, end = (origin.right, to.x) if is_left else (origin.x, to.right)
    middle = (start + end) / 2
    d = f"M{start:g} {origin.middle:g}H{middle:g}V{to.middle:g}H{end:g}"
    return Path(d, is_open=origin.box.state is not BoxState.DECIDED)
