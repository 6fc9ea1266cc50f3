"""The places of a draw for display: first-round matches, groups or one list. They have no names until it is held.

A projector shows a card for each place and turns them one by one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from carteado.tournament.formats.slots import Place
from carteado.tournament.formats.stages import Kind, Stage, group_members
from carteado.tournament.running.draws import FORM
from carteado.tournament.state.championship import Championship
from carteado.web.display.phases import ResultsBuilder, group_title
from carteado.web.draw.draw_names import is_lots, lots_to_draw, stage_of_draw
from carteado.web.kit.words.catalogue import words

Names = Mapping[str, str]

COLUMNS, ROWS = 4, 18
"""Most columns of a projector page, and most rows of each, so that people at the back of the hall can still read it."""


class Seat(NamedTuple):
    """A place of the draw, counted from 1, and the entrant drawn for it; ``code`` and ``name`` are "" until then.

    ``turn`` is the order in which its card is turned on the projector, counted from 0; ``number`` is its place in its
    box, counted from 1.
    """

    place: int
    turn: int
    number: int
    code: str = ""
    name: str = ""


class Box(NamedTuple):
    """Seats that belong together: the pairs of a match, a group or a list. ``match`` is the public number of the match;
    0 for a group or list. ``title`` may be "", where there is one group or list."""

    title: str
    seats: tuple[Seat, ...]
    match: int = 0


def boxes_of(championship: Championship, draw: str, names: Names) -> tuple[Box, ...]:
    """The boxes of a draw, in the order of the bracket, of the groups, or of the draw itself."""
    if stage := stage_of_draw(championship, draw):
        drawn = championship.places.get(stage.id, ())
        seats = [_seat(place, place, drawn, names) for place in range(len(stage.fill))]
        return tuple(_BUILDERS.get(stage.kind, _meetings)(championship, stage, seats))
    return (_listed(championship, draw, names),)


def _listed(championship: Championship, draw: str, names: Names) -> Box:
    """The list for a draw of the form or of lots. The first place is turned last, so it stays open longest."""
    protocol = championship.draws.get(draw)
    result = protocol["result"] if protocol else ()
    assert isinstance(result, Sequence)
    drawn = tuple(map(str, result))
    count = len(drawn) or len(entrants_listed(championship, draw))
    drawn_names = {form: capfirst(words().in_words(form)) for form in championship.forms} if draw == FORM else names
    return Box("", tuple(_seat(place, count - 1 - place, drawn, drawn_names) for place in range(count)))


def entrants_listed(championship: Championship, draw: str) -> tuple[str, ...]:
    """The entrants of a draw that fills no stage: the forms of dispute, or the pairs of lots. Empty for lots that are
    not needed now."""
    if draw == FORM:
        return championship.forms
    where = lots_to_draw(championship).get(draw, "") if is_lots(draw) else ""
    return championship.bracket.lots_needed().get(where, ())


def _seat(place: int, turn: int, drawn: Sequence[str], names: Names) -> Seat:
    """The seat at ``place``, here counted from 0. ``drawn`` are the codes in order of their places."""
    code = drawn[place] if place < len(drawn) else ""
    return Seat(place + 1, turn, place + 1, code, names.get(code, code))


def _numbered(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """The seats of a box, numbered from 1."""
    return tuple(seat._replace(number=number) for number, seat in enumerate(seats, start=1))


def _groups(_championship: Championship, stage: Stage, seats: Sequence[Seat]) -> Iterator[Box]:
    for group, members in enumerate(group_members(stage)):
        title = capfirst(group_title(group)) if stage.groups > 1 else ""
        yield Box(title, _numbered(seats[place] for place in members))


def _swiss(_championship: Championship, _stage: Stage, seats: Sequence[Seat]) -> Iterator[Box]:
    yield Box("", tuple(seats))


def _meetings(championship: Championship, stage: Stage, seats: Sequence[Seat]) -> Iterator[Box]:
    """A box for each first match, titled with its public number. A pair with a bye waits for another match's winner."""
    numbers = ResultsBuilder(championship, {}).numbers
    fixtures = [one for one in championship.fixtures.values() if one.stage == stage.id]
    placed: set[int] = set()
    for fixture in fixtures:
        places = [slot.place for slot in fixture.slots if isinstance(slot, Place) and slot.place not in placed]
        if places:
            placed.update(places)
            number = numbers.get(fixture.id, 0)
            yield Box(_title(number, len(places)), _numbered(seats[place] for place in places), number)
    if free := [seat for place, seat in enumerate(seats) if place not in placed]:
        yield Box(pgettext("draw", "free"), tuple(free))


def _title(number: int, count: int) -> str:
    title = _("match {number}") if count == 2 else _("match {number}, free until then")
    return title.format(number=number)


_BUILDERS = {Kind.GROUPS: _groups, Kind.SWISS: _swiss}


# --- on a projector -----------------------------------------------------------------------------------------------


class Wall(NamedTuple):
    """One projector page: boxes in columns. ``density`` is the style sheet's word for how densely they are set."""

    columns: tuple[tuple[Box, ...], ...]
    density: str


Column = tuple[Box, ...]


def walls_of(boxes: Sequence[Box]) -> tuple[Wall, ...]:
    """The pages for a projector: one page if all boxes are readable on it.

    More boxes take several pages. They follow the order in which cards are turned, so that the page changes as rarely
    as possible.
    """
    rows = sum(map(_rows, boxes))
    for columns, most in _LAYOUTS:
        for height in range(max(1, -(-rows // columns)), most + 1):
            filled = _filled(boxes, height)
            if len(filled) <= columns:
                return (_wall(filled),)
    filled = _filled(sorted(boxes, key=lambda box: box.seats[0].turn), _DENSITIES["dense"])
    return tuple(_wall(filled[at : at + COLUMNS]) for at in range(0, len(filled), COLUMNS))


_LAYOUTS = ((1, 8), (2, 16), (3, 16), (COLUMNS, ROWS))
"""Columns, and the rows that each may have. The fewest columns come first, because they allow the largest letters."""
_DENSITIES = {"grand": 4, "roomy": 8, "close": 10, "dense": 16}
"""The rows that the longest column of a page may have in each density. With more rows it is ``tight``."""


def _wall(columns: Sequence[Column]) -> Wall:
    tallest = max(sum(map(_rows, column)) for column in columns)
    return Wall(tuple(columns), next((name for name, most in _DENSITIES.items() if tallest <= most), "tight"))


def _filled(boxes: Sequence[Box], height: int) -> list[Column]:
    """Columns of at most ``height`` rows. A box stays whole unless it is longer than a column."""
    columns: list[list[Box]] = [[]]
    for part in (part for box in boxes for part in _parts(box, height)):
        if columns[-1] and sum(map(_rows, (*columns[-1], part))) > height:
            columns.append([])
        columns[-1].append(part)
    return [tuple(column) for column in columns]


def _rows(box: Box) -> int:
    """Rows of a box. The title of a group or list takes one row; a match's number stands beside its seats."""
    return len(box.seats) + bool(box.title and not box.match)


def _parts(box: Box, most: int) -> list[Box]:
    """A box cut to the length of a column. Only the first part keeps the title."""
    if _rows(box) <= most or most < 2:
        return [box]
    first = most - bool(box.title)
    rest = range(first, len(box.seats), most)
    cut = (box._replace(seats=box.seats[at : at + most], title="") for at in rest)
    return [box._replace(seats=box.seats[:first]), *cut]
