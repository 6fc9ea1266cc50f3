"""A regulation for display: rules in words by section, the articles they come from, and what organisers may change."""

import enum
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple, get_args, get_origin

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.regulation import (
    About,
    Article,
    Citation,
    EngineKind,
    Entry,
    EventRules,
    MeldsRules,
    Regulation,
    Stated,
    TrucoRules,
    load,
    rulings_in,
)
from carteado.regulation import Ruling as RulingText
from carteado.regulation.schema import fields_of, section_type
from carteado.web.kit.words.catalogue import language, words

ABOUT = {
    About.PLAY: gettext_lazy("At the table"),
    About.SCORING: gettext_lazy("Points"),
    About.EVENT: gettext_lazy("The event"),
    About.CONDUCT: gettext_lazy("Conduct"),
    About.PERSONAL_DATA: gettext_lazy("Personal data"),
    About.FORMAL: gettext_lazy("Formalities"),
}
"""Headings for groups of articles, by what they govern."""


def article_anchor(number: str) -> str:
    """Anchor of an article on the page of its regulation: ``7 §2`` becomes ``art-7-2``."""
    return "art-" + number.lower().replace("§", "").replace(" ", "-").rstrip(".")


def article_name(number: str) -> str:
    """An article as it is cited: ``art. 14``. Parts without a number have a name, such as ``gloss.``."""
    return number if number.endswith(".") else _("art. %(number)s") % {"number": number}


def rule_anchor(key: str) -> str:
    return "regra-" + key.replace(".", "-").replace("_", "-")


def ruling_anchor(ruling: str) -> str:
    return "decisao-" + ruling.lower()


class Choice(NamedTuple):
    """The sentence of a rule with one of its possible values. ``is_current`` marks the value that it has."""

    text: str
    is_current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule in words. Organisers may change it unless it has no value: such a rule is only stated.

    If they may, and its values are a closed set, ``choices`` has a sentence for each; otherwise that is empty and
    ``kind`` describes what may be put in place of the value. With ``choices`` the text of ``kind`` means nothing, so
    pages look at ``choices`` first. Without ``may_change`` both are empty.
    """

    key: str
    text: str
    citation: Citation
    may_change: bool
    choices: tuple[Choice, ...]
    kind: str

    @property
    def anchor(self) -> str:
        return rule_anchor(self.key)


class Section(NamedTuple):
    """The rules of one section. ``name`` is the part of their keys before the dot."""

    name: str
    title: str
    rules: tuple[Rule, ...]

    @property
    def changeable_rules(self) -> tuple[Rule, ...]:
        """The rules that organisers may change."""
        return tuple(rule for rule in self.rules if rule.may_change)


Columns = tuple[tuple[Section, ...], tuple[Section, ...]]
"""Sections in order, in two columns of about the same length."""


class ListedArticle(NamedTuple):
    """An article with its matter in our words, and the rules that come from it."""

    number: str
    name: str
    anchor: str
    matter: str
    rules: tuple[Rule, ...]


class ArticleGroup(NamedTuple):
    """Articles that govern the same matter, under the heading ``about``."""

    about: str
    articles: tuple[ListedArticle, ...]


class CitedArticle(NamedTuple):
    """An article as it is cited, and where it stands on the page of articles."""

    name: str
    anchor: str


class Ruling(NamedTuple):
    """Our numbered reading of articles that are silent or contradict each other. ``rules`` are those of the regulation
    that cite it, ``articles`` the articles that these rules cite."""

    number: str
    anchor: str
    text: RulingText
    articles: tuple[CitedArticle, ...]
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """A regulation with its rules in words, by section."""

    regulation: Regulation
    sections: tuple[Section, ...]

    @property
    def rules(self) -> Iterator[Rule]:
        for section in self.sections:
            yield from section.rules

    @property
    def play(self) -> Columns:
        """Sections on the game itself."""
        return _in_columns(tuple(one for one in self.sections if one.name not in fields_of(EventRules)))

    @property
    def event(self) -> Columns:
        """Sections on the championship."""
        return _in_columns(tuple(one for one in self.sections if one.name in fields_of(EventRules)))


def _in_columns(sections: tuple[Section, ...]) -> Columns:
    half = sum(len(section.rules) + 1 for section in sections) / 2  # the title is a line, too
    so_far = 0
    for number, section in enumerate(sections):
        so_far += len(section.rules) + 1
        if so_far >= half:
            return sections[: number + 1], sections[number + 1 :]
    return sections, ()


def rulebook(regulation: Regulation) -> Rulebook:
    """The regulation in the language of the page. One with its own values is built once for each language, and cached.
    One that an event or a match has changed is built each time."""
    if regulation.overrides:
        return Rulebook(regulation=regulation, sections=tuple(_sections(regulation)))
    return _cached_rulebook(regulation.id, language())


@cache
def _cached_rulebook(regulation_id: str, _language: str) -> Rulebook:
    """The rulebook in the language of the page, which is a parameter so that each has its own in the cache."""
    regulation = load(regulation_id)
    return Rulebook(regulation=regulation, sections=tuple(_sections(regulation)))


def _sections(regulation: Regulation) -> Iterator[Section]:
    titles = words().sections
    for name, entries in groupby(regulation.entries(), key=lambda entry: entry.key.partition(".")[0]):
        yield Section(name, titles[name], tuple(_rule(regulation, entry) for entry in entries))


def _rule(regulation: Regulation, entry: Entry) -> Rule:
    may_change = not isinstance(entry.value, Stated)
    hint = hint_of(regulation, entry.key)
    return Rule(
        key=entry.key,
        text=words().rule(entry),
        citation=entry.citation,
        may_change=may_change,
        choices=tuple(_choices(entry, hint)) if may_change else (),
        kind=_kind(hint) if may_change else "",
    )


def hint_of(regulation: Regulation, key: str) -> Any:
    """The type of the value of a key in the schema, by which forms read a changed value."""
    return _hints(regulation.engine_kind)[key]


@cache
def _hints(game: EngineKind) -> dict[str, Any]:
    """The type of the value of each key, ``section.name``, also of sections that a regulation may leave out."""
    tables = {**fields_of(TrucoRules if game is EngineKind.TRUCO else MeldsRules), **fields_of(EventRules)}
    return {
        f"{section}.{name}": hint
        for section, table in tables.items()
        for name, hint in fields_of(section_type(table)[0]).items()
    }


def _choices(entry: Entry, hint: Any) -> Iterator[Choice]:
    """The whole rule for each value of a closed set, so that readers need not guess what a word means. Nothing for
    other types."""
    values: Iterable[object] = ()
    if hint is bool:
        values = (True, False)
    elif isinstance(hint, type) and issubclass(hint, enum.StrEnum):
        values = hint
    for value in values:
        yield Choice(words().rule(entry._replace(value=value)), value == entry.value)


def _kind(hint: Any) -> str:
    """The kind of value allowed, if there are too many to list."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is tuple and isinstance(parts[0], type) and issubclass(parts[0], enum.StrEnum):
        values = ", ".join(words().in_words(one) for one in parts[0])
        return _("a list, in order, of: %(values)s") % {"values": values}
    if origin is tuple:
        return _("another list of numbers") if parts[0] is int else _("another list")
    if origin is not None:
        return _("other numbers in the table")
    return {int: _("another number"), str: _("another text")}.get(hint, _("another date"))


