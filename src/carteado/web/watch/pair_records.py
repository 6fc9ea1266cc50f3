"""A pair in an event: its matches, its next match, its record, and a comparison of two pairs."""

from dataclasses import dataclass
from typing import NamedTuple

from carteado.tournament.outcomes import Outcome, PairId
from carteado.web.display.phases import Match, ResultsBuilder
from carteado.web.events.models import Pair
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.watch.shown_event import Shown
from carteado.web.watch.standings import Why, why_of


class ListedPair(NamedTuple):
    """A pair in the list of pairs. ``is_out`` if it left the event."""

    code: str
    name: str
    link: str
    delegation: str
    is_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRecord:
    """A pair with its results. ``next_one`` is its first undecided match; ``why`` is the reason for its place."""

    code: str
    name: str
    link: str
    matches: tuple[Match, ...] = ()
    next_one: Match | None = None
    rank: int = 0
    wins: int = 0
    played: int = 0
    scored: int = 0
    conceded: int = 0
    why: Why | None = None
    left: str = ""

    @property
    def balance(self) -> int:
        return self.scored - self.conceded

    @property
    def losses(self) -> int:
        return self.played - self.wins


class Common(NamedTuple):
    """A third pair that both pairs have met, with both scores."""

    name: str
    first: str
    second: str


class Encounter(NamedTuple):
    """Two pairs compared: their records, their matches against each other, and their common opponents."""

    first: PairRecord
    second: PairRecord
    matches: tuple[Match, ...]
    common: tuple[Common, ...]


def pairs_of(shown: Shown) -> list[ListedPair]:
    """The pairs of the event by name. A pair that left is marked as such."""
    delegations = dict(Pair.objects.filter(event=shown.event).values_list("code", "delegation"))
    teller = ResultsBuilder(shown.championship, shown.names)
    listed = (
        ListedPair(
            code,
            shown.name(code),
            teller.link(code),
            delegations.get(code) or shown.championship.delegation_name(shown.championship.delegations.get(code, "")),
            code in shown.championship.departures,
        )
        for code in shown.codes
    )
    return sorted(listed, key=lambda one: one.name.casefold())


def record_of(shown: Shown, pair: PairId) -> PairRecord:
    championship = shown.championship
    teller = shown.teller
    alone = PairRecord(code=pair, name=shown.name(pair), link=teller.link(pair))
    if not championship.fixtures:
        return alone
    own = [
        teller.match(championship.fixtures[match])
        for match in teller.numbers
        if pair in championship.bracket.occupants(match)
    ]
    placing = next((one for one in championship.bracket.placings() if one.pair == pair), None)
    departure = championship.departures.get(pair)
    has_begun = placing is not None and bool(championship.bracket.outcomes())
    return PairRecord(
        code=pair,
        name=alone.name,
        link=alone.link,
        matches=tuple(own),
        next_one=next((one for one in own if not one.is_decided), None),
        rank=placing.rank if placing and has_begun else 0,
        wins=placing.wins if placing else 0,
        played=placing.played if placing else 0,
        scored=placing.scored if placing else 0,
        conceded=placing.conceded if placing else 0,
        why=why_of(shown, placing.by) if placing and has_begun else None,
        left=departure.key if departure else "",
    )


def encounter_of(shown: Shown, first: PairId, second: PairId) -> Encounter:
    one, two = record_of(shown, first), record_of(shown, second)
    met = {match.id for match in one.matches} & {match.id for match in two.matches}
    return Encounter(
        one, two, tuple(match for match in one.matches if match.id in met), tuple(_common(shown, one, two))
    )


def _common(shown: Shown, one: PairRecord, two: PairRecord) -> list[Common]:
    first, second = _scores(shown, one.code), _scores(shown, two.code)
    both = [pair for pair in first if pair in second]
    return [Common(shown.name(pair), first[pair], second[pair]) for pair in both]


def _scores(shown: Shown, pair: PairId) -> dict[PairId, str]:
    """The pair's score against each opponent. If they met more than once, the last score."""
    outcomes = shown.championship.bracket.outcomes() if shown.championship.fixtures else []
    return {
        outcome.opponent_of(pair): _score(outcome, pair)
        for outcome in outcomes
        if pair in outcome.pairs and outcome.opponent_of(pair)
    }


def _score(outcome: Outcome, pair: PairId) -> str:
    return "W.O." if outcome.walkover else f"{figure(outcome.scored_by(pair))} × {figure(outcome.conceded_by(pair))}"
