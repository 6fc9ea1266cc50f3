"""``carteado draw FILE --secret HEX --entropy TEXT``: make a draw that anyone can repeat, and print its protocol."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from rich.markup import escape
from rich.table import Table

from carteado.cli.context import DONE, Context, read_input
from carteado.fair import Draw, FairError, draw_protocol, parse_seed
from carteado.record import InputError, Node, parse_json
from carteado.record.errors import quoted

_KEYS = frozenset({"event", "name", "entrants", "apart", "byes"})


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("file", metavar="FILE", help=context.say("file_help"))
    parser.add_argument("--secret", metavar="HEX", required=True, help=context.say("secret_help"))
    parser.add_argument("--entropy", metavar="TEXT", required=True, help=context.say("entropy_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    try:
        secret = parse_seed(options.secret)
    except FairError:
        raise InputError("fair_bad_secret", where="--secret") from None
    protocol = draw_protocol(_read_draw(read_input(options.file)), secret=secret, entropy=options.entropy)
    if context.json:
        context.print_json(protocol)
    else:
        _show(protocol, context)
    return DONE


def _read_draw(data: bytes) -> Draw:
    root = Node(parse_json(data)).mapping(known_keys=_KEYS)
    event, name = root["event"].text(), root["name"].text()
    entrants = tuple(node.name() for node in root["entrants"].elements())
    groups = root.optional("apart", lambda node: {key: group.name() for key, group in node.items()})
    byes = root.optional("byes", Node.count) or 0
    try:
        return Draw(event, name, entrants, groups or {}, byes)
    except FairError as error:
        details: dict[str, Any] = {key: _quoted_value(value) for key, value in error.details.items()}
        raise InputError(f"fair_{error.code}", **details) from None


def _quoted_value(value: object) -> object:
    return quoted(value) if isinstance(value, str) and value not in _KEYS else value


def _show(protocol: Mapping[str, Any], context: Context) -> None:
    table = Table(title=escape(f"{protocol['event']}: {protocol['name']}"))
    table.add_column("#", justify="right")
    table.add_column(context.say("draw_entrant"), overflow="fold")
    table.add_column(context.say("draw_group"), overflow="fold")
    for place, entrant in enumerate(protocol["result"]):
        group = protocol["apart"].get(entrant, "")
        table.add_row(str(place + 1), escape(entrant), escape(group), end_section=place % 2 == 1)
    context.print(table)
    for line in (*_constraints(protocol["constraints"], context), *_evidence(protocol, context)):
        context.print(escape(line))


def _constraints(constraints: Mapping[str, Any], context: Context) -> Iterator[str]:
    """Entrants moved to keep a group apart, and clashes that could not be avoided."""
    for move in constraints["moves"]:
        yield context.say(
            "draw_moved",
            entrant=move["entrant"],
            place=move["to"] + 1,
            opponent=move["why"]["opponent"],
            group=move["why"]["group"],
        )
    for clash in constraints["unavoidable"]:
        yield context.say("draw_clash", entrants=" × ".join(clash["entrants"]), group=clash["group"])


def _evidence(protocol: Mapping[str, Any], context: Context) -> Iterator[str]:
    """What anyone needs to repeat the draw. ``--json`` prints the whole protocol."""
    for name in ("commitment", "secret", "entropy", "seed"):
        yield f"{context.say(f'draw_{name}')}: {protocol[name]}"
    yield context.say("draw_verify")
