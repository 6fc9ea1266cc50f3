"""Draws of an event: which pair gets which place, from a secret committed beforehand and entropy that no one
controls."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from carteado.fair import Draw, draw_protocol
from carteado.tournament.formats.stages import Filling, Kind, Stage, free_places, group_members
from carteado.tournament.outcomes import Outcome, PairId


class Drawn(NamedTuple):
    """The pairs in the order of a stage's places, and the protocol of the draw."""

    places: tuple[PairId, ...]
    protocol: Mapping[str, object]


class Dealt(NamedTuple):
    """Places with pairs of one delegation kept apart: which pairs changed places for that, and which still share a
    group."""

    places: tuple[PairId, ...]
    moves: tuple[tuple[PairId, PairId], ...]
    together: tuple[tuple[PairId, PairId], ...]


def draw_of(event: str, name: str, stage: Stage, pairs: Sequence[PairId], apart: Mapping[PairId, str]) -> Draw:
    """The draw of a stage: all pairs, except those who keep their place as seeds. Key: format.draw."""
    drawn = tuple(pairs[stage.seeds :]) if stage.filling is Filling.SEEDED else tuple(pairs)
    groups = {pair: group for pair, group in apart.items() if pair in set(drawn)}
    byes = len(drawn) if stage.filling is Filling.SEEDED else min(free_places(stage), len(drawn))
    return Draw(event=event, name=name, entrants=drawn, apart=groups, byes=byes)


def draw_places(draw: Draw, stage: Stage, pairs: Sequence[PairId], *, secret: bytes, entropy: str) -> Drawn:
    """Hold the draw: the seeds, then the result of the protocol. In groups, pairs of one delegation are kept apart,
    which the protocol lists under ``_groups``."""
    protocol = draw_protocol(draw, secret=secret, entropy=entropy)
    result = protocol["result"]
    assert isinstance(result, list)
    seeds = pairs[: stage.seeds] if stage.filling is Filling.SEEDED else ()
    places = (*seeds, *result)
    if stage.kind is not Kind.GROUPS or stage.groups == 1:
        return Drawn(places, protocol)
    dealt = _dealt_apart(places, stage, draw.apart)
    groups_document = {"places": list(dealt.places), "moves": _listed(dealt.moves), "together": _listed(dealt.together)}
    return Drawn(dealt.places, {**protocol, "_groups": groups_document})


def _listed(twos: Sequence[tuple[PairId, PairId]]) -> list[list[PairId]]:
    return [list(two) for two in twos]


def _dealt_apart(order: Sequence[PairId], stage: Stage, apart: Mapping[PairId, str]) -> Dealt:
    """Deal pairs to the groups in the order drawn, then swap pairs until no swap leaves fewer of one delegation
    together."""
    groups = group_members(stage)
    group_of = {place: group for group, members in enumerate(groups) for place in members}
    places = list(order)
    held_in = [Counter(apart[places[place]] for place in members if places[place] in apart) for members in groups]

    def gain(one: int, two: int) -> int:
        """How many fewer pairs share a group with their own delegation after the two change places."""
        here, there, mine, theirs = group_of[one], group_of[two], apart.get(places[one]), apart.get(places[two])
        if here == there or mine == theirs:
            return 0
        freed = (held_in[here][mine] - 1 if mine else 0) + (held_in[there][theirs] - 1 if theirs else 0)
        caused = (held_in[there][mine] if mine else 0) + (held_in[here][theirs] if theirs else 0)
        return freed - caused

    moves: list[tuple[PairId, PairId]] = []
    while change := _best_change(places, gain):
        one, two = change
        for place, other in ((one, two), (two, one)):
            if group := apart.get(places[place]):
                held_in[group_of[place]][group] -= 1
                held_in[group_of[other]][group] += 1
        moves.append((places[one], places[two]))
        places[one], places[two] = places[two], places[one]
    together = [
        (places[one], places[two])
        for members in groups
        for at, one in enumerate(members)
        for two in members[at + 1 :]
        if apart.get(places[one]) is not None and apart.get(places[one]) == apart.get(places[two])
    ]
    return Dealt(tuple(places), tuple(moves), tuple(together))


def _best_change(places: Sequence[PairId], gain: Callable[[int, int], int]) -> tuple[int, int] | None:
    """The first swap of two places that leaves fewer together, if there is one."""
    return next((two for two in combinations(range(len(places)), 2) if gain(*two) > 0), None)


def kept_apart(
    pairs: Sequence[PairId], delegations: Mapping[PairId, str], outcomes: Iterable[Outcome]
) -> dict[PairId, str]:
    """Pairs that should not meet at once: of one delegation, or having met already. Overlapping sets are joined."""
    leader = {pair: pair for pair in pairs}

    def root(pair: PairId) -> PairId:
        while leader[pair] != pair:
            pair = leader[pair]
        return pair

    for one, two in _ties(pairs, delegations, outcomes):
        low, high = sorted((root(one), root(two)))
        leader[high] = low
    members: dict[PairId, list[PairId]] = {}
    for pair in pairs:
        members.setdefault(root(pair), []).append(pair)
    return {pair: _name(group, delegations) for group in members.values() if len(group) > 1 for pair in group}


def _ties(
    pairs: Sequence[PairId], delegations: Mapping[PairId, str], outcomes: Iterable[Outcome]
) -> Iterator[tuple[PairId, PairId]]:
    """Pairs of one delegation, and pairs that have already met, two by two."""
    first: dict[str, PairId] = {}
    for pair in pairs:
        if pair in delegations:
            yield first.setdefault(delegations[pair], pair), pair
    among = set(pairs)
    yield from (outcome.pairs for outcome in outcomes if among.issuperset(outcome.pairs))


def _name(group: Sequence[PairId], delegations: Mapping[PairId, str]) -> str:
    """The delegation's name if all pairs are of one; otherwise the pairs themselves."""
    names = {delegations.get(pair) for pair in group}
    only = next(iter(names))
    return only if len(names) == 1 and only else " + ".join(group)
