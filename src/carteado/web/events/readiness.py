"""What a draft still lacks before it can be published, and what would be good to add."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from carteado.regulation import Refusal, Regulation
from carteado.tournament.registrations.eligibility import EventSettings, closing, event_day, opening
from carteado.web.events.details import Details
from carteado.web.events.differences import SET_ELSEWHERE
from carteado.web.events.formats import is_drawn_by_lot, plan_of
from carteado.web.events.preparation_steps import Step

FEWEST_FORMS = 2
"""A draw of the form of dispute needs at least two forms to decide between. Key: format.kind."""


class Missing(NamedTuple):
    """Something missing, and the step that sets it. Without ``blocks`` it can wait until after publishing.

    ``is_past`` if a date that was set has passed. That alone does not stop a change to a published event, where it
    comes about without any change.
    """

    step: Step
    sentence: str | Promise
    blocks: bool = True
    is_past: bool = False


def missing(details: Details, *, now: datetime) -> list[Missing]:
    """All that is missing, also what can wait."""
    return list(_missing(details, now))


def blocking(details: Details, *, now: datetime) -> list[Missing]:
    return [one for one in _missing(details, now) if one.blocks]


def newly_missing(before: Details, after: Details, *, now: datetime) -> list[Missing]:
    """What would stop publishing after the change and did not before it."""
    had = blocking(before, now=now)
    return [one for one in blocking(after, now=now) if one not in had and not one.is_past]


def _missing(details: Details, now: datetime) -> Iterator[Missing]:
    """A place that the organiser left out does not block where the regulation has it. Hours, producer and tables never
    block. ``settings.days`` has the hours, ``settings.day`` only the date."""
    if not details.place and "edition.city" in details.rules.citations:  # people know the city from the regulation
        yield Missing(Step.PLACE, _("The place can still be told: the pairs are told of it when it is."), False)
    elif not details.place:
        yield Missing(Step.PLACE, _("The place is missing."))
    yield from _day(details.rules, details.settings, now)
    if not details.settings.days:
        sentence = _("The hour of the event can still be told: lateness and the hours of the rounds count from it.")
        yield Missing(Step.PLACE, sentence, False)
    yield from _window(details.rules, details.settings, now)
    if is_drawn_by_lot(details.rules) and not details.stages and len(details.forms) < FEWEST_FORMS:
        yield Missing(Step.FORMAT, _("Choose at least two formats for the lot to decide between."))
    if isinstance(plan_of(details, details.capacity), Refusal):
        yield Missing(Step.FORMAT, _("The format does not fit the number of pairs."))
    if not details.producer and asks_for_producer(details.rules):
        sentence = _("Who runs the event is not named: people agree to what that company or club may do, and ask it.")
        yield Missing(Step.PRODUCER, sentence, False)
    if not details.tables:
        yield Missing(
            Step.TABLES, _("The number of tables can still be told: it says how long the day will be."), False
        )


def asks_for_producer(rules: Regulation) -> bool:
    """True if people declare their ties with the producer, or agree to what it may do.

    Keys: eligibility.producer_ties, consents.image, consents.personal_data.
    """
    return not {"eligibility.producer_ties", "consents.image", "consents.personal_data"}.isdisjoint(rules.citations)


def _day(rules: Regulation, settings: EventSettings, now: datetime) -> Iterator[Missing]:
    """What is missing of the day. The day of a regulation's past edition does not count as decided."""
    day = event_day(rules, settings)
    if day is None or (settings.day is None and is_day_over(rules)):
        yield Missing(Step.PLACE, _("The day of the event is missing."))
    elif day < timezone.localdate(now):
        yield Missing(Step.PLACE, _("The day of the event is in the past."), is_past=True)


def _window(rules: Regulation, settings: EventSettings, now: datetime) -> Iterator[Missing]:
    """What is missing of the time in which pairs may enter. Dates of a past edition do not count as decided."""
    opens, closes, day = opening(rules, settings), closing(rules, settings), event_day(rules, settings)
    are_of_past_edition = None in (settings.opens, settings.closes) and is_window_over(rules)
    if opens is None or closes is None or are_of_past_edition:
        yield Missing(Step.ENTRIES, _("Say when entries open and when they close."))
    elif closes.at <= opens.at:
        yield Missing(Step.ENTRIES, _("Entries close before they open."))
    elif closes.at < now:
        sentence = _("Entries would be closed already: their last day is in the past.")
        yield Missing(Step.ENTRIES, sentence, is_past=True)
    elif day is not None and timezone.localdate(closes.at) > day:
        yield Missing(Step.ENTRIES, _("Entries would close only after the event."))


# --- dates of the edition that a regulation was written for -------------------------------------------------------


def is_day_over(rules: Regulation) -> bool:
    """True if the day of the regulation's own edition has passed. Key: edition.day."""
    edition = rules.event.edition
    return edition is not None and edition.day < timezone.localdate()


def is_window_over(rules: Regulation) -> bool:
    """True if the regulation's own dates for entries have passed. Key: entries.closes."""
    entries = rules.event.entries
    return entries is not None and entries.closes < timezone.now()


# --- progress -----------------------------------------------------------------------------------------------------


def completed_steps(details: Details, *, has_documents: bool, now: datetime) -> frozenset[Step]:
    """The steps of a draft that are complete: nothing is missing, and the organiser has saved the step or its values
    could only come from them. The last step is completed by publishing."""
    filled = {
        Step.RULES: any(key not in SET_ELSEWHERE for key, _value in details.changes),
        Step.PLACE: bool(details.place),
        Step.ENTRIES: details.settings.opens is not None or details.settings.closes is not None,
        Step.FORMAT: bool(details.stages or details.forms),
        Step.TABLES: bool(details.tables),
        Step.QUESTIONS: bool(details.questions),
        Step.PRODUCER: bool(details.producer),
        Step.DOCUMENTS: has_documents,
        Step.REVIEW: False,
    }
    lacking = {one.step for one in _missing(details, now)}
    return frozenset(one for one in Step if (filled[one] or one in details.saved) and one not in lacking)
