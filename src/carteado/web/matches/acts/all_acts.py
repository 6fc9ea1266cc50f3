"""All acts at the desk of a match by name, and the ones offered on a given desk."""

from carteado.web.kit.guarding.policy import Action
from carteado.web.matches.acts.base import Act
from carteado.web.matches.acts.calling import Call, Start, Substitution
from carteado.web.matches.acts.clock import Mark
from carteado.web.matches.acts.correction import Correction
from carteado.web.matches.acts.decision import Decision
from carteado.web.matches.acts.departures import Absence, Disqualification, Withdrawal
from carteado.web.matches.acts.house_rule import HouseRule
from carteado.web.matches.acts.results import Confirmation, Objection, RefereesConfirmation, Result, Upholding
from carteado.web.matches.acts.undoing import TakeBack
from carteado.web.matches.match_desk import Desk

ACTS: dict[str, type[Act]] = {
    act.name: act
    for act in (
        *(Call, Start, Mark, Substitution, Result, Confirmation, Objection),
        *(RefereesConfirmation, Absence, Upholding, Correction, Disqualification, Withdrawal, HouseRule, Decision),
        TakeBack,
    )
}


def offered(desk: Desk) -> dict[str, Act]:
    """The acts that the desk shows this reader, by name. Everybody who sees the desk may run matches."""
    allowed = {Action.RUN_MATCHES, Action.RULE} if desk.may_rule else {Action.RUN_MATCHES}
    return {name: act(desk) for name, act in ACTS.items() if act.permission in allowed and act.is_offered(desk)}
