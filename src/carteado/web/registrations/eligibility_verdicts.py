"""What the regulation finds about the people of an entry, as pages show it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from carteado.regulation import Refusal
from carteado.tournament.registrations.acts import EntryState
from carteado.tournament.registrations.eligibility import Verdict, VerdictState
from carteado.tournament.registrations.entries import Entry, Roll, entry_verdicts
from carteado.tournament.registrations.people import PersonId
from carteado.web.kit.words.catalogue import words
from carteado.web.registrations.entry_texts import REQUIREMENTS, STATES, VERDICTS


class VerdictInWords(NamedTuple):
    """One requirement and whether it is met. ``key`` leads to its article. ``reason`` says why it is not met, and is
    empty for one that is met or open."""

    title: str
    state: VerdictState
    state_label: str
    reason: str
    key: str


class VerdictSummary(NamedTuple):
    """The verdicts on both people of a pair counted together: how many are met and how many open. ``unmet`` are the
    requirements that keep the pair out, each once."""

    met: int
    open: int
    unmet: tuple[VerdictInWords, ...]


def verdicts_in_words(roll: Roll, entry: Entry) -> dict[PersonId, tuple[VerdictInWords, ...]]:
    """The verdicts on each of the two people, by code. A person of whom nothing is known is left out, and one of whom
    the regulation asks nothing has none."""
    return {
        person: tuple(map(_verdict_in_words, of_person)) for person, of_person in entry_verdicts(roll, entry).items()
    }


def _verdict_in_words(verdict: Verdict) -> VerdictInWords:
    return VerdictInWords(
        title=str(REQUIREMENTS[verdict.requirement]),
        state=verdict.state,
        state_label=str(VERDICTS[verdict.state]),
        reason=words().refusal(verdict.reason) if verdict.state is VerdictState.UNMET and verdict.reason else "",
        key=verdict.key,
    )


def verdict_summary(verdicts: Iterable[tuple[VerdictInWords, ...]]) -> VerdictSummary:
    everything = [one for of_person in verdicts for one in of_person]
    return VerdictSummary(
        met=sum(one.state is VerdictState.MET for one in everything),
        open=sum(one.state is VerdictState.UNKNOWN for one in everything),
        unmet=tuple(dict.fromkeys(one for one in everything if one.state is VerdictState.UNMET)),
    )


def with_names(refusal: Refusal, names: Mapping[str, str]) -> Refusal:
    """The refusal with names in place of codes, and with the state of an entry in the words of these pages."""
    return refusal._replace(
        details={detail: _detail_with_name(detail, one, names) for detail, one in refusal.details.items()}
    )


def _detail_with_name(detail: str, value: object, names: Mapping[str, str]) -> object:
    if isinstance(value, EntryState):
        return str(STATES[value]).lower()
    return names.get(value, value) if isinstance(value, str) and detail in _CODES else value


_CODES = frozenset({"person", "pair", "id", "entry", "delegation"})
"""Names of the details of a refusal that hold a code."""
