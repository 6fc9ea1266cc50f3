"""``carteado tournament table``: figures of the knockout with lucky losers for each number of entrants, from four."""

import argparse

from rich import box
from rich.markup import escape
from rich.table import Table

from carteado.cli.context import DONE, Context
from carteado.record import InputError
from carteado.tournament.formats.plans import LuckyLoserRow, lucky_loser_table
from carteado.tournament.formats.stages import phase_of

FEWEST, MOST = 4, 64
_LIMIT = 1024


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("--from", type=int, default=FEWEST, metavar="N", dest="first", help=context.say("from_help"))
    parser.add_argument("--to", type=int, default=MOST, metavar="N", dest="last", help=context.say("to_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    for name, value, least in (("--from", options.first, FEWEST), ("--to", options.last, options.first)):
        if not least <= value <= _LIMIT:
            raise InputError("number_out_of_range", where=name, value=value, least=least, most=_LIMIT)
    rows = lucky_loser_table(range(options.first, options.last + 1))
    if context.json:
        context.print_json({"table": [{**row._asdict(), "phase": phase_of(row.next_phase)} for row in rows]})
        return DONE
    context.print(_table(rows, context))
    context.print(escape(context.say("table_key")))
    if any(row.one_place_fits for row in rows):
        context.print(escape(context.say("table_one_place")))
    return DONE


def _table(rows: list[LuckyLoserRow], context: Context) -> Table:
    """No heading is cut at 80 columns. Where there are many rounds, their numbers wrap."""
    table = Table(title=escape(context.say("table_title")), box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("entrants", "qualifying", "winners", "lucky", "next", "matches"):
        title = context.say(f"table_{name}")
        whole = name != "qualifying"
        table.add_column(title, justify="left" if name == "next" else "right", no_wrap=whole, min_width=len(title))
    for row in rows:
        rounds = " + ".join(map(str, row.matches_by_round)) or "–"
        phase = context.catalogue.in_words(phase_of(row.next_phase))
        entrants = f"{row.entrants}{'*' * row.one_place_fits}"
        cells = (entrants, rounds, row.winners, row.lucky_losers or "–", phase, row.matches)
        table.add_row(*map(str, cells))
    return table
