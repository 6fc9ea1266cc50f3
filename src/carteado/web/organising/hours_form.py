"""The form of the hours: one field a round, and one a match for matches that are not played when their round is."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from carteado.planning.hours import Hall
from carteado.planning.tasks import matches_of
from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import Fixture
from carteado.tournament.matches.timetable import MatchHour, RoundHour, RoundId, Timetable, round_of
from carteado.web.display.rounds_in_words import rounds_in_words
from carteado.web.kit.forms.needed_field import NeededText
from carteado.web.organising.step_forms import PlausibleDate

LONGEST_WHY = 300
MOST_MATCH_FIELDS = 300
"""With more matches than this only rounds have hours: a league of all against all would fill a hall with fields."""


class HourField(PlausibleDate, forms.DateTimeField):
    """A day and hour, in the time of the site."""

    def __init__(self, label: str) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(label=label, required=False, widget=widget)


class MatchRow(NamedTuple):
    """A match with the field of its own hour."""

    title: str
    field: forms.BoundField


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """A round with its field, its number of matches, and the fields of those that can have an hour of their own.
    ``is_open`` if one of them has: then the page shows these fields at once."""

    title: str
    count: int
    field: forms.BoundField
    matches: tuple[MatchRow, ...]
    is_open: bool


class HoursForm(forms.Form):
    """The hours of every round of the plan. ``names`` are the matches in words, as far as they are known; ``hours`` are
    those that the fields show at first. The championship asks for ``why`` when hours that were published change.
    ``minutes`` and ``rest`` are not published: they serve to propose hours, and to find doubts about those typed."""

    minutes = forms.IntegerField(
        label=_("Minutes for a match"),
        help_text=_("From the forecast: nine of ten matches are shorter."),
        min_value=5,
        max_value=600,
    )
    rest = forms.IntegerField(label=_("Minutes of rest between two matches"), min_value=0, max_value=240)
    why = NeededText(
        label=_("Why is it changed?"),
        help_text=_("Every pair is told. Leave people's names out."),
        max_length=LONGEST_WHY,
    )

    def __init__(
        self, plan: Plan, names: Mapping[MatchId, str], hours: Timetable, data: Any = None, **initial: Any
    ) -> None:
        super().__init__(data, initial=initial)
        self.names = names
        self.rounds = rounds_in_words(plan)
        self.fixtures: dict[RoundId, list[Fixture]] = {one: [] for one in self.rounds}
        for fixture in plan.fixtures:
            self.fixtures[round_of(fixture)].append(fixture)
        self.counts = Counter(round_of(one) for stage in plan.stages for one in matches_of(stage))
        self.has_match_fields = len(plan.fixtures) <= MOST_MATCH_FIELDS
        if any(one.best_of > 1 for stage in plan.stages for one in matches_of(stage)):
            self.fields["minutes"].help_text = _("From the forecast, for one game: a match has time for all its games.")
        for number, (one, title) in enumerate(self.rounds.items()):
            self.fields[f"round-{number}"] = HourField(title)
            self.initial[f"round-{number}"] = hours.rounds.get(one)
            for fixture in self._with_own_hours(one):
                self.fields[f"match-{fixture.id}"] = HourField(self._title(fixture))
                self.initial[f"match-{fixture.id}"] = hours.matches.get(fixture.id)

    def _with_own_hours(self, one: RoundId) -> list[Fixture]:
        """The matches of a round that can have an hour of their own. The only match of a round has the round's."""
        fixtures = self.fixtures[one]
        return fixtures if self.has_match_fields and len(fixtures) > 1 else []

    def _title(self, fixture: Fixture) -> str:
        return self.names.get(fixture.id, fixture.id)

    def rows(self) -> Iterator[RoundRow]:
        """The rounds in order, for the template."""
        for number, (one, title) in enumerate(self.rounds.items()):
            matches = tuple(
                MatchRow(self._title(fixture), self[f"match-{fixture.id}"]) for fixture in self._with_own_hours(one)
            )
            yield RoundRow(
                title=title,
                # the matches of a Swiss round are no fixtures before it is paired
                count=max(self.counts[one], len(self.fixtures[one])),
                field=self[f"round-{number}"],
                matches=matches,
                is_open=any(row.field.value() for row in matches),
            )

    def hall(self, base: Hall) -> Hall:
        """The hall with the lengths that were typed. A final that is longer stays longer by the same time."""
        values = self.cleaned_data
        length, rest = timedelta(minutes=values["minutes"]), timedelta(minutes=values["rest"])
        longer = base.final - base.length if base.final else timedelta()
        return Hall(
            days=base.days, tables=base.tables, length=length, rest=rest, final=length + max(longer, timedelta())
        )

    def round_hours(self) -> tuple[RoundHour, ...]:
        """The rounds that have an hour."""
        entered = ((one, self.cleaned_data.get(f"round-{number}")) for number, one in enumerate(self.rounds))
        return tuple(RoundHour(*one, at) for one, at in entered if at is not None)

    def match_hours(self) -> tuple[MatchHour, ...]:
        """Only matches whose hour differs from that of their round."""
        of_round = {RoundId(one.stage, one.phase, one.round): one.at for one in self.round_hours()}
        found = []
        for one in self.rounds:
            for fixture in self._with_own_hours(one):
                at: datetime | None = self.cleaned_data.get(f"match-{fixture.id}")
                if at is not None and at != of_round.get(one):
                    found.append(MatchHour(fixture.id, at))
        return tuple(found)
