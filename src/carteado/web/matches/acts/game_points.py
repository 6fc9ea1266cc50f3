"""Form fields for the games of a result: points of both pairs, the ending, and the winner if points do not show it."""

from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.regulation import TrucoRules
from carteado.tournament.matches.match_log import Ending, Game, Side
from carteado.web.kit.words.catalogue import words
from carteado.web.matches.acts.base import Act
from carteado.web.matches.match_desk import Desk

MOST_POINTS = 99_990
"""More points than any game has."""
_OF_EQUAL_POINTS = ("match.equal_at_target", "clock.extra_minutes", "clock.still_tied")
"""Keys of the rules that say who wins a game with equal points."""

ENDINGS = {
    Ending.TARGET: gettext_lazy("Played to the end"),
    Ending.EXTRA_HAND: gettext_lazy("By an extra hand"),
    Ending.TIME_UP: gettext_lazy("Time was up"),
    Ending.RULING: gettext_lazy("Decided by the referee"),
}


class GameRow(NamedTuple):
    """The form fields of one game, for the template."""

    number: int
    first: forms.BoundField
    second: forms.BoundField
    ending: forms.BoundField
    winner: forms.BoundField


class GamesAct(Act):
    """An act that hands in or corrects the games of a match, filled with the last version of its result. Games that
    were not played stay empty. ``games`` are those read from a valid form."""

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.games: tuple[Game, ...] = ()
        games = desk.last.games if desk.last else ()
        for number in range(1, desk.fixture.best_of + 1):
            self._add(number, games[number - 1] if number <= len(games) else None)

    def _add(self, number: int, game: Game | None) -> None:
        for place, name in enumerate(("first", "second")):
            self.fields[f"{name}_{number}"] = forms.IntegerField(
                label=_("Points of {pair}").format(pair=self.desk.seats[place].name),
                required=number == 1,
                initial=game.points[place] if game else None,
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
                widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "points", "autocomplete": "off"}),
            )
        self.fields[f"ending_{number}"] = forms.ChoiceField(
            label=_("How it ended"),
            choices=[(str(ending), ENDINGS[ending]) for ending in endings_of(self.desk)],
            initial=str(game.ending) if game else str(Ending.TARGET),
        )
        self.fields[f"winner_{number}"] = forms.ChoiceField(
            label=_("Winner"),
            choices=[("", _("Who has more points")), *((str(n), seat.name) for n, seat in enumerate(self.desk.seats))],
            required=False,
            initial=str(game.winner) if game and not _follows(game) else "",
        )

    @property
    def rows(self) -> list[GameRow]:
        return [
            GameRow(number, *(self[f"{name}_{number}"] for name in ("first", "second", "ending", "winner")))
            for number in range(1, self.desk.fixture.best_of + 1)
        ]

    def clean(self) -> dict[str, Any]:
        """Read the games from the fields. The regulation decides later if such games are possible."""
        games: list[Game] = []
        for number in range(1, self.desk.fixture.best_of + 1):
            game = self._read(number)
            if game is not None and len(games) < number - 1 and not self.errors:
                self.add_error(f"first_{number - 1}", _("This game is empty, but a later one is not."))
            if game is not None:
                games.append(game)
        self.games = tuple(games)
        return self.cleaned_data

    def _read(self, number: int) -> Game | None:
        """One game from its fields. None if it is empty, or if it has an error, which is added to the form."""
        points = [self.cleaned_data.get(f"{name}_{number}") for name in ("first", "second")]
        if points == [None, None]:
            return None
        one, two = points
        if one is None or two is None:
            if not self.errors:
                missing = "first" if one is None else "second"
                self.add_error(f"{missing}_{number}", _("Both pairs have points in a game, if only 0."))
            return None
        choice = self.cleaned_data.get(f"winner_{number}")
        if not choice and one == two:
            self.add_error(f"winner_{number}", self._of_equal_points())
            return None
        winner: Side = (1 if choice == "1" else 0) if choice else (0 if one > two else 1)
        return Game((one, two), winner, Ending(self.cleaned_data.get(f"ending_{number}") or Ending.TARGET))

    def _of_equal_points(self) -> str:
        """The error for equal points, with the rules that apply to them."""
        entries = [self.desk.entries[key] for key in _OF_EQUAL_POINTS if key in self.desk.entries]
        rules = (f"{words().rule(entry)} ({self.desk.regulation.cite(entry.key)})" for entry in entries)
        return " ".join((_("Equal points: say who won."), *rules))


def endings_of(desk: Desk) -> list[Ending]:
    """The possible endings of a game under the regulation. "By a ruling" is only for referees."""
    by_rule = Ending.TIME_UP if isinstance(desk.regulation.rules, TrucoRules) else Ending.EXTRA_HAND
    return [Ending.TARGET, by_rule, *([Ending.RULING] if desk.may_rule else [])]


def _follows(game: Game) -> bool:
    """True if the points alone show the winner."""
    one, two = game.points
    return one != two and game.winner == (0 if one > two else 1)
