"""What a picture that was taken shows, read without any library."""

import struct
import zlib


def first_pixel(png: bytes) -> bytes:
    """Red, green, blue and how much of them there is, at the upper left."""
    place, packed = 8, b""
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += length + 12
    return zlib.decompress(packed)[1:5]
