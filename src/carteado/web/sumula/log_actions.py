"""What the log says of score sheets."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from carteado.web.kit.guarding.policy import Role
from carteado.web.log.action import Action
from carteado.web.log.registry import logged


@logged
@dataclass(frozen=True, slots=True)
class ScoreFrozen(Action):
    """``match`` is the match's public number."""

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
