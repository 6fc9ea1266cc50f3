"""The addresses of a site in a local network."""

from dataclasses import dataclass

TRUST = "/confiar/"
"""Path of the page where a phone learns to trust the https port."""


@dataclass(frozen=True, slots=True)
class Hall:
    """A site in a local network, such as that of a club's hall, with its port for http and its port for https.

    ``hosts`` are the addresses and names at which phones reach it. The one most likely to work comes first.
    """

    hosts: tuple[str, ...]
    plain_port: int
    secure_port: int

    @property
    def plain(self) -> list[str]:
        """Addresses with http."""
        return [f"http://{host}:{self.plain_port}" for host in self.hosts]

    @property
    def plain_on_this_machine(self) -> list[str]:
        """Addresses with http for a browser on the machine itself."""
        return [f"http://{host}:{self.plain_port}" for host in ("localhost", "127.0.0.1")]

    @property
    def secure(self) -> list[str]:
        """Addresses with https."""
        return [f"https://{host}:{self.secure_port}" for host in self.hosts]

    @property
    def trust(self) -> str:
        """Address of the page where a phone learns to trust the https port."""
        return f"{self.plain[0]}{TRUST}"

    def as_environment(self) -> dict[str, str]:
        """The environment variables that the settings read. Links sent to people use https."""
        return {
            "CARTEADO_URL": self.secure[0],
            "CARTEADO_HOSTS": ",".join(self.hosts),
            "CARTEADO_LAN": str(self.plain_port),
        }
