"""``carteado tournament entries FILE``: read a list of entries from a spreadsheet and check it row by row."""

import argparse
from pathlib import Path

from rich import box
from rich.markup import escape
from rich.table import Table

from carteado.cli.context import CHECK_FAILED, DONE, Context, read_input
from carteado.cli.options import DEFAULT_REGULATION, add_regulation, regulation_named
from carteado.cli.tournament.export_files import check_new_file
from carteado.planning.field import Contender
from carteado.record import InputError, layout
from carteado.record.errors import quoted
from carteado.regulation import Regulation
from carteado.sheets.championship import Writer
from carteado.sheets.entries import (
    EntryList,
    RowProblem,
    entries_document,
    entries_in,
    read_entries_document,
    regulation_of_document,
)
from carteado.sheets.files import read_cells


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("file", metavar="FILE", help=context.say("entries_file_help"))
    add_regulation(parser, context)
    parser.set_defaults(regulation=None)
    parser.add_argument("--out", metavar="FILE", help=context.say("entries_out_help"))
    parser.add_argument("--dry-run", action="store_true", help=context.say("dry_run_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    """Read the list and report its problems. Nothing is written if there are any."""
    if options.out:
        check_new_file(options.out)
    data = read_input(options.file)
    regulation = regulation_of_list(data, options)
    found = read_entries(data, regulation)
    written = options.out if options.out and not found.problems and not options.dry_run else None
    if written:
        _write(found, regulation, written)
    if context.json:
        context.print_json(_document(found, regulation, written, context))
    else:
        _show(found, regulation, written, context)
    return CHECK_FAILED if found.problems else DONE


def read_entries(data: bytes, regulation: Regulation) -> EntryList:
    """Read CSV, XLSX or the JSON that this command writes."""
    if _is_document(data):
        return read_entries_document(data, regulation)
    return entries_in(read_cells(data), regulation)


def _is_document(data: bytes) -> bool:
    return data.lstrip().startswith(b"{")


def regulation_of_list(data: bytes, options: argparse.Namespace) -> Regulation:
    """The regulation in the options, or else the one in the list. If both are given, they must agree."""
    listed = regulation_of_document(data) if _is_document(data) else None
    named = options.regulation
    if listed and named and listed != named:
        raise InputError("list_of_another_regulation", where="--regulation", listed=quoted(listed), value=quoted(named))
    return regulation_named(named or listed or DEFAULT_REGULATION, options.settings)


def contenders_in(data: bytes, regulation: Regulation) -> tuple[Contender, ...]:
    """The pairs of a list. Raises InputError if the list has problems."""
    found = read_entries(data, regulation)
    if found.problems:
        raise InputError("entries_have_problems", where="--entries", count=len(found.problems))
    return found.pairs


def _write(found: EntryList, regulation: Regulation, path: str) -> None:
    try:
        Path(path).write_text(layout(entries_document(found.pairs, regulation)) + "\n", "utf-8")
    except OSError as error:
        raise InputError("cannot_write", path=path, reason=error.strerror or str(error)) from None


def _document(found: EntryList, regulation: Regulation, written: str | None, context: Context) -> dict[str, object]:
    return {
        **entries_document(found.pairs, regulation),
        "problems": [one.to_json(regulation, context.catalogue) for one in found.problems],
        "ignored": list(found.ignored),
        "written": written,
    }


def _show(found: EntryList, regulation: Regulation, written: str | None, context: Context) -> None:
    if found.pairs:
        context.print(_table(found, context))
    for problem in found.problems:
        context.print(f"[red]{escape(_problem_sentence(problem, regulation, context))}[/]")
    if found.ignored:
        context.print(f"[yellow]{escape(context.say('entries_ignored', names=', '.join(found.ignored)))}[/]")
    context.print(escape(context.say("entries_read", pairs=len(found.pairs), problems=len(found.problems))))
    if written:
        context.print(escape(context.say("entries_written", path=written)))


def _problem_sentence(problem: RowProblem, regulation: Regulation, context: Context) -> str:
    key = problem.refusal.key
    sentence = context.catalogue.refusal(problem.refusal) + (f" [{regulation.cite_with_ruling(key)}]" if key else "")
    return sentence if problem.row is None else context.say("in_row", row=problem.row, message=sentence)


def _table(found: EntryList, context: Context) -> Table:
    writer = Writer(context.language)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("#", justify="right")
    has_substitutes = any(pair.substitutes for pair in found.pairs)
    has_delegations = any(pair.delegation for pair in found.pairs)
    for name, wanted in (("pair", True), ("players", True), ("substitutes", has_substitutes)):
        if wanted:
            table.add_column(writer.say(f"column_{name}"), overflow="fold")
    if has_delegations:
        table.add_column(writer.say("column_delegation"), overflow="fold")
    for number, pair in enumerate(found.pairs, start=1):
        cells = [pair.id, ", ".join(pair.players)]
        cells += [", ".join(pair.substitutes)] if has_substitutes else []
        cells += [pair.delegation or ""] if has_delegations else []
        table.add_row(str(number), *map(escape, cells))
    return table
