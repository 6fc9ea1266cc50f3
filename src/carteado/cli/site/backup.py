"""``carteado backup FILE``: save the whole site to one file, while it is running."""

import argparse
from dataclasses import asdict
from pathlib import Path

from rich.markup import escape

from carteado.cli.context import DONE, Context


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("file", metavar="FILE", help=context.say("backup_file_help"))
    parser.add_argument("--with-keys", action="store_true", help=context.say("with_keys_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    from carteado.web.server.backup import write_backup  # Django takes a second to load

    manifest = write_backup(Path(options.file), with_keys=options.with_keys)
    if context.json:
        context.print_json(asdict(manifest))
    else:
        context.print(escape(context.say("exported", path=options.file)))
        context.print(escape(context.say("backup_with_keys" if manifest.has_keys else "backup_without_keys")))
    return DONE
