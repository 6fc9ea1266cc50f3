"""Handing in a result, confirming it, disputing it, and upholding a disputed one."""

from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.tournament.formats.stages import FINAL
from carteado.tournament.matches.match_log import Ending, Party, State
from carteado.tournament.operations import Confirm, Correct, Dispute, Submit
from carteado.web.kit.guarding.policy import Action
from carteado.web.matches.acts.base import Act, Author, reason_field
from carteado.web.matches.acts.game_points import GamesAct
from carteado.web.matches.match_desk import Desk
from carteado.web.matches.match_writing import ConflictTest, conflicts_with_version


class Result(GamesAct):
    """Hands in a result."""

    name, title, button = "resultado", gettext_lazy("Result"), gettext_lazy("Hand in the result")
    done_message = gettext_lazy("The result is in. Now both pairs and the referee confirm it.")
    keys = (
        *("match.target", "match.final_target", "match.equal_at_target"),
        *("clock.time_up", "clock.extra_minutes", "clock.still_tied"),
    )

    why = reason_field(
        label=gettext_lazy("The referee's reason"),
        help_text=gettext_lazy(
            "For what the referee decides, and for a time that was up though the clock does not say so. "
            "It stays on record. Leave people's names out."
        ),
        required=False,
    )

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        if not desk.may_rule:
            del self.fields["why"]

    def clean(self) -> dict[str, Any]:
        """Require a reason for a game that the referee decided."""
        super().clean()
        is_ruled = any(game.ending is Ending.RULING for game in self.games)
        if is_ruled and not str(self.cleaned_data.get("why", "")).strip() and "why" not in self.errors:
            self.add_error("why", _("Say why: what the referee decides has a reason."))
        return self.cleaned_data

    @property
    def rules(self) -> list[tuple[str, str]]:
        """The rules beside the form. Only one of the two targets, since the final may have its own."""
        final, usual = "match.final_target", "match.target"
        is_final = self.desk.fixture.phase == FINAL and final in self.desk.entries
        return [one for one in super().rules if one[1] != (usual if is_final else final)]

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and desk.state in (State.OPEN, State.CALLED, State.PLAYING, State.SUBMITTED, State.DISPUTED)

    def operation(self, author: Author) -> Submit:
        why = self.cleaned_data.get("why", "")
        return Submit(by=author.by, at=author.at, match=self.desk.match, games=self.games, why=why)


class Confirmation(Act):
    """A pair confirms the result on its own page, or the team notes it at the desk. ``version`` is the number of the
    version that was shown."""

    name, title, button = "confirmar", gettext_lazy("Confirmation"), gettext_lazy("We agree")
    done_message = gettext_lazy("Confirmed.")
    parties: ClassVar[tuple[Party, ...]] = (Party.FIRST, Party.SECOND)

    party = forms.ChoiceField()
    version = forms.IntegerField(min_value=0, max_value=9999)

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.choose_from("party", [(str(party), str(party)) for party in self.parties])

    @property
    def is_conflict(self) -> ConflictTest:
        return conflicts_with_version(self.desk.match)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and desk.state is State.SUBMITTED

    def operation(self, author: Author) -> Confirm:
        party, version = Party(self.cleaned_data["party"]), self.cleaned_data["version"]
        return Confirm(by=author.by, at=author.at, match=self.desk.match, version=version, party=party)


class RefereesConfirmation(Confirmation):
    """The referee confirms the result."""

    name, button = "confirmar-arbitragem", gettext_lazy("I confirm as the referee")
    permission = Action.RULE
    parties = (Party.REFEREE,)


class Objection(Act):
    """A pair disputes the result on its own page, or the team notes it at the desk. The referee will decide."""

    name, title, button = "contestar", gettext_lazy("Dispute"), gettext_lazy("Dispute the result")
    done_message = gettext_lazy("Disputed. The referee decides.")

    party = forms.ChoiceField(label=gettext_lazy("Who disputes it?"), widget=forms.RadioSelect)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=9999)
    why = reason_field(label=gettext_lazy("What is wrong with it?"))

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.choose_from("party", [(str(seat.party), seat.name) for seat in desk.seats])
        self.fields["version"].initial = desk.version

    @property
    def is_conflict(self) -> ConflictTest:
        return conflicts_with_version(self.desk.match)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        """Offered while a pair is left that has not disputed the result."""
        is_one_left = desk.last is not None and any(seat.party not in desk.last.disputed for seat in desk.seats)
        return desk.is_open and is_one_left

    def operation(self, author: Author) -> Dispute:
        party, version = Party(self.cleaned_data["party"]), self.cleaned_data["version"]
        why = self.cleaned_data["why"]
        return Dispute(by=author.by, at=author.at, match=self.desk.match, version=version, party=party, why=why)


class Upholding(Act):
    """The referee upholds a disputed result. It is recorded as the referee's correction and counts."""

    name, title, button = "manter", gettext_lazy("The result stands"), gettext_lazy("Keep this result")
    done_message = gettext_lazy("The result stands, and counts.")
    permission = Action.RULE

    why = reason_field()

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.is_open and desk.state is State.DISPUTED

    def operation(self, author: Author) -> Correct:
        games = self.desk.last.games if self.desk.last else ()
        return Correct(by=author.by, at=author.at, match=self.desk.match, games=games, why=self.cleaned_data["why"])
