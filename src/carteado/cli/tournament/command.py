"""``carteado tournament …``: plan, simulate or show a championship, or read a list of entries."""

import argparse

from carteado.cli.context import Context
from carteado.cli.tournament import entries as tournament_entries
from carteado.cli.tournament import lucky_loser_table as tournament_table
from carteado.cli.tournament import plan as tournament_plan
from carteado.cli.tournament import show as tournament_show
from carteado.cli.tournament import simulate as tournament_simulate
from carteado.regulation import LANGUAGES

_ACTIONS = {
    "simulate": tournament_simulate,
    "plan": tournament_plan,
    "table": tournament_table,
    "show": tournament_show,
    "entries": tournament_entries,
}


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=context.say("subcommand"))
    for name, module in _ACTIONS.items():
        help_text = context.say(f"tournament_{name}_help")
        action = actions.add_parser(name, help=help_text, description=help_text, allow_abbrev=False)
        action.add_argument("--json", action="store_true", help=context.say("json_help"))
        action.add_argument("--lang", choices=LANGUAGES, help=context.say("lang_help"))
        module.add_arguments(action, context)
        action.set_defaults(act=module.run)


def run(options: argparse.Namespace, context: Context) -> int:
    return int(options.act(options, context))
