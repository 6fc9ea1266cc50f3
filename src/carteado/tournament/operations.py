"""Every operation on a championship. An event is a list of these; its state is their fold."""

from dataclasses import dataclass
from datetime import datetime

from carteado.regulation import Override
from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.slots import MatchId, StageId
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Game, Party
from carteado.tournament.matches.timetable import MatchHour, RoundHour
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.acts import AnyChange, Enter, Ground, InvitePair
from carteado.tournament.registrations.delegations import Delegation, LineUp
from carteado.tournament.registrations.eligibility import EventSettings
from carteado.tournament.registrations.people import Person, PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """Who does it, and when."""

    by: str
    at: datetime


# --- entries ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce(Operation):
    """Dates, hours, place and documents of the event. A later notice replaces an earlier one and says why. Hours of
    rounds on a day that moves go with it. Keys: edition.may_move, entries.may_move."""

    settings: EventSettings
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Describe(Operation):
    """Facts about a person, used for eligibility only. They replace what was known before."""

    person: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenEntry(Operation):
    """A pair enters, or is invited. Keys: entries.one_enters_the_pair, selection.sources."""

    opening: Enter | InvitePair


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeEntry(Operation):
    """An entry is confirmed, reviewed, selected, declined, withdrawn, and so on, until the draw."""

    entry: PairId
    change: AnyChange


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterDelegation(Operation):
    """Keys: delegations.represented, delegations.players."""

    delegation: Delegation
    line_up: LineUp


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute(Operation):
    """Before the match starts, another person of the delegation takes a player's place. ``why`` may not be empty. Key:
    delegations.substitution."""

    delegation: str
    match: MatchId
    leaves: PersonId
    enters: PersonId
    why: str = ""


# --- before the first match ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferForms(Operation):
    """The forms of dispute among which the draw named ``form`` chooses. Key: format.kind."""

    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle(Operation):
    """The pairs that play, best seed first, and the format. ``delegations`` are those of pairs without an entry."""

    plan: Plan
    pairs: tuple[PairId, ...]
    delegations: tuple[tuple[PairId, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetHours(Operation):
    """Publish when rounds, and matches apart from their rounds, are played. It replaces all hours published before, and
    says why if there were any. Keys: schedule.set_by, schedule.published."""

    rounds: tuple[RoundHour, ...]
    matches: tuple[MatchHour, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitDraw(Operation):
    """Publish the hash of a draw's secret before the entropy is known. Key: format.draw.

    With ``why`` it replaces a hash that was published wrongly; both stay on record.
    """

    draw: str
    commitment: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldDraw(Operation):
    """Hold the draw of a stage, named by its id; of the form of dispute, named ``form``; or of lots, named ``lots-``
    and where the pairs are level."""

    draw: str
    secret: str
    entropy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRound(Operation):
    """Pair the next round of a Swiss."""

    stage: StageId


@dataclass(frozen=True, slots=True, kw_only=True)
class EndRounds(Operation):
    """End a Swiss before its last round: too few pairs are left, or all have met."""

    stage: StageId
    why: str


# --- matches ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CallMatch(Operation):
    match: MatchId
    table: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartMatch(Operation):
    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkTime(Operation):
    """Record what a clock depends on: a pause, an absence, extra time. ``since`` is when it was, if it became known
    later."""

    match: MatchId
    moment: Moment
    pair: PairId | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Submit(Operation):
    """A result from the table.

    A game that ended by time is refused before the clock has run out; ``bell`` is when the table's score sheet noted
    that, if it was before ``at``. With ``why``, the referee's reason, it counts all the same. Keys: clock.time_up,
    clock.extra_minutes.
    """

    match: MatchId
    games: tuple[Game, ...]
    bell: datetime | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm(Operation):
    match: MatchId
    version: int
    party: Party


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute(Operation):
    match: MatchId
    version: int
    party: Party
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct(Operation):
    """A new version by the referee, which counts at once. With ``force``, also if a later match must be played
    again."""

    match: MatchId
    games: tuple[Game, ...]
    why: str
    force: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkOver(Operation):
    """One pair did not come, or neither did. Before the tolerance has run, and for a match that was never called,
    ``why`` is the referee's reason and may not be empty. Keys: lateness.tolerance_minutes, walkover.score,
    walkover.opponent."""

    match: MatchId
    absent: tuple[PairId, ...]
    why: str


# --- leaving ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawPair(Operation):
    """A pair of the field withdraws. Key: withdrawal.request."""

    pair: PairId
    why: str
    in_writing: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DisqualifyPair(Operation):
    """A pair of the field is disqualified. ``by_referee`` if a referee does it who does not speak for the organisers.
    Keys: disqualification.by, disqualification.final, referee.disqualify, clock.absence_minutes."""

    pair: PairId
    ground: Ground
    why: str
    by_referee: bool = False


# --- rules and decisions ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRules(Operation):
    """A new version of the regulation for this event. Keys: changes.by, changes.days_before, changes.until_the_day."""

    changes: tuple[tuple[str, object], ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeHouseRule(Operation):
    """A rule changed for one match: who authorised it, which pairs agreed. Keys: house_rules.needs,
    house_rules.one_match."""

    match: MatchId
    rule: Override
    referee: str
    agreed: tuple[PairId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide(Operation):
    """A decision where no rule applies, by the authority in the regulation. ``by_referee`` if a referee makes it who
    does not speak for the organisers. Keys: omitted_cases.by, omitted_cases.recorded."""

    question: str
    decision: str
    why: str
    match: MatchId | None = None
    agreed: tuple[PairId, ...] = ()
    by_referee: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspend(Operation):
    """Keys: suspension.reasons, suspension.recorded."""

    reason: SuspensionReason
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume(Operation):
    """Go on after a suspension."""

    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel(Operation):
    """Keys: suspension.reasons, suspension.recorded."""

    reason: SuspensionReason
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Operation):
    """Take back the last operation that is still in force. Both stay on record."""

    why: str = ""


AnyOperation = (
    Announce
    | Describe
    | OpenEntry
    | ChangeEntry
    | EnterDelegation
    | Substitute
    | OfferForms
    | Settle
    | SetHours
    | CommitDraw
    | HoldDraw
    | PairRound
    | EndRounds
    | CallMatch
    | StartMatch
    | MarkTime
    | Submit
    | Confirm
    | Dispute
    | Correct
    | WalkOver
    | WithdrawPair
    | DisqualifyPair
    | ChangeRules
    | AgreeHouseRule
    | Decide
    | Suspend
    | Resume
    | Cancel
    | Undo
)
