"""Finds the súmula of a match, the terms it is kept by, and its counted score; says if its match is no more."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from carteado import sumula
from carteado.record import InputError, Node
from carteado.sumula import Entry, Terms, count
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import FINAL
from carteado.tournament.operations import CallMatch
from carteado.tournament.running.dispatch import acts_off_record
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.sumula.models import Sheet, SheetEntry


def sheet_of(event: Event, match: MatchId) -> Sheet | None:
    """The sheet of the match as it is played now, created if there is none. None while the pairs are unknown, and for a
    match that was removed."""
    key = key_of(store.championship_of(event), match)
    return Sheet.objects.get_or_create(event=event, **key._asdict())[0] if key else None


class SheetKey(NamedTuple):
    """Identifies a match's sheet among those of its event.

    It changes when other pairs play the match, and when it is played again. ``playing`` is 0 the first time the match
    is played, and another number each time it begins again: the count of acts that no longer are on its record.
    """

    match: MatchId
    first: str
    second: str
    playing: int


def key_of(championship: Championship, match: MatchId) -> SheetKey | None:
    """The key of the match as it is played now. None while its pairs are unknown."""
    pairs = pairs_of(championship, match)
    return SheetKey(match, *pairs, acts_off_record(championship)[match]) if pairs else None


def current_sheets(championship: Championship, sheets: Iterable[Sheet]) -> Iterator[Sheet]:
    """The sheets of matches as they are played now, without those of earlier pairs or earlier playings."""
    playings = acts_off_record(championship)
    for sheet in sheets:
        if pairs_of(championship, sheet.match) == sheet.pairs and playings[sheet.match] == sheet.playing:
            yield sheet


class Gone(StrEnum):
    """Why the match of a sheet is no more."""

    PAIRS = "pairs"
    """Other pairs play it, or it is not known yet who does."""
    AGAIN = "again"
    """The same pairs play it again from the beginning, or have changed their order."""
    DECIDED = "decided"
    """A pair that left the event lost it by W.O. before a card was played."""
    REMOVED = "removed"


def gone(championship: Championship, sheet: Sheet) -> Gone | None:
    """Why the match of this sheet is no more; None if it is still the one that is played."""
    if sheet.match not in championship.fixtures:
        return Gone.REMOVED
    pairs = pairs_of(championship, sheet.match)
    if pairs is None or set(pairs) != set(sheet.pairs):
        return Gone.PAIRS
    is_the_same = pairs == sheet.pairs and acts_off_record(championship)[sheet.match] == sheet.playing
    if is_the_same:
        return None
    return Gone.DECIDED if _is_given_up(championship, sheet.match) else Gone.AGAIN


def _is_given_up(championship: Championship, match: MatchId) -> bool:
    """True if a pair that left the event lost the match by W.O. before it began. The call was removed from its log."""
    log = championship.logs.get(match)
    return log is not None and log.follows and not log.clock.marks


def pairs_of(championship: Championship, match: MatchId) -> tuple[str, str] | None:
    """The pairs that were called to the match, else those that the bracket has for it. None while one is unknown, and
    for a match that was removed."""
    if match not in championship.fixtures:
        return None
    log = championship.logs.get(match)
    return log.pairs if log else championship.bracket.pairs(match)


def terms_of(championship: Championship, match: MatchId) -> Terms:
    """The terms of a match, with the rules agreed for it. For a match that no longer exists, those of the event."""
    fixture = championship.fixtures.get(match)
    if fixture is None:
        return Terms(championship.regulation)
    phase = FINAL if fixture.phase == FINAL else None
    return Terms(championship.regulation_of(match), phase, fixture.best_of)


def first_scorer(event: Event, championship: Championship, match: MatchId) -> int | None:
    """The pair, 0 or 1, that scored first in the current game by the sheet. None if no sheet shows it. Only truco asks
    for it."""
    key = key_of(championship, match)
    sheet = event.sheets.filter(**key._asdict()).first() if key else None
    if sheet is None or not sheet.seq:
        return None
    rows, terms = sheet.entries.select_related("access"), terms_of(championship, match)
    found: int | None = getattr(count(terms, read_entries(terms, rows)).match, "first_scorer", None)
    return found


def is_closed(championship: Championship, sheet: Sheet) -> bool:
    """True if new entries change nothing: the championship has a result or needs none (``has_result``), or the match of
    the sheet is no more (``gone``)."""
    return gone(championship, sheet) is not None or has_result(championship, sheet.match)


def has_result(championship: Championship, match: MatchId) -> bool:
    """True if the championship has a result of the match, confirmed or not, or a W.O., or if the match needs no play,
    because nobody takes the other place."""
    log = championship.logs.get(match)
    is_in = log is not None and bool(log.submissions or log.absent)
    return is_in or championship.bracket.ended(match) is not None


def table_of(championship: Championship, sheet: Sheet) -> str:
    """The table to which the match is called; "" without one."""
    log = championship.logs.get(sheet.match)
    return (log.table or "") if log else ""


def tables_of(championship: Championship, match: MatchId) -> set[str]:
    """All tables to which the match was ever called, with "" for a call without a table. A phone at any of them may
    hold hands that it has not sent yet."""
    calls = (one for one in championship.log if isinstance(one, CallMatch) and one.match == match)
    return {one.table or "" for one in calls}


def read_entries(terms: Terms, rows: Iterable[SheetEntry]) -> list[Entry]:
    """The entries that can be read by these terms. The others are left out: a rule agreed after an entry was written
    may have changed what an entry can hold."""
    entries = []
    for row in rows:
        try:
            entries.append(sumula.read_entry(Node({**row.document, "by": row.by}), terms.reader))
        except InputError:
            continue
    return entries


def counted(sheet: Sheet, *, until: datetime | None = None, late: bool = True) -> sumula.Sheet:
    """Count the súmula. With ``until``, only what was received by then; without ``late``, only what came before the
    championship had a result."""
    rows = sheet.entries.select_related("access")
    if until is not None:
        rows = rows.filter(received__lte=until)
    if not late:
        rows = rows.filter(late=False)
    terms = terms_of(store.championship_of(sheet.event), sheet.match)
    return count(terms, read_entries(terms, rows))
