"""``carteado score FILE``: add up a score sheet from a table with real cards, by its regulation."""

import argparse

from rich.markup import escape

from carteado.cli.context import DONE, Context, read_input
from carteado.cli.replay import show_report
from carteado.record import Sheet, read_sheet


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("file", metavar="FILE", help=context.say("file_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    sheet = read_sheet(read_input(options.file))
    warnings = _warnings(sheet, context)
    if context.json:
        context.print_json(sheet.report.to_json() | {"warnings": warnings})
        return DONE
    show_report(sheet.report, context, pairs=(context.say("pair", pair=0), context.say("pair", pair=1)))
    for warning in warnings:
        context.print("[yellow]" + escape(context.say("warning", **warning)) + "[/]")
    return DONE


def _warnings(sheet: Sheet, context: Context) -> list[dict[str, object]]:
    citation = sheet.report.regulation.citation
    return [
        {
            "hand": warned.hand,
            "message": context.catalogue.refusal(warned.doubt),
            "rule": warned.doubt.key,
            "article": str(citation(warned.doubt.key)),
        }
        for warned in sheet.warnings
    ]
