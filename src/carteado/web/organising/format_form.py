"""The form of the stage builder: the prescribed format, forms to draw one from by lot, or the event's own stages."""

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.regulation import Refusal, forbidden_by
from carteado.tournament.formats.plans import FORMS, LONGEST, Plan, form_plan
from carteado.tournament.formats.stages import Kind
from carteado.web.events.details import FEWEST_PAIRS, MOST_PAIRS, Details, StageChoice
from carteado.web.events.formats import (
    MOST_LEGS,
    ONE_PLACE,
    is_drawn_by_lot,
    kind_name,
    offers_one_place,
    plan_of,
    stage_number,
)
from carteado.web.events.readiness import FEWEST_FORMS
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.words.catalogue import words

MOST_STAGES = 5
"""An event with more stages would be too long to organise."""

FIRST_STAGE = StageChoice(kind=Kind.KNOCKOUT, third_place=True)
EARLIER_STAGE = StageChoice(kind=Kind.GROUPS, groups=4, advance=8)
"""Stages that the builder begins with: a knockout; and groups, each time that a stage is added before the last one."""

BEST_OF = (1, 3, 5, 7)
"""Numbers of games that a match may have."""


class Mode(StrEnum):
    """How the format is chosen."""

    ONE_PLACE = "one_place"
    """As the regulation prescribes, but with one place for an eliminated pair after each phase."""
    PRESCRIBED = "prescribed"
    """As the regulation prescribes. Where a lot decides, the organiser names the forms to draw from."""
    OWN = "own"
    """Stages that the organiser builds."""


