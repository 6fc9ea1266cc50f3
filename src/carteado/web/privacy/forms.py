"""The forms that confirm an erasure."""

from django import forms
from django.utils.translation import gettext_lazy as _


class EraseEntryForm(forms.Form):
    """Confirms that a person is erased from one event."""

    sure = forms.BooleanField(label=_("Yes, erase it. I know that it does not come back."))


class EraseAccountForm(EraseEntryForm):
    """Confirms that an account is erased: with the person in each event that they entered, or alone.

    If it is erased alone, each entry can still be opened by its own link.
    """

    WITH_EVENTS, ACCOUNT_ALONE = "all", "account"

    what = forms.ChoiceField(
        label=_("What is erased"),
        choices=[
            (WITH_EVENTS, _("The account and what I told the events that I entered")),
            (ACCOUNT_ALONE, _("The account alone: my entries stay, each with its own link")),
        ],
        widget=forms.RadioSelect,
        initial=WITH_EVENTS,
    )
    field_order = ("what", "sure")
