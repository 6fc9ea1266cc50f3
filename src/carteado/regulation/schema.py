"""Typed rules from TOML tables: every key must be known, every value cited and of the right type.

A rules class is a dataclass whose fields are sections; a section is a dataclass whose fields are rules. The
annotations are the schema: ``int``, ``bool``, ``str``, an enum, a tuple or a mapping of these, or ``Stated``.
"""

import dataclasses
import enum
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from carteado.regulation.citation import Citation

T = TypeVar("T")
LARGEST_NUMBER = 10**9


class Stated(enum.Enum):
    """A rule without a parameter: the engine implements it, and the regulation file only cites its article."""

    STATED = "stated"


class Values(Mapping[str, T]):
    """An immutable, hashable table of values, so that rules can be compared and can be the key of a cache."""

    def __init__(self, values: Mapping[str, T]) -> None:
        self._values = dict(values)

    def __getitem__(self, name: str) -> T:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        return repr(self._values)


class RegulationError(ValueError):
    """A fault in a regulation file or an override. Names the file and the key."""

    def __init__(self, source: str, key: str, code: str, **details: object) -> None:
        parts = ", ".join(f"{name} {value!r}" for name, value in details.items())
        super().__init__(f"{source}: {key}: {code.replace('_', ' ')}" + (f" ({parts})" if parts else ""))
        self.source, self.key, self.code, self.details = source, key, code, details


class Problem(NamedTuple):
    """A combination of values that makes a game or an event impossible."""

    key: str
    code: str
    details: Mapping[str, object] = {}


class Entry(NamedTuple):
    """One rule of a regulation as it stands: its key, its value and where it comes from."""

    key: str
    value: object
    citation: Citation


def section_type(hint: Any) -> tuple[Any, bool]:
    """The section class of a field, and whether a regulation may leave out the whole section."""
    members = [member for member in get_args(hint) if member is not type(None)]
    return (members[0], True) if members else (hint, False)


def fields_of(cls: Any) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


def read_rules(cls: type[T], tables: Mapping[str, object], *, source: str) -> tuple[T, dict[str, Citation]]:
    """Read the rules of one class, and a citation for each of its keys. Unknown tables are left to the caller."""
    citations: dict[str, Citation] = {}
    sections: dict[str, object] = {}
    for name, hint in fields_of(cls).items():
        section, optional = section_type(hint)
        if name not in tables:
            if not optional:
                raise RegulationError(source, name, "missing_section")
            sections[name] = None
            continue
        sections[name] = _read_section(section, name, tables[name], citations, source)
    return cls(**sections), citations


def _read_section(cls: Any, section: str, table: object, citations: dict[str, Citation], source: str) -> object:
    if not isinstance(table, dict):
        raise RegulationError(source, section, "not_a_table")
    hints = fields_of(cls)
    for name in table:
        if name not in hints:
            raise RegulationError(source, f"{section}.{name}", "unknown_key")
    values: dict[str, object] = {}
    for name, hint in hints.items():
        key = f"{section}.{name}"
        if name not in table:
            raise RegulationError(source, key, "missing_key")
        values[name], citations[key] = _read_entry(hint, key, table[name], source)
    return cls(**values)


def _read_entry(hint: Any, key: str, entry: object, source: str) -> tuple[object, Citation]:
    if not isinstance(entry, dict):
        raise RegulationError(source, key, "not_cited")
    for name in entry:
        if name not in ("value", "article", "ruling"):
            raise RegulationError(source, f"{key}.{name}", "unknown_key")
    citation = _read_citation(key, entry, source)
    if hint is Stated:
        if "value" in entry:
            raise RegulationError(source, key, "takes_no_value")
        return Stated.STATED, citation
    if "value" not in entry:
        raise RegulationError(source, key, "missing_value")
    return read_value(hint, entry["value"], key=key, source=source), citation


def _read_citation(key: str, entry: Mapping[str, object], source: str) -> Citation:
    article, ruling = entry.get("article"), entry.get("ruling")
    articles = article if isinstance(article, list) else [article]
    if not articles or not all(isinstance(one, str) and one for one in articles):
        raise RegulationError(source, key, "not_cited")
    if ruling is not None and not isinstance(ruling, str):
        raise RegulationError(source, key, "bad_ruling")
    return Citation(tuple(str(one) for one in articles), ruling)


def read_value(hint: Any, value: object, *, key: str, source: str) -> object:
    """Read a value as the type that the schema gives its key. Raises an error that names the expected type."""
    origin = get_origin(hint)
    if origin is tuple and isinstance(value, list):
        return tuple(read_value(get_args(hint)[0], one, key=key, source=source) for one in value)
    if origin is Mapping:
        if isinstance(value, dict):
            return Values(
                {name: read_value(get_args(hint)[1], one, key=key, source=source) for name, one in value.items()}
            )
    elif isinstance(hint, type) and issubclass(hint, enum.StrEnum):
        if value in list(hint):
            return hint(str(value))
        raise RegulationError(source, key, "not_one_of", value=value, choices=[str(one) for one in hint])
    elif hint in (int, bool, str, date, datetime) and type(value) is hint and _is_sane(value):
        return value
    raise RegulationError(source, key, "wrong_type", value=value, expected=type_name(hint))


def _is_sane(value: object) -> bool:
    """Whether a number is small enough: no rule needs a larger one, and it would break the printing of scores."""
    return not isinstance(value, int) or abs(value) <= LARGEST_NUMBER


def type_name(hint: Any) -> str:
    if get_origin(hint) is tuple:
        return f"list of {type_name(get_args(hint)[0])}"
    if get_args(hint):
        return f"table of {type_name(get_args(hint)[1])}"
    return str(hint.__name__)


def entries(rules: Any, citations: Mapping[str, Citation]) -> Iterator[Entry]:
    """Every rule in the order of the schema."""
    for section in dataclasses.fields(rules):
        table = getattr(rules, section.name)
        if table is None:
            continue
        for field in dataclasses.fields(table):
            key = f"{section.name}.{field.name}"
            yield Entry(key, getattr(table, field.name), citations[key])


def with_value(rules: T, key: str, value: object, *, source: str) -> T:
    """The rules with one value replaced. The same schema checks the new value."""
    section, _, name = key.partition(".")
    table = getattr(rules, section) if section in fields_of(type(rules)) else None
    hints = {} if table is None else fields_of(type(table))
    if name not in hints:
        raise RegulationError(source, key, "unknown_key")
    if hints[name] is Stated:
        raise RegulationError(source, key, "takes_no_value")
    read = read_value(hints[name], value, key=key, source=source)
    return dataclasses.replace(rules, **{section: dataclasses.replace(table, **{name: read})})  # type: ignore[type-var]
