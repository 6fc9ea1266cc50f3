"""News of an event for its pairs: changed dates, hours, place and rules, and whether the event goes on.

The news is built from the championship's log. The event's pages, the pairs' own pages and the mail show the same news.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from carteado.regulation import Override, Regulation
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.timetable import NO_HOURS, RoundId, Timetable, round_of, timetable
from carteado.tournament.operations import (
    Announce,
    Cancel,
    ChangeRules,
    Operation,
    Resume,
    SetHours,
    Settle,
    Suspend,
    Undo,
)
from carteado.tournament.registrations.eligibility import EventSettings, closing, event_day, opening
from carteado.tournament.running.dispatch import in_force
from carteado.tournament.running.hours import shift_between
from carteado.tournament.state.championship import Championship
from carteado.tournament.state.numbering import match_numbers
from carteado.web.display.programme import numbers_in_words
from carteado.web.display.rounds_in_words import round_in_words, rounds_in_words
from carteado.web.events.differences import event_day_in_words
from carteado.web.events.operation_sentences import NEWS_OPERATIONS
from carteado.web.kit.words.catalogue import words
from carteado.web.kit.words.dates import moment_in_words, plain_date


class Change(NamedTuple):
    """One value that changed, in words. An empty ``before`` means that there was none."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """One piece of news. ``number`` is the operation's place in the log, from 1.

    ``why`` is the organiser's reason. ``lines`` are whole sentences and ``changes`` single values. ``key`` names the
    rule that the page cites; it is empty if the regulation has none. ``is_stop`` means that the event was suspended or
    cancelled.
    """

    number: int
    at: datetime
    title: str
    why: str = ""
    changes: tuple[Change, ...] = ()
    lines: tuple[str, ...] = ()
    key: str = ""
    is_stop: bool = False


def news_of(championship: Championship) -> list[News]:
    """All news, the latest first.

    The first announcement is no news: it is made when the event is published, before any pair can enter.
    """
    reader = _LogReader(championship)
    found = [reader.news_from(number, one) for number, one in enumerate(championship.log, start=1)]
    return [news for news in reversed(found) if news is not None]


def latest_news(championship: Championship) -> News | None:
    """The news from the last operation of the log; None if that operation is no news."""
    found = news_of(championship)
    return found[0] if found and found[0].number == len(championship.log) else None


class _LogReader:
    """Reads the log once, from the first operation to the last.

    ``standing`` are the operations read so far that were not undone. They show what a later operation replaces.
    """

    def __init__(self, championship: Championship) -> None:
        self.rounds = rounds_in_words(championship.plan)
        self.numbers = match_numbers(championship)
        # has the dates that an announcement leaves to the regulation
        self.rules_as_published = (championship.opening or championship).regulation
        self.regulation = championship.regulation
        self.championship = championship
        self.standing: list[Operation] = []

    def news_from(self, number: int, operation: Operation) -> News | None:
        """The news from the next operation of the log, or None."""
        if isinstance(operation, Undo):
            undone = self.standing.pop() if self.standing else None
            if not isinstance(undone, NEWS_OPERATIONS):
                return None
            return self._taken_back(number, operation, undone)
        news = self._news(number, operation) if isinstance(operation, NEWS_OPERATIONS) else None
        self.standing.append(operation)
        return news

    def _taken_back(self, number: int, operation: Undo, undone: Operation) -> News | None:
        """The news that what ``undone`` announced no longer holds. None if that was no news."""
        news = self._news(number, undone)
        if news is None:
            return None
        title = _("No longer stands: {what}").format(what=news.title)
        return News(number=number, at=operation.at, title=title, why=operation.why)

    def _news(self, number: int, operation: Operation) -> News | None:
        """The news from an operation, as the operations before it stand. None if nothing changed for the pairs."""
        match operation:
            case Announce():
                return self._announced(number, operation)
            case SetHours():
                return self._hours(number, operation)
            case ChangeRules():
                lines = tuple(_rules_in_words(self.regulation, operation))
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
        """The key, if the regulation has an article for it, or else empty."""
        return key if key in self.regulation.citations else ""

    # --- dates and place ------------------------------------------------------------------------------------------

    def _announced(self, number: int, operation: Announce) -> News | None:
        """What changed since the announcement before. If the day moved, the published hours have moved with it."""
        before = next((one.settings for one in reversed(self.standing) if isinstance(one, Announce)), None)
        if before is None:
            return None
        hours, shift = self._hours_so_far(), shift_between(self.rules_as_published, before, operation.settings)
        changes = (
            *_changed_dates(self.rules_as_published, before, operation.settings),
            *self._changed_hours(hours, hours.moved(shift)),
        )
        if not changes:
            return None
        return News(
            number=number,
            at=operation.at,
            title=_title(self.rules_as_published, before, operation.settings),
            why=operation.why,
            changes=changes,
            lines=tuple(self._rules_changed_so_far(before, operation.settings)),
            key=self._key("edition.may_move") or self._key("schedule.set_by"),
        )

    def _rules_changed_so_far(self, before: EventSettings, after: EventSettings) -> Iterator[str]:
        """All changed rules, if the event moves to a later day (E-20). Key: changes.days_before."""
        # Rules may change until some days before the event. A later day allows that again, so the news lists the
        # changes that were made before.
        was, becomes = (event_day(self.rules_as_published, one) for one in (before, after))
        if was is None or becomes is None or becomes <= was or "changes.days_before" not in self.regulation.citations:
            return
        yield _("The rules of play may change again until a few days before the new day.")
        for one in self.standing:
            if isinstance(one, ChangeRules):
                for rule in _rules_in_words(self.regulation, one):
                    yield _("Changed on {moment}: {rule}").format(moment=moment_in_words(one.at), rule=rule)

    # --- hours ----------------------------------------------------------------------------------------------------

    def _hours(self, number: int, operation: SetHours) -> News:
        before = self._hours_so_far()
        after = timetable(operation.rounds, operation.matches)
        return News(
            number=number,
            at=operation.at,
            title=_("Hours of the matches changed") if before else _("Hours of the matches published"),
            why=operation.why,
            changes=tuple(self._changed_hours(before, after)),
            key=self._key("schedule.published"),
        )

    def _hours_so_far(self) -> Timetable:
        """The hours in force before the operation, without a fold: those last published, which move with their day."""
        hours, settings = NO_HOURS, EventSettings()
        for one in self.standing:
            if isinstance(one, SetHours):
                hours = timetable(one.rounds, one.matches)
            elif isinstance(one, Settle):
                hours = hours.within(one.plan)  # a round that the new plan lacks has no hour any more
            elif isinstance(one, Announce):
                hours = hours.moved(shift_between(self.rules_as_published, settings, one.settings))
                settings = one.settings
        return hours

    def _changed_hours(self, before: Timetable, after: Timetable) -> Iterator[Change]:
        """The changed hours: of rounds in the order of the plan, then of single matches."""
        for one in dict.fromkeys((*self.rounds, *before.rounds, *after.rounds)):
            yield from _changed_hour(self._round(one), before.rounds.get(one), after.rounds.get(one))
        for match in dict.fromkeys((*before.matches, *after.matches)):
            yield from _changed_hour(self._match(match), before.matches.get(match), after.matches.get(match))

    def _round(self, one: RoundId) -> str:
        known: Mapping[RoundId, str] = self.rounds
        return round_in_words(known, one)

    def _match(self, match: MatchId) -> str:
        fixture, number = self.championship.fixtures.get(match), self.numbers.get(match)
        if fixture is None or number is None:
            return _("a match")
        return f"{self._round(round_of(fixture))} · {numbers_in_words([number])}"


def _changed_hour(label: str, was: datetime | None, becomes: datetime | None) -> Iterator[Change]:
    if was != becomes:
        yield Change(label, moment_in_words(was) if was else "", moment_in_words(becomes) if becomes else _("no hour"))


def _changed_dates(regulation: Regulation, before: EventSettings, after: EventSettings) -> Iterator[Change]:
    """The changes of the event's days and place, and of the time for entering."""
    was, becomes = _days_in_words(regulation, before), _days_in_words(regulation, after)
    if was != becomes:
        yield Change(_("Day"), was, becomes)
    if before.place != after.place:
        yield Change(_("Place"), before.place, after.place or _("to be announced"))
    for label, limit in ((_("Entries open"), opening), (_("Entries close"), closing)):
        old, new = limit(regulation, before), limit(regulation, after)
        if old and new and old.at != new.at:
            yield Change(label, moment_in_words(old.at), moment_in_words(new.at))


