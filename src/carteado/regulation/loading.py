"""Reading and checking of a regulation file: its rules of play, its rules of the event, and its list of articles."""

import dataclasses
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, cast, get_origin

from carteado.regulation.citation import Citation
from carteado.regulation.event_rules import EventRules, impossible_event
from carteado.regulation.melds_rules import MeldsRules, impossible_melds
from carteado.regulation.schema import (
    Entry,
    RegulationError,
    entries,
    fields_of,
    read_rules,
    with_value,
)
from carteado.regulation.truco_rules import TrucoRules, impossible_truco
from carteado.regulation.wording import LANGUAGES

Rules = TrucoRules | MeldsRules
Choice = TypeVar("Choice", bound=StrEnum)


class EngineKind(StrEnum):
    """Which engine plays a regulation. One engine plays both Tranca and Canastra."""

    TRUCO = "truco"
    MELDS = "melds"


class About(StrEnum):
    """What an article governs."""

    PLAY = "play"
    SCORING = "scoring"
    EVENT = "event"
    PERSONAL_DATA = "personal_data"
    CONDUCT = "conduct"
    FORMAL = "formal"


class Article(NamedTuple):
    """One article of the text: its topic, and its content in a few words of each language."""

    number: str
    about: About
    matter: Mapping[str, str]


class Override(NamedTuple):
    """A value that an event or a match sets in place of the regulation's, and who decided it."""

    key: str
    value: object
    by: str


@dataclass(frozen=True, kw_only=True)
class Regulation:
    """A regulation as data. ``open`` has the articles that are not served yet, or not in full, each with the reason.

    ``read_as`` has what is read in place of a value in force, by key, where the value's type cannot hold it.
    """

    id: str
    engine_kind: EngineKind
    name: str
    title: Mapping[str, str]
    ruling_prefix: str
    cite_form: str
    cite_dotted_form: str
    open: Mapping[str, Mapping[str, str]]
    rules: Rules
    event: EventRules
    citations: Mapping[str, Citation]
    articles: Mapping[str, Article]
    overrides: tuple[Override, ...] = field(default=())
    read_as: Mapping[str, object] = field(default_factory=dict)

    def citation(self, key: str) -> Citation:
        return self.citations[key]

    def cite(self, key: str) -> str:
        """The place of a rule, as a person would look it up: ``FARAES 2023, Art. 14``."""
        return self.place(self.citations[key].articles)

    def cite_with_ruling(self, key: str) -> str:
        """The place of a rule and the ruling that reads it: ``Truco Masters 2025, Anexo I, item 31; TM-10``."""
        ruling = self.citations[key].ruling
        return f"{self.cite(key)}; {ruling}" if ruling else self.cite(key)

    def place(self, articles: Iterable[str]) -> str:
        """Articles of this text, as a person would look them up."""
        by_form: dict[str, list[str]] = {}
        for article in articles:
            by_form.setdefault(self.cite_dotted_form if "." in article else self.cite_form, []).append(article)
        return "; ".join(form.format(article=", ".join(articles)) for form, articles in by_form.items())

    def entries(self) -> Iterator[Entry]:
        for entry in (*entries(self.rules, self.citations), *entries(self.event, self.citations)):
            yield entry._replace(value=self.read_as[entry.key]) if entry.key in self.read_as else entry

    def with_overrides(self, overrides: tuple[Override, ...]) -> "Regulation":
        """The regulation with the values of an event or a match; each change is recorded with its author."""
        changed = self.worded_with(overrides)
        _check_combinations(changed.rules, changed.event, source=self.id)
        return changed

    def worded_with(self, overrides: tuple[Override, ...]) -> "Regulation":
        """The same, for reading only: whether the values go together is not checked. An event may have moved its day
        and not yet its closing."""
        changed = self
        for override in overrides:
            changed = changed._with_override(override)
        return changed

    def _with_override(self, override: Override) -> "Regulation":
        section = override.key.partition(".")[0]
        part = "event" if section in fields_of(EventRules) else "rules"
        rules = with_value(getattr(self, part), override.key, override.value, source=self.id)
        citation = self.citations[override.key]._replace(changed_by=override.by)
        return dataclasses.replace(
            self,
            **{part: rules},
            citations={**self.citations, override.key: citation},
            overrides=(*self.overrides, override),
        )


