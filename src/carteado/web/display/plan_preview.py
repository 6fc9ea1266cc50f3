"""A plan before any pair has entered: brackets, groups and rounds with descriptions in the place of names."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.slots import BestOfRank, LoserOf, LuckyLoser, MatchId, Place, RankOf, Slot, WinnerOf
from carteado.tournament.formats.stages import (
    FINAL,
    SWISS,
    THIRD_PLACE,
    Filling,
    Fixture,
    Kind,
    Stage,
    fixtures_of,
    group_members,
    group_name,
)
from carteado.tournament.state.numbering import phase_word
from carteado.web.display.bracket_drawing import Box, BracketView, Line, Phase
from carteado.web.events.formats import StageInWords, plan_in_words
from carteado.web.kit.words.catalogue import words

MOST_DRAWN = 64
"""Largest number of pairs whose bracket is drawn; a larger one would be unreadable."""
MOST_GROUPS = 16
"""With more groups, a preview does not list them."""

SHORT_PHASES = {
    FINAL: gettext_lazy("Final"),
    "semi-final": gettext_lazy("Semi-final"),
    "quarter-final": gettext_lazy("Quarters"),
    "round-of-16": gettext_lazy("Last 16"),
    "round-of-32": gettext_lazy("Last 32"),
    "round-of-64": gettext_lazy("Last 64"),
    THIRD_PLACE: gettext_lazy("Third place"),
}
"""Titles over the columns of a bracket. A phase that is not here has its usual name."""


class GroupPreview(NamedTuple):
    """A group, with how many pairs and matches it has."""

    name: str
    pairs: int
    matches: int


class RoundPreview(NamedTuple):
    """A round, with how many matches it has."""

    title: str
    matches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePreview:
    """A stage in words, and one of these: its bracket, its groups, or a list of its rounds.

    A single group and a stage with very many groups have the words alone.
    """

    in_words: StageInWords
    bracket: BracketView | None = None
    groups: tuple[GroupPreview, ...] = ()
    rounds: tuple[RoundPreview, ...] = ()


def preview_of(plan: Plan) -> list[StagePreview]:
    """The plan stage by stage."""
    stages = {stage.id: stage for stage in plan.stages}
    return [_stage(stage, text, stages) for stage, text in zip(plan.stages, plan_in_words(plan), strict=True)]


def _stage(stage: Stage, text: StageInWords, stages: Mapping[str, Stage]) -> StagePreview:
    if stage.kind is Kind.KNOCKOUT and len(stage.fill) <= MOST_DRAWN:
        return StagePreview(in_words=text, bracket=bracket_of(stage, stages))
    if stage.kind is Kind.GROUPS:
        groups = tuple(_groups(stage)) if 1 < stage.groups <= MOST_GROUPS else ()
        return StagePreview(in_words=text, groups=groups)
    return StagePreview(in_words=text, rounds=tuple(_rounds(stage)))


# --- brackets -----------------------------------------------------------------------------------------------------


def bracket_of(stage: Stage, stages: Mapping[str, Stage]) -> BracketView:
    """The bracket of a knockout stage. ``stages`` are all of the plan, by id.

    Matches are numbered in the order of play, so that a later one can name the match it waits for. Other pairs are
    described by where they come from: a place in an earlier stage, or the draw.
    """
    # the final last, after the match for third place
    fixtures = sorted(fixtures_of(stage), key=lambda one: one.phase == FINAL)
    numbers = {fixture.id: number for number, fixture in enumerate(fixtures, start=1)}
    next_fixture = {slot.match: fixture for fixture in fixtures for slot in fixture.slots if isinstance(slot, WinnerOf)}
    by_phase: dict[str, list[Box]] = {}
    for fixture in fixtures:
        lines = tuple(_line(slot, stage, stages, numbers) for slot in fixture.slots)
        box = Box(
            id=fixture.id,
            lines=(lines[0], lines[1]),
            tag=_("match {number}").format(number=numbers[fixture.id]),
            goes_to=_goes_to(next_fixture.get(fixture.id), numbers),
        )
        by_phase.setdefault(fixture.phase, []).append(box)
    aside = by_phase.pop(THIRD_PLACE, None)
    return BracketView(
        phases=tuple(phase_of(name, boxes) for name, boxes in by_phase.items()),
        aside=phase_of(THIRD_PLACE, aside) if aside else None,
    )


def phase_of(name: str, boxes: list[Box]) -> Phase:
    """A phase of a bracket; ``name`` is the tournament's word for it, such as ``semi-final``."""
    title = words().in_words(name).capitalize()
    return Phase(title=title, short=str(SHORT_PHASES.get(name, title)), boxes=tuple(boxes))


def _goes_to(next_fixture: Fixture | None, numbers: Mapping[MatchId, int]) -> str:
    """Where the winner of a match plays next. Empty for the last match."""
    if next_fixture is None:
        return ""
    return _("The winner goes to match {number}.").format(number=numbers[next_fixture.id])


def _line(slot: Slot, stage: Stage, stages: Mapping[str, Stage], numbers: Mapping[MatchId, int]) -> Line:
    if isinstance(slot, WinnerOf) and slot.match in numbers:
        return Line(text=_("wins match {number}").format(number=numbers[slot.match]), feeder=slot.match)
    if isinstance(slot, LoserOf) and slot.match in numbers:
        return Line(text=_("loses match {number}").format(number=numbers[slot.match]))
    if isinstance(slot, Place) and stage.filling is Filling.IN_ORDER:
        return Line(text=_source_in_words(stage.fill[slot.place], stages))
    return Line(text=_("by the draw"))


def _source_in_words(slot: Slot, stages: Mapping[str, Stage]) -> str:
    """Where a pair of a seeded bracket comes from."""
    if isinstance(slot, RankOf):
        if stages[slot.stage].groups == 1:
            return _("No. {rank} of the table").format(rank=slot.rank)
        return _("No. {rank} of group {group}").format(rank=slot.rank, group=group_name(slot.group))
    if isinstance(slot, BestOfRank):
        return _("{nth}. best No. {rank}").format(nth=slot.nth, rank=slot.rank)
    if isinstance(slot, LuckyLoser):
        return _("{nth}. lucky loser").format(nth=slot.nth)
    return _("by the draw")


# --- groups and rounds --------------------------------------------------------------------------------------------


def _groups(stage: Stage) -> Iterator[GroupPreview]:
    matches = Counter(fixture.group for fixture in fixtures_of(stage))
    for group, members in enumerate(group_members(stage)):
        yield GroupPreview(_("Group {name}").format(name=group_name(group)), len(members), matches[group])


def _rounds(stage: Stage) -> Iterator[RoundPreview]:
    """The rounds with their numbers of matches. Deciders are left out, because they may not be played."""
    if stage.kind is Kind.SWISS:
        for number in range(1, stage.rounds + 1):
            yield RoundPreview(_round_title(SWISS, number), len(stage.fill) // 2)
        return
    counted = Counter((fixture.phase, fixture.round) for fixture in fixtures_of(stage) if not fixture.decider)
    for (phase, number), matches in counted.items():
        yield RoundPreview(_round_title(phase_word(stage, phase), number), matches)


def _round_title(phase: str, number: int) -> str:
    if phase == FINAL:
        return words().in_words(FINAL).capitalize()
    return _("{phase}, round {number}").format(phase=words().in_words(phase).capitalize(), number=number)
