"""Citations, which give the articles of a rule, and refusals, which explain why a rule forbids an act."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple


class Citation(NamedTuple):
    """The articles a value comes from; with a ruling, the articles that the ruling interprets.

    ``changed_by`` names who replaced the regulation's value for an event or a match.
    """

    articles: tuple[str, ...]
    ruling: str | None = None
    changed_by: str | None = None

    def __str__(self) -> str:
        return ", ".join(self.articles)

    @property
    def with_ruling(self) -> str:
        """The articles and the ruling that reads them: ``31; TM-10``. Without a ruling, the articles."""
        return f"{self}; {self.ruling}" if self.ruling else str(self)


class Refusal(NamedTuple):
    """Why an act is not allowed: the regulation key that forbids it, and the code of the sentence to show.

    The engines only name keys. The regulation knows the article, and a catalogue has the sentence.
    """

    key: str
    code: str
    details: Mapping[str, object] = {}


class IllegalAct(ValueError):
    """An act was applied that the engine refuses: the caller did not check it first."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.key}: {refusal.code}" if refusal.key else refusal.code)
        self.refusal = refusal


_without_details = cache(Refusal)


def forbidden_by(key: str, code: str, **details: object) -> Refusal:
    """The refusal by the rule with that key."""
    return Refusal(key, code, details) if details else _without_details(key, code)


def out_of_order(code: str, **details: object) -> Refusal:
    """A refusal without an article: the request does not fit the current state, under any regulation."""
    return Refusal("", code, details)
