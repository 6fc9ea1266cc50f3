"""An act at the desk of a match: a form that makes one operation."""

from abc import abstractmethod
from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from carteado.tournament.championship import Championship
from carteado.tournament.operations import Operation
from carteado.web.kit.forms.abstract_form import AbstractForm
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.words.catalogue import words
from carteado.web.matches.match_desk import Desk
from carteado.web.matches.match_writing import Concerns, at_match

LONGEST_REASON = 500
Text = str | Promise


class Author(NamedTuple):
    """Who does it, and when."""

    by: str
    at: datetime


def reason_field(**settings: Any) -> forms.CharField:
    """Kept with the act and read by others."""
    usual = {
        "label": gettext_lazy("Why?"),
        "help_text": gettext_lazy("It stays on record. Leave people's names out."),
        "max_length": LONGEST_REASON,
        "widget": forms.Textarea(attrs={"rows": 2}),
    }
    return forms.CharField(**{**usual, **settings})


class Act(AbstractForm):
    """An act at a desk. ``keys`` are the rules that stand beside it, ``said`` is what is told once it is done."""

    name: ClassVar[str]
    title: ClassVar[Text]
    button: ClassVar[Text]
    said: ClassVar[Text]
    permission: ClassVar[Action] = Action.RUN_MATCHES
    keys: ClassVar[tuple[str, ...]] = ()

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id=f"id_{self.name}_%s")
        self.desk = desk

    @property
    def concerns(self) -> Concerns:
        """What others did that must be known before this is done."""
        return at_match(self.desk.match)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        """Whether there is any point in showing it; whether it may be done, the championship says."""
        return desk.is_open

    @abstractmethod
    def operation(self, author: Author) -> Operation:
        """From what is clean."""

    def told(self, _after: Championship) -> str:
        """What is said of it, in the championship that has it."""
        return str(self.said)

    @property
    def rules(self) -> list[tuple[str, str]]:
        """What the regulation says about it: the sentence, and the key that leads to the article."""
        known = self.desk.entries
        return [(words().rule(known[key]), key) for key in self.keys if key in known]

    def choose_from(self, field: str, choices: Iterable[tuple[str, str]]) -> None:
        """What can be chosen depends on the match."""
        chosen = self.fields[field]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = list(choices)
