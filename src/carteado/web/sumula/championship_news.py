"""Operations that follow from a súmula: the match has begun, its extra time has begun, and its result.

The functions only compute. No operations mean that nothing follows now. ``by`` is the name of the writer in operations,
``at`` the present time, and ``bells`` the time at which each bell on the sheet rang. ``count`` is the counted sheet.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from carteado import sumula
from carteado.cards import Adjust
from carteado.regulation import MeldsRules, Refusal
from carteado.sumula import GameScore, Terms
from carteado.sumula.entries import Bell, Entry, EntryId, Rule
from carteado.tournament.matches import clocks
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Ending, Game, Party, State
from carteado.tournament.operations import Confirm, MarkTime, Operation, Submit
from carteado.tournament.running.dispatch import refusal
from carteado.tournament.running.tables import starting
from carteado.tournament.state.championship import Championship
from carteado.truco import Clock, FourCards
from carteado.web.sumula.match_sheets import counted, is_closed
from carteado.web.sumula.models import Sheet

PAIRS = (Party.FIRST, Party.SECOND)


BellTimes = Mapping[EntryId, datetime]
NO_BELLS: BellTimes = {}


def start_operations(
    championship: Championship, sheet: Sheet, count: sumula.Sheet, *, by: str, at: datetime
) -> Sequence[Operation]:
    """Start a called match when its first hand is on the sheet, or when a ruling has decided it without a hand. If
    only one pair's arrival was noted, the other's comes first: who plays is at the table."""
    if is_closed(championship, sheet) or not _is_to_begin(championship, sheet):
        return ()
    if not count.hands and count.winner is None:
        return ()
    return starting(championship, sheet.match, by=by, at=at)


def clock_operations(
    championship: Championship, sheet: Sheet, count: sumula.Sheet, *, by: str, at: datetime, bells: BellTimes = NO_BELLS
) -> Sequence[Operation]:
    """Start the extra time on the clock when the first bell rang at a tie. The extra time counts from that bell.

    A series of games has no extra time.

    Keys: clock.time_up, clock.extra_minutes.
    """
    log = championship.logs.get(sheet.match)
    if log is None or is_closed(championship, sheet) or not log.clock.marks or log.clock.has(Moment.EXTRA_STARTED):
        return ()
    if count.terms.best_of > 1 or getattr(count.match, "clock", None) not in _AFTER_A_TIE:
        return ()
    first = next((one.id for one in _bells_in_effect(count) if _number(one) == 1), "")
    # without a bell in effect it counts from now; never from before the last mark on the clock
    since = min(at, max(bells.get(first, at), log.clock.marks[-1].at))
    return (MarkTime(by=by, at=at, match=sheet.match, moment=Moment.EXTRA_STARTED, since=since),)


_AFTER_A_TIE = (Clock.EXTRA, Clock.LAST_EXTRA_HAND, Clock.REFEREE_DECIDES)
"""The states of truco's clock once the first bell rang at a tie. Matches of other games have no such clock."""


def _bells_in_effect(count: sumula.Sheet) -> list[Entry]:
    """The bells that the rules accept, in the order of the sheet."""
    return [one for one in count.resolved.bells if one.id not in count.refused]


def _number(bell: Entry) -> int:
    """1 for the end of the playing time, 2 for the end of the extra time."""
    assert isinstance(bell.content, Bell)
    return bell.content.number


def refusal_of_bell(
    championship: Championship, sheet: Sheet, count: sumula.Sheet, *, bells: BellTimes
) -> Refusal | None:
    """Why the last bell on the sheet rang too early; None if it did not, or if there is none. Not asked for a series.

    Keys: clock.time_up, clock.extra_minutes.
    """
    log, fixture, rung = (
        championship.logs.get(sheet.match),
        championship.fixtures.get(sheet.match),
        _bells_in_effect(count),
    )
    if log is None or fixture is None or not rung or fixture.best_of > 1:
        return None
    last = rung[-1]
    # only a tie brings an extra time, so a second bell, which ends one, follows a tie
    return clocks.refusal_to_end_by_time(
        count.terms.regulation, fixture.phase, log.clock, bells[last.id], is_tied=_number(last) > 1
    )


def result_operations(
    championship: Championship,
    sheet: Sheet,
    count: sumula.Sheet,
    *,
    by: str,
    at: datetime,
    bells: BellTimes = NO_BELLS,
    why: str = "",
) -> Sequence[Operation]:
    """Submit the result. If both pairs accepted it on the sheet, their confirmations follow; the referee confirms
    separately.

    A ruling that ends the match needs no acceptance. The result waits while the score is frozen, while there are open
    questions, and until the match is called. If the desk takes it back, the same entries do not submit it again.
    ``why`` is the referee's reason, with which it counts although a bell rang too early.
    """
    if count.winner is None or sheet.is_frozen or is_closed(championship, sheet):
        return ()
    if not sheet.has_news(since=sheet.told_seq) or is_uncalled(championship, sheet):
        return ()
    if not count.is_accepted and (count.resolved.questions or not _is_ended_by_referee(count)):
        return ()
    rung = [bells[one.id] for one in _bells_in_effect(count) if one.id in bells]
    bell = max(rung, default=None)
    submit = Submit(by=by, at=at, match=sheet.match, games=games_of(count), bell=bell, why=why)
    return (submit, *_confirmations(championship, sheet, by, at)) if count.is_accepted else (submit,)


