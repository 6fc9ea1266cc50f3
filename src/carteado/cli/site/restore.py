"""``carteado restore FILE``: put the site back as it is in a backup."""

import argparse
from dataclasses import asdict
from pathlib import Path

from rich.markup import escape

from carteado.cli.context import DONE, Context


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("file", metavar="FILE", help=context.say("restore_file_help"))
    parser.add_argument("--force", action="store_true", help=context.say("restore_force_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    from carteado.web.server.backup import restore_backup  # Django takes a second to load

    manifest = restore_backup(Path(options.file), force=options.force)
    if context.json:
        context.print_json(asdict(manifest))
    else:
        sentence = context.say("restored", version=manifest.version, made_at=manifest.made_at)
        context.print(escape(sentence))
    return DONE
