"""For all tests: how long an example takes says something of the machine, not of the code; and what stays together."""

import signal

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

settings.register_profile("carteado", deadline=None)
settings.load_profile("carteado")

signal.signal(signal.SIGINT, signal.default_int_handler)
"""Who is started in the background may be told to ignore Ctrl+C, and so would be the sites that the tests start."""

TOGETHER = ("tests/web/", "tests/browser/")
"""The tests of such a file stay in one process: many share something that took long to make."""


class FilesOfTheSite(LoadScopeScheduling):
    """Files of the site as a whole, the largest first; then everything else one by one, which evens the end out."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.partition("::")[0] if nodeid.startswith(TOGETHER) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FilesOfTheSite:
    return FilesOfTheSite(config, log)
