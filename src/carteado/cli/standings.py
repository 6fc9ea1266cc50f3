"""``carteado standings FILE``: the pairs of a results file from first to last, each with the reason for its place, and
the place once it is earned."""

import argparse

from rich.markup import escape
from rich.table import Table

from carteado.cli.context import DONE, Context, read_input
from carteado.regulation import Regulation
from carteado.tournament.files.results_file import Results, read_results
from carteado.tournament.ranking.so_far import placings_so_far
from carteado.tournament.ranking.standings import EventPlacing


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("file", metavar="FILE", help=context.say("file_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    results = read_results(read_input(options.file))
    order = placings_so_far(results.regulation, results.pairs, results.outcomes, lots=results.lots)
    if context.json:
        context.print_json({"order": [_document(placing, results.regulation, context) for placing in order]})
    else:
        _show(order, results, context)
    return DONE


def _document(placing: EventPlacing, regulation: Regulation, context: Context) -> dict[str, object]:
    """``walkovers`` counts matches decided by W.O. and appears only if there are any."""
    document: dict[str, object] = {
        "pair": placing.pair,
        "rank": placing.rank,
        "wins": placing.wins,
        "scored": placing.scored,
        "conceded": placing.conceded,
        "by": placing.by.to_json(regulation, context.catalogue),
    }
    return document | {"walkovers": placing.walkovers} if placing.walkovers else document


def _show(order: tuple[EventPlacing, ...], results: Results, context: Context) -> None:
    table = Table(title=escape(results.regulation.title[context.language]))
    for name in ("rank", "pair", "won", "points", "balance"):
        table.add_column(context.say(f"standings_{name}"), justify="left" if name == "pair" else "right")
    table.add_column(context.say("why"))
    for placing in order:
        table.add_row(
            "–" if placing.rank is None else str(placing.rank),
            escape(placing.pair),
            f"{placing.wins}/{placing.played}{'*' * bool(placing.walkovers)}",
            f"{placing.scored} × {placing.conceded}",
            f"{placing.balance:+d}",
            escape(placing.by.sentence(results.regulation, context.catalogue)),
        )
    if any(placing.walkovers for placing in order):
        table.caption, table.caption_justify = context.say("walkover_key"), "left"
    context.print(table)
