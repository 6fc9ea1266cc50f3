"""What places in an event earn for delegations: points under the regulation, and medals over several events."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from carteado.regulation import Regulation
from carteado.regulation.event_rules import DelegationPoints, Participation
from carteado.tournament.outcomes import PairId
from carteado.tournament.ranking.standings import EventPlacing, PlaceState, Placing

DelegationId = str
_PODIUM = ("champion", "runner_up", "third")


class Award(NamedTuple):
    """What a pair's place earns for its delegation, and under which key. Behind the third place, and without a rank, it
    is for participation."""

    pair: PairId
    delegation: DelegationId
    rank: int | None
    points: int
    key: str


class DelegationTotal(NamedTuple):
    """A delegation's total points. Delegations with equal points share a rank."""

    delegation: DelegationId
    rank: int
    points: int


def delegation_awards(
    regulation: Regulation, placings: Iterable[Placing | EventPlacing], delegations: Mapping[PairId, DelegationId]
) -> tuple[Award, ...]:
    """What each pair has earned for its delegation, in the order of the places. Pairs that share a place all get its
    points. Empty if the regulation gives no points.

    Keys: delegation_points.champion, delegation_points.runner_up, delegation_points.third, delegation_points.others,
    delegation_points.after_leaving.
    """
    rules = regulation.event.delegation_points
    if rules is None:
        return ()
    mine = ((placing, delegations[placing.pair]) for placing in placings if placing.pair in delegations)
    awards = (_award(rules, placing, delegation) for placing, delegation in mine)
    return tuple(award for award in awards if award is not None)


def _award(rules: DelegationPoints, placing: Placing | EventPlacing, delegation: DelegationId) -> Award | None:
    """None while the place is open, and for a pair that has earned nothing."""
    if placing.rank is not None and placing.rank <= len(_PODIUM):
        place = _PODIUM[placing.rank - 1]
        points: int = getattr(rules, place)
        return Award(placing.pair, delegation, placing.rank, points, f"delegation_points.{place}")
    if not isinstance(placing, EventPlacing):
        return Award(placing.pair, delegation, placing.rank, rules.others, "delegation_points.others")
    if placing.state is PlaceState.OPEN:
        return None
    points = participation_points(rules, has_played=placing.has_played, has_left=placing.has_left)
    key = "delegation_points.after_leaving" if placing.has_left else "delegation_points.others"
    return Award(placing.pair, delegation, placing.rank, points, key) if points else None


def participation_points(rules: DelegationPoints, *, has_played: bool, has_left: bool) -> int:
    """What a place behind the podium gives: points for having taken part.

    Keys: delegation_points.others, delegation_points.without_a_match, delegation_points.after_leaving.
    """
    counted = Participation.COUNTED
    if not has_played and rules.without_a_match is not counted:
        return 0
    if has_left and rules.after_leaving is not counted:
        return 0
    return rules.others


def delegation_points(
    regulation: Regulation, placings: Iterable[Placing | EventPlacing], delegations: Mapping[PairId, DelegationId]
) -> tuple[DelegationTotal, ...]:
    """The delegations ordered by their points in one event."""
    return delegation_totals(delegation_awards(regulation, placings, delegations))


def delegation_totals(awards: Iterable[Award]) -> tuple[DelegationTotal, ...]:
    """The delegations ordered by all their points, from one event or several."""
    points: Counter[DelegationId] = Counter()
    for award in awards:
        points[award.delegation] += award.points
    order = sorted(points, key=lambda name: (-points[name], name))
    ranks = _ranks([points[name] for name in order])
    return tuple(DelegationTotal(name, rank, points[name]) for name, rank in zip(order, ranks, strict=True))


class Medals(NamedTuple):
    """A delegation's first, second and third places."""

    delegation: DelegationId
    rank: int
    gold: int
    silver: int
    bronze: int


def medal_table(
    *events: tuple[Iterable[Placing | EventPlacing], Mapping[PairId, DelegationId]],
) -> tuple[Medals, ...]:
    """Every delegation that played in any of the events, ordered by gold, silver, bronze, then name. Only places that
    are earned count."""
    won: dict[DelegationId, list[int]] = {}
    for placings, delegations in events:
        for placing in placings:
            if placing.pair in delegations:
                medals = won.setdefault(delegations[placing.pair], [0, 0, 0])
                if placing.rank is not None and placing.rank <= len(medals):
                    medals[placing.rank - 1] += 1
    order = sorted(won, key=lambda name: ([-count for count in won[name]], name))
    ranks = _ranks([won[name] for name in order])
    return tuple(Medals(name, rank, *_three(won[name])) for name, rank in zip(order, ranks, strict=True))


def _three(medals: Sequence[int]) -> tuple[int, int, int]:
    gold, silver, bronze = medals
    return gold, silver, bronze


def _ranks(values: Sequence[object]) -> list[int]:
    """Ranks of values in order. Equal values share the first of their ranks."""
    return [values.index(value) + 1 for value in values]
