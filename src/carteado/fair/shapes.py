"""Reading of outside data: a value of the wrong shape raises a ``FairError`` that names its key."""

from collections.abc import Collection
from typing import TypeGuard

from carteado.fair.errors import FairError


def as_object(value: object, *, key: str, known_keys: Collection[str]) -> dict[str, object]:
    """Keys that start with ``_`` are free for notes; any other unknown key is an error."""
    if not isinstance(value, dict):
        raise FairError("bad_shape", key=key, expected="an object")
    for name in value:
        if name not in known_keys and not name.startswith("_"):
            raise FairError("unknown_key", key=name)
    return value


def as_list(value: object, *, key: str) -> list[object]:
    if not isinstance(value, list):
        raise FairError("bad_shape", key=key, expected="a list")
    return value


def as_count(value: object, *, key: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise FairError("bad_shape", key=key, expected="a whole number, 0 or more")


def is_text(value: object) -> TypeGuard[str]:
    """Whether the value has at least one character and UTF-8 can encode it, unlike half of a surrogate pair."""
    if not isinstance(value, str) or not value:
        return False
    return not any("\ud800" <= character <= "\udfff" for character in value)
