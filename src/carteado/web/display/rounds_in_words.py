"""The rounds of a plan by the names that people know them by."""

from collections import Counter
from collections.abc import Mapping

from django.utils.translation import gettext as _

from carteado.regulation import Refusal
from carteado.tournament.formats.plans import NO_PLAN, Plan
from carteado.tournament.formats.stages import GROUP, QUALIFYING, SWISS
from carteado.tournament.matches.timetable import RoundId, rounds_of
from carteado.tournament.state.championship import Championship
from carteado.tournament.state.numbering import phase_word
from carteado.web.events.details import Details
from carteado.web.events.formats import is_drawn_by_lot, plan_of, title_of
from carteado.web.kit.words.catalogue import words


def expected_plan(details: Details, championship: Championship) -> Plan:
    """The plan that was settled, or before that the one for the number of places.

    Empty while a lot has yet to decide the format, or if no plan fits that number.
    """
    if championship.plan.stages:
        return championship.plan
    if is_drawn_by_lot(details.rules) and not details.stages:
        return NO_PLAN
    found = plan_of(details, details.capacity)
    return NO_PLAN if isinstance(found, Refusal) else found


def round_in_words(names: Mapping[RoundId, str], one: RoundId) -> str:
    """The name of a round: from ``names``, or for one that the plan has no longer, or not yet, from itself."""
    if one in names:
        return names[one]
    return _numbered(words().in_words(one.phase), one) if one.phase in _NUMBERED else words().in_words(one.phase)


def _numbered(name: str, one: RoundId) -> str:
    return _("%(phase)s, round %(number)d") % {"phase": name, "number": one.round}


_NUMBERED = (GROUP, SWISS, QUALIFYING)
"""Phases of which each round is named by its number, even if there is only one."""


def rounds_in_words(plan: Plan) -> dict[RoundId, str]:
    """Every round of the plan with its name, in order. Where two stages have rounds of one name, the stage is named
    too."""
    stages = {stage.id: stage for stage in plan.stages}
    rounds = rounds_of(plan)
    counts = Counter((one.stage, one.phase) for one in rounds)
    names = {}
    for one in rounds:
        name = words().in_words(phase_word(stages[one.stage], one.phase))
        if one.phase in _NUMBERED or counts[one.stage, one.phase] > 1:
            name = _numbered(name, one)
        names[one] = name
    alike = Counter(names.values())
    return {one: name if alike[name] == 1 else f"{name} · {title_of(stages[one.stage])}" for one, name in names.items()}
