"""What every pair of an event is told of: dates, hours and place that changed, changed rules, suspension, cancellation.

Pages, mail and notices say the same, from here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from carteado.regulation import Override, Regulation
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.timetable import RoundId, Timetable, timetable
from carteado.tournament.operations import (
    Announce,
    Cancel,
    ChangeRules,
    Operation,
    Resume,
    SetHours,
    Suspend,
    Undo,
)
from carteado.tournament.registrations.eligibility import EventSettings, closing, event_day, opening
from carteado.tournament.running.dispatch import in_force
from carteado.tournament.state.championship import Championship
from carteado.web.display.rounds_in_words import round_in_words, rounds_in_words
from carteado.web.events.differences import event_day as day_in_words
from carteado.web.kit.words.catalogue import words
from carteado.web.kit.words.dates import moment_in_words, plain_date

TOLD = (Announce, SetHours, ChangeRules, Suspend, Resume, Cancel)
"""The operations that the pairs are told of."""


class Change(NamedTuple):
    """One thing that changed; without ``before`` it is new."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """One piece of news. ``key`` is the rule behind it, ``number`` the operation's place in the log, from 1.

    ``is_taken_back`` if it no longer stands, ``is_stop`` if the event does not go on.
    """

    number: int
    at: datetime
    title: str
    why: str = ""
    changes: tuple[Change, ...] = ()
    lines: tuple[str, ...] = ()
    key: str = ""
    is_taken_back: bool = False
    is_stop: bool = False


def news_of(championship: Championship) -> list[News]:
    """Everything that was told, the latest first. What was published before the first pair could enter is no news."""
    told = _Told(championship)
    found = [news for number, one in enumerate(championship.log, start=1) if (news := told.next(number, one))]
    return found[::-1]


def latest_news(championship: Championship) -> News | None:
    """What the last operation of the log told the pairs; None if they need not know of it."""
    found = news_of(championship)
    return found[0] if found and found[0].number == len(championship.log) else None


class _Told:
    """Goes through the log once, and knows what each operation replaced."""

    def __init__(self, championship: Championship) -> None:
        self.rounds = rounds_in_words(championship.plan)
        self.opening = championship.opening or championship
        self.regulation = championship.regulation
        self.championship = championship
        self.standing: list[Operation] = []

    def next(self, number: int, operation: Operation) -> News | None:
        if isinstance(operation, Undo):
            undone = self.standing.pop() if self.standing else None
            if not isinstance(undone, TOLD):
                return None
            return self._taken_back(number, operation, undone)
        news = self._news(number, operation) if isinstance(operation, TOLD) else None
        self.standing.append(operation)
        return news

    def _taken_back(self, number: int, operation: Undo, undone: Operation) -> News:
        news = self._news(number, undone)
        title = news.title if news else ""
        return News(
            number=number,
            at=operation.at,
            title=_("No longer stands: {what}").format(what=title) if title else _("A notice no longer stands"),
            why=operation.why,
            is_taken_back=True,
        )

    def _news(self, number: int, operation: Operation) -> News | None:
        match operation:
            case Announce():
                return self._announced(number, operation)
            case SetHours():
                return self._hours(number, operation)
            case ChangeRules():
                lines = tuple(rules_in_words(self.regulation, operation))
                title, key = _("Rules of the event changed"), self._key("changes.last_version")
                return News(number=number, at=operation.at, title=title, why=operation.why, lines=lines, key=key)
            case Suspend() | Cancel():
                title = _("The event is cancelled") if isinstance(operation, Cancel) else _("The event is suspended")
                reason = words().in_words(operation.reason).capitalize()
                return News(
                    number=number,
                    at=operation.at,
                    title=title,
                    why=operation.why,
                    lines=(reason,),
                    key=self._key("suspension.recorded"),
                    is_stop=True,
                )
            case Resume():
                return News(number=number, at=operation.at, title=_("The event goes on"), why=operation.why)
        return None

    def _key(self, key: str) -> str:
        return key if key in self.regulation.citations else ""

    # --- dates and place ------------------------------------------------------------------------------------------

    def _announced(self, number: int, operation: Announce) -> News | None:
        before = next((one.settings for one in reversed(self.standing) if isinstance(one, Announce)), None)
        if before is None:
            return None
        changes = tuple(_moved(self.opening.regulation, before, operation.settings))
        if not changes:
            return None
        return News(
            number=number,
            at=operation.at,
            title=_("The event is on another day or at another place")
            if _when_and_where(before) != _when_and_where(operation.settings)
            else _("Dates of entry changed"),
            why=operation.why,
            changes=changes,
            lines=tuple(self._rules_since(before, operation.settings)),
            key=self._key("edition.may_move") or self._key("schedule.set_by"),
        )

    def _rules_since(self, before: EventSettings, after: EventSettings) -> Iterator[str]:
        """A later day opens again the time for changing the rules: what changed so far is told with it (E-20). Key:
        changes.days_before."""
        was, becomes = (event_day(self.opening.regulation, one) for one in (before, after))
        if was is None or becomes is None or becomes <= was or "changes.days_before" not in self.regulation.citations:
            return
        yield _("The rules of play may change again until a few days before the new day.")
        for one in self.standing:
            if isinstance(one, ChangeRules):
                for rule in rules_in_words(self.regulation, one):
                    yield _("Changed on {moment}: {rule}").format(moment=moment_in_words(one.at), rule=rule)

    # --- hours ----------------------------------------------------------------------------------------------------

    def _hours(self, number: int, operation: SetHours) -> News:
        before = self._hours_before()
        after = timetable(operation.rounds, operation.matches)
        return News(
            number=number,
            at=operation.at,
            title=_("Hours of the matches changed") if before else _("Hours of the matches published"),
            why=operation.why,
            changes=tuple(self._changed_hours(before, after)),
            key=self._key("schedule.published"),
        )

    def _hours_before(self) -> Timetable:
        """The hours in force before the operation, without asking for a fold: those last published.

        If the day has moved since, they have moved with it, which was told with the day.
        """
        last = next((one for one in reversed(self.standing) if isinstance(one, SetHours)), None)
        return timetable(last.rounds, last.matches) if last else Timetable()

    def _changed_hours(self, before: Timetable, after: Timetable) -> Iterator[Change]:
        for one in dict.fromkeys((*self.rounds, *before.rounds, *after.rounds)):
            yield from _hour(self._round(one), before.rounds.get(one), after.rounds.get(one))
        for match in dict.fromkeys((*before.matches, *after.matches)):
            yield from _hour(self._match(match), before.matches.get(match), after.matches.get(match))

    def _round(self, one: RoundId) -> str:
        known: Mapping[RoundId, str] = self.rounds
        return round_in_words(known, one)

    def _match(self, match: MatchId) -> str:
        fixture = self.championship.fixtures.get(match)
        return _("a match of {phase}").format(phase=words().in_words(fixture.phase)) if fixture else _("a match")


def _hour(label: str, was: datetime | None, becomes: datetime | None) -> Iterator[Change]:
    if was != becomes:
        yield Change(label, moment_in_words(was) if was else "", moment_in_words(becomes) if becomes else _("no hour"))


def _moved(regulation: Regulation, before: EventSettings, after: EventSettings) -> Iterator[Change]:
    """What changed of days, hours, place and the time of entry."""
    was, becomes = _days(regulation, before), _days(regulation, after)
    if was != becomes:
        yield Change(_("Day"), was, becomes)
    if before.place and before.place != after.place:
        yield Change(_("Place"), before.place, after.place)
    for label, limit in ((_("Entries open"), opening), (_("Entries close"), closing)):
        one, two = limit(regulation, before), limit(regulation, after)
        if one and two and one.at != two.at:
            yield Change(label, moment_in_words(one.at), moment_in_words(two.at))


def _days(regulation: Regulation, settings: EventSettings) -> str:
    if settings.days:
        return "; ".join(map(day_in_words, settings.days))
    day = event_day(regulation, settings)
    return plain_date(day) if day else ""


def _when_and_where(settings: EventSettings) -> tuple[object, ...]:
    return settings.day, settings.days, settings.place


def rules_in_words(regulation: Regulation, operation: ChangeRules) -> Iterator[str]:
    """Each changed rule as its whole sentence, with its new value."""
    changed = regulation.worded_with(tuple(Override(key, value, operation.by) for key, value in operation.changes))
    keys = [key for key, _value in operation.changes]
    yield from (words().rule(entry) for entry in changed.entries() if entry.key in keys)


def stopped(championship: Championship) -> News | None:
    """Why the event does not go on now; None if it does."""
    last = next(
        (one for one in reversed(in_force(championship.log)) if isinstance(one, Suspend | Cancel | Resume)), None
    )
    if last is None or isinstance(last, Resume):
        return None
    return next((one for one in news_of(championship) if one.is_stop and one.at == last.at), None)
