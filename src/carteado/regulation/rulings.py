"""The rulings: how the regulations are read where a text is silent or contradicts itself, in both languages.

The texts are data, ``texts/LANGUAGE/rulings.toml``. A regulation's values cite a ruling by its number: ``TM-7``.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

FILE_NAME = "rulings.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """One reading of ours. ``articles`` are those that it reads, by the id of their regulation.

    ``text_restated`` is what the text says and what it leaves open; ``instead`` is what an event may choose in place
    of our reading, empty where the ruling offers nothing.
    """

    number: str
    title: str
    articles: Mapping[str, tuple[str, ...]]
    text_restated: str
    reading: str
    why: str
    instead: str = ""


@cache
def rulings_in(language: str) -> Mapping[str, Ruling]:
    """Every ruling by its number, in the order of the file; ``language`` is ``pt`` or ``en``."""
    file = resources.files("carteado.regulation") / "texts" / language / FILE_NAME
    tables = tomllib.loads(file.read_text("utf-8"))
    return MappingProxyType({number: _ruling(number, table) for number, table in tables.items()})


def _ruling(number: str, table: Mapping[str, Any]) -> Ruling:
    return Ruling(
        number=number,
        title=table["title"],
        articles=MappingProxyType({regulation: tuple(articles) for regulation, articles in table["articles"].items()}),
        text_restated=_in_one_line(table["words"]),
        reading=_in_one_line(table["reading"]),
        why=_in_one_line(table["why"]),
        instead=_in_one_line(table.get("instead", "")),
    )


def _in_one_line(text: str) -> str:
    """Without the line breaks of the file."""
    return " ".join(text.split())
