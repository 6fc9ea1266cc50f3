"""The machine's own Chromium, driven by Playwright. Nothing is downloaded, and the browser asks nobody for anything."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tools import chromium

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


class NoBrowser(RuntimeError):
    """Pages cannot be tried on this machine."""


@contextmanager
def running_browser() -> Iterator[Browser]:
    executable = chromium.find()
    if executable is None:
        raise NoBrowser("there is no Chromium on this machine: install the package chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
