"""``carteado tournament show FILE``: print the bracket and the standings of an event file."""

import argparse

from rich.text import Text

from carteado.cli.context import DONE, Context, read_input
from carteado.cli.tournament.as_json import event_summary
from carteado.cli.tournament.in_terminal import event_shown
from carteado.record import FORMAT, InputError, parse_json
from carteado.tournament.files.event_file import event_of
from carteado.tournament.state.championship import Championship


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("file", metavar="FILE", help=context.say("file_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    championship = _read(options.file)
    if context.json:
        context.print_json(event_summary(championship, context))
        return DONE
    context.print(Text(f"{championship.regulation.title[context.language]}: {championship.event}", style="bold"))
    for part in event_shown(championship, context):
        context.print(part)
    return DONE


def _read(path: str) -> Championship:
    """Read the event. A match record, which is easily mistaken for one, gets an error of its own."""
    document = parse_json(read_input(path))
    if isinstance(document, dict) and document.get("format") == FORMAT:
        raise InputError("record_not_event", where="format")
    return event_of(document)
