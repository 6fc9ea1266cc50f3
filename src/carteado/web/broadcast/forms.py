"""The forms of a broadcaster's page: one makes an address for a broadcast, one sets a delay."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from carteado.web.broadcast.choices import EVENT, Choices, Chosen
from carteado.web.devices.models import Purpose
from carteado.web.events.delays import MOST_DELAY_S

USUAL_DELAY_S = 30


class BroadcastForm(forms.Form):
    """What a broadcast shows: a table with any match played there, or one match at any table.

    ``form`` identifies the form, so that sending it twice makes one address.
    """

    form = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    shows = forms.ChoiceField(label=_("What it shows"))
    purpose = forms.ChoiceField(
        label=_("For whom the picture is"),
        help_text=_(
            "Under an embargo, what is on the air now shows the event's name alone. A recording shows the score: keep "
            "its address in the production."
        ),
        choices=Purpose.choices,
        initial=Purpose.PUBLIC,
        widget=forms.RadioSelect,
    )
    delay = forms.IntegerField(
        label=_("Delay, in seconds"),
        help_text=_(
            "As much as your video is behind the hall. It holds for the match itself: every page, phone, screen and "
            "file is at least as late, for all but the team and the players of the match."
        ),
        min_value=0,
        max_value=MOST_DELAY_S,
        initial=USUAL_DELAY_S,
    )

    def __init__(self, *args: Any, choices: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shows = self.fields["shows"]
        assert isinstance(shows, forms.ChoiceField)
        shows.choices = choices.groups()
        self._titles = {value: title for _title, group in choices.groups() for value, title in group}

    @property
    def title(self) -> str:
        """The chosen table or match in words."""
        return str(self._titles[self.cleaned_data["shows"]])

    @property
    def chosen(self) -> Chosen:
        return Chosen.of(self.cleaned_data["shows"])


class DelayForm(forms.Form):
    """Sets the delay of the whole event, of a table, or of a match. With 0 a table or match has none, even if the event
    has one."""

    what = forms.ChoiceField(label=_("What is late"))
    seconds = forms.IntegerField(
        label=_("Seconds"), min_value=0, max_value=MOST_DELAY_S, initial=USUAL_DELAY_S, required=True
    )

    def __init__(self, *args: Any, choices: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        what = self.fields["what"]
        assert isinstance(what, forms.ChoiceField)
        what.choices = [(EVENT, _("The whole event")), *choices.groups()]

    @property
    def chosen(self) -> Chosen:
        return Chosen.of(self.cleaned_data["what"])
