"""Options that several subcommands share: the regulation, and rules changed for this game."""

import argparse

from carteado.cli.context import Context
from carteado.record import InputError, parse_json
from carteado.record.errors import from_regulation_error
from carteado.regulation import Override, Regulation, RegulationError, UnknownRegulation, available, load

DEFAULT_REGULATION = "truco-masters-2025"


def add_settings(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        dest="settings",
        help=context.say("set_help"),
    )


def add_regulation(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("--regulation", default=DEFAULT_REGULATION, metavar="ID", help=context.say("regulation_help"))
    add_settings(parser, context)


def regulation_named(name: str, settings: list[str]) -> Regulation:
    """The regulation with the rules that ``--set`` changes, each recorded as changed by ``--set``."""
    try:
        regulation = load(name)
    except UnknownRegulation:
        raise InputError("unknown_regulation", value=name, choices=list(available())) from None
    try:
        return regulation.with_overrides(tuple(_setting(text) for text in settings))
    except RegulationError as error:
        raise from_regulation_error(error) from None


def _setting(text: str) -> Override:
    """Parse ``KEY=VALUE``. The value is read as JSON if it is JSON, otherwise as a word."""
    key, sign, value = text.partition("=")
    if not sign or not key:
        raise InputError("bad_setting", value=text)
    try:
        return Override(key, parse_json(value), "--set")
    except InputError:
        return Override(key, value, "--set")
