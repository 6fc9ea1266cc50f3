"""The command as people and programs run it: in this process, which is quick, or as a process of its own."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from carteado.cli import main

COMMAND = Path(sys.executable).with_name("carteado")
PATIENCE = 60
"""Seconds after which a process that has not ended is taken to hang."""


class Ran(NamedTuple):
    """How a run ended and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document, on one line, that a run with ``--json`` prints and nothing else."""
        assert self.out.endswith("\n")
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, Any]:
        """What ``--json`` says of a bad input; people read the same message on stderr."""
        assert self.code == 2
        assert list(self.document) == ["error"]
        error: dict[str, Any] = self.document["error"]
        assert {"message", "rule", "article"} <= set(error)
        assert error["message"]
        assert error["message"] in self.err
        assert (error["rule"] is None) == (error["article"] is None)
        return error


def carteado(*arguments: str, stdin: bytes | str = b"", lang: str = "en") -> Ran:
    """Runs the command in this process; whatever would be a traceback is an error of the test."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    streams: dict[str, Any] = {
        "stdin": io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"),
        "stdout": io.TextIOWrapper(io.BytesIO(), encoding="utf-8"),
        "stderr": io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace"),
    }
    environment = {"CARTEADO_LANG": lang, "COLUMNS": "200"}
    with mock.patch.dict(os.environ, environment), mock.patch.multiple(sys, **streams):
        try:
            code = main(arguments)
        except SystemExit as left:  # argparse leaves like this after --help and --version
            code = left.code if isinstance(left.code, int) else -1
    return Ran(code, _stream_text(streams["stdout"]), _stream_text(streams["stderr"]))


def _stream_text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def process(
    *arguments: str | bytes, stdin: bytes = b"", lang: str = "en", timeout: float = PATIENCE, **environment: str
) -> Ran:
    """Runs the installed command; a traceback or a run that does not end fails the test."""
    done = subprocess.run(
        [str(COMMAND), *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=timeout,
        env=surroundings(lang, **environment),
    )
    return checked(done.returncode, done.stdout, done.stderr)


def shell(script: str, *arguments: str, lang: str = "en", **environment: str) -> Ran:
    """Runs the command from a shell line, where it is ``"$@"``: for redirections."""
    done = subprocess.run(
        ["sh", "-c", script, "sh", str(COMMAND), *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        env=surroundings(lang, **environment),
    )
    return checked(done.returncode, done.stdout, done.stderr)


def surroundings(lang: str = "en", **environment: str) -> dict[str, str]:
    """The environment that an ordinary user has: output to a pipe is buffered."""
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**plain, "CARTEADO_LANG": lang, "COLUMNS": "200", **environment}


def checked(code: int, out: bytes, err: bytes) -> Ran:
    said = err.decode("utf-8", "replace")
    assert "Traceback" not in said
    assert "Exception ignored" not in said
    return Ran(code, out.decode("utf-8", "replace"), said)
