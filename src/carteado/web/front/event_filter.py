"""The filter form of the list of championships."""

from datetime import datetime

from django import forms
from django.db.models import Q, QuerySet, TextChoices
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from carteado.web.display.event_posters import OVER, events_open_to_entries, events_under_embargo
from carteado.web.events.models import Event, Stage
from carteado.web.regulations.games import GameName, regulations_of


class State(TextChoices):
    """The state of an event, in the words of a visitor who looks for one. With entries open it is also to be played."""

    ENTRIES = "inscricoes", _("entries open")
    COMING = "a-jogar", _("to be played")
    RUNNING = "ao-vivo", _("being played")
    OVER = "jogados", _("played")


class Filter(forms.Form):
    """Filters the list. Fields are named by their word in the address. Each may stay empty; an invalid value is
    ignored."""

    q = forms.CharField(label=_("Name or place"), required=False, max_length=100, widget=forms.SearchInput)
    jogo = forms.ChoiceField(
        label=_("Game"), required=False, choices=[("", pgettext_lazy("games", "all")), *GameName.choices]
    )
    fase = forms.ChoiceField(label=_("How far"), required=False, choices=[("", _("all")), *State.choices])

    def narrowed(self, events: QuerySet[Event], now: datetime) -> QuerySet[Event]:
        """The events that fit all fields."""
        self.is_valid()  # fills ``cleaned_data`` with the valid fields
        for name, chosen in self.cleaned_data.items():
            if chosen:
                events = events.filter(_CONDITIONS[name](chosen, now))
        return events


def _by_name_or_place(text: str, _now: datetime) -> Q:
    """Search by name or place. The slug has no accents, so that ``sao joao`` finds *São João* on every database."""
    matches = Q(name__icontains=text) | Q(place__icontains=text)
    return matches | Q(slug__contains=slugify(text)) if slugify(text) else matches


def _of_game(game: str, _now: datetime) -> Q:
    return Q(regulation__in=regulations_of(GameName(game)))


def _in_state(state: str, now: datetime) -> Q:
    """Under an embargo an event counts as being played, because nobody may know yet that it is over. A suspended one
    is still to be played, even if play had begun."""
    match State(state):
        case State.ENTRIES:
            return events_open_to_entries(now)
        case State.COMING:
            return Q(stage__in=(Stage.PUBLISHED, Stage.SUSPENDED))
        case State.RUNNING:
            return Q(stage=Stage.RUNNING) | events_under_embargo(now)
        case State.OVER:
            return Q(stage__in=OVER) & ~events_under_embargo(now)


_CONDITIONS = {"q": _by_name_or_place, "jogo": _of_game, "fase": _in_state}
"""By field: the condition on an event, from the value and the current time."""
