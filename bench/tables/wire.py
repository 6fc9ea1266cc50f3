"""A WebSocket client for both servers. It costs almost nothing, so that the measurement is of the server."""

import asyncio
import base64
import os
import struct
from collections.abc import Callable, Mapping

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
SHORT, MIDDLE, LONG = 125, 126, 127
LAST = 0x80

OnText = Callable[["Wire", bytes], None]


class ConnectionClosed(Exception):
    """The server ended the connection."""


class Wire(asyncio.Protocol):
    """``on_text`` is called with the text of every message as it comes."""

    def __init__(self, request: bytes, on_text: OnText) -> None:
        self._request, self.on_text = request, on_text
        self._read = b""
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionClosed())

    def data_received(self, data: bytes) -> None:
        self._read = self._read + data if self._read else data
        if not self._is_open and not self._shake_hands():
            return
        while (message := self._next()) is not None:
            opcode, payload = message
            if opcode == TEXT:
                self.on_text(self, payload)
            elif opcode == PING:
                self._write(PONG, payload)
            elif opcode == CLOSE:
                self.close()

    def _shake_hands(self) -> bool:
        head, end, rest = self._read.partition(b"\r\n\r\n")
        if not end:
            return False
        self._read = rest
        self._is_open = head.startswith(b"HTTP/1.1 101")
        if not self.opened.done():
            if self._is_open:
                self.opened.set_result(None)
            else:
                self.opened.set_exception(ConnectionClosed(head.decode("latin-1")))
        return self._is_open

    def _next(self) -> tuple[int, bytes] | None:
        read = self._read
        if len(read) < 2:
            return None
        length, start = read[1], 2
        if length == MIDDLE and len(read) >= 4:
            length, start = int.from_bytes(read[2:4], "big"), 4
        elif length == LONG and len(read) >= 10:
            length, start = int.from_bytes(read[2:10], "big"), 10
        elif length > SHORT:
            return None
        if len(read) < start + length:
            return None
        self._read = read[start + length :]
        return read[0] & 0xF, read[start : start + length]

    def send(self, text: bytes) -> None:
        self._write(TEXT, text)

    def _write(self, opcode: int, payload: bytes) -> None:
        """Write a frame. A client must mask its frames; a mask of zeros leaves them unchanged."""
        length = len(payload)
        head = (
            bytes((LAST | opcode, LAST | length))
            if length <= SHORT
            else struct.pack("!BBH", LAST | opcode, LAST | MIDDLE, length)
        )
        self._transport.write(head + bytes(4) + payload)

    def close(self) -> None:
        self._transport.close()


async def connect(
    port: int, path: str, on_text: OnText, headers: Mapping[str, str] | None = None, *, address: str = "127.0.0.1"
) -> Wire:
    """Connect from ``address``, one of this machine's addresses."""
    lines = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
        **(headers or {}),
    }
    request = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(
        lambda: Wire(f"GET {path} HTTP/1.1\r\n{request}\r\n".encode(), on_text),
        "127.0.0.1",
        port,
        local_addr=(address, 0),
    )
    await wire.opened
    return wire
