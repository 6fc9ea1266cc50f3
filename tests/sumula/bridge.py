"""The phone's own code, run by node: requests and answers as lines of JSON."""

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tools import bootstrap, npm

CORE = bootstrap.ROOT / "client" / "src" / "sumula" / "core"


def node() -> Path:
    return (npm.machine_node() or npm.own_node()) / "node"


def bundled(entry: str, folder: str) -> Path:
    """One file of the core with all that it needs, as node runs it."""
    to = Path(folder) / "core.mjs"
    bundler = bootstrap.ROOT / "client" / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    command: list[str | Path] = [node(), bundler, CORE / entry, "--file", to, "--platform", "node"]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return to


class Bridge:
    """One process for as long as it is asked."""

    def __init__(self, entry: str = "bridge.ts") -> None:
        with tempfile.TemporaryDirectory() as folder:
            self._process = subprocess.Popen(
                [node(), bundled(entry, folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
            self.ask({"do": "hello"})

    def ask(self, request: dict[str, Any]) -> Any:
        self.send(request)
        return self.receive()

    def send(self, request: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()

    def receive(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the bridge broke; see stderr"
        return json.loads(line)

    def close(self) -> None:
        with self._process as process:
            process.terminate()
