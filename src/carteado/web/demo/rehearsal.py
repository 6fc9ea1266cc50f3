"""Championships played by bots for the demo: played to the end, then cut and moved in time as a page needs them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from carteado.planning.simulation import Hall, simulate
from carteado.regulation import Regulation
from carteado.tournament.formats.plans import plan_for
from carteado.tournament.operations import Operation
from carteado.tournament.running.dispatch import apply
from carteado.tournament.state.championship import Championship
from carteado.web.demo.cast import NamedPair


def play_event(rules: Regulation, pairs: Sequence[NamedPair], *, event: str, seed: str, hall: Hall) -> Championship:
    """Play the whole event in the regulation's form. ``event`` is its slug on the site, which the commitments of its
    draws contain."""
    delegations = rules.event.delegations
    substitutes = delegations.substitutes if delegations else 0
    contenders = [pair.contender(substitutes) for pair in pairs]
    plan = plan_for(rules, len(pairs))
    return simulate(rules, plan, contenders, seed=seed, hall=hall, event=event).championship


def liveliest_moment(championship: Championship, phase: str) -> tuple[Operation, ...]:
    """The log up to the moment when the matches of the phase first were in the most different states.

    States are called, in play, waiting for confirmation and decided.
    """
    assert championship.opening is not None
    so_far, most, until = championship.opening, 0, 0
    for count, operation in enumerate(championship.log, start=1):
        so_far = apply(so_far, operation)
        states = {log.state for match, log in so_far.logs.items() if so_far.fixtures[match].phase == phase}
        if len(states) > most:
            most, until = len(states), count
    return championship.log[:until]


def shifted(operations: Sequence[Operation], *, last_at: datetime) -> tuple[Operation, ...]:
    """The operations, shifted in time so that the last one happened at ``last_at``."""
    by = last_at - operations[-1].at
    return tuple(replace(one, at=one.at + by) for one in operations)
