"""Whether a file is a PDF that only shows pages: told by its bytes, not by its name."""

import re
import zlib
from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

HEAD, TAIL = b"%PDF-", b"%%EOF"
TAIL_ROOM = 1024
"""Readers look for the end mark in the last bytes; some programs write a few more after it."""

LARGEST_UNFOLDED = 16 * 1024 * 1024
"""All objects of a file together: those of a regulation of a card game are a hundredth of it."""

_END_OF_NAME = rb"(?![A-Za-z0-9])"
_ACTS_ANYWHERE = re.compile(rb"/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData)" + _END_OF_NAME)
_ACTS = re.compile(rb"/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)" + _END_OF_NAME)
_ENCRYPTED = re.compile(rb"/Encrypt" + _END_OF_NAME)
_HEX = re.compile(rb"#([0-9A-Fa-f]{2})")
_STREAM = re.compile(rb"\bstream\r?\n")
_END_OF_STREAM = b"endstream"


class _Hidden(Exception):
    """Objects that cannot be looked at."""


def why_not_pdf(content: bytes) -> str | Promise | None:
    """What is wrong with the file, in words; None when it may be published.

    Names hide in two ways: written in hexadecimal, and inside a compressed stream of objects. Both are undone.
    """
    if not content.startswith(HEAD):
        return _("This is not a PDF, whatever its name says. Save it as PDF and send it again.")
    if TAIL not in content[-TAIL_ROOM:]:
        return _("The PDF is cut off: its end is missing. Send it again.")
    try:
        objects = [_plain_names(part) for part in _objects(content)]
    except _Hidden:
        return _("The PDF hides what is in it. Print it to a new PDF and send that.")
    if any(_ENCRYPTED.search(part) for part in objects):
        return _("The PDF is locked with a password. Save it without one.")
    if _ACTS_ANYWHERE.search(content) or any(_ACTS.search(part) for part in objects):
        return _("The PDF does more than show pages: scripts, programs or files are in it. Print it to a new PDF.")
    return None


def _objects(content: bytes) -> Iterator[bytes]:
    """What stands outside of streams, and the streams that hold objects; pictures, fonts and pages cannot act."""
    at, room = 0, LARGEST_UNFOLDED
    while found := _STREAM.search(content, at):
        before = content[at : found.start()]
        yield before
        end = content.find(_END_OF_STREAM, found.end())
        end = len(content) if end < 0 else end
        heading = _plain_names(before)
        if b"/ObjStm" in heading:
            stream = content[found.end() : end]
            unfolded = _unfolded(stream, room) if b"/Filter" in heading else stream
            room -= len(unfolded)
            yield unfolded
        at = end + len(_END_OF_STREAM)
    yield content[at:]


def _unfolded(stream: bytes, room: int) -> bytes:
    machine = zlib.decompressobj()
    try:
        unfolded = machine.decompress(stream, max(1, room))
    except zlib.error:
        raise _Hidden from None
    if machine.unconsumed_tail:
        raise _Hidden
    return unfolded


def _plain_names(text: bytes) -> bytes:
    return _HEX.sub(lambda found: bytes([int(found[1], 16)]), text)
