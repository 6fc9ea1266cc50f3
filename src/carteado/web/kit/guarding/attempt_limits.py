"""Counts tries from one network address in a quarter of an hour. After too many, the caller refuses more of them.

``kind`` names what is tried, such as a document's number or a new table. Each kind is counted apart.
"""

import time
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.core.cache import caches
from django.http import HttpRequest

WINDOW_S = 15 * 60
"""Tries are counted anew when each quarter of the hour begins."""
MOST_MISSES = 30
"""Failed tries allowed in the window: more than a hall of people with an old link, far fewer than guessing takes."""
CACHE = "misses"
"""A cache of its own, in the memory of the process: any visitor can fill it, and must not push other counters out."""
_OWN_BITS = 64
"""Bits of an IPv6 address that its holder chooses freely."""


def address_of(request: HttpRequest) -> str:
    """The visitor's address. Behind a trusted proxy, the server has already put the visitor's own address here."""
    return str(_address(request))


def visitor_key(request: HttpRequest) -> str:
    """The key under which tries are counted. All IPv6 addresses of one connection share one."""
    address = _address(request)
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> _OWN_BITS << _OWN_BITS))
    return str(address)


def count_miss(request: HttpRequest, kind: str) -> None:
    """Count a failed try, for ``has_missed_too_often``."""
    count_try(request, kind)


def has_missed_too_often(request: HttpRequest, kind: str) -> bool:
    return tries_so_far(request, kind) >= MOST_MISSES


def count_try(request: HttpRequest, kind: str) -> None:
    """Count one more try from this address, whether it fails or not. The caller has its own limit."""
    key = _key(request, kind)
    caches[CACHE].add(key, 0, WINDOW_S)
    caches[CACHE].incr(key)


def tries_so_far(request: HttpRequest, kind: str) -> int:
    """The number of tries in this quarter of an hour."""
    return int(caches[CACHE].get(_key(request, kind), 0))


def _address(request: HttpRequest) -> IPv4Address | IPv6Address:
    try:
        address = ip_address(str(request.META.get("REMOTE_ADDR")))
    except ValueError:
        return IPv4Address(0)  # clients on a Unix socket have no address, and are counted together
    return (address.ipv4_mapped if isinstance(address, IPv6Address) else None) or address


def _key(request: HttpRequest, kind: str) -> str:
    return f"misses:{kind}:{visitor_key(request)}:{int(time.time()) // WINDOW_S}"
