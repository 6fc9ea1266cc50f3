"""Plans: whole formats, built from stages. ``plan_for`` returns the one that a regulation prescribes."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from carteado.regulation import Refusal, Regulation, out_of_order
from carteado.regulation.event_rules import FormatKind, LuckyPlaces, ThirdPlace
from carteado.tournament.formats.slots import (
    BestOfRank,
    Bye,
    Entrant,
    LoserOf,
    LuckyLoser,
    Place,
    RankOf,
    Slot,
    WinnerOf,
)
from carteado.tournament.formats.stages import (
    QUALIFYING,
    Filling,
    Fixture,
    Kind,
    Stage,
    fixtures_of,
    knockout_size,
    phase_of,
    qualified_from,
    qualifying_phase,
    seed_order,
)

QUARTER_FINALS, SEMI_FINALS = 8, 4
ONE_PLACE_WINNERS = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """A format: its stages in the order played."""

    stages: tuple[Stage, ...]

    def stage(self, name: str) -> Stage:
        return next(stage for stage in self.stages if stage.id == name)

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        return tuple(fixture for stage in self.stages for fixture in fixtures_of(stage))

    @property
    def entrants(self) -> int:
        return sum(isinstance(slot, Entrant) for stage in self.stages for slot in stage.fill)


NO_PLAN = Plan(())
MOST_PLACES = 1 << 14
MOST_MATCHES = 1 << 17
LONGEST = 99
"""Limits of a plan: anything larger is taken for a mistake."""


def refusal_of_plan(plan: Plan) -> Refusal | None:
    """Why no championship can be played by the plan: impossible numbers, or slots that lead nowhere."""
    if not plan.stages:
        return out_of_order("no_stages")
    places = [slot.place for stage in plan.stages for slot in stage.fill if isinstance(slot, Entrant)]
    if sorted(places) != list(range(len(places))):
        return out_of_order("entrants_not_once")
    known: dict[str, Stage] = {}
    matches: set[str] = set()
    for stage in plan.stages:
        if stage.id in known or not _is_id(stage.id) or not _is_playable(stage):
            return out_of_order("impossible_stage", stage=stage.id)
        if not all(_leads_from(slot, known, matches) for slot in stage.fill):
            return out_of_order("slot_leads_nowhere", stage=stage.id)
        known[stage.id] = stage
        matches |= {fixture.id for fixture in fixtures_of(stage)}
    return None


def _is_id(name: str) -> bool:
    """Whether it is a word, and not the name of another draw."""
    return name.isascii() and name.replace("_", "a").isalnum() and name != "form"


def _is_playable(stage: Stage) -> bool:
    places = len(stage.fill)
    if not 2 <= places <= MOST_PLACES or not 1 <= stage.groups <= places // 2:
        return False
    matches = places * (places // stage.groups + 1) * stage.legs if stage.kind is Kind.GROUPS else places
    games = (stage.best_of, stage.best_of_final or 1)
    return (
        matches <= MOST_MATCHES
        and _is_phase_playable(stage)
        and 0 <= stage.seeds < places
        and all(1 <= number <= LONGEST for number in (stage.rounds, stage.legs, *games))
        and all(number % 2 == 1 for number in games)
    )


def _is_phase_playable(stage: Stage) -> bool:
    """A phase of the knockout may be one round of a qualifying stage, for no more pairs than it has places."""
    if not stage.phase:
        return True
    is_one_round = stage.kind is Kind.QUALIFYING and stage.rounds == 1
    return is_one_round and stage.phase == phase_of(QUARTER_FINALS) and len(stage.fill) <= QUARTER_FINALS


def _leads_from(slot: Slot, known: Mapping[str, Stage], matches: Collection[str]) -> bool:
    """Whether an earlier stage provides the slot's pair."""
    if isinstance(slot, WinnerOf | LoserOf):
        return slot.match in matches
    if isinstance(slot, RankOf | BestOfRank | LuckyLoser | Place):
        return slot.stage in known
    return isinstance(slot, Entrant | Bye)


class Form(NamedTuple):
    """A form of dispute that an organiser may choose: the fewest pairs it needs, and its plan."""

    least: int
    plan: Callable[[int], Plan]


def _entrants(pairs: int) -> tuple[Slot, ...]:
    if pairs < 2:
        raise ValueError(f"a plan is for two pairs at least, not for {pairs}")
    return tuple(Entrant(place) for place in range(pairs))


def knockout(pairs: int, *, third_place: bool = False, seeds: int = 0, best_of: int = 1) -> Plan:
    filling = Filling.IN_ORDER if seeds >= pairs else Filling.SEEDED if seeds else Filling.DRAWN
    stage = Stage(
        id="knockout",
        kind=Kind.KNOCKOUT,
        fill=_entrants(pairs),
        filling=filling,
        seeds=seeds if seeds < pairs else 0,
        third_place=third_place,
        best_of=best_of,
    )
    return Plan((stage,))


