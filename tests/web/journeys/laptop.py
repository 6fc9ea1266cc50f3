"""What a site that runs in a process of its own has: an event with many tables, and whether all its places agree."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from carteado.tournament.operations import CallMatch
from carteado.web.devices.models import Right
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.sumula.models import Sheet
from tests.web.journeys.day import LANGUAGES, Clock, Day
from tests.web.journeys.readers.screens import a_device
from tests.web.sumula.sumulas import sheet_at
from tests.web.world.halls import AF, append, drawn, open_matches

TABLES = 12


def twelve_tables() -> dict[str, dict[str, str]]:
    """Twelve matches are called, each with a phone beside it: its secret and the address of its sheet, by table."""
    hour_ago = timezone.now() - timedelta(hours=1)
    event = drawn(AF, 2 * TABLES, tables=TABLES, with_delegations=True, at=hour_ago)
    found: dict[str, dict[str, str]] = {}
    matches = open_matches(store.championship_of(event))[:TABLES]
    for number, match in enumerate(matches, start=1):
        append(event, CallMatch(by="system", at=timezone.now(), match=match, table=str(number)))
        secret = a_device(event, Right.SUMULA, str(number))
        found[str(number)] = {"secret": secret, "sheet": sheet_at(event, match).code}
    return found


def what_stands() -> dict[str, Any]:
    """The entries of each sheet by its address, and every disagreement of the places."""
    event = Event.objects.get()
    day = Day.around(event, Clock(timezone.now()))
    wrong = [str(one) for language in LANGUAGES for one in day.disagreements(language=language)]
    entries = {one.code: [row.entry_id for row in one.entries.all()] for one in Sheet.objects.all()}
    return {"entries": entries, "wrong": wrong}
