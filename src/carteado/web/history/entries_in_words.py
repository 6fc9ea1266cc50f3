"""Describes log entries in words. People are shown by their current names, which the log itself does not store."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from carteado.web.events.models import Event
from carteado.web.log.action import THE_SITE, Action
from carteado.web.log.models import LogEntry
from carteado.web.log.registry import ACTIONS
from carteado.web.log.vocabulary import Person, kinds_of
from carteado.web.people.models import User


class Subject(NamedTuple):
    """The people and things that an entry is about, by their current names, and the address of their page. Only a match
    has one."""

    text: str = ""
    link: str = ""


NO_SUBJECT = Subject()


class EntryInWords(NamedTuple):
    """A log entry in words.

    ``event`` is None if the entry concerns no event, or one that was deleted. ``number`` is the operation's number in
    its event, and None if the entry is about something else. ``entries_in_words`` leaves ``about`` empty, pages fill
    it in.
    """

    id: int
    at: datetime
    text: str
    event: Event | None
    number: int | None
    about: Subject = NO_SUBJECT


def entries_in_words(entries: Iterable[LogEntry]) -> list[EntryInWords]:
    """The entries in the current language. Two queries in all: one for people's names, one for events."""
    entries = list(entries)
    names = _names(entries)
    events = Event.objects.in_bulk({entry.event_id for entry in entries if entry.event_id is not None})
    return [
        EntryInWords(entry.pk, entry.at, _text(entry, names), events.get(entry.event_id or 0), entry.details.get("seq"))
        for entry in entries
    ]


def action_of(entry: LogEntry) -> Action | None:
    """The action; None if another version of the site wrote it and this one does not know its code or its fields."""
    try:
        return ACTIONS[entry.action](**entry.details)
    except (KeyError, TypeError, ValueError):
        return None


def _text(entry: LogEntry, name_of_person: Callable[[int], str]) -> str:
    actor = name_of_person(entry.actor_id) if entry.actor_id is not None else None
    action = action_of(entry)
    if action is None:
        unknown = _("{actor} did something that this version of the site has no words for.")
        return unknown.format(actor=actor or THE_SITE)
    return action.in_words(actor, name_of_person)


def _names(entries: list[LogEntry]) -> Callable[[int], str]:
    """A function that gives a person's current name. A user without a name, or erased, is shown by number."""
    numbers = {number for entry in entries for number in (entry.actor_id, *_people_in(entry)) if number is not None}
    current_names = dict(User.objects.filter(pk__in=numbers).values_list("pk", "name"))
    return lambda number: current_names.get(number) or _("Participant {number}").format(number=number)


def _people_in(entry: LogEntry) -> list[int]:
    """The numbers of the people whom the action names, without the actor."""
    action = action_of(entry)
    kinds = kinds_of(type(action)) if action else {}
    return [getattr(action, name) for name, kind in kinds.items() if isinstance(kind, Person)]
