"""The real site in a process of its own: its own data, its own port, ended by its own number."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.web.world.running import begun
from tests.web.world.world import World

CARTEADO = str(Path(sys.executable).with_name("carteado"))
HOST = "127.0.0.1"
START_WITHIN = 90.0
STOP_WITHIN = 10.0
FAILED = ("Internal Server Error", "Exception in ASGI application")


@dataclass(frozen=True)
class Site:
    address: str
    environment: Mapping[str, str]
    log: Path

    def world(self) -> World:
        """What the addresses of pages are made of, asked beside the server by whoever administers it."""
        ask = "import json; from tests.web.world.world import of_demo; print(json.dumps(of_demo()))"
        shell = [sys.executable, "-m", "django", "shell", "-v", "0", "-c", ask]
        done = subprocess.run(shell, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        known: World = json.loads(done.stdout)
        return known

    def failures(self) -> list[str]:
        """What the server could not answer, as its log has it."""
        return [line for line in self.log.read_text("utf-8").splitlines() if any(mark in line for mark in FAILED)]


@contextmanager
def running_site(data: Path) -> Iterator[Site]:
    port = _free_port()
    address = f"http://{HOST}:{port}"
    unset = {"DATABASE_URL", "SECRET_KEY", "CARTEADO_KEYS", "CARTEADO_INDEX_KEY", "CARTEADO_URL", "CARTEADO_SMTP"}
    environment = {name: value for name, value in os.environ.items() if name not in unset} | {
        "CARTEADO_DATA": str(begun(data)),
        "CARTEADO_URL": address,
        "DJANGO_SETTINGS_MODULE": "carteado.web.settings",
    }
    log = data / "serve.log"
    with log.open("wb") as output:
        command = [CARTEADO, "serve", "--demo", "--host", HOST, "--port", str(port)]
        server = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            _wait_for(f"{address}/readyz", server, log)
            yield Site(address, environment, log)
        finally:
            _stop(server)


def _stop(server: "subprocess.Popen[bytes]") -> None:
    server.terminate()
    try:
        server.wait(STOP_WITHIN)
    except subprocess.TimeoutExpired:
        server.kill()
        raise


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_WITHIN
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        try:
            with urlopen(address, timeout=5) as answer:
                if answer.status == 200:
                    return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise RuntimeError(f"the site did not start:\n{log.read_text('utf-8', 'replace')}")
