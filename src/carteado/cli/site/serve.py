"""``carteado serve``: run the site on this machine, in a club's own network, or publicly."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from rich.markup import escape

from carteado.cli.context import DONE, Context
from carteado.cli.site import squares
from carteado.record import InputError

if TYPE_CHECKING:
    from carteado.web.kit.process.local_site import Hall
    from carteado.web.server.serve import Site

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("--host", metavar="H", help=context.say("host_help"))
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N", help=context.say("port_help"))
    parser.add_argument("--lan", action="store_true", help=context.say("lan_help"))
    parser.add_argument("--https-port", type=int, metavar="N", help=context.say("https_port_help"))
    parser.add_argument("--demo", action="store_true", help=context.say("demo_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    if options.https_port is not None and not options.lan:
        raise InputError("needs_lan", where="--https-port")
    from carteado.web.server import serve as serving  # Django takes a second to load

    if options.lan:
        site = serving.prepare_for_lan(host=options.host, port=options.port, https_port=options.https_port)
    else:
        site = serving.prepare(host=options.host or DEFAULT_HOST, port=options.port)
    link = serving.demo_link(site) if options.demo else None
    if context.json:
        context.print_json({"address": site.address, "port": site.port, "sign_in": link, **_lan_in_json(site)})
    else:
        _print_start(site, link, context)
    sys.stdout.flush()
    site.run(moved=lambda hall: _print_new_addresses(hall, context))
    return DONE


def _lan_in_json(site: "Site") -> dict[str, Any]:
    if site.hall is None:
        return {}
    hall = site.hall
    addresses = {"plain": hall.plain, "secure": hall.secure, "trust": hall.trust, "fingerprint": site.fingerprint}
    return {"lan": addresses}


def _print_start(site: "Site", link: str | None, context: Context) -> None:
    if site.hall is not None:
        _print_addresses(site.hall, context)
        context.print(escape(context.say("lan_fingerprint", fingerprint=site.fingerprint)))
        context.print(escape(context.say("lan_here", address=site.local_address)))
    else:
        context.print(escape(context.say("serve_address", address=site.address)))
    if link:
        context.print(escape(context.say("serve_link", link=link)))
    if site.is_unknown_to_others:
        context.print(escape(context.say("serve_open")))
    context.print(escape(context.say("serve_stop")))


def _print_addresses(hall: "Hall", context: Context) -> None:
    first, *others = hall.plain
    context.print(escape(context.say("serve_address", address=first)))
    squares.show(f"{first}/", context.console)
    if others:
        context.print(escape(context.say("lan_others", addresses=", ".join(others))))
    context.print(escape(context.say("lan_secure", address=hall.secure[0], trust=hall.trust)))


def _print_new_addresses(hall: "Hall", context: Context) -> None:
    if context.json:
        context.print_json({"moved": {"plain": hall.plain, "secure": hall.secure, "trust": hall.trust}})
    else:
        context.print(escape(context.say("lan_moved")))
        _print_addresses(hall, context)
    sys.stdout.flush()
