"""The site and the browser in which pages are tried: one of each for everybody in this process."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, StorageState, sync_playwright

from tests.browser.chromium import running_browser
from tests.browser.people import Windows
from tests.browser.site_process import Site, running_site
from tests.browser.sumula.switchable_site import Club
from tests.web.world.viewers import Viewer
from tests.web.world.world import World
from tools import chromium


@pytest.fixture(scope="session", autouse=True)
def _needs_a_browser() -> None:
    if chromium.find() is None and os.environ.get("CI") != "true":
        pytest.skip("PAGES ARE NOT TRIED: there is no Chromium on this machine")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("site")) as site:
        yield site
    assert not site.failures(), site.failures()


@pytest.fixture(scope="session")
def world(site: Site) -> World:
    return site.world()


@pytest.fixture(scope="session")
def signed_in() -> dict[Viewer, StorageState]:
    return {}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A module's own: while Playwright runs, its event loop is the thread's, and Django's own tests stumble over it."""
    with running_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def windows(browser: Browser, site: Site, world: World, signed_in: dict[Viewer, StorageState]) -> Windows:
    return Windows(browser, site, world, signed_in)


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture
def club(playwright: Playwright, tmp_path: Path) -> Club:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return Club(playwright, tmp_path, probe.getsockname()[1])
