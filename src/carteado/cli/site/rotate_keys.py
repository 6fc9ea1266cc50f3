"""``carteado rotate-keys``: encrypt personal data again under the first key, so that an old key can be retired."""

import argparse

from rich.markup import escape

from carteado.cli.context import CHECK_FAILED, DONE, Context


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("--new-key", action="store_true", help=context.say("new_key_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    from carteado.web.server import key_rotation as rotation  # Django takes a second to load

    if options.new_key:
        file = rotation.add_key()
        if context.json:
            context.print_json({"file": file})
        else:
            context.print(escape(context.say("key_added", path=file)))
        return DONE
    done = rotation.rotate_keys()
    if context.json:
        context.print_json(done._asdict())
    else:
        context.print(escape(context.say("keys_rotated", sealed=done.sealed)))
        if done.unreadable:
            context.print(escape(context.say("keys_missing", unreadable=done.unreadable)))
    return CHECK_FAILED if done.unreadable else DONE
