"""``carteado sign-in-link EMAIL``: print a link that lets a user back in who lost their password, where mail is not set
up."""

import argparse

from carteado.cli.context import DONE, Context


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("email", metavar="EMAIL", help=context.say("email_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    from carteado.web.server import serve as serving  # Django takes a second to load

    link = serving.sign_in_link(options.email)
    if context.json:
        context.print_json({"sign_in": link})
    else:
        print(link)
    return DONE
