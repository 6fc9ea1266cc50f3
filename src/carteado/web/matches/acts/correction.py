"""A result that the referee corrects, and what that moves."""

from typing import NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.regulation import Refusal
from carteado.tournament.confirming import Moved, RankMoved
from carteado.tournament.operations import Correct, Operation
from carteado.tournament.running import moved_by, ranks_moved_by
from carteado.web.display.phases import group_title
from carteado.web.events.formats import title_of
from carteado.web.kit.guarding.policy import Action
from carteado.web.matches.acts.base import Author, reason_field
from carteado.web.matches.acts.game_points import GamesAct
from carteado.web.matches.match_desk import Desk
from carteado.web.matches.match_writing import Concerns, everywhere


class MoveInWords(NamedTuple):
    """A place that a correction would give to another pair."""

    where: str
    before: str
    after: str
    has_begun: bool


class Correction(GamesAct):
    """A result that counts at once. What it would move is shown first; ``weighed`` says that it was."""

    name, title, button = "corrigir", gettext_lazy("Correction"), gettext_lazy("Correct the result")
    said = gettext_lazy("Corrected. The new result counts.")
    permission = Action.RULE

    def __init__(self, desk: Desk, data: QueryDict | None = None) -> None:
        super().__init__(desk, data)
        self.moves = ""
        self.fields["why"] = reason_field()
        self.fields["weighed"] = forms.CharField(required=False, widget=forms.HiddenInput, max_length=10_000)

    @classmethod
    def is_offered(cls, desk: Desk) -> bool:
        return desk.log is not None and bool(desk.log.submissions or desk.log.absent)

    def operation(self, author: Author) -> Correct:
        """By force only where it was shown what begins anew."""
        why, force = self.cleaned_data["why"], bool(self.cleaned_data["weighed"])
        return Correct(by=author.by, at=author.at, match=self.desk.match, games=self.games, why=why, force=force)

    @property
    def concerns(self) -> Concerns:
        """What it moves was shown as everything stood."""
        return everywhere

    def to_weigh(self, author: Author) -> list[MoveInWords]:
        """What it would move and nobody has looked at yet."""
        moves = moves_by(self.desk, self.operation(author))
        if not moves.in_words or self.cleaned_data["weighed"] == moves.as_weighed:
            return []
        self.moves = moves.as_weighed
        return moves.in_words


class Moves(NamedTuple):
    """What an operation would move, and the line by which a form says that it was shown."""

    in_words: list[MoveInWords]
    as_weighed: str


def moves_by(desk: Desk, operation: Operation) -> Moves:
    """Nothing where it is refused."""
    moves, ranks = moved_by(desk.championship, operation), ranks_moved_by(desk.championship, operation)
    if isinstance(moves, Refusal) or isinstance(ranks, Refusal):
        return Moves([], "")
    in_words = [*(_move(desk, one) for one in moves), *(_rank_move(desk, one) for one in ranks)]
    return Moves(in_words, as_weighed(moves, ranks))


def _move(desk: Desk, move: Moved) -> MoveInWords:
    told = desk.told
    return MoveInWords(told.where(move.where), told.pair(move.before), told.pair(move.after), move.has_begun)


def _rank_move(desk: Desk, move: RankMoved) -> MoveInWords:
    stage = desk.championship.plan.stage(move.stage)
    table = group_title(move.group) if stage.groups > 1 else title_of(stage)
    where = _("place {rank}, {table}").format(rank=move.rank, table=table)
    return MoveInWords(where, desk.told.pair(move.before), desk.told.pair(move.after), has_begun=False)


def as_weighed(moves: tuple[Moved, ...], ranks: tuple[RankMoved, ...]) -> str:
    """The moves in a line, by which a form says which of them it was shown."""
    return ";".join("/".join(map(str, one)) for one in (*moves, *ranks))
