"""“What happens if…”: finds the rules that answer a question in players' words, with their articles.

The index is our own and in memory: a few hundred rules in each language need no search engine. For a rule it covers the
sentence, the matter of its articles, the title of its section, the refusal shown to a player who breaks it, and the
names of game and regulation. Articles that no rule of ours comes from are covered with their full text. Ranking is BM25
with weighted fields. The same rule in several regulations is one answer with several readings.
"""

import difflib
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import log
from typing import NamedTuple

from carteado.regulation import Regulation, article_in_full, as_text, available, load
from carteado.web.kit.words.catalogue import language, title_of, words
from carteado.web.regulations.games import game_of
from carteado.web.regulations.rulebook import Rule, article_anchor, article_groups, rulebook
from carteado.web.regulations.search_stems import SHORTEST_STEM, folded, stems, words_and_stems

LONGEST_QUESTION = 200
MOST_ANSWERS = 8

_SATURATION, _LENGTH_MATTERS = 1.2, 0.5
"""The parameters of BM25, known as k1 and b."""
_SENTENCE, _MATTER, _HEADING, _REFUSAL, _GAME, _IN_FULL = 2.0, 1.0, 0.8, 0.5, 0.3, 0.3
"""Weights of the fields of a text: a word in the sentence of a rule counts most."""
_PLACE_WEIGHT = 3.0
"""Weight of a number of an article or a ruling in the question. A word of the question has 1."""
_SYNONYM_WEIGHT = 0.6
_GUESSED_WEIGHT = 0.5
"""Weight of a stem that was probably meant by a word that is unfinished or misspelt."""
_LEAST_SCORE_RATIO = 0.4
"""An answer with less than this part of the best one's score is left out."""

_ARTICLE = re.compile(
    r"\b(?:arts?|artigos?|articles?|ite(?:m|ns|ms))\.?\s*"
    r"(?P<number>(?:[ivx]+\.)?\d+(?:\.\d+)*[a-n]?)o?\b"
    r"(?:,?\s*para(?:grafo|graph)\s*(?P<paragraph>\d+))?"
)
"""An article in a folded question, with its chapter and paragraph. The ``o`` is that of ``7º``, which many type so."""
_RULING = re.compile(r"\b([a-z]{1,2})-(\d+)\b")
_PLACEHOLDER = re.compile(r"\{[^}]*\}")
"""A value in a sentence of the catalogue, such as ``{points}``."""


class Source(NamedTuple):
    """The place of a reading: a regulation, and the anchor of the rule on its page. ``rule`` is None for an article
    that no rule of ours comes from; then ``anchor`` is on its page of articles."""

    regulation: Regulation
    rule: Rule | None
    anchor: str


class Reading(NamedTuple):
    """One wording of an answer, and the regulations that have it."""

    text: str
    sources: tuple[Source, ...]


class Answer(NamedTuple):
    """A search result. ``key`` is the rule's key, empty for an article without a rule. ``heading`` is the title of the
    rule's section, or that of the article's regulation."""

    key: str
    heading: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class _Text:
    """A text in the index: a rule of one regulation, or an article without a rule.

    ``answer`` names the answer to which it belongs: the rule's key, or regulation and article. ``weights`` are those of
    its stems. ``places`` are the terms for its articles and ruling, such as ``art-14``, which nobody types so.
    """

    answer: str
    heading: str
    text: str
    source: Source
    weights: dict[str, float]
    places: tuple[str, ...]

    @property
    def length(self) -> float:
        """The places are no words, and do not count."""
        return sum(self.weights.values())


class _Index:
    """For each stem and place, the numbers of the texts that contain it, with weights. ``postings`` has them by stem or
    place, ``stems`` are the stems alone, ``of_answer`` the texts of each answer."""

    def __init__(self, texts: Iterable[_Text]) -> None:
        self.texts = tuple(texts)
        self.of_answer: dict[str, list[_Text]] = defaultdict(list)
        self.postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, text in enumerate(self.texts):
            self.of_answer[text.answer].append(text)
            for term, weight in (text.weights | dict.fromkeys(text.places, _SENTENCE)).items():
                self.postings[term].append((number, weight))
        self.stems = tuple(dict.fromkeys(stem for text in self.texts for stem in text.weights))
        mean = sum(text.length for text in self.texts) / len(self.texts)
        self._lengths = [1 - _LENGTH_MATTERS + _LENGTH_MATTERS * text.length / mean for text in self.texts]

    def scores(self, question: Mapping[str, float]) -> dict[str, float]:
        """The BM25 score of each answer: that of its best text. ``question`` has the importance of each stem."""
        scores: dict[int, float] = defaultdict(float)
        for term, importance in question.items():
            found = self.postings.get(term, ())
            rarity = log(1 + (len(self.texts) - len(found) + 0.5) / (len(found) + 0.5))
            for number, weight in found:
                scores[number] += importance * rarity * weight / (weight + _SATURATION * self._lengths[number])
        best: dict[str, float] = {}
        for number, score in scores.items():
            answer = self.texts[number].answer
            best[answer] = max(best.get(answer, 0), score)
        return best


def search(question: str, *, regulation: str | None = None) -> list[Answer]:
    """The best answers, in the language of the page. ``regulation`` is the only one to search; None searches all."""
    index = _index(regulation, language())
    scores = index.scores(_terms(question[:LONGEST_QUESTION], index))
    least = _LEAST_SCORE_RATIO * max(scores.values(), default=0)
    ranked = sorted(scores, key=lambda answer: (-scores[answer], answer))
    return [_answer(answer, index) for answer in ranked[:MOST_ANSWERS] if scores[answer] >= least]


