"""Context for the frame of every page: its address, its translations, and the reader's appearance settings. Other pages
take full addresses from here as well."""

from typing import NamedTuple, TypedDict

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse, translate_url
from django.utils.http import escape_leading_slashes
from django.utils.translation import get_language, get_language_info

from carteado import __version__
from carteado.web.kit.appearance import Appearance
from carteado.web.kit.process.configuration import LOCAL_HOSTS
from carteado.web.kit.process.local_site import Hall
from carteado.web.kit.sending.site_address import open_url


class Translation(NamedTuple):
    """The page in one language. ``path`` is for links on this site, ``url`` for search engines and other sites."""

    language: str
    name: str
    path: str
    url: str
    is_current: bool


class Frame(TypedDict):
    """What the base template needs on every page."""

    appearance: Appearance
    translations: list[Translation]
    canonical_url: str
    """Full address of the page at the public host, without a query."""
    origin: str
    """The public host with its scheme."""
    site_version: str
    is_read_along: bool
    """True if the site is one of a local network and the page came by http from another machine: others there could
    read along, and the reader could switch to https."""
    trust_page: str


def frame(request: HttpRequest) -> Frame:
    """Context processor for all templates."""
    return {
        "appearance": Appearance.of(request.COOKIES),
        "translations": [_translation(request, language) for language, _name in settings.LANGUAGES],
        "canonical_url": absolute(request, _local(request.path)),
        "origin": absolute(request, ""),
        "site_version": __version__,
        "trust_page": trust_page(),
        "is_read_along": settings.HALL is not None and not request.is_secure() and not _is_of_this_machine(request),
    }


def trust_page() -> str:
    """Full address where a phone learns to trust the certificate of a local network's site; empty elsewhere."""
    hall: Hall | None = settings.HALL
    return f"{hall.plain[0]}{reverse('trust')}" if hall else ""


def _is_of_this_machine(request: HttpRequest) -> bool:
    """True if the browser runs on the machine that serves the site. A local network's site always has a port."""
    return request.get_host().rpartition(":")[0] in LOCAL_HOSTS


def _translation(request: HttpRequest, language: str) -> Translation:
    return Translation(
        language=language,
        name=get_language_info(language)["name_local"].partition(" ")[0].capitalize(),  # no "brasileiro"
        path=translate_url(_local(request.get_full_path()), language),
        url=absolute(request, translate_url(_local(request.path), language)),
        is_current=language == get_language(),
    )


def _local(path: str) -> str:
    """The path, escaped: a path that begins with two slashes would be the address of another site."""
    return escape_leading_slashes(path)


def absolute(request: HttpRequest, path: str) -> str:
    """The full address at the host that is given to everybody, whichever host answered: in a local network the one with
    http. Without such a host, at the one that answered."""
    return f"{open_url() or f'{request.scheme}://{request.get_host()}'}{path}"
