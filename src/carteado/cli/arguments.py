"""The subcommands and their options."""

import argparse
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from carteado import __version__
from carteado.cli import advance, arena, bot, draw, play, replay, rules, score, standings, verify
from carteado.cli.context import Context
from carteado.cli.site import backup, rebuild_ratings, restore, rotate_keys, serve, sign_in_link
from carteado.cli.tournament import command as tournament
from carteado.record import InputError
from carteado.regulation import LANGUAGES

COMMANDS = {
    "play": play,
    "replay": replay,
    "score": score,
    "rules": rules,
    "standings": standings,
    "advance": advance,
    "draw": draw,
    "tournament": tournament,
    "verify": verify,
    "bot": bot,
    "arena": arena,
    "serve": serve,
    "sign-in-link": sign_in_link,
    "backup": backup,
    "restore": restore,
    "rotate-keys": rotate_keys,
    "rebuild-ratings": rebuild_ratings,
}


# argparse has English messages only. These patterns map them to our own, which are translated.
_COMPLAINTS = {
    r"the following arguments are required: (?P<names>.+)": "arguments_missing",
    r"unrecognized arguments: (?P<names>.+)": "arguments_unknown",
    r"argument (?P<name>.+): invalid choice: (?P<value>.+?) \(choose from (?P<choices>.+)\)": "argument_choice",
    r"argument (?P<name>.+): expected .+": "argument_value_missing",
    r"argument (?P<name>.+): invalid int value: (?P<value>.+)": "argument_not_integer",
}


class _Parser(argparse.ArgumentParser):
    """Reports wrong arguments like any other bad input."""

    def error(self, message: str) -> NoReturn:
        for pattern, code in _COMPLAINTS.items():
            if found := re.fullmatch(pattern, message):
                details: dict[str, Any] = found.groupdict()
                raise InputError(code, **details)
        raise InputError("bad_argument", reason=message)


def parse(arguments: Sequence[str], context: Context) -> argparse.Namespace:
    parser = _Parser(prog="carteado", allow_abbrev=False, description=context.say("about"))
    parser.add_argument("--version", action="version", version=f"carteado {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar=context.say("subcommand"))
    for name in _that_may_be_meant(arguments):
        module, help_text = COMMANDS[name], context.say(f"{name}_help")
        command = commands.add_parser(name, help=help_text, description=help_text, allow_abbrev=False)
        command.add_argument("--json", action="store_true", help=context.say("json_help"))
        command.add_argument("--lang", choices=LANGUAGES, help=context.say("lang_help"))
        module.add_arguments(command, context)
        command.set_defaults(run=module.run)
    return parser.parse_args(arguments)


def _that_may_be_meant(arguments: Sequence[str]) -> Sequence[str]:
    """The subcommand if it comes first, otherwise all. Describing them all takes longer than most of them take to
    run."""
    return arguments[:1] if arguments and arguments[0] in COMMANDS else tuple(COMMANDS)