def knockout_with_lucky_losers(pairs: int, *, third_place: bool = True, one_place: bool = False) -> Plan:
    """Qualifying rounds until at most eight pairs hold a winner's place, or at most four if fewer than eight entered.
    Eliminated pairs fill what the quarter-finals or the semi-finals lack. With ``one_place`` only one of them does; if
    five pairs hold a winner's place, three quarter-finals are played by six, and one of their losers goes on as well.

    Keys: format.kind, lucky_losers.places.
    """
    if pairs <= SEMI_FINALS or pairs == QUARTER_FINALS:
        return knockout(pairs, third_place=third_place)
    rounds, winners = _qualifying_rounds(pairs)
    places = QUARTER_FINALS if pairs > QUARTER_FINALS else SEMI_FINALS
    qualifying = Stage(id="qualifying", kind=Kind.QUALIFYING, fill=_entrants(pairs), rounds=rounds)
    if one_place and has_one_place_form(pairs):
        quarters = Stage(
            id="quarter_finals", kind=Kind.QUALIFYING, fill=_filled_from(qualifying, 1), phase=phase_of(QUARTER_FINALS)
        )
        stages: tuple[Stage, ...] = (qualifying, quarters)
        fill = _filled_from(quarters, 1)
    else:
        missing = places - winners
        stages, fill = (qualifying,), _filled_from(qualifying, min(missing, 1) if one_place else missing)
    return Plan((*stages, Stage(id="finals", kind=Kind.KNOCKOUT, fill=fill, third_place=third_place)))


def _qualifying_rounds(pairs: int) -> tuple[int, int]:
    """How many rounds are played before the quarter-finals or the semi-finals, and how many winners they have."""
    places = QUARTER_FINALS if pairs > QUARTER_FINALS else SEMI_FINALS
    rounds, winners = 0, pairs
    while winners > places:
        rounds, winners = rounds + 1, (winners + 1) // 2
    return rounds, winners


def _filled_from(stage: Stage, lucky_losers: int) -> tuple[Slot, ...]:
    """The winners of a qualifying stage and so many of its losers."""
    phase = qualifying_phase(stage)
    lucky = (LuckyLoser(stage.id, phase, nth) for nth in range(1, lucky_losers + 1))
    return (*qualified_from(stage), *lucky)


def has_one_place_form(pairs: int) -> bool:
    """Whether one lucky loser goes into the quarter-finals and one into the semi-finals, with no place left empty: five
    winners and one more make three quarter-finals, three winners and one more the semi-finals.

    Key: lucky_losers.places.
    """
    return pairs > QUARTER_FINALS and _qualifying_rounds(pairs)[1] == ONE_PLACE_WINNERS


def offers_one_place(regulation: Regulation, pairs: int) -> bool:
    """Whether the form with one place after each phase fits, and the prescribed form is another.

    Keys: format.kind, lucky_losers.places.
    """
    form = regulation.event.format
    is_prescribed = form is not None and form.kind is FormatKind.ELIMINATION_WITH_LUCKY_LOSERS
    return is_prescribed and not gives_one_place(regulation) and has_one_place_form(pairs)


def league(pairs: int, *, legs: int = 1, best_of: int = 1) -> Plan:
    return Plan((Stage(id="league", kind=Kind.GROUPS, fill=_entrants(pairs), legs=legs, best_of=best_of),))


