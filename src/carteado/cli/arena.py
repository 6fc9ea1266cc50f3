"""``carteado arena``: compare two bots on mirrored deals, with a confidence interval."""

import argparse

from rich.markup import escape
from rich.table import Table

from carteado.bots import run_arena, two_bots
from carteado.cli.context import DONE, Context
from carteado.cli.options import add_regulation, regulation_named
from carteado.record import InputError, engine_for


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    add_regulation(parser, context)
    parser.add_argument("--bots", required=True, metavar="A,B", help=context.say("bots_help"))
    parser.add_argument("--deals", type=int, default=100, metavar="N", help=context.say("deals_help"))
    parser.add_argument("--seed", default="0", metavar="S", help=context.say("seed_help"))
    parser.add_argument("--players", type=int, default=4, metavar="N", help=context.say("players_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    regulation = regulation_named(options.regulation, options.settings)
    if options.players not in engine_for(regulation).seatings:
        seatings = list(engine_for(regulation).seatings)
        raise InputError("wrong_seats", where="--players", value=options.players, choices=seatings)
    if options.deals < 1:
        raise InputError("expected_positive", where="--deals", value=options.deals)
    result = run_arena(
        regulation, bots := two_bots(options.bots), deals=options.deals, seed=options.seed, players=options.players
    )
    document = {
        "regulation": regulation.id,
        "players": options.players,
        "seed": options.seed,
        **result.to_json(),
    }
    if context.json:
        context.print_json(document)
        return DONE
    table = Table(title=escape(context.say("arena_title", deals=result.deals, hands=2 * result.deals)))
    for column in ("bot", context.say("wins"), context.say("points"), context.say("replaced")):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for team in (0, 1):
        row = (result.bots[team], result.wins[team], result.points[team], result.replaced[team])
        table.add_row(*(escape(str(cell)) for cell in row))
    context.print(table)
    low, high = result.interval
    context.print(escape(context.say("margin", bot=bots[0], mean=result.margin, low=low, high=high)))
    return DONE
