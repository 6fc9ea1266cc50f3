"""What the regulation finds about the people of an entry, as pages show it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from carteado.regulation import Refusal
from carteado.tournament.registrations.acts import EntryState
from carteado.tournament.registrations.eligibility import Verdict, VerdictState
from carteado.tournament.registrations.entries import Entry, Roll, entry_verdicts
from carteado.tournament.registrations.people import PersonId
from carteado.web.kit.words.catalogue import words
from carteado.web.registrations.entry_words import REQUIREMENTS, STATES, VERDICTS


class Judged(NamedTuple):
    """One requirement and whether it is met. ``key`` leads to its article, ``reason`` describes what is missing."""

    title: str
    state: VerdictState
    word: str
    reason: str
    key: str


class Summary(NamedTuple):
    """Both people counted together. ``unmet`` are the requirements that keep the pair out, each once."""

    met: int
    open: int
    unmet: tuple[Judged, ...]


def judged(roll: Roll, entry: Entry) -> dict[PersonId, tuple[Judged, ...]]:
    return {person: tuple(map(_judged, found)) for person, found in entry_verdicts(roll, entry).items()}


def _judged(verdict: Verdict) -> Judged:
    return Judged(
        title=str(REQUIREMENTS[verdict.requirement]),
        state=verdict.state,
        word=str(VERDICTS[verdict.state]),
        reason=words().refusal(verdict.reason) if verdict.state is VerdictState.UNMET and verdict.reason else "",
        key=verdict.key,
    )


def summary(found: Iterable[tuple[Judged, ...]]) -> Summary:
    everything = [one for of_person in found for one in of_person]
    return Summary(
        met=sum(one.state is VerdictState.MET for one in everything),
        open=sum(one.state is VerdictState.UNKNOWN for one in everything),
        unmet=tuple(dict.fromkeys(one for one in everything if one.state is VerdictState.UNMET)),
    )


def named(refusal: Refusal, names: Mapping[str, str]) -> Refusal:
    """The refusal with names in place of codes, and with the state of an entry in the words of these pages."""
    return refusal._replace(details={detail: _named(detail, one, names) for detail, one in refusal.details.items()})


def _named(detail: str, value: object, names: Mapping[str, str]) -> object:
    if isinstance(value, EntryState):
        return str(STATES[value]).lower()
    return names.get(value, value) if isinstance(value, str) and detail in _CODES else value


_CODES = frozenset({"person", "pair", "id", "entry", "delegation"})
