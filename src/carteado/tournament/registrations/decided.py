"""The regulation as an event reads it: what the event decided stands where the text has its own edition's dates and
place."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from carteado.regulation import Override, Regulation
from carteado.tournament.registrations.eligibility import EventSettings, at_the_event, local_date

TO_BE_ANNOUNCED = "to_be_announced"
"""The city of an event on a day of its own whose place is told later: by then that of the text may be another's."""


def as_decided(regulation: Regulation, settings: EventSettings) -> Regulation:
    """The regulation for reading. A decided date is no changed rule, so none is marked as one. What holds is asked of
    ``eligibility``, which also knows the rule that lets a date move.

    Keys: edition.day, edition.city, entries.opens, entries.closes.
    """
    overrides = (Override(key, value, "") for key, value in _decided(regulation, settings))
    known = tuple(one for one in overrides if one.key in regulation.citations)
    worded = regulation.worded_with(known) if known else regulation
    days = _days(regulation, settings)
    if len(days) < 2 or "edition.day" not in regulation.citations:
        return worded
    return replace(worded, read_as={"edition.day": days})  # the rule itself has one day, the first


def _days(regulation: Regulation, settings: EventSettings) -> tuple[date, ...]:
    """The days of the event that have an hour."""
    return tuple(dict.fromkeys(local_date(regulation, one.begins) for one in settings.days))


def _decided(regulation: Regulation, settings: EventSettings) -> Iterator[tuple[str, object]]:
    if settings.day is not None:
        yield "edition.day", settings.day
    if settings.place:
        yield "edition.city", settings.place
    elif settings.day is not None:
        yield "edition.city", TO_BE_ANNOUNCED
    if settings.opens is not None:
        yield "entries.opens", at_the_event(regulation, settings.opens)
    if settings.closes is not None:
        yield "entries.closes", at_the_event(regulation, settings.closes)
