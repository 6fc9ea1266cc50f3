"""People who were erased after a backup was made: a restore brings them back, and the next start erases them again.

A file beside the database lists them until every one of them is erased. It holds no names, only the number of an
account, or of a person in an event. On another site the same numbers mean other people, so the list also says which
site it belongs to: by the time of the first entry in the site's log, which no site ever deletes.

Models are imported inside the functions, because ``serve`` imports this module before Django is loaded.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.db import Error as DatabaseFailure

FILE = "erase-again.json"


class ErasedPerson(NamedTuple):
    """``event`` is the address of the event in which the person has the number; None for an account."""

    event: str | None
    number: int


class _List(NamedTuple):
    """The list as stored. ``site`` is what ``_site`` returned when it was written."""

    site: str | None
    people: list[ErasedPerson]


def remember_erased(data: Path, *, since: datetime) -> None:
    """Write down who was erased since the backup was made, before its database replaces this one. A database that
    cannot be read adds nobody. People on the list already stay on it, unless it belongs to another site."""
    try:
        site, people = _site(), set(_erased(since))
    except DatabaseFailure:
        return
    listed = _listed(data)
    if listed.site == site:
        people.update(listed.people)
    _write(data, site, people)


def erase_again(data: Path) -> None:
    """Erase everybody on the list. A person who cannot be erased yet, because an event has no other organiser, stays on
    it. If the database is another site's, nobody is erased and the list is deleted."""
    listed = _listed(data)
    if listed.people and listed.site == _site():
        _write(data, listed.site, {one for one in listed.people if not _erase(one)})
    else:
        (data / FILE).unlink(missing_ok=True)


def _site() -> str | None:
    """The time of the first entry in the log, by which a site is recognised. None if the log is empty."""
    from carteado.web.log.models import LogEntry

    first = LogEntry.objects.order_by("pk").first()
    return first.at.astimezone(UTC).isoformat() if first else None


def _erased(since: datetime) -> Iterator[ErasedPerson]:
    """The people erased since then, according to the log."""
    from carteado.web.log.models import LogEntry
    from carteado.web.people.log_actions import AccountErased
    from carteado.web.registrations.log_actions import EntrantErased

    entries = LogEntry.objects.filter(action__in=(AccountErased.code, EntrantErased.code), at__gte=since)
    for action, event, details in entries.values_list("action", "event__slug", "details"):
        of_event = action == EntrantErased.code
        yield ErasedPerson(event if of_event else None, details["number" if of_event else "person"])


def _erase(person: ErasedPerson) -> bool:
    """True if the person is erased, or was never known to the restored site."""
    from carteado.web.people.models import User
    from carteado.web.privacy.erasing import erase_account, erase_entrant
    from carteado.web.registrations.models import Entrant

    if person.event is None:
        user = User.objects.filter(pk=person.number).first()
        # None means that it was done. People who were erased from an event are on the list as such.
        return user is None or erase_account(user, with_events=False) is None
    for entrant in Entrant.objects.filter(event__slug=person.event, number=person.number):
        erase_entrant(entrant)
    return True


# --- the list -----------------------------------------------------------------------------------------------------


def _listed(data: Path) -> _List:
    """The stored list, empty if there is none. Entrants come before accounts, since the name of an account helps to
    find the person in an event."""
    file = data / FILE
    if not file.exists():
        return _List(None, [])
    found = json.loads(file.read_text("utf-8"))
    people = (ErasedPerson(*one) for one in found["people"])
    return _List(found["site"], sorted(people, key=lambda one: (one.event is None, one.event or "", one.number)))


def _write(data: Path, site: str | None, people: set[ErasedPerson]) -> None:
    if people:
        (data / FILE).write_text(json.dumps({"site": site, "people": sorted(people, key=str)}), "utf-8")
    else:
        (data / FILE).unlink(missing_ok=True)
