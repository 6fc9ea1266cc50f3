"""Separates the cookies of the https port from those of the plain one.

Browsers share the cookies of a host between all its ports. The plain port's cookies would be sent to the https port.
Cookies set as secure by the https port could not be replaced by the plain one, whose forms would then fail. So the
cookies of the https port get a prefix that only https can set and receive.
"""

from django.conf import settings
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PREFIX = b"__Host-"
MESSAGES = b"messages"
"""Name of the cookie with which Django shows a message on the next page."""
KINDS, SECURE = ("http", "websocket"), ("https", "wss")
ANSWERS = ("http.response.start", "websocket.accept")

Header = tuple[bytes, bytes]


class CookiesApart:
    """ASGI middleware that adds and removes the prefix of the https port's cookies."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        names = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)
        self.separated_cookies = frozenset({*(name.encode() for name in names), MESSAGES})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in KINDS or scope["scheme"] not in SECURE:
            await self.app(scope, receive, send)
            return

        async def send_marked(message: Message) -> None:
            if message["type"] in ANSWERS:
                message = {**message, "headers": [self._marked(*header) for header in message.get("headers", ())]}
            await send(message)

        headers = [self._unmarked(*header) for header in scope["headers"]]
        await self.app({**scope, "headers": headers}, receive, send_marked)

    def _unmarked(self, header: bytes, value: bytes) -> Header:
        """The cookie header without the plain port's cookies, and without the prefix of this port's. Other headers stay
        as they are."""
        if header != b"cookie":
            return header, value
        cookies = (one.strip() for one in value.split(b";"))
        ours = [one.removeprefix(PREFIX) for one in cookies if _name(one) not in self.separated_cookies]
        return header, b"; ".join(ours)

    def _marked(self, header: bytes, value: bytes) -> Header:
        """A header that sets a cookie, with the prefix. Other headers stay as they are."""
        if header.lower() == b"set-cookie" and _name(value) in self.separated_cookies:
            return header, PREFIX + value + b"; Secure"
        return header, value


def _name(cookie: bytes) -> bytes:
    return cookie.partition(b"=")[0].strip()