def _is_ended_by_referee(count: sumula.Sheet) -> bool:
    """True if a ruling ended the match directly. If points or a hand awarded by the referee reached the target, the
    pairs have to accept the result like any other."""
    if not count.games[-1].by_ruling:
        return False
    judged = [one.content for one in count.resolved.rulings if one.id not in count.refused]
    acts = [one for one in judged if isinstance(one, Rule)]
    return bool(acts) and not isinstance(max(acts, key=lambda one: one.place).act, Adjust | FourCards)


def _confirmations(championship: Championship, sheet: Sheet, by: str, at: datetime) -> Iterator[Confirm]:
    """Confirmations of those pairs whose confirmation the championship asks for."""
    log = championship.logs.get(sheet.match)
    version = len(log.submissions) if log else 0  # the number that the result submitted just before will have
    for party in PAIRS:
        if party in championship.confirmed_by:
            yield Confirm(by=by, at=at, match=sheet.match, version=version, party=party)


def games_of(count: sumula.Sheet) -> tuple[Game, ...]:
    """The games of a decided sheet, as the championship takes them."""
    return tuple(map(_GamesOfSheet(count.terms).game, count.games))


class _GamesOfSheet:
    """Turns the games of a decided sheet into those of an operation."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def game(self, score: GameScore) -> Game:
        """The same as ``tournament.matches.results.game_of``, for one game of a sheet."""
        assert score.winner is not None
        return Game(score.score, score.winner, self._ending(score))

    def _ending(self, score: GameScore) -> Ending:
        winner = score.winner or 0  # never None here
        ahead, behind = score.score[winner], score.score[1 - winner]
        if ahead >= self.terms.target and ahead > behind:
            return Ending.TARGET
        if score.by_ruling:
            return Ending.RULING
        if score.by_time:
            return Ending.TIME_UP
        # the winner did not reach the target: an extra hand in tranca and canastra, the referee in truco
        return Ending.EXTRA_HAND if isinstance(self.terms.regulation.rules, MeldsRules) else Ending.RULING


def refusal_of_news(
    championship: Championship, sheet: Sheet, count: sumula.Sheet, *, by: str, at: datetime, bells: BellTimes = NO_BELLS
) -> Refusal | None:
    """Why the championship would refuse the start or the result that follows from the sheet now. None if nothing
    follows, or if it would be taken. The extra time is not asked about."""
    operations = start_operations(championship, sheet, count, by=by, at=at) or result_operations(
        championship, sheet, count, by=by, at=at, bells=bells
    )
    return refusal(championship, operations[0]) if operations else None


def is_news_due(championship: Championship, sheet: Sheet) -> bool:
    """True if the championship lacks a start or a result that follows from the sheet: it refused it earlier, and may
    take it now. Answered from the sheet's columns, as far as ``_is_ready`` is."""
    if is_closed(championship, sheet):
        return False
    is_played = sheet.hands > 0 or sheet.winner is not None
    if is_played and _is_to_begin(championship, sheet):
        return True
    return sheet.has_news(since=sheet.told_seq) and not is_uncalled(championship, sheet) and _is_ready(sheet)


def is_uncalled(championship: Championship, sheet: Sheet) -> bool:
    """True if the match is not called to a table, or the call was taken back. What follows from the sheet waits."""
    log = championship.logs.get(sheet.match)
    return log is None or log.state is State.OPEN


def _is_to_begin(championship: Championship, sheet: Sheet) -> bool:
    """True if the match is called and has not begun. If the desk took its start back, only once a later entry may
    change the result."""
    log = championship.logs.get(sheet.match)
    return log is not None and log.state is State.CALLED and sheet.has_news(since=sheet.begun_seq)


def is_result_taken_back(championship: Championship, sheet: Sheet) -> bool:
    """True if the desk took back the sheet's result and no later entry changes it. Not known of a result by a ruling
    that the pairs did not accept."""
    is_known = not sheet.has_news(since=sheet.told_seq)
    return is_known and _is_ready(sheet) and not is_closed(championship, sheet)


def _is_ready(sheet: Sheet) -> bool:
    """True if the sheet's result could be submitted: decided, accepted or ended by a ruling, without open questions,
    and not frozen. The sheet is counted only if a ruling may have ended the match."""
    if sheet.winner is None or sheet.questions or sheet.is_frozen:
        return False
    has_ruling = not sheet.is_agreed and sheet.entries.filter(content__kind="rule").exists()
    return sheet.is_agreed or (has_ruling and _is_ended_by_referee(counted(sheet)))
