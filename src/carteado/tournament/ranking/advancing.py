"""Which pairs advance to the next phase: the winners, then the best eliminated pairs where the regulation lets them
fill empty places."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from carteado.record import InputError
from carteado.regulation import Regulation
from carteado.regulation.event_rules import Criterion, LuckyLosers, LuckyPlaces
from carteado.tournament.formats.stages import FINAL, THIRD_PLACE, knockout_size, phase_of
from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.ranking.criteria import Directives, Order, Reason, Steps, ledger_of, ordered, steps
from carteado.tournament.ranking.standings import (
    TABLES,
    LastMatch,
    Placing,
    by_phase,
    last_matches,
    parted_reason,
    places_in,
    stages_of,
    standings,
)

LATE_PHASES = (phase_of(8), phase_of(4))
"""The quarter-finals and what follows them. Earlier phases lead to the quarter-finals."""


class As(StrEnum):
    """Why a pair advances."""

    WINNER = "winner"
    LUCKY_LOSER = "lucky_loser"


@dataclass(frozen=True, slots=True, kw_only=True)
class Advancing:
    """A pair that advances, with the reason."""

    pair: PairId
    as_: As
    by: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Advance:
    """Who takes the places of the next phase.

    ``out`` are the eliminated pairs. ``undrawn`` are not decided yet: lots must give ``by_lots`` places among them.
    ``vacant`` counts the places that no pair takes.
    """

    phase: str
    advancing: tuple[Advancing, ...]
    out: tuple[PairId, ...]
    undrawn: tuple[PairId, ...] = ()
    by_lots: int = 0
    vacant: int = 0


def advancing(
    regulation: Regulation,
    pairs: Sequence[PairId],
    outcomes: Iterable[Outcome],
    *,
    places: int,
    lots: Sequence[PairId] = (),
    taken_back: int | None = None,
) -> Advance:
    """Fill the places of the phase after the last one played. Raises InputError if there are more winners than places.

    After a table its best pairs advance. After any other phase the winners advance, in the order of their matches,
    followed by lucky losers if the regulation has them. ``taken_back`` is how many of them the bracket has places for;
    without it they fill all places that the winners leave. Keys: format.kind, lucky_losers.places,
    lucky_losers.eliminated.
    """
    outcomes = tuple(outcomes)
    phase = _last_phase(outcomes)
    if phase in TABLES:
        chosen = _best_of_table(regulation, pairs, outcomes, phase=phase, places=places, lots=lots)
    else:
        chosen = _winners_and_lucky_losers(
            regulation, pairs, outcomes, phase=phase, places=places, lots=lots, taken_back=taken_back
        )
    staying = {one.pair for one in chosen.on} | set(chosen.undrawn)
    return Advance(
        phase=phase_of(knockout_size(places)),
        advancing=tuple(chosen.on),
        out=tuple(pair for pair in pairs if pair not in staying),
        undrawn=tuple(chosen.undrawn),
        by_lots=chosen.by_lots,
        vacant=places - len(chosen.on) - chosen.by_lots,
    )


class _Chosen(NamedTuple):
    """Pairs that advance, pairs among which lots must decide, and how many places the lots decide."""

    on: list[Advancing]
    undrawn: Sequence[PairId] = ()
    by_lots: int = 0


def _last_phase(outcomes: Sequence[Outcome]) -> str:
    """The last phase played. The match for third place is left out: it leads nowhere, and may be played before or after
    the final."""
    phases = [phase for phase in by_phase(outcomes) if phase != THIRD_PLACE]
    if not phases:
        raise InputError("nothing_played", where="matches")
    if phases[-1] == FINAL:
        raise InputError("nothing_follows_the_final", where="matches")
    return phases[-1]


# --- after a table ------------------------------------------------------------------------------------------------


def _best_of_table(
    regulation: Regulation,
    pairs: Sequence[PairId],
    outcomes: Sequence[Outcome],
    *,
    phase: str,
    places: int,
    lots: Sequence[PairId],
) -> _Chosen:
    """The first of the standings. Pairs that share a rank across the last place wait for lots."""
    table = next(stage for stage in stages_of(regulation, pairs, outcomes) if _is_of(stage.outcomes, phase))
    placings = standings(regulation, table.pairs, table.outcomes, lots=lots)
    ranks = [placing.rank for placing in placings]
    split = ranks[places] if places < len(ranks) and ranks[places] == ranks[places - 1] else None
    on = [_from_table(placing) for placing in placings[:places] if placing.rank != split]
    undrawn = [placing.pair for placing in placings if placing.rank == split]
    return _Chosen(on, undrawn, places - len(on) if undrawn else 0)


def _is_of(outcomes: Sequence[Outcome], phase: str) -> bool:
    return any(outcome.phase == phase for outcome in outcomes)


def _from_table(placing: Placing) -> Advancing:
    return Advancing(pair=placing.pair, as_=As.WINNER, by=placing.by)


# --- after matches that put pairs out -----------------------------------------------------------------------------


def _winners_and_lucky_losers(
    regulation: Regulation,
    pairs: Sequence[PairId],
    outcomes: Sequence[Outcome],
    *,
    phase: str,
    places: int,
    lots: Sequence[PairId],
    taken_back: int | None,
) -> _Chosen:
    played = by_phase(outcomes)[phase]
    last = last_matches(played)
    winners = [*_winners(regulation, played, last), *_free_of_a_match(regulation, pairs, outcomes, phase=phase)]
    if len(winners) > places:
        raise InputError("more_winners_than_places", phase=phase, winners=len(winners), places=places)
    rules = regulation.event.lucky_losers
    missing = taken_back if taken_back is not None else places - len(winners) if rules else 0
    if not missing:
        return _Chosen(winners)
    gone = {pair for outcome in outcomes for pair in outcome.out}
    beaten = [pair for pair in pairs if pair in last and not last[pair].holds_place and pair not in gone]
    eliminated = [pair for pair in beaten if not last[pair].outcome.walkover]
    order = ordered(
        eliminated,
        ledger_of(eliminated, played, qualifying=outcomes, lots=lots),
        Directives(lucky_criteria(rules, phase)),
    )
    lucky = _lucky_losers(order, _lucky_places(rules, missing), lucky_key(regulation))
    return lucky._replace(on=winners + lucky.on)


def _winners(
    regulation: Regulation, played: Sequence[Outcome], last: Mapping[PairId, LastMatch]
) -> Iterator[Advancing]:
    """Winners in the order of the last round's matches. A pair that was free in the last round comes after them."""
    for outcome in sorted(played, key=lambda outcome: -outcome.round):
        for pair in outcome.pairs:
            if last[pair].holds_place and last[pair].outcome is outcome:
                yield Advancing(pair=pair, as_=As.WINNER, by=_winners_reason(regulation, pair, outcome))


