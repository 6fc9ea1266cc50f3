"""Search a regulation by words, and list the rulings that can be made under each rule found."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, override, pgettext_lazy

from carteado.regulation import Citation, Entry, Regulation
from carteado.web.kit.push.topics import LANGUAGES
from carteado.web.kit.words.catalogue import words
from carteado.web.referee.match_at_table import MatchAtTable
from carteado.web.referee.ruling_forms import Offer, offered
from carteado.web.regulations.search import Answer, search

EXAMPLES: Mapping[str, str | Promise] = {
    "referee.tento": "tento",
    "referee.four_cards": gettext_lazy("four cards"),
    "going_out.": pgettext_lazy("search", "go out"),
    "pile.": pgettext_lazy("search", "discard pile"),
    "lateness.": pgettext_lazy("search", "late"),
}
"""Example questions, by the prefix of the keys of the rules that answer them."""


def examples(regulation: Regulation) -> list[str]:
    """The examples that this regulation can answer, because it has a rule whose key begins so."""
    return [str(text) for rule, text in EXAMPLES.items() if any(key.startswith(rule) for key in regulation.citations)]


class FoundRule(NamedTuple):
    """A rule as it stands for the match, or an article without a rule.

    ``heading`` is the title of the rule's section, or for an article that of the regulation. Of an article only this,
    ``sentence`` and ``anchor`` are filled. ``anchor`` is the place of the article on the page of articles, or of the
    rule on the regulation's page. ``rulings`` are those that the reader can make under the rule at the table.
    """

    key: str
    heading: str
    sentence: str
    citation: Citation | None
    anchor: str
    rulings: list[Offer]


def find(question: str, regulation: Regulation, table: MatchAtTable | None = None) -> list[FoundRule]:
    """Search in the language of the page; if nothing is found, in the others, because referees type what they hear.

    ``table`` is the table where the question came up. Without it, no rulings are offered.
    """
    entries = {entry.key: entry for entry in regulation.entries()}
    return [_found(answer, entries, table) for answer in _answers(question, regulation)]


def _answers(question: str, regulation: Regulation) -> list[Answer]:
    found = search(question, regulation=regulation.id)
    if found or not question:
        return found
    for other in (language for language in LANGUAGES if language != get_language()):
        with override(other):
            # in another language only rules: their sentence can be shown in the language of the page
            found = [answer for answer in search(question, regulation=regulation.id) if answer.key]
        if found:
            return found
    return []


def _found(answer: Answer, entries: dict[str, Entry], table: MatchAtTable | None) -> FoundRule:
    """The rule of a search result with its value for this match, or the article as it is written."""
    [source, *_others] = answer.readings[0].sources
    entry = entries.get(answer.key)
    if entry is None:
        return FoundRule("", answer.heading, answer.readings[0].text, None, source.anchor, [])
    section = words().sections.get(entry.key.partition(".")[0], answer.heading)
    rulings = offered(table, entry.key) if table else []
    return FoundRule(entry.key, section, words().rule(entry), entry.citation, source.anchor, rulings)
