"""Operations on entries: announce the event, open and change entries until the draw, and manage delegations'
line-ups."""

from dataclasses import replace

from carteado.regulation import Refusal, forbidden_by, out_of_order
from carteado.tournament.matches.match_log import MatchLog
from carteado.tournament.operations import (
    Announce,
    ChangeEntry,
    Describe,
    EnterDelegation,
    OpenEntry,
    StartMatch,
    Substitute,
)
from carteado.tournament.registrations.acts import CONVOCATION_ANSWERS
from carteado.tournament.registrations.delegations import (
    Substitution,
    refusal_to_line_up,
    refusal_to_seat,
    refusal_to_substitute,
    seated_at,
    substituted,
)
from carteado.tournament.registrations.entries import Notice, changed, new_entry, refusal, refusal_to_open
from carteado.tournament.running.hours import shift_between
from carteado.tournament.running.lateness import with_all_awaited
from carteado.tournament.state.championship import Championship, Next


def announce(championship: Championship, operation: Announce) -> Next:
    """New dates leave timely entries timely, and take the published hours of a day that moves with them.

    Keys: edition.may_move, entries.may_move.
    """
    notice = Notice(operation.settings, operation.at, operation.why)
    after = replace(championship, settings=operation.settings, notices=(*championship.notices, notice))
    shift = shift_between(championship.regulation, championship.settings, operation.settings)
    return with_all_awaited(replace(after, hours=championship.hours.moved(shift)))


def describe(championship: Championship, operation: Describe) -> Next:
    return replace(championship, people={**championship.people, operation.person.id: operation.person})


def open_entry(championship: Championship, operation: OpenEntry) -> Next:
    """Keys: entries.opens, entries.closes, entries.one_enters_the_pair, selection.sources."""
    if refused := refusal_to_open(operation.opening, roll=championship.roll):
        return refused
    entry = new_entry(operation.opening, roll=championship.roll)
    return replace(championship, entries={**championship.entries, entry.id: entry})


def change_entry(championship: Championship, operation: ChangeEntry) -> Next:
    """Change an entry until the draw. After it a pair leaves the field instead, and its entry stays as it was; only
    whether it comes can still be answered, because the day may still move. Key: selection.called."""
    entry = championship.entries.get(operation.entry)
    if entry is None:
        return out_of_order("no_such_entry", entry=operation.entry)
    is_answer = isinstance(operation.change, CONVOCATION_ANSWERS)
    if championship.places and entry.id in championship.pairs and not is_answer:
        return out_of_order("pair_is_in_the_field", pair=entry.id)
    if refused := refusal(entry, operation.change, roll=championship.roll):
        return refused
    return replace(
        championship,
        entries={**championship.entries, entry.id: changed(entry, operation.change, roll=championship.roll)},
    )


# --- delegations --------------------------------------------------------------------------------------------------


def enter_delegation(championship: Championship, operation: EnterDelegation) -> Next:
    """Keys: delegations.represented, delegations.players, delegations.starters, delegations.substitutes."""
    line_up = operation.line_up
    if line_up.delegation != operation.delegation.id or line_up.substitutions or line_up.seatings:
        return out_of_order("line_up_of_another", delegation=operation.delegation.id)
    if refused := refusal_to_line_up(championship.regulation, line_up, championship.line_ups.values()):
        return refused
    name = operation.delegation.id
    return replace(
        championship,
        delegations_entered={**championship.delegations_entered, name: operation.delegation},
        line_ups={**championship.line_ups, name: line_up},
    )


def substitute(championship: Championship, operation: Substitute) -> Next:
    """Key: delegations.substitution."""
    line_up = championship.line_ups.get(operation.delegation)
    if line_up is None:
        return out_of_order("no_such_delegation", delegation=operation.delegation)
    pairs = championship.bracket.pairs(operation.match) if operation.match in championship.fixtures else None
    if pairs is None or operation.delegation not in [championship.delegations.get(pair) for pair in pairs]:
        return out_of_order("delegation_not_in_match", delegation=operation.delegation, match=operation.match)
    log = championship.logs.get(operation.match)
    started = operation.at if log is not None and log.has_begun else None
    made = Substitution(operation.match, operation.leaves, operation.enters, operation.by, operation.at, operation.why)
    if refused := refusal_to_substitute(championship.regulation, line_up, made, started=started):
        return refused
    after = substituted(championship.regulation, line_up, made, started=started)
    return replace(championship, line_ups={**championship.line_ups, operation.delegation: after})


def refusal_without_reason(_championship: Championship, operation: Substitute) -> Refusal | None:
    """A substitution needs its reason: a starter has given up. Key: delegations.substitution."""
    if operation.why.strip():
        return None
    return forbidden_by("delegations.substitution", "substitution_needs_reason")


def with_seated(championship: Championship, operation: StartMatch, log: MatchLog) -> Next:
    """Lock the line-ups of both pairs at the start of the match, if they are known."""
    line_ups = dict(championship.line_ups)
    for pair in log.pairs:
        line_up = line_ups.get(championship.delegations.get(pair, ""))
        if line_up is None:
            continue
        if refused := refusal_to_seat(line_up, operation.match, operation.at):
            return refused
        line_ups[line_up.delegation] = seated_at(line_up, operation.match, operation.at)
    return replace(championship, line_ups=line_ups)
