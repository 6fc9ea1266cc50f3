"""Take a photo in, without what a phone writes into it: where it was taken, when, and by whom.

A JPEG file is a row of segments, each with a mark (FF and a kind) and a length; the picture itself is in scans. A PNG
file is a row of chunks, each with a length, a name and a checksum. Only what is needed to show the picture is kept.
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple

PNG_HEAD = b"\x89PNG\r\n\x1a\n"
JPEG_HEAD = b"\xff\xd8"
_PNG_CHUNKS = frozenset(
    {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"sRGB", b"gAMA", b"cHRM", b"iCCP", b"pHYs", b"sBIT"}
)
_SCAN, _END, _EXIF, _FILL, _COMMENT = 0xDA, 0xD9, 0xE1, 0xFF, 0xFE
_JFIF = 0xE0
"""These and the next are kinds of JPEG segments."""
_KEPT_REMARKS = {_JFIF: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
"""How the remarks begin that tell how to show the picture. Any other may say anything: a comment, a second picture, the
small picture from before it was cut."""
_IN_SCAN = frozenset({0x00, *range(0xD0, 0xD8)})
"""What follows an FF inside a scan: a filling zero or a restart. Anything else ends it."""
_ORIENTATION = 0x0112
"""Number of the field of Exif that says which side is up."""


class Photo(NamedTuple):
    """``kind`` is ``jpeg`` or ``png``, as in the content type."""

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
    """The chunks to keep, up to the end of the picture."""
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
    """The segments and scans of the first picture. Of the camera's remarks only which side is up stays. What comes
    after the picture goes: phones append a film or a second picture there."""
    at, has_scan = len(JPEG_HEAD), False
    while True:
        mark, kind = content[at], content[at + 1]
        if mark != 0xFF or (kind == _END and not has_scan):
            raise NoPhoto
        if kind == _FILL:
            at += 1
            continue
        if kind == _END:
            yield content[at : at + 2]
            return
        (length,) = struct.unpack_from(">H", content, at + 2)
        end = at + 2 + length
        if length < 2 or end > len(content):
            raise NoPhoto
        if kind == _SCAN:
            has_scan, end = True, _end_of_scan(content, end)
        yield from _kept(kind, content[at:end])
        at = end


def _end_of_scan(content: bytes, at: int) -> int:
    """Where the segment after the scan begins. A scan has no length of its own."""
    while True:
        at = content.find(b"\xff", at)
        if at < 0:
            raise NoPhoto
        if content[at + 1] not in _IN_SCAN:
            return at
        at += 2


def _kept(kind: int, segment: bytes) -> Iterator[bytes]:
    """The segment without what it says about the person. Pictures themselves stay as they are."""
    if kind == _EXIF:
        if orientation := _orientation_in(segment[4:]):
            yield _exif_of(orientation)
    elif 0xE0 <= kind <= 0xEF or kind == _COMMENT:
        if kind in _KEPT_REMARKS and segment[4:].startswith(_KEPT_REMARKS[kind]):
            yield _without_small_picture(segment) if kind == _JFIF else segment
    else:
        yield segment


def _without_small_picture(jfif: bytes) -> bytes:
    """Version and resolution alone: the small picture that may follow can show what was cut away from the large one."""
    return b"\xff\xe0\x00\x10" + jfif[4:16].ljust(12, b"\0") + b"\0\0"


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
    """An Exif segment that says which side is up, and nothing else."""
    tiff = b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, _ORIENTATION, 3, 1, orientation, 0, 0)
    body = b"Exif\0\0" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body
