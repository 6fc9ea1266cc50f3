"""The articles of a regulation in full for display, each with the rules that come from it and the rulings on it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from carteado.regulation import Article, Piece, article_in_full, article_texts, rulings_in
from carteado.web.kit.words.catalogue import language
from carteado.web.regulations.rulebook import Rule, Rulebook, article_anchor, article_name, ruling_anchor

Pieces = tuple[Piece, ...]


class Passage(NamedTuple):
    """A paragraph, made of ``pieces``, or a list with its ``items``. The other field is empty."""

    pieces: Pieces = ()
    items: tuple[Pieces, ...] = ()


class RulingRead(NamedTuple):
    """A ruling of ours that interprets an article."""

    number: str
    title: str
    anchor: str


class FullArticle(NamedTuple):
    """An article in full. ``matter`` is what it is about, in our words. ``rules`` are those that come from it,
    ``changed`` those of them that this event changed. ``open`` says why the site does not serve the article yet, or not
    in full; it is empty for an article that is served.
    """

    number: str
    name: str
    anchor: str
    matter: str
    passages: tuple[Passage, ...]
    rules: tuple[Rule, ...]
    changed: tuple[Rule, ...]
    rulings: tuple[RulingRead, ...]
    open: str


class Part(NamedTuple):
    """A heading of the text, with the articles under it. Articles before the first heading have an empty ``title``."""

    title: str
    anchor: str
    articles: tuple[FullArticle, ...]


def parts_of(book: Rulebook, decided: Mapping[str, object]) -> tuple[Part, ...]:
    """The whole text in its own order, in the language of the page. ``decided`` has what an event decided where the
    text leaves a placeholder, by its name. The text shows it."""
    texts = article_texts(book.regulation.id, language())
    rules, rulings = _rules_by_article(book), _rulings_by_article(book.regulation.id)
    heading = ""
    under: dict[str, list[FullArticle]] = {}
    for article in book.regulation.articles.values():
        heading = texts.parts.get(article.number, heading)
        shown = _full(article, book, decided, rules[article.number], rulings[article.number])
        under.setdefault(heading, []).append(shown)
    return tuple(
        Part(title, f"parte-{number}", tuple(articles)) for number, (title, articles) in enumerate(under.items(), 1)
    )


def _full(
    article: Article,
    book: Rulebook,
    decided: Mapping[str, object],
    rules: list[Rule],
    rulings: list[RulingRead],
) -> FullArticle:
    return FullArticle(
        number=article.number,
        name=article_name(article.number),
        anchor=article_anchor(article.number),
        matter=article.matter[language()],
        passages=tuple(_passages(article.number, book, decided)),
        rules=tuple(rules),
        changed=tuple(rule for rule in rules if rule.citation.changed_by),
        rulings=tuple(rulings),
        open=book.regulation.open.get(article.number, {}).get(language(), ""),
    )


def _passages(number: str, book: Rulebook, decided: Mapping[str, object]) -> Iterator[Passage]:
    blocks = article_in_full(book.regulation, number, language(), decided)
    for is_list, run in groupby(blocks, key=lambda block: block.is_item):
        if is_list:
            yield Passage(items=tuple(block.pieces for block in run))
        else:
            yield from (Passage(pieces=block.pieces) for block in run)


def _rules_by_article(book: Rulebook) -> Mapping[str, list[Rule]]:
    found: dict[str, list[Rule]] = defaultdict(list)
    for rule in book.rules:
        for number in rule.citation.articles:
            found[number].append(rule)
    return found


def _rulings_by_article(regulation_id: str) -> Mapping[str, list[RulingRead]]:
    found: dict[str, list[RulingRead]] = defaultdict(list)
    for ruling in rulings_in(language()).values():
        for number in ruling.articles.get(regulation_id, ()):
            found[number].append(RulingRead(ruling.number, ruling.title, ruling_anchor(ruling.number)))
    return found
