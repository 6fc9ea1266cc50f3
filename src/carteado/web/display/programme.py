"""The published hours of an event, one after another, with the matches that are played at each."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.timetable import RoundId, round_of
from carteado.tournament.state.championship import Championship
from carteado.tournament.state.numbering import match_numbers
from carteado.web.display.championship_in_words import NO_BREAK
from carteado.web.display.rounds_in_words import expected_plan, round_in_words, rounds_in_words
from carteado.web.events.details import Details
from carteado.web.kit.words.catalogue import words

SHORTEST_RUN = 3
"""From so many numbers in a row on, only the first and the last are written: ``4–6``."""


class Turn(NamedTuple):
    """A published hour, with the matches of one round that are played then; empty while the round has no matches yet.

    ``title`` is the name of the round. It also names the matches by their numbers, unless all of the round are played
    at this hour.
    """

    title: str
    at: datetime
    matches: tuple[MatchId, ...]
    is_over: bool


def programme_of(championship: Championship, details: Details) -> tuple[Turn, ...]:
    """Every published hour in order of time. Two rounds at one hour are two turns. Key: schedule.published."""
    names = rounds_in_words(expected_plan(details, championship))
    numbers = match_numbers(championship)
    by_round: defaultdict[RoundId, list[MatchId]] = defaultdict(list)
    for match in numbers:
        by_round[round_of(championship.fixtures[match])].append(match)
    rounds = dict.fromkeys((*names, *championship.hours.rounds))
    turns = (
        turn for one in rounds for turn in _turns(championship, one, round_in_words(names, one), by_round[one], numbers)
    )
    return tuple(sorted(turns, key=lambda turn: turn.at))


def _turns(
    championship: Championship, one: RoundId, name: str, matches: Sequence[MatchId], numbers: Mapping[MatchId, int]
) -> Iterator[Turn]:
    """The hours of the round ``one``, called ``name``, with its ``matches``."""
    by_hour: defaultdict[datetime, list[MatchId]] = defaultdict(list)
    for match in matches:
        if at := championship.hour_of(match):
            by_hour[at].append(match)
    if not matches and (at := championship.hours.rounds.get(one)):
        by_hour[at] = []
    is_split = len(by_hour) > 1 or sum(map(len, by_hour.values())) < len(matches)
    for at, those in by_hour.items():
        title = f"{name} · {numbers_in_words(numbers[match] for match in those)}" if is_split else name
        yield Turn(title, at, tuple(those), _is_over(championship, one, those))


def _is_over(championship: Championship, one: RoundId, matches: Sequence[MatchId]) -> bool:
    """True if all matches of this hour are over.

    A round that was not paired when its stage ended is not played any more, so it is over too.
    """
    if not matches:
        return one.stage in championship.rounds_ended
    return all(championship.bracket.ended(match) is not None for match in matches)


def numbers_in_words(numbers: Iterable[int]) -> str:
    """``match 4``, ``matches 4 and 5``, ``matches 4–6 and 9``."""
    found = sorted(numbers)
    if len(found) == 1:
        return _("match {number}").format(number=found[0]).replace(" ", NO_BREAK)
    return _("matches {numbers}").format(numbers=words().in_words(tuple(_runs(found))))


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    """The numbers in words, with long runs shortened."""
    rest = list(numbers)
    while rest:
        end = next((place for place, one in enumerate(rest) if one != rest[0] + place), len(rest))
        run, rest = rest[:end], rest[end:]
        yield from (f"{run[0]}–{run[-1]}",) if len(run) >= SHORTEST_RUN else map(str, run)
