"""Pages where a phone learns to trust the site of a local network: the certificate, the steps, and a test.

They also work without https, which a new phone cannot use yet. A site that is not served to a local network has nothing
to trust, and these addresses redirect to the home page.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.kit.process.local_site import Hall
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.server.lan.certificate_authority import fingerprint, stored_certificate
from carteado.web.server.lan.ios_profile import profile_of

BYTES_A_LINE = 8
"""Bytes of the fingerprint on one line, as phones show it."""


class System(StrEnum):
    """Systems with different steps for trusting a certificate."""

    ANDROID = "android"
    IPHONE = "iphone"
    WINDOWS = "windows"
    MAC = "mac"
    LINUX = "linux"


SIGNS = {
    "android": System.ANDROID,
    "iphone": System.IPHONE,
    "ipad": System.IPHONE,
    "windows": System.WINDOWS,
    "macintosh": System.MAC,
    "linux": System.LINUX,
}
"""Words in the user agent that show the system. Android comes first, because it also mentions Linux."""


def only_in_a_hall(view: Callable[[SiteRequest, Hall], HttpResponse]) -> Callable[[SiteRequest], HttpResponse]:
    """Give the view the local network. Without one, redirect to the home page."""

    @wraps(view)
    def answer(request: SiteRequest) -> HttpResponse:
        hall: Hall | None = settings.HALL
        return view(request, hall) if hall else redirect("home")

    return answer


@needs(Action.READ, Target.SITE)
@require_safe
@only_in_a_hall
def trust(request: SiteRequest, hall: Hall) -> HttpResponse:
    """The steps for the reader's system. The page fetches ``proof`` over https to find out if the device trusts it."""
    https = _same_host(request, hall)
    context = {
        "fingerprint": _in_lines(fingerprint(_certificate())),
        "name": _name_of(_certificate()),
        "system": system_of(request.headers.get("User-Agent", "")),
        # three addresses over https, wherever this page came from
        "home": f"{https}{reverse('home')}",
        "here": f"{https}{reverse('trust')}",
        "proof": f"{https}{reverse('trust-proof')}",
        "is_read_along": False,  # without the warning that others may read along: this page is the remedy
    }
    response = render(request, "lan/trust.html", context)
    response["Content-Security-Policy"] = build_policy(update={"connect-src": [https]})
    return response


@needs(Action.READ, Target.SITE)
@require_safe
@only_in_a_hall
def certificate(_request: SiteRequest, _hall: Hall) -> HttpResponse:
    headers = {"Content-Disposition": 'attachment; filename="carteado.crt"', "Cache-Control": "no-store"}
    content = _certificate().public_bytes(Encoding.DER)
    return HttpResponse(content, content_type="application/x-x509-ca-cert", headers=headers)


@needs(Action.READ, Target.SITE)
@require_safe
@only_in_a_hall
def profile(_request: SiteRequest, _hall: Hall) -> HttpResponse:
    """Served inline: Safari passes a profile to the settings only if it may open it."""
    one = _certificate()
    about = gettext("So that this phone trusts the Carteado of this local network, and nothing on the internet.")
    headers = {"Content-Disposition": 'inline; filename="carteado.mobileconfig"', "Cache-Control": "no-store"}
    content = profile_of(one, name=_name_of(one), about=about)
    return HttpResponse(content, content_type="application/x-apple-aspen-config", headers=headers)


@needs(Action.READ, Target.SITE)
@require_safe
@only_in_a_hall
def proof(request: SiteRequest, hall: Hall) -> HttpResponse:
    """A small answer that a device can read over https only if it trusts the certificate. Only this site's pages
    without https may fetch it."""
    response = JsonResponse({"https": request.is_secure()}, headers={"Cache-Control": "no-store", "Vary": "Origin"})
    if (origin := request.headers.get("Origin", "")) in (*hall.plain, *hall.plain_on_this_machine):
        response["Access-Control-Allow-Origin"] = origin
    return response


def system_of(user_agent: str) -> System | None:
    """The reader's system. None if it is not known; then the page opens the steps for Android."""
    lowered = user_agent.lower()
    return next((system for sign, system in SIGNS.items() if sign in lowered), None)


def _same_host(request: SiteRequest, hall: Hall) -> str:
    """The https address at the host that the reader used. Another host would be another site to their browser."""
    host = request.get_host().rpartition(":")[0] or request.get_host()
    return f"https://{host}:{hall.secure_port}"


def _certificate() -> x509.Certificate:
    return stored_certificate(settings.CONFIGURATION.data)


def _name_of(certificate: x509.Certificate) -> str:
    [name] = certificate.subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)
    return str(name.value)


def _in_lines(mark: str) -> list[str]:
    pairs = mark.split(":")
    return [":".join(pairs[at : at + BYTES_A_LINE]) for at in range(0, len(pairs), BYTES_A_LINE)]
