"""The headers that every answer carries, whoever gives it: Django, Starlette, a static file, an error.

Django's own answers come with most of them; a page that needs a policy of its own keeps it. And the one header of a
request that is not believed: in which alphabet it is written.
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
    """Adds what an answer does not have yet."""

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
    """What somebody gets who is signed in, or on a page whose address is his key, nobody in between keeps: some keep
    whatever is called a picture or a sheet, and give it to the next who asks.

    Who brings a session counts as signed in; nobody is asked whose it is.
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
    """Everything is read as UTF-8, which is what our forms are sent in.

    A request that names another encoding does not choose it: some are none of text, others make text that no database
    takes.
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
    try:
        kind, parameters = parse_header_parameters(content_type.decode("latin-1"))
    except (ValueError, LookupError):
        return b""
    if parameters.get("charset", "utf-8").lower() == "utf-8":
        return content_type
    boundary = parameters.get("boundary", "").replace('"', "")  # which no boundary has
    return (f'{kind}; boundary="{boundary}"' if boundary else kind).encode("latin-1", "replace")
