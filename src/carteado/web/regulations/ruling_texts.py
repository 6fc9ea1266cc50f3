"""The rulings as pages show them: their texts in the page's language, grouped, with links between them."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from carteado.regulation import Ruling, load, rulings_in
from carteado.web.kit.words.catalogue import language
from carteado.web.regulations.rulebook import article_anchor, article_name, ruling_anchor

GROUPS = {
    "TM": "Truco Masters 2025",
    "C": gettext_lazy("Tranca and Canastra"),
    "E": gettext_lazy("Events"),
}
"""The heading over the numbers of each prefix."""
_MARKED = re.compile(rf"\*(?P<word>[^*]+)\*|\b(?P<number>(?:{'|'.join(GROUPS)})-\d+)\b")


class ReadArticle(NamedTuple):
    """An article that a ruling reads, as it is cited, and where it stands."""

    name: str
    url: str


class ReadText(NamedTuple):
    """What a ruling reads of one regulation."""

    regulation: str
    articles: tuple[ReadArticle, ...]


class ListedRuling(NamedTuple):
    number: str
    anchor: str
    text: Ruling
    reads: tuple[ReadText, ...]


class RulingGroup(NamedTuple):
    title: str
    anchor: str
    rulings: tuple[ListedRuling, ...]


def ruling_groups() -> list[RulingGroup]:
    """Every ruling in the language of the page."""
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
    """A ruling's text: words between asterisks in italics, and each ruling that it names as a link."""
    return format_html_join("", "{}", ((part,) for part in _parts(text)))


def _parts(text: str) -> Iterator[str]:
    page, end = reverse("rulings"), 0
    for found in _MARKED.finditer(text):
        yield text[end : found.start()]
        end = found.end()
        if number := found["number"]:
            yield format_html('<a href="{}#{}">{}</a>', page, ruling_anchor(number), number)
        else:
            yield format_html("<em>{}</em>", found["word"])
    yield text[end:]
