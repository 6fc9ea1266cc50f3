"""The forms that confirm an erasure."""

from django import forms
from django.utils.translation import gettext_lazy as _


class EraseEntryForm(forms.Form):
    sure = forms.BooleanField(label=_("Yes, erase it. I know that it does not come back."))


class EraseAccountForm(EraseEntryForm):
    WITH_EVENTS, ALONE = "all", "account"

    what = forms.ChoiceField(
        label=_("What is erased"),
        choices=[
            (WITH_EVENTS, _("The account and what I told the events that I entered")),
            (ALONE, _("The account alone: my entries stay, each with its own link")),
        ],
        widget=forms.RadioSelect,
        initial=WITH_EVENTS,
    )
    field_order = ("what", "sure")
