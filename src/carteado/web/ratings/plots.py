"""Plots as plain numbers for SVG that the server writes. No script draws them, and each stands beside its data as a
table.

A plot is a square of 100 by 100 units, which the page stretches to the space it has. The labels beside it are ordinary
text and keep their size.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

SIDE = 100
MOST_STEPS = 5
"""The span of the values is at most this many steps. Rounding the ends outwards may add one more."""
STEPS = (1, 2, 5)
"""The size of a step is one of these times a power of ten."""
FEW = 24
"""Up to this many points, each is drawn as a dot."""
INKS = ("ipe", "tinta", "papel")
"""Colours of a bar's parts, in order, by their name in the style sheet. No bar has more parts."""

Values = Sequence[float]


class Curve(NamedTuple):
    """A line through points, as an SVG path. ``dots`` marks every point if there are few, otherwise only the last."""

    path: str
    dots: str


class Plot(NamedTuple):
    """A line plot. ``steps`` are the labels of the scale, from the highest down and evenly spaced; ``rules`` draws
    their lines. ``band`` is the area between two rows of values, if any."""

    steps: tuple[str, ...]
    rules: str
    curves: tuple[Curve, ...]
    band: str = ""


def lines(
    rows: Sequence[Values],
    *,
    in_words: Callable[[float], str],
    band: tuple[Values, Values] | None = None,
    from_zero: bool = False,
) -> Plot:
    """Plot one or more rows of values, all of the same length and at least one. They stand evenly spaced, whatever
    their times. ``in_words`` writes a value beside the scale, which begins at 0 or lower if it is ``from_zero``."""
    values = [value for row in (*rows, *(band or ())) for value in row]
    scale = _scale(min([*values, 0] if from_zero else values), max(values))
    return Plot(
        steps=tuple(in_words(value) for value in reversed(scale.steps)),
        rules=" ".join(f"M0 {scale.y(value)}H{SIDE}" for value in scale.steps),
        curves=tuple(_curve(_points(row, scale)) for row in rows),
        band=_area(*(_points(row, scale) for row in band)) if band else "",
    )


class _Point(NamedTuple):
    """A point of the plot, from its upper left corner."""

    x: float
    y: float

    def __str__(self) -> str:
        return f"{self.x:g} {self.y:g}"


class _Scale(NamedTuple):
    low: float
    high: float
    step: float

    def y(self, value: float) -> float:
        return round(SIDE * (1 - (value - self.low) / (self.high - self.low)), 2)

    @property
    def steps(self) -> list[float]:
        number = round((self.high - self.low) / self.step)
        return [self.low + place * self.step for place in range(number + 1)]


def _scale(low: float, high: float) -> _Scale:
    """A scale between two round numbers, with a few round steps between them."""
    span = (high - low) or 1.0
    sizes = (one * 10.0**power for power in range(-2, 9) for one in STEPS)
    step = next(size for size in sizes if span / size <= MOST_STEPS)
    start, end = step * (low // step), step * -(-high // step)
    return _Scale(start, end if end > start else start + step, step)


def _points(row: Values, scale: _Scale) -> list[_Point]:
    gaps = len(row) - 1
    return [
        _Point(round(SIDE * place / gaps, 2) if gaps else SIDE / 2, scale.y(value)) for place, value in enumerate(row)
    ]


def _curve(points: Sequence[_Point]) -> Curve:
    dots = points if len(points) <= FEW else points[-1:]
    # A line of no length, whose round ends are a dot.
    return Curve(f"M{' L'.join(map(str, points))}", " ".join(f"M{point}h0" for point in dots))


def _area(low: Sequence[_Point], high: Sequence[_Point]) -> str:
    return f"M{' L'.join(map(str, (*low, *reversed(high))))}Z"


# --- bars ---------------------------------------------------------------------------------------------------------


class Piece(NamedTuple):
    """A part of a bar: its start and its length, out of 100, its colour, and the number that it stands for."""

    start: float
    length: float
    ink: str
    number: int


class Bar(NamedTuple):
    label: str
    pieces: tuple[Piece, ...]


def stacked(rows: Sequence[tuple[str, Sequence[int]]], *, alike: bool = False) -> tuple[Bar, ...]:
    """One bar for each row of a label and the numbers of its parts. The longest bar fills the width; with ``alike``,
    every bar does."""
    most = max((sum(parts) for _label, parts in rows), default=0)
    return tuple(_bar(label, parts, sum(parts) if alike else most) for label, parts in rows)


def _bar(label: str, parts: Sequence[int], whole: int) -> Bar:
    shares = [SIDE * number / whole if whole else 0.0 for number in parts]
    ends = [sum(shares[:place]) for place in range(len(shares) + 1)]
    pieces = (
        Piece(round(start, 2), round(end - start, 2), ink, number)
        for (start, end), ink, number in zip(pairwise(ends), INKS, parts, strict=False)
    )
    return Bar(label, tuple(pieces))
