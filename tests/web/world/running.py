"""The site and its commands as processes of their own, with data of their own; each is ended by its own number."""

import atexit
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import httpx

from tests.paths import ROOT

COMMAND = str(Path(sys.executable).with_name("carteado"))
PATIENCE = 60
OURS = ("CARTEADO_", "DATABASE_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE")
DATABASE = "carteado.sqlite3"
FIRST_START = """
from carteado.web.server import prepare as preparing
preparing.load_site()
preparing.bring_up_to_date()
preparing.collect_static_files()
"""


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


@cache
def _after_a_first_start() -> Path:
    """A site's folder before anybody came, made once for all tests of this process."""
    data = Path(tempfile.mkdtemp(prefix="carteado-"))
    atexit.register(shutil.rmtree, data, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-c", FIRST_START], env=surroundings(data), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return data


def with_tables(data: Path) -> Path:
    """The folder, with an empty database if it had none: sooner than the site itself makes one."""
    if not (data / DATABASE).exists():
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copy(_after_a_first_start() / DATABASE, data / DATABASE)
    return data


def begun(data: Path) -> Path:
    """The folder as if the site had started there before: its database is there, its static files are collected."""
    with_tables(data)
    if not (data / "static").exists():
        shutil.copytree(_after_a_first_start() / "static", data / "static")
    return data


def run_in_site(data: Path, script: str, **environment: str) -> Any:
    """What a script computes with the site loaded; it leaves its answer in ``answer``."""
    if "DATABASE_URL" not in environment:
        with_tables(data)
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


def run_each(data: Path, module: str, name: str) -> int:
    """Calls the functions that stand under that name in a module of tests, one after another, in a site with the
    settings that it really has; gives how many they were."""
    script = f"""
from carteado.web.events.models import Event
from carteado.web.people.models import User
from {module} import {name} as every
for one in every:
    one()
    Event.objects.all().delete()
    User.objects.all().delete()
answer = len(every)
"""
    done: int = run_in_site(data, script, PYTHONPATH=str(ROOT))
    return done


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
        """Stop the site, and return its exit code and what it wrote to its error output."""
        self.process.send_signal(how)
        _, output = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, output


@contextmanager
def started(data: Path, *options: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """``carteado serve`` at any port, and what it prints when it starts. It is ended at last, if it still runs."""
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
        yield process, json.loads(line)
    finally:
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=PATIENCE)


@contextmanager
def serving(data: Path, *options: str, **environment: str) -> Iterator[Served]:
    with started(data, *options, **environment) as (process, startup):
        yield Served(process, f"http://127.0.0.1:{startup['port']}", startup["sign_in"])


@contextmanager
def database(data: Path) -> Iterator[sqlite3.Connection]:
    """The site's SQLite file, past the site."""
    with closing(sqlite3.connect(data / DATABASE, timeout=20)) as connection, connection:
        yield connection
