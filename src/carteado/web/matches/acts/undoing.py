"""Undoing the last act."""

from django.utils.translation import gettext_lazy

from carteado.tournament.operations import DisqualifyPair, Operation, Undo, WithdrawPair
from carteado.web.kit.guarding.policy import Action
from carteado.web.matches.acts.base import Act, Author, reason_field
from carteado.web.matches.match_desk import Desk
from carteado.web.matches.match_writing import ConflictTest, always_conflicts


class TakeBack(Act):
    """Undo the event's last act, if it concerns this match. The page first shows what that act was."""

    name, title, button = "desfazer", gettext_lazy("Take the last act back"), gettext_lazy("Undo it")
    done_message = gettext_lazy("Taken back. Both stay on record.")
    permission = Action.RULE

    why = reason_field(required=False)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        last = desk.undoable_operation
        return last is not None and _is_of(desk, last)

    @property
    def is_conflict(self) -> ConflictTest:
        return always_conflicts

    @property
    def last_act_in_words(self) -> str:
        """The act that would be undone; "" if there is none, or if it does not concern this match."""
        last = self.desk.undoable_operation
        return self.desk.in_words.operation(last) if last is not None and _is_of(self.desk, last) else ""

    def operation(self, author: Author) -> Undo:
        return Undo(by=author.by, at=author.at, why=self.cleaned_data["why"])


def _is_of(desk: Desk, operation: Operation) -> bool:
    of_pair = isinstance(operation, WithdrawPair | DisqualifyPair) and operation.pair in (desk.pairs or ())
    return of_pair or getattr(operation, "match", None) == desk.match
