"""A site for tests of live tables, in processes of its own: its database, its tables, a server that can be killed."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from django.db import connection

from tests.paths import ROOT
from tests.web.world.running import surroundings, with_tables

LOG = "server.log"
ONE_AT_A_TIME = threading.Lock()
"""Who asks gets his own answer, also in threads."""


class Table(NamedTuple):
    """``keys`` are the sessions of those who sit there, seat by seat."""

    code: str
    match: str
    keys: tuple[str, ...]


@dataclass
class Site:
    """``pid`` and ``port`` are of the server that runs, or ran last."""

    process: subprocess.Popen[str]
    data: Path
    pid: int = 0
    port: int = 0
    settings: dict[str, Any] = field(default_factory=dict)

    def ask(self, do: str, **arguments: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with ONE_AT_A_TIME:
            self.process.stdin.write(json.dumps({"do": do, **arguments}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        assert line, self.stderr
        answer = json.loads(line)
        assert answer != {"failed": do}, self.stderr
        return answer

    @property
    def stderr(self) -> str:
        """What its processes complained of."""
        return (self.data / LOG).read_text("utf-8")

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def tables(self, count: int = 1, **what: Any) -> list[Table]:
        return [Table(one["code"], one["match"], tuple(one["keys"])) for one in self.ask("tables", count=count, **what)]

    def start(self, settings: dict[str, Any] | None = None, *, mutant: str | None = None) -> None:
        """With the constants and on the port that it had before, so that clients find it again."""
        assert not self.pid
        self.settings = self.settings if settings is None else settings
        told = self.ask("start", port=self.port, settings=self.settings, mutant=mutant)
        self.pid, self.port = told["pid"], told["port"]

    def beside(self) -> "Site":
        """Another server of the same database."""
        return Site(self.process, self.data)

    def end(self, how: signal.Signals) -> int:
        pid, self.pid = self.pid, 0
        os.kill(pid, how)
        return int(self.ask("wait", pid=pid))


@contextmanager
def site(data: Path, **environment: str) -> Iterator[Site]:
    """Its database is there, no server runs yet."""
    data.mkdir(parents=True, exist_ok=True)
    if "DATABASE_URL" not in environment:
        with_tables(data)
    with (data / LOG).open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.web.tables.transport.forking"],
            cwd=ROOT,
            env=surroundings(data, **environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    made = Site(process, data)
    try:
        assert process.stdout is not None
        assert process.stdout.readline(), made.stderr
        made.ask("migrate")
        yield made
    finally:
        if made.pid:
            made.end(signal.SIGKILL)
        process.communicate(timeout=20)


@contextmanager
def site_on_the_database_of_the_tests(data: Path) -> Iterator[Site]:
    """On PostgreSQL where the tests run there, with a database of its own."""
    if connection.vendor == "sqlite":
        with site(data) as made:
            yield made
        return
    from tests.web.server.test_postgres import a_database

    with a_database() as url, site(data, DATABASE_URL=url) as made:
        yield made
