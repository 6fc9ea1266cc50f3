"""Finds the addresses at which phones of a local network reach this machine, without sending anything."""

import re
import socket
import struct
import sys
from collections.abc import Iterator
from ipaddress import AddressValueError, IPv4Address, IPv4Network

from carteado.record import InputError

LOCAL = tuple(
    IPv4Network(one)
    for one in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8")
)
"""Networks whose addresses do not exist on the internet."""
FAR = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
"""Addresses for route lookups, which send nothing and only show by which address a packet would leave. The first stands
for the internet, the others for local networks."""
NOT_OF_PHONES = ("lo", "docker", "br-", "veth", "virbr", "tun", "utun")
"""Beginnings of the names of interfaces that lead to programs and not to phones."""
SIOCGIFADDR = {"linux": 0x8915, "darwin": 0xC0206921}
"""The number of the system call that asks an interface for its address, by system."""


def hosts_of_this_machine(host: str | None = None) -> tuple[str, ...]:
    """The addresses, the one most likely to work first, then the machine's name if it has one. ``host`` chooses the
    only address. Raises InputError if there is none in a local network."""
    addresses = [checked_address(host)] if host else local_addresses()
    if not addresses:
        raise InputError("lan_nowhere")
    return (*map(str, addresses), *mdns_name())


def checked_address(host: str) -> IPv4Address:
    """The address that the operator chose. Raises InputError unless it is one of a local network."""
    try:
        address = IPv4Address(host)
    except AddressValueError:
        raise InputError("lan_not_local", where="--host", value=host) from None
    if not is_local(address):
        raise InputError("lan_not_local", where="--host", value=host)
    return address


def local_addresses() -> list[IPv4Address]:
    every = dict.fromkeys((*_of_routes(), *_of_interfaces(), *_of_the_name()))
    return [address for address in every if is_local(address) and not address.is_loopback]


def is_local(address: IPv4Address) -> bool:
    return any(address in network for network in LOCAL)


def mdns_name() -> tuple[str, ...]:
    """The machine's name in a local network, ``clube.local``, to which many systems answer. Empty if the machine's name
    is ``localhost``, or has other characters than such a name may have."""
    name = socket.gethostname().partition(".")[0].lower()
    is_name = re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", name) and name != "localhost"
    return (f"{name}.local",) if is_name else ()


def _of_routes() -> Iterator[IPv4Address]:
    """Addresses from the routing table. Connecting a UDP socket sends nothing; it only selects a route."""
    for far in FAR:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect((far, 9))
            except OSError:  # no route
                continue
            yield IPv4Address(asking.getsockname()[0])


def _of_interfaces() -> Iterator[IPv4Address]:
    if sys.platform == "win32" or sys.platform not in SIOCGIFADDR:
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            if name.startswith(NOT_OF_PHONES):
                continue
            question = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(asking.fileno(), SIOCGIFADDR[sys.platform], question)
            except OSError:  # no address
                continue
            yield IPv4Address(answer[20:24])


def _of_the_name() -> list[IPv4Address]:
    """Addresses from the machine's name. Only used on Windows, which lists them all this way."""
    if sys.platform != "win32":
        return []
    try:
        return [IPv4Address(one) for one in socket.gethostbyname_ex(socket.gethostname())[2]]
    except OSError:
        return []
