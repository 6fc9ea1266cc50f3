"""A window at a live table for whoever drives a browser: tests, measurements and those who take pictures.

Nothing here knows the site from inside: it is a process of its own, with an address and an environment.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, StorageStateCookie

from tests.paths import ROOT

BOARD = ".board .truco, .board .melds"
PATIENCE = 30.0
STEP_MS = 10
"""Between two looks at pages that are about to change."""


class Seated(NamedTuple):
    """A table with a match on, and the sessions of those who sit there, by seat."""

    code: str
    keys: list[str]

    def path(self, language: str = "pt-br") -> str:
        return f"{'/en' if language == 'en' else ''}/mesa/{self.code}/"


def lay(environment: Mapping[str, str], **what: Any) -> Seated:
    """Done beside the server, by whoever administers it: pages have no target to choose, and no deck to stack."""
    command = [sys.executable, "-m", "tests.browser.tables.laid_tables", json.dumps(what)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Seated(**json.loads(done.stdout))


def window_at(
    browser: Browser,
    address: str,
    key: str,
    *,
    locale: str = "pt-BR",
    width: int = 360,
    height: int = 640,
    sharp: float = 1,
    has_motion: bool = False,
) -> BrowserContext:
    """A phone, or something larger, in the hand of who has that session; without a key, of anybody."""
    return browser.new_context(
        base_url=address,
        locale=locale,
        reduced_motion="no-preference" if has_motion else "reduce",
        viewport={"width": width, "height": height},
        device_scale_factor=sharp,
        storage_state={"cookies": [_session(address, key)] if key else []},
    )


def _session(address: str, key: str) -> StorageStateCookie:
    return {
        "name": "sessionid",
        "value": key,
        "domain": urlsplit(address).hostname or "",
        "path": "/",
        "expires": -1,
        "httpOnly": True,
        "secure": False,
        "sameSite": "Lax",
    }


def waited(page: Page, happened: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Until that is so; the page goes on meanwhile."""
    for _ in range(int(seconds * 1000 / STEP_MS)):
        if happened():
            return
        page.wait_for_timeout(STEP_MS)
    raise AssertionError(what)
