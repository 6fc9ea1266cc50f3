"""Live tables for browsers: four guests at one, each with a window of his own."""

import json
import subprocess
import sys
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext

from tests.browser.people import LANGUAGES, TIMEOUT_MS
from tests.browser.serving import HOST, Site

NAMES = ("Ana", "Tonho", "Bia", "Zeca")
_SEAT = """
import json
from django.contrib.sessions.backends.db import SessionStore
from carteado.web.tables import sitters, starting
from carteado.web.tables.identity import GUEST_KEY
from carteado.web.tables.models import Guest, Seat, Table

table, keys = Table.objects.create(regulation={regulation!r}, target={target!r}), []
for number, name in enumerate({names!r}):
    guest = Guest.objects.create(name=name)
    session = SessionStore()
    session[GUEST_KEY] = guest.code
    session.save()
    keys.append(session.session_key)
    Seat.objects.create(table=table, number=number, who=sitters.of_guest(guest))
starting.begin(table)
print(json.dumps([table.code, keys]))
"""


class Seated(NamedTuple):
    """A table with a match on, and the sessions of those who sit there, by seat."""

    code: str
    keys: list[str]

    def path(self, language: str = "pt-br") -> str:
        return f"{'/en' if language == 'en' else ''}/mesa/{self.code}/"


def seat_four(site: Site, regulation: str, *, target: int) -> Seated:
    """Done beside the server, by whoever administers it: pages have no target to choose."""
    work = _SEAT.format(regulation=regulation, target=target, names=NAMES)
    shell = [sys.executable, "-m", "django", "shell", "-v", "0", "-c", work]
    done = subprocess.run(shell, env=site.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Seated(*json.loads(done.stdout))


def window_of(
    browser: Browser, site: Site, key: str, *, language: str = "pt-br", width: int = 360, height: int = 640
) -> BrowserContext:
    """A phone in the hand of who has that session."""
    context = browser.new_context(
        base_url=site.address,
        locale=LANGUAGES[language],
        reduced_motion="reduce",
        viewport={"width": width, "height": height},
        storage_state={
            "cookies": [
                {
                    "name": "sessionid",
                    "value": key,
                    "domain": HOST,
                    "path": "/",
                    "expires": -1,
                    "httpOnly": True,
                    "secure": False,
                    "sameSite": "Lax",
                }
            ]
        },
    )
    context.set_default_timeout(TIMEOUT_MS)
    return context
