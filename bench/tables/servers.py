"""The two servers, each a separate process on the first core. The process that plays runs on the last core."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tools.npm import machine_node, own_node

CORES = sorted(os.sched_getaffinity(0))
PEER = Path(__file__).parent.parent / "boardgame"
PAGE = os.sysconf("SC_PAGE_SIZE")
CPU_CLOCK = 2
"""The number on Linux of a process's clock of processor time, with all its threads."""


class Server(NamedTuple):
    port: int
    process: int

    def processor_seconds(self) -> float:
        return time.clock_gettime((~self.process << 3) | CPU_CLOCK)

    def resident_bytes(self) -> int:
        return int(Path(f"/proc/{self.process}/statm").read_text().split()[1]) * PAGE


@contextmanager
def ours() -> Iterator[Server]:
    """The site as in production, with its data in the folder of ``CARTEADO_DATA``."""
    program = str(Path(sys.executable).with_name("carteado"))
    with _running([program, "serve", "--port", "0", "--json"], {}) as server:
        yield server


@contextmanager
def boardgame_io() -> Iterator[Server]:
    """The boardgame.io server. The first time, its packages are installed from npm."""
    folder = machine_node() or own_node()
    if not (PEER / "node_modules" / ".package-lock.json").exists():
        environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
        subprocess.run([folder / "npm", "ci", "--silent"], cwd=PEER, env=environment, check=True)
    with _running([str(folder / "node"), str(PEER / "server.js")], {"NODE_ENV": "production"}) as server:
        yield server


def take_last_core() -> None:
    """Run this process, which plays, on the last core."""
    os.sched_setaffinity(0, {CORES[-1]})


@contextmanager
def _running(command: Sequence[str], environment: dict[str, str]) -> Iterator[Server]:
    """A running server, which prints its port in its first line."""
    process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True)
    os.sched_setaffinity(process.pid, {CORES[0]})
    try:
        assert process.stdout is not None
        yield Server(json.loads(process.stdout.readline())["port"], process.pid)
    finally:
        process.terminate()
        process.wait()
