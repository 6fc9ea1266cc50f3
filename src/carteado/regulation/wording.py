"""Rules, refusals and errors as sentences in Portuguese and English. The sentences are data: ``texts/LANGUAGE/*.toml``.

The rulings and the articles in full are not among them: ``rulings.py`` and ``articles.py`` read their files.

A rule's sentence is a template with ``{value}``, or a table of templates by value: ``true`` and ``false``, an enum's
names, ``empty`` for an empty list, and ``other`` for the rest.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from importlib import resources

from carteado.cards import Card
from carteado.regulation.citation import Refusal
from carteado.regulation.rulings import FILE_NAME as RULINGS_FILE
from carteado.regulation.schema import Entry, RegulationError

LANGUAGES = ("pt", "en")
_TABLES = ("sections", "keys", "values", "refusals", "errors")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All sentences of the library in one language."""

    language: str
    sections: Mapping[str, str]
    keys: Mapping[str, str | Mapping[str, str]]
    values: Mapping[str, str]
    refusals: Mapping[str, str]
    errors: Mapping[str, str]

    def rule(self, entry: Entry) -> str:
        """The rule as a sentence, with the value in force."""
        template = self.keys[entry.key]
        if not isinstance(template, str):
            template = template.get(_variant(entry.value)) or template["other"]
        return template.format(value=self.in_words(entry.value))

    def refusal(self, refusal: Refusal) -> str:
        return self._filled(self.refusals[refusal.code], refusal.details)

    def error(self, code: str, details: Mapping[str, object]) -> str:
        return self._filled(self.errors[code], details)

    def regulation_error(self, error: RegulationError) -> str:
        return f"{error.source}: {error.key}: {self.error(error.code, error.details)}"

    def in_words(self, value: object) -> str:
        """A value as a person reads it: cards with their symbols, lists in words, dates in figures."""
        if isinstance(value, Card):
            return value.symbol
        if isinstance(value, Enum):
            return self.values.get(str(value.value), str(value.value))
        if isinstance(value, Mapping):
            return ", ".join(f"{self._range_in_words(name)}: {self.in_words(one)}" for name, one in value.items())
        if isinstance(value, list | tuple):
            return self._listed([self.in_words(one) for one in value])
        if isinstance(value, datetime):
            return value.strftime("%d/%m/%Y %Hh%M" if self.language == "pt" else "%Y-%m-%d %H:%M")
        if isinstance(value, date):
            return value.strftime("%d/%m/%Y" if self.language == "pt" else "%Y-%m-%d")
        if isinstance(value, str):
            return self.values.get(value, value)
        return str(value)

    def _range_in_words(self, name: object) -> str:
        """A name in a table: of a card, or of a range of cards (``8-10`` for ``8-T``)."""
        return "-".join(map(self.in_words, str(name).split("-")))

    def _listed(self, words: list[str]) -> str:
        if len(words) < 2:
            return "".join(words)
        return ", ".join(words[:-1]) + (" e " if self.language == "pt" else " and ") + words[-1]

    def _filled(self, template: str, details: Mapping[str, object]) -> str:
        return template.format(**{name: self.in_words(value) for name, value in details.items()})


def _variant(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Enum):
        return str(value.value)
    return "empty" if value in ((), {}) else str(value)


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of ``pt`` or ``en``."""
    merged: dict[str, dict[str, str]] = {table: {} for table in _TABLES}
    folder = resources.files("carteado.regulation") / "texts" / language
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name == RULINGS_FILE or not file.is_file():
            continue
        for table, sentences in tomllib.loads(file.read_text("utf-8")).items():
            merged[table].update(sentences)
    return Catalogue(language, **merged)
