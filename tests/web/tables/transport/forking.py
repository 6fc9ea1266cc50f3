"""The site, loaded once in a process that does nothing but fork: a server that starts at once, to be killed and started
again, and work in its database.

    python -m tests.web.tables.transport.forking

Every line that it reads is a request, every line that it writes an answer.
"""

import importlib
import json
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

from carteado.web.kit.process.configuration import read_configuration
from carteado.web.server import prepare as preparing
from carteado.web.server import serve as serving

Work = Callable[..., Any]


def main() -> None:
    preparing.load_site()
    importlib.import_module("carteado.web.routes").site()  # imports whatever a server will need
    work = importlib.import_module("tests.web.tables.transport.work")
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(_DOINGS.get(request["do"], _forked(work))(**request)), flush=True)


def _start(do: str, port: int, settings: dict[str, Any], mutant: str | None) -> dict[str, int]:
    """A server on that port, or any: whoever asked ends it by its number. ``settings`` are constants that it has
    otherwise."""
    listener = serving._listen("127.0.0.1", port)
    port = serving._port(listener)
    pid = os.fork()
    if pid == 0:
        _serve(serving.Site(listener, read_configuration().data, f"http://127.0.0.1:{port}"), settings, mutant)
    listener.close()
    return {"pid": pid, "port": port}


def _serve(site: serving.Site, settings: dict[str, Any], mutant: str | None) -> None:
    code = 1
    try:
        _leave_alone_what_is_asked_here()
        for name, value in settings.items():
            module, _, constant = name.rpartition(".")
            found = importlib.import_module(module)
            getattr(found, constant)  # one that is renamed is noticed
            setattr(found, constant, value)
        if mutant is not None:
            getattr(importlib.import_module("tests.web.tables.transport.mutants"), mutant)()
        site.run()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _leave_alone_what_is_asked_here() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)


def _wait(do: str, pid: int) -> int:
    """How a server ended: its code, or less than nothing for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _forked(work: Any) -> Work:
    """Done by a process of its own, so that this one never has a connection to the database."""

    def do_it(do: str, **arguments: Any) -> Any:
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            _answer(getattr(work, do), arguments, writing)
        os.close(writing)
        with os.fdopen(reading) as answers:
            answer = answers.read()
        os.waitpid(pid, 0)
        return json.loads(answer) if answer else {"failed": do}

    return do_it


def _answer(function: Work, arguments: dict[str, Any], writing: int) -> None:
    try:
        answer = json.dumps(function(**arguments))
        with os.fdopen(writing, "w") as stream:
            stream.write(answer)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(0)


_DOINGS: dict[str, Work] = {"start": _start, "wait": _wait}

if __name__ == "__main__":
    main()
