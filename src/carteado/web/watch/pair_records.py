"""A pair in an event: its matches, its next match, its record, and a comparison of two pairs."""

from dataclasses import dataclass
from typing import NamedTuple

from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.state.championship import Status
from carteado.web.display.departures import DepartureInWords, departure_in_words
from carteado.web.display.phases import Match, ResultsBuilder
from carteado.web.events.models import Pair
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.watch.standings import ReasonInWords, reason_in_words
from carteado.web.watch.visible_event import VisibleEvent


class ListedPair(NamedTuple):
    """A pair in the list of pairs. ``link`` leads to its page. ``left`` is how it left the event, in a word; empty if
    it did not."""

    code: str
    name: str
    link: str
    delegation: str
    left: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRecord:
    """A pair with its results.

    ``next_one`` is its first undecided match, None if there is none or the event is cancelled. ``rank`` is 0 until the
    place is earned, and for a pair that left. ``reason`` is the reason for its place; None until a match of the event
    has ended, and for a pair that left. ``played`` counts the decided matches, with Swiss rounds that the pair sat out,
    which it wins; ``walkovers`` counts those that were decided by W.O. ``scored`` and ``conceded`` are points.
    ``departure`` is how the pair left; None if it did not.
    """

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
    walkovers: int = 0
    reason: ReasonInWords | None = None
    departure: DepartureInWords | None = None

    @property
    def balance(self) -> int:
        return self.scored - self.conceded

    @property
    def losses(self) -> int:
        return self.played - self.wins


class CommonOpponent(NamedTuple):
    """A third pair that both pairs have met. ``first`` and ``second`` are their scores against it, in words."""

    name: str
    first: str
    second: str


class Encounter(NamedTuple):
    """Two pairs compared: their records, their matches against each other, and their common opponents."""

    first: PairRecord
    second: PairRecord
    matches: tuple[Match, ...]
    common: tuple[CommonOpponent, ...]


def pairs_of(visible: VisibleEvent) -> list[ListedPair]:
    """The pairs of the event by name. A pair that left is marked as such."""
    delegations = dict(Pair.objects.filter(event=visible.event).values_list("code", "delegation"))
    builder = ResultsBuilder(visible.championship, visible.names)
    listed = (
        ListedPair(
            code,
            visible.name(code),
            builder.link(code),
            # the name that was typed with the pair, else the delegation as of the draw
            delegations.get(code)
            or visible.championship.delegation_name(visible.championship.delegations.get(code, "")),
            departure.word if (departure := departure_in_words(visible.championship, code)) else "",
        )
        for code in visible.codes
    )
    return sorted(listed, key=lambda one: one.name.casefold())


def record_of(visible: VisibleEvent, pair: PairId) -> PairRecord:
    """The pair with what it has played. Before the draw it has no matches and no numbers."""
    championship = visible.championship
    builder = visible.results_builder
    without_matches = PairRecord(code=pair, name=visible.name(pair), link=builder.link(pair))
    if not championship.fixtures:
        return without_matches
    matches = [
        builder.match(championship.fixtures[match])
        for match in builder.numbers
        if pair in championship.bracket.occupants(match)
    ]
    placing = next((one for one in championship.bracket.placings() if one.pair == pair), None)
    departure = departure_in_words(championship, pair)
    has_begun = placing is not None and bool(championship.bracket.outcomes())
    is_cancelled = championship.status is Status.CANCELLED
    return PairRecord(
        code=pair,
        name=without_matches.name,
        link=without_matches.link,
        matches=tuple(matches),
        next_one=None if is_cancelled else next((one for one in matches if not one.is_decided), None),
        rank=(placing.rank or 0) if placing and has_begun else 0,
        wins=placing.wins if placing else 0,
        played=placing.played if placing else 0,
        scored=placing.scored if placing else 0,
        conceded=placing.conceded if placing else 0,
        walkovers=placing.walkovers if placing else 0,
        reason=reason_in_words(visible, placing.by) if placing and has_begun and not placing.has_left else None,
        departure=departure,
    )


def encounter_of(visible: VisibleEvent, first: PairId, second: PairId) -> Encounter:
    one, two = record_of(visible, first), record_of(visible, second)
    met = {match.id for match in one.matches} & {match.id for match in two.matches}
    return Encounter(
        one, two, tuple(match for match in one.matches if match.id in met), tuple(_common(visible, one, two))
    )


def _common(visible: VisibleEvent, one: PairRecord, two: PairRecord) -> list[CommonOpponent]:
    first, second = _scores(visible, one.code), _scores(visible, two.code)
    both = [pair for pair in first if pair in second]
    return [CommonOpponent(visible.name(pair), first[pair], second[pair]) for pair in both]


def _scores(visible: VisibleEvent, pair: PairId) -> dict[PairId, str]:
    """The pair's score against each opponent. If they met more than once, the last score."""
    outcomes = visible.championship.bracket.outcomes() if visible.championship.fixtures else []
    return {
        outcome.opponent_of(pair): _score(outcome, pair)
        for outcome in outcomes
        if pair in outcome.pairs and outcome.opponent_of(pair)  # "" for a Swiss round that the pair sat out
    }


def _score(outcome: Outcome, pair: PairId) -> str:
    return "W.O." if outcome.walkover else f"{figure(outcome.scored_by(pair))} × {figure(outcome.conceded_by(pair))}"
