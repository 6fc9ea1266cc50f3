"""From the stages that an organiser chose to the plan of the championship, or to a refusal that names the faulty stage.

A plan has slots for pairs instead of pairs: "the first of group 2", "the winner of this match".

Nothing is played here: the stages are those of ``tournament``, put one after another.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from carteado.regulation import Refusal, Regulation, forbidden_by, out_of_order
from carteado.regulation.event_rules import FormatKind, LuckyPlaces
from carteado.tournament.formats import plans
from carteado.tournament.formats.plans import (
    LONGEST,
    Plan,
    best_of_groups,
    plan_for,
    refusal_of_plan,
)
from carteado.tournament.formats.slots import BestOfRank, Entrant, LuckyLoser, RankOf, Slot
from carteado.tournament.formats.stages import (
    QUALIFYING,
    Filling,
    Kind,
    Stage,
    fixtures_of,
    free_places,
    group_members,
    knockout_size,
    qualified_from,
)
from carteado.web.events.details import Details, StageChoice
from carteado.web.kit.words.catalogue import words

FEWEST_PAIRS_OF_KIND = {Kind.KNOCKOUT: 2, Kind.QUALIFYING: 3, Kind.GROUPS: 2, Kind.SWISS: 4, Kind.DOUBLE_ELIMINATION: 3}
"""The least number of pairs with which a stage can be played."""

_ENDS_THE_EVENT = (Kind.KNOCKOUT, Kind.DOUBLE_ELIMINATION)

MOST_LEGS = 4


def plan_of(details: Details, pairs: int) -> Plan | Refusal:
    """The event's plan for this number of pairs. ``stage_number`` tells which stage a refusal is about.

    An event without stages of its own is played in the form that the regulation prescribes. Where a lot decides the
    form, this is only the usual one, so ask ``is_drawn_by_lot`` before showing it. Key: format.kind.
    """
    if pairs < 2:
        return out_of_order("two_pairs_needed", count=pairs)
    if not details.stages:
        return plan_for(details.rules, pairs)
    return composed(details.stages, pairs, details.rules)


def composed(choices: Sequence[StageChoice], pairs: int, regulation: Regulation) -> Plan | Refusal:
    """Plan of the chosen stages. Each one after the first is filled from the one before."""
    fill: tuple[Slot, ...] = tuple(Entrant(place) for place in range(pairs))
    filling = Filling.DRAWN
    stages: list[Stage] = []
    for number, choice in enumerate(choices, start=1):
        is_last = number == len(choices)
        if refused := _stage_refusal(choice, len(fill), is_last, regulation):
            return refused._replace(details={**refused.details, "stage": number})
        stage = _stage(choice, _name(choice.kind, stages), fill, filling)
        stages.append(stage)
        if not is_last:
            fill, filling = _next_fill(stage, choice.advance)
    plan = Plan(tuple(stages))
    return refusal_of_plan(plan) or plan


def stage_number(refused: Refusal) -> int | None:
    """Number of the stage that a refusal is about, counted from 1. None if it is about the whole plan."""
    number = refused.details.get("stage")  # of a whole plan it may be a stage's id, a text
    return number if isinstance(number, int) else None


def is_drawn_by_lot(regulation: Regulation) -> bool:
    """True if a lot decides the form of dispute. Key: format.kind."""
    return regulation.event.format is not None and regulation.event.format.kind is FormatKind.DRAWN_BY_LOT


ONE_PLACE = ("lucky_losers.places", str(LuckyPlaces.ONE))
"""The rule that gives one eliminated pair a place in the next phase, as ``Details.changes`` has it."""


def offers_one_place(details: Details, pairs: int) -> bool:
    """True if the organiser may choose the form with one place for an eliminated pair after each phase.

    The regulation prescribes an elimination with as many lucky losers as are needed, with this number of pairs a single
    one after each phase would also leave no place empty, and the event has no stages of its own. Keys: format.kind,
    lucky_losers.places.
    """
    return not details.stages and plans.offers_one_place(details.rules, pairs)


# --- one stage ----------------------------------------------------------------------------------------------------


def _name(kind: Kind, earlier_stages: Sequence[Stage]) -> str:
    """Identifier of a stage in draws and matches: ``groups``, then ``groups_2`` for the second stage of the kind."""
    same = sum(stage.kind is kind for stage in earlier_stages)
    return f"{kind}_{same + 1}" if same else str(kind)


def _stage(choice: StageChoice, name: str, fill: tuple[Slot, ...], filling: Filling) -> Stage:
    """A stage of the plan. Numbers that its kind does not use get neutral values."""
    is_groups = choice.kind is Kind.GROUPS
    return Stage(
        id=name,
        kind=choice.kind,
        fill=fill,
        filling=filling,
        rounds=rounds_of(choice, len(fill)),
        groups=choice.groups if is_groups else 1,
        legs=choice.legs if is_groups else 1,
        best_of=choice.best_of,
        third_place=choice.third_place and choice.kind is Kind.KNOCKOUT,
    )


def rounds_of(choice: StageChoice, pairs: int) -> int:
    """Rounds of a stage, as chosen or computed if the choice is 0. A Swiss stage then has as many as a knockout,
    qualifying as many as it takes to eliminate enough pairs."""
    if choice.kind is Kind.SWISS:
        return choice.rounds or knockout_size(pairs).bit_length() - 1
    if choice.kind is not Kind.QUALIFYING:
        return 1
    rounds = 1
    while not choice.rounds and winners_after(rounds, pairs) > max(2, choice.advance):
        rounds += 1
    return choice.rounds or rounds


def winners_after(rounds: int, pairs: int) -> int:
    """Pairs left after this many qualifying rounds: half of them each time, rounded up because a pair with a bye stays
    in."""
    return -(-pairs >> rounds)


def _next_fill(stage: Stage, advance: int) -> tuple[tuple[Slot, ...], Filling]:
    """Slots of the next stage. Groups and a Swiss rank their pairs, and the next stage keeps that order; pairs from
    qualifying rounds are drawn."""
    if stage.kind is Kind.QUALIFYING:
        winners = qualified_from(stage)
        lucky = (LuckyLoser(stage.id, QUALIFYING, nth) for nth in range(1, advance - len(winners) + 1))
        return (*winners, *lucky), Filling.DRAWN
    return best_of_groups(stage, advance), Filling.IN_ORDER


# --- refusals -----------------------------------------------------------------------------------------------------


def _stage_refusal(choice: StageChoice, pairs: int, is_last: bool, regulation: Regulation) -> Refusal | None:
    if not is_last and choice.kind in _ENDS_THE_EVENT:
        return out_of_order("stage_is_last")
    if is_last and choice.kind is Kind.QUALIFYING:
        return out_of_order("stage_leads_on")
    if pairs < FEWEST_PAIRS_OF_KIND[choice.kind]:
        return out_of_order("stage_needs_pairs", least=FEWEST_PAIRS_OF_KIND[choice.kind], pairs=pairs)
    if not (1 <= choice.best_of <= LONGEST and choice.best_of % 2):
        return out_of_order("best_of_not_odd", most=LONGEST)
    if refused := _numbers_refusal(choice, pairs):
        return refused
    return None if is_last else _advance_refusal(choice, pairs, regulation)


def _numbers_refusal(choice: StageChoice, pairs: int) -> Refusal | None:
    """Refuse a number of groups, legs or rounds that this number of pairs does not allow."""
    if choice.kind is Kind.GROUPS:
        if not 1 <= choice.groups <= pairs // 2:
            return out_of_order("groups_too_small", pairs=pairs, most=pairs // 2)
        if not 1 <= choice.legs <= MOST_LEGS:
            return out_of_order("legs_out_of_range", most=MOST_LEGS)
    most = _most_rounds(choice.kind, pairs)
    if most is not None and not 0 <= choice.rounds <= most:
        return out_of_order("rounds_too_many", pairs=pairs, most=most)
    return None


def _most_rounds(kind: Kind, pairs: int) -> int | None:
    """The limit on rounds: no two pairs meet twice in a Swiss stage, and qualifying leaves at least two pairs. None
    for kinds without a number of rounds."""
    if kind is Kind.SWISS:
        return pairs if pairs % 2 else pairs - 1
    return knockout_size(pairs).bit_length() - 2 if kind is Kind.QUALIFYING else None


def _advance_refusal(choice: StageChoice, pairs: int, regulation: Regulation) -> Refusal | None:
    if choice.advance < 2:
        return out_of_order("advance_missing")
    if choice.advance >= pairs:
        return out_of_order("advance_too_many", pairs=pairs, most=pairs - 1)
    return _lucky_loser_refusal(choice, pairs, regulation) if choice.kind is Kind.QUALIFYING else None


def _lucky_loser_refusal(choice: StageChoice, pairs: int, regulation: Regulation) -> Refusal | None:
    """Refuse if fewer pairs go on than have won, or more than the winners and the lucky losers that the regulation
    allows.

    Keys: lucky_losers.places, format.kind.
    """
    winners = winners_after(rounds_of(choice, pairs), pairs)
    if choice.advance < winners:
        return out_of_order("advance_too_few", winners=winners)
    if choice.advance == winners:
        return None
    lucky = regulation.event.lucky_losers
    if lucky is None:
        return out_of_order("no_lucky_losers", winners=winners)
    if lucky.places is LuckyPlaces.ONE and choice.advance > winners + 1:
        return forbidden_by("lucky_losers.places", "one_lucky_loser", winners=winners, most=winners + 1)
    return None


# --- a plan in words ----------------------------------------------------------------------------------------------


class StageInWords(NamedTuple):
    """A stage described for people: its title, its size and any special features."""

    title: str
    pairs: int
    matches: int
    remarks: tuple[str, ...]


def plan_in_words(plan: Plan) -> tuple[StageInWords, ...]:
    return tuple(
        StageInWords(title_of(stage), len(stage.fill), match_count(Plan((stage,))), tuple(_remarks(stage)))
        for stage in plan.stages
    )


def match_count(plan: Plan) -> int:
    """Number of matches; a best-of counts as one. The second final of a double elimination (a decider) does not count,
    because it may not be needed. A Swiss is paired round by round, so its matches are computed."""
    swiss = sum(stage.rounds * (len(stage.fill) // 2) for stage in plan.stages if stage.kind is Kind.SWISS)
    return swiss + sum(not fixture.decider for stage in plan.stages for fixture in fixtures_of(stage))


def kind_name(kind: Kind) -> str:
    return str(_KINDS[kind])


_KINDS = {
    Kind.KNOCKOUT: _("Knockout"),
    Kind.QUALIFYING: _("Qualifying rounds"),
    Kind.GROUPS: _("Groups"),
    Kind.SWISS: _("Swiss system"),
    Kind.DOUBLE_ELIMINATION: _("Double elimination"),
}


def title_of(stage: Stage) -> str:
    if stage.phase:  # a single round that is a phase of the knockout, such as three quarter-finals
        return words().in_words(stage.phase).capitalize()
    if stage.kind is Kind.GROUPS and stage.groups == 1:
        return str(_("Everybody against everybody"))
    return kind_name(stage.kind)


def _remarks(stage: Stage) -> Iterator[str]:
    yield from _remarks_on_shape(stage)
    yield from _remarks_on_fill(stage)
    if stage.best_of > 1:
        yield str(_("every match is a best of {count}")).format(count=stage.best_of)


def _remarks_on_shape(stage: Stage) -> Iterator[str]:
    pairs = len(stage.fill)
    if stage.kind is Kind.GROUPS and stage.groups > 1:
        sizes = sorted({len(members) for members in group_members(stage)})
        if len(sizes) == 1:
            yield str(_("{groups} groups of {size}")).format(groups=stage.groups, size=sizes[0])
        else:
            yield str(_("{groups} groups of {small} or {large}")).format(
                groups=stage.groups, small=sizes[0], large=sizes[1]
            )
    if stage.legs > 1:
        yield str(_("everybody meets {legs} times")).format(legs=stage.legs)
    if stage.kind in (Kind.QUALIFYING, Kind.SWISS) and not stage.phase:
        yield ngettext("{count} round", "{count} rounds", stage.rounds).format(count=stage.rounds)
    byes = knockout_size(pairs) - pairs if stage.kind in _ENDS_THE_EVENT else 0
    if byes:
        yield ngettext(
            "{count} pair is free in the first round", "{count} pairs are free in the first round", byes
        ).format(count=byes)
    if stage.kind is Kind.QUALIFYING and free_places(stage):
        yield str(_("an odd number: one pair is free in the first round"))
    if stage.third_place and pairs >= 4:
        yield str(_("the losing semi-finalists play for third place"))


def _remarks_on_fill(stage: Stage) -> Iterator[str]:
    ranked = sum(isinstance(slot, RankOf) for slot in stage.fill)
    best = sum(isinstance(slot, BestOfRank) for slot in stage.fill)
    lucky = sum(isinstance(slot, LuckyLoser) for slot in stage.fill)
    if ranked:
        yield ngettext("{count} comes in by its rank", "{count} come in by their rank", ranked).format(count=ranked)
    if best:
        yield ngettext(
            "{count} more comes in as the best of the next rank",
            "{count} more come in as the best of the next rank",
            best,
        ).format(count=best)
    if lucky:
        yield ngettext("{count} eliminated pair comes back", "{count} eliminated pairs come back", lucky).format(
            count=lucky
        )
