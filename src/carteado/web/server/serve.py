"""``carteado serve``: runs the site at one address, from reading the environment to closing the last open page."""

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import NamedTuple, cast

import uvicorn

from carteado.record import InputError
from carteado.web.kit.process.configuration import LAST_PORT, Configuration
from carteado.web.kit.process.local_site import Hall
from carteado.web.kit.push.bus import bus
from carteado.web.kit.sending import site_address
from carteado.web.server import prepare as preparing
from carteado.web.server.erasing_again import erase_again
from carteado.web.server.lan import addresses
from carteado.web.server.lan import certificate_authority as authority
from carteado.web.server.lan.address_watch import AddressWatch
from carteado.web.tables.transport.uvicorn_protocol import TableProtocol

SHUTDOWN_PATIENCE_S = 5
"""The time for requests in progress to finish when the site stops."""
STALLED_MS = 30_000
"""Milliseconds that a reader may leave data unacknowledged before the connection is cut."""
MOST_UNSENT_BYTES = 65_536
"""Unsent bytes that the kernel may hold for a connection before the site has to wait."""
MOST_CONNECTIONS = 16_384
"""The limit on open files that is asked for. Every connection is one."""
LONGEST_MESSAGE_BYTES = 16_384
"""Bytes of one message from a page to a live table."""
HTTPS_PORT_OFFSET = 443
"""Added to the http port to get the https port of a local network, unless one is chosen."""
ADDRESS_CHECK_INTERVAL_S = 20
"""Seconds between two checks of the machine's addresses in the local network."""
HANDSHAKE_S, GOODBYE_S = 15.0, 1.0
"""Seconds for a client to complete the TLS handshake, and to close TLS."""
YOUNG_OBJECTS = 20_000
"""Number of new objects after which the garbage collector runs."""
ADDRESS_FILE = "address"
LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that mean all addresses of this machine."""


class Network(NamedTuple):
    """The https side of a site on a local network."""

    listener: socket.socket
    watch: AddressWatch


@dataclass(frozen=True, slots=True)
class Site:
    """A site ready to serve: built, migrated, and listening.

    ``address`` is the one to give to people. ``is_unknown_to_others`` means that the site listens on all addresses of
    this machine but has no public address: it refuses requests from other machines, unless they name it by a host that
    is configured. ``network`` is set on a local network.
    """

    listener: socket.socket
    data: Path
    address: str
    is_unknown_to_others: bool = False
    network: Network | None = None

    @property
    def port(self) -> int:
        return _port(self.listener)

    @property
    def hall(self) -> Hall | None:
        return self.network.watch.hall if self.network else None

    @property
    def fingerprint(self) -> str | None:
        """Fingerprint of the certificate authority that phones are asked to trust. None outside a local network."""
        return authority.fingerprint(authority.stored_certificate(self.data)) if self.network else None

    @property
    def local_address(self) -> str:
        """The address to use on this machine itself."""
        if self.network is None:
            return self.address
        host = self.listener.getsockname()[0]
        return f"http://{'localhost' if host in EVERYWHERE else host}:{self.port}"

    def run(self, moved: Callable[[Hall], None] = lambda _hall: None) -> None:
        """Serve until stopped: return after SIGTERM, raise KeyboardInterrupt after Ctrl-C.

        ``moved`` is called when the local network has given the machine other addresses.
        """
        signal.signal(signal.SIGTERM, _exit_on_signal)  # uvicorn stops in order first, and then sends itself the signal
        _allow_many_connections()
        with _address_file(self.data, self.address) as write_address:
            config = uvicorn.Config(
                "carteado.web.asgi:application",
                ws=TableProtocol,
                ws_max_size=LONGEST_MESSAGE_BYTES,
                ws_per_message_deflate=False,
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=self.network is None,  # no proxy stands before the site of a local network
                forwarded_allow_ips=[LOOPBACK, "::1"],  # a proxy is trusted only on this machine
                timeout_graceful_shutdown=SHUTDOWN_PATIENCE_S,
                callback_notify=_address_check(self.network, write_address, moved) if self.network else None,
                timeout_notify=ADDRESS_CHECK_INTERVAL_S,
            )
            try:
                _Server(config, self.network).run(sockets=[self.listener])
            except SystemExit as leaving:
                if leaving.code:  # 0 is from ``_exit_on_signal``
                    raise


class _Server(uvicorn.Server):
    """A server for one or two ports; the second port uses https."""

    def __init__(self, config: uvicorn.Config, network: Network | None) -> None:
        super().__init__(config)
        self._network = network

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the second port after the first: by then the application is loaded and started."""
        await super().startup(sockets)
        _tune_garbage_collector()
        if self._network is not None:
            self.servers.append(await self._speak_https(self._network))

    async def _speak_https(self, network: Network) -> asyncio.Server:
        protocol = cast(Callable[..., asyncio.Protocol], self.config.http_protocol_class)
        return await asyncio.get_running_loop().create_server(
            partial(protocol, config=self.config, server_state=self.server_state, app_state=self.lifespan.state),
            sock=network.listener,
            ssl=network.watch.context,
            ssl_handshake_timeout=HANDSHAKE_S,
            ssl_shutdown_timeout=GOODBYE_S,
            backlog=self.config.backlog,
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the live streams first, because they would not end by themselves."""
        bus.close()
        await super().shutdown(sockets)


def _tune_garbage_collector() -> None:
    """Tune the garbage collector. What exists when the site starts stays for good, so it is not examined again and
    again; new objects are not examined every few acts of a table."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS)


def _address_check(
    network: Network, write_address: Callable[[str], None], moved: Callable[[Hall], None]
) -> Callable[[], Awaitable[None]]:
    """A function for uvicorn to call from time to time. It renews the certificate if need be, and tells of addresses
    that changed."""

    async def look() -> None:
        if await asyncio.to_thread(network.watch.check_addresses):
            hall = network.watch.hall
            write_address(hall.secure[0])
            moved(hall)

    return look


def prepare(*, host: str, port: int) -> Site:
    """Prepare the site. The port is taken first, so that a second process does not touch a site that is already
    running."""
    with ExitStack() as undo:
        listener = undo.enter_context(_listen(host, port))
        configuration = _make_ready()
        undo.pop_all()  # nothing failed, so the port stays open
    return Site(
        listener,
        data=configuration.data,
        address=configuration.public_url or _address(listener, host),
        is_unknown_to_others=host in EVERYWHERE and not configuration.public_url,
    )


def prepare_for_lan(*, host: str | None, port: int, https_port: int | None) -> Site:
    """Prepare a site for phones on a local network, on all of this machine's addresses there or on ``host`` alone."""
    if os.environ.get("CARTEADO_URL"):
        raise InputError("lan_has_address", where="CARTEADO_URL")
    host = None if host in EVERYWHERE else host
    hosts = addresses.hosts_of_this_machine(host)
    with ExitStack() as undo:
        listener = undo.enter_context(_listen(host or EVERYWHERE[0], port))
        secure = undo.enter_context(_listen(host or EVERYWHERE[0], _secure_port(port, https_port), "--https-port"))
        hall = Hall(hosts, _port(listener), _port(secure))
        os.environ.update(hall.as_environment())  # before the site is loaded, because its settings read it
        configuration = _make_ready()
        network = Network(secure, AddressWatch(hall, configuration.data, host=host))
        undo.pop_all()  # nothing failed, so the ports stay open
    return Site(listener, data=configuration.data, address=hall.secure[0], network=network)


def _secure_port(port: int, chosen: int | None) -> int:
    """The https port. 0 lets the system choose one, as for the http port."""
    if chosen is not None:
        return chosen
    return port + HTTPS_PORT_OFFSET if port else 0


def _make_ready() -> Configuration:
    """Load the site, migrate the database, erase the people whom a restore brought back, and collect the static
    files."""
    configuration = preparing.load_site()
    preparing.check_built()
    preparing.bring_up_to_date()
    erase_again(configuration.data)
    preparing.collect_static_files()
    return configuration


def demo_link(site: Site) -> str | None:
    """Fill an empty site with demo championships, and return a link that signs in once as their organiser. None if the
    site has no such account."""
    from carteado.web.demo import seeding
    from carteado.web.demo.cast import ORGANISER_EMAIL
    from carteado.web.people import one_time_links as links

    seeding.seed()
    try:
        link = links.sign_in_link_of(ORGANISER_EMAIL, site=site.address)
    except links.NoSuchAccount:  # the site has its own events, and is not a demo
        return None
    return f"{site.local_address}{link.removeprefix(site.address)}"


@contextmanager
def _address_file(data: Path, address: str) -> Iterator[Callable[[str], None]]:
    """Write the site's address to a file beside the data while it runs, so that other commands can make links to it.

    The settings have the address only if the site is public. Yields a function that changes the address.
    """
    file = data / ADDRESS_FILE
    written_addresses = [address]

    def write_address(address: str) -> None:
        file.write_text(address, "utf-8")
        written_addresses.append(address)

    write_address(address)
    try:
        yield write_address
    finally:
        # The file may belong to a site started after this one; then it stays.
        if file.exists() and file.read_text("utf-8") in written_addresses:
            file.unlink()


def sign_in_link(email: str) -> str:
    """A link that signs in a user who cannot sign in otherwise, at the site that is running. Anyone who can read the
    data can make one."""
    file = preparing.load_site().data / ADDRESS_FILE
    preparing.check_up_to_date()
    from carteado.web.people import one_time_links as links

    address = file.read_text("utf-8") if file.exists() else site_address.LOCAL_SITE
    try:
        return links.sign_in_link_of(email, site=address)
    except links.NoSuchAccount:
        raise InputError("no_such_account", value=email) from None


def _listen(host: str, port: int, option: str = "--port") -> socket.socket:
    if not 0 <= port <= LAST_PORT:  # the system would reduce it modulo 65,536
        raise InputError("number_out_of_range", where=option, least=0, most=LAST_PORT, value=port)
    try:
        [(family, _, _, _, address), *_] = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        listener = socket.create_server(address[:2], family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise InputError("port_taken", port=port) from None
        reason = error.strerror or str(error)
        raise InputError("cannot_listen", host=host, port=port, reason=reason) from None
    # Inherited by connections. Without it the body of an answer waits for the acknowledgement of its headers: 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if sys.platform == "linux":
        # Inherited by connections. Without it a reader who stops reading keeps the connection and its buffers for ever.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MS)
        # Inherited by connections. Without it the kernel buffers megabytes for a reader who stops, before we notice.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MOST_UNSENT_BYTES)
    return listener


def _port(listener: socket.socket) -> int:
    return int(listener.getsockname()[1])


def _address(listener: socket.socket, host: str) -> str:
    port = _port(listener)
    name = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def _exit_on_signal(_signal: int, _frame: FrameType | None) -> None:
    sys.exit(0)


def _allow_many_connections() -> None:
    """Raise the limit on open files. Many systems start with about 1000, which is soon reached when every open page
    holds a connection."""
    if sys.platform != "win32":
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        limit = MOST_CONNECTIONS if most == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(now, limit), most))
