"""The championship's match that is played at a live table: its table, players, rules and sheet, and whether it may
still be played."""

from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from carteado.regulation import Regulation
from carteado.regulation.event_rules import EventRules
from carteado.regulation.schema import fields_of
from carteado.tournament.files.codec import to_json
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import FINAL
from carteado.tournament.registrations.people import PersonId
from carteado.tournament.running.dispatch import acts_off_record
from carteado.tournament.state.championship import Championship, Status
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.matches.players import players_of
from carteado.web.sumula.match_sheets import Gone, gone, has_result, key_of
from carteado.web.sumula.models import Sheet
from carteado.web.tables.models import Table


class Closing(TextChoices):
    """Why nothing may be played at a championship's table, for now or for good.

    The value is the code with which its room refuses an act, the label the reason for people.
    """

    SUSPENDED = "suspended", _("The event is suspended: nothing is played here until it goes on.")
    CANCELLED = "cancelled", _("The event is cancelled: nothing is played here.")
    ARCHIVED = "archived", _("The event is archived: nothing is played here.")
    REMOVED = "removed", _("The championship has this match no longer: nothing is played here.")
    OTHERS = "others_play", _("This match is for other pairs now: nothing is played here.")
    AGAIN = "played_again", _("This match is played again from the beginning: nothing more is played here.")
    DECIDED = "closed", _("The championship has decided this match: nothing is played here.")


def event_of(table: Table) -> Event:
    """The event of a championship's table, as it is now."""
    return Event.objects.get(tables=table)


def table_for(championship: Championship, event: Event, match: MatchId) -> Table | None:
    """The live table of the match. None if there is none between the pairs that play it now, in this playing of it.

    A table where others played it before, or the same pairs before it began again, does not count.
    """
    key = key_of(championship, match)
    if key is None:
        return None
    fields = {"fixture": key.match, "first": key.first, "second": key.second, "playing": key.playing}
    return Table.objects.filter(event=event, **fields).order_by("pk").last()


def live_tables(championship: Championship, event: Event) -> dict[MatchId, str]:
    """The codes of the tables at which matches are played now, from one query.

    ``championship`` is what the reader may know. A match that was not called there is left out: delays and embargoes
    withhold calls from the public.
    """
    if not championship.logs:
        return {}
    playings = acts_off_record(championship)
    return {
        one.fixture: one.code
        for one in Table.objects.filter(event=event).order_by("pk")
        if one.fixture in championship.logs
        and championship.logs[one.fixture].pairs == (one.first, one.second)
        and playings[one.fixture] == one.playing
    }


_CLOSING = {
    Gone.PAIRS: Closing.OTHERS,
    Gone.AGAIN: Closing.AGAIN,
    Gone.DECIDED: Closing.DECIDED,
    Gone.REMOVED: Closing.REMOVED,
}


def closing_of(table: Table, championship: Championship | None = None) -> Closing | None:
    """Why nothing may be played at the table. None while play goes on.

    ``championship`` is what the reader may know, by default all of it.
    """
    event = event_of(table)
    championship = championship or store.championship_of(event)
    if event.archived_at is not None:
        return Closing.ARCHIVED
    if championship.status is not Status.RUNNING:
        return Closing.SUSPENDED if championship.status is Status.SUSPENDED else Closing.CANCELLED
    sheet = Sheet(event=event, **_sheet_key(table))  # never saved: only its key is read
    reason = gone(championship, sheet)
    if reason is not None:
        return _CLOSING[reason]
    return Closing.DECIDED if has_result(championship, sheet.match) else None


def sheet_of(table: Table) -> Sheet:
    """The súmula of the table, made if there is none yet.

    It is still the table's when others play the match by now, so that no result is lost.
    """
    event = event_of(table)
    sheet, _is_new = Sheet.objects.get_or_create(event=event, **_sheet_key(table))
    sheet.event = event
    return sheet


def _sheet_key(table: Table) -> dict[str, Any]:
    return {"match": table.fixture, "first": table.first, "second": table.second, "playing": table.playing}


def seats_for(championship: Championship, match: MatchId) -> tuple[PersonId, ...] | None:
    """The players by seat, with partners opposite one another.

    None while it is not known who plays, or if a pair does not have two players for this match.
    """
    key = key_of(championship, match)
    if key is None:
        return None
    first, second = (players_of(championship, match, pair) for pair in (key.first, key.second))
    return (first[0], second[0], first[1], second[1]) if len(first) == len(second) == 2 else None


def rules_for(championship: Championship, match: MatchId) -> dict[str, object]:
    """The columns of a table that have its rules: the regulation, what the event and the match override, the phase.

    The phase matters to the rules of play only if it is the final.
    """
    fixture = championship.fixtures[match]
    regulation = championship.regulation_of(match)
    return {
        "regulation": regulation.id,
        "overrides": _overrides(regulation),
        "phase": FINAL if fixture.phase == FINAL else "",
    }


def _overrides(regulation: Regulation) -> dict[str, object]:
    """The overrides of rules of play, by key. Those of rules for events matter to no table."""
    of_events = fields_of(EventRules)
    return {
        one.key: {"value": to_json(one.value), "by": one.by}
        for one in regulation.overrides
        if one.key.partition(".")[0] not in of_events
    }
