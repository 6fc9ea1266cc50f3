"""How ``carteado serve`` speaks WebSocket: as uvicorn does, with a short way for what live tables do all the time.

An application of any other server sends by ASGI alone. Here it may also send at once, without a task that waits, as
long as nothing waits to be sent already. And a text that comes in one piece, as nearly all do, is read in one step.
"""

import struct
from collections.abc import Callable, Mapping
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.utils import apply_mask as slow_apply_mask

try:
    from websockets.speedups import apply_mask
except ImportError:
    apply_mask = slow_apply_mask

AT_ONCE = "carteado.at_once"
"""The extension of ASGI by which an application finds it."""

WriteAtOnce = Callable[[bytes], bool]
"""Takes the text of a message; tells whether it is sent, or has to wait its turn."""

TEXT = 0x81
"""A text in one frame, which is how every message is sent."""
LAST = MASKED = 0x80
MIDDLE, LONG = 126, 127
"""Lengths that stand in two and eight bytes of their own."""
MASK = 4


class TableProtocol(WebSocketsSansIOProtocol):
    """A connection. Whatever the kernel does not take at once counts as waiting."""

    _is_between_frames = False
    """Whether all that came ended with a whole message; once one came in pieces, nobody here knows any more."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_complete or self.conn.extensions:
            return
        self.transport.set_write_buffer_limits(high=0)
        extensions = cast(dict[str, Any], self.scope["extensions"])
        extensions[AT_ONCE] = self.write_at_once
        self._is_between_frames = True

    def write_at_once(self, text: bytes) -> bool:
        if self.close_sent or self.disconnected or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(_head(len(text)) + text)
        return True

    def data_received(self, data: bytes) -> None:
        text = _only_text(data) if self._is_between_frames and self.conn.state is OPEN else None
        if text is None or len(text) > self.config.ws_max_size:
            self._is_between_frames = self._is_between_frames and _ends_whole(data)
            super().data_received(data)
        else:
            self.frames, self.curr_msg_data_type = [text], "text"
            self.send_receive_event_to_app()


def _head(length: int) -> bytes:
    if length < MIDDLE:
        return bytes((TEXT, length))
    short = length < 1 << 16
    return struct.pack("!BBH", TEXT, MIDDLE, length) if short else struct.pack("!BBQ", TEXT, LONG, length)


def _only_text(data: bytes) -> bytes | None:
    """The text, where the data is one frame of it and nothing else."""
    if len(data) < 2 + MASK or data[0] != TEXT or not data[1] & MASKED:
        return None
    start, end = _payload(data, 0)
    return apply_mask(data[start:], data[start - MASK : start]) if end == len(data) else None


def _ends_whole(data: bytes) -> bool:
    """Whether frames that need no other fill the data, from its beginning to its end."""
    at = 0
    while at + 2 <= len(data) and data[at] & LAST:
        at = _payload(data, at)[1]
    return at == len(data)


def _payload(data: bytes, at: int) -> tuple[int, int]:
    """Where the content of the frame that begins there begins, and where it ends."""
    length, start = data[at + 1] & ~MASKED, at + 2
    if length >= MIDDLE:
        more = 2 if length == MIDDLE else 8
        length, start = int.from_bytes(data[start : start + more], "big"), start + more
    start += MASK if data[at + 1] & MASKED else 0
    return start, start + length


def never(_text: bytes) -> bool:
    """Of a server that knows only ASGI."""
    return False


def write_at_once_of(scope: Mapping[str, Any]) -> WriteAtOnce:
    return cast(WriteAtOnce, scope.get("extensions", {}).get(AT_ONCE, never))
