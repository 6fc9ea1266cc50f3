"""The rulings as pages show them: their texts in the page's language, grouped, with links between them."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from carteado.regulation import Ruling, load, rulings_in
from carteado.regulation.wording import LANGUAGES
from carteado.web.kit.words.catalogue import language
from carteado.web.regulations.rulebook import article_anchor, article_name, ruling_anchor

GROUPS = {
    "TM": "Truco Masters 2025",
    "C": gettext_lazy("Tranca and Canastra"),
    "E": gettext_lazy("Events"),
}
"""The heading over the numbers of each prefix."""
_REGULATIONS = {"AFIA": "afia-2026-tranca", "FARAES": "faraes-2023-tranca", "APCEF": "apcef-sc-2022-canastra"}
"""The regulations by the word with which rulings name them."""
_ONE = r"\d+(?:\.\d+)*[a-z]?º?(?:,?\s*§\s*\d+º?)?"
"""The number of an article."""
_SEVERAL = rf"{_ONE}(?:(?:,|\s+e|\s+and)\s+{_ONE})*(?![\w.]*\d)"
"""One or more of them. It never ends within a longer number."""
_NUMBER = re.compile(_ONE)
_MARKED = re.compile(
    rf"\*(?P<word>[^*]+)\*|\b(?P<number>(?:{'|'.join(GROUPS)})-\d+)\b"
    rf"|(?:\b(?P<before>{'|'.join(_REGULATIONS)})\s+)?"
    rf"(?:\b(?:[Ii]t(?:em|ens|ems)|[Aa]rti(?:go|cle)s?|[Aa]rts?\.)\s+{_SEVERAL}|\({_SEVERAL}(?=\)))"
    rf"(?:\s+(?:d[oa]|of)\s+(?P<after>{'|'.join(_REGULATIONS)}))?",
)
"""What is marked in a text: words in italics, numbers of rulings, and articles. These follow a word for them, or stand
alone in brackets. The regulation may be named before or after them."""


class ReadArticle(NamedTuple):
    """An article that a ruling reads, as it is cited, and where it stands."""

    name: str
    url: str


class ReadText(NamedTuple):
    """The articles of one regulation that a ruling reads."""

    regulation: str
    articles: tuple[ReadArticle, ...]


class ListedRuling(NamedTuple):
    """A ruling on the page of rulings. ``text`` has its several texts, ``reads`` the articles by regulation."""

    number: str
    anchor: str
    text: Ruling
    reads: tuple[ReadText, ...]


class RulingGroup(NamedTuple):
    """The rulings whose numbers have the same prefix, under its heading."""

    title: str
    anchor: str
    rulings: tuple[ListedRuling, ...]


def ruling_groups() -> list[RulingGroup]:
    """Every ruling in the language of the page. In the file of rulings those of one prefix stand together."""
    by_prefix = groupby(rulings_in(language()).values(), key=lambda one: one.number.partition("-")[0])
    return [
        RulingGroup(str(GROUPS[prefix]), f"decisoes-{prefix.lower()}", tuple(map(_listed, rulings)))
        for prefix, rulings in by_prefix
    ]


def _listed(ruling: Ruling) -> ListedRuling:
    return ListedRuling(ruling.number, ruling_anchor(ruling.number), ruling, tuple(_reads(ruling)))


def _reads(ruling: Ruling) -> Iterator[ReadText]:
    for regulation_id, numbers in ruling.articles.items():
        page = reverse("articles", args=[regulation_id])
        articles = (ReadArticle(article_name(number), f"{page}#{article_anchor(number)}") for number in numbers)
        yield ReadText(load(regulation_id).name, tuple(articles))


def in_html(text: str) -> SafeString:
    """A ruling's text: words between asterisks in italics, and each ruling and article that it names as a link."""
    return format_html_join("", "{}", ((part,) for part in _parts(text)))


@cache
def _articles_by_text() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """The articles that a ruling reads, by regulation, for each of its texts in every language. A template passes only
    the text to ``in_html``, and so the ruling is found again."""
    rulings = (ruling for code in LANGUAGES for ruling in rulings_in(code).values())
    return {
        text: one.articles for one in rulings for text in (one.text_restated, one.reading, one.why, one.instead) if text
    }


def _parts(text: str) -> Iterator[str]:
    """The text in order: plain parts, which are not escaped yet, and marked parts as HTML."""
    page, end = reverse("rulings"), 0
    reads = _articles_by_text().get(text, {})
    for found in _MARKED.finditer(text):
        yield text[end : found.start()]
        end = found.end()
        if number := found["number"]:
            yield format_html('<a href="{}#{}">{}</a>', page, ruling_anchor(number), number)
        elif word := found["word"]:
            yield format_html("<em>{}</em>", word)
        else:
            yield from _articles_in(found[0], found["before"] or found["after"] or "", reads)
    yield text[end:]


def _articles_in(words: str, named: str, reads: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """The words with each number of an article as a link, where it is clear which regulation is meant. ``named`` is the
    word for a regulation that stands beside them, empty for none. ``reads`` are the articles that the ruling reads."""
    end = 0
    for found in _NUMBER.finditer(words):
        yield words[end : found.start()]
        end = found.end()
        meant = _article_meant(_plain_number(found[0]), named, reads)
        if meant is None:
            yield found[0]
        else:
            regulation, number = meant
            page = reverse("articles", args=[regulation])
            yield format_html('<a href="{}#{}">{}</a>', page, article_anchor(number), found[0])
    yield words[end:]


def _plain_number(written: str) -> str:
    """``7º, § 2º`` as the regulation numbers it: ``7 §2``."""
    return re.sub(r",?\s*§\s*", " §", written.replace("º", ""))


def _article_meant(number: str, named: str, reads: Mapping[str, tuple[str, ...]]) -> tuple[str, str] | None:
    """The regulation and the article, or None if it is not clear which regulation is meant.

    It is the one that is named, or else one of those that the ruling reads. Of these it is the only one of which the
    ruling reads this article, or else the only one that has it. A chapter that counts anew has its numeral before the
    number: ``1`` may mean ``II.1``.
    """
    texts = [_REGULATIONS[named]] if named else list(reads)
    found = (
        [(one, number) for one in texts if number in reads.get(one, ())],
        [(one, article) for one in texts for article in reads.get(one, ()) if _is_of_chapter(article, number)],
        [(one, number) for one in texts if number in load(one).articles],
    )
    return next((articles[0] for articles in found if len(articles) == 1), None)


def _is_of_chapter(article: str, number: str) -> bool:
    return article.endswith(f".{number}") and not article[0].isdigit()
