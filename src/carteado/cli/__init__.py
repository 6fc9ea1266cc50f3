"""The command line: ``carteado SUBCOMMAND``. Exit 0 done, 1 a check failed, 2 bad input."""

import io
import os
import sys
from collections.abc import Sequence

from carteado.cli.arguments import parse
from carteado.cli.context import BAD_INPUT, Context, chosen_language
from carteado.record import InputError

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit code. No input, however bad, ends in a traceback."""
    _make_streams_forgiving()
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except OSError as error:  # the reader has gone, or the disk is full
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"carteado: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    return code


def _run(arguments: list[str]) -> int:
    context = Context(chosen_language(arguments, os.environ), json="--json" in arguments)
    try:
        _check_text(arguments)
        command = parse(arguments, context)
        return int(command.run(command, context))
    except InputError as error:
        return context.fail(error)
    except SystemExit as leaving:  # argparse has printed its help or the version
        return int(leaving.code or 0)


def _check_text(arguments: list[str]) -> None:
    """Reject arguments that are not text: they arrive as lone surrogates, which cannot be printed."""
    for number, argument in enumerate(arguments, start=1):
        try:
            argument.encode()
        except UnicodeEncodeError:
            raise InputError("bad_text", where=f"#{number}") from None


def _make_streams_forgiving() -> None:
    """Treat a closed stream as an empty one, and escape what a stream cannot encode."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BytesIO())
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
