"""How ``carteado serve`` speaks WebSocket: like uvicorn, with a shortcut for what live tables do all the time.

With any other server, an application sends and receives through ASGI alone. Here it may also send at once, without a
task that waits, as long as nothing else waits to be sent. A text that comes in one piece, as nearly all do, is read in
one step and handed over at once, as long as nothing else waits to be received.
"""

import struct
from collections.abc import Callable, Mapping
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.utils import apply_mask as slow_apply_mask

from carteado.web.kit.guarding.token_bucket import TokenBucket

try:
    from websockets.speedups import apply_mask
except ImportError:
    apply_mask = slow_apply_mask

AT_ONCE, LISTEN = "carteado.at_once", "carteado.listen"
"""The ASGI extensions under which an application finds these functions."""

WriteAtOnce = Callable[[bytes], bool]
"""Takes the text of a message. True if it is sent, False if it has to wait its turn."""
Handler = Callable[[bytes], bool]
"""Takes a message. True if it is dealt with; otherwise it and all later ones go the usual way, through ASGI."""
Listen = Callable[[Handler], None]

TEXT = 0x81
"""First byte of a text in one frame. Every message is sent so."""
LAST = MASKED = 0x80
MIDDLE, LONG = 126, 127
"""Values of the length field that say that the length follows in two or eight bytes."""
MASK = 4
BYTES_PER_SECOND, BYTES_AT_ONCE = 16_384.0, 131_072.0
"""Limits of one connection, many times what a player sends."""


class TableProtocol(WebSocketsSansIOProtocol):
    """A connection. What the kernel does not take at once counts as waiting."""

    _is_between_frames = False
    """True if all data so far ended with a whole message. Once one came in pieces, this is no longer known."""
    _bytes: TokenBucket | None = None
    """Limits what the client may send; None before the handshake."""
    _handler: Handler | None = None
    _is_full = False
    """True while something waits for the kernel."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_complete or self.conn.extensions:
            return  # refused already, or frames that are compressed: no shortcut
        self.transport.set_write_buffer_limits(high=1)  # not 0: with https, even an empty buffer would count as full
        self._bytes = TokenBucket(BYTES_PER_SECOND, BYTES_AT_ONCE)
        extensions = cast(dict[str, Any], self.scope["extensions"])
        extensions[AT_ONCE], extensions[LISTEN] = self.write_at_once, self.listen
        self._is_between_frames = True

    def pause_writing(self) -> None:
        self._is_full = True
        super().pause_writing()

    def resume_writing(self) -> None:
        self._is_full = False
        super().resume_writing()

    def write_at_once(self, text: bytes) -> bool:
        """Send a text now. False if that cannot be: something waits to be sent, or the connection ends."""
        if self._is_full or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        self.transport.write(_head(len(text)) + text)
        return True

    def listen(self, handler: Handler) -> None:
        """From now on, hand messages to ``handler`` at once."""
        self._handler = handler

    def data_received(self, data: bytes) -> None:
        """Hand over a single text at once, and leave all other data to uvicorn.

        A client that sends far more than a player does is cut off. Pings count too, and what comes after the close.
        """
        if self._bytes is not None and not self._bytes.take(len(data)):
            self.transport.abort()
            return
        text = _only_text(data) if self._is_between_frames and self.conn.state is OPEN else None
        if text is None or len(text) > self.config.ws_max_size:
            self._is_between_frames = self._is_between_frames and _ends_whole(data)
            super().data_received(data)
        elif not self._is_handled(text):  # give it to uvicorn as a frame that it has read itself
            self.frames, self.curr_msg_data_type = [text], "text"
            self.send_receive_event_to_app()

    def _is_handled(self, text: bytes) -> bool:
        """True if the handler has dealt with the text. Only ASCII: uvicorn checks other text for being UTF-8."""
        if self._handler is None or self.close_sent or not self.queue.empty() or not text.isascii():
            return False
        if self._handler(text):
            return True
        self._handler = None
        return False


def _head(length: int) -> bytes:
    """The first bytes of a text frame with that many bytes of content."""
    if length < MIDDLE:
        return bytes((TEXT, length))
    short = length < 1 << 16
    return struct.pack("!BBH", TEXT, MIDDLE, length) if short else struct.pack("!BBQ", TEXT, LONG, length)


def _only_text(data: bytes) -> bytes | None:
    """The text, if the data is one frame with a text and nothing else."""
    if len(data) < 2 + MASK or data[0] != TEXT or not data[1] & MASKED:
        return None
    start, end = _payload(data, 0)
    return apply_mask(data[start:], data[start - MASK : start]) if end == len(data) else None


def _ends_whole(data: bytes) -> bool:
    """True if the data consists of whole frames, and none of them continues in another."""
    at = 0
    while at + 2 <= len(data) and data[at] & LAST:
        at = _payload(data, at)[1]
    return at == len(data)


def _payload(data: bytes, at: int) -> tuple[int, int]:
    """Where the content of the frame at ``at`` begins, and where it ends."""
    length, start = data[at + 1] & ~MASKED, at + 2
    if length >= MIDDLE:
        more = 2 if length == MIDDLE else 8
        length, start = int.from_bytes(data[start : start + more], "big"), start + more
    start += MASK if data[at + 1] & MASKED else 0
    return start, start + length


def never(_text: bytes) -> bool:
    """Stands in for writing at once, on a server that knows only ASGI."""
    return False


def wait_for_all(_handler: Handler) -> None:
    """Stands in for listening, on such a server."""


def write_at_once_of(scope: Mapping[str, Any]) -> WriteAtOnce:
    """The connection's way to send at once, or ``never``."""
    return cast(WriteAtOnce, scope.get("extensions", {}).get(AT_ONCE, never))


def listen_of(scope: Mapping[str, Any]) -> Listen:
    """The connection's way to hand messages over at once, or ``wait_for_all``."""
    return cast(Listen, scope.get("extensions", {}).get(LISTEN, wait_for_all))
