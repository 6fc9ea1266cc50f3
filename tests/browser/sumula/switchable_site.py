"""A site that can be switched off and on again at the same address, and phones that keep what they have."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Playwright

from tests.browser.chromium import ARGUMENTS
from tests.browser.sumula.sheet_scorer import PHONE, Place, Scorer, a_table, asked, on_server
from tests.web.world.running import begun, serving
from tools import chromium

TM, AF = "truco-masters-2025", "afia-2026-tranca"
ALL_THERE = "tudo no servidor"
A_WAY_IN = """
import json
from carteado.web.people.one_time_links import sign_in_link_of
print(json.dumps(sign_in_link_of("referee@salao.example", site={site!r})))
"""
REVOKES_ALL = """
from django.utils import timezone
from carteado.web.devices.models import Device
print(Device.objects.update(revoked_at=timezone.now()))
"""


@dataclass
class Club:
    """Tables of one event, each with its match."""

    playwright: Playwright
    folder: Path
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> Mapping[str, str]:
        site = {"CARTEADO_DATA": str(self.folder / "data"), "DJANGO_SETTINGS_MODULE": "carteado.web.settings"}
        return {**os.environ, **site}

    @contextmanager
    def open(self) -> Iterator[None]:
        with serving(begun(self.folder / "data"), "--port", str(self.port)):
            yield

    def way_in(self) -> str:
        """The link by which the referee signs in."""
        return str(asked(self.environment, A_WAY_IN.format(site=self.address)))

    def revoke_all(self) -> None:
        """No device opens anything any more."""
        asked(self.environment, REVOKES_ALL)

    def table(self, regulation: str = TM, devices: int = 1) -> Place:
        return a_table(self.environment, regulation, devices)

    @contextmanager
    def phone(self, name: str) -> Iterator[BrowserContext]:
        """The same phone whenever it has the same name."""
        context = self.playwright.chromium.launch_persistent_context(
            self.folder / name,
            executable_path=chromium.find(),
            args=ARGUMENTS,
            base_url=self.address,
            locale="pt-BR",
            viewport=PHONE,
            has_touch=True,
        )
        context.set_default_timeout(15_000)
        try:
            yield context
        finally:
            context.close()

    def server_has(self, place: Place) -> tuple[list[int], int]:
        found = on_server(self.environment, place.code)
        ids = [entry["id"] for entry in found.entries]
        assert len(ids) == len(set(ids)), "an entry twice"
        assert len(found.of_kind("hand")) >= found.hands
        return found.score, found.hands


def worker_is_ready(scorer: Scorer) -> None:
    scorer.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    scorer.page.wait_for_function("caches.keys().then((names) => names.some((name) => name.startsWith('sumula-')))")
