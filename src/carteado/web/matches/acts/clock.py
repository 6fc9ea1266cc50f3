"""Marks on the clock of a match: arrivals, absences, pauses and the dealing ceremony."""

from collections.abc import Iterator
from typing import NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.tournament.matches.clocks import Moment
from carteado.tournament.operations import MarkTime
from carteado.web.matches.acts.base import Act, Author
from carteado.web.matches.match_desk import CEREMONY, OF_A_PAIR, OF_THE_TABLE, Desk


class MarkButton(NamedTuple):
    """A button for a mark that the clock accepts now. ``value`` is what it sends as ``mark``."""

    value: str
    text: str


class Mark(Act):
    """Adds a mark to the clock.

    The field ``mark`` is a moment such as ``paused``, or a moment and a pair: ``arrived:d07``.
    """

    name, title, button = "tempo", gettext_lazy("Time"), gettext_lazy("Note it")
    done_message = gettext_lazy("Noted.")

    mark = forms.CharField(max_length=80)

    @property
    def buttons(self) -> list[MarkButton]:
        return list(self._buttons((*OF_A_PAIR, *OF_THE_TABLE)))

    @property
    def ceremony(self) -> list[MarkButton]:
        return list(self._buttons(CEREMONY)) if self.desk.has_ceremony else []

    def _buttons(self, moments: tuple[Moment, ...]) -> Iterator[MarkButton]:
        for moment in moments:
            for pair in (self.desk.pairs or ()) if moment in OF_A_PAIR else (None,):
                if self.desk.may_mark(moment, pair):
                    value = f"{moment}:{pair}" if pair else str(moment)
                    yield MarkButton(value, str(_MARKS[moment]).format(pair=self.desk.in_words.pair(pair)))

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and desk.log is not None and desk.log.is_on

    def clean_mark(self) -> tuple[Moment, str | None]:
        """The moment, and its pair; None for a moment that concerns the table, whatever was sent."""
        name, _colon, pair = str(self.cleaned_data["mark"]).partition(":")
        if name not in set(Moment):
            raise forms.ValidationError(_("That is no moment that a clock knows."))
        moment = Moment(name)
        return moment, pair if moment in OF_A_PAIR else None

    def operation(self, author: Author) -> MarkTime:
        moment, pair = self.cleaned_data["mark"]
        return MarkTime(by=author.by, at=author.at, match=self.desk.match, moment=moment, pair=pair)


_MARKS = {
    Moment.ARRIVED: gettext_lazy("{pair}: here"),
    Moment.ABSENT: gettext_lazy("{pair}: left the table"),
    Moment.RETURNED: gettext_lazy("{pair}: back"),
    Moment.PAUSED: gettext_lazy("Pause"),
    Moment.RESUMED: gettext_lazy("Go on"),
    Moment.EXTRA_STARTED: gettext_lazy("Start the extra time"),
    Moment.SHUFFLING: gettext_lazy("Shuffling"),
    Moment.CUTTING: gettext_lazy("Cutting"),
    Moment.DEALING: gettext_lazy("Dealing"),
    Moment.DEALT: gettext_lazy("Dealt"),
}
