"""The form of the wizard's step PRODUCER: who runs the event, who answers for personal data, sponsors and prizes."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from carteado.regulation import Regulation
from carteado.web.events.details import Details, Prize
from carteado.web.events.preparation_steps import Step
from carteado.web.kit.forms.one_line_field import OneLineField
from carteado.web.organising.step_forms import ReaisField, StepForm
from carteado.web.pages.templatetags.carteado import article_links

LONGEST_NAME, MOST_NAMES = 120, 40
USUAL_PRIZES, PRIZES_OF_FINALISTS = 4, 2
"""Number of places for which the form has prizes: usually, and if the regulation only gives prizes to finalists."""


class NamesField(forms.CharField):
    """Names of companies or clubs, one a line."""

    def __init__(self, **settings: Any) -> None:
        longest = (LONGEST_NAME + 2) * MOST_NAMES
        super().__init__(required=False, max_length=longest, widget=forms.Textarea(attrs={"rows": 3}), **settings)

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, tuple) else value

    def clean(self, value: Any) -> tuple[str, ...]:
        written = (" ".join(line.split()) for line in str(super().clean(value)).splitlines())
        names = tuple(dict.fromkeys(line for line in written if line))
        if len(names) > MOST_NAMES or any(len(name) > LONGEST_NAME for name in names):
            raise ValidationError(
                _("At most %(most)s names of up to %(longest)s letters, one a line."),
                params={"most": MOST_NAMES, "longest": LONGEST_NAME},
            )
        return names


class ProducerForm(StepForm):
    """Who runs the event. Keys: eligibility.producer_ties, eligibility.sponsor_staff, personal_data.responsible,
    publicity.programme, edition.prizes."""

    step = Step.PRODUCER

    producer = OneLineField(
        label=_("Who runs the event"),
        help_text=_("The company, club or association, as it signs."),
        max_length=160,
        required=False,
    )
    producer_contact = OneLineField(
        label=_("How to reach them"),
        help_text=_("Everybody sees it: CNPJ, address, e-mail or phone."),
        max_length=200,
        required=False,
    )
    data_contact = OneLineField(
        label=_("Whom to ask about personal data"),
        help_text=_("The person or address that answers what is kept, corrected and erased."),
        max_length=200,
        required=False,
    )
    sponsors = NamesField(label=_("Sponsors"), help_text=_("One a line."))
    supporters = NamesField(label=_("Supporters"), help_text=_("One a line."))

    def __init__(self, details: Details, data: Mapping[str, Any] | None = None, *, is_published: bool = False) -> None:
        self.places = places_with_prizes(details.rules)
        super().__init__(details, data, is_published=is_published)
        for place in range(1, self.places + 1):
            self._add_prize(place)
        for field, key in (
            ("data_contact", "personal_data.responsible"),
            ("sponsors", "eligibility.sponsor_staff"),
            ("producer", "eligibility.producer_ties"),
        ):
            self._cite(field, key)

    def _add_prize(self, place: int) -> None:
        prize = next((one for one in self.details.prizes if one.place == place), Prize(place=place, what=""))
        label = str(_("Prize of place {place}")).format(place=place)
        self.fields[f"prize_{place}"] = OneLineField(
            label=label, help_text=_("“Trophy and a week in Caldas Novas”."), max_length=160, required=False
        )
        self.fields[f"worth_{place}"] = ReaisField(
            label=str(_("Its value, in reais")),
            help_text=_("Of the whole prize, for the pair together. Empty if it has none that a receipt would name."),
            required=False,
            max_length=20,
            widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        )
        self.fields[f"giver_{place}"] = OneLineField(
            label=_("Who gives it"), help_text=_("Empty, whoever runs the event."), max_length=120, required=False
        )
        self.initial = {
            **self.initial,
            f"prize_{place}": prize.what,
            f"worth_{place}": number_format(prize.cents / 100, decimal_pos=2) if prize.cents else "",
            f"giver_{place}": prize.giver,
        }

    def _cite(self, field: str, key: str) -> None:
        """Add the article to the help text of a field, if the regulation has that rule."""
        rules = self.details.rules
        if key in rules.citations:
            self.fields[field].help_text = format_html("{} {}", self.fields[field].help_text, article_links(rules, key))

    @property
    def names(self) -> list[BoundField]:
        """The fields that are not about prizes."""
        return [self[name] for name in ("producer", "producer_contact", "data_contact", "sponsors", "supporters")]

    @property
    def prizes(self) -> Iterator[list[BoundField]]:
        """The fields of each place: the prize, its value, who gives it."""
        for place in range(1, self.places + 1):
            yield [self[f"{name}_{place}"] for name in ("prize", "worth", "giver")]

    def initial_values(self, details: Details) -> dict[str, object]:
        return {
            "producer": details.producer,
            "producer_contact": details.producer_contact,
            "data_contact": details.data_contact,
            "sponsors": details.sponsors,
            "supporters": details.supporters,
        }

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        for place in range(1, self.places + 1):
            is_worth_something = values.get(f"worth_{place}") or values.get(f"giver_{place}")
            if is_worth_something and not values.get(f"prize_{place}") and f"prize_{place}" not in self.errors:
                self.add_error(f"prize_{place}", str(_("Say what the prize is.")))
        return values

    def applied(self, details: Details) -> Details:
        values = self.cleaned_data
        prizes = tuple(
            Prize(
                place=place,
                what=values[f"prize_{place}"],
                cents=values[f"worth_{place}"],
                giver=values[f"giver_{place}"],
            )
            for place in range(1, self.places + 1)
            if values[f"prize_{place}"]
        )
        return replace(
            details,
            producer=values["producer"],
            producer_contact=values["producer_contact"],
            data_contact=values["data_contact"],
            sponsors=values["sponsors"],
            supporters=values["supporters"],
            prizes=prizes,
        )


def places_with_prizes(rules: Regulation) -> int:
    """The number of places that may have a prize, from the first on.

    A regulation with an article on prizes gives them to the two pairs of the final.

    Key: edition.prizes.
    """
    return PRIZES_OF_FINALISTS if "edition.prizes" in rules.citations else USUAL_PRIZES
