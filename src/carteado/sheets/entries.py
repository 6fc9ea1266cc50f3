"""A list of entries from a spreadsheet, one pair a row, with all problems of each row."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from carteado.planning.field import Contender
from carteado.record import InputError, Node, parse_json
from carteado.record.errors import quoted
from carteado.regulation import Catalogue, Refusal, Regulation, forbidden_by, out_of_order
from carteado.sheets.files import CellContent, ReadCell, fields_of_columns
from carteado.tournament.registrations.delegations import LineUp, refusal_to_line_up

ENTRIES_FORMAT = "carteado-entries/1"
LONGEST_NAME = 80
PAIR, DELEGATION = "pair", "delegation"
PLAYERS = ("player_1", "player_2")
SUBSTITUTES = ("substitute_1", "substitute_2")

_PERSON_WORDS = ("nome", "jogador", "jogadora", "atleta", "titular", "parceiro", "name", "player", "starter")
_TITLES: Mapping[str, str] = {
    **{f"{word} {number}": PLAYERS[number - 1] for word in _PERSON_WORDS for number in (1, 2)},
    **{f"{word} {number}": SUBSTITUTES[number - 3] for word in _PERSON_WORDS for number in (3, 4)},
    **{
        f"{word} {number}": SUBSTITUTES[number - 1]
        for word in ("suplente", "reserva", "substitute")
        for number in (1, 2)
    },
    **dict.fromkeys(("dupla", "pair", "id", "nome da dupla", "pair name"), PAIR),
    **dict.fromkeys(("delegação", "delegacao", "delegation", "clube", "club", "cidade", "city"), DELEGATION),
}


class RowProblem(NamedTuple):
    """A problem in a row of the file. Rows count from 1, the heading; None is for the whole list."""

    row: int | None
    refusal: Refusal

    def to_json(self, regulation: Regulation, catalogue: Catalogue) -> dict[str, object]:
        key = self.refusal.key
        cited = {"rule": key, "article": str(regulation.citation(key))} if key else {"rule": None, "article": None}
        return {"row": self.row, "message": catalogue.refusal(self.refusal), **cited}


class EntryList(NamedTuple):
    """The pairs of the good rows, the problems of the others, and the names of columns that were ignored.

    ``rows`` has the row in the file of each pair.
    """

    pairs: tuple[Contender, ...]
    problems: tuple[RowProblem, ...]
    ignored: tuple[str, ...]
    rows: tuple[int, ...]


def entries_in(rows: Sequence[Sequence[ReadCell]], regulation: Regulation) -> EntryList:
    """The pairs of a sheet whose first row is the heading. Keys: delegations.players, selection.pairs."""
    titles = _titles(rows)
    columns, ignored = fields_of_columns(titles, _TITLES)
    _check_columns(columns.values())
    pairs: list[Contender] = []
    numbers: list[int] = []
    problems: list[RowProblem] = []
    for number, row in enumerate(rows[1:], start=2):
        cells = {columns[column]: cell for column, cell in enumerate(row) if column in columns and cell.text}
        beyond = list(_refusals_of_length(row, len(titles)))
        if not cells and not beyond:
            continue
        texts = {name: cell.text for name, cell in cells.items()}
        pair = _contender(texts, regulation)
        refusals = beyond + list(_refusals_of_cells(cells)) or list(_refusals_of_row(pair, texts, pairs, regulation))
        problems += [RowProblem(number, refusal) for refusal in refusals]
        if not refusals:
            pairs.append(pair)
            numbers.append(number)
    if not pairs and not problems:
        raise InputError("list_without_pairs")
    problems += _refusals_of_list(pairs, regulation)
    return EntryList(tuple(pairs), tuple(problems), tuple(ignored), tuple(numbers))


def _titles(rows: Sequence[Sequence[ReadCell]]) -> list[str]:
    titles = [cell.text for cell in rows[0]] if rows else []
    while titles and not titles[-1]:
        titles.pop()
    return titles


def _check_columns(names: Collection[str]) -> None:
    missing = [number for number, name in enumerate(PLAYERS, start=1) if name not in names]
    if len(missing) == len(PLAYERS):
        raise InputError("sheet_needs_players")
    for number in missing:
        raise InputError("sheet_needs_player", number=number)


def _refusals_of_length(row: Sequence[ReadCell], columns: int) -> Iterator[Refusal]:
    """Cells beyond the heading belong to no column; most likely a name contains a comma."""
    beyond = [cell.text for cell in row[columns:] if cell.text]
    if beyond:
        yield out_of_order("row_too_long", value=quoted(beyond[0]), columns=columns)


def _refusals_of_cells(cells: Mapping[str, ReadCell]) -> Iterator[Refusal]:
    """A formula is not text that a person wrote. A name has a letter and is no number, date or error of a sheet."""
    for column, cell in cells.items():
        person = column in (*PLAYERS, *SUBSTITUTES)
        if cell.content is CellContent.FORMULA:
            yield out_of_order("row_formula", value=quoted(cell.text))
        elif person and (cell.content is CellContent.VALUE or not any(map(str.isalpha, cell.text))):
            yield out_of_order("row_not_a_name", value=quoted(cell.text))


def _contender(cells: Mapping[str, str], regulation: Regulation) -> Contender:
    players = cells.get(PLAYERS[0], ""), cells.get(PLAYERS[1], "")
    delegation = cells.get(DELEGATION)
    name = cells.get(PAIR) or (delegation if regulation.event.delegations else None) or " e ".join(players)
    return Contender(name, players, delegation, tuple(cells[one] for one in SUBSTITUTES if one in cells))


def _refusals_of_row(
    pair: Contender, cells: Mapping[str, str], others: Sequence[Contender], regulation: Regulation
) -> Iterator[Refusal]:
    """All problems of a row."""
    for column in PLAYERS:
        if column not in cells:
            yield out_of_order("row_without_player", number=PLAYERS.index(column) + 1)
    for value in cells.values():
        if len(value) > LONGEST_NAME or not value.isprintable():
            yield out_of_order("row_bad_text", value=quoted(value), most=LONGEST_NAME)
    people = list(_refusals_of_people(pair, others))
    yield from people
    if any(_alike(pair.id) == _alike(other.id) for other in others):
        yield out_of_order("row_pair_twice", pair=pair.id)
    elif all(pair.players) and not people:
        yield from _refusals_of_line_up(pair, others, regulation)


def _refusals_of_people(pair: Contender, others: Sequence[Contender]) -> Iterator[Refusal]:
    """No person may appear twice, in the row or in the list. Names are compared ignoring case and extra spaces."""
    entered = {_alike(person): other.id for other in others for person in (*other.players, *other.substitutes)}
    met: set[str] = set()
    for person in filter(None, (*pair.players, *pair.substitutes)):
        if _alike(person) in met:
            yield out_of_order("row_person_twice", person=person)
        elif _alike(person) in entered:
            yield out_of_order("row_person_in_two_pairs", person=person, pair=entered[_alike(person)])
        met.add(_alike(person))


def _refusals_of_line_up(pair: Contender, others: Sequence[Contender], regulation: Regulation) -> Iterator[Refusal]:
    """Keys: delegations.represented, delegations.players, delegations.starters, delegations.substitutes."""
    if regulation.event.delegations is None:
        refused = refusal_to_line_up(regulation, _line_up(pair))
    elif not pair.delegation:
        refused = forbidden_by("delegations.represented", "row_without_delegation")
    else:
        refused = refusal_to_line_up(regulation, _line_up(pair), map(_line_up, others))
    if refused:
        yield refused


def _line_up(pair: Contender) -> LineUp:
    return LineUp(delegation=pair.delegation or pair.id, starters=pair.players, substitutes=pair.substitutes)


def _refusals_of_list(pairs: Sequence[Contender], regulation: Regulation) -> Iterator[RowProblem]:
    """Key: selection.pairs."""
    selection = regulation.event.selection
    if selection and len(pairs) > selection.pairs:
        refusal = forbidden_by("selection.pairs", "too_many_pairs", count=len(pairs), most=selection.pairs)
        yield RowProblem(None, refusal)


def _alike(name: str) -> str:
    return " ".join(name.casefold().split())


# --- the list as JSON ---------------------------------------------------------------------------------------------


def entries_document(pairs: Sequence[Contender], regulation: Regulation) -> dict[str, object]:
    return {
        "format": ENTRIES_FORMAT,
        "regulation": regulation.id,
        "pairs": [
            {
                "id": pair.id,
                "players": list(pair.players),
                "substitutes": list(pair.substitutes),
                "delegation": pair.delegation,
            }
            for pair in pairs
        ],
    }


def read_entries_document(data: bytes, regulation: Regulation) -> EntryList:
    """Read a list that ``entries_document`` wrote, and check it like a sheet."""
    root = _document(data)
    heading = ("pair", "player 1", "player 2", "player 3", "player 4", "delegation")
    rows = [heading, *(_row(node) for node in root["pairs"].elements())]
    return entries_in([list(map(ReadCell, row)) for row in rows], regulation)


def regulation_of_document(data: bytes) -> str | None:
    """The id of the regulation that the list was checked against, if the list has it."""
    return _document(data).optional("regulation", Node.name)


def _document(data: bytes) -> Node:
    root = Node(parse_json(data)).mapping(known_keys=frozenset({"format", "regulation", "pairs"}))
    if root["format"].text() != ENTRIES_FORMAT:
        raise root["format"].wrong("unknown_format", value=quoted(root["format"].value), expected=ENTRIES_FORMAT)
    return root


def _row(node: Node) -> list[str]:
    node.mapping(known_keys=frozenset({"id", "players", "substitutes", "delegation"}))
    players = [one.name() for one in node["players"].elements()]
    substitutes = node.optional("substitutes", lambda one: [person.name() for person in one.elements()]) or []
    if len(players) != len(PLAYERS) or len(substitutes) > len(SUBSTITUTES):
        raise node.wrong("entry_needs_two_players")
    delegation = node.optional("delegation", lambda one: "" if one.value is None else one.name())
    missing = [""] * (len(SUBSTITUTES) - len(substitutes))
    return [node["id"].name(), *players, *substitutes, *missing, delegation or ""]
