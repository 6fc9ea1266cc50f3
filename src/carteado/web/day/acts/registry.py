"""Every act at the desk of a match, by its name, and which of them a desk offers."""

from carteado.web.day.acts.act import Act
from carteado.web.day.acts.calling import Call, Start, Substitution
from carteado.web.day.acts.clock import Mark
from carteado.web.day.acts.correction import Correction
from carteado.web.day.acts.decision import Decision
from carteado.web.day.acts.departures import Absence, Disqualification, Withdrawal
from carteado.web.day.acts.house_rule import HouseRule
from carteado.web.day.acts.results import Confirmation, Objection, RefereesConfirmation, Result, Upholding
from carteado.web.day.acts.undoing import TakeBack
from carteado.web.day.desk import Desk
from carteado.web.policy import Action

ACTS: dict[str, type[Act]] = {
    act.name: act
    for act in (
        *(Call, Start, Mark, Substitution, Result, Confirmation, Objection),
        *(RefereesConfirmation, Absence, Upholding, Correction, Disqualification, Withdrawal, HouseRule, Decision),
        TakeBack,
    )
}


def offered(desk: Desk) -> dict[str, Act]:
    """The acts that the desk shows whoever looks at it, by their names."""
    allowed = {Action.RUN_MATCHES, Action.RULE} if desk.may_rule else {Action.RUN_MATCHES}
    return {name: act(desk) for name, act in ACTS.items() if act.permission in allowed and act.is_offered(desk)}
