"""Who looks at the pages: each signs in once, through the site's own pages, and is signed in in every window since."""

import re

import httpx
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, StorageState, StorageStateCookie

from tests.browser.site_process import HOST, Site
from tests.web.world.viewers import Viewer
from tests.web.world.world import PASSWORD, World

LANGUAGES = {"pt-br": "pt-BR", "en": "en-GB"}
TIMEOUT_MS = 15_000
BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
"""As what the site lists the device on which somebody signed in."""


class Windows:
    """Browser contexts of one site; ``signed_in`` is filled as people first need one."""

    def __init__(self, browser: Browser, site: Site, world: World, signed_in: dict[Viewer, StorageState]) -> None:
        self._browser, self._site, self._world, self._signed_in = browser, site, world, signed_in

    def open(self, viewer: Viewer = Viewer.VISITOR, *, scripts: bool = True, language: str = "pt-br") -> BrowserContext:
        if viewer not in self._signed_in:
            self._signed_in[viewer] = _signed_in(viewer, self._site, self._world)
        context = self._browser.new_context(
            base_url=self._site.address,
            locale=LANGUAGES[language],
            timezone_id="America/Sao_Paulo",
            java_script_enabled=scripts,
            reduced_motion="reduce",
            storage_state=self._signed_in[viewer],
        )
        context.set_default_timeout(TIMEOUT_MS)
        return context


def _signed_in(viewer: Viewer, site: Site, world: World) -> StorageState:
    """What a browser keeps of it."""
    with httpx.Client(base_url=site.address, follow_redirects=True, headers={"User-Agent": BROWSER}) as client:
        match viewer:
            case Viewer.VISITOR:
                pass
            case Viewer.ORGANISER:
                _send(client, world["organiser_link"])
            case Viewer.MEMBER | Viewer.STAFF | Viewer.HALFWAY | Viewer.GUARDED:
                _send(client, reverse("account_login"), login=world[viewer], password=PASSWORD)
        if viewer is Viewer.GUARDED:
            _send(client, reverse("mfa_authenticate"), code=world["second_factor"])
            _send(client, reverse("account_reauthenticate"), password=PASSWORD)
        return {"cookies": [_stored_cookie(name, value) for name, value in client.cookies.items()]}


def _stored_cookie(name: str, value: str) -> StorageStateCookie:
    return {
        "name": name,
        "value": value,
        "domain": HOST,
        "path": "/",
        "expires": -1,
        "httpOnly": True,
        "secure": False,
        "sameSite": "Lax",
    }


def _send(client: httpx.Client, path: str, **fields: str) -> httpx.Response:
    """Fills in the form of a page and presses its button."""
    page = client.get(path)
    token = re.search(r'<main.*name="csrfmiddlewaretoken" value="(\w+)"', page.text, re.DOTALL)
    assert token is not None, page.text
    answer = client.post(page.url, data={"csrfmiddlewaretoken": token[1], **fields})
    assert answer.status_code == 200, answer.text
    return answer
