"""``carteado serve``: the site on one address, from the environment to the last open page."""

import errno
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import uvicorn

from carteado.record import InputError
from carteado.web import preparing
from carteado.web.bus import bus

PATIENCE = 5
"""Seconds that answers under way have when the site stops."""
STALLED_MS = 30_000
"""How long a reader may leave what was sent to him unread before the connection is cut."""
CONNECTIONS = 16_384
LAST_PORT = 65_535
ADDRESS_FILE = "address"
LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")


@dataclass(frozen=True, slots=True)
class Site:
    """Ready to serve: built, migrated, and listening."""

    listener: socket.socket
    data: Path
    address: str
    is_unknown_to_others: bool

    @property
    def port(self) -> int:
        return int(self.listener.getsockname()[1])

    def run(self) -> None:
        """Serves until it is told to stop: returns after SIGTERM, raises KeyboardInterrupt after Ctrl-C."""
        signal.signal(signal.SIGTERM, _leave)
        _allow_many_connections()
        config = uvicorn.Config(
            "carteado.web.asgi:application",
            ws="websockets-sansio",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=True,
            forwarded_allow_ips=[LOOPBACK, "::1"],
            timeout_graceful_shutdown=PATIENCE,
        )
        with _known_beside_the_data(self.data, self.address):
            try:
                _Server(config).run(sockets=[self.listener])
            except SystemExit as leaving:
                if leaving.code:
                    raise


class _Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Open pushes would never end by themselves."""
        bus.close()
        await super().shutdown(sockets)


def prepare(*, host: str, port: int) -> Site:
    """The address is taken first: a site that runs already is not touched by a second one."""
    with ExitStack() as undo:
        listener = undo.enter_context(_listen(host, port))
        configuration = preparing.load_site()
        preparing.check_built()
        preparing.bring_up_to_date()
        preparing.collect_static_files()
        undo.pop_all()
    return Site(
        listener,
        data=configuration.data,
        address=configuration.public_url or _address(listener, host),
        is_unknown_to_others=host in EVERYWHERE and not configuration.public_url,
    )


def demo_link(site: Site) -> str | None:
    """Fills an empty site with championships to look at; gives the link that signs in as their organiser, once."""
    from carteado.web import demo
    from carteado.web.demo.cast import ORGANISER_EMAIL
    from carteado.web.people import links

    demo.seed()
    try:
        return links.sign_in_link_of(ORGANISER_EMAIL, site=site.address)
    except links.NoSuchAccount:  # the site has events of its own
        return None


@contextmanager
def _known_beside_the_data(data: Path, address: str) -> Iterator[None]:
    """Other commands make links to the site that runs; the settings say its address only where it has a public one."""
    file = data / ADDRESS_FILE
    file.write_text(address, "utf-8")
    try:
        yield
    finally:
        if file.exists() and file.read_text("utf-8") == address:  # and not that of a site started after this one
            file.unlink()


def sign_in_link(email: str) -> str:
    """A link to the site that runs now; made by whoever may read its data, for somebody who cannot sign in."""
    file = preparing.load_site().data / ADDRESS_FILE
    preparing.check_up_to_date()
    from carteado.web.people import links

    address = file.read_text("utf-8") if file.exists() else links.LOCAL_SITE
    try:
        return links.sign_in_link_of(email, site=address)
    except links.NoSuchAccount:
        raise InputError("no_such_account", value=email) from None


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= LAST_PORT:  # the system would take it modulo their number
        raise InputError("number_out_of_range", where="--port", least=0, most=LAST_PORT, value=port)
    try:
        [(family, _, _, _, address), *_] = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        listener = socket.create_server(address[:2], family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise InputError("port_taken", port=port) from None
        reason = error.strerror or str(error)
        raise InputError("cannot_listen", host=host, port=port, reason=reason) from None
    # Connections inherit it. Else the body of an answer waits for its headers to be acknowledged: 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if sys.platform == "linux":
        # Connections inherit it. Without it a reader that stops keeps his connection and its buffers for good.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MS)
    return listener


def _address(listener: socket.socket, host: str) -> str:
    port = listener.getsockname()[1]
    name = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def _leave(_signal: int, _frame: FrameType | None) -> None:
    sys.exit(0)


def _allow_many_connections() -> None:
    """A thousand, where many systems start, is soon reached when every open page holds one."""
    if sys.platform != "win32":
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = CONNECTIONS if most == resource.RLIM_INFINITY else min(CONNECTIONS, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(now, wanted), most))
