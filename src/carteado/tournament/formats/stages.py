"""Stages: the building blocks of a format. Each is data, from which its matches follow."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from carteado.tournament.formats.slots import Bye, LoserOf, MatchId, Place, Slot, StageId, WinnerOf

FINAL, THIRD_PLACE, QUALIFYING, GROUP, SWISS = "final", "third-place", "qualifying", "group", "swiss"
WINNERS, LOSERS = "winners", "losers"
LEAGUE = "league"
"""Phases by name; ``LEAGUE`` is how people call a group phase with a single group. ``phase_of`` names the other rounds
of a knockout."""


class Kind(StrEnum):
    """The forms of dispute that a stage can have."""

    KNOCKOUT = "knockout"
    QUALIFYING = "qualifying"
    GROUPS = "groups"
    SWISS = "swiss"
    DOUBLE_ELIMINATION = "double_elimination"


class Filling(StrEnum):
    """How the places of a stage get their pairs: by draw, in the given order, or the first few in order and the rest by
    draw."""

    DRAWN = "drawn"
    IN_ORDER = "in_order"
    SEEDED = "seeded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage: which pairs come into it, how they are placed, and what is played.

    ``rounds`` is for a qualifying phase or a Swiss, ``groups`` and ``legs`` for groups. ``seeds`` is how many pairs
    keep their place in a seeded draw. ``third_place`` is played between the losing semi-finalists. ``phase`` names
    a qualifying stage of one round that is a phase of the knockout, such as three quarter-finals.
    """

    id: StageId
    kind: Kind
    fill: tuple[Slot, ...]
    filling: Filling = Filling.DRAWN
    seeds: int = 0
    rounds: int = 1
    groups: int = 1
    legs: int = 1
    third_place: bool = False
    best_of: int = 1
    best_of_final: int | None = None
    phase: str = ""


class Fixture(NamedTuple):
    """A match of the plan. A ``decider`` is played only if the second slot won the match before it."""

    id: MatchId
    stage: StageId
    phase: str
    round: int
    slots: tuple[Slot, Slot]
    group: int = 0
    best_of: int = 1
    decider: bool = False


def fixtures_of(stage: Stage) -> tuple[Fixture, ...]:
    """The matches known as soon as the stage is: all of them, except in a Swiss, which is paired round by round."""
    return tuple(_BUILDERS[stage.kind](stage))


def phase_of(places: int) -> str:
    """The name of the knockout round with this many pairs."""
    return {2: FINAL, 4: "semi-final", 8: "quarter-final"}.get(places, f"round-of-{places}")


def knockout_size(pairs: int) -> int:
    """The places of a full bracket: the smallest power of two that holds all pairs."""
    return 1 << max(0, pairs - 1).bit_length()


# --- single elimination -------------------------------------------------------------------------------------------


def _knockout(stage: Stage) -> Iterator[Fixture]:
    """Winners meet in the order of the bracket; a pair with a bye advances without a match."""
    line = _first_line(stage)
    while len(line) > 1:
        phase = phase_of(len(line))
        if phase == FINAL and stage.third_place:
            yield from _third_place(stage, line)
        fixtures = list(_meetings(stage, phase, line))
        yield from _played(fixtures)
        line = [_goes_on(fixture) for fixture in fixtures]


def _first_line(stage: Stage) -> list[Slot]:
    places = [Place(stage.id, place) for place in range(len(stage.fill))]
    return _bracket_line(places) if stage.filling is Filling.DRAWN else _seeded_line(places)


def _meetings(stage: Stage, phase: str, line: Sequence[Slot]) -> Iterator[Fixture]:
    best_of = _best_of_final(stage) if phase == FINAL else stage.best_of
    for index in range(0, len(line), 2):
        name = f"{stage.id}-{phase}-{index // 2 + 1}" if len(line) > 2 else f"{stage.id}-{phase}"
        yield Fixture(name, stage.id, phase, 1, (line[index], line[index + 1]), best_of=best_of)


def _goes_on(fixture: Fixture) -> Slot:
    """What takes the place in the next line: the winner, or the pair opposite a bye."""
    one, two = fixture.slots
    if two == Bye():
        return one
    return two if one == Bye() else WinnerOf(fixture.id)


