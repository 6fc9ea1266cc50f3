"""How often one address may miss, or do something, before it has to wait."""

import time
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.core.cache import caches
from django.http import HttpRequest

WINDOW = 15 * 60
MISSES = 30
"""More than a hall of people with an old link, far fewer than guessing needs."""
CACHE = "misses"
"""One of its own: any visitor writes in it, and must not push out of memory what else is counted."""
_OWN_PART = 64
"""Bits of an IPv6 address that whoever has it chooses himself."""


def address_of(request: HttpRequest) -> str:
    """Who asks. Behind a proxy that we trust the server has already put the visitor's own address here."""
    return str(_address(request))


def counted_as(request: HttpRequest) -> str:
    """Whom a try is counted for: all the IPv6 addresses of one line are one."""
    address = _address(request)
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> _OWN_PART << _OWN_PART))
    return str(address)


def miss(request: HttpRequest, what: str) -> None:
    """Counts a try that led nowhere."""
    count(request, what)


def missed_too_often(request: HttpRequest, what: str) -> bool:
    return counted(request, what) >= MISSES


def count(request: HttpRequest, what: str) -> None:
    """Once more from this address."""
    key = _key(request, what)
    caches[CACHE].add(key, 0, WINDOW)
    caches[CACHE].incr(key)


def counted(request: HttpRequest, what: str) -> int:
    """How often within this quarter of an hour."""
    return int(caches[CACHE].get(_key(request, what), 0))


def _address(request: HttpRequest) -> IPv4Address | IPv6Address:
    try:
        address = ip_address(str(request.META.get("REMOTE_ADDR")))
    except ValueError:
        return IPv4Address(0)  # behind a socket that is a file nobody has one
    return (address.ipv4_mapped if isinstance(address, IPv6Address) else None) or address


def _key(request: HttpRequest, what: str) -> str:
    return f"misses:{what}:{counted_as(request)}:{int(time.time()) // WINDOW}"
