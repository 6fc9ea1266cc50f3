"""Take a photo in, without what a phone writes into it: where it was taken, when, and by whom."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

PNG_HEAD = b"\x89PNG\r\n\x1a\n"
JPEG_HEAD = b"\xff\xd8"
_PNG_CHUNKS = frozenset(
    {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"sRGB", b"gAMA", b"cHRM", b"iCCP", b"pHYs", b"sBIT"}
)
_SCAN, _END, _EXIF = 0xDA, 0xD9, 0xE1
_KEPT_SEGMENTS = frozenset({0xE0, 0xE2, 0xEE})
"""JFIF, colour profile and Adobe's colours. The other application segments and comments may say anything."""
_ORIENTATION = 0x0112


class Photo(NamedTuple):
    kind: str
    content: bytes


class NoPhoto(ValueError):
    """The file is no whole JPEG or PNG picture."""


def cleaned_photo(content: bytes) -> Photo:
    """The picture without its remarks. Raises NoPhoto."""
    try:
        if content.startswith(PNG_HEAD):
            return Photo("png", PNG_HEAD + b"".join(_png_chunks(content)))
        if content.startswith(JPEG_HEAD):
            return Photo("jpeg", JPEG_HEAD + b"".join(_jpeg_segments(content)))
    except (struct.error, IndexError):
        raise NoPhoto from None
    raise NoPhoto


def _png_chunks(content: bytes) -> Iterator[bytes]:
    at, name = len(PNG_HEAD), b""
    while name != b"IEND":
        (length,) = struct.unpack_from(">I", content, at)
        name, end = content[at + 4 : at + 8], at + 12 + length
        if end > len(content):
            raise NoPhoto
        if name in _PNG_CHUNKS:
            yield content[at:end]
        at = end


def _jpeg_segments(content: bytes) -> Iterator[bytes]:
    """The segments up to the picture itself, and the picture. Of the camera's remarks only which side is up stays."""
    at = len(JPEG_HEAD)
    while True:
        mark, kind = content[at], content[at + 1]
        if mark != 0xFF or kind == _END:
            raise NoPhoto
        if kind == 0xFF:  # a filling byte
            at += 1
            continue
        if kind == _SCAN:
            picture = content[at : content.rindex(b"\xff\xd9") + 2] if b"\xff\xd9" in content[at:] else b""
            if not picture:
                raise NoPhoto
            yield picture
            return
        (length,) = struct.unpack_from(">H", content, at + 2)
        end = at + 2 + length
        if length < 2 or end > len(content):
            raise NoPhoto
        segment = content[at:end]
        if kind == _EXIF and (orientation := _orientation_in(segment[4:])):
            yield _exif_of(orientation)
        elif kind in _KEPT_SEGMENTS or not (0xE0 <= kind <= 0xEF or kind == 0xFE):
            yield segment
        at = end


def _orientation_in(exif: bytes) -> int:
    """Which side of the picture is up, 2 to 8; 0 if it says nothing or nothing special."""
    if not exif.startswith(b"Exif\0\0"):
        return 0
    tiff = exif[6:]
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return 0
    try:
        (first,) = struct.unpack_from(f"{order}I", tiff, 4)
        (count,) = struct.unpack_from(f"{order}H", tiff, first)
        for number in range(min(count, 200)):
            tag, _type, _count, value = struct.unpack_from(f"{order}HHIH", tiff, first + 2 + 12 * number)
            if tag == _ORIENTATION:
                return value if 2 <= value <= 8 else 0
    except struct.error:
        return 0
    return 0


def _exif_of(orientation: int) -> bytes:
    tiff = b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, _ORIENTATION, 3, 1, orientation, 0, 0)
    body = b"Exif\0\0" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body