def _days_in_words(regulation: Regulation, settings: EventSettings) -> str:
    """The days with their hours, or the day alone while no hours are known. Empty without a day."""
    if settings.days:
        return "; ".join(map(event_day_in_words, settings.days))
    day = event_day(regulation, settings)
    return plain_date(day) if day else ""


def _title(regulation: Regulation, before: EventSettings, after: EventSettings) -> str:
    """The title for changed settings. An hour or a place that was only added moves nothing, so it gets a milder one."""
    if _when_and_where(before) == _when_and_where(after):
        return _("Dates of entry changed")
    is_same_day = event_day(regulation, before) == event_day(regulation, after)
    if is_same_day and before.days in ((), after.days) and before.place in ("", after.place):
        return _("Hour and place of the event")
    return _("The event is on another day or at another place")


def _when_and_where(settings: EventSettings) -> tuple[object, ...]:
    return settings.day, settings.days, settings.place


def _rules_in_words(regulation: Regulation, operation: ChangeRules) -> Iterator[str]:
    """The whole sentence of each rule that the operation changed, with the new value."""
    changed = regulation.worded_with(tuple(Override(key, value, operation.by) for key, value in operation.changes))
    keys = [key for key, _value in operation.changes]
    yield from (words().rule(entry) for entry in changed.entries() if entry.key in keys)


def stop_in_force(championship: Championship) -> News | None:
    """The news of the suspension or cancellation that is in force; None if the event goes on."""
    last = next(
        (one for one in reversed(in_force(championship.log)) if isinstance(one, Suspend | Cancel | Resume)), None
    )
    if last is None or isinstance(last, Resume):
        return None
    # The time identifies it: the latest stop in the news may be one that was undone.
    return next((one for one in news_of(championship) if one.is_stop and one.at == last.at), None)
