"""What an event still lacks before it can be shown to everybody, and what would be good to have."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from carteado.regulation import Refusal, Regulation
from carteado.tournament.eligibility import EventSettings, closing, event_day, opening
from carteado.web.events.details import Details
from carteado.web.events.differences import SET_ELSEWHERE
from carteado.web.events.formats import is_drawn_by_lot, plan_of
from carteado.web.events.preparation_steps import Step

FEWEST_FORMS = 2
"""A lot decides between two at least. Key: format.kind."""


class Missing(NamedTuple):
    """Something to see to, and the step where it is seen to; without ``blocks`` it can wait until after publishing.

    ``is_past`` where time alone brought it about: an event that is published gets there without anybody's doing.
    """

    step: Step
    sentence: str | Promise
    blocks: bool = True
    is_past: bool = False


def missing(details: Details, *, now: datetime) -> list[Missing]:
    return list(_missing(details, now))


def blocking(details: Details, *, now: datetime) -> list[Missing]:
    return [one for one in _missing(details, now) if one.blocks]


def lost(before: Details, after: Details, *, now: datetime) -> list[Missing]:
    """What a change would take from an event that is shown already, and without which it could not have been."""
    had = blocking(before, now=now)
    return [one for one in blocking(after, now=now) if one not in had and not one.is_past]


def _missing(details: Details, now: datetime) -> Iterator[Missing]:
    if not details.place:
        yield Missing(Step.PLACE, _("The place is missing."))
    yield from _day(details.rules, details.settings, now)
    yield from _window(details.rules, details.settings, now)
    if is_drawn_by_lot(details.rules) and not details.stages and len(details.forms) < FEWEST_FORMS:
        yield Missing(Step.FORMAT, _("Choose at least two formats for the lot to decide between."))
    if isinstance(plan_of(details, details.capacity), Refusal):
        yield Missing(Step.FORMAT, _("The format does not fit the number of pairs."))
    if not details.tables:
        yield Missing(
            Step.TABLES, _("The number of tables can still be told: it says how long the day will be."), False
        )


def _day(rules: Regulation, settings: EventSettings, now: datetime) -> Iterator[Missing]:
    day = event_day(rules, settings)
    if day is None or (settings.day is None and is_day_over(rules)):
        yield Missing(Step.PLACE, _("The day of the event is missing."))
    elif day < timezone.localdate(now):
        yield Missing(Step.PLACE, _("The day of the event is in the past."), is_past=True)


def _window(rules: Regulation, settings: EventSettings, now: datetime) -> Iterator[Missing]:
    opens, closes, day = opening(rules, settings), closing(rules, settings), event_day(rules, settings)
    of_another = settings.opens is None and settings.closes is None and is_window_over(rules)
    if opens is None or closes is None or of_another:
        yield Missing(Step.ENTRIES, _("Say when entries open and when they close."))
    elif closes.at <= opens.at:
        yield Missing(Step.ENTRIES, _("Entries close before they open."))
    elif closes.at < now:
        said = _("Entries would be closed already: their last day is in the past.")
        yield Missing(Step.ENTRIES, said, is_past=True)
    elif day is not None and timezone.localdate(closes.at) > day:
        yield Missing(Step.ENTRIES, _("Entries would close only after the event."))


# --- the edition that a regulation was written for ----------------------------------------------------------------


def is_day_over(rules: Regulation) -> bool:
    """Whether the regulation names the day of an edition that has been. Key: edition.day."""
    edition = rules.event.edition
    return edition is not None and edition.day < timezone.localdate()


def is_window_over(rules: Regulation) -> bool:
    """Whether the regulation's own entries are closed for good. Key: entries.closes."""
    entries = rules.event.entries
    return entries is not None and entries.closes < timezone.now()


# --- progress -----------------------------------------------------------------------------------------------------


def done(details: Details, *, has_documents: bool, now: datetime) -> frozenset[Step]:
    """The steps of a draft that somebody saw to, and that lack nothing: he saved them, or what stands in them can only
    have been put there by somebody. The last one is done by publishing."""
    filled = {
        Step.RULES: any(key not in SET_ELSEWHERE for key, _value in details.changes),
        Step.PLACE: bool(details.place),
        Step.ENTRIES: details.settings.opens is not None or details.settings.closes is not None,
        Step.FORMAT: bool(details.stages or details.forms),
        Step.TABLES: bool(details.tables),
        Step.QUESTIONS: bool(details.questions),
        Step.DOCUMENTS: has_documents,
        Step.REVIEW: False,
    }
    lacking = {one.step for one in _missing(details, now)}
    return frozenset(one for one in Step if (filled[one] or one in details.saved) and one not in lacking)
