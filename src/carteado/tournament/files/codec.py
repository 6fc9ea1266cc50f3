"""Convert values of the tournament to JSON and back, using only their types. A new field needs no further code.

Data classes and named tuples become objects, unless they have their own ``to_json`` and ``from_json``. Where a type is
one of several, the object names it in ``type``: the name of the class in lower case.
"""

import dataclasses
import re
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from carteado.record import Node
from carteado.tournament.registrations.people import read_choice, read_instant, write_instant

TYPE = "type"


def to_json(value: Any, *, tagged: bool = False) -> Any:
    """A value as JSON. ``tagged`` adds its ``type``, needed where the type is one of several."""
    if isinstance(value, datetime):
        return write_instant(value)
    if hasattr(value, "to_json"):
        return value.to_json()
    if isinstance(value, Mapping):
        return {str(key): to_json(one) for key, one in value.items()}
    if dataclasses.is_dataclass(value) or hasattr(value, "_fields"):
        kind: Any = type(value)
        named = {name: to_json(getattr(value, name), tagged=_is_choice(hint)) for name, hint in fields_of(kind).items()}
        return {TYPE: tag(kind), **named} if tagged else named
    if isinstance(value, list | tuple | frozenset):
        elements = sorted(value) if isinstance(value, frozenset) else value
        return [to_json(one, tagged=tagged) for one in elements]
    return value


def from_json(kind: Any, node: Node) -> Any:
    """Read a value of that type. Raises InputError, which says what is wrong and where."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _read_choice_of(arguments, node)
    if origin is tuple:
        return _read_tuple(arguments, node)
    if origin is Literal:
        return _read_literal(arguments, node)
    if hasattr(kind, "from_json"):
        return kind.from_json(node)
    if isinstance(kind, type) and (dataclasses.is_dataclass(kind) or hasattr(kind, "_fields")):
        return _read_fields(kind, node, known=frozenset())
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return read_choice(node, kind)
    return _PLAIN[kind](node)


def tag(kind: type) -> str:
    """The tag of a class: ``HoldDraw`` is ``hold_draw``. Stored events contain tags, so renaming a class breaks
    them."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


@cache
def fields_of(kind: type) -> dict[str, Any]:
    """Field names with their types, in order."""
    hints = get_type_hints(kind)
    names = getattr(kind, "_fields", None) or [field.name for field in dataclasses.fields(kind)]
    return {name: hints[name] for name in names}


def _is_choice(hint: Any) -> bool:
    """Whether a value of that type, or its elements, must name their type."""
    if get_origin(hint) is tuple:
        return any(_is_choice(one) for one in get_args(hint))
    several = [one for one in get_args(hint) if one is not NoneType]
    return get_origin(hint) in (Union, UnionType) and len(several) > 1


def _read_choice_of(kinds: tuple[Any, ...], node: Node) -> Any:
    if NoneType in kinds and node.value is None:
        return None
    several = [one for one in kinds if one is not NoneType]
    if len(several) == 1:
        return from_json(several[0], node)
    by_tag = {tag(kind): kind for kind in several}
    if not isinstance(node.value, dict):
        raise node.expected("object")
    name = node[TYPE].text()
    if name not in by_tag:
        raise node[TYPE].wrong("not_one_of", value=name, choices=list(by_tag))
    return _read_fields(by_tag[name], node, known=frozenset({TYPE}))


def _read_fields(kind: Any, node: Node, *, known: frozenset[str]) -> Any:
    hints = fields_of(kind)
    node.mapping(known_keys=known | frozenset(hints))
    given = {name: from_json(hint, node[name]) for name, hint in hints.items() if name in node.value}
    for name in _required(kind):
        if name not in given:
            raise node.wrong("missing_entry", key=name)
    return kind(**given)


@cache
def _required(kind: Any) -> tuple[str, ...]:
    if hasattr(kind, "_fields"):
        return tuple(name for name in kind._fields if name not in kind._field_defaults)
    nothing = dataclasses.MISSING
    fields = dataclasses.fields(kind)
    return tuple(one.name for one in fields if one.default is nothing and one.default_factory is nothing)


def _read_tuple(kinds: tuple[Any, ...], node: Node) -> tuple[Any, ...]:
    elements = node.elements()
    if kinds[-1] is Ellipsis:
        return tuple(from_json(kinds[0], one) for one in elements)
    if len(elements) != len(kinds):
        raise node.wrong("expected_length", length=len(kinds))
    return tuple(from_json(kind, one) for kind, one in zip(kinds, elements, strict=True))


def _read_literal(choices: tuple[Any, ...], node: Node) -> Any:
    if node.value not in choices or isinstance(node.value, bool):
        raise node.wrong("not_one_of", value=str(node.value), choices=[str(one) for one in choices])
    return node.value


_PLAIN: dict[Any, Any] = {
    str: Node.text,
    int: Node.integer,
    bool: Node.boolean,
    datetime: read_instant,
    object: lambda node: node.value,
}
