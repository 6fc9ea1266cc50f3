"""``carteado play``: play with a bot partner against bots in the terminal. Every deal can be verified afterwards."""

import argparse
from pathlib import Path

from rich.text import Text

from carteado.cli.context import DONE, Context
from carteado.cli.game import Game, PersonLeft
from carteado.cli.options import add_regulation, regulation_named
from carteado.record import InputError, engine_for, write_record


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    add_regulation(parser, context)
    parser.add_argument("--players", type=int, default=4, metavar="N", help=context.say("players_help"))
    parser.add_argument("--seed", default=None, metavar="S", help=context.say("seed_help"))
    parser.add_argument("--record", default=None, metavar="FILE", help=context.say("record_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    if context.json:
        raise InputError("bad_argument", reason=context.say("no_json_play"))
    regulation = regulation_named(options.regulation, options.settings)
    seatings = engine_for(regulation).seatings
    if options.players not in seatings:
        raise InputError("wrong_seats", where="--players", value=options.players, choices=list(seatings))
    game = Game(regulation, options.players, options.seed, context)
    try:
        game.play()
    except (PersonLeft, EOFError, KeyboardInterrupt):
        context.print()
        context.print(Text(context.say("goodbye")))
    if options.record:
        _save(game, options.record, context)
    return DONE


def _save(game: Game, path: str, context: Context) -> None:
    try:
        Path(path).write_text(write_record(game.record()) + "\n", "utf-8")
    except OSError as error:
        raise InputError("cannot_write", path=path, reason=error.strerror or str(error)) from None
    context.print(Text(context.say("saved", path=path)))
