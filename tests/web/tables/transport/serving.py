"""A server of live tables whose limits a test chooses."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from re import compile as pattern
from typing import Any

from carteado.web.tables.transport import outbox
from tests.web.tables.transport.site import Site

SOCKETS, OUTBOX = "carteado.web.tables.transport.sockets", "carteado.web.tables.transport.outbox"
CARD = pattern(r'"[2-7QJKA][chsd]"')
CUT_OFF = 1006
"""What a client says of a connection that ended without a word."""
UNLIMITED = {"PER_SECOND": 1e9, "AT_ONCE": 1e9, "OF_PERSON_PER_SECOND": 1e9, "OF_PERSON_AT_ONCE": 1e9}


@contextmanager
def serving(made: Site, **constants: Any) -> Iterator[Site]:
    """A server that has some constants otherwise, and complains of nothing."""
    settings = {f"{OUTBOX if hasattr(outbox, name) else SOCKETS}.{name}": value for name, value in constants.items()}
    complained = len(made.stderr)
    if made.pid and made.settings != settings:
        assert made.end(signal.SIGTERM) == 0
    made.settings = settings
    if not made.pid:
        made.start()
    yield made
    assert made.stderr[complained:] == ""
