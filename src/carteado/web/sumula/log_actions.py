"""Log actions of score sheets. ``match`` is always the match's public number. ``notifies`` are the roles in the event
whose members find the action among their notices."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from carteado.web.kit.guarding.policy import Role
from carteado.web.log.action import Action
from carteado.web.log.registry import logged


@logged
@dataclass(frozen=True, slots=True)
class ScoreFrozen(Action):
    code = "sumula.frozen"
    sentence = _("{actor} froze the public score of match {match}: it is under review.")
    notifies = frozenset({Role.ORGANISER, Role.REFEREE})
    match: int


@logged
@dataclass(frozen=True, slots=True)
class ScoreReleased(Action):
    code = "sumula.released"
    sentence = _("{actor} showed everybody the score of match {match} again.")
    notifies = frozenset({Role.ORGANISER, Role.REFEREE})
    match: int


@logged
@dataclass(frozen=True, slots=True)
class EntriesSetAside(Action):
    """Entries came for a match that is no more. ``match`` is 0 if it was removed, because it has no number then."""

    code = "sumula.set_aside"
    sentence = _("{actor} wrote for match {match}, which was changed: the referee keeps what was written.")
    notifies = frozenset({Role.ORGANISER, Role.REFEREE})
    match: int

    @property
    def text(self) -> str | Promise:
        return self.sentence if self.match else _("{actor} wrote for a match that was removed: the referee keeps it.")

    @property
    def unsigned(self) -> str | Promise:
        """The sentence for a writer without an account, which is always the phone of a table."""
        if not self.match:
            return _("A phone wrote for a match that was removed: the referee keeps what was written.")
        return _("A phone wrote for match {match}, which was changed: the referee keeps what was written.")
