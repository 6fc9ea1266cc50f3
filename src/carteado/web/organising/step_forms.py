"""Forms of the wizard: its first page, and the steps for the place, the entries and the tables. The form of a step
shows the current details and returns them with what was entered."""

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from carteado.regulation import Regulation, available, load
from carteado.tournament.registrations.eligibility import EventDay, closing, event_day, opening
from carteado.web.events.details import FEWEST_PAIRS, MOST_PAIRS, Details
from carteado.web.events.details_in_words import rule_in_words
from carteado.web.events.pix_payment import parse_key, plain
from carteado.web.events.preparation_steps import Step
from carteado.web.events.readiness import is_day_over, is_window_over
from carteado.web.kit.forms.abstract_form import AbstractForm
from carteado.web.kit.forms.needed_field import NeededField
from carteado.web.kit.forms.one_line_field import OneLineField
from carteado.web.kit.words.catalogue import title_of, words
from carteado.web.regulations.games import CARDS, game_of, is_named_in

MOST_TABLES = 256
MOST_CENTS = 10_000_000
"""Most cents of any amount: R$ 100.000."""
USUAL_PAIRS = 16
"""Number of pairs of a new event whose regulation does not prescribe one."""
FIRST_YEAR, LAST_YEAR = 2000, 2100
FURTHER_DAYS = range(2, 6)
"""Days of an event after the first, by their numbers in the form."""


class Tile(NamedTuple):
    """A regulation to choose from: its game, and its main rules in words. ``card`` names the card that stands for the
    game. ``names_its_game`` if the regulation's name says the game, so that the tile need not."""

    regulation: Regulation
    title: str
    game: str
    card: str
    rules: tuple[str, ...]
    is_chosen: bool
    names_its_game: bool


