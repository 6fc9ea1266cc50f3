"""What all readers of places share: who looks, and what the words on pages mean."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext, override, pgettext

from carteado.web.events.models import Event
from tests.web.journeys.facts import OVER, UNOPPOSED, minute, second, versus
from tests.web.journeys.readers.markup import Node, tree_of

_STATES = {
    "called": "called",
    "live": "playing",
    "being played": "playing",
    "to be confirmed": "submitted",
    "checking": "submitted",
    "with the referee": "disputed",
    "not called yet": "open",
    "official": OVER,
    "over": OVER,
    "W.O.": OVER,
    "time is up": "overdue",
}
_DEPARTURES = {"Withdrawn": "withdrawn", "Disqualified": "disqualified", "Out by W.O.": "eliminated"}
_DASH = "–"


@dataclass
class Visitor:
    """A browser in front of the event's pages, in one language."""

    event: Event
    client: Client = field(default_factory=lambda: Client(SERVER_NAME="localhost"))
    language: str = "pt-br"

    def path(self, name: str, *arguments: object) -> str:
        with override(self.language):
            return reverse(name, args=arguments)

    def get(self, name: str, *arguments: object, **headers: str) -> Any:
        answer = self.client.get(self.path(name, *arguments), headers=headers)
        assert answer.status_code == 200, (name, arguments, answer.status_code)
        return answer

    def page(self, name: str, *arguments: object) -> Node:
        """The part of the page that is its own."""
        html = self.get(name, self.event.slug, *arguments).content.decode()
        return tree_of(html).one("main")

    def say(self, text: str, **details: object) -> str:
        with override(self.language):
            return gettext(text).format(**details)

    def state_in(self, words: str) -> str:
        """The state that these words are the name of; empty if they are not."""
        return states(self.language).get(words.strip().casefold(), "")


@cache
def states(language: str) -> Mapping[str, str]:
    with override(language):
        return {gettext(words).casefold(): state for words, state in _STATES.items()}


@cache
def departures(language: str) -> Mapping[str, str]:
    """How a pair left the event, by the word for it."""
    with override(language):
        return {pgettext("a pair", words): left for words, left in _DEPARTURES.items()}


def score_of(text: str) -> str:
    """A figure as it is written on pages: a real minus sign, and a dash for none."""
    text = unescape(text).strip().replace("\N{MINUS SIGN}", "-")
    return "" if text == _DASH else text


def numbers_in(text: str) -> list[str]:
    return re.findall(r"-?\d+", score_of(text))


def minute_of(time: Node | None) -> str:
    """The instant of a ``time`` element, to the minute."""
    if time is None:
        return ""
    at = parse_datetime(time["datetime"])
    assert at is not None, time["datetime"]
    return minute(at)


def limits_in(part: Node) -> str:
    """The instants of the clocks that run down."""
    found = {parse_datetime(one["data-deadline"]) for one in part.all("p.clock[data-deadline]")}
    return ", ".join(sorted(second(at) for at in found if at))


def number_in(title: str) -> str:
    """The number of the match that a title names."""
    found = re.search(r"(?:partida|match)\s+(\d+)", title, re.IGNORECASE)
    assert found, title
    return found[1]


def of_tag(visitor: Visitor, tag: str) -> tuple[str, dict[str, str]]:
    """The number of a match, and what its tag says: ``7 · mesa 2 · chamada``."""
    first, *rest = (part.strip() for part in tag.split("·"))
    facts = {"table": "", "group": "", "state": "", "review": ""}
    for part in rest:
        if found := re.fullmatch(r"(?:mesa|table) (.+)", part):
            facts["table"] = found[1]
        elif found := re.fullmatch(r"(?:grupo|group) (.+)", part):
            facts["group"] = found[1]
        elif part == visitor.say("under review"):
            facts["review"] = "yes"
        elif not re.match(r"(?:jogos|games|partidas) \d", part):
            facts["state"] = visitor.state_in(part) or f"? {part}"
    if facts["review"]:
        facts.pop("state")
    return re.findall(r"\d+", first)[0], facts


def of_lines(lines: list[tuple[str, str, str]], facts: dict[str, str], *, nobody: str) -> dict[str, str]:
    """Pairs, score, winner and W.O. of two lines: name, score and the class of each.

    An unknown pair has a class of its own, and words in place of a name.
    """
    names = ["" if "is-open" in classes else name for name, _score, classes in lines]
    scores = [score_of(score) for _name, score, _classes in lines]
    winners = [name for name, _score, classes in lines if "is-winner" in classes]
    is_decided = any("is-loser" in classes for _name, _score, classes in lines)
    found = {
        "pairs": versus(*names),
        "score": versus(*scores),
        "winner": ", ".join(winners),
        "walkover": ", ".join(name for name, score in zip(names, scores, strict=True) if score == "W.O."),
    }
    if is_decided:
        assert not facts.get("state"), facts
        found["state"] = OVER
    elif "state" in facts and not facts["state"]:
        found["state"] = UNOPPOSED if any(name == nobody for name, *_rest in lines) else "open"
    return facts | found