def available() -> tuple[str, ...]:
    """The ids of the regulations that come with the package."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _data().iterdir() if file.name.endswith(".toml")))


class UnknownRegulation(LookupError):
    """No regulation has that id."""


@cache
def load(regulation_id: str) -> Regulation:
    """One of the regulations that come with the package."""
    if regulation_id not in available():
        raise UnknownRegulation(regulation_id)
    return read(_data().joinpath(f"{regulation_id}.toml").read_text("utf-8"), source=f"{regulation_id}.toml")


def _data() -> resources.abc.Traversable:
    return resources.files("carteado.regulation") / "data"


def read(text: str, *, source: str) -> Regulation:
    """Read a regulation from the text of its file. A fault raises an error that names the file and the key."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RegulationError(source, "-", "not_toml", reason=str(error)) from None
    heading = _heading(tables, source)
    engine_kind = _choice(EngineKind, heading.game, "regulation.game", source)
    rules_class: type[TrucoRules] | type[MeldsRules] = TrucoRules if engine_kind is EngineKind.TRUCO else MeldsRules
    _no_other(tables, {"regulation", "articles", *fields_of(rules_class), *fields_of(EventRules)}, "", source)
    rules, play_citations = read_rules(rules_class, tables, source=source)
    event, event_citations = read_rules(EventRules, tables, source=source)
    _check_combinations(rules, event, source=source)
    articles = dict(_articles(_table(tables, "articles", source), source))
    citations = play_citations | event_citations
    _check_articles(citations, articles, source)
    return Regulation(
        id=heading.id,
        engine_kind=engine_kind,
        name=heading.name,
        title=heading.title,
        ruling_prefix=heading.ruling_prefix,
        cite_form=heading.cite,
        cite_dotted_form=heading.cite_dotted,
        open=dict(_open_articles(heading, articles, source)),
        rules=rules,
        event=event,
        citations=citations,
        articles=articles,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heading:
    """The table ``regulation`` of a file."""

    id: str
    game: str
    name: str
    title: dict[str, str]
    ruling_prefix: str
    cite: str
    cite_dotted: str
    open: dict[str, object]


def _heading(tables: Mapping[str, object], source: str) -> _Heading:
    table = _table(tables, "regulation", source)
    types = fields_of(_Heading)
    _no_other(table, set(types), "regulation.", source)
    for name, hint in types.items():
        if name not in table:
            raise RegulationError(source, f"regulation.{name}", "missing_key")
        if not isinstance(table[name], get_origin(hint) or hint):
            raise RegulationError(source, f"regulation.{name}", "wrong_type", value=table[name], expected=str(hint))
    heading = _Heading(**cast(dict[str, Any], table))
    if heading.id != source.removesuffix(".toml"):
        raise RegulationError(source, "regulation.id", "not_the_file_name", value=heading.id)
    return heading


def _open_articles(
    heading: _Heading, articles: Collection[str], source: str
) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The articles that are open, each with its reason in every language."""
    for number, reason in heading.open.items():
        key = f"regulation.open.{number}"
        _choice_of(articles, number, "regulation.open", source)
        if not isinstance(reason, dict) or set(reason) != set(LANGUAGES) or not all(reason.values()):
            raise RegulationError(source, key, "open_needs_pt_en", languages=LANGUAGES)
        yield number, reason


def _articles(table: Mapping[str, object], source: str) -> Iterator[tuple[str, Article]]:
    for number, entry in table.items():
        key = f"articles.{number}"
        if not isinstance(entry, dict) or set(entry) != {"about", *LANGUAGES}:
            raise RegulationError(source, key, "article_needs_about_pt_en", languages=LANGUAGES)
        matter = {language: entry[language] for language in LANGUAGES}
        if not all(isinstance(text, str) and text for text in matter.values()):
            raise RegulationError(source, key, "article_needs_about_pt_en", languages=LANGUAGES)
        about = _choice(About, entry["about"], f"{key}.about", source)
        yield number, Article(number, about, MappingProxyType(matter))


def _check_articles(citations: Mapping[str, Citation], articles: Mapping[str, Article], source: str) -> None:
    for key, citation in citations.items():
        for number in citation.articles:
            if number not in articles:
                raise RegulationError(source, key, "unknown_article", article=number)


def _check_combinations(rules: Rules, event: EventRules, *, source: str) -> None:
    problems = impossible_truco(rules) if isinstance(rules, TrucoRules) else impossible_melds(rules)
    for problem in (*problems, *impossible_event(event)):
        raise RegulationError(source, problem.key, problem.code, **problem.details)


def _table(tables: Mapping[str, object], name: str, source: str) -> dict[str, object]:
    table = tables.get(name)
    if not isinstance(table, dict):
        raise RegulationError(source, name, "missing_section")
    return table


def _choice_of(choices: Collection[str], value: str, key: str, source: str) -> str:
    if value not in choices:
        raise RegulationError(source, key, "not_one_of", value=value, choices=list(choices))
    return value


def _choice(kind: type[Choice], value: object, key: str, source: str) -> Choice:
    if value not in list(kind):
        raise RegulationError(source, key, "not_one_of", value=value, choices=[str(one) for one in kind])
    return kind(str(value))


def _no_other(table: Mapping[str, object], known: set[str], prefix: str, source: str) -> None:
    for name in table:
        if name not in known:
            raise RegulationError(source, prefix + name, "unknown_key")
