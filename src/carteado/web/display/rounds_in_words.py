"""The rounds of a plan by the names that people know them by."""

from collections import Counter

from django.utils.translation import gettext as _

from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.stages import GROUP, QUALIFYING, SWISS
from carteado.tournament.matches.timetable import RoundId, rounds_of
from carteado.web.events.formats import phase_word, title_of
from carteado.web.kit.words.catalogue import words


def rounds_in_words(plan: Plan) -> dict[RoundId, str]:
    """Every round of the plan with its name, in order. Where two stages have rounds of one name, the stage is named
    too."""
    stages = {stage.id: stage for stage in plan.stages}
    rounds = rounds_of(plan)
    counts = Counter((one.stage, one.phase) for one in rounds)
    names = {}
    for one in rounds:
        name = words().in_words(phase_word(stages[one.stage], one.phase))
        if one.phase in (GROUP, SWISS, QUALIFYING) or counts[one.stage, one.phase] > 1:
            name = _("%(phase)s, round %(number)d") % {"phase": name, "number": one.round}
        names[one] = name
    alike = Counter(names.values())
    return {one: name if alike[name] == 1 else f"{name} · {title_of(stages[one.stage])}" for one, name in names.items()}
