"""Base class of the acts at the desk of a match: a form that makes one operation."""

from abc import abstractmethod
from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from carteado.regulation import Refusal, out_of_order
from carteado.tournament.operations import Operation
from carteado.tournament.running.dispatch import refusal
from carteado.tournament.state.championship import Championship
from carteado.web.kit.forms.abstract_form import AbstractForm
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.words.catalogue import words
from carteado.web.matches.match_desk import Desk
from carteado.web.matches.match_writing import (
    ConflictTest,
    Overtaken,
    append_unless_overtaken,
    conflicts_at_match,
    done_meanwhile,
)
from carteado.web.people.models import User

LONGEST_REASON = 500
Text = str | Promise


class Author(NamedTuple):
    """The author of an operation, with the name that operations use (``user:17``), and its time."""

    by: str
    at: datetime


def reason_field(kind: type[forms.CharField] = forms.CharField, **settings: Any) -> forms.CharField:
    """A field for a reason, which is recorded with the operation and shown to readers."""
    usual = {
        "label": gettext_lazy("Why?"),
        "help_text": gettext_lazy("It stays on record. Leave people's names out."),
        "max_length": LONGEST_REASON,
        "widget": forms.Textarea(attrs={"rows": 2}),
    }
    return kind(**{**usual, **settings})


class Act(AbstractForm):
    """A form for one act. ``name`` is the last part of its address. ``permission`` is what the reader must be allowed
    to do. ``keys`` are the rules shown beside it, ``done_message`` appears once it succeeded."""

    name: ClassVar[str]
    title: ClassVar[Text]
    button: ClassVar[Text]
    done_message: ClassVar[Text]
    permission: ClassVar[Action] = Action.RUN_MATCHES
    keys: ClassVar[tuple[str, ...]] = ()

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id=f"id_{self.name}_%s")
        self.desk = desk

    @property
    def is_conflict(self) -> ConflictTest:
        """Decides which operations of others are a conflict for this one."""
        return conflicts_at_match(self.desk.match)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        """True if the desk shows the form. An act that it does not show is refused; whether one that it shows is
        legal, the championship decides."""
        return desk.is_open

    @abstractmethod
    def operation(self, author: Author) -> Operation:
        """The operation from ``cleaned_data``."""

    def message_after(self, _after: Championship) -> str:
        """The message after the act, given the championship that contains it."""
        return str(self.done_message)

    @property
    def rules(self) -> list[tuple[str, str]]:
        """What the regulation says about the act: sentences, each with the key to cite."""
        entries = self.desk.entries
        return [(words().rule(entries[key]), key) for key in self.keys if key in entries]

    def choose_from(self, field: str, choices: Iterable[tuple[str, str]]) -> None:
        """Set the choices of a field, which depend on the match."""
        chosen = self.fields[field]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = list(choices)


def append_act(
    form: Act, operation: Operation, *, by: User, operations_seen: int
) -> Championship | Overtaken | Refusal:
    """Append the operation of an act, if the desk of its form offers the act.

    Some acts are limited to their match by that alone: an undo takes back the last operation, whatever it was.
    ``operations_seen`` is the number of operations that the page knew.
    """
    desk = form.desk
    meanwhile = done_meanwhile(
        desk.championship, [operation], operations_seen=operations_seen, is_conflict=form.is_conflict
    )
    if meanwhile is not None:
        return meanwhile
    if not form.is_offered(desk):
        return refusal(desk.championship, operation) or out_of_order("not_offered")
    # the desk is newer than the page: the act was offered for its operations
    return append_unless_overtaken(
        desk.event, [operation], by=by, operations_seen=len(desk.championship.log), is_conflict=form.is_conflict
    )
