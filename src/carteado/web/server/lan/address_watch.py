"""Follows changes of the machine's network addresses while the site runs."""

from pathlib import Path
from ssl import SSLContext

from django.conf import settings

from carteado.record import InputError
from carteado.web.kit.process.configuration import LOCAL_HOSTS
from carteado.web.kit.process.local_site import Hall
from carteado.web.server.lan import addresses
from carteado.web.server.lan import certificate_authority as authority


class AddressWatch:
    """Looks for changed addresses and for a certificate that is about to expire, whenever the web server calls it:
    every few seconds, in a thread of its own.

    ``host`` is the one address that the operator chose; None if all addresses of the machine are used. ``context`` has
    the TLS settings of the https port.
    """

    def __init__(self, hall: Hall, data: Path, *, host: str | None) -> None:
        self.hall, self._data, self._host = hall, data, host
        authority.ensure_certificate(data, hall.hosts)
        self.context: SSLContext = authority.server_context(data)

    def check_addresses(self) -> bool:
        """Renew the certificate if need be, and follow changed addresses. Return True if they changed, so that the
            caller
        announces the new ones.

            A network that is gone for a while changes nothing.
        """
        hosts = self._hosts_now()
        if authority.ensure_certificate(self._data, hosts):
            self.context.load_cert_chain(authority.site_file(self._data))
        if hosts == self.hall.hosts:
            return False
        self.hall = Hall(hosts, self.hall.plain_port, self.hall.secure_port)
        _point_settings_to(self.hall)
        return True

    def _hosts_now(self) -> tuple[str, ...]:
        try:
            return addresses.hosts_of_this_machine(self._host)
        except InputError:  # the machine has no address in a local network
            return self.hall.hosts


def _point_settings_to(hall: Hall) -> None:
    """Point the running site's settings to its new addresses."""
    settings.HALL, settings.PUBLIC_URL = hall, hall.secure[0]
    settings.ALLOWED_HOSTS[:] = dict.fromkeys((*hall.hosts, *LOCAL_HOSTS))
