"""Collect what stored data and outside programs rely on: tags, action codes, tables, addresses, messages, salts.

``python -m tests.pinned.collecting`` writes the lists again. Do that only for an addition: a changed line means that
data written before can no longer be read, or that a program outside no longer understands the site.
"""

import ast
import json
import os
from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver

from tests.paths import ROOT

FOLDER = Path(__file__).parent
SOURCES = ROOT / "src" / "carteado"


def collected() -> dict[str, Any]:
    """Every pinned list by the name of its file."""
    return {
        "json_tags": json_tags(),
        "log_actions": log_actions(),
        "tables": tables(),
        "addresses": addresses(),
        "wire": wire(),
        "salts": salts(),
    }


def json_tags() -> dict[str, Any]:
    """What is stored as JSON by its type: operations, entry acts and the organiser's decisions, with their parts."""
    from carteado.sumula import entries as sheet_entries
    from carteado.tournament.operations import AnyOperation
    from carteado.tournament.registrations.acts import AnyChange
    from carteado.web.events.details import Details

    found: dict[str, Any] = {}
    for root in (AnyOperation, AnyChange, Details):
        _describe(root, found)
    return {
        "types": dict(sorted(found.items())),
        "operations": sorted(_tag(one) for one in _choices(AnyOperation)),
        "entry_acts": sorted(_tag(one) for one in _choices(AnyChange)),
        "sheet_entries": {kind: sorted(known) for kind, (known, _read) in sorted(sheet_entries._READERS.items())},
    }


def log_actions() -> dict[str, Any]:
    """Every action code of the log with the fields of its details."""
    from carteado.web.log.registry import ACTIONS
    from carteado.web.log.vocabulary import kinds_of

    return {code: list(kinds_of(action)) for code, action in sorted(ACTIONS.items())}


def tables() -> dict[str, Any]:
    """Every app label with its tables and their columns."""
    return {
        config.label: {
            model._meta.db_table: sorted(field.column for field in model._meta.local_concrete_fields)
            for model in sorted(config.get_models(include_auto_created=True), key=lambda one: one._meta.db_table)
        }
        for config in sorted(apps.get_app_configs(), key=lambda one: one.label)
        if list(config.get_models())
    }


def addresses() -> list[list[str]]:
    """Every name of an address with its path."""
    return sorted([name, path] for path, name in _routes(get_resolver().url_patterns, ""))


def wire() -> dict[str, Any]:
    """Every message of a live table with the keys it may have, and the parts that stand in them."""
    from carteado.web.tables import protocol as messages

    found: dict[str, Any] = {"protocol": messages.PROTOCOL}
    for direction in ("Incoming", "Outgoing"):
        for one in get_args(getattr(messages, direction)):
            _describe_struct(one, found)
    return found


def salts() -> list[str]:
    """Every text that goes into a seed, a fingerprint or a signature, as it stands in the source."""
    return sorted({text for path in SOURCES.rglob("*.py") for text in _salts_in(ast.parse(path.read_text("utf-8")))})


# --- types -------------------------------------------------------------------------------------------------------


def _describe(hint: Any, found: dict[str, Any]) -> str:
    """The type in words that name no module; notes the classes in it."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " | ".join(sorted(_describe(one, found) for one in arguments))
    if origin is Literal:
        return "one of " + ", ".join(repr(str(one)) for one in arguments)
    if origin is Annotated:
        return _describe(arguments[0], found)
    if origin is not None:
        return f"{origin.__name__}[{', '.join(_describe(one, found) for one in arguments)}]"
    if hint is Ellipsis:
        return "..."
    if hint is NoneType:
        return "null"
    if isinstance(hint, type):
        _note(hint, found)
        return _tag(hint)
    return str(getattr(hint, "__name__", hint))


def _note(kind: Any, found: dict[str, Any]) -> None:
    name = _tag(kind)
    if name in found:
        return
    if issubclass(kind, Enum):
        found[name] = [str(one.value) for one in kind]
    elif is_dataclass(kind) or hasattr(kind, "_fields"):
        from carteado.tournament.files.codec import fields_of

        found[name] = {}
        found[name].update({field: _describe(hint, found) for field, hint in fields_of(kind).items()})


def _tag(kind: Any) -> str:
    from carteado.tournament.files.codec import tag

    return tag(kind)


def _choices(union: Any) -> tuple[Any, ...]:
    return get_args(union)


def _describe_struct(kind: type, found: dict[str, Any]) -> None:
    """Keys that may be left out end in ``?``."""
    if kind.__name__ in found:
        return
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    found[kind.__name__] = {
        "tag": info.tag,
        "keys": [field.encode_name + ("" if field.required else "?") for field in info.fields],
    }
    for field in msgspec.structs.fields(kind):
        for part in _structs_in(field.type):
            _describe_struct(part, found)


def _structs_in(hint: Any) -> Iterator[type]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for one in get_args(hint):
        yield from _structs_in(one)


# --- addresses and salts -----------------------------------------------------------------------------------------


def _routes(patterns: Any, before: str) -> Iterator[tuple[str, str]]:
    for one in patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _routes(one.url_patterns, path)
        elif isinstance(one, URLPattern):
            yield path, one.name or ""


MIXED_IN = {"Random", "salted_hmac", "sha256", "blake2b", "shuffled"}
"""Functions whose literal arguments decide what they compute."""


def _salts_in(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str() as text)) if "SALT" in name:
                yield text
            case ast.Call():
                yield from (text for text in _mixed_in(node) if "carteado" in text)


def _mixed_in(call: ast.Call) -> Iterator[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in MIXED_IN:
        yield from (_literal(one) for argument in call.args for one in ast.walk(argument))
    for keyword in call.keywords:
        if keyword.arg in ("salt", "label", "person"):
            yield from (_literal(one) for one in ast.walk(keyword.value))


def _literal(node: ast.AST) -> str:
    """The text, or the literal parts of one that is put together: what stands between them may be renamed."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
    return ""


# --- files -------------------------------------------------------------------------------------------------------


def written(name: str, content: Any) -> str:
    """A list as its file: one line an entry, so that a diff shows what changed."""
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    import django

    django.setup()
    for name, content in collected().items():
        (FOLDER / f"{name}.json").write_text(written(name, content), encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.web.settings")
    main()
