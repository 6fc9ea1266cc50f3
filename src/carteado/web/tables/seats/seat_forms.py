"""The forms of a live table: a guest's name, what to play and with whom, and the table's settings."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from carteado.regulation import available
from carteado.web.kit.forms.one_line_field import OneLineField, visible_line
from carteado.web.kit.guarding.personal_data import PersonalDataForm
from carteado.web.tables.models import Pace, Table

LONGEST_NAME = 40
NO_CLOCK = "0"
"""The choice of a form for no limit, which a table has as None."""
ACT_SECONDS: tuple[tuple[str, str | Promise], ...] = (
    (NO_CLOCK, _("as long as they like")),
    ("30", _("30 seconds")),
    ("60", _("1 minute")),
    ("90", _("a minute and a half")),
    ("120", _("2 minutes")),
)
DELAYS: tuple[tuple[int, str | Promise], ...] = (
    (0, _("no delay")),
    (30, _("30 seconds later")),
    (120, _("2 minutes later")),
    (300, _("5 minutes later")),
)
PACES: tuple[tuple[str, str | Promise], ...] = (
    (Pace.AT_ONCE, _("at once")),
    (Pace.QUICK, pgettext_lazy("pace", "quickly")),
    (Pace.HUMAN, _("like people")),
    (Pace.SLOW, pgettext_lazy("pace", "calmly")),
)


def _seconds(text: str) -> int | None:
    return None if text == NO_CLOCK else int(text)


class NameField(OneLineField):
    """A name that others can read."""

    def to_python(self, value: Any) -> Any:
        return super().to_python(visible_line(value) if isinstance(value, str) else value)

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value and not any(one.isalnum() for one in value):
            raise forms.ValidationError(_("A name has a letter or a figure in it."))


class NameForm(PersonalDataForm, forms.Form):
    """The name of a guest."""

    personal: ClassVar = {"name": "tables.guest.name"}

    name = NameField(
        label=_("What shall we call you?"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class MaybeNameForm(NameForm):
    """The same, but the name is optional: for a visitor who has one, or plays only with bots, which call no player by
    name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = False


class Company(StrEnum):
    """With whom the visitor wants to play. At a table for friends, only those who have its link sit down."""

    BOTS = "bots"
    FRIENDS = "friends"
    ANYBODY = "anybody"


@dataclass(frozen=True, slots=True)
class NewTableChoice:
    """What a button for a new table sends: with whom, and by the regulation with that id."""

    company: Company
    regulation: str

    def __str__(self) -> str:
        return f"{self.company}:{self.regulation}"


class NewTableForm(forms.Form):
    """One button, which says with whom to play and by which regulation."""

    play = forms.CharField()

    def clean_play(self) -> NewTableChoice:
        choices = {
            str(one): one for one in (NewTableChoice(company, name) for company in Company for name in available())
        }
        choice = choices.get(self.cleaned_data["play"])
        if choice is None:
            raise forms.ValidationError(_("Choose what you want to play."))
        return choice


class SettingsForm(forms.Form):
    """The settings that the table's owner may change between two matches."""

    act_seconds = forms.TypedChoiceField(label=_("Time to think"), choices=ACT_SECONDS, coerce=_seconds)
    pace = forms.ChoiceField(label=_("Bots play"), choices=PACES)
    delay = forms.TypedChoiceField(label=_("Who watches sees it"), choices=DELAYS, coerce=int)
    is_public = forms.BooleanField(label=_("In the list of open tables: anybody may sit down"), required=False)
    free_chat = forms.BooleanField(label=_("Those at the table may write what they like"), required=False)

    @classmethod
    def of(cls, table: Table) -> "SettingsForm":
        names = ("act_seconds", "pace", "delay", "is_public", "free_chat")
        initial = {name: getattr(table, name) for name in names}
        return cls(initial={**initial, "act_seconds": str(table.act_seconds or NO_CLOCK)})


def terms_of(table: Table) -> list[tuple[str | Promise, str | Promise]]:
    """The settings in words, for those who may only read them."""
    form = SettingsForm.base_fields
    # a championship's table may have times that the form does not offer
    seconds, later = str(table.act_seconds or NO_CLOCK), _("%(number)s seconds") % {"number": table.delay}
    return [
        (form["act_seconds"].label or "", dict(ACT_SECONDS).get(seconds, seconds)),
        (form["pace"].label or "", dict(PACES)[table.pace]),
        (form["delay"].label or "", dict(DELAYS).get(table.delay, later)),
        (_("They write"), _("what they like") if table.free_chat else _("ready sentences only")),
    ]
