"""``carteado rebuild-ratings``: all ratings counted anew from the logs; what was right before is the same after."""

import argparse

from rich.markup import escape

from carteado.cli.context import DONE, Context


def add_arguments(_parser: argparse.ArgumentParser, _context: Context) -> None:
    """It has none of its own."""


def run(_options: argparse.Namespace, context: Context) -> int:
    from carteado.web.server import prepare as preparing  # Django takes a second to load

    preparing.load_site()
    preparing.check_up_to_date()
    from carteado.web.ratings.rating_storage import rebuild

    matches = rebuild()
    if context.json:
        context.print_json({"matches": matches})
    else:
        context.print(escape(context.say("ratings_rebuilt", matches=matches)))
    return DONE
