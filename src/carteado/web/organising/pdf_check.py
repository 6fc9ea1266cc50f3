"""Check that a file is a PDF that only shows pages, from its bytes and not from its name."""

import re
import zlib
from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

HEAD, TAIL = b"%PDF-", b"%%EOF"
TAIL_BYTES = 1024
"""Readers look for the end mark in the last bytes, as some programs write a few more after it."""

MOST_DECOMPRESSED_BYTES = 16 * 1024 * 1024
"""Bytes of all objects of a file together. A regulation of a card game needs a hundredth of it."""
CHUNK_BYTES = 4096

_END_OF_NAME = rb"(?![A-Za-z0-9])"
# Any large picture contains the short names by chance, so they count only with what must follow them.
_ACTS = re.compile(
    rb"/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData)"
    + _END_OF_NAME
    + rb"|/(?:JS|XFA)(?:\s*[(<\[%]|\s+\d)"
)
_ENCRYPTED = re.compile(rb"/Encrypt" + _END_OF_NAME)
_HEX = re.compile(rb"#([0-9A-Fa-f]{2})")
_STREAM = re.compile(rb"\bstream[ \t]*(?:\r\n?|\n)")
_END_OF_OBJECT = b"endobj"
_HOLDS_OBJECTS = re.compile(rb"/(?:ObjStm|First|N)" + _END_OF_NAME)
# In other objects ``/First`` refers to another object; only a stream of objects has it as a plain number.
_COUNTS_OBJECTS = re.compile(rb"/First\s*\d+(?!\d|\s+\d+\s+R)")


class _CannotExamine(Exception):
    """The file contains objects that cannot be examined."""


def pdf_problem(content: bytes) -> str | Promise | None:
    """What is wrong with the file, in words. None if it may be published.

    Names can be hidden in two ways: written in hexadecimal, and inside a compressed stream of objects. Both are
    decoded. Only a complete PDF reader knows where an object begins, so names count anywhere, even in what looks like a
    comment.
    """
    if not content.startswith(HEAD):
        return _("This is not a PDF, whatever its name says. Save it as PDF and send it again.")
    if TAIL not in content[-TAIL_BYTES:]:
        return _("The PDF is cut off: its end is missing. Send it again.")
    try:
        parts = [content, _plain_names(content), *map(_plain_names, _decompressed_objects(content))]
    except _CannotExamine:
        return _("The PDF hides what is in it. Print it to a new PDF and send that.")
    if any(_ENCRYPTED.search(part) for part in parts):
        return _("The PDF is locked with a password. Save it without one.")
    if any(_ACTS.search(part) for part in parts):
        return _("The PDF does more than show pages: scripts, programs or files are in it. Print it to a new PDF.")
    return None


def _decompressed_objects(content: bytes) -> Iterator[bytes]:
    """Decompress the streams that may hold objects. Pictures, fonts and pages cannot act."""
    at, bytes_left = 0, MOST_DECOMPRESSED_BYTES
    for found in _STREAM.finditer(content):
        preceding = _plain_names(content[at : found.start()])
        at = found.end()
        if b"/Filter" in preceding and _may_hold_objects(preceding):
            decompressed = _decompressed(content, at, bytes_left)
            bytes_left -= len(decompressed)
            yield decompressed


def _may_hold_objects(preceding: bytes) -> bool:
    """Decide from the text before the stream: its own object, and others that end there."""
    # from the end of the object before, or from the start if none ends there
    last_object = preceding[preceding.rfind(_END_OF_OBJECT) + 1 :]
    return bool(_HOLDS_OBJECTS.search(last_object) or _COUNTS_OBJECTS.search(preceding))


def _decompressed(content: bytes, at: int, bytes_left: int) -> bytes:
    """Decompress until the data itself ends, because the length that the file states may be wrong."""
    decompressor, decompressed = zlib.decompressobj(), bytearray()
    while not decompressor.eof and at < len(content):
        try:
            decompressed += decompressor.decompress(content[at : at + CHUNK_BYTES], bytes_left - len(decompressed) + 1)
        except zlib.error:
            raise _CannotExamine from None
        if len(decompressed) > bytes_left:
            raise _CannotExamine
        at += CHUNK_BYTES
    return bytes(decompressed)


def _plain_names(text: bytes) -> bytes:
    return _HEX.sub(lambda found: bytes([int(found[1], 16)]), text)
