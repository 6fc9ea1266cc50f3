"""The site and its commands as processes of their own, with data of their own; each is ended by its own number."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

COMMAND = str(Path(sys.executable).with_name("carteado"))
PATIENCE = 60
OURS = ("CARTEADO_", "DATABASE_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE")


def surroundings(data: Path, **environment: str) -> dict[str, str]:
    """An ordinary user's environment, where nothing is set but the folder; what the tests' own settings set is not."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return {**plain, "CARTEADO_DATA": str(data), "CARTEADO_LANG": "en", "COLUMNS": "200", **environment}


def run(data: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself, and never with a traceback."""
    done = subprocess.run(
        [COMMAND, *arguments],
        env=surroundings(data, **environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def run_in_site(data: Path, script: str, **environment: str) -> Any:
    """What a script computes with the site loaded; it leaves its answer in ``answer``."""
    whole = f"import json\nimport django\ndjango.setup()\n{script}\nprint(json.dumps(answer))"
    done = subprocess.run(
        [sys.executable, "-c", whole],
        env=surroundings(data, DJANGO_SETTINGS_MODULE="carteado.web.settings", **environment),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@dataclass(frozen=True)
class Served:
    """A site that runs."""

    process: subprocess.Popen[str]
    address: str
    sign_in: str | None

    def get(self, path: str, **options: Any) -> httpx.Response:
        return httpx.get(f"{self.address}{path}", timeout=PATIENCE, **options)

    def stream(self, path: str) -> AbstractContextManager[httpx.Response]:
        return httpx.stream("GET", f"{self.address}{path}", timeout=PATIENCE)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """The exit code and what it said meanwhile."""
        self.process.send_signal(how)
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said


@contextmanager
def serving(data: Path, *options: str, **environment: str) -> Iterator[Served]:
    process = subprocess.Popen(
        [COMMAND, "serve", "--port", "0", "--json", *options],
        env=surroundings(data, **environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        told = json.loads(line)
        local = f"http://127.0.0.1:{told['port']}"
        yield Served(process, local, told["sign_in"])
    finally:
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=PATIENCE)


@contextmanager
def database(data: Path) -> Iterator[sqlite3.Connection]:
    """The site's SQLite file, past the site."""
    with closing(sqlite3.connect(data / "carteado.sqlite3", timeout=20)) as connection, connection:
        yield connection