def _third_place(stage: Stage, line: Sequence[Slot]) -> Iterator[Fixture]:
    """The match between the losers of the two semi-finals, if both are played."""
    losers = [LoserOf(slot.match) for slot in line if isinstance(slot, WinnerOf)]
    if len(losers) == 2:
        yield Fixture(
            f"{stage.id}-{THIRD_PLACE}", stage.id, THIRD_PLACE, 1, (losers[0], losers[1]), best_of=stage.best_of
        )


def free_places(stage: Stage) -> int:
    """How many places at the end of a stage's draw have no fixed opponent. The others meet two by two: 0 and 1, and so
    on.

    In a bracket these are the byes that await a winner, in a qualifying phase the pair that is free.
    """
    pairs = len(stage.fill)
    if stage.kind is Kind.QUALIFYING:
        return pairs % 2
    if stage.kind in (Kind.GROUPS, Kind.SWISS):
        return pairs
    matches, byes = _matches_and_byes(pairs)
    return min(matches, byes)


def _matches_and_byes(pairs: int) -> tuple[int, int]:
    half = knockout_size(pairs) // 2
    return pairs - half, 2 * half - pairs


def _bracket_line(places: Sequence[Slot]) -> list[Slot]:
    """The first round of a drawn bracket. A pair with a bye meets the winner of a match, as long as there are enough;
    byes left over meet each other. Matches and byes are spread over the bracket."""
    matches, byes = _matches_and_byes(len(places))
    lines: list[list[Slot]] = [list(places[at : at + 2]) for at in range(0, 2 * matches, 2)]
    free: list[list[Slot]] = [[place, Bye()] for place in places[2 * matches :]]
    both = min(matches, byes)
    quarters = [[*line, *bye] for line, bye in zip(lines[:both], free[len(free) - both :], strict=True)]
    alone = [*lines[both:], *free[: len(free) - both]]
    quarters.extend([slot for line in alone[at : at + 2] for slot in line] for at in range(0, len(alone), 2))
    return [slot for index in seed_order(len(quarters)) for slot in quarters[index]]


def _seeded_line(places: Sequence[Slot]) -> list[Slot]:
    """The first meets the last, the best two can meet only in the final, and the best pairs get the byes."""
    order = seed_order(knockout_size(len(places)))
    return [places[place] if place < len(places) else Bye() for place in order]


def seed_order(size: int) -> list[int]:
    """The seeds of a full bracket from top to bottom: 0 7 3 4 1 6 2 5 for eight."""
    order = [0]
    while len(order) < size:
        order = [place for seed in order for place in (seed, 2 * len(order) - 1 - seed)]
    return order


# --- qualifying rounds --------------------------------------------------------------------------------------------


def _qualifying(stage: Stage) -> Iterator[Fixture]:
    return iter(_qualifying_rounds(stage)[0])


def qualifying_phase(stage: Stage) -> str:
    """The phase of a qualifying stage's matches."""
    return stage.phase or QUALIFYING


def qualified_from(stage: Stage) -> tuple[Slot, ...]:
    """The winners' places after the last round of a qualifying stage."""
    return _qualifying_rounds(stage)[1]


def _qualifying_rounds(stage: Stage) -> tuple[tuple[Fixture, ...], tuple[Slot, ...]]:
    """Rounds of elimination that end with more than one pair. With an odd number one pair is free: in the first round
    the last place drawn, later the first in line. A pair that was free goes to the end of the line, so no pair is free
    twice running."""
    line: list[Slot] = [Place(stage.id, place) for place in range(len(stage.fill))]
    fixtures: list[Fixture] = []
    for number in range(1, stage.rounds + 1):
        free = [] if len(line) % 2 == 0 else [line.pop(-1 if number == 1 else 0)]
        made = []
        for index in range(0, len(line), 2):
            name = f"{stage.id}-{number}-{index // 2 + 1}"
            slots = (line[index], line[index + 1])
            made.append(Fixture(name, stage.id, qualifying_phase(stage), number, slots, best_of=stage.best_of))
        line = [*(WinnerOf(fixture.id) for fixture in made), *free]
        fixtures += made
    return tuple(fixtures), tuple(line)


# --- groups -------------------------------------------------------------------------------------------------------


