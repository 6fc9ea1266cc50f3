"""The draws of an event and their titles. A draw decides the form of dispute, fills a stage, or is lots for a tie.

A draw for a stage is named by the id of the stage, the draw of the form ``form``. Lots are named ``lots-`` and the
place of the tie, with a number at the end if lots were drawn there before.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from carteado.tournament.formats.slots import StageId
from carteado.tournament.formats.stages import Filling, Stage, group_name
from carteado.tournament.running.draws import FORM, LOTS, lots_name
from carteado.tournament.state.championship import Championship
from carteado.web.display.phases import group_title
from carteado.web.events.formats import title_of
from carteado.web.kit.words.catalogue import words


class TiePlace(NamedTuple):
    """A place where pairs can be tied: a group, the pairs of one rank in all groups, or the pairs that a phase
    eliminates. Only one of ``group`` (from 0), ``rank`` (from 1) and ``phase`` is set."""

    name: str
    stage: StageId
    group: int | None = None
    rank: int | None = None
    phase: str | None = None


def tie_places(championship: Championship) -> Iterator[TiePlace]:
    """Every place of the plan where lots may have to decide."""
    for stage in championship.plan.stages:
        groups = range(stage.groups)
        yield from (TiePlace(f"{stage.id}-{group_name(group)}", stage.id, group=group) for group in groups)
        ranks = range(1, len(stage.fill) // stage.groups + 2)  # some groups may have one pair more than others
        yield from (TiePlace(f"{stage.id}-rank-{rank}", stage.id, rank=rank) for rank in ranks)
        phases = {one.phase: None for one in championship.fixtures.values() if one.stage == stage.id}
        yield from (TiePlace(f"{stage.id}-{phase}", stage.id, phase=phase) for phase in phases)


def tie_place_of(championship: Championship, draw: str) -> TiePlace | None:
    """The place that these lots decide. None if the plan has no such place any more."""
    by_name = {one.name: one for one in tie_places(championship)}
    name = draw.removeprefix(LOTS)
    return by_name.get(name) or by_name.get(re.sub(r"-\d+$", "", name))


def is_lots(draw: str) -> bool:
    return draw.startswith(LOTS)


def stages_to_draw(championship: Championship) -> list[Stage]:
    """The stages that a draw fills, drawn or not."""
    return [stage for stage in championship.plan.stages if stage.filling is not Filling.IN_ORDER]


def stage_of_draw(championship: Championship, draw: str) -> Stage | None:
    return next((stage for stage in stages_to_draw(championship) if stage.id == draw), None)


def lots_to_draw(championship: Championship) -> dict[str, str]:
    """The places that need lots now, by the name of the draw."""
    return {lots_name(championship, where): where for where in championship.bracket.lots_needed()}


def draws_of(championship: Championship) -> list[str]:
    """The names of all draws that were held, are announced or will come, in the order of the event."""
    form = [FORM] if championship.forms or FORM in championship.commitments else []
    stages = [stage.id for stage in stages_to_draw(championship)]
    lots = [name for name in (*championship.commitments, *lots_to_draw(championship)) if is_lots(name)]
    return list(dict.fromkeys((*form, *stages, *lots)))


def title_of_draw(championship: Championship, draw: str) -> str:
    if draw == FORM:
        return pgettext("of a championship", "Format")
    if stage := stage_of_draw(championship, draw):
        return title_of(stage)
    where = tie_place_of(championship, draw)
    return _("Lots: {where}").format(where=title_of_tie_place(where)) if where else _("Lots")


def title_of_tie_place(where: TiePlace) -> str:
    if where.group is not None:
        return group_title(where.group)
    if where.rank is not None:
        return _("rank {rank} of the groups").format(rank=where.rank)
    return words().in_words(where.phase)
