"""How ``carteado serve`` speaks WebSocket: as uvicorn does, with a short way for what live tables send all the time.

An application of any other server sends by ASGI alone. Here it may also send at once, without a task that waits, as
long as nothing waits to be sent already.
"""

import struct
from collections.abc import Callable, Mapping
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

AT_ONCE = "carteado.at_once"
"""The extension of ASGI by which an application finds it."""

WriteAtOnce = Callable[[bytes], bool]
"""Takes the text of a message; tells whether it is sent, or has to wait its turn."""

TEXT = 0x81
"""A text in one frame, which is how every message is sent."""
SHORT, MIDDLE = 126, 1 << 16


class TableProtocol(WebSocketsSansIOProtocol):
    """A connection. Whatever the kernel does not take at once counts as waiting."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.transport.is_closing():
            self.transport.set_write_buffer_limits(high=1)  # not 0: with https that would be reached by nothing at all
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[AT_ONCE] = self.write_at_once

    def write_at_once(self, text: bytes) -> bool:
        if (
            self.disconnected
            or not self.writable.is_set()
            or self.close_sent
            or self.conn.state is not OPEN
            or self.conn.extensions
        ):
            return False
        self.transport.write(_head(len(text)) + text)
        return True


def _head(length: int) -> bytes:
    if length < SHORT:
        return bytes((TEXT, length))
    return struct.pack("!BBH", TEXT, 126, length) if length < MIDDLE else struct.pack("!BBQ", TEXT, 127, length)


def never(_text: bytes) -> bool:
    """Of a server that knows only ASGI."""
    return False


def write_at_once_of(scope: Mapping[str, Any]) -> WriteAtOnce:
    return cast(WriteAtOnce, scope.get("extensions", {}).get(AT_ONCE, never))