def group_members(stage: Stage) -> tuple[tuple[int, ...], ...]:
    """The places of each group, dealt one by one, forwards and then backwards."""
    groups: list[list[int]] = [[] for _ in range(stage.groups)]
    for place in range(len(stage.fill)):
        lap, at = divmod(place, stage.groups)
        groups[at if lap % 2 == 0 else stage.groups - 1 - at].append(place)
    return tuple(map(tuple, groups))


def _groups(stage: Stage) -> Iterator[Fixture]:
    """Every pair meets every other of its group ``legs`` times."""
    for group, members in enumerate(group_members(stage)):
        rounds = list(round_robin(len(members)))
        for leg in range(stage.legs):
            for index, meetings in enumerate(rounds):
                number = leg * len(rounds) + index + 1
                for table, (one, two) in enumerate(meetings, start=1):
                    home, away = (one, two) if leg % 2 == 0 else (two, one)
                    slots = (Place(stage.id, members[home]), Place(stage.id, members[away]))
                    name = f"{stage.id}-{group_name(group)}-{number}-{table}"
                    yield Fixture(name, stage.id, GROUP, number, slots, group=group, best_of=stage.best_of)


def group_name(group: int) -> str:
    """A, B, … Z, AA, AB, …"""
    name = ""
    group += 1
    while group:
        group, letter = divmod(group - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def round_robin(count: int) -> Iterator[list[tuple[int, int]]]:
    """Rounds in which all meet each other once. With an odd number one is free in each round."""
    circle = list(range(count)) + ([-1] if count % 2 else [])
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        meetings = zip(circle[:half], reversed(circle[half:]), strict=True)
        yield [(one, two) for one, two in meetings if -1 not in (one, two)]
        circle = [circle[0], circle[-1], *circle[1:-1]]


# --- double elimination -------------------------------------------------------------------------------------------


def _double_elimination(stage: Stage) -> Iterator[Fixture]:
    """A pair that loses once goes on among the losers. If the pair that had not lost loses the final, it is played
    again."""
    upper, lower = _first_line(stage), list[Slot]()
    round_among_losers = 0
    for number in range(1, len(upper).bit_length()):
        won = list(_numbered(stage, WINNERS, number, upper))
        yield from _played(won)
        upper = [_goes_on(fixture) for fixture in won]
        fallen: list[Slot] = [Bye() if Bye() in fixture.slots else LoserOf(fixture.id) for fixture in won]
        meeting = [slot for both in zip(lower, reversed(fallen), strict=True) for slot in both] if lower else fallen
        while len(meeting) > 1:
            round_among_losers += 1
            lost = list(_numbered(stage, LOSERS, round_among_losers, meeting))
            yield from _played(lost)
            lower = [_goes_on(fixture) for fixture in lost]
            meeting = lower if len(lower) > len(upper) // 2 else []
        lower = lower or fallen
    first = Fixture(f"{stage.id}-{FINAL}", stage.id, FINAL, 1, (upper[0], lower[0]), best_of=_best_of_final(stage))
    again = (LoserOf(first.id), WinnerOf(first.id))
    yield first
    yield Fixture(f"{first.id}-2", stage.id, FINAL, 2, again, best_of=_best_of_final(stage), decider=True)


def _numbered(stage: Stage, phase: str, number: int, line: Sequence[Slot]) -> Iterator[Fixture]:
    for index in range(0, len(line), 2):
        name = f"{stage.id}-{phase}-{number}-{index // 2 + 1}"
        yield Fixture(name, stage.id, phase, number, (line[index], line[index + 1]), best_of=stage.best_of)


def _played(fixtures: Sequence[Fixture]) -> Iterator[Fixture]:
    """The fixtures with two pairs. Against a bye nothing is played."""
    return (fixture for fixture in fixtures if Bye() not in fixture.slots)


def _best_of_final(stage: Stage) -> int:
    return stage.best_of_final or stage.best_of


_BUILDERS: dict[Kind, Callable[[Stage], Iterable[Fixture]]] = {
    Kind.KNOCKOUT: _knockout,
    Kind.QUALIFYING: _qualifying,
    Kind.GROUPS: _groups,
    Kind.SWISS: lambda _stage: (),
    Kind.DOUBLE_ELIMINATION: _double_elimination,
}
