"""The site's own address, for links that leave it: in mail, QR codes and calendars."""

from django.conf import settings
from django.http import HttpRequest

from carteado.web.kit.process.local_site import Hall

LOCAL_SITE = "http://localhost:8000"
"""The site's address if neither the settings nor a request give one."""


def absolute_url(path: str, *, request: HttpRequest | None = None, site: str = LOCAL_SITE) -> str:
    """The path with the site's public address, or else with the one that the request came by. ``site`` is the address
    for links made without a request."""
    if settings.PUBLIC_URL:
        return f"{settings.PUBLIC_URL}{path}"
    return request.build_absolute_uri(path) if request is not None else f"{site}{path}"


def open_url() -> str | None:
    """The site's address for spectators.

    In a local network it is the one without https, which makes no phone show a warning. None if the site only runs on
    this machine.
    """
    hall: Hall | None = settings.HALL
    return hall.plain[0] if hall else settings.PUBLIC_URL
