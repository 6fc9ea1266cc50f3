"""Acts and events compared by what they are, too: named tuples of different kinds are equal if their fields are."""

from collections.abc import Hashable


def typed(value: object) -> Hashable:
    """The value with the name of every named tuple in it."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return (type(value).__name__, *map(typed, value))
    if isinstance(value, list | tuple):
        return tuple(map(typed, value))
    assert isinstance(value, Hashable)
    return value
