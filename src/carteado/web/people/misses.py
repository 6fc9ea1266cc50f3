"""How often one address may miss before it has to wait."""

import time

from django.core.cache import cache
from django.http import HttpRequest

WINDOW = 15 * 60
MISSES = 30
"""More than a hall of people with an old link, far fewer than guessing needs."""


def address_of(request: HttpRequest) -> str:
    """Who asks. Behind a proxy that we trust the server has already put the visitor's own address here."""
    return str(request.META.get("REMOTE_ADDR") or "0.0.0.0")


def miss(request: HttpRequest, what: str) -> None:
    """Counts a try that led nowhere."""
    key = _key(request, what)
    cache.add(key, 0, WINDOW)
    cache.incr(key)


def missed_too_often(request: HttpRequest, what: str) -> bool:
    return int(cache.get(_key(request, what), 0)) >= MISSES


def _key(request: HttpRequest, what: str) -> str:
    return f"misses:{what}:{address_of(request)}:{int(time.time()) // WINDOW}"
