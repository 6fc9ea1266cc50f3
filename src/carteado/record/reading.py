"""Reading of untrusted JSON: a ``Node`` knows its place in the document, and its errors name what was expected."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NoReturn, TypeVar

from carteado.cards import Card, NotACard, parse_card
from carteado.record.errors import InputError, quoted

T = TypeVar("T")
SIZE_LIMIT_MIB = 32
LARGEST_INTEGER = 10**9
DEEPEST = 32
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)


def parse_json(data: bytes | str) -> object:
    """Parse a document. The error for bad JSON gives the place."""
    if len(data) > SIZE_LIMIT_MIB * 1024 * 1024:
        raise InputError("too_large", limit=SIZE_LIMIT_MIB)
    try:
        text = (data if isinstance(data, bytes) else data.encode()).decode("utf-8")
        document = json.loads(
            text,
            object_pairs_hook=_unique,
            parse_constant=_not_finite,
            parse_float=_finite_float,
        )
        _check_depth(document)
        if "\\ud" in text.lower():  # escapes may spell half a character, which cannot be encoded again
            json.dumps(document, ensure_ascii=False).encode()
        return document
    except UnicodeDecodeError as error:
        raise InputError("bad_encoding", position=error.start) from None
    except UnicodeEncodeError:
        raise InputError("bad_text") from None
    except json.JSONDecodeError as error:
        raise InputError("bad_json", reason=error.msg, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise InputError("too_deep") from None
    except InputError:
        raise
    except ValueError as error:  # a whole number with more digits than Python reads
        raise InputError("bad_json", reason=str(error), line="?", column="?") from None


def _check_depth(document: object) -> None:
    """Reject deep nesting: none of our formats needs it, and it would break code that walks the document."""
    level = [document]
    for _ in range(DEEPEST):
        level = [inner for outer in level if isinstance(outer, dict | list) for inner in _inside(outer)]
        if not level:
            return
    raise InputError("too_deep")


def _inside(outer: dict[str, object] | list[object]) -> Iterable[object]:
    return outer.values() if isinstance(outer, dict) else outer


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        often = Counter(name for name, _ in pairs)
        raise InputError("duplicate_key", key=quoted(next(name for name in often if often[name] > 1)))
    return table


def _not_finite(text: str) -> NoReturn:
    raise InputError("not_finite", value=text)


def _finite_float(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _not_finite(text)


@dataclass(frozen=True, slots=True)
class Node:
    """A value of the document and its path."""

    value: Any
    path: str = ""
    hand: int | None = None
    action: int | None = None

    def wrong(self, code: str, **details: object) -> InputError:
        return InputError(code, where=self.path, hand=self.hand, action=self.action, **details)

    def expected(self, code: str, **details: object) -> InputError:
        return self.wrong(f"expected_{code}", value=quoted(self.value), **details)

    def mapping(self, *, known_keys: frozenset[str]) -> "Node":
        """Check that this is an object whose keys are all known or start with ``_``."""
        if not isinstance(self.value, dict):
            raise self.expected("object")
        for key in self.value:
            if key not in known_keys and not key.startswith("_"):
                raise self.wrong("unknown_entry", key=quoted(key))
        return self

    def elements(self) -> list["Node"]:
        if not isinstance(self.value, list):
            raise self.expected("list")
        return [Node(value, f"{self.path}[{index}]", self.hand, self.action) for index, value in enumerate(self.value)]

    def has(self, key: str) -> bool:
        return self.value.get(key) is not None

    def __getitem__(self, key: str) -> "Node":
        if key not in self.value:
            raise self.wrong("missing_entry", key=key)
        return Node(self.value[key], f"{self.path}.{key}" if self.path else key, self.hand, self.action)

    def optional(self, key: str, read: "Callable[[Node], T]") -> T | None:
        """Read a key that may be absent or null."""
        return read(self[key]) if self.has(key) else None

    def extra_keys(self) -> dict[str, object]:
        """The keys that start with ``_``, which other programs added: a record written again has them too."""
        return {key: value for key, value in self.value.items() if key.startswith("_")}

    def integer(self) -> int:
        if type(self.value) is not int or abs(self.value) > LARGEST_INTEGER:
            raise self.expected("integer")
        return self.value

    def positive(self) -> int:
        if self.integer() < 1:
            raise self.expected("positive")
        return self.integer()

    def count(self) -> int:
        if self.integer() < 0:
            raise self.expected("count")
        return self.integer()

    def boolean(self) -> bool:
        if type(self.value) is not bool:
            raise self.expected("boolean")
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.expected("text")
        return self.value

    def name(self) -> str:
        """A text that is not empty."""
        if not self.text().strip():
            raise self.wrong("empty_text")
        return self.text()

    def instant(self) -> str:
        try:
            datetime.fromisoformat(self.text() if _INSTANT.fullmatch(self.text()) else "")
        except ValueError:
            raise self.expected("instant") from None
        return self.text()

    def card(self) -> Card:
        try:
            return parse_card(self.value)
        except NotACard:
            raise self.wrong("not_a_card", value=quoted(self.value)) from None

    def cards(self) -> tuple[Card, ...]:
        return tuple(node.card() for node in self.elements())

    def pair(self) -> Literal[0, 1]:
        if type(self.value) is not int or self.value not in (0, 1):
            raise self.expected("pair")
        return 0 if self.value == 0 else 1

    def seat(self, players: int) -> int:
        if type(self.value) is not int or not 0 <= self.value < players:
            raise self.expected("seat", last=players - 1)
        return self.value

    def two_scores(self) -> tuple[int, int]:
        nodes = self.elements()
        if len(nodes) != 2:
            raise self.expected("two_scores")
        return nodes[0].integer(), nodes[1].integer()

    def items(self) -> "Iterator[tuple[str, Node]]":
        if not isinstance(self.value, dict):
            raise self.expected("object")
        return ((key, self[key]) for key in self.value)
