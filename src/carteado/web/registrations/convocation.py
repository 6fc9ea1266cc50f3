"""The convocation of a selected pair: when, where, and what to sign. Key: selection.called."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from carteado.tournament.registrations.acts import CannotCome, EntryState
from carteado.tournament.registrations.eligibility import EventDay, event_day
from carteado.tournament.registrations.entries import Entry, Step, answer_to_convocation
from carteado.tournament.state.championship import Championship, Status
from carteado.web.events.details import Details
from carteado.web.events.models import Document, Event
from carteado.web.registrations.consents import paper_to_sign


@dataclass(frozen=True, slots=True, kw_only=True)
class Convocation:
    """What a selected pair has to know. ``days`` are the days that have an hour. ``day`` is the first day, also before
    its hour is known; None if not even the day is. ``paper`` is the document to sign, if there is one.

    ``expenses`` and ``lateness`` are keys of rules that the pair should read, "" where the regulation has none.
    """

    day: date | None
    days: tuple[EventDay, ...]
    place: str
    paper: Document | None
    expenses: str
    lateness: str

    @property
    def begins(self) -> datetime | None:
        return self.days[0].begins if self.days else None


def convocation_of(event: Event, details: Details, championship: Championship) -> Convocation:
    rules = championship.regulation
    return Convocation(
        day=event_day(rules, championship.settings),
        days=championship.settings.days,
        place=details.place,
        paper=paper_to_sign(event, rules),
        expenses="edition.expenses" if "edition.expenses" in rules.citations else "",
        lateness="lateness.tolerance_minutes" if "lateness.tolerance_minutes" in rules.citations else "",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A pair's answer to the convocation as it stands. ``step`` is None while it owes the answer; ``was_asked_again``
    if it had then answered an earlier one, before the day, the hours or the place changed."""

    step: Step | None
    was_asked_again: bool

    @property
    def cannot(self) -> bool:
        return self.step is not None and self.step.act == CannotCome.name


def is_convoked(entry: Entry | None, championship: Championship) -> bool:
    """True if the pair is selected under a regulation that convokes pairs, has not left, and the event is neither
    cancelled nor over."""
    return (
        entry is not None
        and championship.status is not Status.CANCELLED
        and not _is_past(championship)
        and entry.state is EntryState.SELECTED
        and "selection.called" in championship.regulation.citations
        and entry.id not in championship.departures
    )


def _is_past(championship: Championship) -> bool:
    """True after the last day of the event."""
    days = championship.settings.days
    last = timezone.localdate(days[-1].begins) if days else championship.day
    return last is not None and last < timezone.localdate()


def asks_for_answers(championship: Championship) -> bool:
    """True if convoked pairs may answer now. A suspended event waits, and takes no answers."""
    return championship.status is Status.RUNNING


def answered(entry: Entry, championship: Championship) -> Answered:
    """The pair's answer. Call it for a convoked pair."""
    step = answer_to_convocation(championship.roll, entry)
    any_answer = any(one.act in ("will_come", "cannot_come") for one in entry.history)
    return Answered(step=step, was_asked_again=step is None and any_answer)
