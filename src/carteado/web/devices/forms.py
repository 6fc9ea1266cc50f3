"""Forms for creating devices."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_TABLES = 500
"""The highest number of a table."""
MOST_AT_ONCE = 100
"""QR codes that one form makes."""


class TablesForm(forms.Form):
    """One QR code per table, from the first table to the last.

    ``form`` identifies the form, so that sending it twice makes the codes once.
    """

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
        """The names of the tables: their numbers. Only after ``is_valid``."""
        return [str(number) for number in range(self.cleaned_data["first"], self.cleaned_data["last"] + 1)]


class PhoneForm(forms.Form):
    """One QR code for all tables, for a referee's phone."""

    form = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
