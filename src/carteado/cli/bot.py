"""``carteado bot NAME``: run one of our bots on ``carteado-bot/1``, for use in any arena."""

import argparse
import io
import sys

from carteado.bots import BOTS, make_bot, no_such_bot, serve_bot
from carteado.cli.context import DONE, Context


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("name", metavar="NAME", help=context.say("bot_name_help", names=", ".join(BOTS)))
    parser.add_argument("--seed", default="0", help=context.say("seed_help"))


def run(options: argparse.Namespace, _context: Context) -> int:
    if options.name not in BOTS:
        raise no_such_bot(options.name, list(BOTS))
    source = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    serve_bot(lambda regulation: make_bot(options.name, regulation, seed=options.seed), source, sys.stdout)
    return DONE
