"""Security headers for every answer, whether from Django, Starlette, a static file or an error.

Django sets most of them itself; a page with a security policy of its own keeps it. Also here: private answers are not
stored by proxies, and requests are always read as UTF-8.
"""

from collections.abc import Callable

from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.http import parse_header_parameters
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def standard_headers() -> dict[str, str]:
    headers = {
        "Content-Security-Policy": build_policy(),
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": PERMISSIONS_POLICY,
    }
    if settings.SECURE_HSTS_SECONDS:
        headers["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains; preload"
    return headers


class StandardHeaders:
    """ASGI middleware that adds the standard headers that a response lacks."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.headers = app, standard_headers()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers)


class PrivateAnswersMiddleware:
    """Forbids proxies to store answers to signed-in users, and pages whose address contains a secret.

    Some proxies store anything whose address ends like that of a picture or a style sheet, and give it to the next
    visitor. A request with a session cookie counts as signed in; the session itself is not loaded.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if _is_private(request, response) and "no-store" not in response.get("Cache-Control", ""):
            response["Cache-Control"] = "private, no-store"
        return response


def _is_private(request: HttpRequest, response: HttpResponseBase) -> bool:
    found = request.resolver_match
    session = settings.SESSION_COOKIE_NAME
    return session in request.COOKIES or session in response.cookies or bool(found and "secret" in found.kwargs)


class OnlyUtf8:
    """Makes the site read every request as UTF-8, which is what our forms send.

    A request cannot choose another encoding: some are not text encodings at all, others produce text that no database
    stores.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = [
                (name, _in_utf8(value) if name == b"content-type" else value) for name, value in scope["headers"]
            ]
            scope = {**scope, "headers": headers}
        await self.app(scope, receive, send)


def _in_utf8(content_type: bytes) -> bytes:
    """The content type without another encoding. Empty if it cannot be read."""
    try:
        kind, parameters = parse_header_parameters(content_type.decode("latin-1"))
    except (ValueError, LookupError):
        return b""
    if parameters.get("charset", "utf-8").lower() == "utf-8":
        return content_type
    boundary = parameters.get("boundary", "").replace('"', "")  # no boundary contains quotes
    return (f'{kind}; boundary="{boundary}"' if boundary else kind).encode("latin-1", "replace")
