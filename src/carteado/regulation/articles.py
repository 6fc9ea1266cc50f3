"""Every article of the regulations in full, restated in our own words, in both languages.

The texts are data, ``texts/LANGUAGE/articles/ID.toml``. In a text, ``{match.target}`` is that rule's value in force,
``{vulnerable.minimums.2}`` one of several values, and ``{event.where}`` what an event decides without a rule. The table
``event`` has what the published text says of the latter, the table ``parts`` the headings of the text.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import NamedTuple

from carteado.regulation.loading import Regulation, available, load
from carteado.regulation.wording import Catalogue, catalogue

NOTHING_DECIDED: Mapping[str, object] = MappingProxyType({})
OF_EVENT = "event."
ITEM = "- "
_PLACEHOLDER = re.compile(r"\{(?P<name>[a-z_]+\.[^{}]+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleTexts:
    """The texts of one regulation in one language, by article, and their headings by the first article under each."""

    articles: Mapping[str, str]
    event: Mapping[str, str]
    parts: Mapping[str, str]


class Piece(NamedTuple):
    """A stretch of a text. ``is_decided`` if it differs from the published text because the event decided it."""

    text: str
    is_decided: bool = False


class Block(NamedTuple):
    """A paragraph, or an item of a list."""

    pieces: tuple[Piece, ...]
    is_item: bool = False

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


@cache
def article_texts(regulation_id: str, language: str) -> ArticleTexts:
    """The texts as written, with placeholders; empty for a regulation that does not come with the package."""
    if regulation_id not in available():
        return ArticleTexts(articles={}, event={}, parts={})
    folder = resources.files("carteado.regulation") / "texts" / language / "articles"
    tables = tomllib.loads((folder / f"{regulation_id}.toml").read_text("utf-8"))
    return ArticleTexts(**{name: MappingProxyType(tables[name]) for name in ("articles", "event", "parts")})


def article_in_full(
    regulation: Regulation, number: str, language: str, decided: Mapping[str, object] = NOTHING_DECIDED
) -> tuple[Block, ...]:
    """An article with the values of this regulation, and with what the event ``decided`` by the name of a placeholder.

    Raises KeyError for an article that the regulation does not have.
    """
    texts = article_texts(regulation.id, language)
    filling = _Filling(texts.event, _values(regulation), _values(load(regulation.id)), catalogue(language), decided)
    return tuple(_block(block, filling) for block in _blocks(texts.articles[number]))


def as_text(blocks: tuple[Block, ...]) -> str:
    """The blocks as plain text, paragraphs apart and items below each other."""
    lines: list[str] = []
    for index, block in enumerate(blocks):
        if index and not (block.is_item and blocks[index - 1].is_item):
            lines.append("")
        lines.append(f"{ITEM}{block.text}" if block.is_item else block.text)
    return "\n".join(lines)


def placeholders(text: str) -> Iterator[str]:
    """The names of the placeholders in a text as written."""
    return (found["name"] for found in _PLACEHOLDER.finditer(text))


# --- filling ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Filling:
    """What fills the placeholders: the published sentences and values, those in force, and what the event decided."""

    event: Mapping[str, str]
    values: Mapping[str, object]
    published: Mapping[str, object]
    words: Catalogue
    decided: Mapping[str, object]

    def piece(self, name: str) -> Piece:
        written = self._written(name)
        shown = self.words.in_words(self.decided[name]) if name in self.decided else self._in_force(name, written)
        return Piece(shown, shown != written)

    def _written(self, name: str) -> str:
        if name.startswith(OF_EVENT):
            return self._sentence(name, self.published)
        return self.words.in_words(_value(self.published, name))

    def _sentence(self, name: str, values: Mapping[str, object]) -> str:
        """What the text says where an event decides without a rule. It may name values of rules."""
        written = self.event[name.removeprefix(OF_EVENT)]
        return _PLACEHOLDER.sub(lambda found: self.words.in_words(_value(values, found["name"])), written)

    def _in_force(self, name: str, written: str) -> str:
        """A value may lack the part that the text names, because an event may set a list of another length."""
        if name.startswith(OF_EVENT):
            return self._sentence(name, self.values)
        try:
            return self.words.in_words(_value(self.values, name))
        except LookupError:
            return written


def _values(regulation: Regulation) -> dict[str, object]:
    return {entry.key: entry.value for entry in regulation.entries()}


def _value(values: Mapping[str, object], name: str) -> object:
    """The value of a rule, or the part of it that stands after the second dot: of a table by name, of a list from 1."""
    section, key, *part = name.split(".", 2)
    value = values[f"{section}.{key}"]
    if not part:
        return value
    if isinstance(value, Mapping):
        return value[part[0]]
    assert isinstance(value, tuple)
    return value[int(part[0]) - 1]


def _blocks(text: str) -> Iterator[tuple[str, bool]]:
    """The paragraphs and items of a text, without the line breaks of its file."""
    for paragraph in text.split("\n\n"):
        lines: list[str] = []
        for line in paragraph.splitlines():
            if not lines or line.startswith(ITEM):
                lines.append(line)
            else:
                lines[-1] += f" {line}"
        for line in lines:
            yield line.removeprefix(ITEM), line.startswith(ITEM)


def _block(block: tuple[str, bool], filling: _Filling) -> Block:
    text, is_item = block
    return Block(tuple(_pieces(text, filling)), is_item)


def _pieces(text: str, filling: _Filling) -> Iterator[Piece]:
    end = 0
    for found in _PLACEHOLDER.finditer(text):
        if found.start() > end:
            yield Piece(text[end : found.start()])
        yield filling.piece(found["name"])
        end = found.end()
    if end < len(text):
        yield Piece(text[end:])
