"""Correcting a result as a referee, after a look at the places it would change."""

from typing import NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.regulation import Refusal
from carteado.tournament.operations import Correct, Operation
from carteado.tournament.running.dispatch import moved_by, ranks_moved_by
from carteado.tournament.running.results import Moved, RankMoved
from carteado.web.display.phases import group_title
from carteado.web.events.formats import title_of
from carteado.web.kit.guarding.policy import Action
from carteado.web.matches.acts.base import Author, reason_field
from carteado.web.matches.acts.game_points import GamesAct
from carteado.web.matches.match_desk import Desk
from carteado.web.matches.match_writing import ConflictTest, always_conflicts


class MoveInWords(NamedTuple):
    """A place in the draw or the standings that a correction would give to another pair."""

    where: str
    pair_before: str
    pair_after: str
    has_begun: bool


class Correction(GamesAct):
    """A corrected result, which counts at once.

    The referee first sees what it would move. ``weighed`` are the moves that they saw, as text in one line; "" if they
    saw none. ``moves`` are those that the page shows now, which its button sends as ``weighed``.
    """

    name, title, button = "corrigir", gettext_lazy("Correction"), gettext_lazy("Correct the result")
    done_message = gettext_lazy("Corrected. The new result counts.")
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
        """The correction. Without ``force`` the championship refuses one that starts other matches again, so it is only
        set if the referee was shown the moves."""
        why, force = self.cleaned_data["why"], bool(self.cleaned_data["weighed"])
        return Correct(by=author.by, at=author.at, match=self.desk.match, games=self.games, why=why, force=force)

    @property
    def is_conflict(self) -> ConflictTest:
        """Every operation is a conflict, because the moves were shown for the state at that time."""
        return always_conflicts

    def unseen_moves(self, author: Author) -> list[MoveInWords]:
        """All moves, if they are not those that the referee was shown; empty if they are, or if nothing moves."""
        moves = moves_by(self.desk, self.operation(author))
        if not moves.in_words or self.cleaned_data["weighed"] == moves.in_one_line:
            return []
        self.moves = moves.in_one_line
        return moves.in_words


class Moves(NamedTuple):
    """What an operation would move: in words, and as the text that a form sends back once it was shown."""

    in_words: list[MoveInWords]
    in_one_line: str


def moves_by(desk: Desk, operation: Operation) -> Moves:
    """What the operation would move; nothing if it is refused."""
    moves, ranks = moved_by(desk.championship, operation), ranks_moved_by(desk.championship, operation)
    if isinstance(moves, Refusal) or isinstance(ranks, Refusal):
        return Moves([], "")
    in_words = [*(_move(desk, one) for one in moves), *(_rank_move(desk, one) for one in ranks)]
    return Moves(in_words, moves_in_one_line(moves, ranks))


def _move(desk: Desk, move: Moved) -> MoveInWords:
    texts = desk.in_words
    return MoveInWords(
        texts.match_or_stage(move.where), texts.pair(move.before), texts.pair(move.after), move.has_begun
    )


def _rank_move(desk: Desk, move: RankMoved) -> MoveInWords:
    stage = desk.championship.plan.stage(move.stage)
    table = group_title(move.group) if stage.groups > 1 else title_of(stage)
    where = _("place {rank}, {table}").format(rank=move.rank, table=table)
    return MoveInWords(where, desk.in_words.pair(move.before), desk.in_words.pair(move.after), has_begun=False)


def moves_in_one_line(moves: tuple[Moved, ...], ranks: tuple[RankMoved, ...]) -> str:
    """The moves in one line. A form sends it back to say which moves it showed."""
    return ";".join("/".join(map(str, one)) for one in (*moves, *ranks))