def article_groups(book: Rulebook) -> list[ArticleGroup]:
    """Every article of the text, grouped by what it governs, in the order of ``ABOUT``."""
    cited: dict[str, list[Rule]] = defaultdict(list)
    for rule in book.rules:
        for number in rule.citation.articles:
            cited[number].append(rule)
    by_about: dict[About, list[Article]] = defaultdict(list)
    for article in book.regulation.articles.values():
        by_about[article.about].append(article)
    return [
        ArticleGroup(str(title), tuple(_listed(article, cited[article.number]) for article in by_about[about]))
        for about, title in ABOUT.items()
        if by_about[about]
    ]


def _listed(article: Article, rules: list[Rule]) -> ListedArticle:
    number, matter = article.number, article.matter[language()]
    return ListedArticle(number, article_name(number), article_anchor(number), matter, tuple(rules))


def rulings(book: Rulebook) -> list[Ruling]:
    """The rulings that this regulation's rules cite, in the order of their numbers."""
    by_number: dict[str, list[Rule]] = defaultdict(list)
    for rule in book.rules:
        if rule.citation.ruling:
            by_number[rule.citation.ruling].append(rule)
    texts = rulings_in(language())
    return [
        Ruling(number, ruling_anchor(number), texts[number], _articles_of(rules), tuple(rules))
        for number, rules in sorted(by_number.items(), key=lambda item: _in_order(item[0]))
    ]


def _articles_of(rules: Iterable[Rule]) -> tuple[CitedArticle, ...]:
    numbers = dict.fromkeys(number for rule in rules for number in rule.citation.articles)
    return tuple(CitedArticle(article_name(number), article_anchor(number)) for number in numbers)


def _in_order(ruling: str) -> tuple[str, int]:
    """Sort key: ``C-2`` comes before ``C-10``."""
    prefix, _dash, number = ruling.rpartition("-")
    return prefix, int(number)
