"""Writes client/src/table/messages.ts: the messages of a live table, and the views in them, as the client's types.

``python -m tools.protocol`` writes the file, ``--check`` exits 1 when the file is not up to date.
"""

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
from msgspec.structs import FieldInfo, fields

from carteado.melds import MeldsView
from carteado.truco import TrucoView

FILE = Path(__file__).parents[1] / "client" / "src" / "table" / "messages.ts"
HEAD = "// Written by tools/protocol.py from the server's classes. Not to be changed by hand.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", bytes: "string"}
ANY = "unknown"
VIEWS = TrucoView | MeldsView
KNOWN = {("State", "view"): VIEWS}
"""The types of fields that the server does not read."""


def written() -> str:
    """The whole file."""
    from carteado.web.tables import protocol as messages

    said, told = get_args(messages.Incoming), get_args(messages.Outgoing)
    parts = [_interface(one) for one in _all_of((*get_args(VIEWS), *said, *told))]
    unions = [f"export type {name} = {_names(of)}\n" for name, of in (("Incoming", said), ("Outgoing", told))]
    constants = [f"export const PROTOCOL = {messages.PROTOCOL}\n"]
    return "\n".join([HEAD, *constants, *parts, *unions])


def _names(classes: tuple[type, ...]) -> str:
    return " | ".join(one.__name__ for one in classes)


def _all_of(classes: tuple[type, ...]) -> Iterator[type]:
    """The messages and the types in them, each type before those that use it."""
    seen: set[type] = set()
    for one in classes:
        yield from _with_parts(one, seen)


def _with_parts(one: type, seen: set[type]) -> Iterator[type]:
    if one in seen:
        return
    seen.add(one)
    hints = get_type_hints(one).values() if is_typeddict(one) else (field.type for field in fields(one))
    for hint in hints:
        for part in _classes_in(hint):
            yield from _with_parts(part, seen)
    yield one


def _classes_in(hint: Any) -> Iterator[type]:
    if _is_class_of_ours(hint):
        yield hint
    for inner in get_args(hint):
        yield from _classes_in(inner)


def _is_class_of_ours(hint: Any) -> bool:
    return is_typeddict(hint) or (isinstance(hint, type) and issubclass(hint, msgspec.Struct))


def _interface(one: Any) -> str:
    lines = _lines_of_view(one) if is_typeddict(one) else _lines_of_message(one)
    return "\n".join([*_comment(one), f"export interface {_name(one)} {{", *lines, "}", ""])


def _lines_of_view(one: Any) -> list[str]:
    return [f"  {name}: {_type(hint)}" for name, hint in get_type_hints(one).items()]


def _lines_of_message(one: Any) -> list[str]:
    tag = one.__struct_config__.tag
    return [*([f'  type: "{tag}"'] if tag else []), *(_field(one, field) for field in fields(one))]


def _name(one: type) -> str:
    """The name in TypeScript. Both games have a view of a hand, so parts of a view are named after their game."""
    game = one.__module__.split(".")[1].capitalize()
    return one.__name__ if not is_typeddict(one) or one.__name__.startswith(game) else game + one.__name__


def _comment(one: type) -> list[str]:
    """The docstring of the class as a comment. The docstring of a base class does not apply."""
    said = inspect.cleandoc(one.__doc__).split("\n") if "__doc__" in vars(one) and one.__doc__ else []
    if len(said) == 1:
        return [f"/** {said[0]} */"]
    return ["/**", *(f" * {line}".rstrip() for line in said), " */"] if said else []


def _field(one: Any, field: FieldInfo) -> str:
    """One field, optional if it may be left out.

    A message to the server may leave out fields that have a default, one to the client fields that equal their default.
    """
    left_out = not field.required and (one.__struct_config__.omit_defaults or _is_said(one))
    hint = KNOWN.get((one.__name__, field.name), field.type)
    return f"  {field.encode_name}{'?' if left_out else ''}: {_type(hint)}"


def _is_said(one: type) -> bool:
    from carteado.web.tables.protocol import FromClient

    return issubclass(one, FromClient)


def _type(hint: Any) -> str:
    if hint in PLAIN:
        return PLAIN[hint]
    if hint is Any or hint is msgspec.Raw:
        return ANY
    if _is_class_of_ours(hint):
        return _name(hint)
    return _composed(hint, get_origin(hint), get_args(hint))


def _composed(hint: Any, origin: Any, inside: tuple[Any, ...]) -> str:
    if origin is Annotated:
        return _type(inside[0])
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in inside)
    if origin in (Union, UnionType):
        return " | ".join(map(_type, inside))
    if origin in (list, tuple):
        inner = _type(inside[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{_type(inside[0])}, {_type(inside[1])}>"
    raise TypeError(f"no type of the client's is known for {hint}")


def main() -> int:
    if "--check" not in sys.argv:
        FILE.parent.mkdir(parents=True, exist_ok=True)
        FILE.write_text(written(), "utf-8")
        return 0
    if FILE.exists() and FILE.read_text("utf-8") == written():
        return 0
    print(f"{FILE.name} is not what tools/protocol.py writes: run it", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
