"""Where the phones of a local network find the site."""

from dataclasses import dataclass

TRUST = "/confiar/"
"""Where a phone learns to trust the https port."""


@dataclass(frozen=True, slots=True)
class Hall:
    """The addresses of one network: the likeliest host first; each without https on one port, with it on another."""

    hosts: tuple[str, ...]
    plain_port: int
    secure_port: int

    @property
    def plain(self) -> list[str]:
        return [f"http://{host}:{self.plain_port}" for host in self.hosts]

    @property
    def plain_here(self) -> list[str]:
        """For whoever sits at the machine itself."""
        return [f"http://{host}:{self.plain_port}" for host in ("localhost", "127.0.0.1")]

    @property
    def secure(self) -> list[str]:
        return [f"https://{host}:{self.secure_port}" for host in self.hosts]

    @property
    def trust(self) -> str:
        return f"{self.plain[0]}{TRUST}"

    def as_environment(self) -> dict[str, str]:
        """What the settings read: whoever sends links out sends those with https."""
        return {
            "CARTEADO_URL": self.secure[0],
            "CARTEADO_HOSTS": ",".join(self.hosts),
            "CARTEADO_LAN": str(self.plain_port),
        }
