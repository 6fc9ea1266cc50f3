"""The addresses of a site in a local network."""

from dataclasses import dataclass

TRUST = "/confiar/"
"""Path of the page where a phone learns to trust the https port."""


@dataclass(frozen=True, slots=True)
class Hall:
    """The hosts of one network, the likeliest first, with a port for http and one for https."""

    hosts: tuple[str, ...]
    plain_port: int
    secure_port: int

    @property
    def plain(self) -> list[str]:
        return [f"http://{host}:{self.plain_port}" for host in self.hosts]

    @property
    def plain_on_this_machine(self) -> list[str]:
        """Addresses for the machine itself."""
        return [f"http://{host}:{self.plain_port}" for host in ("localhost", "127.0.0.1")]

    @property
    def secure(self) -> list[str]:
        return [f"https://{host}:{self.secure_port}" for host in self.hosts]

    @property
    def trust(self) -> str:
        return f"{self.plain[0]}{TRUST}"

    def as_environment(self) -> dict[str, str]:
        """The environment variables that the settings read. Links sent to people use https."""
        return {
            "CARTEADO_URL": self.secure[0],
            "CARTEADO_HOSTS": ",".join(self.hosts),
            "CARTEADO_LAN": str(self.plain_port),
        }
