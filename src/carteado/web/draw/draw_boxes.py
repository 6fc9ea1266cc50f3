"""Where a draw puts everybody: the matches of a first round, groups, or one list; empty until it is held."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from carteado.tournament.championship import Championship
from carteado.tournament.settling import FORM
from carteado.tournament.slots import Place
from carteado.tournament.stages import Kind, Stage, group_members
from carteado.web.display.phases import Teller, group_title
from carteado.web.draw.draw_names import is_lots, lots_to_draw, stage_named
from carteado.web.kit.words.catalogue import words

Names = Mapping[str, str]

COLUMNS, ROWS = 4, 18
"""What a projector shows at once, nothing of it too small to be read from the last row of the hall."""


class Seat(NamedTuple):
    """A place of the draw, from 1, and who was drawn for it. ``turn`` is when its card is turned, from 0; ``number`` is
    its place in its box."""

    place: int
    turn: int
    number: int
    code: str = ""
    name: str = ""


class Box(NamedTuple):
    """Seats that belong together: two that meet, a group, a list; ``match`` is the number of those who meet."""

    title: str
    seats: tuple[Seat, ...]
    match: int = 0


def boxes_of(championship: Championship, draw: str, names: Names) -> tuple[Box, ...]:
    """In the order of the bracket, of the groups, or of the draw itself."""
    if stage := stage_named(championship, draw):
        drawn = championship.places.get(stage.id, ())
        seats = [_seat(place, place, drawn, names) for place in range(len(stage.fill))]
        return tuple(_BUILDERS.get(stage.kind, _meetings)(championship, stage, seats))
    return (_listed(championship, draw, names),)


def _listed(championship: Championship, draw: str, names: Names) -> Box:
    """The form of dispute, or lots: the last place is turned first, so that the first is the last to be known."""
    protocol = championship.draws.get(draw)
    result = protocol["result"] if protocol else ()
    assert isinstance(result, Sequence)
    drawn = tuple(map(str, result))
    count = len(drawn) or len(entrants_listed(championship, draw))
    told = {form: capfirst(words().shown(form)) for form in championship.forms} if draw == FORM else names
    return Box("", tuple(_seat(place, count - 1 - place, drawn, told) for place in range(count)))


def entrants_listed(championship: Championship, draw: str) -> tuple[str, ...]:
    """Who is in a draw that fills no stage."""
    if draw == FORM:
        return championship.forms
    where = lots_to_draw(championship).get(draw, "") if is_lots(draw) else ""
    return championship.bracket.lots_needed().get(where, ())


def _seat(place: int, turn: int, drawn: Sequence[str], names: Names) -> Seat:
    code = drawn[place] if place < len(drawn) else ""
    return Seat(place + 1, turn, place + 1, code, names.get(code, code))


def _numbered(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    return tuple(seat._replace(number=number) for number, seat in enumerate(seats, start=1))


def _groups(_championship: Championship, stage: Stage, seats: Sequence[Seat]) -> Iterator[Box]:
    for group, members in enumerate(group_members(stage)):
        title = capfirst(group_title(group)) if stage.groups > 1 else ""
        yield Box(title, _numbered(seats[place] for place in members))


def _swiss(_championship: Championship, _stage: Stage, seats: Sequence[Seat]) -> Iterator[Box]:
    yield Box("", tuple(seats))


def _meetings(championship: Championship, stage: Stage, seats: Sequence[Seat]) -> Iterator[Box]:
    """Two who meet, by the number that their match has everywhere; who is free waits for the winner of another."""
    numbers = Teller(championship, {}).numbers
    fixtures = [one for one in championship.fixtures.values() if one.stage == stage.id]
    placed: set[int] = set()
    for fixture in fixtures:
        own = [slot.place for slot in fixture.slots if isinstance(slot, Place) and slot.place not in placed]
        if own:
            placed.update(own)
            number = numbers.get(fixture.id, 0)
            yield Box(_title(number, len(own)), _numbered(seats[place] for place in own), number)
    if free := [seat for place, seat in enumerate(seats) if place not in placed]:
        yield Box(pgettext("draw", "free"), tuple(free))


def _title(number: int, count: int) -> str:
    said = _("match {number}") if count == 2 else _("match {number}, free until then")
    return said.format(number=number)


_BUILDERS = {Kind.GROUPS: _groups, Kind.SWISS: _swiss}


# --- on a wall ----------------------------------------------------------------------------------------------------


class Wall(NamedTuple):
    """One projector page: boxes in columns, and how close they stand."""

    columns: tuple[tuple[Box, ...], ...]
    density: str


Column = tuple[Box, ...]


def walls_of(boxes: Sequence[Box]) -> tuple[Wall, ...]:
    """All on one page as long as they can be read there; beyond that page by page, in the order in which they are
    drawn, so that the page turns as rarely as can be."""
    rows = sum(map(_rows, boxes))
    for columns, most in _LAYOUTS:
        for height in range(max(1, -(-rows // columns)), most + 1):
            filled = _filled(boxes, height)
            if len(filled) <= columns:
                return (_wall(filled),)
    filled = _filled(sorted(boxes, key=lambda box: box.seats[0].turn), _DENSITIES["dense"])
    return tuple(_wall(filled[at : at + COLUMNS]) for at in range(0, len(filled), COLUMNS))


_LAYOUTS = ((1, 8), (2, 16), (3, 16), (COLUMNS, ROWS))
"""Columns, and the rows that each may have: as few columns as leave the letters large."""
_DENSITIES = {"grand": 4, "roomy": 8, "close": 10, "dense": 16}


def _wall(columns: Sequence[Column]) -> Wall:
    tallest = max(sum(map(_rows, column)) for column in columns)
    return Wall(tuple(columns), next((name for name, most in _DENSITIES.items() if tallest <= most), "tight"))


def _filled(boxes: Sequence[Box], height: int) -> list[Column]:
    """Columns of so many rows. What belongs together stays together, unless it is longer than a column."""
    columns: list[list[Box]] = [[]]
    for part in (part for box in boxes for part in _parts(box, height)):
        if columns[-1] and sum(map(_rows, (*columns[-1], part))) > height:
            columns.append([])
        columns[-1].append(part)
    return [tuple(column) for column in columns]


def _rows(box: Box) -> int:
    """A heading over a group or list takes a row of its own; the number of a match stands beside it."""
    return len(box.seats) + bool(box.title and not box.match)


def _parts(box: Box, most: int) -> list[Box]:
    """A box that is longer than a column, cut; its heading stands over the first part."""
    if _rows(box) <= most or most < 2:
        return [box]
    first = most - bool(box.title)
    rest = range(first, len(box.seats), most)
    cut = (box._replace(seats=box.seats[at : at + most], title="") for at in rest)
    return [box._replace(seats=box.seats[:first]), *cut]
