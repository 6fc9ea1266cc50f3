"""Forms of the desk of draws: what will decide a draw and when, and later the value that decided it."""

from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import slug_re
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from carteado.web.draw.models import DrawSecret

LONGEST_VALUE = 200
"""Letters of the text that says what will decide a draw, and of the value that it then had."""
TYPING_TIME = timedelta(minutes=3)
"""How long ago an announced time may be when the form arrives."""


class DeskForm(forms.Form):
    """Base of the forms of this desk, and the form of an act that asks nothing. ``seq`` is the number of operations
    that the page knew."""

    use_required_attribute = False
    seq = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.prefix_ids()

    def hidden_errors(self) -> bool:
        """True if a hidden field is wrong. None of our pages sends that now, so the form is from an older page."""
        return any(field.errors for field in self.hidden_fields())

    def prefix_ids(self) -> None:
        """Give the fields of a form about a draw ids with the draw's name, because a page has several of these forms.
        Forms about a stage keep the plain ids."""
        about = self.initial.get("draw") or (self.data.get("draw") if self.is_bound else "") or ""
        self.auto_id = f"id_{about}_%s" if slug_re.fullmatch(about) else "id_%s"


class DrawForm(DeskForm):
    """A form about one draw."""

    draw = forms.SlugField(max_length=80, widget=forms.HiddenInput)


class AnnounceForm(DrawForm):
    """Announces what will decide the draw, and when. It must be something that no one can know yet."""

    entropy_from = forms.CharField(
        label=_("What will decide it?"),
        help_text=_(
            "Something that everybody will see and nobody can choose: “Federal lottery of 18 November, first prize”, "
            "or “three dice that the referee throws before everybody”. Leave people's names out."
        ),
        max_length=LONGEST_VALUE,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    planned_at = forms.DateTimeField(
        label=_("When will it be known?"),
        help_text=_("Not before then can the draw be held. Everybody sees the hour, and the projector counts down."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def clean_planned_at(self) -> object:
        """Refuse a past time, which someone may know already. “Now” may be a few minutes ago: typing takes time."""
        planned = self.cleaned_data["planned_at"]
        if planned < timezone.now() - TYPING_TIME:
            raise ValidationError(_("That hour is over. What decides must still be unknown to everybody."))
        if planned.year > timezone.now().year + 2:
            raise ValidationError(_("That is years from now. Look at the date again."))
        return planned


class ReplaceForm(AnnounceForm):
    """Replaces a wrong announcement."""

    why = forms.CharField(
        label=_("What was wrong with it?"),
        help_text=_("Everybody reads it beside the first commitment, which stays. Leave people's names out."),
        max_length=300,
    )

    def prefix_ids(self) -> None:
        """Ids of its own, because the form that holds the draw is on the same page."""
        super().prefix_ids()
        self.auto_id = f"again_{self.auto_id}"


class HoldForm(DrawForm):
    """Holds a draw with the value that decided it."""

    entropy = forms.CharField(
        label=_("What was it?"),
        help_text=_(
            "As it was read out, letter by letter: everybody must be able to type the same. It stays for good, so "
            "leave people's names out."
        ),
        max_length=LONGEST_VALUE,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class StageForm(DeskForm):
    """A form about one stage, named by its id."""

    stage = forms.CharField(max_length=80, widget=forms.HiddenInput)


class EndRoundsForm(StageForm):
    """Ends the rounds of a Swiss stage early."""

    why = forms.CharField(
        label=_("Why does it end here?"),
        help_text=_("Published with the act. Leave people's names out."),
        max_length=300,
    )


def announce_form(
    draw: str, seq: int, earlier: DrawSecret | None, kind: type[AnnounceForm] = AnnounceForm
) -> AnnounceForm:
    """A form of an announcement: empty, or filled with what was announced before, if the draw is announced again or its
    announcement is replaced. Its time is only filled in if it is still to come."""
    earlier_values = {"entropy_from": earlier.entropy_from} if earlier else {}
    planned = earlier.planned_at if earlier and earlier.planned_at and earlier.planned_at > timezone.now() else None
    return kind(initial={"seq": seq, "draw": draw, **earlier_values, "planned_at": planned})