def _answer(name: str, index: _Index) -> Answer:
    texts = index.of_answer[name]
    sources: dict[str, list[Source]] = defaultdict(list)
    for text in texts:
        sources[text.text].append(text.source)
    readings = tuple(Reading(text, tuple(found)) for text, found in sources.items())
    return Answer(name if texts[0].source.rule else "", texts[0].heading, readings)


# --- the question -------------------------------------------------------------------------------------------------


def _terms(question: str, index: _Index) -> dict[str, float]:
    """The stems of the question with weights: its own words count in full, synonyms and guesses less."""
    plain = folded(question.replace("§", " parágrafo "))
    terms: dict[str, float] = {
        article_anchor(f"{found['number']} {found['paragraph'] or ''}".strip()): _PLACE_WEIGHT
        for found in _ARTICLE.finditer(plain)
    }
    terms |= {f"ruling:{prefix}-{number}": _PLACE_WEIGHT for prefix, number in _RULING.findall(plain)}
    asked: list[str] = []
    for word, term in words_and_stems(question, language()):
        meant = [term] if term in index.postings or term in _synonyms(language()) else _nearest(word, term, index)
        asked += meant
        terms |= {one: 1.0 if meant == [term] else _GUESSED_WEIGHT for one in meant if one in index.postings}
    for term in _synonyms_in(asked):
        terms.setdefault(term, _SYNONYM_WEIGHT)
    return terms


def _nearest(word: str, term: str, index: _Index) -> list[str]:
    """Stems that were probably meant by a word that is unfinished or misspelt."""
    if len(word) < SHORTEST_STEM:
        return []
    known = [one for one in (*index.stems, *_synonyms(language())) if " " not in one]
    longer = [one for one in known if one.startswith(word)]
    return longer[:5] or difflib.get_close_matches(term, known, n=2, cutoff=0.8)


def _synonyms_in(words: list[str]) -> Iterator[str]:
    """The stems that the rules use for phrases in the question, whose words are given as stems."""
    asked = f" {' '.join(words)} "
    for phrase, meant in _synonyms(language()).items():
        if f" {phrase} " in asked:
            yield from meant


@cache
def _synonyms(tongue: str) -> Mapping[str, tuple[str, ...]]:
    """Players' phrases, as stems, with the stems that the rules use instead."""
    phrases = tomllib.loads(_beside("players_words.toml"))[tongue]
    return {" ".join(stems(phrase, tongue)): tuple(stems(meant, tongue)) for phrase, meant in phrases.items()}


# --- the index ----------------------------------------------------------------------------------------------------


@cache
def _index(regulation: str | None, _language: str) -> _Index:
    """The index in the language of the page, which is a parameter so that each has its own in the cache."""
    names = available() if regulation is None else (regulation,)
    return _Index(text for name in names for text in _texts(load(name)))


def _texts(regulation: Regulation) -> Iterator[_Text]:
    """Every rule of a regulation, and every article that no rule of ours comes from."""
    book = rulebook(regulation)
    matters = {one.number: one for group in article_groups(book) for one in group.articles}
    named = f"{game_of(regulation).label} {regulation.name} {title_of(regulation)}"
    for section in book.sections:
        for rule in section.rules:
            fields = [
                (rule.text, _SENTENCE),
                (" ".join(matters[number].matter for number in rule.citation.articles), _MATTER),
                (section.title, _HEADING),
                (" ".join(_refusal_sentences(rule.key)), _REFUSAL),
                (named, _GAME),
            ]
            places = [article_anchor(number) for number in rule.citation.articles]
            if rule.citation.ruling:
                places.append(f"ruling:{rule.citation.ruling.lower()}")
            source = Source(regulation, rule, rule.anchor)
            yield _text(rule.key, section.title, rule.text, source, fields, places)
    for article in matters.values():
        if not article.rules:
            source = Source(regulation, None, article_anchor(article.number))
            in_full = as_text(article_in_full(regulation, article.number, language()))
            fields = [(article.matter, _SENTENCE), (in_full, _IN_FULL), (named, _GAME)]
            name = f"{regulation.id} {article.number}"
            yield _text(name, title_of(regulation), article.matter, source, fields, [article_anchor(article.number)])


def _text(
    answer: str, heading: str, text: str, source: Source, fields: Iterable[tuple[str, float]], places: list[str]
) -> _Text:
    """A text for the index. ``fields`` are its words with their weights."""
    weights: dict[str, float] = defaultdict(float)
    for words_of_field, weight in fields:
        for term in stems(words_of_field, language()):
            weights[term] += weight
    return _Text(answer, heading, text, source, dict(weights), tuple(places))


def _refusal_sentences(key: str) -> Iterator[str]:
    """What a player who breaks the rule is told, without values."""
    for code in _refusal_codes().get(key, ()):
        yield _PLACEHOLDER.sub("", words().refusals[code])


@cache
def _refusal_codes() -> Mapping[str, list[str]]:
    """The codes of refusals, by the key of the rule."""
    return tomllib.loads(_beside("refusal_keys.toml"))


def _beside(name: str) -> str:
    return resources.files("carteado.web.regulations").joinpath(name).read_text("utf-8")