def groups_then_knockout(pairs: int, *, groups: int | None = None, places: int | None = None) -> Plan:
    """Groups of about four. The best of every group advance, and the best of the next rank fill the bracket."""
    groups = groups or max(2, pairs // 4)
    places = places or _places_after_groups(pairs, groups)
    stage = Stage(id="groups", kind=Kind.GROUPS, fill=_entrants(pairs), groups=groups)
    seeds = best_of_groups(stage, places)
    finals = Stage(id="finals", kind=Kind.KNOCKOUT, fill=seeds, filling=Filling.IN_ORDER, third_place=True)
    return Plan((stage, finals))


def best_of_groups(stage: Stage, places: int) -> tuple[Slot, ...]:
    """The first of every group, then the second and so on, in the order of seeds and crossed so that pairs of one group
    meet late. The best of the next rank take what is left."""
    whole, rest = divmod(places, stage.groups)
    ranks = [[RankOf(stage.id, group, rank) for group in range(stage.groups)] for rank in range(1, whole + 1)]
    seeds: list[Slot] = []
    for rank, slots in enumerate(ranks):
        seeds += slots if rank == 0 or stage.groups == 1 else _crossed(seeds, slots, places)
    return (*seeds, *(BestOfRank(stage.id, whole + 1, nth) for nth in range(1, rest + 1)))


def _places_after_groups(pairs: int, groups: int) -> int:
    """Two from each group, made up to a full bracket with thirds if there are enough; otherwise the largest full
    bracket that two from each group can fill."""
    full = knockout_size(2 * groups)
    smallest_group = pairs // groups
    if full - 2 * groups <= (groups if smallest_group > 2 else 0):
        return full
    return full // 2


def _crossed(before: Sequence[Slot], slots: Sequence[RankOf], places: int) -> list[RankOf]:
    """The pairs of one rank, rotated so that pairs of one group meet as late as possible."""
    turns = [[*slots[turn:], *slots[:turn]] for turn in range(len(slots))]
    return min(turns, key=lambda turn: _early_meetings([*before, *turn], places))


def _early_meetings(seeds: Sequence[Slot], places: int) -> float:
    """How early pairs of one group may meet: each meeting adds to it, and counts double for each round earlier."""
    where = {place: at for at, place in enumerate(seed_order(knockout_size(places)))}
    lines: dict[int, list[int]] = {}
    for seed, slot in enumerate(seeds):
        if isinstance(slot, RankOf):
            lines.setdefault(slot.group, []).append(where[seed])
    met = (two for of_group in lines.values() for two in combinations(of_group, 2))
    return sum(2.0 ** -(one ^ two).bit_length() for one, two in met)


def swiss(pairs: int, *, rounds: int | None = None, cut: int = 0) -> Plan:
    """A Swiss with as many rounds as a knockout would have, unless ``rounds`` is given. ``cut`` pairs advance to a
    knockout."""
    stage = Stage(
        id="swiss", kind=Kind.SWISS, fill=_entrants(pairs), rounds=rounds or knockout_size(pairs).bit_length() - 1
    )
    if not cut:
        return Plan((stage,))
    seeds = tuple(RankOf(stage.id, 0, rank) for rank in range(1, cut + 1))
    finals = Stage(id="finals", kind=Kind.KNOCKOUT, fill=seeds, filling=Filling.IN_ORDER, third_place=True)
    return Plan((stage, finals))


def double_elimination(pairs: int) -> Plan:
    return Plan((Stage(id="double", kind=Kind.DOUBLE_ELIMINATION, fill=_entrants(pairs)),))


def best_of(pairs: int, *, matches: int = 3) -> Plan:
    return knockout(pairs, best_of=matches)


LUCKY_LOSERS = "lucky_losers"
FORMS: Mapping[str, Form] = {
    "knockout": Form(2, lambda pairs: knockout(pairs, third_place=True)),
    LUCKY_LOSERS: Form(2, knockout_with_lucky_losers),
    "league": Form(2, league),
    "groups_knockout": Form(6, groups_then_knockout),
    "swiss": Form(4, swiss),
    "double_elimination": Form(3, double_elimination),
    "best_of": Form(2, best_of),
}
"""The forms of dispute by name, chosen by an organiser or by lot. Key: format.kind."""

_PRESCRIBED = {
    FormatKind.LEAGUE: "league",
    FormatKind.BEST_OF: "best_of",
    FormatKind.DRAWN_BY_LOT: "groups_knockout",
}


def plan_for(regulation: Regulation, pairs: int) -> Plan:
    """The plan that the regulation prescribes for this many pairs. Where a lot decides the form, the usual one."""
    event = regulation.event
    kind = event.format.kind if event.format else FormatKind.SINGLE_ELIMINATION
    points = event.delegation_points
    third_place = points is not None and points.third_place is ThirdPlace.PLAYED
    if kind is FormatKind.SINGLE_ELIMINATION:
        return knockout(pairs, third_place=third_place)
    if kind is FormatKind.ELIMINATION_WITH_LUCKY_LOSERS:
        return knockout_with_lucky_losers(pairs, third_place=third_place, one_place=gives_one_place(regulation))
    form = FORMS[_PRESCRIBED[kind]]
    return form.plan(pairs) if pairs >= form.least else league(pairs)


def gives_one_place(regulation: Regulation) -> bool:
    """Whether only one eliminated pair goes on to the next phase. Key: lucky_losers.places."""
    lucky = regulation.event.lucky_losers
    return lucky is not None and lucky.places is LuckyPlaces.ONE


def form_plan(regulation: Regulation, form: str, pairs: int) -> Plan:
    """The plan of a form that was chosen by name, under the regulation's settings. Key: lucky_losers.places."""
    if form == LUCKY_LOSERS:
        return knockout_with_lucky_losers(pairs, one_place=gives_one_place(regulation))
    return FORMS[form].plan(pairs)


class LuckyLoserRow(NamedTuple):
    """The figures of the knockout with lucky losers for one number of entrants, and whether one place after each phase
    fits as well."""

    entrants: int
    matches_by_round: tuple[int, ...]
    winners: int
    lucky_losers: int
    next_phase: int
    matches: int
    one_place_fits: bool


def lucky_loser_table(entrants: range) -> list[LuckyLoserRow]:
    return [_row(pairs) for pairs in entrants]


def _row(pairs: int) -> LuckyLoserRow:
    plan = knockout_with_lucky_losers(pairs)
    first, last = plan.stages[0], plan.stages[-1]
    lucky = sum(isinstance(slot, LuckyLoser) for slot in last.fill)
    rounds = [fixture.round for fixture in plan.fixtures if fixture.phase == QUALIFYING]
    by_round = tuple(rounds.count(number) for number in range(1, first.rounds + 1)) if rounds else ()
    winners, places = len(last.fill) - lucky, len(last.fill)
    return LuckyLoserRow(pairs, by_round, winners, lucky, places, len(plan.fixtures), has_one_place_form(pairs))
