"""Finds citations that stand in a sentence as words: ``(FARAES 2023, Art. 14, 15)``."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from carteado.regulation import Regulation, available, load


class WrittenArticle(NamedTuple):
    """An article within a sentence, with the words that name it: ``FARAES 2023, Art. 14``, or ``15`` after it."""

    regulation: Regulation
    number: str
    words: str


def parts_of_sentence(text: str) -> Iterator[str | WrittenArticle]:
    """The text in order: what is no citation as it is, and each article that is cited."""
    end = 0
    for found in _citations().finditer(text):
        group = str(found.lastgroup)
        regulation = _groups()[group]
        yield text[end : found.start()]
        words = text[found.start() : found.start(group)]
        for index, number in enumerate(found[group].split(", ")):
            if index:
                yield ", "
            yield WrittenArticle(regulation, number, f"{words}{number}")
            words = ""
        end = found.end()
    yield text[end:]


@cache
def _groups() -> Mapping[str, Regulation]:
    """The regulations by the names of the groups in the pattern.

    Each has one form of citation for articles with a dot in their number and one for the others; they may be the same.
    """
    return {
        f"text_{place}_{form}": load(name) for place, name in enumerate(available()) for form in ("plain", "dotted")
    }


@cache
def _citations() -> re.Pattern[str]:
    """Matches the articles that a regulation has, and no others."""
    return re.compile("|".join(_pattern(group, regulation) for group, regulation in _groups().items()))


def _pattern(group: str, regulation: Regulation) -> str:
    form = regulation.cite_form if group.endswith("plain") else regulation.cite_dotted_form
    before, after = (re.escape(part) for part in form.split("{article}"))
    number = "|".join(map(re.escape, sorted(regulation.articles, key=len, reverse=True)))
    return rf"{before}(?P<{group}>(?:{number})(?:, (?:{number}))*)(?!\w| §|\.\d){after}"
