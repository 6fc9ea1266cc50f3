"""Cookies of the https port apart from those of the plain one.

A browser keeps the cookies of a host together, whatever the port: what the plain port sets would be sent to the other,
and what the other sets as secure the plain one could not set again, so that its forms would fail. So a session of the
https port has a name that only https can set and only https gets.
"""

from django.conf import settings
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PREFIX = b"__Host-"
MESSAGES = b"messages"
KINDS, SECURE = ("http", "websocket"), ("https", "wss")
ANSWERS = ("http.response.start", "websocket.accept")

Header = tuple[bytes, bytes]


class CookiesApart:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        names = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)
        self.kept_apart = frozenset({*(name.encode() for name in names), MESSAGES})

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
        """Those of the plain port are left out."""
        if header != b"cookie":
            return header, value
        cookies = (one.strip() for one in value.split(b";"))
        ours = [one.removeprefix(PREFIX) for one in cookies if _name(one) not in self.kept_apart]
        return header, b"; ".join(ours)

    def _marked(self, header: bytes, value: bytes) -> Header:
        if header.lower() == b"set-cookie" and _name(value) in self.kept_apart:
            return header, PREFIX + value + b"; Secure"
        return header, value


def _name(cookie: bytes) -> bytes:
    return cookie.partition(b"=")[0].strip()
