"""The form that opens a page for a broadcast, with its delay."""

from typing import Any, NamedTuple
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_DELAY_S = 3600
USUAL_DELAY_S = 30


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
        max_value=MOST_DELAY_S,
        initial=USUAL_DELAY_S,
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
