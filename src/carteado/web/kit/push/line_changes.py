"""What changed between two states of a page, where that is much less than the page: a hall of phones is sent the lines
that differ, and puts them into what it has."""

import json
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

LEAST = 4096
"""Letters from which on a page is worth the trouble."""


class Edit(NamedTuple):
    """From a line on so many lines become these."""

    start: int
    replaced: int
    lines: list[str]


def delta(before: str, after: str) -> str | None:
    """As JSON, with the sum of the text that it is for; None where the whole is as good."""
    if len(after) < LEAST:
        return None
    edits = list(_edits(before.split("\n"), after.split("\n")))
    told = json.dumps({"of": zlib.crc32(before.encode()), "edits": edits}, ensure_ascii=False, separators=(",", ":"))
    return told if 2 * len(told) < len(after) else None


def _edits(before: Sequence[str], after: Sequence[str]) -> Iterator[Edit]:
    """Line by line where both have as many; else all between what they begin and end with."""
    if len(before) == len(after):
        yield from (Edit(place, 1, [new]) for place, new in enumerate(after) if before[place] != new)
        return
    shorter = min(len(before), len(after))
    start = next((place for place in range(shorter) if before[place] != after[place]), shorter)
    end = next((back for back in range(shorter - start) if before[-1 - back] != after[-1 - back]), shorter - start)
    yield Edit(start, len(before) - start - end, list(after[start : len(after) - end]))
