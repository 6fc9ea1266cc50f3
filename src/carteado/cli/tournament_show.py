"""``carteado tournament show FILE``: the bracket and the standings of an event file."""

import argparse

from rich.text import Text

from carteado.cli.context import DONE, Context, read_input
from carteado.cli.tournament_documents import event_summary
from carteado.cli.tournament_drawing import event_shown
from carteado.tournament.document import read_event


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("file", metavar="FILE", help=context.say("file_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    championship = read_event(read_input(options.file))
    if context.json:
        context.print_json(event_summary(championship, context))
        return DONE
    context.print(Text(f"{championship.regulation.title[context.language]}: {championship.event}", style="bold"))
    for part in event_shown(championship, context):
        context.print(part)
    return DONE