class CreateForm(forms.Form):
    """The first page: choose a regulation and a name. The other steps follow. ``form`` identifies the form, so that a
    form sent twice creates one event."""

    form = forms.UUIDField(widget=forms.HiddenInput)
    regulation = forms.ChoiceField(
        label=_("Regulation"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose the regulation that you play by.")},
    )
    name = OneLineField(
        label=_("What is it called?"),
        help_text=_("As it will stand on the poster. It can be changed later."),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        chosen = self.fields["regulation"]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = [(name, title_of(load(name))) for name in available()]

    def tiles(self) -> list[Tile]:
        return [_tile(load(name), is_chosen=self["regulation"].value() == name) for name in available()]

    def details(self) -> Details:
        regulation = load(self.cleaned_data["regulation"])
        selection = regulation.event.selection
        return Details(
            regulation=regulation.id,
            name=self.cleaned_data["name"],
            capacity=selection.pairs if selection else USUAL_PAIRS,
        )


def _tile(regulation: Regulation, *, is_chosen: bool) -> Tile:
    game = game_of(regulation)
    rules_by_key = {entry.key: entry for entry in regulation.entries() if entry.key in ("match.target", "format.kind")}
    rules = tuple(words().rule(rules_by_key[key]) for key in ("match.target", "format.kind") if key in rules_by_key)
    is_named = is_named_in(game, regulation.name)
    return Tile(regulation, title_of(regulation), str(game.label), CARDS[game], rules, is_chosen, is_named)


class StepForm(AbstractForm):
    """A form of one step: shows the details and returns changed ones."""

    step: ClassVar[Step]
    use_required_attribute = False  # a draft may lack needed values, so the browser must not ask for them
    is_news: ClassVar[bool] = False
    """True if the step may move dates or the place, which the pairs get as news. Once the event is published, its form
    asks for a reason. The field may stay empty, unless the form's own checks want one."""

    def __init__(self, details: Details, data: Mapping[str, Any] | None = None, *, is_published: bool = False) -> None:
        self.details = details
        super().__init__(data, initial=self.initial_values(details))
        if is_published and (self.asks_for_reason() or self.is_news):
            self.fields["why"] = forms.CharField(
                label=_("Why is it changed?"),
                help_text=_("Published with the new version. Leave people's names out."),
                max_length=300,
                required=self.asks_for_reason(),
            )

    def show_rule(self, field: str, key: str, *, is_over: bool = False) -> None:
        """Show the regulation's own rule as the field's help text, if it has one. If its date is over, ask for
        another."""
        regulation = load(self.details.regulation)
        if key in regulation.citations:
            rule = _("The regulation has: {rule} ({article})")
            sentence = str(rule).format(rule=rule_in_words(regulation, key), article=regulation.cite(key))
            over = _("That date is the regulation's and is over: choose your own.")
            self.fields[field].help_text = f"{sentence} {over}" if is_over and self.initial[field] is None else sentence

    @abstractmethod
    def initial_values(self, details: Details) -> dict[str, object]:
        """The initial values of the fields."""

    @abstractmethod
    def applied(self, details: Details) -> Details:
        """The details with the values of this form."""

    def asks_for_reason(self) -> bool:
        """True if the step may change rules. A published event then needs a reason."""
        return False

    @property
    def why(self) -> str:
        """The reason given for the change; "" if none was given, or none is asked for."""
        return str(self.cleaned_data.get("why", ""))


# A draft may still lack the value of a field called ``Later…``; to be published, the event needs most of them.


class LaterLineField(NeededField, OneLineField):
    pass


class PlausibleDate(NeededField):
    """A date, with or without time, in a plausible range of years. Other years are typing errors, and may be more than
    a calendar can represent."""

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value not in self.empty_values and not FIRST_YEAR <= value.year <= LAST_YEAR:
            sentence = str(_("Choose a date between {first} and {last}."))
            raise ValidationError(sentence.format(first=FIRST_YEAR, last=LAST_YEAR))


class LaterDateField(PlausibleDate, forms.DateField):
    pass


class LaterDateTimeField(PlausibleDate, forms.DateTimeField):
    pass


class LaterTimeField(NeededField, forms.TimeField):
    pass


def _day_input() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _hour_input() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


def _instant_input() -> forms.DateTimeInput:
    return forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class DayFields(NamedTuple):
    """A further day of the event in the form: its number, and the fields for day, hour and closing."""

    number: int
    fields: list[forms.BoundField]


class PlaceForm(StepForm):
    """Name, place and days of the event, and its embargo. ``day``, ``hour`` and ``until`` are those of the first day;
    those of further days have the day's number at the end."""

    step = Step.PLACE
    is_news = True

    name = OneLineField(label=_("Name"), help_text=_("As it will stand on the poster."), max_length=100)
    place = LaterLineField(label=_("Place"), help_text=_("Club and city: “Clube XV, Santos”."), max_length=100)
    day = LaterDateField(label=_("Day"), widget=_day_input())
    hour = LaterTimeField(label=_("Hour"), help_text=_("When everybody has to be there."), widget=_hour_input())
    until = forms.TimeField(
        label=_("The hall closes at"),
        help_text=_("No match is proposed that would last longer."),
        required=False,
        widget=_hour_input(),
    )
    about = forms.CharField(
        label=_("About the event"),
        help_text=_("What people should know before they come: parking, lunch, prizes."),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    embargo_until = LaterDateTimeField(
        label=_("Results stay with the team until"),
        help_text=_("For an event that is recorded and shown later. Empty, everybody sees them at once."),
        required=False,
        widget=_instant_input(),
    )

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.is_published = "why" in self.fields
        for number in FURTHER_DAYS:
            self.fields[f"day_{number}"] = LaterDateField(label=_("Day"), required=False, widget=_day_input())
            self.fields[f"hour_{number}"] = forms.TimeField(label=_("Hour"), required=False, widget=_hour_input())
            self.fields[f"until_{number}"] = forms.TimeField(
                label=_("The hall closes at"), required=False, widget=_hour_input()
            )
        self.show_rule("day", "edition.day", is_over=is_day_over(self.details.rules))
        self.show_rule("embargo_until", "publicity.embargo")

    @property
    def further_days(self) -> list[DayFields]:
        return [
            DayFields(number, [self[f"{name}_{number}"] for name in ("day", "hour", "until")])
            for number in FURTHER_DAYS
        ]

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """The fields outside the fold of the further days."""
        return [one for one in self if not one.name.rpartition("_")[2].isdecimal()]

    @property
    def has_further_days(self) -> bool:
        return any(self[f"day_{number}"].value() or self.errors.get(f"day_{number}") for number in FURTHER_DAYS)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("until") and not values.get("hour") and "hour" not in self.errors:
            self.add_error("hour", _("Say when the day begins, too."))
        if values.get("hour") and not values.get("day") and "day" not in self.errors:
            self.add_error("day", _("Say which day."))
        for number in FURTHER_DAYS:
            if values.get(f"hour_{number}") and not values.get(f"day_{number}"):
                self.add_error(f"day_{number}", _("Say which day."))
            if values.get(f"day_{number}") and not values.get(f"hour_{number}"):
                self.add_error(f"hour_{number}", _("Say when the day begins, too."))
            # The first of ``settings.days`` has to be the first day, and a day without an hour is not among them.
            if values.get(f"day_{number}") and not values.get("hour") and "hour" not in self.errors:
                self.add_error("hour", _("Say when the day begins, too."))
        if not self.errors:
            self._check_days(values)
        # only another day, place, or hour of beginning or closing needs a reason
        if self.is_published and not self.errors and not values.get("why") and self._moves():
            self.add_error("why", _("Every pair is told of another day, hour or place: say why."))
        return values

    def _check_days(self, values: dict[str, Any]) -> None:
        """Each day is later than the one before, and does not end before it begins."""
        last = values.get("day")
        for suffix in ("", *(f"_{number}" for number in FURTHER_DAYS)):
            day, hour, until = (values.get(f"{name}{suffix}") for name in ("day", "hour", "until"))
            if suffix and day and last and day <= last:
                self.add_error(f"day{suffix}", _("The days have to stand in their order."))
            if hour and until and until <= hour:
                self.add_error(f"until{suffix}", _("It closes before it begins."))
            last = day or last

    def _moves(self) -> bool:
        """True if the pairs have to come on another day, at another hour or to another place, or the hall closes at
        another hour."""
        after, before = self.applied(self.details).announced, self.details.announced
        return (after.day, after.days, after.place) != (before.day, before.days, before.place)

    def initial_values(self, details: Details) -> dict[str, object]:
        """The regulation's own day is suggested only while it is not over."""
        rules = details.rules
        return {
            "name": details.name,
            "place": details.place,
            "day": details.settings.day if is_day_over(rules) else event_day(rules, details.settings),
            **_days_shown(details.settings.days),
            "about": details.about,
            "embargo_until": details.embargo_until,
        }

    def applied(self, details: Details) -> Details:
        entered = self.cleaned_data
        return replace(
            details,
            name=entered["name"],
            place=entered["place"],
            about=entered["about"].replace("\r\n", "\n"),
            embargo_until=entered["embargo_until"],
            settings=replace(
                details.settings,
                day=_unless_prescribed(entered["day"], _prescribed_day(details.rules)),
                days=tuple(_days_entered(entered)),
            ),
        )


def _days_shown(days: tuple[EventDay, ...]) -> dict[str, object]:
    """The initial values of the fields for days. The fields of the first day have no number, and its date is not among
    them."""
    shown: dict[str, object] = {}
    for number, one in enumerate(days, start=1):
        begins, ends = timezone.localtime(one.begins), one.ends and timezone.localtime(one.ends)
        suffix = "" if number == 1 else f"_{number}"
        shown |= {f"hour{suffix}": begins.time(), f"until{suffix}": ends and ends.time()}
        if suffix:
            shown[f"day{suffix}"] = begins.date()
    return shown


def _days_entered(entered: Mapping[str, Any]) -> Iterator[EventDay]:
    """The days that have a date and an hour, in order."""
    for suffix in ("", *(f"_{number}" for number in FURTHER_DAYS)):
        day, hour, until = (entered.get(f"{name}{suffix}") for name in ("day", "hour", "until"))
        if day and hour:
            yield EventDay(_instant(day, hour), _instant(day, until) if until else None)


def _instant(day: date, hour: time) -> datetime:
    return timezone.make_aware(datetime.combine(day, hour))


class ReaisField(forms.CharField):
    """An amount as people write it in Brazil: ``25``, ``25,50``, ``R$ 1.250,00``. Returns cents, 0 if it is empty."""

    def clean(self, value: Any) -> int:
        text = str(super().clean(value))
        if not text:
            return 0
        amount = _AMOUNT.fullmatch(text)
        if amount is None:
            raise ValidationError(_("Write the amount in reais, as in 25 or 25,50."))
        cents = 100 * int(amount["reais"].replace(".", "")) + int(f"{amount['cents'] or ''}00"[:2])
        if cents > MOST_CENTS:
            raise ValidationError(_("That is more than any club would ask."))
        return cents


_AMOUNT = re.compile(
    r"(?:R\$)?\s*(?P<reais>\d{1,3}(?:\.\d{3}){1,3}|\d{1,12})(?:[.,](?P<cents>\d{1,2}))?", re.ASCII | re.IGNORECASE
)


class PixKeyField(forms.CharField):
    """A Pix key of one of the five kinds that banks know. Returns it as banks write it, "" if it is empty."""

    def clean(self, value: Any) -> str:
        text = str(super().clean(value))
        key = parse_key(text) if text else None
        if text and key is None:
            raise ValidationError(_("This is no Pix key: look at it digit by digit."))
        return key.text if key else ""


class PlainField(OneLineField):
    """A text that is not empty once accents and signs are removed: banks know no others."""

    def clean(self, value: Any) -> str:
        text = str(super().clean(value))
        if text and not plain(text, len(text)):
            raise ValidationError(_("Write it with letters from A to Z."))
        return text


class EntriesForm(StepForm):
    """When pairs may enter, how many play, and the fee with the Pix key to which it is paid."""

    step = Step.ENTRIES
    is_news = True

    opens = LaterDateTimeField(label=_("Entries open"))
    closes = LaterDateTimeField(label=_("Entries close"))
    capacity = forms.IntegerField(label=_("Number of pairs"), min_value=FEWEST_PAIRS, max_value=MOST_PAIRS)
    fee = ReaisField(
        label=_("Fee for a pair, in reais"),
        help_text=_("Empty means that nobody pays."),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    fee_note = OneLineField(
        label=_("How the fee is paid"),
        help_text=_("“Pix on the day”, “at the bar until Friday”."),
        max_length=200,
        required=False,
    )
    pix_key = PixKeyField(
        label=_("Pix key"),
        help_text=_("CPF, CNPJ, e-mail, random key, or phone as in +55 13 99876-5432. Pairs that enter see it."),
        max_length=90,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    pix_name = PlainField(
        label=_("Name of the account"), help_text=_("As the bank knows it."), max_length=60, required=False
    )
    pix_city = PlainField(label=_("City of the account"), max_length=40, required=False)

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        for name in ("opens", "closes"):
            self.fields[name].widget = _instant_input()
            self.fields[name].help_text = _("In the time of São Paulo.")
            self.show_rule(name, f"entries.{name}", is_over=is_window_over(self.details.rules))
        self.show_rule("capacity", "selection.pairs")

    def asks_for_reason(self) -> bool:
        return self.details.rules.event.selection is not None

    def initial_values(self, details: Details) -> dict[str, object]:
        """The regulation's own dates for entries are suggested only while they are not over."""
        rules, settings = details.rules, details.settings
        opens, closes = opening(rules, settings), closing(rules, settings)
        is_over = is_window_over(rules)
        return {
            "opens": settings.opens if is_over else opens and opens.at,
            "closes": settings.closes if is_over else closes and closes.at,
            "capacity": details.capacity,
            "fee": number_format(Decimal(details.fee_cents) / 100, decimal_pos=2) if details.fee_cents else "",
            "fee_note": details.fee_note,
            "pix_key": details.pix_key,
            "pix_name": details.pix_name,
            "pix_city": details.pix_city,
        }

    def clean(self) -> dict[str, Any]:
        entered = super().clean() or {}
        opens, closes = entered.get("opens"), entered.get("closes")
        if opens and closes and closes <= opens:
            self.add_error("closes", words().error("closes_before_it_opens", {"opens": opens}).capitalize() + ".")
        for name in ("pix_name", "pix_city"):
            if entered.get("pix_key") and not entered.get(name) and name not in self.errors:
                self.add_error(name, _("The Pix needs this, too."))
        return entered

    def applied(self, details: Details) -> Details:
        entered = self.cleaned_data
        entries = load(details.regulation).event.entries
        settings = replace(
            details.settings,
            opens=_instant_unless_prescribed(entered["opens"], entries and entries.opens),
            closes=_instant_unless_prescribed(entered["closes"], entries and entries.closes),
        )
        return replace(
            with_pairs(details, entered["capacity"]),
            settings=settings,
            fee_cents=entered["fee"],
            fee_note=entered["fee_note"],
            pix_key=entered["pix_key"],
            pix_name=entered["pix_name"],
            pix_city=entered["pix_city"],
        )


def with_pairs(details: Details, capacity: int) -> Details:
    """Set the number of pairs, which is a change of rules if the regulation prescribes it. Key: selection.pairs."""
    selection = load(details.regulation).event.selection
    changes = dict(details.changes)
    if selection is None or selection.pairs == capacity:
        changes.pop("selection.pairs", None)
    else:
        changes["selection.pairs"] = capacity
    return replace(details, capacity=capacity, changes=tuple(sorted(changes.items())))


def _prescribed_day(regulation: Regulation) -> date | None:
    return regulation.event.edition.day if regulation.event.edition else None


def _unless_prescribed(entered: Any, prescribed: Any) -> Any:
    """The value to store: None if it is the same as in the regulation, so that the regulation's counts."""
    return None if entered == prescribed else entered


def _instant_unless_prescribed(entered: Any, prescribed: Any) -> Any:
    """The same for instants. Forms have minutes, while the regulation may end with the last second of one."""
    if entered is not None and prescribed is not None and entered == prescribed.replace(second=0, microsecond=0):
        return None
    return entered


class TablesForm(StepForm):
    """The number of tables. An empty field is stored as 0: not known yet."""

    step = Step.TABLES

    tables = forms.IntegerField(
        label=_("How many tables are there?"),
        help_text=_("As many as can be played at once. Leave it empty if it is not known yet."),
        min_value=0,
        max_value=MOST_TABLES,
        required=False,
    )

    def initial_values(self, details: Details) -> dict[str, object]:
        return {"tables": details.tables or None}

    def applied(self, details: Details) -> Details:
        return replace(details, tables=self.cleaned_data["tables"] or 0)
