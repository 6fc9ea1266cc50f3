"""A site that runs for a local network, in a process of its own: addresses of this machine stand for the network."""

import signal
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.web.world.running import PATIENCE, begun, started

HOST = "127.0.0.7"
PASSWORD = "sete-copas-e-um-zap"
AN_ACCOUNT = f"""
from carteado.web.people.models import User
User.objects.create_user("ana@carteado.example", password="{PASSWORD}")
answer = None
"""
AN_EVENT = """
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.people.models import User
ana = User.objects.get(email="ana@carteado.example")
draft = store.create(Details(regulation="truco-masters-2025", name="Copa da Vila"), by=ana)
answer = store.publish(draft, expected=draft.version, by=ana).slug
"""


@dataclass(frozen=True)
class LanSite:
    """A site that runs for a local network, and what it printed when it started."""

    process: subprocess.Popen[str]
    data: Path
    startup: dict[str, Any]

    @property
    def plain(self) -> str:
        return str(self.startup["lan"]["plain"][0])

    @property
    def secure(self) -> str:
        return str(self.startup["lan"]["secure"][0])

    def trusting(self) -> ssl.SSLContext:
        """A phone that did the two steps: it has the certificate from the page, and nothing else."""
        trusts = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        trusts.load_verify_locations(cadata=self.get("/confiar/carteado.crt").content)
        return trusts

    def get(self, path: str, **options: Any) -> httpx.Response:
        return httpx.get(f"{self.plain}{path}", timeout=PATIENCE, **options)

    def get_secure(self, path: str, **options: Any) -> httpx.Response:
        return httpx.get(f"{self.secure}{path}", timeout=PATIENCE, verify=self.trusting(), **options)

    def phone(self) -> httpx.Client:
        """Keeps cookies as a browser does: by host, whatever the port."""
        return httpx.Client(timeout=PATIENCE, verify=self.trusting())

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        self.process.send_signal(how)
        _, output = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, output


@contextmanager
def serving_lan(data: Path, *options: str, host: str = HOST, **environment: str) -> Iterator[LanSite]:
    with started(begun(data), "--lan", "--host", host, *options, **environment) as (process, startup):
        yield LanSite(process, data, startup)
