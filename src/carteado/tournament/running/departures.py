"""Operations for pairs that leave the event for good: withdrawal, disqualification, and the W.O. that follows."""

from dataclasses import replace

from carteado.regulation import Refusal, forbidden_by, out_of_order
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.match_log import MatchLog, State, new_log
from carteado.tournament.operations import DisqualifyPair, WithdrawPair
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.acts import GROUND_KEYS, authority_for, grounds
from carteado.tournament.state.championship import Championship, Departure, Next


def _refusal_of_leaving(championship: Championship, pair: PairId, why: str) -> Refusal | None:
    if pair not in championship.pairs:
        return out_of_order("no_such_pair", pair=pair)
    if pair in championship.departures:
        return out_of_order("pair_has_left", pair=pair)
    return None if why.strip() else out_of_order("reason_needed")


def withdraw(championship: Championship, operation: WithdrawPair) -> Next:
    """Keys: withdrawal.request, withdrawal.effect."""
    if refused := _refusal_of_leaving(championship, operation.pair, operation.why):
        return refused
    if championship.logs and championship.bracket.is_over:
        return out_of_order("championship_is_over")
    if championship.regulation.event.withdrawal and not operation.in_writing:
        return forbidden_by("withdrawal.request", "withdrawal_not_in_writing")
    key = "withdrawal.effect" if championship.regulation.event.withdrawal else ""
    return left(championship, operation.pair, Departure(key, operation.at, operation.why))


def disqualify(championship: Championship, operation: DisqualifyPair) -> Next:
    """Keys: disqualification.by, disqualification.breach, disqualification.final, referee.disqualify,
    clock.absence_minutes."""
    if refused := _refusal_of_leaving(championship, operation.pair, operation.why):
        return refused
    if operation.ground not in grounds(championship.regulation):
        return out_of_order("ground_of_another_regulation", ground=operation.ground)
    whose = authority_for(championship.regulation, operation.ground)
    if operation.by_referee and whose is not None:
        return forbidden_by("disqualification.by", "another_decides", authority=whose)
    return left(championship, operation.pair, Departure(GROUND_KEYS[operation.ground], operation.at, operation.why))


def left(championship: Championship, pair: PairId, departure: Departure) -> Championship:
    """Record the departure. Matches to which the pair was only called are no longer called: another pair may take its
    place."""
    called = {match for match, log in championship.logs.items() if pair in log.pairs and not log.has_begun}
    logs = {match: log for match, log in championship.logs.items() if match not in called}
    return replace(championship, logs=logs, departures={**championship.departures, pair: departure})


def with_walkovers(championship: Championship) -> Championship:
    """Let the opponents of pairs that have left advance, as soon as both pairs of a match are known.

    Key: walkover.opponent.
    """
    while walkovers := {match: log for match in championship.fixtures if (log := _log_given_up(championship, match))}:
        championship = replace(championship, logs={**championship.logs, **walkovers})
    return championship


def _log_given_up(championship: Championship, match: MatchId) -> MatchLog | None:
    log = championship.logs.get(match)
    if log is not None and log.state in (State.OFFICIAL, State.WALKOVER):
        return None
    pairs = championship.bracket.pairs(match)
    gone = tuple(pair for pair in pairs or () if pair in championship.departures)
    if pairs is None or not gone or championship.bracket.ended(match):
        return None
    return replace(log or new_log(pairs), absent=gone, follows=True)