class StageForm(forms.Form):
    """One stage. The form has only the fields that its kind needs. ``number`` counts the stages from 0."""

    kind = forms.ChoiceField(label=gettext_lazy("How is it played?"))
    groups = forms.IntegerField(label=gettext_lazy("Groups"), min_value=1, max_value=MOST_PAIRS // 2)
    legs = forms.IntegerField(label=gettext_lazy("Legs"), min_value=1, max_value=MOST_LEGS)
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"), help_text=gettext_lazy("0: as many as it takes."), min_value=0, max_value=LONGEST
    )
    best_of = forms.TypedChoiceField(label=gettext_lazy("A match is"), coerce=int)
    third_place = forms.BooleanField(
        label=gettext_lazy("The losing semi-finalists play for third place"), required=False
    )
    advance = forms.IntegerField(label=gettext_lazy("How many pairs go on"), min_value=0, max_value=MOST_PAIRS)

    fields_of_kind: ClassVar[Mapping[Kind, tuple[str, ...]]] = {
        Kind.KNOCKOUT: ("third_place",),
        Kind.QUALIFYING: ("rounds",),
        Kind.GROUPS: ("groups", "legs"),
        Kind.SWISS: ("rounds",),
        Kind.DOUBLE_ELIMINATION: (),
    }

    def __init__(self, choice: StageChoice, data: QueryDict | None = None, *, number: int, is_last: bool) -> None:
        initial = {field.name: getattr(choice, field.name) for field in fields(choice)}
        super().__init__(data, initial=initial, prefix=f"stage-{number}")
        self.number = number
        self._offer("kind", [(str(kind), kind_name(kind)) for kind in Kind])
        self._offer("best_of", [(count, _best_of(count)) for count in BEST_OF])
        shown_fields = ("kind", *self.fields_of_kind[choice.kind], "best_of", *(() if is_last else ("advance",)))
        for name in set(self.fields) - set(shown_fields):
            del self.fields[name]
        self.order_fields(shown_fields)

    def _offer(self, name: str, choices: list[tuple[Any, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


def _best_of(count: int) -> str:
    return _("one match") if count == 1 else _("a best of {count}").format(count=count)


def _choice_sent(data: QueryDict, number: int) -> StageChoice:
    """A stage from the submitted fields, with defaults for what cannot be read. The form reports errors."""

    def value(name: str) -> str:
        return data.get(f"stage-{number}-{name}", "").strip()

    def count(name: str, otherwise: int) -> int:
        return int(value(name)) if value(name).isdecimal() and len(value(name)) < 4 else otherwise

    kind = value("kind")
    return StageChoice(
        kind=Kind(kind) if kind in list(Kind) else Kind.KNOCKOUT,
        groups=count("groups", 1),
        rounds=count("rounds", 0),
        legs=count("legs", 1),
        best_of=count("best_of", 1),
        third_place=bool(value("third_place")),
        advance=count("advance", 0),
    )


class FormatForm:
    """The whole step. ``act`` is the button pressed: ``add`` or ``remove-1`` change the list of stages, ``save`` saves
    it, anything else only shows it. ``forms`` are the forms of dispute that a lot chooses from, by name. ``pairs`` is
    the number of pairs for the preview.

    ``errors`` are sentences, by ``forms``, ``stages``, or ``stage-0`` for one stage. The sentence is "" if the fields
    of that stage show their errors themselves.
    """

    def __init__(self, details: Details, data: QueryDict | None = None) -> None:
        self.details, self.data = details, data
        self.is_by_lot = is_drawn_by_lot(details.rules)
        self.errors: dict[str, str] = {}
        if data is None:
            self.act = ""
            self.mode = Mode.OWN if details.stages else Mode.ONE_PLACE if self._has_one_place else Mode.PRESCRIBED
            self.forms, self.stages, self.pairs = details.forms, details.stages, details.capacity
        else:
            self.act = data.get("act", "")
            self.mode = _mode_sent(data)
            self.forms = tuple(form for form in FORMS if form in data.getlist("forms")) if self.is_by_lot else ()
            self.stages = self._stages_sent(data)
            self.pairs = _pairs_sent(data, details.capacity)
        if self.mode is Mode.OWN and not self.stages:
            self.stages = (FIRST_STAGE,)

    @property
    def _has_one_place(self) -> bool:
        """True if the stored details have the form with one place after each phase."""
        return ONE_PLACE in self.details.changes

    @property
    def offers_one_place(self) -> bool:
        """True if the form with one place after each phase fits the number of pairs, or is chosen.

        Key: lucky_losers.places.
        """
        plain = replace(self.details, stages=(), changes=_without_one_place(self.details))
        return self._has_one_place or self.mode is Mode.ONE_PLACE or offers_one_place(plain, self.pairs)

    @property
    def why(self) -> str:
        """The reason that a published event gives for changed rules: the mode ``ONE_PLACE`` was chosen, or another one
        that takes it back."""
        if self.mode is not Mode.ONE_PLACE:
            return _("Each phase again has the places for eliminated pairs that the regulation prescribes.")
        return _("The number of pairs allows one place for an eliminated pair after each phase.")

    def _stages_sent(self, data: QueryDict) -> tuple[StageChoice, ...]:
        count = min(parse_count(data.get("stages", "")), MOST_STAGES)
        stages = [_choice_sent(data, number) for number in range(count)]
        act, _dash, text = self.act.partition("-")
        number = parse_count(text, count)
        if act == "add" and len(stages) < MOST_STAGES:
            stages.insert(max(0, len(stages) - 1), EARLIER_STAGE)
        elif act == "remove" and number < len(stages) > 1:
            del stages[number]
        return tuple(stages)

    @property
    def is_saving(self) -> bool:
        return self.act == "save"

    def stage_forms(self) -> list[StageForm]:
        """Forms of the stages. Only a form to be saved is bound, so that a preview shows no errors."""
        data = self.data if self.is_saving else None
        last = len(self.stages) - 1
        return [
            StageForm(stage, data, number=number, is_last=number == last) for number, stage in enumerate(self.stages)
        ]

    @property
    def may_add(self) -> bool:
        return len(self.stages) < MOST_STAGES

    def form_choices(self) -> list[tuple[str, str, bool]]:
        """The forms that a lot can choose from: name, title, and whether the organiser chose it."""
        return [(name, words().in_words(name).capitalize(), name in self.forms) for name in FORMS]

    def is_valid(self) -> bool:
        if self.mode is Mode.OWN:
            self.errors |= {f"stage-{one.number}": "" for one in self.stage_forms() if not one.is_valid()}
            self._check_plan()
        elif self.is_by_lot and len(self.forms) < FEWEST_FORMS:
            self.errors["forms"] = words().refusal(forbidden_by("format.kind", "forms_unknown", choices=tuple(FORMS)))
        return not self.errors

    def _check_plan(self) -> None:
        """Add an error if the stages do not make a plan for the event's number of pairs."""
        plan = plan_of(self.chosen(), self.details.capacity)
        if isinstance(plan, Refusal):
            number = stage_number(plan)  # counted from 1
            self.errors["stages" if number is None else f"stage-{number - 1}"] = words().refusal(plan)

    def chosen(self) -> Details:
        """The stored details with this format, for previews and checks."""
        return self.applied(self.details)

    def applied(self, details: Details) -> Details:
        """The details with this format. One place after each phase is stored as a change of the rule.

        Own stages take that change back, unless the event had own stages before: then the rules step made it for them.
        """
        if self.mode is Mode.OWN:
            last = len(self.stages) - 1
            stages = (replace(one, advance=0) if at == last else one for at, one in enumerate(self.stages))
            changes = details.changes if details.stages else _without_one_place(details)
            return replace(details, stages=tuple(stages), forms=(), changes=changes)
        if not self.offers_one_place:
            return replace(details, stages=(), forms=self.forms)
        changes = _without_one_place(details)
        if self.mode is Mode.ONE_PLACE:
            changes = tuple(sorted((*changes, ONE_PLACE)))
        return replace(details, stages=(), forms=self.forms, changes=changes)

    def plans(self) -> list[tuple[str, Plan | Refusal]]:
        """The plans for this number of pairs, each with a title: one without, or one for each form that the lot may
        choose."""
        if self.mode is Mode.PRESCRIBED and self.is_by_lot:
            possible = [name for name in self.forms if FORMS[name].least <= self.pairs]
            rules = self.chosen().rules
            return [(words().in_words(name).capitalize(), form_plan(rules, name, self.pairs)) for name in possible]
        return [("", plan_of(self.chosen(), self.pairs))]


def _mode_sent(data: QueryDict) -> Mode:
    sent = data.get("mode", "")
    return Mode(sent) if sent in list(Mode) else Mode.PRESCRIBED


def _without_one_place(details: Details) -> tuple[tuple[str, object], ...]:
    """The changed rules, without the one that the mode ``ONE_PLACE`` sets."""
    return tuple(change for change in details.changes if change != ONE_PLACE)


def _pairs_sent(data: QueryDict, otherwise: int) -> int:
    """The number of pairs for which to preview the format."""
    return min(max(parse_count(data.get("pairs", ""), otherwise), FEWEST_PAIRS), MOST_PAIRS)
