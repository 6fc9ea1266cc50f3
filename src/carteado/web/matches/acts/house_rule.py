"""A house rule: a rule of play that the pairs agree on for one match."""

from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.regulation import Override
from carteado.regulation.event_rules import Approval
from carteado.tournament.operations import AgreeHouseRule
from carteado.web.events.details import Details
from carteado.web.events.rules_form import Row, RulesForm, control_of, fields_of_event, plain
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.words.catalogue import words
from carteado.web.matches.acts.base import Act, Author
from carteado.web.matches.match_desk import Desk


class HouseRule(Act):
    """A rule of play for one match, signed by the referee, and by the pairs if ``house_rules.needs`` wants it. The form
    asks first for ``key``, the rule; then for its value, in a field named like the key.

    Keys: house_rules.needs, house_rules.one_match, house_rules.otherwise.
    """

    name, title, button = "regra-da-mesa", gettext_lazy("House rule for this match"), gettext_lazy("Sign it")
    done_message = gettext_lazy("Written down and signed: this match is played so.")
    permission = Action.RULE
    keys = ("house_rules.needs", "house_rules.one_match", "house_rules.recorded", "house_rules.otherwise")

    key = forms.ChoiceField(label=gettext_lazy("Rule"))
    agreed = forms.MultipleChoiceField(
        label=gettext_lazy("Signed by"), widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.choose_from("key", [("", "—"), *self._rules_of_play()])
        self.choose_from("agreed", desk.pair_choices)
        house_rules = desk.championship.regulation.event.house_rules
        self.fields["agreed"].required = bool(house_rules and Approval.BOTH_PAIRS_AGREE in house_rules.needs)

    def _rules_of_play(self) -> list[tuple[str, str]]:
        """The rules that can be changed, by key, as choices of a form field."""
        regulation = self.desk.regulation
        return [
            (entry.key, f"{words().rule(entry)} ({entry.citation})")
            for entry in regulation.entries()
            if entry.key.partition(".")[0] not in fields_of_event() and control_of(regulation, entry) is not None
        ]

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        house_rules = desk.championship.regulation.event.house_rules
        return house_rules is not None and desk.is_open and not desk.has_begun

    @cached_property
    def _sent(self) -> RulesForm:
        """The submitted value, read by the same form as the rules of an event."""
        details = Details(regulation=self.desk.regulation.id, name="")
        return RulesForm(details, self.data if isinstance(self.data, QueryDict) else None)

    @property
    def row(self) -> Row | None:
        """The chosen rule, with the control for its value."""
        entry = self.desk.entries.get(self.data.get("key", "") if self.is_bound else self.desk.chosen_rule)
        if entry is None or control_of(self.desk.regulation, entry) is None:
            return None
        return self._sent.row(entry, entry)

    def clean(self) -> dict[str, Any]:
        key = self.cleaned_data.get("key", "")
        if key and key not in self.data:  # only the rule was chosen
            self.add_error(None, _("Now say what it is to be."))
        elif error := self._sent.errors.get(key):
            self.add_error(None, error)
        return self.cleaned_data

    def operation(self, author: Author) -> AgreeHouseRule:
        key = self.cleaned_data["key"]
        as_written = {entry.key: entry.value for entry in self._sent.regulation.entries()}
        value = self._sent.changes.get(key, plain(as_written[key]))  # the pairs may agree on what is written already
        agreed = tuple(self.cleaned_data["agreed"])
        rule = Override(key, value, by=author.by)
        return AgreeHouseRule(
            by=author.by, at=author.at, match=self.desk.match, rule=rule, referee=author.by, agreed=agreed
        )
