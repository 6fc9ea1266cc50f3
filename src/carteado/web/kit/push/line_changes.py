"""The difference between two versions of the HTML that an open page shows. Open pages in a full hall are sent only the
lines that changed, if that saves much. The client applies the edits."""

import json
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

LEAST_CHARACTERS = 4096
"""Length of the HTML from which on a difference is worth computing."""


class Edit(NamedTuple):
    """Replaces ``replaced`` lines, from line ``start`` on (the first is 0), by ``lines``."""

    start: int
    replaced: int
    lines: list[str]


def delta(before: str, after: str) -> str | None:
    """The edits as JSON, with a checksum ``of`` the text that they apply to.

    None if ``after`` is short, or if the edits are not shorter than half of it: then all of it is sent.
    """
    if len(after) < LEAST_CHARACTERS:
        return None
    edits = list(_edits(before.split("\n"), after.split("\n")))
    text = json.dumps({"of": zlib.crc32(before.encode()), "edits": edits}, ensure_ascii=False, separators=(",", ":"))
    return text if 2 * len(text) < len(after) else None


def _edits(before: Sequence[str], after: Sequence[str]) -> Iterator[Edit]:
    """One edit for each changed line if both texts have the same number of lines, otherwise one for everything between
    their common start and end."""
    if len(before) == len(after):
        yield from (Edit(place, 1, [new]) for place, new in enumerate(after) if before[place] != new)
        return
    shorter = min(len(before), len(after))
    start = next((place for place in range(shorter) if before[place] != after[place]), shorter)
    end = next((back for back in range(shorter - start) if before[-1 - back] != after[-1 - back]), shorter - start)
    yield Edit(start, len(before) - start - end, list(after[start : len(after) - end]))
