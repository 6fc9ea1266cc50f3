"""The command line: ``carteado SUBCOMMAND``. Exit 0 done, 1 a check failed, 2 bad input."""

import os
import sys
from collections.abc import Sequence

from carteado.cli.arguments import parse
from carteado.cli.context import BAD_INPUT, Context, chosen_language
from carteado.record import InputError

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one subcommand and returns its exit code; no input, however bad, ends in a traceback."""
    argv = list(sys.argv[1:] if arguments is None else arguments)
    context = Context(chosen_language(argv, os.environ), json="--json" in argv)
    try:
        command = parse(argv, context)
        return int(command.run(command, context))
    except InputError as error:
        return context.fail(error)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader left; closing quietly also keeps the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD_INPUT
