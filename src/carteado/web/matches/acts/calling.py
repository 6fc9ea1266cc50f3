"""Calling a match to its table, starting it, and substituting players of a delegation."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.tournament.matches import clocks
from carteado.tournament.matches.clocks import Limit
from carteado.tournament.matches.match_log import State
from carteado.tournament.operations import CallMatch, StartMatch, Substitute
from carteado.tournament.state.championship import Championship
from carteado.web.kit.forms.one_line_field import OneLineField
from carteado.web.matches.acts.base import Act, Author, reason_field
from carteado.web.matches.match_desk import Desk
from carteado.web.matches.tables_board import Board

LONGEST_TABLE = 20


class Call(Act):
    """Calls the match to a table, or without one. ``anyway`` is the table that is called despite a warning about it."""

    name, title, button = "chamar", gettext_lazy("Call to the table"), gettext_lazy("Call them")
    done_message = gettext_lazy("Called.")
    keys = ("lateness.tolerance_minutes",)

    table = OneLineField(label=gettext_lazy("Table"), max_length=LONGEST_TABLE, required=False)
    anyway = OneLineField(max_length=LONGEST_TABLE, required=False)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and not desk.has_begun

    def operation(self, author: Author) -> CallMatch:
        table = self.cleaned_data["table"] or None
        return CallMatch(by=author.by, at=author.at, match=self.desk.match, table=table)

    def question(self, board: Board) -> str:
        """A warning about the chosen table, "" if there is none or if the form confirms that table."""
        table = self.cleaned_data["table"]
        is_confirmed = self.cleaned_data["anyway"] == table
        return "" if is_confirmed else board.warning_about(self.desk.match, table)

    def message_after(self, championship: Championship) -> str:
        """The message after the call, with the rule about lateness.

        The tolerance counts from the call only where the regulation counts it from each match.
        """
        key, regulation = self.keys[0], championship.regulation_of(self.desk.match)
        clock = championship.logs[self.desk.match].clock
        running = clocks.running(regulation, self.desk.fixture.phase, clock, clock.marks[-1].at)
        if any(one.kind is Limit.LATENESS for one in running):
            return _("Called. The tolerance counts from now ({article}).").format(article=regulation.cite(key))
        sentences = [f"{sentence} ({regulation.cite(key)})" for sentence, key in self.rules]
        return " ".join((str(self.done_message), *sentences))


class Start(Act):
    """Starts the match."""

    name, title, button = "comecar", gettext_lazy("Start"), gettext_lazy("Start the match")
    done_message = gettext_lazy("Started.")
    keys = ("presence.before_start",)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and desk.state is State.CALLED

    def operation(self, author: Author) -> StartMatch:
        return StartMatch(by=author.by, at=author.at, match=self.desk.match)


class Substitution(Act):
    """Another member of the delegation replaces a player before the match starts. Key: delegations.substitution."""

    name, title, button = "substituir", gettext_lazy("Substitution"), gettext_lazy("Substitute")
    done_message = gettext_lazy("Substituted, for this match.")
    keys = ("delegations.substitution",)

    leaves = forms.ChoiceField(label=gettext_lazy("Leaves"))
    enters = forms.ChoiceField(label=gettext_lazy("Comes in"))
    why = reason_field()

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        line_ups = [seat.line_up for seat in desk.seats if seat.line_up]
        playing = [(one.delegation, person) for one in line_ups for person in one.pair_for(desk.match)]
        others = [(one.delegation, person) for one in line_ups for person in one.players]
        self.choose_from("leaves", map(self._player_choice, playing))
        self.choose_from("enters", (self._player_choice(one) for one in others if one not in playing))

    def _player_choice(self, one: tuple[str, str]) -> tuple[str, str]:
        delegation, person = one
        name = self.desk.championship.delegation_name(delegation)
        return person, f"{self.desk.in_words.person(person)} ({name})"

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and not desk.has_begun and any(seat.line_up for seat in desk.seats)

    def operation(self, author: Author) -> Substitute:
        leaves = self.cleaned_data["leaves"]
        line_ups = [seat.line_up for seat in self.desk.seats if seat.line_up]
        delegation = next(one.delegation for one in line_ups if leaves in one.pair_for(self.desk.match))
        return Substitute(
            by=author.by,
            at=author.at,
            delegation=delegation,
            match=self.desk.match,
            leaves=leaves,
            enters=self.cleaned_data["enters"],
            why=self.cleaned_data["why"],
        )
