"""``carteado rebuild-ratings``: compute all ratings again from the logs. Ratings that were right stay the same."""

import argparse

from rich.markup import escape

from carteado.cli.context import DONE, Context


def add_arguments(_parser: argparse.ArgumentParser, _context: Context) -> None:
    """This subcommand has no options of its own."""


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