def _winners_reason(regulation: Regulation, pair: PairId, outcome: Outcome) -> Reason:
    details = {"other": outcome.opponent_of(pair), "phase": outcome.phase}
    if outcome.walkover:
        key = "walkover.opponent" if regulation.event.walkover else None
        return Reason("walkover", key, "advances_by_walkover", details)
    return Reason("match_won", _format_key(regulation), "advances_as_winner", details)


def _free_of_a_match(
    regulation: Regulation, pairs: Sequence[PairId], outcomes: Sequence[Outcome], *, phase: str
) -> Iterator[Advancing]:
    """Unbeaten pairs without a match in the phase, as long as the phase has room for them.

    Any pair may be free in the first phase; in a later phase only a pair that has won a match before.
    """
    phases = by_phase(outcomes)
    playing = set(last_matches(phases[phase]))
    waiting = set(pairs) if phase == next(iter(phases)) else {outcome.winner for outcome in outcomes}
    out = {pair for outcome in outcomes for pair in (*_beaten(outcome), *outcome.out)}
    free_of_it = waiting - playing - out
    free = [pair for pair in pairs if pair in free_of_it]
    room = places_in(phase)
    if room is not None and len(playing) + len(free) > room:
        return
    by = Reason("bye", _format_key(regulation), "advances_free", {"phase": phase})
    yield from (Advancing(pair=pair, as_=As.WINNER, by=by) for pair in free)


def _beaten(outcome: Outcome) -> Iterator[PairId]:
    return (pair for pair in outcome.pairs if pair != outcome.winner)


def _format_key(regulation: Regulation) -> str | None:
    return "format.kind" if regulation.event.format else None


def lucky_criteria(rules: LuckyLosers | None, phase: str) -> Steps:
    """Criteria that order the pairs eliminated in a phase. The phase that they leave decides, not the number of places
    in the next one: a small field may go from the qualifying phase to the semi-finals (E-4).

    Without rules on lucky losers they are those of ruling E-4, which cite no article.
    Keys: lucky_losers.to_quarter_finals, lucky_losers.to_semi_finals.
    """
    if rules is None:
        return steps((Criterion.SCORED, Criterion.CONCEDED_FIRST_ROUND, Criterion.LOTS), None)
    if phase in LATE_PHASES:
        return steps(rules.to_semi_finals, "lucky_losers.to_semi_finals")
    return steps(rules.to_quarter_finals, "lucky_losers.to_quarter_finals")


def lucky_key(regulation: Regulation) -> str | None:
    """The key by which eliminated pairs go on; None if the form of dispute alone takes them back."""
    return "lucky_losers.places" if regulation.event.lucky_losers else None


def _lucky_places(rules: LuckyLosers | None, missing: int) -> int:
    """Key: lucky_losers.places."""
    return min(missing, 1) if rules and rules.places is LuckyPlaces.ONE else missing


def _lucky_losers(order: Order, places: int, key: str | None) -> _Chosen:
    """The best of the eliminated pairs. Pairs that only lots can separate across the last place wait for them."""
    on: list[Advancing] = []
    for block in order.blocks():
        if len(on) >= places:
            break
        if len(on) + len(block) > places:
            return _Chosen(on, [order.pairs[place] for place in block], places - len(on))
        on += [_lucky_loser(order, place, places, key) for place in block]
    return _Chosen(on)


def _lucky_loser(order: Order, place: int, places: int, key: str | None) -> Advancing:
    """The pair with its reason: what puts it ahead of the best pair that stays out."""
    if places >= len(order.pairs):
        by = Reason("scored", key, "advances_with_all")
    else:
        parting = order.parting_of(place, places)
        by = parted_reason(order, parting, "before", (place, places))
    return Advancing(pair=order.pairs[place], as_=As.LUCKY_LOSER, by=by)
