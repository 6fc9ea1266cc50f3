"""Forms for creating devices."""

from typing import Any, NamedTuple
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_TABLES = 500
MOST_AT_ONCE = 100
MOST_DELAY = 3600
USUAL_DELAY = 30


class TablesForm(forms.Form):
    """One QR code per table, from the first table to the last."""

    form = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    first = forms.IntegerField(label=_("From table"), min_value=1, max_value=MOST_TABLES, initial=1)
    last = forms.IntegerField(label=_("To table"), min_value=1, max_value=MOST_TABLES)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        first, last = data.get("first"), data.get("last")
        if first is not None and last is not None:
            if last < first:
                self.add_error("last", _("The last table comes before the first."))
            elif last - first >= MOST_AT_ONCE:
                self.add_error("last", _("At most %(count)d tables at once.") % {"count": MOST_AT_ONCE})
        return data

    @property
    def tables(self) -> list[str]:
        return [str(number) for number in range(self.cleaned_data["first"], self.cleaned_data["last"] + 1)]


class PhoneForm(forms.Form):
    """One QR code for all tables, for a referee's phone."""

    form = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)


class Choices(NamedTuple):
    """What a broadcast can show: tables, and matches with their titles."""

    tables: list[str]
    matches: list[tuple[str, str]]


class BroadcastForm(forms.Form):
    """What a broadcast shows: a table with any match played there, or one match at any table."""

    TABLE, MATCH = "table:", "match:"

    form = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    shows = forms.ChoiceField(label=_("What it shows"))
    delay = forms.IntegerField(
        label=_("Delay, in seconds"),
        help_text=_("As much as your video is behind the hall. Nothing later ever leaves the server."),
        min_value=0,
        max_value=MOST_DELAY,
        initial=USUAL_DELAY,
    )

    def __init__(self, *args: Any, choices: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        by_table = [(f"{self.TABLE}{table}", _("Table %(table)s") % {"table": table}) for table in choices.tables]
        by_match = [(f"{self.MATCH}{match}", title) for match, title in choices.matches]
        groups = [(_("A table, whichever match is there"), by_table), (_("One match, wherever it is"), by_match)]
        shows = self.fields["shows"]
        assert isinstance(shows, forms.ChoiceField)
        shows.choices = [group for group in groups if group[1]]
        self._titles = dict(by_table + by_match)

    @property
    def title(self) -> str:
        """The chosen table or match in words."""
        return str(self._titles[self.cleaned_data["shows"]])

    @property
    def table(self) -> str:
        return self._chosen(self.TABLE)

    @property
    def match(self) -> str:
        return self._chosen(self.MATCH)

    def _chosen(self, kind: str) -> str:
        chosen = str(self.cleaned_data["shows"])
        return chosen.removeprefix(kind) if chosen.startswith(kind) else ""
