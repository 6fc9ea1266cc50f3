"""``carteado advance FILE --places N``: which pairs take the places of the phase after the last one in the file."""

import argparse

from rich.markup import escape
from rich.table import Table

from carteado.cli.context import DONE, Context, read_input
from carteado.record import InputError
from carteado.regulation import Regulation
from carteado.tournament.files.results_file import read_results
from carteado.tournament.ranking.advancing import Advance, Advancing, advancing

_MOST_PLACES = 10**6


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("file", metavar="FILE", help=context.say("file_help"))
    parser.add_argument("--places", metavar="N", type=int, required=True, help=context.say("places_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    if not 1 <= options.places <= _MOST_PLACES:
        raise InputError("places_out_of_range", where="--places", value=options.places, most=_MOST_PLACES)
    results = read_results(read_input(options.file))
    advance = advancing(results.regulation, results.pairs, results.outcomes, places=options.places, lots=results.lots)
    if context.json:
        context.print_json(_document(advance, results.regulation, context))
    else:
        _show(advance, results.regulation, context)
    return DONE


def _document(advance: Advance, regulation: Regulation, context: Context) -> dict[str, object]:
    """``undrawn`` (pairs that lots must decide) and ``vacant`` (places that stay empty) appear only if there are
    any."""
    document: dict[str, object] = {
        "advancing": [
            {"pair": one.pair, "as": str(one.as_), "by": one.by.to_json(regulation, context.catalogue)}
            for one in advance.advancing
        ],
        "out": list(advance.out),
    }
    if advance.undrawn:
        document["undrawn"] = {"pairs": list(advance.undrawn), "places": advance.by_lots}
    if advance.vacant:
        document["vacant"] = advance.vacant
    return document


def _show(advance: Advance, regulation: Regulation, context: Context) -> None:
    title = f"{regulation.title[context.language]}: {context.catalogue.in_words(advance.phase)}"
    table = Table(title=escape(title))
    for column in ("standings_pair", "advance_as", "why"):
        table.add_column(context.say(column), overflow="fold")
    for one in advance.advancing:
        table.add_row(*_row(one, regulation, context))
    context.print(table)
    for line in _remarks(advance, context):
        context.print(escape(line))


def _row(one: Advancing, regulation: Regulation, context: Context) -> list[str]:
    cells = (one.pair, context.say(f"advance_{one.as_}"), one.by.sentence(regulation, context.catalogue))
    return [escape(cell) for cell in cells]


def _remarks(advance: Advance, context: Context) -> list[str]:
    """Lots still to be drawn, places that stay vacant, and which pairs are out."""
    lines: list[str] = []
    if advance.undrawn:
        lines.append(context.say("advance_undrawn", pairs=", ".join(advance.undrawn), places=advance.by_lots))
    if advance.vacant:
        lines.append(context.say("advance_vacant", places=advance.vacant))
    if advance.out:
        lines.append(context.say("advance_out", pairs=", ".join(advance.out)))
    return lines
