"""``carteado serve``: the site, on this machine or for everybody."""

import argparse
import sys

from rich.markup import escape

from carteado.cli.context import DONE, Context

DEFAULT_PORT = 8000


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("--host", default="127.0.0.1", metavar="H", help=context.say("host_help"))
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N", help=context.say("port_help"))
    parser.add_argument("--demo", action="store_true", help=context.say("demo_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    from carteado.web import serving  # Django takes a second to load

    site = serving.prepare(host=options.host, port=options.port)
    link = serving.demo_link(site) if options.demo else None
    if context.json:
        context.print_json({"address": site.address, "port": site.port, "sign_in": link})
    else:
        context.print(escape(context.say("serve_address", address=site.address)))
        if link:
            context.print(escape(context.say("serve_link", link=link)))
        if site.is_unknown_to_others:
            context.print(escape(context.say("serve_open")))
        context.print(escape(context.say("serve_stop")))
    sys.stdout.flush()
    site.run()
    return DONE
